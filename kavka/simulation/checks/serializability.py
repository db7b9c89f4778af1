"""Transactions of sends and polls against each other: list-append as Jepsen has it, in the order that Kafka promises.

Each transaction is decided at one moment, and who reads at read_committed reads what was decided before. So

    wr     T1 wrote what T2 read                                       T1 was decided before T2
    lso    T2 read a partition beyond a record that T1 wrote there     T1 was decided before T2: else the last stable
                                                                       offset would have held T2 back
    time   T1's client knew its end before T2's client began           T1 was decided before T2

and a circle of them cannot be. What is no arrow, because Kafka does not isolate writes and a poll may return less than
there is:

    ww     T1's record stands before T2's in a partition (G0, and G1c by ww): records of open transactions interleave
    rw     T2 read a partition up to T1's record (G-single, G2): it may read on in its next poll

`lso` is what is binding in ww: within one partition, and only once somebody has read beyond. A circle of wr, with lso
or without, is `g1c`; one of lso alone is `last-stable-offset`; one that needs time is `g1c-realtime`. Only a
transaction that was committed was decided after its own reads: the coordinator may abort one long before its client
stops reading.

Records and polls are chained by offset and ends by time, through joints, so that the graph grows with the history and
not with its square.

         T1 ──▶ joint 40 ──▶ joint 42 ──▶ joint 43 ──▶ …         a joint: all that wrote up to this offset
                     T2 ────────▲              └──▶ T3           T3 read beyond 43
"""

from __future__ import annotations

from bisect import bisect_left
from enum import IntEnum
from typing import Final

from kavka.common.types import TopicPartition
from kavka.simulation.checks.cycles import Arrow, components, shortest
from kavka.simulation.checks.invariants import Violation, violation
from kavka.simulation.checks.seen import Certainty, Seen
from kavka.simulation.history import Isolation, Poll, Transacted, TransactionEnd, text_of


class Precedence(IntEnum):
    """Why a transaction was decided before another."""

    WR = 0
    LSO = 1
    TIME = 2


ROUNDS: Final = ((Precedence.WR,), (Precedence.WR, Precedence.LSO), (Precedence.WR, Precedence.LSO, Precedence.TIME))
"""By which arrows circles are looked for: with as few as will do."""


def check_serializability(seen: Seen) -> list[Violation]:
    """Finds transactions that were decided before each other in a circle."""
    arrows = _arrows(seen)
    count = len(seen.transactions)
    explained: set[int] = set()
    found = []
    for kinds in ROUNDS:

        def is_wanted(arrow: Arrow, kinds: tuple[Precedence, ...] = kinds) -> bool:
            return arrow.kind in kinds

        for component in components(arrows, is_wanted):
            if explained.isdisjoint(component):
                circle = shortest(arrows, component, is_wanted, costly=count)
                found.append(violation(_name(circle), _in_words(seen, circle)))
            explained.update(node for node in component if node < count)
    return found


def _name(circle: list[tuple[int, Arrow]]) -> str:
    kinds = {arrow.kind for _, arrow in circle}
    if Precedence.TIME in kinds:
        return "g1c-realtime"
    return "g1c" if Precedence.WR in kinds else "last-stable-offset"


def _in_words(seen: Seen, circle: list[tuple[int, Arrow]]) -> str:
    numbers = sorted({node for node, _ in circle if node < len(seen.transactions)})
    names = []
    for number in numbers:
        transaction = seen.transactions[number]
        times = f"{transaction.invoked_ms}–{transaction.completed_ms} ms"
        names.append(f"T{number} ({transaction.client}, {times}, {transaction.outcome.value})")
    steps = [arrow.why for _, arrow in circle if arrow.why]
    return f"{'; '.join(steps)} — with {', '.join(names)}"


def _arrows(seen: Seen) -> list[list[Arrow]]:
    """All arrows, of transactions first and of joints behind them."""
    arrows: list[list[Arrow]] = [[] for _ in seen.transactions]
    reads = _add_reads(seen, arrows)
    _add_stable(seen, arrows, reads)
    _add_times(seen, arrows)
    return arrows


def _add_reads(seen: Seen, arrows: list[list[Arrow]]) -> dict[TopicPartition, dict[int, int]]:
    """Draws wr. Returns partition → reader → how far it read of what others wrote."""
    committed = _committed(seen)
    farthest: dict[TopicPartition, dict[int, int]] = {}
    for reader, transaction in enumerate(seen.transactions):
        if transaction.isolation is not Isolation.READ_COMMITTED or reader not in committed:
            continue
        for op in transaction.ops:
            if not isinstance(op, Poll):
                continue
            far = farthest.setdefault(op.tp, {})
            for offset, value in op.records:
                write = seen.writer(op.tp, value)
                writer = None if write is None else write.transaction
                if writer != reader:  # what it reads of its own is another anomaly
                    far[reader] = max(far.get(reader, -1), offset)
                if writer is not None and writer != reader:
                    what = f"T{reader} read {op.tp}@{offset}={text_of(value)} of T{writer}"
                    arrows[writer].append(Arrow(reader, Precedence.WR, what))
    return farthest


def _committed(seen: Seen) -> set[int]:
    """The transactions that are known to be committed, by their clients or because somebody reads them."""
    shown = {index for index, transaction in enumerate(seen.transactions) if _is_committed(transaction)}
    for write in seen.writes.values():
        if write.transaction is not None and write.certainty is Certainty.UNKNOWN and seen.visibility(write):
            shown.add(write.transaction)
    return shown


def _is_committed(transaction: Transacted) -> bool:
    return transaction.outcome is TransactionEnd.COMMITTED


def _add_stable(seen: Seen, arrows: list[list[Arrow]], reads: dict[TopicPartition, dict[int, int]]) -> None:
    """Draws lso, along a chain of joints for each partition."""
    writes: dict[TopicPartition, list[tuple[int, int]]] = {}
    for write in seen.writes.values():
        offset = seen.partition(write.tp).offset_of(write) if write.transaction is not None else None
        if write.transaction is not None and offset is not None:
            writes.setdefault(write.tp, []).append((offset, write.transaction))
    for tp, far in reads.items():
        chain = sorted(writes.get(tp, []))
        first = len(arrows)
        for offset, writer in chain:
            arrows[writer].append(Arrow(len(arrows), Precedence.LSO, f"T{writer} wrote {tp}@{offset}"))
            arrows.append([Arrow(len(arrows) + 1, Precedence.LSO)])
        if chain:
            arrows[-1].clear()
        offsets = [offset for offset, _ in chain]
        for reader, offset in far.items():
            below = bisect_left(offsets, offset)
            if below:
                arrows[first + below - 1].append(
                    Arrow(reader, Precedence.LSO, f"T{reader} read {tp}@{offset} beyond it")
                )


def _add_times(seen: Seen, arrows: list[list[Arrow]]) -> None:
    """Draws time, along a chain of the moments at which clients knew an end."""
    ends = sorted(
        (transaction.completed_ms, index)
        for index, transaction in enumerate(seen.transactions)
        if transaction.outcome is not TransactionEnd.UNKNOWN
    )
    first = len(arrows)
    for time_ms, index in ends:
        arrows[index].append(Arrow(len(arrows), Precedence.TIME, f"T{index} ended at {time_ms} ms"))
        arrows.append([Arrow(len(arrows) + 1, Precedence.TIME)])
    if ends:
        arrows[-1].clear()
    times = [time_ms for time_ms, _ in ends]
    for index, transaction in enumerate(seen.transactions):
        before = bisect_left(times, transaction.invoked_ms)
        if before:
            began = f"T{index} began at {transaction.invoked_ms} ms"
            arrows[first + before - 1].append(Arrow(index, Precedence.TIME, began))

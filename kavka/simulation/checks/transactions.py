"""What readers saw of transactions: all of a committed one, nothing of an aborted or an open one.

    offsets of one partition       40      41      42      43
    written by                     T1      T2      T1      –         T1 asks to commit at 90 ms, T2 at 50 ms
    a poll at 60 ms may return     nothing: the last stable offset is 40 until T1 is decided

Once all is quiet no transaction is open any more: coordinators have aborted what nobody ended (`check_hanging`).

A poll outside of transactions has a time, and is held against the times at which transactions asked to commit. A poll
inside of a transaction has none: `serializability` compares transactions with each other.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import NamedTuple

from kavka.common.types import TopicPartition
from kavka.simulation.checks.invariants import Violation, violation
from kavka.simulation.checks.seen import Certainty, Reading, Seen, SeenWrite
from kavka.simulation.history import Isolation, TransactionEnd, text_of


def check_hanging(seen: Seen) -> list[Violation]:
    """Finds partitions whose last stable offset stays behind when all is quiet.

    Where that holds back what was acknowledged, it is `acknowledged` that says so.
    """
    found = []
    for tp, view in sorted(seen.partitions.items()):
        stable, whole = view.finals.get(Isolation.READ_COMMITTED), view.finals.get(Isolation.READ_UNCOMMITTED)
        if stable is None or whole is None or stable.end_offset >= whole.end_offset:
            continue
        certain = (write for write in seen.writes.values() if write.tp == tp and write.certainty is Certainty.CERTAIN)
        if not any((view.offset_of(write) or 0) >= stable.end_offset for write in certain):
            what = f"{tp} is stable up to {stable.end_offset} of {whole.end_offset}, with nobody left who could end it"
            found.append(violation("hanging-transaction", what))
    return found


class _Decided(NamedTuple):
    """When the transaction of a record asked to commit; the latest of all below it, in `_Stable.latest`."""

    ending_ms: int
    offset: int
    transaction: int


class _Stable(NamedTuple):
    offsets: list[int]
    latest: list[_Decided]


def check_atomicity(seen: Seen) -> list[Violation]:
    """Finds transactions that read_committed readers see in part."""
    found = []
    for index, (shown, hidden) in sorted(seen.torn.items()):
        transaction = seen.transactions[index]
        what = f"transaction {index} of {transaction.client} ({transaction.outcome.value})"
        found.append(violation("torn-transaction", f"{what}: {_listed(shown)} can be read, {_listed(hidden)} cannot"))
    return found


def _listed(writes: list[SeenWrite]) -> str:
    return ", ".join(f"{write.tp}={text_of(write.value)}" for write in writes)


def check_isolation(seen: Seen) -> list[Violation]:
    """Finds what read_committed readers got and should not have got, or not yet."""
    stable = _last_stable_offsets(seen)
    reported: set[tuple[TopicPartition, object]] = set()
    found = []
    for reading in seen.readings:
        if reading.isolation is not Isolation.READ_COMMITTED:
            continue
        is_early = False
        for offset, value in reading.records:
            write = seen.writer(reading.tp, value)
            breach = write and _breach(seen, reading, write)
            if breach is not None:
                is_early = is_early or breach == "intermediate-read"
                if (reading.tp, value) not in reported:
                    reported.add((reading.tp, value))
                    found.append(violation(breach, _explained(seen, reading, offset, write)))
        if not is_early and reading.time_ms is not None and reading.tp in stable:
            found += _passed(seen, reading, stable[reading.tp])
    return found


def _breach(seen: Seen, reading: Reading, write: SeenWrite) -> str | None:
    """The name of what is wrong with a record that was read, None if nothing is."""
    if write.transaction is None:
        return None
    if write.transaction == reading.transaction:
        return "precommitted-read"
    if write.certainty is Certainty.ABORTED:
        return "aborted-read"
    ending_ms = seen.transactions[write.transaction].ending_ms
    is_early = reading.time_ms is not None and ending_ms is not None and reading.time_ms < ending_ms
    return "intermediate-read" if is_early else None


def _explained(seen: Seen, reading: Reading, offset: int, write: SeenWrite | None) -> str:
    assert write is not None
    assert write.transaction is not None
    transaction = seen.transactions[write.transaction]
    end = "never asked to commit" if transaction.ending_ms is None else f"asked to commit at {transaction.ending_ms} ms"
    when = "" if reading.time_ms is None else f" at {reading.time_ms} ms"
    what = f"{reading.reader} read {reading.tp}@{offset}={text_of(write.value)}{when}"
    return f"{what}; its transaction {write.transaction} of {transaction.client} {end} ({transaction.outcome.value})"


def _last_stable_offsets(seen: Seen) -> dict[TopicPartition, _Stable]:
    """For each partition: the records of committed transactions, and who of those up to each was decided last."""
    records: dict[TopicPartition, list[_Decided]] = {}
    for write in seen.writes.values():
        transaction = None if write.transaction is None else seen.transactions[write.transaction]
        if transaction is None or transaction.outcome is not TransactionEnd.COMMITTED or transaction.ending_ms is None:
            continue  # an aborted one may have been aborted by the coordinator long before its client knew
        offset = seen.partition(write.tp).offset_of(write)
        if offset is not None:
            assert write.transaction is not None
            records.setdefault(write.tp, []).append(_Decided(transaction.ending_ms, offset, write.transaction))
    stable = {}
    for tp, decided in records.items():
        decided.sort(key=lambda record: record.offset)
        stable[tp] = _Stable([record.offset for record in decided], list(accumulate(decided, max)))
    return stable


def _passed(seen: Seen, reading: Reading, stable: _Stable) -> list[Violation]:
    """A poll that got past the first record of a transaction that was open."""
    highest = max((offset for offset, _ in reading.records), default=-1)
    below = bisect_left(stable.offsets, highest)
    if below == 0 or reading.time_ms is None or stable.latest[below - 1].ending_ms <= reading.time_ms:
        return []
    ending_ms, offset, index = stable.latest[below - 1]
    what = f"{reading.reader} read {reading.tp}@{highest} at {reading.time_ms} ms, past offset {offset}"
    whose = f"transaction {index} of {seen.transactions[index].client}, which asked to commit at {ending_ms} ms"
    return [violation("last-stable-offset", f"{what} of {whose}")]

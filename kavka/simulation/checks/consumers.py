"""Where consumers stood: their positions go forward without gaps, partitions have one owner, commits follow reads.

A position is the range (low, high): the next record lies above low, and nothing that may be seen lies between high and
it. Usually both are the last record that was read.

    what happened                     position of (client, partition)
    a poll, a committed transaction   low = high = the last record
    another transaction               high = its last record, low stays: its client may go back, or go on
    Sought(offset)                    low = high = offset − 1
    Assigned                          forgotten: the group's committed offset counts, which is checked by itself

"May be seen" is what other consumers of the same isolation level found; what retention or compaction may have taken
away is not missed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from typing import NamedTuple, TypeAlias

from kavka.common.types import TopicPartition
from kavka.simulation.checks.invariants import Violation, violation
from kavka.simulation.checks.seen import PartitionView, Seen
from kavka.simulation.history import (
    Assigned,
    Committed,
    Isolation,
    Poll,
    Polled,
    Records,
    Sought,
    Transacted,
    TransactionEnd,
)


class _Position(NamedTuple):
    low: int
    high: int


Key: TypeAlias = tuple[str, TopicPartition]
"""Of a consumer's position: its client, and the partition."""


def check_positions(seen: Seen) -> list[Violation]:
    """Finds consumers that passed over records or went back."""
    positions: dict[Key, _Position] = {}
    found: list[Violation] = []
    for event in seen.consumers:
        match event:
            case Assigned():
                for key in [key for key in positions if key[0] == event.client]:
                    del positions[key]
            case Sought():
                positions[event.client, event.tp] = _Position(event.offset - 1, event.offset - 1)
            case Polled():
                key = event.client, event.tp
                found += _step(seen, positions, key, event.records, event.isolation, inside=None)
            case Transacted():
                found += _transaction(seen, positions, event)
            case _:
                pass
    return found


def _transaction(seen: Seen, positions: dict[Key, _Position], transaction: Transacted) -> list[Violation]:
    """The polls of a transaction: the first of a partition goes on where its client stood, the others inside."""
    found: list[Violation] = []
    before: dict[Key, _Position | None] = {}
    for op in transaction.ops:
        if isinstance(op, Poll) and op.records:
            key = transaction.client, op.tp
            inside = f"transaction of {transaction.invoked_ms} ms" if key in before else None
            before.setdefault(key, positions.get(key))
            found += _step(seen, positions, key, op.records, transaction.isolation, inside=inside)
    if transaction.outcome is not TransactionEnd.COMMITTED:
        for key, position in before.items():
            if position is None:
                del positions[key]
            else:
                positions[key] = _Position(min(position.low, positions[key].low), positions[key].high)
    return found


def _step(
    seen: Seen,
    positions: dict[Key, _Position],
    key: Key,
    records: Records,
    isolation: Isolation,
    *,
    inside: str | None,
) -> list[Violation]:
    """Moves a position over what one poll returned."""
    client, tp = key
    prefix, where = ("int-", f" in its {inside}") if inside else ("", "")
    found = []
    position = positions.get(key)
    for offset, _ in records:
        if position is not None and offset <= position.low:
            what = f"{client} read {tp}@{offset} after it had read {position.low}{where}"
            found.append(violation(f"{prefix}nonmonotonic-poll", what))
        elif position is not None and tp.topic not in seen.compacted:
            skipped = seen.partition(tp).between(position.high + 1, offset, isolation)
            if skipped:
                what = f"{client} read {tp}@{offset} after {position.high}{where} and passed over {skipped}"
                found.append(violation(f"{prefix}poll-skip", what))
        position = positions[key] = _Position(offset, offset)
    return found


def check_owners(seen: Seen) -> list[Violation]:
    """Finds partitions with two owners in one generation of a group."""
    owners: dict[tuple[str, int, TopicPartition], str] = {}
    found = []
    for event in seen.consumers:
        if isinstance(event, Assigned) and event.group is not None:
            for tp in event.partitions:
                owner = owners.setdefault((event.group, event.generation, tp), event.client)
                if owner != event.client:
                    what = f"{tp} has {owner} and {event.client} in generation {event.generation} of {event.group}"
                    found.append(violation("two-owners", what))
    return found


class _GroupReads:
    """What the members of a group have read of one partition."""

    __slots__ = ("checked", "isolation", "offsets")

    def __init__(self) -> None:
        self.offsets: set[int] = set()
        self.checked = 0
        """Below it, commits have been judged."""
        self.isolation = Isolation.READ_COMMITTED

    def add(self, records: Records, isolation: Isolation) -> None:
        """Adds what a poll returned."""
        self.isolation = isolation
        for offset, _ in records:
            self.offsets.add(offset)

    def seek(self, offset: int) -> None:
        """Forgives what lies below an offset: the group was told to stand there."""
        self.checked = max(self.checked, offset)

    def unread(self, view: PartitionView, committed: int) -> list[int]:
        """Returns what the group has passed over below a committed offset, each once."""
        begin = max(self.checked, view.log_start_offset)
        self.checked = max(self.checked, committed)
        visible = view.committed if self.isolation is Isolation.READ_COMMITTED else view.visible
        judged = visible[bisect_left(visible, begin) : bisect_left(visible, committed)]
        return [offset for offset in judged if offset not in self.offsets]


def check_commits(seen: Seen) -> list[Violation]:
    """Finds committed offsets beyond what their group had read by then."""
    reads: defaultdict[tuple[str, TopicPartition], _GroupReads] = defaultdict(_GroupReads)
    found = []
    for event in seen.consumers:
        match event:
            case Polled(group=str(group)):
                reads[group, event.tp].add(event.records, event.isolation)
            case Transacted(group=str(group)):
                for op in event.ops:
                    if isinstance(op, Poll):
                        reads[group, op.tp].add(op.records, event.isolation)
            case Sought(group=str(group)):
                reads[group, event.tp].seek(event.offset)
            case Committed(is_acked=True) if event.tp.topic not in seen.compacted:
                unread = reads[event.group, event.tp].unread(seen.partition(event.tp), event.offset)
                if unread:
                    what = f"{event.client} committed {event.tp}@{event.offset} for {event.group} at {event.time_ms} ms"
                    found.append(violation("committed-unread", f"{what}; nobody of it had read {unread[:3]}"))
            case _:
                pass
    return found


def check_processing(seen: Seen) -> list[Violation]:
    """Finds records that two committed transactions of one group have consumed."""
    consumers: dict[tuple[str, TopicPartition, int], int] = {}
    found = []
    for index, transaction in enumerate(seen.transactions):
        if transaction.group is None or transaction.outcome is not TransactionEnd.COMMITTED:
            continue
        for op in transaction.ops:
            if isinstance(op, Poll):
                keys = [(transaction.group, op.tp, offset) for offset, _ in op.records]
                twice = [key for key in keys if consumers.setdefault(key, index) != index]
                if twice:
                    group, tp, offset = twice[0]
                    what = f"T{consumers[twice[0]]} and T{index} of {group} consumed {tp}@{offset}"
                    found.append(violation("processed-twice", f"{what}, {len(twice)} records in all"))
    return found

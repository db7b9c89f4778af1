"""A history, put in order once for all checks: who wrote each value, and what readers found at each offset.

    History ─▶ Seen ── writes, by (partition, value)          the writer, and what it was told
                   ├── readings, in the history's order       polls, polls of transactions, final reads
                   └── partitions ─ PartitionView             offset ⇄ value, over all readers and all times

What a writer may rely on is a write's certainty: CERTAIN (acknowledged, or committed), NEVER (refused), ABORTED (in a
transaction that was aborted, or that nobody asked to commit), UNKNOWN (perhaps). Not here: any judgement.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from kavka.common.types import TopicPartition
from kavka.simulation.history import (
    Assigned,
    Committed,
    CompactedRead,
    Copied,
    EndTold,
    EpochProbed,
    History,
    Isolation,
    LogRead,
    Poll,
    Polled,
    Records,
    Send,
    SendOutcome,
    Sent,
    ShareDelivered,
    ShareDrained,
    ShareSettled,
    Sought,
    StoredOffset,
    Transacted,
    TransactionEnd,
    Value,
)


class Certainty(Enum):
    """What a writer may rely on."""

    CERTAIN = "certain"
    NEVER = "never"
    ABORTED = "aborted"
    UNKNOWN = "unknown"


_CERTAINTIES: Final = {
    SendOutcome.ACKED: Certainty.CERTAIN,
    SendOutcome.FAILED: Certainty.NEVER,
    SendOutcome.UNKNOWN: Certainty.UNKNOWN,
    SendOutcome.OUT_OF_ORDER: Certainty.UNKNOWN,
}


class SeenWrite(NamedTuple):
    """One record, as its producer knows it."""

    tp: TopicPartition
    value: Value
    offset: int | None
    certainty: Certainty
    client: str
    producer: tuple[str, str]
    """Whose sends keep their order."""
    number: int
    is_idempotent: bool
    transaction: int | None
    """Which of `Seen.transactions` it is in."""


class Reading(NamedTuple):
    """What one consumer got of one partition at once."""

    reader: str
    tp: TopicPartition
    records: Records
    isolation: Isolation
    time_ms: int | None
    """None in a transaction, whose polls have no time of their own."""
    transaction: int | None


class PartitionView:
    """What all readers together found in one partition."""

    __slots__ = ("committed", "conflicts", "final_values", "finals", "log_start_offset", "offsets", "values", "visible")

    def __init__(self) -> None:
        self.values: dict[int, Value] = {}
        """offset → the value that was read there first."""
        self.offsets: dict[Value, list[int]] = {}
        """value → where it was read."""
        self.conflicts: dict[int, list[Value]] = {}
        """offset → other values that were read there, too."""
        self.committed: list[int] = []
        """Offsets that read_committed readers have found, ascending."""
        self.visible: list[int] = []
        """Offsets that any reader has found, ascending."""
        self.finals: dict[Isolation, LogRead] = {}
        self.final_values: dict[Isolation, set[Value]] = {}
        self.log_start_offset = 0
        """Below it records may be gone."""

    def between(self, first: int, end: int, isolation: Isolation) -> list[int]:
        """Returns the first three offsets in [first, end) that such a consumer may see."""
        seen = self.committed if isolation is Isolation.READ_COMMITTED else self.visible
        begin = bisect_left(seen, max(first, self.log_start_offset))
        return [offset for offset in seen[begin : begin + 3] if offset < end]

    def offset_of(self, write: SeenWrite) -> int | None:
        """Returns where a record stands, by its readers before its writer; None if nobody knows or they differ."""
        found = self.offsets.get(write.value)
        if found is None:
            return write.offset
        return found[0] if len(found) == 1 and found[0] not in self.conflicts else None


Consumed: TypeAlias = Assigned | Sought | Committed | Polled | Transacted


class Seen:
    """An index over a history.

    Args:
        history: what clients did and saw.
        compacted: topics from which records may be cleaned away.

    Raises:
        ValueError: a value was sent twice in one partition; the workload is wrong, and nothing can be checked.
    """

    def __init__(self, history: History, *, compacted: frozenset[str] = frozenset()) -> None:
        self.compacted = compacted
        self.sent: list[Sent] = []
        self.transactions: list[Transacted] = []
        self.writes: dict[tuple[TopicPartition, Value], SeenWrite] = {}
        self.readings: list[Reading] = []
        self.consumers: list[Consumed] = []
        """What moves a consumer's position, in the history's order."""
        self.compactions: list[CompactedRead] = []
        self.copies: list[Copied] = []
        self.stored: list[StoredOffset] = []
        self.ends: list[EndTold] = []
        self.probes: list[EpochProbed] = []
        self.delivered: list[ShareDelivered] = []
        self.settled: list[ShareSettled] = []
        self.drained: list[ShareDrained] = []
        self.partitions: defaultdict[TopicPartition, PartitionView] = defaultdict(PartitionView)
        self.torn: dict[int, tuple[list[SeenWrite], list[SeenWrite]]] = {}
        """Transactions that read_committed readers see in part → what they see of it, and what they do not."""
        for happening in history:
            match happening:
                case Sent():
                    self._add_sent(happening)
                case Transacted():
                    self._add_transaction(happening)
                case LogRead():
                    self._add_final(happening)
                case StoredOffset():
                    self.stored.append(happening)
                case CompactedRead():
                    self.compactions.append(happening)
                case Copied():
                    self.copies.append(happening)
                case EndTold() | EpochProbed():
                    self._add_epochs(happening)
                case ShareDelivered() | ShareSettled() | ShareDrained():
                    self._add_shares(happening)
                case _:
                    self._add_consumers(happening)
        self._order()
        self._find_torn()

    def partition(self, tp: TopicPartition) -> PartitionView:
        """Returns what readers found in a partition; empty if nobody read it."""
        return self.partitions.get(tp, _EMPTY)

    def writer(self, tp: TopicPartition, value: Value) -> SeenWrite | None:
        """Returns the write of a value in a partition; None if nobody sent it there."""
        return self.writes.get((tp, value))

    def visibility(self, write: SeenWrite) -> bool | None:
        """Tells whether the final read_committed reader has a record; None where nobody can know."""
        view = self.partition(write.tp)
        final = view.finals.get(Isolation.READ_COMMITTED)
        found = view.offsets.get(write.value)
        if found is not None and any(_has(view.committed, offset) for offset in found):
            return True
        offset = found[0] if found else write.offset
        if final is None or offset is None or write.tp.topic in self.compacted:
            return None
        return False if view.log_start_offset <= offset < final.reached else None

    # ---- building -------------------------------------------------------------------------------------------------

    def _add_sent(self, sent: Sent) -> None:
        self.sent.append(sent)
        self._add_write(
            SeenWrite(
                tp=sent.tp,
                value=sent.value,
                offset=sent.offset,
                certainty=_CERTAINTIES[sent.outcome],
                client=sent.client,
                producer=(sent.client, str(sent.producer_id)),
                number=sent.number,
                is_idempotent=sent.producer_id >= 0,
                transaction=None,
            )
        )

    def _add_transaction(self, transaction: Transacted) -> None:
        index = len(self.transactions)
        self.transactions.append(transaction)
        self.consumers.append(transaction)
        for op in transaction.ops:
            if isinstance(op, Send):
                self._add_write(
                    SeenWrite(
                        tp=op.tp,
                        value=op.value,
                        offset=op.offset,
                        certainty=_certainty(transaction),
                        client=transaction.client,
                        producer=(transaction.client, transaction.transactional_id),
                        number=0,
                        is_idempotent=True,
                        transaction=index,
                    )
                )
            elif isinstance(op, Poll):
                self._add_reading(
                    Reading(transaction.client, op.tp, op.records, transaction.isolation, None, transaction=index)
                )

    def _add_consumers(self, happening: Assigned | Sought | Committed | Polled) -> None:
        self.consumers.append(happening)
        if isinstance(happening, Polled):
            reading = Reading(
                happening.client, happening.tp, happening.records, happening.isolation, happening.time_ms, None
            )
            self._add_reading(reading)

    def _add_epochs(self, happening: EndTold | EpochProbed) -> None:
        if isinstance(happening, EndTold):
            self.ends.append(happening)
        else:
            self.probes.append(happening)

    def _add_shares(self, happening: ShareDelivered | ShareSettled | ShareDrained) -> None:
        if isinstance(happening, ShareSettled):
            self.settled.append(happening)
        elif isinstance(happening, ShareDrained):
            self.drained.append(happening)
        else:
            self.delivered.append(happening)
            level = Isolation.READ_UNCOMMITTED
            reading = Reading(happening.client, happening.tp, happening.records, level, happening.time_ms, None)
            self._add_reading(reading)

    def _add_final(self, final: LogRead) -> None:
        view = self.partitions[final.tp]
        view.finals[final.isolation] = final
        view.final_values[final.isolation] = {value for _, value in final.records}
        view.log_start_offset = max(view.log_start_offset, final.log_start_offset)
        reader = f"the final {final.isolation.value} reader"
        self._add_reading(Reading(reader, final.tp, final.records, final.isolation, final.time_ms, None))

    def _add_write(self, write: SeenWrite) -> None:
        key = (write.tp, write.value)
        if key in self.writes:
            raise ValueError(f"{write.value!r} was sent twice in {write.tp}: the workload must send each value once")
        self.writes[key] = write

    def _add_reading(self, reading: Reading) -> None:
        self.readings.append(reading)
        view = self.partitions[reading.tp]
        seen = view.committed if reading.isolation is Isolation.READ_COMMITTED else view.visible
        for offset, value in reading.records:
            seen.append(offset)
            known = view.values.setdefault(offset, value)
            if known != value:
                others = view.conflicts.setdefault(offset, [])
                if value not in others:
                    others.append(value)
            places = view.offsets.setdefault(value, [])
            if offset not in places:
                places.append(offset)

    def _order(self) -> None:
        for view in self.partitions.values():
            view.visible = sorted({*view.visible, *view.committed})
            view.committed = sorted(set(view.committed))

    def _find_torn(self) -> None:
        parts: dict[int, tuple[list[SeenWrite], list[SeenWrite]]] = {}
        for write in self.writes.values():
            is_visible = self.visibility(write) if write.transaction is not None else None
            if write.transaction is not None and is_visible is not None:
                shown, hidden = parts.setdefault(write.transaction, ([], []))
                (shown if is_visible else hidden).append(write)
        self.torn = {
            index: (shown, hidden)
            for index, (shown, hidden) in parts.items()
            if shown and hidden and shown[0].certainty is not Certainty.ABORTED
        }


_EMPTY: Final = PartitionView()


def _has(offsets: list[int], offset: int) -> bool:
    """Tells whether an offset is among sorted ones."""
    place = bisect_left(offsets, offset)
    return place < len(offsets) and offsets[place] == offset


def _certainty(transaction: Transacted) -> Certainty:
    if transaction.outcome is TransactionEnd.COMMITTED:
        return Certainty.CERTAIN
    if transaction.outcome is TransactionEnd.ABORTED or transaction.ending_ms is None:
        return Certainty.ABORTED
    return Certainty.UNKNOWN

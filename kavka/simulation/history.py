"""What clients did and saw: plain records with virtual times, in the order in which they were recorded.

    workload ── add(Sent, Transacted, Polled, …) ─▶ History ── for record in … ─▶ checks/      judges
                                                           └─ lines() ──────────▶ trace        prints

Each value is sent once in a partition, so that a reader's value names its writer. A topic that is made anew under its
old name is another topic here: its records name it `orders#2` (no topic can be called so), and its offsets start again.
A send that only the leader acknowledged (acks=0, acks=1) is promised nothing: it is recorded as unknown.

Not here: what is right (`checks`), and what brokers looked like from within (`observations`).
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from kavka.common.types import TopicPartition

Value: TypeAlias = bytes | int
"""A record's value: what was sent, or the number that the workload gave it."""

Records: TypeAlias = tuple[tuple[int, Value], ...]
"""(offset, value) as a reader got them, in its order."""


class Isolation(Enum):
    """A consumer's isolation.level."""

    READ_UNCOMMITTED = "read_uncommitted"
    READ_COMMITTED = "read_committed"


class SendOutcome(Enum):
    """What a producer learned of a record."""

    ACKED = "acked"
    """By all of the ISR."""
    FAILED = "failed"
    """Certainly not written: it never left the client, or a broker refused it with an error that says so."""
    UNKNOWN = "unknown"
    OUT_OF_ORDER = "out of order"
    """Refused because the record before it was missing (OUT_OF_ORDER_SEQUENCE_NUMBER); an earlier try may be there."""


class TransactionEnd(Enum):
    """What a producer learned of a transaction."""

    COMMITTED = "committed"
    ABORTED = "aborted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A record that was sent outside of transactions."""

    client: str
    tp: TopicPartition
    value: Value
    outcome: SendOutcome
    invoked_ms: int
    completed_ms: int
    offset: int | None = None
    """Where it was acknowledged."""
    number: int = 0
    """Which of its client's sends it is; equal numbers: in the order of the history."""
    producer_id: int = -1
    """−1: without idempotence, which may double and reorder."""
    producer_epoch: int = -1


@dataclass(frozen=True, slots=True)
class Send:
    """A record that was sent in a transaction."""

    tp: TopicPartition
    value: Value
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class Poll:
    """What a transaction read of one partition at once."""

    tp: TopicPartition
    records: Records


@dataclass(frozen=True, slots=True, kw_only=True)
class Transacted:
    """A transaction: what it sent and read, in its order, and how it ended."""

    client: str
    transactional_id: str
    ops: tuple[Send | Poll, ...]
    outcome: TransactionEnd
    invoked_ms: int
    completed_ms: int
    ending_ms: int | None = None
    """When its client asked to commit it; None if it never did, whatever came of it."""
    group: str | None = None
    """Whose committed offsets it moves over what it polled (sendOffsetsToTransaction)."""
    isolation: Isolation = Isolation.READ_COMMITTED
    producer_id: int = -1
    producer_epoch: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Polled:
    """What one poll outside of transactions returned of one partition."""

    client: str
    tp: TopicPartition
    records: Records
    time_ms: int
    group: str | None = None
    isolation: Isolation = Isolation.READ_COMMITTED


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """The partitions that a consumer has from here on, by a rebalance or by hand."""

    client: str
    partitions: tuple[TopicPartition, ...]
    time_ms: int
    group: str | None = None
    generation: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """A consumer's position that was set by its application, or by auto.offset.reset."""

    client: str
    tp: TopicPartition
    offset: int
    time_ms: int
    group: str | None = None
    """Which group does not miss what lies below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """A committed offset that the group's coordinator acknowledged, or may have stored."""

    client: str
    group: str
    tp: TopicPartition
    offset: int
    time_ms: int
    invoked_ms: int = -1
    """When it was asked for; −1: nobody knows."""
    is_acked: bool = True
    """Else nobody knows whether it was stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredOffset:
    """A group's committed offset as its coordinator has it, once all is healed; 0: it has none."""

    group: str
    tp: TopicPartition
    offset: int
    time_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTold:
    """Where a leader said that its log ends (ListOffsets), and in which leader epoch."""

    client: str
    tp: TopicPartition
    offset: int
    leader_epoch: int
    invoked_ms: int
    completed_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EpochProbed:
    """A fetch that named a leader epoch, sent to who had just answered in another."""

    client: str
    tp: TopicPartition
    named: int
    known: int
    is_refused: bool
    time_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRead:
    """The final read of a partition by a fresh consumer, once all is healed."""

    tp: TopicPartition
    isolation: Isolation
    records: Records
    end_offset: int
    """As ListOffsets told it at this isolation level."""
    time_ms: int
    log_start_offset: int = 0
    position: int | None = None
    """Where the reader got to; None: to the end offset."""

    @property
    def reached(self) -> int:
        """Returns the offset up to which the reader has seen everything."""
        return self.end_offset if self.position is None else self.position


@dataclass(frozen=True, slots=True)
class KeyedRecord:
    """A record with a key; without a value it is a tombstone."""

    offset: int
    key: bytes
    value: bytes | None
    time_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactedRead:
    """A partition of a compacted topic: all that was appended, and what was read after cleaning."""

    tp: TopicPartition
    appended: tuple[KeyedRecord, ...]
    read: tuple[KeyedRecord, ...]
    time_ms: int
    delete_retention_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """A partition that a group copies, its offsets in the same transactions; once all is healed.

    A record's copy has a value of its own, which names the record: "<its value>/<which try>".
    """

    group: str
    source: TopicPartition
    target: TopicPartition
    committed: int
    """The group's committed offset in the source; 0: it has none."""
    time_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareDelivered:
    """What one poll of a share group's member returned of one partition."""

    client: str
    group: str
    tp: TopicPartition
    records: Records
    delivery_counts: tuple[int, ...]
    """Of each record how often it was delivered, this time included."""
    time_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareSettled:
    """What a share group's member said of a record, and whether its leader confirmed that."""

    client: str
    group: str
    tp: TopicPartition
    offset: int
    is_final: bool
    """Accepted or rejected; else released, to come again."""
    is_confirmed: bool
    """Else nobody knows whether it was taken."""
    invoked_ms: int
    time_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareDrained:
    """How much a share group has left of a partition in the end.

    A member has accepted what it got once all was healed.
    """

    group: str
    tp: TopicPartition
    lag: int
    """−1: nobody knows."""
    deliveries_max: int
    since_ms: int
    """From when on nothing is delivered that was acquired before all was healed."""
    late_ms: int
    """How long a delivery may be under way at most."""
    time_ms: int


Happening: TypeAlias = (
    Sent
    | Transacted
    | Polled
    | Assigned
    | Sought
    | Committed
    | StoredOffset
    | EndTold
    | EpochProbed
    | LogRead
    | CompactedRead
    | Copied
    | ShareDelivered
    | ShareSettled
    | ShareDrained
)


class History:
    """All that the clients of one simulation did and saw."""

    __slots__ = ("_happenings",)

    def __init__(self, happenings: tuple[Happening, ...] = ()) -> None:
        self._happenings: list[Happening] = list(happenings)

    def add(self, happening: Happening) -> None:
        """Appends what just happened; the list never shrinks and nothing in it changes."""
        self._happenings.append(happening)

    def __iter__(self) -> Iterator[Happening]:
        return iter(self._happenings)

    def __len__(self) -> int:
        return len(self._happenings)

    def longest_send_ms(self) -> int:
        """Returns the longest time that a record took which was acknowledged; 0: none was."""
        took_ms = (
            record.completed_ms - record.invoked_ms
            for record in self._happenings
            if isinstance(record, Sent) and record.outcome is SendOutcome.ACKED
        )
        return max(took_ms, default=0)

    def longest_wait_ms(self) -> int:
        """Returns the longest time that an idempotent producer's record took, acknowledged or not; 0: none was sent."""
        waited_ms = (
            record.completed_ms - record.invoked_ms
            for record in self._happenings
            if isinstance(record, Sent) and record.producer_id >= 0
        )
        return max(waited_ms, default=0)

    def lines(self) -> Iterator[str]:
        """Yields a line of text for each record: the same for the same history, in every process."""
        return map(line_of, self._happenings)


def line_of(record: Any) -> str:
    """Returns a record of this module or of `observations` as one line: its class and fields, as declared."""
    fields = []
    kind: Any = type(record)
    for name in _field_names(kind):
        value = getattr(record, name)
        fields.append(f"{name}={_records_text(value) if name == 'records' else text_of(value)}")
    return f"{type(record).__name__} {' '.join(fields)}"


@functools.cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def _records_text(records: Records) -> str:
    return f"[{','.join(f'{offset}={text_of(value)}' for offset, value in records)}]"


def text_of(value: Any) -> str:
    """Returns a field's value as text, without addresses and without spaces of its own."""
    if type(value) is int:
        return str(value)
    match value:
        case TopicPartition():
            return str(value)
        case Enum():
            return str(value.value)
        case None:
            return "-"
        case bytes():
            return repr(value)[1:].replace(" ", r"\x20")
        case Send():
            return f"send:{value.tp}@{text_of(value.offset)}={text_of(value.value)}"
        case Poll():
            return f"poll:{value.tp}{_records_text(value.records)}"
        case KeyedRecord():
            return f"{value.offset}:{text_of(value.key)}={text_of(value.value)}/{value.time_ms}"
        case tuple():
            return f"[{','.join(map(text_of, value))}]"
        case _:
            return str(value)

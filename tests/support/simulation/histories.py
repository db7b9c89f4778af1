"""Builds what hand-made histories consist of, with clients, partitions and times that a test need not name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kavka.common.types import TopicPartition
from kavka.simulation.history import (
    Assigned,
    Committed,
    CompactedRead,
    Copied,
    Happening,
    Isolation,
    KeyedRecord,
    LogRead,
    Poll,
    Polled,
    Records,
    Send,
    SendOutcome,
    Sent,
    StoredOffset,
    Transacted,
    TransactionEnd,
    Value,
)

A = TopicPartition("orders", 0)
B = TopicPartition("orders", 1)
READ_UNCOMMITTED, READ_COMMITTED = Isolation.READ_UNCOMMITTED, Isolation.READ_COMMITTED


def sent(
    value: Value,
    offset: int | None = None,
    outcome: SendOutcome = SendOutcome.ACKED,
    *,
    tp: TopicPartition = A,
    client: str = "p",
    number: int = 0,
    producer_id: int = 7,
) -> Sent:
    return Sent(
        client=client,
        tp=tp,
        value=value,
        outcome=outcome,
        invoked_ms=10,
        completed_ms=20,
        offset=offset,
        number=number,
        producer_id=producer_id,
    )


def failed(value: Value) -> Sent:
    return sent(value, outcome=SendOutcome.FAILED)


def unknown(value: Value, **fields: Any) -> Sent:
    return sent(value, outcome=SendOutcome.UNKNOWN, **fields)


def refused(value: Value, **fields: Any) -> Sent:
    return sent(value, outcome=SendOutcome.OUT_OF_ORDER, **fields)


def transaction(
    *ops: Send | Poll,
    client: str = "t",
    end: str = "committed",
    at: tuple[int, int] = (10, 40),
    asked: bool = True,
    group: str | None = None,
) -> Transacted:
    """Its client asks to commit a millisecond before it knows the end."""
    return Transacted(
        client=client,
        transactional_id=f"id-{client}",
        ops=ops,
        outcome=TransactionEnd(end),
        invoked_ms=at[0],
        completed_ms=at[1],
        ending_ms=at[1] - 1 if asked else None,
        group=group,
    )


def polled(
    *records: tuple[int, Value],
    tp: TopicPartition = A,
    client: str = "c",
    at: int = 100,
    isolation: Isolation = READ_COMMITTED,
    group: str | None = None,
) -> Polled:
    return Polled(client=client, tp=tp, records=records, time_ms=at, isolation=isolation, group=group)


def log(
    *records: tuple[int, Value],
    tp: TopicPartition = A,
    end: int | None = None,
    start: int = 0,
    committed: Records | None = None,
    stable: int | None = None,
    position: int | None = None,
) -> list[LogRead]:
    """What two fresh consumers read in the end, one of each isolation level."""
    end = end if end is not None else max((offset for offset, _ in records), default=-1) + 1
    stable = end if stable is None else stable
    committed = tuple(record for record in records if record[0] < stable) if committed is None else committed
    common: dict[str, Any] = {"tp": tp, "time_ms": 9000, "log_start_offset": start, "position": position}
    return [
        LogRead(isolation=READ_UNCOMMITTED, records=records, end_offset=end, **common),
        LogRead(isolation=READ_COMMITTED, records=committed, end_offset=stable, **common),
    ]


def assigned(client: str, *tps: TopicPartition, generation: int = 1, group: str = "g", at: int = 0) -> Assigned:
    return Assigned(client=client, partitions=tps, time_ms=at, group=group, generation=generation)


def committed(offset: int, *, client: str = "c", tp: TopicPartition = A) -> Committed:
    return Committed(client=client, group="g", tp=tp, offset=offset, time_ms=200)


def commit(offset: int, at: tuple[int, int], *, is_acked: bool = True) -> Committed:
    """An offset that was asked for and acknowledged at these times."""
    return Committed(client="c", group="g", tp=A, offset=offset, time_ms=at[1], invoked_ms=at[0], is_acked=is_acked)


def stored(offset: int, *, at: int = 9000) -> StoredOffset:
    return StoredOffset(group="g", tp=A, offset=offset, time_ms=at)


def cleaned(read: Iterable[KeyedRecord], *appended: KeyedRecord, at: int = 1000) -> CompactedRead:
    return CompactedRead(tp=A, appended=appended, read=tuple(read), time_ms=at, delete_retention_ms=500)


def copying(*copies: int, upto: int) -> list[Happening]:
    """A is copied to B, up to an offset; the second final read of B got to its end."""
    values = [b"%d/%d" % (value, number) for number, value in enumerate(copies)]
    written = [sent(value, offset, tp=B, number=offset) for offset, value in enumerate(values)]
    end = Copied(group="g", source=A, target=B, committed=upto, time_ms=9000)
    return [*THREE, *WHOLE, *written, *log(*enumerate(values), tp=B), end]


THREE = [sent(1, 0), sent(2, 1), sent(3, 2)]
WHOLE = log((0, 1), (1, 2), (2, 3))
KEYS = (
    KeyedRecord(0, b"a", b"1"),
    KeyedRecord(1, b"b", b"1"),
    KeyedRecord(2, b"a", b"2"),
    KeyedRecord(3, b"b", None, 800),
)

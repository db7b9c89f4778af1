"""What a log's operations give: plain values, shared by the log and those around it."""

from __future__ import annotations

from typing import Final

from kavka.protocol.records.crc32c import Buffer

CLIENT: Final = "client"
"""Whoever appends over the network."""
COORDINATOR: Final = "coordinator"
"""The broker itself, which may write control batches."""
EPOCH_MARKER: Final = "epoch marker"
"""The broker itself, with a marker that raises its producer's epoch (transaction version 2)."""


class LogAppendInfo:
    """What an append did.

    Attributes:
        first_offset: of the first record; of a duplicate, the offset that it has had since it first came.
        log_append_time: the broker's time if that is what the records carry now, else −1.
        is_duplicate: nothing was appended, the log had the batch already.
        needs_flush: `flush.messages` is reached: await `Log.flush_async` before acknowledging.
    """

    __slots__ = (
        "first_offset",
        "is_duplicate",
        "last_offset",
        "log_append_time",
        "log_start_offset",
        "max_timestamp",
        "needs_flush",
        "record_count",
    )

    def __init__(
        self,
        first_offset: int,
        last_offset: int,
        max_timestamp: int,
        log_append_time: int,
        log_start_offset: int,
        record_count: int,
        is_duplicate: bool,
        needs_flush: bool,
    ) -> None:
        self.first_offset = first_offset
        self.last_offset = last_offset
        self.max_timestamp = max_timestamp
        self.log_append_time = log_append_time
        self.log_start_offset = log_start_offset
        self.record_count = record_count
        self.is_duplicate = is_duplicate
        self.needs_flush = needs_flush


class FetchDataInfo:
    """What a read gave: whole batches, where the reader asked to begin, and where it goes on."""

    __slots__ = ("next_offset", "records", "start_offset")

    def __init__(self, records: Buffer, start_offset: int, next_offset: int) -> None:
        self.records = records
        self.start_offset = start_offset
        self.next_offset = next_offset

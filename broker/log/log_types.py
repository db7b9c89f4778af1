"""What a log's operations give and ask for: plain values, shared by the log and those around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kavka.broker.log.log_changes import LogChanges
from kavka.protocol.records.crc32c import Buffer

if TYPE_CHECKING:
    from kavka.broker.log.log_files import LogFiles

CLIENT: Final = "client"
"""Whoever appends over the network."""
COORDINATOR: Final = "coordinator"
"""The broker itself, which may write control batches."""


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


class LogHooks:
    """What a log asks of its owner; without one it does the same at once, or not at all."""

    __slots__ = ("changes", "damage_changed", "files_deleted", "rolled", "start_moved", "truncated")

    def __init__(
        self,
        *,
        files_deleted: Callable[[list[str], int], None],
        rolled: Callable[[LogFiles], None],
        truncated: Callable[[LogFiles], None] = lambda log: None,
        damage_changed: Callable[[LogFiles], None] = lambda log: None,
        start_moved: Callable[[LogFiles], None] = lambda log: None,
        changes: LogChanges | None = None,
    ) -> None:
        self.files_deleted = files_deleted  # paths, delay in ms: remove them then
        self.rolled = rolled  # a segment was sealed: flush it when there is time
        self.truncated = truncated  # it ends earlier now: what was noted of its end may be above it
        self.damage_changed = damage_changed  # it is complete no more, or again
        self.start_moved = (
            start_moved  # by retention, or by who may delete records: others want to know where it starts
        )
        self.changes = changes or LogChanges()

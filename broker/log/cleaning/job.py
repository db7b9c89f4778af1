"""A cleaning's job and its reports: plain values that fit through a pipe as lines of JSON.

    cleaner, on the loop ─▶ Job ─▶ whoever works ─▶ Progress …, Mapped, GroupCleaned …, Finished ─▶ cleaner
                                                    or Failed at any point

Nothing here refers to a log: who works may be another process, and the log may change meanwhile.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple, TypeAlias

from kavka.protocol.disk.indexes import AbortedTxn
from kavka.timer.moments import WallMs

CORRUPT: Final = "corrupt"
DISK: Final = "disk"


class WorkLimits(NamedTuple):
    """What one round of cleaning may use.

    Attributes:
        map_bytes_max: memory of the offset map.
        read_bytes: how much is read at once.
        bytes_per_second_max: read and written together; None for any.
    """

    map_bytes_max: int
    read_bytes: int
    bytes_per_second_max: float | None


class Job(NamedTuple):
    """One round of cleaning of one log.

    Attributes:
        directory: the log's.
        segments: (base offset, bytes) of all that may be cleaned, from the log's first on; they end at `end_offset`.
        first_dirty_offset: what lies before was compared with all before it already.
        end_offset: behind the last segment: the first offset that may not be cleaned.
        now_ms: wall clock, from which delete horizons count.
        map_bytes_max: memory of the offset map.
        read_bytes: how much is read at once.
        bytes_per_second_max: read and written together; None for any.
        aborted: transactions that overlap the segments.
        active_producers: producer id → (last offset or None, epoch).
    """

    directory: str
    segments: list[tuple[int, int]]
    first_dirty_offset: int
    end_offset: int
    now_ms: WallMs
    delete_retention_ms: int
    segment_bytes: int
    index_bytes_max: int
    index_interval_bytes: int
    map_bytes_max: int
    read_bytes: int
    bytes_per_second_max: float | None
    aborted: list[AbortedTxn]
    active_producers: dict[int, tuple[int | None, int]]

    def encode(self) -> bytes:
        """Encodes the job as one line of JSON."""
        return json.dumps(self._asdict()).encode() + b"\n"


def decode_job(line: bytes) -> Job:
    """Decodes a job from its line of JSON."""
    fields: dict[str, Any] = json.loads(line)
    fields["segments"] = [(base_offset, size) for base_offset, size in fields["segments"]]
    fields["aborted"] = [AbortedTxn(*transaction) for transaction in fields["aborted"]]
    fields["active_producers"] = {
        int(producer_id): (last_offset, epoch)
        for producer_id, (last_offset, epoch) in fields["active_producers"].items()
    }
    return Job(**fields)


class Progress(NamedTuple):
    """The job goes on. Reported every now and then, so that silence means that it does not."""

    bytes_moved: int


class Mapped(NamedTuple):
    """The offset map is made: what this round can clean.

    Attributes:
        end_offset: where the next round begins.
        utilization: how full the map is, 0 to 1.
    """

    end_offset: int
    bytes_read: int
    keys: int
    utilization: float


class GroupCleaned(NamedTuple):
    """One cleaned segment stands, durable, beside the segments that it may replace. Its files' names end in `.cleaned`.

    Attributes:
        base_offsets: of the segments that it has what is left of; the first of them is its own.
        size: of its log file.
    """

    base_offsets: list[int]
    size: int
    has_txn_index: bool


class Finished(NamedTuple):
    """All groups are done."""

    bytes_read: int
    bytes_written: int
    records_read: int
    records_retained: int
    records_invalid: int


class Failed(NamedTuple):
    """The job has ended early.

    Attributes:
        reason: CORRUPT: a batch is damaged; DISK: an I/O error.
        message: for people.
        errno: of the I/O error, else 0.
        base_offset: of the segment that is damaged; −1 for an I/O error.
    """

    reason: str
    message: str
    errno: int
    base_offset: int = -1


Report: TypeAlias = Progress | Mapped | GroupCleaned | Finished | Failed

_REPORTS: Final[dict[str, type[Report]]] = {
    report.__name__: report for report in (Progress, Mapped, GroupCleaned, Finished, Failed)
}


def encode_report(report: Report) -> bytes:
    """Encodes a report as one line of JSON."""
    return json.dumps([type(report).__name__, *report]).encode() + b"\n"


def decode_report(line: bytes) -> Report:
    """Decodes a report from its line of JSON."""
    name, *fields = json.loads(line)
    return _REPORTS[name](*fields)

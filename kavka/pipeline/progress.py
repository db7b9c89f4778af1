"""How far a query is: one line on a terminal for every batch, made of what Spark's listener reports.

    archive: batch 17 · 250,000 records · 341,000/s · lag 1,200,000 · 4,250,000 in all

Records are counted by offsets, not by Spark's rows: a job may move ranges of offsets as single rows. Lag is what the
source last saw in the cluster less what has been read. Nothing here decides anything.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from kavka.pipeline.source.offsets import UNRESOLVED, available, from_json, starts_in

if TYPE_CHECKING:
    from pyspark.sql.streaming.listener import StreamingQueryListener

MS_PER_S = 1000
CLEAR_LINE = "\r\x1b[K"


class BatchProgress(NamedTuple):
    """One batch.

    Attributes:
        batch: its number.
        records: offsets that it covered.
        duration_ms: from its trigger to its commit.
        lag: offsets that were there and not read.
    """

    batch: int
    records: int
    duration_ms: int
    lag: int

    def line(self, job: str, total: int) -> str:
        """Formats the progress line that users see."""
        rate = self.records * MS_PER_S / max(self.duration_ms, 1)
        done = f"{self.records:,} records · {rate:,.0f}/s · lag {self.lag:,} · {total:,} in all"
        return f"{job}: batch {self.batch} · {done}"


def read_progress(progress: dict[str, Any]) -> BatchProgress:
    """Reads the records and the lag in a batch's progress, Spark's JSON."""
    records = lag = 0
    for source in progress.get("sources", ()):
        start, end, latest = (_offset(source.get(name)) for name in ("startOffset", "endOffset", "latestOffset"))
        if end is None:
            continue
        ends = from_json(end)
        records += available(starts_in(start if start is not None else {UNRESOLVED: ""}, end), ends)
        lag += available(ends, from_json(latest)) if latest is not None else 0
    return BatchProgress(progress.get("batchId", 0), records, progress.get("batchDuration", 0), lag)


def _offset(value: Any) -> dict[str, Any] | None:
    """An offset, as the object or the text in which Spark hands it over; None where it is no offset of ours."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return None
    return (
        value
        if isinstance(value, dict) and all(isinstance(part, dict | list | str) for part in value.values())
        else None
    )


class ProgressTotals:
    """Adds batches up, and shows each on a terminal.

    Args:
        job: what the line begins with.
        stream: where to write; nothing is written unless it is a terminal.
    """

    def __init__(self, job: str, stream: TextIO) -> None:
        self._job = job
        self._stream = stream
        self._is_shown = stream.isatty()
        self.records = 0
        self.batches = 0

    def add(self, progress: dict[str, Any]) -> None:
        """Counts one batch."""
        batch = read_progress(progress)
        if not batch.records:
            return
        self.records += batch.records
        self.batches += 1
        if self._is_shown:
            self._stream.write(CLEAR_LINE + batch.line(self._job, self.records))
            self._stream.flush()

    def end(self) -> None:
        """Leaves the terminal at the beginning of an empty line."""
        if self._is_shown:
            self._stream.write(CLEAR_LINE)
            self._stream.flush()


def progress_listener(add: Callable[[dict[str, Any]], None]) -> StreamingQueryListener:
    """Returns a Spark listener that passes on every batch's progress. Spark calls it from a thread of its own."""
    from pyspark.sql.streaming.listener import (
        QueryIdleEvent,
        QueryProgressEvent,
        QueryStartedEvent,
        QueryTerminatedEvent,
        StreamingQueryListener,
    )

    class Listener(StreamingQueryListener):
        def onQueryStarted(self, event: QueryStartedEvent) -> None:
            pass

        def onQueryProgress(self, event: QueryProgressEvent) -> None:
            add(json.loads(event.progress.json))

        def onQueryIdle(self, event: QueryIdleEvent) -> None:
            pass

        def onQueryTerminated(self, event: QueryTerminatedEvent) -> None:
            pass

    return Listener()

"""Runs one streaming query to its end, or until it is interrupted, and says what it did.

Ctrl-C does not reach Spark's JVM, and PySpark's own handler cancels the tasks of the batch that runs, which then counts
as a failure. So the signals are caught here, the query is stopped between batches or within one, which is the same: the
next run repeats what was not finished. SIGTERM is treated alike, for service managers.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from kavka.pipeline.progress import ProgressTotals, progress_listener

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.streaming.query import StreamingQuery
    from pyspark.sql.streaming.readwriter import DataStreamWriter

POLL_SECONDS: Final = 0.2
"""How long Ctrl-C may go unnoticed."""

DEFAULT_TRIGGER: Final = "1 minute"


class Interruption:
    """Whether a signal has requested the end."""

    def __init__(self) -> None:
        self.is_wanted = False

    def ask(self, *_: object) -> None:
        """Requests the end of the query, as a signal's handler."""
        self.is_wanted = True


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Catches SIGINT and SIGTERM within the block. For the main thread."""
    interruption = Interruption()
    before = {number: signal.signal(number, interruption.ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield interruption
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run_query(
    session: SparkSession, writer: DataStreamWriter, job: str, *, is_once: bool, trigger: str = DEFAULT_TRIGGER
) -> ProgressTotals:
    """Starts a query and waits: with `is_once` until it has what was there, else until it is interrupted.

    Args:
        session: of the query.
        writer: everything about it but its trigger.
        job: how it is called in the progress line.
        is_once: end when everything that is there now has been read (Trigger.AvailableNow).
        trigger: how often a batch begins otherwise.

    Raises:
        StreamingQueryException: it failed.
    """
    totals = ProgressTotals(job, sys.stderr)
    listener = progress_listener(totals.add)
    session.streams.addListener(listener)
    try:
        with interruptible() as interruption:
            timed = writer.trigger(availableNow=True) if is_once else writer.trigger(processingTime=trigger)
            _wait(timed.start(), interruption)
    finally:
        _drain_listeners(session)
        session.streams.removeListener(listener)
        totals.end()
    return totals


def _wait(query: StreamingQuery, interruption: Interruption) -> None:
    try:
        while not query.awaitTermination(POLL_SECONDS):  # type: ignore[arg-type]  # seconds may be a fraction
            if interruption.is_wanted:
                return
    finally:
        query.stop()


def _drain_listeners(session: SparkSession) -> None:
    """Waits until the listener has heard of the last batch: events come by a queue of Spark's."""
    context: Any = session.sparkContext
    context._jsc.sc().listenerBus().waitUntilEmpty()

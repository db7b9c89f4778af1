"""Where a process's log goes: one stream, in lines, of which repetitions are counted (`repetitions`).

    logging ─▶ CountingHandler ─▶ Repetitions ─▶ stderr
                     │ something is held back
                     └─▶ one timer thread, until the summary is written: also where nobody logs any more

Brokers, and the supervisor with the embedded ZooKeeper, call `set_up` once. The lock of the handler is logging's own,
as loggers are used by kazoo's thread and by executors, too.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from typing import Final, TextIO

from kavka.common.printable import printable
from kavka.common.repetitions import Repetitions, Summary

LINE_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"

Later = Callable[[float, Callable[[], None]], object]
"""(seconds, what) → calls it then, on whatever thread."""


def set_up(level: int | str, *, now_ms: Callable[[], int], stream: TextIO | None = None) -> CountingHandler:
    """Makes the root logger write to a stream, stderr by default. A logger that is set up already stays as it is."""
    handler = CountingHandler(sys.stderr if stream is None else stream, now_ms=now_ms)
    handler.setFormatter(LineFormatter(LINE_FORMAT))
    logging.basicConfig(level=level, handlers=[handler])
    return handler


class LineFormatter(logging.Formatter):
    """Formats each record as one printable line.

    Names from requests, znodes and files may stand in it.

    A stack trace, which no name is in but at its end, follows on lines of its own.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Returns the record's printable line."""
        record.message = printable(record.message)
        return super().formatMessage(record)


class CountingHandler(logging.StreamHandler[TextIO]):
    """Writes lines, and counts those that repeat.

    Args:
        stream: where to.
        now_ms: a clock that does not go back.
        later: calls back, for summaries that no other line brings along.
    """

    def __init__(self, stream: TextIO, *, now_ms: Callable[[], int], later: Later | None = None) -> None:
        super().__init__(stream)
        self._now_ms = now_ms
        self._later = later if later is not None else _after
        self._repetitions = Repetitions()
        self._is_waiting = False

    def emit(self, record: logging.LogRecord) -> None:
        """Writes one record, or counts it; logging holds the handler's lock."""
        try:
            line = _words(record)
        except (TypeError, ValueError, KeyError):  # a call that does not fit its format: logging says so in its own way
            super().emit(record)
            return
        now_ms = self._now_ms()
        place = (record.pathname, record.lineno)
        is_written, said = self._repetitions.take(place, record.name, record.levelno, line, now_ms)
        if said is not None:
            super().emit(_record_of(said))
        if is_written:
            super().emit(record)
        self._say_what_is_due(now_ms)

    def tell(self, *, is_last: bool = False) -> None:
        """Writes the summaries that are due; with `is_last` all of them."""
        self.acquire()
        try:
            self._is_waiting = False
            self._say_what_is_due(self._now_ms(), is_last=is_last)
        finally:
            self.release()

    def close(self) -> None:
        """Writes the remaining summaries; logging calls it when the process ends."""
        self.tell(is_last=True)
        super().close()

    def _say_what_is_due(self, now_ms: int, *, is_last: bool = False) -> None:
        for summary in self._repetitions.summaries(now_ms, is_last=is_last):
            super().emit(_record_of(summary))
        due_ms = self._repetitions.due_ms()
        if due_ms is not None and not self._is_waiting:
            self._is_waiting = True
            self._later(max(due_ms - now_ms, 0) / 1000, self.tell)


def _words(record: logging.LogRecord) -> str:
    """Returns a record's message; of an exception the type and message, without the stack."""
    error = record.exc_info[1] if record.exc_info else None
    words = record.getMessage()
    return words if error is None else f"{words}: {type(error).__name__}: {error}"


def _record_of(summary: Summary) -> logging.LogRecord:
    return logging.LogRecord(summary.name, summary.level, "", 0, "%s", (str(summary),), None)


def _after(seconds: float, call: Callable[[], None]) -> None:
    timer = threading.Timer(seconds, call)
    timer.daemon = True  # a summary must not keep a process alive; `close` says what it would have said
    timer.start()

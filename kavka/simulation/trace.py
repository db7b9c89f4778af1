"""What happened in a simulation, for people: faults, elections, ISRs, truncations and errors, each on its host's lane.

    Hands ───────────────┐
    brokers' EventFeeds ─┼─▶ Trace ─ entries by virtual time ─▶ the digest, and told (`told`): words (`timeline`), HTML
    log records ─────────┘

Log records are those of the broker on whose host the code runs: WARNING and above, and the lines of INFO that tell of
truncations. Nothing that is traced changes what happens: hearing takes no turn of the loop.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from kavka.common.event_feed import FeedEvent
from kavka.simulation.cluster import SimulatedBroker
from kavka.simulation.hosts import HOST
from kavka.simulation.virtual_loop import VirtualLoop

US_PER_S: Final = 1_000_000
ENTRIES_MAX: Final = 20_000
CONTROLLER: Final = "controller"
KINDS: Final = frozenset({"controller", "election", "isr"})
"""Of the feeds' events: what is worth a line."""

LOGGER: Final = "kavka"
TRUNCATED: Final = "is truncated from"
IS_CONTROLLER: Final = "is the controller"
ENDED: Final = "ended"
"""How the line of a broker's life begins that ended by itself."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the timeline.

    Attributes:
        time_us: since the simulation's begin.
        lane: the host, or `controller`.
        kind: `fault`, `life`, `controller`, `election`, `isr`, `truncation`, `acks`, `warning`, `error`, `phase`.
        words: what happened.
    """

    time_us: int
    lane: str
    kind: str
    words: str

    def __str__(self) -> str:
        return f"{self.time_us / US_PER_S:10.4f} s  {self.lane:<12} {self.kind:<10} {self.words}"

    def to_json(self) -> dict[str, Any]:
        """Returns what JSON can show."""
        return {"time_us": self.time_us, "lane": self.lane, "kind": self.kind, "words": self.words}


class Trace:
    """See the module.

    Args:
        loop: has the time.
        on_truncated: called when a log has been truncated, within the act.

    Attributes:
        failures: what brokers logged with a traceback: nobody expected it.
        log_lines: how much they logged, shown or not.
    """

    def __init__(self, loop: VirtualLoop, on_truncated: Callable[[], None] = lambda: None) -> None:
        self._loop = loop
        self._on_truncated = on_truncated
        self._entries: list[Entry] = []
        self._lanes: dict[str, None] = {}
        self._is_over = False
        self.failures: list[str] = []
        self.log_lines = 0

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def note(self, lane: str, kind: str, words: str) -> None:
        """Adds a line; beyond `ENTRIES_MAX` none is kept, and none that comes of the end of the world (`close`)."""
        if not self._is_over and len(self._entries) < ENTRIES_MAX:
            self._entries.append(Entry(self._loop.now_us, lane, kind, words))

    def close(self) -> None:
        """Hears nothing more: what dead brokers' coroutines do when they are disposed of has not happened."""
        self._is_over = True

    def watch(self, broker: SimulatedBroker) -> None:
        """Listens to a life of a broker."""
        assert broker.broker is not None
        lane = broker.name
        self._lanes[lane] = None

        def heard(event: FeedEvent) -> None:
            if event.kind in KINDS:
                self.note(CONTROLLER if event.kind == "election" else lane, event.kind, _words(event))

        broker.broker.feed.listen(heard)

    def count_line(self) -> None:
        """Counts what a broker logged."""
        self.log_lines += 1

    def logged(self, record: logging.LogRecord) -> None:
        """Adds what a broker logged, if it is worth a line."""
        if self._is_over:
            return
        host = HOST.get(None)
        lane = "outside" if host is None else host.name
        text = record.getMessage()
        if record.exc_info is not None and record.exc_info[1] is not None:
            error = record.exc_info[1]
            text = f"{text}: {type(error).__name__}: {error}"
            if record.levelno >= logging.ERROR:
                self.failures.append(f"{lane}: {text}")
        if record.levelno >= logging.WARNING:
            self.note(lane, "error" if record.levelno >= logging.ERROR else "warning", text)
        elif TRUNCATED in text:
            self.note(lane, "truncation", text)
            self._on_truncated()


def figures_of(entries: Iterable[Entry]) -> dict[str, int]:
    """Counts what a scenario may limit (`scenario.FIGURES`), as far as the timeline tells it."""
    counts = dict.fromkeys(("broker ends", "controllers", "elections", "first election after ms", "truncations"), 0)
    first_fault_us: int | None = None
    for entry in entries:
        counts["broker ends"] += entry.kind == "life" and entry.words.startswith(ENDED)
        counts["controllers"] += entry.kind == "controller" and entry.words.startswith(IS_CONTROLLER)
        counts["truncations"] += entry.kind == "truncation"
        if entry.kind == "fault" and first_fault_us is None:
            first_fault_us = entry.time_us
        elif entry.kind == "election" and first_fault_us is not None:
            counts["elections"] += 1
            counts["first election after ms"] = counts["first election after ms"] or (
                (entry.time_us - first_fault_us) // 1_000
            )
    return counts


def timeline(entries: Iterable[Entry]) -> str:
    """Returns the entries in words, a line each."""
    return "\n".join(map(str, entries))


class TraceHandler(logging.Handler):
    """Hands log records to a trace.

    Args:
        trace: adds them.
    """

    def __init__(self, trace: Trace) -> None:
        super().__init__(logging.INFO)
        self._trace = trace

    def emit(self, record: logging.LogRecord) -> None:
        """Adds a record; of INFO those alone that are wanted, before any text is made."""
        self._trace.count_line()
        if record.levelno >= logging.WARNING or TRUNCATED in str(record.msg):
            self._trace.logged(record)


class ClientHandler(logging.Handler):
    """Hands what users' services log to a trace, without judging it.

    Args:
        trace: adds the lines.
    """

    def __init__(self, trace: Trace) -> None:
        super().__init__(logging.WARNING)
        self._trace = trace

    def emit(self, record: logging.LogRecord) -> None:
        """Adds a record of WARNING or above."""
        host = HOST.get(None)
        kind = "error" if record.levelno >= logging.ERROR else "warning"
        self._trace.note("outside" if host is None else host.name, kind, f"{record.name}: {record.getMessage()}")


@contextlib.contextmanager
def heard_by(trace: Trace) -> Iterator[None]:
    """Hands what kavka logs to a trace, and to nobody else."""
    logger = logging.getLogger(LOGGER)
    level, propagates, handlers = logger.level, logger.propagate, logger.handlers[:]
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.handlers[:] = [TraceHandler(trace)]
    try:
        yield
    finally:
        logger.setLevel(level)
        logger.propagate = propagates
        logger.handlers[:] = handlers


def _words(event: FeedEvent) -> str:
    what = event.what
    if event.kind == "controller":
        if what["is_active"]:
            return f"{IS_CONTROLLER} of epoch {what['epoch']}"
        return f"resigns as controller of epoch {what['epoch']}: {what.get('reason', '')}"
    if event.kind == "election":
        unclean = ", unclean" if what["unclean"] else ""
        return (
            f"{what['partition']}: leader {what['before']} → {what['leader']} "
            f"in leader epoch {what['leader_epoch']}, ISR {what['isr']} ({what['strategy']}{unclean})"
        )
    return f"{what['partition']}: ISR {what['before']} → {what['isr']}"

"""Counts log lines that repeat instead of writing them: which lines pass, and what is said of the others. Sans I/O.

    a line ─▶ the same words from the same place, 10 a second ─▶ any words from that place, 1,000 in 10 s ─▶ written
                          │ more                                             │ more
                          └───────────── held back and counted ──────────────┘
                                              │ ten seconds later
                                              ▼
                          "… repeated 565,210 times in the last 10 s"

A place is a line of the program that logs. Nothing that is said elsewhere is ever held back for it, so no flood hides
what else happens; and the first lines of a flood are always written, whatever their level. A place that goes on
flooding may write ten lines between two summaries and no longer a thousand: what a peer can cause, over and over, with
words that differ (its port), is a line a second then, and not a full disk.

Time is an argument, and so is when summaries are due: `log_output` is what brings lines and time here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final, NamedTuple

Place = tuple[str, int]
"""The file and the line that log."""

SAME_LINES_MAX: Final = 10
"""The same line so often a second."""
PLACE_LINES_MAX: Final = 1_000
"""Different lines of one place in ten seconds: a broker of a thousand partitions may say one thing of each …"""
PLACE_LINES_AGAIN_MAX: Final = 10
"""… and so many of a place that was held back just before."""


class Limit(NamedTuple):
    """Limits the lines that are written in a window, and after a flood."""

    window_ms: int
    lines_max: int
    lines_again_max: int


SAME_LINE: Final = Limit(window_ms=1_000, lines_max=SAME_LINES_MAX, lines_again_max=SAME_LINES_MAX)
SAME_PLACE: Final = Limit(window_ms=10_000, lines_max=PLACE_LINES_MAX, lines_again_max=PLACE_LINES_AGAIN_MAX)
SUMMARY_MS: Final = 10_000
"""How long lines are counted before it is said how many there were."""
LINES_MAX: Final = 512
"""Lines that are remembered; the one that was seen least recently is forgotten, and its held-back count reported."""
PLACES_MAX: Final = 2_048
"""Places, likewise: more than there are in the program."""
EXAMPLE_CHARS_MAX: Final = 300


class Summary(NamedTuple):
    """What is said of lines that were held back.

    Attributes:
        name: the logger's.
        level: theirs.
        lines: how many.
        during_ms: from the first to the moment of saying so.
        example: the last of them, shortened.
        is_same: all of them were this line; else they came from the same place with different words.
    """

    name: str
    level: int
    lines: int
    during_ms: int
    example: str
    is_same: bool

    def __str__(self) -> str:
        seconds = max(1, round(self.during_ms / 1_000))
        what = "repeated" if self.is_same else "and others like it came"
        return f"{self.example} … {what} {self.lines:,} times in the last {seconds} s"


class _Count:
    """How often one line, or one place, spoke in its window."""

    __slots__ = ("example", "held", "held_since_ms", "is_flooding", "is_same", "level", "name", "passed", "since_ms")

    def __init__(self, name: str, level: int, now_ms: int, *, is_same: bool) -> None:
        self.name = name
        self.level = level
        self.is_same = is_same
        self.since_ms = now_ms
        self.passed = 0
        self.held = 0
        self.held_since_ms = 0
        self.is_flooding = False
        self.example = ""

    def take(self, line: str, now_ms: int, limit: Limit) -> bool:
        """Tells whether a line may be written, and counts it. From the first refused line on, none may until `end`."""
        if not self.held:
            if not 0 <= now_ms - self.since_ms < limit.window_ms:
                self.since_ms, self.passed, self.is_flooding = now_ms, 0, False
            if self.passed < (limit.lines_again_max if self.is_flooding else limit.lines_max):
                self.passed += 1
                return True
            self.held_since_ms = now_ms
        self.held += 1
        self.example = line[:EXAMPLE_CHARS_MAX]
        return False

    def end(self, now_ms: int) -> Summary:
        """Begins the next window; returns what is said of this one."""
        summary = Summary(
            self.name, self.level, self.held, now_ms - self.held_since_ms, self.example, is_same=self.is_same
        )
        self.held = self.passed = 0
        self.since_ms, self.is_flooding = now_ms, True
        return summary


class Repetitions:
    """The counts of one process's log; bounded by `LINES_MAX` and `PLACES_MAX`."""

    __slots__ = ("_held", "_lines", "_places")

    def __init__(self) -> None:
        self._lines: OrderedDict[Hashable, _Count] = OrderedDict()
        self._places: OrderedDict[Hashable, _Count] = OrderedDict()
        # Invariant: what holds lines back now, in the order in which it began to.
        self._held: dict[_Count, None] = {}

    def take(self, place: Place, name: str, level: int, line: str, now_ms: int) -> tuple[bool, Summary | None]:
        """Decides whether a line is written.

        Args:
            place: where it was logged.
            name: the logger's.
            level: its level.
            line: its words, with what an exception said.
            now_ms: a clock that does not go back.

        Returns:
            Whether it is to be written, and what is to be said before it because it would be forgotten else.
        """
        same, forgotten = self._count(self._lines, (place, level, hash(line)), LINES_MAX, name, level, now_ms)
        if not same.take(line, now_ms, SAME_LINE):
            self._held[same] = None
            return False, forgotten
        alike, also = self._count(self._places, (place, level), PLACES_MAX, name, level, now_ms)
        is_written = alike.take(line, now_ms, SAME_PLACE)
        if not is_written:
            self._held[alike] = None
        return is_written, forgotten or also

    def due_ms(self) -> int | None:
        """Returns the time when the next summary is due; None without held-back lines."""
        oldest = next(iter(self._held), None)
        return None if oldest is None else oldest.held_since_ms + SUMMARY_MS

    def summaries(self, now_ms: int, *, is_last: bool = False) -> list[Summary]:
        """Returns the summaries that are due.

        Args:
            now_ms: as of `take`.
            is_last: the process ends: everything.
        """
        said = []
        while (due_ms := self.due_ms()) is not None and (is_last or due_ms <= now_ms):
            said.append(self._end(next(iter(self._held)), now_ms))
        return said

    def _count(
        self, counts: OrderedDict[Hashable, _Count], key: Hashable, counts_max: int, name: str, level: int, now_ms: int
    ) -> tuple[_Count, Summary | None]:
        """Returns a key's count, and the summary of the count forgotten for it."""
        found = counts.get(key)
        if found is not None:
            counts.move_to_end(key)
            return found, None
        forgotten = None
        if len(counts) >= counts_max:
            _, oldest = counts.popitem(last=False)
            if oldest.held:
                forgotten = self._end(oldest, now_ms)
        found = counts[key] = _Count(name, level, now_ms, is_same=counts is self._lines)
        return found, forgotten

    def _end(self, count: _Count, now_ms: int) -> Summary:
        del self._held[count]
        return count.end(now_ms)

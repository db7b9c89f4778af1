"""Where in a log reading begins and where it ends, as -o says it: text to values, no I/O.

    beginning  end  stored         kcat's words; start, earliest and latest are understood as well
    17  -5  +5                     an offset; the last five of each partition; five after its beginning
    17:42  17:  :42  :end          from an offset (that one too) to another (that one not); `end`: what is the end now
    @T  @T1:T2  @T1:end  @:T2      by time, as rpk writes it: from the first record at or after T1 to the one of T2
    s@T  e@T                       the same as kcat writes it, each an -o of its own

What a time may be says `moments`. In a range the second may be a duration after the first: @2026-11-21T10:00:2h.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final, NamedTuple

from kavka.cli.moments import parse_moment


class PlaceKind(Enum):
    """What a place counts from."""

    BEGINNING = "beginning"
    END = "end"
    OFFSET = "offset"
    TIMESTAMP = "timestamp"
    STORED = "stored"
    """Where the group has got to."""


class LogPlace(NamedTuple):
    """A place in every partition that is read."""

    kind: PlaceKind
    number: int = 0
    """BEGINNING: records after it; END: records before it; OFFSET: that; TIMESTAMP: ms since the epoch."""

    def offset_in(self, *, begin: int, end: int, at_time: int) -> int:
        """Returns its offset in a partition, within what the partition holds.

        Args:
            begin: The log start offset.
            end: The first offset that nobody can read yet.
            at_time: Of the first record of this time or later, where the place is a time; negative: there is none.
        """
        found = {
            PlaceKind.BEGINNING: begin + self.number,
            PlaceKind.END: end - self.number,
            PlaceKind.OFFSET: self.number,
            PlaceKind.TIMESTAMP: at_time if at_time >= 0 else end,
        }[self.kind]
        return max(begin, min(found, end))


class ReadSpan(NamedTuple):
    """From where to where."""

    start: LogPlace
    stop: LogPlace | None = None
    """The first place that is not read; None: reading follows the log."""


BEGINNING: Final = LogPlace(PlaceKind.BEGINNING)
END: Final = LogPlace(PlaceKind.END)
STORED: Final = LogPlace(PlaceKind.STORED)

_WORDS: Final = {
    "beginning": BEGINNING,
    "start": BEGINNING,
    "earliest": BEGINNING,
    "end": END,
    "latest": END,
    "stored": STORED,
}
_NUMBER = re.compile(r"([+-]?)(\d{1,19})", re.ASCII)

_Ends = tuple[LogPlace | None, LogPlace | None]


def parse_span(values: Iterable[str], *, now_ms: int, default: LogPlace = BEGINNING) -> ReadSpan:
    """Parses what all -o options say together.

    Args:
        values: Each says a start, a stop, or both.
        now_ms: What -1h counts from.
        default: The start, where none is said.

    Raises:
        ValueError: one says nothing, or two say the same.
    """
    start: LogPlace | None = None
    stop: LogPlace | None = None
    for value in values:
        found_start, found_stop = _parse(value, now_ms)
        if found_start is not None and start is not None:
            raise ValueError("-o says twice where to begin")
        if found_stop is not None and stop is not None:
            raise ValueError("-o says twice where to stop")
        start, stop = start or found_start, stop or found_stop
    return ReadSpan(start or default, stop)


def parse_place(text: str, *, now_ms: int) -> LogPlace:
    """Parses one place, such as `kavka topic trim --to` takes.

    Raises:
        ValueError: it is none, or a range.
    """
    start, stop = _parse(text, now_ms)
    if start is None or stop is not None or start is STORED:
        raise ValueError(f"{text!r} is no single place in a log")
    return start


def _parse(text: str, now_ms: int) -> _Ends:
    if text.startswith("s@"):
        return _time(text[2:], now_ms), None
    if text.startswith("e@"):
        return None, _time(text[2:], now_ms)
    found = _times(text[1:], now_ms) if text.startswith("@") else _offsets(text)
    if found is None:
        raise ValueError(
            f"-o {text!r} is no place in a log; write beginning, end, N, -N, +N, N:M, @TIME, @TIME:TIME, "
            "s@TIME or e@TIME"
        )
    return found


def _offsets(text: str) -> _Ends | None:
    left, colon, right = text.partition(":")
    if not colon:
        place = _offset(text)
        return None if place is None else (place, None)
    start, stop = _offset(left), _offset(right)
    if (left and start is None) or (right and stop is None) or not (left or right) or stop is STORED:
        return None
    # ":42" is from where the log begins, whatever the verb's default is.
    return start or BEGINNING, stop


def _offset(text: str) -> LogPlace | None:
    if text in _WORDS:
        return _WORDS[text]
    number = _NUMBER.fullmatch(text)
    if number is None:
        return None
    kinds = {"": PlaceKind.OFFSET, "+": PlaceKind.BEGINNING, "-": PlaceKind.END}
    return LogPlace(kinds[number[1]], int(number[2]))


def _time(text: str, now_ms: int, *, after_ms: int | None = None) -> LogPlace:
    return LogPlace(PlaceKind.TIMESTAMP, parse_moment(text, now_ms=now_ms, after_ms=after_ms))


def _times(text: str, now_ms: int) -> _Ends | None:
    """Parses a time or a range of them; dates have colons too, so each colon is tried."""
    for left, right, is_range in _splits(text):
        try:
            start = _time(left, now_ms) if left else BEGINNING
            if not is_range or not right:
                return start, None
            if right == "end":
                return start, END
            return start, _time(right, now_ms, after_ms=start.number if left else None)
        except ValueError:
            continue
    return None


def _splits(text: str) -> Iterator[tuple[str, str, bool]]:
    if text:
        yield text, "", False
    for colon in re.finditer(":", text):
        left, right = text[: colon.start()], text[colon.end() :]
        if left or right:
            yield left, right, True

"""Moments and durations as a user writes them: text to milliseconds, no I/O; what time it is now is an argument.

    durations   500ms  90s  15m  2h  1h30m  1d  PT1H30M  P1DT12H
    moments     1700000000000 (ms)  1700000000 (ten digits: seconds)  2026-11-21  2026-11-21T10:00:00+01:00  now  -1h

A date without a zone is this machine's.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

_UNITS_MS: Final = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
_SHORT = re.compile(r"(?:\d+(?:ms|s|m|h|d))+")
_SHORT_PART = re.compile(r"(\d+)(ms|s|m|h|d)")
_ISO = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?", re.IGNORECASE)

_SECONDS_DIGITS: Final = 10
"""So many digits are seconds since the epoch, as `date +%s` prints them: as milliseconds they were of early 1970."""

TIMESTAMP_MS_MAX: Final = 2**63 - 1


def parse_duration(text: str) -> int:
    """Parses a duration to milliseconds.

    Raises:
        ValueError: it is no duration.
    """
    if _SHORT.fullmatch(text):
        return sum(int(number) * _UNITS_MS[unit] for number, unit in _SHORT_PART.findall(text))
    iso = _ISO.fullmatch(text)
    if iso is None or not any(iso.groups()):
        raise ValueError(f"{text!r} is no duration; write 90s, 15m, 2h, 1d, or ISO 8601 as in PT1H30M")
    days, hours, minutes, seconds = (float(part or 0) for part in iso.groups())
    return int((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)


def parse_moment(text: str, *, now_ms: int, after_ms: int | None = None) -> int:
    """Parses a moment to milliseconds since the epoch.

    Args:
        text: What the user wrote.
        now_ms: What `now` and `-1h` count from.
        after_ms: What a duration without a sign counts from; None: there is nothing before it.

    Raises:
        ValueError: it is no moment, or one that no timestamp can have.
    """
    found = _moment(text, now_ms=now_ms, after_ms=after_ms)
    if found is None:
        raise ValueError(f"{text!r} is no moment; write ms, 2026-11-21, 2026-11-21T10:00:00Z, now, or -1h")
    if not 0 <= found <= TIMESTAMP_MS_MAX:
        raise ValueError(f"{text!r} is no moment that a timestamp can have")
    return found


def _moment(text: str, *, now_ms: int, after_ms: int | None) -> int | None:
    if text.isascii() and text.isdecimal():
        return int(text) * 1_000 if len(text) == _SECONDS_DIGITS else int(text)
    if text == "now":
        return now_ms
    try:
        if text.startswith("-"):
            return now_ms - parse_duration(text[1:])
        if after_ms is not None:
            return after_ms + parse_duration(text.removeprefix("+"))
    except ValueError:
        pass
    try:
        return int(datetime.fromisoformat(text).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return None

"""How a user says where a group shall go on: text to values, no I/O.

--to           earliest  latest  current  17  @1700000000000  2026-11-21T10:00:00  2026-11-21T10:00:00+01:00
--topic        events  events:0,2,5

Durations (--by-duration) are `moments`'.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from kavka.client.groups import Place

_WORDS = {
    "earliest": Place.EARLIEST,
    "beginning": Place.EARLIEST,
    "latest": Place.LATEST,
    "end": Place.LATEST,
    "current": Place.CURRENT,
}


def parse_place(text: str) -> tuple[Place, int]:
    """Parses the place and its number in --to; a date without a zone is this machine's.

    Raises:
        ValueError: it says nothing.
    """
    if text in _WORDS:
        return _WORDS[text], 0
    if text.isdecimal():
        return Place.OFFSET, int(text)
    if text.startswith("@") and text[1:].isdecimal():
        return Place.TIMESTAMP, int(text[1:])
    try:
        return Place.TIMESTAMP, int(datetime.fromisoformat(text).timestamp() * 1000)
    except ValueError:
        raise ValueError(
            f"--to {text!r} is no place; write earliest, latest, current, an offset, @MS, or 2026-11-21T10:00:00"
        ) from None


def parse_topics(values: Iterable[str]) -> dict[str, list[int]]:
    """Parses topics and their partitions; no partitions are all of them.

    Raises:
        ValueError: one is not TOPIC or TOPIC:P,P.
    """
    found: dict[str, list[int]] = {}
    for value in values:
        topic, colon, listed = value.partition(":")
        numbers = listed.split(",") if colon else []
        if not topic or not all(number.isdecimal() for number in numbers):
            raise ValueError(f"--topic {value!r} is not TOPIC or TOPIC:P,P")
        found[topic] = [*found.get(topic, ()), *map(int, numbers)] if colon else []
    return found

"""What holds for one share group where its records are read: the port, and the broker's own terms behind it.

    broker's keys ─▶ the group's own, where it has some (resource GROUP) ─▶ ShareGroupTerms ─▶ locks, limits, beginnings

Not here: the keys (`broker.config.share_keys`), where a group's own come from.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kavka.broker.share.partition.in_flight_records import ShareLimits

LATEST: Final = "latest"
EARLIEST: Final = "earliest"

_DURATION: Final = re.compile(
    r"by_duration:P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d*)?)S)?)?", re.ASCII | re.IGNORECASE
)
"""Of the durations that Java reads, those without a sign."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareGroupTerms:
    """What holds for a share group.

    Attributes:
        limits: of each of its share-partitions.
        lock_ms: how long a record is locked for a member.
        auto_offset_reset: where a share-partition begins: LATEST, EARLIEST, or so many milliseconds ago.
        is_read_committed: whether records of open or aborted transactions are left out.
    """

    limits: ShareLimits
    lock_ms: int
    auto_offset_reset: str | int = LATEST
    is_read_committed: bool = False


def offset_reset(text: str) -> str | int:
    """Reads `share.auto.offset.reset`: LATEST, EARLIEST, or the milliseconds of `by_duration:PT1H`.

    Raises:
        ValueError: it is none of these.
    """
    lowered = text.lower()
    if lowered in (LATEST, EARLIEST):
        return lowered
    parts = _DURATION.fullmatch(text)
    if parts is None or not any(parts.groups()):
        raise ValueError(f"{text!r} is neither earliest, latest nor by_duration:<ISO 8601 duration>")
    days, hours, minutes, seconds = (float(part or 0) for part in parts.groups())
    return int((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)


TermsOf = Callable[[str], ShareGroupTerms]
"""Returns what holds now for the group of an id."""

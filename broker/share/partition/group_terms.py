"""What holds for one share group where its records are read: the port, and the broker's own terms behind it.

    broker's keys ─▶ the group's own, where it has some (resource GROUP) ─▶ ShareGroupTerms ─▶ locks, limits, beginnings

Not here: the keys, the broker's (`broker.config.share_keys`) and a group's own (`broker.config.group_configs`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kavka.broker.config.group_configs import LATEST
from kavka.broker.share.partition.in_flight_records import ShareLimits


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


TermsOf = Callable[[str], ShareGroupTerms]
"""Returns what holds now for the group of an id."""

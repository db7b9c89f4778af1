"""What holds for one share group where its records are read: the port, and the broker's own terms behind it.

    broker's keys ─▶ the group's own, where it has some (resource GROUP) ─▶ ShareGroupTerms ─▶ locks, limits, beginnings

Not here: the keys, the broker's (`broker.config.share_keys`) and a group's own (`broker.config.group_configs`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kavka.broker.config.group_configs import (
    LATEST,
    READ_COMMITTED,
    SHARE_AUTO_OFFSET_RESET,
    SHARE_ISOLATION_LEVEL,
    SHARE_RECORD_LOCK_DURATION,
    offset_reset,
)
from kavka.broker.share.partition.in_flight_records import ShareLimits

if TYPE_CHECKING:
    from kavka.broker.cluster.group_configs import GroupConfigs
    from kavka.broker.share.share_config import ShareGroupConfig

GROUPS_MAX: Final = 1_000
"""Groups whose terms are kept: each fetch asks for them several times."""


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


class LiveTerms:
    """The terms of groups, made once of each configuration: the broker's and the group's.

    Args:
        config: what holds for all share groups now, another object when it is another.
        group_configs: what is configured of single groups.
    """

    __slots__ = ("_config", "_group_configs", "_made", "_made_of")

    def __init__(self, config: Callable[[], ShareGroupConfig], group_configs: GroupConfigs) -> None:
        self._config = config
        self._group_configs = group_configs
        self._made_of = config()
        self._made: dict[str, tuple[Mapping[str, str], ShareGroupTerms]] = {}
        """Group → what is configured of it, and the terms that were made of that."""

    def __call__(self, group_id: str) -> ShareGroupTerms:
        """Returns what holds now for a group."""
        config = self._config()
        if config is not self._made_of:
            self._made_of = config
            self._made.clear()
        texts = self._group_configs.texts_of(group_id)
        made_of, terms = self._made.get(group_id, (None, None))
        if terms is None or made_of is not texts:
            if len(self._made) >= GROUPS_MAX:
                self._made.clear()
            terms = self._terms(group_id, config)
            self._made[group_id] = texts, terms
        return terms

    def _terms(self, group_id: str, config: ShareGroupConfig) -> ShareGroupTerms:
        value = self._group_configs.value
        return ShareGroupTerms(
            limits=ShareLimits(config.delivery_count_limit, config.partition_record_locks_max),
            lock_ms=value(group_id, SHARE_RECORD_LOCK_DURATION),
            auto_offset_reset=offset_reset(value(group_id, SHARE_AUTO_OFFSET_RESET)),
            is_read_committed=value(group_id, SHARE_ISOLATION_LEVEL) == READ_COMMITTED,
        )

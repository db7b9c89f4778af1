"""The topics of a subscription: names, or a pattern that is looked up, and whether they have changed since.

    subscribe ──▶ names, sorted          │ the leader of the group ──counts──▶ watched: topics of all members, and
                  pattern ──look_up──▶ names matched                          how many partitions each had
                                         have_changed ◀── either means something else by now: time for a rebalance

Every member watches its own pattern, and the leader the partitions of all; both change without anybody's telling them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from kavka.client.cluster import Cluster
from kavka.timer.moments import MonotonicMs


class SubscribedTopics:
    """What one member of a group subscribes to, and watches as its leader.

    Args:
        cluster: Whose topics.
        age_ms_max: How often they are looked at again.

    Attributes:
        names: The topics of the subscription; of a pattern, those that matched when it was looked up last.
    """

    def __init__(self, cluster: Cluster, *, age_ms_max: int) -> None:
        self.names: tuple[str, ...] = ()
        self._cluster = cluster
        self._age_ms_max = age_ms_max
        self._pattern: re.Pattern[str] | None = None
        self._watched: Sequence[str] = ()
        self._seen_counts: Mapping[str, int] | None = None  # of the watched topics; the leader's business
        self._looked_ms = MonotonicMs(0)

    def subscribe(self, topics: Iterable[str], pattern: re.Pattern[str] | None) -> None:
        """Replaces the subscription."""
        self.names = tuple(sorted(set(topics)))
        self._pattern = pattern
        self._seen_counts = None

    async def look_up(self) -> None:
        """Updates the topics that the pattern matches; names stay as they are."""
        if self._pattern is not None:
            self.names = await self._matching(self._pattern)

    async def watch(self, topics: Iterable[str]) -> Mapping[str, int]:
        """Returns the partition counts of the group's topics, which the leader watches from now on."""
        self._watched = sorted(set(topics))
        self._seen_counts = await self._counts(self._watched)
        return self._seen_counts

    def watch_no_more(self) -> None:
        """Leaves watching the group's topics to its leader."""
        self._seen_counts = None

    @property
    def are_due(self) -> bool:
        """Tells whether it is time to see whether they have changed.

        With every heartbeat while a topic is missing: whoever waits for one wants it soon.
        """
        if self._seen_counts is not None and len(self._seen_counts) < len(self._watched):
            return True
        return self._cluster.clock.monotonic_ms() - self._looked_ms >= self._age_ms_max

    async def have_changed(self) -> bool:
        """Tells whether the pattern means other topics, or the leader sees other partitions."""
        self._looked_ms = self._cluster.clock.monotonic_ms()
        has_changed = False
        if self._pattern is not None:
            has_changed = await self._matching(self._pattern) != self.names
        if self._seen_counts is not None:
            has_changed |= await self._counts(self._watched) != self._seen_counts
        return has_changed

    async def _matching(self, pattern: re.Pattern[str]) -> tuple[str, ...]:
        metadata = await self._cluster.refresh(None)
        self._looked_ms = self._cluster.clock.monotonic_ms()
        names = (info.name for info in metadata.topics.values() if not info.is_internal)
        return tuple(sorted(name for name in names if pattern.fullmatch(name)))

    async def _counts(self, topics: Sequence[str]) -> dict[str, int]:
        metadata = await self._cluster.refresh(topics)
        self._looked_ms = self._cluster.clock.monotonic_ms()
        counts = {name: len(info.partitions) for name in topics if (info := metadata.topics.get(name)) is not None}
        return {name: count for name, count in counts.items() if count}

"""Who hears which partitions this broker leads: listeners to a topic, watchers, and subscribers of the feed.

    ControllerCommands ─▶ tell, after the change is whole ─┬▶ feed: "leadership", while anybody looks
                                                           ├▶ the topic's listener: elected, or resigned
                                                           └▶ watchers: of whatever topic, that it may have changed

Coordinators listen to their internal topic, and are what follows from leading it. Not here: who decides (the
controller), what a listener does with it (`internal_log`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol

from kavka.protocol.epochs import LeaderEpoch

if TYPE_CHECKING:
    from kavka.broker.replica.partition import Partition
    from kavka.common.types import Feed


class LeadershipListener(Protocol):
    """Wants to know which partitions of a topic this broker leads."""

    def elected(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Notes that this broker leads the partition, from now on or still. The epoch may be new."""

    def resigned(self, index: int) -> None:
        """Notes that this broker does not lead the partition, any more or as before."""


class Leaderships:
    """Notifies of leaderships.

    Args:
        feed: gets changed leaderships, for subscribers.
    """

    __slots__ = ("_feed", "_listeners", "_watchers")

    def __init__(self, feed: Feed | None = None) -> None:
        self._feed = feed
        self._listeners: dict[str, LeadershipListener] = {}
        self._watchers: tuple[Callable[[Partition], None], ...] = ()

    def set_listener(self, topic: str, listener: LeadershipListener) -> None:
        """Notifies a listener of one topic's leaderships, instead of the listener before."""
        self._listeners[topic] = listener

    def watch(self, watcher: Callable[[Partition], None]) -> None:
        """Notifies a watcher of every partition whose leadership may have changed, besides those before."""
        self._watchers = (*self._watchers, watcher)

    def tell(self, partitions: Iterable[Partition]) -> None:
        """Notifies the listeners; after the change is whole, whatever the listener then does."""
        feed, listeners, watchers = self._feed, self._listeners, self._watchers
        is_watched = feed is not None and feed.is_watched
        for partition in partitions:
            topic, index = partition.topic_partition
            if feed is not None and is_watched:
                feed.publish("leadership", **_shown(partition))
            for watcher in watchers:
                watcher(partition)
            listener = listeners.get(topic)
            if listener is None:
                continue
            if partition.is_leader:
                listener.elected(index, partition.leader_epoch)
            else:
                listener.resigned(index)


def _shown(partition: Partition) -> dict[str, Any]:
    return {
        "partition": str(partition),
        "broker": partition.broker_id,
        "leader": partition.leader_id,
        "leader_epoch": partition.leader_epoch,
        "isr": list(partition.isr),
    }

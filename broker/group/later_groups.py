"""Groups of the consumer protocol (KIP-848), share groups and streams groups: built with the first one, imported then.

    handler ─▶ consumers, shares, streams ────┐
    store ─── loaded: a group that has one ───┴─▶ built, once ─▶ listens to the store from then on

Most brokers coordinate none of them, and what these groups need is a tenth of what a broker imports (decision 0114).
Not here: what they do (`consumer.coordinator`, `share.coordinator`, `streams.coordinator`), and classic groups, which
every broker has.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from kavka.common.on_demand import OnDemand

if TYPE_CHECKING:
    from kavka.broker.group.consumer.coordinator import ConsumerGroups
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.group_config import ConsumerGroupConfig, GroupConfig
    from kavka.broker.group.group_metadata import GroupMetadata
    from kavka.broker.group.group_store import GroupStore
    from kavka.broker.group.rebalance import Rebalances
    from kavka.broker.group.share.coordinator import ShareGroups
    from kavka.broker.group.share.share_offsets import LatestOffsets
    from kavka.broker.group.states import GroupState
    from kavka.broker.group.streams.coordinator import StreamsGroups
    from kavka.broker.group.streams.streams_config import StreamsGroupConfig
    from kavka.broker.metrics import GroupMetrics
    from kavka.broker.share.persister import Persister
    from kavka.broker.share.share_config import ShareGroupConfig
    from kavka.timer.clock import Clock
    from kavka.timer.timer import Timer


class LaterGroups:
    """Builds what these groups need; the parts are those of `ConsumerGroups`, `ShareGroups` and `StreamsGroups`.

    Args:
        persister: returns what keeps what share groups have done with partitions.

    Attributes:
        consumers: groups of the consumer protocol.
        shares: share groups (KIP-932).
        streams: streams groups (KIP-1071).
    """

    __slots__ = ("consumers", "shares", "streams")

    def __init__(
        self,
        *,
        store: GroupStore,
        rebalances: Rebalances,
        timer: Timer,
        clock: Clock,
        config: Callable[[], GroupConfig],
        config_of: Callable[[str], ConsumerGroupConfig],
        share_config_of: Callable[[str], ShareGroupConfig],
        streams_config_of: Callable[[str], StreamsGroupConfig],
        topics: Callable[[], Topics],
        metrics: GroupMetrics,
        rng: random.Random,
        persister: Callable[[], Persister],
        latest: LatestOffsets,
    ) -> None:
        def build_consumers() -> ConsumerGroups:
            from kavka.broker.group.consumer.coordinator import ConsumerGroups

            return ConsumerGroups(
                store=store,
                rebalances=rebalances,
                timer=timer,
                clock=clock,
                config=config,
                config_of=config_of,
                topics=topics,
                metrics=metrics,
                rng=rng,
            )

        def build_shares() -> ShareGroups:
            from kavka.broker.group.share.coordinator import ShareGroups

            return ShareGroups(
                store=store,
                timer=timer,
                clock=clock,
                config=share_config_of,
                metrics=metrics,
                persister=persister(),
                latest=latest,
            )

        def build_streams() -> StreamsGroups:
            from kavka.broker.group.streams.coordinator import StreamsGroups

            return StreamsGroups(store=store, timer=timer, clock=clock, config=streams_config_of, metrics=metrics)

        self.consumers = OnDemand(build_consumers)
        self.shares = OnDemand(build_shares)
        self.streams = OnDemand(build_streams)
        store.add_listener(self)

    async def run(self) -> None:
        """Runs what share groups do on their own, once there are any, until cancelled."""
        shares = await self.shares.wait()
        await shares.run()

    def loaded(self, group: GroupMetadata) -> None:
        """Builds what a group from the log needs, which is told of it, too; see GroupListener."""
        if group.consumer is not None:
            self.consumers.get()
        if group.share is not None:
            self.shares.get()
        if group.streams is not None:
            self.streams.get()

    def unloaded(self, group: GroupMetadata, state: GroupState) -> None:
        """Leaves it to what was built, which listens by itself; see GroupListener."""

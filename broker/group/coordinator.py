"""The group coordinator of one broker: its parts, put together, and what runs on its own.

    handlers ─▶ membership ─▶ rebalance ─▶ group_store ─▶ InternalLog ─▶ __consumer_offsets
             ─▶ later_groups, with the first such group
                  ─▶ consumer/coordinator ──▶ group_store: groups of the consumer protocol (KIP-848)
                  ─▶ share/coordinator ─────▶ group_store: share groups (KIP-932)
                  ─▶ streams/coordinator ───▶ group_store: streams groups (KIP-1071)
             ─▶ offset_commits ──────────▶     │ ▲ load, unload
             ─▶ group_admin ─────────────▶ group_metadata, group_offsets
    run      ─▶ the reapers of rebalances and of sessions, loading, retention

Kafka's `GroupCoordinator` and `GroupMetadataManager`, of Kafka 3.9 in ZooKeeper mode. Not here: requests and their
versions (`broker.handlers`); who leads `__consumer_offsets` (`broker.replica.internal_log`).
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.group.consumer.states import ConsumerGroupState
from kavka.broker.group.group_admin import GroupAdmin
from kavka.broker.group.group_config import ConsumerGroupConfig, GroupConfig
from kavka.broker.group.group_metadata import CLASSIC_TYPE, CONSUMER_TYPE, SHARE_TYPE, STREAMS_TYPE
from kavka.broker.group.group_store import GroupLog, GroupStore
from kavka.broker.group.later_groups import LaterGroups
from kavka.broker.group.membership import Membership
from kavka.broker.group.offset_commits import OffsetCommits
from kavka.broker.group.rebalance import Rebalances
from kavka.broker.group.share.states import ShareGroupState
from kavka.broker.group.states import GroupState
from kavka.broker.group.streams.states import StreamsGroupState
from kavka.broker.metrics import GroupMetrics
from kavka.common.lane import Lane
from kavka.common.steps import Steps, at_once, stretches
from kavka.common.supervised import Supervisor
from kavka.timer.completions import CompletionQueue
from kavka.timer.purgatory import DelayedOperation, Purgatory
from kavka.timer.reaper import Reaper
from kavka.timer.timer import Timer

if TYPE_CHECKING:
    from kavka.broker.group.consumer.coordinator import ConsumerGroups
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.share.coordinator import ShareGroups
    from kavka.broker.group.share.share_offsets import LatestOffsets
    from kavka.broker.group.streams.coordinator import StreamsGroups
    from kavka.broker.group.streams.streams_config import StreamsGroupConfig
    from kavka.broker.share.persister import Persister
    from kavka.broker.share.share_config import ShareGroupConfig
    from kavka.timer.clock import Clock

GROUPS_PER_STEP: Final = 1_000
"""Groups that are counted in one step."""


class GroupCounts(NamedTuple):
    """The numbers of groups by protocol and state, and of their committed offsets."""

    classic: Mapping[GroupState, int]
    consumer: Mapping[ConsumerGroupState, int]
    offsets: int


class GroupCoordinator:
    """The groups whose partition of `__consumer_offsets` this broker leads.

    Args:
        log: what groups are written to.
        clock: of everything here.
        rng: for member ids.
        config: the limits that hold now.
        config_of: what holds for one group of the consumer protocol now.
        partition_count: how many partitions `__consumer_offsets` has; None while that is not known.
        topics: the cluster's, at the moment when it is called.
        completions: the queue that every purgatory of this broker shares.
        metrics: where it counts.
        persister: returns what keeps what share groups have done with partitions.
        latest: finds where partitions end, for the lag of share groups.
        supervisor: keeps one group's failure from the others.
        lane: the slices of the loop's time in which retention is done.

    Attributes:
        store: also the keeper of the internal log.
        members, offsets, admin: what handlers call.
        rebalance_purgatory: where joins and syncs wait.
    """

    __slots__ = (
        "_clock",
        "_config",
        "_lane",
        "_later",
        "_session_timer",
        "_supervisor",
        "admin",
        "members",
        "metrics",
        "offsets",
        "rebalance_purgatory",
        "store",
    )

    def __init__(
        self,
        log: GroupLog,
        *,
        clock: Clock,
        rng: random.Random,
        config: Callable[[], GroupConfig],
        config_of: Callable[[str], ConsumerGroupConfig],
        share_config_of: Callable[[str], ShareGroupConfig],
        streams_config_of: Callable[[str], StreamsGroupConfig],
        partition_count: Callable[[], int | None],
        topics: Callable[[], Topics],
        completions: CompletionQueue,
        metrics: GroupMetrics,
        persister: Callable[[], Persister],
        latest: LatestOffsets,
        lane: Lane,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._supervisor = supervisor or Supervisor()
        self._lane = lane
        self._clock = clock
        self._config = config
        self.metrics = metrics
        self.store = GroupStore(
            log,
            clock=clock,
            config=config,
            partition_count=partition_count,
            metrics=metrics,
            supervisor=self._supervisor,
        )
        self._session_timer = Timer(clock)
        self.rebalance_purgatory: Purgatory[DelayedOperation] = Purgatory(
            "Rebalance", Timer(clock), completions=completions
        )
        rebalances = Rebalances(
            store=self.store,
            session_timer=self._session_timer,
            purgatory=self.rebalance_purgatory,
            clock=clock,
            config=config,
            metrics=metrics,
        )
        sessions = rebalances.sessions
        self._later = LaterGroups(
            store=self.store,
            rebalances=rebalances,
            timer=self._session_timer,
            clock=clock,
            config=config,
            config_of=config_of,
            share_config_of=share_config_of,
            streams_config_of=streams_config_of,
            topics=topics,
            metrics=metrics,
            rng=rng,
            persister=persister,
            latest=latest,
        )
        self.members = Membership(
            store=self.store,
            rebalances=rebalances,
            sessions=sessions,
            config=config,
            classic_requests=lambda: self.consumers.classic,
            rng=rng,
        )
        self.offsets = OffsetCommits(store=self.store, sessions=sessions, config=config, metrics=metrics, topics=topics)
        self.admin = GroupAdmin(
            store=self.store,
            clock=clock,
            config=config,
            metrics=metrics,
            forget_topics=lambda group, names: self.shares.forget_topics(group, names),
            supervisor=self._supervisor,
        )

    @property
    def consumers(self) -> ConsumerGroups:
        """Returns the groups of the consumer protocol, as handlers call them."""
        return self._later.consumers.get()

    @property
    def shares(self) -> ShareGroups:
        """Returns the share groups, as handlers call them."""
        return self._later.shares.get()

    @property
    def streams(self) -> StreamsGroups:
        """Returns the streams groups, as handlers call them."""
        return self._later.streams.get()

    def held_count(self, producer_id: int) -> int:
        """Counts the committed offsets that the producer's transaction holds back."""
        return self.store.held_count(producer_id)

    def transaction_marked(self, indexes: Iterable[int], producer_id: int, *, is_commit: bool) -> Steps[None]:
        """Finishes a producer's transaction in partitions of `__consumer_offsets`.

        Its marker was written there, and the replicas have it.

        Whoever writes markers calls this before it says that they are written: the client that committed its
        transaction then finds its committed offsets.
        """
        for index in indexes:
            yield from self.store.finish_transaction(index, producer_id, is_commit=is_commit)

    def resign(self) -> None:
        """Unloads all groups, since the broker stops.

        Waiting requests end with NOT_COORDINATOR, and their clients look for the next coordinator.
        """
        self.store.unload_all()

    def count(self) -> Steps[GroupCounts]:
        """Counts the groups of both protocols in each state, and all committed offsets, in steps."""
        classic: Counter[GroupState] = Counter()
        consumer: Counter[ConsumerGroupState] = Counter()
        offsets = 0
        for stretch in stretches(self.store, GROUPS_PER_STEP):
            classic.update(group.state for group in stretch if group.is_classic)
            consumer.update(group.consumer.state for group in stretch if group.consumer is not None)
            offsets += sum(len(group.offsets) for group in stretch)
            yield
        return GroupCounts(
            {state: classic[state] for state in GroupState},
            {state: consumer[state] for state in ConsumerGroupState},
            offsets,
        )

    def count_types(self) -> Steps[tuple[dict[str, int], dict[str, int], dict[str, int]]]:
        """Counts the groups of each type, those of share and streams by state, in steps."""
        types = dict.fromkeys((CLASSIC_TYPE, CONSUMER_TYPE, SHARE_TYPE, STREAMS_TYPE), 0)
        shares = {state.value: 0 for state in ShareGroupState}
        streams = {state.value: 0 for state in StreamsGroupState}
        for stretch in stretches(self.store, GROUPS_PER_STEP):
            for group in stretch:
                types[group.type_name] += 1
                if group.share is not None:
                    shares[group.share.state.value] += 1
                if group.streams is not None:
                    streams[group.streams.state.value] += 1
            yield
        return types, shares, streams

    def groups_by_state(self) -> Mapping[GroupState, int]:
        """Counts the classic groups in each state."""
        return at_once(self.count()).classic

    def offset_count(self) -> int:
        """Counts the committed offsets of all groups."""
        return at_once(self.count()).offsets

    # ---- time -----------------------------------------------------------------------------------------------------

    def advance(self) -> None:
        """Expires the timers that are due: for callers that move the clock by hand."""
        self._session_timer.advance()
        self.rebalance_purgatory.timer.advance()

    async def run(self) -> None:
        """Times out members and rebalances, and removes old committed offsets, until cancelled."""
        async with asyncio.TaskGroup() as group:
            for name, run in (
                ("session reaper", Reaper(self._session_timer, self._clock).run),
                ("rebalance reaper", Reaper(self.rebalance_purgatory.timer, self._clock).run),
                ("offset retention", self._expire_periodically),
                ("share-partitions", self._later.run),
            ):
                group.create_task(self._supervisor.keep(name, run), name=name)

    async def _expire_periodically(self) -> None:
        while True:
            await self._clock.sleep(self._config().retention_check_interval_ms)
            await self._lane.do(self.admin.expire())

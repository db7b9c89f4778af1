"""Moves partitions between their states: chooses leaders, writes them to ZooKeeper, tells the brokers.

    target        what happens on the way
    New           memory only
    Online        first time: leader and ISR from the live replicas, state znode created
                  again: read the znode, elect by strategy, write conditionally on its version (Case A…D below)
    Offline       memory only
    NonExistent   memory only

Decide (`election`, pure) → write (`zk_store`, the only await) → apply (`context`, `request_batch`). The table of legal
changes is `states`; an illegal one is refused and counted, the legal ones of the same call proceed.

An election of one partition ends in one of four ways:
  Case A: written.
  Case B: nobody is eligible; the partition stays Offline and is tried at the next change.
  Case C: the znode is gone, unreadable, or written by a newer controller; left alone.
  Case D: somebody (its leader) wrote the znode in between; that partition alone is tried again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence

from controller.config import ControllerConfig
from controller.context import ControllerContext, Leadership
from controller.election import (
    Elected,
    ElectionStrategy,
    elect_first,
    elect_for_controlled_shutdown,
    elect_incomplete,
    elect_offline,
    elect_preferred,
    elect_reassigned,
)
from controller.request_batch import RequestBatch
from controller.states import PARTITION_TRANSITIONS, PartitionState
from controller.statistics import TransitionStatistics
from controller.zk_store import ControllerStore
from kavka.common.transitions import IllegalTransition
from kavka.common.types import TopicPartition

log = logging.getLogger(__name__)

ELECTION_ROUNDS_MAX = 100
"""How often an election is repeated because leaders write their ISR at the same moment. Each round is another write."""


class PartitionStateMachine:
    """The partitions' machine of one elected controller.

    Args:
        context: the cluster in memory.
        store: ZooKeeper.
        batch: what brokers have to be told.
        config: whether unclean elections are allowed by default.
        statistics: counts elections and refusals.
    """

    __slots__ = ("_batch", "_config", "_context", "_statistics", "_store")

    def __init__(
        self,
        *,
        context: ControllerContext,
        store: ControllerStore,
        batch: RequestBatch,
        config: ControllerConfig,
        statistics: TransitionStatistics,
    ) -> None:
        self._context = context
        self._store = store
        self._batch = batch
        self._config = config
        self._statistics = statistics

    async def startup(self) -> None:
        """Gives every partition its first state, from what ZooKeeper says, and tries those without a leader."""
        context = self._context
        for partition in list(context.partitions()):
            leadership = context.leadership.get(partition)
            if leadership is None:
                state = PartitionState.New
            elif context.may_go_on_leading(partition, leadership):
                state = PartitionState.Online
            else:
                state = PartitionState.Offline
            context.start_partition(partition, state)
        await self.elect_where_missing()

    async def elect_where_missing(self, *, topic: str | None = None) -> None:
        """Tries every New and Offline partition of topics that stay, or those of one topic."""
        waiting = [
            partition
            for partition in self._context.partitions_in((PartitionState.New, PartitionState.Offline))
            if self._context.is_leader_wanted(partition) and topic in (None, partition.topic)
        ]
        await self.move(waiting, PartitionState.Online, strategy=ElectionStrategy.OFFLINE)

    async def move(
        self,
        partitions: Sequence[TopicPartition],
        target: PartitionState,
        *,
        strategy: ElectionStrategy = ElectionStrategy.OFFLINE,
    ) -> None:
        """Moves partitions, as one round of requests to the brokers.

        Args:
            partitions: which.
            target: where to.
            strategy: how a leader is chosen for partitions that had one; only for Online.
        """
        if not partitions:
            return
        with self._batch.opened():
            legal = list(self._legal(partitions, target))
            if target is PartitionState.Online:
                await self._bring_online(legal, strategy)
            else:
                for partition in legal:
                    self._context.move_partition(partition, target)

    def _legal(self, partitions: Iterable[TopicPartition], target: PartitionState) -> Iterable[TopicPartition]:
        for partition in partitions:
            try:
                PARTITION_TRANSITIONS.check(self._context.partition_state(partition), target, subject=partition)
            except IllegalTransition as error:
                self._statistics.illegal += 1
                log.error("refused: %s", error)
            else:
                yield partition

    async def _bring_online(self, partitions: Sequence[TopicPartition], strategy: ElectionStrategy) -> None:
        state_of = self._context.partition_state
        new = [partition for partition in partitions if state_of(partition) is PartitionState.New]
        had_leader = [partition for partition in partitions if state_of(partition) is not PartitionState.New]
        await self._choose_first_leaders(new)
        await self._elect(had_leader, strategy)

    # ---------------------------------------------------------------- the first leader

    async def _choose_first_leaders(self, partitions: Sequence[TopicPartition]) -> None:
        context = self._context
        chosen: dict[TopicPartition, Leadership] = {}
        for partition in partitions:
            elected = elect_first(context.assignment(partition).replicas, self._live_replicas(partition))
            if elected is None:
                log.warning("%s waits for its first leader: none of its replicas is live", partition)
                continue
            chosen[partition] = Leadership(elected.leader, 0, elected.isr, context.epoch, 0)
        if not chosen:
            return
        outcome = await self._store.create_leadership(chosen)
        for partition, leadership in outcome.written.items():
            self._apply(partition, leadership, recipients=leadership.isr, is_new=True)
        for partition, error in outcome.failed.items():
            log.error("%s has no leader: its first state could not be written: %s", partition, error)

    # ---------------------------------------------------------------- elections

    async def _elect(self, partitions: Sequence[TopicPartition], strategy: ElectionStrategy) -> None:
        left = list(partitions)
        for _ in range(ELECTION_ROUNDS_MAX):
            if not left:
                return
            left = await self._elect_once(left, strategy)
        log.error("gave up %d elections after %d rounds: %s…", len(left), ELECTION_ROUNDS_MAX, left[0])

    async def _elect_once(
        self, partitions: Sequence[TopicPartition], strategy: ElectionStrategy
    ) -> list[TopicPartition]:
        """One round; returns the partitions of Case D, and only those (2.0 tried all again)."""
        current = await self._readable(partitions)
        unclean = await self._unclean_topics(current, strategy)
        decided: dict[TopicPartition, Leadership] = {}
        unclean_elections: set[TopicPartition] = set()
        for partition, leadership in current.items():
            elected = self._decide(partition, leadership, strategy, is_unclean_enabled=partition.topic in unclean)
            if elected is None:  # Case B
                log.info("%s: nobody of ISR %s is eligible (%s)", partition, list(leadership.isr), strategy.name)
                self._statistics.elections_failed += 1
                continue
            if elected.is_unclean:
                unclean_elections.add(partition)
            decided[partition] = leadership._replace(
                leader=elected.leader,
                isr=elected.isr,
                leader_epoch=leadership.leader_epoch + 1,
                controller_epoch=self._context.epoch,
            )
        outcome = await self._store.update_leadership(decided)
        for partition, leadership in outcome.written.items():  # Case A
            self._tell(partition, current[partition], leadership, strategy, is_unclean=partition in unclean_elections)
            self._apply(partition, leadership, recipients=self._recipients(partition, strategy), is_new=False)
        for partition, error in outcome.failed.items():
            log.error("%s: the election could not be written: %s", partition, error)
        self._statistics.elections += len(outcome.written)
        self._statistics.unclean_elections += len(unclean_elections & outcome.written.keys())
        return outcome.conflicted

    def _tell(
        self,
        partition: TopicPartition,
        before: Leadership,
        after: Leadership,
        strategy: ElectionStrategy,
        *,
        is_unclean: bool,
    ) -> None:
        feed = self._context.feed
        if feed is not None and feed.is_watched:
            feed.publish(
                "election",
                partition=str(partition),
                strategy=strategy.name,
                before=before.leader,
                leader=after.leader,
                isr=list(after.isr),
                leader_epoch=after.leader_epoch,
                unclean=is_unclean,
            )

    async def _readable(self, partitions: Sequence[TopicPartition]) -> Mapping[TopicPartition, Leadership]:
        """What the znodes say now, without the partitions of Case C."""
        states = await self._store.read_leadership(partitions)
        for partition in partitions:
            state = states.get(partition)
            if state is None:
                log.error("%s: no election, its state znode is gone or cannot be read", partition)
            elif state.controller_epoch > self._context.epoch:
                log.error("%s: no election, controller epoch %d wrote it", partition, state.controller_epoch)
                del states[partition]
        return states

    async def _unclean_topics(
        self, current: Mapping[TopicPartition, Leadership], strategy: ElectionStrategy
    ) -> frozenset[str]:
        """Topics that may elect uncleanly; configs are read only for those whose ISR has nobody left."""
        if strategy is ElectionStrategy.UNCLEAN:
            return frozenset(partition.topic for partition in current)
        if strategy is not ElectionStrategy.OFFLINE:
            return frozenset()
        context = self._context
        topics = {
            partition.topic
            for partition, leadership in current.items()
            if not any(context.is_whole(member, partition) for member in leadership.isr)
        }
        if not topics:
            return frozenset()
        default = self._config.is_unclean_election_enabled()
        enabled = await self._store.is_unclean_election_enabled(topics, default=default)
        return frozenset(topic for topic, is_enabled in enabled.items() if is_enabled)

    def _decide(
        self, partition: TopicPartition, leadership: Leadership, strategy: ElectionStrategy, *, is_unclean_enabled: bool
    ) -> Elected | None:
        context = self._context
        assignment = context.assignment(partition)
        live = self._whole_replicas(partition)
        if strategy in (ElectionStrategy.OFFLINE, ElectionStrategy.UNCLEAN):
            if not set(live) & set(leadership.isr):
                there = [member for member in self._live_replicas(partition) if member in leadership.isr]
                is_all = len(there) == len(leadership.isr)
                if there and (is_all or is_unclean_enabled):
                    return self._decide_incomplete(partition, leadership, there, is_unclean=not is_all)
            return elect_offline(assignment.replicas, leadership.isr, live, is_unclean_enabled=is_unclean_enabled)
        if strategy is ElectionStrategy.REASSIGN:
            return elect_reassigned(self._target_replicas(partition), leadership.isr, live)
        if strategy is ElectionStrategy.PREFERRED:
            return elect_preferred(assignment.replicas, leadership.isr, live)
        live = self._whole_replicas(partition, include_shutting_down=True)
        return elect_for_controlled_shutdown(assignment.replicas, leadership.isr, live, context.shutting_down)

    def _decide_incomplete(
        self, partition: TopicPartition, leadership: Leadership, there: Sequence[int], *, is_unclean: bool
    ) -> Elected:
        brokers = self._context.brokers
        ends = {member: brokers[member].incomplete.get(partition, -1) for member in there}
        elected = elect_incomplete(there, ends, is_unclean=is_unclean)
        log.error(
            "%s: of the in-sync replicas %s only %s are there, and all their logs lack records: broker %d leads, whose "
            "log ends last",
            *(partition, list(leadership.isr), list(there), elected.leader),
        )
        return elected

    def _recipients(self, partition: TopicPartition, strategy: ElectionStrategy) -> Iterable[int]:
        if strategy is ElectionStrategy.REASSIGN:
            return self._target_replicas(partition)
        if strategy is ElectionStrategy.PREFERRED:
            return self._context.assignment(partition).replicas
        # The broker that shuts down is told as well, or it would go on leading (KAFKA-7482).
        return self._live_replicas(partition, include_shutting_down=strategy is ElectionStrategy.CONTROLLED_SHUTDOWN)

    def _target_replicas(self, partition: TopicPartition) -> tuple[int, ...]:
        assignment = self._context.assignment(partition)
        return tuple(broker_id for broker_id in assignment.replicas if broker_id not in assignment.removing)

    def _live_replicas(self, partition: TopicPartition, *, include_shutting_down: bool = False) -> tuple[int, ...]:
        context = self._context
        return tuple(
            broker_id
            for broker_id in context.assignment(partition).replicas
            if context.is_replica_online(broker_id, partition, include_shutting_down=include_shutting_down)
        )

    def _whole_replicas(self, partition: TopicPartition, *, include_shutting_down: bool = False) -> tuple[int, ...]:
        live = self._live_replicas(partition, include_shutting_down=include_shutting_down)
        return tuple(broker_id for broker_id in live if not self._context.is_incomplete(broker_id, partition))

    def _apply(
        self, partition: TopicPartition, leadership: Leadership, *, recipients: Iterable[int], is_new: bool
    ) -> None:
        self._context.leadership[partition] = leadership
        self._context.move_partition(partition, PartitionState.Online)
        self._batch.add_leader_and_isr(recipients, partition, leadership, is_new=is_new)

"""Moves partitions between their states: chooses leaders, writes them to ZooKeeper, notifies the brokers.

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

Where leaders ask for other ISRs instead of writing them (KIP-497), memory has what the znodes have, and the first round
decides from memory: whoever wrote there all the same has given the znode another version, and makes a Case D of it.
A Case B is one only when the znode was read.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence

from kavka.common import state_changes
from kavka.common.lane import Lane
from kavka.common.steps import Steps, each, stretches
from kavka.common.transitions import IllegalTransition
from kavka.common.types import LeaderRecovery, TopicPartition
from kavka.controller.config import ControllerConfig
from kavka.controller.context import ControllerContext, Leadership
from kavka.controller.election import (
    Elected,
    ElectionStrategy,
    elect_first,
    elect_for_controlled_shutdown,
    elect_incomplete,
    elect_offline,
    elect_preferred,
    elect_reassigned,
)
from kavka.controller.online import OnlineReplicas
from kavka.controller.request_batch import RequestBatch
from kavka.controller.states import PARTITION_TRANSITIONS, PartitionState
from kavka.controller.statistics import TransitionStatistics
from kavka.controller.zk_store import ControllerStore
from kavka.protocol.epochs import FIRST_LEADER_EPOCH

log = logging.getLogger(__name__)

ELECTION_ROUNDS_MAX = 100
"""How often an election is repeated because leaders write their ISR at the same moment. Each round is another write."""


class PartitionStateMachine:
    """The partitions' machine of one elected controller.

    Args:
        context: the cluster in memory.
        store: ZooKeeper.
        batch: what brokers have to be sent.
        config: whether unclean elections are allowed by default.
        statistics: counts elections and refusals.
        lane: whose slices what is of many partitions is done in.
    """

    __slots__ = ("_batch", "_config", "_context", "_lane", "_statistics", "_store")

    def __init__(
        self,
        *,
        context: ControllerContext,
        store: ControllerStore,
        batch: RequestBatch,
        config: ControllerConfig,
        statistics: TransitionStatistics,
        lane: Lane,
    ) -> None:
        self._context = context
        self._store = store
        self._batch = batch
        self._config = config
        self._statistics = statistics
        self._lane = lane

    async def startup(self) -> None:
        """Gives every partition its first state from ZooKeeper, and elects where leaders are missing."""
        await self._lane.carry_out(self._first_states(), items=self._context.partition_count())
        await self.elect_where_missing()

    def _first_states(self) -> Steps[None]:
        context = self._context
        online = OnlineReplicas(context)
        for stretch in stretches(context.partitions()):
            for partition in stretch:
                leadership = context.leadership.get(partition)
                if leadership is None:
                    state = PartitionState.New
                elif online.may_go_on_leading(partition, leadership):
                    state = PartitionState.Online
                else:
                    state = PartitionState.Offline
                context.start_partition(partition, state)
            yield

    async def elect_where_missing(self, *, topic: str | None = None) -> None:
        """Elects leaders for New and Offline partitions of topics that stay, or of one topic."""
        waiting = await self._lane.carry_out(self._waiting(topic), items=len(self._context.leaderless))
        await self.move(waiting, PartitionState.Online, strategy=ElectionStrategy.OFFLINE)

    def _waiting(self, topic: str | None) -> Steps[list[TopicPartition]]:
        found: list[TopicPartition] = []
        for stretch in stretches(self._context.leaderless):
            found += [tp for tp in stretch if self._context.is_leader_wanted(tp) and topic in (None, tp.topic)]
            yield
        return found

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
        async with self._batch.paced():
            if target is PartitionState.Online:
                await self._bring_online(partitions, strategy)
            else:
                await self._lane.carry_out(self._set(partitions, target), items=len(partitions))

    def _set(self, partitions: Sequence[TopicPartition], target: PartitionState) -> Steps[None]:
        for stretch in stretches(partitions):
            for partition in stretch:
                try:
                    self._context.move_partition(partition, target)
                except IllegalTransition as error:
                    self._refuse(error)
            yield

    def _refuse(self, error: IllegalTransition) -> None:
        self._statistics.illegal += 1
        log.error("refused: %s", error)

    async def _bring_online(self, partitions: Sequence[TopicPartition], strategy: ElectionStrategy) -> None:
        new, had_leader = await self._lane.carry_out(self._legal(partitions), items=len(partitions))
        await self._choose_first_leaders(new)
        await self._elect(had_leader, strategy)

    def _legal(self, partitions: Sequence[TopicPartition]) -> Steps[tuple[list[TopicPartition], list[TopicPartition]]]:
        """Parts those that may become Online by whether they never had a leader."""
        new: list[TopicPartition] = []
        had_leader: list[TopicPartition] = []
        for stretch in stretches(partitions):
            for partition in stretch:
                state = self._context.partition_state(partition)
                try:
                    PARTITION_TRANSITIONS.check(state, PartitionState.Online, subject=partition)
                except IllegalTransition as error:
                    self._refuse(error)
                else:
                    (new if state is PartitionState.New else had_leader).append(partition)
            yield
        return new, had_leader

    # ---------------------------------------------------------------- the first leader

    async def _choose_first_leaders(self, partitions: Sequence[TopicPartition]) -> None:
        chosen = await self._lane.carry_out(self._first_leaders(partitions), items=len(partitions))
        if not chosen:
            return
        outcome = await self._store.create_leadership(chosen)
        await self._lane.carry_out(self._apply_first(outcome.written), items=len(outcome.written))
        for partition, error in outcome.failed.items():
            log.error("%s has no leader: its first state could not be written: %s", partition, error)

    def _first_leaders(self, partitions: Sequence[TopicPartition]) -> Steps[dict[TopicPartition, Leadership]]:
        context = self._context
        online = OnlineReplicas(context)
        chosen: dict[TopicPartition, Leadership] = {}
        for stretch in stretches(partitions):
            for partition in stretch:
                replicas = context.assignment(partition).replicas
                elected = elect_first(replicas, online.of(partition, replicas))
                if elected is None:
                    log.warning("%s waits for its first leader: none of its replicas is live", partition)
                    continue
                chosen[partition] = Leadership(elected.leader, FIRST_LEADER_EPOCH, elected.isr, context.epoch, 0)
            yield
        return chosen

    def _apply_first(self, written: Mapping[TopicPartition, Leadership]) -> Steps[None]:
        is_written = state_changes.is_written()
        for stretch in stretches(written.items()):
            for partition, leadership in stretch:
                self._apply(partition, leadership, recipients=leadership.isr, is_new=True)
                if is_written:
                    self._write(partition, leadership, "at first")
            yield

    # ---------------------------------------------------------------- elections

    async def _elect(self, partitions: Sequence[TopicPartition], strategy: ElectionStrategy) -> None:
        left = list(partitions)
        is_known = self._config.is_memory_current
        for _ in range(ELECTION_ROUNDS_MAX):
            if not left:
                return
            left = await self._elect_once(left, strategy, is_known=is_known)
            is_known = False
        log.error("gave up %d elections after %d rounds: %s…", len(left), ELECTION_ROUNDS_MAX, left[0])

    async def _elect_once(
        self, partitions: Sequence[TopicPartition], strategy: ElectionStrategy, *, is_known: bool
    ) -> list[TopicPartition]:
        """Runs one round of elections; returns the partitions of Case D, and only those (2.0 tried all again)."""
        current = await self._readable(partitions, is_known=is_known)
        unclean = await self._unclean_topics(current, strategy)
        decisions = _Decisions(self._context, strategy)
        decided, undecided = await self._lane.carry_out(
            self._decide_all(decisions, current, unclean), items=len(current)
        )
        outcome = await self._store.update_leadership(decided)
        await self._lane.carry_out(  # Case A
            self._apply_all(decisions, current, outcome.written, strategy), items=len(outcome.written)
        )
        for partition, error in outcome.failed.items():
            log.error("%s: the election could not be written: %s", partition, error)
        self._statistics.elections += len(outcome.written)
        self._statistics.unclean_elections += len(decisions.unclean & outcome.written.keys())
        if is_known:
            return outcome.conflicted + undecided  # no write says that memory is right there
        await self._lane.carry_out(each(undecided, self._give_up), items=len(undecided))
        return outcome.conflicted

    def _give_up(self, partition: TopicPartition) -> None:
        """Counts and logs Case B."""
        self._statistics.elections_failed += 1
        log.info("%s: nobody of its ISR is eligible", partition)
        if state_changes.is_written():
            state_changes.controller_says(
                self._config.broker_id, self._context.epoch, "Partition %s: nobody can lead", partition
            )

    def _decide_all(
        self, decisions: _Decisions, current: Mapping[TopicPartition, Leadership], unclean: Collection[str]
    ) -> Steps[tuple[dict[TopicPartition, Leadership], list[TopicPartition]]]:
        """Decides what is to be written; returns the partitions for which nobody is eligible, too."""
        decided: dict[TopicPartition, Leadership] = {}
        undecided: list[TopicPartition] = []
        epoch = self._context.epoch
        for stretch in stretches(current.items()):
            for partition, before in stretch:
                elected = decisions.decide(partition, before, is_unclean_enabled=partition.topic in unclean)
                if elected is None:
                    undecided.append(partition)
                    continue
                recovery = self._recovery_after(before, elected)
                decided[partition] = Leadership(
                    elected.leader, before.leader_epoch + 1, elected.isr, epoch, before.partition_epoch, recovery
                )
            yield
        return decided, undecided

    def _recovery_after(self, before: Leadership, elected: Elected) -> LeaderRecovery:
        """Returns whether an elected leader has to recover, as only itself can say that it has (KIP-704)."""
        is_lossy = elected.is_unclean and self._config.is_leader_recovery_on
        return LeaderRecovery.RECOVERING if is_lossy else before.recovery

    def _apply_all(
        self,
        decisions: _Decisions,
        current: Mapping[TopicPartition, Leadership],
        written: Mapping[TopicPartition, Leadership],
        strategy: ElectionStrategy,
    ) -> Steps[None]:
        for stretch in stretches(written.items()):
            for partition, leadership in stretch:
                is_unclean = partition in decisions.unclean
                self._tell(partition, current[partition], leadership, strategy, is_unclean=is_unclean)
                self._apply(partition, leadership, recipients=decisions.recipients(partition), is_new=False)
            yield

    def _tell(
        self,
        partition: TopicPartition,
        before: Leadership,
        after: Leadership,
        strategy: ElectionStrategy,
        *,
        is_unclean: bool,
    ) -> None:
        if state_changes.is_written():
            why = f"by {strategy.name}{' uncleanly' if is_unclean else ''}, was {before.leader}"
            self._write(partition, after, why)
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

    def _write(self, partition: TopicPartition, leadership: Leadership, why: str) -> None:
        """Writes a decision to the state-change log."""
        told = state_changes.leadership(leadership.leader, leadership.leader_epoch, leadership.isr)
        state_changes.controller_says(
            self._config.broker_id, self._context.epoch, "Partition %s: %s %s", partition, told, why
        )

    async def _readable(
        self, partitions: Sequence[TopicPartition], *, is_known: bool
    ) -> dict[TopicPartition, Leadership]:
        """Reads the znodes, without the partitions of Case C; from memory where that is the same."""
        if not is_known:
            states = await self._store.read_leadership(partitions)
            return await self._lane.carry_out(self._checked(partitions, states), items=len(partitions))
        current, unknown = await self._lane.carry_out(self._remembered(partitions), items=len(partitions))
        if unknown:
            current |= await self._readable(unknown, is_known=False)
        return current

    def _remembered(
        self, partitions: Sequence[TopicPartition]
    ) -> Steps[tuple[dict[TopicPartition, Leadership], list[TopicPartition]]]:
        """Returns what memory has, and the partitions of which it has nothing."""
        known = self._context.leadership
        current: dict[TopicPartition, Leadership] = {}
        unknown: list[TopicPartition] = []
        for stretch in stretches(partitions):
            for partition in stretch:
                leadership = known.get(partition)
                if leadership is None:
                    unknown.append(partition)
                else:
                    current[partition] = leadership
            yield
        return current, unknown

    def _checked(
        self, partitions: Sequence[TopicPartition], states: dict[TopicPartition, Leadership]
    ) -> Steps[dict[TopicPartition, Leadership]]:
        """Returns what was read, without the partitions of Case C."""
        for stretch in stretches(partitions):
            for partition in stretch:
                state = states.get(partition)
                if state is None:
                    log.error("%s: no election, its state znode is gone or cannot be read", partition)
                elif state.controller_epoch > self._context.epoch:
                    log.error("%s: no election, controller epoch %d wrote it", partition, state.controller_epoch)
                    del states[partition]
            yield
        return states

    async def _unclean_topics(
        self, current: Mapping[TopicPartition, Leadership], strategy: ElectionStrategy
    ) -> frozenset[str]:
        """Finds topics that may elect uncleanly; configs are read only for those whose ISR has nobody left."""
        if strategy not in (ElectionStrategy.UNCLEAN, ElectionStrategy.OFFLINE):
            return frozenset()
        is_asked_for = strategy is ElectionStrategy.UNCLEAN
        topics = await self._lane.carry_out(self._without_isr(current, are_all=is_asked_for), items=len(current))
        if is_asked_for or not topics:
            return topics
        default = self._config.is_unclean_election_enabled()
        enabled = await self._store.is_unclean_election_enabled(topics, default=default)
        return frozenset(topic for topic, is_enabled in enabled.items() if is_enabled)

    def _without_isr(self, current: Mapping[TopicPartition, Leadership], *, are_all: bool) -> Steps[frozenset[str]]:
        """Finds topics of partitions whose ISR has nobody left, or of all."""
        online = OnlineReplicas(self._context)
        topics: set[str] = set()
        for stretch in stretches(current.items()):
            for partition, leadership in stretch:
                if are_all or not online.whole_of(partition, leadership.isr):
                    topics.add(partition.topic)
            yield
        return frozenset(topics)

    def _apply(
        self, partition: TopicPartition, leadership: Leadership, *, recipients: Iterable[int], is_new: bool
    ) -> None:
        self._context.leadership[partition] = leadership
        self._context.move_partition(partition, PartitionState.Online)
        self._batch.add_leader_and_isr(recipients, partition, leadership, is_new=is_new)


class _Decisions:
    """Who leads, partition after partition of one round.

    Args:
        context: the cluster.
        strategy: why there is an election.

    Attributes:
        unclean: partitions whose leader was not in the ISR.
    """

    __slots__ = ("_context", "_online", "strategy", "unclean")

    def __init__(self, context: ControllerContext, strategy: ElectionStrategy) -> None:
        self._context = context
        self.strategy = strategy
        # The broker that shuts down is notified as well, or it would go on leading (KAFKA-7482).
        self._online = OnlineReplicas(context, include_shutting_down=strategy is ElectionStrategy.CONTROLLED_SHUTDOWN)
        self.unclean: set[TopicPartition] = set()

    def decide(self, partition: TopicPartition, leadership: Leadership, *, is_unclean_enabled: bool) -> Elected | None:
        """Returns the leader and the ISR, None when nobody is eligible."""
        strategy, isr = self.strategy, leadership.isr
        assignment = self._context.assignment(partition)
        live = self._online.whole_of(partition, assignment.replicas)
        if strategy in (ElectionStrategy.OFFLINE, ElectionStrategy.UNCLEAN):
            elected = self._decide_offline(partition, isr, live, is_unclean_enabled=is_unclean_enabled)
            if elected is not None and elected.is_unclean:
                self.unclean.add(partition)
            return elected
        if strategy is ElectionStrategy.REASSIGN:
            return elect_reassigned(assignment.target, isr, live)
        if strategy is ElectionStrategy.PREFERRED:
            return elect_preferred(assignment.replicas, isr, live)
        return elect_for_controlled_shutdown(assignment.replicas, isr, live, self._context.shutting_down)

    def _decide_offline(
        self, partition: TopicPartition, isr: tuple[int, ...], live: tuple[int, ...], *, is_unclean_enabled: bool
    ) -> Elected | None:
        replicas = self._context.assignment(partition).replicas
        if not set(live) & set(isr):
            there = [member for member in self._online.of(partition, replicas) if member in isr]
            is_all = len(there) == len(isr)
            if there and (is_all or is_unclean_enabled):
                return self._decide_incomplete(partition, isr, there, is_unclean=not is_all)
        return elect_offline(replicas, isr, live, is_unclean_enabled=is_unclean_enabled)

    def _decide_incomplete(
        self, partition: TopicPartition, isr: tuple[int, ...], there: Sequence[int], *, is_unclean: bool
    ) -> Elected:
        brokers = self._context.brokers
        ends = {member: brokers[member].incomplete.get(partition, -1) for member in there}
        elected = elect_incomplete(there, ends, is_unclean=is_unclean)
        log.error(
            "%s: of the in-sync replicas %s only %s are there, and all their logs lack records: broker %d leads, whose "
            "log ends last",
            *(partition, list(isr), list(there), elected.leader),
        )
        return elected

    def recipients(self, partition: TopicPartition) -> Iterable[int]:
        """Returns the brokers that are notified of the election."""
        assignment = self._context.assignment(partition)
        if self.strategy is ElectionStrategy.REASSIGN:
            return assignment.target
        if self.strategy is ElectionStrategy.PREFERRED:
            return assignment.replicas
        return self._online.of(partition, assignment.replicas)

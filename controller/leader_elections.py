"""Elections that somebody asks for, or that are due: the preferred replica leads again, or anybody who lives.

    ElectLeaders ──────────────────────────┐
    /admin/preferred_replica_election ─────┼─► which partitions need one ─► partition state machine ─► who leads now
    every leader.imbalance.check.interval ─┤
    unclean elections were switched on ────┘

A preferred leader is elected only from the ISR and only if it lives: nothing is lost by asking. An unclean election is
only done where no leader lives; it may lose records, and whoever asks knows that.

Not here: elections because a broker or a replica went (`broker_procedures`, `reassignment`).
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Collection, Sequence

from kavka.common.steps import Steps, each, kept, stretches
from kavka.common.types import NO_LEADER, PartitionResult, TopicPartition
from kavka.controller.election import ElectionStrategy
from kavka.controller.events import (
    AutoPreferredReplicaLeaderElection,
    ElectLeaders,
    PreferredReplicaElection,
    TopicUncleanLeaderElectionEnable,
    UncleanLeaderElectionEnable,
)
from kavka.controller.parts import ControllerParts
from kavka.controller.states import PartitionState
from kavka.protocol.errors import ErrorCode
from kavka.zk import paths

log = logging.getLogger(__name__)


class LeaderElections:
    """Election events of one term.

    Args:
        parts: what this term works with.
    """

    __slots__ = ("_parts",)

    def __init__(self, parts: ControllerParts) -> None:
        self._parts = parts

    # ---------------------------------------------------------------- doors

    async def elect_leaders(self, event: ElectLeaders) -> None:
        """Handles ElectLeaders, and responds when the decisions are in ZooKeeper."""
        results = await self._elect(event.wanted, is_unclean=event.is_unclean)
        if not event.answer.done():
            event.answer.set_result(results)

    async def preferred_replica_election(self, event: PreferredReplicaElection | None = None) -> None:
        """Elects once for /admin/preferred_replica_election, then deletes the node, whatever came of it."""
        del event  # news: what is there now counts
        wanted = await self._parts.admin_znodes.read_preferred_election()
        if wanted is None:
            return
        for partition, result in (await self._elect(wanted, is_unclean=False)).items():
            if result.error_code not in (ErrorCode.NONE, ErrorCode.ELECTION_NOT_NEEDED):
                log.warning("%s gets no preferred leader: %s", partition, result.error_message)
        await self._parts.admin_znodes.delete(paths.PREFERRED_REPLICA_ELECTION)

    async def unclean_enabled(self, event: UncleanLeaderElectionEnable) -> None:
        """Elects missing leaders after a change of the broker's configuration.

        It may allow now what it did not.
        """
        del event  # news: what is configured now counts
        await self._parts.partitions.elect_where_missing()

    async def topic_unclean_enabled(self, event: TopicUncleanLeaderElectionEnable) -> None:
        """Elects missing leaders after a change of a topic's configuration.

        It may allow now what it did not.
        """
        await self._parts.partitions.elect_where_missing(topic=event.topic)

    async def auto_rebalance(self, event: AutoPreferredReplicaLeaderElection) -> None:
        """Elects preferred leaders for brokers that lead too few of the partitions that prefer them.

        Never while something is being reassigned: replicas that move change what is preferred.
        """
        del event  # nothing of its own
        context = self._parts.context
        if context.reassigning:
            return
        preferring, elsewhere = await self._parts.lane.carry_out(self._preferences(), items=len(context.leadership))
        percentage_max = self._parts.config.imbalance_percentage_max
        due: list[TopicPartition] = []
        for broker_id, partitions in sorted(elsewhere.items()):
            is_due = 100 * len(partitions) > percentage_max * preferring[broker_id]
            if is_due:
                is_there = functools.partial(context.is_replica_online, broker_id)
                due += await self._parts.lane.carry_out(kept(partitions, is_there), items=len(partitions))
        if due:
            log.info("%d partitions are led by others than their preferred replicas: elections", len(due))
            await self._parts.partitions.move(due, PartitionState.Online, strategy=ElectionStrategy.PREFERRED)

    def _preferences(self) -> Steps[tuple[dict[int, int], dict[int, list[TopicPartition]]]]:
        """Counts by broker the partitions that prefer it, and lists those of them that another leads."""
        context = self._parts.context
        preferring: dict[int, int] = {}
        elsewhere: dict[int, list[TopicPartition]] = {}
        for stretch in stretches(context.leadership.items()):
            for partition, leadership in stretch:
                replicas = context.assignment(partition).replicas
                if not replicas or context.is_queued_for_deletion(partition.topic):
                    continue
                preferring[replicas[0]] = preferring.get(replicas[0], 0) + 1
                if leadership.leader != replicas[0]:
                    elsewhere.setdefault(replicas[0], []).append(partition)
            yield
        return preferring, elsewhere

    # ---------------------------------------------------------------- elections

    async def _elect(
        self, wanted: Collection[TopicPartition], *, is_unclean: bool
    ) -> dict[TopicPartition, PartitionResult]:
        parts = self._parts
        results: dict[TopicPartition, PartitionResult] = {}
        chosen: list[TopicPartition] = []

        def look(partition: TopicPartition) -> None:
            if partition in results:
                return
            refusal = self._refusal(partition, is_unclean=is_unclean)
            results[partition] = refusal or PartitionResult()  # keeps the order
            if refusal is None:
                chosen.append(partition)

        def look_again(partition: TopicPartition) -> None:
            results[partition] = self._outcome(partition, is_unclean=is_unclean)

        await parts.lane.carry_out(each(wanted, look), items=len(wanted))
        strategy = ElectionStrategy.UNCLEAN if is_unclean else ElectionStrategy.PREFERRED
        if is_unclean:
            online = await parts.lane.carry_out(
                kept(chosen, lambda tp: parts.context.partition_state(tp) is PartitionState.Online), items=len(chosen)
            )
            await parts.partitions.move(online, PartitionState.Offline)
        await parts.partitions.move(chosen, PartitionState.Online, strategy=strategy)
        await parts.lane.carry_out(each(chosen, look_again), items=len(chosen))
        return results

    def _refusal(self, partition: TopicPartition, *, is_unclean: bool) -> PartitionResult | None:
        """Returns why there is nothing to elect, None when there is."""
        context = self._parts.context
        replicas = context.assignment(partition).replicas
        if not replicas:
            return PartitionResult(int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION), "The partition does not exist.")
        if context.is_queued_for_deletion(partition.topic):
            return PartitionResult(int(ErrorCode.INVALID_TOPIC_EXCEPTION), "The topic is being deleted")
        leader = self._leader(partition)
        if (is_unclean and context.is_replica_online(leader, partition)) or (not is_unclean and leader == replicas[0]):
            return PartitionResult(
                int(ErrorCode.ELECTION_NOT_NEEDED), "Leader election not needed for topic partition.", leader
            )
        return None

    def _outcome(self, partition: TopicPartition, *, is_unclean: bool) -> PartitionResult:
        context = self._parts.context
        leader = self._leader(partition)
        replicas: Sequence[int] = context.assignment(partition).replicas
        if is_unclean and not context.is_replica_online(leader, partition):
            return PartitionResult(
                int(ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE), f"None of the replicas {list(replicas)} is alive."
            )
        if not is_unclean and leader != replicas[0]:
            return PartitionResult(
                int(ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE),
                f"The preferred replica, broker {replicas[0]}, is not alive or not in sync.",
            )
        return PartitionResult(leader=leader)

    def _leader(self, partition: TopicPartition) -> int:
        leadership = self._parts.context.leadership.get(partition)
        return NO_LEADER if leadership is None else leadership.leader

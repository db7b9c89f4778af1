"""Which replicas are online at one moment, asked for partition after partition.

`ControllerContext.is_replica_online` answers for one replica. An election of 50,000 partitions asks 200,000 times, and
nearly always about brokers that have lost no directory and lack no record: those are found out once, here.

Good for as long as no broker comes, goes, or reports anything: one pass over partitions, however many slices it takes,
since only the event that makes the pass changes the context.
"""

from __future__ import annotations

from kavka.common.steps import Steps, stretches
from kavka.common.types import TopicPartition
from kavka.controller.context import LOOKED_AT_ITEMS, ControllerContext, Leadership


class OnlineReplicas:
    """The brokers of one moment.

    Args:
        context: the cluster.
        include_shutting_down: whether a broker that is about to stop still counts.
    """

    __slots__ = ("_context", "_ids", "_includes_shutting_down", "_of", "_sound", "_whole", "_whole_of")

    def __init__(self, context: ControllerContext, *, include_shutting_down: bool = False) -> None:
        self._context = context
        self._includes_shutting_down = include_shutting_down
        self._ids = set(context.brokers) if include_shutting_down else context.live_ids()
        # Brokers whose every replica is online; and of those, brokers whose every replica is whole.
        self._sound = {broker_id for broker_id in self._ids if not context.offline_dirs.get(broker_id)}
        self._whole = {broker_id for broker_id in self._sound if not context.brokers[broker_id].incomplete}
        # Answers that are the same for every partition: very many share the few combinations of brokers that there are.
        self._of: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._whole_of: dict[tuple[int, ...], tuple[int, ...]] = {}

    def has(self, broker_id: int, partition: TopicPartition) -> bool:
        """Tells whether the replica is online."""
        return broker_id in self._sound or (
            broker_id in self._ids and partition not in self._context.offline_dirs[broker_id]
        )

    def of(self, partition: TopicPartition, replicas: tuple[int, ...]) -> tuple[int, ...]:
        """Selects the replicas that are online."""
        known = self._of.get(replicas)
        if known is not None:
            return known
        sound = self._sound
        found = tuple([broker_id for broker_id in replicas if broker_id in sound or self.has(broker_id, partition)])
        if not [broker_id for broker_id in replicas if broker_id in self._ids and broker_id not in sound]:
            self._of[replicas] = found
        return found

    def whole_of(self, partition: TopicPartition, replicas: tuple[int, ...]) -> tuple[int, ...]:
        """Selects the online replicas whose logs are complete as far as is known."""
        known = self._whole_of.get(replicas)
        if known is not None:
            return known
        whole = self._whole
        found = tuple(
            [broker_id for broker_id in replicas if broker_id in whole or self._is_whole(broker_id, partition)]
        )
        if not [broker_id for broker_id in replicas if broker_id in self._ids and broker_id not in whole]:
            self._whole_of[replicas] = found
        return found

    def may_go_on_leading(self, partition: TopicPartition, leadership: Leadership) -> bool:
        """Tells whether the leader is online, and complete or alone in the ISR."""
        return leadership.leader in self._whole or self._context.may_go_on_leading(partition, leadership)

    def has_to_wait(self, partition: TopicPartition, isr: tuple[int, ...]) -> bool:
        """Tells whether no member can lead before an absent member of the ISR comes back.

        The others lack something. Then nobody may leave the ISR: an absent member has everything that was acknowledged,
        as nothing has been since.
        """
        there = self.of(partition, isr)
        return 0 < len(there) < len(isr) and all(self._context.is_incomplete(member, partition) for member in there)

    def _is_whole(self, broker_id: int, partition: TopicPartition) -> bool:
        return self._context.is_whole(broker_id, partition, include_shutting_down=self._includes_shutting_down)


def partitions_with_offline_leader(context: ControllerContext) -> Steps[list[TopicPartition]]:
    """Finds the partitions that have lost their leader and shall have another."""
    online = OnlineReplicas(context)
    found: list[TopicPartition] = []
    for stretch in stretches(context.leadership.items(), LOOKED_AT_ITEMS):
        for partition, leadership in stretch:
            if not online.may_go_on_leading(partition, leadership) and context.is_leader_wanted(partition):
                found.append(partition)
        yield
    return found

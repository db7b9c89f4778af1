"""The znodes by which reassignments and elections are asked for and remembered, in the controller's own terms.

    /admin/reassign_partitions         what tools of before Kafka 2.4 write; loses each partition that is done
    /admin/preferred_replica_election  what tools of before Kafka 2.2 write; goes when all of it was tried
    /brokers/topics/<t>                a topic's assignment, with what a reassignment adds and removes (not under the
                                       2.0 profile: there the first of these is all the memory there is)
    …/partitions/<p>/state             watched while its partition is being reassigned: the ISR says when it may end

Not here: what any of it means (`reassignment`, `leader_elections`); everything else in ZooKeeper (`zk_store`).
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence

from kavka.common.lane import Lane
from kavka.common.steps import STRETCH_ITEMS, Steps, each, stretches
from kavka.common.types import TopicPartition
from kavka.controller.context import Leadership, ReplicaAssignment
from kavka.controller.events import PartitionReassignmentIsrChange, PreferredReplicaElection, ZkPartitionReassignment
from kavka.controller.fenced_writer import READS_IN_FLIGHT_MAX, FencedWriter, in_flight, in_order
from kavka.controller.zk_store import ControllerStore
from kavka.controller.zk_watches import ZkWatches
from kavka.zk import paths
from kavka.zk.client import DeleteOp, SetOp, ZkClient
from kavka.zk.errors import BadVersion, NoNode, ZkError
from kavka.zk.ops import Op
from kavka.zk.paths import PreferredReplicaElectionZNode, ReassignPartitionsZNode, TopicZNode, ZNodeError

log = logging.getLogger(__name__)

WRITE_ROUNDS_MAX = 100
"""How often a write is repeated because somebody else writes the same znode at the same moment."""


class AdminZNodes:
    """Reassignments and elections in ZooKeeper.

    Args:
        zk: the client, for plain reads.
        watches: reads that the event queue hears changes of.
        store: reads and writes what is not only this module's.
        epoch_version: the version of /controller_epoch that this controller's election left.
        is_move_written: topic znodes say what a reassignment adds and removes (from Kafka 2.4 on).
        lane: whose slices what is of many partitions is done in.
    """

    __slots__ = ("_is_move_written", "_lane", "_store", "_watches", "_writer", "_zk")

    def __init__(
        self,
        zk: ZkClient,
        watches: ZkWatches,
        store: ControllerStore,
        *,
        epoch_version: int,
        is_move_written: bool,
        lane: Lane,
    ) -> None:
        self._zk = zk
        self._watches = watches
        self._store = store
        self._lane = lane
        self._writer = FencedWriter(zk, epoch_version=epoch_version)
        self._is_move_written = is_move_written

    # ---------------------------------------------------------------- assignments

    async def write_assignments(
        self, wanted: Mapping[TopicPartition, ReplicaAssignment]
    ) -> dict[TopicPartition, ZkError | None]:
        """Writes partitions into their topics' znodes; whatever else stands there stays.

        Returns:
            The partitions that could not be written, with the reason; None: there is no such topic or partition.
        """
        by_topic: dict[str, dict[int, ReplicaAssignment]] = {}

        def sort_in(item: tuple[TopicPartition, ReplicaAssignment]) -> None:
            (topic, number), assignment = item
            by_topic.setdefault(topic, {})[number] = assignment

        await self._lane.carry_out(each(wanted.items(), sort_in), items=len(wanted))
        failed: dict[TopicPartition, ZkError | None] = {}
        left = list(by_topic)
        for _ in range(WRITE_ROUNDS_MAX):
            if not left:
                return failed
            found = await self._store.read_topics(left)
            writes: dict[str, tuple[TopicZNode, int, int]] = {}
            for topic in left:
                body, stat = found.get(topic, (TopicZNode({}), None))
                failed |= {
                    TopicPartition(topic, number): None for number in by_topic[topic] if number not in body.partitions
                }
                changed = await self._lane.carry_out(self._changed(body, by_topic[topic]), items=len(body.partitions))
                if stat is not None and changed != body:
                    writes[topic] = (changed, self._version(changed), stat.version)
            errors = await self._store.set_topic_nodes(writes)
            left = [topic for topic, error in errors.items() if isinstance(error, BadVersion)]
            for topic, error in errors.items():
                if not isinstance(error, BadVersion):
                    failed |= {TopicPartition(topic, number): error for number in by_topic[topic]}
        log.error("gave up writing the assignments of %s after %d rounds", ", ".join(left), WRITE_ROUNDS_MAX)
        return failed | {
            TopicPartition(topic, number): BadVersion(f"topic {topic}") for topic in left for number in by_topic[topic]
        }

    def _changed(self, body: TopicZNode, wanted: Mapping[int, ReplicaAssignment]) -> Steps[TopicZNode]:
        partitions, adding, removing = dict(body.partitions), dict(body.adding), dict(body.removing)
        for stretch in stretches(wanted.items()):
            for number, assignment in stretch:
                if number not in partitions:
                    continue
                partitions[number] = list(assignment.replicas)
                for place, replicas in ((adding, assignment.adding), (removing, assignment.removing)):
                    place.pop(number, None)
                    if replicas and self._is_move_written:
                        place[number] = list(replicas)
            yield
        return TopicZNode(partitions, adding, removing, body.topic_id)

    def _version(self, body: TopicZNode) -> int:
        if body.topic_id is not None:
            return 3
        return 2 if body.adding or body.removing else 1

    async def watch_states(self, partitions: Sequence[TopicPartition]) -> dict[TopicPartition, Leadership]:
        """Reads and watches partitions' state znodes; those that come later are watched too."""
        await in_order(stretches(partitions), self._watch_some, at_once_max=READS_IN_FLIGHT_MAX // STRETCH_ITEMS)
        return await self._store.read_leadership(partitions)

    async def _watch_some(self, partitions: Sequence[TopicPartition]) -> None:
        await in_flight([self._watch_state(partition) for partition in partitions])

    async def _watch_state(self, partition: TopicPartition) -> None:
        event = PartitionReassignmentIsrChange(partition)
        await self._watches.exists(paths.partition_state(*partition), event, on_deleted=event)

    # ---------------------------------------------------------------- /admin/reassign_partitions

    async def read_reassignment_file(self) -> dict[TopicPartition, tuple[int, ...]]:
        """Reads and watches the reassignments that tools ask for.

        A node that cannot be read is deleted, or no tool could write another.
        """
        event = ZkPartitionReassignment()
        path = paths.REASSIGN_PARTITIONS
        if await self._watches.exists(path, event, on_deleted=event) is None:
            return {}
        try:
            data, _ = await self._zk.get(path)
            wanted = dict(ReassignPartitionsZNode.decode(data).partitions)
        except NoNode:
            return {}
        except ZNodeError as error:
            log.error("%s is deleted: %s", path, error)
            await self.delete(path)
            return {}
        if not wanted:
            await self.delete(path)
        return wanted

    async def drop_from_reassignment_file(self, targets: Mapping[TopicPartition, Collection[int] | None]) -> None:
        """Removes partitions from /admin/reassign_partitions; the node goes with the last.

        Args:
            targets: partition → the replicas that the file must still ask for; None: whatever it asks for.
        """
        path = paths.REASSIGN_PARTITIONS
        for _ in range(WRITE_ROUNDS_MAX):
            try:
                data, stat = await self._zk.get(path)
                wanted = ReassignPartitionsZNode.decode(data).partitions
            except (NoNode, ZNodeError):
                return
            left = {
                partition: replicas
                for partition, replicas in wanted.items()
                if partition not in targets or targets[partition] not in (None, replicas)
            }
            if left == wanted and left:
                return
            body = ReassignPartitionsZNode(left).encode()
            op: Op = SetOp(path, body, stat.version) if left else DeleteOp(path, stat.version)
            (result,) = await self._writer.write([[op]])
            if not isinstance(result, ZkError):
                return
            if not isinstance(result, BadVersion | NoNode):
                raise result
        log.error("gave up shortening %s after %d rounds", path, WRITE_ROUNDS_MAX)

    # ---------------------------------------------------------------- /admin/preferred_replica_election

    async def read_preferred_election(self) -> list[TopicPartition] | None:
        """Reads and watches the partitions that a tool wants elected.

        None when there is no node.
        """
        event = PreferredReplicaElection()
        path = paths.PREFERRED_REPLICA_ELECTION
        if await self._watches.exists(path, event, on_deleted=event) is None:
            return None
        try:
            data, _ = await self._zk.get(path)
            return list(dict.fromkeys(PreferredReplicaElectionZNode.decode(data).partitions))
        except NoNode:
            return None
        except ZNodeError as error:
            log.error("%s is deleted: %s", path, error)
            return []

    async def delete(self, path: str) -> None:
        """Deletes a znode, if it is there."""
        (result,) = await self._writer.write([[DeleteOp(path)]])
        if isinstance(result, ZkError) and not isinstance(result, NoNode):
            raise result

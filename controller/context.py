"""The cluster as the active controller knows it. Pure: no I/O, no clock, no randomness.

ZooKeeper is the truth, this is its working copy: built whole at election, dropped whole at resignation, changed in
between only by the one consumer of the event queue, and only after the write that it mirrors (decide → write → apply).

Not here: how states change (`states`), who becomes leader (`election`), what goes to brokers (`request_batch`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from controller.states import PARTITION_TRANSITIONS, REPLICA_TRANSITIONS, PartitionState, ReplicaState
from kavka.common.types import ZERO_TOPIC_ID, Feed, TopicPartition


class Endpoint(NamedTuple):
    """One address of a broker."""

    listener: str
    host: str
    port: int
    security_protocol: int
    """0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL: the ids that UpdateMetadata carries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveBroker:
    """One life of one broker: what its registration says."""

    broker_id: int
    epoch: int
    """The czxid of the registration (KIP-380): another life has another epoch."""
    endpoints: tuple[Endpoint, ...]
    rack: str | None = None
    incomplete: Mapping[TopicPartition, int] = field(default_factory=dict)
    """Partitions whose logs there lack something, with where each ends."""

    def endpoint(self, listener: str) -> Endpoint | None:
        """The address on one listener, None when the broker does not have that listener."""
        return next((endpoint for endpoint in self.endpoints if endpoint.listener == listener), None)


class ReplicaAssignment(NamedTuple):
    """The brokers of one partition; the first is the preferred leader."""

    replicas: tuple[int, ...]
    adding: tuple[int, ...] = ()
    removing: tuple[int, ...] = ()

    @property
    def origin(self) -> tuple[int, ...]:
        """The replicas without those that are being added: where a cancelled reassignment goes back to."""
        return tuple(broker_id for broker_id in self.replicas if broker_id not in self.adding)

    @property
    def target(self) -> tuple[int, ...]:
        """The replicas without those that are being removed: where a reassignment goes."""
        return tuple(broker_id for broker_id in self.replicas if broker_id not in self.removing)

    @property
    def is_being_reassigned(self) -> bool:
        """Whether some replica is on its way."""
        return bool(self.adding or self.removing)

    def reassigned_to(self, target: Sequence[int]) -> ReplicaAssignment:
        """The assignment while it moves to `target`, from wherever an earlier move began: the target first."""
        origin = self.origin
        together = tuple(dict.fromkeys((*target, *origin)))
        return ReplicaAssignment(
            together,
            adding=tuple(broker_id for broker_id in together if broker_id not in origin),
            removing=tuple(broker_id for broker_id in together if broker_id not in target),
        )


class Leadership(NamedTuple):
    """What a partition's state znode says, and the version of that znode."""

    leader: int
    leader_epoch: int
    isr: tuple[int, ...]
    controller_epoch: int
    partition_epoch: int
    """The znode's version: every conditional write names it."""


class PartitionReplica(NamedTuple):
    """One replica of one partition."""

    partition: TopicPartition
    broker_id: int

    def __str__(self) -> str:
        return f"{self.partition} on {self.broker_id}"


class ControllerContext:
    """Everything the active controller knows.

    Args:
        epoch: the controller epoch that this controller wrote at its election.
        epoch_version: the version of /controller_epoch after that write: every later write checks it.
        feed: told of transitions while somebody follows.
    """

    __slots__ = (
        "assignments",
        "brokers",
        "epoch",
        "epoch_version",
        "feed",
        "leadership",
        "offline_dirs",
        "partition_states",
        "reassigning",
        "replica_states",
        "shutting_down",
        "topic_ids",
        "topic_names",
        "topics_deletion_started",
        "topics_ineligible",
        "topics_to_delete",
        "topics_unread",
    )

    def __init__(self, *, epoch: int, epoch_version: int, feed: Feed | None = None) -> None:
        self.epoch = epoch
        self.epoch_version = epoch_version
        self.feed = feed
        self.brokers: dict[int, LiveBroker] = {}
        """Registered brokers, those that are shutting down included."""
        self.shutting_down: set[int] = set()
        # Invariant: shutting_down ⊆ brokers.
        self.offline_dirs: dict[int, set[TopicPartition]] = {}
        """broker → partitions whose log directory it reported offline."""
        self.assignments: dict[str, dict[int, ReplicaAssignment]] = {}
        """topic → partition → replicas; a topic without partitions has a row."""
        self.topic_ids: dict[str, bytes] = {}
        self.topic_names: dict[bytes, str] = {}
        # Invariant: topic_names is the inverse of topic_ids.
        self.leadership: dict[TopicPartition, Leadership] = {}
        self.partition_states: dict[TopicPartition, PartitionState] = {}
        self.replica_states: dict[TopicPartition, dict[int, ReplicaState]] = {}
        self.reassigning: set[TopicPartition] = set()
        """Partitions whose reassignment has begun and not ended."""
        self.topics_to_delete: set[str] = set()
        self.topics_deletion_started: set[str] = set()
        self.topics_ineligible: set[str] = set()
        self.topics_unread: set[str] = set()
        """Topics that are in ZooKeeper and could not be read: nobody knows who should have replicas of them."""
        # Invariant: topics_deletion_started ⊆ topics_to_delete and topics_ineligible ⊆ topics_to_delete.

    # ---------------------------------------------------------------- brokers

    def live_brokers(self) -> list[LiveBroker]:
        """Registered brokers, those that are shutting down included, by id."""
        return [self.brokers[broker_id] for broker_id in sorted(self.brokers)]

    def live_ids(self) -> set[int]:
        """Registered brokers that are not shutting down."""
        return self.brokers.keys() - self.shutting_down

    def live_or_shutting_down_ids(self) -> list[int]:
        """Registered brokers, by id: who gets told about changes."""
        return sorted(self.brokers)

    def remove_broker(self, broker_id: int) -> None:
        """Forgets a broker and what was known of its log directories."""
        self.brokers.pop(broker_id, None)
        self.shutting_down.discard(broker_id)
        self.offline_dirs.pop(broker_id, None)

    def is_replica_online(
        self, broker_id: int, partition: TopicPartition, *, include_shutting_down: bool = False
    ) -> bool:
        """Whether the broker is registered, stays, and has not reported the partition's directory offline."""
        if broker_id not in self.brokers:
            return False
        if broker_id in self.shutting_down and not include_shutting_down:
            return False
        return partition not in self.offline_dirs.get(broker_id, ())

    def is_incomplete(self, broker_id: int, partition: TopicPartition) -> bool:
        """Whether the broker says that its log of the partition lacks something."""
        broker = self.brokers.get(broker_id)
        return broker is not None and partition in broker.incomplete

    def is_whole(self, broker_id: int, partition: TopicPartition, *, include_shutting_down: bool = False) -> bool:
        """Whether the replica is online, and its log complete as far as is known."""
        is_online = self.is_replica_online(broker_id, partition, include_shutting_down=include_shutting_down)
        return is_online and not self.is_incomplete(broker_id, partition)

    def may_go_on_leading(self, partition: TopicPartition, leadership: Leadership) -> bool:
        """Whether the leader is online, and complete or alone in the ISR."""
        leader = leadership.leader
        if not self.is_replica_online(leader, partition):
            return False
        return leadership.isr == (leader,) or not self.is_incomplete(leader, partition)

    def has_to_wait(self, partition: TopicPartition, isr: Sequence[int]) -> bool:
        """Whether none of an ISR can lead before one of it that is away comes back: the others lack something.

        Then nobody may leave the ISR: who is away has everything that was acknowledged, as nothing has been since.
        """
        online = [member for member in isr if self.is_replica_online(member, partition)]
        return 0 < len(online) < len(isr) and all(self.is_incomplete(member, partition) for member in online)

    # ---------------------------------------------------------------- topics

    def add_topic(self, topic: str, *, topic_id: bytes, partitions: Mapping[int, ReplicaAssignment]) -> None:
        """Learns a topic, or more partitions of a known one."""
        self.assignments.setdefault(topic, {}).update(partitions)
        if topic_id != ZERO_TOPIC_ID:
            self.topic_ids[topic] = topic_id
            self.topic_names[topic_id] = topic

    def remove_topic(self, topic: str) -> None:
        """Forgets everything about a topic."""
        for number in self.assignments.pop(topic, {}):
            partition = TopicPartition(topic, number)
            self.leadership.pop(partition, None)
            self.partition_states.pop(partition, None)
            self.replica_states.pop(partition, None)
            self.reassigning.discard(partition)
            for offline in self.offline_dirs.values():
                offline.discard(partition)
        topic_id = self.topic_ids.pop(topic, None)
        if topic_id is not None:
            self.topic_names.pop(topic_id, None)
        self.topics_to_delete.discard(topic)
        self.topics_deletion_started.discard(topic)
        self.topics_ineligible.discard(topic)

    def topic_id(self, topic: str) -> bytes:
        """The topic's id, zeros when it has none."""
        return self.topic_ids.get(topic, ZERO_TOPIC_ID)

    def is_queued_for_deletion(self, topic: str) -> bool:
        """Whether somebody asked to delete the topic."""
        return topic in self.topics_to_delete

    def is_reassigning(self, topic: str) -> bool:
        """Whether a reassignment of one of the topic's partitions is under way."""
        return any(partition.topic == topic for partition in self.reassigning)

    # ---------------------------------------------------------------- partitions and replicas

    def assignment(self, partition: TopicPartition) -> ReplicaAssignment:
        """The partition's replicas, an empty assignment when it is unknown."""
        return self.assignments.get(partition.topic, {}).get(partition.partition, ReplicaAssignment(()))

    def set_assignment(self, partition: TopicPartition, assignment: ReplicaAssignment) -> None:
        """Replaces one partition's replicas."""
        self.assignments.setdefault(partition.topic, {})[partition.partition] = assignment

    def partitions(self) -> Iterator[TopicPartition]:
        """Every partition of every topic."""
        for topic, numbers in self.assignments.items():
            for number in numbers:
                yield TopicPartition(topic, number)

    def partitions_of(self, topic: str) -> list[TopicPartition]:
        """Every partition of one topic."""
        return [TopicPartition(topic, number) for number in self.assignments.get(topic, ())]

    def partition_count(self) -> int:
        """How many partitions the cluster has."""
        return sum(map(len, self.assignments.values()))

    def replicas_of(self, topic: str) -> list[PartitionReplica]:
        """Every replica of every partition of one topic."""
        return [
            PartitionReplica(TopicPartition(topic, number), broker_id)
            for number, assignment in self.assignments.get(topic, {}).items()
            for broker_id in assignment.replicas
        ]

    def replicas_on(self, broker_ids: Collection[int]) -> list[PartitionReplica]:
        """Every replica that is assigned to one of the brokers."""
        return [replica for replica in self._all_replicas() if replica.broker_id in broker_ids]

    def online_and_offline_replicas(self) -> tuple[list[PartitionReplica], list[PartitionReplica]]:
        """Every replica, parted by whether it is online."""
        online: list[PartitionReplica] = []
        offline: list[PartitionReplica] = []
        whole = {broker_id for broker_id in self.live_ids() if not self.offline_dirs.get(broker_id)}
        for replica in self._all_replicas():
            is_online = replica.broker_id in whole or self.is_replica_online(replica.broker_id, replica.partition)
            (online if is_online else offline).append(replica)
        return online, offline

    def _all_replicas(self) -> Iterator[PartitionReplica]:
        for topic, numbers in self.assignments.items():
            for number, assignment in numbers.items():
                partition = TopicPartition(topic, number)
                for broker_id in assignment.replicas:
                    yield PartitionReplica(partition, broker_id)

    def is_leader_wanted(self, partition: TopicPartition) -> bool:
        """Whether the partition shall have a leader: its topic stays, or goes only after a move, which needs one."""
        return partition.topic not in self.topics_to_delete or partition in self.reassigning

    def partitions_with_offline_leader(self) -> list[TopicPartition]:
        """Partitions that have lost their leader and shall have another."""
        return [
            partition
            for partition, leadership in self.leadership.items()
            if not self.may_go_on_leading(partition, leadership) and self.is_leader_wanted(partition)
        ]

    # ---------------------------------------------------------------- states

    def partition_state(self, partition: TopicPartition) -> PartitionState:
        """The partition's state; NonExistent when it was never seen."""
        return self.partition_states.get(partition, PartitionState.NonExistent)

    def replica_state(self, replica: PartitionReplica) -> ReplicaState:
        """The replica's state; NonExistent when it was never seen."""
        return self.replica_states.get(replica.partition, {}).get(replica.broker_id, ReplicaState.NonExistent)

    def start_partition(self, partition: TopicPartition, state: PartitionState) -> None:
        """Gives a partition its first state, at failover."""
        assert partition not in self.partition_states, partition
        self.partition_states[partition] = state

    def start_replica(self, replica: PartitionReplica, state: ReplicaState) -> None:
        """Gives a replica its first state, at failover."""
        states = self.replica_states.setdefault(replica.partition, {})
        assert replica.broker_id not in states, replica
        states[replica.broker_id] = state

    def move_partition(self, partition: TopicPartition, target: PartitionState) -> None:
        """Changes a partition's state.

        Raises:
            IllegalTransition: the table does not have this change.
        """
        current = self.partition_state(partition)
        PARTITION_TRANSITIONS.check(current, target, subject=partition)
        self.partition_states[partition] = target
        if self.feed is not None and self.feed.is_watched and current is not target:
            self.feed.publish("partition-state", partition=str(partition), before=current.name, after=target.name)

    def move_replica(self, replica: PartitionReplica, target: ReplicaState) -> None:
        """Changes a replica's state; NonExistent forgets it.

        Raises:
            IllegalTransition: the table does not have this change.
        """
        current = self.replica_state(replica)
        REPLICA_TRANSITIONS.check(current, target, subject=replica)
        if self.feed is not None and self.feed.is_watched and current is not target:
            self.feed.publish("replica-state", replica=str(replica), before=current.name, after=target.name)
        states = self.replica_states.setdefault(replica.partition, {})
        if target is ReplicaState.NonExistent:
            states.pop(replica.broker_id, None)
        else:
            states[replica.broker_id] = target

    def partitions_in(self, states: Collection[PartitionState]) -> list[TopicPartition]:
        """Partitions in one of the states."""
        return [partition for partition, state in self.partition_states.items() if state in states]

    def replicas_in_state(self, topic: str, state: ReplicaState) -> list[PartitionReplica]:
        """The topic's replicas in one state."""
        return [replica for replica in self.replicas_of(topic) if self.replica_state(replica) is state]

    def are_all_replicas_in(self, topic: str, state: ReplicaState) -> bool:
        """Whether every replica of the topic is in the state (true for a topic without any)."""
        return all(self.replica_state(replica) is state for replica in self.replicas_of(topic))

    def is_any_replica_in(self, topic: str, state: ReplicaState) -> bool:
        """Whether at least one replica of the topic is in the state."""
        return any(self.replica_state(replica) is state for replica in self.replicas_of(topic))

    # ---------------------------------------------------------------- counts, for metrics

    def offline_partition_count(self) -> int:
        """Partitions without a leader, topics that are being deleted excluded."""
        return sum(
            1
            for partition, state in self.partition_states.items()
            if state is PartitionState.Offline and partition.topic not in self.topics_deletion_started
        )

    def preferred_replica_imbalance_count(self) -> int:
        """Partitions whose leader is not the first of their replicas."""
        leadership, count = self.leadership, 0
        for topic, assignments in self.assignments.items():
            if topic in self.topics_to_delete:
                continue
            for index, assignment in assignments.items():
                led = leadership.get(TopicPartition(topic, index))
                count += led is not None and bool(assignment.replicas) and led.leader != assignment.replicas[0]
        return count

    def replica_state_counts(self, topics: Iterable[str]) -> dict[ReplicaState, int]:
        """How many replicas of these topics are in each state."""
        counts = dict.fromkeys(ReplicaState, 0)
        for topic in topics:
            for replica in self.replicas_of(topic):
                counts[self.replica_state(replica)] += 1
        return counts

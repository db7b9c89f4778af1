"""The cluster as the active controller knows it. Pure: no I/O, no clock, no randomness.

ZooKeeper is the truth, this is its working copy: built whole at election, dropped whole at resignation, changed in
between only by the one consumer of the event queue, and only after the write that it mirrors (decide → write → apply).
What looks at very many partitions comes as steps (`kavka.common.steps`): only the event that looks changes anything.

Not here: how states change (`states`), who becomes leader (`election`), what goes to brokers (`request_batch`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, NamedTuple

from kavka.common.steps import Steps, at_once, let_go, stretches
from kavka.common.types import ZERO_TOPIC_ID, Feed, LeaderRecovery, TopicPartition
from kavka.controller.states import PARTITION_TRANSITIONS, REPLICA_TRANSITIONS, PartitionState, ReplicaState
from kavka.protocol.epochs import ControllerEpoch, LeaderEpoch
from kavka.zk.features import Levels

LOOKED_AT_ITEMS: Final = 1_000
"""Partitions in one stretch of a look that is for none of them more than a comparison."""


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
    first_epoch: int | None = None
    """The czxid of its process's first registration; None where this is the first, or nobody says so."""
    features: Mapping[str, Levels] = field(default_factory=dict)
    """What it supports (KIP-584)."""

    @property
    def lives_since(self) -> int:
        """Returns the zxid since which its process has lived: it outlives the sessions that it loses."""
        return self.epoch if self.first_epoch is None else min(self.epoch, self.first_epoch)

    def endpoint(self, listener: str) -> Endpoint | None:
        """Returns the address on one listener, None when the broker does not have that listener."""
        return next((endpoint for endpoint in self.endpoints if endpoint.listener == listener), None)


class ReplicaAssignment(NamedTuple):
    """The brokers of one partition; the first is the preferred leader."""

    replicas: tuple[int, ...]
    adding: tuple[int, ...] = ()
    removing: tuple[int, ...] = ()

    @property
    def origin(self) -> tuple[int, ...]:
        """Returns the replicas without the adding ones: a cancelled reassignment goes back to them."""
        return tuple(broker_id for broker_id in self.replicas if broker_id not in self.adding)

    @property
    def target(self) -> tuple[int, ...]:
        """Returns the replicas without the removing ones: a reassignment ends with them."""
        return tuple(broker_id for broker_id in self.replicas if broker_id not in self.removing)

    @property
    def is_being_reassigned(self) -> bool:
        """Tells whether some replica is being added or removed."""
        return bool(self.adding or self.removing)

    def reassigned_to(self, target: Sequence[int]) -> ReplicaAssignment:
        """Returns the assignment while it moves to `target`, from wherever an earlier move began: the target first."""
        origin = self.origin
        together = tuple(dict.fromkeys((*target, *origin)))
        return ReplicaAssignment(
            together,
            adding=tuple(broker_id for broker_id in together if broker_id not in origin),
            removing=tuple(broker_id for broker_id in together if broker_id not in target),
        )


UNASSIGNED: Final = ReplicaAssignment(())
"""A partition that nobody knows."""


class Leadership(NamedTuple):
    """What a partition's state znode says, and the version of that znode."""

    leader: int
    leader_epoch: LeaderEpoch
    isr: tuple[int, ...]
    controller_epoch: ControllerEpoch
    partition_epoch: int
    """The znode's version: every conditional write names it."""
    recovery: LeaderRecovery = LeaderRecovery.RECOVERED
    """Whether the leader may have lost records by its election, and has asked for no ISR since (KIP-704)."""


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
        feed: notified of transitions while it has a subscriber.
    """

    __slots__ = (
        "assigned",
        "assignments",
        "brokers",
        "epoch",
        "epoch_version",
        "feed",
        "leaderless",
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

    def __init__(self, *, epoch: ControllerEpoch, epoch_version: int, feed: Feed | None = None) -> None:
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
        self.assigned: dict[TopicPartition, ReplicaAssignment] = {}
        """The same by partition, so that what goes through all of them makes no name anew."""
        self.topic_ids: dict[str, bytes] = {}
        self.topic_names: dict[bytes, str] = {}
        # Invariant: topic_names is the inverse of topic_ids.
        self.leadership: dict[TopicPartition, Leadership] = {}
        self.partition_states: dict[TopicPartition, PartitionState] = {}
        self.leaderless: dict[TopicPartition, None] = {}
        """Partitions that are New or Offline, in the order in which they became so."""
        self.replica_states: dict[TopicPartition, dict[int, ReplicaState]] = {}
        self.reassigning: set[TopicPartition] = set()
        """Partitions whose reassignment has begun and not ended."""
        self.topics_to_delete: set[str] = set()
        self.topics_deletion_started: set[str] = set()
        self.topics_ineligible: set[str] = set()
        self.topics_unread: set[str] = set()
        """Topics that are in ZooKeeper and could not be read: nobody knows who should have replicas of them."""
        # Invariant: topics_deletion_started ⊆ topics_to_delete and topics_ineligible ⊆ topics_to_delete.

    def letting_go(self) -> Steps[None]:
        """Frees what is known of each partition, a stretch at a time.

        For a term that is over. It is held here until the context itself is gone: freed with it, 200,000 partitions
        hold the loop for 0.1 s.
        """
        held: list[list[object]] = [list(self.assigned)]
        for known in (self.assigned, self.leadership, self.replica_states, self.assignments, self.topic_ids):
            yield
            held.append(list(known.values()))
        yield
        del self, known
        yield from let_go(*held)

    # ---------------------------------------------------------------- brokers

    def live_brokers(self) -> list[LiveBroker]:
        """Lists the registered brokers by id, those that are shutting down included."""
        return [self.brokers[broker_id] for broker_id in sorted(self.brokers)]

    def live_ids(self) -> set[int]:
        """Returns the ids of registered brokers that are not shutting down."""
        return self.brokers.keys() - self.shutting_down

    def live_or_shutting_down_ids(self) -> list[int]:
        """Lists the ids of registered brokers in order: the recipients of changes."""
        return sorted(self.brokers)

    def remove_broker(self, broker_id: int) -> None:
        """Forgets a broker and what was known of its log directories."""
        self.brokers.pop(broker_id, None)
        self.shutting_down.discard(broker_id)
        self.offline_dirs.pop(broker_id, None)

    def is_replica_online(
        self, broker_id: int, partition: TopicPartition, *, include_shutting_down: bool = False
    ) -> bool:
        """Tells whether the broker is registered, stays, and has the partition's directory online.

        A directory counts as online until the broker has reported it offline.
        """
        if broker_id not in self.brokers:
            return False
        if broker_id in self.shutting_down and not include_shutting_down:
            return False
        return partition not in self.offline_dirs.get(broker_id, ())

    def is_incomplete(self, broker_id: int, partition: TopicPartition) -> bool:
        """Tells whether the broker has reported its log of the partition incomplete."""
        broker = self.brokers.get(broker_id)
        return broker is not None and partition in broker.incomplete

    def is_whole(self, broker_id: int, partition: TopicPartition, *, include_shutting_down: bool = False) -> bool:
        """Tells whether the replica is online, and its log complete as far as is known."""
        is_online = self.is_replica_online(broker_id, partition, include_shutting_down=include_shutting_down)
        return is_online and not self.is_incomplete(broker_id, partition)

    def may_go_on_leading(self, partition: TopicPartition, leadership: Leadership) -> bool:
        """Tells whether the leader is online, and complete or alone in the ISR."""
        leader = leadership.leader
        if not self.is_replica_online(leader, partition):
            return False
        return leadership.isr == (leader,) or not self.is_incomplete(leader, partition)

    # ---------------------------------------------------------------- topics

    def add_topic(self, topic: str, *, topic_id: bytes, partitions: Mapping[int, ReplicaAssignment]) -> None:
        """Adds a topic, or more partitions of a known one."""
        self.assignments.setdefault(topic, {}).update(partitions)
        self.assigned.update((TopicPartition(topic, number), replicas) for number, replicas in partitions.items())
        if topic_id != ZERO_TOPIC_ID:
            self.topic_ids[topic] = topic_id
            self.topic_names[topic_id] = topic

    def remove_topic(self, topic: str) -> None:
        """Forgets everything about a topic."""
        at_once(self.removal(topic))

    def removal(self, topic: str) -> Steps[None]:
        """Forgets everything about a topic, its name last."""
        for stretch in stretches(self.assignments.get(topic, {})):
            for number in stretch:
                self._forget(TopicPartition(topic, number))
            yield
        self.assignments.pop(topic, None)
        topic_id = self.topic_ids.pop(topic, None)
        if topic_id is not None:
            self.topic_names.pop(topic_id, None)
        self.topics_to_delete.discard(topic)
        self.topics_deletion_started.discard(topic)
        self.topics_ineligible.discard(topic)

    def _forget(self, partition: TopicPartition) -> None:
        for known in (self.assigned, self.leadership, self.partition_states, self.leaderless, self.replica_states):
            known.pop(partition, None)
        self.reassigning.discard(partition)
        for offline in self.offline_dirs.values():
            offline.discard(partition)

    def topic_id(self, topic: str) -> bytes:
        """Returns the topic's id, zeros when it has none."""
        return self.topic_ids.get(topic, ZERO_TOPIC_ID)

    def is_queued_for_deletion(self, topic: str) -> bool:
        """Tells whether the topic is marked for deletion."""
        return topic in self.topics_to_delete

    def topics_reassigning(self) -> set[str]:
        """Returns the topics of which a partition's reassignment is under way."""
        return {partition.topic for partition in self.reassigning}

    # ---------------------------------------------------------------- partitions and replicas

    def assignment(self, partition: TopicPartition) -> ReplicaAssignment:
        """Returns the partition's replicas, an empty assignment when it is unknown."""
        return self.assigned.get(partition, UNASSIGNED)

    def set_assignment(self, partition: TopicPartition, assignment: ReplicaAssignment) -> None:
        """Replaces one partition's replicas."""
        self.assignments.setdefault(partition.topic, {})[partition.partition] = assignment
        self.assigned[partition] = assignment

    def partitions(self) -> Collection[TopicPartition]:
        """Returns every partition of every topic."""
        return self.assigned.keys()

    def partitions_of(self, topic: str) -> Iterator[TopicPartition]:
        """Yields every partition of one topic."""
        for number in self.assignments.get(topic, ()):
            yield TopicPartition(topic, number)

    def partition_count(self) -> int:
        """Counts the cluster's partitions."""
        return len(self.assigned)

    def replicas_of(self, topic: str) -> Iterator[PartitionReplica]:
        """Yields every replica of every partition of one topic."""
        for number, assignment in self.assignments.get(topic, {}).items():
            partition = TopicPartition(topic, number)
            for broker_id in assignment.replicas:
                yield PartitionReplica(partition, broker_id)

    def replicas_on(self, broker_ids: Collection[int]) -> Steps[list[PartitionReplica]]:
        """Collects every replica that is assigned to one of the brokers."""
        found: list[PartitionReplica] = []
        for stretch in stretches(self.assigned.items(), LOOKED_AT_ITEMS):
            for partition, assignment in stretch:
                for broker_id in assignment.replicas:
                    if broker_id in broker_ids:
                        found.append(PartitionReplica(partition, broker_id))
            yield
        return found

    def is_leader_wanted(self, partition: TopicPartition) -> bool:
        """Tells whether the partition shall have a leader.

        Its topic stays, or goes only after a move, which needs one.
        """
        return partition.topic not in self.topics_to_delete or partition in self.reassigning

    # ---------------------------------------------------------------- states

    def partition_state(self, partition: TopicPartition) -> PartitionState:
        """Returns the partition's state; NonExistent when it was never seen."""
        return self.partition_states.get(partition, PartitionState.NonExistent)

    def replica_state(self, replica: PartitionReplica) -> ReplicaState:
        """Returns the replica's state; NonExistent when it was never seen."""
        return self.replica_states.get(replica.partition, {}).get(replica.broker_id, ReplicaState.NonExistent)

    def start_partition(self, partition: TopicPartition, state: PartitionState) -> None:
        """Sets a partition's first state, at failover."""
        assert partition not in self.partition_states, partition
        self._set_partition_state(partition, state)

    def start_replica(self, replica: PartitionReplica, state: ReplicaState) -> None:
        """Sets a replica's first state, at failover."""
        self.start_replicas(replica.partition, {replica.broker_id: state})

    def start_replicas(self, partition: TopicPartition, states: dict[int, ReplicaState]) -> None:
        """Sets the first states of a partition's replicas, at failover."""
        known = self.replica_states.setdefault(partition, states)
        if known is not states:
            assert not known.keys() & states.keys(), partition
            known.update(states)

    def move_partition(self, partition: TopicPartition, target: PartitionState) -> None:
        """Changes a partition's state.

        Raises:
            IllegalTransition: the table does not have this change.
        """
        current = self.partition_state(partition)
        PARTITION_TRANSITIONS.check(current, target, subject=partition)
        self._set_partition_state(partition, target)
        if self.feed is not None and self.feed.is_watched and current is not target:
            self.feed.publish("partition-state", partition=str(partition), before=current.name, after=target.name)

    def _set_partition_state(self, partition: TopicPartition, state: PartitionState) -> None:
        self.partition_states[partition] = state
        if state is PartitionState.New or state is PartitionState.Offline:
            self.leaderless[partition] = None
        elif partition in self.leaderless:
            del self.leaderless[partition]

    def move_replica(self, replica: PartitionReplica, target: ReplicaState) -> ReplicaState:
        """Changes a replica's state, NonExistent forgets it; returns the state that it leaves.

        Raises:
            IllegalTransition: the table does not have this change.
        """
        partition, broker_id = replica
        states = self.replica_states.get(partition)
        if states is None:
            states = self.replica_states[partition] = {}
        current = states.get(broker_id, ReplicaState.NonExistent)
        REPLICA_TRANSITIONS.check(current, target, subject=replica)
        if self.feed is not None and self.feed.is_watched and current is not target:
            self.feed.publish("replica-state", replica=str(replica), before=current.name, after=target.name)
        if target is ReplicaState.NonExistent:
            states.pop(broker_id, None)
        else:
            states[broker_id] = target
        return current

    def deletion_progress(self, topic: str) -> Steps[tuple[bool, bool]]:
        """Tells whether all replicas of a topic are deleted, and whether any is being deleted.

        A topic without replicas counts as deleted.
        """
        is_done, is_begun = True, False
        for stretch in stretches(self.replicas_of(topic)):
            for replica in stretch:
                state = self.replica_state(replica)
                is_done = is_done and state is ReplicaState.DeletionSuccessful
                is_begun = is_begun or state is ReplicaState.DeletionStarted
            yield
        return is_done, is_begun

    # ---------------------------------------------------------------- counts, for metrics

    # Whoever counts is no event, so that anything may change between two steps: names are gone through that were there
    # at the beginning.

    def offline_partition_count(self) -> Steps[int]:
        """Counts the partitions without a leader, topics that are being deleted excluded."""
        count = 0
        for stretch in stretches(list(self.leaderless), LOOKED_AT_ITEMS):
            for partition in stretch:
                is_offline = self.partition_states.get(partition) is PartitionState.Offline
                count += is_offline and partition.topic not in self.topics_deletion_started
            yield
        return count

    def preferred_replica_imbalance_count(self) -> Steps[int]:
        """Counts the partitions whose leader is not the first of their replicas."""
        assigned, deleting, led = self.assigned, self.topics_to_delete, self.leadership
        count = 0
        for stretch in stretches(list(led), LOOKED_AT_ITEMS):
            for partition in stretch:
                leadership = led.get(partition)
                replicas = assigned.get(partition, UNASSIGNED).replicas
                if replicas and leadership is not None and leadership.leader != replicas[0]:
                    count += partition.topic not in deleting
            yield
        return count

    def replica_state_counts(self, topics: Iterable[str]) -> Steps[Counter[ReplicaState]]:
        """Counts the replicas of these topics by state."""
        counts: Counter[ReplicaState] = Counter()
        for topic in list(topics):
            for stretch in stretches(list(self.assignments.get(topic, ()))):
                for number in stretch:
                    partition = TopicPartition(topic, number)
                    counts.update(
                        self.replica_state(PartitionReplica(partition, broker_id))
                        for broker_id in self.assignment(partition).replicas
                    )
                yield
        return counts

    def state_counts(self) -> Steps[tuple[Counter[PartitionState], Counter[ReplicaState]]]:
        """Counts all partitions, and all replicas, by state."""
        partitions: Counter[PartitionState] = Counter()
        for of_partitions in stretches(list(self.partition_states.values()), LOOKED_AT_ITEMS):
            partitions.update(of_partitions)
            yield
        replicas: Counter[ReplicaState] = Counter()
        for of_replicas in stretches(list(self.replica_states.values()), LOOKED_AT_ITEMS):
            replicas.update(chain.from_iterable(states.values() for states in of_replicas))
            yield
        return partitions, replicas

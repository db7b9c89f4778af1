"""Looks at what controllers decide, and notes each decision as it gets into ZooKeeper.

    brokers' EventFeeds ─ "controller" ─────────────────────▶ TermBegun ────────┐
    ZooKeeper's tree ─ a recursive watch on /brokers/topics ─▶ StateWritten ────┼─▶ Decisions ─▶ checks/control.py
                                                            └▶ ReplicasAssigned ┤
    brokers' metadata, and what they lead all the same ──────▶ Outstayed ───────┘

The watch is one of the tree itself and no client's: nobody waits for it, and nothing goes over a wire. A server that
starts again has another tree, which is watched from the next look on: what is there then says nothing of who wrote it.
Not here: what is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from kavka.common.types import NO_LEADER, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.simulation.decisions import Decisions, Outstayed, ReplicasAssigned, StateWritten, TermBegun
from kavka.simulation.hosts import HostState
from kavka.simulation.leaders import CONTROLLER, role_holder
from kavka.zk import paths
from kavka.zk.ops import EventType, WatchKind
from kavka.zk.rules import SUPER
from kavka.zk.znodes import ZNodeError

if TYPE_CHECKING:
    from kavka.broker.assembly.inside import Inside
    from kavka.common.event_feed import FeedEvent
    from kavka.simulation.cluster import SimulatedBroker, SimulatedCluster
    from kavka.zk.rules import Identity
    from kavka.zk.tree import DataTree

US_PER_MS: Final = 1_000
UNREADABLE: Final = -1
IDLE: Final = "Idle"

MARKED_SINCE: Final = "3.2-IV0"

OUTSTAYED_MS: Final = 2_000
"""How long a broker may lead that knows of another leader, when the controller has no more to tell it.

A broker that comes hears of leaders first and of what it leads then (KAFKA-4443). The controller may be paused between
the two, or wait for a response that a link has lost: until the broker has heard all, it may go on.
"""


class ControlOnlooker:
    """Notes what controllers decide.

    Args:
        cluster: that it looks at.
        decisions: where it notes.
        by_hand: nodes that people write to, too: what is in them no controller need have decided.
    """

    def __init__(
        self, cluster: SimulatedCluster, decisions: Decisions, *, by_hand: frozenset[str] = frozenset()
    ) -> None:
        self._by_hand = by_hand
        self._cluster = cluster
        self._decisions = decisions
        self._tree: DataTree | None = None
        self._former: dict[tuple[int, int, TopicPartition], int] = {}
        """broker, life, what it leads though it has heard all, and knows of a later leader → since when"""
        self._states: dict[TopicPartition, paths.PartitionStateZNode] = {}

    @property
    def who(self) -> Sequence[Identity]:
        """Returns whose eyes it has: no ACL hides a node from it."""
        return (SUPER,)

    def watch(self, broker: SimulatedBroker) -> None:
        """Listens to a life of a broker."""
        assert broker.broker is not None

        def heard(event: FeedEvent) -> None:
            if event.kind == "controller" and event.what["is_active"]:
                self._decisions.add(
                    TermBegun(time_ms=self._now_ms(), broker=broker.broker_id, epoch=event.what["epoch"])
                )

        broker.broker.feed.listen(heard)

    def look(self) -> None:
        """Notes who leads for too long, and watches the tree of the server that runs."""
        former: dict[tuple[int, int, TopicPartition], int] = {}
        for broker in self._cluster.brokers:
            is_awake = broker.host is not None and broker.host.state is HostState.RUNS
            if broker.inside is not None and broker.is_running and is_awake:
                for tp, epochs in _led_in_vain(broker.broker_id, broker.inside):
                    key = broker.broker_id, broker.lives, tp
                    former[key] = self._now_ms()
                    if self._has_heard_all(broker.broker_id):
                        former[key] = self._former.get(key, former[key])
                    if self._now_ms() - former[key] > OUTSTAYED_MS:
                        self._outstayed(broker.broker_id, tp, epochs)
        self._former = former
        self._watch_tree()

    def _has_heard_all(self, broker_id: int) -> bool:
        """Tells whether the controller in office runs, decides nothing now, and has no more to tell a broker."""
        name = role_holder(self._cluster, CONTROLLER)
        found = next((broker for broker in self._cluster.brokers if broker.name == name), None)
        if found is None or found.inside is None or found.host is None or found.host.state is not HostState.RUNS:
            return False
        shown = found.inside.cluster.controller.describe()
        if shown["busy_with"] != IDLE or shown["queue_size"]:
            return False
        return any(one["id"] == broker_id and one["has_heard_all"] for one in shown["brokers"])

    def _outstayed(self, broker_id: int, tp: TopicPartition, epochs: tuple[int, int]) -> None:
        self._decisions.add(
            Outstayed(time_ms=self._now_ms(), tp=tp, broker=broker_id, leader_epoch=epochs[0], later_epoch=epochs[1])
        )

    def _watch_tree(self) -> None:
        """Watches the tree of the server that runs, and takes in what is there if it is another one."""
        server = self._cluster.zookeeper.machine.server
        tree = None if server is None else server.tree
        if tree is None or tree is self._tree:
            return
        self._tree = tree
        tree.watches.add(WatchKind.RECURSIVE, paths.TOPICS, self)
        below = f"{paths.TOPICS}/"
        for path in sorted(path for path in tree.nodes if path.startswith(below)):
            self._take(tree, path, is_written=False)

    def notify(self, event: EventType, path: str, /) -> None:
        """Notes a change of the tree."""
        assert self._tree is not None
        if event is EventType.DELETED:
            self._states.pop(_partition_of(path), None)
        else:
            self._take(self._tree, path)

    def _take(self, tree: DataTree, path: str, *, is_written: bool = True) -> None:
        parts = path.removeprefix(paths.TOPICS).split("/")[1:]
        node = tree.nodes.get(path)
        try:
            if node is None or not node.data or path in self._by_hand:
                return
            if len(parts) == 1:
                self._take_assignment(parts[0], paths.TopicZNode.decode(node.data))
            elif parts[-1] == "state":
                latest = _latest_epoch(tree) if is_written else UNREADABLE
                self._take_state(_partition_of(path), paths.PartitionStateZNode.decode(node.data), latest)
        except ZNodeError:  # of a hand; who reads it says so
            return

    def _take_assignment(self, topic: str, assigned: paths.TopicZNode) -> None:
        for index, replicas in sorted(assigned.partitions.items()):
            self._decisions.add(
                ReplicasAssigned(
                    time_ms=self._now_ms(),
                    tp=TopicPartition(topic, index),
                    replicas=tuple(replicas),
                    adding=tuple(assigned.adding.get(index, ())),
                )
            )

    def _take_state(self, tp: TopicPartition, state: paths.PartitionStateZNode, latest_epoch: int) -> None:
        before = self._states.get(tp) if latest_epoch != UNREADABLE else None
        self._states[tp] = state
        is_same_term = before is not None and before.leader_epoch == state.leader_epoch
        is_by_leader = is_same_term and self._writes_itself(state.leader)
        is_elected = before is not None and not is_same_term and state.leader != NO_LEADER
        joining = [member for member in state.isr if before is not None and member not in before.isr]
        is_asked_for = is_same_term and not is_by_leader
        known = self._known(state.controller_epoch) if joining and is_asked_for else {}
        asked = self._epochs_asked(state.leader, tp) if known else {}
        self._decisions.add(
            StateWritten(
                time_ms=self._now_ms(),
                tp=tp,
                leader_epoch=state.leader_epoch,
                isr=tuple(state.isr),
                controller_epoch=state.controller_epoch,
                latest_epoch=latest_epoch,
                is_by_leader=is_by_leader,
                absent=tuple(member for member in joining if known and member not in known),
                former=tuple(member for member in joining if asked.get(member, -1) not in (-1, known.get(member, -1))),
                is_unclean=before is not None
                and is_elected
                and state.leader not in before.isr
                and self._is_recovery_marked(),
                is_recovering=bool(state.leader_recovery),
            )
        )

    def _writes_itself(self, leader: int) -> bool:
        """Tells whether a leader may write its ISR: there is no API to ask by, or nobody can tell."""
        found = next((broker for broker in self._cluster.brokers if broker.broker_id == leader), None)
        if found is None or found.inside is None:
            return True
        return not found.inside.cluster.identity.config().protocol.has_api(ApiKey.ALTER_PARTITION)

    def _is_recovery_marked(self) -> bool:
        """Tells whether every controller there may be marks leaders that have to recover."""
        insides = [broker.inside for broker in self._cluster.brokers if broker.inside is not None]
        return all(inside.cluster.identity.config().protocol.is_at_least(MARKED_SINCE) for inside in insides)

    def _known(self, epoch: int) -> dict[int, int]:
        """Returns the brokers that stay, with their epochs, as the controller of an epoch knows them."""
        for broker in self._cluster.brokers:
            shown = {} if broker.inside is None else broker.inside.cluster.controller.describe()
            if shown and shown["is_active"] and shown["epoch"] == epoch:
                return {one["id"]: one["epoch"] for one in shown["brokers"] if not one["is_shutting_down"]}
        return {}

    def _epochs_asked(self, leader: int, tp: TopicPartition) -> dict[int, int]:
        """Returns the broker epochs by which a leader has asked for the ISR that it waits for."""
        for broker in self._cluster.brokers:
            if broker.broker_id == leader and broker.inside is not None:
                partition = broker.inside.replication.manager.partitions.find(*tp)
                if partition is not None and partition.pending is not None:
                    return dict(partition.pending.broker_epochs)
        return {}

    def _now_ms(self) -> int:
        return self._cluster.loop.now_us // US_PER_MS


def _led_in_vain(broker_id: int, inside: Inside) -> Iterator[tuple[TopicPartition, tuple[int, int]]]:
    """Yields what a broker leads, and another one in a later epoch by its own metadata, with both epochs."""
    topics = inside.cluster.metadata.snapshot.topics
    for partition in inside.replication.manager.partitions:
        topic, index = partition.topic_partition
        known = topics[topic].partitions.get(index) if partition.is_leader and topic in topics else None
        if known is not None and known.leader != broker_id and known.leader_epoch > partition.leader_epoch:
            yield partition.topic_partition, (partition.leader_epoch, known.leader_epoch)


def _partition_of(path: str) -> TopicPartition:
    """Returns the partition that a state's path is of; of another path, one that nobody knows."""
    parts = path.removeprefix(paths.TOPICS).split("/")
    is_state = len(parts) == 5 and parts[3].isdecimal()
    return TopicPartition(parts[1], int(parts[3])) if is_state else TopicPartition("", -1)


def _latest_epoch(tree: DataTree) -> int:
    node = tree.nodes.get(paths.CONTROLLER_EPOCH)
    try:
        return UNREADABLE if node is None else paths.decode_int(node.data or b"", paths.CONTROLLER_EPOCH)
    except ZNodeError:
        return UNREADABLE

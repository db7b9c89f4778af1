"""What the elected controller does when topics are created, get partitions, or are to be deleted: by API or by other
people's tools.

Both doors lead through ZooKeeper. An API call writes the znodes that a tool would write, and then acts on them as on
anybody's:

    CreateTopics ─► /config/topics/t + /brokers/topics/t ─┐
    kafka-topics --zookeeper ─────────────────────────────┴─► TopicChange ─► partitions and replicas New ─► Online
    CreatePartitions ─► /brokers/topics/t ────────────────┐
    kafka-topics --alter --zookeeper ─────────────────────┴─► PartitionModifications ─► the same, of the new ones
    DeleteTopics ─► /admin/delete_topics/t ───────────────┐
    kafka-topics --delete --zookeeper ────────────────────┴─► TopicDeletion ─► `topic_deletion`
"""

from __future__ import annotations

import logging
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from kavka.common.steps import Steps, stretches
from kavka.common.types import ZERO_TOPIC_ID, NewPartitions, NewTopic, TopicPartition, TopicResult, is_topic_name
from kavka.controller.admin import checked_configs
from kavka.controller.context import ControllerContext, PartitionReplica, ReplicaAssignment
from kavka.controller.events import (
    CreatePartitions,
    CreateTopics,
    DeleteTopics,
    PartitionModifications,
    TopicChange,
    TopicDeletion,
)
from kavka.controller.parts import ControllerParts
from kavka.controller.placement import Racks, planning_added
from kavka.controller.states import PartitionState, ReplicaState
from kavka.protocol.errors import (
    ErrorCode,
    InvalidRequest,
    InvalidTopic,
    KafkaError,
    ReassignmentInProgress,
    UnknownServerError,
    UnknownTopicOrPartition,
    clipped,
)
from kavka.zk.errors import BadArguments, BadVersion, NodeExists, ZkError
from kavka.zk.ops import Stat
from kavka.zk.paths import TopicZNode, topic_id_to_text

log = logging.getLogger(__name__)


class TopicProcedures:
    """Topic events of one term.

    Args:
        parts: what this term works with.
    """

    __slots__ = ("_parts",)

    def __init__(self, parts: ControllerParts) -> None:
        self._parts = parts

    # ---------------------------------------------------------------- load

    async def load(self) -> dict[TopicPartition, int]:
        """Loads every topic, at failover.

        Returns:
            The zxid of the last write of each partition's state.
        """
        context = self._parts.context
        names = await self._parts.store.read_topic_names()
        topics = await self._with_ids(await self._parts.store.read_topics(names))
        await self._learn(topics)
        context.topics_unread = set(names) - topics.keys()
        written: dict[TopicPartition, int] = {}
        context.leadership = await self._parts.store.read_leadership(context.partitions(), written=written)
        return written

    async def load_deletions(self) -> None:
        """Loads the topics that are to be deleted, at failover."""
        known = await self._known_topics_to_delete()
        await self._parts.deletion.load(known)

    # ---------------------------------------------------------------- creation

    async def topic_change(self, event: TopicChange) -> None:
        """Handles a change of the list of topics."""
        del event  # news: what is there now counts
        context = self._parts.context
        names = set(await self._parts.store.read_topic_names())
        for topic in sorted(context.assignments.keys() - names):
            log.info("topic %s is gone from ZooKeeper", topic)
            await self._parts.lane.carry_out(context.removal(topic), items=len(context.assignments[topic]))
        context.topics_unread &= names
        await self._add(sorted(names - context.assignments.keys()))

    async def partition_modifications(self, event: PartitionModifications) -> None:
        """Handles a change of one topic's assignment.

        It has more partitions, or somebody wrote by hand what should not be there.
        """
        context = self._parts.context
        topic = event.topic
        if topic not in context.assignments:
            # Nobody could read it when it came; `_add` looks whether that has changed.
            await self._add([topic])
            return
        found = await self._parts.store.read_topics([topic])
        if topic not in found:
            return
        if context.is_queued_for_deletion(topic):
            await self._write_back(topic, *found[topic])
            return
        body = (await self._with_ids(found))[topic]
        new = [number for number in sorted(body.partitions) if number not in context.assignments[topic]]
        if new:
            log.info("topic %s gets %d partitions, from %d on", topic, len(new), new[0])
            await self._parts.lane.carry_out(_learning(context, topic, body, new, {}), items=len(new))
            await self._bring_up([TopicPartition(topic, number) for number in new])

    async def _write_back(self, topic: str, body: TopicZNode, stat: Stat) -> None:
        """Puts the old assignment back: partitions that come while the topic goes would stay for ever (KAFKA-2937)."""
        known = self._parts.context.assignments[topic]
        if body.partitions.keys() <= known.keys():
            return
        log.error("topic %s is being deleted: its new partitions are refused", topic)
        topic_id = self._parts.context.topic_id(topic)
        old = await self._parts.lane.carry_out(_body(known, topic_id), items=len(known))
        errors = await self._parts.store.set_topic_nodes({topic: (old, _body_version(old), stat.version)})
        for error in errors.values():
            log.warning("the old assignment of topic %s could not be put back: %s", topic, error)

    async def _add(self, names: Sequence[str]) -> None:
        """Learns topics that are in ZooKeeper and brings their partitions up."""
        if not names:
            return
        topics = await self._with_ids(await self._parts.store.read_topics(names))
        await self._learn(topics)
        partitions = await self._partitions_of(topics)
        self._parts.context.topics_unread.update(names)
        self._parts.context.topics_unread.difference_update(topics)
        await self._bring_up(partitions)

    async def _learn(self, topics: Mapping[str, TopicZNode]) -> None:
        """Takes topics over into memory."""
        context = self._parts.context

        def steps() -> Steps[None]:
            made: dict[ReplicaAssignment, ReplicaAssignment] = {}
            for name, body in topics.items():
                yield from _learning(context, name, body, body.partitions, made)

        await self._parts.lane.carry_out(steps(), items=_partition_count(topics))

    async def _partitions_of(self, topics: Mapping[str, TopicZNode]) -> list[TopicPartition]:
        context = self._parts.context

        def steps() -> Steps[list[TopicPartition]]:
            found: list[TopicPartition] = []
            for name in topics:
                for stretch in stretches(context.partitions_of(name)):
                    found += stretch
                    yield
            return found

        return await self._parts.lane.carry_out(steps(), items=_partition_count(topics))

    async def _bring_up(self, partitions: Sequence[TopicPartition]) -> None:
        context = self._parts.context
        replicas = await self._parts.lane.carry_out(_replicas(context, partitions), items=len(partitions))
        await self._parts.partitions.move(partitions, PartitionState.New)
        await self._parts.replicas.move(replicas, ReplicaState.New)
        await self._parts.partitions.move(partitions, PartitionState.Online)
        await self._parts.replicas.move(replicas, ReplicaState.Online)

    async def _with_ids(self, topics: Mapping[str, tuple[TopicZNode, Stat]]) -> dict[str, TopicZNode]:
        """Returns the topics, with an id written for those without: a tool of before Kafka 2.8 wrote them."""
        bodies = {name: body for name, (body, _) in topics.items()}
        if not self._parts.config.is_topic_id_on:
            return bodies
        writes: dict[str, tuple[TopicZNode, int, int]] = {}
        for name, (body, stat) in topics.items():
            if body.topic_id is None:
                topic_id = self._parts.context.topic_ids.get(name) or new_topic_id(self._parts.rng)
                bodies[name] = TopicZNode(body.partitions, body.adding, body.removing, topic_id)
                writes[name] = (bodies[name], _body_version(bodies[name]), stat.version)
        errors = await self._parts.store.set_topic_nodes(writes)
        for name, error in errors.items():
            log.warning("topic %s stays without an id until its znode changes: %s", name, error)
            bodies[name] = topics[name][0]
        return bodies

    # ---------------------------------------------------------------- deletion

    async def topic_deletion(self, event: TopicDeletion) -> None:
        """Handles a change of the list of topics to be deleted."""
        del event  # news: what is there now counts
        known = await self._known_topics_to_delete()
        new = [topic for topic in known if not self._parts.context.is_queued_for_deletion(topic)]
        if new:
            await self._parts.deletion.enqueue(new)

    async def _known_topics_to_delete(self) -> list[str]:
        """Returns the marked topics; marks that mean nothing, or are not wanted, are deleted."""
        marked = await self._parts.store.read_topics_to_delete()
        is_wanted = self._parts.config.is_delete_topic_enabled
        known = [topic for topic in marked if is_wanted and topic in self._parts.context.assignments]
        dropped = sorted(set(marked) - set(known))
        if dropped:
            why = "unknown topics" if is_wanted else "delete.topic.enable is false"
            log.warning("deletion of %s is dropped: %s", ", ".join(dropped), why)
            await self._parts.store.drop_deletion_marks(dropped)
        return known

    # ---------------------------------------------------------------- requests

    async def create_topics(self, event: CreateTopics) -> None:
        """Handles CreateTopics, and responds when ZooKeeper has the topics, which are brought up afterwards."""
        results: dict[str, TopicResult] = {}
        writes: dict[str, tuple[TopicZNode, int]] = {}
        configs: dict[str, dict[str, str]] = {}
        existing = _Existing(self._parts.context.assignments.keys(), set())
        for topic in _once_each(event.topics, results):
            try:
                body = await self._planned(topic, existing)
            except KafkaError as error:
                results[topic.name] = _failed(topic.name, error.code, error.message)
                continue
            existing.taken.add(topic.name)
            writes[topic.name] = (body, _body_version(body))
            configs[topic.name] = checked_configs(topic.configs)
            results[topic.name] = _created(topic.name, body, is_validate_only=event.is_validate_only)
        if not event.is_validate_only:
            errors = await self._parts.store.create_topic_nodes(writes, configs) if writes else {}
            for name, refusal in errors.items():
                results[name] = _not_written(name, refusal)
                del writes[name]
        if not event.answer.done():
            event.answer.set_result([results[topic.name] for topic in event.topics])
        if not event.is_validate_only:
            await self._add(list(writes))

    async def _planned(self, topic: NewTopic, existing: Collection[str]) -> TopicZNode:
        context, planner = self._parts.context, self._parts.planner
        planning = planner.planning(topic, existing=existing, live=_racks(context, context.live_ids()))
        assignment = await self._parts.lane.carry_out(planning, items=planner.items_of(topic))
        topic_id = new_topic_id(self._parts.rng) if self._parts.config.is_topic_id_on else None
        return TopicZNode(assignment, topic_id=topic_id)

    async def create_partitions(self, event: CreatePartitions) -> None:
        """Handles CreatePartitions, and responds when ZooKeeper has them.

        They come up when ZooKeeper's watch for that fires.
        """
        results: dict[str, TopicResult] = {}
        writes: dict[str, tuple[TopicZNode, int, int]] = {}
        names = dict.fromkeys(topic.name for topic in event.wanted if is_topic_name(topic.name))
        found = await self._parts.store.read_topics(names)
        is_file_there = not self._parts.config.is_topic_id_on and await self._parts.store.is_reassignment_file_there()
        for wanted in event.wanted:
            try:
                body, znode_version = await self._grown(wanted, found, is_file_there=is_file_there)
            except KafkaError as error:
                results[wanted.name] = _failed(wanted.name, error.code, error.message)
                continue
            writes[wanted.name] = (body, _body_version(body), znode_version)
            results[wanted.name] = _created(wanted.name, body, is_validate_only=event.is_validate_only)
        if not event.is_validate_only:
            for name, refusal in (await self._parts.store.set_topic_nodes(writes)).items():
                results[name] = _not_written(name, refusal)
        if not event.answer.done():
            event.answer.set_result([results[wanted.name] for wanted in event.wanted])

    async def _grown(
        self, wanted: NewPartitions, found: Mapping[str, tuple[TopicZNode, Stat]], *, is_file_there: bool
    ) -> tuple[TopicZNode, int]:
        """Returns a topic's znode with more partitions, and the version that it must still have to be replaced."""
        context = self._parts.context
        if context.is_queued_for_deletion(wanted.name):
            raise InvalidTopic("The topic is queued for deletion.")
        if wanted.name not in found:
            raise UnknownTopicOrPartition(f"The topic '{wanted.name}' does not exist.")
        body, stat = found[wanted.name]
        if is_file_there:
            raise ReassignmentInProgress("A partition reassignment is in progress.")
        if any(body.adding.values()) or any(body.removing.values()):
            raise ReassignmentInProgress(f"A partition reassignment is in progress for the topic '{wanted.name}'.")
        if body.partitions.keys() != set(range(len(body.partitions))) or not body.partitions:
            raise UnknownServerError(
                f"Unexpected existing replica assignment for topic '{wanted.name}': partitions "
                f"{sorted(body.partitions)} are not numbered from 0 without gaps."
            )
        existing = {number: tuple(replicas) for number, replicas in body.partitions.items()}
        planning = planning_added(wanted, existing=existing, brokers=_racks(context, context.brokers))
        added = await self._parts.lane.carry_out(planning, items=max(wanted.total_count, len(existing)))
        topic_id = body.topic_id or context.topic_ids.get(wanted.name)
        return TopicZNode({**existing, **added}, topic_id=topic_id), stat.version

    async def delete_topics(self, event: DeleteTopics) -> None:
        """Handles DeleteTopics, and responds when ZooKeeper has the marks."""
        context = self._parts.context
        results: dict[str, TopicResult] = {}
        wanted: list[str] = []
        for name in dict.fromkeys(event.names):
            if name not in context.assignments:
                message = f"There is no topic '{name}'."
                results[name] = _failed(name, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, message)
            elif not self._parts.config.is_delete_topic_enabled:
                results[name] = _failed(name, ErrorCode.TOPIC_DELETION_DISABLED, "delete.topic.enable is false.")
            else:
                wanted.append(name)
                results[name] = TopicResult(name=name, topic_id=context.topic_id(name))
        errors = await self._parts.store.mark_for_deletion(wanted)
        results |= {name: _not_written(name, error) for name, error in errors.items()}
        if not event.answer.done():
            event.answer.set_result([results[name] for name in event.names])
        new = [name for name in wanted if name not in errors and not context.is_queued_for_deletion(name)]
        if new:
            await self._parts.deletion.enqueue(new)


def new_topic_id(rng: random.Random) -> bytes:
    """Generates a random UUID (version 4) whose text does not begin with '-'.

    Command lines would take that for an option.
    """
    while True:
        raw = bytearray(rng.randbytes(16))
        raw[6] = raw[6] & 0x0F | 0x40
        raw[8] = raw[8] & 0x3F | 0x80
        topic_id = bytes(raw)
        if not topic_id_to_text(topic_id).startswith("-"):
            return topic_id


def _racks(context: ControllerContext, broker_ids: Collection[int]) -> Racks:
    return {broker_id: context.brokers[broker_id].rack for broker_id in broker_ids}


class _Existing(NamedTuple):
    """Names that no new topic may have: of topics that are there, and those that the same request makes."""

    there: Collection[str]
    taken: set[str]

    def __contains__(self, name: object) -> bool:
        return name in self.there or name in self.taken

    def __iter__(self) -> Iterator[str]:
        return chain(self.there, self.taken)

    def __len__(self) -> int:
        return len(self.there) + len(self.taken)


def _partition_count(topics: Mapping[str, TopicZNode]) -> int:
    return sum(len(body.partitions) for body in topics.values())


def _learning(
    context: ControllerContext,
    topic: str,
    body: TopicZNode,
    numbers: Iterable[int],
    made: dict[ReplicaAssignment, ReplicaAssignment],
) -> Steps[None]:
    """Takes over these partitions of a topic; equal assignments, which are never changed, become one object.

    Args:
        context: where they go.
        topic: its name.
        body: its znode.
        numbers: of the partitions.
        made: the assignments so far.
    """
    topic_id = body.topic_id or ZERO_TOPIC_ID
    context.add_topic(topic, topic_id=topic_id, partitions={})
    adding, removing = body.adding, body.removing
    for stretch in stretches(numbers):
        learned: dict[int, ReplicaAssignment] = {}
        for number in stretch:
            assignment = ReplicaAssignment(
                tuple(body.partitions[number]), tuple(adding.get(number, ())), tuple(removing.get(number, ()))
            )
            learned[number] = made.setdefault(assignment, assignment)
        context.add_topic(topic, topic_id=topic_id, partitions=learned)
        yield


def _replicas(context: ControllerContext, partitions: Iterable[TopicPartition]) -> Steps[list[PartitionReplica]]:
    found: list[PartitionReplica] = []
    for stretch in stretches(partitions):
        for partition in stretch:
            found += [PartitionReplica(partition, broker_id) for broker_id in context.assignment(partition).replicas]
        yield
    return found


def _body(assignment: Mapping[int, ReplicaAssignment], topic_id: bytes) -> Steps[TopicZNode]:
    replicas: dict[int, Iterable[int]] = {}
    adding: dict[int, Iterable[int]] = {}
    removing: dict[int, Iterable[int]] = {}
    for stretch in stretches(assignment.items()):
        for number, known in stretch:
            replicas[number] = known.replicas
            if known.adding:
                adding[number] = known.adding
            if known.removing:
                removing[number] = known.removing
        yield
    return TopicZNode(replicas, adding, removing, None if topic_id == ZERO_TOPIC_ID else topic_id)


def _body_version(body: TopicZNode) -> int:
    """Chooses the body's version.

    3 has the topic id, 2 the replicas of a reassignment, 1 is what Kafka 2.0 writes and everybody reads.
    """
    if body.topic_id is not None:
        return 3
    return 2 if body.adding or body.removing else 1


def _once_each(topics: Iterable[NewTopic], results: dict[str, TopicResult]) -> list[NewTopic]:
    """Returns the topics that were asked for once; the others get their result here."""
    seen: dict[str, list[NewTopic]] = {}
    for topic in topics:
        seen.setdefault(topic.name, []).append(topic)
    for name, asked in seen.items():
        if len(asked) > 1:
            error = InvalidRequest(f"Topic '{name}' is in the request {len(asked)} times.")
            results[name] = _failed(name, error.code, error.message)
    return [asked[0] for asked in seen.values() if len(asked) == 1]


def _created(name: str, body: TopicZNode, *, is_validate_only: bool) -> TopicResult:
    return TopicResult(
        name=name,
        topic_id=ZERO_TOPIC_ID if body.topic_id is None or is_validate_only else body.topic_id,
        num_partitions=len(body.partitions),
        replication_factor=len(list(body.partitions[0])),
    )


def _failed(name: str, code: int, message: str) -> TopicResult:
    return TopicResult(name=name, error_code=int(code), error_message=clipped(message))


def _not_written(name: str, error: ZkError) -> TopicResult:
    if isinstance(error, NodeExists):
        return _failed(name, ErrorCode.TOPIC_ALREADY_EXISTS, f"Topic '{name}' already exists.")
    if isinstance(error, BadArguments):
        message = f"Topic '{name}' would have too many partitions and replicas for ZooKeeper: {error}"
        return _failed(name, ErrorCode.INVALID_PARTITIONS, message)
    if isinstance(error, BadVersion):
        return _failed(
            name, ErrorCode.UNKNOWN_SERVER_ERROR, f"Topic '{name}' was changed at the same moment; try again."
        )
    return _failed(name, ErrorCode.UNKNOWN_SERVER_ERROR, f"ZooKeeper refused topic '{name}': {error}")

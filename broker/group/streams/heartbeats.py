"""What a heartbeat does to its streams group (KIP-1071), and what the member hears. No I/O: time is an argument.

    epoch 0    join: a new member, one that begins again, or a static member's next life; it says the topology
    epoch > 0  a member: in its own epoch, or in the one before, where the last response was lost
    epoch −1   leave          epoch −2   a static member leaves for a while

    1. what it says of itself, and the topology, where the group has none
    2. the topics of the topology; where something has changed: the next group epoch
    3. a group epoch beyond the target's: another target is computed, in a new group after a delay (more may come)
    4. a step towards the target (`reconciliation`)
    response: the member's epoch; its tasks, where they have changed; what holds for the group besides (`Status`)

Who is refused:  FENCED_MEMBER_EPOCH      another epoch: it gives up all tasks and joins again
                 UNKNOWN_MEMBER_ID        it was fenced, or never was a member: the same
                 UNRELEASED_INSTANCE_ID   another life of the static member has not left
                 FENCED_INSTANCE_ID       another life of the static member has come
                 STREAMS_INVALID_TOPOLOGY, GROUP_MAX_SIZE_REACHED, INVALID_REQUEST

Kafka's `GroupMetadataManager.streamsGroupHeartbeat`. Not here: records, timers (`coordinator`), and the creation of
internal topics (the handler).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group.consumer.member import AWAY, JOINING
from kavka.broker.group.streams import topology as topologies
from kavka.broker.group.streams.configured import Status, StatusCode, configure
from kavka.broker.group.streams.member import StreamsMember, StreamsSaid, UserEndpoint
from kavka.broker.group.streams.reconciliation import Others, next_step
from kavka.broker.group.streams.sticky_assignor import StreamsMemberSpec, Work, assign_sticky
from kavka.broker.group.streams.tasks import NOTHING, HeldTasks, RoleTasks, Task
from kavka.protocol.errors import (
    CoordinatorLoadInProgress,
    FencedMemberEpoch,
    InvalidRequest,
)

if TYPE_CHECKING:
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.streams.streams_config import StreamsGroupConfig
    from kavka.broker.group.streams.streams_group_metadata import StreamsGroupMetadata
    from kavka.broker.group.streams.topology import Topology
    from kavka.common.types import NewTopic
    from kavka.timer.moments import MonotonicMs


class StreamsHeartbeat(NamedTuple):
    """A heartbeat. What is None has not changed since the last one.

    Attributes:
        rebalance_timeout_ms: −1: it has not changed.
        owned: the tasks that the member has now.
        endpoint_epoch: the last one that it has heard.
        is_shutdown: whether it wants every member to stop.
    """

    group_id: str
    member_id: str
    member_epoch: int
    instance_id: str | None = None
    rack_id: str | None = None
    rebalance_timeout_ms: int = -1
    topology: Topology | None = None
    owned: RoleTasks | None = None
    process_id: str | None = None
    endpoint: UserEndpoint | None = None
    tags: tuple[tuple[str, str], ...] | None = None
    offsets: Mapping[Task, int] | None = None
    end_offsets: Mapping[Task, int] | None = None
    endpoint_epoch: int = 0
    is_shutdown: bool = False
    client_id: str = ""
    client_host: str = ""


class StreamsHeard(NamedTuple):
    """What a member hears, before it is said how often it is to be heard.

    Attributes:
        assigned: None: as it was.
        tells_endpoints: whether it is told who has what.
        missing: internal topics that are to be created.
    """

    member_id: str
    member_epoch: int
    assigned: HeldTasks | None = None
    statuses: tuple[Status, ...] = ()
    tells_endpoints: bool = False
    missing: tuple[NewTopic, ...] = ()


def check(request: StreamsHeartbeat) -> None:
    """Checks what can be told without the group.

    Raises:
        InvalidRequest, StreamsInvalidTopology: it can be no heartbeat.
    """
    for name, value in (
        ("member", request.member_id),
        ("group", request.group_id),
        ("instance", request.instance_id),
        ("rack", request.rack_id),
    ):
        if value is not None and not value.strip():
            raise InvalidRequest(f"the {name} id is empty")
    epoch = request.member_epoch
    if epoch < AWAY:
        raise InvalidRequest(f"there is no member epoch {epoch}")
    if epoch == AWAY and request.instance_id is None:
        raise InvalidRequest("only static members leave for a while")
    if epoch == JOINING:
        _check_join(request)
    elif request.topology is not None:
        raise InvalidRequest("only who joins says the topology")


def _check_join(request: StreamsHeartbeat) -> None:
    if request.rebalance_timeout_ms < 0:
        raise InvalidRequest("who joins says its rebalance timeout")
    if request.owned is not None and request.owned != NOTHING:
        raise InvalidRequest("who joins has no tasks")
    if request.topology is None:
        raise InvalidRequest("who joins says the topology")
    topologies.check(request.topology)


def leave(group: StreamsGroupMetadata, request: StreamsHeartbeat) -> StreamsHeard:
    """Removes a member that leaves, or notes that a static one is away.

    Raises:
        UnknownMemberId, FencedInstanceId: it is no member.
    """
    member = group.known_by(request.member_id, request.instance_id)
    if request.is_shutdown and group.shutdown_by is None:
        group.shutdown_by = member.member_id
    if request.member_epoch == AWAY:
        group.go_away(member)
    else:
        fence(group, member)
    return StreamsHeard(member.member_id, request.member_epoch)


def fence(group: StreamsGroupMetadata, member: StreamsMember) -> None:
    """Removes a member that has left, or was not heard of in time; the others get its tasks with the next target."""
    group.remove(member)
    group.begin_epoch()


def beat(
    group: StreamsGroupMetadata,
    request: StreamsHeartbeat,
    topics: Topics,
    config: StreamsGroupConfig,
    now_ms: MonotonicMs,
) -> StreamsHeard:
    """Carries out a heartbeat of a member, or of one that joins.

    Args:
        group: the member's.
        request: checked already.
        topics: the cluster's.
        config: what holds for the group.
        now_ms: monotonic.

    Raises:
        KafkaError: the member is refused; the group is as it was.
    """
    if topics.version == 0:  # all would be missing, and every member would give up its tasks
        raise CoordinatorLoadInProgress("the controller has not told this broker of any topic yet")
    known = _member(group, request, config.size_max)
    is_new_topology = _check_topology(group, request.topology)
    _check_tasks(group, request)
    was_empty = not group.members
    if is_new_topology:
        assert request.topology is not None, "who joins says the topology"
        configure(
            request.topology, lambda name: None if (found := topics.find(name)) is None else found.partition_count
        )
        group.set_topology(request.topology)
    is_changed = group.look_at_topics(topics)
    member, is_other = _take_in(group, known, request)
    before = member.assigned
    configs = config.assignment
    if is_changed or is_other or group.configs != configs:
        group.configs = configs
        group.begin_epoch()
    if was_empty and config.initial_rebalance_delay_ms:
        group.delay_until_ms = now_ms + config.initial_rebalance_delay_ms
    delayed = _assign(group, config, now_ms)
    target = NOTHING if group.delay_until_ms is not None else group.target_of(member.member_id)
    _advance(group, member, target, request.owned)
    if request.is_shutdown and group.shutdown_by is None:
        group.shutdown_by = member.member_id
    # Who says that it has other tasks may have lost a response, which Kafka does not tell it again.
    has_others = request.owned is not None and request.owned != member.assigned.by_role()
    tells_all = request.member_epoch == JOINING or member.assigned != before or has_others
    assert group.configured is not None, "its topics were looked at"
    return StreamsHeard(
        member.member_id,
        member.epoch,
        assigned=member.assigned if tells_all else None,
        statuses=_statuses(group, member, delayed),
        tells_endpoints=group.endpoint_epoch != request.endpoint_epoch,
        missing=group.configured.missing,
    )


def _check_topology(group: StreamsGroupMetadata, topology: Topology | None) -> bool:
    """Tells whether a member brings the group its topology.

    Raises:
        InvalidRequest: it brings another one than the group has.
    """
    if topology is None:
        return False
    if group.topology is None or not group.members:
        return group.topology is None or not topologies.is_same(group.topology, topology)
    if topology.epoch >= group.topology.epoch and not topologies.is_same(group.topology, topology):
        raise InvalidRequest("Topology updates are not supported yet.")
    return False


def _check_tasks(group: StreamsGroupMetadata, request: StreamsHeartbeat) -> None:
    """Checks that there are such tasks as a member says that it has."""
    configured = group.configured
    if request.owned is None or configured is None or not configured.is_ready:
        return
    for tasks in request.owned:
        for task in tasks:
            part = configured.subtopologies.get(task.subtopology_id)
            if part is None:
                raise InvalidRequest(f"Subtopology {task.subtopology_id} does not exist in the topology.")
            if not 0 <= task.partition < part.task_count:
                raise InvalidRequest(
                    f"Task {task.partition} for subtopology {task.subtopology_id} is invalid. "
                    f"Number of tasks for this subtopology: {part.task_count}"
                )


def _assign(group: StreamsGroupMetadata, config: StreamsGroupConfig, now_ms: MonotonicMs) -> Status | None:
    """Computes the target, if it is due; returns what members are told where it has to wait."""
    if group.delay_until_ms is not None and now_ms < group.delay_until_ms:
        detail = "Assignment delayed due to the configured initial rebalance delay."
        return Status(StatusCode.ASSIGNMENT_DELAYED, detail)
    group.delay_until_ms = None
    if group.epoch == group.target_epoch:
        return None
    if group.assigned_ms is not None and now_ms - group.assigned_ms < config.assignment_interval_ms:
        return Status(StatusCode.ASSIGNMENT_DELAYED, "Assignment delayed due to the configured assignment interval.")
    group.set_targets(_targets(group, config.standby_replicas), now_ms)
    return None


def _targets(group: StreamsGroupMetadata, standby_replicas: int) -> dict[str, RoleTasks]:
    configured = group.configured
    assert configured is not None, "its topics were looked at"
    if not configured.is_ready:
        return dict.fromkeys(group.members, NOTHING)
    specs = {
        member_id: StreamsMemberSpec(
            member.said.process_id,
            frozenset(member.assigned.active),
            member.assigned.standby,
            member.offsets,
        )
        for member_id, member in group.members.items()
    }
    work = {name: Work(part.task_count, part.is_stateful) for name, part in configured.subtopologies.items()}
    return assign_sticky(specs, work, standby_replicas)


def _advance(group: StreamsGroupMetadata, member: StreamsMember, target: RoleTasks, owned: RoleTasks | None) -> None:
    if member.is_reconciled_to(group.target_epoch):
        return
    others = Others(member, group.members.values())
    step = next_step(member, target, group.target_epoch, owned=owned, others=others)
    if step is not None and step != (member.state, member.epoch, member.assigned, member.revoking):
        group.take(member, step)


def _statuses(group: StreamsGroupMetadata, member: StreamsMember, delayed: Status | None) -> tuple[Status, ...]:
    topology, configured = group.topology, group.configured
    assert topology is not None, "the topology comes with the first member"
    assert configured is not None, "its topics were looked at"
    found = []
    if member.said.topology_epoch < topology.epoch:
        found.append(
            Status(
                StatusCode.STALE_TOPOLOGY,
                f"The member's topology epoch {member.said.topology_epoch} is behind the group's topology epoch "
                f"{topology.epoch}.",
            )
        )
    if delayed is not None:
        found.append(delayed)
    if configured.problem is not None:
        found.append(configured.problem)
    if group.shutdown_by is not None:
        found.append(
            Status(
                StatusCode.SHUTDOWN_APPLICATION,
                f"Streams group member {group.shutdown_by} encountered a fatal error and requested a shutdown for the "
                "entire application.",
            )
        )
    return tuple(found)


def _member(group: StreamsGroupMetadata, request: StreamsHeartbeat, size_max: int) -> StreamsMember | None:
    """Finds the member that a heartbeat comes of; None: a new one."""
    if request.member_epoch != JOINING:
        member = group.known_by(request.member_id, request.instance_id)
        _check_epoch(member, request)
        return member
    return group.known_to_join(
        request.member_id, request.instance_id, is_released=lambda known: known.epoch == AWAY, size_max=size_max
    )


def _check_epoch(member: StreamsMember, request: StreamsHeartbeat) -> None:
    epoch = request.member_epoch
    if epoch == member.epoch:
        return
    if epoch == member.previous_epoch and request.owned is not None and member.assigned.has_all(request.owned):
        return  # the response that said the next epoch was lost
    raise FencedMemberEpoch(
        f"member {member.member_id} is in epoch {member.epoch}, not {epoch}: it gives up its tasks and joins again"
    )


def _take_in(
    group: StreamsGroupMetadata, known: StreamsMember | None, request: StreamsHeartbeat
) -> tuple[StreamsMember, bool]:
    """Takes in what a heartbeat says of its member; returns that, and whether another target is to be computed."""
    if known is None:
        member = StreamsMember(request.member_id, _updated(StreamsSaid(instance_id=request.instance_id), request))
        group.add(member)
        group.endpoint_epoch += member.said.endpoint is not None
        _take_offsets(member, request)
        return member, True
    if request.member_epoch == JOINING:
        if known.epoch == AWAY:
            known = group.replace_static(known, request.member_id)
        else:
            group.begin_again(known)
    _take_offsets(known, request)
    return known, group.update(known, _updated(known.said, request))


def _take_offsets(member: StreamsMember, request: StreamsHeartbeat) -> None:
    if request.offsets is not None:
        member.offsets = request.offsets
    if request.end_offsets is not None:
        member.end_offsets = request.end_offsets


def _updated(said: StreamsSaid, request: StreamsHeartbeat) -> StreamsSaid:
    timeout_ms = request.rebalance_timeout_ms
    is_joining = request.member_epoch == JOINING
    return replace(
        said,
        rack_id=said.rack_id if request.rack_id is None else request.rack_id,
        client_id=request.client_id,
        client_host=request.client_host,
        rebalance_timeout_ms=said.rebalance_timeout_ms if timeout_ms < 0 else timeout_ms,
        topology_epoch=said.topology_epoch if request.topology is None else request.topology.epoch,
        process_id=said.process_id if request.process_id is None else request.process_id,
        endpoint=request.endpoint if is_joining or request.endpoint is not None else said.endpoint,
        tags=said.tags if request.tags is None else request.tags,
    )

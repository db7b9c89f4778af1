"""StreamsGroupDescribe: state, epochs, topology, members and tasks of streams groups (KIP-1071).

A group that is not there, or is none, is GROUP_ID_NOT_FOUND. No description of a topology (KIP-1331) is kept here, as
in a Kafka without a plugin for it: who asks for one hears that there is none.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.group.streams.sticky_assignor import NAME
from kavka.broker.group.streams.tasks import by_subtopology
from kavka.broker.handlers.epoch_groups import describe_each
from kavka.broker.requests.cluster_view import AUTHORIZED_OPERATIONS_OMITTED, GROUP_OPERATIONS
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import StreamsGroupDescribeResponse

if TYPE_CHECKING:
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.group.streams.member import StreamsMember
    from kavka.broker.group.streams.streams_group_metadata import StreamsGroupMetadata
    from kavka.broker.group.streams.tasks import Task
    from kavka.broker.group.streams.topology import TopicInfo
    from kavka.broker.requests.context import RequestContext
    from kavka.common.lane import Lane
    from kavka.protocol.messages import StreamsGroupDescribeRequest

API = ApiKey.STREAMS_GROUP_DESCRIBE

NOT_REQUESTED: Final = 0
NOT_STORED: Final = 1
"""What is said of the description of a topology."""

DESCRIPTION_FROM_VERSION: Final = 1

Described = StreamsGroupDescribeResponse.DescribedGroup
Member = StreamsGroupDescribeResponse.Member
Assignment = StreamsGroupDescribeResponse.Assignment


class StreamsGroupDescribeHandler:
    """Handles StreamsGroupDescribe requests."""

    __slots__ = ("_groups", "_lane")

    def __init__(self, *, groups: GroupCoordinator, lane: Lane) -> None:
        self._groups = groups
        self._lane = lane

    def handle(
        self, request: StreamsGroupDescribeRequest, ctx: RequestContext
    ) -> StreamsGroupDescribeResponse | Coroutine[Any, Any, StreamsGroupDescribeResponse]:
        """Describes groups, in slices where they have many members."""
        members = sum([self._groups.admin.member_count(group_id) for group_id in request.group_ids])
        return self._lane.do_in_time(self._describe_all(request, ctx.api_version), items=members)

    def _describe_all(self, request: StreamsGroupDescribeRequest, version: int) -> Steps[StreamsGroupDescribeResponse]:
        operations = GROUP_OPERATIONS if request.include_authorized_operations else AUTHORIZED_OPERATIONS_OMITTED
        has_asked = version >= DESCRIPTION_FROM_VERSION and request.include_topology_description
        describe = partial(self._describe, operations, NOT_STORED if has_asked else NOT_REQUESTED, version)
        return StreamsGroupDescribeResponse(groups=(yield from describe_each(request.group_ids, describe, Described)))

    def _describe(self, operations: int, description: int, version: int, group_id: str) -> Steps[Described]:
        group = self._groups.streams.find(group_id)
        described = Described(
            group_id=group_id,
            group_state=group.state.value,
            group_epoch=group.epoch,
            assignment_epoch=group.target_epoch,
            topology=_topology(group),
            authorized_operations=operations,
            topology_description_status=description,
            assignor_name=NAME if version >= DESCRIPTION_FROM_VERSION else None,
        )
        for member in list(group.members.values()):
            described.members.append(_member(group, member))
            yield
        return described


def _topology(group: StreamsGroupMetadata) -> StreamsGroupDescribeResponse.Topology | None:
    topology, configured = group.topology, group.configured
    if topology is None:
        return None
    parts = []
    for part in sorted(topology.subtopologies, key=lambda part: part.subtopology_id):
        is_ready = configured is not None and configured.is_ready
        counts = configured.subtopologies[part.subtopology_id].partitions if configured and is_ready else {}
        parts.append(
            StreamsGroupDescribeResponse.Subtopology(
                subtopology_id=part.subtopology_id,
                source_topics=sorted(part.source_topics),
                repartition_sink_topics=sorted(part.repartition_sink_topics),
                state_changelog_topics=_infos(part.state_changelog_topics, counts),
                repartition_source_topics=_infos(part.repartition_source_topics, counts),
            )
        )
    return StreamsGroupDescribeResponse.Topology(epoch=topology.epoch, subtopologies=parts)


def _infos(infos: Iterable[TopicInfo], counts: Mapping[str, int]) -> list[StreamsGroupDescribeResponse.TopicInfo]:
    return [
        StreamsGroupDescribeResponse.TopicInfo(
            name=info.name,
            partitions=counts.get(info.name, info.partitions),
            replication_factor=info.replication_factor,
            topic_configs=[StreamsGroupDescribeResponse.KeyValue(pair.key, pair.value) for pair in info.topic_configs],
        )
        for info in sorted(infos, key=lambda info: info.name)
    ]


def _member(group: StreamsGroupMetadata, member: StreamsMember) -> Member:
    said, assigned = member.said, member.assigned
    return Member(
        member_id=member.member_id,
        member_epoch=member.epoch,
        instance_id=said.instance_id,
        rack_id=said.rack_id,
        client_id=said.client_id,
        client_host=said.client_host,
        topology_epoch=said.topology_epoch,
        process_id=said.process_id,
        user_endpoint=None if said.endpoint is None else StreamsGroupDescribeResponse.Endpoint(*said.endpoint),
        client_tags=[StreamsGroupDescribeResponse.KeyValue(*pair) for pair in said.tags],
        task_offsets=_offsets(member.offsets),
        task_end_offsets=_offsets(member.end_offsets),
        assignment=_assignment(assigned.active, assigned.standby, assigned.warmup),
        target_assignment=_assignment(*group.target_of(member.member_id)),
    )


def _offsets(offsets: Mapping[Task, int]) -> list[StreamsGroupDescribeResponse.TaskOffset]:
    return [StreamsGroupDescribeResponse.TaskOffset(*task, offset) for task, offset in sorted(offsets.items())]


def _assignment(active: Iterable[Task], standby: Iterable[Task], warmup: Iterable[Task]) -> Assignment:
    active_ids, standby_ids, warmup_ids = (
        [StreamsGroupDescribeResponse.TaskIds(*found) for found in by_subtopology(tasks).items()]
        for tasks in (active, standby, warmup)
    )
    return Assignment(active_tasks=active_ids, standby_tasks=standby_ids, warmup_tasks=warmup_ids)

"""DescribeGroups: state, members and assignments of groups.

A group that is not there, or is of the consumer protocol, is Dead: without an error, until version 6 says
GROUP_ID_NOT_FOUND (KIP-1043). What may be done with groups' configurations is told from that version on, too: Kafka 4.0
brought both.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.group.states import GroupState
from kavka.broker.requests.cluster_view import (
    AUTHORIZED_OPERATIONS_OMITTED,
    GROUP_OPERATIONS,
    GROUP_OPERATIONS_OF_3_9,
)
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import GroupIdNotFound, KafkaError
from kavka.protocol.messages import DescribeGroupsResponse

if TYPE_CHECKING:
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.common.lane import Lane
    from kavka.protocol.messages import DescribeGroupsRequest

API = ApiKey.DESCRIBE_GROUPS

KAFKA_4_FROM_VERSION: Final = 6

Described = DescribeGroupsResponse.DescribedGroup


class DescribeGroupsHandler:
    """Handles DescribeGroups requests."""

    __slots__ = ("_groups", "_lane")

    def __init__(self, *, groups: GroupCoordinator, lane: Lane) -> None:
        self._groups = groups
        self._lane = lane

    def handle(
        self, request: DescribeGroupsRequest, ctx: RequestContext
    ) -> DescribeGroupsResponse | Coroutine[Any, Any, DescribeGroupsResponse]:
        """Describes each group by itself: some may be coordinated elsewhere."""
        is_kafka_4 = ctx.api_version >= KAFKA_4_FROM_VERSION
        members = sum([self._groups.admin.member_count(group_id) for group_id in request.groups])
        return self._lane.do_in_time(self._describe_all(request, is_kafka_4=is_kafka_4), items=members)

    def _describe_all(self, request: DescribeGroupsRequest, *, is_kafka_4: bool) -> Steps[DescribeGroupsResponse]:
        operations = GROUP_OPERATIONS if is_kafka_4 else GROUP_OPERATIONS_OF_3_9
        if not request.include_authorized_operations:
            operations = AUTHORIZED_OPERATIONS_OMITTED
        response = DescribeGroupsResponse()
        for group_id in request.groups:
            described = yield from self._describe(group_id, operations)
            if is_kafka_4 and described.error_code == 0 and described.group_state == GroupState.Dead.name:
                described.error_code = int(GroupIdNotFound.code)
                described.error_message = f"there is no group {group_id!r} of the classic protocol"
            response.groups.append(described)
            yield
        return response

    def _describe(self, group_id: str, operations: int) -> Steps[Described]:
        try:
            group = yield from self._groups.admin.describe(group_id)
        except KafkaError as error:
            return _failed(group_id, error)
        described = Described(
            group_id=group_id,
            group_state=group.state,
            protocol_type=group.protocol_type,
            protocol_data=group.protocol_name,
            authorized_operations=operations,
        )
        for member in group.members:
            described.members.append(
                DescribeGroupsResponse.DescribedGroupMember(
                    member_id=member.member_id,
                    group_instance_id=member.group_instance_id,
                    client_id=member.client_id,
                    client_host=member.client_host,
                    member_metadata=member.metadata,
                    member_assignment=member.assignment,
                )
            )
            yield
        return described


def _failed(group_id: str, error: KafkaError) -> Described:
    return Described(group_id=group_id, error_code=int(error.code))

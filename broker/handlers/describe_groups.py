"""DescribeGroups: state, members and assignments of groups. A group that is not there is Dead, without an error."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.broker.requests.cluster_view import AUTHORIZED_OPERATIONS_OMITTED, GROUP_OPERATIONS
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import DescribeGroupsResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.messages import DescribeGroupsRequest

API = ApiKey.DESCRIBE_GROUPS

Described = DescribeGroupsResponse.DescribedGroup


def handle(
    request: DescribeGroupsRequest, ctx: RequestContext, broker: BrokerServices
) -> DescribeGroupsResponse | Coroutine[Any, Any, DescribeGroupsResponse]:
    """Describes each group by itself: some may be coordinated elsewhere."""
    del ctx  # every version means the same
    members = sum([broker.groups.admin.member_count(group_id) for group_id in request.groups])
    return broker.lane.do_in_time(_describe_all(request, broker), items=members)


def _describe_all(request: DescribeGroupsRequest, broker: BrokerServices) -> Steps[DescribeGroupsResponse]:
    operations = GROUP_OPERATIONS if request.include_authorized_operations else AUTHORIZED_OPERATIONS_OMITTED
    response = DescribeGroupsResponse()
    for group_id in request.groups:
        response.groups.append((yield from _describe(group_id, operations, broker)))
        yield
    return response


def error_response(request: DescribeGroupsRequest, error: KafkaError) -> DescribeGroupsResponse:
    """Returns the same error for every group."""
    return DescribeGroupsResponse(groups=[_failed(group_id, error) for group_id in request.groups])


def _describe(group_id: str, operations: int, broker: BrokerServices) -> Steps[Described]:
    try:
        group = yield from broker.groups.admin.describe(group_id)
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

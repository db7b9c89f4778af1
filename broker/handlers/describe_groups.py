"""DescribeGroups: state, members and assignments of groups. A group that is not there is Dead, without an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broker.cluster_view import AUTHORIZED_OPERATIONS_OMITTED, GROUP_OPERATIONS
from protocol.api_keys import ApiKey
from protocol.errors import KafkaError
from protocol.messages import DescribeGroupsResponse

if TYPE_CHECKING:
    from broker.context import RequestContext
    from broker.services import BrokerServices
    from protocol.messages import DescribeGroupsRequest

API = ApiKey.DESCRIBE_GROUPS

Described = DescribeGroupsResponse.DescribedGroup


def handle(request: DescribeGroupsRequest, ctx: RequestContext, broker: BrokerServices) -> DescribeGroupsResponse:
    """Each by itself: one may be coordinated elsewhere."""
    operations = GROUP_OPERATIONS if request.include_authorized_operations else AUTHORIZED_OPERATIONS_OMITTED
    return DescribeGroupsResponse(groups=[_describe(group_id, operations, broker) for group_id in request.groups])


def error_response(request: DescribeGroupsRequest, error: KafkaError) -> DescribeGroupsResponse:
    """The same error for every group."""
    return DescribeGroupsResponse(groups=[_failed(group_id, error) for group_id in request.groups])


def _describe(group_id: str, operations: int, broker: BrokerServices) -> Described:
    try:
        group = broker.groups.admin.describe(group_id)
    except KafkaError as error:
        return _failed(group_id, error)
    return Described(
        group_id=group_id,
        group_state=group.state,
        protocol_type=group.protocol_type,
        protocol_data=group.protocol_name,
        members=[
            DescribeGroupsResponse.DescribedGroupMember(
                member_id=member.member_id,
                group_instance_id=member.group_instance_id,
                client_id=member.client_id,
                client_host=member.client_host,
                member_metadata=member.metadata,
                member_assignment=member.assignment,
            )
            for member in group.members
        ],
        authorized_operations=operations,
    )


def _failed(group_id: str, error: KafkaError) -> Described:
    return Described(group_id=group_id, error_code=int(error.code))

"""ConsumerGroupDescribe: state, epochs, members and assignments of groups of the consumer protocol (KIP-848).

A group that is not there, or is of the classic protocol, is GROUP_ID_NOT_FOUND: clients then ask with DescribeGroups.
"""

from __future__ import annotations

from collections.abc import Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.group.consumer.targets import assignor_name
from kavka.broker.handlers.epoch_groups import describe_each, named_partitions
from kavka.broker.requests.cluster_view import AUTHORIZED_OPERATIONS_OMITTED, GROUP_OPERATIONS
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import ConsumerGroupDescribeResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.group.consumer.assignment import Assignment as Partitions
    from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
    from kavka.broker.group.consumer.member import ConsumerMember
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.common.lane import Lane
    from kavka.protocol.messages import ConsumerGroupDescribeRequest

API = ApiKey.CONSUMER_GROUP_DESCRIBE

CLASSIC_MEMBER: Final = 0
CONSUMER_MEMBER: Final = 1
"""The types of members, by the protocol that they speak."""

Described = ConsumerGroupDescribeResponse.DescribedGroup
Member = ConsumerGroupDescribeResponse.Member
Assignment = ConsumerGroupDescribeResponse.Assignment
TopicPartitions = ConsumerGroupDescribeResponse.TopicPartitions


class ConsumerGroupDescribeHandler:
    """Handles ConsumerGroupDescribe requests."""

    __slots__ = ("_groups", "_lane", "_metadata_cache")

    def __init__(self, *, groups: GroupCoordinator, lane: Lane, metadata_cache: MetadataCache) -> None:
        self._groups = groups
        self._lane = lane
        self._metadata_cache = metadata_cache

    def handle(
        self, request: ConsumerGroupDescribeRequest, ctx: RequestContext
    ) -> ConsumerGroupDescribeResponse | Coroutine[Any, Any, ConsumerGroupDescribeResponse]:
        """Describes groups, in slices where they have many members."""
        del ctx  # every version means the same
        members = sum([self._groups.admin.member_count(group_id) for group_id in request.group_ids])
        return self._lane.do_in_time(self._describe_all(request), items=members)

    def _describe_all(self, request: ConsumerGroupDescribeRequest) -> Steps[ConsumerGroupDescribeResponse]:
        operations = GROUP_OPERATIONS if request.include_authorized_operations else AUTHORIZED_OPERATIONS_OMITTED
        describe = partial(self._describe, operations)
        return ConsumerGroupDescribeResponse(groups=(yield from describe_each(request.group_ids, describe, Described)))

    def _describe(self, operations: int, group_id: str) -> Steps[Described]:
        group = self._groups.consumers.find(group_id)
        described = Described(
            group_id=group_id,
            group_state=group.state.value,
            group_epoch=group.epoch,
            assignment_epoch=group.target_epoch,
            assignor_name=assignor_name(group, self._groups.consumers.default_assignor(group_id)),
            authorized_operations=operations,
        )
        for member in list(group.members.values()):
            described.members.append(self._member(group, member))
            yield
        return described

    def _member(self, group: ConsumerGroupMetadata, member: ConsumerMember) -> Member:
        said = member.subscription
        return Member(
            member_id=member.member_id,
            instance_id=said.instance_id,
            rack_id=said.rack_id,
            member_epoch=member.epoch,
            client_id=said.client_id,
            client_host=said.client_host,
            subscribed_topic_names=list(said.topics),
            subscribed_topic_regex=said.regex or None,
            assignment=self._assignment(member.assigned),
            target_assignment=self._assignment(group.target_of(member.member_id)),
            member_type=CONSUMER_MEMBER if said.classic is None else CLASSIC_MEMBER,
        )

    def _assignment(self, partitions: Partitions) -> Assignment:
        names = self._metadata_cache.snapshot.topic_names
        return Assignment([TopicPartitions(*found) for found in named_partitions(partitions, names)])

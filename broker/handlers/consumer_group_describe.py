"""ConsumerGroupDescribe: state, epochs, members and assignments of groups of the consumer protocol (KIP-848).

A group that is not there, or is of the classic protocol, is GROUP_ID_NOT_FOUND: clients then ask with DescribeGroups.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.group.consumer.targets import assignor_name
from kavka.broker.requests.cluster_view import AUTHORIZED_OPERATIONS_OMITTED, GROUP_OPERATIONS
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
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
        """Describes each group by itself: some may be coordinated elsewhere."""
        del ctx  # every version means the same
        members = sum([self._groups.admin.member_count(group_id) for group_id in request.group_ids])
        return self._lane.do_in_time(self._describe_all(request), items=members)

    def _describe_all(self, request: ConsumerGroupDescribeRequest) -> Steps[ConsumerGroupDescribeResponse]:
        operations = GROUP_OPERATIONS if request.include_authorized_operations else AUTHORIZED_OPERATIONS_OMITTED
        response = ConsumerGroupDescribeResponse()
        for group_id in dict.fromkeys(request.group_ids):
            try:
                group = self._groups.consumers.find(group_id)
            except KafkaError as error:
                response.groups.append(
                    Described(group_id=group_id, error_code=int(error.code), error_message=error.message)
                )
                continue
            response.groups.append((yield from self._describe(group_id, group, operations)))
        return response

    def _describe(self, group_id: str, group: ConsumerGroupMetadata, operations: int) -> Steps[Described]:
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
        """Names the topics; those that are gone are left out, as by Kafka."""
        names = self._metadata_cache.snapshot.topic_names
        found = [
            TopicPartitions(topic_id, name, sorted(indexes))
            for topic_id, indexes in partitions.items()
            if (name := names.get(topic_id)) is not None
        ]
        return Assignment(sorted(found, key=lambda part: part.topic_name))

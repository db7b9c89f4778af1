"""ShareGroupDescribe: state, epochs, members and assignments of share groups (KIP-932).

A group that is not there, or is none, is GROUP_ID_NOT_FOUND.
"""

from __future__ import annotations

from collections.abc import Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from kavka.broker.group.share.simple_assignor import NAME as SIMPLE
from kavka.broker.handlers.epoch_groups import describe_each, named_partitions
from kavka.broker.requests.cluster_view import AUTHORIZED_OPERATIONS_OMITTED, GROUP_OPERATIONS
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import ShareGroupDescribeResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.group.consumer.assignment import Assignment as Partitions
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.requests.context import RequestContext
    from kavka.common.lane import Lane
    from kavka.protocol.messages import ShareGroupDescribeRequest

API = ApiKey.SHARE_GROUP_DESCRIBE

Described = ShareGroupDescribeResponse.DescribedGroup
Member = ShareGroupDescribeResponse.Member
Assignment = ShareGroupDescribeResponse.Assignment
TopicPartitions = ShareGroupDescribeResponse.TopicPartitions


class ShareGroupDescribeHandler:
    """Handles ShareGroupDescribe requests."""

    __slots__ = ("_groups", "_lane", "_metadata_cache")

    def __init__(self, *, groups: GroupCoordinator, lane: Lane, metadata_cache: MetadataCache) -> None:
        self._groups = groups
        self._lane = lane
        self._metadata_cache = metadata_cache

    def handle(
        self, request: ShareGroupDescribeRequest, ctx: RequestContext
    ) -> ShareGroupDescribeResponse | Coroutine[Any, Any, ShareGroupDescribeResponse]:
        """Describes groups, in slices where they have many members."""
        del ctx  # every version means the same
        members = sum([self._groups.admin.member_count(group_id) for group_id in request.group_ids])
        return self._lane.do_in_time(self._describe_all(request), items=members)

    def _describe_all(self, request: ShareGroupDescribeRequest) -> Steps[ShareGroupDescribeResponse]:
        operations = GROUP_OPERATIONS if request.include_authorized_operations else AUTHORIZED_OPERATIONS_OMITTED
        describe = partial(self._describe, operations)
        return ShareGroupDescribeResponse(groups=(yield from describe_each(request.group_ids, describe, Described)))

    def _describe(self, operations: int, group_id: str) -> Steps[Described]:
        group = self._groups.shares.find(group_id)
        described = Described(
            group_id=group_id,
            group_state=group.state.value,
            group_epoch=group.epoch,
            assignment_epoch=group.target_epoch,
            assignor_name=SIMPLE,
            authorized_operations=operations,
        )
        for member in list(group.members.values()):
            said = member.subscription
            described.members.append(
                Member(
                    member_id=member.member_id,
                    rack_id=said.rack_id,
                    member_epoch=member.epoch,
                    client_id=said.client_id,
                    client_host=said.client_host,
                    subscribed_topic_names=list(said.topics),
                    assignment=self._assignment(member.assigned),
                )
            )
            yield
        return described

    def _assignment(self, partitions: Partitions) -> Assignment:
        names = self._metadata_cache.snapshot.topic_names
        return Assignment([TopicPartitions(*found) for found in named_partitions(partitions, names)])

"""A coordinator of share groups on a real replica (KIP-932), and members that send it heartbeats."""

from __future__ import annotations

import asyncio
from typing import Any

from kavka.broker.group.consumer.coordinator import HeartbeatResult
from kavka.broker.group.share.heartbeats import ShareHeartbeat
from kavka.broker.group.share.share_group_metadata import ShareGroupMetadata
from kavka.protocol.errors import ErrorCode
from tests.support.group.consumer_members import FakeTopics
from tests.support.group.groups import Asked, Groups


class ShareGroups:
    """The coordinator with topic t of four partitions, and what members do."""

    def __init__(self, groups: Groups) -> None:
        self.groups = groups
        self.topics = FakeTopics()
        self.topic_id = self.topics.put("t", 4)

    @property
    def offsets(self) -> Any:
        """Returns what administrators ask."""
        return self.groups.coordinator.shares.offsets

    async def settle(self) -> None:
        """Lets the persister be asked for what groups wait for."""
        for _ in range(20):
            await asyncio.sleep(0)

    def ask(self, request: ShareHeartbeat) -> Asked:
        """Sends a heartbeat."""
        asked = Asked()
        self.groups.coordinator.shares.heartbeat(request, self.topics, asked)
        return asked

    def beat(self, member_id: str, epoch: int, *, group: str = "g", **fields: Any) -> HeartbeatResult:
        """Sends a member's heartbeat, which is answered at once."""
        result: HeartbeatResult = self.ask(ShareHeartbeat(group, member_id, epoch, **fields)).result
        return result

    async def join(self, *member_ids: str, topics: tuple[str, ...] = ("t",)) -> dict[str, set[int]]:
        """Joins members, lets share-partitions be begun, and returns which of t each has then."""
        epochs = {member_id: self.epoch(self.beat(member_id, 0, topics=topics)) for member_id in member_ids}
        await self.settle()
        for member_id in member_ids:
            epochs[member_id] = self.epoch(self.beat(member_id, epochs[member_id]))
        return {
            member_id: self.assigned(self.beat(member_id, epochs[member_id], topics=topics)) or set()
            for member_id in member_ids
        }

    def assigned(self, result: HeartbeatResult) -> set[int] | None:
        """Returns the partitions of t in an answer; None: it says nothing of partitions."""
        assert result.error is ErrorCode.NONE, result
        assert result.heard is not None
        if result.heard.assignment is None:
            return None
        return set(result.heard.assignment.get(self.topic_id, ()))

    def epoch(self, result: HeartbeatResult) -> int:
        """Returns the epoch in an answer."""
        assert result.heard is not None, result
        return result.heard.member_epoch

    def group(self) -> ShareGroupMetadata:
        """Returns the group as the coordinator has it."""
        share: ShareGroupMetadata | None = self.groups.group().share
        assert share is not None
        return share

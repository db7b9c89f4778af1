"""A coordinator of consumer groups on a real replica (KIP-848), and members that send it heartbeats."""

from __future__ import annotations

from typing import Any

from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
from kavka.broker.group.consumer.coordinator import HeartbeatResult
from kavka.broker.group.consumer.heartbeats import Heartbeat
from kavka.protocol.errors import ErrorCode
from tests.support.group.groups import Asked, Groups

NOTHING_OWNED: dict[bytes, frozenset[int]] = {}


class ConsumerGroups:
    """The coordinator with topic t of four partitions, and what members do."""

    def __init__(self, groups: Groups) -> None:
        self.groups = groups
        self.topics = groups.topics
        self.topic_id = self.topics.put("t", 4)

    def ask(self, request: Heartbeat) -> Asked:
        """Sends a heartbeat."""
        asked = Asked()
        self.groups.coordinator.consumers.heartbeat(request, self.topics, asked)
        return asked

    def beat(self, member_id: str, epoch: int, *, owned: Any = None, **fields: Any) -> HeartbeatResult:
        """Sends a member's heartbeat, which is answered at once; `owned` are partitions of t."""
        if owned is not None:
            owned = {self.topic_id: frozenset(owned)} if owned else NOTHING_OWNED
        result: HeartbeatResult = self.ask(Heartbeat("g", member_id, epoch, owned=owned, **fields)).result
        return result

    def join(self, member_id: str, **fields: Any) -> HeartbeatResult:
        """Joins a member that subscribes to t, unless fields say otherwise."""
        fields = {"rebalance_timeout_ms": 60_000, "topics": ["t"], **fields}
        return self.beat(member_id, 0, owned=(), **fields)

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

    def group(self) -> ConsumerGroupMetadata:
        """Returns the group as the coordinator has it."""
        consumer: ConsumerGroupMetadata | None = self.groups.group().consumer
        assert consumer is not None
        return consumer

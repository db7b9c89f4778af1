"""A fake cluster with share groups: enough of KIP-932 for a client's tests. Locks end when a test says so.

    fake = ShareCluster(brokers=2, topics={"t": 3})
    async with fake: … fake.states[T0] → {offset: Held(state, deliveries)}

Every member is assigned every partition. A record is acquired by whoever fetches first.
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    MetadataResponse,
    ShareAcknowledgeResponse,
    ShareFetchResponse,
    ShareGroupHeartbeatResponse,
)
from kavka.protocol.records.batch import read_header
from tests.support.clients.fake_broker import RANGES, FakeBroker, FakeCluster

SHARE_RANGES = {
    **RANGES,
    ApiKey.SHARE_GROUP_HEARTBEAT: (1, 1),
    ApiKey.SHARE_FETCH: (1, 2),
    ApiKey.SHARE_ACKNOWLEDGE: (1, 2),
}
LOCK_MS = 30_000
AVAILABLE, ACQUIRED, ACKNOWLEDGED, ARCHIVED = "available", "acquired", "acknowledged", "archived"
AFTER = {0: ARCHIVED, 1: ACKNOWLEDGED, 2: AVAILABLE, 3: ARCHIVED, 4: ACQUIRED}


class Held(NamedTuple):
    """What a group has done with one record."""

    state: str
    deliveries: int
    member: str


class ShareCluster(FakeCluster):
    """Brokers that share groups read from."""

    def __init__(self, *, topics: dict[str, int], brokers: int = 1, lock_ms: int = LOCK_MS, **more: Any) -> None:
        super().__init__(brokers=brokers, topics=topics, **{"ranges": dict(SHARE_RANGES), **more})
        self.brokers = [ShareBroker(self, broker_id) for broker_id in range(brokers)]
        self.lock_ms = lock_ms
        self.members: dict[str, int] = {}  # member id → epoch
        self.left = asyncio.Event()  # a member has left
        self.subscribed: frozenset[str] = frozenset()
        self.states: dict[TopicPartition, dict[int, Held]] = {}

    def state(self, tp: TopicPartition, offset: int) -> tuple[str, int]:
        held = self.states.get(tp, {}).get(offset, Held(AVAILABLE, 0, ""))
        return held.state, held.deliveries

    def end_locks(self, member: str | None = None) -> None:
        """Makes acquired records available again: all, or those of a member."""
        for held in self.states.values():
            for offset, one in held.items():
                if one.state == ACQUIRED and member in (None, one.member):
                    held[offset] = one._replace(state=AVAILABLE)


def topic_id(name: str) -> bytes:
    return name.encode().ljust(16, b"\0")


def name_of(found: bytes) -> str:
    return found.rstrip(b"\0").decode()


class ShareBroker(FakeBroker):
    """One of them."""

    cluster: ShareCluster

    def __init__(self, cluster: ShareCluster, broker_id: int) -> None:
        super().__init__(cluster, broker_id)
        self.sessions: dict[str, int] = {}  # member id → epoch
        self.in_session: dict[str, set[TopicPartition]] = {}

    def _topic(self, name: str, known: Any) -> MetadataResponse.MetadataResponseTopic:
        described = super()._topic(name, known)
        described.topic_id = topic_id(name)
        return described

    def on_ShareGroupHeartbeatRequest(self, message: Any, version: int) -> ShareGroupHeartbeatResponse:
        members, member = self.cluster.members, message.member_id
        if message.member_epoch == -1:
            members.pop(member, None)
            self.cluster.left.set()
            return ShareGroupHeartbeatResponse(member_epoch=-1)
        if message.member_epoch != 0 and member not in members:
            return ShareGroupHeartbeatResponse(error_code=int(ErrorCode.UNKNOWN_MEMBER_ID))
        members[member] = max(1, members.get(member, 0))
        if message.subscribed_topic_names is not None:
            self.cluster.subscribed = frozenset(message.subscribed_topic_names)
        topics = [
            ShareGroupHeartbeatResponse.TopicPartitions(
                topic_id=topic_id(name),
                partitions=sorted(index for topic, index in self.cluster.logs if topic == name),
            )
            for name in sorted(self.cluster.subscribed)
        ]
        return ShareGroupHeartbeatResponse(
            member_id=member,
            member_epoch=members[member],
            heartbeat_interval_ms=50,
            assignment=ShareGroupHeartbeatResponse.Assignment(topic_partitions=topics),
        )

    # ---------------------------------------------------------------- sessions

    def _session_error(self, message: Any) -> int:
        epoch = message.share_session_epoch
        if epoch == 0:
            self.sessions[message.member_id] = 1
            self.in_session[message.member_id] = set()
            return 0
        if message.member_id not in self.sessions:
            return int(ErrorCode.SHARE_SESSION_NOT_FOUND)
        if epoch == -1:
            return 0
        if self.sessions[message.member_id] != epoch:
            return int(ErrorCode.INVALID_SHARE_SESSION_EPOCH)
        self.sessions[message.member_id] += 1
        return 0

    def on_ShareFetchRequest(self, message: Any, version: int) -> ShareFetchResponse:
        error = self._session_error(message)
        if error:
            return ShareFetchResponse(error_code=error)
        said = self._acknowledged(message)
        session = self.in_session[message.member_id]
        for topic in message.topics:
            session |= {TopicPartition(name_of(topic.topic_id), part.partition_index) for part in topic.partitions}
        for topic in message.forgotten_topics_data:
            session -= {TopicPartition(name_of(topic.topic_id), index) for index in topic.partitions}
        responses = []
        for tp in sorted(session | said.keys()):
            part = self._fetched(tp, message) if tp in session else ShareFetchResponse.PartitionData()
            part.partition_index = tp.partition
            part.acknowledge_error_code = said.get(tp, 0)
            if tp in said or part.error_code or part.acquired_records:
                responses.append(
                    ShareFetchResponse.ShareFetchableTopicResponse(topic_id=topic_id(tp.topic), partitions=[part])
                )
        for topic in responses:
            topic.partitions[0].current_leader = ShareFetchResponse.LeaderIdAndEpoch()
        return ShareFetchResponse(acquisition_lock_timeout_ms=self.cluster.lock_ms, responses=responses)

    def _fetched(self, tp: TopicPartition, message: Any) -> ShareFetchResponse.PartitionData:
        log, error = self._log(*tp)
        if log is None:
            return ShareFetchResponse.PartitionData(error_code=error)
        held = self.cluster.states.setdefault(tp, {})
        free = [offset for offset in range(log.start, log.end) if self.cluster.state(tp, offset)[0] == AVAILABLE]
        taken = free[: message.max_records]
        for offset in taken:
            held[offset] = Held(ACQUIRED, self.cluster.state(tp, offset)[1] + 1, message.member_id)
        wanted = set(taken)
        data = b"".join(data for base, data in log.batches if wanted & set(range(base, read_header(data).next_offset)))
        ranges = [ShareFetchResponse.AcquiredRecords(offset, offset, held[offset].deliveries) for offset in taken]
        return ShareFetchResponse.PartitionData(records=data, acquired_records=ranges)

    def on_ShareAcknowledgeRequest(self, message: Any, version: int) -> ShareAcknowledgeResponse:
        error = self._session_error(message)
        if error:
            return ShareAcknowledgeResponse(error_code=error)
        said = self._acknowledged(message)
        if message.share_session_epoch == -1:
            del self.sessions[message.member_id]
            self.cluster.end_locks(message.member_id)
        part = ShareAcknowledgeResponse.PartitionData
        responses = [
            ShareAcknowledgeResponse.ShareAcknowledgeTopicResponse(
                topic_id(tp.topic),
                [
                    part(
                        partition_index=tp.partition,
                        error_code=code,
                        current_leader=ShareAcknowledgeResponse.LeaderIdAndEpoch(),
                    )
                ],
            )
            for tp, code in said.items()
        ]
        return ShareAcknowledgeResponse(acquisition_lock_timeout_ms=self.cluster.lock_ms, responses=responses)

    def _acknowledged(self, message: Any) -> dict[TopicPartition, int]:
        """Applies a request's acknowledgements; returns each partition's error code."""
        said: dict[TopicPartition, int] = {}
        for topic in message.topics:
            for part in topic.partitions:
                if part.acknowledgement_batches:
                    tp = TopicPartition(name_of(topic.topic_id), part.partition_index)
                    said[tp] = self._apply(tp, part.acknowledgement_batches, message.member_id)
        return said

    def _apply(self, tp: TopicPartition, batches: list[Any], member: str) -> int:
        if self._log(*tp)[0] is None:
            return int(ErrorCode.NOT_LEADER_OR_FOLLOWER)
        held = self.cluster.states.get(tp, {})
        for batch in batches:
            types = batch.acknowledge_types
            for number, offset in enumerate(range(batch.first_offset, batch.last_offset + 1)):
                one = held.get(offset, Held(AVAILABLE, 0, ""))
                if (one.state, one.member) != (ACQUIRED, member):
                    return int(ErrorCode.INVALID_RECORD_STATE)
                held[offset] = one._replace(state=AFTER[types[0] if len(types) == 1 else types[number]])
        return 0

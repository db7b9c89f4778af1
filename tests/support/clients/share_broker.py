"""A fake cluster with share groups: enough of KIP-932 for a client's tests. Locks end when a test says so.

    fake = ShareCluster(brokers=2, topics={"t": 3})
    async with fake: … fake.states[T0] → {offset: Held(state, deliveries)}

Every member is assigned every partition. A record is acquired by whoever fetches first. There is one group, GROUP.
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    AlterShareGroupOffsetsResponse,
    DeleteGroupsResponse,
    DeleteShareGroupOffsetsResponse,
    DescribeShareGroupOffsetsResponse,
    ListGroupsResponse,
    MetadataResponse,
    ShareAcknowledgeResponse,
    ShareFetchResponse,
    ShareGroupDescribeResponse,
    ShareGroupHeartbeatResponse,
)
from kavka.protocol.records.batch import read_header
from tests.support.clients.fake_broker import RANGES, FakeBroker, FakeCluster

SHARE_RANGES = {
    **RANGES,
    ApiKey.SHARE_GROUP_HEARTBEAT: (1, 1),
    ApiKey.SHARE_FETCH: (1, 2),
    ApiKey.SHARE_ACKNOWLEDGE: (1, 2),
    ApiKey.LIST_GROUPS: (0, 5),
    ApiKey.DELETE_GROUPS: (0, 2),
    ApiKey.SHARE_GROUP_DESCRIBE: (1, 1),
    ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS: (0, 1),
    ApiKey.ALTER_SHARE_GROUP_OFFSETS: (0, 0),
    ApiKey.DELETE_SHARE_GROUP_OFFSETS: (0, 0),
}
GROUP = "g"
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
        self.starts: dict[TopicPartition, int] = {}  # start offsets, as an administrator sees and sets them

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

    # ---------------------------------------------------------------- administration

    def on_ListGroupsRequest(self, message: Any, version: int) -> ListGroupsResponse:
        state = "Stable" if self.cluster.members else "Empty"
        groups = []
        if self.broker_id == self.cluster.controller:
            listed = ListGroupsResponse.ListedGroup(
                group_id=GROUP, protocol_type="share", group_state=state, group_type="share"
            )
            groups.append(listed)
        return ListGroupsResponse(groups=groups)

    def on_ShareGroupDescribeRequest(self, message: Any, version: int) -> ShareGroupDescribeResponse:
        group = ShareGroupDescribeResponse.DescribedGroup
        if message.group_ids != [GROUP]:
            return ShareGroupDescribeResponse(groups=[group(error_code=int(ErrorCode.GROUP_ID_NOT_FOUND))])
        parts = [
            ShareGroupDescribeResponse.TopicPartitions(topic_id(name), name, [index])
            for name, index in sorted(self.cluster.logs)
        ]
        members = [
            ShareGroupDescribeResponse.Member(
                member_id=member,
                member_epoch=epoch,
                client_id="c",
                client_host="/127.0.0.1",
                subscribed_topic_names=sorted(self.cluster.subscribed),
                assignment=ShareGroupDescribeResponse.Assignment(parts),
            )
            for member, epoch in self.cluster.members.items()
        ]
        state = "Stable" if members else "Empty"
        described = group(group_id=GROUP, group_state=state, group_epoch=3, assignment_epoch=2, assignor_name="simple")
        described.members = members
        return ShareGroupDescribeResponse(groups=[described])

    def on_DescribeShareGroupOffsetsRequest(self, message: Any, version: int) -> DescribeShareGroupOffsetsResponse:
        topics = DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseTopic
        part = DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponsePartition
        [asked] = message.groups
        wanted = set(self.cluster.starts)
        if asked.topics is not None:
            wanted = {TopicPartition(topic.topic_name, index) for topic in asked.topics for index in topic.partitions}
        found = []
        for tp in sorted(wanted):
            start = self.cluster.starts.get(tp, -1)
            lag = self.cluster.logs[tp].end - start if start >= 0 and version >= 1 else -1
            found.append(topics(tp.topic, topic_id(tp.topic), [part(tp.partition, start, LeaderEpoch(0), lag)]))
        group = DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseGroup(asked.group_id, found)
        return DescribeShareGroupOffsetsResponse(groups=[group])

    def on_AlterShareGroupOffsetsRequest(self, message: Any, version: int) -> AlterShareGroupOffsetsResponse:
        if self.cluster.members:
            code = int(ErrorCode.NON_EMPTY_GROUP)
            return AlterShareGroupOffsetsResponse(error_code=code, error_message="The group is not empty.")
        responses = []
        for topic in message.topics:
            parts = []
            for part in topic.partitions:
                tp = TopicPartition(topic.topic_name, part.partition_index)
                code = 0 if tp in self.cluster.logs else int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
                if not code:
                    self.cluster.starts[tp] = part.start_offset
                parts.append(AlterShareGroupOffsetsResponse.AlterShareGroupOffsetsResponsePartition(tp[1], code))
            made = AlterShareGroupOffsetsResponse.AlterShareGroupOffsetsResponseTopic
            responses.append(made(topic.topic_name, topic_id(topic.topic_name), parts))
        return AlterShareGroupOffsetsResponse(responses=responses)

    def on_DeleteShareGroupOffsetsRequest(self, message: Any, version: int) -> DeleteShareGroupOffsetsResponse:
        made = DeleteShareGroupOffsetsResponse.DeleteShareGroupOffsetsResponseTopic
        responses = []
        for topic in message.topics:
            gone = [tp for tp in self.cluster.starts if tp.topic == topic.topic_name]
            for tp in gone:
                del self.cluster.starts[tp]
            code = 0 if gone else int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
            responses.append(made(topic.topic_name, topic_id(topic.topic_name), code, "no such" if code else None))
        return DeleteShareGroupOffsetsResponse(responses=responses)

    def on_DeleteGroupsRequest(self, message: Any, version: int) -> DeleteGroupsResponse:
        code = int(ErrorCode.NON_EMPTY_GROUP) if self.cluster.members else 0
        results = [DeleteGroupsResponse.DeletableGroupResult(name, code) for name in message.groups_names]
        return DeleteGroupsResponse(results=results)

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

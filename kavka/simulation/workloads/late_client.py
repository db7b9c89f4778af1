"""A client that sends its requests one by one, when it likes: what the bundled client would send, and later.

    producer id, partitions, records, end ─▶ the coordinator, the leader       each once, each within a deadline
    join, commit, leave ───────────────────▶ the group's coordinator           an error in a response is raised

It repeats nothing: what becomes of a request that was not answered, nobody knows. Not here: in which order requests
come that are too late (`latecomers`).
"""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from kavka.client.cluster import ANY_BROKER, Cluster
from kavka.client.coordinators import CoordinatorKind, CoordinatorLink
from kavka.common.types import TopicPartition
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    AddPartitionsToTxnRequest,
    EndTxnRequest,
    InitProducerIdRequest,
    JoinGroupRequest,
    LeaveGroupRequest,
    OffsetCommitRequest,
    OffsetFetchRequest,
    ProduceRequest,
    SyncGroupRequest,
    WriteTxnMarkersRequest,
)
from kavka.protocol.records.batch import BatchBuilder
from kavka.simulation.workloads.ground import REQUEST_TIMEOUT_MS
from kavka.wire.errors import code_name, error_for_code

SESSION_TIMEOUT_MS: Final = 6_000
ADD_TRIES: Final = 40
ADD_PAUSE_MS: Final = 100
"""The markers of the transaction before are soon written, or a broker is down."""
FIRST_VERSION_FOR_BROKERS: Final = 4
"""Of AddPartitionsToTxn: clients name one transaction, in what is below."""
LEAVE_ONE_VERSION_MAX: Final = 2
"""Of LeaveGroup: from version 3 on members are a list."""
FETCH_ONE_VERSION_MAX: Final = 7
"""Of OffsetFetch: likewise."""
PROTOCOL: Final = "late"


class LateProducer(NamedTuple):
    """A producer id and its epoch; of a transactional id, or of nobody's."""

    producer_id: int
    epoch: int
    transactional_id: str | None = None


class LateMember(NamedTuple):
    """A member of a group, in one generation."""

    group: str
    member_id: str
    generation: int


class LateClient:
    """See the module.

    Args:
        cluster: its connections.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._links: dict[tuple[CoordinatorKind, str], CoordinatorLink] = {}

    def link(self, kind: CoordinatorKind, key: str) -> CoordinatorLink:
        """Returns the way to the coordinator of a key."""
        return self._links.setdefault((kind, key), CoordinatorLink(self._cluster, kind, key))

    async def connection_to(self, kind: CoordinatorKind, key: str) -> object:
        """Returns the open connection to the coordinator of a key; another object once it is another connection."""
        return self._cluster.open_connection(await self.link(kind, key).broker_id())

    # ---- producers ------------------------------------------------------------------------------------------------

    async def producer(self, transactional_id: str | None = None, *, timeout_ms: int = 10_000) -> LateProducer:
        """Gets a producer id; of a transactional id, with its next epoch."""
        request = InitProducerIdRequest(transactional_id=transactional_id, transaction_timeout_ms=timeout_ms)
        if transactional_id is None:
            response = await self._cluster.ask(ANY_BROKER, request)
            _check(response.error_code)
        else:
            link = self.link(CoordinatorKind.TRANSACTION, transactional_id)
            response = await link.settled(request, lambda answer: (answer.error_code,), what="get a producer id")
        return LateProducer(response.producer_id, response.producer_epoch, transactional_id)

    async def produce(
        self, tp: TopicPartition, producer: LateProducer, sequence: int, value: bytes, *, is_named: bool = True
    ) -> int:
        """Sends a batch of one record; returns its offset.

        Args:
            tp: where to.
            producer: whose.
            sequence: of the record.
            value: its value.
            is_named: the request names the transactional id, if there is one.
        """
        transactional_id = producer.transactional_id
        builder = BatchBuilder(
            producer_id=producer.producer_id,
            producer_epoch=producer.epoch,
            base_sequence=sequence,
            is_transactional=transactional_id is not None,
        )
        builder.append(timestamp=self._cluster.clock.now_ms(), key=None, value=value)
        data = ProduceRequest.PartitionProduceData(index=tp.partition, records=builder.build())
        request = ProduceRequest(
            transactional_id=transactional_id if is_named else None,
            acks=-1,
            timeout_ms=REQUEST_TIMEOUT_MS,
            topic_data=[ProduceRequest.TopicProduceData(name=tp.topic, partition_data=[data])],
        )
        leader = (await self._cluster.refresh([tp.topic])).leader_of(tp.topic, tp.partition)
        (topic,) = (await self._cluster.ask(leader, request)).responses
        (partition,) = topic.partition_responses
        _check(partition.error_code)
        return int(partition.base_offset)

    async def add(self, producer: LateProducer, tp: TopicPartition) -> None:
        """Adds a partition to a producer's transaction, which begins; once the one before is over."""
        assert producer.transactional_id is not None
        request = AddPartitionsToTxnRequest(
            v3_and_below_transactional_id=producer.transactional_id,
            v3_and_below_producer_id=producer.producer_id,
            v3_and_below_producer_epoch=producer.epoch,
            v3_and_below_topics=[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(tp.topic, [tp.partition])],
        )
        link = self.link(CoordinatorKind.TRANSACTION, producer.transactional_id)
        for _ in range(ADD_TRIES):
            response = await link.ask(request, version_max=FIRST_VERSION_FOR_BROKERS - 1)
            (topic,) = response.results_by_topic_v3_and_below
            (result,) = topic.results_by_partition
            if result.partition_error_code != ErrorCode.CONCURRENT_TRANSACTIONS:
                break
            await asyncio.sleep(ADD_PAUSE_MS / 1_000)
        _check(result.partition_error_code)

    async def end(self, producer: LateProducer, *, is_commit: bool) -> None:
        """Commits or aborts a producer's transaction."""
        assert producer.transactional_id is not None
        request = EndTxnRequest(
            transactional_id=producer.transactional_id,
            producer_id=producer.producer_id,
            producer_epoch=producer.epoch,
            committed=is_commit,
        )
        link = self.link(CoordinatorKind.TRANSACTION, producer.transactional_id)
        await link.settled(request, lambda answer: (answer.error_code,), what="end the transaction")

    async def coordinator_epoch(self, topic: str, number: int) -> int:
        """Returns the leader epoch of an internal topic's partition, as brokers tell it."""
        return int((await self._cluster.refresh([topic])).topics[topic].partitions[number].leader_epoch)

    async def mark(self, producer: LateProducer, tp: TopicPartition, coordinator_epoch: int) -> None:
        """Sends a leader the marker that commits a transaction, in some coordinator's name."""
        topic = WriteTxnMarkersRequest.WritableTxnMarkerTopic(tp.topic, [tp.partition])
        marker = WriteTxnMarkersRequest.WritableTxnMarker(
            producer_id=producer.producer_id,
            producer_epoch=producer.epoch,
            transaction_result=True,
            topics=[topic],
            coordinator_epoch=LeaderEpoch(coordinator_epoch),
        )
        leader = (await self._cluster.refresh([tp.topic])).leader_of(tp.topic, tp.partition)
        response = await self._cluster.ask(leader, WriteTxnMarkersRequest(markers=[marker]))
        _check(response.markers[0].topics[0].partitions[0].error_code)

    # ---- members --------------------------------------------------------------------------------------------------

    async def join(self, group: str) -> LateMember:
        """Joins a group that nobody else is in, and gets its next generation."""
        link = self.link(CoordinatorKind.GROUP, group)
        request = JoinGroupRequest(
            group_id=group,
            session_timeout_ms=SESSION_TIMEOUT_MS,
            rebalance_timeout_ms=SESSION_TIMEOUT_MS,
            protocol_type="consumer",
            protocols=[JoinGroupRequest.JoinGroupRequestProtocol(name=PROTOCOL, metadata=b"")],
        )
        response = await link.ask(request, timeout_ms=2 * SESSION_TIMEOUT_MS)
        if response.error_code == ErrorCode.MEMBER_ID_REQUIRED:
            request.member_id = response.member_id
            response = await link.ask(request, timeout_ms=2 * SESSION_TIMEOUT_MS)
        link.core.check(response.error_code, "join")
        member = LateMember(group, response.member_id, response.generation_id)
        share = SyncGroupRequest.SyncGroupRequestAssignment(member_id=member.member_id, assignment=b"")
        sync = SyncGroupRequest(
            group_id=group,
            generation_id=member.generation,
            member_id=member.member_id,
            protocol_type="consumer",
            protocol_name=PROTOCOL,
            assignments=[share],
        )
        await link.settled(sync, lambda answer: (answer.error_code,), what="get an assignment")
        return member

    async def leave(self, member: LateMember) -> None:
        """Leaves the group."""
        link = self.link(CoordinatorKind.GROUP, member.group)
        request = LeaveGroupRequest(group_id=member.group, member_id=member.member_id)
        response = await link.ask(request, version_max=LEAVE_ONE_VERSION_MAX)
        link.core.check(response.error_code, "leave")

    async def commit(self, member: LateMember, tp: TopicPartition, offset: int) -> None:
        """Commits an offset in a member's name."""
        partition = OffsetCommitRequest.OffsetCommitRequestPartition(
            partition_index=tp.partition, committed_offset=offset, committed_metadata=""
        )
        request = OffsetCommitRequest(
            group_id=member.group,
            generation_id_or_member_epoch=member.generation,
            member_id=member.member_id,
            topics=[OffsetCommitRequest.OffsetCommitRequestTopic(name=tp.topic, partitions=[partition])],
        )
        link = self.link(CoordinatorKind.GROUP, member.group)
        response = await link.ask(request)
        (topic,) = response.topics
        link.core.check(topic.partitions[0].error_code, "commit")

    async def committed(self, group: str, tp: TopicPartition) -> int:
        """Returns what a group has committed in a partition; −1: nothing."""
        topic = OffsetFetchRequest.OffsetFetchRequestTopic(name=tp.topic, partition_indexes=[tp.partition])
        link = self.link(CoordinatorKind.GROUP, group)
        response = await link.ask(OffsetFetchRequest(group_id=group, topics=[topic]), version_max=FETCH_ONE_VERSION_MAX)
        link.core.check(response.error_code, "fetch an offset")
        partition = response.topics[0].partitions[0]
        link.core.check(partition.error_code, "fetch an offset")
        return int(partition.committed_offset)


def _check(code: int) -> None:
    if code != ErrorCode.NONE:
        raise error_for_code(code, code_name(code))

"""One broker's data plane without a network: a real log, a clock that stands still, and requests by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kavka.broker.cluster.metadata_cache import MetadataCache
from kavka.broker.config.settings import default_settings
from kavka.broker.handlers import (
    alter_replica_log_dirs,
    delete_records,
    describe_log_dirs,
    describe_producers,
    fetch,
    leader_and_isr,
    list_offsets,
    offset_for_leader_epoch,
    produce,
    share_acknowledge,
    share_fetch,
    stop_replica,
    update_metadata,
    write_txn_markers,
)
from kavka.broker.metrics import BrokerMetrics
from kavka.broker.replica.control_requests import ControlRequests
from kavka.broker.replica.internal_appends import InternalAppends
from kavka.broker.replica.internal_log import InternalLog
from kavka.broker.replica.replica_manager import ReplicaManager
from kavka.broker.requests.context import DEFERRED, ConnectionInfo, RequestContext
from kavka.common.lane import Lanes
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.common.steps import Steps
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.epochs import ControllerEpoch, LeaderEpoch
from kavka.protocol.messages import (
    AlterReplicaLogDirsRequest,
    DeleteRecordsRequest,
    DescribeLogDirsRequest,
    DescribeProducersRequest,
    FetchRequest,
    LeaderAndIsrRequest,
    ListOffsetsRequest,
    OffsetForLeaderEpochRequest,
    ProduceRequest,
    StopReplicaRequest,
    UpdateMetadataRequest,
    WriteTxnMarkersRequest,
)
from kavka.protocol.records.batch import BatchBuilder
from kavka.protocol.records.compression import Compression
from kavka.timer.clock import ManualClock
from tests.support.broker.parts import Parts, handling
from tests.support.replica.logs import TopicOverrides, open_log_manager

BROKER = 1
TOPIC_ID = bytes(range(16))
HANDLERS = {
    handler.API: handler
    for handler in (
        alter_replica_log_dirs,
        delete_records,
        describe_log_dirs,
        describe_producers,
        fetch,
        leader_and_isr,
        list_offsets,
        offset_for_leader_epoch,
        produce,
        share_acknowledge,
        share_fetch,
        stop_replica,
        update_metadata,
        write_txn_markers,
    )
}
PEER = ConnectionInfo(peer_host="p", peer_port=1, local_host="l", local_port=2, listener_name="PLAINTEXT")


class NoTransactionalOffsets:
    """No group has offsets that a transaction holds back."""

    def held_count(self, producer_id: int) -> int:
        return 0

    def transaction_marked(self, indexes: Sequence[int], producer_id: int, *, is_commit: bool) -> Steps[None]:
        yield from ()


class Call:
    """One request's fate: `answer` (decoded from the wire, so that every version is really encoded), or the end."""

    def __init__(self, request: Any, version: int) -> None:
        self.request_class = type(request)
        self.version = version
        self.info = PEER
        self.answers: list[Any] = []
        self.closed: str | None = None
        self.is_silent = False
        self.done = asyncio.Event()

    def finish(self, ctx: RequestContext, response: Any) -> None:
        self.done.set()
        if response is None:
            self.is_silent = True
        else:
            wire = encode_message(response, self.version)
            self.answers.append(decode_message(type(response), self.version, wire))

    def let_next_in(self) -> Any:
        return self

    def abort(self, ctx: RequestContext, reason: str) -> None:
        self.closed = reason

    def is_open(self) -> bool:
        return self.closed is None

    def when_lost(self, callback: Callable[[], None]) -> None:
        self.lose = callback

    @property
    def is_waiting(self) -> bool:
        return not (self.answers or self.closed or self.is_silent)

    @property
    def answer(self) -> Any:
        assert len(self.answers) == 1, f"{len(self.answers)} answers"
        return self.answers[0]

    @property
    def partition(self) -> Any:
        """The only partition of the only topic in the answer."""
        answer = self.answer
        topics = answer.responses if hasattr(answer, "responses") else answer.topics
        (topic,) = topics
        parts = getattr(topic, "partition_responses", None) or getattr(topic, "partitions", None)
        assert parts is not None
        (partition,) = parts
        return partition


class Node:
    """A broker as the dispatcher sees it."""

    def __init__(
        self,
        directory: Path,
        *,
        filesystem: MachineFileSystem | None = None,
        more_directories: Sequence[Path] = (),
        **of_manager: Any,
    ) -> None:
        self.directory = directory
        self.more_directories = more_directories
        self.filesystem = filesystem
        self.of_manager = of_manager
        self.clock = ManualClock(1_000, wall_ms=1_700_000_000_000)
        self.topics = TopicOverrides()
        self.start()

    def start(self) -> None:
        self.log_manager = open_log_manager(
            self.directory,
            *self.more_directories,
            broker_id=BROKER,
            clock=self.clock,
            filesystem=self.filesystem,
        )
        metadata = MetadataCache(self.clock)
        options: dict[str, Any] = {
            "is_blocking": True,
            "is_partition_known": lambda topic, index: metadata.snapshot.partition(topic, index) is not None,
        }
        self.manager = ReplicaManager(
            broker_id=BROKER,
            log_manager=self.log_manager,
            clock=self.clock,
            machine_clock=self.clock,
            **options | self.of_manager | self.replication(),
        )
        self.broker_epoch = 100
        # As much of a broker's services as its data plane asks for.
        unused: Any = None
        lanes = Lanes()
        topics: Any = self.topics
        config: Any = default_settings()
        self.services = Parts(
            transactional_offsets=NoTransactionalOffsets(),
            broker_id=BROKER,
            cluster_id="c",
            broker_epoch=lambda: self.broker_epoch,
            config=config,
            config_changes=unused,
            clock=self.clock,
            metrics=BrokerMetrics(),
            metadata_cache=metadata,
            log_manager=self.log_manager,
            replica_manager=self.manager,
            controller=unused,
            zk=unused,
            producer_ids=unused,
            topic_configs=topics,
            api_ranges={},
            lane=lanes.clients,
            features=unused,
            control_requests=ControlRequests(lanes.control),
            groups=unused,
            transactions=unused,
            machine_clock=self.clock,
        )

    def appends(self, topic: str) -> InternalAppends:
        """What a coordinator writes with to its internal topic."""
        return InternalAppends(
            topic, self.manager.partitions, self.manager.waiting, self.manager.flusher, clock=self.clock
        )

    def internal_log(self, topic: str, keeper: Any, **options: Any) -> InternalLog:
        """What loads a coordinator's partitions."""
        return InternalLog(
            topic, self.manager.partitions, self.manager.leaderships, keeper, clock=self.clock, **options
        )

    def replication(self) -> dict[str, Any]:
        """How this node's replicas are replicated, as arguments of the replica manager; to be overridden."""
        return {}

    def restart(self) -> None:
        self.log_manager.shutdown()
        self.start()

    def send(self, request: Any, version: int, *, connection: ConnectionInfo = PEER) -> Any:
        """Sends a request through its codec and handler, as the dispatcher would."""
        call = Call(request, version)
        wire = encode_message(request, version)
        decoded = decode_message(type(request), version, wire)
        channel: Any = call
        ctx = RequestContext(
            api_key=request.API_KEY,
            api_version=version,
            correlation_id=1,
            client_id="test",
            connection=connection,
            received_ms=self.clock.monotonic_ms(),
            channel=channel,
            request_bytes=len(wire),
        )
        result = handling(HANDLERS[request.API_KEY], self.services).handle(decoded, ctx)
        if hasattr(result, "send"):
            return self._finish_later(result, ctx, call)
        if result is not DEFERRED:
            ctx.respond(result)
        return call

    async def _finish_later(self, result: Any, ctx: RequestContext, call: Call) -> Call:
        response = await result
        if response is not DEFERRED:
            ctx.respond(response)
        return call

    def advance(self, ms: int) -> None:
        self.clock.advance(ms)
        self.manager.waiting.produce_purgatory.timer.advance()
        self.manager.waiting.fetch_purgatory.timer.advance()
        self.manager.waiting.delete_records_purgatory.timer.advance()

    # ---- requests ----

    def lead(
        self,
        topic: str = "t",
        index: int = 0,
        *,
        leader: int = BROKER,
        epoch: int = 0,
        isr: Sequence[int] = (BROKER,),
        replicas: Sequence[int] | None = None,
        version: int = 5,
        **options: Any,
    ) -> Any:
        replicas = list(isr if replicas is None else replicas)
        state = LeaderAndIsrRequest.LeaderAndIsrPartitionState(
            topic_name=topic,
            partition_index=index,
            controller_epoch=options.get("controller_epoch", 1),
            leader=leader,
            leader_epoch=LeaderEpoch(epoch),
            isr=list(isr),
            partition_epoch=0,
            replicas=replicas,
            is_new=options.get("is_new", True),
            leader_recovery_state=options.get("recovery", 0),
        )
        request = LeaderAndIsrRequest(
            controller_id=BROKER,
            controller_epoch=options.get("controller_epoch", 1),
            broker_epoch=options.get("broker_epoch", -1),
            type=options.get("type", 0),
        )
        if version < 2:
            request.ungrouped_partition_states = [state]
        else:
            state.topic_name = ""
            request.topic_states = [
                LeaderAndIsrRequest.LeaderAndIsrTopicState(
                    topic_name=topic, topic_id=options.get("topic_id", TOPIC_ID), partition_states=[state]
                )
            ]
        return self.send(request, version)

    def stop(
        self,
        topic: str = "t",
        index: int = 0,
        *,
        delete: bool = False,
        epoch: int = -1,
        controller_epoch: int = 1,
        broker_epoch: int = -1,
        version: int = 3,
    ) -> Any:
        request = StopReplicaRequest(
            controller_id=BROKER, controller_epoch=ControllerEpoch(controller_epoch), broker_epoch=broker_epoch
        )
        if version >= 3:
            part = StopReplicaRequest.StopReplicaPartitionState(
                partition_index=index, leader_epoch=LeaderEpoch(epoch), delete_partition=delete
            )
            request.topic_states = [StopReplicaRequest.StopReplicaTopicState(topic_name=topic, partition_states=[part])]
        else:
            request.delete_partitions = delete
            if version == 0:
                request.ungrouped_partitions = [
                    StopReplicaRequest.StopReplicaPartitionV0(topic_name=topic, partition_index=index)
                ]
            else:
                request.topics = [StopReplicaRequest.StopReplicaTopicV1(name=topic, partition_indexes=[index])]
        return self.send(request, version)

    def tell(
        self, topic: str, *indexes: int, leader: int, epoch: int, replicas: Sequence[int], version: int = 7
    ) -> Any:
        """Sends metadata of partitions, as a controller does to every broker that comes."""
        states = [
            UpdateMetadataRequest.UpdateMetadataPartitionState(
                topic_name=topic,
                partition_index=index,
                controller_epoch=ControllerEpoch(1),
                leader=leader,
                leader_epoch=LeaderEpoch(epoch),
                isr=list(replicas),
                replicas=list(replicas),
            )
            for index in indexes
        ]
        request = UpdateMetadataRequest(controller_id=BROKER, controller_epoch=ControllerEpoch(1))
        if version < 5:
            request.ungrouped_partition_states = states
        else:
            told = UpdateMetadataRequest.UpdateMetadataTopicState(topic_name=topic, partition_states=states)
            request.topic_states = [told]
        return self.send(request, version)

    def produce(
        self,
        records: Any,
        topic: str = "t",
        index: int = 0,
        *,
        acks: int = -1,
        version: int = 9,
        timeout_ms: int = 30_000,
        transactional_id: str | None = None,
        topic_id: bytes = TOPIC_ID,
    ) -> Any:
        return self.send(
            ProduceRequest(
                transactional_id=transactional_id,
                acks=acks,
                timeout_ms=timeout_ms,
                topic_data=[
                    ProduceRequest.TopicProduceData(
                        topic,
                        topic_id,
                        partition_data=[ProduceRequest.PartitionProduceData(index=index, records=records)],
                    )
                ],
            ),
            version,
        )

    def fetch(
        self,
        offset: int = 0,
        topic: str = "t",
        index: int = 0,
        *,
        version: int = 12,
        partitions: Iterable[tuple[str, int, int]] | None = None,
        **options: Any,
    ) -> Any:
        asked = [(topic, index, offset)] if partitions is None else partitions
        request = FetchRequest(
            replica_id=options.get("replica_id", -1) if version < 15 else -1,
            replica_state=FetchRequest.ReplicaState(options.get("replica_id", -1), options.get("broker_epoch", 5))
            if version >= 15
            else None,
            max_wait_ms=options.get("max_wait_ms", 0),
            min_bytes=options.get("min_bytes", 1),
            max_bytes=options.get("max_bytes", 2**31 - 1),
            isolation_level=options.get("isolation_level", 0),
            rack_id=options.get("rack_id", ""),
            session_id=options.get("session_id", 0),
            session_epoch=options.get("session_epoch", -1),
            topics=[
                FetchRequest.FetchTopic(
                    topic=name,
                    topic_id=options.get("topic_id", TOPIC_ID),
                    partitions=[
                        FetchRequest.FetchPartition(
                            partition=number,
                            fetch_offset=at,
                            partition_max_bytes=options.get("partition_max_bytes", 1_048_576),
                            current_leader_epoch=options.get("leader_epoch", -1),
                            last_fetched_epoch=options.get("last_fetched_epoch", -1),
                            log_start_offset=options.get("log_start_offset", -1),
                        )
                    ],
                )
                for name, number, at in asked
            ],
        )
        return self.send(request, version)

    def list_offsets(
        self, timestamp: int, topic: str = "t", index: int = 0, *, version: int = 7, **options: Any
    ) -> Any:
        asked = ListOffsetsRequest.ListOffsetsPartition(
            partition_index=index,
            timestamp=timestamp,
            current_leader_epoch=options.get("leader_epoch", -1),
            max_num_offsets=options.get("max_num_offsets", 1),
        )
        request = ListOffsetsRequest(
            replica_id=options.get("replica_id", -1),
            isolation_level=options.get("isolation_level", 0),
            topics=[ListOffsetsRequest.ListOffsetsTopic(name=topic, partitions=[asked] * options.get("repeated", 1))],
        )
        return self.send(request, version)

    def delete_records(
        self, *offsets: tuple[int, int], topic: str = "t", version: int = 2, timeout_ms: int = 30_000
    ) -> Any:
        """Each of `offsets` is (partition, offset)."""
        asked = [
            DeleteRecordsRequest.DeleteRecordsPartition(partition_index=index, offset=offset)
            for index, offset in offsets
        ]
        topics = [DeleteRecordsRequest.DeleteRecordsTopic(name=topic, partitions=asked)]
        return self.send(DeleteRecordsRequest(topics=topics, timeout_ms=timeout_ms), version)

    def offset_for_leader_epoch(
        self, epoch: int, topic: str = "t", index: int = 0, *, version: int = 4, current: int = -1, replica_id: int = -1
    ) -> Any:
        asked = OffsetForLeaderEpochRequest.OffsetForLeaderPartition(
            partition=index, current_leader_epoch=LeaderEpoch(current), leader_epoch=LeaderEpoch(epoch)
        )
        topics = [OffsetForLeaderEpochRequest.OffsetForLeaderTopic(topic=topic, partitions=[asked])]
        return self.send(OffsetForLeaderEpochRequest(replica_id=replica_id, topics=topics), version)

    def write_markers(
        self, *markers: tuple[int, int, bool, int, str, list[int]], version: int = 2, transaction_version: int = 0
    ) -> Any:
        """Each of `markers` is (producer id, epoch, commit?, coordinator epoch, topic, partitions)."""
        return self.send(
            WriteTxnMarkersRequest(
                markers=[
                    WriteTxnMarkersRequest.WritableTxnMarker(
                        producer_id=producer_id,
                        producer_epoch=epoch,
                        transaction_result=is_commit,
                        coordinator_epoch=coordinator_epoch,
                        transaction_version=transaction_version,
                        topics=[WriteTxnMarkersRequest.WritableTxnMarkerTopic(name=topic, partition_indexes=indexes)],
                    )
                    for producer_id, epoch, is_commit, coordinator_epoch, topic, indexes in markers
                ]
            ),
            version,
        )

    def describe_producers(self, topic: str = "t", indexes: Iterable[int] = (0,)) -> Any:
        asked = DescribeProducersRequest.TopicRequest(name=topic, partition_indexes=list(indexes))
        return self.send(DescribeProducersRequest(topics=[asked]), 0)

    def alter_log_dir(self, path: object, *indexes: int, topic: str = "t", version: int = 2) -> Any:
        """The error codes of moving partitions of a topic to a directory."""
        topics = [AlterReplicaLogDirsRequest.AlterReplicaLogDirTopic(name=topic, partitions=list(indexes or (0,)))]
        dirs = [AlterReplicaLogDirsRequest.AlterReplicaLogDir(path=str(path), topics=topics)]
        (answered,) = self.send(AlterReplicaLogDirsRequest(dirs=dirs), version).answer.results
        assert answered.topic_name == topic
        codes = [partition.error_code for partition in answered.partitions]
        return codes if indexes else codes[0]

    def describe_log_dirs(self, topics: Mapping[str, list[int]] | None = None, *, version: int = 2) -> Any:
        """`topics`: topic → partitions; None for all."""
        asked = None
        if topics is not None:
            asked = [
                DescribeLogDirsRequest.DescribableLogDirTopic(topic=name, partitions=partitions)
                for name, partitions in topics.items()
            ]
        return self.send(DescribeLogDirsRequest(topics=asked), version)


def error_of(call: Call) -> int:
    """The only partition's error code in the answer to a control request."""
    answer = call.answer
    assert answer.error_code == 0
    errors = answer.partition_errors
    if not errors:
        (topic,) = answer.topics
        errors = topic.partition_errors
    (error,) = errors
    return int(error.error_code)


def batch(
    *values: bytes, timestamp: int = 1_700_000_000_000, compression: Compression = Compression.NONE, **fields: Any
) -> bytes:
    """One batch v2 with these values."""
    builder = BatchBuilder(compression=compression, **fields)
    for value in values or (b"v",):
        builder.append(timestamp=timestamp, key=b"k", value=value)
    return builder.build()

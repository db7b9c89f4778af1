"""A small server that speaks enough of the protocol for the client's tests, and fails when a test tells it to.

Not a broker: one list of batches per partition, no replication, no disk. What it answers is the simplest thing that
Kafka could answer.

    fake = FakeCluster(brokers=2, topics={"t": 3})
    async with fake: … fake.bootstrap …
    fake.inject(ApiKey.PRODUCE, produce_error(ErrorCode.NOT_LEADER_OR_FOLLOWER))    # the next Produce only
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Mapping
from typing import Any, Self

from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_message, request_class
from kavka.protocol.epochs import FIRST_LEADER_EPOCH, LeaderEpoch
from kavka.protocol.errors import ErrorCode
from kavka.protocol.framing import FrameDecoder
from kavka.protocol.header import decode_request_header, encode_response_frame
from kavka.protocol.messages import (
    ApiVersionsResponse,
    CreatePartitionsResponse,
    CreateTopicsResponse,
    DeleteRecordsResponse,
    DeleteTopicsResponse,
    FetchResponse,
    FindCoordinatorResponse,
    GetTelemetrySubscriptionsResponse,
    InitProducerIdResponse,
    ListOffsetsResponse,
    MetadataResponse,
    ProduceResponse,
    PushTelemetryResponse,
    SaslAuthenticateResponse,
    SaslHandshakeResponse,
)
from kavka.protocol.records.batch import iter_headers, read_header

CLOSE = object()
"""An injected action: close the connection instead of answering."""

SILENCE = object()
"""An injected action: never answer."""

RANGES = {
    ApiKey.PRODUCE: (0, 9),
    ApiKey.FETCH: (0, 12),
    ApiKey.LIST_OFFSETS: (0, 7),
    ApiKey.METADATA: (0, 11),
    ApiKey.FIND_COORDINATOR: (0, 4),
    ApiKey.API_VERSIONS: (0, 3),
    ApiKey.CREATE_TOPICS: (0, 7),
    ApiKey.DELETE_TOPICS: (0, 6),
    ApiKey.DELETE_RECORDS: (0, 2),
    ApiKey.CREATE_PARTITIONS: (0, 3),
    ApiKey.INIT_PRODUCER_ID: (0, 4),
}

TELEMETRY = {ApiKey.GET_TELEMETRY_SUBSCRIPTIONS: (0, 0), ApiKey.PUSH_TELEMETRY: (0, 0)}
"""What a broker offers beside `RANGES` that takes clients' metrics."""


class FakeLog:
    """The batches of one partition."""

    def __init__(self, leader: int) -> None:
        self.leader = leader
        self.epoch = 0
        self.start = 0
        self.end = 0
        self.batches: list[tuple[int, bytes]] = []  # (base offset, bytes)

    def append(self, data: bytes) -> int:
        header = read_header(data)
        base = self.end
        data = read_header(data).stamp(base, FIRST_LEADER_EPOCH) + bytes(data[17:])
        self.batches.append((base, data))
        self.end = base + header.last_offset_delta + 1
        return base

    def read(self, offset: int) -> bytes:
        kept = [data for base, data in self.batches if read_header(data).next_offset > offset]
        return b"".join(kept)

    def sequences(self) -> list[int]:
        return [next(iter_headers(data))[1].base_sequence for _, data in self.batches]


class FakeCluster:
    """Brokers with ids from 0, which share topics."""

    def __init__(
        self,
        *,
        brokers: int = 1,
        topics: Mapping[str, int] | None = None,
        ranges: dict[ApiKey, tuple[int, int]] | None = None,
        tls: ssl.SSLContext | None = None,
        passwords: Mapping[str, str] | None = None,
    ) -> None:
        self.tls = tls
        self.passwords = passwords  # user → password, of PLAIN; None: no login
        self.ranges = {int(key): low_high for key, low_high in (RANGES if ranges is None else ranges).items()}
        if passwords is not None:
            self.ranges |= {ApiKey.SASL_HANDSHAKE: (0, 1), ApiKey.SASL_AUTHENTICATE: (0, 2)}
        self.brokers = [FakeBroker(self, broker_id) for broker_id in range(brokers)]
        self.logs: dict[tuple[str, int], FakeLog] = {}
        self.topic_errors: dict[str, int] = {}
        self.ids: dict[str, bytes] = {}  # of topics; those that are not here have none
        self.requests: list[tuple[int, Any, int]] = []  # (broker id, message, version)
        self.controller = 0
        self.producer_ids = 0
        self.subscription = GetTelemetrySubscriptionsResponse(
            client_instance_id=bytes(range(16)), push_interval_ms=10_000, telemetry_max_bytes=1 << 20
        )  # what clients are told of their metrics
        self._injected: defaultdict[int, deque[Any]] = defaultdict(deque)
        self._changed = asyncio.Event()
        for name, partitions in (topics or {}).items():
            self.create(name, partitions)

    def create(self, name: str, partitions: int, *, first: int = 0) -> None:
        for partition in range(first, partitions):
            self.logs[name, partition] = FakeLog(partition % len(self.brokers))

    @property
    def bootstrap(self) -> str:
        return ",".join(f"127.0.0.1:{broker.port}" for broker in self.brokers)

    def inject(self, api_key: ApiKey, *actions: object) -> None:
        """The next requests of an API get these actions, one each, on whichever broker they arrive."""
        self._injected[api_key].extend(actions)

    def take_injected(self, api_key: int) -> Any:
        queue = self._injected[api_key]
        return queue.popleft() if queue else None

    def asked(self, api_key: ApiKey) -> list[Any]:
        return [message for _, message, _ in self.requests if api_key == message.API_KEY]

    async def wait_asked(self, api_key: ApiKey, count: int = 1) -> None:
        """Waits until an API was asked so many times."""
        async with asyncio.timeout(5):
            while len(self.asked(api_key)) < count:
                self._changed.clear()
                await self._changed.wait()

    def note(self, broker_id: int, message: Any, version: int) -> None:
        self.requests.append((broker_id, message, version))
        self._changed.set()

    async def __aenter__(self) -> Self:
        for broker in self.brokers:
            await broker.listen()
        return self

    async def __aexit__(self, *_: object) -> None:
        for broker in self.brokers:
            await broker.close()


class FakeBroker:
    def __init__(self, cluster: FakeCluster, broker_id: int) -> None:
        self.cluster = cluster
        self.broker_id = broker_id
        self.port = 0
        self.connections: set[FakeConnection] = set()
        self.connections_seen = 0
        self.left = asyncio.Event()
        self._held: dict[int, list[Callable[[], None]]] = {}
        self._server: asyncio.Server | None = None

    async def listen(self) -> None:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: FakeConnection(self), "127.0.0.1", self.port, ssl=self.cluster.tls
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for connection in list(self.connections):
            connection.transport.abort()
        await asyncio.sleep(0)

    def hold(self, api_key: ApiKey) -> None:
        """Keeps the responses of an API, each as it is when the request comes, until `let_go`."""
        self._held[int(api_key)] = []

    def let_go(self, api_key: ApiKey) -> int:
        """Sends what was kept, and keeps nothing more; how many they were."""
        held = self._held.pop(int(api_key))
        for send in held:
            send()
        return len(held)

    def send_or_hold(self, api_key: int, send: Callable[[], None]) -> None:
        if api_key in self._held:
            self._held[api_key].append(send)
        else:
            send()

    async def wait_until_alone(self) -> None:
        async with asyncio.timeout(5):
            while self.connections:
                self.left.clear()
                await self.left.wait()

    def answer(self, message: Any, version: int) -> Any:
        name = type(message).__name__
        return getattr(self, "on_" + name)(message, version)

    # ---------------------------------------------------------------- the APIs

    def on_ApiVersionsRequest(self, message: Any, version: int) -> ApiVersionsResponse:
        keys = [
            ApiVersionsResponse.ApiVersion(api_key=int(key), min_version=low, max_version=high)
            for key, (low, high) in self.cluster.ranges.items()
        ]
        return ApiVersionsResponse(api_keys=keys)

    def on_SaslHandshakeRequest(self, message: Any, version: int) -> SaslHandshakeResponse:
        known = message.mechanism == "PLAIN"
        error = 0 if known else int(ErrorCode.UNSUPPORTED_SASL_MECHANISM)
        return SaslHandshakeResponse(error_code=error, mechanisms=["PLAIN"])

    def on_SaslAuthenticateRequest(self, message: Any, version: int) -> SaslAuthenticateResponse:
        _, user, password = bytes(message.auth_bytes).decode().split("\0")
        assert self.cluster.passwords is not None
        if self.cluster.passwords.get(user) == password:
            return SaslAuthenticateResponse(session_lifetime_ms=60_000)
        error = int(ErrorCode.SASL_AUTHENTICATION_FAILED)
        return SaslAuthenticateResponse(error_code=error, error_message="wrong user or password")

    def on_MetadataRequest(self, message: Any, version: int) -> MetadataResponse:
        cluster = self.cluster
        wanted = None if message.topics is None else [topic.name for topic in message.topics]
        known = {name for name, _ in cluster.logs}
        if wanted is not None and message.allow_auto_topic_creation:
            for name in wanted:
                if name not in known:
                    cluster.create(name, 2)
        known = {name for name, _ in cluster.logs}
        names = sorted(known) if wanted is None else wanted
        return MetadataResponse(
            brokers=[
                MetadataResponse.MetadataResponseBroker(node_id=b.broker_id, host="127.0.0.1", port=b.port)
                for b in cluster.brokers
            ],
            cluster_id="fake",
            controller_id=cluster.controller,
            topics=[self._topic(name, known) for name in names],
        )

    def _topic(self, name: str, known: Collection[str]) -> MetadataResponse.MetadataResponseTopic:
        error = self.cluster.topic_errors.get(name, 0)
        if error == 0 and name not in known:
            error = int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        partitions = []
        for (topic, partition), log in sorted(self.cluster.logs.items()):
            if topic == name and not error:
                partitions.append(
                    MetadataResponse.MetadataResponsePartition(
                        error_code=0 if log.leader >= 0 else int(ErrorCode.LEADER_NOT_AVAILABLE),
                        partition_index=partition,
                        leader_id=log.leader,
                        leader_epoch=LeaderEpoch(log.epoch),
                        replica_nodes=[0],
                        isr_nodes=[0],
                    )
                )
        topic_id = self.cluster.ids.get(name, ZERO_TOPIC_ID)
        return MetadataResponse.MetadataResponseTopic(error, name, topic_id, partitions=partitions)

    def _log(self, topic: str, partition: int) -> tuple[FakeLog | None, int]:
        log = self.cluster.logs.get((topic, partition))
        if log is None:
            return None, int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        if log.leader != self.broker_id:
            return None, int(ErrorCode.NOT_LEADER_OR_FOLLOWER)
        return log, 0

    def on_ProduceRequest(self, message: Any, version: int) -> ProduceResponse:
        responses = []
        names = {topic_id: name for name, topic_id in self.cluster.ids.items()}
        for topic in message.topic_data:
            parts = []
            for part in topic.partition_data:
                log, error = self._log(names.get(topic.topic_id, "") if version >= 13 else topic.name, part.index)
                if version >= 13 and topic.topic_id not in names:
                    error = int(ErrorCode.UNKNOWN_TOPIC_ID)
                base = log.append(part.records) if log is not None else -1
                parts.append(
                    ProduceResponse.PartitionProduceResponse(index=part.index, error_code=error, base_offset=base)
                )
            responses.append(ProduceResponse.TopicProduceResponse(topic.name, topic.topic_id, parts))
        return ProduceResponse(responses=responses)

    def on_FetchRequest(self, message: Any, version: int) -> FetchResponse:
        responses = []
        for topic in message.topics:
            parts = []
            for part in topic.partitions:
                log, error = self._log(topic.topic, part.partition)
                data = b""
                if log is not None:
                    if part.current_leader_epoch not in (-1, log.epoch):
                        error = int(ErrorCode.FENCED_LEADER_EPOCH)
                    elif log.start <= part.fetch_offset <= log.end:
                        data = log.read(part.fetch_offset)
                    else:
                        error = int(ErrorCode.OFFSET_OUT_OF_RANGE)
                parts.append(
                    FetchResponse.PartitionData(
                        partition_index=part.partition,
                        error_code=error,
                        high_watermark=log.end if log is not None else -1,
                        records=data,
                    )
                )
            responses.append(FetchResponse.FetchableTopicResponse(topic=topic.topic, partitions=parts))
        return FetchResponse(responses=responses)

    def on_ListOffsetsRequest(self, message: Any, version: int) -> ListOffsetsResponse:
        topics = []
        for topic in message.topics:
            parts = []
            for part in topic.partitions:
                log, error = self._log(topic.name, part.partition_index)
                offset = timestamp = -1
                if log is not None:
                    offset, timestamp = _find(log, part.timestamp)
                parts.append(
                    ListOffsetsResponse.ListOffsetsPartitionResponse(
                        partition_index=part.partition_index, error_code=error, offset=offset, timestamp=timestamp
                    )
                )
            topics.append(ListOffsetsResponse.ListOffsetsTopicResponse(name=topic.name, partitions=parts))
        return ListOffsetsResponse(topics=topics)

    def on_CreateTopicsRequest(self, message: Any, version: int) -> CreateTopicsResponse:
        results = []
        for topic in message.topics:
            error = 0
            if self.broker_id != self.cluster.controller:
                error = int(ErrorCode.NOT_CONTROLLER)
            elif (topic.name, 0) in self.cluster.logs:
                error = int(ErrorCode.TOPIC_ALREADY_EXISTS)
            elif not message.validate_only:
                self.cluster.create(topic.name, max(1, topic.num_partitions))
            results.append(CreateTopicsResponse.CreatableTopicResult(name=topic.name, error_code=error))
        return CreateTopicsResponse(topics=results)

    def on_DeleteTopicsRequest(self, message: Any, version: int) -> DeleteTopicsResponse:
        results = []
        for name in message.topic_names:
            mine = [key for key in self.cluster.logs if key[0] == name]
            for key in mine:
                del self.cluster.logs[key]
            error = 0 if mine else int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
            results.append(DeleteTopicsResponse.DeletableTopicResult(name=name, error_code=error))
        return DeleteTopicsResponse(responses=results)

    def on_CreatePartitionsRequest(self, message: Any, version: int) -> CreatePartitionsResponse:
        results = []
        for topic in message.topics:
            there = [key for key in self.cluster.logs if key[0] == topic.name]
            error = 0
            if self.broker_id != self.cluster.controller:
                error = int(ErrorCode.NOT_CONTROLLER)
            elif topic.count <= len(there):
                error = int(ErrorCode.INVALID_PARTITIONS)
            elif not message.validate_only:
                self.cluster.create(topic.name, topic.count, first=len(there))
            results.append(CreatePartitionsResponse.CreatePartitionsTopicResult(name=topic.name, error_code=error))
        return CreatePartitionsResponse(results=results)

    def on_DeleteRecordsRequest(self, message: Any, version: int) -> DeleteRecordsResponse:
        topics = []
        for topic in message.topics:
            parts = []
            for part in topic.partitions:
                log, error = self._log(topic.name, part.partition_index)
                if log is not None and part.offset > log.end:
                    error = int(ErrorCode.OFFSET_OUT_OF_RANGE)
                elif log is not None:
                    log.start = log.end if part.offset < 0 else max(log.start, part.offset)
                result = DeleteRecordsResponse.DeleteRecordsPartitionResult
                start = -1 if error or log is None else log.start
                parts.append(result(partition_index=part.partition_index, low_watermark=start, error_code=error))
            topics.append(DeleteRecordsResponse.DeleteRecordsTopicResult(name=topic.name, partitions=parts))
        return DeleteRecordsResponse(topics=topics)

    def on_FindCoordinatorRequest(self, message: Any, version: int) -> FindCoordinatorResponse:
        coordinator = self.cluster.brokers[self.cluster.controller]
        return FindCoordinatorResponse(node_id=coordinator.broker_id, host="127.0.0.1", port=coordinator.port)

    def on_InitProducerIdRequest(self, message: Any, version: int) -> InitProducerIdResponse:
        self.cluster.producer_ids += 1
        return InitProducerIdResponse(producer_id=1000 + self.cluster.producer_ids, producer_epoch=0)

    def on_GetTelemetrySubscriptionsRequest(self, message: Any, version: int) -> GetTelemetrySubscriptionsResponse:
        return self.cluster.subscription

    def on_PushTelemetryRequest(self, message: Any, version: int) -> PushTelemetryResponse:
        return PushTelemetryResponse()


def _find(log: FakeLog, timestamp: int) -> tuple[int, int]:
    if timestamp == -1:
        return log.end, -1
    if timestamp == -2:
        return log.start, -1
    for base, data in log.batches:
        header = read_header(data)
        if header.max_timestamp >= timestamp:
            return base, header.max_timestamp
    return -1, -1


class FakeConnection(asyncio.Protocol):
    def __init__(self, broker: FakeBroker) -> None:
        self.broker = broker
        self.decoder = FrameDecoder(1 << 26)
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.broker.connections.add(self)
        self.broker.connections_seen += 1

    def connection_lost(self, exc: Exception | None) -> None:
        self.broker.connections.discard(self)
        self.broker.left.set()

    def data_received(self, data: bytes) -> None:
        for frame in self.decoder.feed(data):
            self._handle(frame)

    def _handle(self, frame: bytes | bytearray) -> None:
        header, pos = decode_request_header(frame)
        version = header.api_version
        low, high = self.broker.cluster.ranges.get(header.api_key, (0, -1))
        if header.api_key == ApiKey.API_VERSIONS and not low <= version <= high:
            refused = ApiVersionsResponse(
                error_code=int(ErrorCode.UNSUPPORTED_VERSION),
                api_keys=[ApiVersionsResponse.ApiVersion(api_key=18, min_version=low, max_version=high)],
            )
            self._send(refused, 0, header.correlation_id)
            return
        assert low <= version <= high, f"the client asked for {header.api_key} v{version}"
        message: Any = decode_message(request_class(header.api_key), version, frame, pos)
        self.broker.cluster.note(self.broker.broker_id, message, version)
        action = self.broker.cluster.take_injected(header.api_key)
        if action is CLOSE:
            self.transport.abort()
        elif isinstance(action, bytes):
            self.transport.write(action)
        elif action is not SILENCE:
            response = self.broker.answer(message, version) if action is None else action(self.broker, message, version)
            if not (header.api_key == ApiKey.PRODUCE and message.acks == 0):
                self.broker.send_or_hold(header.api_key, lambda: self._send(response, version, header.correlation_id))

    def _send(self, response: Any, version: int, correlation_id: int) -> None:
        with contextlib.suppress(RuntimeError):
            self.transport.writelines(encode_response_frame(response, version=version, correlation_id=correlation_id))


def produce_error(code: int, *, append: bool = False) -> Callable[[FakeBroker, Any, int], ProduceResponse]:
    """An action: refuse every partition of a Produce; with `append` only the answer is wrong, the records are there."""

    def act(broker: FakeBroker, message: Any, version: int) -> ProduceResponse:
        response = broker.on_ProduceRequest(message, version) if append else None
        responses = []
        for topic in message.topic_data:
            parts = [
                ProduceResponse.PartitionProduceResponse(index=p.index, error_code=int(code), base_offset=-1)
                for p in topic.partition_data
            ]
            responses.append(ProduceResponse.TopicProduceResponse(name=topic.name, partition_responses=parts))
        del response
        return ProduceResponse(responses=responses)

    return act


def fetch_error(code: int) -> Callable[[FakeBroker, Any, int], FetchResponse]:
    """An action: refuse every partition of a Fetch."""

    def act(broker: FakeBroker, message: Any, version: int) -> FetchResponse:
        responses = [
            FetchResponse.FetchableTopicResponse(
                topic=topic.topic,
                partitions=[
                    FetchResponse.PartitionData(
                        partition_index=p.partition, error_code=int(code), high_watermark=-1, records=b""
                    )
                    for p in topic.partitions
                ],
            )
            for topic in message.topics
        ]
        return FetchResponse(responses=responses)

    return act

"""How long the controller takes to create partitions, to take over, and to relieve a broker, and how that grows.

Simulated: three brokers answer control requests over TCP and keep nothing; each time ends when every broker has been
notified of every partition that it is about, so what brokers do with it is left out, and what it costs to encode, send
and decode is not. They share the controller's process, whose garbage collector is set as a broker's is. Compare its CPU
time where the machine does other things, too; beside it stands what is left without the brokers' share, which in a
cluster is spent elsewhere: all of it but for the one broker that is the controller's own. Clients can go on when a
takeover's metadata is out; what it does afterwards has a row of its own, and is no part of the shutdown that follows.

Real (--real): broker processes with disks, watched by a client (`real_brokers`). Beside them stand Apache Kafka's
figures, measured once on a machine of the same kind and written down here, since it takes minutes; with --kafka-libs
Kafka itself is measured in the same run instead.

ZooKeeper is a process of its own with its log on disk: the embedded server, and Apache's where Debian's package is.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, cast

import uvloop

from benchmarks import real_brokers, report
from benchmarks.zookeeper import apache, embedded
from kavka.broker import process_tuning
from kavka.client.connection import Connection
from kavka.common.lane import Lane
from kavka.common.types import NewTopic
from kavka.controller.config import ControllerConfig
from kavka.controller.controller import Controller
from kavka.protocol.codec import decode_message, request_class
from kavka.protocol.epochs import NO_CONTROLLER_EPOCH
from kavka.protocol.framing import FrameDecoder
from kavka.protocol.header import decode_request_header, encode_response_frame
from kavka.protocol.inter_broker_versions import InterBrokerVersion
from kavka.protocol.messages import (
    LeaderAndIsrRequest,
    LeaderAndIsrResponse,
    StopReplicaResponse,
    UpdateMetadataRequest,
    UpdateMetadataResponse,
)
from kavka.timer.clock import SystemClock
from kavka.timer.moments import WallMs
from kavka.zk import paths
from kavka.zk.client import ZkClient, create_ephemeral, ensure_path
from kavka.zk.kazoo_client import KazooZk

PARTITIONS = (1_000, 10_000)
KAFKA = "Apache Kafka 3.9.1"
KAFKA_SECONDS: Mapping[str, Mapping[int, float]] = {
    "create": {1_000: 13.3, 3_000: 27.2, 10_000: 49.4},
    "fail over": {1_000: 0.41, 3_000: 0.73, 10_000: 2.10},
    "controlled shutdown of a third": {1_000: 1.5, 3_000: 3.3, 10_000: 8.0},
    real_brokers.CREATE: {1_000: 13.3, 3_000: 27.2, 10_000: 49.4},
    real_brokers.REELECTION_1: {1_000: 0.71, 3_000: 1.76, 10_000: 2.45},
    real_brokers.REELECTION_2: {1_000: 0.41, 3_000: 0.73, 10_000: 2.10},
    real_brokers.SHUTDOWN: {1_000: 1.5, 3_000: 3.3, 10_000: 8.0},
}
"""Its own brokers with disks, three of them with 1.5 GiB each; beside our simulated ones they are an orientation."""

FAIL_OVER = "fail over"
TOLD = "fail over, until every replica is told who leads"
REAL_STEPS = (real_brokers.CREATE, real_brokers.REELECTION_1, real_brokers.REELECTION_2, real_brokers.SHUTDOWN)

PARTITIONS_PER_TOPIC = 100
TOPICS_PER_REQUEST = 10
BROKERS = (1, 2, 3)
REPLICATION_FACTOR = 2
FRAME_BYTES_MAX = 100 * 1024 * 1024
WAIT_MS = 600_000

Server = Callable[[], AbstractContextManager[str]]
"""Starts a ZooKeeper and gives its address."""


def main() -> None:
    """Runs the benchmark from the command line."""
    parser = report.parser("controller", (__doc__ or "").partition("\n")[0])
    parser.add_argument("--partitions", type=int, nargs="*", default=PARTITIONS, help="simulated: how many, a run each")
    parser.add_argument("--real", type=int, nargs="*", default=(), help="real brokers: how many partitions, a run each")
    parser.add_argument("--zookeeper", choices=("embedded", "apache"), default="embedded", help="which server")
    parser.add_argument("--kafka-libs", type=Path, metavar="DIR", help="Kafka's jars: measure it in the same run")
    chosen = parser.parse_args()
    server = embedded_zookeeper if chosen.zookeeper == "embedded" else apache_zookeeper
    rows: list[report.Row] = []
    before: dict[str, float] = {}
    for count in chosen.partitions:
        times = simulated(server, count)
        rows += [_row(count, name, seconds, _quoted(count, name)) for name, seconds in times.items()]
        rows += [_growth(count, name, seconds / before[name]) for name, seconds in times.items() if name in before]
        before = times
    for count in chosen.real:
        times = real(server, count, real_brokers.kavka_command)
        kafka = {} if chosen.kafka_libs is None else real(server, count, real_brokers.kafka_command(chosen.kafka_libs))
        for name, seconds in times.items():
            beside = (kafka[name], KAFKA) if name in kafka else _quoted(count, name)
            rows.append(_row(count, f"real, {name}", seconds, beside))
    title = f"Controller: three brokers, replication factor {REPLICATION_FACTOR}, {chosen.zookeeper} ZooKeeper"
    report.publish(title, rows, chosen.json)


def _row(count: int, name: str, seconds: float, beside: tuple[float | None, str]) -> report.Row:
    return report.Row(f"{count:,} partitions: {name}", "s", seconds, *beside)


def _growth(count: int, name: str, factor: float) -> report.Row:
    return report.Row(f"{count:,} partitions: {name}, against the number before", "×", factor, None, "")


def _quoted(count: int, name: str) -> tuple[float | None, str]:
    seconds = KAFKA_SECONDS.get(name, {}).get(count)
    if seconds is None:
        return None, ""
    return seconds, f"{KAFKA}, quoted" if name in REAL_STEPS else f"{KAFKA} with real brokers, quoted"


@contextlib.contextmanager
def embedded_zookeeper() -> Iterator[str]:
    """Runs the embedded ZooKeeper; yields its address."""
    with tempfile.TemporaryDirectory(prefix="kavka-bench-") as folder, embedded(Path(folder) / "zk") as port:
        yield f"127.0.0.1:{port}"


@contextlib.contextmanager
def apache_zookeeper() -> Iterator[str]:
    """Runs Debian's ZooKeeper; yields its address."""
    with tempfile.TemporaryDirectory(prefix="kavka-bench-") as folder, apache(Path(folder) / "zk") as ports:
        if not ports:
            raise SystemExit("there is no Apache ZooKeeper here: apt-get install zookeeper")
        yield f"127.0.0.1:{ports[0]}"


def simulated(server: Server, count: int) -> dict[str, float]:
    """Measures each step, in seconds, with brokers that keep nothing."""
    with server() as zookeeper:
        process_tuning.settle_collector()
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(measured(zookeeper, count))


def real(server: Server, count: int, command: real_brokers.Command) -> dict[str, float]:
    """Measures each step, in seconds, with broker processes."""

    async def measure(zookeeper: str, folder: Path) -> dict[str, float]:
        cluster = real_brokers.RealCluster(folder, zookeeper, command)
        client = KazooZk(zookeeper)
        with cluster.started():
            try:
                return await real_brokers.measured(client, cluster, count)
            finally:
                await cluster.close()
                await client.close()

    with server() as zookeeper, tempfile.TemporaryDirectory(prefix="kavka-bench-") as folder:
        return asyncio.run(measure(zookeeper, Path(folder)))


async def measured(zookeeper: str, count: int) -> dict[str, float]:
    """Measures each step, in seconds, for so many partitions."""
    times: dict[str, float] = {}
    async with running(zookeeper) as (controller, brokers, admin):

        async def timed(name: str, is_done: Callable[[], bool], work: Any = None) -> None:
            began, cpu, answering = time.perf_counter(), time.process_time(), sum(b.cpu_s for b in brokers)
            if work is not None:
                await work
            await told(brokers, is_done)
            times[name] = time.perf_counter() - began
            times[f"{name}: CPU"] = time.process_time() - cpu
            answering = sum(b.cpu_s for b in brokers) - answering
            times[f"{name}: CPU without the simulated brokers"] = times[f"{name}: CPU"] - answering

        await timed(
            "create", lambda: all(len(broker.leaders) == count for broker in brokers), create(controller, count)
        )
        for broker in brokers:
            broker.leaders.clear()
            broker.replicas_told = 0
        terms = controller.statistics().terms
        await timed(
            FAIL_OVER,
            # The terms last: to ask for them looks at every partition.
            lambda: all(len(broker.leaders) == count for broker in brokers) and controller.statistics().terms > terms,
            admin.delete(paths.CONTROLLER),
        )
        await timed(
            TOLD,
            lambda: sum(broker.replicas_told for broker in brokers) >= count * REPLICATION_FACTOR,
        )
        for what in ("", ": CPU", ": CPU without the simulated brokers"):
            # From the takeover's begin: alone it would be what happens to be left, of which small clusters have little.
            times[TOLD + what] += times[FAIL_OVER + what]
        leaving, *staying = brokers
        await timed(
            "controlled shutdown of a third",
            lambda: all(leaving.broker_id not in broker.leaders.values() for broker in staying),
            controller.requests.controlled_shutdown(leaving.broker_id, -1, timeout_ms=WAIT_MS),
        )
    return times


async def told(brokers: list[SimulatedBroker], is_done: Callable[[], bool]) -> None:
    """Waits for something that brokers hear of."""
    changed = asyncio.Event()
    for broker in brokers:
        broker.on_told = changed.set
    while not is_done():
        changed.clear()
        await changed.wait()


async def create(controller: Controller, count: int) -> None:
    """Creates topics, some a request, one request after the other."""
    names = [f"topic-{number}" for number in range(count // PARTITIONS_PER_TOPIC)]
    for start in range(0, len(names), TOPICS_PER_REQUEST):
        topics = [
            NewTopic(name=name, num_partitions=PARTITIONS_PER_TOPIC, replication_factor=REPLICATION_FACTOR)
            for name in names[start : start + TOPICS_PER_REQUEST]
        ]
        for result in await controller.requests.create_topics(topics, timeout_ms=WAIT_MS, validate_only=False):
            assert result.error_code == 0, result


@contextlib.asynccontextmanager
async def running(zookeeper: str) -> AsyncIterator[tuple[Controller, list[SimulatedBroker], ZkClient]]:
    """Runs an elected controller with its brokers; yields them, and another client of ZooKeeper."""
    zk, admin = KazooZk(zookeeper), KazooZk(zookeeper)
    async with contextlib.AsyncExitStack() as stack:
        for client in (zk, admin):
            await client.start(WAIT_MS)
            stack.push_async_callback(client.close)
        for path in paths.PERSISTENT_PATHS:
            await ensure_path(zk, path)
        brokers = [SimulatedBroker(broker_id) for broker_id in BROKERS]

        async def register() -> None:
            for broker in brokers:
                await create_ephemeral(zk, paths.broker_id(broker.broker_id), broker.registration())

        for broker in brokers:
            await broker.listen()
            stack.callback(broker.close)
        await register()
        controller = Controller(
            config=ControllerConfig.for_protocol(InterBrokerVersion("3.0-IV1"), broker_id=BROKERS[0]),
            zk=zk,
            clock=SystemClock(),
            rng=random.Random(0),
            dial=lambda host, port, client_id: Connection.open(
                host, port, client_id=client_id, frame_bytes_max=FRAME_BYTES_MAX
            ),
            register_broker=register,
            validate_configs=lambda _: None,
            epoch_seen=lambda: NO_CONTROLLER_EPOCH,
            lane=Lane(),
            machine_clock=SystemClock(),
        )
        async with asyncio.TaskGroup() as group:
            group.create_task(controller.run())
            await told(brokers, lambda: controller.is_active)
            yield controller, brokers, admin
            controller.close()


class SimulatedBroker:
    """Responds to every control request with success, and remembers who leads what.

    Attributes:
        leaders: (topic, partition) → leader, from UpdateMetadata.
        on_told: called when there was one, or a LeaderAndIsr.
        replicas_told: of how many replicas LeaderAndIsr requests told.
        cpu_s: what answering took, in seconds of CPU.
    """

    def __init__(self, broker_id: int) -> None:
        self.broker_id = broker_id
        self.leaders: dict[tuple[str, int], int] = {}
        self.on_told: Callable[[], object] = lambda: None
        self.cpu_s = 0.0
        self.replicas_told = 0
        self._server: asyncio.Server | None = None
        self._port = 0

    async def listen(self) -> None:
        """Opens a port of the machine's choice."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Connection(self), "127.0.0.1", 0)
        self._port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        """Closes the listening socket."""
        assert self._server is not None
        self._server.close()

    def registration(self) -> bytes:
        """Returns the broker's registration for /brokers/ids."""
        endpoint = paths.Endpoint("PLAINTEXT", "127.0.0.1", self._port)
        return paths.BrokerRegistration(endpoints=(endpoint,), timestamp_ms=WallMs(0)).encode()

    def answer(self, request: Any) -> Any:
        """Returns a response without errors."""
        if isinstance(request, UpdateMetadataRequest):
            for topic in request.topic_states:
                for state in topic.partition_states:
                    self.leaders[topic.topic_name, state.partition_index] = state.leader
            self.on_told()
            return UpdateMetadataResponse()
        if not isinstance(request, LeaderAndIsrRequest):
            return StopReplicaResponse()
        self.replicas_told += sum(len(topic.partition_states) for topic in request.topic_states)
        self.on_told()
        made = LeaderAndIsrResponse
        return made(
            topics=[
                made.LeaderAndIsrTopicError(
                    topic_id=topic.topic_id,
                    partition_errors=[
                        made.LeaderAndIsrPartitionError(partition_index=state.partition_index)
                        for state in topic.partition_states
                    ],
                )
                for topic in request.topic_states
            ]
        )


class _Connection(asyncio.Protocol):
    """One connection of the controller's."""

    def __init__(self, broker: SimulatedBroker) -> None:
        self._broker = broker
        self._frames = FrameDecoder(FRAME_BYTES_MAX)
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Not asked with isinstance: uvloop's transports are asyncio's by behaviour only.
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        began = time.thread_time()
        self._answer(data)
        self._broker.cpu_s += time.thread_time() - began

    def _answer(self, data: bytes) -> None:
        assert self._transport is not None
        for frame in self._frames.feed(data):
            header, body = decode_request_header(frame)
            request = decode_message(request_class(header.api_key), header.api_version, memoryview(frame)[body:])
            answer = self._broker.answer(request)
            self._transport.writelines(encode_response_frame(answer, header.api_version, header.correlation_id))


if __name__ == "__main__":
    main()

"""Three brokers as processes with disks, kavka's or Apache Kafka's, and what a client sees of their controller.

Both read the same server.properties and register with a ZooKeeper that is a process of its own. Nothing here reaches
inside: topics are made by CreateTopics, and what has happened is what Metadata says, asked of a broker that stays. So
the times include what brokers do with the controller's requests: logs are opened, fetchers begin.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.certificates import Certificates
from benchmarks.servers import Server
from kavka.client.connection import Connection
from kavka.protocol.errors import DecodeError
from kavka.protocol.messages import CreateTopicsRequest, ElectLeadersRequest, MetadataRequest
from kavka.zk import paths
from kavka.zk.client import ZkClient

BROKERS = (1, 2, 3)
REPLICATION_FACTOR = 2
PARTITIONS_PER_TOPIC = 100
TOPICS_PER_REQUEST = 10
SESSION_TIMEOUT_MS = 6_000
POLL_S = 0.02
WAIT_S = 600.0
REQUEST_TIMEOUT_MS = 60_000
METADATA_VERSION = 9
CREATE_VERSION = 5
ELECT_VERSION = 2
PREFERRED = 0
TOPIC_ALREADY_EXISTS = 36

CREATE = "create, all in sync"
REELECTION_1 = "re-election until a topic can be created, 1st"
REELECTION_2 = "re-election until a topic can be created, 2nd"
SHUTDOWN = "controlled shutdown of a broker that leads a third"

Command = Callable[[Path], list[str]]
"""A properties file → how to start a broker that reads it."""


def kavka_command(properties: Path) -> list[str]:
    """Returns the command of a kavka broker."""
    return [sys.executable, "-P", "-m", "kavka.broker", str(properties), "--log-level", "WARNING"]


def kafka_command(libs: Path) -> Command:
    """Returns the command of an Apache Kafka broker, from a folder with its jars."""
    java = ["java", "-Xmx1536m", "-Xms1536m", "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=20", "-Djava.awt.headless=true"]
    return lambda properties: [*java, "-cp", f"{libs}/*", "kafka.Kafka", str(properties)]


@dataclass(slots=True)
class RealBroker:
    """A broker, started or not."""

    broker_id: int
    port: int
    properties: Path
    tls_port: int = 0
    process: subprocess.Popen[bytes] | None = None

    def start(self, command: Command) -> None:
        """Starts the broker's process; it takes a while until it serves clients."""
        with self.properties.with_suffix(".out").open("ab") as output:
            self.process = subprocess.Popen(command(self.properties), stdout=output, stderr=output)

    def end(self, number: signal.Signals) -> None:
        """Sends a signal."""
        assert self.process is not None
        self.process.send_signal(number)

    @property
    def is_running(self) -> bool:
        """Tells whether the broker's process runs."""
        return self.process is not None and self.process.poll() is None


class RealCluster:
    """The brokers, and requests to them.

    Args:
        folder: for data, settings and what they print.
        zookeeper: host:port.
        command: how a broker is started.
        session_timeout_ms: of the brokers with ZooKeeper.
        broker_ids: of the brokers.
        settings: more of each broker.
        certificates: for a listener with TLS, beside the one without.
    """

    def __init__(
        self,
        folder: Path,
        zookeeper: str,
        command: Command,
        *,
        session_timeout_ms: int = SESSION_TIMEOUT_MS,
        broker_ids: Sequence[int] = BROKERS,
        settings: Mapping[str, str] | None = None,
        certificates: Certificates | None = None,
    ) -> None:
        self._command = command
        own = {"zookeeper.connect": zookeeper, "zookeeper.session.timeout.ms": str(session_timeout_ms)}
        ports = _free_ports(2 * len(broker_ids))
        self.brokers = {
            broker_id: _described(folder, broker_id, port, tls_port, certificates, own | dict(settings or {}))
            for broker_id, port, tls_port in zip(broker_ids, ports[::2], ports[1::2], strict=True)
        }
        self._connections: dict[int, Connection] = {}

    @contextlib.contextmanager
    def started(self) -> Iterator[None]:
        """Starts all brokers; kills what is left at the end."""
        try:
            for broker in self.brokers.values():
                broker.start(self._command)
            yield
        finally:
            for broker in self.brokers.values():
                if broker.is_running:
                    broker.end(signal.SIGKILL)
                if broker.process is not None:
                    broker.process.wait()

    def start_again(self, broker_id: int) -> None:
        """Starts a broker that ended."""
        self.brokers[broker_id].start(self._command)

    def cpu_seconds(self) -> float:
        """Returns the CPU time that the running brokers have used together."""
        running = [broker for broker in self.brokers.values() if broker.is_running]
        return sum(Server("", "", 0, broker.process.pid).cpu_seconds() for broker in running if broker.process)

    def waited_seconds(self) -> float:
        """Returns how long threads of the running brokers have been ready without a core, all of them together."""
        waited = 0
        for broker in self.brokers.values():
            if broker.is_running and broker.process is not None:
                for path in Path(f"/proc/{broker.process.pid}/task").glob("*/schedstat"):
                    with contextlib.suppress(OSError):  # the thread has ended
                        waited += int(path.read_text().split()[1])
        return waited / 1e9

    async def ask(self, broker_id: int, request: Any, version: int) -> Any:
        """Sends one request to a broker; returns the response, None when the broker is not there."""
        connection = self._connections.get(broker_id)
        try:
            if connection is None or connection.is_closed:
                port = self.brokers[broker_id].port
                connection = await Connection.open("127.0.0.1", port, client_id="bench")
                self._connections[broker_id] = connection
            return await connection.request(request, version=version, timeout_ms=REQUEST_TIMEOUT_MS)
        except (OSError, DecodeError):
            return None

    async def close(self) -> None:
        """Closes the connections."""
        for connection in self._connections.values():
            await connection.close()

    async def controller(self, *, among: Sequence[int] = BROKERS) -> int:
        """Returns the controller's id, as soon as a broker knows one that runs."""
        while True:
            for broker_id in among:
                answer = await self.ask(broker_id, MetadataRequest(topics=[]), METADATA_VERSION)
                if answer is not None and answer.controller_id in among:
                    found: int = answer.controller_id
                    return found
            await asyncio.sleep(POLL_S)

    async def create(self, names: Sequence[str], *, partitions: int, factor: int, among: Sequence[int]) -> None:
        """Creates topics, asking until the controller has done it."""
        topics = [
            CreateTopicsRequest.CreatableTopic(name=name, num_partitions=partitions, replication_factor=factor)
            for name in names
        ]
        request = CreateTopicsRequest(topics=topics, timeout_ms=REQUEST_TIMEOUT_MS, validate_only=False)
        while True:
            controller = await self.controller(among=among)
            answer = await self.ask(controller, request, CREATE_VERSION)
            if answer is not None and all(topic.error_code in (0, TOPIC_ALREADY_EXISTS) for topic in answer.topics):
                return
            await asyncio.sleep(POLL_S)

    async def until(self, broker_id: int, is_done: Callable[[list[Any]], bool]) -> None:
        """Waits until a broker's metadata of all partitions satisfies a condition."""
        async with asyncio.timeout(WAIT_S):
            while True:
                answer = await self.ask(broker_id, MetadataRequest(topics=None), METADATA_VERSION)
                if answer is not None and is_done([state for topic in answer.topics for state in topic.partitions]):
                    return
                await asyncio.sleep(POLL_S)

    async def elect_preferred(self, among: Sequence[int]) -> None:
        """Elects the preferred leader of every partition."""
        controller = await self.controller(among=among)
        request = ElectLeadersRequest(election_type=PREFERRED, topic_partitions=None, timeout_ms=REQUEST_TIMEOUT_MS)
        await self.ask(controller, request, ELECT_VERSION)


async def measured(zookeeper: ZkClient, cluster: RealCluster, count: int) -> dict[str, float]:
    """Measures each step, in seconds, for so many partitions: see the names."""
    times: dict[str, float] = {}
    await zookeeper.start(REQUEST_TIMEOUT_MS)
    for broker_id in BROKERS:
        await cluster.until(broker_id, lambda _: True)
    await asyncio.sleep(1.0)  # what a JVM compiles first is not measured

    cpu, began = cluster.cpu_seconds(), time.perf_counter()
    await _create_all(cluster, count)
    times[CREATE] = time.perf_counter() - began
    times[f"{CREATE}: CPU of all brokers"] = cluster.cpu_seconds() - cpu

    for name in (REELECTION_1, REELECTION_2):
        await asyncio.sleep(1.0)
        began = time.perf_counter()
        await zookeeper.delete(paths.CONTROLLER)
        await cluster.create([f"after-{len(times)}"], partitions=1, factor=1, among=BROKERS)
        times[name] = time.perf_counter() - began

    times |= await _kill_controller(zookeeper, cluster, count)
    times |= await _shut_down(cluster, count)
    return times


async def _create_all(cluster: RealCluster, count: int) -> None:
    names = [f"topic-{number}" for number in range(count // PARTITIONS_PER_TOPIC)]
    for start in range(0, len(names), TOPICS_PER_REQUEST):
        await cluster.create(
            names[start : start + TOPICS_PER_REQUEST],
            partitions=PARTITIONS_PER_TOPIC,
            factor=REPLICATION_FACTOR,
            among=BROKERS,
        )
    for broker_id in BROKERS:
        await cluster.until(broker_id, lambda states: _in_sync(states) >= count)


def _in_sync(states: Sequence[Any]) -> int:
    return sum(1 for state in states if state.leader_id >= 0 and len(state.isr_nodes) == REPLICATION_FACTOR)


async def _kill_controller(zookeeper: ZkClient, cluster: RealCluster, count: int) -> dict[str, float]:
    """kill -9 of the controller, which leads a third: from the moment that ZooKeeper gives its session up."""
    times: dict[str, float] = {}
    controller = await cluster.controller()
    staying = [broker_id for broker_id in BROKERS if broker_id != controller]
    gone = asyncio.Event()
    await zookeeper.exists(paths.CONTROLLER, lambda *_: gone.set())
    cluster.brokers[controller].end(signal.SIGKILL)
    async with asyncio.timeout(WAIT_S):
        await gone.wait()
    began = time.perf_counter()
    await cluster.create(["after-kill"], partitions=1, factor=1, among=staying)
    times["controller killed: re-election until a topic can be created"] = time.perf_counter() - began
    await cluster.until(staying[0], lambda states: not _led_by(states, controller) and _led(states) >= count)
    times["controller killed: every partition led again"] = time.perf_counter() - began

    process = cluster.brokers[controller].process
    assert process is not None
    process.wait()
    began = time.perf_counter()
    cluster.start_again(controller)
    await cluster.until(staying[0], lambda states: _in_sync(states) >= count)
    times["killed broker: started and in sync again"] = time.perf_counter() - began
    return times


async def _shut_down(cluster: RealCluster, count: int) -> dict[str, float]:
    """SIGTERM of a broker that leads a third and is not the controller."""
    controller = await cluster.controller()
    await cluster.elect_preferred(BROKERS)
    leaving = next(broker_id for broker_id in BROKERS if broker_id != controller)
    staying = [broker_id for broker_id in BROKERS if broker_id != leaving]
    await cluster.until(staying[0], lambda states: _led_by(states, leaving) >= count // 4)
    began = time.perf_counter()
    cluster.brokers[leaving].end(signal.SIGTERM)
    await cluster.until(staying[0], lambda states: not _led_by(states, leaving))
    moved = time.perf_counter() - began
    process = cluster.brokers[leaving].process
    assert process is not None
    await asyncio.to_thread(process.wait)
    return {f"{SHUTDOWN}: leaders moved": moved, SHUTDOWN: time.perf_counter() - began}


def _led(states: Sequence[Any]) -> int:
    return sum(1 for state in states if state.leader_id >= 0)


def _led_by(states: Sequence[Any], broker_id: int) -> int:
    """Of the replicated partitions: the others have nobody to lead instead."""
    return sum(1 for state in states if state.leader_id == broker_id and len(state.replica_nodes) > 1)


def _described(
    folder: Path,
    broker_id: int,
    port: int,
    tls_port: int,
    certificates: Certificates | None,
    settings: Mapping[str, str],
) -> RealBroker:
    properties = folder / f"broker-{broker_id}.properties"
    plain = {"listeners": f"PLAINTEXT://127.0.0.1:{port}"}
    settings = {
        "broker.id": str(broker_id),
        **(plain if certificates is None else certificates.listeners(port, tls_port)),
        "log.dirs": str(folder / f"data-{broker_id}"),
        "auto.leader.rebalance.enable": "false",
        "offsets.topic.replication.factor": "1",
    } | dict(settings)
    properties.write_text("".join(f"{key}={value}\n" for key, value in settings.items()))
    return RealBroker(broker_id, port, properties, tls_port)


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [sock.getsockname()[1] for sock in sockets]

"""What everybody else waits while one client sends an API's greatest request: goes through all APIs.

    python -m benchmarks.big_requests                          kavka, open and with an authorizer
    python -m benchmarks.big_requests --kafka FOLDER           Apache Kafka beside it, from a folder with its jars
    python -m benchmarks.big_requests --apis METADATA FETCH --items 100000
    python -m benchmarks.big_requests --topics 5000            what is asked of the controller (`big_topics`), instead

A producer of 100 B with acks=1 runs beside, on the same broker, one record at a time; its longest wait from one
response to the next is what is measured, and how much memory the broker has at most beyond what it had, as a multiple
of the frame. The greatest request is the one with as many items as the limit allows; one with more is refused. A
request that takes longer than --seconds is left. What others may wait is 200 ms; Apache Kafka's is 300 to 1,200 ms.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks import big_topics, report
from benchmarks.big_frames import TOPIC, big_request, frame_of
from benchmarks.real_brokers import RealBroker, kafka_command
from benchmarks.servers import Server, kavka, kavka_command
from kavka.broker.big_requests.limits import row_of
from kavka.broker.requests.served_apis import HANDLERS
from kavka.local.ports import free_ports
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import CreateTopicsRequest, FindCoordinatorRequest, ProduceRequest
from kavka.protocol.records.batch import BatchBuilder

BESIDE: Final = "beside"
SECONDS: Final = 20.0
PATIENCE_SECONDS: Final = 300.0
"""How long the producer beside waits for one response before it gives up on the broker."""
ALLOWED_SHARE: Final = 0.98
REFUSED_SHARE: Final = 1.1
AUTHORIZER: Final = ("--config", "authorizer.class.name=kafka.security.authorizer.AclAuthorizer")
OPEN_AUTHORIZER: Final = (*AUTHORIZER, "--config", "allow.everyone.if.no.acl.found=true")
START_SECONDS_MAX: Final = 120.0
WAITS_MS_MAX: Final = 200.0

LAST: Final = (ApiKey.STOP_REPLICA, ApiKey.LEADER_AND_ISR, ApiKey.UPDATE_METADATA)
"""What they say is believed, so they come when nothing else needs the truth any more."""


class Outcome(NamedTuple):
    """What became of one request, and of others meanwhile."""

    ended: str
    seconds: float
    waited_ms: float
    grown_mb: float


def _connect(server: Server) -> socket.socket:
    made = socket.create_connection((server.host, server.port), 10)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def _receive(sock: socket.socket) -> bytes:
    """A whole frame; b"": the connection was closed."""
    head = _exactly(sock, 4)
    return _exactly(sock, struct.unpack(">i", head)[0]) if head else b""


def _exactly(sock: socket.socket, size: int) -> bytes:
    data = bytearray(size)
    view = memoryview(data)
    at = 0
    while at < size:
        got = sock.recv_into(view[at:])
        if not got:
            return b""
        at += got
    return bytes(data)


def _ask(sock: socket.socket, frame: bytes) -> bytes:
    sock.sendall(frame)
    return _receive(sock)


class Beside(threading.Thread):
    """The producer beside: one record, its response, a pause of a millisecond, the next."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        self._server = server
        self._frame = _produce_frame()
        self._running = True
        self._began = 0.0
        self._longest = 0.0
        self.resident_mb = 0.0

    def run(self) -> None:
        """Produces until `stop`."""
        with _connect(self._server) as sock:
            sock.settimeout(PATIENCE_SECONDS)
            while self._running:
                self._began = time.perf_counter()
                if not _ask(sock, self._frame):
                    return
                self._longest = max(self._longest, time.perf_counter() - self._began)
                self._began = 0.0
                self.resident_mb = max(self.resident_mb, self._server.resident_mb())
                time.sleep(0.001)

    def begin(self) -> None:
        """Forgets the earlier figures."""
        self._longest = self.resident_mb = 0.0

    @property
    def waited(self) -> float:
        """Returns the longest wait in seconds, the one that has not ended included."""
        began = self._began
        return max(self._longest, time.perf_counter() - began if began else 0.0)

    def stop(self) -> None:
        """Ends the measurement."""
        self._running = False
        self.join()


def _produce_frame() -> bytes:
    builder = BatchBuilder()
    builder.append(timestamp=0, key=None, value=bytes(100))
    data = ProduceRequest.PartitionProduceData(0, builder.build())
    request = ProduceRequest(
        acks=1, timeout_ms=30_000, topic_data=[ProduceRequest.TopicProduceData(BESIDE, partition_data=[data])]
    )
    return b"".join(encode_request_frame(request, version=7, correlation_id=1, client_id="beside"))


def _prepare(server: Server) -> None:
    topics = [
        CreateTopicsRequest.CreatableTopic(name=name, num_partitions=1, replication_factor=1)
        for name in (BESIDE, TOPIC)
    ]
    with _connect(server) as sock:
        _ask(sock, frame_of(CreateTopicsRequest(topics=topics, timeout_ms=30_000), 2))
        deadline = time.monotonic() + START_SECONDS_MAX
        while time.monotonic() < deadline:  # the first request creates the groups' topic
            body = _ask(sock, frame_of(FindCoordinatorRequest(key="big-group"), 0))
            if body[4:6] == b"\0\0":
                return
            time.sleep(0.1)
    raise TimeoutError(f"{server.name} has no coordinator")


def _measure(server: Server, beside: Beside, frame: bytes, seconds: float) -> Outcome:
    before_mb = server.resident_mb()
    beside.begin()
    began = time.perf_counter()
    with _connect(server) as sock:
        sock.settimeout(seconds)
        try:
            answer = _ask(sock, frame)
            ended = f"{len(answer):,} B" if answer else "closed"
        except TimeoutError:
            ended = "left"
        except ConnectionError:
            ended = "closed"
    spent = time.perf_counter() - began
    time.sleep(0.2)  # whoever waits in the end has its response by now
    return Outcome(ended, spent, beside.waited * 1000, max(0.0, beside.resident_mb - before_mb))


def _run(server: Server, label: str, apis: Sequence[ApiKey], items_max: int, seconds: float) -> list[report.Row]:
    """Goes through the APIs at one server; the rows, without a baseline."""
    _prepare(server)
    beside = Beside(server)
    beside.start()
    rows = []
    try:
        for api in apis:
            for share, kind in ((ALLOWED_SHARE, "greatest"), (REFUSED_SHARE, "refused")):
                limit = row_of(api).items_max
                items = int(min(limit, items_max or limit) * share)
                made = big_request(api, items)
                if made is None or (kind == "refused" and items_max):
                    continue
                frame = frame_of(*made)
                del made
                outcome = _measure(server, beside, frame, seconds)
                name = f"{label}: {api.name}, {kind}, {items:,} items"
                _show(f"{label} | {api.name} | {kind} | {items:,}", len(frame), outcome)
                rows.append(report.Row(name, "ms", outcome.waited_ms, None, ""))
                if not beside.is_alive():
                    raise ConnectionError(f"{name}: the producer beside was disconnected")
    finally:
        beside.stop()
    return rows


def _show(what: str, frame_bytes: int, outcome: Outcome) -> None:
    sys.stdout.write(
        f"| {what} | {frame_bytes / 1e6:.1f} MB | {outcome.ended} | {outcome.seconds:.2f} s | "
        f"{outcome.waited_ms:.0f} ms | {outcome.grown_mb:.0f} MB | {outcome.grown_mb * 1e6 / frame_bytes:.1f} |\n"
    )
    sys.stdout.flush()


def _run_topics(server: Server, label: str, partitions: int, broker_id: int, seconds: float) -> list[report.Row]:
    """Asks the controller for what is of so many partitions; the rows, without a baseline."""
    _prepare(server)
    beside = Beside(server)
    beside.start()
    rows = []
    try:
        for what, request, version in big_topics.requests(partitions, broker_id):
            frame = frame_of(request, version)
            outcome = _measure(server, beside, frame, seconds)
            _show(f"{label} | {what} | one | {partitions:,}", len(frame), outcome)
            rows.append(report.Row(f"{label}: {what}, {partitions:,} partitions", "ms", outcome.waited_ms, None, ""))
    finally:
        beside.stop()
    return rows


@contextlib.contextmanager
def _apache(libs: Path) -> Iterator[Server]:
    """Apache Kafka in ZooKeeper mode, with the ZooKeeper of a kavka that is there for nothing else."""
    with tempfile.TemporaryDirectory(prefix="kafka-bench-") as folder, kavka_command() as (_, line):
        (port,) = free_ports(1)
        properties = Path(folder, "server.properties")
        properties.write_text(
            f"broker.id=1\nlisteners=PLAINTEXT://127.0.0.1:{port}\nlog.dirs={folder}/logs\n"
            f"zookeeper.connect={line['zookeeper']}/apache\noffsets.topic.replication.factor=1\n"
            "offsets.topic.num.partitions=1\ntransaction.state.log.replication.factor=1\n"
        )
        broker = RealBroker(1, port, properties)
        broker.start(kafka_command(libs))
        assert broker.process is not None
        try:
            deadline = time.monotonic() + START_SECONDS_MAX
            while time.monotonic() < deadline:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.2)
            yield Server("Apache Kafka", "127.0.0.1", port, broker.process.pid)
        finally:
            broker.process.kill()
            broker.process.wait()


def main() -> None:
    """Runs the benchmark."""
    parser = report.parser("big_requests", __doc__ or "")
    parser.add_argument("--apis", nargs="*", metavar="API", help="these only")
    parser.add_argument("--items", type=int, default=0, help="at most so many items, and none refused; 0: the limits")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long to wait for one response")
    parser.add_argument("--kafka", type=Path, help="a folder with Apache Kafka's jars, to be measured beside")
    parser.add_argument("--topics", type=int, default=0, metavar="PARTITIONS", help="what is asked of the controller")
    parser.add_argument("--broker-id", type=int, default=0, help="with --topics: the id of the broker that is started")
    parser.add_argument("--open-only", action="store_true", help="not with an authorizer, too")
    options = parser.parse_args()
    wanted = [ApiKey[name] for name in options.apis] if options.apis else [api for api in HANDLERS if api not in LAST]
    apis = wanted if options.apis else [*wanted, *LAST]
    sys.stdout.write("| broker | API | request | items | frame | ended | took | others wait | RSS | ÷ frame |\n")
    sys.stdout.write("|---|---|---|---:|---:|---|---:|---:|---:|---:|\n")
    if options.topics:
        with kavka() as server:
            rows = _run_topics(server, "kavka", options.topics, options.broker_id, options.seconds)
        report.publish("How long others wait while the controller does one request", rows, options.json)
        return
    with kavka() as server:
        rows = _run(server, "kavka", apis, options.items, options.seconds)
    if not options.open_only:
        with kavka(*OPEN_AUTHORIZER) as server:
            rows += _run(server, "kavka, authorizer", apis, options.items, options.seconds)
    if options.kafka is not None:
        with _apache(options.kafka) as server:
            baseline = {row.name: row.ours for row in _run(server, "kafka", apis, options.items, options.seconds)}
        rows = [
            report.Row(row.name, "ms", row.ours, baseline.get(f"kafka: {row.name.split(': ', 1)[1]}"), "Apache Kafka")
            for row in rows
        ]
    report.publish("How long others wait while one request runs", rows, options.json)
    late = [row.name for row in rows if row.ours > WAITS_MS_MAX]
    if late:
        sys.stdout.write(f"\nothers waited for more than {WAITS_MS_MAX:.0f} ms: {'; '.join(late)}\n")


if __name__ == "__main__":
    main()

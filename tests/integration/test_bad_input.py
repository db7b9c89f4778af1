"""What strangers may do to a broker: every API with every kind of wrong bytes, and sockets that stall, vanish or reset.

After each of it the broker is the same process, has said nothing with a trace, holds no descriptor and no memory of the
guests, and serves the next one at once. `tests/soak/test_bad_input.py` does the same for minutes.
"""

from __future__ import annotations

import contextlib
import random
import socket
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_message
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    FetchRequest,
    ProduceRequest,
    ProduceResponse,
)
from kavka.protocol.records.batch import BatchBuilder
from tests.integration import hostile
from tests.integration.clients import CONFLUENT, Sent
from tests.integration.cluster import KavkaProcess, wait_until
from tests.integration.raw import RawConnection

pytestmark = pytest.mark.slow

TOPIC = "t"
IDLE_MS = 500
ABORTS = 2_000
MEMORY_KEPT_BYTES_MAX = 24 << 20
"""What a broker may hold more after a storm than before it: the allocator's spare pages, warmed code."""


class Guarded:
    """A broker, an honest client that stays connected, and what the broker held before its guests came.

    Args:
        process: has one broker.
        may_forget: the broker closes who is idle, so the honest client may be closed, too, and is not asked in the end.
    """

    def __init__(self, process: KavkaProcess, *, may_forget: bool = False) -> None:
        self.process = process
        self.bootstrap = process.bootstrap
        (self.pid,) = process.broker_pids
        self.honest = RawConnection(self.bootstrap)
        self.may_forget = may_forget
        assert self.honest.answers()
        self.files = hostile.open_files(self.pid)
        self.memory = 0
        self.note_memory()

    def __enter__(self) -> Guarded:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        with self.honest:
            if error is None:
                self.assert_unharmed()

    def assert_serves(self) -> None:
        """A client that comes now is served."""
        with RawConnection(self.bootstrap) as after:
            assert after.answers()

    def note_memory(self) -> None:
        """What it holds from now on counts as its own: the allocator keeps what a first storm needed for the next."""
        self.memory = hostile.resident_bytes(self.pid)

    def assert_unharmed(self, memory_kept_bytes_max: int = MEMORY_KEPT_BYTES_MAX) -> None:
        """It serves, it let go of everything, it has no complaint about itself."""
        assert self.may_forget or self.honest.answers()
        self.assert_serves()
        wait_until(lambda: hostile.open_files(self.pid) <= self.files + 2, "every guest's socket is closed")
        assert hostile.resident_bytes(self.pid) - self.memory < memory_kept_bytes_max
        assert self.process.broker_pids == [self.pid]
        assert own_faults(self.process) == []


def own_faults(process: KavkaProcess) -> list[str]:
    """What the broker's log says about itself, as against its guests."""
    lines = Path(process.data_dir, "broker-0.log").read_text().splitlines()
    return [line for line in lines if "Traceback" in line or " ERROR " in line or " CRITICAL " in line]


@pytest.fixture(scope="module")
def one_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KavkaProcess]:
    process = KavkaProcess(
        tmp_path_factory.mktemp("bad-input") / "data", config={"connections.max.idle.ms": str(600_000)}
    )
    process.start()
    yield process
    assert process.stop() == 0, process.log()


@pytest.fixture
def guarded(one_broker: KavkaProcess) -> Iterator[Guarded]:
    CONFLUENT.write(one_broker.bootstrap, TOPIC, [Sent(b"k", bytes(100_000))] * 20)
    with Guarded(one_broker) as guarded:
        yield guarded


def test_every_api_in_every_version_with_random_and_damaged_requests(guarded: Guarded) -> None:
    fuzzer = hostile.Fuzzer(random.Random(23), TOPIC)
    for api, version in hostile.for_clients(hostile.advertised(guarded.bootstrap)):
        for frame in fuzzer.frames(api, version, 1):
            hostile.throw(guarded.bootstrap, frame, wait_seconds=0.005)
        assert guarded.honest.answers(), f"after {api.name} v{version}"


def test_what_only_the_controller_may_send_with_random_values(new_kavka: Callable[..., KavkaProcess]) -> None:
    """Whoever can speak to the broker can claim to be a later controller; it obeys, and it lives."""
    fuzzer = hostile.Fuzzer(random.Random(29), TOPIC)
    with Guarded(new_kavka()) as guarded:
        for api, version in hostile.for_brokers(hostile.advertised(guarded.bootstrap)):
            for frame in fuzzer.frames(api, version, 2):
                hostile.throw(guarded.bootstrap, frame, wait_seconds=0.005)
            assert guarded.honest.answers(), f"after {api.name} v{version}"


@pytest.mark.parametrize("length", [-1, 0, 7, 2**31 - 1, -(2**31)])
def test_lengths_that_no_request_has_close_at_once(guarded: Guarded, length: int) -> None:
    with RawConnection(guarded.bootstrap) as guilty:
        guilty.send(struct.pack(">i", length) + bytes(100))
        assert guilty.is_closed_by_peer()


def test_keys_and_versions_that_are_not_served_close(guarded: Guarded) -> None:
    served = hostile.advertised(guarded.bootstrap)
    beyond = [(api, highest + 1) for api, (_, highest) in served.items() if api != ApiKey.API_VERSIONS]
    unknown = [(key, 0) for key in (-1, 7777, 2**15 - 1, -(2**15)) if key not in served]
    negative = [(api, -1) for api in served if api != ApiKey.API_VERSIONS]
    for key, version in [*beyond, *unknown, *negative]:
        with RawConnection(guarded.bootstrap) as guilty:
            guilty.send(hostile.framed(struct.pack(">hhih", key, version, 1, 1) + b"g" + bytes(50)))
            assert guilty.is_closed_by_peer()


def test_clients_that_vanish_are_let_go_when_they_were_idle_too_long(new_kavka: Callable[..., KavkaProcess]) -> None:
    """No FIN ever comes: the peer's machine is gone. What it had sent, and what it had been sent, is dropped."""
    process = new_kavka(config={"connections.max.idle.ms": str(IDLE_MS)})
    CONFLUENT.write(process.bootstrap, TOPIC, [Sent(None, bytes(900_000))] * 10)
    with Guarded(process, may_forget=True) as guarded:
        for is_first in (True, False):
            vanish(guarded)
            if is_first:
                guarded.note_memory()


def vanish(guarded: Guarded) -> None:
    """Clients in every stage of a connection fall silent, and are waited for until they are dropped."""
    whole = request(ApiVersionsRequest(), 0)
    sent = [
        b"",
        whole[:3],
        whole[:9],
        whole,
        whole * 2000,
        fetch(10 << 20) * 20,
        struct.pack(">i", 50 << 20) + bytes(99),
    ]
    sockets = []
    with contextlib.ExitStack() as vanished:
        for data in sent * 5:
            sock = vanished.enter_context(socket.create_connection(hostile.address(guarded.bootstrap), 10))
            sock.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                sock.send(data)
            if data != whole * 2000:  # there answers that fit into the kernel's buffers lie before the FIN
                sockets.append(sock)
        deadline = time.monotonic() + 60 * IDLE_MS / 1000
        while any(map(hostile.is_connected, sockets)):
            guarded.assert_serves()
            assert time.monotonic() < deadline, "those who vanished are still held"
            time.sleep(0.05)


def test_clients_that_never_read_hold_one_answer_each_and_nobody_up(guarded: Guarded) -> None:
    """Twenty clients ask for 2 MB a hundred times each and read nothing: 4 GB that nobody may keep."""
    for is_first in (True, False):
        never_read(guarded, clients=20)
        if is_first:
            guarded.note_memory()


def never_read(guarded: Guarded, clients: int) -> None:
    """Ask for much, read nothing, and leave; whoever reads is served meanwhile."""
    answer_bytes = 2 << 20
    before = hostile.resident_bytes(guarded.pid)
    with contextlib.ExitStack() as stalled:
        for _ in range(clients):
            sock = stalled.enter_context(socket.create_connection(hostile.address(guarded.bootstrap), 10))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 << 10)
            sock.sendall(fetch(answer_bytes) * 100)
        for _ in range(50):
            assert guarded.honest.answers()
        CONFLUENT.write(guarded.bootstrap, TOPIC, [Sent(b"k", b"v")] * 100)
        assert hostile.resident_bytes(guarded.pid) - before < clients * 2 * answer_bytes + MEMORY_KEPT_BYTES_MAX


def test_a_request_that_comes_byte_by_byte_is_served(guarded: Guarded) -> None:
    data = produce(BATCH)
    with RawConnection(guarded.bootstrap) as slow:
        for number in range(len(data)):
            slow.send(data[number : number + 1])
            if number % 10 == 0:
                assert guarded.honest.answers()
        response = decode_message(ProduceResponse, 7, slow.frame(), 4)
    assert response.responses[0].partition_responses[0].error_code == 0
    answer = hostile.drip(guarded.bootstrap, [bytes((byte,)) for byte in request(ApiVersionsRequest(), 0)])
    assert decode_message(ApiVersionsResponse, 0, answer, 4).error_code == 0


def test_bug_96_clients_that_connect_and_abort_leave_nothing(guarded: Guarded) -> None:
    connect_and_abort(guarded, ABORTS)


def connect_and_abort(guarded: Guarded, cycles: int) -> None:
    """Every stage of a connection that can be broken off, by RST, in turn."""
    whole = produce(BATCH)
    stages = [
        b"",
        whole[:2],
        whole[:40],
        whole,
        whole * 3 + whole[:-1],
        request(ApiVersionsRequest(), 0),
        fetch(1 << 20),
        fetch(64 << 20, wait_ms=2**31 - 1),
        struct.pack(">i", 50 << 20) + bytes(200_000),
        b"\xff" * 9,
    ]
    for number in range(cycles):
        # Some are given the time to get through, and are then in progress, or waiting for three weeks, when they go.
        hostile.reset(guarded.bootstrap, stages[number % len(stages)], after_seconds=0.001 * (number % 3 == 0))
        if number % 100 == 0:
            assert guarded.honest.answers()


def request(message: object, version: int) -> bytes:
    return b"".join(encode_request_frame(message, version=version, correlation_id=77, client_id="guest"))


def fetch(max_bytes: int, *, offset: int = 0, wait_ms: int = 0) -> bytes:
    partition = FetchRequest.FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=max_bytes)
    topic = FetchRequest.FetchTopic(topic=TOPIC, partitions=[partition])
    return request(
        FetchRequest(max_wait_ms=wait_ms, min_bytes=max_bytes if wait_ms else 1, max_bytes=max_bytes, topics=[topic]), 4
    )


def _batch() -> bytes:
    builder = BatchBuilder()
    builder.append(timestamp=1_700_000_000_000, key=b"k", value=b"some value")
    return builder.build()


BATCH = _batch()


def produce(records: bytes) -> bytes:
    partition = ProduceRequest.PartitionProduceData(index=0, records=records)
    topic = ProduceRequest.TopicProduceData(name=TOPIC, partition_data=[partition])
    return request(ProduceRequest(acks=-1, timeout_ms=10_000, topic_data=[topic]), 7)

"""A broker that is guarded while guests misbehave: it lives, answers, and keeps no memory of them."""

from __future__ import annotations

import contextlib
import socket
import struct
from pathlib import Path

from kavka.protocol.header import encode_request_frame
from kavka.protocol.message import Message
from kavka.protocol.messages import ApiVersionsRequest, FetchRequest, ProduceRequest
from kavka.protocol.records.batch import BatchBuilder
from tests.support.clients.foreign import CONFLUENT, Sent
from tests.support.processes.cluster import KavkaProcess, wait_until
from tests.support.wire import hostile
from tests.support.wire.raw import RawConnection

TOPIC = "t"
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


def request(message: Message, version: int) -> bytes:
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

"""Clients that make a broker hold memory and give nothing for it; in whole sizes in `tests/soak/test_budgets.py`."""

from __future__ import annotations

import contextlib
import selectors
import socket
import struct
from collections.abc import Callable
from pathlib import Path

import confluent_kafka
import pytest

from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import FetchRequest
from tests.integration.clients import CLIENT_SECONDS_MAX
from tests.integration.cluster import KavkaProcess, wait_until
from tests.integration.load import read_all

pytestmark = pytest.mark.slow

MB = 1024 * 1024
RECORD_BYTES = 100_000
RECORDS = 100
SLACK_BYTES = 40 * MB
"""What requests in progress, Python and the allocator need beside the budget."""


def resident_bytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


def fill(bootstrap: str, topic: str) -> None:
    producer = confluent_kafka.Producer({"bootstrap.servers": bootstrap, "batch.size": 2 * RECORD_BYTES})
    for number in range(RECORDS):
        producer.produce(topic, b"%d" % number + bytes(RECORD_BYTES), partition=0)
    assert producer.flush(CLIENT_SECONDS_MAX) == 0


def connect(bootstrap: str) -> socket.socket:
    """A socket that takes little before somebody reads."""
    host, port = bootstrap.rsplit(":", 1)
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.settimeout(CLIENT_SECONDS_MAX)
    sock.connect((host, int(port)))
    return sock


def fetch_frame(topic: str, size: int) -> bytes:
    wanted = FetchRequest.FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=size)
    topics = [FetchRequest.FetchTopic(topic=topic, partitions=[wanted])]
    fetch = FetchRequest(replica_id=-1, max_wait_ms=500, min_bytes=1, max_bytes=size, topics=topics)
    return b"".join(encode_request_frame(fetch, version=4, correlation_id=1, client_id="idler"))


def test_readers_that_read_nothing_hold_no_more_than_the_budget(new_kavka: Callable[..., KavkaProcess]) -> None:
    budget = 32 * MB
    process = new_kavka(config={"kavka.unread.responses.max.bytes": str(budget)})
    fill(process.bootstrap, "t")
    [pid] = process.broker_pids
    before = resident_bytes(pid)
    with contextlib.ExitStack() as stack:
        silent = [stack.enter_context(connect(process.bootstrap)) for _ in range(60)]
        for sock in silent:
            sock.sendall(fetch_frame("t", 8 * MB))
        for sock in silent:  # each has begun to be answered, or is closed for another
            with contextlib.suppress(ConnectionError):
                sock.recv(1)
        grown = resident_bytes(pid) - before
        assert grown < budget * 5 // 4 + SLACK_BYTES, f"{grown / MB:.0f} MB"
        assert len(read_all(process.bootstrap, "t")) == RECORDS, "who reads gets everything"
    wait_until(lambda: resident_bytes(pid) - before < budget + SLACK_BYTES, "what was held is given back")


def test_half_requests_hold_no_more_than_the_budget(new_kavka: Callable[..., KavkaProcess]) -> None:
    budget = 32 * MB
    process = new_kavka(config={"kavka.incomplete.requests.max.bytes": str(budget)})
    fill(process.bootstrap, "t")
    [pid] = process.broker_pids
    before = resident_bytes(pid)
    half = struct.pack(">ihhih", 20 * MB, 0, 7, 1, -1) + bytes(10 * MB)
    with contextlib.ExitStack() as stack:
        senders = [stack.enter_context(connect(process.bootstrap)) for _ in range(40)]
        with selectors.DefaultSelector() as selector:
            for sock in senders:
                sock.setblocking(False)
                selector.register(sock, selectors.EVENT_WRITE, memoryview(half))
            while ready := selector.select(1):  # until nothing more is taken from anybody
                for key, _ in ready:
                    try:
                        rest = key.data[key.fileobj.send(key.data) :]  # type: ignore[union-attr]
                    except OSError:
                        rest = b""
                    if rest:
                        selector.modify(key.fileobj, selectors.EVENT_WRITE, rest)
                    else:
                        selector.unregister(key.fileobj)
        grown = resident_bytes(pid) - before
        assert grown < budget + SLACK_BYTES, f"{grown / MB:.0f} MB"
        fill(process.bootstrap, "u")
        assert len(read_all(process.bootstrap, "u")) == RECORDS, "who sends whole requests is served"


def test_queued_max_request_bytes_is_obeyed(new_kavka: Callable[..., KavkaProcess]) -> None:
    """One request at a time, where the budget has room for one: whoever sends the second waits, and then gets on."""
    limits = {"queued.max.request.bytes": "20000000", "socket.request.max.bytes": "20000000"}
    process = new_kavka(config={**limits, "message.max.bytes": "19000000"})
    big = {
        "message.max.bytes": 19_000_000,
        "bootstrap.servers": process.bootstrap,
        "queue.buffering.max.kbytes": 200_000,
    }
    producers = [confluent_kafka.Producer(big) for _ in range(5)]
    for producer in producers:
        producer.produce("t", bytes(15_000_000), partition=0)
    assert [producer.flush(CLIENT_SECONDS_MAX) for producer in producers] == [0] * 5
    assert len(read_all(process.bootstrap, "t")) == 5
    assert "no effect yet: queued.max.request.bytes" not in Path(process.data_dir, "broker-0.log").read_text()

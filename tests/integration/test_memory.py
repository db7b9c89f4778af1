"""Clients that make a broker hold memory and give nothing for it; in whole sizes in `tests/soak/test_budgets.py`."""

from __future__ import annotations

import contextlib
import selectors
import struct
from collections.abc import Callable
from pathlib import Path

import confluent_kafka
import pytest

from tests.support.clients.foreign import CLIENT_SECONDS_MAX
from tests.support.clients.load import read_all
from tests.support.processes.cluster import KavkaProcess, wait_until
from tests.support.wire.memory import RECORDS, connect, fetch_frame, fill, resident_bytes

pytestmark = pytest.mark.slow

MB = 1024 * 1024
SLACK_BYTES = 40 * MB
"""What requests in progress, Python and the allocator need beside the budget."""


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

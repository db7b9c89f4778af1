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

import pytest

from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_message
from kavka.protocol.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    ProduceResponse,
)
from tests.support.clients.foreign import CONFLUENT, Sent
from tests.support.processes.cluster import KavkaProcess
from tests.support.wire import hostile
from tests.support.wire.guarded import BATCH, TOPIC, Guarded, connect_and_abort, fetch, never_read, produce, request
from tests.support.wire.raw import RawConnection

pytestmark = pytest.mark.slow

IDLE_MS = 500
ABORTS = 2_000


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

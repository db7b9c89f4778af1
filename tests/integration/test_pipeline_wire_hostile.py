"""The blocking client against brokers that answer nonsense, late, in pieces or not at all: it ends, and says why."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import closing, contextmanager

import pytest

from kavka.client.errors import BootstrapFailed, DeadlineExceeded, UnsupportedByBroker
from kavka.client.metadata import BrokerAddress
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.pipeline.wire.connection import BlockingConnection
from kavka.pipeline.wire.deadline_socket import WHOLE_BYTES_MIN
from kavka.pipeline.wire.settings import WireSettings
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import DecodeError
from kavka.protocol.header import encode_response_frame
from kavka.protocol.messages import (
    ApiVersionsResponse,
    MetadataRequest,
    MetadataResponse,
    SaslAuthenticateResponse,
    SaslHandshakeResponse,
)
from kavka.timer.clock import ManualClock, SystemClock
from kavka.wire.sasl import user_login
from kavka.wire.security import ConnectionSecurity

pytestmark = [pytest.mark.slow, pytest.mark.timeout(60)]

TIMEOUT_MS = 300
Answer = Callable[[socket.socket, int, bytes], None]
"""Given the socket, a request's correlation id and the request."""


def send(sock: socket.socket, message, version: int, correlation_id: int) -> None:
    sock.sendall(b"".join(bytes(part) for part in encode_response_frame(message, version, correlation_id)))


def versions(*ranges: tuple[int, int, int]) -> ApiVersionsResponse:
    items = [
        ApiVersionsResponse.ApiVersion(api_key=key, min_version=low, max_version=high) for key, low, high in ranges
    ]
    return ApiVersionsResponse(api_keys=items)


USUAL_RANGES = ((int(ApiKey.API_VERSIONS), 0, 3), (int(ApiKey.METADATA), 0, 9))
USUAL = versions(*USUAL_RANGES)


def answer_versions(sock: socket.socket, correlation_id: int, _request: bytes) -> None:
    send(sock, USUAL, 3, correlation_id)


def answer_metadata(sock: socket.socket, correlation_id: int, _request: bytes) -> None:
    send(sock, MetadataResponse(cluster_id="c"), 9, correlation_id)


@contextmanager
def broker(*answers: Answer):
    """Listens; answers the requests of each connection in turn, and then closes it."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(30)

    def serve() -> None:
        while True:
            try:
                sock, _ = listener.accept()
            except OSError:
                return
            with sock, sock.makefile("rb") as stream:
                for answer in answers:
                    size = stream.read(4)
                    if len(size) < 4:
                        break
                    request = stream.read(int.from_bytes(size, "big"))
                    answer(sock, int.from_bytes(request[4:8], "big"), request)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield BrokerAddress(0, "127.0.0.1", listener.getsockname()[1])
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(30)


def dial(address: BrokerAddress) -> BlockingConnection:
    return BlockingConnection.open(
        address,
        client_id="test",
        connect_timeout_ms=30_000,
        request_timeout_ms=30_000,
        clock=SystemClock(),
    )


def raw(data: bytes) -> Answer:
    return lambda sock, _correlation_id, _request: sock.sendall(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "looks like an HTTP server"),
        (b"\xff\xff\xff\xff", "announces a frame of -1 bytes"),
        (b"\x00\x00\x00\x03abc", "announces a frame of 3 bytes"),
        (b"\x00\x00\x00\x08\x00\x00\x00\x63rest", "answered request 99 where 2 was next"),
        (b"\x00\x00\x00\x06\x00\x00\x00\x02\x00\xff", "MetadataResponse v9"),
    ],
)
def test_nonsense_closes_the_connection(data, message):
    with broker(answer_versions, raw(data)) as address:
        connection = dial(address)
        with pytest.raises(DecodeError, match=message):
            connection.request(MetadataRequest(topics=None))
        assert connection.is_closed
        with pytest.raises(ConnectionError, match="is closed"):
            connection.request(MetadataRequest(topics=None))


SHORT, LONG = "c", "c" * 2 * WHOLE_BYTES_MIN
"""Cluster ids: a frame with the first is read piece by piece, one with the second is asked for whole."""


def metadata_frame(cluster_id: str, correlation_id: int) -> bytes:
    return b"".join(map(bytes, encode_response_frame(MetadataResponse(cluster_id=cluster_id), 9, correlation_id)))


def send_half(sock: socket.socket, frame: bytes) -> None:
    sock.sendall(frame[: len(frame) // 2])


@pytest.mark.parametrize(("cluster_id", "piece_bytes"), [(SHORT, 1), (LONG, 997)])
def test_an_answer_in_pieces_is_read_whole(cluster_id, piece_bytes):
    def slowly(sock: socket.socket, correlation_id: int, _request: bytes) -> None:
        frame = metadata_frame(cluster_id, correlation_id)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for at in range(0, len(frame), piece_bytes):
            sock.sendall(frame[at : at + piece_bytes])

    with broker(answer_versions, slowly, answer_metadata) as address, closing(dial(address)) as connection:
        assert connection.request(MetadataRequest(topics=None)).cluster_id == cluster_id
        assert connection.request(MetadataRequest(topics=None)).cluster_id == "c"


def test_several_questions_are_answered_in_their_order():
    with broker(answer_versions, *[answer_metadata] * 3) as address, closing(dial(address)) as connection:
        for _ in range(3):
            connection.start(MetadataRequest(topics=None))
        assert connection.in_flight == 3
        assert [connection.finish().cluster_id for _ in range(3)] == ["c"] * 3


def test_silence_ends_at_the_deadline():
    done = threading.Event()
    with broker(answer_versions, lambda *_: done.wait(30)) as address:
        connection = dial(address)
        with pytest.raises(TimeoutError, match=rf"did not answer METADATA v9 within {TIMEOUT_MS} ms"):
            connection.request(MetadataRequest(topics=None), timeout_ms=TIMEOUT_MS)
        assert connection.is_closed
        done.set()


@pytest.mark.parametrize("cluster_id", [SHORT, LONG], ids=["short", "long"])
def test_half_an_answer_and_silence_end_at_the_deadline(cluster_id):
    done = threading.Event()

    def half(sock: socket.socket, correlation_id: int, _request: bytes) -> None:
        send_half(sock, metadata_frame(cluster_id, correlation_id))
        done.wait(30)

    with broker(answer_versions, half) as address:
        connection = dial(address)
        with pytest.raises(TimeoutError, match=rf"did not answer METADATA v9 within {TIMEOUT_MS} ms"):
            connection.request(MetadataRequest(topics=None), timeout_ms=TIMEOUT_MS)
        assert connection.is_closed
        done.set()


@pytest.mark.parametrize("cluster_id", [SHORT, LONG], ids=["short", "long"])
def test_half_an_answer_ends_when_the_broker_closes(cluster_id):
    def half(sock: socket.socket, correlation_id: int, _request: bytes) -> None:
        send_half(sock, metadata_frame(cluster_id, correlation_id))

    with (
        broker(answer_versions, half) as address,
        closing(dial(address)) as connection,
        pytest.raises(ConnectionError, match=r"METADATA to 127.* closed the connection"),
    ):
        connection.request(MetadataRequest(topics=None))


def test_a_broker_of_before_our_versions_is_asked_again_in_its_own():
    def refuse(sock: socket.socket, correlation_id: int, request: bytes) -> None:
        assert int.from_bytes(request[2:4], "big") == 3
        send(sock, ApiVersionsResponse(error_code=35), 0, correlation_id)

    def old(sock: socket.socket, correlation_id: int, request: bytes) -> None:
        assert int.from_bytes(request[2:4], "big") == 0
        send(sock, versions((int(ApiKey.METADATA), 0, 2)), 0, correlation_id)

    def metadata(sock: socket.socket, correlation_id: int, request: bytes) -> None:
        assert int.from_bytes(request[2:4], "big") == 2
        send(sock, MetadataResponse(cluster_id="old"), 2, correlation_id)

    with broker(refuse, old, metadata) as address, closing(dial(address)) as connection:
        assert connection.request(MetadataRequest(topics=None)).cluster_id == "old"


def test_a_refusal_that_nobody_can_read_is_followed_by_version_0():
    def refuse(sock: socket.socket, correlation_id: int, _request: bytes) -> None:
        body = correlation_id.to_bytes(4, "big") + bytes.fromhex("0023 01 0012 0000 0002 00 00000000")
        sock.sendall(len(body).to_bytes(4, "big") + body)  # librdkafka's mock broker answers so

    def old(sock: socket.socket, correlation_id: int, request: bytes) -> None:
        assert int.from_bytes(request[2:4], "big") == 0
        send(sock, USUAL, 0, correlation_id)

    with broker(refuse, old, answer_metadata) as address, closing(dial(address)) as connection:
        assert connection.request(MetadataRequest(topics=None)).cluster_id == "c"


def test_a_connection_that_is_kept_for_long_renews_its_login_between_requests():
    clock = ManualClock()
    asked: list[int] = []

    def told(answer: Answer) -> Answer:
        def noted(sock: socket.socket, correlation_id: int, request: bytes) -> None:
            asked.append(int.from_bytes(request[:2], "big"))
            answer(sock, correlation_id, request)

        return noted

    known = versions(*USUAL_RANGES, (int(ApiKey.SASL_HANDSHAKE), 0, 1), (int(ApiKey.SASL_AUTHENTICATE), 0, 2))
    login = (
        told(lambda sock, number, _: send(sock, SaslHandshakeResponse(mechanisms=["PLAIN"]), 1, number)),
        told(lambda sock, number, _: send(sock, SaslAuthenticateResponse(session_lifetime_ms=10_000), 2, number)),
    )
    metadata = told(answer_metadata)
    with broker(
        told(lambda sock, number, _: send(sock, known, 3, number)), *login, *[metadata] * 2, *login, metadata
    ) as address:
        security = ConnectionSecurity(sasl=user_login("PLAIN", "alice", "secret"))
        connection = BlockingConnection.open(
            address,
            client_id="test",
            connect_timeout_ms=30_000,
            request_timeout_ms=30_000,
            clock=clock,
            security=security,
        )
        with closing(connection):
            connection.start(MetadataRequest(topics=None))
            clock.advance(8_499)
            connection.start(MetadataRequest(topics=None))
            clock.advance(1)
            connection.start(MetadataRequest(topics=None))
            assert connection.in_flight == 3
            assert [connection.finish().cluster_id for _ in range(3)] == ["c"] * 3
        assert asked == [18, 17, 36, 3, 3, 17, 36, 3]


def test_what_a_broker_does_not_speak_is_said_at_once():
    def none(sock: socket.socket, correlation_id: int, _request: bytes) -> None:
        send(sock, versions((int(ApiKey.API_VERSIONS), 0, 3)), 3, correlation_id)

    with broker(none) as address:
        cluster = BlockingCluster(WireSettings(bootstrap=str(address)))
        with pytest.raises(UnsupportedByBroker, match=f"{address} does not offer METADATA"):
            cluster.topics()
        cluster.close()


def test_a_cluster_that_only_talks_nonsense_is_given_up_in_time():
    with broker(raw(b"\xff\xff\xff\xff")) as address:
        cluster = BlockingCluster(WireSettings(bootstrap=str(address), api_timeout_ms=TIMEOUT_MS))
        with pytest.raises(DeadlineExceeded, match="frame of -1 bytes") as caught:
            cluster.topics()
        assert isinstance(caught.value.__cause__, BootstrapFailed)

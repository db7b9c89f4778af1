"""Logins over real sockets, by the bundled client and by bytes: who gets in, who does not, and what that costs."""

from __future__ import annotations

import asyncio
import contextlib
import struct
from typing import Any

import pytest

from kavka.client.connection import Connection
from kavka.client.errors import AuthenticationFailed
from kavka.client.security import ConnectionSecurity
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    ApiVersionsRequest,
    MetadataRequest,
    ProduceRequest,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
)
from kavka.timer.clock import ManualClock
from kavka.wire import login_core
from kavka.wire.login_core import login as login_over
from kavka.wire.sasl import user_login
from tests.support.broker.sasl_server import PASSWORDS, SaslServer

DEADLINE_MS = 30_000
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")


@contextlib.asynccontextmanager
async def connected(server, security=None):
    """A connection; with `security` one that has logged in."""
    async with await Connection.open(
        "127.0.0.1", server.listener.port, client_id="test", request_timeout_ms=DEADLINE_MS, security=security
    ) as connection:
        yield connection


def login(mechanism, name="alice", password=None, **more):
    return ConnectionSecurity(sasl=user_login(mechanism, name, password or PASSWORDS.get(name, "none"), **more))


async def principal(connection) -> Any:
    return (await connection.request(MetadataRequest(topics=[]), version=9)).cluster_id


async def is_closed(connection) -> bool:
    async with asyncio.timeout(DEADLINE_MS / 1000):
        while not connection.is_closed:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.001)
    return True


@pytest.mark.parametrize("mechanism", MECHANISMS)
async def test_who_knows_the_password_is_who_he_says(mechanism):
    async with SaslServer() as server:
        for name in PASSWORDS:
            async with connected(server, login(mechanism, name)) as connection:
                assert await principal(connection) == f"User:{name}"
        assert (server.authentication.succeeded, server.authentication.succeeded_for_ever) == (2, 0)
        assert server.authentication.failed == 0
        assert server.unproved.held == 0


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize(("name", "password"), [("alice", "wrong"), ("nobody", "wonder,land=1")])
async def test_a_wrong_password_and_a_user_that_does_not_exist_are_refused_in_the_same_words(mechanism, name, password):
    async with SaslServer() as server:
        with pytest.raises(AuthenticationFailed) as refused:
            async with connected(server, login(mechanism, name, password)):
                pass
        said = "Invalid username or password" if mechanism == "PLAIN" else "invalid credentials with SASL mechanism"
        assert said in str(refused.value)
        assert server.authentication.failed == 1
        assert server.authentication.succeeded == 0


async def test_an_unknown_mechanism_is_told_which_there_are():
    async with SaslServer() as server, connected(server) as connection:
        answer = await connection.request(SaslHandshakeRequest(mechanism="GSSAPI"), version=1)
        assert answer.error_code == ErrorCode.UNSUPPORTED_SASL_MECHANISM
        assert tuple(answer.mechanisms) == MECHANISMS
        assert await is_closed(connection)


@pytest.mark.parametrize("steps", [[], ["versions"], ["handshake"], ["versions", "handshake"]])
async def test_before_a_login_nothing_else_is_answered(steps):
    async with SaslServer() as server, connected(server) as connection:
        for step in steps:
            if step == "versions":
                await connection.negotiate()
            else:
                await connection.request(SaslHandshakeRequest(mechanism="PLAIN"), version=1)
        with pytest.raises(ConnectionError):
            await connection.request(MetadataRequest(topics=[]), version=9)


async def test_versions_are_asked_once_and_a_handshake_comes_once():
    async with SaslServer() as server:
        async with connected(server) as connection:
            await connection.negotiate()
            with pytest.raises(ConnectionError):
                await connection.request(ApiVersionsRequest(), version=0)
        async with connected(server) as connection:
            await connection.request(SaslHandshakeRequest(mechanism="PLAIN"), version=1)
            again = await connection.request(SaslHandshakeRequest(mechanism="PLAIN"), version=1)
            assert again.error_code == ErrorCode.ILLEGAL_SASL_STATE
            assert await is_closed(connection)


async def test_after_a_login_without_an_end_a_second_one_is_refused_and_the_connection_lives():
    async with SaslServer() as server, connected(server, login("PLAIN")) as connection:
        answer = await connection.request(SaslHandshakeRequest(mechanism="PLAIN"), version=1)
        assert answer.error_code == ErrorCode.ILLEGAL_SASL_STATE
        answer = await connection.request(SaslAuthenticateRequest(auth_bytes=b""), version=1)
        assert answer.error_code == ErrorCode.ILLEGAL_SASL_STATE
        assert await principal(connection) == "User:alice"


@contextlib.asynccontextmanager
async def streams_to(server):
    reader, writer = await asyncio.open_connection("127.0.0.1", server.listener.port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def test_where_nobody_logs_in_a_login_is_an_illegal_state():
    async with SaslServer(has_gate=False) as server, connected(server) as connection:
        answer = await connection.request(SaslHandshakeRequest(mechanism="PLAIN"), version=1)
        assert (answer.error_code, answer.mechanisms) == (ErrorCode.ILLEGAL_SASL_STATE, [])
        answer = await connection.request(SaslAuthenticateRequest(auth_bytes=b"\0alice\0x"), version=2)
        assert answer.error_code == ErrorCode.ILLEGAL_SASL_STATE
        assert await principal(connection) == "User:ANONYMOUS"


async def raw_login(streams, mechanism, name, password):
    """SaslHandshake v0, then frames that are the mechanism's own."""
    reader, writer = streams
    writer.write(struct.pack(">ihhihh", 12 + len(mechanism), 17, 0, 1, -1, len(mechanism)) + mechanism.encode())
    assert (await frame(reader))[4:6] == b"\0\0"
    client = user_login(mechanism, name, password)()
    challenge = b""
    while (message := client.respond(challenge)) is not None:
        writer.write(struct.pack(">i", len(message)) + message)
        challenge = await frame(reader)


async def frame(reader):
    async with asyncio.timeout(DEADLINE_MS / 1000):
        return await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big"))


@pytest.mark.parametrize("mechanism", MECHANISMS)
async def test_old_clients_send_raw_frames_after_a_handshake_of_version_0(mechanism):
    async with SaslServer() as server:
        async with streams_to(server) as (reader, writer):
            await raw_login((reader, writer), mechanism, "bob", "builder")
            writer.write(struct.pack(">ihhihi", 14, 3, 1, 7, -1, 0))
            assert (await frame(reader))[:4] == struct.pack(">i", 7)
        assert server.authentication.succeeded_for_ever == 1
        async with streams_to(server) as streams:
            with pytest.raises(asyncio.IncompleteReadError):
                await raw_login(streams, mechanism, "bob", "wrong")


async def test_requests_may_follow_a_login_in_the_same_bytes_and_be_big():
    async with SaslServer() as server, streams_to(server) as (reader, writer):
        big = struct.pack(">hhihi", 3, 1, 9, -1, 0) + bytes(700_000)  # bytes behind a request are ignored
        plain = b"\0alice\0" + PASSWORDS["alice"].encode()
        writer.write(
            struct.pack(">ihhihh", 17, 17, 0, 1, -1, 5) + b"PLAIN" + struct.pack(">i", len(plain)) + plain
            + struct.pack(">i", len(big)) + big
        )  # fmt: skip
        assert (await frame(reader))[:4] == struct.pack(">i", 1)
        assert await frame(reader) == b""
        assert (await frame(reader))[:4] == struct.pack(">i", 9)


# ---- renewal (KIP-368) ---------------------------------------------------------------------------------------------


async def renewed(connection, mechanism, name="alice", password=None):
    client = login(mechanism, name, password).sasl()
    return await connection.carry_out(login_over(connection.core, client), timeout_ms=DEADLINE_MS)


async def test_a_login_is_told_its_end_can_be_renewed_and_is_closed_when_a_request_comes_too_late():
    clock = ManualClock()
    async with SaslServer({"connections.max.reauth.ms": 5_000}, clock=clock) as server, connected(server) as connection:
        assert await renewed(connection, "SCRAM-SHA-256") == 5_000
        clock.advance(4_000)
        assert await renewed(connection, "SCRAM-SHA-256") == 5_000
        clock.advance(4_000)
        assert await principal(connection) == "User:alice"
        assert (server.authentication.succeeded, server.authentication.renewed) == (1, 1)
        assert server.authentication.succeeded_for_ever == 0
        clock.advance(1_000)
        with pytest.raises(ConnectionError):
            await principal(connection)
        assert server.authentication.expired == 1


async def test_the_bundled_client_renews_its_login_by_itself_while_questions_keep_coming():
    async with SaslServer({"connections.max.reauth.ms": 2_000}) as server:
        async with connected(server, login("SCRAM-SHA-256")) as connection:

            async def ask_on():
                while server.authentication.renewed < 2:
                    assert await principal(connection) == "User:alice"

            async with asyncio.timeout(DEADLINE_MS / 1000), asyncio.TaskGroup() as tasks:
                for _ in range(3):
                    tasks.create_task(ask_on())
            assert not connection.is_closed
        assert (server.authentication.succeeded, server.authentication.expired) == (1, 0)


async def test_a_client_that_was_silent_past_the_end_of_its_login_renews_it_with_its_next_question(monkeypatch):
    monkeypatch.setattr(login_core, "RENEW_AFTER_MS_MIN", 0)
    clock = ManualClock()
    async with SaslServer({"connections.max.reauth.ms": 200}, clock=clock) as server:
        async with connected(server, login("PLAIN")) as connection:
            clock.advance(10_000)
            await asyncio.sleep(0.2)  # the client's clock is the loop's
            assert connection.must_renew
            assert await principal(connection) == "User:alice"
        assert (server.authentication.renewed, server.authentication.expired) == (1, 0)


async def test_a_login_is_renewed_at_most_once_a_second():
    clock = ManualClock()
    async with SaslServer({"connections.max.reauth.ms": 5_000}, clock=clock) as server, connected(server) as connection:
        await renewed(connection, "PLAIN")
        await renewed(connection, "PLAIN")
        with pytest.raises(AuthenticationFailed, match="ILLEGAL_SASL_STATE"):
            await renewed(connection, "PLAIN")
        assert await principal(connection) == "User:alice"


@pytest.mark.parametrize(
    ("mechanism", "name", "words"),
    [("PLAIN", "bob", "Cannot change principals during re-authentication"), ("SCRAM-SHA-256", "alice", "UNSUPPORTED")],
)
async def test_another_principal_and_another_mechanism_are_refused_at_a_renewal(mechanism, name, words):
    async with SaslServer({"connections.max.reauth.ms": 60_000}) as server, connected(server) as connection:
        await renewed(connection, "PLAIN")
        with pytest.raises(AuthenticationFailed, match=words):
            await renewed(connection, mechanism, name)
        assert await is_closed(connection)
        assert server.authentication.failed_renewals == 1


# ---- limits --------------------------------------------------------------------------------------------------------


async def test_cve_2022_34917_a_frame_before_a_login_is_small_and_a_length_allocates_nothing():
    async with SaslServer({"sasl.server.max.receive.size": 1000}) as server:
        for length in (1001, 100_000_000, 2**31 - 1, -1, 0):
            async with streams_to(server) as (reader, writer):
                writer.write(struct.pack(">i", length))
                async with asyncio.timeout(DEADLINE_MS / 1000):
                    assert await reader.read() == b""
        assert server.unproved.held == 0


async def test_what_waits_for_logins_is_bounded_over_all_connections():
    from kavka.broker.network.sasl_gate import UnprovedBytes

    async with SaslServer(unproved=UnprovedBytes(250_000)) as server, contextlib.AsyncExitStack() as stack:
        readers = []
        for _ in range(4):
            reader, writer = await stack.enter_async_context(streams_to(server))
            writer.write(struct.pack(">i", 500_000) + bytes(100_000))
            readers.append(reader)
        async with asyncio.timeout(DEADLINE_MS / 1000):
            while all(not reader.at_eof() for reader in readers):
                with contextlib.suppress(TimeoutError, ConnectionError):
                    async with asyncio.timeout(0.01):
                        await readers[-1].read(1)
                if any(reader.exception() for reader in readers):
                    break
        assert server.unproved.held <= 250_000
        assert len(server.listener.connections) < 4


async def test_a_login_that_does_not_come_is_not_waited_for():
    async with SaslServer(login_ms_max=50) as server:
        async with streams_to(server) as (reader, writer):
            writer.write(b"\0\0")
            async with asyncio.timeout(DEADLINE_MS / 1000):
                with contextlib.suppress(ConnectionResetError):
                    assert await reader.read() == b""
        assert server.authentication.failed == 1


async def test_a_refusal_waits_and_nobody_else_with_it():
    async with SaslServer() as server:
        server.delay_ms = 60_000
        async with connected(server) as waiting:
            refused = asyncio.ensure_future(renewed(waiting, "PLAIN", "alice", "wrong"))
            async with connected(server, login("PLAIN")) as connection:
                assert await principal(connection) == "User:alice"
                while not server.authentication.failed:
                    await principal(connection)
                assert not refused.done()
            refused.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await refused


async def test_what_has_logged_in_may_send_big_frames():
    async with SaslServer({"sasl.server.max.receive.size": 2000}) as server:
        async with connected(server, login("SCRAM-SHA-256")) as connection:
            topics = [MetadataRequest.MetadataRequestTopic(name="t" * 200) for _ in range(100)]
            answer = await connection.request(MetadataRequest(topics=topics), version=9)
            assert answer.cluster_id == "User:alice"
        async with connected(server) as connection:
            with pytest.raises(ConnectionError):
                await connection.request(ProduceRequest(transactional_id="x" * 3000, acks=1), version=8)

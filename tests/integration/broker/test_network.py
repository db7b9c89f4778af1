"""Connections over real sockets: order, limits, and what other people's bytes may do. Handlers are small fakes.

Everything runs in the clear and over TLS: what a connection promises does not depend on it.
"""

from __future__ import annotations

import asyncio
import struct

import pytest

from kavka.broker.network import output
from kavka.broker.network.binding import ListenError, bind_address
from kavka.broker.network.connection_limits import ConnectionLimits
from kavka.broker.network.listener_limits import ListenerLimits
from kavka.common.machine_network import MachineNetwork
from kavka.common.steps import at_once
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_message
from kavka.protocol.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    FetchRequest,
    FetchResponse,
    MetadataRequest,
    ProduceResponse,
)
from tests.support.broker.served import DEADLINE, FRAME_BYTES_MAX, Client, Server, frame_of, produce, serve, until


@pytest.fixture(params=["plain", "tls"], autouse=True)
def is_tls(request, monkeypatch):
    """Whether the test at hand runs over TLS."""
    monkeypatch.setattr(Server, "is_tls", request.param == "tls")
    return Server.is_tls


async def test_pipelined_requests_are_answered_in_order():
    async with serve() as server:
        client = await server.connect()
        client.writer.write(b"".join(frame_of(ApiVersionsRequest(), 1, number) for number in range(500)))
        assert [(await client.receive())[0] for _ in range(500)] == list(range(500))
        await client.close()


async def test_one_request_in_progress_however_many_are_sent():
    async with serve() as server:
        client = await server.connect()
        for number in range(10):
            client.send(MetadataRequest(), 4, number)
        client.send(ApiVersionsRequest(), 1, 10)
        await until(lambda: server.handlers.in_progress)
        server.handlers.gate.set()
        assert [(await client.receive())[0] for _ in range(11)] == list(range(11))
        assert server.handlers.in_progress_max == 1
        await client.close()


async def test_a_deferred_answer_lets_the_next_request_in():
    async with serve() as server:
        client = await server.connect()
        client.send(FetchRequest(max_wait_ms=500), 4, 1)
        client.send(ApiVersionsRequest(), 1, 2)
        await until(lambda: server.handlers.waiting)
        assert server.metrics.api(ApiKey.API_VERSIONS).requests == 0
        server.handlers.waiting[0].respond(FetchResponse())
        assert [(await client.receive())[0] for _ in range(2)] == [1, 2]
        await client.close()


@pytest.mark.parametrize("piece_bytes", [1, 3, 7])
async def test_requests_in_small_pieces(piece_bytes):
    async with serve() as server:
        client = await server.connect()
        data = b"".join(frame_of(ApiVersionsRequest(), 3, number) for number in range(5))
        for start in range(0, len(data), piece_bytes):
            client.writer.write(data[start : start + piece_bytes])
            await client.writer.drain()
            await asyncio.sleep(0)
        assert [(await client.receive())[0] for _ in range(5)] == list(range(5))
        await client.close()


@pytest.mark.parametrize("size", [1000, 200_000, 256 * 1024, 300_000, 600_000, 1_500_000, 1_999_000])
async def test_big_frames_arrive_whole(size):
    async with serve() as server:
        client = await server.connect()
        for _ in range(3):
            client.send(produce(bytes(range(256)) * (size // 256)), 7)
        for _ in range(3):
            _, body = await client.receive()
            response = decode_message(ProduceResponse, 7, body)
            assert response.throttle_time_ms == size // 256 * 256
        await client.close()


async def test_big_frame_after_small_ones_in_one_write():
    async with serve() as server:
        client = await server.connect()
        client.writer.write(
            frame_of(ApiVersionsRequest(), 1, 1)
            + frame_of(produce(bytes(1_200_000)), 7, 2)
            + frame_of(ApiVersionsRequest(), 1, 3)
        )
        assert [(await client.receive())[0] for _ in range(3)] == [1, 2, 3]
        await client.close()


async def test_a_big_frame_behind_a_request_in_progress():
    async with serve() as server:
        client = await server.connect()
        client.send(MetadataRequest(), 4, 1)
        client.send(produce(bytes(1_800_000)), 7, 2)
        await until(lambda: server.handlers.in_progress)
        server.handlers.gate.set()
        assert [(await client.receive())[0] for _ in range(2)] == [1, 2]
        await client.close()


@pytest.mark.parametrize(
    ("garbage", "words"),
    [
        (struct.pack(">i", -1), "socket.request.max.bytes"),
        (struct.pack(">i", 0), "socket.request.max.bytes"),
        (struct.pack(">i", 2**31 - 1), "socket.request.max.bytes"),
        (struct.pack(">i", FRAME_BYTES_MAX + 1), "socket.request.max.bytes"),
        (b"GET / HTTP/1.1\r\n\r\n", "HTTP"),
        (b"\x16\x03\x01\x02\x00\x01\x00", "TLS"),
        (struct.pack(">ihhi", 8, 999, 0, 1), "key 999"),
        (struct.pack(">ihhi", 8, 3, 99, 1), "version 99"),
        (struct.pack(">ihhi", 8, 3, 0, 1), "cannot be parsed"),
        (frame_of(MetadataRequest(), 4)[:-3] + b"\xff\xff\xff", "cannot be parsed"),
    ],
)
async def test_garbage_closes_its_own_connection_only(garbage, words, caplog):
    async with serve() as server:
        neighbour, vandal = await server.connect(), await server.connect()
        vandal.writer.write(garbage)
        assert await vandal.is_closed_by_peer()
        assert words in caplog.text
        assert "127.0.0.1" in caplog.text
        neighbour.send(ApiVersionsRequest(), 1, 7)
        assert (await neighbour.receive())[0] == 7
        assert server.metrics.network.connections_closed_bad_request == 1
        await neighbour.close()
        await vandal.close()


async def test_requests_before_garbage_are_answered():
    async with serve() as server:
        client = await server.connect()
        client.writer.write(frame_of(ApiVersionsRequest(), 1, 5) + struct.pack(">i", -5))
        assert (await client.receive())[0] == 5
        assert await client.is_closed_by_peer()
        await client.close()


async def test_unknown_version_of_api_versions_is_answered_in_version_0():
    async with serve() as server:
        client = await server.connect()
        body = struct.pack(">hhih", 18, 99, 42, -1) + b"\x00whatever comes in the future"
        client.writer.write(struct.pack(">i", len(body)) + body)
        correlation_id, answer = await client.receive()
        response = decode_message(ApiVersionsResponse, 0, answer)
        assert correlation_id == 42
        assert response.error_code == 35
        assert [(key.api_key, key.min_version, key.max_version) for key in response.api_keys] == [(18, 0, 3)]
        client.send(ApiVersionsRequest(), 3, 43)
        assert (await client.receive())[0] == 43
        await client.close()


async def test_bug_r13_a_claimed_length_allocates_nothing():
    async with serve() as server:
        clients = [await server.connect() for _ in range(50)]
        for client in clients:
            client.writer.write(struct.pack(">i", FRAME_BYTES_MAX - 10) + bytes(10))
        await server.wait_for_connections(50)
        probe = await server.connect()
        probe.send(ApiVersionsRequest(), 1, 1)
        await probe.receive()
        frames = [c._received for c in server.listener.connections]
        assert all(one.own is None for one in frames)
        for client in clients:
            client.writer.write(bytes(100_000))
        await until(lambda: all(one.own.arrived > 90_000 for one in frames if one.own is not None))
        held = [one.own for one in frames if one.own is not None]
        assert sum(map(len, held)) <= 50 * 2 * 110_000
        for client in (*clients, probe):
            await client.close()


async def test_a_slow_reader_holds_one_answer_and_is_read_from_no_more():
    size = 8 * 1024 * 1024
    async with serve() as server:
        client = await server.connect()
        for number in range(20):
            client.send(FetchRequest(max_bytes=size), 4, number)
        await until(lambda: server.metrics.api(ApiKey.FETCH).requests >= 1)
        (held,) = server.listener.connections
        other = await server.connect()
        for _ in range(20):
            other.send(ApiVersionsRequest(), 1, 1)
            await other.receive()
        assert server.metrics.api(ApiKey.FETCH).requests <= 2
        assert held._transport.get_write_buffer_size() <= 2 * (size + 1000)
        for number in range(20):
            correlation_id, body = await client.receive()
            assert (correlation_id, len(body) > size) == (number, True)
        await client.close()
        await other.close()


async def test_many_small_answers_unread_stop_the_reading():
    async with serve() as server:
        client = await server.connect()
        request = frame_of(FetchRequest(max_bytes=10_000), 4)
        client.writer.write(request * 20_000)
        probe = await server.connect()
        for _ in range(50):
            probe.send(ApiVersionsRequest(), 1, 1)
            await probe.receive()
        held = max(c._transport.get_write_buffer_size() for c in server.listener.connections)
        assert held < 3 * output.WRITE_HIGH_WATER_BYTES
        for _ in range(20_000):
            await client.receive()
        await client.close()
        await probe.close()


async def test_bug_98_acks_0_has_no_answer_and_an_error_closes():
    async with serve() as server:
        client = await server.connect()
        client.send(produce(b"x", acks=0), 7, 1)
        client.send(ApiVersionsRequest(), 1, 2)
        assert (await client.receive())[0] == 2
        client.send(produce(b"x", acks=0, topic_data=[]), 7, 3)
        assert await client.is_closed_by_peer()
        await client.close()


async def test_a_failing_handler_closes_nothing_else(caplog):
    async with serve() as server:
        client = await server.connect()
        client.send(produce(b"x", timeout_ms=666), 7, 1)
        assert (await client.receive())[0] == 1, "it is told of the error"
        client.send(produce(b"x", acks=0, timeout_ms=666), 7, 2)
        assert await client.is_closed_by_peer(), "no response could tell it"
        assert "a handler's own fault" in caplog.text
        other = await server.connect()
        other.send(ApiVersionsRequest(), 1, 2)
        assert (await other.receive())[0] == 2
        await other.close()
        await client.close()


async def test_limits_on_connections():
    limits = ConnectionLimits(total_max=3, per_ip_max=2, per_ip_overrides={"127.0.0.1": 3})
    async with serve(limits=limits) as server:
        clients = [await server.connect() for _ in range(3)]
        await server.wait_for_connections(3)
        refused = await server.connect()
        assert await refused.is_closed_by_peer()
        assert server.metrics.network.connections_refused == 1
        await clients.pop().close()
        await server.wait_for_connections(2)
        again = await server.connect()
        again.send(ApiVersionsRequest(), 1, 1)
        assert (await again.receive())[0] == 1
        for client in (*clients, again, refused):
            await client.close()


async def test_limits_change_while_connections_are_open():
    limits = ConnectionLimits(total_max=1)
    async with serve(limits=limits) as server:
        first = await server.connect()
        await server.wait_for_connections(1)
        limits.change(total_max=10, per_ip_max=2, per_ip_overrides={})
        second = await server.connect()
        await server.wait_for_connections(2)
        third = await server.connect()
        assert await third.is_closed_by_peer(), "by the limit per address"
        limits.change(total_max=1, per_ip_max=10, per_ip_overrides={})
        for client in (first, second):
            client.send(ApiVersionsRequest(), 1, 1)
            assert (await client.receive())[0] == 1, "what there is stays"
        fourth = await server.connect()
        assert await fourth.is_closed_by_peer(), "by the total"
        for client in (first, second, third, fourth):
            await client.close()


async def test_connections_that_come_too_fast_wait_for_their_turn():
    limits = ConnectionLimits(per_second_max=2)
    async with serve(limits=limits) as server:
        clients = [await server.connect() for _ in range(5)]
        await server.wait_for_connections(5)
        for number, client in enumerate(clients):
            client.send(ApiVersionsRequest(), 1, number)
        for number in (0, 1):
            assert (await clients[number].receive())[0] == number
        requests = server.metrics.api(int(ApiKey.API_VERSIONS))
        server.listener.admit_held()
        assert requests.requests == 2, "no time has passed"
        clients[2].abort()
        await server.wait_for_connections(4)
        server.clock.advance(500)
        server.listener.admit_held()
        assert (await clients[3].receive())[0] == 3, "who does not wait any more costs no turn"
        server.listener.admit_held()
        assert requests.requests == 3
        limits.change(total_max=9, per_ip_max=9, per_ip_overrides={})
        server.listener.admit_held()
        assert (await clients[4].receive())[0] == 4, "nobody waits where there is no limit any more"
        for client in clients:
            await client.close()


@pytest.mark.parametrize(("own", "shared"), [(1, 9), (9, 1)])
async def test_the_rate_of_a_listener_and_that_of_all_hold_both(own, shared):
    limits = ConnectionLimits(per_second_max=shared)
    async with serve(limits=limits, own_limits=ListenerLimits(per_second_max=own)) as server:
        clients = [await server.connect() for _ in range(2)]
        await server.wait_for_connections(2)
        for number, client in enumerate(clients):
            client.send(ApiVersionsRequest(), 1, number)
        assert (await clients[0].receive())[0] == 0
        requests = server.metrics.api(int(ApiKey.API_VERSIONS))
        server.listener.admit_held()
        assert requests.requests == 1, "no time has passed"
        server.clock.advance(1000)
        server.listener.admit_held()
        assert (await clients[1].receive())[0] == 1
        for client in clients:
            await client.close()


async def test_the_brokers_own_listener_waits_for_its_own_rate_alone():
    """What clients do to the rate of all must not keep brokers from each other (KIP-612)."""
    limits = ConnectionLimits(per_second_max=0)
    async with serve(limits=limits, is_protected=True) as server:
        client = await server.connect()
        client.send(ApiVersionsRequest(), 1, 1)
        assert (await client.receive())[0] == 1
        await client.close()


@pytest.mark.slow
async def test_bug_96_counts_return_to_zero():
    async with serve() as server:
        for number in range(1000):
            client = await server.connect()
            match number % 5:
                case 0:
                    client.writer.write(struct.pack(">i", 1000) + b"half a frame")
                case 1:
                    client.send(FetchRequest(max_wait_ms=500), 4)
                case 2:
                    client.send(ApiVersionsRequest(), 1)
                case 3:
                    client.writer.write(b"\xff" * 10)
            if number % 2:
                client.abort()
            else:
                client.writer.close()
        await server.wait_for_connections(0)
        assert server.limits.total == 0
        assert server.limits.of_ip("127.0.0.1") == 0
        assert not server.listener.connections
        for ctx in server.handlers.waiting:
            assert ctx.is_client_gone
            ctx.respond(FetchResponse())
        assert server.metrics.network.connections_accepted == 1000


async def test_a_request_in_progress_hears_that_its_client_is_gone():
    async with serve() as server:
        gone, patient = await server.connect(), await server.connect()
        heard = []
        for number, client in enumerate((gone, patient)):
            client.send(FetchRequest(max_wait_ms=500), 4, number)
            await until(lambda: len(server.handlers.waiting) > number)  # noqa: B023
            server.handlers.waiting[number].when_client_gone(lambda number=number: heard.append(number))
        gone.abort()
        await until(lambda: heard)
        server.handlers.waiting[1].respond(FetchResponse())
        server.handlers.waiting[1].when_client_gone(lambda: heard.append("too late"))
        assert (await patient.receive())[0] == 1
        await patient.close()
        await server.wait_for_connections(0)
        assert heard == [0]
        late = []
        server.handlers.waiting[0].when_client_gone(lambda: late.append(True))
        assert late == [True]


async def test_idle_connections_are_closed_but_waiting_ones_are_not():
    async with serve() as server:
        idle, waiting = await server.connect(), await server.connect()
        waiting.send(FetchRequest(max_wait_ms=500), 4, 1)
        await until(lambda: server.handlers.waiting)
        await server.wait_for_connections(2)
        server.clock.advance(599_999)
        assert at_once(server.listener.close_idle()) == 0
        server.clock.advance(1)
        assert at_once(server.listener.close_idle()) == 1
        assert await idle.is_closed_by_peer()
        server.handlers.waiting[0].respond(FetchResponse())
        assert (await waiting.receive())[0] == 1
        await waiting.close()
        await idle.close()


async def test_idle_connections_are_closed_one_at_a_time_and_not_one_that_asks_in_between():
    async with serve() as server:
        clients = [await server.connect() for _ in range(5)]
        for client in clients:
            client.send(ApiVersionsRequest(), 0)  # behind it no byte of a handshake is on its way
            await client.receive()
        port_of = {client: client.writer.get_extra_info("sockname")[1] for client in clients}
        server.clock.advance(600_000)
        steps = server.listener.close_idle()
        next(steps)
        next(steps)
        assert server.listener.network.connections_closed_idle == 2
        await server.wait_for_connections(3)
        ports = {connection.info.peer_port for connection in server.listener.connections}
        asking = next(client for client in clients if port_of[client] in ports)
        asking.send(FetchRequest(max_wait_ms=500), 4, 1)
        await until(lambda: server.handlers.waiting)
        assert at_once(steps) == 4
        server.handlers.waiting[0].respond(FetchResponse())
        assert (await asking.receive())[0] == 1
        await asking.close()
        clients.remove(asking)
        for client in clients:
            assert await client.is_closed_by_peer()
            await client.close()


@pytest.mark.parametrize("turns", range(6))
async def test_who_is_on_the_way_when_the_listener_closes_hears_an_end(turns):
    async with asyncio.timeout(DEADLINE), asyncio.TaskGroup() as tasks:
        server = Server(tasks)
        clients = [Client(*await asyncio.open_connection("127.0.0.1", server.port)) for _ in range(4)]
        await server.listener.start()
        for _ in range(turns):
            await asyncio.sleep(0)
        await server.listener.close(timeout_ms=5000)
        for client in clients:
            assert await client.is_closed_by_peer()
            await client.close()
        assert server.metrics.network.connections == 0


async def test_closing_lets_the_request_in_progress_finish():
    async with asyncio.TaskGroup() as tasks:
        server = Server(tasks)
        await server.listener.start()
        busy, calm = await server.connect(), await server.connect()
        busy.send(MetadataRequest(), 4, 1)
        busy.send(ApiVersionsRequest(), 1, 2)
        await until(lambda: server.handlers.in_progress)
        closing = tasks.create_task(server.listener.close(timeout_ms=5000))
        assert await calm.is_closed_by_peer()
        server.handlers.gate.set()
        assert (await busy.receive())[0] == 1
        assert await busy.is_closed_by_peer()
        await closing
        assert server.metrics.network.connections == 0
        await busy.close()
        await calm.close()


async def test_a_taken_port_names_its_holder():
    async with serve() as server:
        with pytest.raises(ListenError, match=r"the port is taken by process \d+ \(.*python"):
            bind_address(MachineNetwork(), "PLAINTEXT", "127.0.0.1", server.port)

"""Responses nobody reads and requests that never come whole, on real sockets, in the clear and over TLS."""

from __future__ import annotations

import asyncio
import contextlib
import socket

import pytest

from kavka.broker.network import output
from kavka.broker.network.listener_resources import RECEIVE_BUFFER_BYTES
from kavka.broker.network.request_memory import STALLED_MS_MAX, RequestMemory
from kavka.broker.network.unread_output import UnreadOutput
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_message
from kavka.protocol.messages import ApiVersionsRequest, FetchRequest, FetchResponse
from kavka.timer.clock import ManualClock
from tests.support.broker.served import DEADLINE, Server, client_tls, frame_of, produce, serve, until

MB = 1024 * 1024
PATTERN = bytes(range(251))


@pytest.fixture(params=["plain", "tls"], autouse=True)
def is_tls(request, monkeypatch):
    """Whether the test at hand runs over TLS."""
    monkeypatch.setattr(Server, "is_tls", request.param == "tls")
    return Server.is_tls


def patterned(size):
    return (PATTERN * (size // len(PATTERN) + 1))[:size]


def answer_patterned(request, ctx):
    """Several parts, one of them larger than a slice."""
    sizes = [request.max_bytes // 10] * 3
    sizes.append(request.max_bytes - sum(sizes))
    parts = [FetchResponse.PartitionData(partition_index=i, records=patterned(size)) for i, size in enumerate(sizes)]
    return FetchResponse(responses=[FetchResponse.FetchableTopicResponse(topic="t", partitions=parts)])


@pytest.mark.parametrize("size", [output.SLICE_BYTES, 2 * output.SLICE_BYTES, 30 * MB])
async def test_big_answers_arrive_whole_and_in_order(size):
    async with serve() as server:
        server.handlers.fetch = answer_patterned
        client = await server.connect()
        client.send(FetchRequest(max_bytes=size), 4, 1)
        client.send(ApiVersionsRequest(), 1, 2)
        client.send(FetchRequest(max_bytes=size), 4, 3)
        for number in (1, 3):
            correlation_id, body = await client.receive()
            assert correlation_id == number
            [topic] = decode_message(FetchResponse, 4, body).responses
            received = [bytes(partition.records) for partition in topic.partitions]
            assert sum(map(len, received)) == size
            assert received == [patterned(len(part)) for part in received]
            if number == 1:
                assert (await client.receive())[0] == 2
        await until(lambda: server.listener.unread.held == 0)
        await client.close()


def read_to_the_end(sock):
    """By a plain socket: asyncio's own TLS drops what it has not handed over when the end comes."""
    with sock:
        return b"".join(iter(lambda: sock.recv(65536), b""))


async def test_a_broker_that_stops_sends_the_rest_of_a_big_answer(is_tls):
    async with serve() as server:
        server.handlers.fetch = answer_patterned
        sock = socket.create_connection(("127.0.0.1", server.port), DEADLINE)
        if is_tls:
            sock = await asyncio.to_thread(client_tls().wrap_socket, sock, server_hostname="127.0.0.1")
        sock.sendall(frame_of(FetchRequest(max_bytes=8 * MB), 4, 1))
        await until(lambda: server.listener.unread.held)
        received, _ = await asyncio.gather(
            asyncio.to_thread(read_to_the_end, sock), server.listener.close(timeout_ms=5_000)
        )
        assert len(received) == 4 + int.from_bytes(received[:4], "big") > 8 * MB


async def test_what_is_not_read_counts_until_it_is_read_or_its_reader_is_gone():
    async with serve(unread=UnreadOutput(100 * MB)) as server:
        unread = server.listener.unread
        slow, gone = [await server.connect() for _ in range(2)]
        for client in (slow, gone):
            client.send(FetchRequest(max_bytes=8 * MB), 4, 1)
        await until(lambda: unread.readers == 2)
        assert 4 * MB < unread.held < 17 * MB
        gone.abort()
        await until(lambda: unread.readers == 1)
        await slow.receive()
        await until(lambda: unread.held == 0)
        await slow.close()


@pytest.mark.parametrize("is_half_closed", [False, True], ids=["open", "half closed"])
@pytest.mark.parametrize("size", [MB, output.SLICE_BYTES + 30_000])
async def test_a_response_counts_whole_until_its_last_byte_has_left(is_tls, size, is_half_closed):
    """In the socket's own small steps: what is left of it passes through every size below the marks."""
    async with serve() as server:
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.settimeout(DEADLINE)
        await asyncio.to_thread(sock.connect, ("127.0.0.1", server.port))
        if is_tls:
            sock = await asyncio.to_thread(client_tls().wrap_socket, sock, server_hostname="127.0.0.1")
        await until(lambda: server.listener.connections)
        [connection] = server.listener.connections
        transport, unread = connection._transport, server.listener.unread
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        with sock:
            sock.sendall(frame_of(FetchRequest(max_bytes=size), 4, 1))
            await until(lambda: unread.held)
            if is_half_closed and not is_tls:
                sock.shutdown(socket.SHUT_WR)
            received, least = 0, size
            while received < size:
                received += len(await asyncio.to_thread(sock.recv, 4096 if size - received < 200_000 else 65536))
                if left := transport.get_write_buffer_size():
                    least = min(left, least)
                    assert unread.held >= size, f"{left} bytes of it are left, and {received} received"
            assert least < output.WRITE_HIGH_WATER_BYTES // 4
            await until(lambda: unread.held == 0)


@pytest.mark.parametrize("is_tls", ["plain"], indirect=True)
async def test_a_response_of_which_the_socket_takes_nearly_all_counts_whole():
    """Of one of these sizes so little is left that the transport does not call it full."""
    async with serve() as server:
        unread, counted, rests = server.listener.unread, 0, []
        async with contextlib.AsyncExitStack() as stack:
            for number, size in enumerate(range(100_000, 1_000_000, 20_000)):
                sock = stack.enter_context(socket.socket())
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                sock.setblocking(False)
                before = set(server.listener.connections)
                await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", server.port))
                await until(lambda before=before: len(server.listener.connections) > len(before))
                [connection] = set(server.listener.connections) - before
                transport = connection._transport
                transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 200_000)
                sock.send(frame_of(FetchRequest(max_bytes=size), 4, 1))
                await until(lambda number=number: server.metrics.api(ApiKey.FETCH).requests > number)
                rests.append(transport.get_write_buffer_size())
                if rests[-1]:
                    counted += size
                assert unread.held >= counted, f"{rests[-1]} of {size} bytes are left"
        assert any(0 < rest < output.WRITE_HIGH_WATER_BYTES for rest in rests)
        await until(lambda: unread.held == 0)


async def test_a_response_in_views_counts_with_all_that_they_keep():
    def answer_views(request, ctx):
        records = memoryview(bytes(8 * MB))[:MB]
        parts = [FetchResponse.PartitionData(partition_index=index, records=records[:]) for index in range(8)]
        return FetchResponse(responses=[FetchResponse.FetchableTopicResponse(topic="t", partitions=parts)])

    async with serve(unread=UnreadOutput(100 * MB)) as server:
        server.handlers.fetch = answer_views
        client = await server.connect()
        client.send(FetchRequest(), 4, 1)
        await until(lambda: server.listener.unread.held)
        assert server.listener.unread.held >= 4 * 8 * MB
        await client.receive()
        await until(lambda: server.listener.unread.held == 0)
        await client.close()


async def test_who_reads_nothing_makes_way_for_who_reads(caplog):
    async with serve(unread=UnreadOutput(20 * MB)) as server:
        unread = server.listener.unread
        silent = [await server.connect() for _ in range(10)]
        for client in silent:
            client.send(FetchRequest(max_bytes=8 * MB), 4, 1)
        await until(lambda: unread.closed + unread.readers == 10)
        assert unread.held <= 25 * MB, "a quarter beyond the budget"
        assert unread.closed >= 6
        reader = await server.connect()
        for number in range(10):
            reader.send(FetchRequest(max_bytes=8 * MB), 4, number)
            assert (await reader.receive())[0] == number
        assert "it has read nothing for" in caplog.text
        for client in (*silent, reader):
            client.abort()
        await until(lambda: unread.held == 0)


def half_of(size):
    """A request that claims `size` bytes, and half of it."""
    whole = frame_of(produce(bytes(size - 100)), 7)
    return whole[: len(whole) // 2]


async def test_big_frames_wait_for_memory_and_come_in_order():
    clock = ManualClock()
    async with serve(memory=RequestMemory(4 * MB, clock), clock=clock) as server:
        memory = server.listener.memory
        halves = [await server.connect() for _ in range(5)]
        for client in halves:
            client.writer.write(half_of(1_500_000))
        await until(lambda: memory.waiting == 4)
        honest = await server.connect()
        honest.send(produce(bytes(1_500_000)), 7, 7)
        await until(lambda: memory.waiting == 5)
        other = await server.connect()
        other.send(ApiVersionsRequest(), 1, 8)
        assert (await other.receive())[0] == 8, "who sends what is small waits for nobody"
        held = sum(len(c._received) for c in server.listener.connections)
        assert held < 1_500_000 + 6 * RECEIVE_BUFFER_BYTES
        async with asyncio.timeout(DEADLINE):
            while memory.waiting:
                clock.advance(STALLED_MS_MAX)
                await asyncio.sleep(0.05)
        assert (await honest.receive())[0] == 7
        assert server.metrics.api(0).requests == 1
        await until(lambda: memory.reserved == 0)
        for client in (*halves, honest, other):
            client.abort()


async def test_a_frame_that_waited_goes_on_when_the_one_before_has_come_or_gone():
    async with serve(memory=RequestMemory(4 * MB, ManualClock())) as server:
        memory = server.listener.memory
        first, second, third = [await server.connect() for _ in range(3)]
        whole = frame_of(produce(bytes(1_500_000)), 7, 1)
        first.writer.write(whole[:700_000])
        await until(lambda: memory.reserved)
        for client in (second, third):
            client.send(produce(bytes(1_500_000)), 7, 2)
        await until(lambda: memory.waiting == 2)
        first.writer.write(whole[700_000:])
        for client in (first, second, third):
            await client.receive()
        first.writer.write(whole[:700_000])
        await until(lambda: memory.reserved)
        second.send(produce(bytes(1_500_000)), 7, 3)
        await until(lambda: memory.waiting == 1)
        first.abort()
        assert (await second.receive())[0] == 3
        assert (memory.reserved, memory.closed) == (0, 0)
        for client in (second, third):
            await client.close()


async def test_half_frames_that_are_small_count_as_well():
    async with serve(memory=RequestMemory(2 * MB, ManualClock())) as server:
        memory = server.listener.memory
        halves = [await server.connect() for _ in range(20)]
        for client in halves:
            client.writer.write(half_of(240_000))
        await until(lambda: memory.closed >= 8)
        assert memory.reserved <= MB * 5 // 4
        for client in halves:
            client.abort()
        await until(lambda: memory.reserved == 0)

"""Responses nobody reads and requests that never come whole, on real sockets, in the clear and over TLS."""

from __future__ import annotations

import asyncio
import socket

import pytest

from broker.network import connection as connection_module
from broker.network.unread_output import UnreadOutput
from protocol.codec import decode_message
from protocol.messages import ApiVersionsRequest, FetchRequest, FetchResponse
from tests.integration.broker.served import DEADLINE, Server, client_tls, frame_of, serve, until

MB = 1024 * 1024
PATTERN = bytes(range(251))


@pytest.fixture(params=["plain", "tls"], autouse=True)
def is_tls(request, monkeypatch):
    """Whether the test at hand runs over TLS."""
    monkeypatch.setattr(Server, "is_tls", request.param == "tls")
    return Server.is_tls


def patterned(size):
    return (PATTERN * (size // len(PATTERN) + 1))[:size]


def answer_patterned(request, ctx, broker):
    """Several parts, one of them larger than a slice."""
    sizes = [request.max_bytes // 10] * 3
    sizes.append(request.max_bytes - sum(sizes))
    parts = [FetchResponse.PartitionData(partition_index=i, records=patterned(size)) for i, size in enumerate(sizes)]
    return FetchResponse(responses=[FetchResponse.FetchableTopicResponse(topic="t", partitions=parts)])


@pytest.mark.parametrize("size", [connection_module.SLICE_BYTES, 2 * connection_module.SLICE_BYTES, 30 * MB])
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

"""The fault proxy does what it says, and nothing to those whom it does not name."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import struct

import pytest

from tests.support.faults.proxy import FaultProxy, beginning, proxied


def request(client_id: str, body: bytes = b"") -> bytes:
    name = client_id.encode()
    frame = struct.pack(">hhih", 18, 0, 1, len(name)) + name + body
    return struct.pack(">i", len(frame)) + frame


@contextlib.asynccontextmanager
async def echo():
    """A server that sends back what comes; its address."""
    writers = set()

    async def serve(reader, writer):
        writers.add(writer)
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.transport.abort()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[:2]
    finally:
        server.close()
        for writer in writers:
            writer.transport.abort()
        await server.wait_closed()


@pytest.fixture
async def proxy():
    async with echo() as (host, port), proxied(host, port, seed=1) as started:
        yield started


class Client:
    def __init__(self, proxy: FaultProxy, name: str) -> None:
        self.proxy, self.name = proxy, name

    async def __aenter__(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.proxy.port)
        return self

    async def __aexit__(self, *_):
        self.writer.transport.abort()

    async def ask(self, body: bytes = b"x") -> bytes:
        frame = request(self.name, body)
        self.writer.write(frame)
        return await self.reader.readexactly(len(frame))

    async def is_silent(self) -> bool:
        """Whether nothing comes while every other task gets its turns."""
        read = asyncio.ensure_future(self.reader.read(1))
        for _ in range(200):
            await asyncio.sleep(0)
        read.cancel()
        await asyncio.wait((read,))
        return read.cancelled()


async def test_without_faults_bytes_pass_and_who_came_is_known(proxy):
    async with Client(proxy, "controller-0") as controller, Client(proxy, "someone") as someone:
        assert await controller.ask(b"a" * 300_000) == request("controller-0", b"a" * 300_000)
        await someone.ask()
        assert proxy.clients == ["controller-0", "someone"]


async def test_a_held_direction_is_silent_for_those_named_only_and_nothing_is_lost(proxy):
    async with Client(proxy, "broker-2-fetcher-0") as fetcher, Client(proxy, "producer") as producer:
        await fetcher.ask()
        hold = proxy.hold(beginning("broker-2"), to_client=False)
        fetcher.writer.write(request("broker-2-fetcher-0", b"late"))
        assert await fetcher.is_silent()
        assert await producer.ask() == request("producer", b"x")
        proxy.release(hold)
        expected = request("broker-2-fetcher-0", b"late")
        assert await fetcher.reader.readexactly(len(expected)) == expected


async def test_the_way_back_can_be_cut_alone(proxy):
    async with Client(proxy, "c") as client:
        await client.ask()
        proxy.hold(to_broker=False)
        client.writer.write(request("c", b"answered, not heard"))
        assert await client.is_silent()
        proxy.heal()
        expected = request("c", b"answered, not heard")
        assert await client.reader.readexactly(len(expected)) == expected


async def test_reset_ends_the_named_connections(proxy):
    async with Client(proxy, "a") as first, Client(proxy, "b") as second:
        await first.ask()
        await second.ask()
        assert proxy.reset(beginning("a")) == 1
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
            await first.ask()
        assert await second.ask() == request("b", b"x")


async def test_refused_until_healed(proxy):
    proxy.refuse()
    async with Client(proxy, "c") as client:
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError, BrokenPipeError)):
            await client.ask()
    proxy.heal()
    async with Client(proxy, "c") as client:
        assert await client.ask() == request("c", b"x")


async def test_delays_come_from_the_seed():
    draws = []

    class Recorder(random.Random):
        def uniform(self, a, b):
            draws.append((a, b))
            return 0.0

    async with echo() as (host, port):
        proxy = FaultProxy(host, port, rng=Recorder())
        await proxy.start()
        proxy.delay(5, 20)
        async with Client(proxy, "c") as client:
            await client.ask()
        await proxy.close()
    assert set(draws) == {(0.005, 0.02)}


async def test_a_broker_that_is_not_there_ends_the_connection():
    async with echo() as (host, port):
        pass
    async with proxied(host, port, seed=1) as proxy, Client(proxy, "c") as client:
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError, BrokenPipeError)):
            await client.ask()


@pytest.mark.parametrize("turns", range(8))
async def test_who_has_been_accepted_and_is_not_served_yet_is_let_go_when_it_closes(turns):
    loop = asyncio.get_running_loop()
    proxy = FaultProxy("127.0.0.1", 1, rng=random.Random(1))
    port = await proxy.start()
    clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(8)]
    for _ in range(turns):
        await asyncio.sleep(0)
    await proxy.close()
    async with asyncio.timeout(10):
        for client in clients:
            client.setblocking(False)
            with client, contextlib.suppress(ConnectionResetError):
                assert await loop.sock_recv(client, 1) == b""

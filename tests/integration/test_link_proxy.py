"""The proxy between brokers: tells who comes, holds what is cut off, loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import struct

import pytest

from kavka.testing.link_proxy import LinkProxy

DEADLINE_S = 30


def first_request(client_id):
    name = client_id.encode()
    body = struct.pack(">hhih", 18, 0, 1, len(name)) + name
    return struct.pack(">i", len(body)) + body


class Echo(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.transport.write(data)


@pytest.fixture
async def proxy():
    server = await asyncio.get_running_loop().create_server(Echo, "127.0.0.1", 0)
    proxy = LinkProxy("127.0.0.1", server.sockets[0].getsockname()[1])
    async with asyncio.timeout(DEADLINE_S), asyncio.TaskGroup() as group:
        await proxy.start(group)
        yield proxy
        proxy.close()
    server.close()
    await settle()


async def settle():
    """Lets every transport that was closed say goodbye before the loop ends."""
    for _ in range(10):
        await asyncio.sleep(0)


async def come(proxy, client_id, *, pieces=1):
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    data = first_request(client_id)
    for number in range(pieces):
        writer.write(data[number::pieces] if pieces == 1 else data[number : number + 1])
        await writer.drain()
        await asyncio.sleep(0)
    if pieces > 1:
        writer.write(data[pieces:])
    return reader, writer, data


@pytest.mark.parametrize("pieces", [1, 20])
@pytest.mark.parametrize("name", ["broker-2-fetcher-0", "broker-2", "controller-2"])
async def test_who_is_cut_off_hears_nothing_until_it_is_healed_and_then_everything(proxy, name, pieces):
    proxy.cut_off({2})
    reader, writer, data = await come(proxy, name, pieces=pieces)
    other, other_writer, other_data = await come(proxy, "broker-1-fetcher-0")
    assert await other.readexactly(len(other_data)) == other_data, "others pass"
    writer.write(b"more")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.read(1), 0.05)
    proxy.heal()
    assert (await reader.readexactly(len(data) + 4)).endswith(b"more")
    writer.close()
    other_writer.close()


@pytest.mark.parametrize("name", ["broker-21", "broker-", "producer", "", "my-broker-2"])
async def test_nobody_else_is_taken_for_it(proxy, name):
    proxy.cut_off({2})
    reader, writer, data = await come(proxy, name)
    assert await reader.readexactly(len(data)) == data
    writer.close()


async def test_a_connection_that_was_there_before_is_cut_off_too_and_loses_nothing(proxy):
    reader, writer, data = await come(proxy, "broker-2")
    assert await reader.readexactly(len(data)) == data
    proxy.cut_off({2})
    many = bytes(range(256)) * 4_096

    async def send():
        writer.write(many)
        await writer.drain()

    async with asyncio.TaskGroup() as group:
        group.create_task(send())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(1), 0.05)
        proxy.heal()
        assert await reader.readexactly(len(many)) == many
    writer.close()


async def test_the_end_of_one_side_is_the_end_of_the_other_and_what_was_said_before_arrives(proxy):
    reader, writer, data = await come(proxy, "broker-2")
    await reader.readexactly(len(data))
    writer.write(b"last words")
    assert await reader.readexactly(10) == b"last words"
    writer.close()
    await writer.wait_closed()


async def test_a_broker_that_is_down_is_a_connection_that_ends():
    gone = await asyncio.get_running_loop().create_server(Echo, "127.0.0.1", 0)
    port = gone.sockets[0].getsockname()[1]
    gone.close()
    proxy = LinkProxy("127.0.0.1", port)
    async with asyncio.timeout(DEADLINE_S), asyncio.TaskGroup() as group:
        await proxy.start(group)
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        with contextlib.suppress(ConnectionError):  # a reset says the same
            assert await reader.read() == b""
        writer.close()
        proxy.close()
    await settle()


class Noting(asyncio.Protocol):
    """A broker's end that notes when a connection is made and when it ends."""

    def __init__(self, made, lost):
        self.made, self.lost = made, lost

    def connection_made(self, transport):
        self.made.set()

    def connection_lost(self, exc):
        self.lost.set()


@pytest.mark.parametrize("leaves", ["peer", "proxy"])
async def test_who_leaves_while_the_broker_is_dialled_leaves_no_connection_there(monkeypatch, leaves):
    loop = asyncio.get_running_loop()
    made, lost, is_dialled, may_dial = (asyncio.Event() for _ in range(4))
    broker = await loop.create_server(lambda: Noting(made, lost), "127.0.0.1", 0)
    port = broker.sockets[0].getsockname()[1]
    dial = loop.create_connection

    async def dial_late(factory, host, port_dialled, **options):
        if port_dialled == port:
            is_dialled.set()
            await may_dial.wait()
        return await dial(factory, host, port_dialled, **options)

    monkeypatch.setattr(loop, "create_connection", dial_late)
    proxy = LinkProxy("127.0.0.1", port)
    async with asyncio.timeout(DEADLINE_S), asyncio.TaskGroup() as group:
        await proxy.start(group)
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        await is_dialled.wait()
        if leaves == "proxy":
            proxy.close()
        else:
            writer.write_eof()
            assert await reader.read() == b""
        may_dial.set()
        await made.wait()
        await lost.wait()
        writer.close()
        proxy.close()
    broker.close()
    await settle()

"""Connections over ways that take time and are cut: order stays, what was sent before a heal arrives after it."""

from __future__ import annotations

import asyncio
import contextlib
import random

import pytest

from kavka.simulation.links import RETRANSMISSION_MS_MAX, Link, Links
from kavka.simulation.memory_network import MemoryNetwork
from kavka.simulation.virtual_loop import VirtualLoop, running


class Lan:
    """A server `b` that returns what it gets, and a client `a`."""

    def __init__(self, seed=1, link=None):
        self.links = Links(random.Random(seed), link)
        self.network = MemoryNetwork(self.links)
        self.loop = VirtualLoop(random.Random(seed), self.network)
        self.heard = []
        self.ends = []

    async def serve(self):
        async def echo(reader, writer):
            try:
                while data := await reader.read(100_000):
                    self.heard.append((round(self.loop.time(), 3), len(data)))
                    writer.write(data)
                self.ends.append("end")
            except OSError as error:
                self.ends.append(type(error).__name__)
            writer.close()

        server = await asyncio.start_server(echo, "b", 7)
        await server.serve_forever()

    def run(self, client):
        async def main():
            self.b, self.a = self.loop.host("b"), self.loop.host("a")
            self.loop.start(self.b, self.serve())
            await asyncio.sleep(0.001)
            async with asyncio.timeout(3600):
                return await self.loop.start(self.a, client(self))

        with running(self.loop) as loop:
            return loop.run_until_complete(main())


@contextlib.asynccontextmanager
async def connected():
    reader, writer = await asyncio.open_connection("b", 7)
    try:
        yield reader, writer
    finally:
        writer.close()


async def exchange(reader, writer, data):
    writer.write(data)
    return await reader.readexactly(len(data))


def test_bytes_take_the_time_that_the_way_takes():
    async def client(lan):
        async with connected() as (reader, writer):
            began = lan.loop.time()
            assert await exchange(reader, writer, b"x" * 1_000_000) == b"x" * 1_000_000
            return lan.loop.time() - began

    took = Lan(link=Link(latency_us=(10_000, 10_000), bytes_per_s=1_000_000)).run(client)
    assert 1.0 < took < 3.0


def test_order_stays_however_much_latencies_differ():
    async def client(_lan):
        async with connected() as (reader, writer):
            sent = bytearray()
            for number in range(200):
                part = b"%d," % number
                sent += part
                writer.write(part)
                await asyncio.sleep(0.0005)
            return await reader.readexactly(len(sent)) == bytes(sent)

    assert Lan(link=Link(latency_us=(1, 100_000))).run(client)


def test_the_same_seed_sends_the_same_bytes_at_the_same_times():
    async def client(_lan):
        async with connected() as (reader, writer):
            for number in range(50):
                await exchange(reader, writer, b"%d" % number)

    lans = [Lan(seed) for seed in (1, 1, 2)]
    for lan in lans:
        lan.run(client)
    assert lans[0].links.digest == lans[1].links.digest != lans[2].links.digest


@pytest.mark.parametrize("both_ways", [True, False])
def test_what_is_sent_during_a_cut_arrives_after_it(both_ways):
    async def client(lan):
        async with connected() as (reader, writer):
            await exchange(reader, writer, b"before")
            lan.links.cut("a", "b", both_ways=both_ways)
            writer.write(b"during")
            await asyncio.sleep(30)
            assert [size for _, size in lan.heard] == [6]
            lan.links.heal("a", "b")
            return await reader.readexactly(6)

    assert Lan().run(client) == b"during"


def test_what_waits_for_a_heal_that_is_too_short_waits_for_the_next_one():
    async def client(lan):
        async with connected() as (reader, writer):
            lan.links.cut("a", "b")
            writer.write(b"during")
            await asyncio.sleep(1)
            lan.links.heal("a", "b")
            lan.links.cut("a", "b")  # before the writer has had a turn: as a paused one has none
            await asyncio.sleep(1)
            assert lan.heard == []
            lan.links.heal("a", "b")
            healed = lan.loop.time()
            return await reader.readexactly(6), lan.loop.time() - healed

    data, took = Lan().run(client)
    assert data == b"during"
    assert took < 1


def test_a_one_way_cut_lets_the_request_through_and_no_response():
    async def client(lan):
        async with connected() as (reader, writer):
            lan.links.cut("b", "a", both_ways=False)
            writer.write(b"asked")
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(10):
                    await reader.readexactly(5)
            assert [size for _, size in lan.heard] == [5]

    Lan().run(client)


def test_who_writes_into_a_cut_for_too_long_gives_up():
    async def client(lan):
        async with connected() as (reader, writer):
            lan.links.cut("a", "b")
            writer.write(b"x")
            with pytest.raises(TimeoutError):
                await reader.read(1)
            return lan.loop.time()

    assert Lan().run(client) == pytest.approx(RETRANSMISSION_MS_MAX / 1000, rel=0.01)


def test_nobody_can_connect_over_a_cut_until_it_is_healed():
    async def client(lan):
        lan.links.cut("a", "b")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(5):
                await asyncio.open_connection("b", 7)
        lan.loop.call_later(5, lan.links.heal_all)
        async with connected() as (reader, writer):
            return await exchange(reader, writer, b"x")

    assert Lan().run(client) == b"x"


def test_a_killed_process_ends_its_connections_and_its_address_refuses():
    async def client(lan):
        async with connected() as (reader, writer):
            await exchange(reader, writer, b"x")
            lan.loop.kill(lan.b)
            lan.network.end_process("b", silently=False)
            assert await reader.read(1) == b""
            with pytest.raises(ConnectionRefusedError):
                await asyncio.open_connection("b", 7)
            writer.close()
            await writer.wait_closed()
            return lan.network.open_at("a"), lan.ends

    assert Lan().run(client) == (0, [])


def test_a_machine_without_power_says_nothing_and_resets_who_writes_once_it_is_back():
    async def client(lan):
        async with connected() as (reader, writer):
            await exchange(reader, writer, b"x")
            lan.loop.kill(lan.b)
            lan.network.end_process("b", silently=True)
            lan.links.take_down("b")
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(30):
                    await reader.read(1)
            writer.write(b"y")
            await asyncio.sleep(10)
            lan.links.bring_up("b")
            with pytest.raises(ConnectionResetError):
                await reader.read(1)

    Lan().run(client)

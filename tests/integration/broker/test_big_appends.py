"""Megabytes into pages that the machine has to find first: they hold up nobody but who waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import threading

import pytest

from kavka.broker.machine import machine_world
from kavka.common.machine_filesystem import MachineFileSystem
from tests.support.broker.whole_broker import connect, create, fetch, produce, properties, running

pytestmark = pytest.mark.slow

MEGABYTE = bytes(1_000_000)
SLOW_FROM = 512 * 1024
WAIT_S = 30


class SlowPages(MachineFileSystem):
    """A disk whose large writes, in whatever thread they are, last until the gate is opened."""

    __slots__ = ("begun", "gate")

    def __init__(self):
        super().__init__()
        self.gate = threading.Event()
        self.begun = threading.Semaphore(0)

    def pwritev(self, fd, buffers, position, size):
        if size >= SLOW_FROM:
            self.begun.release()
            assert self.gate.wait(WAIT_S), "a large write holds up the loop, and with it whoever would open the gate"
        super().pwritev(fd, buffers, position, size)

    def close(self):
        self.gate.set()
        super().close()


@contextlib.asynccontextmanager
async def serving(zookeeper, directory, disk, connections):
    """A broker with topics big, of 4 partitions, and small, and so many connections to it."""
    world = dataclasses.replace(machine_world(), filesystem=disk)
    async with running(properties(zookeeper, directory), world) as ready, contextlib.AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(await connect(ready)) for _ in range(connections)]
        for topic, partitions in (("big", 4), ("small", 1)):
            assert (await create(opened[0], topic, partitions)).error_code == 0
        yield opened


async def test_a_small_producer_is_answered_while_large_writes_stand_in_the_disk(zookeeper, tmp_path):
    disk = SlowPages()
    async with serving(zookeeper, tmp_path, disk, 6) as (small, reader, *large):
        at_work = [
            asyncio.ensure_future(produce(connection, "big", [MEGABYTE], partition))
            for partition, connection in enumerate(large)
        ]
        for _ in range(2):  # as many as there are threads
            assert await asyncio.to_thread(disk.begun.acquire, timeout=WAIT_S)
        for number in range(20):
            assert (await produce(small, "small", [b"%d" % number])).base_offset == number
        assert await fetch(reader, "small", 19) == [b"19"]
        assert await fetch(reader, "big") == []
        assert not any(task.done() for task in at_work)
        disk.gate.set()
        assert [(await task).base_offset for task in at_work] == [0, 0, 0, 0]
        assert await fetch(reader, "big", 0, 3) == [MEGABYTE]


async def test_several_large_producers_of_one_partition_lose_and_mix_nothing(zookeeper, tmp_path):
    disk = SlowPages()
    disk.gate.set()
    async with serving(zookeeper, tmp_path, disk, 5) as (reader, *large):

        async def write(number, connection):
            return [
                (await produce(connection, "big", [b"%d.%d " % (number, turn) + MEGABYTE[:700_000]])).base_offset
                for turn in range(5)
            ]

        offsets = await asyncio.gather(*(write(*numbered) for numbered in enumerate(large)))
        assert sorted(offset for own in offsets for offset in own) == list(range(20))
        for number, own in enumerate(offsets):
            assert own == sorted(own)
            for turn, offset in enumerate(own):
                (value,) = await fetch(reader, "big", offset)
                assert value.startswith(b"%d.%d " % (number, turn))


async def test_a_stop_in_order_keeps_what_is_being_written(zookeeper, tmp_path):
    disk = SlowPages()
    async with serving(zookeeper, tmp_path, disk, 1) as (large,):
        task = asyncio.ensure_future(produce(large, "big", [MEGABYTE]))
        assert await asyncio.to_thread(disk.begun.acquire, timeout=WAIT_S)
    with contextlib.suppress(ConnectionError):
        await task
    async with running(properties(zookeeper, tmp_path)) as ready, await connect(ready) as reader:
        assert await fetch(reader, "big") == [MEGABYTE]

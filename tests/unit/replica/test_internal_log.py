"""An internal topic: what its keeper is told when leadership comes and goes, and what becomes of appends."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os

import pytest

from kavka.broker.replica.internal_log import partition_for
from kavka.common.lane import Lane
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.protocol.errors import ErrorCode
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.reader import read_records
from tests.support.replica.node import BROKER, Node, batch

TOPIC = "__consumer_offsets"


class Keeper:
    """Writes down what it hears."""

    def __init__(self):
        self.heard = []
        self.values = []
        self.changed = asyncio.Event()
        self.took = asyncio.Event()
        self.refuse = None

    def _hear(self, *what):
        self.heard.append(what)
        self.changed.set()

    def begin_load(self, index, leader_epoch):
        self._hear("begin", index, leader_epoch)

    def load(self, index, header, buf, pos):
        if header.base_offset == self.refuse:
            raise CorruptRecords("a test says so")
        self.values += [record.value for record in read_records(buf, pos, header)]
        self.took.set()
        yield

    def build(self, index):
        yield

    def resume(self, index):
        yield

    def end_load(self, index, leader_epoch):
        self._hear("end", index, leader_epoch)

    def refuse_load(self, index, reason):
        self._hear("refuse", index)

    def elected_again(self, index, leader_epoch):
        self._hear("again", index, leader_epoch)

    def unload(self, index):
        self._hear("unload", index)
        yield

    async def until(self, *what):
        async with asyncio.timeout(30):
            while what not in self.heard:
                self.changed.clear()
                await self.changed.wait()


@contextlib.asynccontextmanager
async def running(node, **options):
    keeper = Keeper()
    options.setdefault("lane", Lane())
    log = node.internal_log(TOPIC, keeper, filesystem=MachineFileSystem(), **options)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(log.run())
        yield log, keeper
        task.cancel()


def test_keys_hash_to_partitions_as_in_java():
    # java: "…".hashCode(), then Utils.abs(…) % 50
    assert [partition_for(key, 50) for key in ("", "group", "test-consumer-group", "polygenelubricants", "ü𝄞")] == [
        0,
        (98629247) % 50,
        partition_for("test-consumer-group", 50),
        0,  # its hash is Integer.MIN_VALUE, whose absolute value Kafka makes 0
        (((252 * 31) + 0xD834) * 31 + 0xDD1E) % 50,
    ]


async def test_what_the_log_holds_is_read_when_this_broker_comes_to_lead_and_dropped_when_it_resigns(node):
    async with running(node, load_bytes=1) as (log, keeper):
        node.lead(TOPIC, 3, epoch=4)
        await keeper.until("end", 3, 4)
        for value in (b"a", b"b", b"c"):
            node.produce(batch(value), TOPIC, 3)
        node.lead(TOPIC, 3, epoch=5, leader=BROKER + 1)
        assert log.leader_epoch(3) is None
        keeper.refuse = 1
        node.lead(TOPIC, 3, epoch=6)
        assert keeper.heard == [("begin", 3, 4), ("end", 3, 4), ("unload", 3), ("begin", 3, 6)]
        assert not log.is_loaded(3)
        await keeper.until("end", 3, 6)
        assert log.is_loaded(3)
        assert keeper.values == [b"a", b"c"], "what cannot be read is left out, the rest is loaded"


async def test_a_leader_that_is_elected_again_loads_nothing_anew(node):
    async with running(node) as (log, keeper):
        node.lead(TOPIC, epoch=1)
        await keeper.until("end", 0, 1)
        node.lead(TOPIC, epoch=2)
        node.stop(TOPIC, epoch=3)
        assert keeper.heard[2:] == [("again", 0, 2), ("unload", 0)]
        assert log.leader_epoch(0) is None


async def test_a_partition_that_resigns_in_the_middle_of_its_load_is_dropped(node):
    node.lead(TOPIC, epoch=1)
    for _ in range(3):
        node.produce(batch(b"x"), TOPIC)
    async with running(node, lane=Lane(slice_ns=0)) as (_, keeper):
        node.lead(TOPIC, epoch=2)
        await keeper.took.wait()
        node.lead(TOPIC, epoch=3, leader=BROKER + 1)
        node.lead(TOPIC, epoch=4)
        await keeper.until("end", 0, 4)
        assert keeper.heard == [("begin", 0, 2), ("unload", 0), ("begin", 0, 4), ("end", 0, 4)]
        assert keeper.values == [b"x"] * 4, "one of the first load, three of the second"


@pytest.mark.parametrize("acks", [-1, 1])
async def test_an_append_tells_its_offset_when_the_replicas_have_it(node, acks):
    appends = node.appends(TOPIC)
    async with running(node):
        node.lead(TOPIC, isr=(BROKER, BROKER + 1))
        told = []
        appends.append(0, batch(b"a", b"b"), lambda *what: told.append(what), timeout_ms=1000, acks=acks)
        appends.append(0, batch(b"c"), lambda *what: told.append(what), timeout_ms=1000, acks=acks)
        if acks == 1:
            assert told == [(0, 0), (0, 2)]
        else:
            assert told == []
            node.advance(1001)
            assert told == [(ErrorCode.REQUEST_TIMED_OUT, -1)] * 2


async def test_an_append_without_leadership_says_so_at_once(node):
    appends = node.appends(TOPIC)
    async with running(node):
        told = []
        appends.append(0, batch(b"a"), lambda *what: told.append(what), timeout_ms=1000)
        node.lead(TOPIC, leader=BROKER + 1)
        appends.append(0, batch(b"a"), lambda *what: told.append(what), timeout_ms=1000)
        assert told == [(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, -1), (ErrorCode.NOT_LEADER_OR_FOLLOWER, -1)]


def flip(node, at):
    path = node.directory / f"{TOPIC}-0" / f"{0:020d}.log"
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("at", [8, 16, 65, 70], ids=["length", "magic", "records", "base offset"])
async def test_a_log_that_is_not_whole_is_not_served(node, caplog, at):
    node.lead(TOPIC, epoch=1)
    for _ in range(3):
        node.produce(batch(b"x"), TOPIC)
    flip(node, at)
    async with running(node) as (log, keeper):
        node.lead(TOPIC, epoch=2)
        await keeper.until("refuse", 0)
        assert not log.is_loaded(0)
    assert f"{TOPIC}-0 is not coordinated here" in caplog.text
    assert f"{0:020d}.log, offset 0 or behind" in caplog.text


async def test_a_damaged_log_is_served_without_what_cannot_be_read_where_that_is_asked_for(node):
    node.lead(TOPIC, epoch=1)
    for _ in range(3):
        node.produce(batch(b"x"), TOPIC)
    flip(node, 65)
    async with running(node, loads_damaged=lambda: True) as (log, keeper):
        node.lead(TOPIC, epoch=2)
        await keeper.until("end", 0, 2)
        assert log.is_loaded(0)


class FailingDisk(MachineFileSystem):
    """A disk that has nothing in memory, and reads nothing, once it is broken."""

    is_broken = False

    def pread_resident(self, fd, size, position):
        return None if self.is_broken else super().pread_resident(fd, size, position)

    def load_pages(self, path, size, position):
        if self.is_broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        super().load_pages(path, size, position)

    def pread(self, fd, size, position):
        if self.is_broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return super().pread(fd, size, position)


async def test_a_disk_that_fails_while_a_partition_is_loaded_takes_its_directory_offline(tmp_path, caplog):
    disk = FailingDisk()
    node = Node(tmp_path, filesystem=disk)
    async with running(node) as (log, keeper):
        node.lead(TOPIC, epoch=1)
        await keeper.until("end", 0, 1)
        node.produce(batch(b"a"), TOPIC)
        node.lead(TOPIC, epoch=2, leader=BROKER + 1)
        disk.is_broken = True
        node.lead(TOPIC, epoch=3)
        await keeper.until("refuse", 0)
        assert not node.log_manager.online_dirs
        assert not log.is_loaded(0)
    assert not [record for record in caplog.records if record.exc_info], "it is no defect, and tells no traceback"
    disk.close()

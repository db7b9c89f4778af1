"""Fetches of what is only on the device: they wait in a thread, nobody else waits, and nothing stale is answered."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import pytest

from kavka.broker.replica.cold_reads import COLD_LOADS_MAX, COLD_ROUNDS_MAX
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.protocol.errors import ErrorCode
from kavka.protocol.records.batch import iter_records
from tests.support.replica.node import Node, batch

DEADLINE = 10


class ColdFileSystem(MachineFileSystem):
    """The files named in `cold` are not in memory; loading one waits for the gate, and warms it."""

    __slots__ = ("cold", "gate", "is_warming", "loads", "names")

    def __init__(self):
        super().__init__()
        self.cold = set()
        self.names = {}
        self.gate = threading.Event()
        self.is_warming = True
        self.loads = 0

    def open(self, path, *, create=False):
        fd = super().open(path, create=create)
        self.names[fd] = path
        return fd

    def pread_resident(self, fd, size, position):
        return None if self.names[fd] in self.cold else super().pread_resident(fd, size, position)

    def load_pages(self, path, size, position):
        self.loads += 1
        assert self.gate.wait(DEADLINE)
        if self.is_warming:
            self.cold.discard(path)
        super().load_pages(path, size, position)


@contextlib.asynccontextmanager
async def serving(directory):
    """A node that leads a-0 and b-0, a-0's records being cold, and serves until the end."""
    filesystem = ColdFileSystem()
    node = Node(directory, filesystem=filesystem, is_blocking=False)
    async with asyncio.timeout(DEADLINE), asyncio.TaskGroup() as group:
        running = group.create_task(node.manager.run())
        await asyncio.sleep(0)  # what it starts has started
        await asyncio.sleep(0)
        for topic in "ab":
            node.lead(topic)
            node.produce(batch(b"1"), topic, acks=1)
            node.produce(batch(b"2"), topic, acks=1)
        chill(node)
        try:
            yield node
        finally:
            filesystem.gate.set()
            running.cancel()
    node.log_manager.close()


def chill(node, topic="a"):
    node.filesystem.cold.add(node.manager.partitions.get(topic, 0).log.segments.active.path)


async def answered(call):
    await call.done.wait()
    return call.partition


def values(partition):
    return [record.value for record in iter_records(partition.records)]


async def test_what_was_cold_before_the_service_ran_is_loaded_when_it_does(tmp_path):
    node = Node(tmp_path, filesystem=ColdFileSystem(), is_blocking=False)
    node.lead("a")
    node.produce(batch(b"1"), "a", acks=1)
    chill(node)
    node.filesystem.gate.set()
    call = node.fetch(0, "a")
    assert call.is_waiting
    async with asyncio.timeout(DEADLINE), asyncio.TaskGroup() as group:
        running = group.create_task(node.manager.run())
        assert values(await answered(call)) == [b"1"]
        running.cancel()
    node.log_manager.close()


async def test_others_are_served_while_a_cold_read_hangs(tmp_path):
    async with serving(tmp_path) as node:
        cold = node.fetch(0, "a")
        assert cold.is_waiting
        assert values(node.fetch(0, "b").partition) == [b"1", b"2"]
        assert node.produce(batch(b"3"), "a", acks=1).answer.responses[0].partition_responses[0].base_offset == 2
        assert cold.is_waiting
        node.filesystem.gate.set()
        assert values(await answered(cold)) == [b"1", b"2", b"3"]


async def test_a_cold_read_of_one_partition_holds_back_its_own_fetch_only_until_it_is_there(tmp_path):
    async with serving(tmp_path) as node:
        node.filesystem.gate.set()
        call = node.fetch(partitions=[("b", 0, 0), ("a", 0, 0)])
        await call.done.wait()
        parts = [part for topic in call.answer.responses for part in topic.partitions]
        assert [values(part) for part in parts] == [[b"1", b"2"], [b"1", b"2"]]


async def test_what_was_truncated_meanwhile_is_not_answered(tmp_path):
    async with serving(tmp_path) as node:
        call = node.fetch(1, "a", replica_id=-1)
        node.manager.partitions.get("a", 0).log.truncate_to(0)
        node.filesystem.gate.set()
        assert (await answered(call)).error_code == ErrorCode.OFFSET_OUT_OF_RANGE


async def test_what_was_deleted_meanwhile_is_not_answered(tmp_path):
    async with serving(tmp_path) as node:
        call = node.fetch(0, "a")
        node.stop("a", delete=True, epoch=-2)
        node.filesystem.gate.set()
        assert (await answered(call)).error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


async def test_bug_13_a_leadership_lost_meanwhile_is_found_out(tmp_path):
    async with serving(tmp_path) as node:
        call = node.fetch(0, "a")
        node.lead("a", leader=2, isr=(1, 2), epoch=1)
        node.filesystem.gate.set()
        assert (await answered(call)).error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER


async def test_a_fetch_that_had_waited_for_records_may_find_them_cold(tmp_path):
    async with serving(tmp_path) as node:
        node.filesystem.gate.set()
        node.filesystem.cold.clear()
        call = node.fetch(1, "a", max_wait_ms=500, min_bytes=10_000)
        assert call.is_waiting
        chill(node)
        node.advance(500)
        assert values(await answered(call)) == [b"2"]


async def test_a_session_is_answered_after_a_cold_read(tmp_path):
    async with serving(tmp_path) as node:
        node.filesystem.gate.set()
        call = node.fetch(0, "a", session_epoch=0)
        await call.done.wait()
        assert call.answer.session_id > 0


async def test_memory_so_short_that_nothing_stays_is_read_all_the_same(tmp_path):
    async with serving(tmp_path) as node:
        node.filesystem.gate.set()
        node.filesystem.is_warming = False
        assert values(await answered(node.fetch(0, "a"))) == [b"1", b"2"]
        assert node.filesystem.loads == COLD_ROUNDS_MAX


async def test_loads_are_bounded_and_all_get_their_turn(tmp_path):
    async with serving(tmp_path) as node:
        node.filesystem.is_warming = False
        calls = [node.fetch(0, "a") for _ in range(3 * COLD_LOADS_MAX)]
        while node.filesystem.loads < COLD_LOADS_MAX:  # noqa: ASYNC110 - threads count it
            await asyncio.sleep(0.001)
        assert node.filesystem.loads == COLD_LOADS_MAX
        node.filesystem.gate.set()
        for call in calls:
            assert values(await answered(call)) == [b"1", b"2"]


async def test_a_disk_that_fails_while_loading_is_an_error_of_the_partition(tmp_path):
    async with serving(tmp_path) as node:

        class Broken(ColdFileSystem):
            __slots__ = ()

            def load_pages(self, path, size, position):
                raise OSError(5, "Input/output error")

            def pread(self, fd, size, position):
                raise OSError(5, "Input/output error")

        node.filesystem.__class__ = Broken
        assert (await answered(node.fetch(0, "a"))).error_code == ErrorCode.KAFKA_STORAGE_ERROR
        node.filesystem.__class__ = ColdFileSystem


async def test_a_search_by_time_in_what_is_cold_lets_the_others_be_served(tmp_path):
    async with serving(tmp_path) as node:
        searching = asyncio.ensure_future(node.list_offsets(1_700_000_000_000, "a"))
        while not node.filesystem.loads:  # noqa: ASYNC110 - a thread counts it
            await asyncio.sleep(0.001)
        assert values(node.fetch(0, "b").partition) == [b"1", b"2"]
        assert not searching.done()
        node.filesystem.gate.set()
        assert (await searching).partition.offset == 0


@pytest.mark.parametrize("size", [61, 1 << 20])
def test_what_was_just_written_is_in_memory(tmp_path, size):
    filesystem = MachineFileSystem()
    path = str(tmp_path / "file")
    filesystem.create_empty(path)
    fd = filesystem.open(path)
    filesystem.pwrite(fd, bytes(range(256)) * 4096, 0)
    found = filesystem.pread_resident(fd, size, 0)
    filesystem.close_fd(fd)
    assert bytes(found) == (bytes(range(256)) * 4096)[:size]

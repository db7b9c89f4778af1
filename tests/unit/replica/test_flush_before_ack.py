"""`flush.messages`: what is acknowledged, or shown to anybody, is on the disk."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from kavka.common.machine_filesystem import MachineFileSystem
from kavka.protocol.errors import ErrorCode
from kavka.protocol.records.batch import iter_records
from tests.support.replica.node import Node, batch, error_of


class SlowDisk(MachineFileSystem):
    """Counts fsyncs, and on request fails them; one that was asked to wait waits in its thread."""

    def __init__(self):
        super().__init__()
        self.fsyncs = 0
        self.error = None

    def fsync(self, fd):
        self.fsyncs += 1
        if self.error is not None:
            raise self.error
        super().fsync(fd)


@pytest.fixture
def disk():
    return SlowDisk()


@pytest.fixture
def node(tmp_path, disk):
    node = Node(tmp_path, filesystem=disk, is_blocking=False)
    node.topics.overrides["t"] = {"flush.messages": "1"}
    node.lead()
    yield node
    node.log_manager.close()


@contextlib.asynccontextmanager
async def running(node):
    async with asyncio.TaskGroup() as group:
        task = group.create_task(node.manager.run())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        yield
        task.cancel()


@pytest.mark.parametrize("acks", [1, -1])
async def test_an_append_is_acknowledged_after_its_fsync(node, disk, acks):
    async with running(node):
        call = node.produce(batch(b"a"), acks=acks)
        log = node.manager.partitions.get("t", 0).log
        assert call.is_waiting
        assert (log.log_end_offset, log.high_watermark, log.recovery_point) == (1, 0, 0)
        await asyncio.wait_for(call.done.wait(), 5)
        assert call.partition.error_code == 0
        assert disk.fsyncs > 0
        assert (log.high_watermark, log.recovery_point) == (1, 1)


async def test_appends_that_come_during_a_flush_share_the_next_one(node, disk):
    async with running(node):
        calls = [node.produce(batch(b"a"), acks=1) for _ in range(50)]
        await asyncio.wait_for(asyncio.gather(*(call.done.wait() for call in calls)), 5)
        assert [call.partition.base_offset for call in calls] == list(range(50))
        assert disk.fsyncs <= 3 * 2 + 1  # and partition.metadata, once


async def test_consumers_see_nothing_that_is_not_on_the_disk(node):
    async with running(node):
        waiting = node.fetch(0, max_wait_ms=60_000)
        call = node.produce(batch(b"a"))
        assert node.fetch(0).partition.records == b""
        await asyncio.wait_for(waiting.done.wait(), 5)
        assert [record.value for record in iter_records(waiting.partition.records)] == [b"a"]
        assert call.partition.error_code == 0


async def test_acks_0_waits_for_nothing(node):
    async with running(node):
        assert node.produce(batch(b"a"), acks=0).is_silent


async def test_bug_66_a_failed_fsync_is_an_error_and_fences_the_directory(node, disk):
    async with running(node):
        disk.error = OSError(5, "Input/output error")
        call = node.produce(batch(b"a"), acks=1)
        await asyncio.wait_for(call.done.wait(), 5)
        assert call.partition.error_code == ErrorCode.KAFKA_STORAGE_ERROR
        disk.error = None
        assert node.produce(batch(b"b"), acks=1).partition.error_code == ErrorCode.KAFKA_STORAGE_ERROR
        assert node.fetch(0).partition.error_code == ErrorCode.KAFKA_STORAGE_ERROR


async def test_bug_66_whoever_waits_for_a_directory_that_fails_is_told(node, disk):
    async with running(node):
        fetch = node.fetch(0, max_wait_ms=60_000)
        disk.error = OSError(5, "Input/output error")
        node.produce(batch(b"a"), acks=1)
        await asyncio.wait_for(fetch.done.wait(), 5)
        assert fetch.partition.error_code == ErrorCode.KAFKA_STORAGE_ERROR
        assert error_of(node.lead(epoch=1)) == ErrorCode.KAFKA_STORAGE_ERROR


async def test_bug_46_losing_the_leadership_during_a_flush(node):
    async with running(node):
        call = node.produce(batch(b"a"), acks=1)
        node.lead(leader=2, isr=(1, 2), epoch=1)
        assert call.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
        await asyncio.sleep(0)


async def test_flush_messages_above_one_acknowledges_the_ones_before_without_a_flush(node, disk):
    node.topics.overrides["u"] = {"flush.messages": "3"}
    node.lead("u")
    async with running(node):
        fsyncs = disk.fsyncs
        assert node.produce(batch(), topic="u").partition.error_code == 0
        assert node.produce(batch(), topic="u").partition.error_code == 0
        assert disk.fsyncs == fsyncs
        third = node.produce(batch(), topic="u")
        assert third.is_waiting
        await asyncio.wait_for(third.done.wait(), 5)
        assert disk.fsyncs > fsyncs


async def test_what_is_asked_for_before_the_service_runs_is_flushed_when_it_does(node):
    call = node.produce(batch(b"a"), acks=1)
    assert call.is_waiting
    async with running(node):
        await asyncio.wait_for(call.done.wait(), 5)
        assert call.partition.error_code == 0
        assert node.manager.partitions.get("t", 0).log.recovery_point == 1


def test_without_the_service_running_the_flush_happens_at_once(tmp_path, disk):
    node = Node(tmp_path, filesystem=disk, is_blocking=True)
    node.topics.overrides["t"] = {"flush.messages": "1"}
    node.lead()
    assert node.produce(batch(b"a")).partition.error_code == 0
    assert node.manager.partitions.get("t", 0).log.recovery_point == 1
    node.log_manager.close()

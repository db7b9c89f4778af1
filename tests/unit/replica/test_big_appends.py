"""Big appends as clients and followers see them, while a disk thread writes and when it is done."""

from __future__ import annotations

import asyncio
import errno
import gc

import pytest

from kavka.broker.log.log_writes import LongAppend
from kavka.broker.log.validator import ValidRecords
from kavka.broker.replica.partition import LATEST
from kavka.common.thread_write import ThreadWrite
from kavka.protocol.errors import ErrorCode
from tests.support.log.held_writes import HoldingDisk
from tests.support.replica.node import Node, batch, error_of

BIG = bytes(600_000)
DEADLINE = 20


@pytest.fixture
def disk():
    return HoldingDisk()


@pytest.fixture
def node(tmp_path, disk):
    made = Node(tmp_path, filesystem=disk)
    made.lead()
    yield made
    made.log_manager.close()


async def turns():
    """Lets whatever can go on go on."""
    for _ in range(10):
        await asyncio.sleep(0)


def begin(node, *values, **options):
    """Sends a request that waits; its task gives the call."""
    return asyncio.ensure_future(node.produce(batch(*(values or (BIG,))), **options))


async def answered(task):
    return (await asyncio.wait_for(task, DEADLINE)).partition


@pytest.mark.parametrize("acks", [1, -1])
async def test_it_is_acknowledged_shown_and_counted_when_it_is_written(node, disk, acks):
    small = node.produce(batch(b"small"), acks=acks).partition
    task = begin(node, acks=acks)
    await turns()
    assert not task.done()
    assert node.fetch(1).partition.records == b""
    assert node.fetch(1).partition.high_watermark == 1
    assert node.list_offsets(LATEST).partition.offset == 1
    waiting = node.fetch(1, max_wait_ms=10_000)
    disk.release()
    produced = await answered(task)
    assert (small.base_offset, produced.error_code, produced.base_offset) == (0, 0, 1)
    assert len(waiting.partition.records) > len(BIG)
    assert node.list_offsets(LATEST).partition.offset == 2


async def test_a_follower_gets_it_and_counts_for_it_when_it_is_written(node, disk):
    node.lead(isr=(1, 2), replicas=(1, 2), epoch=1)
    task = begin(node)
    await turns()
    assert node.fetch(0, replica_id=2).partition.records == b""
    disk.release()
    await turns()
    assert len(node.fetch(0, replica_id=2).partition.records) > len(BIG)
    call = await asyncio.wait_for(task, DEADLINE)
    assert call.is_waiting
    node.fetch(1, replica_id=2)
    assert call.partition.error_code == 0


async def test_with_acks_0_the_connections_next_request_waits_as_well(node, disk):
    task = begin(node, acks=0)
    await turns()
    assert not task.done()
    disk.release()
    assert (await asyncio.wait_for(task, DEADLINE)).is_silent


async def test_small_appends_to_other_partitions_are_not_held_up(node, disk):
    node.lead(index=1)
    task = begin(node)
    await turns()
    assert node.produce(batch(b"small"), index=1).partition.error_code == 0
    assert not task.done()
    disk.release()
    await answered(task)


async def test_appends_to_one_partition_keep_the_order_in_which_they_came(node, disk):
    tasks = [begin(node), begin(node, b"small"), begin(node)]
    await turns()
    assert len(disk.held) == 1
    while not all(task.done() for task in tasks):
        if disk.held:
            disk.release()
        await turns()
    assert [(await answered(task)).base_offset for task in tasks] == [0, 1, 2]


async def test_each_partition_of_a_request_is_appended(node, disk):
    node.lead(index=1)
    tasks = [begin(node), begin(node, index=1)]
    await turns()
    assert len(disk.held) == 2
    disk.release(1)
    await turns()
    assert [task.done() for task in tasks] == [False, True]
    disk.release()
    assert (await answered(tasks[0])).error_code == 0


async def test_a_coordinators_append_does_not_wait_for_a_turn_of_the_loop(node, disk):
    task = begin(node)
    await turns()
    done = []
    node.appends("t").append(0, batch(b"offset"), lambda *what: done.append(what), timeout_ms=1_000)
    assert done == [(0, 1)]
    assert (await answered(task)).base_offset == 0


async def test_who_leads_no_more_when_it_is_written_does_not_acknowledge_it(node, disk):
    task = begin(node)
    await turns()
    assert error_of(node.lead(leader=2, isr=(1, 2), epoch=1)) == 0
    assert not disk.held, "a leadership ends with nothing in flight"
    assert (await answered(task)).error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER


async def test_a_new_epoch_of_the_same_leader_begins_behind_it(node, disk):
    task = begin(node)
    await turns()
    node.lead(epoch=5)
    assert (await answered(task)).base_offset == 0
    node.produce(batch(b"small"))
    epochs = node.manager.partitions.find("t", 0).log.leader_epoch_cache
    assert [epochs.epoch_for_offset(offset) for offset in (0, 1)] == [0, 5]


async def test_an_isr_that_shrinks_meanwhile_says_that_it_was_appended(node, disk):
    node.topics.overrides["t"] = {"min.insync.replicas": "2"}
    node.lead(index=3, isr=(1, 2), replicas=(1, 2))
    task = begin(node, index=3)
    await turns()
    partition = node.manager.partitions.find("t", 3)
    partition.isr = (1,)
    disk.release()
    assert (await answered(task)).error_code == ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND


async def test_a_deleted_partition_refuses_what_was_being_written(node, disk):
    task = begin(node)
    await turns()
    assert error_of(node.stop(delete=True, epoch=-2)) == 0
    assert (await answered(task)).error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert not disk.held


async def test_a_failed_write_fails_its_request_and_those_behind_it(node, disk):
    tasks = [begin(node), begin(node, b"small")]
    await turns()
    disk.failing.add("pwritev")
    disk.release()
    for task in tasks:
        assert (await answered(task)).error_code == ErrorCode.KAFKA_STORAGE_ERROR


async def test_a_shortage_fails_its_request_alone(node, disk):
    task = begin(node)
    await turns()
    disk.failing.add("pwritev")
    disk.errno = errno.ENOMEM
    disk.release()
    disk.failing.clear()
    assert (await answered(task)).error_code == ErrorCode.KAFKA_STORAGE_ERROR
    assert node.produce(batch(b"small")).partition.base_offset == 0


def kept():
    return [one for one in gc.get_objects() if isinstance(one, (ValidRecords, ThreadWrite, LongAppend))]


async def test_what_was_written_is_freed_without_a_collection_of_garbage(tmp_path):
    """A broker collects seldom: a request that leads back to itself would keep its megabyte for minutes."""
    node = Node(tmp_path)  # with real threads
    node.lead()
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            await answered(begin(node))
        async with asyncio.timeout(DEADLINE):
            while kept():  # noqa: ASYNC110 - the thread is about to forget what it has written
                await asyncio.sleep(0.01)
    finally:
        gc.enable()
        node.log_manager.close()

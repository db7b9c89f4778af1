"""`replication-offset-checkpoint`: what survives a restart, and what a checkpoint must never forget."""

from __future__ import annotations

import asyncio

from kavka.common.types import TopicPartition
from kavka.protocol.disk.checkpoint import decode_offsets
from kavka.protocol.disk.file_names import HIGH_WATERMARK_FILE
from tests.support.replica.node import batch


def checkpoint(node):
    path = node.directory / HIGH_WATERMARK_FILE
    return decode_offsets(path.read_bytes()) if path.exists() else {}


def test_high_watermarks_survive_a_restart(node):
    node.lead(isr=(1, 2))
    node.produce(batch(b"a", b"b"), acks=1)
    node.fetch(1, replica_id=2)
    node.manager.high_watermarks.write(at_once=True)
    assert checkpoint(node) == {TopicPartition("t", 0): 1}
    node.restart()
    node.lead(leader=2, isr=(1, 2), epoch=1)
    log = node.manager.partitions.get("t", 0).log
    assert (log.high_watermark, log.log_end_offset) == (1, 2)


def test_bug_21_nothing_is_written_before_the_controller_has_spoken(node):
    node.lead()
    node.produce(batch())
    node.manager.high_watermarks.write(at_once=True)
    node.restart()
    node.manager.high_watermarks.write(at_once=True)
    assert checkpoint(node) == {TopicPartition("t", 0): 1}


def test_bug_21_partitions_that_the_controller_has_not_named_yet_keep_theirs(node):
    for index in range(3):
        node.lead(index=index)
        node.produce(batch(*[b"v"] * (index + 1)), index=index)
    node.manager.high_watermarks.write(at_once=True)
    node.restart()
    node.lead(index=1, epoch=1)
    node.manager.high_watermarks.write(at_once=True)
    assert checkpoint(node) == {TopicPartition("t", index): index + 1 for index in range(3)}


def test_bug_21_a_high_watermark_above_the_log_is_cut_to_its_end(node):
    node.lead(isr=(1, 2))
    path = node.directory / HIGH_WATERMARK_FILE
    node.manager.high_watermarks.write(at_once=True)
    node.log_manager.shutdown()
    path.write_text("0\n1\nt 0 99\n")
    node.start()
    node.lead(isr=(1, 2), epoch=1)
    assert node.manager.partitions.get("t", 0).log.high_watermark == 0


def test_bug_61_a_broken_checkpoint_does_not_stop_the_start(node):
    node.lead()
    node.produce(batch())
    node.manager.high_watermarks.write(at_once=True)
    node.log_manager.shutdown()
    (node.directory / HIGH_WATERMARK_FILE).write_bytes(b"\x00garbage")
    node.start()
    node.lead(epoch=1)
    assert node.manager.partitions.get("t", 0).log.high_watermark == 1


def test_deleted_partitions_leave_the_checkpoint(node):
    for index in range(2):
        node.lead(index=index)
    node.manager.high_watermarks.write(at_once=True)
    node.stop(index=0, delete=True, epoch=-2)
    node.manager.high_watermarks.write(at_once=True)
    assert checkpoint(node) == {TopicPartition("t", 1): 0}


async def test_it_runs_until_cancelled(node):
    task = asyncio.get_running_loop().create_task(node.manager.run())
    node.lead()
    call = node.fetch(0, max_wait_ms=1)
    node.clock.advance(1)
    await asyncio.wait_for(call.done.wait(), 5)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()

"""Snapshots of many producers: a roll only takes note of them, and what is taken back meanwhile is not written."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.log.producer_snapshots import ENCODED_AT_ONCE_MAX, PUT_OFF_MAX, encode_in_steps
from kavka.common.pace import Pace
from kavka.protocol.disk.producer_snapshot import decode_snapshot
from kavka.protocol.errors import KafkaStorageError
from tests.support.log.building import NOW_MS, append, batch
from tests.support.log.managed import Node

PRODUCERS = 2 * ENCODED_AT_ONCE_MAX + 1


@pytest.fixture
def node(tmp_path):
    made = Node(tmp_path / "a")
    made.start()
    yield made
    made.manager.close()


def full(node, producers=PRODUCERS, sequence=0):
    """A log with a batch of each producer."""
    log = node.create()
    write(log, producers, sequence)
    return log


def write(log, producers=PRODUCERS, sequence=0):
    for producer_id in range(producers):
        log.append_as_leader(batch(producer=(producer_id, 0, sequence)), 0, NOW_MS, True)


def snapshots(node):
    return sorted(path.name for path in (node.paths[0] / "t-0").iterdir() if ".snapshot" in path.name)


def name(offset):
    return f"{offset:020d}.snapshot"


def pace():
    """One that gives others a turn after every step."""
    return Pace(lambda: 0, slice_ns=0)


async def test_a_roll_writes_the_snapshot_of_few_producers_and_leaves_that_of_many_to_later(node):
    log = full(node, ENCODED_AT_ONCE_MAX)
    log.roll(now_ms=NOW_MS)
    assert snapshots(node) == [name(ENCODED_AT_ONCE_MAX)]
    write(log, sequence=1)
    log.roll(now_ms=NOW_MS)
    assert snapshots(node) == [name(ENCODED_AT_ONCE_MAX)]
    end = log.log_end_offset
    await node.manager.run_due()
    assert snapshots(node) == [name(ENCODED_AT_ONCE_MAX), name(end)]


async def test_it_holds_the_producers_as_of_the_roll(node):
    log = full(node)
    log.roll(now_ms=NOW_MS)
    end = log.log_end_offset
    append(log, producer=(0, 0, 1))
    append(log, producer=(PRODUCERS, 0, 0))
    await log.flusher.write_snapshots(pace())
    entries = decode_snapshot((node.paths[0] / "t-0" / name(end)).read_bytes())
    assert [(entry.producer_id, entry.last_sequence) for entry in entries] == [(pid, 0) for pid in range(PRODUCERS)]


async def test_others_have_turns_while_it_is_encoded(node):
    log = full(node)
    assert sum(1 for _ in encode_in_steps(log.producer_state.entries)) == PRODUCERS // ENCODED_AT_ONCE_MAX
    log.roll(now_ms=NOW_MS)
    turns = 0
    async with asyncio.TaskGroup() as tasks:
        writing = tasks.create_task(log.flusher.write_snapshots(pace()))
        while not writing.done():
            turns += 1
            await asyncio.sleep(0)
    assert turns > PRODUCERS // ENCODED_AT_ONCE_MAX


@pytest.mark.parametrize("turns", range(6))
@pytest.mark.parametrize("act", ["truncate", "begin anew", "close"])
async def test_what_is_truncated_or_closed_meanwhile_leaves_no_snapshot_of_its_future(node, act, turns):
    log = full(node)
    log.roll(now_ms=NOW_MS)
    end = log.log_end_offset
    append(log)
    async with asyncio.TaskGroup() as tasks:
        writing = tasks.create_task(log.flusher.write_snapshots(pace()))
        for _ in range(turns):
            await asyncio.sleep(0)
        is_done = writing.done()
        if act == "truncate":
            log.truncate_to(end - 1)
        elif act == "begin anew":
            log.truncate_fully_and_start_at(end + 10)
        else:
            log.close()
    if act == "close":
        assert snapshots(node) == ([name(end)] if is_done else []) + [name(end + 1)]
    else:
        assert snapshots(node) == []
    assert not log.files.snapshots.has_put_off


async def test_rolls_that_nobody_writes_snapshots_of_are_bounded(node):
    log = full(node)
    for _ in range(PUT_OFF_MAX + 3):
        log.roll(now_ms=NOW_MS)
        append(log)
    await log.flusher.write_snapshots(pace())
    assert len(snapshots(node)) == PUT_OFF_MAX


async def test_a_log_that_was_killed_before_its_snapshot_was_written_knows_its_producers(node):
    log = full(node)
    log.roll(now_ms=NOW_MS)
    append(log, producer=(0, 0, 1))
    log.abandon("killed")
    node.kill()
    assert snapshots(node) == []
    node.start()
    found = node.create().producer_state
    assert len(found) == PRODUCERS
    assert (found.get(0).last_sequence, found.get(1).last_sequence) == (1, 0)


async def test_a_disk_that_fails_then_takes_its_directory_offline(node):
    log = full(node)
    log.roll(now_ms=NOW_MS)

    node.disk.failing.add("write_unsynced")
    with pytest.raises(KafkaStorageError):
        await log.flusher.write_snapshots(pace())
    with pytest.raises(KafkaStorageError):
        append(log)

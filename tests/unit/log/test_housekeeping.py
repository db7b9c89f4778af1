"""What is looked at log by log lets others have their turn, however many logs there are."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from kavka.broker.log.data_dirs import DataDirs
from kavka.broker.log.housekeeping import SLICE_NS, Housekeeping
from kavka.broker.log.offset_checkpoints import Checkpoint, OffsetCheckpoints
from kavka.common.lane import Lane
from kavka.timer.clock import SystemClock
from tests.support.log.building import append
from tests.support.log.managed import Node

LOGS = 5


@pytest.fixture
def node(tmp_path):
    made = Node(tmp_path / "a")
    yield made
    made.manager.close()


@pytest.mark.parametrize(
    "interval_ms",
    [
        pytest.param(300_000, id="retention"),
        pytest.param(600_000, id="expiry of producers"),
    ],
)
async def test_a_slice_that_is_used_up_is_followed_by_a_pause(node, monkeypatch, interval_ms):
    monkeypatch.setattr("kavka.broker.log.housekeeping.SLICE_PAUSE_MS", 0)
    node.start()
    for index in range(LOGS):
        append(node.create("t", index))
    manager = node.manager
    housekeeping = Housekeeping(
        manager.data_dirs,
        OffsetCheckpoints(manager.data_dirs),
        node.clock,
        node.disk,
        Lane(),
        ticks=itertools.count(step=SLICE_NS).__next__,
        machine_clock=SystemClock(),
    )
    await housekeeping.run_due()
    turns = 0

    async def others():
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    task = asyncio.ensure_future(others())
    node.clock.advance(interval_ms)
    await housekeeping.run_due()
    task.cancel()
    assert turns >= LOGS - 1


@pytest.mark.parametrize("work", ["retention", "checkpoints"])
async def test_housekeeping_and_requests_share_the_turns_of_one_lane(node, monkeypatch, work):
    """A turn of the loop has a slice of the one or of the other, never one of each."""
    monkeypatch.setattr("kavka.broker.log.housekeeping.SLICE_PAUSE_MS", 0)
    node.start()
    for index in range(LOGS):
        append(node.create("t", index))
    lane = Lane(itertools.count(step=10 * SLICE_NS).__next__)
    seen = []
    all_seen = asyncio.Event()
    is_over = False

    def note(_=None):
        seen.append("housekeeping")
        if seen.count("housekeeping") == LOGS:
            all_seen.set()

    class Noted(OffsetCheckpoints):
        def gather(self, which):
            for _ in range(LOGS):
                note()
                yield
            return []

    manager = node.manager
    housekeeping = Housekeeping(
        manager.data_dirs,
        Noted(manager.data_dirs),
        node.clock,
        node.disk,
        lane,
        ticks=itertools.count(step=SLICE_NS).__next__,
        machine_clock=SystemClock(),
    )
    monkeypatch.setattr(DataDirs, "is_configured", lambda _, log: note(log))

    def request():
        while not is_over:
            seen.append("request")
            yield

    async def count_turns():
        while not is_over:
            await asyncio.sleep(0)
            seen.append("turn")

    await housekeeping.run_due()
    if work == "checkpoints":
        running = asyncio.ensure_future(housekeeping.run())
        await asyncio.sleep(0)
        housekeeping.request_checkpoint(Checkpoint.RECOVERY_POINTS)
    else:
        node.clock.advance(300_000)
        running = asyncio.ensure_future(housekeeping.run_due())
    others = [asyncio.ensure_future(lane.do(request())), asyncio.ensure_future(count_turns())]
    await all_seen.wait()
    is_over = True
    await asyncio.gather(*others)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    turns = " ".join(seen).split("turn")
    assert sum("housekeeping" in turn for turn in turns) == LOGS
    assert sum("request" in turn for turn in turns) > 2
    assert not any("housekeeping" in turn and "request" in turn for turn in turns[2:-2])

"""What is looked at log by log lets others have their turn, however many logs there are."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from kavka.broker.log.housekeeping import SLICE_NS, Housekeeping
from kavka.broker.log.log_changes import LogChanges
from kavka.broker.log.offset_checkpoints import OffsetCheckpoints

from .building import append
from .test_log_manager import Node

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
        manager,
        OffsetCheckpoints(manager.dirs, LogChanges()),
        node.clock,
        node.disk,
        ticks=itertools.count(step=SLICE_NS).__next__,
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

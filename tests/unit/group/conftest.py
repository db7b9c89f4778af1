"""A group coordinator on a real replica of `__consumer_offsets`, with a clock that only tests move."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.group.groups import Groups
from tests.support.replica.node import Node


@pytest.fixture
async def unled(tmp_path):
    """A coordinator that leads nothing yet."""
    node = Node(tmp_path)
    groups = Groups(node)
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(groups.log.run())
        yield groups
        running.cancel()
    node.log_manager.close()


@pytest.fixture
async def groups(unled):
    """A coordinator that leads the only partition, which is empty."""
    await unled.lead()
    return unled

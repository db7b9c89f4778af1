"""The overrides of topics that a broker hears of for the first time, while ZooKeeper is there and while it is not."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.cluster.topic_configs import AWAY_MS_MAX, TopicConfigs
from kavka.timer.clock import ManualClock
from kavka.zk.errors import ConnectionLoss
from kavka.zk.fake import FakeZooKeeper
from kavka.zk.znodes import ConfigZNode

OVERRIDES = {"retention.ms": "1000"}


class Asked:
    """Topic configurations over a ZooKeeper with one topic, and the time."""

    def __init__(self):
        self.clock = ManualClock()
        self.zk = FakeZooKeeper(self.clock).client()
        self.configs = TopicConfigs(self.zk, lambda overrides: pytest.fail(f"nobody asked for a log of {overrides}"))

    async def start(self):
        await self.zk.start(1_000)
        await self.zk.create("/config/topics/t", ConfigZNode(OVERRIDES).encode(), make_parents=True)
        return self

    async def pass_ms(self, ms):
        for _ in range(ms // 50):
            for _ in range(5):
                await asyncio.sleep(0)
            self.clock.advance(50)
        await asyncio.sleep(0)


async def test_what_is_asked_while_the_connection_is_broken_is_read_when_it_is_back():
    asked = await Asked().start()
    asked.zk.suspend()
    fetching = asyncio.ensure_future(asked.configs.fetch(["t", "none"]))
    await asked.pass_ms(5_000)
    assert not fetching.done()
    asked.zk.resume()
    await asked.pass_ms(100)
    assert await fetching == {"t": OVERRIDES, "none": {}}
    assert asked.configs.cached("t") == OVERRIDES


async def test_a_session_that_is_lost_meanwhile_is_no_reason_to_refuse():
    asked = await Asked().start()
    asked.zk.suspend()
    fetching = asyncio.ensure_future(asked.configs.fetch(["t"]))
    await asked.pass_ms(1_000)
    asked.zk.expire()
    await asked.pass_ms(200)
    assert await fetching == {"t": OVERRIDES}


async def test_nobody_waits_for_ever_and_nothing_is_remembered_of_what_failed():
    asked = await Asked().start()
    asked.zk.suspend()
    fetching = asyncio.ensure_future(asked.configs.fetch(["t"]))
    await asked.pass_ms(AWAY_MS_MAX + 100)
    with pytest.raises(ConnectionLoss):
        await fetching
    assert asked.configs.missing(["t"]) == ["t"]

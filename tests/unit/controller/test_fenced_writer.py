"""Writes check the epoch, share round trips, and fail one by one."""

from __future__ import annotations

import asyncio

import pytest

from kavka.controller.events import TopicChange
from kavka.controller.fenced_writer import OPS_PER_MULTI_MAX, ControllerMoved, FencedWriter, in_order
from kavka.controller.zk_watches import ZkWatches
from kavka.timer.clock import ManualClock
from kavka.zk import paths
from kavka.zk.errors import ConnectionLoss, NodeExists, NoNode
from kavka.zk.fake import FakeZooKeeper
from kavka.zk.ops import CreateOp, DeleteOp, SetOp


async def made():
    zk = FakeZooKeeper(ManualClock(0)).client()
    await zk.start(1000)
    await zk.create(paths.CONTROLLER_EPOCH, b"1")
    multis = []
    original = zk.multi

    async def counted(ops):
        multis.append(len(ops))
        return await original(ops)

    zk.multi = counted
    return zk, FencedWriter(zk, epoch_version=0), multis


async def test_many_groups_share_few_multis():
    zk, writer, multis = await made()
    results = await writer.write([(CreateOp(f"/n{i}"),) for i in range(1000)])
    assert [r[0] for r in results] == [f"/n{i}" for i in range(1000)]
    assert len(multis) == -(-1000 // OPS_PER_MULTI_MAX)
    assert len(await zk.children("/")) >= 1000


async def test_large_groups_travel_apart():
    _, writer, multis = await made()
    await writer.write([(CreateOp(f"/n{i}", b"x" * 400_000),) for i in range(3)])
    assert multis == [2, 2, 2]


async def test_a_group_that_fails_does_not_hold_up_the_others():
    zk, writer, multis = await made()
    await zk.create("/b")
    results = await writer.write(
        [
            (CreateOp("/a"), SetOp("/a", b"1")),
            (CreateOp("/new"), CreateOp("/b")),
            (DeleteOp("/nobody"),),
            (CreateOp("/c"),),
        ]
    )
    assert [type(result) for result in results] == [list, NodeExists, NoNode, list]
    assert await zk.exists("/new") is None, "a group is done whole or not at all"
    assert await zk.exists("/a") is not None
    assert await zk.exists("/c") is not None
    assert len(multis) == 3


async def test_nothing_is_written_with_an_old_epoch():
    zk, writer, _ = await made()
    await zk.set(paths.CONTROLLER_EPOCH, b"2")
    with pytest.raises(ControllerMoved):
        await writer.write([(CreateOp(f"/n{i}"),) for i in range(1000)])
    assert await zk.exists("/n0") is None
    await zk.delete(paths.CONTROLLER_EPOCH)
    with pytest.raises(ControllerMoved):
        await writer.write([(CreateOp("/n0"),)])


async def test_a_lost_connection_is_nobodys_result():
    zk, writer, _ = await made()
    zk.lose_next_answer()
    with pytest.raises(ConnectionLoss):
        await writer.write([(CreateOp("/a"),), (CreateOp("/b"),)])


async def test_nothing_to_write_is_no_call():
    _, writer, multis = await made()
    assert await writer.write([]) == []
    assert multis == []


async def test_calls_are_made_in_order_some_at_a_time():
    made, running, most = [], 0, 0

    def items():
        for number in range(20):
            made.append(number)
            yield number

    async def call(number):
        nonlocal running, most
        running += 1
        most = max(most, running)
        for _ in range(10 + number % 3):
            await asyncio.sleep(0)
        running -= 1
        return -number

    assert await in_order(items(), call, at_once_max=4) == [-number for number in range(20)]
    assert made == list(range(20))
    assert most == 4


async def test_behind_a_call_that_fails_none_is_begun():
    begun, ended = [], []

    async def call(number):
        begun.append(number)
        await asyncio.sleep(0)
        if number == 2:
            raise ConnectionLoss("gone")
        ended.append(number)

    with pytest.raises(ConnectionLoss):
        await in_order(range(100), call, at_once_max=3)
    assert len(begun) < 10
    assert ended == [number for number in begun if number != 2], "what was on its way is waited for"


async def test_a_watch_is_armed_once_however_often_one_reads():
    zk, _, _ = await made()
    news = []
    watches = ZkWatches(zk, news.append)
    await zk.create("/p")
    for _ in range(5):
        await watches.children("/p", TopicChange())
    assert (len(watches), len(zk._watches)) == (1, 1)
    await zk.create("/p/c")
    assert (news, len(watches)) == ([TopicChange()], 0)
    await watches.children("/p", TopicChange())
    await zk.create("/p/d")
    assert len(news) == 2


async def test_a_read_that_fails_arms_nothing():
    zk, _, _ = await made()
    watches = ZkWatches(zk, lambda event: None)
    with pytest.raises(NoNode):
        await watches.get("/nobody", TopicChange())
    assert len(watches) == 0

"""The fake's controls: faults on demand, time by hand. What it shares with the real thing is in the contract tests."""

from __future__ import annotations

import asyncio

import pytest

from kavka.timer.clock import ManualClock
from kavka.zk.client import SessionState, create_ephemeral
from kavka.zk.errors import ConnectionLoss, SessionExpired
from kavka.zk.fake import FakeZk, FakeZooKeeper


class Setup:
    def __init__(self) -> None:
        self.clock = ManualClock(1_000)
        self.server = FakeZooKeeper(self.clock)
        self.log: list[object] = []

    async def client(self, *, session_timeout_ms: int = 6_000) -> FakeZk:
        zk = self.server.client(session_timeout_ms=session_timeout_ms)
        await zk.start(1_000)
        return zk


@pytest.fixture
def setup() -> Setup:
    return Setup()


async def settle() -> None:
    """Lets everything that is queued on the loop happen."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_suspended_session_ends_when_its_time_is_over_by_the_clock_given(setup):
    zk, other = await setup.client(), await setup.client()
    first = zk.session_id
    await zk.create("/e", ephemeral=True)
    zk.suspend()
    setup.clock.advance(5_999)
    assert setup.server.expire_due() == []
    setup.clock.advance(1)
    assert setup.server.expire_due() == [first]
    assert await other.exists("/e") is None
    assert zk.state is SessionState.SUSPENDED, "it cannot know yet"
    zk.resume()
    await settle()
    assert zk.state is SessionState.CONNECTED
    assert (zk.session_id != first, zk.former_session_ids) == (True, {first})


async def test_connected_clients_never_time_out(setup):
    zk = await setup.client()
    setup.clock.advance(10**9)
    assert setup.server.expire_due() == []
    assert zk.state is SessionState.CONNECTED


async def test_times_of_nodes_are_the_clocks(setup):
    zk = await setup.client()
    setup.clock.set_wall_ms(77)
    _, stat = await zk.create("/a")
    assert (stat.ctime, stat.mtime) == (77, 77)


async def test_states_are_told_in_order(setup):
    zk = await setup.client()
    zk.add_state_listener(setup.log.append)
    zk.suspend()
    zk.resume()
    zk.expire()
    await settle()
    await zk.close()
    await settle()
    states = SessionState
    assert setup.log == [states.SUSPENDED, states.CONNECTED, states.LOST, states.CONNECTED, states.LOST]


async def test_a_lost_answer_is_a_write_that_happened(setup):
    zk = await setup.client()
    zk.lose_next_answer()
    with pytest.raises(ConnectionLoss):
        await zk.create("/a", b"1")
    assert (await zk.get("/a"))[0] == b"1"


async def test_bug_30_a_registration_whose_answer_was_lost_is_found_to_be_ones_own(setup):
    zk = await setup.client()
    zk.lose_next_answer()
    with pytest.raises(ConnectionLoss):
        await create_ephemeral(zk, "/me", b"1")
    stat = await create_ephemeral(zk, "/me", b"1")
    assert stat.ephemeral_owner == zk.session_id


async def test_a_pause_holds_answers_and_events_back_and_keeps_their_order(setup):
    zk, other = await setup.client(), await setup.client()
    await zk.create("/a")
    await zk.get("/a", watch=lambda event, path: setup.log.append(event))
    zk.pause()
    read = asyncio.ensure_future(zk.get("/a"))
    await settle()
    await other.set("/a", b"x")
    await settle()
    assert (read.done(), setup.log) == (False, [])
    second = asyncio.ensure_future(zk.get("/a"))
    second.add_done_callback(lambda done: setup.log.append(done.result()[0]))
    await settle()
    zk.unpause()
    await settle()
    assert (await read)[0] == b""
    assert setup.log == ["CHANGED", b"x"]


async def test_nothing_goes_out_while_suspended_or_closed(setup):
    zk = await setup.client()
    zk.suspend()
    with pytest.raises(ConnectionLoss):
        await zk.create("/a")
    zk.resume()
    assert await zk.exists("/a") is None
    await zk.close()
    with pytest.raises(SessionExpired):
        await zk.exists("/a")
    assert setup.server.tree.sessions == {}


async def test_bug_31_a_thousand_sessions_leave_nothing_behind(setup):
    zk = await setup.client()
    for _ in range(1_000):
        await zk.create("/e", ephemeral=True)
        await zk.get("/e", watch=setup.log.append)
        await zk.children("/", watch=setup.log.append)
        zk.expire()
        await settle()
    assert len(setup.server.tree.sessions) == len(setup.server.clients) == 1
    assert len(setup.server.tree.watches) == 0
    assert "/e" not in setup.server.tree.nodes


async def test_breaks_and_lost_sessions_are_counted(setup):
    zk = await setup.client()
    zk.suspend()
    zk.resume()
    zk.expire()
    await settle()
    counts = zk.statistics
    assert (counts.connects, counts.disconnects, counts.expires) == (3, 1, 1)

"""What every `ZkClient` does, whichever ZooKeeper is behind it: the fake is held to the real one."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from kavka.zk.client import CheckOp, CreateOp, DeleteOp, SessionState, SetOp, create_ephemeral, ensure_path
from kavka.zk.errors import (
    BadArguments,
    BadVersion,
    ConnectionLoss,
    NoChildrenForEphemerals,
    NodeExists,
    NoNode,
    NotEmpty,
    SessionExpired,
    ZkError,
)
from kavka.zk.ops import MAX_DATA_BYTES, PERM_ALL, PERM_READ, Acl, Stat
from tests.support.zookeeper.harness import Events, States


async def test_reads_and_writes_with_versions(zookeeper, base):
    zk = await zookeeper.client()
    path, stat = await zk.create(f"{base}/a", b"one")
    assert path == f"{base}/a"
    assert (stat.version, stat.ephemeral_owner, stat.data_length) == (0, 0, 3)
    assert stat.czxid == stat.mzxid == stat.pzxid > 0
    assert await zk.get(path) == (b"one", stat)
    changed = await zk.set(path, b"three", 0)
    assert (changed.version, changed.czxid, changed.data_length) == (1, stat.czxid, 5)
    assert changed.mzxid > stat.mzxid
    assert await zk.exists(path) == changed
    with pytest.raises(BadVersion):
        await zk.set(path, b"late", 0)
    with pytest.raises(BadVersion):
        await zk.delete(path, 0)
    await zk.delete(path, 1)
    assert await zk.exists(path) is None


async def test_refusals_have_their_own_classes(zookeeper, base):
    zk = await zookeeper.client()
    await zk.create(f"{base}/a")
    await zk.create(f"{base}/a/b")
    await zk.create(f"{base}/e", ephemeral=True)
    for error, call in (
        (NodeExists, zk.create(f"{base}/a")),
        (NoNode, zk.create(f"{base}/nope/x")),
        (NoChildrenForEphemerals, zk.create(f"{base}/e/x")),
        (NoNode, zk.get(f"{base}/nope")),
        (NoNode, zk.children(f"{base}/nope")),
        (NoNode, zk.set(f"{base}/nope", b"")),
        (NoNode, zk.delete(f"{base}/nope")),
        (NotEmpty, zk.delete(f"{base}/a")),
    ):
        with pytest.raises(error) as raised:
            await call
        assert base in str(raised.value)


async def test_children_are_sorted_and_counted(zookeeper, base):
    zk = await zookeeper.client()
    for name in "cab":
        await zk.create(f"{base}/{name}")
    await zk.delete(f"{base}/b")
    assert await zk.children(base) == ["a", "c"]
    stat = await zk.exists(base)
    assert (stat.num_children, stat.cversion) == (2, 4)


async def test_sequential_nodes_are_numbered_by_their_parent(zookeeper, base):
    zk = await zookeeper.client()
    names = [(await zk.create(f"{base}/n-", b"", sequential=True))[0] for _ in range(3)]
    assert names == [f"{base}/n-{number:010d}" for number in range(3)]
    await zk.delete(names[-1])
    assert (await zk.create(f"{base}/n-", sequential=True, ephemeral=True))[0] == f"{base}/n-0000000003"


async def test_parents_are_made_when_asked_for(zookeeper, base):
    zk = await zookeeper.client()
    path, _ = await zk.create(f"{base}/x/y/z", b"deep", make_parents=True)
    assert (await zk.get(path))[0] == b"deep"
    assert (await zk.get(f"{base}/x"))[0] == b"", "no content is read as empty content"
    await ensure_path(zk, f"{base}/x/y/w/v")
    await ensure_path(zk, f"{base}/x/y/w/v")
    assert await zk.children(f"{base}/x/y") == ["w", "z"]
    await zk.delete_recursive(f"{base}/x")
    await zk.delete_recursive(f"{base}/x")
    assert await zk.children(base) == []


async def test_multi_is_all_or_nothing(zookeeper, base):
    zk = await zookeeper.client()
    await zk.create(f"{base}/epoch", b"1")
    results = await zk.multi(
        [
            CheckOp(f"{base}/epoch", 0),
            CreateOp(f"{base}/a", b"x"),
            CreateOp(f"{base}/s-", sequential=True),
            SetOp(f"{base}/a", b"y", 0),
            CreateOp(f"{base}/gone"),
            DeleteOp(f"{base}/gone"),
        ]
    )
    assert results[:2] == [None, f"{base}/a"]
    assert results[2] == f"{base}/s-0000000002"
    assert results[3].version == 1
    assert results[4:] == [f"{base}/gone", None]
    for index, failing in ((0, CheckOp(f"{base}/epoch", 7)), (2, CreateOp(f"{base}/a"))):
        ops = [SetOp(f"{base}/a", b"z"), CreateOp(f"{base}/new")]
        ops.insert(index, failing)
        with pytest.raises(BadVersion if index == 0 else NodeExists) as raised:
            await zk.multi(ops)
        assert raised.value.op_index == index
    assert (await zk.get(f"{base}/a"))[0] == b"y"
    assert await zk.exists(f"{base}/new") is None


async def test_a_large_multi_and_large_data_pass_and_too_large_is_refused_by_name(zookeeper, base):
    zk = await zookeeper.client()
    await zk.multi([CreateOp(f"{base}/n{i:04d}", b"x" * 100) for i in range(2000)])
    assert len(await zk.children(base)) == 2000
    await zk.set(base, b"x" * 900_000)
    assert len((await zk.get(base))[0]) == 900_000
    with pytest.raises(BadArguments, match="bytes"):
        await zk.set(base, b"x" * (MAX_DATA_BYTES + 1))
    await zk.exists(base)


async def test_thousands_of_calls_in_flight_are_answered_in_order(zookeeper, base):
    zk = await zookeeper.client(session_timeout_ms=30_000)  # a busy machine may leave them without CPU for seconds
    answered: list[int] = []

    async def create(number: int) -> None:
        await zk.create(f"{base}/n-", b"", sequential=True)
        answered.append(number)

    await asyncio.gather(*(create(number) for number in range(2000)))
    assert answered == list(range(2000))
    assert len(await zk.children(base)) == 2000


async def test_many_nodes_are_read_at_once_between_other_calls_and_events(zookeeper, base):
    zk = await zookeeper.client(session_timeout_ms=30_000)  # a busy machine may leave them without CPU for seconds
    await zk.create(f"{base}/empty")
    names = [f"{number:04d}" for number in range(1_500)]
    for start in range(0, len(names), 100):
        await zk.multi([CreateOp(f"{base}/{name}", name.encode() * 20) for name in names[start : start + 100]])
    events = Events()
    await zk.get(f"{base}/0000", events)
    paths = [f"{base}/{name}" for name in (*names, "gone", *names, "empty", "gone")]
    before, many, written, after = await asyncio.gather(
        zk.get(f"{base}/0001"), zk.get_many(paths), zk.set(f"{base}/0000", b"new"), zk.get(f"{base}/0002")
    )
    assert (before[0], after[0]) == (b"0001" * 20, b"0002" * 20)
    assert [node and node[0] for node in many[1:1_500]] == [name.encode() * 20 for name in names[1:]]
    assert many[2_000] == many[499] == await zk.get(f"{base}/0499")
    assert [many[1_500], many[-1]] == [None, None]
    assert many[-2] == await zk.get(f"{base}/empty")
    assert many[-2][0] == b""
    assert written.version == 1
    assert await events.wait() == [("CHANGED", f"{base}/0000")]
    assert await zk.get_many([]) == []
    assert await zk.get_many([f"{base}/0000"]) == [(b"new", written)]


async def test_many_reads_fail_as_one_when_one_is_refused_and_the_client_goes_on(zookeeper, base):
    zk = await zookeeper.client()
    await zk.create(f"{base}/open", b"x")
    await zk.create(f"{base}/shut", b"x", acl=(Acl(PERM_ALL & ~PERM_READ, "world", "anyone"),))
    with pytest.raises(ZkError) as refused:
        await zk.get_many([f"{base}/open", f"{base}/shut", *[f"{base}/open"] * 1_000])
    assert refused.value.code == -102
    assert [node and node[0] for node in await zk.get_many([f"{base}/open"] * 3)] == [b"x"] * 3
    assert await zk.children(base) == ["open", "shut"]


async def test_many_reads_end_with_the_connection_and_never_hang(zookeeper, base):
    zk = await zookeeper.client()
    await zk.create(f"{base}/a", b"x")
    states = States(zk)
    reading = asyncio.ensure_future(zk.get_many([f"{base}/a"] * 20_000))
    await asyncio.sleep(0)
    await zookeeper.suspend(zk)
    with contextlib.suppress(ConnectionLoss):
        assert len(await reading) == 20_000
    await states.until(SessionState.SUSPENDED)
    await zookeeper.resume(zk)
    await states.until(SessionState.CONNECTED)
    assert len(await zk.get_many([f"{base}/a"] * 300)) == 300


async def test_watches_tell_once_what_happened(zookeeper, base):
    zk, other = await zookeeper.client(), await zookeeper.client()
    path = f"{base}/w"
    events = Events()
    assert await zk.exists(path, watch=events) is None
    await other.create(path)
    assert await events.wait() == [("CREATED", path)]
    await other.set(path, b"unseen")

    data, child, parent = Events(), Events(), Events()
    await zk.get(path, watch=data)
    await zk.children(path, watch=child)
    await zk.children(base, watch=parent)
    await other.set(path, b"1")
    await other.create(f"{path}/c")
    assert await data.wait() == [("CHANGED", path)]
    assert await child.wait() == [("CHILD", path)]
    await other.delete(f"{path}/c")
    await zk.get(path, watch=data)
    await zk.children(path, watch=child)
    await other.delete(path)
    assert await data.wait(2) == [("CHANGED", path), ("DELETED", path)]
    assert await child.wait(2) == [("CHILD", path), ("DELETED", path)]
    assert await parent.wait() == [("CHILD", base)]
    assert events.seen == [("CREATED", path)]


async def test_no_watch_is_left_by_a_read_that_failed(zookeeper, base):
    zk = await zookeeper.client()
    events = Events()
    for read in (zk.get, zk.children):
        with pytest.raises(NoNode):
            await read(f"{base}/w", watch=events)
    await zk.create(f"{base}/w")
    await zk.set(f"{base}/w", b"")
    await zk.exists(base)
    assert events.seen == []


async def test_the_same_callback_asking_twice_is_called_once(zookeeper, base):
    zk = await zookeeper.client()
    events = Events()
    for _ in range(3):
        await zk.get(base, watch=events)
    await zk.set(base, b"1")
    await zk.set(base, b"2")
    await zk.exists(base)
    assert events.seen == [("CHANGED", base)]


async def test_the_event_comes_before_the_state_that_it_announces(zookeeper, base):
    reader, writer = await zookeeper.client(), await zookeeper.client()
    for number in range(50):
        order: list[str] = []
        _, before = await reader.get(base, watch=lambda event, path, order=order: order.append("event"))
        write = asyncio.ensure_future(writer.set(base, b"%d" % number))
        while True:
            _, stat = await reader.get(base)
            if stat.version > before.version:
                order.append("state")
                break
        await write
        assert order == ["event", "state"]


async def test_ones_own_event_comes_before_ones_own_answer(zookeeper, base):
    zk = await zookeeper.client()
    for _ in range(20):
        events = Events()
        await zk.children(base, watch=events)
        await zk.create(f"{base}/n-", sequential=True)
        assert events.seen == [("CHILD", base)]


async def test_an_acl_is_stored_and_guards(zookeeper, base):
    zk = await zookeeper.client()
    read_only = (Acl(PERM_READ, "world", "anyone"), Acl(PERM_ALL, "digest", "me:hash"))
    path, _ = await zk.create(f"{base}/a", b"seen", acl=read_only)
    assert (await zk.get(path))[0] == b"seen"
    with pytest.raises(ZkError) as raised:
        await zk.set(path, b"")
    assert raised.value.code == -102


# -- sessions ----------------------------------------------------------------------------------------------------------


async def test_closing_ends_the_session_and_its_nodes_go_at_once(zookeeper, base):
    zk, other = await zookeeper.client(), await zookeeper.client()
    path, stat = await zk.create(f"{base}/e", ephemeral=True)
    assert stat.ephemeral_owner == zk.session_id != 0
    gone = Events()
    assert await other.exists(path, watch=gone) == stat
    await zk.close()
    await zk.close()
    assert await gone.wait() == [("DELETED", path)]
    assert zk.state is SessionState.LOST
    with pytest.raises(SessionExpired):
        await zk.get(base)


async def test_suspended_keeps_the_session_its_nodes_and_its_watches(zookeeper, base):
    zk, other = await zookeeper.client(), await zookeeper.client()
    states = States(zk)
    session_id = zk.session_id
    await zk.create(f"{base}/e", ephemeral=True)
    await zk.create(f"{base}/same")
    await zk.create(f"{base}/changed")
    same, changed, created, child, not_yet = (Events() for _ in range(5))
    await zk.get(f"{base}/same", watch=same)
    await zk.get(f"{base}/changed", watch=changed)
    await zk.exists(f"{base}/created", watch=created)
    await zk.exists(f"{base}/not yet", watch=not_yet)
    await zk.children(base, watch=child)

    await zookeeper.suspend(zk)
    assert await states.until(SessionState.SUSPENDED) == [SessionState.SUSPENDED]
    with pytest.raises(ConnectionLoss):
        await zk.get(base)
    await other.set(f"{base}/changed", b"meanwhile")
    await other.create(f"{base}/created")
    await zookeeper.resume(zk)
    assert await states.until(SessionState.CONNECTED) == [SessionState.CONNECTED]
    assert zk.session_id == session_id
    assert zk.former_session_ids == frozenset()

    assert (await zk.get(f"{base}/changed"))[0] == b"meanwhile"
    assert changed.seen == [("CHANGED", f"{base}/changed")], "the event came before the state, across the break"
    assert await created.wait() == [("CREATED", f"{base}/created")]
    assert await child.wait() == [("CHILD", base)]
    assert (await other.exists(f"{base}/e")).ephemeral_owner == session_id
    await other.set(f"{base}/same", b"")
    await other.create(f"{base}/not yet")
    assert await same.wait() == [("CHANGED", f"{base}/same")]
    assert await not_yet.wait() == [("CREATED", f"{base}/not yet")]


async def test_an_expired_session_is_lost_and_a_new_one_begins_without_nodes_and_watches(zookeeper, base):
    zk, other = await zookeeper.client(), await zookeeper.client()
    states = States(zk)
    first = zk.session_id
    await zk.create(f"{base}/e", ephemeral=True)
    stale = Events()
    await zk.get(base, watch=stale)
    await zookeeper.expire(zk)
    seen = await states.until(SessionState.LOST)
    # On a busy machine the client may be back for a moment before it hears that the session is over.
    assert seen[-1] is SessionState.LOST
    assert await states.until(SessionState.CONNECTED) == [SessionState.CONNECTED]
    assert zk.session_id != first
    assert zk.former_session_ids == {first}
    assert await other.exists(f"{base}/e") is None
    await other.set(base, b"changed")
    fresh = Events()
    await zk.get(base, watch=fresh)
    await other.set(base, b"again")
    assert await fresh.wait() == [("CHANGED", base)]
    assert stale.seen == []


async def test_calls_in_flight_when_the_session_ends_fail_and_never_hang(zookeeper, base):
    zk = await zookeeper.client()
    states = States(zk)
    calls = [asyncio.ensure_future(zk.create(f"{base}/n-", sequential=True)) for _ in range(500)]
    await asyncio.sleep(0)
    await zookeeper.expire(zk)
    results = await asyncio.gather(*calls, return_exceptions=True)
    failures = [result for result in results if isinstance(result, BaseException)]
    assert all(isinstance(failure, ConnectionLoss | SessionExpired) for failure in failures)
    await states.until(SessionState.CONNECTED)
    names = None
    while names is None:  # until it stays connected: a real server drops the first connection late
        try:
            names = await zk.children(base)
        except (ConnectionLoss, SessionExpired):
            await asyncio.sleep(0.05)
    # What was acknowledged is there; what failed may be there.
    assert len(names) >= len(results) - len(failures)


async def test_bug_29_listeners_may_start_calls_and_nothing_deadlocks(zookeeper, base):
    zk = await zookeeper.client()
    registered: asyncio.Queue[Stat] = asyncio.Queue()
    tasks: list[asyncio.Task[None]] = []

    async def register() -> None:
        # On a busy machine the connection may break again at once; then the listener is called again, too.
        with contextlib.suppress(ConnectionLoss, SessionExpired):
            registered.put_nowait(await create_ephemeral(zk, f"{base}/me", b"here"))

    def listener(state: SessionState) -> None:
        if state is SessionState.CONNECTED:
            tasks.append(asyncio.get_running_loop().create_task(register()))

    zk.add_state_listener(listener)
    for _ in range(5):
        await zookeeper.expire(zk)
        async with asyncio.timeout(20):
            while (await registered.get()).ephemeral_owner != zk.session_id:
                pass
    zk.remove_state_listener(listener)
    await asyncio.gather(*tasks)


async def test_bug_30_an_ephemeral_node_of_our_own_former_life_is_replaced(zookeeper, base):
    zk, other = await zookeeper.client(), await zookeeper.client()
    path = f"{base}/broker"
    first = await create_ephemeral(zk, path, b"1")
    again = await create_ephemeral(zk, path, b"2")
    assert again.czxid == first.czxid, "the same session's node is kept: the broker epoch does not change"
    assert (await zk.get(path))[0] == b"2"
    with pytest.raises(NodeExists, match=hex(zk.session_id)):
        await create_ephemeral(other, path, b"thief")
    # `other` gave its session up while the server still keeps it: its node is its own, left over.
    await other.create(f"{base}/left over", ephemeral=True)
    former = other.session_id
    states = States(other)
    zk_like = _WithFormer(other, former)
    await zookeeper.expire(other)
    await states.until(SessionState.CONNECTED)
    stranger = await zookeeper.client()
    await stranger.create(f"{base}/old", ephemeral=True)
    zk_like.former = frozenset({stranger.session_id})
    stat = await create_ephemeral(zk_like, f"{base}/old", b"new life")
    assert stat.ephemeral_owner == other.session_id


class _WithFormer:
    """A client that remembers another session as its own former one."""

    def __init__(self, zk, former: int) -> None:
        self._zk = zk
        self.former = frozenset({former})

    @property
    def former_session_ids(self) -> frozenset[int]:
        return self.former

    def __getattr__(self, name: str):
        return getattr(self._zk, name)

"""One kept connection to a peer: dialled once by however many ask, anew when it breaks or the peer moves."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from kavka.timer.clock import SystemClock
from kavka.wire import peer_link
from kavka.wire.peer_link import PeerLink, PeerLinks, PeerUnknown


class Wire:
    """A connection that answers with where it leads."""

    def __init__(self, host, client_id):
        self.host = host
        self.client_id = client_id
        self.is_closed = False
        self.may_close = asyncio.Event()
        self.may_close.set()

    async def request(self, message, *, version, timeout_ms=None):
        return f"{message} at {self.host}"

    async def close(self):
        self.is_closed = True
        await self.may_close.wait()


class Peer:
    """Where the peer is, and how it is dialled."""

    def __init__(self):
        self.address = ("a", 1)
        self.wires = []
        self.refusals = 0
        self.may_dial = asyncio.Event()
        self.may_dial.set()
        self.is_dialled = asyncio.Event()

    async def locate(self, connected_to):
        if self.address is None:
            raise PeerUnknown("nobody knows")
        return self.address

    async def dial(self, host, port, client_id):
        self.is_dialled.set()
        await self.may_dial.wait()
        if self.refusals:
            self.refusals -= 1
            raise ConnectionRefusedError(host)
        self.wires.append(Wire(host, client_id))
        return self.wires[-1]

    @property
    def open_hosts(self):
        return [wire.host for wire in self.wires if not wire.is_closed]


@pytest.fixture
def peer():
    return Peer()


@pytest.fixture
def link(peer):
    return PeerLink(locate=peer.locate, dial=peer.dial, purpose="markers", clock=SystemClock())


async def ask(link, message="?", **options):
    return await link.ask(message, version=0, timeout_ms=1_000, **options)


async def test_it_keeps_its_connection_until_it_breaks_or_the_peer_moves(link, peer):
    assert not link.is_open
    assert [await ask(link), await ask(link)] == ["? at a"] * 2
    assert link.is_open
    assert [wire.client_id for wire in peer.wires] == ["markers"]
    peer.wires[0].is_closed = True
    assert not link.is_open
    await ask(link)
    assert len(peer.wires) == 2
    peer.address = ("b", 1)
    assert await ask(link) == "? at b"
    assert peer.open_hosts == ["b"]


async def test_nobody_is_asked_where_nobody_knows(link, peer):
    await ask(link)
    peer.address = None
    with pytest.raises(PeerUnknown):
        await ask(link)


async def test_many_who_ask_at_once_share_one_dial(link, peer):
    peer.may_dial.clear()
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(ask(link, number)) for number in range(5)]
        await peer.is_dialled.wait()
        peer.may_dial.set()
    assert [task.result() for task in asked] == [f"{number} at a" for number in range(5)]
    assert len(peer.wires) == 1


async def test_who_is_overtaken_while_a_peer_is_looked_for_shares_the_connection(peer):
    may_locate = asyncio.Event()

    async def locate(connected_to):
        await may_locate.wait()
        return peer.address

    link = PeerLink(locate=locate, dial=peer.dial, purpose="markers", clock=SystemClock())
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(ask(link, number)) for number in range(2)]
        await asyncio.sleep(0)
        may_locate.set()
    assert [task.result() for task in asked] == ["0 at a", "1 at a"]
    assert len(peer.wires) == 1


async def test_who_waited_for_a_dial_that_failed_dials_himself(link, peer):
    peer.may_dial.clear()
    peer.refusals = 1
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(outcome(ask(link))) for _ in range(2)]
        await peer.is_dialled.wait()
        peer.may_dial.set()
    assert [task.result() for task in asked] == ["ConnectionRefusedError", "? at a"]


async def test_a_dial_that_is_cancelled_harms_nobody_else(link, peer):
    peer.may_dial.clear()
    async with asyncio.TaskGroup() as group:
        first, second = (group.create_task(ask(link)) for _ in range(2))
        await peer.is_dialled.wait()
        first.cancel()
        peer.may_dial.set()
    assert second.result() == "? at a"


async def outcome(awaitable):
    try:
        return await awaitable
    except OSError as error:
        return type(error).__name__


async def test_a_host_that_takes_no_connection_is_not_waited_for(link, peer):
    peer.may_dial.clear()
    with pytest.raises(TimeoutError):
        await ask(link, connect_timeout_ms=1)
    peer.may_dial.set()
    assert await ask(link) == "? at a"


async def test_a_link_that_is_closed_while_it_dials_leaves_no_connection(link, peer):
    peer.may_dial.clear()
    async with asyncio.TaskGroup() as group:
        asked = group.create_task(outcome(ask(link)))
        await peer.is_dialled.wait()
        await link.close()
        peer.may_dial.set()
    assert asked.result() == "ConnectionError"
    assert peer.open_hosts == []
    assert await ask(link) == "? at a"


async def test_a_connection_that_does_not_close_holds_up_nobody(link, peer, monkeypatch):
    monkeypatch.setattr(peer_link, "CLOSE_TIMEOUT_MS", 1)
    await ask(link)
    peer.wires[0].may_close.clear()
    await link.close()
    assert not link.is_open


async def test_links_are_closed_to_all_but_the_living(peer):
    places = {1: ("a", 1), 2: ("b", 1)}
    links = PeerLinks(locate=places.get, dial=peer.dial, purpose="markers", clock=SystemClock())
    for broker_id in places:
        await links.ask(broker_id, "?", version=0, timeout_ms=1_000)
    assert await links.ask(2, "!", version=0, timeout_ms=1_000) == "! at b"
    with pytest.raises(PeerUnknown, match="broker 3 is not alive"):
        await links.ask(3, "?", version=0, timeout_ms=1_000)
    await links.close_all_but({2})
    assert peer.open_hosts == ["b"]
    assert await links.ask(1, "?", version=0, timeout_ms=1_000) == "? at a"
    await links.close()
    assert peer.open_hosts == []


async def test_links_that_are_dropped_are_gone_without_a_collection(peer):
    def locate(broker_id):
        return ("a", broker_id)

    links = PeerLinks(locate=locate, dial=peer.dial, purpose="markers", clock=SystemClock())
    await links.ask(1, "?", version=0, timeout_ms=1_000)
    gone = weakref.ref(locate)
    gc.disable()
    try:
        del links, locate
        assert gone() is None
    finally:
        gc.enable()

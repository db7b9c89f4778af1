"""Links located by the metadata: to the controller, opened anew when it moves; to brokers, kept until they break."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.cluster.metadata_cache import MetadataCache
from kavka.broker.cluster.peer_links import broker_links, controller_link
from kavka.timer.clock import SystemClock
from kavka.wire.peer_link import PeerUnknown
from tests.support.broker.fakes import live_broker, tell


class Place:
    """What is dialled: connections that repeat the question, opened when `may_open` is set."""

    def __init__(self):
        self.connections = []
        self.may_open = asyncio.Event()
        self.may_open.set()

    async def dial(self, host, port, client_id):
        await self.may_open.wait()
        self.connections.append(Echo(host))
        return self.connections[-1]

    @property
    def open_hosts(self):
        return [connection.host for connection in self.connections if not connection.is_closed]


class Echo:
    def __init__(self, host):
        self.host = host
        self.is_closed = False

    async def request(self, message, *, version, timeout_ms=None):
        return message, version, self.host

    async def close(self):
        self.is_closed = True


@pytest.fixture
def place():
    return Place()


@pytest.fixture
def controller_id():
    return [1]


@pytest.fixture
def link(place, controller_id):
    cache = MetadataCache(SystemClock())
    tell(cache, {}, brokers=[live_broker(1), live_broker(2)])
    return controller_link(
        cache,
        controller_id=lambda: controller_id[0],
        listener="PLAINTEXT",
        dial=place.dial,
        purpose="test",
        clock=SystemClock(),
    )


async def ask(link, message="?", **options):
    return await link.ask(message, version=3, timeout_ms=1_000, **options)


async def test_it_keeps_its_connection_until_it_breaks_or_the_controller_moves(link, place, controller_id):
    assert [await ask(link, "a"), await ask(link, "b")] == [("a", 3, "host1"), ("b", 3, "host1")]
    assert len(place.connections) == 1
    place.connections[0].is_closed = True
    await ask(link)
    assert len(place.connections) == 2
    controller_id[0] = 2
    assert await ask(link, "c") == ("c", 3, "host2")
    assert place.open_hosts == ["host2"]
    await link.close()
    assert place.open_hosts == []


@pytest.mark.parametrize("nobody", [-1, 9])
async def test_it_says_when_there_is_nobody_to_ask(link, controller_id, nobody):
    controller_id[0] = nobody
    with pytest.raises(PeerUnknown):
        await ask(link)


async def test_two_who_ask_at_once_end_on_one_connection(link, place):
    place.may_open.clear()
    async with asyncio.TaskGroup() as group:
        answers = [group.create_task(ask(link, number)) for number in range(2)]
        await asyncio.sleep(0)
        place.may_open.set()
    assert [answer.result()[0] for answer in answers] == [0, 1]
    assert len(place.open_hosts) == 1


async def test_a_host_that_takes_no_connection_is_not_waited_for(link, place):
    place.may_open.clear()
    with pytest.raises(TimeoutError):
        await ask(link, connect_timeout_ms=1)


async def test_a_broker_is_asked_over_its_connection_though_the_metadata_has_lost_it(place):
    cache = MetadataCache(SystemClock())
    tell(cache, {}, brokers=[live_broker(1), live_broker(2)])
    links = broker_links(cache, listener="PLAINTEXT", dial=place.dial, purpose="test", clock=SystemClock())
    asked = [await links.ask(node, "?", version=0, timeout_ms=1) for node in (1, 2, 1)]
    assert [host for *_, host in asked] == ["host1", "host2", "host1"]
    tell(cache, {}, brokers=[live_broker(2)])
    assert (await links.ask(1, "?", version=0, timeout_ms=1))[2] == "host1"
    assert len(place.connections) == 2
    place.connections[0].is_closed = True
    with pytest.raises(PeerUnknown, match="broker 1 is not alive"):
        await links.ask(1, "?", version=0, timeout_ms=1)
    await links.close_all_but({2})
    assert place.open_hosts == ["host2"]
    await links.close()
    assert place.open_hosts == []

"""What a broker relies on of a network, held by the machine's sockets and by the one in memory alike."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import struct

import pytest

from kavka.common.machine_network import MachineNetwork
from kavka.simulation.memory_network import MemoryNetwork

DEADLINE = 30
HOST = "127.0.0.1"
MANY = 8 * 1024 * 1024


class Plain(asyncio.Protocol):
    """Keeps what it hears."""

    def __init__(self):
        self.transport = None
        self.received = bytearray()
        self.changed = asyncio.Event()
        self.is_over = self.has_paused = self.has_resumed = self.saw_end = False
        self.error = None
        self.stays_after_end = False

    def connection_made(self, transport):
        self.transport = transport
        self.changed.set()

    def data_received(self, data):
        self.received += data
        self.changed.set()

    def eof_received(self):
        self.saw_end = True
        self.changed.set()
        return self.stays_after_end

    def pause_writing(self):
        self.has_paused = True
        self.changed.set()

    def resume_writing(self):
        self.has_resumed = True
        self.changed.set()

    def connection_lost(self, exc):
        self.is_over, self.error = True, exc
        self.changed.set()

    async def until(self, condition):
        async with asyncio.timeout(DEADLINE):
            while not condition(self):
                self.changed.clear()
                await self.changed.wait()


class Buffered(Plain, asyncio.BufferedProtocol):
    """The same, over a small buffer of its own, as the broker's connections."""

    data_received = None

    def __init__(self):
        super().__init__()
        self.buffer = bytearray(1000)

    def get_buffer(self, sizehint):
        return self.buffer

    def buffer_updated(self, nbytes):
        self.received += self.buffer[:nbytes]
        self.changed.set()


@pytest.fixture(params=["machine", "memory"])
def network(request):
    return MachineNetwork() if request.param == "machine" else MemoryNetwork().machine(HOST)


class Both:
    """Both ends of a connection, and the address."""

    def __init__(self, address, client, server):
        self.address, self.client, self.server = address, client, server


@contextlib.asynccontextmanager
async def connected(network, kind=Plain):
    address = network.bind(HOST, 0, backlog=5)
    accepted = asyncio.Queue()

    def accept():
        made = kind()
        accepted.put_nowait(made)
        return made

    await address.serve(accept, backlog=5)
    try:
        async with asyncio.timeout(DEADLINE):
            transport, client = await network.connect(kind, HOST, address.port)
            server = await accepted.get()
            await server.until(lambda it: it.transport)
        assert client.transport is transport
        yield Both(address, client, server)
    finally:
        address.close()
        for end in (client, server):
            if not end.is_over:
                end.transport.abort()
        for end in (client, server):
            await end.until(lambda it: it.is_over)


@pytest.mark.parametrize("kind", [Plain, Buffered])
async def test_bytes_come_in_order_both_ways(network, kind):
    async with connected(network, kind) as both:
        sent = b"".join(struct.pack(">I", number) for number in range(5000))
        both.client.transport.write(sent[:7])
        both.client.transport.writelines([sent[7:1000], memoryview(sent)[1000:], b""])
        both.server.transport.write(b"hello")
        await both.server.until(lambda it: len(it.received) >= len(sent))
        await both.client.until(lambda it: len(it.received) >= 5)
        assert (bytes(both.server.received), bytes(both.client.received)) == (sent, b"hello")


async def test_each_end_knows_both_addresses(network):
    async with connected(network) as both:
        client, server = both.client.transport, both.server.transport
        assert server.get_extra_info("sockname")[:2] == (HOST, both.address.port)
        assert client.get_extra_info("peername")[:2] == (HOST, both.address.port)
        assert client.get_extra_info("sockname")[:2] == server.get_extra_info("peername")[:2]
        assert client.get_extra_info("none", "given") == "given"


async def test_who_dials_before_anybody_serves_is_served_later(network):
    address = network.bind(HOST, 0, backlog=5)
    transport, client = await network.connect(Plain, HOST, address.port)
    transport.write(b"early")
    servers = []

    def accept():
        servers.append(Plain())
        return servers[-1]

    await address.serve(accept, backlog=5)
    while not servers:  # noqa: ASYNC110 - by the next turns of the loop
        await asyncio.sleep(0)
    await servers[0].until(lambda it: it.received == b"early")
    address.close()
    transport.close()
    await client.until(lambda it: it.is_over)
    await servers[0].until(lambda it: it.is_over)


async def test_a_taken_address_is_refused_and_a_released_one_is_free(network):
    first = network.bind(HOST, 0, backlog=5)
    with pytest.raises(OSError, check=lambda error: error.errno == errno.EADDRINUSE):
        network.bind(HOST, first.port, backlog=5)
    port = first.port
    for _ in range(2):
        first.close()
    again = network.bind(HOST, port, backlog=5, is_dual_stack=False)
    assert again.port == port
    again.close()


def free_port():
    with socket.create_server((HOST, 0)) as probe:
        return probe.getsockname()[1]


async def test_nobody_answers_where_nobody_listens_any_more_and_connections_go_on(network):
    async with connected(network) as both:
        port = both.address.port
        both.address.close()
        await asyncio.sleep(0)
        with pytest.raises(ConnectionRefusedError):
            await network.connect(Plain, HOST, port)
        both.client.transport.write(b"still here")
        await both.server.until(lambda it: it.received == b"still here")


@pytest.mark.parametrize("turns", range(6))
async def test_who_is_on_the_way_when_the_address_is_released_hears_an_end(network, turns):
    """asyncio leaves a connection open that was accepted just before its server is closed."""
    served = []

    def accept():
        served.append(Plain())
        return served[-1]

    address = network.bind(HOST, 0, backlog=8)
    async with asyncio.timeout(DEADLINE):
        clients = [(await network.connect(Plain, HOST, address.port))[1] for _ in range(4)]
        await address.serve(accept, backlog=8)
        for _ in range(turns):
            await asyncio.sleep(0)
        address.close()
        made = list(served)
        for server in made:
            await server.until(lambda it: it.transport)
            server.transport.abort()
        for client in clients:
            await client.until(lambda it: it.is_over)
    assert served == made, "nobody is served after the end"


async def test_an_address_of_somebody_else_cannot_be_taken(network):
    with pytest.raises(OSError, check=lambda error: error.errno == errno.EADDRNOTAVAIL):
        network.bind("192.0.2.77", 0, backlog=5)


async def test_who_does_not_read_holds_its_peer_up_until_it_does(network):
    async with connected(network) as both:
        both.server.transport.pause_reading()
        both.client.transport.set_write_buffer_limits(high=1000)
        both.client.transport.write(bytes(MANY))
        await both.client.until(lambda it: it.has_paused)
        assert both.client.transport.get_write_buffer_size() > 1000
        assert not both.client.has_resumed
        both.server.transport.resume_reading()
        await both.client.until(lambda it: it.has_resumed)
        await both.server.until(lambda it: len(it.received) == MANY)
        assert both.client.transport.get_write_buffer_size() == 0


async def test_what_was_written_before_the_end_arrives_and_then_the_end(network):
    async with connected(network) as both:
        both.client.transport.write(bytes(MANY))
        both.client.transport.close()
        assert both.client.transport.is_closing()
        await both.server.until(lambda it: it.is_over)
        assert len(both.server.received) == MANY
        assert both.server.saw_end
        assert (both.client.is_over, both.client.error, both.server.error) == (True, None, None)


async def test_half_a_connection_goes_on(network):
    async with connected(network) as both:
        both.server.stays_after_end = True
        both.client.transport.write_eof()
        await both.server.until(lambda it: it.saw_end)
        both.server.transport.write(b"the rest")
        await both.client.until(lambda it: it.received == b"the rest")
        both.server.transport.close()
        await both.client.until(lambda it: it.is_over)


async def test_an_end_that_lingers_for_no_time_is_a_reset(network):
    async with connected(network) as both:
        both.server.transport.pause_reading()
        both.client.transport.write(bytes(MANY))
        sock = both.client.transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        both.client.transport.abort()
        await both.client.until(lambda it: it.is_over)
        both.server.transport.resume_reading()
        await both.server.until(lambda it: it.is_over)
        assert isinstance(both.server.error, ConnectionResetError)


async def test_a_machine_says_where_it_is(network):
    assert network.own_address().count(".") == 3
    assert network.holder_of(free_port()) is None


# ---- in memory alone ------------------------------------------------------------------------------------------------


async def test_machines_reach_each_other_by_their_addresses_and_themselves_by_the_loopback():
    network = MemoryNetwork()
    one, other = network.machine("10.0.0.1"), network.machine("10.0.0.2")
    here, there = one.bind("", 9092, backlog=5), other.bind("localhost", 9092, backlog=5)
    for address in (here, there):
        await address.serve(Plain, backlog=5)
    for link, host, expected in ((one, "10.0.0.2", "10.0.0.2"), (one, "127.0.0.1", "10.0.0.1")):
        transport, _ = await link.connect(Plain, host, 9092)
        assert transport.get_extra_info("peername") == (expected, 9092)
        transport.abort()
    here.close()
    with pytest.raises(ConnectionRefusedError):
        await other.connect(Plain, "10.0.0.1", 9092)
    there.close()

"""Whole brokers on the real ZooKeeper, in another world: what happens to sessions, the network and the host decide."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys

import pytest

from kavka.broker.app import Broker
from kavka.broker.config.broker_config import BrokerConfig
from kavka.client.connection import Connection
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import MetadataRequest
from kavka.simulation.memory_machine import MemoryMachine
from kavka.simulation.memory_network import MemoryNetwork
from kavka.simulation.zk_wire_client import ZkWireClient
from kavka.simulation.zookeeper_host import DATA_DIR, SimulatedZooKeeper, ZooKeeperHost
from kavka.timer.clock import ManualClock
from kavka.zk.client import SessionState
from kavka.zk.former_session import SessionKey
from kavka.zk.server import StorageFailed
from tests.support.broker.whole_broker import create, fetch, produce
from tests.support.simulation.effects import EFFECTS
from tests.support.zookeeper.harness import Events, FaultProxy, States

WALL_MS = 1_700_000_000_000
DEADLINE = 60
BROKER, ZOOKEEPER, CLIENT = "10.0.0.7", "10.0.0.9", "10.0.0.99"
LOG_DIR = "/nowhere/on/this/machine"
REGISTRATION = "/brokers/ids/7"
SESSION_TIMEOUT_MS = 6_000
SETTINGS = {
    "broker.id": "7",
    "listeners": f"PLAINTEXT://{BROKER}:9092",
    "log.dirs": LOG_DIR,
    "kavka.admin.listener": "",
    "offsets.topic.num.partitions": "1",
    "offsets.topic.replication.factor": "1",
    "zookeeper.session.timeout.ms": str(SESSION_TIMEOUT_MS),
}


class World:
    """ZooKeeper's machine, a broker's, and what is between them; time goes on while the loop has anything to do."""

    def __init__(self, seed=1):
        self.clock = ManualClock(wall_ms=WALL_MS)
        self.network = MemoryNetwork()
        self.zookeeper = ZooKeeperHost(
            clock=self.clock, network=self.network.machine(ZOOKEEPER), address=ZOOKEEPER, seed=seed
        )
        self.between = FaultProxy(self.zookeeper.port, ZOOKEEPER, self.network.machine(BROKER))
        link = self.network.machine(BROKER)
        self.way = SimulatedZooKeeper(link, clock=self.clock, seed=seed)
        self.machine = MemoryMachine(
            clock=self.clock, network=self.network, zookeeper=self.way, address=BROKER, seed=seed
        )

    async def pass_time(self):
        while True:
            await asyncio.sleep(0)
            self.clock.advance(1)

    @contextlib.asynccontextmanager
    async def runs(self):
        """ZooKeeper serves, and time passes."""
        async with asyncio.timeout(DEADLINE), asyncio.TaskGroup() as tasks:
            time = tasks.create_task(self.pass_time())
            await self.zookeeper.start()
            await self.between.start()
            yield
            await self.zookeeper.stop()
            await self.between.close()
            time.cancel()

    @contextlib.asynccontextmanager
    async def broker(self):
        broker = Broker(BrokerConfig.from_properties(SETTINGS | self.connect), self.machine.world())
        ready = asyncio.get_running_loop().create_future()
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(broker.run(ready.set_result))
            await asyncio.wait((ready, running), return_when=asyncio.FIRST_COMPLETED)
            yield ready.result()
            broker.stop()
            await running

    @property
    def connect(self):
        return {"zookeeper.connect": f"{BROKER}:{self.between.port}"}

    @property
    def tree(self):
        return self.zookeeper.server.tree

    async def client(self, address=CLIENT, *, hosts=None, **options):
        link = self.network.machine(address)
        options = {"session_timeout_ms": SESSION_TIMEOUT_MS} | options
        way = SimulatedZooKeeper(link, clock=self.clock, seed=address)
        config = BrokerConfig.from_properties(SETTINGS | {"zookeeper.connect": hosts or self.zookeeper.hosts})
        zk = way.client(config)
        await zk.start(10_000)
        return zk

    async def kafka(self):
        link = self.network.machine(CLIENT)
        return await Connection.open(BROKER, 9092, client_id="test", connect=link.connect)

    async def until(self, condition):
        while not condition():  # noqa: ASYNC110 - the turns of the loop are the time
            await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def topic(world, name):
    """A connection, when the topic is there: what asks of a cluster that is in trouble asks again."""
    connection = await world.kafka()
    while (await create(connection, name)).error_code not in (ErrorCode.NONE, ErrorCode.TOPIC_ALREADY_EXISTS):
        pass
    request = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name=name)])
    while True:
        (found,) = (await connection.request(request, version=5)).topics
        if found.partitions and not found.partitions[0].error_code:
            break
    yield connection
    await connection.close()


async def test_a_broker_that_touches_nothing_serves_on_the_real_zookeeper():
    with EFFECTS.heard() as effects:
        world = World()
        async with world.runs():
            async with world.broker():
                async with topic(world, "t") as connection:
                    assert (await produce(connection, "t", [b"one"])).error_code == 0
                    assert await fetch(connection, "t") == [b"one"]
                assert world.tree.nodes[REGISTRATION].owner in world.tree.sessions
                assert "/brokers/topics/t" in world.tree.nodes
            assert not world.tree.sessions, "its session is over"
        assert not world.network.bound, "nobody listens any more"
    assert effects == []


async def test_a_cut_ends_the_brokers_session_by_time_alone_and_it_comes_back_when_the_cut_is_healed():
    world = World()
    async with world.runs(), world.broker():
        first = world.tree.nodes[REGISTRATION].owner
        world.between.stall()
        began_ms = world.clock.monotonic_ms()
        await world.until(lambda: first not in world.tree.sessions)
        assert world.clock.monotonic_ms() - began_ms >= SESSION_TIMEOUT_MS * 2 / 3, "its last ping kept it until then"
        assert REGISTRATION not in world.tree.nodes
        world.between.heal()
        await world.until(lambda: REGISTRATION in world.tree.nodes)
        assert world.tree.nodes[REGISTRATION].owner != first
        async with topic(world, "t") as connection:
            assert (await produce(connection, "t", [b"on"])).error_code == 0


async def test_a_killed_zookeeper_that_is_started_again_has_all_it_acknowledged_and_costs_no_session():
    world = World()
    async with world.runs(), world.broker():
        async with topic(world, "before"):
            pass
        epoch = world.tree.nodes[REGISTRATION].czxid
        world.zookeeper.kill()
        await world.zookeeper.start()
        async with topic(world, "after") as connection:
            assert (await produce(connection, "after", [b"on"])).error_code == 0
        assert "/brokers/topics/before" in world.tree.nodes
        assert world.tree.nodes[REGISTRATION].czxid == epoch, "the broker epoch is the same"


async def test_a_client_gives_its_session_up_by_its_own_clock_while_the_server_still_keeps_it():
    """Each start of a server gives every session its whole timeout again."""
    world = World()
    async with world.runs():
        zk = await world.client()
        states, first = States(zk), zk.session_id
        await zk.create("/mine", ephemeral=True)
        world.zookeeper.kill()
        began_ms = world.clock.monotonic_ms()
        assert await states.until(SessionState.LOST) == [SessionState.SUSPENDED, SessionState.LOST]
        assert world.clock.monotonic_ms() - began_ms <= SESSION_TIMEOUT_MS
        await world.zookeeper.start()
        assert await states.until(SessionState.CONNECTED) == [SessionState.CONNECTED]
        assert zk.session_id != first
        assert zk.former_session_ids == {first}
        assert (await zk.exists("/mine")).ephemeral_owner == first, "it is left over until the server's time is up"
        gone = Events()
        await zk.exists("/mine", gone)
        assert await gone.wait() == [("DELETED", "/mine")]
        await zk.close()


async def test_an_idle_session_lives_by_its_pings():
    world = World()
    async with world.runs():
        zk = await world.client()
        states = States(zk)
        ends_ms = world.clock.monotonic_ms() + 5 * SESSION_TIMEOUT_MS
        await world.until(lambda: world.clock.monotonic_ms() > ends_ms)
        assert states.queue.empty()
        assert (await zk.exists("/")) is not None
        await zk.close()


async def test_watches_are_set_again_on_the_next_server_and_tell_what_was_missed():
    world = World()
    async with world.runs():
        zk, other = await world.client(), await world.client("10.0.0.98")
        states = States(zk)
        await other.create("/a")
        seen = Events()
        await zk.get("/a", seen)
        world.zookeeper.kill()
        await states.until(SessionState.SUSPENDED)
        await world.zookeeper.start()
        await states.until(SessionState.CONNECTED)
        await world.until(lambda: other.state is SessionState.CONNECTED)
        await other.set("/a", b"x")
        assert await seen.wait() == [("CHANGED", "/a")]
        for one in (zk, other):
            await one.close()


async def test_a_disk_that_was_lost_is_another_zookeeper_to_its_clients():
    world = World()
    async with world.runs():
        zk = await world.client()
        states, first = States(zk), zk.session_id
        await zk.create("/a")
        world.zookeeper.kill()
        world.zookeeper.disk.remove_tree(DATA_DIR)
        await world.zookeeper.start()
        seen = await states.until(SessionState.LOST)
        assert SessionState.CONNECTED not in seen
        await states.until(SessionState.CONNECTED)
        assert zk.session_id != first
        assert await zk.exists("/a") is None
        await zk.close()


async def test_a_client_finds_the_server_that_serves_among_those_that_it_knows():
    world = World()
    async with world.runs():
        zk = await world.client(hosts=f"10.0.0.1:2181,{world.zookeeper.hosts},10.0.0.2:2181/")
        assert zk.state is SessionState.CONNECTED
        await zk.close()


async def test_a_former_lifes_session_is_ended_by_its_key_and_by_no_other():
    world = World()
    config = BrokerConfig.from_properties(SETTINGS | {"zookeeper.connect": world.zookeeper.hosts})
    async with world.runs():
        zk = await world.client()
        await zk.create("/mine", ephemeral=True)
        key = SessionKey(zk.session_id, zk.session_password)
        assert await world.way.end_session(config, SessionKey(key.session_id, bytes(16))), "to a stranger it is over"
        assert "/mine" in world.tree.nodes
        world.between.cut()
        assert await world.way.end_session(config, key)
        assert "/mine" not in world.tree.nodes
        assert await world.way.end_session(config, key), "it is over"
        world.zookeeper.kill()
        assert not await world.way.end_session(config, key)
        await zk.close()


async def test_a_full_disk_ends_zookeeper_and_what_it_did_not_acknowledge_is_not_there_later():
    world = World()
    async with world.runs():
        zk = await world.client()
        await zk.create("/kept")
        states = States(zk)
        room = world.zookeeper.disk.room_bytes
        world.zookeeper.disk.room_bytes = world.zookeeper.disk.used_bytes + 100
        failing = asyncio.ensure_future(zk.create("/lost", b"x" * 1_000))
        with pytest.raises(StorageFailed, match="No space left"):
            await world.zookeeper.server.wait_failed()
        await states.until(SessionState.SUSPENDED)
        assert isinstance((await asyncio.gather(failing, return_exceptions=True))[0], Exception)
        await world.zookeeper.stop()
        world.zookeeper.disk.room_bytes = room
        await world.zookeeper.start()
        assert "/kept" in world.tree.nodes
        assert "/lost" not in world.tree.nodes
        await zk.close()


async def life(seed):
    """What a broker and ZooKeeper leave, and when it was over."""
    world = World(seed)
    async with world.runs():
        async with world.broker():
            async with topic(world, "t") as connection:
                await produce(connection, "t", [b"x"])
            world.zookeeper.kill()
            await world.zookeeper.start()
            async with topic(world, "u"):
                pass
        await world.zookeeper.stop()
        disk, files = world.zookeeper.filesystem, {}
        for name in disk.list_directory(DATA_DIR):
            files[name] = disk.read_file(f"{DATA_DIR}/{name}")
        return world.clock.monotonic_ms(), files


async def test_the_same_seed_leaves_the_same_log_of_zookeepers_at_the_same_time():
    first = await life(1)
    assert first == await life(1)
    assert first[1] != (await life(2))[1], "sessions have other passwords"


def test_the_simulated_zookeeper_has_no_kazoo_and_no_thread():
    script = (
        "import sys, threading, kavka.simulation.zookeeper_host; "
        "sys.exit('kazoo' in sys.modules or threading.active_count() > 1)"
    )
    assert subprocess.run((sys.executable, "-c", script), check=False).returncode == 0


def test_a_client_needs_a_start_to_have_a_session():
    world = World()
    zk = world.way.client(BrokerConfig.from_properties(SETTINGS | {"zookeeper.connect": world.zookeeper.hosts}))
    assert isinstance(zk, ZkWireClient)
    assert (zk.state, zk.session_id, zk.session_password) == (SessionState.LOST, 0, b"")

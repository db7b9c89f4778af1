"""A whole broker in another world: no socket, no file, no thread, no process, no kazoo, and time by hand."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys

import pytest

from kavka.broker.app import Broker
from kavka.broker.config.broker_config import BrokerConfig
from kavka.client.connection import Connection
from kavka.client.security import ConnectionSecurity
from kavka.common.machine_network import MachineNetwork
from kavka.protocol.messages import CreateTopicsRequest, MetadataRequest, ProduceRequest
from kavka.protocol.records.batch import BatchBuilder
from kavka.simulation.memory_machine import MemoryMachine, SharedZooKeeper
from kavka.simulation.memory_network import MemoryNetwork
from kavka.timer.clock import ManualClock
from kavka.zk.fake import FakeZooKeeper
from tests.support.broker.served import CA, SERVER, client_tls
from tests.support.broker.whole_broker import create, fetch, made_by_asking, produce
from tests.support.simulation.effects import EFFECTS

WALL_MS = 1_700_000_000_000
DEADLINE = 60
ADDRESS = "10.0.0.7"
LOG_DIR = "/nowhere/on/this/machine"
SETTINGS = {
    "broker.id": "7",
    "zookeeper.connect": "nobody.example:1",
    "listeners": f"PLAINTEXT://{ADDRESS}:9092",
    "log.dirs": LOG_DIR,
    "kavka.admin.listener": f"{ADDRESS}:9644",
    "kavka.admin.token": "t",
    "offsets.topic.num.partitions": "1",
    "offsets.topic.replication.factor": "1",
}


class Simulated:
    """A machine whose time goes on while the loop has anything to do, perhaps one of several."""

    def __init__(self, address=ADDRESS, others=None, seed=1):
        self.address = address
        self.clock = others.clock if others else ManualClock(wall_ms=WALL_MS)
        self.zookeeper = others.zookeeper if others else FakeZooKeeper(self.clock)
        self.network = others.network if others else MemoryNetwork()
        self.machine = MemoryMachine(
            clock=self.clock,
            network=self.network,
            zookeeper=SharedZooKeeper(self.zookeeper),
            address=address,
            seed=seed,
        )

    async def pass_time(self):
        while True:
            await asyncio.sleep(0)
            self.clock.advance(1)

    @contextlib.asynccontextmanager
    async def broker(self, **differs):
        settings = SETTINGS | {name.replace("__", "."): value for name, value in differs.items()}
        broker = Broker(BrokerConfig.from_properties(settings), self.machine.world())
        ready = asyncio.get_running_loop().create_future()
        async with asyncio.timeout(DEADLINE), asyncio.TaskGroup() as tasks:
            time = tasks.create_task(self.pass_time())
            running = tasks.create_task(broker.run(ready.set_result))
            await asyncio.wait((ready, running), return_when=asyncio.FIRST_COMPLETED)
            yield ready.result()
            broker.stop()
            await running
            time.cancel()

    async def connect(self, **security):
        link = self.network.machine("10.0.0.99")
        return await Connection.open(self.address, 9092, client_id="test", connect=link.connect, **security)


async def test_a_broker_that_touches_nothing_creates_a_topic_and_gives_back_what_was_produced():
    with EFFECTS.heard() as effects:
        simulated = Simulated()
        async with simulated.broker() as ready:
            assert (ready.broker_id, ready.port, ready.admin) == (7, 9092, f"http://{ADDRESS}:9644")
            assert ready.endpoints == (f"PLAINTEXT://{ADDRESS}:9092",)
            connection = await simulated.connect()
            assert (await create(connection, "t")).error_code == 0
            await made_by_asking(connection, "t")
            produced = await produce(connection, "t", [b"one", b"two"])
            assert (produced.error_code, produced.base_offset) == (0, 0)
            assert await fetch(connection, "t") == [b"one", b"two"]
            await connection.close()
        assert not simulated.network.bound, "nobody listens any more"
        assert not simulated.zookeeper.clients, "its session is over"
    assert effects == []
    assert set(simulated.machine.filesystem.list_directory(f"{LOG_DIR}/t-0")) >= {"00000000000000000000.log"}


async def life(seed):
    """A broker's life, and what it leaves: when it was over, and every file."""
    simulated = Simulated(seed=seed)
    async with simulated.broker():
        connection = await simulated.connect()
        await create(connection, "t", partitions=3)
        await made_by_asking(connection, "t")
        for index in range(3):
            await produce(connection, "t", [b"%d" % index], partition=index)
        await connection.close()
    return simulated.clock.monotonic_ms(), files_of(simulated.machine.filesystem, LOG_DIR)


def files_of(filesystem, directory):
    found = {}
    below = filesystem.subdirectories(directory)
    for name in filesystem.list_directory(directory):
        path = f"{directory}/{name}"
        found |= files_of(filesystem, path) if name in below else {path: filesystem.read_file(path)}
    return found


async def test_the_same_seed_leaves_the_same_disk_at_the_same_time():
    first = await life(seed=1)
    assert first == await life(seed=1)
    assert first != await life(seed=2), "cluster and topics have other ids"


async def test_the_next_broker_of_the_same_disk_has_what_the_one_before_wrote():
    simulated = Simulated()
    async with simulated.broker():
        connection = await simulated.connect()
        await create(connection, "t")
        await made_by_asking(connection, "t")
        await produce(connection, "t", [b"kept"])
        await connection.close()
    async with simulated.broker():
        connection = await simulated.connect()
        await made_by_asking(connection, "t")
        assert await fetch(connection, "t") == [b"kept"]
        assert (await produce(connection, "t", [b"more"])).base_offset == 1
        await connection.close()


async def compacted(connection, name):
    topic = CreateTopicsRequest.CreatableTopic(
        name=name,
        num_partitions=1,
        replication_factor=1,
        configs=[
            CreateTopicsRequest.CreatableTopicConfig(name=key, value=value)
            for key, value in {"cleanup.policy": "compact", "segment.bytes": "2000"}.items()
        ],
    )
    request = CreateTopicsRequest(topics=[topic], timeout_ms=10_000)
    assert (await connection.request(request, version=5)).topics[0].error_code == 0
    await made_by_asking(connection, name)


async def put(connection, topic, key, value):
    builder = BatchBuilder()
    builder.append(timestamp=1, key=key, value=value)
    data = ProduceRequest.PartitionProduceData(index=0, records=builder.build())
    request = ProduceRequest(
        transactional_id=None,
        acks=-1,
        timeout_ms=5000,
        topic_data=[ProduceRequest.TopicProduceData(name=topic, partition_data=[data])],
    )
    return (await connection.request(request, version=6)).responses[0].partition_responses[0]


async def test_a_compacted_topic_is_cleaned_without_a_process():
    simulated = Simulated()
    settings = {"log__cleaner__backoff__ms": "1", "log__cleaner__min__cleanable__ratio": "0.01"}
    with EFFECTS.heard() as effects:
        async with simulated.broker(**settings):
            connection = await simulated.connect()
            await compacted(connection, "t")
            for number in range(40):
                assert (await put(connection, "t", b"k%d" % (number % 2), b"%099d" % number)).error_code == 0
            while len(found := await fetch(connection, "t")) > 20:
                assert found[-2:] == [b"%099d" % 38, b"%099d" % 39], "the last of each key stay"
            await connection.close()
    assert effects == []


async def test_what_several_brokers_acknowledged_outlives_the_leader():
    with EFFECTS.heard() as effects:
        first = Simulated("10.0.0.1")
        machines = [first, *(Simulated(f"10.0.0.{number}", first) for number in (2, 3))]
        async with contextlib.AsyncExitStack() as stack:
            for number, one in enumerate(machines[1:], 2):
                await stack.enter_async_context(one.broker(**of_broker(number), min__insync__replicas="2"))
            async with first.broker(**of_broker(1), min__insync__replicas="2"):
                connection = await machines[1].connect()
                assert (await replicated(connection, "t", [1, 2, 3])).error_code == 0
                assert await leader_of(connection, "t", but=0) == 1
                leader = await first.connect()
                assert (await produce(leader, "t", [b"everywhere"])).error_code == 0
                await leader.close()
            heir = await leader_of(connection, "t", but=1)
            reader = await machines[heir - 1].connect()
            assert await fetch(reader, "t") == [b"everywhere"]
            assert (await produce(reader, "t", [b"and on"])).base_offset == 1
            await reader.close()
            await connection.close()
    assert effects == []


def of_broker(number):
    return {"broker__id": str(number), "listeners": f"PLAINTEXT://10.0.0.{number}:9092", "kavka__admin__listener": ""}


async def replicated(connection, name, brokers):
    assignment = CreateTopicsRequest.CreatableReplicaAssignment(partition_index=0, broker_ids=brokers)
    topic = CreateTopicsRequest.CreatableTopic(
        name=name, num_partitions=-1, replication_factor=-1, assignments=[assignment]
    )
    request = CreateTopicsRequest(topics=[topic], timeout_ms=10_000)
    return (await connection.request(request, version=5)).topics[0]


async def leader_of(connection, name, *, but):
    request = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name=name)])
    while True:
        (topic,) = (await connection.request(request, version=5)).topics
        if topic.partitions and (leader := topic.partitions[0].leader_id) not in (-1, but):
            return leader


async def test_tls_is_spoken_over_connections_in_memory():
    """By both sides: the controller dials its broker in the same way."""
    settings = {
        "listeners": f"SSL://{ADDRESS}:9092",
        "security.inter.broker.protocol": "SSL",
        "ssl.endpoint.identification.algorithm": "",
        "ssl.keystore.type": "PEM",
        "ssl.keystore.key": SERVER.key_pem(),
        "ssl.keystore.certificate.chain": SERVER.chain_pem(),
        "ssl.truststore.type": "PEM",
        "ssl.truststore.certificates": CA.pem(),
    }
    simulated = Simulated()
    security = ConnectionSecurity(ssl_context=client_tls(), sasl=None, server_hostname="localhost")
    async with simulated.broker(**settings):
        connection = await simulated.connect(security=security)
        assert (await create(connection, "t")).error_code == 0
        await made_by_asking(connection, "t")
        await produce(connection, "t", [b"x" * 300_000])
        assert await fetch(connection, "t") == [b"x" * 300_000]
        await connection.close()
        plain = await simulated.connect()
        with pytest.raises(ConnectionError):
            await create(plain, "u")


def test_a_simulated_broker_has_no_kazoo():
    script = "import sys, kavka.broker.app, kavka.simulation.memory_machine; sys.exit('kazoo' in sys.modules)"
    assert subprocess.run((sys.executable, "-c", script), check=False).returncode == 0


async def test_an_effect_on_this_machine_is_heard():
    with EFFECTS.heard() as effects:
        MachineNetwork().bind("127.0.0.1", 0, backlog=1).close()
    assert effects

"""Brokers and their ZooKeeper that start, stop and start again: Apache Kafka's beside this one's.

What a foreign client of that ZooKeeper has must outlive a restart of everything, and a broker that is quicker than its
ZooKeeper must become a member all the same, as every compose file asks of it.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import socket

import pytest
from kazoo.client import KazooClient
from kazoo.protocol.states import KazooState

from kavka.client.connection import Connection
from kavka.protocol import messages as m
from tests.support.kafka.apache_broker import ApacheBroker
from tests.support.kafka.pairs import BOTH
from tests.support.processes.cluster import KavkaProcess, ZooKeeperProcess, missing
from tests.support.zookeeper.zookeepers import embedded_zookeeper

pytestmark = [pytest.mark.conformance, pytest.mark.timeout(400)]

SESSION_SECONDS = 60
"""A foreign client's; nothing here takes as long, and no broker's lasts so long."""
DEADLINE = 100
SETTINGS = {"offsets.topic.replication.factor": "1"}


class Foreign:
    """Somebody else's client of ZooKeeper, with a node that lives as long as its session."""

    def __init__(self, address):
        self.states = []
        self.client = KazooClient(address, timeout=SESSION_SECONDS)
        self.client.add_listener(self.states.append)

    def __enter__(self):
        self.client.start(DEADLINE)
        self.client.create("/theirs", b"", ephemeral=True)
        return self

    def __exit__(self, *_):
        self.client.stop()
        self.client.close()

    def session(self):
        return self.client.client_id[0]

    def is_alive(self):
        """Whether the node is there, and the session never was lost."""
        return self.client.retry(self.client.exists, "/theirs") is not None and KazooState.LOST not in self.states

    def brokers(self):
        return self.client.retry(self.client.get_children, "/brokers/ids")


class KafkaAndItsZooKeeper:
    """As they are run: two services, stopped and started one after the other."""

    def __init__(self, tools, folder):
        self._zookeeper = ZooKeeperProcess(folder / "zookeeper")
        self.zookeeper = self._zookeeper.address
        self._broker = ApacheBroker(tools, folder / "kafka", 0, self.zookeeper, SETTINGS)
        self.bootstrap = self._broker.bootstrap

    def start(self):
        self._zookeeper.start()
        self._broker.start()

    def stop(self):
        self._broker.stop()
        self._zookeeper.stop()


async def is_leader_found(bootstrap):
    """Whether the broker answers as a member that leads: it creates a topic for whoever asks."""
    host, port = bootstrap.split(":")
    request = m.MetadataRequest(topics=[m.MetadataRequest.MetadataRequestTopic(name="asked-for")])
    async with (
        asyncio.timeout(DEADLINE),
        await Connection.open(host, int(port), client_id="side by side") as connection,
    ):
        while True:
            (topic,) = (await connection.request(request, version=8)).topics
            if topic.error_code == 0:
                return topic.partitions[0].leader_id == 0


@pytest.mark.parametrize("name", BOTH)
def test_a_restart_of_everything_leaves_the_sessions_of_others_alone(name, request, tmp_path):
    if not ZooKeeperProcess.is_installed():
        missing("Debian's package zookeeper")
    if name == "kafka":
        cluster = KafkaAndItsZooKeeper(request.getfixturevalue("tools"), tmp_path)
    else:
        cluster = KavkaProcess(tmp_path / "data", config=SETTINGS)
    with contextlib.ExitStack() as stack:
        stack.callback(cluster.stop)
        cluster.start()
        foreign = stack.enter_context(Foreign(cluster.zookeeper))
        session = foreign.session()
        cluster.stop()
        cluster.start()
        assert foreign.is_alive()
        assert foreign.session() == session
        assert foreign.brokers() == ["0"]
        assert asyncio.run(is_leader_found(cluster.bootstrap))


@contextlib.contextmanager
def starting(name, request, folder, zookeeper, settings=None):
    """A broker that begins to start in a thread: a future that is done when it is a member."""
    settings = {**SETTINGS, **(settings or {})}
    if name == "kafka":
        broker = ApacheBroker(request.getfixturevalue("tools"), folder / "kafka", 0, zookeeper, settings)
    else:
        broker = KavkaProcess(folder / "data", zookeeper=zookeeper, config=settings)
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        future = executor.submit(broker.start)
        try:
            yield broker, future
        finally:
            concurrent.futures.wait([future])
            broker.stop()


def first_request(listening):
    """Waits for the first connection and the request that opens its session; it stays open, and is never answered."""
    listening.settimeout(DEADLINE)
    connection, _ = listening.accept()
    connection.settimeout(DEADLINE)
    assert connection.recv(4)
    return connection


@pytest.mark.parametrize("name", BOTH)
def test_a_broker_starts_before_its_zookeeper(name, request, tmp_path):
    """Nobody listens there while it tries for the first time."""
    if not ZooKeeperProcess.is_installed():
        missing("Debian's package zookeeper")
    zookeeper = ZooKeeperProcess(tmp_path / "zookeeper")
    with starting(name, request, tmp_path, zookeeper.address) as (broker, started):
        with contextlib.suppress(concurrent.futures.TimeoutError):
            started.result(2)  # as long as a ZooKeeper may take, far below what a broker waits
        assert not started.done()
        zookeeper.start()
        try:
            started.result(DEADLINE)
            assert asyncio.run(is_leader_found(broker.bootstrap))
            broker.stop()
        finally:
            zookeeper.stop()


PATIENT = {"zookeeper.connection.timeout.ms": "90000", "zookeeper.session.timeout.ms": "6000"}
"""One attempt of Java's client lasts as long as a session; this is patience for the next one."""


@pytest.mark.parametrize(
    ("name", "settings", "becomes_member"),
    [
        ("kafka", PATIENT, True),
        ("kavka", PATIENT, True),
        # By default the one attempt takes all of Kafka's patience, and it ends; whoever supervises it starts it again.
        ("kafka", {}, False),
        ("kavka", {}, True),
    ],
)
def test_a_broker_starts_while_its_zookeeper_does(name, settings, becomes_member, request, tmp_path):
    """It takes the first connection and never answers; the next one finds it ready."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    with contextlib.ExitStack() as stack:
        address = f"127.0.0.1:{port}"
        broker, started = stack.enter_context(starting(name, request, tmp_path, address, settings))
        stack.enter_context(first_request(listening))
        listening.close()
        with embedded_zookeeper(tmp_path / "zookeeper", port):
            if becomes_member:
                started.result(DEADLINE)
                assert asyncio.run(is_leader_found(broker.bootstrap))
            else:
                with pytest.raises(AssertionError, match="ZooKeeperClientTimeoutException"):
                    started.result(DEADLINE)
            broker.stop()

"""LocalCluster as a test's author uses it: brokers that live, die and come back inside one program.

What holds for both kinds of cluster, brokers as processes and brokers in this loop, is asked of both.
"""

import asyncio
import functools
import os
import signal
import socket
import stat
import sys
from contextlib import ExitStack

import pytest
from kazoo.client import KazooClient, KazooState

from kavka import Admin, Consumer, LocalCluster, Producer, TopicPartition
from kavka.common.types import NewTopic
from kavka.local.cluster import BrokerDied, DataDirBusy, LocalClusterError
from kavka.local.listeners import BadListeners, spread
from kavka.local.ports import PortTaken, ReservedPorts, check_free, free_ports
from kavka.local.state import process_start_time
from kavka.zk.server import EmbeddedZooKeeper
from tests.support.processes.cluster import KavkaProcess, free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

TP = TopicPartition("t", 0)


@pytest.fixture(params=["processes", "in-loop"])
def make_cluster(request):
    return functools.partial(LocalCluster, in_loop=request.param == "in-loop")


async def write(bootstrap, *values):
    async with Producer(bootstrap) as producer:
        for value in values:
            await producer.send("t", value, partition=0)


async def read(bootstrap, count):
    async with Consumer(bootstrap) as consumer:
        await consumer.assign([TP], start="beginning")
        return [(await anext(consumer)).value for _ in range(count)]


async def test_a_temporary_cluster_leaves_nothing(make_cluster):
    tasks = asyncio.all_tasks()
    async with make_cluster() as cluster:
        data_dir = cluster.data_dir
        pid, port = cluster.brokers[0].pid, cluster.brokers[0].port
        await write(cluster.bootstrap, b"x")
        assert await read(cluster.bootstrap, 1) == [b"x"]
        assert (data_dir / "broker-0" / "t-0").is_dir()
    assert not data_dir.exists()
    assert pid == os.getpid() or process_start_time(pid) is None
    assert asyncio.all_tasks() == tasks
    check_free(port)


async def test_a_started_cluster_has_heard_from_its_controller_and_not_only_opened_its_port(tmp_path):
    async with LocalCluster(data_dir=tmp_path) as cluster:
        assert "broker 0 ready" in (tmp_path / "broker-0.log").read_text()
        await cluster.restart(0)
        assert (tmp_path / "broker-0.log").read_text().count("broker 0 ready") == 2


async def test_a_killed_broker_comes_back_at_once_with_its_records(make_cluster, tmp_path):
    async with make_cluster(data_dir=tmp_path) as cluster:
        before = cluster.brokers[0]
        await write(cluster.bootstrap, b"a", b"b")
        await cluster.kill(0)
        assert cluster.brokers[0].pid == 0
        dead = await cluster.wait_for_exit()
        assert "was killed" in dead.obituary()
        await cluster.restart(0)
        after = cluster.brokers[0]
        assert (after.port, after.id) == (before.port, before.id)
        assert after.pid == os.getpid() or after.pid != before.pid
        await write(cluster.bootstrap, b"c")
        assert await read(cluster.bootstrap, 3) == [b"a", b"b", b"c"]


async def test_others_lead_without_waiting_for_the_session_of_a_broker_whose_process_is_gone(tmp_path):
    """With a session timeout that no test would live to see the end of."""
    patient = {"zookeeper.session.timeout.ms": "300000"}
    async with LocalCluster(3, data_dir=tmp_path, config=patient) as cluster, Admin(cluster.bootstrap) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=3)])
        async with Producer(cluster.bootstrap, delivery_timeout_ms=60_000) as producer:
            await producer.send_and_wait("t", b"before", partition=0)
            (topic,) = await admin.describe_topics(["t"])
            leader = topic.partitions[0].leader
            os.kill(cluster.brokers[leader].pid, signal.SIGKILL)  # as from another terminal
            await producer.send_and_wait("t", b"after", partition=0)
            await cluster.restart(leader)
        assert await read(cluster.bootstrap, 2) == [b"before", b"after"]


async def test_a_client_rides_over_a_restart(make_cluster, tmp_path):
    async with make_cluster(data_dir=tmp_path) as cluster, Producer(cluster.bootstrap) as producer:
        await producer.send_and_wait("t", b"before", partition=0)
        await cluster.restart(0)
        await producer.send_and_wait("t", b"after", partition=0)
        assert await read(cluster.bootstrap, 2) == [b"before", b"after"]


async def test_one_cluster_per_directory(make_cluster, tmp_path):
    async with make_cluster(data_dir=tmp_path) as cluster:
        with pytest.raises(DataDirBusy, match=str(os.getpid())):
            await make_cluster(data_dir=tmp_path).start()
        await write(cluster.bootstrap, b"still here")


async def test_a_broker_that_cannot_start_says_why(make_cluster, tmp_path):
    with pytest.raises(BrokerDied, match=r"message\.max\.bytes"):
        await make_cluster(data_dir=tmp_path, config={"message.max.bytes": "-5"}).start()
    async with make_cluster(data_dir=tmp_path):  # and nothing of it is in the way
        pass


async def test_ports(tmp_path):
    async with LocalCluster(data_dir=tmp_path / "a") as cluster:
        port = cluster.brokers[0].port
        with pytest.raises(PortTaken, match=f"port {port} is taken by process {cluster.brokers[0].pid} .*broker"):
            await LocalCluster(port=port, data_dir=tmp_path / "b").start()
    check_free(port)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere two sockets cannot be bound to one port")
def test_a_reserved_port_is_given_to_nobody_who_asks_for_any():
    """Neither to listen on nor as the near end of a connection; but whoever knows its number may listen on it."""
    reserved = ReservedPorts(20)
    with ExitStack() as stack:
        stack.callback(reserved.close)
        target = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for number in range(400):
            other = stack.enter_context(socket.socket())
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, number & 1)
            if number & 2:
                other.connect(target.getsockname())
                stack.enter_context(target.accept()[0])
            else:
                other.bind(("127.0.0.1", 0))
            assert other.getsockname()[1] not in reserved.ports
        for port in reserved.ports:
            check_free(port)
            stack.enter_context(socket.create_server(("127.0.0.1", port)))


async def test_nobody_is_given_the_port_of_a_broker_that_is_down(make_cluster):
    async with make_cluster() as cluster:
        port = cluster.brokers[0].port
        await cluster.stop_broker(0)
        assert port not in free_ports(400)
        await cluster.restart(0)
        await write(cluster.bootstrap, b"x")


async def test_a_stopped_broker_is_not_dead_for_good(make_cluster, tmp_path):
    async with make_cluster(data_dir=tmp_path) as cluster:
        await write(cluster.bootstrap, b"a")
        await cluster.stop_broker(0)
        assert (tmp_path / "broker-0" / ".kafka_cleanshutdown").exists()
        assert not cluster.brokers[0].pid
        await cluster.restart(0)
        assert await read(cluster.bootstrap, 1) == [b"a"]


async def test_a_program_that_ends_without_stopping_its_loops_brokers_is_no_leftover(tmp_path):
    async with LocalCluster(data_dir=tmp_path, in_loop=True) as cluster:
        state = (tmp_path / "kavka.json").read_text()
        assert cluster.brokers[0].pid == os.getpid()
    (tmp_path / "kavka.json").write_text(state)  # as a killed program would have left it
    async with LocalCluster(data_dir=tmp_path, in_loop=True) as cluster:  # and nobody is ended for it
        await write(cluster.bootstrap, b"x")


async def test_listeners_of_the_users_own(make_cluster, tmp_path):
    port = free_port()
    async with make_cluster(data_dir=tmp_path, config={"listeners": f"PLAINTEXT://127.0.0.1:{port}"}) as cluster:
        assert cluster.bootstrap == f"127.0.0.1:{port}"
        await write(cluster.bootstrap, b"x")


async def test_the_environment_changes_what_nobody_chose(monkeypatch, tmp_path):
    monkeypatch.setenv("KAFKA_NUM_PARTITIONS", "5")
    monkeypatch.setenv("KAFKA_LOG_RETENTION_MS", "111")
    monkeypatch.setenv("KAFKA_BROKER_ID", "77")
    chosen = {"log.retention.ms": "222"}
    async with LocalCluster(data_dir=tmp_path, config=chosen) as cluster, Admin(cluster.bootstrap) as admin:
        settings = {entry.name: entry.value for entry in await admin.describe_broker_configs(0)}
    assert (settings["num.partitions"], settings["log.retention.ms"], settings["broker.id"]) == ("5", "222", "0")


def test_what_cannot_be():
    with pytest.raises(LocalClusterError, match="nobody to talk to"):
        LocalCluster(0)


def test_ports_of_several_brokers_count_up_and_do_not_meet():
    two = "A://127.0.0.1:9092,B://[::1]:9192,C://:0"
    spread_out = [[str(one) for one in addresses] for addresses in spread(two, 2, iter([7, 8]))]
    assert spread_out == [
        ["A://127.0.0.1:9092", "B://[::1]:9192", "C://:7"],
        ["A://127.0.0.1:9093", "B://[::1]:9193", "C://:8"],
    ]
    with pytest.raises(BadListeners, match="port 9093 to two listeners of 2 brokers"):
        spread("A://:9092,B://:9093", 2, iter([]))
    with pytest.raises(BadListeners, match="names no port"):
        spread("PLAINTEXT://localhost", 1, iter([]))


async def test_listeners_for_several_brokers_are_spread():
    async with LocalCluster(2, config={"listeners": "PLAINTEXT://127.0.0.1:0"}, in_loop=True) as cluster:
        ports = {broker.port for broker in cluster.brokers}
        assert len(ports) == 2
        async with Admin(cluster.bootstrap) as admin:
            assert {broker.port for broker in (await admin.describe_cluster()).brokers} == ports


async def test_a_directory_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(LocalClusterError, match="--data-dir"):
        await LocalCluster(data_dir=tmp_path / "file" / "d").start()


class Foreign:
    """A ZooKeeper client of somebody else's, with a session of a minute and a node that lives as long."""

    def __init__(self, address):
        self.states = []
        self.client = KazooClient(address, timeout=60)
        self.client.add_listener(self.states.append)

    def __enter__(self):
        self.client.start(30)
        self.client.create("/theirs", b"", ephemeral=True)
        return self

    def __exit__(self, *_):
        self.client.stop()
        self.client.close()

    def is_alive(self):
        """Whether the node is there, and has been all the time."""
        return self.client.retry(self.client.exists, "/theirs") is not None and KazooState.LOST not in self.states


async def test_a_restart_of_the_cluster_leaves_the_sessions_of_others_alone(make_cluster, tmp_path):
    with ExitStack() as stack:
        port = free_port()
        start = functools.partial(make_cluster, data_dir=tmp_path, zookeeper_port=port)
        async with start() as cluster:
            foreign = await asyncio.to_thread(stack.enter_context, Foreign(cluster.zookeeper))
        async with start() as cluster:
            assert await asyncio.to_thread(foreign.is_alive)


async def test_what_is_left_of_brokers_that_died_with_their_supervisor_ends_at_the_next_start(tmp_path):
    """Three, and a start of one: the others would be led to for the rest of their session timeouts."""
    process = KavkaProcess(tmp_path / "data", brokers=3)
    process.start()
    with ExitStack() as stack:
        foreign = await asyncio.to_thread(stack.enter_context, Foreign(process.zookeeper))
        process.kill_everything()
        port = int(process.zookeeper.rpartition(":")[2])
        async with LocalCluster(data_dir=tmp_path / "data", zookeeper_port=port, in_loop=True) as cluster:
            assert await asyncio.to_thread(foreign.client.retry, foreign.client.get_children, "/brokers/ids") == ["0"]
            assert await asyncio.to_thread(foreign.is_alive)
            assert len(cluster.brokers) == 1


async def test_with_a_zookeeper_of_its_own_a_killed_broker_ends_its_former_session_itself(tmp_path):
    """Nobody tells that ZooKeeper that the process is gone, and its timeout is one that no test would outlive."""
    patient = {"zookeeper.session.timeout.ms": "300000"}
    async with EmbeddedZooKeeper(tmp_path / "zookeeper") as zookeeper:
        address = f"127.0.0.1:{zookeeper.port}"
        async with LocalCluster(data_dir=tmp_path / "data", zookeeper=address, config=patient) as cluster:
            await write(cluster.bootstrap, b"before")
            key = tmp_path / "data" / "broker-0" / "zookeeper-session"
            assert stat.S_IMODE(key.stat().st_mode) == 0o600
            await cluster.kill(0)
            await cluster.restart(0)
            await write(cluster.bootstrap, b"after")
            assert await read(cluster.bootstrap, 2) == [b"before", b"after"]

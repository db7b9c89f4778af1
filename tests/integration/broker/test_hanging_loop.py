"""A broker whose event loop hangs: others lead within a session timeout, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import concurrent.futures
import json
import logging
import signal
import sys
import threading
from contextlib import asynccontextmanager

import pytest

from kavka.client.admin import Admin
from kavka.client.consumer import Consumer
from kavka.client.producer import Producer
from kavka.client.reassignments import PREFERRED
from kavka.common.types import NewTopic, TopicPartition
from kavka.zk.client import SessionState, create_ephemeral
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.server import EmbeddedZooKeeper
from tests.support.broker.whole_broker import DEADLINE, properties, running
from tests.support.zookeeper.harness import States

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

SESSION_TIMEOUT_MS = 2_000


@asynccontextmanager
async def hanging_broker(values, flag):
    """The process, its standard output, its port."""
    command = (sys.executable, "-m", "tests.support.processes.hanging_broker", json.dumps(values), str(flag))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(DEADLINE):
            yield process, int(await process.stdout.readline())
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def leader_of(admin, partition):
    (topic,) = await admin.describe_topics([partition.topic])
    return topic.partitions[partition.partition].leader, set(topic.partitions[partition.partition].isr)


async def led_again(admin, partition):
    """As `leader_of`; where a busy machine has cost the broker its short session, it is elected anew."""
    leader, isr = await leader_of(admin, partition)
    if leader != 2 and 2 in isr:
        await admin.elect_leaders(PREFERRED, [partition])
    return leader, isr


async def until(look, *, is_right):
    async with asyncio.timeout(DEADLINE):
        while not is_right(seen := await look()):  # noqa: ASYNC110 - the cluster tells nobody
            await asyncio.sleep(0.05)
    return seen


@pytest.mark.parametrize("is_controller", [True, False])
async def test_others_lead_while_a_brokers_loop_hangs_and_it_comes_back(zookeeper, tmp_path, is_controller):
    replicated = {"default.replication.factor": "2"}
    ours = properties(zookeeper, tmp_path / "one", broker__id="1") | replicated
    # A short session for the one that hangs, and only for it: the other shares its loop with ZooKeeper and this test.
    session = {"zookeeper.session.timeout.ms": str(SESSION_TIMEOUT_MS)}
    theirs = properties(zookeeper, tmp_path / "two", broker__id="2") | replicated | session
    flag = tmp_path / "go on"
    partition = TopicPartition("t", 0)
    first, second = (
        (hanging_broker(theirs, flag), running(ours))
        if is_controller
        else (running(ours), hanging_broker(theirs, flag))
    )
    async with first as one, second as two:
        (process, _), ready = (one, two) if is_controller else (two, one)
        bootstrap = f"127.0.0.1:{ready.port}"
        async with Admin(bootstrap) as admin, Producer(bootstrap, acks="all", request_timeout_ms=2_000) as producer:
            await admin.create_topics([NewTopic(name="t", assignments={0: [2, 1]})])
            await until(lambda: led_again(admin, partition), is_right=lambda seen: seen == (2, {1, 2}))
            sent = [b"before %d" % number for number in range(5)]
            for value in sent:
                await producer.send_and_wait("t", value)
            process.send_signal(signal.SIGUSR1)
            assert await process.stdout.readline() == b"hangs\n"
            await until(lambda: leader_of(admin, partition), is_right=lambda seen: seen == (1, {1}))
            for number in range(5):
                value = b"meanwhile %d" % number
                await producer.send_and_wait("t", value)
                sent.append(value)
            assert process.returncode is None
            flag.touch()
            assert await process.stdout.readline() == b"goes on\n"
            # It has registered anew, and follows.
            await until(lambda: leader_of(admin, partition), is_right=lambda seen: seen == (1, {1, 2}))
            await producer.send_and_wait("t", b"after")
            sent.append(b"after")
        async with Consumer(bootstrap) as consumer:
            await consumer.assign([partition], start="beginning")
            read = []
            async with asyncio.timeout(DEADLINE):
                while len(read) < len(sent):
                    read += [record.value for record in (await consumer.poll()).get(partition, ())]
        assert read == sent
        process.terminate()
        await process.wait()


@pytest.fixture
def server_elsewhere(tmp_path):
    """The port of a ZooKeeper in a thread and a loop of its own."""
    port = concurrent.futures.Future()
    ending = []

    async def serve():
        server = EmbeddedZooKeeper(tmp_path / "zookeeper", fsync=False)
        end = asyncio.Event()
        loop = asyncio.get_running_loop()
        ending.append(lambda: loop.call_soon_threadsafe(end.set))
        port.set_result(await server.start())
        await end.wait()
        await server.close()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    yield port.result(DEADLINE)
    ending[0]()
    thread.join(DEADLINE)


async def test_a_session_ends_while_its_loop_hangs_and_the_log_says_where_that_was(server_elsewhere, caplog):
    hosts = f"127.0.0.1:{server_elsewhere}"
    zk = KazooZk(hosts, session_timeout_ms=SESSION_TIMEOUT_MS, ends_with_loop=True)
    await zk.start(10_000)
    states = States(zk)
    try:
        first = zk.session_id
        await create_ephemeral(zk, "/me", b"")
        gone = threading.Event()
        looker = threading.Thread(target=lambda: asyncio.run(_wait_gone(hosts, gone)))
        looker.start()
        with caplog.at_level(logging.CRITICAL):
            assert gone.wait(DEADLINE)  # the loop hangs here
        looker.join(DEADLINE)
        assert SessionState.LOST in await states.until(SessionState.CONNECTED)
        assert zk.session_id != first
        assert (await create_ephemeral(zk, "/me", b"")).ephemeral_owner == zk.session_id
        assert "test_a_session_ends_while_its_loop_hangs" in caplog.text
    finally:
        await zk.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "loop-watchdog"]


async def _wait_gone(hosts, gone):
    """In a thread of its own: until nobody is registered at /me."""
    zk = KazooZk(hosts, session_timeout_ms=30_000)
    await zk.start(10_000)
    await until(lambda: zk.exists("/me"), is_right=lambda stat: stat is None)
    gone.set()
    await zk.close()

"""A whole broker: started, used, stopped. Inside this event loop, and as `python -m kavka.broker`."""

from __future__ import annotations

import asyncio
import os
import signal
import socket

import pytest

from kavka.broker.app import StartError
from kavka.broker.config.broker_config import BrokerConfig
from kavka.client.connection import Connection
from kavka.protocol.messages import (
    DeleteTopicsRequest,
    DescribeClusterRequest,
    FetchRequest,
    InitProducerIdRequest,
    ListOffsetsRequest,
)
from kavka.zk import paths
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.znodes import BrokerRegistration
from tests.support.broker.whole_broker import (
    DEADLINE,
    Process,
    connect,
    create,
    fetch,
    machine_broker,
    made_by_asking,
    produce,
    properties,
    running,
)


async def test_a_broker_serves(zookeeper, tmp_path):
    async with running(properties(zookeeper, tmp_path)) as ready:
        connection = await connect(ready)
        assert 0 in await connection.negotiate()
        cluster = await connection.request(DescribeClusterRequest(), version=0)
        assert [(node.broker_id, node.port) for node in cluster.brokers] == [(0, ready.port)]
        assert cluster.controller_id == 0
        assert (await create(connection, "t", 3)).error_code == 0
        assert (await create(connection, "t", 3)).error_code == 36
        for partition in range(3):
            acked = await produce(connection, "t", [b"a", b"b"], partition)
            assert (acked.error_code, acked.base_offset) == (0, 0)
        assert (await produce(connection, "t", [b"c"])).base_offset == 2
        assert await fetch(connection, "t") == [b"a", b"b", b"c"]
        given = await connection.request(InitProducerIdRequest(transactional_id=None), version=0)
        assert (given.error_code, given.producer_id) == (0, 0)
        await connection.close()


async def test_a_request_for_metadata_creates_the_topic(zookeeper, tmp_path):
    async with running(properties(zookeeper, tmp_path, num__partitions="4")) as ready:
        connection = await connect(ready)
        topic = await made_by_asking(connection, "asked")
        assert [partition.leader_id for partition in topic.partitions] == [0] * 4
        await connection.close()


async def test_a_deleted_topic_comes_back_empty(zookeeper, tmp_path):
    async with running(properties(zookeeper, tmp_path)) as ready:
        connection = await connect(ready)
        for _ in range(3):
            assert (await create(connection, "t")).error_code == 0
            assert (await produce(connection, "t", [b"x"])).base_offset == 0
            request = DeleteTopicsRequest(topic_names=["t"], timeout_ms=10_000)
            assert (await connection.request(request, version=3)).responses[0].error_code == 0
        await connection.close()


async def test_records_survive_a_restart(zookeeper, tmp_path):
    values = properties(zookeeper, tmp_path)
    for number in range(3):
        async with running(values) as ready:
            connection = await connect(ready)
            if number == 0:
                await create(connection, "t", 2)
            assert len(await fetch(connection, "t")) == 10 * number
            await produce(connection, "t", [str(n).encode() for n in range(10)])
            await connection.close()
    async with running(values) as ready:
        connection = await connect(ready)
        wanted = ListOffsetsRequest.ListOffsetsPartition(partition_index=0, timestamp=-1)
        request = ListOffsetsRequest(
            replica_id=-1, topics=[ListOffsetsRequest.ListOffsetsTopic(name="t", partitions=[wanted])]
        )
        assert (await connection.request(request, version=1)).topics[0].partitions[0].offset == 30
        await connection.close()


async def test_the_broker_registers_what_it_bound(zookeeper, tmp_path):
    async with running(properties(zookeeper, tmp_path, broker__rack="r1")) as ready:
        zk = KazooZk(zookeeper)
        await zk.start(5000)
        data, _ = await zk.get(paths.broker_id(0))
        registration = BrokerRegistration.decode(data)
        assert [str(e) for e in registration.endpoints] == [f"PLAINTEXT://127.0.0.1:{ready.port}"]
        assert registration.rack == "r1"
        await zk.close()


@pytest.mark.parametrize(("profile", "metadata"), [("2.0", 6), ("3.0", 11), ("3.9", 13)])
async def test_all_profiles_serve(zookeeper, tmp_path, profile, metadata):
    async with running(properties(zookeeper, tmp_path, inter__broker__protocol__version=profile)) as ready:
        connection = await connect(ready)
        versions = await connection.negotiate()
        assert versions[3] == (0, metadata)
        await connection.close()
        connection = await connect(ready)
        await made_by_asking(connection, "t")
        assert (await produce(connection, "t", [b"x"])).error_code == 0
        await connection.close()


async def test_a_chroot_is_made_and_everything_lies_in_it(zookeeper, tmp_path):
    async with running(properties(f"{zookeeper}/clusters/one", tmp_path)):
        outside = KazooZk(zookeeper)
        await outside.start(DEADLINE * 1000)
        try:
            assert "0" in await outside.children("/clusters/one/brokers/ids")
            assert "brokers" not in await outside.children("/")
        finally:
            await outside.close()


async def test_a_generated_id_is_kept(zookeeper, tmp_path):
    values = properties(zookeeper, tmp_path, broker__id="-1")
    for _ in range(2):
        async with running(values) as ready:
            assert ready.broker_id == 1001


async def test_stopping_with_a_long_poll_waits_only_so_long(zookeeper, tmp_path):
    async with running(properties(zookeeper, tmp_path)) as ready:
        connection = await connect(ready)
        await create(connection, "t")
        wanted = FetchRequest.FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=1 << 20)
        request = FetchRequest(
            replica_id=-1,
            max_wait_ms=60_000,
            min_bytes=1,
            max_bytes=1 << 20,
            topics=[FetchRequest.FetchTopic(topic="t", partitions=[wanted])],
        )
        connection.start_request(request, version=4).add_done_callback(lambda done: done.exception())
        await asyncio.sleep(0)
    await connection.close()


async def test_a_start_that_must_fail_says_why(zookeeper, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"PLAINTEXT://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(StartError, match=r"the port is taken by process \d+"):
            await machine_broker(BrokerConfig.from_properties(properties(zookeeper, tmp_path, listeners=address))).run()
    unreachable = properties("127.0.0.1:1", tmp_path, zookeeper__connection__timeout__ms="200")
    with pytest.raises(StartError, match=r"no ZooKeeper answered at 127\.0\.0\.1:1"):
        await machine_broker(BrokerConfig.from_properties(unreachable)).run()
    async with running(properties(zookeeper, tmp_path)):
        pass
    with pytest.raises(StartError, match=r"meta\.properties"):
        await machine_broker(BrokerConfig.from_properties(properties(zookeeper, tmp_path, broker__id="5"))).run()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_process_in_order(zookeeper, tmp_path, number):
    async with await Process.start(
        properties(zookeeper, tmp_path), tmp_path, "--override", "num.partitions=2"
    ) as process:
        ready = await process.ready()
        assert (ready["id"], ready["host"], ready["pid"]) == (0, "127.0.0.1", process.process.pid)
        assert ready["data_dir"] == str(tmp_path / "logs")
        connection = await Connection.open(ready["host"], ready["port"], client_id="test")
        assert len((await made_by_asking(connection, "t")).partitions) == 2
        await produce(connection, "t", [b"x"])
        process.process.send_signal(number)
        code, errors = await process.ended()
        assert code == 0, errors
        assert f"broker 0 ready: PLAINTEXT://127.0.0.1:{ready['port']}" in errors
        assert "Traceback" not in errors
        assert (tmp_path / "logs" / ".kafka_cleanshutdown").exists()
        zk = KazooZk(zookeeper)
        await zk.start(5000)
        assert await zk.children(paths.BROKER_IDS) == []
        await zk.close()
        await connection.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        (["zookeeper.connect=127.0.0.1:1", "zookeeper.connection.timeout.ms=100"], "no ZooKeeper answered"),
        (["num.partitons=3"], "did you mean num.partitions?"),
        (["num.partitions=many"], "Invalid value many for configuration num.partitions"),
        (["nonsense"], "does not read key=value"),
        (["log.dirs=/proc/nowhere"], "/proc/nowhere"),
    ],
)
async def test_a_users_mistake_ends_in_one_line_and_exit_code_1(zookeeper, tmp_path, overrides, words):
    extra = [part for override in overrides for part in ("--override", override)]
    async with await Process.start(
        properties(zookeeper, tmp_path), tmp_path, "--log-level", "ERROR", *extra
    ) as process:
        os.close(process.ready_read)
        code, errors = await process.ended()
    assert code == 1
    assert errors.splitlines()[-1].startswith("cannot start the broker: ")
    assert words in errors.splitlines()[-1]
    assert "Traceback" not in errors


@pytest.mark.slow
async def test_kill_9_loses_nothing_that_was_acknowledged(zookeeper, tmp_path):
    values = properties(zookeeper, tmp_path, zookeeper__session__timeout__ms="1000")
    async with await Process.start(values, tmp_path) as process:
        ready = await process.ready()
        connection = await Connection.open(ready["host"], ready["port"], client_id="test")
        await create(connection, "t")
        for number in range(50):
            assert (await produce(connection, "t", [str(number).encode()])).error_code == 0
        process.process.kill()
        await process.ended()
        await connection.close()
    async with await Process.start(values, tmp_path) as process:
        ready = await process.ready()
        connection = await Connection.open(ready["host"], ready["port"], client_id="test")
        assert await fetch(connection, "t") == [str(number).encode() for number in range(50)]
        await connection.close()
        process.process.terminate()
        assert (await process.ended())[0] == 0

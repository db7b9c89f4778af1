"""Faults on purpose, as a client meets them."""

from __future__ import annotations

import asyncio

import pytest

from kavka import LocalCluster
from kavka.client.connection import Connection
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import DescribeClusterRequest, MetadataRequest
from tests.support.http.web import ask

DEADLINE_MS = 60_000


@pytest.fixture
async def cluster():
    async with LocalCluster(1, in_loop=True) as cluster:
        yield cluster


async def add(cluster, **rule):
    answer = await ask(f"{cluster.state.public()['admin']}/faults", method="POST", body=rule)
    assert answer.status == 201, answer.body
    return answer.json()[0]["id"]


async def connect(cluster, **options):
    broker = cluster.brokers[0]
    return await Connection.open(broker.host, broker.port, client_id="c", **options)


async def describe(connection, **options):
    return await connection.request(DescribeClusterRequest(), version=0, **options)


async def test_an_error_is_answered_as_often_as_the_rule_says_and_is_gone_with_it(cluster):
    url = cluster.state.public()["admin"]
    rule = await add(cluster, api="DESCRIBE_CLUSTER", action="error", error="NOT_CONTROLLER", times=1, client_id="c")
    async with await connect(cluster) as connection:
        assert (await describe(connection)).error_code == ErrorCode.NOT_CONTROLLER
        assert (await describe(connection)).error_code == ErrorCode.NONE
        [shown] = (await ask(f"{url}/faults")).json()
        assert (shown["matched"], shown["struck"]) == (2, 1)
        assert (await ask(f"{url}/faults/{rule}", method="DELETE")).json() == {"removed": 1}
        assert (await ask(f"{url}/faults/{rule}", method="DELETE")).status == 404
        assert (await ask(f"{url}/faults")).json() == []


async def test_a_delayed_request_is_carried_out_later_and_those_behind_it_keep_their_order(cluster):
    await add(cluster, api="DESCRIBE_CLUSTER", action="delay", delay_ms=300, times=1)
    async with await connect(cluster) as connection:
        loop = asyncio.get_running_loop()
        began = loop.time()
        late = connection.start_request(DescribeClusterRequest(), version=0, timeout_ms=DEADLINE_MS)
        behind = await connection.request(MetadataRequest(topics=[]), version=9, timeout_ms=DEADLINE_MS)
        assert loop.time() - began > 0.29, "it waited for the one before it"
        assert behind.brokers
        assert (await late).brokers


@pytest.mark.parametrize("action", ["close", "half"])
async def test_a_connection_is_closed_without_an_answer(cluster, action):
    await add(cluster, api="DESCRIBE_CLUSTER", action=action, times=1)
    connection = await connect(cluster)
    with pytest.raises(ConnectionError):
        await describe(connection, timeout_ms=DEADLINE_MS)
    async with await connect(cluster) as again:
        assert (await describe(again)).brokers


async def test_half_of_an_answer_arrives(cluster):
    await add(cluster, api="METADATA", action="half", times=1)
    broker = cluster.brokers[0]
    reader, writer = await asyncio.open_connection(broker.host, broker.port)
    writer.write(bytes.fromhex("0000000f 0003 0001 00000007 0001 63 00000000"))
    async with asyncio.timeout(60):
        got = await reader.read()
    promised = int.from_bytes(got[:4], "big")
    assert len(got) == (4 + promised) // 2
    writer.close()


async def test_a_dropped_request_is_never_answered_and_the_connection_stays(cluster):
    await add(cluster, api="DESCRIBE_CLUSTER", action="drop", times=1)
    async with await connect(cluster) as connection:
        with pytest.raises(TimeoutError):
            await describe(connection, timeout_ms=200)


async def test_rules_that_make_no_sense_are_refused_whole(cluster):
    url = f"{cluster.state.public()['admin']}/faults"
    answer = await ask(url, method="POST", body={"action": "explode"})
    assert (answer.status, "action must be one of" in answer.json()["error"]) == (400, True)
    assert (
        await ask(url, method="POST", body={"action": "drop"}, headers={"Origin": "http://evil.example"})
    ).status == 403
    assert (await ask(url)).json() == []

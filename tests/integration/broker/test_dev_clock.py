"""The time of a development cluster: stopped, moved and set going over HTTP, as other people's tests would."""

from __future__ import annotations

import asyncio

import pytest

from kavka import Admin, Consumer, LocalCluster, NewTopic, Producer
from tests.support.http.web import ask

DEADLINE_S = 60
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


async def move(cluster, **body):
    answers = [await ask(f"{broker.admin}/clock", method="POST", body=body) for broker in cluster.brokers]
    assert [answer.status for answer in answers] == [200] * len(answers), answers
    return [answer.json() for answer in answers]


@pytest.fixture
async def cluster():
    async with LocalCluster(1, in_loop=True, dev_clock=True, config={"log.retention.check.interval.ms": "300000"}) as c:
        yield c


async def test_a_clock_that_is_the_machines_is_shown_and_not_moved():
    async with LocalCluster(1, in_loop=True) as cluster:
        url = f"{cluster.brokers[0].admin}/clock"
        assert (await ask(url)).json()["is_dev"] is False
        refused = await ask(url, method="POST", body={"action": "freeze"})
        assert refused.status == 409
        assert "--dev-clock" in refused.json()["error"]


async def test_it_is_frozen_advanced_and_set_going(cluster):
    url = f"{cluster.brokers[0].admin}/clock"
    [frozen] = await move(cluster, action="freeze")
    assert frozen["is_frozen"]
    assert (await ask(url)).json()["now_ms"] == frozen["now_ms"]
    [moved] = await move(cluster, action="advance", ms=5_000)
    assert moved["now_ms"] == frozen["now_ms"] + 5_000
    [running] = await move(cluster, action="run")
    assert not running["is_frozen"]
    assert running["now_ms"] >= moved["now_ms"]
    for body in ({"action": "back"}, {"action": "advance"}, {"action": "advance", "ms": -1}, []):
        assert (await ask(url, method="POST", body=body)).status == 400


async def test_retention_happens_now(cluster):
    async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap, acks="all") as producer:
        topic = NewTopic(name="old", num_partitions=1, replication_factor=1, configs={"retention.ms": str(DAY_MS)})
        await admin.create_topics([topic])
        await (await producer.send("old", b"of today"))
        await move(cluster, action="advance", ms=2 * DAY_MS)
        async with asyncio.timeout(DEADLINE_S):
            while True:
                shown = (await ask(f"{cluster.brokers[0].admin}/state/topics/old")).json()
                if shown["partition_states"][0]["here"]["log_start_offset"] == 1:
                    break


async def test_records_flow_while_the_clock_stands(cluster):
    await move(cluster, action="freeze")
    async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap, acks="all") as producer:
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
        await (await producer.send("t", b"1"))
        async with Consumer(cluster.bootstrap) as consumer:
            await consumer.assign(await consumer.partitions_for("t"), start="beginning")
            for value in (b"1", b"2"):
                async with asyncio.timeout(DEADLINE_S):
                    assert (await anext(aiter(consumer))).value == value
                await (await producer.send("t", b"2"))


async def test_a_member_that_is_silent_for_its_session_is_put_out(cluster):
    """By a real client: confluent-kafka heartbeats by the machine's time, so a jump is a silence to the group."""
    from confluent_kafka import Consumer as ConfluentConsumer

    async with Admin(cluster.bootstrap) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
    lost: list[object] = []
    options = {"bootstrap.servers": cluster.bootstrap, "group.id": "g", "session.timeout.ms": 45_000}
    consumer = ConfluentConsumer(options)
    assigned = asyncio.Event()
    loop = asyncio.get_running_loop()
    consumer.subscribe(
        ["t"],
        on_assign=lambda *_: loop.call_soon_threadsafe(assigned.set),
        on_revoke=lambda _, partitions: lost.append(partitions),
        on_lost=lambda _, partitions: lost.append(partitions),
    )
    try:
        async with asyncio.timeout(DEADLINE_S):
            while not assigned.is_set():
                await asyncio.to_thread(consumer.poll, 0.1)
            assigned.clear()
            await move(cluster, action="advance", ms=HOUR_MS)
            while not (lost and assigned.is_set()):
                await asyncio.to_thread(consumer.poll, 0.1)
    finally:
        await asyncio.to_thread(consumer.close)


@pytest.mark.slow
async def test_three_brokers_keep_their_isr_when_all_clocks_go_a_week_ahead():
    async with LocalCluster(3, in_loop=True, dev_clock=True) as cluster, Admin(cluster.bootstrap) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=3)])
        async with Producer(cluster.bootstrap, acks="all") as producer:
            await (await producer.send("t", b"before"))
            urls = [broker.admin for broker in cluster.brokers]
            body = {"action": "advance", "ms": 7 * DAY_MS - HOUR_MS}
            await asyncio.gather(*(ask(f"{url}/clock", method="POST", body=body) for url in urls))
            await (await producer.send("t", b"after"))
        for url in urls:
            assert (await ask(f"{url}/wait?for=isr&topic=t&partition=0&size=3")).status == 200

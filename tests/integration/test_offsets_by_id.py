"""A consumer's offsets are of the topic that it read, by id: whoever is made anew under its name gets none of them."""

from __future__ import annotations

import asyncio

import pytest

from kavka import Admin, Consumer, LocalCluster, NewTopic, Producer, TopicPartition
from kavka.protocol.errors import UnknownTopicId

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

TOPIC = "orders"
TP = TopicPartition(TOPIC, 0)
SECONDS_MAX = 60
NEW = {"inter.broker.protocol.version": "3.9"}
OLD = {**NEW, "kavka.later.apis.enable": "false"}


async def begin(bootstrap: str, records: int) -> None:
    """Makes the topic, with records."""
    async with Admin(bootstrap) as admin:
        await admin.create_topics([NewTopic(TOPIC, 1, 1)])
    async with Producer(bootstrap) as producer:
        for number in range(records):
            await producer.send(TOPIC, b"%d" % number)


async def delete(bootstrap: str) -> None:
    """Deletes the topic, and waits until it has gone."""
    async with Admin(bootstrap) as admin:
        await admin.delete_topics([TOPIC])
        while TOPIC in [info.name for info in await admin.list_topics()]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def committed(bootstrap: str) -> dict[TopicPartition, int]:
    async with Admin(bootstrap) as admin:
        return {tp: offset.offset for tp, offset in (await admin.list_group_offsets("g")).items()}


async def read(consumer: Consumer, count: int) -> None:
    while count > 0:
        count -= sum(len(records) for records in (await consumer.poll()).values())


@pytest.mark.parametrize("protocol", ["classic", "consumer"])
async def test_a_topic_made_anew_gets_no_offsets_of_the_former_one(protocol: str) -> None:
    async with LocalCluster(1, in_loop=True, config=NEW) as cluster, asyncio.timeout(SECONDS_MAX):
        await begin(cluster.bootstrap, 10)
        async with Consumer(
            cluster.bootstrap, group_id="g", group_protocol=protocol, offset_reset="earliest", auto_commit=False
        ) as consumer:
            consumer.subscribe(TOPIC)
            await read(consumer, 10)
            await consumer.commit({TP: 4})
            assert await committed(cluster.bootstrap) == {TP: 4}
            await delete(cluster.bootstrap)
            await begin(cluster.bootstrap, 20)
            with pytest.raises(UnknownTopicId):
                await consumer.commit()
        assert await committed(cluster.bootstrap) == {}


async def test_who_seeks_goes_on_in_the_topic_that_is_there_now() -> None:
    async with LocalCluster(1, in_loop=True, config=NEW) as cluster, asyncio.timeout(SECONDS_MAX):
        await begin(cluster.bootstrap, 10)
        async with Consumer(cluster.bootstrap, group_id="g", offset_reset="earliest", auto_commit=False) as consumer:
            await consumer.assign([TP])
            await read(consumer, 10)
            await delete(cluster.bootstrap)
            await begin(cluster.bootstrap, 20)
            with pytest.raises(UnknownTopicId):
                await consumer.commit()
            consumer.seek(TP, 0)
            await read(consumer, 20)
            await consumer.commit()
        assert await committed(cluster.bootstrap) == {TP: 20}


@pytest.mark.parametrize("config", [NEW, OLD], ids=["by id", "by name"])
async def test_a_group_goes_on_where_it_had_committed(config: dict[str, str]) -> None:
    async with LocalCluster(1, in_loop=True, config=config) as cluster, asyncio.timeout(SECONDS_MAX):
        await begin(cluster.bootstrap, 10)
        for already in (0, 4):
            async with Consumer(
                cluster.bootstrap, group_id="g", offset_reset="earliest", auto_commit=False
            ) as consumer:
                consumer.subscribe(TOPIC)
                record = await anext(consumer)
                assert record.offset == already
                await consumer.commit({TP: 4})
        assert await committed(cluster.bootstrap) == {TP: 4}

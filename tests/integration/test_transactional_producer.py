"""The bundled transactional producer and the read_committed consumer, against a broker of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from kavka.client.consumer import Consumer
from kavka.client.errors import TransactionFailed
from kavka.client.producer import Producer
from kavka.common.types import TopicPartition
from kavka.protocol.errors import MessageTooLarge, ProducerFenced

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture
async def producer(broker: str, topic: str) -> AsyncIterator[Producer]:
    async with Producer(broker, transactional_id=topic, linger_ms=0) as made:
        await made.init_transactions()
        yield made


async def values(broker: str, topic: str, isolation: str = "read_committed") -> list[bytes | None]:
    async with Consumer(broker, isolation_level=isolation) as consumer:
        partitions = await consumer.partitions_for(topic)
        await consumer.assign(partitions, start="beginning")
        end = sum((await consumer.end_offsets(partitions)).values())
        found: list[bytes | None] = []
        async with asyncio.timeout(30):
            while sum([await consumer.position(tp) for tp in partitions]) < end:
                for records in (await consumer.poll(timeout_ms=100)).values():
                    found += [record.value for record in records]
        return found


async def test_what_is_committed_is_seen_and_what_is_aborted_is_not(
    broker: str, topic: str, producer: Producer
) -> None:
    for number, is_commit in enumerate((True, False, True)):
        producer.begin_transaction()
        for part in range(3):
            await producer.send(topic, b"%d.%d" % (number, part))
        if is_commit:
            await producer.commit_transaction()
        else:
            await producer.flush()
            await producer.abort_transaction()
    committed = [b"%d.%d" % (number, part) for number in (0, 2) for part in range(3)]
    assert await values(broker, topic) == committed
    assert len(await values(broker, topic, "read_uncommitted")) == 9


async def test_a_block_commits_at_its_end_and_aborts_when_something_is_raised(
    broker: str, topic: str, producer: Producer
) -> None:
    async with producer.transaction():
        await producer.send(topic, b"committed")

    async def failing() -> None:
        async with producer.transaction():
            await (await producer.send(topic, b"aborted"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await failing()
    async with producer.transaction():
        await producer.send(topic, b"committed, too")
    assert await values(broker, topic) == [b"committed", b"committed, too"]


async def test_what_is_open_holds_readers_back(broker: str, topic: str, producer: Producer) -> None:
    producer.begin_transaction()
    await (await producer.send(topic, b"open"))
    async with Consumer(broker, isolation_level="read_committed") as consumer:
        tp = TopicPartition(topic, 0)
        assert await consumer.end_offsets([tp]) == {tp: 0}
        await producer.commit_transaction()
    assert await values(broker, topic) == [b"open"]


async def test_an_older_instance_is_fenced_and_says_so_from_then_on(
    broker: str, topic: str, producer: Producer
) -> None:
    producer.begin_transaction()
    await (await producer.send(topic, b"of the zombie"))
    async with Producer(broker, transactional_id=topic) as successor:
        await successor.init_transactions()
        with pytest.raises(ProducerFenced):
            await producer.commit_transaction()
        with pytest.raises(ProducerFenced):
            await producer.send(topic, b"more")
        with pytest.raises(ProducerFenced):
            producer.begin_transaction()
        async with successor.transaction():
            await successor.send(topic, b"of the successor")
    assert await values(broker, topic) == [b"of the successor"]


async def test_a_record_that_failed_lets_the_transaction_only_be_aborted(
    broker: str, topic: str, producer: Producer
) -> None:
    producer.begin_transaction()
    await (await producer.send(topic, b"good"))
    too_large = await producer.send(topic, bytes(3_000_000))
    with pytest.raises(TransactionFailed) as failure:
        await producer.commit_transaction()
    assert isinstance(failure.value.__cause__, MessageTooLarge)
    with pytest.raises(MessageTooLarge):
        await too_large
    with pytest.raises(TransactionFailed):
        await producer.send(topic, b"more")
    with pytest.raises(TransactionFailed):
        producer.begin_transaction()
    await producer.abort_transaction()
    async with producer.transaction():
        await producer.send(topic, b"after")
    assert await values(broker, topic) == [b"after"]


async def test_what_was_not_sent_is_dropped_by_an_abort(broker: str, topic: str) -> None:
    async with Producer(broker, transactional_id=topic, linger_ms=60_000) as producer:
        await producer.init_transactions()
        producer.begin_transaction()
        delivery = await producer.send(topic, b"never sent")
        await producer.abort_transaction()
        with pytest.raises(TransactionFailed):
            await delivery
        async with producer.transaction():
            await producer.send(topic, b"sent")
    assert await values(broker, topic) == [b"sent"]


async def test_steps_out_of_order_are_told_apart(broker: str, topic: str) -> None:
    async with Producer(broker, transactional_id=topic) as producer:
        for step in (producer.commit_transaction, producer.abort_transaction):
            with pytest.raises(RuntimeError, match="no transaction is open"):
                await step()
        with pytest.raises(RuntimeError, match="not initialised"):
            producer.begin_transaction()
        await producer.init_transactions()
        with pytest.raises(RuntimeError, match="no transaction is open"):
            await producer.send(topic, b"x")
        producer.begin_transaction()
        with pytest.raises(RuntimeError, match="open"):
            producer.begin_transaction()
        await producer.commit_transaction()
    async with Producer(broker) as plain:
        with pytest.raises(RuntimeError, match="no transactional_id"):
            plain.begin_transaction()
    with pytest.raises(ValueError, match="idempotent"):
        Producer(broker, transactional_id="x", acks=1)


async def test_senders_at_the_same_time_share_a_transaction(broker: str, topic: str, producer: Producer) -> None:
    async with producer.transaction(), asyncio.TaskGroup() as group:
        for number in range(50):
            group.create_task(producer.send(topic, b"%d" % number))
    assert sorted(await values(broker, topic)) == sorted(b"%d" % number for number in range(50))  # type: ignore[type-var]

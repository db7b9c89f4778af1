"""Exactly once through bounced copiers and brokers; and requests that come when their transaction is long over."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from kavka import Admin, Consumer, LocalCluster, NewTopic, Producer, TopicPartition
from kavka.client.connection import Connection
from kavka.protocol.errors import ErrorCode
from kavka.protocol.message import Message
from kavka.protocol.messages import AddPartitionsToTxnRequest, EndTxnRequest, InitProducerIdRequest, ProduceRequest
from kavka.protocol.records.batch import BatchBuilder
from tests.faults.copiers import Reader, copying, fill
from tests.faults.proxy import FaultProxy, beginning, proxied
from tests.faults.transaction_checker import Outcome, SentTransaction, transaction_complaints

CONFIG = {
    "zookeeper.session.timeout.ms": "2000",
    "replica.lag.time.max.ms": "3000",
    "min.insync.replicas": "2",
    "transaction.state.log.num.partitions": "6",
    "offsets.topic.num.partitions": "3",
    "group.initial.rebalance.delay.ms": "0",
}
ONE_BROKER = {
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "transaction.state.log.num.partitions": "1",
}
PARTITIONS = 4
SEED = int(os.environ.get("SEED", "") or 1)
P, Q = TopicPartition("out", 0), TopicPartition("out", 1)


def sent(outcome: Outcome, **values: TopicPartition) -> SentTransaction:
    return SentTransaction({name.encode(): partition for name, partition in values.items()}, outcome)


@pytest.mark.parametrize(
    ("transactions", "views", "complaint"),
    [
        ([sent(Outcome.COMMITTED, a=P, b=Q)], [{P: [b"a"], Q: [b"b"]}], None),
        ([sent(Outcome.ABORTED, a=P)], [{P: []}], None),
        ([sent(Outcome.UNKNOWN, a=P, b=Q)], [{}], None),
        ([sent(Outcome.UNKNOWN, a=P, b=Q)], [{P: [b"a"], Q: [b"b"]}], None),
        ([sent(Outcome.ABORTED, a=P)], [{P: [b"a"]}], "aborted read"),
        ([sent(Outcome.UNKNOWN, a=P, b=Q)], [{P: [b"a"]}], "torn"),
        ([sent(Outcome.COMMITTED, a=P, b=Q)], [{P: [b"a"]}], "torn"),
        ([sent(Outcome.COMMITTED, a=P)], [{}], "lost"),
        ([sent(Outcome.COMMITTED, a=P)], [{P: [b"a", b"a"]}], "duplicate"),
        ([sent(Outcome.COMMITTED, a=P, b=P)], [{P: [b"a", b"b"]}, {P: [b"b", b"a"]}], "unlike"),
    ],
)
def test_the_checker_sees_each_anomaly(transactions, views, complaint):
    found = transaction_complaints(transactions, views)
    assert [sentence.split(":")[0] for sentence in found] == ([] if complaint is None else [complaint])


async def copy_through_bounces(records: int, rounds: int) -> None:
    """Kafka's transactions_test; each round bounces two copiers and one broker, hard or in order."""
    rng = random.Random(SEED)
    async with LocalCluster(3, config=CONFIG) as cluster, Admin(cluster.bootstrap) as admin:
        await admin.create_topics(
            [NewTopic(name=name, num_partitions=PARTITIONS, replication_factor=3) for name in ("in", "out")]
        )
        written = await fill(cluster.bootstrap, PARTITIONS, records)
        reader = Reader(cluster.bootstrap, PARTITIONS)
        async with asyncio.TaskGroup() as group:
            reading = group.create_task(reader.run(records))
            async with copying(cluster.bootstrap, PARTITIONS) as copiers:
                for number in range(rounds):
                    await copiers.until_copied((number + 1) * records // (rounds + 2))
                    for index in rng.sample(range(PARTITIONS), 2):
                        await copiers.bounce(index)
                    victim = rng.randrange(3)
                    if number % 2:
                        await cluster.stop_broker(victim)
                    else:
                        await cluster.kill(victim)
                    await cluster.restart(victim)
                await asyncio.wait_for(reading, 600)
        afterwards = Reader(cluster.bootstrap, PARTITIONS)
        await asyncio.wait_for(afterwards.run(records), 60)
        print(f"{copiers.bounces} bounces of copiers, {len(copiers.failures)} failures that they got over")
        assert reader.seen == written, "not what was written, each record once and in order"
        assert afterwards.seen == written, "a later reader does not see the same"


class RawProducer:
    """A transactional producer of before KIP-360, request by request, over connections that can be held up."""

    def __init__(self, connection: Connection, late: Connection) -> None:
        self.connection = connection
        self.late = late
        self.producer_id = self.epoch = -1

    async def ask(self, request: Message, version: int) -> Any:
        """Over the connection that is never held up."""
        return await self.connection.request(request, version=version)

    async def init(self) -> None:
        """As another instance; CONCURRENT_TRANSACTIONS means that the one before is being aborted."""
        request = InitProducerIdRequest(transactional_id="tx", transaction_timeout_ms=60_000)
        while (answer := await self.ask(request, 1)).error_code in (14, 15, 16, 51):  # noqa: ASYNC110 - Kafka says no more
            await asyncio.sleep(0.01)
        assert answer.error_code == 0
        self.producer_id, self.epoch = answer.producer_id, answer.producer_epoch

    async def add(self, index: int) -> None:
        """Partition of `out` → transaction."""
        topic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name="out", partitions=[index])
        request = AddPartitionsToTxnRequest(
            v3_and_below_transactional_id="tx",
            v3_and_below_producer_id=self.producer_id,
            v3_and_below_producer_epoch=self.epoch,
            v3_and_below_topics=[topic],
        )
        while (code := self._partition(await self.ask(request, 0))) == 51:  # noqa: ASYNC110 - Kafka says no more
            await asyncio.sleep(0.01)
        assert code == 0

    @staticmethod
    def _partition(answer: Any) -> int:
        return int(answer.results_by_topic_v3_and_below[0].results_by_partition[0].partition_error_code)

    def end(self, *, is_commit: bool) -> EndTxnRequest:
        """The request."""
        return EndTxnRequest(
            transactional_id="tx", producer_id=self.producer_id, producer_epoch=self.epoch, committed=is_commit
        )

    def produce(self, index: int, sequence: int, value: bytes) -> ProduceRequest:
        """The request."""
        builder = BatchBuilder(
            producer_id=self.producer_id, producer_epoch=self.epoch, base_sequence=sequence, is_transactional=True
        )
        builder.append(timestamp=1, key=None, value=value)
        data = ProduceRequest.PartitionProduceData(index=index, records=builder.build())
        return ProduceRequest(
            transactional_id="tx",
            acks=-1,
            timeout_ms=10_000,
            topic_data=[ProduceRequest.TopicProduceData(name="out", partition_data=[data])],
        )


@asynccontextmanager
async def raw_producer() -> AsyncIterator[tuple[RawProducer, FaultProxy, str]]:
    """One broker; requests over `late` go through a proxy."""
    async with (
        LocalCluster(1, config=ONE_BROKER, in_loop=True) as cluster,
        Admin(cluster.bootstrap) as admin,
        proxied(*proxy_target(cluster.bootstrap), seed=SEED) as proxy,
    ):
        await admin.create_topics([NewTopic(name="out", num_partitions=2, replication_factor=1)])
        async with (
            Producer(cluster.bootstrap, transactional_id="makes the topic") as other,
            await Connection.open(*proxy_target(cluster.bootstrap), client_id="prompt") as prompt,
            await Connection.open("127.0.0.1", proxy.port, client_id="late") as late,
        ):
            await other.init_transactions()
            raw = RawProducer(prompt, late)
            await raw.init()
            yield raw, proxy, cluster.bootstrap


def proxy_target(bootstrap: str) -> tuple[str, int]:
    """host:port, apart."""
    host, port = bootstrap.split(":")
    return host, int(port)


async def committed(bootstrap: str) -> list[list[bytes]]:
    """What a reader of committed records gets, up to the last stable offset, which must be the end."""
    found = []
    async with (
        Consumer(bootstrap, isolation_level="read_committed") as consumer,
        Consumer(bootstrap) as dirty,
    ):
        for tp in (P, Q):
            await consumer.assign([tp], start="beginning")
            end = (await consumer.end_offsets([tp]))[tp]
            assert end == (await dirty.end_offsets([tp]))[tp], f"a transaction hangs in {tp}"
            values: list[bytes] = []
            while await consumer.position(tp) < end:
                for records in (await consumer.poll(timeout_ms=1_000)).values():
                    values += [bytes(record.value or b"") for record in records]
            found.append(values)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("is_next_begun", [False, True], ids=["between transactions", "past the next begin"])
async def test_bug_83_a_late_produce_opens_no_transaction(is_next_begun: bool) -> None:
    async with raw_producer() as (raw, proxy, bootstrap):
        await raw.add(0)
        hold = proxy.hold(beginning("late"))
        late = raw.late.start_request(raw.produce(0, 0, b"late"), version=7)
        assert (await raw.ask(raw.end(is_commit=False), 1)).error_code == 0
        await raw.add(1)
        if not is_next_begun:
            assert (await raw.ask(raw.end(is_commit=False), 1)).error_code == 0
        proxy.release(hold)
        answer = (await late).responses[0].partition_responses[0]
        # Verified against the next transaction, or while the one before is still being ended: try again later.
        assert ErrorCode(answer.error_code) in (ErrorCode.INVALID_TXN_STATE, ErrorCode.NOT_ENOUGH_REPLICAS)
        if is_next_begun:
            done = (await raw.ask(raw.produce(1, 0, b"in time"), 7)).responses[0].partition_responses[0]
            assert done.error_code == 0
            assert (await raw.ask(raw.end(is_commit=True), 1)).error_code == 0
        await raw.init()  # its answer means that every marker is written
        assert await committed(bootstrap) == [[], [b"in time"] if is_next_begun else []]


@pytest.mark.slow
@pytest.mark.parametrize("is_commit", [True, False], ids=["commit", "abort"])
async def test_bug_83_a_late_end_ends_no_other_transaction(is_commit: bool) -> None:
    """Its producer gave it up, a new instance has begun the next transaction: it comes with an old epoch."""
    async with raw_producer() as (raw, proxy, bootstrap):
        await raw.add(0)
        assert (await raw.ask(raw.produce(0, 0, b"given up"), 7)).responses[0].partition_responses[0].error_code == 0
        hold = proxy.hold(beginning("late"))
        late = raw.late.start_request(raw.end(is_commit=is_commit), version=1)
        await raw.init()
        await raw.add(0)
        assert (await raw.ask(raw.produce(0, 0, b"next"), 7)).responses[0].partition_responses[0].error_code == 0
        proxy.release(hold)
        assert ErrorCode((await late).error_code) is ErrorCode.INVALID_PRODUCER_EPOCH
        assert (await raw.ask(raw.end(is_commit=True), 1)).error_code == 0
        await raw.init()
        assert await committed(bootstrap) == [[b"next"], []]


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_10_000_records_are_copied_exactly_once() -> None:
    await copy_through_bounces(10_000, rounds=3)


@pytest.mark.soak
@pytest.mark.timeout(3_600)
async def test_100_000_records_are_copied_exactly_once() -> None:
    await copy_through_bounces(100_000, rounds=12)

"""Exactly once through bounced copiers and brokers; and requests that come when their transaction is long over."""

from __future__ import annotations

import asyncio
import random

import pytest

from kavka import Admin, LocalCluster, NewTopic, TopicPartition
from kavka.protocol.errors import ErrorCode
from tests.support.faults.copiers import Reader, copying, fill
from tests.support.faults.proxy import beginning
from tests.support.faults.raw_producer import SEED, P, Q, committed, raw_producer
from tests.support.faults.transaction_checker import Outcome, SentTransaction, transaction_complaints

CONFIG = {
    "zookeeper.session.timeout.ms": "2000",
    "replica.lag.time.max.ms": "3000",
    "min.insync.replicas": "2",
    "transaction.state.log.num.partitions": "6",
    "offsets.topic.num.partitions": "3",
    "group.initial.rebalance.delay.ms": "0",
}
PARTITIONS = 4


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

"""A transactional producer by hand, behind a fault proxy: each request when a test wants it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from kavka import Admin, Consumer, LocalCluster, NewTopic, Producer, TopicPartition
from kavka.client.connection import Connection
from kavka.protocol.message import Message
from kavka.protocol.messages import AddPartitionsToTxnRequest, EndTxnRequest, InitProducerIdRequest, ProduceRequest
from kavka.protocol.records.batch import BatchBuilder
from tests.support.faults.proxy import FaultProxy, proxied

ONE_BROKER = {
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "transaction.state.log.num.partitions": "1",
}
SEED = int(os.environ.get("SEED", "") or 1)
P, Q = TopicPartition("out", 0), TopicPartition("out", 1)


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

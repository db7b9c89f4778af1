"""Transactions: commits per second and their latency, and what they cost beside idempotence alone.

A producer is a loop of three requests over raw connections: AddPartitionsToTxn, one Produce, EndTxn; and again, where
the transaction before is still getting its markers. The same loop without the first and the last is what idempotence
costs. With `--peer HOST:PORT` another cluster, such as Apache Kafka's, runs the same loops in the same run; compare the
ratio.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks import report
from benchmarks.servers import kavka_command
from kavka.client.admin import Admin
from kavka.client.cluster import Cluster
from kavka.client.connection import Connection
from kavka.client.coordinators import CoordinatorKind, CoordinatorLink
from kavka.common.types import NewTopic, TopicPartition
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import AddPartitionsToTxnRequest, EndTxnRequest, InitProducerIdRequest, ProduceRequest
from kavka.protocol.records.batch import BatchBuilder

PARTITIONS: Final = 4
RECORD_BYTES: Final = 100
TIMESTAMP_MS: Final = 1_700_000_000_000
PAUSE_S: Final = 0.002
"""Before another try while the transaction before is being completed."""
SEQUENCE_MODULUS: Final = 2**31


@dataclass(frozen=True, slots=True)
class Load:
    """So many producers, each with so many records in a transaction."""

    producers: int
    records: int
    is_transactional: bool = True

    @property
    def name(self) -> str:
        """Names the load in the table."""
        return f"{self.producers} producers × {self.records} records"


LOADS: Final = (Load(1, 10), Load(10, 10), Load(10, 1_000))


@dataclass(slots=True)
class Outcome:
    """What one load came to."""

    seconds: float = 0.0
    latencies_ms: list[float] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        """Returns the commits per second."""
        return len(self.latencies_ms) / self.seconds

    def quantile_ms(self, share: float) -> float:
        """Returns a quantile of the latencies."""
        ordered = sorted(self.latencies_ms)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class RawProducer:
    """One producer's loop."""

    def __init__(self, cluster: Cluster, topic: str, number: int, load: Load) -> None:
        self._cluster = cluster
        self._load = load
        self._id = f"{topic}-{number}-{load.producers}-{load.records}"
        self._tp = TopicPartition(topic, number % PARTITIONS)
        self._coordinator: Connection
        self._leader: Connection
        self._sequence = 0
        self._producer_id = self._epoch = -1

    async def init(self) -> None:
        """Gets the producer id and opens connections: of its own, as another process would have."""
        cluster, transactional_id = self._cluster, self._id if self._load.is_transactional else None
        leader = cluster.view.leader_of(self._tp)
        self._leader = self._coordinator = await self._open(leader)
        if transactional_id is not None:
            link = CoordinatorLink(cluster, CoordinatorKind.TRANSACTION, transactional_id)
            broker_id = await cluster.retry(link.broker_id, what="find the coordinator")
            self._coordinator = await self._open(broker_id)
        request = InitProducerIdRequest(transactional_id=transactional_id, transaction_timeout_ms=60_000)
        while (answer := await self._coordinator.request(request, version=1)).error_code:  # noqa: ASYNC110 - Kafka says no more
            await asyncio.sleep(PAUSE_S)
        self._producer_id, self._epoch = answer.producer_id, answer.producer_epoch

    async def _open(self, broker_id: int) -> Connection:
        address = self._cluster.view.address_of(broker_id)
        return await Connection.open(address.host, address.port, client_id="benchmark")

    async def run(self, deadline: float, outcome: Outcome) -> None:
        """Runs transactions until the deadline."""
        while (began := time.perf_counter()) < deadline:
            if self._load.is_transactional:
                await self._until_done(self._coordinator, self._add(), _added)
            await self._until_done(self._leader, self._produce(), _produced)
            if self._load.is_transactional:
                await self._until_done(self._coordinator, self._end(), _ended)
            outcome.latencies_ms.append((time.perf_counter() - began) * 1000)
        await self._leader.close()
        await self._coordinator.close()

    async def _until_done(self, connection: Connection, request: Any, code_of: Any) -> None:
        version = 7 if isinstance(request, ProduceRequest) else 0
        while code := code_of(await connection.request(request, version=version)):
            if code not in (ErrorCode.CONCURRENT_TRANSACTIONS, ErrorCode.NOT_ENOUGH_REPLICAS):
                raise RuntimeError(f"{type(request).__name__}: {ErrorCode(code).name}")
            await asyncio.sleep(PAUSE_S)

    def _add(self) -> AddPartitionsToTxnRequest:
        topic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(self._tp.topic, [self._tp.partition])
        return AddPartitionsToTxnRequest(
            v3_and_below_transactional_id=self._id,
            v3_and_below_producer_id=self._producer_id,
            v3_and_below_producer_epoch=self._epoch,
            v3_and_below_topics=[topic],
        )

    def _produce(self) -> ProduceRequest:
        builder = BatchBuilder(
            producer_id=self._producer_id,
            producer_epoch=self._epoch,
            base_sequence=self._sequence,
            is_transactional=self._load.is_transactional,
        )
        for _ in range(self._load.records):
            builder.append(timestamp=TIMESTAMP_MS, key=None, value=bytes(RECORD_BYTES))
        self._sequence = (self._sequence + self._load.records) % SEQUENCE_MODULUS
        data = ProduceRequest.PartitionProduceData(self._tp.partition, builder.build())
        return ProduceRequest(
            transactional_id=self._id if self._load.is_transactional else None,
            acks=-1,
            timeout_ms=30_000,
            topic_data=[ProduceRequest.TopicProduceData(self._tp.topic, partition_data=[data])],
        )

    def _end(self) -> EndTxnRequest:
        return EndTxnRequest(self._id, self._producer_id, self._epoch, True)


def _added(answer: Any) -> int:
    return int(answer.results_by_topic_v3_and_below[0].results_by_partition[0].partition_error_code)


def _produced(answer: Any) -> int:
    return int(answer.responses[0].partition_responses[0].error_code)


def _ended(answer: Any) -> int:
    return int(answer.error_code)


async def measured(bootstrap: str, loads: list[Load], *, seconds: float, warm: float) -> dict[Load, Outcome]:
    """Measures every load against one cluster."""
    topic = f"bench-{time.time_ns()}"
    outcomes: dict[Load, Outcome] = {}
    async with Cluster(bootstrap) as cluster, Admin(bootstrap) as admin:
        await admin.create_topics([NewTopic(name=topic, num_partitions=PARTITIONS, replication_factor=-1)])
        await cluster.topic(topic)
        for load in loads:
            outcome = outcomes[load] = Outcome()
            for length in (warm, seconds):
                producers = [RawProducer(cluster, topic, number, load) for number in range(load.producers)]
                for producer in producers:
                    await producer.init()
                outcome.latencies_ms.clear()
                began = time.perf_counter()
                await asyncio.gather(*(producer.run(began + length, outcome) for producer in producers))
                outcome.seconds = time.perf_counter() - began
    return outcomes


def rows(ours: dict[Load, Outcome], peer: dict[Load, Outcome] | None, name: str) -> list[report.Row]:
    """Returns the rows of the table."""
    found: list[report.Row] = []
    for load, outcome in ours.items():
        theirs = None if peer is None else peer[load]
        if not load.is_transactional:
            continue
        baseline = None if theirs is None else theirs.per_second
        found.append(report.Row(f"{load.name}, commits", "1/s", outcome.per_second, baseline, name))
        for share, label in ((0.5, "p50"), (0.99, "p99")):
            baseline = None if theirs is None else theirs.quantile_ms(share)
            found.append(report.Row(f"{load.name}, {label}", "ms", outcome.quantile_ms(share), baseline, name))
        plain = ours[Load(load.producers, load.records, is_transactional=False)]
        found.append(
            report.Row(
                f"{load.name}, records",
                "1/s",
                outcome.per_second * load.records,
                plain.per_second * load.records,
                "idempotent only",
            )
        )
    return found


def main() -> None:
    """Runs the benchmark from the command line."""
    options = report.parser("transactions", __doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--seconds", type=float, default=4.0, help="length of each measured load")
    options.add_argument("--warm", type=float, default=1.0, help="length of the load before it")
    options.add_argument("--brokers", type=int, default=1, help="of the cluster that is measured")
    options.add_argument("--peer", metavar="HOST:PORT", help="another cluster that runs the same loads")
    options.add_argument("--peer-name", default="peer", help="what the table calls it")
    chosen = options.parse_args()
    loads = [load for pair in ((load, Load(load.producers, load.records, False)) for load in LOADS) for load in pair]
    settings = {"seconds": chosen.seconds, "warm": chosen.warm}
    with kavka_command("-n", str(chosen.brokers)) as (_, line):
        ours = asyncio.run(measured(str(line["bootstrap"]), loads, **settings))
    peer = None if chosen.peer is None else asyncio.run(measured(chosen.peer, loads, **settings))
    title = f"Transactions of {RECORD_BYTES} B records on {chosen.brokers} broker(s), acks=all"
    report.publish(title, rows(ours, peer, chosen.peer_name), chosen.json)


if __name__ == "__main__":
    main()

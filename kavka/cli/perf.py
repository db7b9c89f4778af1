"""`kavka perf produce | consume | end-to-end`: how fast a cluster is for the bundled client; timer, purgatory: inside.

The client is Python: against a quick broker it is the client that is measured. For a broker's own limits see
`benchmarks.produce_fetch`, whose load generator costs next to nothing.
"""

from __future__ import annotations

import asyncio
import copy
import time
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any, NamedTuple

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import consumer_settings, producer_settings, refused_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import bootstrap_option, output_option
from kavka.cli.output import print_rows
from kavka.cli.perf_inside import purgatory, timer
from kavka.cli.produce import COMPRESSIONS
from kavka.cli.progress import progress_bar
from kavka.cli.runner import run_async
from kavka.cli.verb_group import VerbGroup
from kavka.client.consumer import Consumer
from kavka.client.delivery import Delivery
from kavka.client.errors import ClientError
from kavka.client.producer import Producer
from kavka.common.types import TopicPartition
from kavka.protocol.errors import KafkaError

IDLE_MS_MAX = 10_000
"""How long a reader waits for the next record before it gives up."""

END_MS_MAX = 1_000
"""The same, of a reader that has everything that is there."""

SAMPLES_MAX = 10_000
"""Records whose acknowledgement is timed, spread over all: to wait for each would be what is measured."""

RATE_COLUMNS = ["records", "bytes", "seconds", "records_per_s", "mb_per_s"]
PRODUCE_COLUMNS = [*RATE_COLUMNS, "p50_ms", "p95_ms", "p99_ms", "max_ms"]
CONSUME_COLUMNS = [*RATE_COLUMNS, "first_ms", "poll_p50_ms", "poll_p99_ms", "poll_max_ms"]
LATENCY_COLUMNS = ["records", "min_ms", "p50_ms", "p95_ms", "p99_ms", "p999_ms", "max_ms"]


class _Job(NamedTuple):
    topic: str
    bootstrap: str
    records: int
    size: int
    acks: str = "all"
    compression: str = "none"
    linger_ms: int = 5
    batch_bytes: int = 65_536
    rate: int = 0


@click.group(cls=VerbGroup)
def perf() -> None:
    """Measure how fast a cluster takes and gives records, and what brokers stand on."""


perf.add_command(timer)
perf.add_command(purgatory)


def _load_options(function: Any) -> Any:
    for option in (
        click.option("-n", "--records", type=click.IntRange(1), default=100_000, show_default=True, help="How many."),
        click.option("-s", "--size", type=click.IntRange(1), default=100, show_default=True, help="Bytes of a value."),
        click.option("--acks", type=click.Choice(["all", "1", "0"]), default="all", show_default=True),
        click.option("-z", "--compression", type=click.Choice(COMPRESSIONS), default="none", show_default=True),
    ):
        function = option(function)
    return function


@perf.command()
@click.argument("topic")
@bootstrap_option
@output_option
@_load_options
@click.option("--linger", "linger_ms", type=click.IntRange(0), default=5, show_default=True, help="ms.")
@click.option("--batch", "batch_bytes", type=click.IntRange(1), default=65_536, show_default=True, help="Bytes.")
@click.option(
    "--rate", type=click.IntRange(0), default=0, help="Records a second, at most; 0: as many as there can be."
)
def produce(*, output: str, **options: Any) -> int:
    """Write records to TOPIC as fast as they are acknowledged; how fast, and how long acknowledgements take."""
    row = run_async(_produce(_Job(**options)))
    print_rows([row], PRODUCE_COLUMNS, output)
    return ExitCode.OK


@perf.command()
@click.argument("topic")
@bootstrap_option
@output_option
@click.option("-n", "--records", type=click.IntRange(1), default=100_000, show_default=True, help="How many.")
def consume(*, output: str, **options: Any) -> int:
    """Read records of TOPIC from the beginning, from all partitions; how fast, and how long polls take."""
    row = run_async(_consume(_Job(size=0, **options)))
    print_rows([row], CONSUME_COLUMNS, output)
    return ExitCode.OK


@perf.command("end-to-end")
@click.argument("topic")
@bootstrap_option
@output_option
@click.option("-n", "--records", type=click.IntRange(1), default=1_000, show_default=True, help="How many.")
@click.option("-s", "--size", type=click.IntRange(1), default=100, show_default=True, help="Bytes of a value.")
@click.option("--acks", type=click.Choice(["all", "1"]), default="all", show_default=True)
def end_to_end(*, output: str, **options: Any) -> int:
    """From send to receipt by a consumer, one record at a time."""
    row = run_async(_latency(_Job(linger_ms=0, **options)))
    print_rows([row], LATENCY_COLUMNS, output)
    return ExitCode.OK


_former_name = copy.copy(end_to_end)
_former_name.hidden = True
perf.add_command(_former_name, "latency")


def _producer(job: _Job) -> Producer:
    settings = producer_settings(
        "kavka-perf",
        acks=job.acks,
        compression=job.compression,
        linger_ms=job.linger_ms,
        batch_bytes=job.batch_bytes,
    )
    settings.pop("transactional_id", None)  # what is measured is none
    with refused_settings():
        return Producer(job.bootstrap, **settings)


def _consumer(job: _Job) -> Consumer:
    with refused_settings():
        return Consumer(job.bootstrap, **{**consumer_settings("kavka-perf"), "group_id": None})


def _value(size: int) -> bytes:
    """Text that compresses about as well as text does."""
    words = b"the quick jackdaw jumps over the lazy broker %d "
    return (b"".join(words % number for number in range(size // 40 + 1)))[:size]


class _Acknowledgements:
    """How long acknowledgements take, of some of the records."""

    def __init__(self, group: asyncio.TaskGroup, every: int) -> None:
        self._group = group
        self._every = every
        self._sent = 0
        self.taken_ms: list[float] = []
        self.failure: KafkaError | ClientError | None = None

    def note(self, delivery: Delivery, began: float) -> None:
        """Times a record's acknowledgement, if it is one of those that are timed."""
        if self._sent % self._every == 0:
            self._group.create_task(self._wait(delivery, began))
        self._sent += 1

    async def _wait(self, delivery: Delivery, began: float) -> None:
        try:
            await delivery
        except (KafkaError, ClientError) as error:
            self.failure = self.failure or error  # for whoever flushes: whose delivery is awaited fails here alone
        else:
            self.taken_ms.append((time.perf_counter() - began) * 1000)


async def _produce(job: _Job) -> dict[str, Any]:
    async with _producer(job) as producer:
        await producer.partitions_for(job.topic)
        async with asyncio.TaskGroup() as group:
            timed = _Acknowledgements(group, max(1, job.records // SAMPLES_MAX))
            began = time.perf_counter()
            await _send_all(producer, job, timed)
            seconds = time.perf_counter() - began
        if timed.failure is not None:
            raise timed.failure
    figures = _percentiles(timed.taken_ms)
    return _rate(job.records, job.records * job.size, seconds) | {
        name: figures[name] for name in ("p50_ms", "p95_ms", "p99_ms", "p999_ms", "max_ms")
    }


async def _send_all(producer: Producer, job: _Job, timed: _Acknowledgements) -> None:
    value = _value(job.size)
    start = time.perf_counter()
    with progress_bar("produced", job.records) as advance:
        for number in range(job.records):
            began = time.perf_counter()
            if job.rate and (early := start + number / job.rate - began) > 0:
                await asyncio.sleep(early)
                began = time.perf_counter()
            timed.note(await producer.send(job.topic, value), began)
            advance(1)
        await producer.flush()


async def _consume(job: _Job) -> dict[str, Any]:
    count = size = 0
    polls_ms: list[float] = []
    first_ms: float | None = None
    async with _consumer(job) as consumer:
        partitions = await consumer.partitions_for(job.topic)
        await consumer.assign(partitions, start="beginning")
        began = time.perf_counter()
        with progress_bar("consumed", job.records) as advance:
            while count < job.records:
                asked = time.perf_counter()
                batches = await consumer.poll(timeout_ms=END_MS_MAX)
                if not batches and not await _has_everything(consumer, partitions):
                    batches = await consumer.poll(timeout_ms=IDLE_MS_MAX - END_MS_MAX)
                if not batches:
                    raise CliError(
                        f"{job.topic!r} has {count:,} records, not {job.records:,}; "
                        f"write some with: kavka perf produce {job.topic}"
                    )
                now = time.perf_counter()
                polls_ms.append((now - asked) * 1000)
                first_ms = (now - began) * 1000 if first_ms is None else first_ms
                for records in batches.values():
                    count += len(records)
                    size += sum(len(record.value or b"") for record in records)
                    advance(len(records))
        seconds = time.perf_counter() - began
    figures = {f"poll_{name}": value for name, value in _percentiles(polls_ms).items() if name != "records"}
    return _rate(count, size, seconds) | {"first_ms": round(first_ms or 0, 3)} | figures


async def _has_everything(consumer: Consumer, partitions: Sequence[TopicPartition]) -> bool:
    ends = await consumer.end_offsets(partitions)
    return all([await consumer.position(tp) >= end for tp, end in ends.items()])


async def _latency(job: _Job) -> dict[str, Any]:
    value = _value(job.size)
    latencies: list[float] = []
    async with _consumer(job) as consumer, _producer(job) as producer:
        partition = (await consumer.partitions_for(job.topic))[0]
        await consumer.assign([partition], start="end")
        await consumer.position(partition)
        with progress_bar("measured", job.records) if job.records > 1 else nullcontext(lambda count: None) as advance:
            for _ in range(job.records):
                began = time.perf_counter()
                await producer.send(job.topic, value, partition=partition.partition)
                if not await consumer.poll(timeout_ms=IDLE_MS_MAX):
                    raise CliError(f"a record sent to {job.topic!r} did not come back in {IDLE_MS_MAX // 1000} s")
                latencies.append((time.perf_counter() - began) * 1000)
                advance(1)
    return _percentiles(latencies)


def _rate(records: int, size: int, seconds: float) -> dict[str, Any]:
    seconds = max(seconds, 1e-9)
    return {
        "records": records,
        "bytes": size,
        "seconds": round(seconds, 3),
        "records_per_s": round(records / seconds),
        "mb_per_s": round(size / seconds / 1e6, 1),
    }


def _percentiles(latencies: Sequence[float]) -> dict[str, Any]:
    ordered = sorted(latencies)

    def at(share: float) -> float | None:
        if not ordered:
            return None  # nothing was acknowledged: acks=0 of a broker that is gone
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3)

    return {
        "records": len(ordered),
        "min_ms": at(0),
        "p50_ms": at(0.5),
        "p95_ms": at(0.95),
        "p99_ms": at(0.99),
        "p999_ms": at(0.999),
        "max_ms": at(1),
    }

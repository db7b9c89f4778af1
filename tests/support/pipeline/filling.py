"""Topics with known records, and what is in them, by the pipeline's own client: no Spark, no JVM."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pyarrow as pa

from kavka.client.cluster import ANY_BROKER
from kavka.common.types import TopicPartition
from kavka.pipeline.source.cluster_queries import cluster_for
from kavka.pipeline.source.exactly_once import write_at_least_once
from kavka.pipeline.source.options import parse_write
from kavka.pipeline.source.ranges import OffsetRange
from kavka.pipeline.source.record_reader import RecordReader
from kavka.protocol.messages import CreateTopicsRequest
from kavka.timer.clock import ManualClock
from tests.support.processes.cluster import wait_until

COMMITTED = {"isolation.level": "read_committed"}
ROWS_AT_ONCE = 10_000
CREATE_TIMEOUT_MS = 30_000
KEPT: dict[str, Any] = {"name": "retention.ms", "value": "-1"}


def create(bootstrap: str, *topics: str, partitions: int = 2) -> None:
    """Creates topics, and waits until they have leaders. Records of `fill` are years old, and kept all the same."""
    cluster = cluster_for({"bootstrap.servers": bootstrap})
    kept = CreateTopicsRequest.CreatableTopicConfig(**KEPT)
    wanted = [
        CreateTopicsRequest.CreatableTopic(
            name=topic, num_partitions=partitions, replication_factor=-1, assignments=[], configs=[kept]
        )
        for topic in topics
    ]
    answer = cluster.ask(ANY_BROKER, CreateTopicsRequest(topics=wanted, timeout_ms=CREATE_TIMEOUT_MS))
    assert {topic.error_code for topic in answer.topics} == {0}, answer
    cluster.topics(topics)


def fill(
    bootstrap: str, topic: str, count: int, *, partitions: int = 2, start: int = 0, value: Callable[[int], str] = str
) -> None:
    """Writes records `start` … to a topic, `count` to each partition: the number as key, one millisecond apart."""
    options = parse_write({"kafka.bootstrap.servers": bootstrap, "topic": topic}, is_stream=False)
    numbers = range(start, start + count * partitions)

    def batches() -> Iterator[pa.RecordBatch]:
        for first in range(0, len(numbers), ROWS_AT_ONCE):
            part = numbers[first : first + ROWS_AT_ONCE]
            yield pa.RecordBatch.from_pydict(
                {
                    "key": pa.array([str(number) for number in part]),
                    "value": pa.array([value(number) for number in part]),
                    "partition": pa.array([number % partitions for number in part], pa.int32()),
                    "timestamp": pa.array(
                        [(1_700_000_000_000 + number) * 1000 for number in part], pa.timestamp("us", tz="UTC")
                    ),
                }
            )

    write_at_least_once(cluster_for(options.client), options, batches(), clock=ManualClock(), task=0)


def contents(bootstrap: str, topic: str, columns: Sequence[str] = ("value",)) -> list[tuple[Any, ...]]:
    """What a read_committed consumer sees, partition by partition, when no transaction is open any more."""
    client = {"bootstrap.servers": bootstrap}
    cluster = cluster_for(client)
    committed, everything = RecordReader(cluster, COMMITTED), RecordReader(cluster, {})
    found: list[tuple[Any, ...]] = []
    for number in sorted(cluster.topics([topic])[topic].partitions):
        tp = TopicPartition(topic, number)
        wait_until(lambda tp=tp: committed.bounds(tp) == everything.bounds(tp), f"no transaction is open in {tp}")  # type: ignore[misc]
        start, end = committed.bounds(tp)
        for batch in committed.read(OffsetRange(topic, number, start, end), columns):
            found += zip(*(column.to_pylist() for column in batch.columns), strict=True)
    return found


def doubles(rows: Sequence[object]) -> list[object]:
    """Which are there more than once."""
    return [row for row, count in Counter(rows).items() if count > 1]

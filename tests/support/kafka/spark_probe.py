"""Runs in the other Spark's Python: the same reads and writes by format("kafka") and format("kavka"), printed as JSON.

    python -m tests.support.kafka.spark_probe BOOTSTRAP FOLDER JARS

One line a scenario: {name, kafka, kavka}, both what the format gave. Who calls it holds them against each other.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kavka.pipeline.session import SessionSettings, open_session

FORMATS = ("kafka", "kavka")
READ, EMPTY = "spark-read", "spark-empty"
COLUMNS = ("topic", "partition", "offset", "key", "value", "timestamp", "timestampType", "headers")


def shown(value: Any) -> Any:
    """Bytes and times as text."""
    if isinstance(value, bytes | bytearray):
        return base64.b64encode(value).decode()
    if isinstance(value, list | tuple):
        return [shown(one) for one in value]
    return str(value) if hasattr(value, "isoformat") else value


def rows_of(frame: Any) -> list[list[Any]]:
    """Every row as a list, sorted by where it stands."""
    found = [[shown(row[name]) for name in COLUMNS if name in frame.columns] for row in frame.collect()]
    return sorted(found, key=lambda row: row[:3])


class Probe:
    def __init__(self, spark: Any, bootstrap: str, folder: Path) -> None:
        self.spark, self.folder = spark, folder
        self.client = {"kafka.bootstrap.servers": bootstrap}
        self.runs = 0

    def batch(self, kind: str, **options: Any) -> Any:
        reader = self.spark.read.format(kind).options(**self.client).options(**options)
        return reader.load()

    def read(self, name: str, **options: Any) -> None:
        """A batch read by both."""
        self.tell(name, lambda kind: rows_of(self.batch(kind, **options)))

    def stream(self, kind: str, **options: Any) -> Any:
        return self.spark.readStream.format(kind).options(**self.client).options(**options).load()

    def run(self, writer: Any) -> None:
        self.runs += 1
        checkpoint = str(self.folder / f"checkpoint-{self.runs}")
        query = writer.option("checkpointLocation", checkpoint).trigger(availableNow=True).start()
        query.awaitTermination()

    def read_stream(self, name: str, **options: Any) -> None:
        """A stream of what is there, by both."""

        def rows(kind: str) -> list[Any]:
            out = str(self.folder / f"{name}-{kind}".replace(" ", "-"))
            self.run(self.stream(kind, **options).writeStream.format("parquet").option("path", out))
            return rows_of(self.spark.read.parquet(out))

        self.tell(name, rows)

    def write(self, name: str, topics: Mapping[str, str], frame_of: Callable[[], Any]) -> None:
        """A batch written by both, each to a topic of its own; read back by Spark's own source."""

        def rows(kind: str) -> list[Any]:
            topic = topics[kind]
            # Sources in Python know no other mode; Spark's own takes this one, too.
            frame_of().write.format(kind).mode("append").options(**self.client).option("topic", topic).save()
            return self.written(topic)

        self.tell(name, rows)

    def write_stream(self, name: str, topics: Mapping[str, str], frame_of: Callable[[str], Any]) -> None:
        """A stream written by both."""

        def rows(kind: str) -> list[Any]:
            writer = frame_of(kind).writeStream.format(kind).options(**self.client).option("topic", topics[kind])
            self.run(writer)
            return self.written(topics[kind])

        self.tell(name, rows)

    def written(self, topic: str) -> list[Any]:
        """Without what a writer chooses: offsets between producers, and times."""
        committed = {"kafka.isolation.level": "read_committed", "includeHeaders": "true"}
        frame = self.batch("kafka", subscribe=topic, **committed)
        return sorted(
            ([row.partition, shown(row.key), shown(row.value), shown(row.headers)] for row in frame.collect()), key=repr
        )

    def tell(self, name: str, of_kind: Callable[[str], Any]) -> None:
        found = {}
        for kind in FORMATS:
            try:
                found[kind] = of_kind(kind)
            except Exception as error:
                found[kind] = f"{type(error).__name__}: {str(error)[:2000]}"
        print(json.dumps({"name": name, **found}), flush=True)


def read_all(probe: Probe) -> None:
    probe.tell("schema", lambda kind: probe.batch(kind, subscribe=READ, includeHeaders="true").schema.simpleString())
    probe.read("everything, with headers", subscribe=READ, includeHeaders="true")
    probe.read("only what is committed", subscribe=READ, **{"kafka.isolation.level": "read_committed"})
    probe.read("from and to offsets", subscribe=READ, **offsets({"0": 3, "1": -2, "2": 9}, {"0": 40, "1": -1, "2": 9}))
    probe.read("one partition by assignment", assign=json.dumps({READ: [1]}))
    probe.read("topics by a pattern", subscribePattern="spark-(read|empty)")
    probe.read("a topic without records", subscribe=EMPTY)
    probe.read("in many tasks", subscribe=READ, minPartitions="7")
    times = {"startingTimestamp": "1700000000020", "endingTimestamp": "1700000000050"}
    probe.read("from and to times", subscribe=READ, **times)
    probe.tell("counted", lambda kind: probe.batch(kind, subscribe=READ).filter("partition = 1 AND offset > 5").count())


def offsets(start: Mapping[str, int], end: Mapping[str, int]) -> dict[str, str]:
    return {"startingOffsets": json.dumps({READ: start}), "endingOffsets": json.dumps({READ: end})}


def stream_all(probe: Probe) -> None:
    begin = {"subscribe": READ, "startingOffsets": "earliest"}
    probe.read_stream("a stream of what is there", **begin, includeHeaders="true")
    probe.read_stream("a stream in small batches", **begin, maxOffsetsPerTrigger="17")
    committed = {"kafka.isolation.level": "read_committed"}
    probe.read_stream("a stream of what is committed", **begin, **committed)


def write_all(probe: Probe) -> None:
    def rows() -> Any:
        return probe.spark.range(0, 200, 1, 2).selectExpr(
            "cast(if(id % 5 = 0, null, concat('key-', id % 40)) as binary) AS key",
            "cast(if(id % 11 = 0, null, concat('value-', id)) as binary) AS value",
            "if(id % 3 = 0, array(named_struct('key', 'h', 'value', cast('x' as binary))), null) AS headers",
            "if(id % 5 = 0, cast(id % 3 as int), null) AS partition",
        )

    probe.write("a batch by keys and partitions", topics("batch"), rows)
    by_text = topics("text")
    probe.write(
        "a batch of text", by_text, lambda: probe.spark.range(50).selectExpr("'k' AS key", "string(id) AS value")
    )

    def copy(kind: str) -> Any:
        source = probe.stream(kind, subscribe=READ, startingOffsets="earliest", includeHeaders="true")
        return source.selectExpr("key", "value", "headers", "partition % 3 AS partition")

    probe.write_stream("topic to topic", topics("stream"), copy)


def topics(name: str) -> dict[str, str]:
    return {kind: f"spark-{name}-{kind}" for kind in FORMATS}


def main() -> None:
    bootstrap, folder, jars = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    settings = SessionSettings(app_name="conformance", conf={"spark.jars": jars})
    spark = open_session(settings, os.environ)
    probe = Probe(spark, bootstrap, folder)
    try:
        read_all(probe)
        stream_all(probe)
        write_all(probe)
    finally:
        spark.stop()


if __name__ == "__main__":
    main()

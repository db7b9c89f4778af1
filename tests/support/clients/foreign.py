"""Four Kafka clients that nobody here wrote, behind two calls each: write these records, read a partition.

kcat (librdkafka 2.0, as Debian ships it), confluent-kafka (a current librdkafka), kafka-python and aiokafka. Reading is
by assignment from offset 0, without a group. Every wait has a deadline; a client that does not get what it was promised
raises, with what it got so far.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import time
import warnings
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, Protocol, cast

import aiokafka
import confluent_kafka

from tests.support.processes.cluster import missing

with warnings.catch_warnings():
    # kafka-python reads its schemas through an interface that Python has deprecated.
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    import kafka as kafka

CLIENT_SECONDS_MAX = 30
RECORD_BYTES_MAX = 4_000_000
"""What the clients themselves let through; above the broker's message.max.bytes, so that the broker has to answer."""
COMPRESSIONS = ("none", "gzip", "snappy", "lz4", "zstd")

Headers = tuple[tuple[str, bytes | None], ...]


class Sent(NamedTuple):
    """A record as a test wants it written."""

    key: bytes | None
    value: bytes | None
    headers: Headers = ()
    timestamp: int | None = None


class Seen(NamedTuple):
    """A record as a client showed it."""

    offset: int
    timestamp: int
    key: bytes | None
    value: bytes | None
    headers: Headers


class Client(Protocol):
    """What the matrix needs of a client."""

    name: str

    def write(
        self,
        bootstrap: str,
        topic: str,
        records: Sequence[Sent],
        *,
        compression: str = "none",
        idempotent: bool = False,
        partition: int = 0,
    ) -> None:
        """Write all records to one partition and return when the broker has acknowledged every one."""

    def read(self, bootstrap: str, topic: str, count: int, *, partition: int = 0) -> list[Seen]:
        """Read the first `count` records of a partition."""


class Kcat:
    """A process for each call. It cannot set timestamps, and sends what is empty as null."""

    name = "kcat"
    path = "/usr/bin/kcat"

    def run(self, *arguments: str, stdin: bytes = b"") -> bytes:
        """Run kcat and return what it wrote to standard output."""
        if shutil.which(self.path) is None:
            missing("kcat")
        done = subprocess.run(
            [self.path, *arguments], input=stdin, capture_output=True, timeout=CLIENT_SECONDS_MAX, check=False
        )
        if done.returncode:
            raise RuntimeError(f"kcat {' '.join(arguments)}: {done.stderr.decode(errors='replace')}")
        return done.stdout

    def write(
        self,
        bootstrap: str,
        topic: str,
        records: Sequence[Sent],
        *,
        compression: str = "none",
        idempotent: bool = False,
        partition: int = 0,
        options: Sequence[str] = (),
    ) -> None:
        """Headers are options of the command, so a run of records with equal headers is one call."""
        for headers, run in groupby(records, key=lambda record: record.headers):
            lines = [
                (b"" if record.key is None else record.key + b"\x01") + (record.value or b"") + b"\x02"
                for record in run
            ]
            arguments = ["-P", "-b", bootstrap, "-t", topic, "-p", str(partition), "-Z", "-K", "\\x01", "-D", "\\x02"]
            arguments += ["-X", f"compression.codec={compression}", "-X", f"message.max.bytes={RECORD_BYTES_MAX}"]
            arguments += ["-X", f"enable.idempotence={str(idempotent).lower()}", *options]
            for name, value in headers:
                arguments += ["-H", name if value is None else f"{name}={value.decode()}"]
            self.run(*arguments, stdin=b"".join(lines))

    def write_file(self, bootstrap: str, topic: str, path: Path, *, compression: str = "none") -> None:
        """The whole file as one record."""
        arguments = ["-P", "-b", bootstrap, "-t", topic, "-p", "0", "-X", f"compression.codec={compression}"]
        self.run(*arguments, "-X", f"message.max.bytes={RECORD_BYTES_MAX}", str(path))

    def read(
        self, bootstrap: str, topic: str, count: int, *, partition: int = 0, options: Sequence[str] = ()
    ) -> list[Seen]:
        """Lengths are printed before what they measure, so any bytes can be told apart."""
        output = self.run(
            *("-C", "-b", bootstrap, "-t", topic, "-p", str(partition), "-o", "beginning", "-c", str(count), "-q"),
            *("-f", "%o %T %K %S %h\\n%k\\n%s\\n", *options),
        )
        seen = []
        at = 0
        while at < len(output):
            end = output.index(b"\n", at)
            offset, timestamp, key_size, value_size, *headers = output[at:end].split(b" ", 4)
            key, at = self._field(output, end + 1, int(key_size))
            value, at = self._field(output, at, int(value_size))
            seen.append(Seen(int(offset), int(timestamp), key, value, self._headers(b"".join(headers))))
        return seen

    @staticmethod
    def _field(output: bytes, at: int, size: int) -> tuple[bytes | None, int]:
        value = None if size < 0 else output[at : at + size]
        return value, at + max(size, 0) + 1

    @staticmethod
    def _headers(text: bytes) -> Headers:
        pairs = [pair.partition(b"=") for pair in text.split(b",") if pair]
        return tuple((name.decode(), None if value == b"NULL" else value) for name, _, value in pairs)


class Confluent:
    """confluent-kafka: librdkafka of today."""

    name = "confluent-kafka"

    def write(
        self,
        bootstrap: str,
        topic: str,
        records: Sequence[Sent],
        *,
        compression: str = "none",
        idempotent: bool = False,
        partition: int = 0,
    ) -> None:
        """Every delivery report is looked at."""
        failures: list[str] = []
        producer = confluent_kafka.Producer(
            {
                "bootstrap.servers": bootstrap,
                "compression.type": compression,
                "enable.idempotence": idempotent,
                "message.max.bytes": RECORD_BYTES_MAX,
                "linger.ms": 5,
                "message.timeout.ms": CLIENT_SECONDS_MAX * 1000,
            }
        )
        for record in records:
            producer.produce(
                topic,
                key=record.key,
                value=record.value,
                headers=list(record.headers),
                partition=partition,
                timestamp=record.timestamp or 0,
                on_delivery=lambda error, message: failures.append(str(error)) if error else None,
            )
            producer.poll(0)
        left = producer.flush(CLIENT_SECONDS_MAX)
        if left or failures:
            raise RuntimeError(f"confluent-kafka: {left} not delivered; {failures[:3]}")

    def read(self, bootstrap: str, topic: str, count: int, *, partition: int = 0) -> list[Seen]:
        """A group id is required by the library, and never used with an assignment from a fixed offset."""
        consumer = confluent_kafka.Consumer(
            {"bootstrap.servers": bootstrap, "group.id": "none", "enable.auto.commit": False}
        )
        seen: list[Seen] = []
        try:
            consumer.assign([confluent_kafka.TopicPartition(topic, partition, 0)])
            deadline = time.monotonic() + CLIENT_SECONDS_MAX
            while len(seen) < count and time.monotonic() < deadline:
                for message in consumer.consume(count - len(seen), timeout=0.5):
                    if message.error():
                        raise RuntimeError(f"confluent-kafka: {message.error()}")
                    offset, headers = message.offset(), cast(Headers, tuple(message.headers() or ()))
                    assert offset is not None
                    seen.append(Seen(offset, message.timestamp()[1], message.key(), message.value(), headers))
        finally:
            consumer.close()
        return enough(self.name, seen, count)


class KafkaPython:
    """kafka-python 3, whose producer is idempotent unless told otherwise.

    It can be told that the broker is an old one, and then speaks as clients of that time did.
    """

    def __init__(self, api_version: tuple[int, ...] | None = None) -> None:
        self._options = {"api_version": api_version} if api_version else {}
        self.name = " ".join(["kafka-python", ".".join(map(str, api_version or ()))]).strip()

    def write(
        self,
        bootstrap: str,
        topic: str,
        records: Sequence[Sent],
        *,
        compression: str = "none",
        idempotent: bool = False,
        partition: int = 0,
    ) -> None:
        """Every future is looked at."""
        producer = kafka.KafkaProducer(
            bootstrap_servers=bootstrap,
            compression_type=None if compression == "none" else compression,
            enable_idempotence=idempotent,
            max_request_size=RECORD_BYTES_MAX,
            linger_ms=5,
            **self._options,
        )
        try:
            futures = [
                producer.send(
                    topic,
                    key=record.key,
                    value=record.value,
                    headers=list(record.headers),
                    partition=partition,
                    timestamp_ms=record.timestamp,
                )
                for record in records
            ]
            producer.flush(CLIENT_SECONDS_MAX)
            for future in futures:
                future.get(CLIENT_SECONDS_MAX)
        finally:
            producer.close(CLIENT_SECONDS_MAX)

    def read(self, bootstrap: str, topic: str, count: int, *, partition: int = 0) -> list[Seen]:
        """By assignment, without a group."""
        consumer = kafka.KafkaConsumer(
            bootstrap_servers=bootstrap, group_id=None, enable_auto_commit=False, **self._options
        )
        seen: list[Seen] = []
        try:
            assigned = kafka.TopicPartition(topic, partition)
            consumer.assign([assigned])
            consumer.seek(assigned, 0)
            deadline = time.monotonic() + CLIENT_SECONDS_MAX
            while len(seen) < count and time.monotonic() < deadline:
                for records in consumer.poll(timeout_ms=500).values():
                    seen += [
                        Seen(
                            r.offset, -1 if r.timestamp is None else r.timestamp, r.key, r.value, tuple(r.headers or ())
                        )
                        for r in records
                    ]
        finally:
            consumer.close()
        return enough(self.name, seen, count)


class AioKafka:
    """aiokafka, each call in an event loop of its own."""

    name = "aiokafka"

    def write(
        self,
        bootstrap: str,
        topic: str,
        records: Sequence[Sent],
        *,
        compression: str = "none",
        idempotent: bool = False,
        partition: int = 0,
    ) -> None:
        """Every future is looked at."""

        async def write() -> None:
            producer = aiokafka.AIOKafkaProducer(
                bootstrap_servers=bootstrap,
                compression_type=None if compression == "none" else compression,
                enable_idempotence=idempotent,
                max_request_size=RECORD_BYTES_MAX,
                linger_ms=5,
            )
            await producer.start()
            try:
                futures = [
                    await producer.send(
                        topic,
                        key=record.key,
                        value=record.value,
                        headers=list(record.headers),
                        partition=partition,
                        timestamp_ms=record.timestamp,
                    )
                    for record in records
                ]
                await asyncio.gather(*futures)
            finally:
                await producer.stop()

        asyncio.run(asyncio.wait_for(write(), CLIENT_SECONDS_MAX))

    def read(self, bootstrap: str, topic: str, count: int, *, partition: int = 0) -> list[Seen]:
        """By assignment, without a group."""

        async def read() -> list[Seen]:
            consumer = aiokafka.AIOKafkaConsumer(bootstrap_servers=bootstrap, group_id=None, enable_auto_commit=False)
            seen: list[Seen] = []
            await consumer.start()
            try:
                assigned = aiokafka.TopicPartition(topic, partition)
                consumer.assign([assigned])
                consumer.seek(assigned, 0)
                deadline = time.monotonic() + CLIENT_SECONDS_MAX
                while len(seen) < count and time.monotonic() < deadline:
                    for records in (await consumer.getmany(timeout_ms=500)).values():
                        seen += [Seen(r.offset, r.timestamp, r.key, r.value, tuple(r.headers)) for r in records]
            finally:
                await consumer.stop()
            return enough(self.name, seen, count)

        return asyncio.run(read())


def enough(name: str, seen: list[Seen], count: int) -> list[Seen]:
    """What a reader returns, or the story of how far it came."""
    if len(seen) < count:
        raise TimeoutError(f"{name} read {len(seen)} of {count} records in {CLIENT_SECONDS_MAX} s")
    return seen[:count]


KCAT = Kcat()
CONFLUENT = Confluent()
KAFKA_PYTHON = KafkaPython()
AIOKAFKA = AioKafka()
CLIENTS: tuple[Client, ...] = (KCAT, CONFLUENT, KAFKA_PYTHON, AIOKAFKA)
OLD_CLIENTS: tuple[Client, ...] = (KafkaPython((0, 8, 2)), KafkaPython((0, 10, 2)))
"""As of magic 0 and magic 1."""
LIBRARIES: tuple[Client, ...] = (CONFLUENT, KAFKA_PYTHON, AIOKAFKA)
"""Those that can say everything a record can hold; kcat takes text apart at delimiters."""

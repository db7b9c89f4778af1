"""Three transactional producers that nobody here wrote, behind the same few calls, and how each reads.

Everything blocks and has a deadline. `Fenced` stands for what each client says when a newer producer has taken its
place. Readers assign a partition and stop behind a value that only the end of the test's records has.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
import warnings
from typing import Protocol

import aiokafka
import aiokafka.errors
import confluent_kafka

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    import kafka
    import kafka.errors

SECONDS_MAX = 60
END = b"the end"


class Fenced(Exception):
    """Another producer has the transactional id by now."""


class Transactor(Protocol):
    """One producer."""

    def begin(self) -> None:
        """Begins a transaction."""

    def send(self, topic: str, value: bytes, partition: int = 0) -> None:
        """Sends a record and waits until it is acknowledged."""

    def commit(self) -> None:
        """Raises Fenced."""

    def abort(self) -> None:
        """Raises Fenced."""

    def close(self) -> None:
        """Ends it, without waiting for anything."""


class ConfluentTransactor:
    def __init__(self, bootstrap: str, transactional_id: str) -> None:
        self._producer = confluent_kafka.Producer(
            {
                "bootstrap.servers": bootstrap,
                "transactional.id": transactional_id,
                "linger.ms": 0,
                "reconnect.backoff.max.ms": 200,
                "log_level": 0,
            }
        )
        self._producer.init_transactions(SECONDS_MAX)

    def begin(self) -> None:
        self._producer.begin_transaction()

    def send(self, topic: str, value: bytes, partition: int = 0) -> None:
        self._producer.produce(topic, value, partition=partition)
        self._flush()

    def _flush(self) -> None:
        self._producer.flush(SECONDS_MAX)

    def commit(self) -> None:
        self._end(self._producer.commit_transaction)

    def abort(self) -> None:
        self._end(self._producer.abort_transaction)

    def _end(self, end: object) -> None:
        try:
            end(SECONDS_MAX)  # type: ignore[operator]
        except confluent_kafka.KafkaException as error:
            if error.args[0].code() == confluent_kafka.KafkaError._FENCED:
                raise Fenced from error
            raise

    def close(self) -> None:
        self._producer.purge()
        with contextlib.suppress(confluent_kafka.KafkaException):  # what a fenced one has to say
            self._flush()


class KafkaPythonTransactor:
    def __init__(self, bootstrap: str, transactional_id: str) -> None:
        self._producer = kafka.KafkaProducer(
            bootstrap_servers=bootstrap, transactional_id=transactional_id, max_block_ms=SECONDS_MAX * 1000
        )
        self._producer.init_transactions()

    def begin(self) -> None:
        self._producer.begin_transaction()

    def send(self, topic: str, value: bytes, partition: int = 0) -> None:
        try:
            self._producer.send(topic, value, partition=partition).get(SECONDS_MAX)
        except (kafka.errors.ProducerFencedError, kafka.errors.InvalidProducerEpochError) as error:
            raise Fenced from error

    def commit(self) -> None:
        self._end(self._producer.commit_transaction)

    def abort(self) -> None:
        self._end(self._producer.abort_transaction)

    def _end(self, end: object) -> None:
        try:
            end()  # type: ignore[operator]
        except (kafka.errors.ProducerFencedError, kafka.errors.InvalidProducerEpochError) as error:
            raise Fenced from error

    def close(self) -> None:
        self._producer.close(timeout=0)


class AiokafkaTransactor:
    def __init__(self, bootstrap: str, transactional_id: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._producer = self._run(self._make(bootstrap, transactional_id))

    async def _make(self, bootstrap: str, transactional_id: str) -> aiokafka.AIOKafkaProducer:
        producer = aiokafka.AIOKafkaProducer(bootstrap_servers=bootstrap, transactional_id=transactional_id)
        await producer.start()
        return producer

    def _run(self, act: object) -> object:
        try:
            return self._loop.run_until_complete(asyncio.wait_for(act, SECONDS_MAX))  # type: ignore[arg-type]
        except aiokafka.errors.ProducerFenced as error:
            raise Fenced from error

    def begin(self) -> None:
        self._run(self._producer.begin_transaction())  # type: ignore[attr-defined]

    def send(self, topic: str, value: bytes, partition: int = 0) -> None:
        self._run(self._producer.send_and_wait(topic, value, partition=partition))  # type: ignore[attr-defined]

    def commit(self) -> None:
        self._run(self._producer.commit_transaction())  # type: ignore[attr-defined]

    def abort(self) -> None:
        self._run(self._producer.abort_transaction())  # type: ignore[attr-defined]

    def close(self) -> None:
        with contextlib.suppress(Fenced):
            self._run(self._producer.stop())  # type: ignore[attr-defined]
        self._loop.close()


def confluent_values(bootstrap: str, topic: str, isolation: str) -> list[bytes]:
    consumer = confluent_kafka.Consumer(
        {
            "bootstrap.servers": bootstrap,
            "group.id": "unused",
            "enable.auto.commit": False,
            "isolation.level": isolation,
            "log_level": 0,
        }
    )
    consumer.assign([confluent_kafka.TopicPartition(topic, 0, 0)])
    values: list[bytes] = []
    deadline = time.monotonic() + SECONDS_MAX
    try:
        while not values or values[-1] != END:
            assert time.monotonic() < deadline, f"the end did not come; read {values}"
            message = consumer.poll(1)
            if message is not None and not message.error():
                values.append(message.value() or b"")
    finally:
        consumer.close()
    return values[:-1]


def kafka_python_values(bootstrap: str, topic: str, isolation: str) -> list[bytes]:
    consumer = kafka.KafkaConsumer(bootstrap_servers=bootstrap, isolation_level=isolation, group_id=None)
    partition = kafka.TopicPartition(topic, 0)
    consumer.assign([partition])
    consumer.seek(partition, 0)
    values: list[bytes] = []
    deadline = time.monotonic() + SECONDS_MAX
    try:
        while not values or values[-1] != END:
            assert time.monotonic() < deadline, f"the end did not come; read {values}"
            for records in consumer.poll(1_000).values():
                values += [record.value for record in records]
    finally:
        consumer.close()
    return values[:-1]


def aiokafka_values(bootstrap: str, topic: str, isolation: str) -> list[bytes]:
    async def read() -> list[bytes]:
        consumer = aiokafka.AIOKafkaConsumer(bootstrap_servers=bootstrap, isolation_level=isolation)
        await consumer.start()
        try:
            partition = aiokafka.TopicPartition(topic, 0)
            consumer.assign([partition])
            consumer.seek(partition, 0)
            values: list[bytes] = []
            async with asyncio.timeout(SECONDS_MAX):
                while not values or values[-1] != END:
                    values.append((await consumer.getone()).value)
            return values[:-1]
        finally:
            await consumer.stop()

    return asyncio.run(read())


TRANSACTORS = {"confluent": ConfluentTransactor, "kafka-python": KafkaPythonTransactor, "aiokafka": AiokafkaTransactor}
READERS = {"confluent": confluent_values, "kafka-python": kafka_python_values, "aiokafka": aiokafka_values}

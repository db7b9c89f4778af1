"""The foreign clients with keys and logins: what Kafka's client properties say, in the words of each of them.

settings = Security("SSL", ca=…, certificate=…)
for client in SECURE_CLIENTS: client(bootstrap, topic, settings)    writes a record and reads it back, or raises
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import ssl
import subprocess
import uuid
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import aiokafka
import confluent_kafka

from tests.support.certificates import Certificate
from tests.support.clients.foreign import Kcat, kafka

SECONDS_MAX = 30
REFUSAL_SECONDS = 2
"""How long a client that only tries again and again is given, where nothing but a refusal can come."""


class Refused(Exception):
    """The client was not let in, or did not want to; with what it said."""


@dataclass
class Security:
    """What a client is told.

    Attributes:
        ca: a PEM file of trusted certificates.
        certificate: the client's own; `folder` is where it is written.
        mechanism: of a login, with user and password.
    """

    protocol: str = "SSL"
    ca: Path | None = None
    certificate: Certificate | None = None
    folder: Path | None = None
    mechanism: str | None = None
    user: str = ""
    password: str = ""

    def key_files(self) -> tuple[str, str] | None:
        """Files of the chain and of the key."""
        if self.certificate is None:
            return None
        assert self.folder is not None
        chain = self.folder / f"{self.certificate.name}.chain.pem"
        chain.write_text(self.certificate.chain_pem())
        return str(chain), str(self.certificate.write_key(self.folder))

    def librdkafka(self) -> dict[str, str]:
        options = {"security.protocol": self.protocol}
        if self.ca is not None:
            options["ssl.ca.location"] = str(self.ca)
        if (files := self.key_files()) is not None:
            options["ssl.certificate.location"], options["ssl.key.location"] = files
        if self.mechanism is not None:
            options |= {"sasl.mechanism": self.mechanism, "sasl.username": self.user, "sasl.password": self.password}
        return options

    def context(self) -> ssl.SSLContext | None:
        if self.ca is None:
            return None
        context = ssl.create_default_context(cafile=str(self.ca))
        if (files := self.key_files()) is not None:
            context.load_cert_chain(*files)
        return context

    def python(self) -> dict[str, object]:
        """kafka-python and aiokafka."""
        options: dict[str, object] = {"security_protocol": self.protocol, "ssl_context": self.context()}
        if self.mechanism is not None:
            options |= {"sasl_mechanism": self.mechanism}
            options |= {"sasl_plain_username": self.user, "sasl_plain_password": self.password}
        return options

    def kafka(self) -> dict[str, str]:
        """Kafka's own names: Java's clients, and ours."""
        properties = {"security.protocol": self.protocol}
        if self.ca is not None:
            properties |= {"ssl.truststore.type": "PEM", "ssl.truststore.location": str(self.ca)}
        if self.certificate is not None:
            assert self.folder is not None
            path = self.certificate.write(self.folder)
            properties |= {"ssl.keystore.type": "PEM", "ssl.keystore.location": str(path)}
        if self.mechanism is not None:
            module = "plain.Plain" if self.mechanism == "PLAIN" else "scram.Scram"
            properties["sasl.mechanism"] = self.mechanism
            properties["sasl.jaas.config"] = (
                f"org.apache.kafka.common.security.{module}LoginModule required "
                f'username="{self.user}" password="{self.password}";'
            )
        return properties


SecureClient = Callable[[str, str, Security], None]


def kcat(bootstrap: str, topic: str, security: Security) -> None:
    value = uuid.uuid4().bytes.hex()
    options = [word for name, text in security.librdkafka().items() for word in ("-X", f"{name}={text}")]
    options += ["-X", f"message.timeout.ms={REFUSAL_SECONDS * 1000}"]
    try:
        Kcat().run("-P", "-b", bootstrap, "-t", topic, "-p", "0", *options, stdin=value.encode())
        seen = Kcat().run("-C", "-b", bootstrap, "-t", topic, "-p", "0", "-o", "beginning", "-e", "-q", *options)
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        raise Refused(str(error)) from error
    assert value.encode() in seen


def confluent(bootstrap: str, topic: str, security: Security) -> None:
    value, said = uuid.uuid4().bytes, []

    def on_error(error: confluent_kafka.KafkaError) -> None:
        said.append(error.str())

    common = {"bootstrap.servers": bootstrap, "error_cb": on_error, **security.librdkafka()}
    producer = confluent_kafka.Producer({**common, "message.timeout.ms": REFUSAL_SECONDS * 1000})

    def on_delivery(error: confluent_kafka.KafkaError | None, _: object) -> None:
        if error is not None:
            said.append(error.str())

    producer.produce(topic, value, partition=0, on_delivery=on_delivery)
    for _ in range(SECONDS_MAX * 10):
        if producer.flush(0.1) == 0 or said:
            break
    if said:
        producer.purge()
        producer.flush(1)
        raise Refused("; ".join(said))
    consumer = confluent_kafka.Consumer({**common, "group.id": "none", "enable.auto.commit": False})
    try:
        consumer.assign([confluent_kafka.TopicPartition(topic, 0, 0)])
        while (message := consumer.poll(SECONDS_MAX)) is not None and message.value() != value:
            pass
        assert message is not None
    finally:
        consumer.close()


@contextlib.contextmanager
def refused_kafka_python() -> Iterator[None]:
    """kafka-python forgets two sockets where its constructor fails: no later test is to be blamed for them.

    Its log would keep what has failed alive until the test is over: pytest remembers what is logged.
    """
    logger = logging.getLogger("kafka")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()


def _send_by_kafka_python(common: dict[str, object], topic: str, value: bytes) -> str | None:
    """What it said where it was refused."""
    try:
        producer = kafka.KafkaProducer(**common, max_block_ms=REFUSAL_SECONDS * 1000)
        try:
            producer.send(topic, value, partition=0).get(timeout=SECONDS_MAX)
        finally:
            producer.close(timeout=1)
    except kafka.errors.KafkaError as error:
        return repr(error)
    return None


def kafka_python(bootstrap: str, topic: str, security: Security) -> None:
    value = uuid.uuid4().bytes
    common = {
        "bootstrap_servers": bootstrap,
        "bootstrap_timeout_ms": REFUSAL_SECONDS * 1000,
        "request_timeout_ms": SECONDS_MAX * 1000,
        **security.python(),
    }
    with refused_kafka_python():
        refusal = _send_by_kafka_python(common, topic, value)
    if refusal is not None:
        raise Refused(refusal)
    consumer = kafka.KafkaConsumer(**common, consumer_timeout_ms=SECONDS_MAX * 1000)
    try:
        partition = kafka.TopicPartition(topic, 0)
        consumer.assign([partition])
        consumer.seek_to_beginning()
        assert value in (record.value for record in consumer if record.value == value)
    finally:
        consumer.close()


def aiokafka_client(bootstrap: str, topic: str, security: Security) -> None:
    async def round_trip() -> None:
        value = uuid.uuid4().bytes
        common = {"bootstrap_servers": bootstrap, **security.python()}
        producer = aiokafka.AIOKafkaProducer(**common)
        try:
            await producer.start()
            await producer.send_and_wait(topic, value, partition=0)
        except (aiokafka.errors.KafkaError, ssl.SSLError) as error:
            raise Refused(repr(error)) from error
        finally:
            await producer.stop()
        consumer = aiokafka.AIOKafkaConsumer(**common, auto_offset_reset="earliest")
        await consumer.start()
        try:
            partition = aiokafka.TopicPartition(topic, 0)
            consumer.assign([partition])
            await consumer.seek_to_beginning()
            async for record in consumer:
                if record.value == value:
                    return
        finally:
            await consumer.stop()

    async def with_deadline() -> None:
        async with asyncio.timeout(SECONDS_MAX):
            await round_trip()

    asyncio.run(with_deadline())


SECURE_CLIENTS: dict[str, SecureClient] = {
    "kcat": kcat,
    "confluent-kafka": confluent,
    "kafka-python": kafka_python,
    "aiokafka": aiokafka_client,
}

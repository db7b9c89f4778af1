"""Members of a consumer group in clients that nobody here wrote, each in a process of its own that a test may kill.

    python -m tests.integration.group_clients CLIENT BOOTSTRAP GROUP TOPIC [INSTANCE]

confluent-kafka (librdkafka), aiokafka and kafka-python. A member tells on stdout, a JSON object a line, what it is
assigned, {"assigned": [partitions]}, and what it reads, {"read": [[partition, offset, value], …]}; then it commits.
So each record is told at least once, by whomever. It leaves the group in order when its stdin ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

SESSION_MS = 6_000
HEARTBEAT_MS = 500
MEMBER_SECONDS_MAX = 60
CLIENTS = ("confluent", "aiokafka", "kafka-python")


def tell(**what: Any) -> None:
    """One line to the test."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def is_to_go() -> bool:
    """Whether stdin has ended."""
    readable, _, _ = select.select([sys.stdin], [], [], 0)
    return bool(readable)


def run_confluent(bootstrap: str, group: str, topic: str, instance: str | None) -> None:
    import confluent_kafka

    settings = {
        "bootstrap.servers": bootstrap,
        "group.id": group,
        "auto.offset.reset": "earliest",
        "enable.auto.commit": False,
        "session.timeout.ms": SESSION_MS,
        "heartbeat.interval.ms": HEARTBEAT_MS,
        "topic.metadata.refresh.interval.ms": 1000,
        "reconnect.backoff.max.ms": 500,
    }
    if instance is not None:
        settings["group.instance.id"] = instance
    consumer = confluent_kafka.Consumer(settings)
    consumer.subscribe([topic], on_assign=lambda _, parts: tell(assigned=sorted(part.partition for part in parts)))
    while not is_to_go():
        messages = [m for m in consumer.consume(100, timeout=0.1) if m.error() is None]
        if not messages:
            continue
        tell(read=[[m.partition(), m.offset(), m.value().decode()] for m in messages])
        with contextlib.suppress(confluent_kafka.KafkaException):  # of a generation that is over
            consumer.commit(asynchronous=False)
    consumer.close()


async def run_aiokafka(bootstrap: str, group: str, topic: str, instance: str | None) -> None:
    import aiokafka
    from aiokafka.errors import KafkaError

    class Listener(aiokafka.ConsumerRebalanceListener):
        async def on_partitions_revoked(self, revoked: Any) -> None:
            pass

        async def on_partitions_assigned(self, assigned: Any) -> None:
            tell(assigned=sorted(part.partition for part in assigned))

    consumer = aiokafka.AIOKafkaConsumer(
        bootstrap_servers=bootstrap,
        group_id=group,
        auto_offset_reset="earliest",
        enable_auto_commit=False,
        session_timeout_ms=SESSION_MS,
        heartbeat_interval_ms=HEARTBEAT_MS,
        group_instance_id=instance,
        metadata_max_age_ms=1000,
        request_timeout_ms=10_000,
    )
    consumer.subscribe([topic], listener=Listener())
    await consumer.start()
    while not is_to_go():
        found = await consumer.getmany(timeout_ms=100)
        messages = [message for part in found.values() for message in part]
        if not messages:
            continue
        tell(read=[[m.partition, m.offset, (m.value or b"").decode()] for m in messages])
        with contextlib.suppress(KafkaError):
            await consumer.commit()
    await consumer.stop()


def run_kafka_python(bootstrap: str, group: str, topic: str, instance: str | None) -> None:
    import kafka
    from kafka.errors import KafkaError

    class Listener(kafka.ConsumerRebalanceListener):
        def on_partitions_revoked(self, revoked: Any) -> None:
            pass

        def on_partitions_assigned(self, assigned: Any) -> None:
            tell(assigned=sorted(part.partition for part in assigned))

    consumer = kafka.KafkaConsumer(
        bootstrap_servers=bootstrap,
        group_id=group,
        auto_offset_reset="earliest",
        enable_auto_commit=False,
        session_timeout_ms=SESSION_MS,
        heartbeat_interval_ms=HEARTBEAT_MS,
        group_instance_id=instance,
        metadata_max_age_ms=1000,
        request_timeout_ms=15_000,
    )
    consumer.subscribe([topic], listener=Listener())
    while not is_to_go():
        found = consumer.poll(timeout_ms=100)
        messages = [message for part in found.values() for message in part]
        if not messages:
            continue
        tell(read=[[m.partition, m.offset, m.value.decode()] for m in messages])
        with contextlib.suppress(KafkaError):
            consumer.commit()
    consumer.close()


class GroupMember:
    """A member in a process of its own.

    Attributes:
        assigned: the partitions that it was told last.
        read: (partition, offset) → value.
    """

    def __init__(self, client: str, bootstrap: str, group: str, topic: str, instance: str | None = None) -> None:
        command = [sys.executable, "-W", "ignore", "-m", "tests.integration.group_clients", client, bootstrap, group]
        self._process = subprocess.Popen(
            [*command, topic, *([instance] if instance else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.assigned: list[int] | None = None
        self.assignments = 0
        self.read: dict[tuple[int, int], str] = {}
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            if "assigned" in told:
                self.assigned = told["assigned"]
                self.assignments += 1
            for partition, offset, value in told.get("read", ()):
                self.read[partition, offset] = value

    def leave(self) -> None:
        """Leaves the group in order."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait(MEMBER_SECONDS_MAX)
        self._end()

    def kill(self) -> None:
        """kill -9."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(MEMBER_SECONDS_MAX)
        self._end()

    def _end(self) -> None:
        self._reader.join(MEMBER_SECONDS_MAX)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        self.assigned = None


@contextlib.contextmanager
def members(client: str, bootstrap: str, group: str, topic: str) -> Iterator[Callable[..., GroupMember]]:
    """Starts members; those that still run at the end are killed."""
    started: list[GroupMember] = []

    def start(instance: str | None = None) -> GroupMember:
        member = GroupMember(client, bootstrap, group, topic, instance)
        started.append(member)
        return member

    try:
        yield start
    finally:
        for member in started:
            if member._process.poll() is None:
                member.kill()


def main(client: str, bootstrap: str, group: str, topic: str, instance: str | None = None) -> None:
    """What the process runs."""
    if client == "confluent":
        run_confluent(bootstrap, group, topic, instance)
    elif client == "aiokafka":
        asyncio.run(run_aiokafka(bootstrap, group, topic, instance))
    else:
        run_kafka_python(bootstrap, group, topic, instance)
    os._exit(0)  # some clients leave threads behind


if __name__ == "__main__":
    main(*sys.argv[1:])

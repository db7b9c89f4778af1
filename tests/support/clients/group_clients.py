"""Members of a consumer group in four clients, each in a process of its own that a test may kill.

    python -m tests.support.clients.group_clients CLIENT BOOTSTRAP GROUP TOPIC [INSTANCE [ASSIGNOR]]

confluent-kafka (librdkafka), aiokafka and kafka-python, and kavka's own beside them. A member tells on stdout, a JSON
object a line, what it is assigned, {"assigned": [partitions]}, what a cooperative one gave up, {"revoked": …}, and what
it reads, {"read": [[partition, offset, value], …]}; then it commits.
So each record is told at least once, by whomever. It leaves the group in order when its stdin ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

SESSION_MS = 6_000
HEARTBEAT_MS = 500
MEMBER_SECONDS_MAX = 60
COMPLAINT_BYTES_MAX = 6_000
DUMP_SECONDS = 0.3
OURS = (sys.executable, "-W", "ignore", "-m", "tests.support.clients.group_clients")
CLIENTS = ("confluent", "aiokafka", "kafka-python", "kavka")
NEW_CONFLUENT = "confluent-consumer-protocol"
NEW_KAVKA = "kavka-consumer-protocol"


def tell(**what: Any) -> None:
    """One line to the test."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def is_to_go() -> bool:
    """Whether stdin has ended."""
    readable, _, _ = select.select([sys.stdin], [], [], 0)
    return bool(readable)


def run_confluent(
    bootstrap: str, group: str, topic: str, instance: str | None, assignor: str, *, is_new: bool = False
) -> None:
    """Runs librdkafka; `is_new`: by the consumer protocol (KIP-848), whose times the broker says."""
    import confluent_kafka

    settings = {
        "bootstrap.servers": bootstrap,
        "group.id": group,
        "auto.offset.reset": "earliest",
        "enable.auto.commit": False,
        "topic.metadata.refresh.interval.ms": 1000,
        "reconnect.backoff.max.ms": 500,
    }
    if is_new:
        settings |= {"group.protocol": "consumer", "group.remote.assignor": assignor}
    else:
        settings |= {
            "session.timeout.ms": SESSION_MS,
            "heartbeat.interval.ms": HEARTBEAT_MS,
            "partition.assignment.strategy": assignor,
        }
    if instance is not None:
        settings["group.instance.id"] = instance
    consumer = confluent_kafka.Consumer(settings)
    owned: set[int] = set()

    def on_assign(_: Any, parts: Any) -> None:
        owned.update(part.partition for part in parts)
        tell(assigned=sorted(owned))

    def on_revoke(_: Any, parts: Any) -> None:
        owned.difference_update(part.partition for part in parts)
        if is_new or "cooperative" in assignor:
            tell(assigned=sorted(owned), revoked=sorted(part.partition for part in parts))

    consumer.subscribe([topic], on_assign=on_assign, on_revoke=on_revoke, on_lost=on_revoke)
    while not is_to_go():
        messages = [m for m in consumer.consume(100, timeout=0.1) if m.error() is None]
        if not messages:
            continue
        tell(read=[[m.partition(), m.offset(), (m.value() or b"").decode()] for m in messages])
        with contextlib.suppress(confluent_kafka.KafkaException):  # of a generation that is over
            consumer.commit(asynchronous=False)
    consumer.close()


async def run_aiokafka(bootstrap: str, group: str, topic: str, instance: str | None, assignor: str) -> None:
    import aiokafka
    from aiokafka.coordinator.assignors.range import RangePartitionAssignor
    from aiokafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
    from aiokafka.errors import KafkaError

    assignors = {"range": RangePartitionAssignor, "roundrobin": RoundRobinPartitionAssignor}

    class Listener(aiokafka.ConsumerRebalanceListener):  # type: ignore[misc]
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
        partition_assignment_strategy=[assignors[assignor]],
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

    class Listener(kafka.ConsumerRebalanceListener):  # type: ignore[misc]
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
    consumer.partitions_for_topic(topic)  # it would join knowing nothing of the topic, share nothing, and join again
    while not is_to_go():
        if consumer._coordinator.rejoining:
            # 3.0.12 forgets a join that outlives a poll, if metadata that changed was the reason to join: as a leader
            # it takes note of the metadata before its SyncGroup is answered, sees no reason to join any more, and
            # neither ends the join nor sends heartbeats ever after.
            consumer._coordinator.request_rejoin()
        found = consumer.poll(timeout_ms=100)
        messages = [message for part in found.values() for message in part]
        if not messages:
            continue
        tell(read=[[m.partition, m.offset, m.value.decode()] for m in messages])
        with contextlib.suppress(KafkaError):
            consumer.commit()
    consumer.close()


async def run_kavka(
    bootstrap: str, group: str, topic: str, instance: str | None, assignor: str, *, is_new: bool = False
) -> None:
    """Runs kavka's own consumer; `is_new`: by the consumer protocol (KIP-848), whose times the broker says."""
    from kavka.client.consumer import Consumer, RebalanceListener, TopicPartition
    from kavka.client.errors import ClientError, KafkaError

    class Listener(RebalanceListener):
        async def partitions_assigned(self, partitions: list[TopicPartition]) -> None:
            tell(assigned=sorted(tp.partition for tp in consumer.assignment()))

        async def partitions_revoked(self, partitions: list[TopicPartition]) -> None:
            gone = {tp.partition for tp in partitions}
            left = sorted(tp.partition for tp in consumer.assignment() if tp.partition not in gone)
            if left or is_new:
                tell(assigned=left)
            tell(revoked=sorted(gone))

        async def partitions_lost(self, partitions: list[TopicPartition]) -> None:
            if is_new:
                await self.partitions_revoked(partitions)

    classic = {"assignors": [assignor], "session_timeout_ms": SESSION_MS, "heartbeat_interval_ms": HEARTBEAT_MS}
    async with Consumer(
        bootstrap,
        group_id=group,
        group_instance_id=instance,
        metadata_age_ms_max=1000,
        request_timeout_ms=10_000,
        auto_commit=False,
        offset_reset="earliest",
        **({"group_protocol": "consumer", "group_remote_assignor": assignor} if is_new else classic),
    ) as consumer:
        consumer.subscribe(topic, Listener())
        while not is_to_go():
            found = await consumer.poll(timeout_ms=100)
            read = [
                [tp.partition, r.offset, (r.value or b"").decode()] for tp, records in found.items() for r in records
            ]
            if not read:
                continue
            tell(read=read)
            with contextlib.suppress(KafkaError, ClientError):
                await consumer.commit()


class GroupMember:
    """A member in a process of its own.

    Attributes:
        assigned: the partitions that it was told last.
        read: (partition, offset) → value.
        revoked: what it was told that it has no more, in order; only cooperative members and kavka's tell that.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Starts a process that tells what `main` tells."""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 -- closed by _end
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self.assigned: list[int] | None = None
        self.assignments = 0
        self.read: dict[tuple[int, int], str] = {}
        self.revoked: list[int] = []
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            if "assigned" in told:
                self.assigned = told["assigned"]
                self.assignments += 1
            self.revoked += told.get("revoked", ())
            for partition, offset, value in told.get("read", ()):
                self.read[partition, offset] = value

    def complaints(self) -> str:
        """What it is assigned, whether it runs, where its threads stand, and the end of what it wrote to stderr."""
        if self._errors.closed:
            return "was told to end"
        status = self._process.poll()
        if status is None:
            self._process.send_signal(signal.SIGUSR1)
            time.sleep(DUMP_SECONDS)
        size = os.fstat(self._errors.fileno()).st_size
        said = os.pread(self._errors.fileno(), COMPLAINT_BYTES_MAX, max(0, size - COMPLAINT_BYTES_MAX))
        ended = "runs" if status is None else f"ended with {status}"
        return f"assigned {self.assigned}; {ended}\n{said.decode(errors='replace')}"

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
        self._errors.close()
        self.assigned = None


@contextlib.contextmanager
def members(
    client: str, bootstrap: str, group: str, topic: str, programs: Mapping[str, Sequence[str]] | None = None
) -> Iterator[Callable[..., GroupMember]]:
    """Starts members; those that still run at the end are killed.

    Args:
        client: what a member is, unless it is said.
        bootstrap: the brokers.
        group: its name.
        topic: what it reads.
        programs: further clients, by commands that take bootstrap servers, group and topic as arguments.
    """
    started: list[GroupMember] = []

    def start(instance: str | None = None, *, assignor: str = "range", by: str = client) -> GroupMember:
        program = (programs or {}).get(by)
        if program is not None:
            command = [*program, bootstrap, group, topic]
        else:
            command = [*OURS, by, bootstrap, group, topic, instance or "", assignor]
        member = GroupMember(command)
        started.append(member)
        return member

    try:
        yield start
    except BaseException as failure:
        for number, member in enumerate(started):
            failure.add_note(f"{client}, member {number}: {member.complaints()}")
        raise
    finally:
        for member in started:
            if member._process.poll() is None:
                member.kill()


def main(client: str, bootstrap: str, group: str, topic: str, instance: str = "", assignor: str = "range") -> None:
    """What the process runs."""
    faulthandler.register(signal.SIGUSR1)
    if client == "confluent":
        run_confluent(bootstrap, group, topic, instance or None, assignor)
    elif client == NEW_CONFLUENT:
        run_confluent(bootstrap, group, topic, instance or None, assignor, is_new=True)
    elif client == "aiokafka":
        asyncio.run(run_aiokafka(bootstrap, group, topic, instance or None, assignor))
    elif client in ("kavka", NEW_KAVKA):
        asyncio.run(run_kavka(bootstrap, group, topic, instance or None, assignor, is_new=client == NEW_KAVKA))
    else:
        run_kafka_python(bootstrap, group, topic, instance or None)
    os._exit(0)  # some clients leave threads behind


if __name__ == "__main__":
    main(*sys.argv[1:])

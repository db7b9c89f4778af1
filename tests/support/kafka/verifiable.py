"""Kafka's verifiable producer and consumer: processes that tell every event of theirs as a line of JSON."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.support.kafka.kafka_tools import KafkaTools

SECONDS_MAX = 90
CONSUMER = "org.apache.kafka.tools.VerifiableConsumer"
PRODUCER = "org.apache.kafka.tools.VerifiableProducer"


class Verifiable:
    """One of them."""

    def __init__(self, tools: KafkaTools, folder: Path, main_class: str, *options: str) -> None:
        self._out = folder / f"{main_class.rsplit('.', 1)[1]}{time.monotonic_ns()}.jsonl"
        command = ["java", "-Xmx128m", "-cp", f"{tools.jars}/*", main_class, *options]
        with self._out.open("w") as out:
            self._process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)

    def events(self, name: str) -> list[dict[str, Any]]:
        """Those of a name."""
        lines = self._out.read_text().splitlines()
        found = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
        return [event for event in found if event["name"] == name]

    def stop(self, *, is_kill: bool = False) -> None:
        """Ends it, in order where it is not to be killed."""
        if self._process.poll() is None:
            (self._process.kill if is_kill else self._process.terminate)()
            self._process.wait(SECONDS_MAX)


class VerifiableConsumer(Verifiable):
    """A member of a group, which commits what it has read."""

    def __init__(self, tools: KafkaTools, bootstrap: str, topic: str, group: str, folder: Path, *options: str) -> None:
        own = ("--bootstrap-server", bootstrap, "--topic", topic, "--group-id", group)
        super().__init__(tools, folder, CONSUMER, *own, *options)

    @property
    def assigned(self) -> list[int]:
        """The partitions that it has now."""
        assignments = self.events("partitions_assigned")
        return sorted(part["partition"] for part in assignments[-1]["partitions"]) if assignments else []

    @property
    def committed(self) -> list[bool]:
        """Of each commit, whether it succeeded."""
        return [event["success"] for event in self.events("offsets_committed")]

    @property
    def records(self) -> dict[tuple[int, int], str]:
        """Partition and offset → value of what it has read; asks for --verbose."""
        return {(event["partition"], event["offset"]): event["value"] for event in self.events("record_data")}


class VerifiableProducer(Verifiable):
    """Writes the numbers from 0, so many a second, until it is stopped; by itself it would not try again."""

    def __init__(self, tools: KafkaTools, bootstrap: str, topic: str, folder: Path, throughput: int) -> None:
        settings = folder / "producer.properties"
        settings.write_text("retries=2147483647\nenable.idempotence=true\n")
        own = ("--bootstrap-server", bootstrap, "--topic", topic, "--throughput", str(throughput))
        super().__init__(tools, folder, PRODUCER, *own, "--producer.config", str(settings))

    @property
    def acknowledged(self) -> list[str]:
        """The values that have an offset."""
        return [event["value"] for event in self.events("producer_send_success")]

    @property
    def failed(self) -> list[dict[str, Any]]:
        """What was given up."""
        return self.events("producer_send_error")

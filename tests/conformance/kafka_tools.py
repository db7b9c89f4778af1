"""Kafka's own command line tools, fetched by Maven once and run as processes."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

POM = Path(__file__).with_name("pom.xml")
TOOL_SECONDS_MAX = 120
FETCH_SECONDS_MAX = 900

TOPICS = "org.apache.kafka.tools.TopicCommand"
GET_OFFSETS = "org.apache.kafka.tools.GetOffsetShell"
CONSOLE_PRODUCER = "kafka.tools.ConsoleProducer"
CONSOLE_CONSUMER = "org.apache.kafka.tools.consumer.ConsoleConsumer"
DELETE_RECORDS = "org.apache.kafka.tools.DeleteRecordsCommand"
LOG_DIRS = "org.apache.kafka.tools.LogDirsCommand"
REASSIGN_PARTITIONS = "org.apache.kafka.tools.reassign.ReassignPartitionsCommand"
LEADER_ELECTION = "org.apache.kafka.tools.LeaderElectionCommand"
CONFIGS = "kafka.admin.ConfigCommand"
DUMP_LOG = "kafka.tools.DumpLogSegments"
API_VERSIONS = "kafka.admin.BrokerApiVersionsCommand"


def cache_folder() -> Path:
    """Where the jars are kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "kavka" / "kafka-3.9.1"


def fetch() -> Path:
    """The folder with the jars, filled by Maven when it is empty.

    Raises:
        LookupError: Java or Maven is missing; says which.
    """
    for tool in ("java", "mvn"):
        if shutil.which(tool) is None:
            raise LookupError(f"{tool} is missing: conformance tests run Kafka's own tools and need Java 17 and Maven")
    folder = cache_folder()
    if not any(folder.glob("kafka_2.13-*.jar")):
        folder.mkdir(parents=True, exist_ok=True)
        command = ["mvn", "-q", "-B", "-f", str(POM), "dependency:copy-dependencies", f"-DoutputDirectory={folder}"]
        subprocess.run(command, check=True, timeout=FETCH_SECONDS_MAX)
    return folder


@dataclass(frozen=True, slots=True)
class KafkaTools:
    """Runs one class of Kafka's after another."""

    jars: Path

    def run(self, main_class: str, *arguments: str, stdin: str = "") -> str:
        """Runs one tool; returns what it printed; fails the test with all of it on a non-zero exit."""
        command = ["java", "-Xmx256m", "-cp", f"{self.jars}/*", main_class, *arguments]
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=TOOL_SECONDS_MAX)
        assert done.returncode == 0, f"{main_class} {arguments}\n{done.stdout}\n{done.stderr}"
        return done.stdout

"""Kafka's own command line tools, fetched by Maven once and run as processes."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path

TOOL_SECONDS_MAX = 120
FETCH_SECONDS_MAX = 900

TOPICS = "org.apache.kafka.tools.TopicCommand"
GET_OFFSETS = "org.apache.kafka.tools.GetOffsetShell"
CONSOLE_PRODUCER = "kafka.tools.ConsoleProducer"
CONSOLE_CONSUMER = "org.apache.kafka.tools.consumer.ConsoleConsumer"
DELETE_RECORDS = "org.apache.kafka.tools.DeleteRecordsCommand"
LOG_DIRS = "org.apache.kafka.tools.LogDirsCommand"
REASSIGN_PARTITIONS = "org.apache.kafka.tools.reassign.ReassignPartitionsCommand"
TRANSACTIONS = "org.apache.kafka.tools.TransactionsCommand"
LEADER_ELECTION = "org.apache.kafka.tools.LeaderElectionCommand"
CONFIGS = "kafka.admin.ConfigCommand"
CONSUMER_GROUPS = "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand"
PRODUCER_PERFORMANCE = "org.apache.kafka.tools.ProducerPerformance"
DUMP_LOG = "kafka.tools.DumpLogSegments"
API_VERSIONS = "kafka.admin.BrokerApiVersionsCommand"


TOPICS_2_0 = "kafka.admin.TopicCommand"
REASSIGN_PARTITIONS_2_0 = "kafka.admin.ReassignPartitionsCommand"
PREFERRED_ELECTION_2_0 = "kafka.admin.PreferredReplicaLeaderElectionCommand"
CONSOLE_CONSUMER_2_0 = "kafka.tools.ConsoleConsumer"
GET_OFFSETS_2_0 = "kafka.tools.GetOffsetShell"
VERIFIABLE_PRODUCER_2_0 = "org.apache.kafka.tools.VerifiableProducer"

CONSOLE_CONSUMER_0_8 = "kafka.tools.ConsoleConsumer"

POMS = {
    "streams-4.4.0": "pom-streams-4.4.xml",
    "coordinators-4.4.0": "pom-coordinators-4.4.xml",
    "4.4.0": "pom-4.4.xml",
    "3.9.1": "pom.xml",
    "2.0.0": "pom-2.0.xml",
    "0.8.2.2": "pom-0.8.xml",
}
"""Kafka's release → what Maven reads, beside this file."""

OLD_ZOOKEEPER_CLIENT = ("2.0.0", "0.8.2.2")
UNRESOLVED = "127.0.0.1 127.0.0.1/<unresolved>\n"
"""A hosts file for Kafka 2.0.0 and older: their ZooKeeper client takes a host's name from what Java prints of it, and
Java 14 and later print more than the name (ZOOKEEPER-3779)."""


def cache_folder(release: str) -> Path:
    """Where the jars of a release are kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "kavka" / f"kafka-{release}"


def fetch(release: str = "3.9.1") -> KafkaTools:
    """The tools of a release, fetched by Maven when they are not there.

    Raises:
        LookupError: Java or Maven is missing; says which.
    """
    for tool in ("java", "mvn"):
        if shutil.which(tool) is None:
            raise LookupError(f"{tool} is missing: conformance tests run Kafka's own tools and need Java 17 and Maven")
    folder = cache_folder(release)
    if not any(folder.glob("kafka[_-]*.jar")):
        folder.mkdir(parents=True, exist_ok=True)
        pom = Path(__file__).with_name(POMS[release])
        command = ["mvn", "-q", "-B", "-f", str(pom), "dependency:copy-dependencies", f"-DoutputDirectory={folder}"]
        subprocess.run(command, check=True, timeout=FETCH_SECONDS_MAX)
    if release not in OLD_ZOOKEEPER_CLIENT:
        return KafkaTools(folder)
    hosts = folder / "hosts"
    names = ("localhost", socket.gethostname())  # the old consumer is called by its host's name
    hosts.write_text(UNRESOLVED + "".join(f"127.0.0.1 {name}\n" for name in names))
    return KafkaTools(folder, (f"-Djdk.net.hosts.file={hosts}",))


@dataclass(frozen=True, slots=True)
class KafkaTools:
    """Runs one class of Kafka's after another."""

    jars: Path
    java_options: tuple[str, ...] = ()

    def run(self, main_class: str, *arguments: str, stdin: str = "", seconds_max: int = TOOL_SECONDS_MAX) -> str:
        """Runs one tool; returns what it printed; fails the test with all of it on a non-zero exit."""
        command = ["java", "-Xmx256m", *self.java_options, "-cp", f"{self.jars}/*", main_class, *arguments]
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=seconds_max)
        assert done.returncode == 0, f"{main_class} {arguments}\n{done.stdout}\n{done.stderr}"
        return done.stdout

"""Apache Kafka's broker in ZooKeeper mode as a process, to be a member of a cluster that is otherwise ours."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
from collections.abc import Mapping
from pathlib import Path

from kavka.client.admin import Admin
from kavka.client.errors import ClientError, DecodeError
from tests.support.clients.foreign import KCAT
from tests.support.kafka.kafka_tools import KafkaTools
from tests.support.processes.cluster import free_port, wait_until

START_SECONDS_MAX = 120
STOP_SECONDS_MAX = 60
AS_KAFKA_3_9 = {"kavka.later.apis.enable": "false"}
"""What makes ours a broker of Kafka 3.9 to everybody, and lets it into a cluster with one: that one ends where it finds
a feature finalized that it does not support (docs/decisions/0100)."""
LOGGING = """log4j.rootLogger=WARN, stdout
log4j.appender.stdout=org.apache.log4j.ConsoleAppender
log4j.appender.stdout.layout=org.apache.log4j.PatternLayout
log4j.appender.stdout.layout.ConversionPattern=%d %p %m (%c)%n
"""


class ApacheBroker:
    """One broker, started, stopped, killed and started again on the same folder and port."""

    def __init__(
        self,
        tools: KafkaTools,
        folder: Path,
        broker_id: int,
        zookeeper: str,
        settings: Mapping[str, str],
        *,
        security: Mapping[str, str] | None = None,
    ) -> None:
        self.broker_id = broker_id
        self.port = free_port()
        self.bootstrap = f"127.0.0.1:{self.port}"
        self.log_dir = folder / "logs"
        self._tools = tools
        self._said = folder / "apache.log"
        self._properties = folder / "server.properties"
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir()
        self._security = security
        listener = "PLAINTEXT" if security is None else security["security.protocol"]
        own = {
            "broker.id": str(broker_id),
            "listeners": f"{listener}://{self.bootstrap}",
            "log.dirs": str(self.log_dir),
            "zookeeper.connect": zookeeper,
        }
        lines = (f"{name}={value}\n" for name, value in {**own, **settings}.items())
        self._properties.write_text("".join(lines))

    def start(self) -> None:
        """Starts it and waits until it knows a controller, and so is part of the cluster."""
        jars = ":".join(str(jar) for jar in self._tools.jars.glob("*.jar") if "slf4j-nop" not in jar.name)
        logging = self._properties.with_name("log4j.properties")
        logging.write_text(LOGGING)
        command = ["java", "-Xmx512m", *self._tools.java_options, f"-Dlog4j.configuration=file:{logging}"]
        command += ["-cp", jars, "kafka.Kafka"]
        with self._said.open("ab") as said:
            self._process = subprocess.Popen([*command, str(self._properties)], stdout=said, stderr=said)
        wait_until(self._is_member, "Apache Kafka's broker is a member", START_SECONDS_MAX)

    def _is_member(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self._said.read_text()[-3000:]
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            if self._security is not None:
                return asyncio.run(self._knows_a_controller())
            return b"(controller)" in KCAT.run("-L", "-b", self.bootstrap)
        except (OSError, RuntimeError, ClientError, DecodeError):
            return False

    async def _knows_a_controller(self) -> bool:
        async with Admin(self.bootstrap, security=self._security, api_timeout_ms=1_000) as admin:
            found = await admin.describe_cluster()
            return found.controller_id >= 0 and self.broker_id in {broker.broker_id for broker in found.brokers}

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def stop(self) -> None:
        """SIGTERM: it asks the controller to relieve it first."""
        if self._process is not None:
            self._process.terminate()
            self._gone()

    def kill(self) -> None:
        """SIGKILL."""
        assert self._process is not None
        self._process.kill()
        self._gone()

    def _gone(self) -> None:
        assert self._process is not None
        try:
            self._process.wait(STOP_SECONDS_MAX)
        finally:
            self._process.kill()
            self._process.wait()
            self._process = None

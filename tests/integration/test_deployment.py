"""docs/deploy.md as far as one machine goes: three data directories, three listeners, one ZooKeeper, three services."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from kavka import Admin, NewTopic, Producer
from kavka.broker.config.properties import encode_properties, parse_properties
from tests.support.processes.cluster import reserve_ports

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "kavka.service").read_text(encoding="utf-8")


def page_properties():
    """The server.properties that the page shows."""
    (shown,) = [block for block in re.findall(r"```properties\n(.*?)```", PAGE, re.DOTALL) if "broker.id" in block]
    return parse_properties(shown)


class Service:
    """One broker as systemd runs it: by the unit's command, told where to say that it is ready."""

    def __init__(self, directory, broker_id, port, zookeeper):
        directory.mkdir()
        given = page_properties() | {
            "broker.id": str(broker_id),
            "listeners": f"PLAINTEXT://127.0.0.1:{port}",
            "advertised.listeners": f"PLAINTEXT://127.0.0.1:{port}",
            "zookeeper.connect": zookeeper,
            "log.dirs": str(directory / "data"),
        }
        file = directory / "server.properties"
        file.write_text(encode_properties(given))
        (command,) = re.findall(r"^ExecStart=(.*)$", UNIT, re.MULTILINE)
        self._command = command.replace("/opt/kavka/bin/python", sys.executable)
        self._command = self._command.replace("/etc/kavka/server.properties", str(file)).split()
        self._said = directory / "notify"
        self._log = (directory / "log").open("ab")
        self._process = None

    def start(self):
        """Starts it; returns when it says that it is ready, as systemd would."""
        self._said.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(str(self._said))
            manager.settimeout(60)
            environment = {"NOTIFY_SOCKET": str(self._said), "PATH": "/usr/bin:/bin"}
            self._process = subprocess.Popen(self._command, env=environment, stdout=self._log, stderr=self._log)
            assert manager.recv(100) == b"READY=1"

    def stop(self):
        """Stops it; returns the exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(60)

    def close(self):
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._log.close()


@pytest.fixture
def services(tmp_path, zookeeper, request):
    port = reserve_ports(request.node, 3)
    made = [
        Service(tmp_path / f"kafka-{broker_id}", broker_id, port + broker_id - 1, f"{zookeeper}/deployment")
        for broker_id in (1, 2, 3)
    ]
    try:
        yield made, [f"127.0.0.1:{port + index}" for index in range(3)]
    finally:
        for service in made:
            service.close()


async def in_sync(bootstrap):
    async with Admin(bootstrap) as admin:
        (topic,) = await admin.describe_topics(["orders"])
        return {index: set(partition.isr) for index, partition in topic.partitions.items()}


async def test_three_services_on_one_zookeeper_are_a_cluster_that_loses_one(services):
    brokers, addresses = services
    for broker in brokers:
        broker.start()
    async with Admin(addresses[0]) as admin:
        await admin.create_topics([NewTopic(name="orders", num_partitions=3, replication_factor=3)])
    async with Producer(",".join(addresses), acks="all") as producer:
        await producer.send_and_wait("orders", b"with three")
        assert brokers[0].stop() == 0
        for number in range(20):
            await producer.send_and_wait("orders", b"%d with two" % number)
    assert all(1 not in isr for isr in (await in_sync(addresses[1])).values())
    brokers[0].start()
    async with Admin(addresses[1]) as admin:
        assert {broker.broker_id for broker in (await admin.describe_cluster()).brokers} == {1, 2, 3}


@pytest.mark.skipif(not Path("/usr/bin/systemd-analyze").exists(), reason="systemd is not on this machine")
def test_systemd_takes_the_unit(tmp_path):
    unit = tmp_path / "kavka.service"
    unit.write_text(UNIT.replace("/opt/kavka/bin/python", sys.executable))
    said = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True)
    assert "kavka.service" not in said.stderr, said.stderr

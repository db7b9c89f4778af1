"""The servers that a benchmark measures, each a process of its own: kavka, and librdkafka's mock broker as the peer.

librdkafka's mock keeps everything in memory, checks no checksum and has no disk; it is what a test in Python reaches
for today, and written in C. It comes with confluent-kafka, so it is there wherever the tests run.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

START_SECONDS_MAX = 30

_MOCK = """
import sys
from confluent_kafka import Producer
p = Producer({"test.mock.num.brokers": 1, "bootstrap.servers": "none"})
b = next(iter(p.list_topics(timeout=10).brokers.values()))
print(f"{b.host}:{b.port}", flush=True)
sys.stdin.read()
"""


@dataclass(frozen=True, slots=True)
class Server:
    """A broker to send load to."""

    name: str
    host: str
    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """Returns the user and system time that the server's process has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mb(self) -> float:
        """Returns the resident memory of the server's process, MB."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return 0.0


@contextlib.contextmanager
def kavka_command(*options: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, object]]]:
    """Runs `kavka start --json` on a free port and a temporary folder. Yields the process and the line it printed."""
    with tempfile.TemporaryDirectory(prefix="kavka-bench-") as folder:
        command = [sys.executable, "-P", "-m", "kavka.cli.main", "start", "--json", "--port", "0"]
        command += ["--zookeeper-port", "0", "--data-dir", folder, *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            yield process, json.loads(process.stdout.readline())
        finally:
            process.terminate()
            process.wait(START_SECONDS_MAX)
            process.stdout.close()


@contextlib.contextmanager
def kavka(*options: str) -> Iterator[Server]:
    """Runs a kavka broker of its own."""
    with kavka_command(*options) as (_, line):
        broker = line["brokers"][0]  # type: ignore[index]
        yield Server("kavka", broker["host"], broker["port"], broker["pid"])


@contextlib.contextmanager
def librdkafka_mock() -> Iterator[Server]:
    """Runs librdkafka's mock broker in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-c", _MOCK],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        host, port = process.stdout.readline().strip().rsplit(":", 1)
        yield Server("librdkafka mock", host, int(port), process.pid)
    finally:
        process.stdin.close()
        process.wait(START_SECONDS_MAX)
        process.stdout.close()

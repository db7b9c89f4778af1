"""Open files run out: connections are refused, the log goes on; nobody's disk has failed.

Each broker is a process with limits of its own: a hard limit below what is asked of it, or a soft one that it raises.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import confluent_kafka
import confluent_kafka.admin
import pytest

from tests.support.clients.foreign import CLIENT_SECONDS_MAX
from tests.support.processes.cluster import KavkaProcess, is_running, wait_until

pytestmark = pytest.mark.slow

EAGER = {
    "log.flush.offset.checkpoint.interval.ms": "50",
    "log.flush.start.offset.checkpoint.interval.ms": "50",
    "replica.high.watermark.checkpoint.interval.ms": "50",
    "log.segment.bytes": "5000",
}
"""Files are opened all the time."""


@contextlib.contextmanager
def idle_connections(bootstrap: str, count: int) -> Iterator[list[socket.socket]]:
    host, port = bootstrap.rsplit(":", 1)
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(contextlib.closing(socket.create_connection((host, int(port)), CLIENT_SECONDS_MAX)))
            for _ in range(count)
        ]


def is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def produce(producer: confluent_kafka.Producer, topic: str, count: int) -> int:
    """How many were acknowledged."""
    acked: list[object] = []
    for number in range(count):
        producer.produce(topic, b"%d" % number, partition=0, on_delivery=lambda error, _: acked.append(error))
        producer.flush(CLIENT_SECONDS_MAX)
    return acked.count(None)


def broker_log(process: KavkaProcess) -> str:
    return Path(process.data_dir, "broker-0.log").read_text()


def test_more_connections_than_descriptors_fail_no_disk(new_kavka: Callable[..., KavkaProcess]) -> None:
    process = new_kavka(config=EAGER, descriptors=(300, 300))
    producer = confluent_kafka.Producer({"bootstrap.servers": process.bootstrap, "linger.ms": 0})
    assert produce(producer, "before", 1) == 1  # its connection is there before the flood
    with idle_connections(process.bootstrap, 400) as idle:
        wait_until(lambda: sum(map(is_closed, idle)) > 200, "connections beyond the limit are refused")
        admin = confluent_kafka.admin.AdminClient({"bootstrap.servers": process.bootstrap})
        assert produce(producer, "before", 200) == 200  # rolls segments, writes checkpoints
        assert sum(not is_closed(connection) for connection in idle) > 50, "those within the limit stay"
    for future in admin.create_topics([confluent_kafka.admin.NewTopic("after", 20)]).values():
        future.result(CLIENT_SECONDS_MAX)
    assert produce(producer, "after", 1) == 1
    assert is_running(process.broker_pids[0])
    log = broker_log(process)
    assert "offline" not in log
    assert log.count("refusing connections") < 5, "it is counted, not repeated"
    assert process.stop() == 0
    assert list(process.data_dir.glob("broker-0/.kafka_cleanshutdown"))


def test_a_broker_takes_what_the_hard_limit_allows(new_kavka: Callable[..., KavkaProcess]) -> None:
    process = new_kavka(descriptors=(256, 4096))
    with idle_connections(process.bootstrap, 500) as idle:
        producer = confluent_kafka.Producer({"bootstrap.servers": process.bootstrap, "linger.ms": 0})
        assert produce(producer, "t", 1) == 1  # behind them all: so they have been taken
        assert not any(map(is_closed, idle))
    for pid in (process.pid, *process.broker_pids):
        limits = Path(f"/proc/{pid}/limits").read_text()
        [line] = [line for line in limits.splitlines() if line.startswith("Max open files")]
        assert line.split()[3:5] == ["4096", "4096"]

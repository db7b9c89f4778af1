"""Other people's clients while a leader dies: they find the next one, and lose nothing; kcat tells who is in sync."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable

import confluent_kafka
import pytest
from confluent_kafka.admin import AdminClient, NewTopic

from tests.support.clients.foreign import CONFLUENT
from tests.support.processes.cluster import KavkaProcess, missing, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

RECORDS = 4_000
BEFORE = 500
CONFIG = {"zookeeper.session.timeout.ms": "2000", "min.insync.replicas": "2"}


def await_isr(bootstrap: str, is_awaited: Callable[[int, set[int]], bool]) -> int:
    """Waits until leader and ISR of t-0, as kcat -L prints them, are as awaited; returns the leader.

    Any broker may be asked, so also one that the controller has not told of the change yet.
    """
    seen: list[tuple[int, set[int]]] = []

    def is_seen() -> bool:
        listed = subprocess.run(
            ["kcat", "-b", bootstrap, "-L", "-t", "t"], capture_output=True, text=True, timeout=30, check=True
        ).stdout
        for leader, isr in re.findall(r"partition 0, leader (-?\d+), replicas: [\d,]+, isrs: ([\d,]*)", listed):
            seen.append((int(leader), {int(broker) for broker in isr.split(",") if broker}))
        return bool(seen) and is_awaited(*seen[-1])

    wait_until(is_seen, "kcat is told of the leader and the ISR that are awaited")
    return seen[-1][0]


@pytest.mark.parametrize("idempotent", [False, True], ids=["plain", "idempotent"])
def test_librdkafka_rides_over_a_leaders_death(new_kavka: Callable[..., KavkaProcess], idempotent: bool) -> None:
    if shutil.which("kcat") is None:
        missing("kcat")
    cluster = new_kavka(brokers=3, config=CONFIG)
    admin = AdminClient({"bootstrap.servers": cluster.bootstrap})
    admin.create_topics([NewTopic("t", 1, 3)])["t"].result(30)
    leader = await_isr(cluster.bootstrap, lambda _, isr: isr == {0, 1, 2})

    acknowledged: dict[int, int] = {}
    enough = threading.Event()

    def delivered(number: int) -> Callable[[object, confluent_kafka.Message], None]:
        def report(error: object, message: confluent_kafka.Message) -> None:
            if error is None:
                acknowledged[number] = message.offset()
                if len(acknowledged) >= BEFORE:
                    enough.set()

        return report

    producer = confluent_kafka.Producer(
        {
            "bootstrap.servers": cluster.bootstrap,
            "enable.idempotence": idempotent,
            "acks": "all",
            "batch.num.messages": 50,
            "linger.ms": 0,
            "message.timeout.ms": 90_000,
            "reconnect.backoff.max.ms": 200,
        }
    )
    for number in range(RECORDS):
        producer.produce("t", b"%d" % number, partition=0, on_delivery=delivered(number))
        if not enough.is_set():
            producer.poll(0)
    wait_until(lambda: producer.poll(0.01) >= 0 and enough.is_set(), "acknowledgements come in")
    with contextlib.suppress(ProcessLookupError):
        os.kill(cluster.broker_pids[leader], signal.SIGKILL)
    assert producer.flush(90) == 0
    assert len(acknowledged) == RECORDS

    await_isr(cluster.bootstrap, lambda now, isr: now in isr and leader not in isr)
    seen = CONFLUENT.read(cluster.bootstrap, "t", max(acknowledged.values()) + 1)
    values = [int(record.value or b"-1") for record in seen]
    assert all(values[offset] == number for number, offset in acknowledged.items() if offset >= 0)
    if idempotent:
        assert values == list(range(RECORDS))
    else:
        assert set(values) == set(range(RECORDS))

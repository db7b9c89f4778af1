"""kill -9 under load, again and again: what was acknowledged is there, once, in order, and offsets have no gap."""

from __future__ import annotations

import confluent_kafka
import pytest

from tests.integration.clients import CONFLUENT
from tests.integration.cluster import KavkaProcess, wait_until

pytestmark = [
    pytest.mark.soak,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

KILLS = 20
RECORDS_PER_ROUND = 5_000


def test_twenty_kills_under_load_lose_nothing(tmp_path):
    process = KavkaProcess(tmp_path / "data")
    process.start()
    try:
        acknowledged = kill_again_and_again(process)
        seen = CONFLUENT.read(process.bootstrap, "t", len(acknowledged))
    finally:
        process.stop()
    assert [record.offset for record in seen] == list(range(len(acknowledged)))
    assert [int(record.value) for record in seen] == acknowledged


def kill_again_and_again(process):
    """An idempotent producer that never stops, a broker that dies in each round; returns what was acknowledged."""
    acknowledged: list[int] = []

    def delivered(number):
        def report(error, _message):
            assert error is None, error
            acknowledged.append(number)

        return report

    producer = confluent_kafka.Producer(
        {
            "bootstrap.servers": process.bootstrap,
            "enable.idempotence": True,
            "linger.ms": 0,
            "batch.num.messages": 100,
            "message.timeout.ms": 120_000,
            "reconnect.backoff.max.ms": 100,
        }
    )
    number = 0
    for _ in range(KILLS):
        enough = len(acknowledged) + RECORDS_PER_ROUND // 2
        for _ in range(RECORDS_PER_ROUND):
            producer.produce("t", b"%d" % number, partition=0, on_delivery=delivered(number))
            number += 1
        wait_until(lambda: producer.poll(0.01) >= 0 and len(acknowledged) >= enough, "acknowledgements come in")  # noqa: B023
        process.kill_everything()
        process.start()
    assert producer.flush(120) == 0
    assert acknowledged == list(range(number))
    return acknowledged

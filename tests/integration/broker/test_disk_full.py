"""A disk that fills up under somebody else's producer, beside one that does not: what a user of the process sees.

The same from inside the loop, and read-only file systems, are in `test_disk_faults.py`.
"""

from __future__ import annotations

import asyncio
import os
import signal

import confluent_kafka
import confluent_kafka.admin
import pytest

from tests.support.broker.small_disk import remount
from tests.support.broker.whole_broker import Process, properties
from tests.support.clients.foreign import CLIENT_SECONDS_MAX
from tests.support.clients.load import read_all
from tests.support.processes.cluster import wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="mounting a file system needs root"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

VALUE = bytes(20_000)
SENT_MAX = 200
"""Ten times what the volume holds."""


def send(bootstrap, partition, value):
    """One record without a second attempt; the offset, or the error's name."""
    outcome = []
    producer = confluent_kafka.Producer(
        {"bootstrap.servers": bootstrap, "retries": 0, "message.timeout.ms": CLIENT_SECONDS_MAX * 1000}
    )
    report = lambda error, message: outcome.append(error.name() if error else message.offset())  # noqa: E731
    producer.produce("t", value, partition=partition, on_delivery=report)
    producer.flush(CLIENT_SECONDS_MAX)
    return outcome[0]


def fill_one_of_two(bootstrap, volume):
    """Fills the volume, and shows that nobody but its own partition suffers."""
    admin = confluent_kafka.admin.AdminClient({"bootstrap.servers": bootstrap})
    ((_, future),) = admin.create_topics([confluent_kafka.admin.NewTopic("t", 2, 1)]).items()
    future.result(CLIENT_SECONDS_MAX)
    (full,) = (index for index in (0, 1) if (volume / "logs" / f"t-{index}").exists())
    kept = 0
    while (outcome := send(bootstrap, full, VALUE)) == kept:
        kept += 1
        assert kept < SENT_MAX
    assert outcome == "KAFKA_STORAGE_ERROR"
    for number in range(20):
        assert send(bootstrap, 1 - full, VALUE) == number
    assert [offset for offset, _ in read_all(bootstrap, "t", 1 - full)] == list(range(20))
    # Clients are told that it has no leader any more: they wait for one instead of asking the broker in vain.

    def leaders():
        partitions = admin.list_topics("t", timeout=CLIENT_SECONDS_MAX).topics["t"].partitions
        return partitions[full].leader, partitions[1 - full].leader

    wait_until(lambda: leaders() == (-1, 0), "the lost partition has no leader")
    return full, kept


async def test_bug_66_a_producers_view_of_a_full_disk(zookeeper, tmp_path, volume):
    values = properties(zookeeper, tmp_path, log__dirs=f"{volume / 'logs'},{tmp_path / 'good'}")
    async with await Process.start(values, tmp_path) as process:
        ready = await process.ready()
        full, kept = await asyncio.to_thread(fill_one_of_two, f"127.0.0.1:{ready['port']}", volume)
        process.process.send_signal(signal.SIGTERM)
        code, errors = await process.ended()
    assert code == 0, errors
    assert "Traceback" not in errors
    assert f"{volume / 'logs'}" in errors
    assert "No space left on device" in errors
    assert (tmp_path / "good" / ".kafka_cleanshutdown").exists()
    assert not (volume / "logs" / ".kafka_cleanshutdown").exists()

    # With room again, a restart brings back what had been acknowledged.
    await asyncio.to_thread(remount, volume, "size=8m")
    async with await Process.start(values, tmp_path) as process:
        ready = await process.ready()
        bootstrap = f"127.0.0.1:{ready['port']}"
        assert await asyncio.to_thread(send, bootstrap, full, b"again") == kept
        assert [offset for offset, _ in await asyncio.to_thread(read_all, bootstrap, "t", full)] == list(
            range(kept + 1)
        )
        process.process.send_signal(signal.SIGTERM)
        assert (await process.ended())[0] == 0

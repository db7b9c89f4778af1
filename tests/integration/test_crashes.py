"""kill -9, SIGSTOP and SIGTERM while a producer is in full flight, at the moments that are hardest to get right.

Beside `test_faults.py`, which kills under plain load: here the log rolls and deletes segments, a topic is being
deleted, the last recovery is not done yet, or only a part of what runs dies. `tests/soak/test_crash.py` repeats it.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import confluent_kafka.admin
import pytest

from tests.support.clients.foreign import CLIENT_SECONDS_MAX, CONFLUENT, Sent
from tests.support.clients.load import Load, read_all
from tests.support.processes.cluster import KavkaProcess, is_running, wait_until
from tests.support.processes.small_segments import RETENTION, SMALL_SEGMENTS

pytestmark = pytest.mark.slow

SESSION_MS = 1_000


def broker_log(process: KavkaProcess) -> str:
    return Path(process.data_dir, "broker-0.log").read_text()


def partition_folder(process: KavkaProcess, topic: str, partition: int = 0) -> Path:
    return Path(process.data_dir, "broker-0", f"{topic}-{partition}")


def segments(process: KavkaProcess) -> int:
    return len(list(partition_folder(process, "t").glob("*.log")))


@pytest.mark.parametrize(
    ("config", "idempotent"),
    [(SMALL_SEGMENTS, True), (RETENTION, False)],
    ids=["rolling-idempotent", "rolling-and-deleting-plain"],
)
def test_kill_9_while_segments_come_and_go(
    new_kavka: Callable[..., KavkaProcess], config: dict[str, str], idempotent: bool
) -> None:
    process = new_kavka(config=config)
    with Load(process.bootstrap, "t", idempotent=idempotent, value_bytes=100) as load:
        for _ in range(2):
            load.wait_for(1_000)
            assert segments(process) > 2
            process.kill_everything()
            process.start()
        load.wait_for(500)
    load.assert_kept()
    if config is RETENTION:
        assert read_all(process.bootstrap, "t")[0][0] > 0


def test_kill_9_in_the_middle_of_recovery(new_kavka: Callable[..., KavkaProcess]) -> None:
    rng = random.Random(7)
    process = new_kavka(config=SMALL_SEGMENTS)
    with Load(process.bootstrap, "t", value_bytes=100) as load:
        load.wait_for(2_000)
        process.kill_everything()
        for _ in range(3):
            process.start_and_kill(rng.uniform(0.05, 0.5))
        process.start()
    load.assert_kept()


def test_kill_9_of_the_supervisor_alone(new_kavka: Callable[..., KavkaProcess]) -> None:
    """Its broker is an orphan without ZooKeeper then; the next start ends it and goes on with its data."""
    process = new_kavka()
    with Load(process.bootstrap, "t") as load:
        load.wait_for(1_000)
        orphans = process.broker_pids
        process.kill_supervisor()
        assert all(map(is_running, orphans))
        process.start()
        assert not any(map(is_running, orphans))
        load.wait_for(500)
    load.assert_kept()


def test_kill_9_while_topics_are_deleted(new_kavka: Callable[..., KavkaProcess]) -> None:
    """What was marked for deletion goes after the restart, from disk too; what was not stays; names are free again."""
    process = new_kavka()
    admin = confluent_kafka.admin.AdminClient({"bootstrap.servers": process.bootstrap})
    doomed = [f"doomed-{number}" for number in range(8)]
    for future in admin.create_topics([confluent_kafka.admin.NewTopic(name, 3, 1) for name in doomed]).values():
        future.result(CLIENT_SECONDS_MAX)
    for name in (*doomed, "kept"):
        CONFLUENT.write(process.bootstrap, name, [Sent(b"k", b"v")] * 10)
    futures = admin.delete_topics(doomed, request_timeout=CLIENT_SECONDS_MAX)
    wait_until(lambda: any(not partition_folder(process, name).exists() for name in doomed), "deletion has begun")
    process.kill_everything()
    process.start()
    for future in futures.values():
        future.exception(CLIENT_SECONDS_MAX)  # the client asks again, or gave up; both are fine
    admin = confluent_kafka.admin.AdminClient({"bootstrap.servers": process.bootstrap})
    for future in admin.delete_topics(doomed, request_timeout=CLIENT_SECONDS_MAX).values():
        error = future.exception(CLIENT_SECONDS_MAX)
        assert error is None or error.args[0].code() == confluent_kafka.KafkaError.UNKNOWN_TOPIC_OR_PART
    wait_until(lambda: set(admin.list_topics(timeout=CLIENT_SECONDS_MAX).topics) == {"kept"}, "they are gone")
    assert len(read_all(process.bootstrap, "kept")) == 10
    for name in doomed[:2]:
        CONFLUENT.write(process.bootstrap, name, [Sent(None, b"new")])
        assert [value for _, value in read_all(process.bootstrap, name)] == [b"new"]


@pytest.mark.parametrize(
    ("who", "seconds"),
    [("broker", 0.5), ("broker", 2.5 * SESSION_MS / 1000), ("everything", 2.5 * SESSION_MS / 1000)],
    ids=["broker-shortly", "broker-beyond-its-session", "everything-beyond-its-session"],
)
def test_clients_ride_over_a_broker_that_stands_still(
    new_kavka: Callable[..., KavkaProcess], who: str, seconds: float
) -> None:
    """SIGSTOP: a long pause of a virtual machine, a debugger. Nothing has failed, but time has passed."""
    process = new_kavka(config={"zookeeper.session.timeout.ms": str(SESSION_MS)})
    with Load(process.bootstrap, "t") as load:
        load.wait_for(500)
        stopped = [*process.broker_pids, *([process.pid] if who == "everything" else [])]
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(seconds)
        for pid in reversed(stopped):
            os.kill(pid, signal.SIGCONT)
        load.wait_for(500)
    load.assert_kept()
    assert "Traceback" not in broker_log(process)
    assert process.stop() == 0


def test_sigterm_under_load_is_a_clean_end(new_kavka: Callable[..., KavkaProcess]) -> None:
    """Requests are answered or refused, the clean marker is there at the end, and the next start recovers nothing."""
    process = new_kavka(config=SMALL_SEGMENTS)
    with Load(process.bootstrap, "t", value_bytes=100) as load:
        load.wait_for(1_000)
        assert process.stop() == 0
        assert Path(process.data_dir, "broker-0", ".kafka_cleanshutdown").exists()
        assert "Traceback" not in broker_log(process)
        process.start()
        assert not Path(process.data_dir, "broker-0", ".kafka_cleanshutdown").exists()
        load.wait_for(500)
    load.assert_kept()

"""kill -9 under load, again and again: what was acknowledged is there, once, in order, and offsets have no gap."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.clients.load import Load
from tests.support.processes.cluster import KavkaProcess
from tests.support.processes.small_segments import RETENTION, SMALL_SEGMENTS

pytestmark = [
    pytest.mark.soak,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

KILLS = 20
FLUSHED = {"log.flush.interval.messages": "1"}


@pytest.fixture
def new_kavka(tmp_path: Path) -> Iterator[Callable[[dict[str, str]], KavkaProcess]]:
    started: list[KavkaProcess] = []

    def start(config: dict[str, str]) -> KavkaProcess:
        process = KavkaProcess(tmp_path / "data", config=config)
        started.append(process)
        process.start()
        return process

    yield start
    for process in started:
        process.stop()


@pytest.mark.parametrize("idempotent", [False, True], ids=["plain", "idempotent"])
@pytest.mark.parametrize("config", [{}, FLUSHED], ids=["page-cache", "flushed"])
def test_twenty_kills_under_load_lose_nothing(
    new_kavka: Callable[[dict[str, str]], KavkaProcess], config: dict[str, str], idempotent: bool
) -> None:
    """Without flushing too: the page cache survives a process."""
    rng = random.Random(31)
    process = new_kavka(config)
    with Load(process.bootstrap, "t", idempotent=idempotent) as load:
        for _ in range(KILLS):
            load.wait_for(rng.randrange(50, 3_000))
            process.kill_everything()
            process.start()
    load.assert_kept()


@pytest.mark.parametrize("config", [SMALL_SEGMENTS, RETENTION], ids=["rolling", "rolling-and-deleting"])
def test_twenty_kills_while_segments_come_and_go(
    new_kavka: Callable[[dict[str, str]], KavkaProcess], config: dict[str, str]
) -> None:
    rng = random.Random(37)
    process = new_kavka(config)
    with Load(process.bootstrap, "t", value_bytes=100) as load:
        for _ in range(KILLS):
            load.wait_for(rng.randrange(50, 2_000))
            process.kill_everything()
            process.start()
    load.assert_kept()


def test_twenty_kills_in_the_middle_of_recovery(new_kavka: Callable[[dict[str, str]], KavkaProcess]) -> None:
    rng = random.Random(41)
    process = new_kavka(SMALL_SEGMENTS)
    with Load(process.bootstrap, "t", value_bytes=100) as load:
        for _ in range(KILLS // 4):
            load.wait_for(2_000)
            process.kill_everything()
            for _ in range(4):
                process.start_and_kill(rng.uniform(0, 0.7))
            process.start()
    load.assert_kept()


def test_twenty_kills_of_the_supervisor_alone(new_kavka: Callable[[dict[str, str]], KavkaProcess]) -> None:
    """And the embedded ZooKeeper with it; every second time its broker is left to write on for a while."""
    process = new_kavka({"zookeeper.session.timeout.ms": "1000"})
    with Load(process.bootstrap, "t") as load:
        for number in range(KILLS):
            load.wait_for(500)
            process.kill_supervisor()
            if number % 2:
                load.wait_for(500)
            process.start()
    load.assert_kept()

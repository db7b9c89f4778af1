"""The brokers that integration tests share: one for the whole run, in processes of its own, by the public command.

`KAVKA_JUDGE=host:port` puts another broker in its place, Apache Kafka for example: where a test fails against both, the
test is wrong.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.processes.cluster import KavkaProcess, ZooKeeperProcess, missing

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Other people's clients use what Python has deprecated, and leave sockets to the collector."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.filterwarnings("ignore::DeprecationWarning"))
            item.add_marker(pytest.mark.filterwarnings("ignore::ResourceWarning"))


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Bootstrap address of a broker with the embedded ZooKeeper."""
    if judge := os.environ.get("KAVKA_JUDGE"):
        yield judge
        return
    process = KavkaProcess(tmp_path_factory.mktemp("kavka") / "data")
    process.start()
    yield process.bootstrap
    status = process.stop()
    assert status == 0, process.log()


@pytest.fixture(scope="session")
def zookeeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of Debian's Apache ZooKeeper."""
    if not ZooKeeperProcess.is_installed():
        missing("ZooKeeper")
    process = ZooKeeperProcess(tmp_path_factory.mktemp("zookeeper") / "data")
    process.start()
    yield process.address
    process.stop()


@pytest.fixture(scope="session")
def broker_on_zookeeper(tmp_path_factory: pytest.TempPathFactory, zookeeper: str) -> Iterator[str]:
    """Bootstrap address of a broker that coordinates through Apache ZooKeeper."""
    process = KavkaProcess(tmp_path_factory.mktemp("kavka-zk") / "data", zookeeper=zookeeper)
    process.start()
    assert process.zookeeper == zookeeper
    yield process.bootstrap
    status = process.stop()
    assert status == 0, process.log()


@pytest.fixture
def new_kavka(tmp_path: Path) -> Iterator[Callable[..., KavkaProcess]]:
    """Starts brokers that a test may kill; whatever still runs at its end is stopped."""
    started: list[KavkaProcess] = []

    def start(**options: object) -> KavkaProcess:
        process = KavkaProcess(tmp_path / f"data{len(started)}", **options)  # type: ignore[arg-type]
        started.append(process)
        process.start()
        return process

    yield start
    for process in started:
        process.stop()


_topic_numbers = itertools.count()


@pytest.fixture
def topic(request: pytest.FixtureRequest) -> str:
    """A topic name that nobody else uses, even where several runs share one broker."""
    name = "".join(c if c.isalnum() or c in "._-" else "-" for c in request.node.name)[:150]
    return f"{name}.{os.getpid()}.{next(_topic_numbers)}"

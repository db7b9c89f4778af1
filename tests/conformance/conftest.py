"""Kafka's tools, one broker and three for all conformance tests."""

from __future__ import annotations

import pytest

from tests.support.broker.small_disk import volume
from tests.support.kafka import kafka_tools
from tests.support.kafka.other_languages import Go, require
from tests.support.processes.cluster import KavkaProcess, skip_or_fail

__all__ = ["volume"]


@pytest.fixture(scope="session")
def tools():
    try:
        return kafka_tools.fetch()
    except LookupError as missing:
        skip_or_fail(str(missing))


@pytest.fixture(scope="session")
def old_tools():
    """Kafka 2.0.0's."""
    try:
        return kafka_tools.fetch("2.0.0")
    except LookupError as missing:
        skip_or_fail(str(missing))


@pytest.fixture(scope="session")
def newest_client():
    """Kafka's newest Java client, without tools."""
    try:
        return kafka_tools.fetch("4.4.0")
    except LookupError as missing:
        skip_or_fail(str(missing))


@pytest.fixture(scope="session")
def newest_coordinators():
    """The classes of Kafka's newest clients and coordinators, without a broker."""
    try:
        return kafka_tools.fetch("coordinators-4.4.0")
    except LookupError as missing:
        skip_or_fail(str(missing))


@pytest.fixture(scope="session")
def ancient_tools():
    """Kafka 0.8.2.2's: its consumers coordinate through ZooKeeper."""
    try:
        return kafka_tools.fetch("0.8.2.2")
    except LookupError as missing:
        skip_or_fail(str(missing))


@pytest.fixture(scope="module")
def go(tmp_path_factory):
    """Builds and runs programs in Go."""
    try:
        require("go")
    except LookupError as missing:
        skip_or_fail(str(missing))
    return Go(tmp_path_factory.mktemp("go"))


@pytest.fixture(scope="session")
def broker(tmp_path_factory):
    process = KavkaProcess(tmp_path_factory.mktemp("conformance") / "data")
    process.start()
    yield process
    assert process.stop() == 0, process.log()


@pytest.fixture(scope="session")
def three_brokers(tmp_path_factory):
    """Whose topics, those of groups and transactions too, have a replica on each."""
    process = KavkaProcess(tmp_path_factory.mktemp("three") / "data", brokers=3)
    process.start()
    yield process
    assert process.stop() == 0, process.log()

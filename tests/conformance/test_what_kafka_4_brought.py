"""Clients of today against three brokers that offer what Kafka 4 brought: franz-go, and Kafka Streams of Kafka 4.4."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.kafka import kafka_tools
from tests.support.kafka.other_languages import Go, require, run
from tests.support.processes.cluster import KavkaProcess, skip_or_fail

pytestmark = [pytest.mark.conformance, pytest.mark.timeout(600)]

SETTINGS = {"inter.broker.protocol.version": "3.9", "group.initial.rebalance.delay.ms": "0"}
PROBE = Path(__file__).with_name("StreamsProbe.java")
STREAMS = "streams-4.4.0"
SECONDS_MAX = 400


@pytest.fixture(scope="module")
def brokers(tmp_path_factory):
    process = KavkaProcess(tmp_path_factory.mktemp("today") / "data", brokers=3, config=SETTINGS)
    process.start()
    yield process.bootstrap
    assert process.stop() == 0, process.log()


@pytest.fixture(scope="module")
def streams():
    try:
        return kafka_tools.fetch(STREAMS)
    except LookupError as missing:
        skip_or_fail(str(missing))


def test_franz_go_of_today(brokers, tmp_path):
    """Produce, Fetch and offsets by topic id, groups of both protocols, transactions of version 2 in both."""
    try:
        require("go")
    except LookupError as missing:
        skip_or_fail(str(missing))
    said = run([str(Go(tmp_path).build("todayprobe")), brokers, "franz"])
    assert said.splitlines() == [
        "classic read 300 and went on with 300",
        "consumer read 600 and went on with 300",
        "classic copied 900 once true",
        "consumer copied 900 once true",
        "made anew 300 former 0",
        "ApiVersions 5",
        "ConsumerGroupHeartbeat 1",
        "EndTxn 5",
        "Fetch 18",
        "OffsetCommit 10",
        "OffsetFetch 10",
        "Produce 13",
        "TxnOffsetCommit 6",
    ]


def test_kafka_streams_counts_words_exactly_once(brokers, streams):
    """Through a repartition topic and a changelog, while one instance goes and another comes."""
    said = streams.run(str(PROBE), brokers, "counted", seconds_max=SECONDS_MAX)
    assert said.splitlines() == [
        "counted 3591 exactly true",
        "failures []",
        "internal [counted-words-by-word-repartition, counted-words-counts-changelog]",
    ]

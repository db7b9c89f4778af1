"""Streams groups (KIP-1071) as Kafka Streams with group.protocol=streams and the Java client's Admin have them.

What the program prints is what it prints with a broker of Apache Kafka 4.4 in KRaft mode, and is kept beside it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.kafka import kafka_tools
from tests.support.kafka.apache_broker import AS_KAFKA_3_9
from tests.support.kafka.pairs import ours
from tests.support.processes.cluster import skip_or_fail

pytestmark = [pytest.mark.conformance, pytest.mark.timeout(600)]

PROBE = Path(__file__).with_name("StreamsGroupsProbe.java")
STREAMS = "streams-4.4.0"
SECONDS_MAX = 500
ONE_BROKER = {
    "inter.broker.protocol.version": "3.9",
    "num.partitions": "3",
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "1",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.num.partitions": "1",
    "transaction.state.log.min.isr": "1",
    "group.initial.rebalance.delay.ms": "0",
}
SHORT_SESSIONS = {
    "group.streams.session.timeout.ms": "6000",
    "group.streams.min.session.timeout.ms": "1000",
    "group.streams.heartbeat.interval.ms": "500",
    "group.streams.min.heartbeat.interval.ms": "500",
}
_TEXT = PROBE.with_name("streams_groups_with_kafka.txt").read_text(encoding="utf-8")
SAID_BY_KAFKA = dict(re.findall(r"^== (\w+)\n((?:(?!== ).*\n)*)", _TEXT, re.M))
"""What Kafka says, by the program's steps."""


@pytest.fixture(scope="module")
def streams():
    try:
        return kafka_tools.fetch(STREAMS)
    except LookupError as missing:
        skip_or_fail(str(missing))


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    with ours(tmp_path_factory.mktemp("streams"), ONE_BROKER | SHORT_SESSIONS) as broker:
        yield broker.bootstrap


@pytest.mark.parametrize("step", SAID_BY_KAFKA)
def test_streams_groups_of_java(broker, streams, step):
    printed = streams.run(str(PROBE), broker, str(PROBE), step, seconds_max=SECONDS_MAX)
    assert printed.splitlines() == SAID_BY_KAFKA[step].splitlines()


def test_where_there_are_no_streams_groups_an_instance_ends_and_says_so(streams, tmp_path):
    with ours(tmp_path, ONE_BROKER | AS_KAFKA_3_9) as broker:
        printed = streams.run(str(PROBE), broker.bootstrap, str(PROBE), "refused", seconds_max=SECONDS_MAX)
    assert printed.splitlines()[-1] == "failed UnsupportedVersionException"

"""Every call of Kafka's newest Java client: it works, or is refused in words, and never hangs (issue 21).

Without what Kafka 4 brought, a broker here and Apache Kafka 3.9.1 are told apart by no call.
"""

from __future__ import annotations

import os

import pytest

from tests.support.kafka.apache_broker import AS_KAFKA_3_9
from tests.support.kafka.call_matrix import (
    HANGS,
    PAGE,
    called,
    calls_of,
    kind,
    page,
    streams_group,
    told,
    uncalled,
)
from tests.support.kafka.pairs import apache, ours

pytestmark = [pytest.mark.conformance, pytest.mark.timeout(900)]

ONE_BROKER = {
    "inter.broker.protocol.version": "3.9",
    "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
    "super.users": "User:ANONYMOUS",
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "1",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "transaction.state.log.num.partitions": "1",
    "group.initial.rebalance.delay.ms": "0",
}
WITHOUT_LATER = ONE_BROKER | AS_KAFKA_3_9


def test_every_call_works_or_is_refused_in_words(newest_client, tmp_path):
    with ours(tmp_path, ONE_BROKER) as broker:
        streams_group(broker.bootstrap)
        outcomes = called(newest_client, broker.bootstrap)
    assert uncalled(outcomes) == {}, "the client has methods that the program does not call yet"
    calls = calls_of(outcomes)
    assert [name for name, outcome in calls.items() if outcome == HANGS] == []
    if os.environ.get("UPDATE"):
        PAGE.write_text(page(calls), encoding="utf-8")
    assert calls == told(PAGE.read_text(encoding="utf-8")), "UPDATE=1 pytest tests/conformance/test_call_matrix.py"


def test_without_later_apis_each_call_ends_as_with_kafka_3_9(newest_client, tools, tmp_path):
    with ours(tmp_path, WITHOUT_LATER) as broker:
        with_us = called(newest_client, broker.bootstrap)
    with apache(tools, tmp_path, ONE_BROKER) as broker:
        with_kafka = called(newest_client, broker.bootstrap)
    assert {name: kind(outcome) for name, outcome in with_us.items()} == {
        name: kind(outcome) for name, outcome in with_kafka.items()
    }

"""Poisoned batches, sent to Kafka's broker and to ours: both say the same, but for `tests.support.poisoned.OURS`."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

from kavka import Admin
from kavka.common.types import NewTopic
from tests.support import poisoned
from tests.support.kafka.apache_broker import ApacheBroker
from tests.support.zookeeper.zookeepers import embedded_zookeeper

pytestmark = [pytest.mark.conformance]


async def _create_topics(bootstrap: str) -> None:
    async with Admin(bootstrap) as admin:
        await admin.create_topics(
            [
                NewTopic(name=name, num_partitions=1, replication_factor=1, configs=configs)
                for name, configs in poisoned.TOPICS.items()
            ]
        )


def answers_of(bootstrap: str) -> dict[str, poisoned.Answer]:
    asyncio.run(_create_topics(bootstrap))
    producer = poisoned.Producer(bootstrap)
    return {case.name: producer.send(case) for case in poisoned.cases(time.time_ns() // 1_000_000)}


@pytest.fixture(scope="module")
def theirs(tools, tmp_path_factory):
    """What Apache Kafka says."""
    folder = tmp_path_factory.mktemp("poison")
    with embedded_zookeeper(folder / "zookeeper") as address:
        apache = ApacheBroker(tools, folder / "apache", 1, address, {"offsets.topic.replication.factor": "1"})
        try:
            apache.start()
            return answers_of(apache.bootstrap)
        finally:
            apache.kill()


def test_kafka_says_what_it_said(theirs):
    """The table that the unit tests hold ours against; UPDATE=1 writes it anew."""
    if os.environ.get("UPDATE"):
        poisoned.write_golden(theirs)
    assert {name: poisoned.masked(answer) for name, answer in theirs.items()} == poisoned.golden()


def test_ours_says_what_kafka_says(theirs, broker):
    ours = answers_of(broker.bootstrap)
    differing = {
        name: (ours[name], theirs[name])
        for name in theirs
        if not poisoned.agrees(ours[name], poisoned.expected(name, theirs[name]))
    }
    assert not differing

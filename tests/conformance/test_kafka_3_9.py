"""A fresh broker with the profile 3.9 beside Apache Kafka 3.9.1 with ZooKeeper: all that they show, field by field.

What may differ is a table with a reason for each (`tests/support/kafka/differences`), which docs/reference/kafka-3.9.md
prints. A difference that it lacks fails the test, and so does a row that is no difference any more.
"""

from __future__ import annotations

import pytest

from tests.support.kafka.differences import DIFFERENCES, PARTS, different, reason_for
from tests.support.kafka.fresh_cluster import observe
from tests.support.kafka.pairs import BOTH

pytestmark = [pytest.mark.conformance, pytest.mark.timeout(300)]


AT_LEAST = {"apis": 190, "broker": 310, "topic": 36, "znodes": 40, "files": 55}


@pytest.fixture(scope="module")
def both(tools, tmp_path_factory):
    """What each shows, one after the other."""
    return [observe(kind, tools, tmp_path_factory.mktemp(kind)) for kind in BOTH]


@pytest.mark.parametrize("part", PARTS)
def test_what_differs_is_known_with_its_reason(both, part):
    found = {what: sides for (of, what), sides in different(*both).items() if of == part}
    explained = {what: reason_for(part, what, sides) for what, sides in found.items()}
    unknown = {what: found[what] for what, row in explained.items() if row is None}
    assert not unknown, "\n".join(f"{what}\n  kafka: {a}\n  kavka: {b}" for what, (a, b) in sorted(unknown.items()))
    assert set(explained.values()) == {row for row in DIFFERENCES if row.part == part}, "the rest are none any more"


def test_enough_was_compared(both):
    """So that nobody takes two empty lists for equality."""
    theirs, _ = both
    assert {part: count for part, count in AT_LEAST.items() if len(theirs[part]) < count} == {}
    assert "/brokers/topics/t" in theirs["znodes"]
    assert "running: t-0/partition.metadata" in theirs["files"]

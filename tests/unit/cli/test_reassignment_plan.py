"""Plans of reassignments: read, written and made."""

from __future__ import annotations

import json

import pytest

from kavka.cli.cli_error import CliError
from kavka.cli.reassignment_plan import current_plan, format_plan, generate_plan, parse_plan
from kavka.client.metadata import BrokerAddress, PartitionInfo, TopicInfo
from kavka.common.types import TopicPartition


def topic(name, *replicas):
    parts = {
        number: PartitionInfo(number, assigned[0], 0, tuple(assigned), tuple(assigned), (), 0)
        for number, assigned in enumerate(replicas)
    }
    return TopicInfo(name, bytes(16), False, 0, parts)


def brokers(*ids, racks=""):
    return [
        BrokerAddress(number, "h", 1, rack or None) for number, rack in zip(ids, racks or [""] * len(ids), strict=True)
    ]


def test_what_kafkas_tool_writes_is_read_and_written():
    text = (
        '{"version":1,"partitions":[{"topic":"b","partition":1,"replicas":[2,1],"log_dirs":["any","any"]},'
        '{"topic":"a","partition":0,"replicas":[3]}]}'
    )
    plan, directories = parse_plan(text, name="f")
    assert plan == {TopicPartition("b", 1): [2, 1], TopicPartition("a", 0): [3]}
    assert directories == {}
    assert parse_plan(format_plan(plan), name="f").replicas == plan
    assert [entry["topic"] for entry in json.loads(format_plan(plan))["partitions"]] == ["a", "b"]


def test_a_plan_may_say_in_which_directory_a_replica_shall_be():
    text = (
        '{"version":1,"partitions":[{"topic":"t","partition":0,"replicas":[2,1],"log_dirs":["any","/d/"]},'
        '{"topic":"t","partition":1,"replicas":[1],"log_dirs":["/e"]}]}'
    )
    plan = parse_plan(text, name="f")
    assert plan.directories == {1: {TopicPartition("t", 0): "/d", TopicPartition("t", 1): "/e"}}
    assert parse_plan(format_plan(*plan), name="f") == plan


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "f is not JSON"),
        ("[]", "f is no plan"),
        ('{"version":1}', "lacks 'partitions'"),
        ('{"partitions":[{"topic":"t","partition":0}]}', "lacks 'replicas'"),
        ('{"partitions":[]}', "names no partition"),
        ('{"partitions":[{"topic":"t","partition":0,"replicas":["x"]}]}', "f is not JSON|invalid literal"),
        (
            '{"partitions":[{"topic":"t","partition":0,"replicas":[1]},{"topic":"t","partition":0,"replicas":[2]}]}',
            "t-0 twice",
        ),
        ('{"partitions":[{"topic":"t","partition":0,"replicas":[1],"log_dirs":["/d","/e"]}]}', "as many"),
    ],
)
def test_what_is_no_plan_says_why(text, message):
    with pytest.raises(CliError, match=message):
        parse_plan(text, name="f")


def test_topics_are_spread_and_keep_their_number_of_replicas():
    plan = generate_plan([topic("t", [9, 8], [8, 9], [9, 8]), topic("u", [9])], [1, 2, 3], known=brokers(1, 2, 3, 9))
    assert {partition: len(replicas) for partition, replicas in plan.items()} == {
        TopicPartition("t", 0): 2,
        TopicPartition("t", 1): 2,
        TopicPartition("t", 2): 2,
        TopicPartition("u", 0): 1,
    }
    leaders = [plan[TopicPartition("t", number)][0] for number in range(3)]
    assert sorted(leaders) == [1, 2, 3]
    assert 9 not in {broker for replicas in plan.values() for broker in replicas}


def test_racks_are_kept_apart():
    plan = generate_plan([topic("t", [1, 2], [1, 2])], [1, 2, 3, 4], known=brokers(1, 2, 3, 4, racks="aabb"))
    for replicas in plan.values():
        assert {1: "a", 2: "a", 3: "b", 4: "b"}[replicas[0]] != {1: "a", 2: "a", 3: "b", 4: "b"}[replicas[1]]


def test_brokers_that_are_unknown_or_too_few():
    with pytest.raises(CliError, match=r"no such brokers: \[7\]. Alive are \[1\]"):
        generate_plan([topic("t", [1])], [7], known=brokers(1))
    with pytest.raises(CliError, match=r"t: .*larger than available brokers"):
        generate_plan([topic("t", [1, 2])], [1], known=brokers(1, 2))


def test_the_way_back():
    topics = [topic("t", [2, 1], [1, 2])]
    assert current_plan(topics, [TopicPartition("t", 1)]) == {TopicPartition("t", 1): [1, 2]}
    with pytest.raises(CliError, match="no partition t-5"):
        current_plan(topics, [TopicPartition("t", 5)])

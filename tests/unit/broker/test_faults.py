"""Rules for faults: whom they strike, when, and what makes no sense."""

from __future__ import annotations

import pytest

from kavka.broker.requests.faults import Action, FaultError, FaultRules, parse_rule
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FetchRequest, JoinGroupRequest, MetadataRequest, OffsetFetchRequest, ProduceRequest

PRODUCE = ProduceRequest(
    topic_data=[ProduceRequest.TopicProduceData("t", partition_data=[ProduceRequest.PartitionProduceData(3, b"")])]
)


def strikes(rules, request, *, version=9, client_id="c", times=1):
    return [rules.take(request.API_KEY, version, client_id, request) is not None for _ in range(times)]


@pytest.mark.parametrize(
    ("scope", "request_", "strikes_"),
    [
        ({}, PRODUCE, True),
        ({"api": "PRODUCE"}, PRODUCE, True),
        ({"api": "InitProducerId"}, PRODUCE, False),
        ({"api": 0, "versions": 9}, PRODUCE, True),
        ({"versions": [0, 8]}, PRODUCE, False),
        ({"client_id": "c"}, PRODUCE, True),
        ({"client_id": "d"}, PRODUCE, False),
        ({"topic": "t"}, PRODUCE, True),
        ({"topic": "t", "partition": 3}, PRODUCE, True),
        ({"topic": "t", "partition": 4}, PRODUCE, False),
        ({"topic": "u"}, PRODUCE, False),
        ({"topic": "t"}, MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name="t")]), True),
        ({"topic": "t"}, MetadataRequest(topics=None), False),
        (
            {"topic": "t", "partition": 1},
            FetchRequest(topics=[FetchRequest.FetchTopic("t", partitions=[FetchRequest.FetchPartition(1)])]),
            True,
        ),
        ({"group": "g"}, JoinGroupRequest(group_id="g"), True),
        ({"group": "g"}, JoinGroupRequest(group_id="h"), False),
        ({"group": "g"}, PRODUCE, False),
        (
            {"group": "g"},
            OffsetFetchRequest(groups=[OffsetFetchRequest.OffsetFetchRequestGroup(group_id="g")]),
            True,
        ),
    ],
)
def test_a_rule_strikes_what_it_names_and_nothing_else(scope, request_, strikes_):
    rules = FaultRules()
    rule = rules.add({"action": "close", **scope})
    assert strikes(rules, request_) == [strikes_]
    assert (rule.matched, rule.struck) == ((1, 1) if strikes_ else (0, 0))


def test_a_rule_strikes_in_its_turn():
    rules = FaultRules()
    rules.add({"action": "drop", "skip": 2, "times": 2})
    assert strikes(rules, PRODUCE, times=6) == [False, False, True, True, False, False]


def test_chance_comes_from_the_seed():
    def run(seed):
        rules = FaultRules()
        rules.add({"action": "drop", "probability": 0.5, "seed": seed})
        return strikes(rules, PRODUCE, times=64)

    assert run(1) == run(1)
    assert run(1) != run(2)
    assert 10 < sum(run(1)) < 54


def test_the_first_rule_that_strikes_counts_and_the_others_see_the_request_too():
    rules = FaultRules()
    first = rules.add({"action": "drop", "times": 1})
    second = rules.add({"action": "close", "skip": 1})
    assert rules.take(0, 9, "c", PRODUCE) is first
    assert rules.take(0, 9, "c", PRODUCE) is second
    assert rules.remove(first.rule_id)
    assert not rules.remove(first.rule_id)
    assert [rule.told()["matched"] for rule in rules] == [2]
    assert rules.clear() == 1


def test_what_is_told_of_a_rule_makes_the_same_rule():
    wanted = {
        "api": "FETCH",
        "versions": [4, 11],
        "client_id": "c",
        "topic": "t",
        "partition": 0,
        "skip": 1,
        "times": 2,
        "probability": 0.5,
        "seed": 3,
        "action": "error",
        "error": "NOT_LEADER_OR_FOLLOWER",
    }
    rule = parse_rule(wanted, 7)
    assert rule.told() == {"id": 7, **wanted, "matched": 0, "struck": 0}
    assert (rule.api, rule.error, rule.action) == (ApiKey.FETCH, ErrorCode.NOT_LEADER_OR_FOLLOWER, Action.ERROR)


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        [],
        {"action": "explode"},
        {"action": "drop", "api": "NOTHING"},
        {"action": "drop", "topik": "t"},
        {"action": "drop", "topic": 1},
        {"action": "drop", "times": 0},
        {"action": "drop", "times": True},
        {"action": "drop", "probability": 1.5},
        {"action": "drop", "versions": [1, 2, 3]},
        {"action": "error", "error": "NOPE"},
        {"action": "delay", "delay_ms": -1},
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(wanted):
    with pytest.raises(FaultError):
        FaultRules().add(wanted)

"""StreamsGroupHeartbeat and StreamsGroupDescribe (KIP-1071), through the wire's form both ways."""

import asyncio

import pytest

from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.types import ConfigError
from kavka.broker.group.streams.streams_config import StreamsGroupConfig
from kavka.broker.handlers import streams_group_describe, streams_group_heartbeat
from kavka.common.types import TopicResult
from kavka.protocol import messages
from kavka.protocol.errors import ErrorCode, InvalidRequest
from tests.support.broker.fakes import tell
from tests.support.broker.parts import handling
from tests.support.group.handlers import Broker

Request = messages.StreamsGroupHeartbeatRequest
MISSING = 3
MINIMAL = {"zookeeper.connect": "localhost:2181", "broker.id": "0"}


@pytest.fixture
def broker(groups):
    config = groups.config
    groups.config = config._replace(
        streams=config.streams._replace(initial_rebalance_delay_ms=0, assignment_interval_ms=0)
    )
    made = Broker(groups)
    tell(made.services.metadata_cache, {"lines": 2})
    return made


def topology():
    first = Request.Subtopology(subtopology_id="0", source_topics=["lines"], repartition_sink_topics=["words"])
    counts = Request.TopicInfo("counts", 0, 0, [Request.KeyValue("cleanup.policy", "compact")])
    second = Request.Subtopology(
        subtopology_id="1",
        repartition_source_topics=[Request.TopicInfo("words")],
        state_changelog_topics=[counts],
    )
    return Request.Topology(epoch=0, subtopologies=[first, second])


def joining(member_id="m", **fields):
    return Request(
        group_id="g",
        member_id=member_id,
        rebalance_timeout_ms=60_000,
        topology=topology(),
        active_tasks=[],
        standby_tasks=[],
        warmup_tasks=[],
        process_id="p",
        **fields,
    )


async def beat(broker, handler, request, version=1):
    """Sends a heartbeat, and lets internal topics be created."""
    from tests.support.broker.fakes import RecordingChannel, context

    channel = RecordingChannel()
    ctx = context(version, channel)
    answer = handler.handle(request, ctx)
    if asyncio.iscoroutine(answer) or hasattr(answer, "__await__"):
        await answer
    return broker.answer(channel, version)


@pytest.fixture
def handler(broker):
    return handling(streams_group_heartbeat, broker.services)


def names(tasks):
    return {f"{part.subtopology_id}_{index}" for part in tasks for index in part.partitions}


@pytest.mark.parametrize("version", [0, 1])
async def test_a_member_gets_tasks_once_its_internal_topics_are_created(broker, handler, version):
    first = await beat(broker, handler, joining(), version)
    assert (first.error_code, first.active_tasks, first.heartbeat_interval_ms) == (0, [], 5_000)
    assert [(status.status_code, status.status_detail) for status in first.status] == [
        (MISSING, "Internal topics are missing: counts, words")
    ]
    assert (first.acceptable_recovery_lag, first.acceptable_recovery_lag_legacy) == (
        (-1, 10_000) if version == 0 else (10_000, 0)
    )
    created = broker.services.controller.asked
    assert [(topic.name, topic.num_partitions, topic.configs) for topic in created] == [
        ("counts", 2, {"cleanup.policy": "compact"}),
        ("words", 2, {}),
    ]
    again = Request(group_id="g", member_id="m", member_epoch=first.member_epoch)
    second = await beat(broker, handler, again, version)
    assert (second.error_code, names(second.active_tasks), second.status) == (0, {"0_0", "0_1", "1_0", "1_1"}, [])
    assert (second.standby_tasks, second.warmup_tasks) == ([], [])
    third = await beat(broker, handler, again, version)
    assert third.error_code == ErrorCode.FENCED_MEMBER_EPOCH
    assert "joins again" in third.error_message


async def test_why_a_topic_could_not_be_created_is_told(broker, handler):
    controller = broker.services.controller
    controller.results["words"] = TopicResult(name="words", error_code=44, error_message="no such policy")
    first = await beat(broker, handler, joining())
    again = Request(group_id="g", member_id="m", member_epoch=first.member_epoch)
    second = await beat(broker, handler, again)
    assert second.status[0].status_detail == "Internal topics are missing: words; words: no such policy"
    del controller.results["words"]
    await beat(broker, handler, again)
    assert (await beat(broker, handler, again)).status == []


async def test_a_controller_that_resigns_is_asked_again_with_the_next_heartbeat(broker, handler, monkeypatch):
    controller = broker.services.controller
    controller.is_silent = True
    first = await beat(broker, handler, joining())
    asked = len(controller.asked)
    controller.is_active = False
    again = Request(group_id="g", member_id="m", member_epoch=first.member_epoch)
    assert (await beat(broker, handler, again)).status[0].status_code == MISSING
    assert len(controller.asked) == asked


async def test_endpoints_and_offsets_of_tasks_are_told(broker, handler):
    tell(broker.services.metadata_cache, {"lines": 2, "words": 2, "counts": 2})
    first = await beat(
        broker,
        handler,
        joining(
            user_endpoint=Request.Endpoint("h", 8080),
            client_tags=[Request.KeyValue("zone", "z")],
            task_offsets=[Request.TaskOffset("1", 0, 5)],
            task_end_offsets=[Request.TaskOffset("1", 0, 9)],
        ),
    )
    [part] = first.partitions_by_user_endpoint
    assert (part.user_endpoint.host, part.user_endpoint.port) == ("h", 8080)
    assert [(topic.topic, topic.partitions) for topic in part.active_partitions] == [
        ("lines", [0, 1]),
        ("words", [0, 1]),
    ]
    for version in (0, 1):
        request = messages.StreamsGroupDescribeRequest(group_ids=["g", "none"])
        if version:
            request.include_topology_description = True
        shown, none = broker.get(streams_group_describe, version, request).groups
        assert (none.error_code, none.group_id) == (ErrorCode.GROUP_ID_NOT_FOUND, "none")
        assert (shown.group_state, shown.group_epoch, shown.assignment_epoch) == ("Stable", 2, 2)
        assert (shown.assignor_name, shown.topology_description_status) == (("sticky", 1) if version else (None, 0))
        [one, two] = shown.topology.subtopologies
        assert (one.source_topics, one.repartition_sink_topics) == (["lines"], ["words"])
        assert [(info.name, info.partitions) for info in two.state_changelog_topics] == [("counts", 2)]
        [member] = shown.members
        assert (member.member_id, member.process_id, member.topology_epoch) == ("m", "p", 0)
        assert [(each.subtopology_id, each.partition, each.offset) for each in member.task_offsets] == [("1", 0, 5)]
        assert [each.offset for each in member.task_end_offsets] == [9]
        assert names(member.assignment.active_tasks) == names(member.target_assignment.active_tasks)
        assert (member.client_tags[0].value, member.user_endpoint.port) == ("z", 8080)


async def test_a_group_whose_topics_are_missing_is_described_by_what_it_said(broker, handler):
    broker.services.controller.is_silent = True
    await beat(broker, handler, joining())
    [shown] = broker.get(streams_group_describe, 1, messages.StreamsGroupDescribeRequest(group_ids=["g"])).groups
    assert (shown.group_state, shown.topology.subtopologies[1].state_changelog_topics[0].partitions) == ("NotReady", 0)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"active_tasks": []}, "all must be non-null"),
        ({"task_offsets": [Request.TaskOffset("1", 0, 5), Request.TaskOffset("1", 0, 6)]}, "two offsets"),
    ],
)
async def test_what_contradicts_itself_is_refused(broker, handler, fields, reason):
    with pytest.raises(InvalidRequest, match=reason):
        await beat(broker, handler, Request(group_id="g", member_id="m", member_epoch=1, **fields))


@pytest.mark.parametrize(
    ("given", "is_enabled"),
    [
        ({}, True),
        ({"group.coordinator.rebalance.protocols": "classic,consumer"}, False),
        ({"group.coordinator.rebalance.protocols": "classic,streams"}, True),
    ],
)
def test_streams_groups_are_on_unless_the_broker_is_told_otherwise(given, is_enabled):
    config = StreamsGroupConfig.from_broker(BrokerConfig.from_properties(MINIMAL | given))
    assert config == StreamsGroupConfig(is_enabled=is_enabled)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("group.streams.session.timeout.ms", "1000"),
        ("group.streams.heartbeat.interval.ms", "60000"),
        ("group.streams.num.standby.replicas", "3"),
        ("group.streams.assignors", ""),
        ("group.streams.assignors", "range"),
        ("group.streams.assignment.interval.ms", "20000"),
    ],
)
def test_what_cannot_be_configured_is_refused(name, value):
    with pytest.raises(ConfigError, match=name):
        BrokerConfig.from_properties(MINIMAL | {name: value})

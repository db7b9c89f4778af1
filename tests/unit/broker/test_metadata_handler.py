"""Metadata, version by version."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.cluster import metadata_cache
from kavka.broker.cluster.metadata_cache import EMPTY_SNAPSHOT
from kavka.broker.handlers import metadata
from kavka.broker.requests.error_responses import error_response
from kavka.common.types import TopicResult
from kavka.protocol.errors import ErrorCode, InvalidRequest
from kavka.protocol.messages import MetadataRequest
from tests.support.broker.asking import ask as asked
from tests.support.broker.asking_metadata import ask
from tests.support.broker.fakes import config, context, live_broker, services, tell, topic_id
from tests.support.broker.parts import handling

ALL_VERSIONS = range(13)


def names(response):
    return [topic.name for topic in response.topics]


async def test_version_0_empty_means_all():
    assert names(await ask(services(), 0, [])) == ["known"]


@pytest.mark.parametrize("version", [1, 5, 9, 11, 12])
async def test_from_version_1_empty_means_none_and_null_means_all(version):
    broker = services()
    assert names(await ask(broker, version, [])) == []
    assert names(await ask(broker, version, None)) == ["known"]


@pytest.mark.parametrize("version", ALL_VERSIONS)
async def test_every_version_names_brokers_and_leaders(version):
    response = await ask(services(), version, ["known"])
    (node,) = response.brokers
    assert (node.node_id, node.host, node.port) == (0, "192.0.2.7", 19092)
    (topic,) = response.topics
    assert topic.error_code == 0
    assert [(p.partition_index, p.leader_id, p.replica_nodes, p.isr_nodes) for p in topic.partitions] == [
        (0, 0, [0], [0]),
        (1, 0, [0], [0]),
    ]
    if version >= 1:
        assert response.controller_id == 0
    if version >= 2:
        assert response.cluster_id == "p2uhSpkVTuWtFzpBPoFWMg"
    if version >= 7:
        assert topic.partitions[0].leader_epoch == 3
    assert topic.topic_id == (topic_id("known") if version >= 10 else bytes(16))


@pytest.mark.parametrize("version", [7, 8, 9, 10, 11])
async def test_bug_42_who_knows_topics_by_name_alone_is_told_no_epochs_of_one_that_was_made_anew(version):
    """They begin at 0 again: it would go on believing the higher ones that it has seen before (KAFKA-12257)."""
    broker = services()
    tell(broker.metadata_cache, {"known": 2}, leader=-2)
    tell(broker.metadata_cache, {"known": 2, "other": 2}, leader_epoch=0)
    renewed, other = (await ask(broker, version, ["known", "other"])).topics
    assert [partition.leader_epoch for partition in renewed.partitions] == ([-1, -1] if version < 10 else [0, 0])
    assert [partition.leader_epoch for partition in other.partitions] == [0, 0]
    assert [partition.leader_id for partition in renewed.partitions] == [0, 0]


async def test_a_client_that_comes_while_the_broker_starts_waits_for_the_controllers_first_word():
    broker = services()
    broker.metadata_cache.snapshot = EMPTY_SNAPSHOT
    async with asyncio.TaskGroup() as tasks:
        answer = tasks.create_task(ask(broker, 9, None))
        await asyncio.sleep(0)
        assert not answer.done()
        tell(broker.metadata_cache, {"told": 1})
    assert [node.node_id for node in answer.result().brokers] == [0]
    assert names(answer.result()) == ["told"]


async def test_without_a_controller_the_answer_is_empty_in_the_end(monkeypatch):
    monkeypatch.setattr(metadata_cache, "FIRST_UPDATE_WAIT_MS", 1)
    broker = services()
    broker.metadata_cache.snapshot = EMPTY_SNAPSHOT
    response = await ask(broker, 9, None)
    assert (response.brokers, response.topics, response.controller_id) == ([], [], -1)


async def test_an_advertised_address_wins_over_the_connections_own():
    broker = services(config(advertised_listeners="PLAINTEXT://public.example:1"))
    (node,) = (await ask(broker, 5, [])).brokers
    assert (node.host, node.port) == ("host0", 9092), "what UpdateMetadata brought, which is what was registered"


async def test_brokers_without_the_connections_listener_are_left_out():
    broker = services()
    tell(broker.metadata_cache, {"t": 1}, leader=1, brokers=[live_broker(0), live_broker(1, listener="OTHER")])
    response = await ask(broker, 6, ["t"])
    assert [node.node_id for node in response.brokers] == [0]
    assert response.topics[0].partitions[0].error_code == ErrorCode.LISTENER_NOT_FOUND
    response = await ask(broker, 5, ["t"])
    assert response.topics[0].partitions[0].error_code == ErrorCode.LEADER_NOT_AVAILABLE
    assert response.topics[0].partitions[0].leader_id == -1


@pytest.mark.parametrize(
    ("version", "error", "replicas", "isr"),
    [(0, ErrorCode.REPLICA_NOT_AVAILABLE, [0], [0]), (1, 0, [0, 9], [0, 9]), (8, 0, [0, 9], [0, 9])],
)
async def test_dead_replicas(version, error, replicas, isr):
    broker = services()
    tell(broker.metadata_cache, {"t": 1}, replicas=[0, 9], isr=[0, 9])
    (partition,) = (await ask(broker, version, ["t"])).topics[0].partitions
    assert (partition.error_code, partition.replica_nodes, partition.isr_nodes) == (error, replicas, isr)
    assert partition.offline_replicas == ([9] if version >= 5 else [])


async def test_a_partition_without_a_leader():
    broker = services()
    tell(broker.metadata_cache, {"t": 1}, leader=-1)
    (partition,) = (await ask(broker, 8, ["t"])).topics[0].partitions
    assert (partition.error_code, partition.leader_id) == (ErrorCode.LEADER_NOT_AVAILABLE, -1)


async def test_a_missing_topic_is_made_and_answered_at_once():
    broker = services()
    response = await ask(broker, 5, ["known", "new"])
    assert [(topic.name, topic.error_code, len(topic.partitions)) for topic in response.topics] == [
        ("known", 0, 2),
        ("new", 0, 1),
    ]
    (asked,) = broker.controller.asked
    assert (asked.num_partitions, asked.replication_factor) == (-1, -1)


async def test_a_topic_that_is_being_made_is_answered_without_waiting_for_its_leaders():
    """As in Kafka: a client with little patience is told to try again, instead of being left to give up."""
    broker = services()
    broker.controller.is_silent = True

    request = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name="new")])
    answer = handling(metadata, broker).handle(request, context(5))
    with pytest.raises(StopIteration) as done:
        answer.send(None)  # nothing in it suspends
    assert done.value.value.topics[0].error_code == ErrorCode.LEADER_NOT_AVAILABLE
    assert [topic.name for topic in broker.controller.asked] == ["new"]


@pytest.mark.parametrize("how", ["request", "config"])
async def test_nothing_is_made_against_the_will_of_client_or_administrator(how):
    broker = services(config(auto_create_topics_enable="false")) if how == "config" else services()
    response = await ask(broker, 5, ["new"], allow_auto_topic_creation=how == "config")
    assert response.topics[0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert not broker.controller.asked


async def test_the_controllers_refusal_is_passed_on():
    broker = services()
    broker.controller.results["bad/name"] = TopicResult(name="bad/name", error_code=17, error_message="no")
    broker.controller.results["wide"] = TopicResult(name="wide", error_code=38, error_message="no")
    response = await ask(broker, 9, ["bad/name", "wide"])
    assert [topic.error_code for topic in response.topics] == [17, 38]


async def test_a_broker_that_is_not_the_controller_tells_to_ask_again():
    broker = services()
    broker.controller.is_active = False
    response = await ask(broker, 5, ["new", "bad/name"])
    assert [topic.error_code for topic in response.topics] == [
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        ErrorCode.INVALID_TOPIC_EXCEPTION,
    ]


@pytest.mark.parametrize("version", [8, 9, 10])
async def test_authorized_operations_are_listed_when_asked_for(version):
    broker = services()
    response = await ask(
        broker,
        version,
        ["known"],
        include_cluster_authorized_operations=True,
        include_topic_authorized_operations=True,
    )
    assert response.cluster_authorized_operations == 0b1111110100000
    assert response.topics[0].topic_authorized_operations == 0b110111111000
    response = await ask(broker, version, ["known"])
    assert response.topics[0].topic_authorized_operations == -(2**31)


async def test_a_topic_asked_for_twice_is_answered_once():
    assert names(await ask(services(), 5, ["known", "known"])) == ["known"]


def test_asking_by_id_comes_with_version_12():
    request = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name=None, topic_id=topic_id("known"))])
    with pytest.raises(InvalidRequest):
        handling(metadata, services()).handle(request, context(11))
    (topic,) = error_response(request, InvalidRequest("no")).topics
    assert topic.error_code == ErrorCode.INVALID_REQUEST


def by_id(*ids, **fields):
    asked = [MetadataRequest.MetadataRequestTopic(name=None, topic_id=each) for each in ids]
    return MetadataRequest(topics=asked, **fields)


async def test_version_12_finds_topics_by_id_and_makes_none():
    broker = services()
    gone = b"\7" * 16
    response = await asked(metadata, broker, 12, by_id(topic_id("known"), gone, gone, allow_auto_topic_creation=True))
    assert [(topic.error_code, topic.name, topic.topic_id) for topic in response.topics] == [
        (ErrorCode.UNKNOWN_TOPIC_ID, None, gone),
        (0, "known", topic_id("known")),
    ]
    assert [partition.leader_id for partition in response.topics[1].partitions] == [0, 0]
    assert broker.controller.asked == []


async def test_a_topic_that_was_made_anew_is_not_found_by_its_former_id():
    broker = services()
    former = topic_id("known")
    tell(broker.metadata_cache, {"known": 2}, leader=-2)
    tell(broker.metadata_cache, {"known": 2}, leader_epoch=0, topic_id=b"\5" * 16)
    response = await asked(metadata, broker, 12, by_id(former, b"\5" * 16))
    assert [(topic.error_code, topic.name) for topic in response.topics] == [
        (ErrorCode.UNKNOWN_TOPIC_ID, None),
        (0, "known"),
    ]


async def test_internal_topics_are_marked():
    broker = services()
    tell(broker.metadata_cache, {"__consumer_offsets": 1})
    response = await ask(broker, 1, None)
    assert {topic.name: topic.is_internal for topic in response.topics} == {"known": False, "__consumer_offsets": True}

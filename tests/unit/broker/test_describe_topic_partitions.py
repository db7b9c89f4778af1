"""DescribeTopicPartitions: pages, cursors, and what a page says of a topic."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.cluster.metadata_cache import EMPTY_SNAPSHOT, MetadataCache
from kavka.broker.handlers import describe_topic_partitions
from kavka.broker.requests.cluster_view import TOPIC_OPERATIONS
from kavka.broker.security.authorizer import Authorizer
from kavka.broker.security.principal import KafkaPrincipal
from kavka.common.acls import AclEntry, AclOperation, PermissionType, ResourcePattern, ResourceType
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import ErrorCode, InvalidRequest
from kavka.protocol.messages import DescribeTopicPartitionsRequest, DescribeTopicPartitionsResponse
from kavka.timer.clock import SystemClock
from tests.support.broker.asking import ask
from tests.support.broker.fakes import RecordingChannel, config, context, live_broker, peer, services, tell, topic_id
from tests.support.broker.parts import handling

Request, Response = DescribeTopicPartitionsRequest, DescribeTopicPartitionsResponse


def request(*names, limit=2000, cursor=None):
    return Request(
        topics=[Request.TopicRequest(name=name) for name in names],
        response_partition_limit=limit,
        cursor=None if cursor is None else Request.Cursor(*cursor),
    )


def broker_with(topics, **settings):
    broker = services(config(**settings))
    tell(broker.metadata_cache, topics)
    return broker


def said(page):
    """(topic, its partitions' numbers) of each, and where the next page begins."""
    cursor = page.next_cursor
    topics = [(topic.name, [part.partition_index for part in topic.partitions]) for topic in page.topics]
    return topics, cursor and (cursor.topic_name, cursor.partition_index)


async def pages(broker, *names, limit):
    """Every page, as a client asks for them."""
    found, cursor = [], None
    while True:
        page = await ask(describe_topic_partitions, broker, 0, request(*names, limit=limit, cursor=cursor))
        topics, cursor = said(page)
        found.append(topics)
        if cursor is None:
            return found


async def test_topics_come_in_the_order_of_their_names_cut_into_pages():
    broker = broker_with({"b": 5, "a": 1})
    assert await pages(broker, limit=3) == [[("a", [0]), ("b", [0, 1])], [("b", [2, 3, 4])], [("known", [0, 1])]]
    assert await pages(broker, "known", "a", limit=1) == [[("a", [0])], [("known", [0])], [("known", [1])]]
    assert await pages(broker, "known", "known", limit=9) == [[("known", [0, 1])]]


@pytest.mark.parametrize("limit", [1, 2, 7, 600, 2000])
async def test_pages_have_everything_once(limit):
    names = [f"t{number:04}" for number in range(700)]
    broker = broker_with(dict.fromkeys(names, 1) | {"wide": 300})
    found = [(name, index) for page in await pages(broker, limit=limit) for name, parts in page for index in parts]
    expected = [("known", 0), ("known", 1), *((name, 0) for name in names), *(("wide", index) for index in range(300))]
    assert found == expected


@pytest.mark.parametrize("limit", [-1, 0])
async def test_a_page_has_a_partition_at_least(limit):
    assert said(await ask(describe_topic_partitions, services(), 0, request(limit=limit))) == (
        [("known", [0])],
        ("known", 1),
    )


async def test_the_brokers_limit_is_below_what_is_asked_for():
    broker = broker_with({"a": 5}, max_request_partition_size_limit="4")
    assert said(await ask(describe_topic_partitions, broker, 0, request())) == ([("a", [0, 1, 2, 3])], ("a", 4))


async def test_what_there_is_not_is_said_by_name_and_never_of_all():
    broker = broker_with({"a": 1})
    page = await ask(describe_topic_partitions, broker, 0, request("a", "none", "no/name"))
    assert [(topic.name, ErrorCode(topic.error_code).name) for topic in page.topics] == [
        ("a", "NONE"),
        ("no/name", "INVALID_TOPIC_EXCEPTION"),
        ("none", "UNKNOWN_TOPIC_OR_PARTITION"),
    ]
    # What the cursor names may have gone meanwhile.
    assert said(await ask(describe_topic_partitions, broker, 0, request(cursor=("b", 1)))) == (
        [("known", [0, 1])],
        None,
    )
    assert said(await ask(describe_topic_partitions, broker, 0, request(cursor=("known", 9)))) == (
        [("known", [])],
        None,
    )


async def test_very_many_names_of_nothing_come_in_pages_too():
    found = await pages(services(), *(f"n{number}" for number in range(5)), limit=2)
    assert [len(page) for page in found] == [2, 2, 1]


async def test_a_topic_is_described_as_by_metadata():
    broker = services()
    alive = [live_broker(0), live_broker(1)]
    replicas = {"replicas": [0, 1, 2], "isr": [0, 1], "offline_replicas": [1]}
    tell(broker.metadata_cache, {"__consumer_offsets": 1}, brokers=alive, **replicas)
    tell(broker.metadata_cache, {"led": 1}, brokers=alive, leader=2, replicas=[2], isr=[2])
    page = await ask(describe_topic_partitions, broker, 0, request("led", "__consumer_offsets"))
    internal, led = page.topics
    assert (internal.topic_id, internal.is_internal) == (topic_id("__consumer_offsets"), True)
    assert internal.topic_authorized_operations == TOPIC_OPERATIONS
    [part] = internal.partitions
    assert (part.error_code, part.leader_id, part.leader_epoch) == (0, 0, 3)
    assert (part.replica_nodes, part.isr_nodes, part.offline_replicas) == ([0, 1, 2], [0, 1], [1, 2])
    assert (part.eligible_leader_replicas, part.last_known_elr) == ([], [])
    assert (led.is_internal, led.partitions[0].leader_id) == (False, -1), "its leader is not alive"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (request("a", cursor=("b", 0)), "should contain the cursor topic: b"),
        (request("a", cursor=("a", -1)), "cursor partition must be valid: -1"),
        (request(cursor=("a", -1)), "cursor partition must be valid: -1"),
    ],
)
async def test_a_page_that_cannot_begin_there_is_refused(asked, message):
    with pytest.raises(InvalidRequest, match=message):
        await ask(describe_topic_partitions, services(), 0, asked)


async def test_who_comes_while_the_broker_starts_waits_for_the_controller():
    broker = services()
    broker.metadata_cache = MetadataCache(SystemClock())
    assert broker.metadata_cache.snapshot is EMPTY_SNAPSHOT
    asking = asyncio.ensure_future(ask(describe_topic_partitions, broker, 0, request()))
    await asyncio.sleep(0)
    tell(broker.metadata_cache, {"late": 1})
    assert said(await asking) == ([("late", [0])], None)


class TestRights:
    async def page(self, *names, limit=2000):
        broker = broker_with({"mine": 1, "theirs": 1})
        broker.authorizer = Authorizer()
        entry = AclEntry("User:alice", "*", AclOperation.READ, PermissionType.ALLOW)
        broker.authorizer.update(ResourcePattern(ResourceType.TOPIC, "mine"), frozenset({entry}))
        ctx = context(0, RecordingChannel(peer(principal=KafkaPrincipal("User", "alice"))))
        asked = request(*names, limit=limit)
        answer = handling(describe_topic_partitions, broker).handle(asked, ctx)
        answer = await answer if asyncio.iscoroutine(answer) else answer
        return decode_message(Response, 0, encode_message(answer, 0))

    async def test_of_all_topics_those_that_may_be_seen(self):
        [topic] = (await self.page()).topics
        assert topic.name == "mine"
        assert topic.topic_authorized_operations == 1 << AclOperation.READ | 1 << AclOperation.DESCRIBE

    async def test_named_ones_are_refused_without_a_word_on_whether_they_are_there(self):
        page = await self.page("theirs", "mine", "nobodys")
        refused = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        assert [(topic.name, topic.error_code, topic.topic_id == bytes(16)) for topic in page.topics] == [
            ("mine", 0, False),
            ("nobodys", refused, True),
            ("theirs", refused, True),
        ]
        assert page.next_cursor is None

"""Fetches of very many partitions: others are served meanwhile, and the answers are those of small fetches."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.broker.handlers import fetch
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.lane import Lane
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FetchRequest
from kavka.protocol.records.batch import iter_records
from tests.support.broker.turns import Ticks
from tests.support.builds import plain_only
from tests.support.replica.many import DEADLINE, answered, turns_of_others
from tests.support.replica.node import BROKER, Node, batch
from tests.support.replica.sessions import Client, asked, parts_of

MANY = 20_000


@pytest.fixture
def node(tmp_path):
    node = Node(tmp_path)
    node.services.lane = Lane(Ticks())
    yield node
    node.log_manager.close()


def request_of(indexes, *, version=12, topics=1, **options):
    """A fetch of these partitions, spread over so many topics."""
    partitions = [[] for _ in range(topics)]
    for index in indexes:
        asked_for = FetchRequest.FetchPartition(partition=index, fetch_offset=0, partition_max_bytes=1_048_576)
        partitions[index % topics].append(asked_for)
    defaults = {"max_wait_ms": 0, "min_bytes": 1, "max_bytes": 2**31 - 1, "session_epoch": -1}
    return FetchRequest(
        topics=[FetchRequest.FetchTopic(topic=f"t{n}", partitions=part) for n, part in enumerate(partitions)],
        **(defaults | options),
    )


@pytest.mark.parametrize("topics", [1, MANY])
@pytest.mark.parametrize(("version", "session_epoch"), [(0, -1), (4, -1), (12, -1), (12, 0)])
async def test_others_are_served_while_a_fetch_of_very_many_partitions_is_answered(
    node, version, session_epoch, topics
):
    sent = node.send(request_of(range(MANY), topics=topics, session_epoch=session_epoch), version)
    turns, call = await turns_of_others(sent)
    assert turns > 100
    assert {part.error_code for part in parts_of(call.answer).values()} == {ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}
    assert len(parts_of(call.answer)) == MANY


async def test_others_are_served_while_an_incremental_fetch_of_a_large_session_is_answered(node):
    _, call = await turns_of_others(node.send(request_of(range(MANY), session_epoch=0), 12))
    session_id = call.answer.session_id
    for session_epoch in (1, 2):
        request = request_of([0], session_epoch=session_epoch, session_id=session_id)
        turns, call = await turns_of_others(node.send(request, 12))
        assert turns > 50
        assert call.answer.error_code == 0
        assert call.answer.session_id


async def test_others_are_served_while_it_is_found_out_what_a_client_may_not_read(node):
    class Refusing:
        logged = 0

        def is_allowed(self, principal, host, operation, resource_type, name, *, is_logged=True):
            assert (operation, resource_type) == (AclOperation.READ, ResourceType.TOPIC)
            self.logged += is_logged
            return name == "t7"

    node.services.authorizer = Refusing()
    turns, call = await turns_of_others(node.send(request_of(range(MANY), topics=MANY), 12))
    assert turns > 100
    codes = {topic: part.error_code for (topic, _), part in parts_of(call.answer).items()}
    assert codes.pop("t7") == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert set(codes.values()) == {ErrorCode.TOPIC_AUTHORIZATION_FAILED}
    assert node.services.authorizer.logged < 100, "a line in the log for each topic"


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("version", range(13))
def test_a_partition_that_is_named_twice_counts_once_as_the_last_one(node, version, many, monkeypatch):
    if many:
        always_in_slices(monkeypatch)
    node.lead()
    node.produce(batch(b"a"))
    node.produce(batch(b"b"))
    call = answered(node.fetch(partitions=[("t", 0, 0), ("u", 0, 0), ("t", 0, 1)], version=version))
    assert [(topic.topic, len(topic.partitions)) for topic in call.answer.responses] == [("t", 1), ("u", 1)]
    assert [record.value for record in iter_records(call.answer.responses[0].partitions[0].records)] == [b"b"]


def always_in_slices(monkeypatch):
    monkeypatch.setattr(fetch, "SMALL_REQUEST_BYTES", 0)
    monkeypatch.setattr(fetch, "PARTITIONS_IN_ONE_STEP_MAX", 0)


@plain_only
@pytest.mark.usefixtures("slices")
async def test_fetches_that_are_read_at_the_same_time_share_the_memory(tmp_path):
    """Each began with the same room: fifty of them read fifty times what there was."""
    memory_bytes, one = 100_000, len(batch(bytes(1_000)))
    node = Node(tmp_path, fetch_allowance=lambda being_read: max(0, memory_bytes - being_read) // 2)
    node.services.lane = Lane(Ticks())
    for index in range(100):
        node.lead(topic="t0", index=index)
        node.produce(batch(bytes(1_000)), topic="t0", index=index)
    async with asyncio.timeout(DEADLINE):
        calls = await asyncio.gather(*[node.send(request_of(range(100)), 12) for _ in range(10)])
    read = [sum(len(part.records) for part in parts_of(call.answer).values()) for call in calls]
    assert sum(read) <= memory_bytes + 10 * one, "what there is, and a first batch for each"
    assert min(read) >= one
    assert node.manager.fetches.memory.reserved == 0
    async with asyncio.timeout(DEADLINE):
        alone = await node.send(request_of(range(100)), 12)
    assert sum(len(part.records) for part in parts_of(alone.answer).values()) > memory_bytes // 2 - one
    node.log_manager.close()


# ---- a fetch that waits --------------------------------------------------------------------------------------------


async def parked(node, **options):
    """A fetch of a partition that is led here, and of more, that has come so far that it waits; and its task."""
    options = {"max_wait_ms": 5_000} | options
    task = asyncio.ensure_future(node.send(request_of([0, 1], **options), 12))
    while not node.manager.waiting.many:
        await asyncio.sleep(0)
        assert not task.done()
    async with node.services.lane.enter():  # whose turn comes when it has looked at its partitions
        return task


async def result(task):
    async with asyncio.timeout(DEADLINE):
        return (await task).answer


@pytest.fixture
def slices(monkeypatch):
    always_in_slices(monkeypatch)


@plain_only
@pytest.mark.usefixtures("slices")
class TestWaiting:
    @pytest.fixture(autouse=True)
    def leads(self, node):
        node.lead(topic="t0", index=0)
        node.lead(topic="t0", index=1)

    async def test_it_is_answered_when_something_is_appended(self, node):
        task = await parked(node)
        node.produce(batch(b"a"), topic="t0")
        found = parts_of(await result(task))
        assert [record.value for record in iter_records(found["t0", 0].records)] == [b"a"]
        assert found["t0", 1].records == b""

    async def test_bytes_of_all_its_partitions_count(self, node):
        size = len(batch(b"a"))
        task = await parked(node, min_bytes=2 * size)
        node.produce(batch(b"a"), topic="t0")
        for _ in range(5):
            await asyncio.sleep(0)
        assert not task.done()
        node.produce(batch(b"b"), topic="t0", index=1)
        assert [len(part.records) for part in parts_of(await result(task)).values()] == [size, size]

    async def test_it_is_answered_when_its_time_is_up(self, node):
        task = await parked(node)
        node.advance(5_001)
        assert [part.error_code for part in parts_of(await result(task)).values()] == [0, 0]

    async def test_it_is_answered_when_a_partition_is_led_elsewhere(self, node):
        task = await parked(node)
        node.lead(topic="t0", leader=2, isr=(2,), replicas=(1, 2), epoch=1)
        assert parts_of(await result(task))["t0", 0].error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER

    async def test_it_is_answered_when_a_partition_is_deleted(self, node):
        task = await parked(node)
        node.stop(topic="t0", index=1, delete=True)
        assert parts_of(await result(task))["t0", 1].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION

    async def test_it_is_answered_when_the_broker_stops(self, node):
        task = await parked(node)
        node.manager.waiting.answer_fetches()
        assert [part.error_code for part in parts_of(await result(task)).values()] == [0, 0]

    async def test_nothing_of_it_is_left_when_its_client_goes(self, node):
        task = await parked(node)
        (operation,) = node.manager.waiting.many
        operation.abandon()
        await result(task)
        assert not node.manager.waiting.many
        assert node.manager.waiting.fetch_purgatory.delayed() == 0

    async def test_eyes_are_shown_a_part_of_what_it_waits_for(self, node):
        task = await parked(node)
        ((operation, _keys),) = node.manager.waiting.fetch_purgatory.waiting().items()
        assert operation.describe()["partitions_asked"] == 2
        assert operation.describe()["partitions"][0] == {"partition": "t0-0", "fetch_offset": 0}
        node.advance(5_001)
        await result(task)


async def test_a_request_that_another_of_its_session_overtakes_is_refused(node):
    _, call = await turns_of_others(node.send(request_of(range(MANY), session_epoch=0), 12))
    session_id = call.answer.session_id
    first = asyncio.ensure_future(node.send(request_of([1], session_id=session_id, session_epoch=1), 12))
    for _ in range(20):
        await asyncio.sleep(0)
    second = asyncio.ensure_future(node.send(request_of([2], session_id=session_id, session_epoch=2), 12))
    async with asyncio.timeout(DEADLINE):
        answers = [(await sent).answer for sent in (first, second)]
    assert [answer.error_code for answer in answers] == [ErrorCode.INVALID_FETCH_SESSION_EPOCH, 0]


# ---- both ways are equal -------------------------------------------------------------------------------------------

KEYS = [("t", 0), ("t", 1), ("t", 2), ("u", 0), ("nowhere", 0)]
requests = st.lists(
    st.tuples(
        st.lists(st.tuples(st.sampled_from(KEYS), st.integers(0, 3)), max_size=6),
        st.lists(st.sampled_from(KEYS), max_size=2),
        st.lists(st.sampled_from(KEYS[:4]), max_size=2),
        st.sampled_from([1, 200, 2**31 - 1]),
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=40, deadline=None)
@given(version=st.sampled_from([0, 3, 4, 7, 11, 12]), replica_id=st.sampled_from([-1, 2]), steps=requests)
def test_both_ways_give_the_same_answers(tmp_path_factory, version, replica_id, steps):
    """A client's requests, in one session where the version has them, against two brokers that differ in the way."""
    seen = []
    for in_slices in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            if in_slices:
                always_in_slices(patch)
            node = Node(tmp_path_factory.mktemp("node"))
            try:
                seen.append(list(answers_of(node, version, replica_id, steps)))
            finally:
                node.log_manager.close()
    assert seen[0] == seen[1]


def answers_of(node, version, replica_id, steps):
    for topic, index in KEYS[:4]:
        node.lead(topic=topic, index=index, isr=(BROKER, 2))
    client = Client(node, version, replica_id=replica_id)
    for fetched, forgotten, produced, max_bytes in steps:
        for topic, index in produced:
            node.produce(batch(b"v" * 50), topic=topic, index=index, acks=1)
        request = FetchRequest(
            **(client.options | {"max_bytes": max_bytes, "replica_id": replica_id}),
            session_id=client.id,
            session_epoch=client.epoch if version >= 7 else -1,
            topics=asked(*[(*key, offset) for key, offset in fetched]),
            forgotten_topics_data=[
                FetchRequest.ForgottenTopic(topic=topic, partitions=[index])
                for topic, index in forgotten
                if version >= 7
            ],
        )
        answer = answered(node.send(request, version)).answer
        if not answer.error_code:
            client.id, client.epoch = answer.session_id, client.epoch + 1
        yield answer, [node.manager.partitions.get(*key).log.high_watermark for key in KEYS[:4]]

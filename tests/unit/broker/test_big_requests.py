"""Requests of many items: when they are cut, what their handlers see, and how they end."""

from __future__ import annotations

import asyncio
import copy
import itertools
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from kavka.broker.big_requests.limits import (
    CLUSTER_PARTITIONS,
    ONE_TOPIC_BYTES_MAX,
    PARTITION_ITEMS_MAX,
    ROWS,
    SLICE_BYTES_MAX,
    TXN_ITEMS_MAX,
    Mode,
    row_of,
)
from kavka.broker.big_requests.paced_channel import PacedChannel, Pacing
from kavka.broker.requests.context import DEFERRED
from kavka.common.lane import Lane
from kavka.common.steps import FREED_ITEMS
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_message
from kavka.protocol.errors import ErrorCode, NotController, TransactionalIdAuthorizationFailed
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import (
    AddPartitionsToTxnRequest,
    AddPartitionsToTxnResponse,
    CreateTopicsRequest,
    CreateTopicsResponse,
    DeleteGroupsRequest,
    DeleteGroupsResponse,
    ListOffsetsRequest,
    ListOffsetsResponse,
    MetadataRequest,
    MetadataResponse,
    OffsetFetchRequest,
    OffsetFetchResponse,
    ProduceRequest,
    UpdateMetadataRequest,
    UpdateMetadataResponse,
)
from tests.support.broker.big_requests import EndingChannel, Harness
from tests.support.broker.fakes import context
from tests.support.builds import plain_only

Asked = ListOffsetsRequest.ListOffsetsPartition
AskedTopic = ListOffsetsRequest.ListOffsetsTopic
Found = ListOffsetsResponse.ListOffsetsPartitionResponse
FoundTopic = ListOffsetsResponse.ListOffsetsTopicResponse


def offsets(*counts: int) -> ListOffsetsRequest:
    """A request about topics with so many partitions each."""
    return ListOffsetsRequest(
        topics=[
            AskedTopic(name=f"t{number}", partitions=[Asked(partition_index=index) for index in range(count)])
            for number, count in enumerate(counts)
        ]
    )


def found(request: ListOffsetsRequest) -> ListOffsetsResponse:
    return ListOffsetsResponse(
        topics=[
            FoundTopic(
                name=topic.name,
                partitions=[Found(partition_index=asked.partition_index, offset=5) for asked in topic.partitions],
            )
            for topic in request.topics
        ]
    )


def size(request: Any) -> int:
    return sum(1 + len(topic.partitions) for topic in request.topics)


async def test_a_big_request_is_handled_in_slices_and_answered_as_one() -> None:
    sizes = []

    def handle(request: Any, ctx: Any) -> Any:
        sizes.append(size(request))
        return found(request)

    async with asyncio.TaskGroup() as tasks:
        asked = offsets(3, 5_000, 1, 700, *[1] * 2_000)
        answer = await Harness(tasks, handle).ask(asked, 5)
    assert answer == found(asked)
    assert len(sizes) > 30
    assert max(sizes) <= 2 * row_of(ApiKey.LIST_OFFSETS).slice_items


async def test_a_small_request_is_handled_at_once() -> None:
    async with asyncio.TaskGroup() as tasks:
        harness = Harness(tasks, lambda request, ctx: found(request))
        harness.send(offsets(240), 5)
        assert harness.channel.responses == [found(offsets(240))]


async def test_slices_are_answered_later_and_in_order() -> None:
    """A handler that waits for replicas answers through its context; the next slice comes when it has."""
    waiting = []

    def handle(request: Any, ctx: Any) -> Any:
        assert not waiting, "two slices at a time"
        waiting.append(request)

        def answer() -> None:
            waiting.clear()
            ctx.respond(found(request))

        asyncio.get_running_loop().call_later(0, answer)
        return DEFERRED

    async with asyncio.TaskGroup() as tasks:
        answer = await Harness(tasks, handle).ask(offsets(2_000), 5)
    assert answer == found(offsets(2_000))


async def test_an_error_of_the_whole_request_is_the_answer_to_all_that_is_left() -> None:
    calls = 0

    async def handle(request: Any, ctx: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise NotController("elsewhere")
        return found(request)

    def error_response(request: Any, error: Any) -> Any:
        response = found(request)
        for topic in response.topics:
            for partition in topic.partitions:
                partition.error_code = int(error.code)
        return response

    async with asyncio.TaskGroup() as tasks:
        answer = await Harness(tasks, handle, error_response=error_response).ask(offsets(5_000), 5)
    [topic] = answer.topics
    assert [partition.partition_index for partition in topic.partitions] == list(range(5_000))
    assert calls == 3
    assert topic.partitions[0].error_code == 0
    assert topic.partitions[-1].error_code == int(NotController.code)


async def test_an_error_at_the_top_ends_it() -> None:
    def handle(request: Any, ctx: Any) -> Any:
        raise NotController("elsewhere")

    def error_response(request: Any, error: Any) -> Any:
        return OffsetFetchResponse(error_code=int(error.code))

    topic = OffsetFetchRequest.OffsetFetchRequestTopic(name="t", partition_indexes=list(range(5_000)))
    async with asyncio.TaskGroup() as tasks:
        harness = Harness(tasks, handle, error_response=error_response)
        answer = await harness.ask(OffsetFetchRequest(group_id="g", topics=[topic]), 3)
    assert answer == OffsetFetchResponse(error_code=int(NotController.code), topics=[])


async def test_a_failure_of_our_own_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    def handle(request: Any, ctx: Any) -> Any:
        raise ValueError("a bug")

    async with asyncio.TaskGroup() as tasks:
        await Harness(tasks, handle, error_response=lambda request, error: found(request)).ask(offsets(5_000), 5)
    assert len([record for record in caplog.records if "a bug" in record.getMessage()]) == 1


@pytest.mark.parametrize(
    ("request_", "version", "top"),
    [
        pytest.param(offsets(PARTITION_ITEMS_MAX), 5, False, id="no place for an error"),
        pytest.param(
            OffsetFetchRequest(
                group_id="g",
                topics=[
                    OffsetFetchRequest.OffsetFetchRequestTopic(name="t", partition_indexes=[0] * PARTITION_ITEMS_MAX)
                ],
            ),
            3,
            True,
            id="an error at the top",
        ),
    ],
)
async def test_more_than_any_client_sends_is_refused_in_words(
    request_: Any, version: int, top: bool, caplog: pytest.LogCaptureFixture
) -> None:
    def handle(request: Any, ctx: Any) -> Any:
        raise AssertionError("a handler was called")

    async with asyncio.TaskGroup() as tasks:
        answer = await Harness(tasks, handle).ask(request_, version)
    words = answer if not top else caplog.text
    assert f"{PARTITION_ITEMS_MAX}" in words
    assert "PARTITION_ITEMS_MAX" in words
    if top:
        assert answer.error_code == 42


async def test_a_transaction_takes_in_no_more_than_its_record_holds() -> None:
    """So many partitions take 4 bytes each in the request, 40 when they are decoded, and 150 as state and response."""
    topic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name="t", partitions=list(range(TXN_ITEMS_MAX)))

    def handle(request: Any, ctx: Any) -> Any:
        raise AssertionError("a handler was called")

    async with asyncio.TaskGroup() as tasks:
        answer = await Harness(tasks, handle).ask(AddPartitionsToTxnRequest(v3_and_below_topics=[topic]), 3)
    assert f"{TXN_ITEMS_MAX} items (TXN_ITEMS_MAX)" in answer


async def test_the_failure_of_a_whole_request_is_told_in_turns() -> None:
    """Its handler says in steps what is answered to each of very many partitions."""
    steps = 0

    def handle(request: Any, ctx: Any) -> Any:
        raise TransactionalIdAuthorizationFailed("no")

    def error_steps(request: Any, error: Any) -> Any:
        nonlocal steps
        for _ in range(100):
            steps += 1
            yield
        return AddPartitionsToTxnResponse()

    most = before = 0
    topic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name="t", partitions=list(range(5_000)))
    async with asyncio.TaskGroup() as tasks:
        harness = Harness(tasks, handle, error_steps=error_steps)
        harness.send(AddPartitionsToTxnRequest(v3_and_below_topics=[topic]), 3)
        while not harness.channel.ended.is_set():
            await asyncio.sleep(0)
            most, before = max(most, steps - before), steps
    assert harness.channel.responses == [AddPartitionsToTxnResponse()]
    assert 0 < most < 20


async def test_a_topic_that_fits_no_znode_is_refused_before_it_is_decoded() -> None:
    def handle(request: Any, ctx: Any) -> Any:
        raise AssertionError("a handler was called")

    assigned = CreateTopicsRequest.CreatableReplicaAssignment(partition_index=7, broker_ids=[1])
    topic = CreateTopicsRequest.CreatableTopic(name="t", assignments=[assigned] * (ONE_TOPIC_BYTES_MAX // 10 + 1))
    async with asyncio.TaskGroup() as tasks:
        answer = await Harness(tasks, handle).ask(CreateTopicsRequest(topics=[topic]), 7)
    assert "ONE_TOPIC_BYTES_MAX" in answer


async def test_when_the_client_goes_the_work_stops() -> None:
    calls = 0
    harness: Any = None

    def handle(request: Any, ctx: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            harness.channel.is_lost = True
            harness.channel.lost_callback()
        return found(request)

    async with asyncio.TaskGroup() as tasks:
        harness = Harness(tasks, handle)
        harness.send(offsets(10_000), 5)
    assert calls == 2
    assert harness.channel.responses == []


async def test_what_a_request_names_twice_is_refused_wherever_it_stands() -> None:
    """Each in a slice of its own looks honest; the first would be created."""
    created = []
    Topic = CreateTopicsRequest.CreatableTopic
    Result = CreateTopicsResponse.CreatableTopicResult

    def handle(request: Any, ctx: Any) -> Any:
        counts = Counter(topic.name for topic in request.topics)
        created.extend(name for name, count in counts.items() if count == 1)
        return CreateTopicsResponse(
            topics=[Result(name=name, error_code=42 if count > 1 else 0) for name, count in counts.items()]
        )

    names = [f"topic-{number:04}" for number in range(1_000)]
    request = CreateTopicsRequest(topics=[Topic(name=name) for name in [*names, names[0], names[700], names[0]]])
    async with asyncio.TaskGroup() as tasks:
        answer = await Harness(tasks, handle).ask(request, 2)
    assert {topic.name for topic in answer.topics if topic.error_code} == {names[0], names[700]}
    assert sorted(created) == sorted(set(names) - {names[0], names[700]})
    assert sorted(topic.name for topic in answer.topics) == names


async def test_what_cannot_be_cut_is_handled_as_a_whole() -> None:
    seen = []
    Topic = UpdateMetadataRequest.UpdateMetadataTopicState
    State = UpdateMetadataRequest.UpdateMetadataPartitionState
    Broker = UpdateMetadataRequest.UpdateMetadataBroker
    request = UpdateMetadataRequest(
        topic_states=[
            Topic(topic_name=f"t{number}", partition_states=[State(partition_index=i) for i in range(partitions)])
            for number, partitions in enumerate((3, 2_000, 5, 800))
        ],
        live_brokers=[Broker(id=number) for number in range(300)],
    )

    def handle(request: Any, ctx: Any) -> Any:
        for _ in range(2):  # as often as it likes
            copied = copy.copy(request)
            copied.topic_states = put_together(request.topic_states)
            seen.append(copied)
        return UpdateMetadataResponse()

    async with asyncio.TaskGroup() as tasks:
        harness = Harness(tasks, handle)
        assert await harness.ask(request, 5) == UpdateMetadataResponse()
        assert seen == [request, request]
        harness.dispatcher.transcript = SimpleNamespace(
            request=lambda route, request, ctx: seen.append(request), response=lambda ctx, response: None
        )
        harness.channel.ended.clear()
        assert await harness.ask(request, 5) == UpdateMetadataResponse()
        assert seen[2] == request, "whoever looks at requests is shown the whole"


def put_together(topics: Any) -> list[Any]:
    """The topics of a request that is decoded as it is read: one that was cut comes in parts."""
    whole: list[Any] = []
    for topic in topics:
        if whole and whole[-1].topic_name == topic.topic_name:
            whole[-1].partition_states += topic.partition_states
        else:
            whole.append(topic)
    return whole


async def test_of_a_request_that_cannot_be_read_whole_nothing_is_obeyed() -> None:
    Topic = UpdateMetadataRequest.UpdateMetadataTopicState
    topics = [Topic(topic_name=f"topic-{number:05}") for number in range(5_000)]
    frame = bytearray(
        b"".join(
            encode_request_frame(
                UpdateMetadataRequest(topic_states=topics), version=5, correlation_id=7, client_id="me"
            )
        )[4:]
    )
    frame[frame.index(b"topic-04999")] = 0xFF  # no UTF-8

    def handle(request: Any, ctx: Any) -> Any:
        raise AssertionError("a handler was called")

    async with asyncio.TaskGroup() as tasks:
        harness = Harness(tasks, handle)
        harness.dispatcher.dispatch(bytes(frame), harness.channel, received_ms=0, started_ns=0)
        await harness.channel.ended.wait()
    assert "cannot be parsed" in harness.channel.closed.pop()


@pytest.mark.parametrize("limit", ["SLICE_BYTES_MAX", "HELD_BYTES_MAX"])
async def test_what_cannot_be_decoded_in_a_short_step_or_would_be_held_is_refused(limit: str) -> None:
    State = UpdateMetadataRequest.UpdateMetadataPartitionState
    Topic = UpdateMetadataRequest.UpdateMetadataTopicState
    Broker = UpdateMetadataRequest.UpdateMetadataBroker
    large = limit == "SLICE_BYTES_MAX"
    state = State(replicas=list(range(SLICE_BYTES_MAX // 4 if large else 3)))
    request = UpdateMetadataRequest(
        topic_states=[Topic(topic_name="t", partition_states=[state] * 300)]
        if not large
        else [Topic(partition_states=[state])],
        live_brokers=[Broker(id=number, rack="r" * 30) for number in range(300 if large else 20_000)],
    )

    def handle(request: Any, ctx: Any) -> Any:
        raise AssertionError("a handler was called")

    async with asyncio.TaskGroup() as tasks:
        harness = Harness(tasks, handle)
        harness.send(request, 5)
        await harness.channel.ended.wait()
    if large:
        assert harness.channel.responses[0].error_code == ErrorCode.INVALID_REQUEST
    else:
        assert limit in harness.channel.closed.pop()


async def test_a_deadline_is_one_for_all_slices() -> None:
    given = []
    harness: Any = None

    def handle(request: Any, ctx: Any) -> Any:
        given.append(request.timeout_ms)
        harness.clock.advance(400)
        return CreateTopicsResponse()

    topics = [CreateTopicsRequest.CreatableTopic(name=f"a-topic-of-the-request-{n:04}") for n in range(200)]
    async with asyncio.TaskGroup() as tasks:
        harness = Harness(tasks, handle)
        await harness.ask(CreateTopicsRequest(topics=topics, timeout_ms=1_000), 2)
    assert given[:4] == [1_000, 600, 200, 0]


async def test_a_big_response_to_a_small_request_leaves_the_loop_to_others() -> None:
    Topic = MetadataResponse.MetadataResponseTopic
    whole = MetadataResponse(topics=[Topic(name=f"t{number}") for number in range(20_000)])
    turns = 0
    async with asyncio.TaskGroup() as tasks:
        harness = Harness(tasks, lambda request, ctx: whole)
        harness.send(MetadataRequest(topics=None), 4)
        while not harness.channel.responses:
            await asyncio.sleep(0)
            turns += 1
        [response] = harness.channel.responses
        frame = b"".join(harness.dispatcher.encode(context(4), response))
    assert decode_message(MetadataResponse, 4, frame, 8) == whole
    assert turns > 10


async def test_big_requests_have_one_turn_a_pass_of_the_loop_together() -> None:
    """Ten of them hold everybody else no longer than one does."""
    lane = Lane(itertools.count().__next__)
    passes: list[list[int]] = []
    running = True

    async def watch() -> None:
        while running:
            passes.append([])
            await asyncio.sleep(0)

    async def work(name: int) -> None:
        pace = lane.enter()
        for _ in range(5):
            await pace.turn()
            passes[-1].append(name)

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(watch())
        await asyncio.sleep(0)
        async with asyncio.TaskGroup() as workers:
            for name in range(10):
                workers.create_task(work(name))
        running = False
    order = [name for each in passes for name in each]
    assert max(map(len, passes)) == 1
    assert order == list(range(10)) * 5


async def test_a_list_of_names_is_cut_as_well() -> None:
    names = [f"group-{number}" for number in range(3_000)]
    Result = DeleteGroupsResponse.DeletableGroupResult

    def handle(request: Any, ctx: Any) -> Any:
        return DeleteGroupsResponse(results=[Result(name, 0) for name in request.groups_names])

    async with asyncio.TaskGroup() as tasks:
        answer = await Harness(tasks, handle).ask(DeleteGroupsRequest(groups_names=names), 2)
    assert [result.group_id for result in answer.results] == names


async def test_a_big_produce_request_without_acks_has_no_response() -> None:
    seen = []
    Data = ProduceRequest.PartitionProduceData
    topic = ProduceRequest.TopicProduceData("t", partition_data=[Data(index, b"records") for index in range(5_000)])

    def handle(request: Any, ctx: Any) -> Any:
        seen.extend(data.index for topic in request.topic_data for data in topic.partition_data)
        ctx.respond_nothing()
        return DEFERRED

    async with asyncio.TaskGroup() as tasks:
        harness = Harness(tasks, handle)
        harness.send(ProduceRequest(acks=0, timeout_ms=100, topic_data=[topic]), 7)
        await harness.channel.ended.wait()
    assert harness.channel.responses == [None]
    assert seen == list(range(5_000))


async def test_a_handler_that_closes_the_connection_ends_the_request() -> None:
    calls = 0

    def handle(request: Any, ctx: Any) -> Any:
        nonlocal calls
        calls += 1
        ctx.close_connection("for a reason")
        return DEFERRED

    async with asyncio.TaskGroup() as tasks:
        assert await Harness(tasks, handle).ask(offsets(5_000), 5) == "for a reason"
    assert calls == 1


def test_limits_are_above_what_a_large_cluster_needs() -> None:
    each = (ApiKey.FETCH, ApiKey.LIST_OFFSETS, ApiKey.OFFSET_COMMIT, ApiKey.OFFSET_FETCH, ApiKey.PRODUCE)
    for api in (*each, ApiKey.STOP_REPLICA):
        assert ROWS[api].items_max > 2 * CLUSTER_PARTITIONS  # a topic and its one partition are two items
    assert ROWS[ApiKey.UPDATE_METADATA].items_max > 12 * CLUSTER_PARTITIONS
    assert all(row.mode is Mode.SPLIT or row.once is None for row in ROWS.values())


class Noted(Found):
    """A partition that is counted when it is freed."""

    freed = 0

    def __del__(self):
        Noted.freed += 1


@plain_only
async def test_a_large_response_is_freed_a_stretch_at_a_time_once_it_is_sent():
    Noted.freed, freed = 0, [0]
    count = 3 * FREED_ITEMS
    async with asyncio.TaskGroup() as tasks:
        tasks_of_broker = SimpleNamespace(later=lambda act: running.append(tasks.create_task(act)))
        running: list[asyncio.Task[None]] = []
        channel = EndingChannel()
        paced = PacedChannel(channel, Pacing(tasks_of_broker, Lane(slice_ns=0), (("topics", "partitions"),)))
        topics = [
            FoundTopic(name=name, partitions=[Noted(partition_index=index) for index in range(count)]) for name in "ab"
        ]
        paced.finish(context(5, channel), ListOffsetsResponse(topics=topics))
        del topics
        while not running[0].done():
            await asyncio.sleep(0)
            freed.append(Noted.freed)
            if Noted.freed:
                assert channel.responses
    assert freed[-1] == 2 * count
    assert max(after - before for before, after in itertools.pairwise(freed)) == FREED_ITEMS

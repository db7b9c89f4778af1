"""CreateTopics and CreatePartitions with one topic of very many partitions, each assigned by hand."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from kavka.broker.big_requests.limits import BESIDE_BYTES_MAX
from kavka.protocol.messages import (
    CreatePartitionsRequest,
    CreatePartitionsResponse,
    CreateTopicsRequest,
    CreateTopicsResponse,
)
from tests.support.broker.big_requests import Harness
from tests.support.broker.fakes import as_read


@pytest.mark.parametrize("is_tapped", [False, True])
async def test_one_topic_of_very_many_partitions_is_decoded_in_slices_and_created_as_one(is_tapped: bool) -> None:
    """Decoded in one step 80,000 assignments held the loop for 0.1 s; half of them are no topic."""
    seen: list[Any] = []
    Topic = CreateTopicsRequest.CreatableTopic
    Assignment = CreateTopicsRequest.CreatableReplicaAssignment
    Config = CreateTopicsRequest.CreatableTopicConfig
    Result = CreateTopicsResponse.CreatableTopicResult

    def topic(name: str, partitions: int) -> Any:
        assigned = [Assignment(partition_index=index, broker_ids=[1, 2, 3]) for index in range(partitions)]
        return Topic(name=name, assignments=assigned, configs=[Config(name="retention.ms", value="1")])

    def handle(request: Any, ctx: Any) -> Any:
        seen.extend(request.topics)
        return CreateTopicsResponse(topics=[Result(name=topic.name) for topic in request.topics])

    request = CreateTopicsRequest(topics=[topic("a", 3), topic("large", 5_000), topic("b", 2), topic("also", 900)])
    turns = 0
    async with asyncio.TaskGroup() as tasks:
        harness = Harness(tasks, handle)
        if is_tapped:
            harness.dispatcher.tap = SimpleNamespace(take=lambda route, request, ctx: False)
        harness.send(request, 5)
        while not harness.channel.ended.is_set():
            await asyncio.sleep(0)
            turns += not seen
    assert seen == request.topics
    [response] = harness.channel.responses
    assert [result.name for result in as_read(response, 5).topics] == ["a", "large", "b", "also"]
    assert turns > 20


async def test_partitions_that_are_added_by_hand_are_decoded_in_slices() -> None:
    seen: list[Any] = []
    Topic = CreatePartitionsRequest.CreatePartitionsTopic
    assigned = [CreatePartitionsRequest.CreatePartitionsAssignment(broker_ids=[1, 2]) for _ in range(5_000)]
    topics = [Topic(name="t", count=5_001, assignments=assigned), Topic(name="u", count=9, assignments=None)]

    def handle(request: Any, ctx: Any) -> Any:
        seen.extend(request.topics)
        return CreatePartitionsResponse()

    async with asyncio.TaskGroup() as tasks:
        await Harness(tasks, handle).ask(CreatePartitionsRequest(topics=topics), 3)
    assert seen == topics


async def test_a_topic_of_very_many_settings_is_refused_before_it_is_decoded() -> None:
    """They are decoded in one step, and once more for every slice of its partitions."""
    Topic = CreateTopicsRequest.CreatableTopic
    config = CreateTopicsRequest.CreatableTopicConfig(name="x", value="1")
    assigned = [CreateTopicsRequest.CreatableReplicaAssignment(partition_index=7, broker_ids=[1])] * 1_000

    def handle(request: Any, ctx: Any) -> Any:
        raise AssertionError("a handler was called")

    for assignments in ([], assigned):
        topic = Topic(name="t", assignments=assignments, configs=[config] * (BESIDE_BYTES_MAX // 5))
        async with asyncio.TaskGroup() as tasks:
            answer = await Harness(tasks, handle).ask(CreateTopicsRequest(topics=[topic]), 7)
        assert "BESIDE_BYTES_MAX" in answer

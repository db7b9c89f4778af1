"""The response to AddPartitionsToTxn: a code for each partition, of very many of them encoded as it is found.

Made by its handler, and by the guard before it where one topic may not be written to: then none is added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kavka.broker.transaction.partition_set import PartitionSet, PartitionSetBuilder
from kavka.common.lane import ITEMS_IN_ONE_STEP_MAX
from kavka.common.steps import Steps, each
from kavka.common.types import TopicPartition
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import AddPartitionsToTxnRequest, AddPartitionsToTxnResponse
from kavka.protocol.response_pieces import JoinedResponse, StretchWriter
from kavka.protocol.sliced_list import is_sliced

TopicResult = AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult
PartitionResult = AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult

Outcome = tuple[TopicPartition, int]
"""A partition and its error code."""

Answer = AddPartitionsToTxnResponse | JoinedResponse
"""Of a request that is decoded as it is read, the response is encoded as it is found."""


def item_count(request: AddPartitionsToTxnRequest) -> int:
    """Counts topics and partitions; a request that is decoded as it is read has very many."""
    topics = request.v3_and_below_topics
    if is_sliced(topics):
        return ITEMS_IN_ONE_STEP_MAX + 1
    return len(topics) + sum(len(topic.partitions) for topic in topics)


def answer(
    request: AddPartitionsToTxnRequest, partitions: PartitionSet, code_of: Callable[[TopicPartition], int]
) -> Steps[Answer]:
    """Responds to each of the named partitions with its code."""
    topics: Any = request.v3_and_below_topics
    outcomes = ((partition, code_of(partition)) for partition in partitions)
    if is_sliced(topics):
        encoded: StretchWriter[Outcome] = StretchWriter(AddPartitionsToTxnResponse, topics.version, _response)
        yield from each(outcomes, encoded.add)
        return encoded.finish()
    found: list[Outcome] = []
    yield from each(outcomes, found.append)
    return _response(found)


def _response(outcomes: Iterable[Outcome]) -> AddPartitionsToTxnResponse:
    return AddPartitionsToTxnResponse(results_by_topic_v3_and_below=topic_results(outcomes))


def topic_results(outcomes: Iterable[Outcome]) -> list[TopicResult]:
    """Groups outcomes by topic, in the order in which topics come first."""
    topics: dict[str, list[PartitionResult]] = {}
    for (topic, index), code in outcomes:
        topics.setdefault(topic, []).append(PartitionResult(index, code))
    return [TopicResult(name, results) for name, results in topics.items()]


def error_steps(request: AddPartitionsToTxnRequest, error: KafkaError) -> Steps[Answer]:
    """Returns the error once for each of very many partitions, in steps."""
    code = int(error.code)
    return (yield from answered(request, lambda _partition: code))


def answered(request: AddPartitionsToTxnRequest, code_of: Callable[[TopicPartition], int]) -> Steps[Answer]:
    """Responds to each partition with its code, without the coordinator."""
    partitions = yield from named(request)
    return (yield from answer(request, partitions, code_of))


def named(request: AddPartitionsToTxnRequest) -> Steps[PartitionSet]:
    """Collects the partitions, each once."""
    builder = PartitionSetBuilder()
    for topic in request.v3_and_below_topics:
        builder.add(topic.name, topic.partitions)
        yield
    return (yield from builder.finish())

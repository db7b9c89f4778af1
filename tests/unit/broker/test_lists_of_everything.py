"""Small requests with large responses: others are served while these are made."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.handlers import add_partitions_to_txn, metadata
from kavka.common.lane import Lane
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import AddPartitionsToTxnRequest, MetadataRequest
from tests.support.broker.fakes import as_read, context, services, tell
from tests.support.broker.parts import handling
from tests.support.broker.turns import Ticks

MANY = 5_000


class Refusing:
    """Lets nobody see half of the topics."""

    def is_allowed(self, principal, host, operation, resource_type, name, *, is_logged=True):
        return not name.endswith(("1", "3", "5", "7", "9"))

    def operations(self, principal, host, resource_type, name):
        return 8


async def turns_and_answer(sent):
    turns = 0
    task = asyncio.ensure_future(sent)
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    return turns, task.result()


def large(topics):
    broker = services()
    broker.lane = Lane(Ticks())
    tell(broker.metadata_cache, {f"t{number}": MANY // topics for number in range(topics)})
    return broker


@pytest.mark.parametrize("topics", [1, MANY])
@pytest.mark.parametrize("named", [False, True])
async def test_metadata_of_very_many_partitions(topics, named):
    broker = large(topics)
    names = [MetadataRequest.MetadataRequestTopic(name=f"t{number}") for number in range(topics)]
    request = MetadataRequest(topics=names if named else None)
    turns, answer = await turns_and_answer(handling(metadata, broker).handle(request, context(9)))
    answer = as_read(answer, 9)
    assert turns > 10
    assert sum(len(topic.partitions) for topic in answer.topics if topic.name != "known") == MANY
    assert not any(part.error_code for topic in answer.topics for part in topic.partitions)


async def test_metadata_of_all_topics_shows_what_may_be_seen():
    broker = large(MANY)
    broker.authorizer = Refusing()
    request = MetadataRequest(topics=None, include_topic_authorized_operations=True)
    turns, answer = await turns_and_answer(handling(metadata, broker).handle(request, context(9)))
    assert turns > 100
    names = {topic.name for topic in answer.topics}
    assert names == {"known", *(f"t{number}" for number in range(0, MANY, 2))}
    assert {topic.topic_authorized_operations for topic in answer.topics} == {8}


async def test_very_many_partitions_of_a_transaction_of_which_one_is_unknown():
    broker = large(1)
    topic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name="t0", partitions=list(range(MANY + 1)))
    request = AddPartitionsToTxnRequest(v3_and_below_transactional_id="x", v3_and_below_topics=[topic])
    turns, answer = await turns_and_answer(handling(add_partitions_to_txn, broker).handle(request, context(3)))
    assert turns > 100
    (told,) = answer.results_by_topic_v3_and_below
    codes = [part.partition_error_code for part in told.results_by_partition]
    assert codes == [ErrorCode.OPERATION_NOT_ATTEMPTED] * MANY + [ErrorCode.UNKNOWN_TOPIC_OR_PARTITION]

"""Batches with a right checksum and wrong records are refused as Kafka refuses them, large ones beside the loop."""

from __future__ import annotations

import inspect
import random

import pytest

from kavka.broker.config.settings import settings_of
from kavka.broker.config.topic_config import VALIDATE_RECORDS, LogConfig
from kavka.broker.log import validator
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ProduceRequest
from kavka.protocol.records.batch import BatchBuilder, iter_records, read_header
from kavka.protocol.records.compression import Compression, compress
from tests.support import poisoned

CASES = poisoned.cases(1_700_000_000_000)
GOLDEN = poisoned.golden()


def log_of(node, topic="t", index=0):
    return node.manager.partitions.get(topic, index).log


def values_in_log(node, topic="t", index=0):
    log = log_of(node, topic, index)
    read = log.read(0, max_bytes=10**8, max_offset=log.log_end_offset, min_one_message=True)
    return [record.value for record in iter_records(read.records)]


def many(count, value=b"v", codec=Compression.NONE, headers=()):
    builder = BatchBuilder(compression=codec)
    for _ in range(count):
        builder.append(timestamp=poisoned.NOW_MS, key=None, value=value, headers=headers)
    return builder.build()


def poison_of_many(count):
    """As many good records, and a byte behind them."""
    return poisoned.sealed(many(count)[61:] + b"\0", count=count)


@pytest.fixture
def topics(node):
    for name, overrides in poisoned.TOPICS.items():
        node.topics.overrides[name] = overrides
        node.lead(topic=name)
    return node


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_poison_is_answered_as_kafka_answers_it(topics, case):
    wanted = poisoned.expected(case.name, GOLDEN[case.name])
    result = topics.produce(case.records, topic=case.topic, version=case.version, acks=1).partition
    errors = tuple((error.batch_index, error.batch_index_error_message) for error in result.record_errors)
    ours = poisoned.Answer(result.error_code, result.error_message, errors)
    assert poisoned.agrees(ours, wanted), (ours, wanted)
    is_appended = log_of(topics, case.topic).log_end_offset > 0
    assert is_appended is (result.error_code == 0)
    if is_appended and "offsets" not in case.name:
        assert len(values_in_log(topics, case.topic)) == log_of(topics, case.topic).log_end_offset


def test_every_answer_of_kafkas_is_asked_for():
    assert set(GOLDEN) == {case.name for case in CASES}


def test_the_switch_leaves_the_walk_out(leader):
    log_of(leader).config = LogConfig(broker=settings_of({VALIDATE_RECORDS: False}))
    poison = poisoned.sealed(poisoned.NOISE)
    assert leader.produce(poison).partition.error_code == 0
    log_of(leader).config = LogConfig()
    assert leader.produce(poison).partition.error_code == ErrorCode.INVALID_RECORD


LONG = {
    "many records": many(validator.LOOP_RECORDS_MAX + 1),
    "many headers": many(1, headers=[("h", b"")] * (validator.LOOP_RECORDS_MAX + 1)),
    "much when inflated": many(40, b"v" * 8000, Compression.GZIP),
    "much compressed": many(1, random.Random(7).randbytes(200_000), Compression.SNAPPY),
}


@pytest.mark.parametrize("kind", LONG)
async def test_what_takes_long_is_looked_at_in_a_thread(leader, kind):
    result = leader.produce(LONG[kind])
    assert inspect.iscoroutine(result), "it was looked at on the loop"
    assert log_of(leader).log_end_offset == 0
    call = await result
    assert call.partition.error_code == 0
    assert log_of(leader).log_end_offset == read_header(LONG[kind]).record_count


@pytest.mark.parametrize("kind", ["plain", "gzip"])
async def test_poison_that_takes_long_to_find_is_refused(leader, kind):
    count = validator.LOOP_RECORDS_MAX + 1
    poison = poison_of_many(count)
    if kind == "gzip":
        packed = bytes(compress(Compression.GZIP, poison[61:]))
        poison = poisoned.sealed(packed, count=count, codec=Compression.GZIP)
    call = await leader.produce(poison)
    assert call.partition.error_code == ErrorCode.INVALID_RECORD
    assert log_of(leader).log_end_offset == 0


def test_a_large_batch_of_large_records_does_not_leave_the_loop(leader):
    assert leader.produce(many(400, b"v" * 1000)).partition.error_code == 0


def of_partitions(*records):
    data = [ProduceRequest.PartitionProduceData(index=index, records=each) for index, each in enumerate(records)]
    return ProduceRequest(acks=1, topic_data=[ProduceRequest.TopicProduceData(name="t", partition_data=data)])


async def test_partitions_before_and_behind_a_long_check_have_their_own_answers(leader):
    for index in (1, 2, 3):
        leader.lead(index=index)
    long = LONG["many records"]
    result = leader.send(of_partitions(many(1), long, poisoned.sealed(poisoned.NOISE), long), 9)
    assert log_of(leader, index=0).log_end_offset == 1, "what was checked is appended before the long check"
    call = await result
    codes = [part.error_code for part in call.answer.responses[0].partition_responses]
    assert codes == [0, 0, ErrorCode.INVALID_RECORD, 0]
    ends = [log_of(leader, index=index).log_end_offset for index in range(4)]
    assert ends == [1, validator.LOOP_RECORDS_MAX + 1, 0, validator.LOOP_RECORDS_MAX + 1]


async def test_who_no_longer_leads_after_a_long_check_appends_nothing(leader):
    log = log_of(leader)
    result = leader.produce(LONG["many records"])
    leader.lead(leader=2, isr=(1, 2), epoch=1)
    call = await result
    assert call.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert log.log_end_offset == 0


async def test_a_configuration_altered_during_a_long_check_is_the_one_that_counts(leader):
    result = leader.produce(LONG["many records"])
    log_of(leader).config = LogConfig({"max.message.bytes": "1000"})
    call = await result
    assert call.partition.error_code == ErrorCode.MESSAGE_TOO_LARGE
    assert log_of(leader).log_end_offset == 0


async def test_acks_0_is_not_answered_after_a_long_check_either(leader):
    call = await leader.produce(LONG["many records"], acks=0)
    assert call.is_silent
    assert log_of(leader).log_end_offset == validator.LOOP_RECORDS_MAX + 1


async def test_a_bomb_is_refused_by_its_size(leader):
    zeros = bytes(compress(Compression.ZSTD, bytes(101 * 1024 * 1024)))
    call = await leader.produce(poisoned.sealed(zeros, codec=Compression.ZSTD))
    assert call.partition.error_code == ErrorCode.INVALID_RECORD
    assert "inflate to more than" in call.partition.error_message


async def test_long_checks_are_done_side_by_side_with_the_loop(leader):
    """The loop goes on while a thread looks: somebody else's produce is answered first."""
    leader.lead(index=1)
    result = leader.produce(LONG["much when inflated"])
    assert leader.produce(many(1), index=1).partition.error_code == 0
    assert (await result).partition.error_code == 0

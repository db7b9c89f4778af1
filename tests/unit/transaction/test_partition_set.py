"""The packed set of a transaction's partitions is a set like Python's, and its record is the codec's."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kavka.broker.transaction.partition_set import PartitionSet, PartitionSetBuilder
from kavka.broker.transaction.records import encode_value
from kavka.broker.transaction.states import TransactionState
from kavka.broker.transaction.transaction_metadata import TransactionMetadata
from kavka.common.steps import at_once
from kavka.common.types import TopicPartition
from kavka.protocol.codec import encode_message
from kavka.protocol.messages import TransactionLogValue

PARTITIONS = st.lists(
    st.builds(
        TopicPartition,
        st.sampled_from(["t", "u", "a-topic", "ä"]),
        st.integers(-(2**31), 2**31 - 1) | st.integers(0, 9),
    ),
    max_size=40,
)


@given(PARTITIONS, PARTITIONS)
def test_it_is_the_set_that_python_has(some, others):
    packed, plain = PartitionSet.of(some), frozenset(some)
    assert packed == plain
    assert plain == packed
    assert (len(packed), bool(packed), frozenset(packed)) == (len(plain), bool(plain), plain)
    assert packed.topic_count == len({partition.topic for partition in plain})
    assert list(packed.in_order()) == sorted(plain)
    assert packed.union(others) == plain.union(others)
    assert packed.union(PartitionSet.of(others)) == plain.union(others)
    assert packed.intersection(others) == plain.intersection(others)
    assert packed.issuperset(others) is plain.issuperset(others)
    assert packed.issuperset(PartitionSet.of(others)) is plain.issuperset(others)
    assert packed.issuperset(some)
    assert all((other in packed) is (other in plain) for other in others)


@given(
    st.lists(st.tuples(st.sampled_from(["t", "u", "v"]), st.lists(st.integers(0, 3_000), max_size=1_200)), max_size=5)
)
def test_gathered_in_any_order_each_is_in_it_once(named):
    builder = PartitionSetBuilder()
    for topic, indexes in named:
        builder.add(topic, indexes)
    expected = {TopicPartition(topic, index) for topic, indexes in named for index in indexes}
    found = at_once(builder.finish())
    assert found == expected
    assert list(found.in_order()) == sorted(expected)
    assert len(found) == len(expected)


@given(PARTITIONS)
def test_a_record_has_the_bytes_of_the_codec(partitions):
    metadata = TransactionMetadata("tx", producer_id=7, producer_epoch=3, timeout_ms=60_000, now_ms=5)
    transit = metadata.prepare_add_partitions(partitions, 123_456_789_012)
    by_topic = {}
    for topic, index in sorted(set(partitions)):
        by_topic.setdefault(topic, []).append(index)
    value = TransactionLogValue(
        producer_id=7,
        producer_epoch=3,
        transaction_timeout_ms=60_000,
        transaction_status=int(TransactionState.Ongoing),
        transaction_partitions=[TransactionLogValue.PartitionsSchema(*each) for each in by_topic.items()],
        transaction_last_update_timestamp_ms=123_456_789_012,
        transaction_start_timestamp_ms=123_456_789_012,
    )
    assert encode_value(transit) == b"\0\0" + encode_message(value, 0)

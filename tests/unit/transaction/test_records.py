"""Records of __transaction_state, against bytes that Kafka 3.9.1 wrote."""

from __future__ import annotations

import pytest

from kavka.broker.transaction.records import decode_record, encode_key, encode_value, tombstones_batch, transition_batch
from kavka.broker.transaction.states import TransactionState
from kavka.broker.transaction.transaction_metadata import TransactionMetadata
from kavka.broker.transaction.versions import TransactionVersion
from kavka.common.types import TopicPartition
from kavka.protocol.codec import encode_message
from kavka.protocol.messages import TransactionLogValue
from kavka.protocol.records.batch import Record, iter_records
from kavka.protocol.records.errors import CorruptRecords

# kafka.coordinator.transaction.TransactionLog.keyToBytes and valueToBytes of Kafka 3.9.1
KAFKA_KEY = "00000005" + "612d747869"  # "a-txi"
KAFKA_ONGOING = (
    "0000" "0000000000000011" "0002" "0000ea60" "01"
    "00000002" "000161" "00000001" "00000003" "000162" "00000002" "00000000" "00000001"
    "0000018bcfe5687b" "0000018bcfe56800"
)  # fmt: skip
KAFKA_EMPTY = "0000000000000000001100000000ea6000ffffffff0000018bcfe5687bffffffffffffffff"

START, UPDATE = 0x18BCFE56800, 0x18BCFE5687B


def ongoing():
    txn = TransactionMetadata(
        "a-txi",
        producer_id=17,
        producer_epoch=2,
        timeout_ms=60_000,
        now_ms=1,
        state=TransactionState.Ongoing,
        partitions=[TopicPartition("b", 1), TopicPartition("a", 3)],
        start_ms=START,
    )
    return txn.prepare_add_partitions([TopicPartition("b", 0)], UPDATE)


def empty():
    txn = TransactionMetadata("a-txi", producer_id=17, timeout_ms=60_000, now_ms=1)
    return txn.prepare_next_epoch(60_000, None, UPDATE)


def record(key, value):
    return Record(offset=5, timestamp=0, timestamp_type=0, key=key, value=value, headers=())


def test_bytes_are_kafkas():
    assert encode_key("a-txi").hex() == KAFKA_KEY
    assert encode_value(ongoing()).hex() == KAFKA_ONGOING
    assert encode_value(empty()).hex() == KAFKA_EMPTY


def test_what_kafka_wrote_is_read():
    transactional_id, txn = decode_record(record(bytes.fromhex(KAFKA_KEY), bytes.fromhex(KAFKA_ONGOING)))
    assert transactional_id == txn.transactional_id == "a-txi"
    assert txn.partitions == {TopicPartition("a", 3), TopicPartition("b", 0), TopicPartition("b", 1)}
    assert (txn.producer_id, txn.producer_epoch, txn.timeout_ms, txn.state) == (17, 2, 60_000, TransactionState.Ongoing)
    assert (txn.start_ms, txn.last_update_ms, txn.pending_state) == (START, UPDATE, None)
    _, txn = decode_record(record(bytes.fromhex(KAFKA_KEY), bytes.fromhex(KAFKA_EMPTY)))
    assert (txn.partitions, txn.start_ms, txn.state) == (frozenset(), -1, TransactionState.Empty)


def test_a_batch_holds_one_transition_or_many_tombstones():
    [found] = iter_records(transition_batch(ongoing(), 123))
    assert (found.timestamp, found.value.hex()) == (123, KAFKA_ONGOING)
    records = list(iter_records(tombstones_batch(["a", "b"], 123)))
    assert [decode_record(r) for r in records] == [("a", None), ("b", None)]


def test_keys_of_a_later_kafka_are_passed_over():
    assert decode_record(record(b"\x00\x01whatever", b"")) is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (None, b""),
        (b"", b""),
        (b"\x00\x00\x00\x05ab", None),
        (bytes.fromhex(KAFKA_KEY), b"\x00"),
        (bytes.fromhex(KAFKA_KEY), bytes.fromhex(KAFKA_ONGOING)[:-1]),
        (bytes.fromhex(KAFKA_KEY), bytes.fromhex(KAFKA_ONGOING).replace(b"\xea\x60\x01", b"\xea\x60\x2a")),
        (bytes.fromhex(KAFKA_KEY), b"\x00\x09" + bytes.fromhex(KAFKA_ONGOING)[2:]),
        (bytes.fromhex(KAFKA_KEY), bytes.fromhex(KAFKA_ONGOING.replace("00020000ea60", "7fff0000ea60"))),
    ],
)
def test_what_cannot_be_read_is_said_to_be_corrupt(key, value):
    with pytest.raises(CorruptRecords):
        decode_record(record(key, value))


# ---- value version 1 (KIP-890) ----


def of_version_2(state=TransactionState.PrepareCommit, partitions=(("a", 3), ("b", 0), ("b", 1), ("größe" * 40, 200))):
    txn = TransactionMetadata(
        "a-txi",
        producer_id=17,
        producer_epoch=32_766,
        timeout_ms=60_000,
        now_ms=1,
        state=TransactionState.Ongoing,
        partitions=[TopicPartition(*one) for one in partitions],
        start_ms=START,
    )
    transit = txn.prepare_end(state, UPDATE, version=TransactionVersion.V2, next_producer_id=99)
    txn.complete(transit)
    return txn, transit


def as_codec(transit, **fields):
    """The value that the generated codec writes, which is held against Kafka's own bytes (tests/golden)."""
    value = TransactionLogValue(
        producer_id=transit.producer_id,
        previous_producer_id=transit.last_producer_id,
        next_producer_id=transit.next_producer_id,
        producer_epoch=transit.producer_epoch,
        transaction_timeout_ms=transit.timeout_ms,
        transaction_status=int(transit.state),
        transaction_partitions=None
        if transit.state is TransactionState.Empty
        else [
            TransactionLogValue.PartitionsSchema(topic, list(indexes))
            for topic, indexes in transit.partitions.by_sorted_topic()
        ],
        transaction_last_update_timestamp_ms=transit.last_update_ms,
        transaction_start_timestamp_ms=transit.start_ms,
        client_transaction_version=int(transit.client_version),
        **fields,
    )
    return b"\x00\x01" + encode_message(value, 1)


def test_values_of_version_1_are_those_of_the_codec():
    txn, prepared = of_version_2()
    complete = txn.prepare_complete(UPDATE)
    nobody = TransactionMetadata("a-txi", producer_id=17, timeout_ms=60_000, now_ms=1)
    for transit in (prepared, complete, nobody.prepare_next_epoch(60_000, None, UPDATE), ongoing()):
        assert encode_value(transit, 1) == as_codec(transit)
    assert (complete.producer_id, complete.producer_epoch, complete.last_producer_id) == (99, 0, 17)


def test_a_value_of_version_1_says_what_the_next_coordinator_needs():
    _, prepared = of_version_2()
    _, txn = decode_record(record(bytes.fromhex(KAFKA_KEY), encode_value(prepared, 1)))
    assert (txn.producer_id, txn.producer_epoch, txn.next_producer_id) == (17, 32_767, 99)
    assert (txn.client_version, txn.last_producer_id) == (TransactionVersion.V2, 17)
    assert txn.partitions == prepared.partitions
    later = as_codec(prepared, unknown_tagged_fields=((9, b"later"),))
    assert decode_record(record(bytes.fromhex(KAFKA_KEY), later))[1].next_producer_id == 99


def test_in_version_0_there_is_no_room_for_it():
    _, prepared = of_version_2()
    _, txn = decode_record(record(bytes.fromhex(KAFKA_KEY), encode_value(prepared, 0)))
    assert (txn.producer_epoch, txn.next_producer_id, txn.client_version) == (32_767, -1, TransactionVersion.V0)

"""The records of `__share_group_state` and the keys of its coordinators: Kafka's bytes, Kafka's words."""

from __future__ import annotations

import pytest

from kavka.broker.replica.internal_log import partition_for
from kavka.broker.share.persister import SharePartition, ShareState, StateBatch
from kavka.broker.share.state.keys import coordinator_key, read_coordinator_key
from kavka.broker.share.state.records import StateDeleted, StateSnapshot, StateUpdate, decode_record, encode_record
from kavka.protocol.errors import InvalidRequest
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.record import Record

TOPIC = bytes(range(16))
ID = "AAECAwQFBgcICQoLDA0ODw"
PLACE = SharePartition("g", TOPIC, 5)
BATCHES = (StateBatch(100, 104, 2, 1), StateBatch(106, 109, 0, 2))
STATE = ShareState(2, 7, 100, 4, BATCHES)

# Written by Kafka 4.4's ShareCoordinatorRecordSerde.
KEY = "{kind} 0001 67 000102030405060708090a0b0c0d0e0f 00000005"
OF_BATCHES = (
    "03 0000000000000064 0000000000000068 02 0001 00 000000000000006a 000000000000006d 00 0002 00 01 00 04 00000004"
)
KAFKAS = [
    (
        StateSnapshot(3, STATE, 1000, 2000),
        "0000",
        f"0000 00000003 00000002 00000007 0000000000000064 00000000000003e8 00000000000007d0 {OF_BATCHES}",
    ),
    (StateUpdate(3, STATE._replace(state_epoch=0)), "0001", f"0000 00000003 00000007 0000000000000064 {OF_BATCHES}"),
    (StateDeleted(), "0000", None),
    (
        StateSnapshot(0, ShareState(0, 0, -1, -1, ()), 0, 0),
        "0000",
        f"0000 00000000 00000000 00000000 ffffffffffffffff {'00' * 16} 01 00",
    ),
]


def record(key, value):
    return Record(9, 1, 0, key, value, [])


@pytest.mark.parametrize(("said", "kind", "value"), KAFKAS)
def test_records_are_kafkas_bytes_both_ways(said, kind, value):
    key = bytes.fromhex(KEY.format(kind=kind))
    expected = None if value is None else bytes.fromhex(value)
    assert encode_record(PLACE, said) == (key, expected)
    assert decode_record(record(key, expected)) == (PLACE, said)


def test_what_others_write_of_neighbours_is_one_batch():
    key, value = encode_record(
        PLACE, StateUpdate(0, STATE._replace(batches=(StateBatch(5, 6, 0, 1), StateBatch(3, 4, 0, 1))))
    )
    assert decode_record(record(key, value))[1].changed.batches == (StateBatch(3, 6, 0, 1),)


def test_kinds_of_a_later_kafka_are_passed_over_and_so_is_an_update_without_a_value():
    key, _ = encode_record(PLACE, StateUpdate(0, STATE))
    assert decode_record(record(b"\0\x07" + key[2:], b"x")) is None
    assert decode_record(record(key, None)) is None


def test_what_cannot_be_read_says_so():
    key, value = encode_record(PLACE, StateSnapshot(0, STATE, 0, 0))
    for broken in (record(None, value), record(b"\0", value), record(key[:-1], value), record(key, value[:9])):
        with pytest.raises(CorruptRecords, match="at offset 9"):
            decode_record(broken)


@pytest.mark.parametrize(
    ("place", "key", "index"),
    [  # as Kafka 4.4's SharePartitionKey and its hash say, of 50 partitions
        (PLACE, f"g:{ID}:5", 14),
        (SharePartition("a:b", TOPIC, 0), f"a:b:{ID}:0", 45),
        (SharePartition("ß→𝄞", bytes(range(240, 256)), 123), "ß→𝄞:8PHy8_T19vf4-fr7_P3-_w:123", 18),
    ],
)
def test_keys_are_kafkas(place, key, index):
    assert coordinator_key(place) == key
    assert read_coordinator_key(key) == place
    assert partition_for(key, 50) == index


@pytest.mark.parametrize(("key", "same"), [(f"g:{ID}==:+1", f"g:{ID}:1"), (f"g:{ID}:1:", f"g:{ID}:1")])
def test_other_spellings_of_a_key_are_the_same_key(key, same):
    assert coordinator_key(read_coordinator_key(key)) == same


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("", "not the key"),
        ("g", "not the key"),
        (f"g:{ID}", "not the key"),
        ("g:x:1", "'x' in 'g:x:1' is not a topic id"),
        ("g::1", "is not a topic id"),
        (f":{ID}:1", "has no group"),
        (f"  :{ID}:1", "has no group"),
        (f"g:{ID}:x", "'x' in .* is not a partition"),
        (f"g:{ID}:2147483648", "is not a partition"),
    ],
)
def test_what_is_no_key_is_an_invalid_request(key, says):
    with pytest.raises(InvalidRequest, match=says):
        read_coordinator_key(key)

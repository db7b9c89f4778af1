"""Records of share groups (KIP-932): the bytes of Kafka 4.4's classes, its order, and groups read back."""

import pytest

from kavka.broker.group import records as group_records
from kavka.broker.group.share import records
from kavka.broker.group.share.member import ShareMember, ShareSubscription
from kavka.broker.group.share.record_ids import ShareRecordId, ShareRecordKind
from kavka.broker.group.share.share_group_metadata import ShareGroupMetadata
from kavka.broker.group.share.states import SharePartitionState
from kavka.common.steps import at_once
from kavka.protocol.errors import DecodeError

TOPIC = bytes(range(16))
DELETED = bytes(reversed(range(16)))

KINDS = ShareRecordKind

EXPECTED = {
    # As written by the message classes of kafka-group-coordinator-4.4.0.jar.
    ShareRecordId(KINDS.MEMBER, "m"): ("000a 0001 67 0001 6d", "0000 02 72 02 63 03 2f68 02 02 74 00"),
    ShareRecordId(KINDS.GROUP): ("000b 0001 67", "0000 00000002 0000000000000000 00"),
    ShareRecordId(KINDS.PARTITIONS): (
        "000f 0001 67",
        f"0000 02 {TOPIC.hex()} 02 74 02 00000001 00 02 {TOPIC.hex()} 02 74 02 00000000 00 "
        f"02 {DELETED.hex()} 02 75 00 00",
    ),
    ShareRecordId(KINDS.TARGET, "m"): ("000d 0001 67 0001 6d", f"0000 02 {TOPIC.hex()} 02 00000000 00 00"),
    ShareRecordId(KINDS.TARGET_EPOCH): ("000c 0001 67", "0000 00000002 01 00 08 0000000000000007"),
    ShareRecordId(KINDS.CURRENT, "m"): (
        "000e 0001 67 0001 6d",
        f"0000 00000002 00000000 00 02 {TOPIC.hex()} 02 00000000 00 00",
    ),
}


@pytest.fixture
def group():
    """A group with a member that has t-0; t-1 is to be begun, and topic u to be forgotten."""
    group = ShareGroupMetadata()
    member = ShareMember("m", ShareSubscription("r", "c", "/h", ("t",)))
    group.add(member)
    group.begin(TOPIC, "t", [0, 1])
    group.begun([(TOPIC, 0)])
    group.begin(DELETED, "u", [0])
    group.delete(DELETED)
    group.begin_epoch()
    group.begin_epoch()
    group.set_targets({"m": {TOPIC: frozenset({0})}}, 0)
    member.epoch, member.assigned = 2, {TOPIC: frozenset({0})}
    return group


def test_keys_and_values_are_kafkas_bytes_in_kafkas_order(group):
    written = records.written("g", group, group.take_unwritten(), 7)
    assert [(key.hex(), value.hex()) for key, value in written] == [
        (bytes.fromhex(key).hex(), bytes.fromhex(value).hex()) for key, value in EXPECTED.values()
    ]
    for record, (key, _) in EXPECTED.items():
        assert group_records.read_key(bytes.fromhex(key)) == ("g", record)


def test_a_group_is_read_as_it_was_written(group):
    read = at_once(records.read_group({record: records.value(group, record, 7) for record in group.all_records()}))
    assert (read.epoch, read.target_epoch, read.targets) == (2, 2, {"m": {TOPIC: frozenset({0})}})
    [member] = read.members.values()
    assert member.subscription == group.members["m"].subscription
    assert (member.epoch, member.previous_epoch, member.assigned) == (2, 0, {TOPIC: frozenset({0})})
    states = [read.partitions.state(TOPIC, 0), read.partitions.state(TOPIC, 1), read.partitions.state(DELETED, 0)]
    assert states == [SharePartitionState.INITIALIZED, SharePartitionState.INITIALIZING, SharePartitionState.DELETING]
    assert not read.unwritten


def test_who_is_gone_is_deleted_first(group):
    group.take_unwritten()
    group.remove(group.members["m"])
    group.begin_epoch()
    written = records.written("g", group, group.take_unwritten(), 7)
    assert [(key[1], value is None) for key, value in written] == [(14, True), (13, True), (10, True), (11, False)]


def test_a_deleted_group_leaves_nothing(group):
    keys = [key for key, value in records.tombstones("g", group) if value is None]
    assert {group_records.read_key(key).id for key in keys} == set(EXPECTED)


def test_what_has_no_epoch_is_no_group_and_what_is_broken_says_so():
    assert at_once(records.read_group({ShareRecordId(KINDS.TARGET_EPOCH): b""})) is None
    for value in (b"\0", b"\0\7\0\0\0\1\0", b"\0\0\0"):
        with pytest.raises(DecodeError):
            at_once(records.read_group({ShareRecordId(KINDS.GROUP): value}))

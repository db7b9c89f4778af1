"""Records of consumer groups (KIP-848): Kafka's bytes, its order, and what a failed write leaves to be written."""

from __future__ import annotations

import pytest

from kavka.broker.group import records as group_records
from kavka.broker.group.consumer import records
from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
from kavka.broker.group.consumer.coordinator import encode_records
from kavka.broker.group.consumer.member import ClassicProtocol, ConsumerMember, Subscription
from kavka.broker.group.consumer.reconciliation import MemberStep
from kavka.broker.group.consumer.record_ids import RecordId, RecordKind
from kavka.broker.group.consumer.states import MemberState
from kavka.broker.group.consumer.topics import SubscribedTopic
from kavka.broker.group.consumer.writes import GroupWrites
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.common.steps import at_once
from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.timer.clock import ManualClock

TOPIC = bytes(range(16))
UUID = TOPIC.hex()


@pytest.fixture
def group():
    """A group with a member that has partition 0 of topic t since epoch 1, and is to give up partition 1, since 0."""
    group = ConsumerGroupMetadata()
    said = Subscription("i", "r", "c", "/h", ("t",), "t.*", 5_000, "range")
    member = ConsumerMember("m", said, assigned={TOPIC: frozenset({1})})
    group.add(member)
    group.set_regexes({"t.*": frozenset({"t"})})
    group.set_topics({"t": SubscribedTopic(TOPIC, 2)}, 9)
    group.begin_epoch()
    group.begin_epoch()
    group.set_targets({"m": {TOPIC: frozenset({0})}}, 0)
    group.take(
        member, MemberStep(MemberState.UNREVOKED_PARTITIONS, 1, {TOPIC: frozenset({0})}, {TOPIC: frozenset({1})})
    )
    return group


EXPECTED = {
    # (version i16) group id | member id; (version i16) fields of a flexible version: counts and lengths plus one;
    # one tagged field of partitions, its number and size: the epochs in which the member got them (KIP-1251)
    RecordId(RecordKind.MEMBER, "m"): (
        "0005 0001 67 0001 6d",
        "0000 02 69 02 72 02 63 03 2f68 02 02 74 04 742e2a 00001388 06 72616e6765 01 00 01 00",
    ),
    RecordId(RecordKind.REGEX, "t.*"): (
        "0010 0001 67 0003 742e2a",
        "0000 02 02 74 0000000000000009 0000000000000007 00",
    ),
    RecordId(RecordKind.TOPICS): ("0004 0001 67", f"0000 02 {UUID} 02 74 00000002 01 00 00"),
    RecordId(RecordKind.GROUP): ("0003 0001 67", "0000 00000002 00"),
    RecordId(RecordKind.TARGET, "m"): ("0007 0001 67 0001 6d", f"0000 02 {UUID} 02 00000000 00 00"),
    RecordId(RecordKind.TARGET_EPOCH): ("0006 0001 67", "0000 00000002 00"),
    RecordId(RecordKind.CURRENT, "m"): (
        "0008 0001 67 0001 6d",
        f"0000 00000001 00000000 01 02 {UUID} 02 00000000 01 00 05 02 00000001"
        f" 02 {UUID} 02 00000001 01 00 05 02 00000000 00",
    ),
}


def test_keys_and_values_are_kafkas_bytes_in_kafkas_order(group):
    ids = records.in_order(group, group.take_unwritten())
    assert ids == list(EXPECTED)
    for record, (key, value) in EXPECTED.items():
        assert records.key("g", record) == bytes.fromhex(key)
        assert records.value(group, record, 7).hex() == bytes.fromhex(value).hex(), record
        assert group_records.read_key(bytes.fromhex(key)) == ("g", record)


def test_a_member_that_was_written_without_a_word_on_the_classic_protocol_is_not_of_it(group):
    """As this broker wrote it at first; Kafka says null."""
    values = {record: records.value(group, record, 7) for record in group.all_records()}
    said = values[RecordId(RecordKind.MEMBER, "m")].removesuffix(b"\1\0\1\0") + b"\0"
    read = at_once(records.read_group(values | {RecordId(RecordKind.MEMBER, "m"): said}))
    assert read.members["m"].classic is None


def test_a_member_of_the_classic_protocol_keeps_what_it_has_said(group):
    metadata = b"\0\1\0\0\0\1\0\1t\xff\xff\xff\xff\0\0\0\0"
    classic = ClassicProtocol(10_000, (("range", metadata),))
    group.add(ConsumerMember("k", Subscription(None, None, "c", "/h", ("t",), None, 5_000, classic=classic)))
    record = RecordId(RecordKind.MEMBER, "k")
    value = records.value(group, record, 7)
    # after the fields: one tagged field, its number and size, that it is not null
    tagged = f"00002710 02 06 72616e6765 {len(metadata) + 1:02x} {metadata.hex()} 00 00"
    said = f"0000 00 00 02 63 03 2f68 02 02 74 00 00001388 00 01 00 {len(bytes.fromhex(tagged)) + 1:02x} 01 {tagged}"
    assert value.hex() == bytes.fromhex(said).hex()
    values = {kind: records.value(group, kind, 7) for kind in group.all_records()}
    assert at_once(records.read_group(values)).members["k"].classic == classic


@pytest.mark.parametrize(
    ("protocols", "reason"), [((), "without any protocol"), ((("range", b""),), "without a version")]
)
def test_a_classic_member_that_cannot_be_read_is_broken(group, protocols, reason):
    classic = ClassicProtocol(10_000, protocols)
    group.add(ConsumerMember("k", Subscription(classic=classic)))
    values = {kind: records.value(group, kind, 7) for kind in group.all_records()}
    with pytest.raises(DecodeError, match=reason):
        at_once(records.read_group(values))


def test_a_group_that_was_classic_deletes_that_first(group):
    group.take_unwritten()
    for kind in (RecordKind.GROUP, RecordKind.CLASSIC):
        group.note(kind)
    group.note(RecordKind.TARGET, "gone")
    ids = records.in_order(group, group.take_unwritten())
    assert [record.kind for record in ids] == [RecordKind.CLASSIC, RecordKind.TARGET, RecordKind.GROUP]
    assert records.key("g", ids[0]) == group_records.group_key("g")
    assert records.value(group, ids[0], 7) is None


def test_a_group_is_read_as_it_was_written(group):
    values = {record: records.value(group, record, 7) for record in group.all_records()}
    read = at_once(records.read_group(values))
    assert (read.epoch, read.target_epoch, read.topics, read.regexes) == (2, 2, group.topics, group.regexes)
    [member] = read.members.values()
    assert member.subscription == group.members["m"].subscription
    assert (member.state, member.epoch) == (MemberState.UNREVOKED_PARTITIONS, 1)
    assert not read.is_free(TOPIC, 0)
    assert not read.is_free(TOPIC, 1)
    assert [read.assignment_epoch("m", (TOPIC, index)) for index in range(3)] == [1, 0, None]
    assert not read.unwritten


def test_what_a_static_member_has_while_it_is_away_it_has_since_epoch_0(group):
    group.go_away(group.members["m"])
    value = records.value(group, RecordId(RecordKind.CURRENT, "m"), 7).hex()
    expected = f"0000 fffffffe 00000000 01 02 {UUID} 02 00000000 01 00 05 02 00000000 01 00"
    assert value == bytes.fromhex(expected).hex()


def current(value):
    """The values of a group whose member m has another current assignment."""
    member = "0000 00 00 01 01 02 02 74 00 00001388 00 00"
    return {
        RecordId(RecordKind.GROUP): bytes.fromhex("0000 00000007 00"),
        RecordId(RecordKind.MEMBER, "m"): bytes.fromhex(member),
        RecordId(RecordKind.CURRENT, "m"): bytes.fromhex(value),
    }


@pytest.mark.parametrize(("member_epoch", "assignment_epoch"), [("00000005", 5), ("fffffffe", 0)])
def test_partitions_that_were_written_without_epochs_have_their_members(member_epoch, assignment_epoch):
    """As Kafka before 4.3 wrote them, and this broker; nobody gets anything in the epoch of being away."""
    read = at_once(
        records.read_group(current(f"0000 {member_epoch} 00000004 00 02 {UUID} 03 00000000 00000001 00 01 00"))
    )
    assert [read.assignment_epoch("m", (TOPIC, index)) for index in range(2)] == [assignment_epoch] * 2


def test_epochs_that_are_not_as_many_as_the_partitions_count_as_not_said():
    two_for_one = f"0000 00000005 00000004 00 02 {UUID} 02 00000000 01 00 09 03 00000001 00000002 01 00"
    assert at_once(records.read_group(current(two_for_one))).assignment_epoch("m", (TOPIC, 0)) == 5


def test_who_is_gone_is_deleted_first_and_in_kafkas_order(group):
    group.take_unwritten()
    group.remove(group.members["m"])
    group.begin_epoch()
    ids = records.in_order(group, group.take_unwritten())
    assert [record.kind for record in ids] == [
        RecordKind.CURRENT,
        RecordKind.TARGET,
        RecordKind.MEMBER,
        RecordKind.GROUP,
    ]
    assert [records.value(group, record, 7) is None for record in ids] == [True, True, True, False]


def test_a_partition_of_two_members_is_the_first_ones(group):
    values = {record: records.value(group, record, 7) for record in group.all_records()}
    for kind in (RecordKind.MEMBER, RecordKind.CURRENT):
        values[RecordId(kind, "n")] = values[RecordId(kind, "m")]
    read = at_once(records.read_group(values))
    assert (read.members["m"].epoch, read.members["n"].epoch) == (1, 0)
    assert not read.members["n"].assigned


def test_what_has_no_epoch_is_no_group_and_what_is_broken_says_so():
    assert at_once(records.read_group({RecordId(RecordKind.TARGET_EPOCH): b""})) is None
    for value in (b"\0", b"\0\7\0\0\0\1\0", b"\0\0\0"):
        with pytest.raises(DecodeError):
            at_once(records.read_group({RecordId(RecordKind.GROUP): value}))


def test_keys_of_other_kinds_are_left_alone():
    for key in ("0009 0001 67", "0063 0001 67", "0012 0001 67"):
        assert group_records.read_key(bytes.fromhex(key)) is None


def test_a_state_of_a_later_kafka_is_reconciled_anew(group):
    values = {record: records.value(group, record, 7) for record in group.all_records()}
    current = RecordId(RecordKind.CURRENT, "m")
    values[current] = values[current][:10] + b"\x63" + values[current][11:]
    assert at_once(records.read_group(values)).members["m"].state is MemberState.UNRELEASED_PARTITIONS


class FakeStore:
    """A store whose appends end when a test says so."""

    def __init__(self):
        self.appends = []

    def append_records(self, group, pairs, on_done):
        self.appends.append(([key[:2].hex() for key, _ in pairs], on_done))


def test_what_could_not_be_written_is_written_with_the_next_change(group):
    store = FakeStore()
    metadata = GroupMetadata("g", 0, now_ms=1)
    metadata.become_consumer(group)
    writes = GroupWrites(store, ManualClock(), half=lambda group: group.consumer, encode=encode_records)
    answers = []
    writes.write(metadata, lambda error: answers.append(("first", error)))
    group.begin_epoch()
    writes.write(metadata, lambda error: answers.append(("second", error)))
    writes.write(metadata, lambda error: answers.append(("nothing new", error)))
    (first, first_done), (second, second_done) = store.appends
    assert (len(first), second) == (7, ["0003"])
    assert answers == []
    first_done(ErrorCode.NOT_COORDINATOR)
    second_done(ErrorCode.NONE)
    lost = ErrorCode.COORDINATOR_NOT_AVAILABLE
    assert answers == [("first", ErrorCode.NOT_COORDINATOR), ("second", lost), ("nothing new", lost)]
    writes.write(metadata, lambda error: answers.append(("third", error)))
    third, third_done = store.appends[2]
    assert third == first
    third_done(ErrorCode.NONE)
    writes.write(metadata, lambda error: answers.append(("at once", error)))
    assert answers[3:] == [("third", ErrorCode.NONE), ("at once", ErrorCode.NONE)]


def test_records_are_split_into_batches():
    pairs = [(b"k" * 10, b"v" * 90)] * 5 + [(b"k" * 10, None)]
    assert [len(part) for part in records.in_parts(pairs, 200)] == [2, 2, 2]
    assert list(records.in_parts([], 200)) == []

"""Records of streams groups (KIP-1071): the bytes of Kafka 4.4's coordinator, its order, and groups read back."""

import pytest

from kavka.broker.group import records as group_records
from kavka.broker.group.streams import records
from kavka.broker.group.streams.member import StreamsMember, StreamsSaid, UserEndpoint
from kavka.broker.group.streams.record_ids import StreamsRecordId, StreamsRecordKind
from kavka.broker.group.streams.states import StreamsMemberState
from kavka.broker.group.streams.streams_group_metadata import StreamsGroupMetadata
from kavka.broker.group.streams.tasks import HeldTasks, RoleTasks, Task
from kavka.broker.group.streams.topology import TopicInfo, Topology
from kavka.broker.group.versioned import versioned
from kavka.common.steps import at_once
from kavka.protocol.errors import DecodeError
from kavka.protocol.messages import StreamsGroupCurrentMemberAssignmentValue, StreamsGroupTopologyValue
from tests.support.group.streams_groups import info, part, tasks

KINDS = StreamsRecordKind

EXPECTED = {
    # As written by StreamsCoordinatorRecordHelpers of kafka-group-coordinator-4.4.0.jar.
    StreamsRecordId(KINDS.MEMBER, "m"): (
        "001300016700016d",
        "0000026902720263032f680000ea600000000002700102651f90000308636c7573746572026b00057a6f6e65027a0000",
    ),
    StreamsRecordId(KINDS.TOPOLOGY): (
        "0017000167",
        "00000000000003023002066c696e657301010206776f726473010100023101010207636f756e74730000000000000202"
        "6b02760000010206776f7264730000000000000100020101020000000000",
    ),
    StreamsRecordId(KINDS.GROUP): (
        "0011000167",
        "000000000003000000000000004d02000400000000011902156e756d2e7374616e6462792e7265706c69636173023100",
    ),
    StreamsRecordId(KINDS.TARGET, "m"): (
        "001500016700016d",
        "0000020230030000000000000001000202310200000000000100",
    ),
    StreamsRecordId(KINDS.TARGET_EPOCH): (
        "0014000167",
        "0000000000030100080000000000000007",
    ),
    StreamsRecordId(KINDS.CURRENT, "m"): (
        "001600016700016d",
        "000000000002000000010202023003000000000000000101000903000000010000000202023102000000000002023102"
        "000000010002023102000000020100050200000001010100",
    ),
}


@pytest.fixture
def group():
    """A group whose member gives up 1_2, and has not got 0_0 and 0_1 in one epoch."""
    group = StreamsGroupMetadata()
    said = StreamsSaid("i", "r", "c", "/h", 60_000, 0, "p", UserEndpoint("e", 8080), (("cluster", "k"), ("zone", "z")))
    member = StreamsMember("m", said, 2, 1, StreamsMemberState.UNREVOKED_TASKS)
    member.assigned = HeldTasks({Task("0", 1): 2, Task("0", 0): 1}, tasks("1_0"), tasks("1_1"))
    member.revoking = HeldTasks({Task("1", 2): 1})
    group.add(member)
    counts = TopicInfo(name="counts", topic_configs=[StreamsGroupTopologyValue.TopicConfig("k", "v")])
    copartitioned = StreamsGroupTopologyValue.CopartitionGroup(repartition_source_topics=[0])
    second = part("1", repartition_source_topics=[info("words")], state_changelog_topics=[counts])
    second.copartition_groups = [copartitioned]
    group.set_topology(Topology(epoch=0, subtopologies=[part("0", "lines", repartition_sink_topics=["words"]), second]))
    group.topics_hash, group.validated_epoch, group.configs = 77, 0, (("num.standby.replicas", "1"),)
    group.begin_epoch()
    group.begin_epoch()
    group.set_targets({"m": RoleTasks(tasks("0_0", "0_1"), tasks("1_0"))}, 0)
    return group


def read(group):
    return at_once(records.read_group({record: records.value(group, record, 7) for record in group.all_records()}))


def test_keys_and_values_are_kafkas_bytes_in_kafkas_order(group):
    written = records.written("g", group, group.take_unwritten(), 7)
    assert [(key.hex(), value.hex()) for key, value in written] == list(EXPECTED.values())
    for record, (key, _) in EXPECTED.items():
        assert group_records.read_key(bytes.fromhex(key)) == ("g", record)


def test_a_group_is_read_as_it_was_written(group):
    found = read(group)
    assert (found.epoch, found.target_epoch, found.targets) == (3, 3, group.targets)
    assert (found.topology, found.topics_hash, found.validated_epoch) == (group.topology, 77, 0)
    assert (found.configs, found.static_members, found.unwritten) == (group.configs, {"i": "m"}, {})
    [member], [known] = found.members.values(), group.members.values()
    assert (member.said, member.epoch, member.previous_epoch) == (known.said, 2, 1)
    assert (member.state, member.assigned, member.revoking) == (known.state, known.assigned, known.revoking)


def test_what_has_not_come_so_far_is_read_too():
    group = StreamsGroupMetadata()
    group.set_topology(Topology(epoch=0))
    group.add(StreamsMember("m", StreamsSaid()))
    values = {
        record: records.value(group, record, 7)
        for record in (
            StreamsRecordId(KINDS.GROUP),
            StreamsRecordId(KINDS.TOPOLOGY),
            StreamsRecordId(KINDS.MEMBER, "m"),
        )
    }
    found = at_once(records.read_group(values))
    assert (found.target_epoch, found.members["m"].epoch, found.targets) == (1, 0, {})
    assert found.members["m"].said == StreamsSaid()


def test_the_target_of_a_group_without_members_was_computed_at_no_time():
    group = StreamsGroupMetadata()
    group.begin_epoch()
    assert records.value(group, StreamsRecordId(KINDS.TARGET_EPOCH), 7).hex() == "00000000000200"


def test_who_is_gone_is_deleted_first_and_the_record_of_the_classic_group_before_all(group):
    group.take_unwritten()
    group.remove(group.members["m"])
    group.begin_epoch()
    group.note_classic()
    written = [(key.hex()[:4], value is None) for key, value in records.written("g", group, group.take_unwritten(), 7)]
    gone = [("0016", True), ("0015", True), ("0013", True)]
    assert written == [*gone, ("0002", True), ("0011", False), ("0014", False)]


def test_a_deleted_group_leaves_nothing(group):
    keys = {bytes.fromhex(key) for key, _ in EXPECTED.values()}
    assert {key for key, value in records.tombstones("g", group) if value is None} == keys


def test_what_has_no_epoch_is_no_group():
    assert at_once(records.read_group({})) is None


def current(**fields):
    return versioned(StreamsGroupCurrentMemberAssignmentValue(**fields), 0)


Held = StreamsGroupCurrentMemberAssignmentValue.TaskIds


@pytest.mark.parametrize(
    ("record", "value", "reason"),
    [
        (StreamsRecordId(KINDS.GROUP), b"\x00", "without a version"),
        (StreamsRecordId(KINDS.TOPOLOGY), None, "without a topology"),
        (
            StreamsRecordId(KINDS.CURRENT, "m"),
            current(state=1, active_tasks=[Held("0", [0, 1], [7])]),
            "2 tasks have 1 epochs",
        ),
    ],
)
def test_what_is_broken_says_so(group, record, value, reason):
    values = {each: records.value(group, each, 7) for each in group.all_records()} | {record: value}
    with pytest.raises(DecodeError, match=reason):
        at_once(records.read_group({each: data for each, data in values.items() if data is not None}))


def test_a_state_of_a_later_kafka_is_reconciled_anew(group):
    values = {each: records.value(group, each, 7) for each in group.all_records()}
    values[StreamsRecordId(KINDS.CURRENT, "m")] = current(state=9)
    [member] = at_once(records.read_group(values)).members.values()
    assert member.state is StreamsMemberState.UNRELEASED_TASKS


def test_what_could_not_be_written_is_to_be_written_again(group):
    noted = group.take_unwritten()
    assert group.take_unwritten() == []
    group.note_again(noted)
    assert group.take_unwritten() == noted


def test_tasks_without_epochs_are_in_that_of_their_member(group):
    values = {each: records.value(group, each, 7) for each in group.all_records()}
    values[StreamsRecordId(KINDS.CURRENT, "m")] = current(member_epoch=5, state=1, active_tasks=[Held("0", [0])])
    [member] = at_once(records.read_group(values)).members.values()
    assert member.assigned.active == {Task("0", 0): 5}


def test_of_two_members_with_one_instance_id_in_a_damaged_log_each_can_go(group):
    """Whoever wrote it: the coordinator that reads it has to be able to fence both."""
    group.add(StreamsMember("n", StreamsSaid(instance_id="i")))
    there = {record: records.value(group, record, 7) for record in group.all_records()}
    said = StreamsRecordId(StreamsRecordKind.MEMBER, "n")
    there[StreamsRecordId(StreamsRecordKind.MEMBER, "o")] = there[said]
    found = at_once(records.read_group(there))
    assert found.static_member("i").member_id == "o"
    for member in list(found.members.values()):
        found.remove(member)
    assert (found.members, found.static_members) == ({}, {})

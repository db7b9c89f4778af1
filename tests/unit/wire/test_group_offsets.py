"""A group's offsets as requests and responses."""

import pytest

from kavka.common.types import TopicPartition
from kavka.protocol.errors import (
    DecodeError,
    ErrorCode,
    IllegalGeneration,
    KafkaError,
    StaleMemberEpoch,
    UnknownTopicId,
    UnstableOffsetCommit,
)
from kavka.protocol.messages import OffsetCommitResponse, OffsetDeleteResponse, OffsetFetchResponse
from kavka.wire.coordinator import CoordinatorCore, CoordinatorKind
from kavka.wire.group_offsets import (
    GroupMetadata,
    OffsetAndMetadata,
    as_committed,
    check_committed,
    check_fetched,
    check_member_fetched,
    commit_request,
    delete_request,
    deleted_in,
    fetch_request,
    member_fetch_request,
    names_of,
)

T0, T1, U0 = TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("u", 0)


@pytest.fixture
def coordinator():
    core = CoordinatorCore(CoordinatorKind.GROUP, "g")
    core.broker_id = 3
    return core


def fetched(*parts, error_code=0):
    """Partitions of topic t as (index, offset, error code)."""
    partition = OffsetFetchResponse.OffsetFetchResponsePartition
    return OffsetFetchResponse(
        error_code=error_code,
        topics=[
            OffsetFetchResponse.OffsetFetchResponseTopic(
                name="t",
                partitions=[
                    partition(partition_index=index, committed_offset=offset, error_code=code, metadata=None)
                    for index, offset, code in parts
                ],
            )
        ],
    )


def test_a_number_is_an_offset_without_a_note():
    assert as_committed(7) == OffsetAndMetadata(7, "", -1)
    assert as_committed(OffsetAndMetadata(7, "note", 2)) == OffsetAndMetadata(7, "note", 2)


def test_a_member_commits_in_its_generation_and_anybody_in_none():
    request = commit_request(GroupMetadata("g", 4, "m", "i"), {T0: OffsetAndMetadata(1, "n", 2), U0: as_committed(5)})
    assert (request.generation_id_or_member_epoch, request.member_id, request.group_instance_id) == (4, "m", "i")
    [t, _] = request.topics
    part = t.partitions[0]
    assert (part.committed_offset, part.committed_leader_epoch, part.committed_metadata) == (1, 2, "n")
    nobody = commit_request(GroupMetadata("g"), {T0: as_committed(1)})
    assert (nobody.generation_id_or_member_epoch, nobody.member_id) == (-1, "")


def test_a_commit_that_is_refused_names_its_partition(coordinator):
    parts = [
        OffsetCommitResponse.OffsetCommitResponsePartition(partition_index=i, error_code=c)
        for i, c in ((0, 0), (1, 22))
    ]
    response = OffsetCommitResponse(topics=[OffsetCommitResponse.OffsetCommitResponseTopic(name="t", partitions=parts)])
    with pytest.raises(IllegalGeneration, match=r"group 'g', t-1: ILLEGAL_GENERATION"):
        check_committed(coordinator, "g", response)
    del response.topics[0].partitions[1:]
    check_committed(coordinator, "g", response)


def test_all_partitions_are_asked_for_by_none_and_some_by_topic():
    assert fetch_request("g", None, require_stable=False).topics is None
    request = fetch_request("g", [T0, U0, T1], require_stable=True)
    assert [(topic.name, topic.partition_indexes) for topic in request.topics] == [("t", [0, 1]), ("u", [0])]
    assert request.require_stable


def test_partitions_without_an_offset_are_left_out(coordinator):
    assert check_fetched(coordinator, "g", fetched((0, 9, 0), (1, -1, 0))) == {T0: OffsetAndMetadata(9)}


def test_the_groups_error_or_a_partitions_is_raised(coordinator):
    with pytest.raises(UnstableOffsetCommit, match="t-1"):
        check_fetched(coordinator, "g", fetched((0, 9, 0), (1, -1, int(ErrorCode.UNSTABLE_OFFSET_COMMIT))))
    assert coordinator.broker_id == 3
    with pytest.raises(KafkaError, match=r"group 'g': NOT_COORDINATOR"):
        check_fetched(coordinator, "g", fetched(error_code=int(ErrorCode.NOT_COORDINATOR)))
    assert coordinator.broker_id is None


def test_a_member_in_an_epoch_says_so_when_it_fetches():
    request = member_fetch_request(GroupMetadata("g", 4, "m1"), [T0, U0, T1], require_stable=True)
    [group] = request.groups
    assert (group.group_id, group.member_id, group.member_epoch) == ("g", "m1", 4)
    assert [(topic.name, topic.partition_indexes) for topic in group.topics] == [("t", [0, 1]), ("u", [0])]
    assert request.require_stable


def test_what_a_member_hears_is_its_own_groups(coordinator):
    topic = OffsetFetchResponse.OffsetFetchResponseTopics
    part = OffsetFetchResponse.OffsetFetchResponsePartitions
    group = OffsetFetchResponse.OffsetFetchResponseGroup
    parts = [part(partition_index=0, committed_offset=9, metadata=None), part(partition_index=1, committed_offset=-1)]
    response = OffsetFetchResponse(groups=[group(group_id="g", topics=[topic(name="t", partitions=parts)])])
    assert check_member_fetched(coordinator, "g", response) == {T0: OffsetAndMetadata(9)}
    with pytest.raises(DecodeError, match="group 'h'"):
        check_member_fetched(coordinator, "h", response)
    response.groups[0].error_code = int(ErrorCode.STALE_MEMBER_EPOCH)
    with pytest.raises(StaleMemberEpoch, match="group 'g'"):
        check_member_fetched(coordinator, "g", response)


def test_offsets_are_deleted_by_topic():
    request = delete_request("g", [T0, U0])
    assert [(topic.name, [p.partition_index for p in topic.partitions]) for topic in request.topics] == [
        ("t", [0]),
        ("u", [0]),
    ]
    part = OffsetDeleteResponse.OffsetDeleteResponsePartition(partition_index=1, error_code=86)
    topic = OffsetDeleteResponse.OffsetDeleteResponseTopic(name="t", partitions=[part])
    assert deleted_in(OffsetDeleteResponse(topics=[topic])) == {T1: 86}


IDS = {T0: b"1" * 16, T1: b"2" * 16, U0: b"3" * 16}
"""Of two topics called t: one was made anew after the position in its partition 0 was learned."""


class TestById:
    def test_a_commit_names_the_topic_of_each_position(self):
        offsets = {T0: as_committed(1), T1: as_committed(2)}
        request = commit_request(GroupMetadata("g"), offsets, id_of=IDS.__getitem__)
        assert [(topic.name, topic.topic_id) for topic in request.topics] == [("t", b"1" * 16), ("t", b"2" * 16)]

    def test_a_refusal_says_the_topics_name(self, coordinator):
        part = OffsetCommitResponse.OffsetCommitResponsePartition(0, int(ErrorCode.UNKNOWN_TOPIC_ID))
        topic = OffsetCommitResponse.OffsetCommitResponseTopic(topic_id=b"1" * 16, partitions=[part])
        names = names_of([T0], IDS.__getitem__)
        with pytest.raises(UnknownTopicId, match=r"group 'g', t-0: UNKNOWN_TOPIC_ID"):
            check_committed(coordinator, "g", OffsetCommitResponse(topics=[topic]), names=names)

    def test_nobody_in_particular_fetches_by_id(self):
        request = member_fetch_request(GroupMetadata("g"), [T0, U0], require_stable=False, id_of=IDS.__getitem__)
        [group] = request.groups
        assert (group.member_id, group.member_epoch) == (None, -1)
        assert [topic.topic_id for topic in group.topics] == [b"1" * 16, b"3" * 16]

    def response(self, topic_id: bytes) -> OffsetFetchResponse:
        part = OffsetFetchResponse.OffsetFetchResponsePartitions(0, 7, metadata=None)
        topic = OffsetFetchResponse.OffsetFetchResponseTopics(topic_id=topic_id, partitions=[part])
        return OffsetFetchResponse(groups=[OffsetFetchResponse.OffsetFetchResponseGroup("g", [topic])])

    def test_a_response_is_read_by_the_ids_that_were_asked_for(self, coordinator):
        names = names_of([T0, U0], IDS.__getitem__)
        found = check_member_fetched(coordinator, "g", self.response(b"1" * 16), names=names)
        assert found == {T0: OffsetAndMetadata(7)}

    def test_a_response_about_other_topics_is_none(self, coordinator):
        with pytest.raises(DecodeError, match="nobody asked for"):
            check_member_fetched(coordinator, "g", self.response(b"9" * 16), names={})

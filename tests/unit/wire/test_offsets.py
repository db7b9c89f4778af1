"""Offsets by time: whom to ask for what, until every partition is found."""

import pytest

from kavka.common.types import TopicPartition
from kavka.protocol.errors import DecodeError, ErrorCode, NotLeaderOrFollower
from kavka.protocol.messages import ListOffsetsResponse
from kavka.timer.moments import MonotonicMs
from kavka.wire.cluster_view import ClusterView
from kavka.wire.offsets import EARLIEST, LATEST, READ_COMMITTED, OffsetAndTimestamp, OffsetLookup
from tests.support.wire.views import metadata

NOW = MonotonicMs(1)
T0, T1, U0 = TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("u", 0)


@pytest.fixture
def view():
    view = ClusterView("boot")
    view.learn(metadata(t=[(0, 1), (1, 1)], u=[(1, 1)]), is_everything=False, now_ms=NOW)
    return view


def response(**topics):
    """topic → its partitions as (index, offset or −error code)."""
    part = ListOffsetsResponse.ListOffsetsPartitionResponse
    return ListOffsetsResponse(
        topics=[
            ListOffsetsResponse.ListOffsetsTopicResponse(
                name=name,
                partitions=[
                    part(partition_index=index, offset=max(told, -1), error_code=max(0, -told - 1), timestamp=-1)
                    for index, told in parts
                ],
            )
            for name, parts in topics.items()
        ]
    )


def test_each_leader_is_asked_once_for_all_of_its_partitions(view):
    lookup = OffsetLookup(view, {T0: EARLIEST, T1: LATEST, U0: 17}, isolation_level=READ_COMMITTED)
    groups = lookup.by_leader()
    assert groups == {0: {T0: EARLIEST}, 1: {T1: LATEST, U0: 17}}
    request = lookup.request(groups[1])
    assert (request.replica_id, request.isolation_level) == (-1, READ_COMMITTED)
    assert [(t.name, [(p.partition_index, p.timestamp) for p in t.partitions]) for t in request.topics] == [
        ("t", [(1, LATEST)]),
        ("u", [(0, 17)]),
    ]


def test_what_is_found_is_not_asked_twice(view):
    lookup = OffsetLookup(view, {T0: LATEST, T1: LATEST, U0: LATEST})
    with pytest.raises(NotLeaderOrFollower, match="u-0"):
        lookup.collect({T1: LATEST, U0: LATEST}, response(t=[(1, 5)], u=[(0, -1 - ErrorCode.NOT_LEADER_OR_FOLLOWER)]))
    assert lookup.found == {T1: OffsetAndTimestamp(5, -1, -1)}
    assert view.is_stale("u", NOW)
    assert not view.is_stale("t", NOW)
    assert lookup.topics() == ["t", "u"]
    assert lookup.by_leader() == {0: {T0: LATEST}, 1: {U0: LATEST}}


def test_a_leader_that_passes_a_partition_over_is_asked_again(view):
    lookup = OffsetLookup(view, {T1: LATEST, U0: LATEST})
    with pytest.raises(DecodeError, match="u-0"):
        lookup.collect({T1: LATEST, U0: LATEST}, response(t=[(1, 5)]))
    assert (lookup.topics(), view.is_stale("u", NOW)) == (["u"], True)


def test_a_leader_without_a_response_may_lead_no_more(view):
    OffsetLookup(view, {T0: LATEST}).lost({T0: LATEST})
    assert view.is_stale("t", NOW)


def test_no_record_that_young_is_an_answer(view):
    lookup = OffsetLookup(view, {T0: 99})
    lookup.collect({T0: 99}, response(t=[(0, -1)]))
    assert lookup.found[T0].offset == -1
    assert lookup.by_leader() == {}

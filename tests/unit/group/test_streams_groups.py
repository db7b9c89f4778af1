"""Streams groups over a real log (KIP-1071): members, time, failover, committed offsets, administrators."""

import asyncio

import pytest

from kavka.broker.group.states import GroupState
from kavka.broker.group.streams import records
from kavka.broker.group.streams.record_ids import StreamsRecordId, StreamsRecordKind
from kavka.broker.group.streams.states import StreamsGroupState
from kavka.broker.group.streams.streams_config import StreamsGroupConfig
from kavka.common.steps import at_once
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, GroupIdNotFound, NotCoordinator, StaleMemberEpoch
from tests.support.group.groups import OTHER, TOPIC
from tests.support.group.streams_groups import REBALANCE_MS, Member, StreamsGroups, tasks

SESSION_MS = StreamsGroupConfig().session_timeout_ms
ALL = tasks("0_0", "0_1", "1_0", "1_1")


@pytest.fixture
def streams(groups):
    return StreamsGroups(groups)


def told(streams, member, **changes):
    """What a member is told that is refused."""
    return streams.ask(member.request(**changes)).error


# ---- members --------------------------------------------------------------------------------------------------------


async def test_members_share_tasks_and_the_log_has_it(streams):
    first, second = Member("a"), Member("b")
    result = streams.beat(first)
    assert (first.owned.active, result.config.heartbeat_interval_ms) == (ALL, 5_000)
    streams.settle(first, second)
    assert len(first.owned.active) == len(second.owned.active) == 2
    epoch, counted = streams.group().epoch, streams.groups.metrics.streams_rebalances
    await streams.groups.reload()
    group = streams.group()
    assert (group.epoch, group.target_epoch, group.state) == (epoch, epoch, StreamsGroupState.STABLE)
    streams.settle(first, second)
    assert group.epoch == epoch, "nothing has changed, so no epoch begins"
    assert streams.groups.metrics.streams_rebalances == counted == 2


async def test_topics_that_change_while_nobody_coordinates_are_noticed(streams):
    first = Member("a")
    streams.beat(first)
    await streams.groups.reload()
    for name in ("lines", "words", "counts"):
        streams.topics.put(name, 3)
    streams.beat(first)
    assert len(first.owned.active) == 6


async def test_what_could_not_be_written_is_told_and_written_later(streams):
    first, second = Member("a"), Member("b")
    streams.beat(first)
    streams.groups.node.lead(TOPIC, leader=OTHER, epoch=2)
    assert told(streams, second) is ErrorCode.NOT_COORDINATOR
    with pytest.raises(NotCoordinator):
        streams.group()


async def test_a_member_that_nothing_is_heard_of_is_fenced_and_the_others_get_its_tasks(streams):
    first, second = Member("a"), Member("b")
    streams.settle(first, second)
    for _ in range(10):
        streams.groups.run_for(SESSION_MS // 8)
        streams.beat(first)
    streams.settle(first)
    assert (first.owned.active, set(streams.group().members)) == (ALL, {"a"})
    assert streams.groups.metrics.sessions_expired == 1
    assert told(streams, second) is ErrorCode.UNKNOWN_MEMBER_ID


async def test_sessions_begin_anew_where_the_group_is_loaded(streams):
    streams.beat(Member("a"))
    await streams.groups.reload()
    for _ in range(10):
        await asyncio.sleep(0)  # groups are resumed one a turn
    streams.groups.run_for(SESSION_MS + 100)
    assert streams.group().state is StreamsGroupState.EMPTY


async def test_a_member_that_gives_up_nothing_is_fenced_after_its_rebalance_timeout(streams):
    streams.configure(session_timeout_ms=10 * REBALANCE_MS)
    first, second = Member("a"), Member("b")
    streams.beat(first)
    streams.beat(second)
    had = first.owned
    streams.beat(first)
    for _ in range(12):
        first.owned = had
        streams.beat(first)
        streams.groups.run_for(REBALANCE_MS // 10, 1_000)
        if "a" not in streams.group().members:
            break
    assert set(streams.group().members) == {"b"}
    streams.settle(second)
    assert second.owned.active == ALL


async def test_a_rebalance_timeout_of_a_member_that_went_on_is_forgotten(streams):
    streams.configure(session_timeout_ms=10 * REBALANCE_MS)
    first, second = Member("a"), Member("b")
    streams.beat(first)
    streams.beat(second)
    streams.beat(first)
    assert streams.group().members["a"].rebalance_timer is not None
    streams.settle(first, second)
    assert streams.group().members["a"].rebalance_timer is None
    streams.groups.run_for(REBALANCE_MS + 1_000, 1_000)
    assert set(streams.group().members) == {"a", "b"}


async def test_a_broker_that_stalled_gives_members_their_time_to_give_up_again(streams):
    streams.configure(session_timeout_ms=100 * REBALANCE_MS)
    first, second = Member("a"), Member("b")
    streams.beat(first)
    streams.beat(second)
    streams.beat(first)
    streams.groups.advance(3 * REBALANCE_MS)
    assert "a" in streams.group().members
    streams.settle(first, second)
    assert len(second.owned.active) == 2


async def test_members_leave_for_a_while_and_for_good(streams):
    first = Member("a", instance_id="i")
    streams.beat(first)
    away = streams.ask(first.request(member_epoch=-2, topology=None))
    assert (away.error, away.heard.member_epoch) == (ErrorCode.NONE, -2)
    again = Member("b", instance_id="i", process_id="p-a")
    streams.beat(again)
    assert again.owned.active == ALL
    gone = streams.ask(again.request(member_epoch=-1))
    assert (gone.error, gone.heard.member_epoch) == (ErrorCode.NONE, -1)
    assert told(streams, again, member_epoch=-1) is ErrorCode.UNKNOWN_MEMBER_ID
    streams.groups.run_for(SESSION_MS + 100)


async def test_missing_internal_topics_are_returned_for_who_creates_them(streams):
    streams.topics.drop("counts")
    asked = []
    missing = streams.groups.coordinator.streams.heartbeat(Member("a").request(), streams.topics, asked.append)
    assert [(topic.name, topic.num_partitions) for topic in missing] == [("counts", 2)]
    assert [result.error for result in asked] == [ErrorCode.NONE]


async def test_there_are_no_streams_groups_where_the_protocol_is_switched_off(streams):
    streams.configure(is_enabled=False)
    assert told(streams, Member("a")) is ErrorCode.UNSUPPORTED_VERSION


async def test_endpoints_come_with_the_answer(streams):
    first = Member("a", endpoint=("h", 1))
    result = streams.beat(first)
    assert [(part.endpoint, part.standby) for part in result.endpoints] == [(("h", 1), [])]
    assert streams.beat(first, endpoint_epoch=result.endpoint_epoch).endpoints is None


# ---- groups of other types ------------------------------------------------------------------------------------------


async def test_an_empty_classic_group_becomes_a_streams_group_and_keeps_its_offsets(streams):
    streams.groups.commit(5)
    first = Member("a")
    streams.beat(first)
    assert streams.groups.group().type_name == "streams"
    assert streams.groups.fetch(0) == {0: 5}
    await streams.groups.reload()
    assert (streams.groups.group().type_name, streams.groups.fetch(0)) == ("streams", {0: 5})


async def test_groups_of_other_types_are_not_found_and_members_of_these_do_not_find_it(streams):
    streams.groups.stable()
    assert told(streams, Member("a")) is ErrorCode.GROUP_ID_NOT_FOUND
    assert told(streams, Member("a"), group_id="none", member_epoch=1, topology=None) is ErrorCode.GROUP_ID_NOT_FOUND
    streams.ask(Member("a").request(group_id="s"))
    asked = streams.groups.join(group="s")
    assert asked.error is ErrorCode.INCONSISTENT_GROUP_PROTOCOL


async def test_a_streams_group_without_members_becomes_a_classic_one_and_back(streams):
    first = Member("a")
    streams.beat(first)
    streams.ask(first.request(member_epoch=-1))
    [member_id], _ = streams.groups.stable()
    assert streams.groups.group().type_name == "classic"
    await streams.groups.reload()
    assert streams.groups.group().type_name == "classic"
    streams.groups.leave(member_id)
    again = Member("b")
    streams.beat(again)
    assert again.owned.active == ALL
    await streams.groups.reload()
    assert (streams.groups.group().type_name, streams.groups.group().generation_id) == ("streams", 0)


# ---- committed offsets ----------------------------------------------------------------------------------------------


async def test_members_commit_in_their_epoch_or_since_they_have_the_task(streams):
    first, second = Member("a"), Member("b")
    streams.settle(first, second)
    mine = min(first.owned.active & tasks("0_0", "0_1")).partition

    def commit(**options):
        asked = streams.groups.commit(7, topic="lines", partition=mine, **options)
        return asked.result

    assert commit(member_id="a", generation_id=first.epoch) is ErrorCode.NONE
    assert commit(member_id="a", generation_id=first.epoch - 1) is ErrorCode.NONE
    assert commit(member_id="b", generation_id=1) is ErrorCode.STALE_MEMBER_EPOCH
    assert commit() is ErrorCode.UNKNOWN_MEMBER_ID
    offsets = streams.groups.coordinator.offsets
    found = at_once(offsets.fetch("g", [TopicPartition("lines", mine)], member=("a", first.epoch)))
    assert found[0].committed.offset == 7
    with pytest.raises(StaleMemberEpoch):
        at_once(offsets.fetch("g", None, member=("a", 99)))


async def test_clients_that_know_no_epochs_are_told_so(streams):
    first = Member("a")
    streams.beat(first)
    asked = streams.groups.commit(7, member_id="a", generation_id=first.epoch, knows_epochs=False)
    assert asked.result is ErrorCode.UNSUPPORTED_VERSION


async def test_offsets_of_topics_that_nobody_reads_are_deleted_and_expire(streams):
    first = Member("a")
    streams.beat(first)
    for topic in ("lines", "other"):
        streams.groups.commit(7, topic=topic, member_id="a", generation_id=first.epoch - 1)
        streams.groups.commit(7, topic=topic, member_id="a", generation_id=first.epoch)
    admin = streams.groups.coordinator.admin
    lines, other = TopicPartition("lines", 0), TopicPartition("other", 0)
    assert admin.delete_offsets("g", [lines, other]) == {
        lines: ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC,
        other: ErrorCode.NONE,
    }
    streams.groups.commit(7, topic="other", member_id="a", generation_id=first.epoch)
    streams.groups.node.clock.advance(streams.groups.config.retention_ms + 1)
    assert at_once(admin.expire()) == 1
    assert "g" in [group.group_id for group in streams.groups.coordinator.store]


# ---- administrators -------------------------------------------------------------------------------------------------


async def test_groups_are_listed_counted_and_dead_to_who_describes_classic_ones(streams):
    streams.beat(Member("a"))
    admin = streams.groups.coordinator.admin
    _, [shown] = at_once(admin.list_groups(types=["streams"]))
    assert shown == ("g", "streams", "Stable", "streams")
    assert at_once(admin.list_groups(["Empty"], types=["streams"]))[1] == []
    assert at_once(admin.describe("g")).state == GroupState.Dead.name
    types, _, states = at_once(streams.groups.coordinator.count_types())
    assert (types["streams"], states["Stable"]) == (1, 1)
    assert str(streams.groups.group()) == "group 'g', epoch 2, Stable"


async def test_a_group_without_members_is_deleted_and_leaves_nothing(streams):
    first = Member("a")
    streams.beat(first)
    admin = streams.groups.coordinator.admin
    assert at_once(admin.delete("g")) is ErrorCode.NON_EMPTY_GROUP
    streams.ask(first.request(member_epoch=-1))
    await streams.groups.reload()
    assert streams.group().state is StreamsGroupState.EMPTY
    assert at_once(admin.delete("g")) is ErrorCode.NONE
    with pytest.raises(GroupIdNotFound):
        streams.group()
    await streams.groups.reload()
    assert list(streams.groups.coordinator.store) == []


async def test_a_group_whose_records_cannot_be_read_begins_anew(streams):
    streams.beat(Member("a"))
    broken = (records.key("g", StreamsRecordId(StreamsRecordKind.GROUP)), b"\x00")
    written = []
    streams.groups.coordinator.store.append_records(streams.groups.group(), [broken], written.append)
    assert written == [ErrorCode.NONE]
    await streams.groups.reload()
    with pytest.raises(GroupIdNotFound):
        streams.group()
    streams.beat(Member("a"))

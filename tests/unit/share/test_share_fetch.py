"""ShareFetch and ShareAcknowledge on a broker's data plane: what members get, and what becomes of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from kavka.broker.security.authorizer import Authorizer
from kavka.broker.share.partition.group_terms import LATEST
from kavka.broker.share.partition.in_flight_records import ShareLimits
from kavka.broker.share.persister import SharePartition, StateBatch
from kavka.protocol.errors import (
    ErrorCode,
    FencedStateEpoch,
    InvalidRequest,
    InvalidShareSessionEpoch,
    NotCoordinator,
    ShareSessionLimitReached,
    ShareSessionNotFound,
)
from kavka.protocol.records.batch import BatchBuilder, iter_records
from tests.support.replica.node import BROKER, TOPIC_ID
from tests.support.share.reading import GROUP, LOCK_MS, Member, ShareNode, acquired


def batch_of(timestamps, producer_id=-1):
    is_transactional = producer_id >= 0
    builder = BatchBuilder(
        producer_id=producer_id,
        producer_epoch=0 if is_transactional else -1,
        base_sequence=0 if is_transactional else -1,
        is_transactional=is_transactional,
    )
    for timestamp in timestamps:
        builder.append(timestamp=timestamp, key=None, value=b"")
    return builder.build()


GAP, ACCEPT, RELEASE, REJECT, RENEW = [0], [1], [2], [3], [4]


@pytest.fixture
async def node(tmp_path):
    node = ShareNode(tmp_path)
    node.lead()
    await node.begin()
    async with node.running():
        yield node


async def answered(call):
    """A call that has its answer."""
    async with asyncio.timeout(10):
        await call.done.wait()
    return call


async def first(member, *partitions, **options):
    """The first fetch of a session, once what it reads has begun."""
    return await answered(member.fetch(*(partitions or (0,)), max_wait_ms=1_000, **options))


async def test_two_members_share_a_partition_without_overlap(node):
    node.write(10, 10, 10)
    alice, bob = Member(node, "alice"), Member(node, "bob")
    call = await first(alice, max_records=10)
    assert acquired(call) == [(0, 9, 1)]
    assert [record.offset for record in iter_records(call.partition.records)] == list(range(10))
    assert acquired(await first(bob, max_records=15)) == [(10, 29, 1)]
    assert acquired(alice.fetch()) == []


async def test_a_fetch_waits_until_there_are_records(node):
    alice = Member(node, "alice")
    call = alice.fetch(0, max_wait_ms=60_000)
    await asyncio.sleep(0)
    assert call.is_waiting
    node.write(3)
    assert acquired(await answered(call)) == [(0, 2, 1)]


async def test_a_fetch_waits_for_no_longer_than_it_says(node):
    call = Member(node).fetch(0, max_wait_ms=500)
    node.end_locks(499)
    assert call.is_waiting
    node.end_locks(2)
    assert acquired(call) == []


async def test_a_lock_that_ends_is_delivered_again_with_the_next_count(node):
    node.write(10)
    alice, bob = Member(node, "alice"), Member(node, "bob")
    assert acquired(await first(alice)) == [(0, 9, 1)]
    waiting = bob.fetch(0, max_wait_ms=60_000)
    node.end_locks()
    assert acquired(await answered(waiting)) == [(0, 9, 2)]
    refused = await alice.acknowledge((0, 9, ACCEPT))
    assert refused.partition.error_code == ErrorCode.INVALID_RECORD_STATE


async def test_what_is_acknowledged_is_kept_before_the_answer(node):
    node.write(10)
    alice = Member(node)
    await first(alice)
    node.persister.may_go_on.clear()
    waiting = asyncio.create_task(alice.acknowledge((0, 9, ACCEPT)))
    await asyncio.sleep(0)
    assert not waiting.done()
    node.persister.may_go_on.set()
    assert (await waiting).partition.error_code == 0
    assert node.kept() == (10, [])


async def test_a_fetch_acknowledges_what_was_fetched_before(node):
    node.write(10, 10)
    alice = Member(node)
    assert acquired(await first(alice, max_records=10)) == [(0, 9, 1)]
    call = await alice.fetch(acknowledge=[(0, 4, ACCEPT), (5, 5, REJECT), (6, 9, RELEASE)])
    assert call.partition.acknowledge_error_code == 0
    assert acquired(call) == [(6, 9, 2), (10, 19, 1)]
    assert node.kept() == (6, [StateBatch(6, 9, 0, 1)])


async def test_a_rejected_record_does_not_come_again(node):
    node.write(10)
    alice = Member(node)
    await first(alice)
    await alice.acknowledge((3, 3, REJECT), (4, 5, RELEASE))
    assert acquired(alice.fetch()) == [(4, 5, 2)]
    assert node.kept() == (0, [StateBatch(3, 3, 4, 1), StateBatch(4, 5, 0, 1)])


async def test_a_record_is_archived_after_its_last_delivery(node):
    node.terms = replace(node.terms, limits=ShareLimits(delivery_count=2, record_locks=100))
    node.write(2)
    alice = Member(node)
    await first(alice)
    await alice.acknowledge((0, 1, RELEASE))
    assert acquired(alice.fetch()) == [(0, 1, 2)]
    node.end_locks()
    assert acquired(alice.fetch()) == []
    await asyncio.sleep(0)
    assert node.kept() == (2, [])


async def test_a_renewed_lock_holds_longer(node):
    node.write(10)
    alice = Member(node)
    await first(alice)
    node.end_locks(LOCK_MS - 1_000)
    renewed = await alice.acknowledge((0, 9, RENEW), is_renew_ack=True)
    assert (renewed.partition.error_code, renewed.answer.acquisition_lock_timeout_ms) == (0, LOCK_MS)
    node.end_locks(LOCK_MS - 1_000)
    assert (await alice.acknowledge((0, 9, ACCEPT))).partition.error_code == 0


async def test_a_fetch_that_renews_brings_nothing(node):
    node.write(10, 10)
    alice = Member(node)
    await first(alice, max_records=10)
    call = await alice.fetch(acknowledge=[(0, 9, RENEW)], is_renew_ack=True)
    assert (acquired(call), call.partition.acknowledge_error_code) == ([], 0)
    refused = await alice.fetch(acknowledge=[(0, 9, RENEW)])
    assert refused.partition.acknowledge_error_code == ErrorCode.INVALID_REQUEST


async def test_an_acknowledgement_that_cannot_be_kept_is_refused_and_may_be_sent_again(node):
    node.write(10)
    alice = Member(node)
    await first(alice)
    node.persister.refuses = NotCoordinator("moving")
    refused = await alice.acknowledge((0, 9, ACCEPT))
    assert refused.partition.error_code == ErrorCode.COORDINATOR_NOT_AVAILABLE
    node.persister.refuses = None
    assert (await alice.acknowledge((0, 9, ACCEPT))).partition.error_code == 0


async def test_nothing_can_be_acknowledged_of_what_has_not_begun(node):
    node.write(10)
    node.persister.may_go_on.clear()
    alice = Member(node)
    alice.fetch(0)
    refused = await alice.acknowledge((0, 9, ACCEPT))
    assert refused.partition.error_code == ErrorCode.INVALID_RECORD_STATE
    node.persister.may_go_on.set()


async def test_a_fenced_leader_forgets_what_it_knew(node):
    node.write(10)
    alice = Member(node)
    await first(alice)
    node.persister.refuses = FencedStateEpoch("another one")
    refused = await alice.acknowledge((0, 9, ACCEPT))
    assert refused.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert len(node.share_partitions) == 0
    node.persister.refuses = None
    assert acquired(await answered(alice.fetch(max_wait_ms=1_000))) == [(0, 9, 1)]


async def test_members_that_acknowledge_at_once_share_a_write(node):
    node.write(10, 10, 10)
    members = [Member(node, name) for name in "abc"]
    for number, member in enumerate(members):
        assert acquired(await first(member, max_records=10)) == [(number * 10, number * 10 + 9, 1)]
    node.persister.may_go_on.clear()
    calls = [asyncio.create_task(members[at].acknowledge((at * 10, at * 10 + 9, ACCEPT))) for at in (2, 1, 0)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    node.persister.may_go_on.set()
    assert [call.partition.error_code for call in await asyncio.gather(*calls)] == [0, 0, 0]
    assert [state.start_offset for state in node.persister.writes] == [30]
    assert node.kept() == (30, [])


class TestSessions:
    async def test_the_final_epoch_acknowledges_and_releases(self, node):
        node.write(10)
        alice, bob = Member(node, "alice"), Member(node, "bob")
        await first(alice)
        bob.fetch(0)
        closed = await alice.acknowledge((0, 4, ACCEPT), epoch=-1)
        assert closed.partition.error_code == 0
        assert acquired(bob.fetch()) == [(5, 9, 2)]
        with pytest.raises(ShareSessionNotFound):
            alice.fetch(epoch=2)

    async def test_a_fetch_of_the_final_epoch_brings_nothing(self, node):
        node.write(10)
        alice = Member(node)
        await first(alice)
        call = await alice.fetch(epoch=-1)
        assert acquired(call) == []
        assert len(node.share_partitions.sessions) == 0
        assert len(node.share_partitions) == 0, "nobody of the group reads it any more"

    async def test_a_closed_connection_releases(self, node):
        node.write(10)
        alice, bob = Member(node, "alice"), Member(node, "bob")
        await first(alice)
        waiting = bob.fetch(0, max_wait_ms=60_000)
        alice.connection.closed()
        assert acquired(await answered(waiting)) == [(0, 9, 2)]

    async def test_forgotten_partitions_are_not_read(self, node):
        node.lead(index=1)
        await node.begin(1)
        node.write(1)
        alice = Member(node)
        await first(alice, 0, 1)
        node.write(1)
        node.write(1, index=1)
        call = alice.fetch(forget=[0])
        assert call.partition.partition_index == 1

    async def test_the_first_response_tells_of_all_partitions(self, node):
        node.lead(index=1)
        await node.begin(1)
        node.write(1)
        call = await first(Member(node), 0, 1)
        assert sorted(part.partition_index for part in call.answer.responses[0].partitions) == [0, 1]

    async def test_epochs_that_cannot_be_are_refused(self, node):
        alice = Member(node)
        alice.fetch(0)
        with pytest.raises(InvalidShareSessionEpoch):
            alice.fetch(epoch=5)
        with pytest.raises(InvalidShareSessionEpoch):
            await alice.acknowledge((0, 0, ACCEPT), epoch=0)
        with pytest.raises(InvalidRequest):
            alice.fetch(epoch=0, acknowledge=[(0, 0, ACCEPT)])

    async def test_no_more_sessions_than_the_limit(self, node):
        node.sessions_max = 1
        Member(node, "alice").fetch(0)
        with pytest.raises(ShareSessionLimitReached):
            Member(node, "bob").fetch(0)


class TestLeadership:
    async def test_who_asks_another_broker_is_told_who_leads(self, node):
        node.write(10)
        alice = Member(node)
        await first(alice)
        waiting = alice.fetch(max_wait_ms=60_000)
        node.lead(leader=BROKER + 1, epoch=1, isr=(BROKER, BROKER + 1))
        call = await answered(waiting)
        assert call.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
        assert (call.partition.current_leader.leader_id, call.partition.current_leader.leader_epoch) == (7, 9)
        assert call.answer.node_endpoints[0].host == "elsewhere"
        refused = await alice.acknowledge((0, 9, ACCEPT))
        assert refused.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
        assert len(node.share_partitions) == 0

    async def test_the_next_leader_goes_on_where_the_one_before_was(self, node):
        node.write(10)
        alice = Member(node)
        await first(alice)
        await alice.acknowledge((0, 3, ACCEPT), (4, 4, RELEASE), (6, 6, REJECT))
        node.lead(epoch=1)
        refused = await alice.acknowledge((7, 9, ACCEPT))
        assert refused.partition.error_code == ErrorCode.INVALID_RECORD_STATE
        call = await answered(alice.fetch(max_wait_ms=1_000))
        assert acquired(call) == [(4, 4, 2), (5, 5, 1), (7, 9, 1)]

    async def test_a_topic_that_nobody_knows(self, node):
        call = Member(node).fetch(0, topic_id=b"?" * 16)
        assert call.partition.error_code == ErrorCode.UNKNOWN_TOPIC_ID

    async def test_who_may_not_read_a_topic_gets_nothing_of_it(self, node):
        node.write(10)
        node.serve(Authorizer())
        alice = Member(node)
        call = alice.fetch(0, max_wait_ms=60_000)
        assert (call.partition.error_code, call.partition.records) == (ErrorCode.TOPIC_AUTHORIZATION_FAILED, b"")
        refused = await alice.acknowledge((0, 9, ACCEPT))
        assert refused.partition.error_code == ErrorCode.TOPIC_AUTHORIZATION_FAILED

    async def test_a_share_partition_that_cannot_be_read_says_so(self, node):
        node.persister.refuses = NotCoordinator("moving")
        call = await answered(Member(node).fetch(0, max_wait_ms=60_000))
        assert call.partition.error_code == ErrorCode.COORDINATOR_NOT_AVAILABLE


class TestBeginnings:
    async def test_at_the_end_of_the_log(self, node):
        node.terms = replace(node.terms, auto_offset_reset=LATEST)
        node.write(10)
        call = Member(node).fetch(0, max_wait_ms=60_000)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        node.write(5)
        assert acquired(await answered(call)) == [(10, 14, 1)]

    async def test_at_a_time_before_now(self, node):
        node.terms = replace(node.terms, auto_offset_reset=1_000)
        node.write(10)
        now_ms = node.clock.now_ms()
        node.produce(batch_of([now_ms - 5_000, now_ms - 500]), acks=1)
        assert acquired(await first(Member(node))) == [(11, 11, 1)]

    async def test_where_the_groups_administrator_said(self, node):
        await node.persister.delete(SharePartition(GROUP, TOPIC_ID, 0))
        await node.begin(start_offset=4)
        node.write(10)
        assert acquired(await first(Member(node))) == [(4, 9, 1)]


async def test_records_that_were_deleted_are_not_waited_for(node):
    node.write(10, 10)
    alice = Member(node)
    await first(alice, max_records=10)
    node.manager.partitions.get("t", 0).log.maybe_increment_log_start_offset(15)
    assert acquired(alice.fetch()) == [(15, 19, 1)]


async def test_records_of_aborted_transactions_are_left_out_for_a_group_that_wants_it(node):
    node.terms = replace(node.terms, is_read_committed=True)
    node.write(2)
    node.produce(batch_of([1, 1], producer_id=5), transactional_id="x")
    alice = Member(node)
    assert acquired(await first(alice)) == [(0, 1, 1)], "the transaction is open"
    node.write_markers((5, 0, False, 0, "t", [0]))
    node.write(1)
    assert acquired(alice.fetch()) == [], "of the segment that ends there nothing is left"
    assert acquired(alice.fetch()) == [(4, 5, 1)], "its marker has an offset, of which the member finds no record"
    assert (await alice.acknowledge((0, 1, ACCEPT), (4, 4, GAP), (5, 5, ACCEPT))).partition.error_code == 0
    assert node.kept() == (6, [])

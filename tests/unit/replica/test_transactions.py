"""Transactions as clients and coordinators see them at one broker: markers, read_committed, verification."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.log.log import COORDINATOR
from kavka.broker.replica.txn_verification import ENDING_MS_MAX, FirstBatch, TransactionVerification
from kavka.common.types import TopicPartition
from kavka.protocol.errors import CoordinatorLoadInProgress, ErrorCode, InvalidTxnState
from kavka.protocol.messages import ProduceRequest
from kavka.protocol.records.batch import iter_records
from kavka.timer.clock import ManualClock, SystemClock
from tests.support.broker.fakes import tell
from tests.support.replica.node import BROKER, TOPIC_ID, Node, batch

FOLLOWER = 2


def in_transaction(*values, pid=7, epoch=0, sequence=0):
    return batch(*values, producer_id=pid, producer_epoch=epoch, base_sequence=sequence, is_transactional=True)


def errors_of(call):
    return {
        (marker.producer_id, topic.name, partition.partition_index): ErrorCode(partition.error_code)
        for marker in call.answer.markers
        for topic in marker.topics
        for partition in topic.partitions
    }


def values(partition):
    return [record.value for record in iter_records(partition.records)]


def write(node, *values, version=9, **options):
    result = node.produce(in_transaction(*values, **options), transactional_id="tx", version=version).partition
    assert result.error_code == 0
    return result.base_offset


@pytest.fixture
def replicated(leader):
    """Led here, with a follower in the ISR."""
    leader.lead(isr=(BROKER, FOLLOWER), epoch=5)
    return leader


def follow(node, offset, **options):
    """The follower asks for more: everything before `offset` it has."""
    return node.fetch(offset, replica_id=FOLLOWER, **options)


# ---- markers ----


@pytest.mark.parametrize("version", [0, 1])
def test_a_marker_ends_the_transaction_and_is_answered(leader, version):
    write(leader, b"a")
    call = leader.write_markers((7, 0, True, 3, "t", [0]), version=version)
    assert errors_of(call) == {(7, "t", 0): ErrorCode.NONE}
    assert leader.fetch(isolation_level=1).partition.last_stable_offset == 2


def test_every_partition_of_every_marker_has_its_own_outcome(leader):
    leader.lead(index=1)
    write(leader, b"a")
    write(leader, b"a", epoch=3, pid=8, sequence=0)
    call = leader.write_markers(
        (7, 0, True, 3, "t", [0, 1, 9]),
        (8, 2, False, 3, "t", [0]),
        (8, 3, False, 3, "t", [1]),
        (9, 0, True, 3, "no", [0]),
    )
    assert errors_of(call) == {
        (7, "t", 0): ErrorCode.NONE,
        (7, "t", 1): ErrorCode.NONE,
        (7, "t", 9): ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        (8, "t", 0): ErrorCode.INVALID_PRODUCER_EPOCH,
        (8, "t", 1): ErrorCode.NONE,
        (9, "no", 0): ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    }
    fenced = leader.write_markers((7, 0, True, 2, "t", [0]))
    assert errors_of(fenced) == {(7, "t", 0): ErrorCode.TRANSACTION_COORDINATOR_FENCED}


def test_a_request_without_markers_is_answered(leader):
    assert leader.write_markers().answer.markers == []


def test_a_marker_is_answered_when_the_replicas_have_it(replicated):
    write_call = replicated.produce(in_transaction(b"a"), transactional_id="tx")
    follow(replicated, 1)
    assert write_call.partition.error_code == 0
    call = replicated.write_markers((7, 0, True, 0, "t", [0]))
    assert call.is_waiting
    follow(replicated, 2)
    assert errors_of(call) == {(7, "t", 0): ErrorCode.NONE}


def test_a_marker_that_is_not_replicated_in_time_says_so(replicated):
    call = replicated.write_markers((7, 0, True, 0, "t", [0]))
    replicated.advance(30_001)
    assert errors_of(call) == {(7, "t", 0): ErrorCode.REQUEST_TIMED_OUT}


def test_a_marker_whose_leader_goes_says_so_at_once(replicated):
    call = replicated.write_markers((7, 0, True, 0, "t", [0]))
    replicated.lead(leader=FOLLOWER, isr=(BROKER, FOLLOWER), epoch=6)
    assert errors_of(call) == {(7, "t", 0): ErrorCode.NOT_LEADER_OR_FOLLOWER}


class Told:
    """Groups without offsets, to whom markers are told."""

    def __init__(self, told):
        self.told = told

    def held_count(self, producer_id):
        return 0

    def transaction_marked(self, indexes, producer_id, *, is_commit):
        self.told.append((producer_id, indexes, is_commit))
        yield


def test_markers_among_offsets_are_told_to_groups_when_they_count(leader):
    told = []
    leader.services.transactional_offsets = Told(told)
    for index in (0, 1, 2):
        leader.lead(topic="__consumer_offsets", index=index, isr=(BROKER, FOLLOWER) if index == 1 else (BROKER,))
    call = leader.write_markers(
        (7, 0, True, 0, "__consumer_offsets", [0, 1]), (8, 0, False, 0, "__consumer_offsets", [2])
    )
    assert told == []
    leader.advance(30_001)
    assert told == [(7, [0], True), (8, [2], False)]
    assert errors_of(call)[7, "__consumer_offsets", 1] is ErrorCode.REQUEST_TIMED_OUT


# ---- reading ----


def test_read_committed_ends_at_the_last_stable_offset(leader):
    leader.produce(batch(b"plain"))
    write(leader, b"open")
    leader.produce(batch(b"behind"))
    part = leader.fetch(isolation_level=1).partition
    assert (values(part), part.last_stable_offset, part.high_watermark) == ([b"plain"], 1, 3)
    assert values(leader.fetch().partition) == [b"plain", b"open", b"behind"]
    assert leader.list_offsets(-1, isolation_level=1).partition.offset == 1
    assert leader.list_offsets(-1).partition.offset == 3
    at_end = leader.fetch(2, isolation_level=1).partition
    assert (at_end.error_code, values(at_end)) == (0, [])


@pytest.mark.parametrize("version", range(4, 13))
def test_aborted_transactions_are_listed_for_read_committed_only(leader, version):
    write(leader, b"a", pid=7)
    write(leader, b"b", pid=8)
    leader.write_markers((7, 0, False, 0, "t", [0]), (8, 0, True, 0, "t", [0]))
    listed = leader.fetch(isolation_level=1, version=version).partition
    assert [(txn.producer_id, txn.first_offset) for txn in listed.aborted_transactions] == [(7, 0)]
    assert listed.last_stable_offset == 4
    assert leader.fetch(version=version).partition.aborted_transactions is None
    assert leader.fetch(3, isolation_level=1, version=version).partition.aborted_transactions == []


def test_a_search_by_time_sees_nothing_behind_the_last_stable_offset(leader):
    leader.produce(batch(b"early", timestamp=1000))
    write(leader, b"open")
    assert leader.list_offsets(2000, isolation_level=1).partition.offset == -1
    assert leader.list_offsets(2000).partition.offset == 1


def test_bug_77_a_waiting_fetch_wakes_when_the_last_stable_offset_moves_and_lists_what_was_aborted(replicated):
    replicated.produce(in_transaction(b"lost", pid=7), transactional_id="tx")
    replicated.produce(in_transaction(b"kept", pid=8), transactional_id="tx")
    follow(replicated, 2)
    call = replicated.fetch(isolation_level=1, max_wait_ms=10_000, min_bytes=1)
    replicated.write_markers((7, 0, False, 0, "t", [0]), (8, 0, True, 0, "t", [0]))
    assert call.is_waiting  # the markers are on one replica only
    follow(replicated, 3)
    part = call.partition  # the first transaction is decided, and its marker replicated; the other's is not
    assert (part.last_stable_offset, part.high_watermark) == (1, 3)
    assert [txn.producer_id for txn in part.aborted_transactions] == [7]
    assert values(part) == [b"lost"]


def test_a_waiting_read_committed_fetch_is_not_woken_by_records_that_it_may_not_read(leader):
    write(leader, b"open")
    call = leader.fetch(isolation_level=1, max_wait_ms=10_000)
    write(leader, b"more", sequence=1)
    assert call.is_waiting
    leader.write_markers((7, 0, True, 0, "t", [0]))
    assert values(call.partition) == [b"open", b"more"]


def test_a_follower_gets_what_is_open_and_serves_read_committed_in_its_rack(leader, tmp_path):
    """KIP-392: a consumer that reads from a follower is held back by what that follower knows."""
    follower = Node(tmp_path / "follower")
    follower.lead(leader=FOLLOWER, isr=(BROKER, FOLLOWER))
    write(leader, b"a", pid=7)
    write(leader, b"b", pid=8)
    leader.write_markers((7, 0, False, 0, "t", [0]))
    log, source = follower.manager.partitions.get("t", 0).log, leader.manager.partitions.get("t", 0).log
    copied = source.read(0, max_bytes=10**6, max_offset=source.log_end_offset, min_one_message=True)
    log.append_as_follower(copied.records)
    log.maybe_increment_high_watermark(2)
    assert log.last_stable_offset == 0
    log.maybe_increment_high_watermark(3)
    part = follower.fetch(isolation_level=1, rack_id="r").partition
    assert (part.error_code, values(part), part.last_stable_offset) == (0, [b"a"], 1)
    assert [txn.producer_id for txn in part.aborted_transactions] == [7]
    follower.log_manager.close()


def test_a_follower_that_becomes_leader_ends_the_transaction_that_it_has_copied(leader):
    leader.lead(leader=FOLLOWER, isr=(BROKER, FOLLOWER), epoch=5)
    log = leader.manager.partitions.get("t", 0).log
    log.append_as_follower(in_transaction(b"a"))
    leader.lead(isr=(BROKER,), epoch=6)
    assert leader.fetch(isolation_level=1).partition.last_stable_offset == 0
    assert errors_of(leader.write_markers((7, 0, True, 0, "t", [0]))) == {(7, "t", 0): ErrorCode.NONE}
    assert leader.fetch(isolation_level=1).partition.last_stable_offset == 2


def test_producers_are_described(leader):
    write(leader, b"a", b"b", sequence=4, epoch=2)
    leader.produce(batch(b"x", producer_id=1, producer_epoch=0, base_sequence=0))
    topic = leader.describe_producers(indexes=[0, 5]).answer.topics[0]
    found, missing = topic.partitions
    assert missing.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    rows = [
        (
            p.producer_id,
            p.producer_epoch,
            p.last_sequence,
            p.last_timestamp,
            p.coordinator_epoch,
            p.current_txn_start_offset,
        )
        for p in found.active_producers
    ]
    assert rows == [(7, 2, 5, 1_700_000_000_000, -1, 0), (1, 0, 0, 1_700_000_000_000, -1, -1)]
    leader.write_markers((7, 2, True, 9, "t", [0]))
    ended = leader.describe_producers().answer.topics[0].partitions[0].active_producers[0]
    assert (ended.coordinator_epoch, ended.current_txn_start_offset) == (9, -1)


# ---- verification (KIP-890) ----


class Coordinator:
    """Answers when told to."""

    def __init__(self):
        self.asked = []
        self.added = []
        self.questions = asyncio.Queue(16)

    async def verify(self, transactional_id, producer_id, producer_epoch, partitions):
        self.asked.append((transactional_id, producer_id, producer_epoch, list(partitions)))
        return await self.answered(partitions)

    async def add(self, transactional_id, producer_id, producer_epoch, partitions):
        self.added.append((transactional_id, producer_id, producer_epoch, list(partitions)))
        return await self.answered(partitions)

    async def answered(self, partitions):
        answer = asyncio.get_running_loop().create_future()
        self.questions.put_nowait(answer)
        code = await answer
        if isinstance(code, Exception):
            raise code
        return code if isinstance(code, dict) else dict.fromkeys(partitions, code)


@pytest.fixture
def coordinator(leader):
    coordinator = Coordinator()
    leader.services.verification = TransactionVerification(coordinator.verify, coordinator.add, clock=SystemClock())
    return coordinator


def begin(leader, version=9, **options):
    return leader.produce(in_transaction(b"a", **options), transactional_id="tx", version=version)


async def finish(coordinator, waiting, code):
    """The call whose question the coordinator answers with `code`."""
    task = asyncio.ensure_future(waiting) if asyncio.iscoroutine(waiting) else waiting
    (await coordinator.questions.get()).set_result(code)
    return (await task).partition


async def test_a_first_batch_is_appended_when_the_coordinator_knows_of_it_and_the_next_without_asking(
    leader, coordinator
):
    first = await finish(coordinator, begin(leader), ErrorCode.NONE)
    assert (first.error_code, first.base_offset) == (0, 0)
    assert begin(leader, sequence=1).partition.error_code == 0
    assert coordinator.asked == [("tx", 7, 0, [TopicPartition("t", 0)])]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (ErrorCode.INVALID_TXN_STATE, ErrorCode.INVALID_TXN_STATE),
        (ErrorCode.TRANSACTION_ABORTABLE, ErrorCode.INVALID_TXN_STATE),
        (ErrorCode.PRODUCER_FENCED, ErrorCode.INVALID_PRODUCER_EPOCH),
        (ErrorCode.INVALID_PRODUCER_ID_MAPPING, ErrorCode.INVALID_PRODUCER_ID_MAPPING),
        (ErrorCode.CONCURRENT_TRANSACTIONS, ErrorCode.NOT_ENOUGH_REPLICAS),
        (ErrorCode.NETWORK_EXCEPTION, ErrorCode.NOT_ENOUGH_REPLICAS),
        (ErrorCode.NOT_COORDINATOR, ErrorCode.NOT_ENOUGH_REPLICAS),
        (CoordinatorLoadInProgress(), ErrorCode.NOT_ENOUGH_REPLICAS),
        ({}, ErrorCode.NOT_ENOUGH_REPLICAS),
    ],
)
async def test_bug_83_what_the_coordinator_does_not_know_is_refused(leader, coordinator, answer, told):
    part = await finish(coordinator, begin(leader), answer)
    assert ErrorCode(part.error_code) is told
    assert leader.manager.partitions.get("t", 0).log.log_end_offset == 0


@pytest.mark.parametrize(
    ("version", "told"), [(10, ErrorCode.INVALID_TXN_STATE), (11, ErrorCode.TRANSACTION_ABORTABLE)]
)
async def test_from_version_11_on_a_producer_hears_that_it_may_abort(leader, coordinator, version, told):
    part = await finish(coordinator, begin(leader, version), ErrorCode.TRANSACTION_ABORTABLE)
    assert ErrorCode(part.error_code) is told


async def test_bug_83_a_marker_between_question_and_append_wins(leader, coordinator):
    task = asyncio.ensure_future(begin(leader))
    question = await coordinator.questions.get()
    leader.write_markers((7, 0, False, 0, "t", [0]))
    question.set_result(ErrorCode.NONE)
    assert ErrorCode((await task).partition.error_code) is ErrorCode.INVALID_TXN_STATE
    assert leader.fetch(isolation_level=1).partition.last_stable_offset == 1


async def test_bug_83_an_answer_for_one_transaction_is_not_good_for_the_next(leader, coordinator):
    """ABA: verified, aborted, and another transaction has begun to be verified when the first answer comes."""
    early = asyncio.ensure_future(begin(leader))
    first = await coordinator.questions.get()
    leader.write_markers((7, 0, False, 0, "t", [0]))
    late = asyncio.ensure_future(begin(leader))
    second = await coordinator.questions.get()
    first.set_result(ErrorCode.NONE)
    assert ErrorCode((await early).partition.error_code) is ErrorCode.INVALID_TXN_STATE
    second.set_result(ErrorCode.NONE)
    assert (await late).partition.error_code == 0


async def test_of_two_first_batches_the_lower_sequence_comes_first(leader, coordinator):
    second = asyncio.ensure_future(begin(leader, sequence=1))
    answers = [await coordinator.questions.get()]
    first = asyncio.ensure_future(begin(leader, sequence=0))
    answers.append(await coordinator.questions.get())
    answers[0].set_result(ErrorCode.NONE)
    assert ErrorCode((await second).partition.error_code) is ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER
    answers[1].set_result(ErrorCode.NONE)
    assert (await first).partition.error_code == 0


async def test_a_partition_that_comes_while_others_are_asked_about_is_not_taken_for_verified(leader, coordinator):
    data = [ProduceRequest.PartitionProduceData(index=index, records=in_transaction(b"a")) for index in (0, 1)]
    request = ProduceRequest(
        transactional_id="tx",
        acks=-1,
        timeout_ms=1000,
        topic_data=[ProduceRequest.TopicProduceData(name="t", partition_data=data)],
    )
    task = asyncio.ensure_future(leader.send(request, 9))
    question = await coordinator.questions.get()
    leader.lead(index=1)
    question.set_result(ErrorCode.NONE)
    [topic] = (await task).answer.responses
    assert [ErrorCode(part.error_code) for part in topic.partition_responses] == [
        ErrorCode.NONE,
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ]


async def test_partitions_of_topics_that_are_named_by_id_are_asked_about(leader, coordinator):
    tell(leader.services.metadata_cache, {"t": 1}, topic_id=TOPIC_ID)
    data = [ProduceRequest.PartitionProduceData(index=0, records=in_transaction(b"a"))]
    topics = [ProduceRequest.TopicProduceData("", each, data) for each in (bytes(reversed(TOPIC_ID)), TOPIC_ID)]
    request = ProduceRequest(transactional_id="tx", acks=-1, timeout_ms=1000, topic_data=topics)
    task = asyncio.ensure_future(leader.send(request, 13))
    (await coordinator.questions.get()).set_result(ErrorCode.NONE)
    found = [each.partition_responses[0].error_code for each in (await task).answer.responses]
    assert found == [ErrorCode.UNKNOWN_TOPIC_ID, ErrorCode.NONE]


async def test_a_coordinator_that_does_not_answer_is_not_waited_for(leader, coordinator):
    leader.services.verification = TransactionVerification(
        coordinator.verify, coordinator.add, timeout_ms=lambda: 1, clock=SystemClock()
    )
    call = await begin(leader)
    assert ErrorCode(call.partition.error_code) is ErrorCode.NOT_ENOUGH_REPLICAS


async def test_one_batch_of_a_coordinator_is_verified_alike(leader, coordinator):
    partition = leader.manager.partitions.get("t", 0)
    verification = leader.services.verification

    def append(guard):
        return partition.append_as_leader(in_transaction(b"a"), -1, 1, True, guard, origin=COORDINATOR)

    async def guard_for(answer):
        task = asyncio.ensure_future(verification.guard_for("tx", partition, FirstBatch(7, 0, 0), now_ms=1))
        (await coordinator.questions.get()).set_result(answer)
        return await task

    with pytest.raises(InvalidTxnState):
        append(None)
    with pytest.raises(InvalidTxnState):
        await guard_for(ErrorCode.TRANSACTION_ABORTABLE)
    append(await guard_for(ErrorCode.NONE))
    assert await verification.guard_for("tx", partition, FirstBatch(7, 0, 0), now_ms=1) is None
    append(None)


def test_nothing_is_asked_where_verification_is_off(leader, coordinator):
    leader.services.verification = TransactionVerification(
        coordinator.verify, coordinator.add, is_enabled=lambda: False, clock=SystemClock()
    )
    assert begin(leader).partition.error_code == 0
    assert coordinator.asked == []


def test_without_a_transactional_id_nobody_can_be_asked(leader, coordinator):
    assert ErrorCode(leader.produce(in_transaction(b"a")).partition.error_code) is ErrorCode.INVALID_TXN_STATE


def test_records_outside_transactions_are_never_asked_about(leader, coordinator):
    result = leader.produce(batch(b"a", producer_id=1, producer_epoch=0, base_sequence=0), transactional_id="tx")
    assert result.partition.error_code == 0


def test_a_partition_that_is_led_elsewhere_is_not_asked_about(leader, coordinator):
    leader.lead(leader=FOLLOWER, isr=(BROKER, FOLLOWER), epoch=5)
    assert ErrorCode(begin(leader).partition.error_code) is ErrorCode.NOT_LEADER_OR_FOLLOWER


# ---- partitions that join by being written to (KIP-890, part 2) ----


async def test_from_version_12_on_the_coordinator_adds_the_partition_before_its_first_batch(leader, coordinator):
    first = await finish(coordinator, begin(leader, 12), ErrorCode.NONE)
    assert (first.error_code, first.base_offset) == (0, 0)
    assert begin(leader, 12, sequence=1).partition.error_code == 0
    assert (coordinator.added, coordinator.asked) == ([("tx", 7, 0, [TopicPartition("t", 0)])], [])


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (ErrorCode.PRODUCER_FENCED, ErrorCode.INVALID_PRODUCER_EPOCH),
        (ErrorCode.INVALID_PRODUCER_ID_MAPPING, ErrorCode.INVALID_PRODUCER_ID_MAPPING),
        (ErrorCode.NETWORK_EXCEPTION, ErrorCode.NOT_ENOUGH_REPLICAS),
        (ErrorCode.NOT_COORDINATOR, ErrorCode.NOT_ENOUGH_REPLICAS),
        (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
        ({}, ErrorCode.NOT_ENOUGH_REPLICAS),
    ],
)
async def test_what_the_coordinator_does_not_add_is_not_appended(leader, coordinator, answer, told):
    part = await finish(coordinator, begin(leader, 12), answer)
    assert ErrorCode(part.error_code) is told
    assert leader.manager.partitions.get("t", 0).log.log_end_offset == 0


async def test_the_end_of_the_transaction_before_is_waited_for_a_moment(leader, coordinator):
    task = asyncio.ensure_future(begin(leader, 12))
    (await coordinator.questions.get()).set_result(ErrorCode.CONCURRENT_TRANSACTIONS)
    part = await finish(coordinator, task, ErrorCode.NONE)
    assert part.error_code == 0
    assert len(coordinator.added) == 2


async def test_an_end_that_takes_longer_is_the_producers_to_wait_for(leader, coordinator):
    clock = ManualClock(1_000)
    leader.services.verification = TransactionVerification(coordinator.verify, coordinator.add, clock=clock)
    task = asyncio.ensure_future(begin(leader, 12))
    question = await coordinator.questions.get()
    clock.advance(ENDING_MS_MAX)
    question.set_result(ErrorCode.CONCURRENT_TRANSACTIONS)
    assert ErrorCode((await task).partition.error_code) is ErrorCode.CONCURRENT_TRANSACTIONS


async def test_the_marker_of_the_transaction_before_leaves_what_was_agreed_to_for_the_next(leader, coordinator):
    """It may come while the coordinator is asked; one that ends the transaction itself still wins."""
    await finish(coordinator, begin(leader, 12), ErrorCode.NONE)
    task = asyncio.ensure_future(begin(leader, 12, epoch=1))
    question = await coordinator.questions.get()
    leader.write_markers((7, 1, True, 0, "t", [0]), transaction_version=2)
    question.set_result(ErrorCode.NONE)
    assert (await task).partition.error_code == 0
    late = asyncio.ensure_future(begin(leader, 12, epoch=2))
    question = await coordinator.questions.get()
    leader.write_markers((7, 3, False, 0, "t", [0]), transaction_version=2)
    question.set_result(ErrorCode.NONE)
    assert ErrorCode((await late).partition.error_code) is ErrorCode.INVALID_TXN_STATE
    assert leader.fetch(isolation_level=1).partition.last_stable_offset == 4


async def test_a_marker_of_version_2_has_to_raise_the_epoch(leader, coordinator):
    def end(epoch, version):
        return list(
            errors_of(leader.write_markers((7, epoch, True, 0, "t", [0]), transaction_version=version)).values()
        )

    await finish(coordinator, begin(leader, 12, epoch=1), ErrorCode.NONE)
    assert end(1, 2) == [ErrorCode.INVALID_PRODUCER_EPOCH]
    assert end(2, 2) == [ErrorCode.NONE]
    assert end(2, 2) == [ErrorCode.NONE], "written again by a coordinator that does not know of it"
    assert end(1, 2) == [ErrorCode.INVALID_PRODUCER_EPOCH]
    await finish(coordinator, begin(leader, 12, epoch=2), ErrorCode.NONE)
    assert end(2, 0) == [ErrorCode.NONE], "the producer was an older client's"


async def test_a_transaction_of_version_2_begins_with_sequence_0(leader, coordinator):
    part = await finish(coordinator, begin(leader, 12, sequence=3), ErrorCode.NONE)
    assert ErrorCode(part.error_code) is ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER
    assert (await finish(coordinator, begin(leader, 9, pid=8, sequence=3), ErrorCode.NONE)).error_code == 0


async def test_partitions_are_added_also_where_verification_is_off(leader, coordinator):
    leader.services.verification = TransactionVerification(
        coordinator.verify, coordinator.add, is_enabled=lambda: False, clock=SystemClock()
    )
    assert (await finish(coordinator, begin(leader, 12), ErrorCode.NONE)).error_code == 0
    assert len(coordinator.added) == 1

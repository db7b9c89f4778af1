"""A producer's transaction: its states, its steps, and which failure ends what."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from kavka.common.transitions import IllegalTransition
from kavka.common.types import TopicPartition
from kavka.protocol.errors import (
    InvalidProducerEpoch,
    InvalidTxnState,
    NotEnoughReplicas,
    OutOfOrderSequenceNumber,
    ProducerFenced,
    TransactionalIdAuthorizationFailed,
)
from kavka.protocol.messages import AddPartitionsToTxnResponse, EndTxnResponse, InitProducerIdResponse
from kavka.wire import transaction_states
from kavka.wire.errors import DeadlineExceeded, TransactionFailed, UnsupportedByBroker
from kavka.wire.group_offsets import GroupMetadata
from kavka.wire.producer import ProducerCore
from kavka.wire.transaction import Step, TransactionCore, added_codes
from kavka.wire.transaction_states import CLIENT_TRANSACTION_TRANSITIONS, TransactionState

NEW, READY, OPEN = TransactionState.NEW, TransactionState.READY, TransactionState.OPEN
FAILED, FATAL = TransactionState.FAILED, TransactionState.FATAL
T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)

LEGAL = {
    "NEW": "",
    "READY": "NEW READY OPEN FAILED",
    "OPEN": "READY",
    "FAILED": "OPEN",
    "FATAL": "NEW READY OPEN FAILED",
}
"""target → from where, written down a second time."""

FATAL_ERRORS = [ProducerFenced(), TransactionalIdAuthorizationFailed(), UnsupportedByBroker("too old")]


def got_id(epoch=0):
    return InitProducerIdResponse(producer_id=7, producer_epoch=epoch)


def core_in(state):
    core = TransactionCore(ProducerCore("copier"))
    if state is not NEW:
        core.began_producer(got_id())
    if state in (OPEN, FAILED):
        core.begin()
        core.added([T0])
    if state is FAILED:
        core.fail(OutOfOrderSequenceNumber())
    if state is FATAL:
        core.fail(ProducerFenced("another"))
    assert core.state is state
    return core


ENTER = {
    NEW: None,
    READY: lambda core: core.began_producer(got_id(1)),
    OPEN: lambda core: core.begin(),
    FAILED: lambda core: core.fail(OutOfOrderSequenceNumber()),
    FATAL: lambda core: core.fail(ProducerFenced()),
}


@pytest.mark.parametrize("target", TransactionState)
@pytest.mark.parametrize("current", TransactionState)
def test_the_table_is_the_law(current, target):
    is_legal = current.name in LEGAL[target.name].split()
    assert CLIENT_TRANSACTION_TRANSITIONS.is_legal(current, target) == is_legal
    enter = ENTER[target]
    if enter is None:
        return
    core = core_in(current)
    if is_legal:
        enter(core)
        assert core.state is target
    else:
        with suppress(IllegalTransition, RuntimeError, TransactionFailed, ProducerFenced):
            enter(core)
        assert core.state is current, "refused, or of no consequence"


def test_every_state_says_what_it_does():
    source = Path(transaction_states.__file__).read_text(encoding="utf-8")
    assert source.count("    action: ") == source.count("    transition: ") == len(TransactionState)


class TestFailures:
    @pytest.mark.parametrize("error", FATAL_ERRORS)
    @pytest.mark.parametrize("step", Step)
    def test_a_fenced_producer_is_over_whatever_it_was_about_to_do(self, step, error):
        core = core_in(OPEN)
        core.step_failed(step, error)
        assert (core.state, core.error) == (FATAL, error)
        for attempt in (core.check_open, core.begin, lambda: core.end_request(is_commit=False)):
            with pytest.raises(type(error)) as caught:
                attempt()
            assert caught.value is error

    @pytest.mark.parametrize("step", [Step.ADD_PARTITIONS, Step.ADD_OFFSETS, Step.COMMIT_OFFSETS])
    @pytest.mark.parametrize("error", [DeadlineExceeded("late"), InvalidTxnState(), NotEnoughReplicas()])
    def test_what_was_not_added_can_only_be_aborted(self, step, error):
        core = core_in(OPEN)
        core.step_failed(step, error)
        with pytest.raises(TransactionFailed, match="copier"):
            core.end_request(is_commit=True)
        assert core.end_request(is_commit=False).committed is False

    def test_a_commit_out_of_time_may_be_asked_for_again(self):
        core = core_in(OPEN)
        core.step_failed(Step.COMMIT, DeadlineExceeded("late"))
        assert core.end_request(is_commit=True).committed is True

    def test_a_commit_that_the_coordinator_cannot_place_ends_the_producer(self):
        core = core_in(OPEN)
        core.step_failed(Step.COMMIT, InvalidTxnState())
        assert core.state is FATAL

    @pytest.mark.parametrize("error", [DeadlineExceeded("late"), InvalidTxnState(), NotEnoughReplicas()])
    @pytest.mark.parametrize("state", [OPEN, FAILED])
    def test_an_abort_may_be_asked_for_again(self, state, error):
        core = core_in(state)
        core.step_failed(Step.ABORT, error)
        assert core.state is state
        assert core.end_request(is_commit=False) is not None

    def test_a_failure_outside_a_transaction_fails_none(self):
        core = core_in(READY)
        core.fail(OutOfOrderSequenceNumber())
        assert (core.state, core.error) == (READY, None)

    def test_an_invalid_epoch_of_records_is_settled_by_the_abort(self):
        core = core_in(OPEN)
        core.fail(InvalidProducerEpoch(), loses_sequences=True)
        assert (core.state, core.needs_epoch) == (FAILED, True)


class TestSteps:
    def test_requests_name_the_producer(self):
        core = core_in(OPEN)
        partitions = core.add_partitions_request([T0, T1])
        assert [(t.name, t.partitions) for t in partitions.v3_and_below_topics] == [("t", [0, 1])]
        offsets = core.offset_commit_request({T1: 9}, GroupMetadata("g", 3, "m", "i"))
        assert (offsets.group_id, offsets.generation_id) == ("g", 3)
        assert (offsets.member_id, offsets.group_instance_id) == ("m", "i")
        assert offsets.topics[0].partitions[0].committed_offset == 9
        for request in (core.add_offsets_request("g"), offsets, core.end_request(is_commit=True)):
            assert (request.transactional_id, request.producer_id, request.producer_epoch) == ("copier", 7, 0)

    def test_each_partition_is_added_or_not(self):
        results = AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult
        topic = AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult(
            name="t",
            results_by_partition=[results(partition_index=0), results(partition_index=1, partition_error_code=55)],
        )
        assert [*added_codes(AddPartitionsToTxnResponse(results_by_topic_v3_and_below=[topic]))] == [0, 55]

    def test_what_the_coordinator_has_not_heard_of_ends_without_a_request(self):
        core = core_in(READY)
        core.begin()
        assert core.end_request(is_commit=True) is None
        core.added_offsets()
        assert core.end_request(is_commit=True) is not None

    def test_nothing_is_ended_twice(self):
        core = core_in(OPEN)
        core.ended()
        assert not core.has(T0)
        with pytest.raises(RuntimeError, match="no transaction is open"):
            core.end_request(is_commit=True)

    def test_a_transaction_begins_once(self):
        with pytest.raises(RuntimeError, match="cannot begin now"):
            core_in(OPEN).begin()
        with pytest.raises(RuntimeError, match="not initialised"):
            core_in(NEW).begin()

    def test_another_epoch_knows_nothing_of_the_partitions_before(self):
        core = core_in(OPEN)
        core.began_producer(got_id(1))
        assert (core.state, core.has(T0)) == (READY, False)

    def test_lost_sequences_are_gone_with_the_next_epoch(self):
        core = core_in(OPEN)
        core.fail(OutOfOrderSequenceNumber(), loses_sequences=True)
        assert core.needs_epoch
        core.began_producer(got_id(1))
        assert (core.needs_epoch, core.state, core.error) == (False, READY, None)


class TestEpochs:
    """Transactions of version 2 (KIP-890)."""

    def test_each_end_gives_the_next_epoch_and_sequences_from_0(self):
        producer = ProducerCore("copier")
        core = TransactionCore(producer)
        core.began_producer(got_id(), has_epochs=True)
        core.begin()
        core.added([T0])
        assert [producer.number(T0, 3), producer.number(T0, 2)] == [0, 3]
        assert core.end_request(is_commit=True).producer_epoch == 0
        core.took_epoch(EndTxnResponse(producer_id=7, producer_epoch=1))
        core.ended()
        assert (producer.producer_epoch, producer.number(T0, 1), core.state) == (1, 0, READY)

    def test_the_last_epoch_is_followed_by_another_id(self):
        producer = ProducerCore("copier")
        core = TransactionCore(producer)
        core.began_producer(got_id(32_766), has_epochs=True)
        core.took_epoch(EndTxnResponse(producer_id=8, producer_epoch=0))
        assert (producer.producer_id, producer.producer_epoch) == (8, 0)

    def test_what_was_lost_of_sequences_needs_no_other_epoch(self):
        core = core_in(OPEN)
        core.has_epochs = True
        core.fail(OutOfOrderSequenceNumber(), loses_sequences=True)
        core.took_epoch(EndTxnResponse(producer_id=7, producer_epoch=1))
        assert not core.needs_epoch

    def test_up_to_version_1_the_epoch_stays(self):
        producer = ProducerCore("copier")
        core = TransactionCore(producer)
        core.began_producer(got_id(3))
        core.took_epoch(EndTxnResponse())
        assert (producer.producer_id, producer.producer_epoch) == (7, 3)


class AnyOrder(RuleBasedStateMachine):
    """A producer to which anything happens in any order, as drivers with several callers make it happen."""

    def __init__(self):
        super().__init__()
        self.core = TransactionCore(ProducerCore("copier"))
        self.was_over = False

    def told(self, attempt):
        try:
            return attempt()
        except (RuntimeError, TransactionFailed, ProducerFenced, InvalidTxnState):
            return None

    @rule()
    def init(self):
        if self.core.state is not FATAL:
            self.core.began_producer(got_id())

    @rule()
    def begin(self):
        self.told(self.core.begin)

    @rule(tp=st.sampled_from([T0, T1]))
    def add(self, tp):
        if self.core.state is OPEN:
            self.core.added([tp])

    @rule(is_commit=st.booleans())
    def end(self, is_commit):
        before = self.core.state
        if before in (OPEN, FAILED):
            request = self.told(lambda: self.core.end_request(is_commit=is_commit))
            assert not (is_commit and before is FAILED and request is not None), "a failed one is never committed"
            if request is not None and not self.core.needs_epoch:
                self.core.ended()

    @rule(
        error=st.sampled_from([ProducerFenced(), OutOfOrderSequenceNumber(), DeadlineExceeded("x"), InvalidTxnState()]),
        step=st.sampled_from(Step),
    )
    def step_fails(self, step, error):
        if self.core.state is not FATAL:
            self.core.step_failed(step, error)

    @rule(error=st.sampled_from([ProducerFenced(), OutOfOrderSequenceNumber()]), loses=st.booleans())
    def record_fails(self, error, loses):
        self.core.fail(error, loses_sequences=loses)

    @invariant()
    def an_error_is_there_when_it_is_needed(self):
        assert (self.core.error is not None) == (self.core.state in (FAILED, FATAL))

    @invariant()
    def over_is_over(self):
        assert not self.was_over or self.core.state is FATAL
        self.was_over = self.core.state is FATAL


AnyOrder.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestAnyOrder = AnyOrder.TestCase

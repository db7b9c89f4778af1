"""A connection under any interleaving: frames, answers, mutes, a slow peer, a want of memory, ends of every kind.

The connection, its flow, its buffers and its budgets are the real ones; the transport, the loop and the handler are by
hand (`tests.support.broker.wired`), which check with each call that one request is in progress beside those that have
let it in, that none is taken while output is unread, and that nothing is written or taken after the end.
"""

from __future__ import annotations

import gc

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kavka.broker.network.listener_resources import RECEIVE_BUFFER_BYTES
from kavka.broker.network.output import SLICE_BYTES
from kavka.broker.network.received import OWN_BUFFER_MIN_BYTES, PENDING_BYTES_MAX
from kavka.broker.network.request_flow import CLOSED, DRAINING, HELD, IN_FLIGHT_MAX, READING
from kavka.broker.network.request_memory import HUGE_BYTES, STALLED_MS_MAX
from tests.support.broker.wired import MEMORY_BYTES, Wire

KB = 1024
FRAME_BYTES = st.sampled_from([20, 100, 5 * KB, 40 * KB, 300 * KB, 900 * KB])
ANSWER_BYTES = st.sampled_from([12, 100, 9 * KB, 20 * KB, 70 * KB, SLICE_BYTES + 30 * KB, 3 * SLICE_BYTES])
READ_BYTES = st.sampled_from([1, 30, 3 * KB, 70 * KB, 600 * KB])
MUTE_MS_MAX = 50


class ConnectionMachine(RuleBasedStateMachine):
    """The model: the numbers of the requests, in the order in which they were sent."""

    @initialize(is_early=st.booleans(), has_quotas=st.booleans())
    def begin(self, is_early, has_quotas):
        self.wire = Wire()
        self.flow = self.wire.connection.flow
        self.is_early = is_early
        self.is_ended = False
        if is_early:
            self.flow.hold()
        if has_quotas:
            self.wire.quotas = self.wire

    # ---- what happens ---------------------------------------------------------------------------------------------

    @rule(frame_bytes=FRAME_BYTES, answer_bytes=ANSWER_BYTES, mute=st.sampled_from([0, 0, 20]), parked=st.booleans())
    def peer_sends(self, frame_bytes, answer_bytes, mute, parked):
        if len(self.wire.sent) < 40:
            self.wire.peer_sends(frame_bytes, answer_bytes, mute, parked)

    @rule(count=st.integers(2, 8), answer_bytes=ANSWER_BYTES)
    def peer_sends_a_row(self, count, answer_bytes):
        if len(self.wire.sent) < 40:
            for _ in range(count):
                self.wire.peer_sends(100, answer_bytes)

    @rule(frame_bytes=FRAME_BYTES, answer_bytes=ANSWER_BYTES, count=st.integers(1, 20))
    def peer_sends_what_lets_others_in(self, frame_bytes, answer_bytes, count):
        if len(self.wire.sent) < 40:
            for _ in range(count):
                self.wire.peer_sends(frame_bytes, answer_bytes, lets_in=True)

    @rule(size=READ_BYTES)
    def deliver(self, size):
        is_blocked = self.flow.state is not READING
        if self.wire.deliver(size) and is_blocked and len(self.wire.connection._received.pending) > PENDING_BYTES_MAX:
            assert not self.flow.is_reading, "more is read of what nobody can take"

    @rule(size=READ_BYTES)
    def peer_reads(self, size):
        self.wire.peer_reads(size)

    @precondition(lambda self: self.wire.parked is not None)
    @rule()
    def handler_answers(self):
        self.wire.answer_parked()

    @precondition(lambda self: self.wire.in_flight)
    @rule(index=st.integers(0, 20))
    def handler_answers_in_flight(self, index):
        self.wire.answer_in_flight(index)

    @rule()
    def turn(self):
        self.wire.turn()

    @rule(ms=st.sampled_from([1, MUTE_MS_MAX]))
    def time_passes(self, ms):
        self.wire.clock.advance(ms)

    @rule()
    def rival_takes_the_memory(self):
        self.wire.memory.admit(self.wire.rival, MEMORY_BYTES // 2, self.wire.clock.monotonic_ms())

    @rule()
    def rival_gives_it_back(self):
        self.wire.memory.release(self.wire.rival)

    @precondition(lambda self: self.is_early)
    @rule()
    def listener_releases(self):
        self.is_early = False
        self.wire.connection.release()

    # Ends are rare: what comes before them is what there is to see.
    @precondition(lambda self: len(self.wire.sent) > 12 and not self.is_ended)
    @rule(how=st.sampled_from(["close_when_answered", "close", "drop", "reset", "eof"]))
    def ends(self, how):
        self.is_ended = True
        was_in_flight = self.flow.in_flight > 0
        if how in ("reset", "eof"):
            self.wire.transport.end_by_loop(is_reset=how == "reset")
        else:
            getattr(self.wire.connection, how)()
        if how == "close_when_answered":
            is_done = self.wire.parked is None and not was_in_flight
            assert (self.flow.state is CLOSED) is is_done, "the request in progress is answered"

    # ---- what holds -----------------------------------------------------------------------------------------------

    @invariant()
    def requests_are_taken_and_answered_in_order(self):
        wire = self.wire
        assert wire.taken == list(range(len(wire.taken)))
        assert wire.answers == wire.taken[: len(wire.answers)]
        assert not wire.wrong

    @invariant()
    def what_is_in_flight_is_bounded(self):
        assert self.flow.in_flight == len(self.wire.connection._in_flight) or self.flow.state is CLOSED
        assert self.flow.in_flight <= IN_FLIGHT_MAX + 1

    @invariant()
    def what_is_held_is_bounded(self):
        received = self.wire.connection._received
        if received.own is not None:
            assert not received.pending
            assert len(received.own) <= 4 * max(received.own.arrived, 32 * KB)
        # The beginning of a frame that gets no buffer of its own, or what may be sent ahead; and one read on top.
        assert len(received.pending) <= OWN_BUFFER_MIN_BYTES + PENDING_BYTES_MAX + RECEIVE_BUFFER_BYTES

    @invariant()
    def the_flow_knows_what_the_transport_does(self):
        transport = self.wire.transport
        if not transport.is_closing():
            assert self.flow.is_reading is transport.is_reading
            assert not (transport.is_full and transport.is_reading), "it reads on for who does not"
        if self.flow.state is DRAINING or (self.flow.state is HELD and not self.is_early):
            assert not self.flow.is_reading

    @invariant()
    def nobody_waits_without_a_reason(self):
        wire, state = self.wire, self.flow.state
        if state is HELD:
            assert self.is_early or wire.memory.waiting
        if state is DRAINING:
            assert wire.transport.unread or wire._soon, "all is read, and nothing was said of it"

    # ---- how it ends ----------------------------------------------------------------------------------------------

    def teardown(self):
        if not hasattr(self, "wire"):
            return
        wire = self.wire
        if self.is_early:
            wire.connection.release()
        wire.memory.release(wire.rival)
        while self._goes_on():
            self.requests_are_taken_and_answered_in_order()
        if not self.is_ended:
            assert len(wire.answers) == len(wire.sent), "somebody starves"
            assert self.flow.state is READING
            assert wire.transport.is_reading
            assert wire.memory.reserved == 0
            wire.transport.end_by_loop(is_reset=True)
            wire.turn()
        assert self.flow.state is CLOSED
        assert wire.transport.is_lost
        assert wire.unread.held == 0
        assert wire.memory.reserved == 0
        self._leaves_nothing()

    def _goes_on(self):
        """Lets everybody get on. Returns whether anybody has."""
        wire = self.wire
        progress = wire.turn()
        progress |= wire.deliver(1 << 20)
        progress |= wire.peer_reads(1 << 20)
        if wire.parked is not None:
            wire.answer_parked()
            progress = True
        if wire.in_flight:
            wire.answer_in_flight(-1)
            progress = True
        if not progress:
            before = len(wire.taken), self.flow.state
            wire.clock.advance(MUTE_MS_MAX)
            progress = before != (len(wire.taken), self.flow.state)
        return progress

    def _leaves_nothing(self):
        """A broker's collector practically never looks for circles of references: a connection must not be in one."""
        freed = self.wire.connection.freed
        is_enabled = gc.isenabled()
        gc.disable()
        try:
            del self.wire.connection, self.wire.transport
            assert freed
        finally:
            if is_enabled:
                gc.enable()


TestConnection = ConnectionMachine.TestCase
TestConnection.settings = settings(max_examples=100, stateful_step_count=50)


def test_the_memory_of_this_test_makes_a_frame_wait():
    assert 300 * KB < MEMORY_BYTES // 2 <= HUGE_BYTES
    assert STALLED_MS_MAX > MUTE_MS_MAX

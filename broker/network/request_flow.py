"""Where a connection stands between two requests: what it may take, when it reads, when it closes. Sans I/O.

                                    ┌───────────── released ─────────────┐
                                    ▼                                    │
    accepted ─▶ ┌─────────┐ ── too early, no memory ───────────────▶ ┌──────┐
           ┌──▶ │ Reading │                                          │ Held │
           │    └─────────┘ ◀─── all is read ─── ┌──────────┐        └──────┘
           │         │  └─── output is unread ─▶ │ Draining │ ◀─┐
           │   take a frame                      └──────────┘   │ what Handling, Muted and Held become
       unmuted       ▼                                 ▲        │ while there is unread output
           │    ┌──────────┐ ── answered ──────────────┴────────┘
           │    │ Handling │ ── answered ─▶ Reading
           │    └──────────┘
           │         │ answered, throttled                      close, lost: from everywhere ─▶ Closed
           └──── ┌───────┐
                 │ Muted │
                 └───────┘

    Handling ── lets the next one in ─▶ Reading ── a frame that may not come beside it ─▶ ┌────────┐
                                           ▲                                              │ Behind │
                                           └──── few enough are in flight, or none ────── └────────┘

A frame is taken in Reading alone. Mostly one request is in progress per connection, as in Kafka. A produce request that
waits for its replicas lets the next one in, and is in flight then; its response leaves first all the same.
What happened in a state and concerns the next one is four facts: how many requests are in flight, the output is unread,
the request is the last, reading is paused. Reading is paused by whatever must not grow (unread output, what was sent
ahead, a frame that there is no memory for) and resumed in one place, when the state is Reading again and what had come
has been taken.

Every input returns what the transport's side is to do (`FlowAct`). Not here: bytes, sockets, timers (`connection`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from kavka.common.transitions import TransitionTable


class FlowState(IntEnum):
    """What a connection waits for."""

    Reading = 0
    """Nothing is in progress.

    action: the next frame is taken as soon as it is whole
    transition: a frame is taken → Handling · output is unread → Draining · the connection came too early, or there is
        no memory for a big frame → Held · the next frame may not overtake what is in flight → Behind · closed → Closed
    """
    Handling = 1
    """One request is with its handler, or parked by it.

    action: what comes meanwhile waits, up to a bound; beyond that nothing is read
    transition: answered, or the next one is let in → Reading, or Draining while output is unread · answered, and its
        client is to be silent → Muted · too many are in flight, or it was the last one → Behind · closed, or answered
        as the last one → Closed
    """
    Muted = 2
    """The response is on its way, and its client is over its quota (KIP-219).

    action: as in Handling; whoever closes the connection need not wait for a response
    transition: the time is over → Reading, or Draining while output is unread · closed → Closed
    """
    Draining = 3
    """The peer does not read, and nothing is in progress.

    action: nothing is read and nothing taken
    transition: all of it is with the peer → Reading · closed → Closed
    """
    Held = 4
    """The connection came before its listener may take it, or a big frame waits for memory.

    action: nothing is taken; for memory nothing is read either
    transition: released → Reading, or Draining while output is unread · closed → Closed
    """
    Closed = 5
    """Nothing is taken any more. What was written before leaves, unless the connection was dropped.

    action: responses are not sent; every input is in vain
    transition: none
    """
    Behind = 6
    """Requests are in flight, and the next one may not be taken beside them, or none is to be taken any more.

    action: as in Handling
    transition: few enough are in flight → Reading, or Draining while output is unread · closed → Closed
    """


READING: Final = FlowState.Reading
HANDLING: Final = FlowState.Handling
MUTED: Final = FlowState.Muted
DRAINING: Final = FlowState.Draining
HELD: Final = FlowState.Held
CLOSED: Final = FlowState.Closed
BEHIND: Final = FlowState.Behind

IN_FLIGHT_MAX: Final = 16
"""Requests of a connection that wait at once for replicas, and let the next one in."""
IN_FLIGHT_AGAIN: Final = IN_FLIGHT_MAX // 2
"""So many are left when further ones are taken, after there were too many."""

FLOW_TRANSITIONS: Final = TransitionTable(
    "connection",
    {
        READING: frozenset({HANDLING, MUTED, DRAINING, HELD, BEHIND}),
        HANDLING: frozenset({READING}),
        MUTED: frozenset({HANDLING}),
        DRAINING: frozenset({READING, HANDLING, MUTED, HELD, BEHIND}),
        HELD: frozenset({READING}),
        CLOSED: frozenset({READING, HANDLING, MUTED, DRAINING, HELD, BEHIND}),
        BEHIND: frozenset({READING, HANDLING}),
    },
)
"""State → the states before it."""


class FlowAct(IntEnum):
    """What is to be done after an input."""

    NOTHING = 0
    TAKE = 1
    """Take the frames that have come, then ask `resume`."""
    PAUSE = 2
    """Pause reading."""
    RESUME = 3
    """Resume reading."""
    CLOSE = 4
    """Close: the last response has been written."""


NOTHING: Final = FlowAct.NOTHING
TAKE: Final = FlowAct.TAKE
PAUSE: Final = FlowAct.PAUSE
RESUME: Final = FlowAct.RESUME
CLOSE: Final = FlowAct.CLOSE


class RequestFlow:
    """One connection's place in the table.

    Attributes:
        state: assigned by the inputs, and nowhere else.
        in_flight: requests that have let the next one in, and what came behind them: their responses have not left.
        is_reading: whether the transport reads, as far as the last act goes.
        is_unread: whether the peer leaves what it is sent unread.
        is_last: whether the connection closes behind the request in progress.
    """

    __slots__ = ("_in_flight_again", "in_flight", "is_last", "is_reading", "is_unread", "state")

    def __init__(self) -> None:
        self.state = READING
        self.in_flight = 0
        self._in_flight_again = 0
        self.is_reading = True
        self.is_unread = False
        self.is_last = False

    @property
    def is_waiting_for_us(self) -> bool:
        """Tells whether a request is handled, or held; whoever does not read waits for nobody."""
        state = self.state
        return state in (HANDLING, MUTED, HELD, BEHIND) or (state is READING and self.in_flight > 0)

    # ---- one request ----------------------------------------------------------------------------------------------

    def take(self) -> None:
        """Takes a frame; none other is taken until it is answered."""
        # Here and in `answered` the table is only asked where it would refuse: both run for every request.
        if self.state is not READING:
            FLOW_TRANSITIONS.check(self.state, HANDLING)
        self.state = HANDLING

    def answered(self, is_throttled: bool = False) -> FlowAct:
        """Notes that the request in progress has its response, or ends without one.

        Args:
            is_throttled: its client is to be silent until `unmuted`.
        """
        if self.state is not HANDLING:
            assert self.state is CLOSED, f"a response without a request, while {self.state.name}"
            return NOTHING
        if self.is_last:
            if not self.in_flight:
                return CLOSE
            self._fall_behind(0)
            return NOTHING
        if is_throttled:
            self.state = MUTED
            return NOTHING
        if self.is_unread:
            self.state = DRAINING
            return NOTHING
        if self.in_flight >= IN_FLIGHT_MAX:
            self._fall_behind(IN_FLIGHT_AGAIN)
            return NOTHING
        self.state = READING
        return TAKE

    def unmuted(self) -> FlowAct:
        """Ends the silence of a client that was over its quota."""
        return self._go_on() if self.state is MUTED else NOTHING

    # ---- several requests -----------------------------------------------------------------------------------------

    def let_next_in(self) -> FlowAct:
        """Notes that the next request need not wait for the one in progress."""
        self.in_flight += 1
        return self.answered()

    def answered_behind(self, is_throttled: bool) -> FlowAct:
        """Notes that the request in progress has its response, which leaves as the last one."""
        self.in_flight += 1
        return self.answered(is_throttled)

    def fall_behind(self) -> None:
        """Takes no frame until nothing is in flight any more: the next one may not overtake it."""
        self._fall_behind(0)

    def responded(self, count: int) -> FlowAct:
        """Notes that so many requests that were in flight have their responses."""
        if self.state is CLOSED:
            return NOTHING
        self.in_flight -= count
        if self.is_last:
            return CLOSE if not self.in_flight and self.state is not HANDLING else NOTHING
        return self._go_on() if self.state is BEHIND and self.in_flight <= self._in_flight_again else NOTHING

    def _fall_behind(self, again: int) -> None:
        self._enter(BEHIND)
        self._in_flight_again = again

    # ---- reading and writing --------------------------------------------------------------------------------------

    def sent_ahead(self, size: int, size_max: int) -> FlowAct:
        """Notes how many bytes have come that nobody can take now; too many pause reading."""
        return self._pause() if size > size_max and self.state is not READING else NOTHING

    def output_unread(self) -> FlowAct:
        """Notes that the peer does not read what it is sent: no frame is taken until it does."""
        self.is_unread = True
        if self.state is READING:
            self._enter(DRAINING)
        return self._pause()

    def output_read(self) -> FlowAct:
        """Notes that there is room for responses again."""
        self.is_unread = False
        return self._go_on() if self.state is DRAINING else NOTHING

    def turn_over(self) -> FlowAct:
        """Pauses reading for one turn of the loop, where nothing else does: others are to read, too."""
        return self._pause() if self.state is READING else NOTHING

    def resume(self) -> FlowAct:
        """Resumes reading, if nothing stands against it any more."""
        if self.is_reading or self.state is not READING:
            return NOTHING
        self.is_reading = True
        return RESUME

    # ---- waiting to be let in -------------------------------------------------------------------------------------

    def hold(self) -> None:
        """Takes no frame until `released`; what comes waits, up to a bound."""
        self._enter(HELD)

    def hold_unread(self) -> FlowAct:
        """Takes no frame until `released`, and reads nothing either: there is no memory for what would come."""
        self._enter(HELD)
        return self._pause()

    def released(self) -> FlowAct:
        """Takes frames again, after `hold` or `hold_unread`."""
        return self._go_on() if self.state is HELD else NOTHING

    # ---- ends -----------------------------------------------------------------------------------------------------

    def close_when_answered(self) -> FlowAct:
        """Makes the request in progress the last one; without one there is nothing to wait for."""
        if self.state is HANDLING or self.in_flight:
            self.is_last = True
            if self.state is READING:
                self._fall_behind(0)
            return NOTHING
        return CLOSE

    def close(self) -> None:
        """Ends all of it, for the connection is closed or lost."""
        self.in_flight = 0
        if self.state is not CLOSED:
            self._enter(CLOSED)

    def _go_on(self) -> FlowAct:
        if self.is_unread:
            self._enter(DRAINING)
            return NOTHING
        self._enter(READING)
        if self.is_last or self.in_flight >= IN_FLIGHT_MAX:
            self._fall_behind(0 if self.is_last else IN_FLIGHT_AGAIN)
            return NOTHING
        return TAKE

    def _pause(self) -> FlowAct:
        if not self.is_reading or self.state is CLOSED:
            return NOTHING
        self.is_reading = False
        return PAUSE

    def _enter(self, target: FlowState) -> None:
        FLOW_TRANSITIONS.check(self.state, target)
        self.state = target

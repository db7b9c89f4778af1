"""Each input in each state: where it leads, what it asks the transport for, and that the table says the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from kavka.broker.network.request_flow import (
    FLOW_TRANSITIONS,
    IN_FLIGHT_AGAIN,
    IN_FLIGHT_MAX,
    FlowAct,
    FlowState,
    RequestFlow,
)
from kavka.common.transitions import IllegalTransition

S, A = FlowState, FlowAct

WAYS = {
    S.Reading: [],
    S.Handling: ["take"],
    S.Muted: ["take", "throttled"],
    S.Draining: ["output_unread"],
    S.Held: ["hold"],
    S.Closed: ["close"],
    S.Behind: ["take", "let_next_in", "fall_behind"],
}
"""The inputs that lead into a state."""


def responded(flow: RequestFlow) -> FlowAct:
    return flow.responded(1)


def throttled(flow: RequestFlow) -> FlowAct:
    return flow.answered(is_throttled=True)


def give(flow: RequestFlow, *inputs: str) -> FlowAct | None:
    act = None
    for name in inputs:
        own = {"throttled": throttled, "responded": responded}.get(name)
        act = getattr(flow, name)() if own is None else own(flow)
    return act


def flow_in(state: FlowState) -> RequestFlow:
    flow = RequestFlow()
    give(flow, *WAYS[state])
    assert flow.state is state
    return flow


@pytest.mark.parametrize(
    ("state", "given", "then", "act"),
    [
        (S.Reading, "take", S.Handling, None),
        (S.Reading, "output_unread", S.Draining, A.PAUSE),
        (S.Reading, "hold", S.Held, None),
        (S.Reading, "hold_unread", S.Held, A.PAUSE),
        (S.Reading, "turn_over", S.Reading, A.PAUSE),
        (S.Reading, "close_when_answered", S.Reading, A.CLOSE),
        (S.Handling, "answered", S.Reading, A.TAKE),
        (S.Handling, "throttled", S.Muted, A.NOTHING),
        (S.Handling, "output_unread", S.Handling, A.PAUSE),
        (S.Handling, "output_read", S.Handling, A.NOTHING),
        (S.Handling, "turn_over", S.Handling, A.NOTHING),
        (S.Handling, "close_when_answered", S.Handling, A.NOTHING),
        (S.Muted, "unmuted", S.Reading, A.TAKE),
        (S.Muted, "output_unread", S.Muted, A.PAUSE),
        (S.Muted, "close_when_answered", S.Muted, A.CLOSE),
        (S.Draining, "output_read", S.Reading, A.TAKE),
        (S.Draining, "output_unread", S.Draining, A.NOTHING),
        (S.Draining, "close_when_answered", S.Draining, A.CLOSE),
        (S.Held, "released", S.Reading, A.TAKE),
        (S.Held, "output_unread", S.Held, A.PAUSE),
        (S.Handling, "let_next_in", S.Reading, A.TAKE),
        (S.Behind, "responded", S.Reading, A.TAKE),
        (S.Behind, "output_unread", S.Behind, A.PAUSE),
        (S.Behind, "output_read", S.Behind, A.NOTHING),
        (S.Behind, "close_when_answered", S.Behind, A.NOTHING),
        *((state, "close", S.Closed, None) for state in S),
        *(
            (S.Closed, name, S.Closed, A.NOTHING)
            for name in ("answered", "throttled", "unmuted", "output_unread", "output_read", "released", "resume")
        ),
        *((state, "released", state, A.NOTHING) for state in S if state is not S.Held),
        *((state, "unmuted", state, A.NOTHING) for state in S if state is not S.Muted),
        *((state, "resume", state, A.NOTHING) for state in S),
    ],
)
def test_an_input_in_a_state(state, given, then, act):
    flow = flow_in(state)
    assert give(flow, given) is act
    assert flow.state is then
    assert state is then or FLOW_TRANSITIONS.is_legal(state, then)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["take"], "answered"),
        (["take", "throttled"], "unmuted"),
        (["hold"], "released"),
        (["take"], "let_next_in"),
        (["take", "let_next_in", "fall_behind"], "responded"),
    ],
)
def test_whatever_ends_while_output_is_unread_drains_first(before, after):
    flow = RequestFlow()
    give(flow, *before, "output_unread", after)
    assert flow.state is S.Draining
    assert not flow.is_reading
    assert give(flow, "resume") is A.NOTHING
    assert give(flow, "output_read", "resume") is A.RESUME
    assert (flow.state, flow.is_reading) == (S.Reading, True)


def test_the_last_request_closes_when_it_is_answered_and_is_not_muted_first():
    flow = flow_in(S.Handling)
    flow.close_when_answered()
    assert throttled(flow) is A.CLOSE


@pytest.mark.parametrize(
    ("state", "size", "act"),
    [(S.Handling, 11, A.PAUSE), (S.Handling, 10, A.NOTHING), (S.Held, 11, A.PAUSE), (S.Reading, 11, A.NOTHING)],
)
def test_what_is_sent_ahead_has_a_bound(state, size, act):
    assert flow_in(state).sent_ahead(size, 10) is act


@pytest.mark.parametrize("state", [state for state in S if state is not S.Reading])
@pytest.mark.parametrize("given", ["take", "hold"])
def test_frames_are_taken_and_held_in_reading_alone(state, given):
    with pytest.raises(IllegalTransition, match=f"connection : {state.name} → "):
        give(flow_in(state), given)


def test_so_many_requests_are_in_flight_and_further_ones_come_when_half_are_left():
    flow = RequestFlow()
    for _ in range(IN_FLIGHT_MAX - 1):
        assert give(flow, "take", "let_next_in") is A.TAKE
    assert give(flow, "take", "let_next_in") is A.NOTHING
    assert flow.state is S.Behind
    assert flow.responded(IN_FLIGHT_AGAIN - 1) is A.NOTHING
    assert flow.responded(1) is A.TAKE
    assert flow.state is S.Reading


def test_what_may_not_overtake_waits_until_nothing_is_in_flight():
    flow = RequestFlow()
    give(flow, "take", "let_next_in", "take", "let_next_in", "fall_behind")
    assert give(flow, "responded") is A.NOTHING
    assert give(flow, "responded") is A.TAKE


@pytest.mark.parametrize(
    "way", [["take", "let_next_in"], ["take", "let_next_in", "take"], ["take", "let_next_in", "fall_behind"]]
)
def test_a_connection_that_ends_waits_for_all_that_is_in_flight(way):
    flow = RequestFlow()
    give(flow, *way)
    assert give(flow, "close_when_answered") is A.NOTHING
    if flow.state is S.Handling:
        assert flow.answered_behind(is_throttled=False) is A.NOTHING
        assert give(flow, "responded") is A.NOTHING
    assert flow.state is S.Behind
    assert give(flow, "responded") is A.CLOSE


def test_the_last_one_closes_itself_where_those_in_flight_have_ended_before():
    flow = RequestFlow()
    give(flow, "take", "let_next_in", "take", "close_when_answered")
    assert give(flow, "responded") is A.NOTHING
    assert give(flow, "answered") is A.CLOSE


def test_nothing_is_in_flight_on_a_closed_connection():
    flow = RequestFlow()
    give(flow, "take", "let_next_in", "close")
    assert not flow.in_flight
    assert give(flow, "responded") is A.NOTHING


@pytest.mark.parametrize("state", [S.Reading, S.Muted, S.Draining, S.Held, S.Behind])
def test_there_is_no_response_without_a_request(state):
    with pytest.raises(AssertionError, match=f"without a request, while {state.name}"):
        flow_in(state).answered()


@pytest.mark.parametrize("state", S)
def test_who_does_not_read_waits_for_nobody(state):
    assert flow_in(state).is_waiting_for_us is (state in (S.Handling, S.Muted, S.Held, S.Behind))


def test_who_has_requests_in_flight_waits_for_us():
    flow = RequestFlow()
    give(flow, "take", "let_next_in")
    assert flow.is_waiting_for_us
    give(flow, "responded")
    assert not flow.is_waiting_for_us


def test_every_state_says_what_it_does():
    source = (Path(__file__).resolve().parents[3] / "broker/network/request_flow.py").read_text(encoding="utf-8")
    for state in S:
        assert f"    {state.name} = {state.value}\n" in source
    assert source.count("    action: ") == source.count("    transition: ") == len(S)

"""The states of a client's telemetry and their transition table (KIP-714): the law of the machine, and nothing else.

`telemetry` carries what changes with a state. docs/state-machines.md is generated from here.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from kavka.common.transitions import TransitionTable


class TelemetryState(Enum):
    """How far a client is with telling a broker what it measures."""

    SUBSCRIPTION_NEEDED = "SubscriptionNeeded"
    """It is not known what is wanted, or nothing was when it was asked last.

    action: when it is due, GetTelemetrySubscriptions to a broker that is connected
    transition: it was sent → SUBSCRIPTION_IN_PROGRESS · the client closes, or an error says never → TERMINATED
    """
    SUBSCRIPTION_IN_PROGRESS = "SubscriptionInProgress"
    """A broker was asked what is wanted.

    action: none; the connection's deadline ends it
    transition: metrics are wanted → PUSH_NEEDED · none are, or it failed → SUBSCRIPTION_NEEDED · the client closes, or
        an error says never → TERMINATED
    """
    PUSH_NEEDED = "PushNeeded"
    """Metrics are wanted; the next push is not due yet.

    action: when it is due, PushTelemetry
    transition: it was sent → PUSH_IN_PROGRESS · the client closes → TERMINATING_PUSH_NEEDED
    """
    PUSH_IN_PROGRESS = "PushInProgress"
    """Metrics were pushed; the response is awaited.

    action: none; the connection's deadline ends it
    transition: they were taken → PUSH_NEEDED · they were not → SUBSCRIPTION_NEEDED · the client closes →
        TERMINATING_PUSH_NEEDED · an error says never → TERMINATED
    """
    TERMINATING_PUSH_NEEDED = "TerminatingPushNeeded"
    """The client closes.

    action: a last PushTelemetry, at once
    transition: it was sent → TERMINATING_PUSH_IN_PROGRESS · no broker is connected → TERMINATED
    """
    TERMINATING_PUSH_IN_PROGRESS = "TerminatingPushInProgress"
    """The last push is under way; the client waits for it, shortly.

    action: none
    transition: a response, or none in time → TERMINATED
    """
    TERMINATED = "Terminated"
    """Nothing is asked or pushed any more.

    action: none
    transition: none
    """


_S = TelemetryState

TELEMETRY_TRANSITIONS: Final = TransitionTable(
    "client telemetry",
    {
        _S.SUBSCRIPTION_NEEDED: frozenset({_S.SUBSCRIPTION_IN_PROGRESS, _S.PUSH_IN_PROGRESS}),
        _S.SUBSCRIPTION_IN_PROGRESS: frozenset({_S.SUBSCRIPTION_NEEDED}),
        _S.PUSH_NEEDED: frozenset({_S.SUBSCRIPTION_IN_PROGRESS, _S.PUSH_IN_PROGRESS}),
        _S.PUSH_IN_PROGRESS: frozenset({_S.PUSH_NEEDED}),
        _S.TERMINATING_PUSH_NEEDED: frozenset({_S.PUSH_NEEDED, _S.PUSH_IN_PROGRESS}),
        _S.TERMINATING_PUSH_IN_PROGRESS: frozenset({_S.TERMINATING_PUSH_NEEDED}),
        _S.TERMINATED: frozenset(
            {
                _S.SUBSCRIPTION_NEEDED,
                _S.SUBSCRIPTION_IN_PROGRESS,
                _S.PUSH_IN_PROGRESS,
                _S.TERMINATING_PUSH_NEEDED,
                _S.TERMINATING_PUSH_IN_PROGRESS,
            }
        ),
    },
)
"""Kafka: `ClientTelemetryState.java`. What was asked before the first subscription has nothing to push at the end."""

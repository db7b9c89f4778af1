"""What a client asks brokers about its own metrics, and when it pushes them (KIP-714). Sans I/O.

    subscribe ─▶ GetTelemetrySubscriptions ─▶ subscribed: id, metrics, interval ─ none wanted ─▶ asks again later
                                                 │                                                   ▲
                             the first push after 0.5 to 1.5 intervals, so that not all come at once │ an error
                                                 ▼                                                   │
    push(data) ─▶ PushTelemetry ─▶ pushed ─▶ the next one after an interval ─────────────────────────┘
    terminate ─▶ push(data), a last one

    error                                                          what follows
    UNKNOWN_SUBSCRIPTION_ID, UNSUPPORTED_COMPRESSION_TYPE          it asks anew at once, without that compression
    TELEMETRY_TOO_LARGE, THROTTLING_QUOTA_EXCEEDED                 it asks anew after an interval
    no response, or nobody to ask                                  the same
    INVALID_REQUEST, INVALID_RECORD, UNSUPPORTED_VERSION, others   nothing, ever

The first request has no client instance id; the one that a broker gives is kept for the client's life. Kafka's
`ClientTelemetryReporter` and its `ClientTelemetryUtils.maybeFetchErrorIntervalMs`.

Sans I/O: the driver (`client.telemetry_reporter`) looks for a broker at `due_ms`, and sends. Not here: what is pushed
(`client_measures`, `telemetry_payload`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import GetTelemetrySubscriptionsRequest, PushTelemetryRequest
from kavka.wire.telemetry_states import TELEMETRY_TRANSITIONS, TelemetryState

if TYPE_CHECKING:
    from kavka.protocol.messages import GetTelemetrySubscriptionsResponse, PushTelemetryResponse
    from kavka.timer.moments import MonotonicMs

INTERVAL_MS_DEFAULT: Final = 300_000
"""Kafka's `ClientTelemetryReporter.DEFAULT_PUSH_INTERVAL_MS`: as long as no broker has said another."""

INTERVAL_MS_MIN: Final = 100
"""The shortest interval that a subscription may have in Kafka; a broker that says less is not believed."""

FIRST_PUSH_FROM: Final = 0.5
FIRST_PUSH_TO: Final = 1.5
"""The first push after a subscription comes after so many intervals."""

NO_INSTANCE: Final = bytes(16)
ALL_METRICS: Final = "*"
NO_COMPRESSION: Final = 0

_AT_ONCE: Final = frozenset({ErrorCode.UNKNOWN_SUBSCRIPTION_ID, ErrorCode.UNSUPPORTED_COMPRESSION_TYPE})
_LATER: Final = frozenset({ErrorCode.TELEMETRY_TOO_LARGE, ErrorCode.THROTTLING_QUOTA_EXCEEDED})
_PUSH_STATES: Final = frozenset({TelemetryState.PUSH_NEEDED, TelemetryState.TERMINATING_PUSH_NEEDED})


class ClientTelemetrySubscription(NamedTuple):
    """What a broker wants to have pushed.

    Attributes:
        subscription_id: names it in pushes.
        metrics: prefixes of names; none: nothing.
        interval_ms: how often.
        compression: of what is pushed.
        is_delta: whether sums are wanted since the last push; if not, since the client began.
        bytes_max: of a push.
    """

    subscription_id: int
    metrics: tuple[str, ...]
    interval_ms: int
    compression: int
    is_delta: bool
    bytes_max: int

    def wants(self, name: str) -> bool:
        """Tells whether a metric is wanted: its name begins with a prefix, of which "" begins every name."""
        return ALL_METRICS in self.metrics or name.startswith(self.metrics)


class TelemetryCore:
    """One client's telemetry.

    Args:
        draw: draws a number from 0 to 1.
        compressions: those that this client has, by Kafka's ids.

    Attributes:
        state: how far it is.
        instance_id: the client's, 16 bytes; None: no broker has given it one yet.
        subscription: what a broker wanted last.
        due_ms: when something is to be sent; None: nothing is, or a response is awaited.
    """

    def __init__(self, *, draw: Callable[[], float], compressions: frozenset[int]) -> None:
        self.state = TelemetryState.SUBSCRIPTION_NEEDED
        self.instance_id: bytes | None = None
        self.subscription: ClientTelemetrySubscription | None = None
        self.due_ms: MonotonicMs | None = None
        self._draw = draw
        self._compressions = compressions
        # Invariant: there is an instance_id, and a subscription, in every state of pushes.

    def start(self, now_ms: MonotonicMs) -> None:
        """Begins: a broker is to be asked now."""
        self.due_ms = now_ms

    @property
    def has_to_push(self) -> bool:
        """Tells whether what is due is a push; if not, it is a question."""
        return self.state in _PUSH_STATES

    # ---- requests ---------------------------------------------------------------------------------------------------

    def subscribe(self) -> GetTelemetrySubscriptionsRequest:
        """Returns the request that asks what is wanted."""
        self._enter(TelemetryState.SUBSCRIPTION_IN_PROGRESS)
        return GetTelemetrySubscriptionsRequest(client_instance_id=self.instance_id or NO_INSTANCE)

    def push(self, data: bytes) -> PushTelemetryRequest:
        """Returns the request that pushes metrics, or the last one.

        Args:
            data: the metrics, compressed as the broker takes them; empty: none of them are wanted, or have a value.
        """
        subscription, instance_id = self.subscription, self.instance_id
        assert subscription is not None
        assert instance_id is not None
        is_last = self.state is TelemetryState.TERMINATING_PUSH_NEEDED
        self._enter(TelemetryState.TERMINATING_PUSH_IN_PROGRESS if is_last else TelemetryState.PUSH_IN_PROGRESS)
        return PushTelemetryRequest(
            client_instance_id=instance_id,
            subscription_id=subscription.subscription_id,
            terminating=is_last,
            compression_type=subscription.compression if data else NO_COMPRESSION,
            metrics=data,
        )

    # ---- responses --------------------------------------------------------------------------------------------------

    def subscribed(self, response: GetTelemetrySubscriptionsResponse, now_ms: MonotonicMs) -> None:
        """Takes what a broker wants."""
        if self.state is not TelemetryState.SUBSCRIPTION_IN_PROGRESS:
            return  # the client closes
        if response.error_code != ErrorCode.NONE:
            # Kafka asks again at once after some; a broker that always says so would be asked without end.
            is_over = response.error_code not in _AT_ONCE | _LATER
            self._ask_again(None if is_over else now_ms + self._pause_ms(response.throttle_time_ms))
            return
        if response.client_instance_id == NO_INSTANCE:
            self._ask_again(None)
            return
        if self.instance_id is None:
            self.instance_id = response.client_instance_id
        self.subscription = subscription = self._subscription(response)
        if subscription.metrics:
            self._enter(TelemetryState.PUSH_NEEDED)
            share = FIRST_PUSH_FROM + (FIRST_PUSH_TO - FIRST_PUSH_FROM) * self._draw()
            self.due_ms = now_ms + max(round(share * subscription.interval_ms), response.throttle_time_ms)
        else:
            self._ask_again(now_ms + self._pause_ms(response.throttle_time_ms))

    def pushed(self, response: PushTelemetryResponse, now_ms: MonotonicMs) -> bool:
        """Takes what came of a push; returns whether its metrics were taken."""
        error = response.error_code
        if self.state is not TelemetryState.PUSH_IN_PROGRESS:
            return error == ErrorCode.NONE  # the client closes
        pause_ms = self._pause_ms(response.throttle_time_ms)
        if error == ErrorCode.NONE:
            self._enter(TelemetryState.PUSH_NEEDED)
            self.due_ms = now_ms + pause_ms
        elif error in _AT_ONCE and not self._is_over(error):
            self._ask_again(now_ms + response.throttle_time_ms)
        else:
            self._ask_again(now_ms + pause_ms if error in _LATER else None)
        return error == ErrorCode.NONE

    def failed(self, now_ms: MonotonicMs) -> None:
        """Takes note that there will be no response; another broker is asked after an interval."""
        if self.state in (TelemetryState.SUBSCRIPTION_IN_PROGRESS, TelemetryState.PUSH_IN_PROGRESS):
            self._ask_again(now_ms + self._pause_ms(0))

    def postpone(self, now_ms: MonotonicMs) -> None:
        """Takes note that nobody is connected who could be asked; what is due is due an interval later."""
        self.due_ms = now_ms + self._pause_ms(0)

    # ---- the end ----------------------------------------------------------------------------------------------------

    def terminate(self) -> bool:
        """Begins the end; returns whether a last push is due."""
        if self.state in (TelemetryState.PUSH_NEEDED, TelemetryState.PUSH_IN_PROGRESS):
            self._enter(TelemetryState.TERMINATING_PUSH_NEEDED)
            return True
        self.end()
        return False

    def end(self) -> None:
        """Ends it; a second time nothing happens."""
        if self.state is not TelemetryState.TERMINATED:
            self._enter(TelemetryState.TERMINATED)

    # ---- inside -----------------------------------------------------------------------------------------------------

    def _subscription(self, response: GetTelemetrySubscriptionsResponse) -> ClientTelemetrySubscription:
        interval_ms = response.push_interval_ms
        return ClientTelemetrySubscription(
            response.subscription_id,
            tuple(response.requested_metrics),
            INTERVAL_MS_DEFAULT if interval_ms <= 0 else max(interval_ms, INTERVAL_MS_MIN),
            next((one for one in response.accepted_compression_types if one in self._compressions), NO_COMPRESSION),
            response.delta_temporality,
            response.telemetry_max_bytes,
        )

    def _is_over(self, error: int) -> bool:
        """Forgets a compression that was refused; tells whether nothing is left: not even none was taken."""
        assert self.subscription is not None
        if error != ErrorCode.UNSUPPORTED_COMPRESSION_TYPE:
            return False
        refused = self.subscription.compression
        self._compressions -= {refused}
        return refused == NO_COMPRESSION

    def _pause_ms(self, throttle_time_ms: int) -> int:
        return max(
            INTERVAL_MS_DEFAULT if self.subscription is None else self.subscription.interval_ms, throttle_time_ms
        )

    def _ask_again(self, at_ms: MonotonicMs | None) -> None:
        """Goes back to asking, at a time; None: never."""
        if at_ms is None:
            self.end()
            return
        self._enter(TelemetryState.SUBSCRIPTION_NEEDED)
        self.due_ms = at_ms

    def _enter(self, state: TelemetryState) -> None:
        TELEMETRY_TRANSITIONS.check(self.state, state)
        self.state = state
        self.due_ms = None

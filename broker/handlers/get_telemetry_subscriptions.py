"""GetTelemetrySubscriptions: which of its own metrics a client is to push, and how often (KIP-714).

Sums are asked for since the client began, not since its last push, where Kafka asks for the latter: what a scraper sees
is then right also after a push that was lost, or that went to another broker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.requests.telemetry_clients import client_of
from kavka.broker.telemetry.client_telemetry import ACCEPTED
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import GetTelemetrySubscriptionsRequest, GetTelemetrySubscriptionsResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.telemetry.client_telemetry import ClientTelemetry
    from kavka.timer.clock import Clock

API = ApiKey.GET_TELEMETRY_SUBSCRIPTIONS


class GetTelemetrySubscriptionsHandler:
    """Handles GetTelemetrySubscriptions requests."""

    __slots__ = ("_clock", "_telemetry")

    def __init__(self, *, clock: Clock, telemetry: ClientTelemetry) -> None:
        self._clock = clock
        self._telemetry = telemetry

    def handle(
        self, request: GetTelemetrySubscriptionsRequest, ctx: RequestContext
    ) -> GetTelemetrySubscriptionsResponse:
        """Tells a client what to push."""
        telemetry = self._telemetry
        instance = telemetry.subscribe(request.client_instance_id, client_of(ctx), self._clock.monotonic_ms())
        told = instance.told
        return GetTelemetrySubscriptionsResponse(
            client_instance_id=instance.instance_id,
            subscription_id=told.subscription_id,
            accepted_compression_types=list(map(int, ACCEPTED)),
            push_interval_ms=told.interval_ms,
            telemetry_max_bytes=telemetry.max_bytes,
            delta_temporality=False,
            requested_metrics=list(told.metrics),
        )

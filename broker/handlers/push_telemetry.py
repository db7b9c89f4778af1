"""PushTelemetry: a client's own metrics, which /metrics and /state then show (KIP-714).

    admit ─▶ inflate, to telemetry.max.bytes at most ─▶ read in slices, so many fields at most ─▶ keep, so many series

What cannot be read costs an error code: TELEMETRY_TOO_LARGE where it inflates too far, INVALID_RECORD where it is no
such protobuf, or damaged.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.broker.requests.telemetry_clients import client_of
from kavka.broker.telemetry.series import added, gathered
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import DecodeError, InvalidRecord, KafkaError, TelemetryTooLarge
from kavka.protocol.messages import PushTelemetryRequest, PushTelemetryResponse
from kavka.protocol.otlp import MetricsReader
from kavka.protocol.records.compression import decompress
from kavka.protocol.records.errors import DecompressedTooLarge

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.telemetry.client_instance import ClientInstance
    from kavka.broker.telemetry.client_telemetry import ClientTelemetry
    from kavka.broker.telemetry.series import Found
    from kavka.common.lane import Lane
    from kavka.common.steps import Steps
    from kavka.timer.clock import Clock

API = ApiKey.PUSH_TELEMETRY


class PushTelemetryHandler:
    """Handles PushTelemetry requests."""

    __slots__ = ("_clock", "_lane", "_telemetry")

    def __init__(self, *, clock: Clock, lane: Lane, telemetry: ClientTelemetry) -> None:
        self._clock = clock
        self._lane = lane
        self._telemetry = telemetry

    def handle(
        self, request: PushTelemetryRequest, ctx: RequestContext
    ) -> PushTelemetryResponse | Coroutine[Any, Any, PushTelemetryResponse]:
        """Takes what a client pushes; a push of nothing leaves what it pushed before."""
        instance = self._telemetry.admit(request, client_of(ctx), self._clock.monotonic_ms())
        return self._take(request, instance) if request.metrics else PushTelemetryResponse()

    async def _take(self, request: PushTelemetryRequest, instance: ClientInstance) -> PushTelemetryResponse:
        try:
            found, left_out = await self._lane.do(self._read(request))
        except KafkaError as error:
            self._telemetry.refuse(instance, error)
            raise
        self._telemetry.keep(instance, added(instance.series, found), left_out, self._clock.monotonic_ms())
        return PushTelemetryResponse()

    def _read(self, request: PushTelemetryRequest) -> Steps[tuple[Found, int]]:
        """Returns the series of a push, and how many data points were left out; of what was not read, one.

        Raises:
            TelemetryTooLarge: it inflates to more than `telemetry.max.bytes`.
            InvalidRecord: it is damaged, or no such protobuf.
        """
        max_bytes = self._telemetry.max_bytes
        try:
            data = decompress(request.compression_type, request.metrics, max_bytes=max_bytes)
            yield
            reader = MetricsReader(bytes(data))
            found, left_out = yield from gathered(reader.points())
        except DecompressedTooLarge:
            raise TelemetryTooLarge(f"the metrics inflate to more than telemetry.max.bytes={max_bytes}") from None
        except DecodeError as error:
            raise InvalidRecord(f"what was pushed cannot be read: {error}") from None
        return found, left_out if reader.is_whole else left_out + 1

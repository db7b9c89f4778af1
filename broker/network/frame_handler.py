"""What a connection needs of whom it gives its requests to: the dispatcher, or a gate before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext, ResponseChannel


class Charging(Protocol):
    """Who has a client wait that has used too much."""

    def settle(self, ctx: RequestContext, response: Any) -> Any:
        """Returns the response as it is to be sent.

        `ctx.throttle_ms` says how long its client is to be silent afterwards.
        """


class FrameHandler(Protocol):
    """Whom a connection gives its frames to: the dispatcher."""

    @property
    def quotas(self) -> Charging | None:
        """Charges requests; None while nobody has a quota."""

    @property
    def ticks(self) -> Callable[[], int]:
        """Returns a monotonic clock in nanoseconds."""

    def dispatch(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> None:
        """Handles one request; its response comes through the channel, now or later."""

    def encode(self, ctx: RequestContext, response: Any) -> list[Any]:
        """Encodes a response as buffers."""

    def count(self, ctx: RequestContext, response_bytes: int) -> None:
        """Notes that a request is finished."""

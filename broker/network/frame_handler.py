"""What a connection needs of whom it gives its frames to: the dispatcher, or a gate before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from kavka.broker.requests.responder import Answering, FrameSource
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.requests.context import ResponseChannel


class FrameHandler(Protocol):
    """Whom a connection gives its frames to."""

    def dispatch(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> None:
        """Handles one request; its response comes through the channel, now or later."""


class Dispatching(FrameHandler, Answering, Protocol):
    """Both ways of a request: the dispatcher, which every listener has."""

    @property
    def ticks(self) -> Callable[[], int]:
        """Returns a monotonic clock in nanoseconds."""

    def taker_of(self, outlet: FrameSource) -> FrameHandler:
        """Returns who takes a connection's frames."""

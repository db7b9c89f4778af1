"""The short way of requests that look like the last ones of their connection: no objects, the same acts. To be skipped.

                                  ┌─ looks like the shape ─▶ Shape.take ─▶ buffers ─▶ connection.answer ─▶ counted
    connection ── frame ─▶ ShortWay                            └─▶ waits, or fails ─▶ LongWay.carry_out
                                  └─ does not, or there is none ─▶ LongWay.dispatch ─▶ a shape is learnt

A client's requests differ in few places. What is the same in all of them is compared as bytes instead of being decoded,
what differs is read where it lies, and the response is packed instead of being encoded. Everything that decides, and
everything that lasts, is done by whom it is done the long way: partitions are looked up for each request, a log checks
what it appends. So nothing that a shape remembers can be outdated: a topic that is gone or made anew, another leader,
configuration or epoch is met as ever. Where anything is in doubt the frame goes the long way, and a property test holds
the two equal: bytes, logs, counters, errors.

Nobody goes the short way while somebody sees requests (tap, transcript) or charges for them (quotas), nor where an
authorizer guards the API; a login begins with no shape. Which APIs have shapes, their handlers say (`shape_of`).

Not here: what a shape is (`handlers.produce_shape`), and every other way of a request (`dispatcher`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Protocol

from kavka.broker.requests.context import Deferred

if TYPE_CHECKING:
    from kavka.broker.metrics import ApiMetrics
    from kavka.broker.requests.context import RequestContext, ResponseChannel
    from kavka.broker.requests.responder import FrameSource
    from kavka.timer.moments import MonotonicMs

PAUSE_MAX: Final = 1_023
"""Requests that are not looked at, after shapes that fitted nothing: learning one costs half a request."""
UNLEARNT_PAUSE_MAX: Final = 15
"""Likewise, after requests that no shape is learnt from: to find that out costs less, and others may follow."""

Parts = Sequence[Any]
"""A response's finished buffers; none where there is no response."""


class PackedResponse:
    """A response that is finished buffers already, of a request that had to wait.

    Attributes:
        parts: its buffers, its length before them.
    """

    __slots__ = ("parts",)

    def __init__(self, parts: list[Any]) -> None:
        self.parts = parts


class LongOnly(Enum):
    """Says that a request fits, and goes the long way all the same."""

    LONG_ONLY = 0


LONG_ONLY: Final = LongOnly.LONG_ONLY


class Shape(Protocol):
    """What the requests of one connection have in common.

    Attributes:
        is_used: whether it has fitted a request.
        goes_together: whether requests that came at once may be carried out together.
    """

    is_used: bool
    goes_together: bool

    @property
    def metrics(self) -> Sequence[ApiMetrics]:
        """Returns all that count its requests."""

    def take(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> Parts | Deferred | LongOnly | None:
        """Carries a request out.

        Returns:
            Its response; DEFERRED: somebody else sends it; LONG_ONLY: it fits, but for this once the long way knows
            better; None: it does not fit. In the last two cases nothing was done.
        """

    def take_together(self, frames: Sequence[bytes]) -> list[Parts]:
        """Carries out requests that came at once, from the first on.

        As far as they go together, and none has to wait.

        Returns:
            Their responses; none: nothing was done.
        """


class LongWay(Protocol):
    """The dispatcher, as the short way needs it.

    Attributes:
        tap, transcript, quotas: None while nobody sees requests, or charges for them.
        ticks: a monotonic clock in nanoseconds.
    """

    tap: Any
    transcript: Any
    quotas: Any
    ticks: Callable[[], int]

    def dispatch(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> None:
        """Takes one request to its response."""

    def shape_of(self, frame: bytes | bytearray) -> Shape | None:
        """Returns what a frame's like looks like; None where there is no short way for it."""

    def decoded(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> tuple[Any, Any, RequestContext]:
        """Decodes a request that a shape has fitted: its route, itself, its context."""

    def carry_out(
        self, route: Any, request: Any, ctx: RequestContext, handle: Callable[[Any, RequestContext], Any] | None = None
    ) -> None:
        """Calls the handler; its response, or the promise of one, is there when this returns."""

    def refuse(self, route: Any, request: Any, ctx: RequestContext, error: Exception) -> None:
        """Responds with an error without calling the handler."""


class ShortWay:
    """The frames of one connection, before the dispatcher.

    Args:
        long_way: takes whatever does not fit.
        outlet: the connection.
    """

    __slots__ = ("_long_way", "_outlet", "_pause", "_shape", "_to_pass")

    def __init__(self, long_way: LongWay, outlet: FrameSource) -> None:
        self._long_way = long_way
        self._outlet = outlet
        self._shape: Shape | None = None
        self._pause = 0
        self._to_pass = 0

    def dispatch(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> None:
        """Takes one request to its response, the short way where it fits."""
        shape, long_way = self._shape, self._long_way
        if shape is not None and long_way.tap is None and long_way.transcript is None and long_way.quotas is None:
            if shape.goes_together and self._took_together(shape, frame, started_ns):
                return
            try:
                parts = shape.take(frame, channel, received_ms, started_ns)
            except Exception as error:  # noqa: BLE001 - the boundary of one request, as in the dispatcher
                route, request, ctx = long_way.decoded(frame, channel, received_ms, started_ns)
                long_way.refuse(route, request, ctx, error)
                return
            if parts is LONG_ONLY:
                long_way.dispatch(frame, channel, received_ms, started_ns)
                return  # there is nothing to be learnt
            if parts is not None:
                if not isinstance(parts, Deferred):
                    size = len(parts[0]) if len(parts) == 1 else sum(map(len, parts))
                    size = self._outlet.answer(parts, size, 0)
                    spent_ns = long_way.ticks() - started_ns
                    for metrics in shape.metrics:
                        metrics.note(len(frame), size, spent_ns, 0)
                return
        long_way.dispatch(frame, channel, received_ms, started_ns)
        if self._to_pass:
            self._to_pass -= 1
        else:
            self._learn(frame)

    def _took_together(self, shape: Shape, frame: bytes | bytearray, started_ns: int) -> bool:
        """Carries a request out with those that came behind it; False: nothing was done."""
        outlet = self._outlet
        behind = outlet.frames_behind(frame)
        if not behind:
            return False
        frames = [bytes(frame), *behind]
        responses = shape.take_together(frames)
        if not responses:
            return False
        outlet.take_behind(frames[1 : len(responses)])
        sizes = [sum(map(len, parts)) for parts in responses]
        is_open = outlet.answer([part for parts in responses for part in parts], sum(sizes), 0)
        spent_ns = self._long_way.ticks() - started_ns
        for taken, size in zip(frames, sizes, strict=False):
            for metrics in shape.metrics:
                metrics.note(len(taken), size if is_open else 0, spent_ns, 0)
        return True

    def _learn(self, frame: bytes | bytearray) -> None:
        """Remembers what the request looked like; seldom, where that has been in vain."""
        learnt = self._long_way.shape_of(frame)
        if learnt is None:
            self._pause = max(self._pause, min(self._pause * 2 + 1, UNLEARNT_PAUSE_MAX))
        else:
            if self._shape is not None:
                self._pause = 0 if self._shape.is_used else min(self._pause * 2 + 1, PAUSE_MAX)
            self._shape = learnt
        self._to_pass = self._pause

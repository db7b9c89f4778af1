"""Requests of many items: counted, refused or handled a slice at a time, so that everybody else hardly notices.

    frame of some size ─▶ take: count the first items ─▶ few: the dispatcher goes on, as with any request
                                                      └▶ many ─▶ wait in line ─▶ count all ─▶ too many: refused
        SPLIT   slice ─▶ decode ─▶ guard, handler ─▶ encode ─▶ next slice … ─▶ one joined response
        WHOLE   slice ─▶ decode ─▶ next slice … ─▶ one request ─▶ guard, handler ─▶ response, encoded in stretches
        READ    slice ─▶ decode ─▶ forget … ─▶ guard, handler ─▶ slice ─▶ decode ─▶ … as often as it goes through them

Each step is done in a turn (`kavka.common.lane`); between two of them the loop is everybody else's. Of a line
RUNNING_MAX requests run at a time, the others wait with their frame, in order, their connections unread. Slices are
handled one after the other: the next one begins when the one before has its response, which is also what keeps what
waits for replicas bounded. An error of the whole request, such as a controller that is elsewhere, ends the handling: it
is the response to every slice behind it. When the client goes, the work stops behind the slice in progress.

Not here: which API is handled how (`limits`), how frames are cut and joined (`protocol.request_slices`,
`protocol.response_pieces`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any, Final, Protocol

from kavka.broker.big_requests.limits import BESIDE_BYTES_MAX, SLICE_BYTES_MAX, Line, Mode, Once, Row
from kavka.broker.big_requests.repeated import Repeated
from kavka.broker.big_requests.slice_channel import SliceChannel
from kavka.broker.requests.context import DEFERRED, RequestContext
from kavka.protocol._generated.field_versions import FIELDS
from kavka.protocol.codec import encode_message
from kavka.protocol.errors import DecodeError, EncodeError, ErrorCode, KafkaError
from kavka.protocol.request_slices import RequestScan, RequestSlice, extend
from kavka.protocol.response_pieces import ResponseWriter, is_written_in_pieces
from kavka.protocol.sliced_list import reading

if TYPE_CHECKING:
    from kavka.common.lane import Lane, LanePace
    from kavka.protocol.message import Message
    from kavka.timer.clock import Clock

RUNNING_MAX: Final = 2
"""Big requests of one line that run at a time: one may wait for ZooKeeper or replicas while another computes."""

CHARGED_NS_MAX: Final = 20_000_000
"""What a slice is charged for at most, as time on the loop: what takes longer has waited for somebody."""


class Route(Protocol):
    """What is known of an API in one version: the dispatcher's."""

    @property
    def row(self) -> Row:
        """Returns the limits of the API's big requests."""

    @property
    def request_class(self) -> type[Message]:
        """Names the class of the API's requests."""

    @property
    def response_class(self) -> type[Message]:
        """Names the class of the API's responses."""


class Handling(Protocol):
    """Who calls handlers: the dispatcher."""

    @property
    def clock(self) -> Clock:
        """Returns the clock that counts the requests' deadlines."""

    @property
    def ticks(self) -> Callable[[], int]:
        """Returns a monotonic clock in nanoseconds."""

    async def outcome(self, route: Any, request: Any, ctx: RequestContext) -> tuple[Any, Any]:
        """Returns what of a request may be done, and its handler's result, awaited. A KafkaError where it failed."""

    def failure(self, route: Any, request: Any, error: KafkaError) -> Any:
        """Returns the error response; None where the API has none."""

    async def failure_in_turns(self, route: Any, request: Any, error: KafkaError) -> Any:
        """Returns the error response to a request of very many items, made in turns."""

    @property
    def has_tap(self) -> bool:
        """Tells whether a tap may take requests instead of their handlers."""

    @property
    def is_watched(self) -> bool:
        """Tells whether requests are shown to anybody."""

    def observe(self, route: Any, request: Any, ctx: RequestContext) -> bool:
        """Shows the request to the tap; returns whether the tap has taken it."""

    def paced(self, ctx: RequestContext) -> None:
        """Makes the response be encoded in stretches."""

    def refused(self, ctx: RequestContext, reason: str) -> None:
        """Logs that a request is refused with an error code."""

    def later(self, act: Coroutine[Any, Any, None]) -> None:
        """Runs a coroutine in the broker's task group."""

    def encoding_failed(self, ctx: RequestContext, error: Exception) -> None:
        """Logs that decoding a request or encoding a response failed."""


class Refused(Exception):
    """A request with more items than any client sends."""


class BigRequest:
    """One that is in progress.

    Attributes:
        pace: its turns on the loop.
        slice: where the response to the slice in progress goes; None: none is in progress.
        spent_ns: how long the loop was busy with it.
    """

    __slots__ = ("_is_gone", "ctx", "is_running", "pace", "route", "scan", "slice", "spent_ns")

    def __init__(self, route: Route, scan: RequestScan, ctx: RequestContext, pace: LanePace) -> None:
        self.route = route
        self.scan = scan
        self.ctx = ctx
        self.pace = pace
        self.slice: SliceChannel | None = None
        self._is_gone = False
        self.is_running = False
        self.spent_ns = 0

    def is_gone(self) -> bool:
        """Tells whether the client is gone, so that no response is awaited."""
        return self._is_gone

    def gone(self) -> None:
        """Ends the work when the client is gone."""
        self._is_gone = True
        if not self.is_running:
            self.scan.forget()
        if self.slice is not None:
            self.slice.lost()


class BigRequests:
    """Takes over requests of many items.

    Args:
        handling: calls the handlers.
        lane_of: whose turns the requests of a line use: shared with all other large work.
    """

    __slots__ = ("_handling", "_lane_of", "_lines")

    def __init__(self, handling: Handling, lane_of: Callable[[Line], Lane]) -> None:
        self._handling = handling
        self._lane_of = lane_of
        # These bound how much work there is at a time; they guard no state.
        self._lines = {line: asyncio.Semaphore(RUNNING_MAX) for line in Line}

    def take(self, route: Route, frame: bytes | bytearray, body: int, ctx: RequestContext) -> bool:
        """Takes a request over if it has many items.

        Its response then comes later.

        Args:
            route: its API and version.
            frame: all of it.
            body: where the request begins in the frame.
            ctx: carries the response.

        Raises:
            DecodeError: the beginning is not a valid request.
        """
        scan = RequestScan(route.request_class, ctx.api_version, frame, body, slice_items=route.row.slice_items)
        while scan.items <= route.row.slice_items:
            if scan.advance():
                if scan.items <= route.row.slice_items:
                    return False
                break
        request = BigRequest(route, scan, ctx, self._lane_of(route.row.line).enter())
        self._handling.paced(ctx)
        ctx.when_client_gone(request.gone)
        self._handling.later(self._run(request))
        return True

    async def _run(self, request: BigRequest) -> None:
        ctx, row = request.ctx, request.route.row
        try:
            async with self._lines[row.line]:
                if request.is_gone():
                    return
                request.is_running = True
                await self._count(request)
                is_split = row.mode is Mode.SPLIT and not self._handling.has_tap
                if is_split and is_written_in_pieces(request.route.response_class, ctx.api_version):
                    await self._handle_slices(request)
                    return
                is_read = row.mode is Mode.READ and not self._handling.is_watched
                whole = await (self._prepare_reading(request) if is_read else self._decode_whole(request))
            # Outside of the line: a fetch may wait for records, and handlers of big requests pace themselves.
            if not request.is_gone():
                await self._handle_whole(request, whole)
        except DecodeError as error:
            ctx.close_connection(f"the request cannot be parsed: {error}")
        except Refused as error:
            self._refuse(request, str(error))
        except Exception as error:  # noqa: BLE001 - the boundary of whatever is done outside of the dispatcher's
            self._handling.encoding_failed(ctx, error)
            if not ctx.is_answered:
                ctx.close_connection("the request broke the broker's handling of big requests")

    # ---- counting -------------------------------------------------------------------------------------------------

    async def _count(self, request: BigRequest) -> None:
        """Counts the rest of the items.

        Raises:
            Refused: they are too many.
            DecodeError: the bytes are not a valid request.
        """
        row, scan = request.route.row, request.scan
        await request.pace.turn()
        while scan.end < 0 and not request.is_gone():
            is_done = scan.advance()
            if scan.items > row.items_max:
                raise Refused(f"more than {row.items_max} items ({row.limit}) in {request.ctx.request_bytes} bytes")
            if not is_done:
                await request.pace.breathe()
        if scan.items > row.items_max:
            raise Refused(f"{scan.items} items, allowed are {row.items_max} ({row.limit})")
        if row.has_sizes and not request.is_gone():
            await self._check_elements(request)

    async def _check_elements(self, request: BigRequest) -> None:
        """Checks that no element is too large, to be held or to be decoded in one step.

        Raises:
            Refused: one is.
        """
        row = request.route.row
        for part in request.scan.slices():
            if row.is_gathered:
                _check_size(part.element_bytes, row.element_bytes_max, row.element_limit)
                _check_size(part.bytes_beside, BESIDE_BYTES_MAX, "BESIDE_BYTES_MAX")
            _check_size(part.end - part.start, SLICE_BYTES_MAX, "SLICE_BYTES_MAX")
            await request.pace.breathe()

    def _refuse(self, request: BigRequest, reason: str) -> None:
        """Sends INVALID_REQUEST at the response's top, or closes the connection where it has no place."""
        ctx, cls = request.ctx, request.route.response_class
        fields = {name: low <= ctx.api_version <= high for name, low, high, _ in FIELDS[cls.__name__]}
        if not fields.get("error_code"):
            ctx.close_connection(f"the request has {reason}")
            return
        response: Any = cls()
        response.error_code = int(ErrorCode.INVALID_REQUEST)
        if fields.get("error_message"):
            response.error_message = f"The request has {reason}."
        try:
            encode_message(response, ctx.api_version)
        except EncodeError:  # nothing but an error does not make a response of this API
            ctx.close_connection(f"the request has {reason}")
            return
        self._handling.refused(ctx, reason)
        ctx.respond(response)

    # ---- a slice at a time ----------------------------------------------------------------------------------------

    async def _handle_slices(self, request: BigRequest) -> None:
        """Handles slice by slice, and joins the responses."""
        ctx = request.ctx
        once = request.route.row.once
        repeated = Repeated(once, frozenset() if once is None else await self._named_twice(request, once))
        writer = ResponseWriter(request.route.response_class, ctx.api_version)
        error: KafkaError | None = None
        async for asked, continues, is_continued in self._slices(request, repeated):
            begun_ns = self._handling.ticks()
            response, error = await self._handle_slice(request, asked, error)
            request.spent_ns += min(self._handling.ticks() - begun_ns, CHARGED_NS_MAX)
            if response is None:
                if not request.is_gone() and not ctx.is_answered:
                    continue  # a produce request with acks=0 has no response at all
                return
            for _ in writer.write(response, continues=continues, is_continued=is_continued):
                await request.pace.breathe()
            if error is not None and not getattr(response, writer.array):
                break  # the error stands at the top, and is all there is to say
        if not request.is_gone():
            ctx.parked_ns = ctx.started_ns + request.spent_ns
            if writer.is_begun:
                ctx.respond(writer.finish())
            else:
                ctx.respond_nothing()

    async def _slices(self, request: BigRequest, repeated: Repeated) -> AsyncIterator[tuple[Any, bool, bool]]:
        """Yields the slices, decoded in their turn, with two flags.

        They tell whether a slice continues the one before, and whether the next one continues it.
        """
        scan = request.scan
        is_gathered = request.route.row.is_gathered
        is_first = True
        gathered: Any = None
        for part, is_continued in _with_next(scan.slices()):
            await (request.pace.breathe() if is_gathered and part.continues else request.pace.turn())
            if request.is_gone():
                return
            asked = scan.decode(part)
            if is_first:
                self._handling.observe(request.route, asked, request.ctx)
                is_first = False
            if gathered is not None:
                extend(gathered, asked, part.continues)
                asked = gathered
            gathered = asked if is_gathered and is_continued else None
            if gathered is None and repeated.take_out(asked):
                yield (asked, False, False) if is_gathered else (asked, part.continues > 0, is_continued)
        for asked in repeated.requests():
            await request.pace.turn()
            yield asked, False, False

    async def _handle_slice(
        self, request: BigRequest, asked: Any, error: KafkaError | None
    ) -> tuple[Any | None, KafkaError | None]:
        """Handles one slice.

        Args:
            request: that it is of.
            asked: the slice, decoded.
            error: what the whole request has failed with before this slice; then no handler is called.

        Returns:
            Its response, and the error of the whole request; no response: there is none (acks=0), or the connection
            is closed.
        """
        ctx, route = request.ctx, request.route
        channel = SliceChannel(ctx.channel)
        request.slice = channel
        # Its time begins now: handlers take what has passed since from the time that a request has.
        now_ms = self._handling.clock.monotonic_ms()
        own = RequestContext(
            ctx.connection, channel, now_ms, ctx.started_ns, ctx.request_bytes, ctx.api_key, ctx.api_version,
            ctx.correlation_id, ctx.client_id,
        )  # fmt: skip
        own.throttle_ms = ctx.throttle_ms
        if getattr(asked, "timeout_ms", 0) > 0:
            asked.timeout_ms = max(0, asked.timeout_ms - (now_ms - ctx.received_ms))
        outcome: Any = error
        if error is None:
            asked, outcome = await self._handling.outcome(route, asked, own)
        if isinstance(outcome, KafkaError):
            error, outcome = outcome, self._handling.failure(route, asked, outcome)
            if outcome is None:
                ctx.close_connection(f"{error.code.name} cannot be said in a response: {error.message}")
                return None, error
        if outcome is not DEFERRED:
            own.respond(outcome)
        await channel.wait()
        request.slice = None
        ctx.throttle_ms = max(ctx.throttle_ms, own.throttle_ms)
        ctx.counts_also = own.counts_also
        if channel.closing and not request.is_gone():
            ctx.close_connection(channel.closing)
        return channel.response, error

    async def _named_twice(self, request: BigRequest, once: Once) -> frozenset[Any]:
        """Returns the keys that the request names more than once, wherever they stand."""
        counts: Counter[Any] = Counter()
        for part in request.scan.slices():
            await request.pace.turn()
            if request.is_gone():
                break
            if not part.continues:  # else it was counted with its first slice
                counts.update(map(once.key, getattr(request.scan.decode(part), once.field)))
        twice = set()
        for key, count in counts.items():
            if count > 1:
                twice.add(key)
            await request.pace.breathe()
        return frozenset(twice)

    # ---- as a whole -----------------------------------------------------------------------------------------------

    async def _decode_whole(self, request: BigRequest) -> Any:
        """Decodes the request slice by slice; a part of it if its client has gone."""
        scan = request.scan
        whole: Any = None
        await request.pace.turn()
        for part in () if request.is_gone() else scan.slices():
            await request.pace.breathe()
            if request.is_gone():
                break
            if whole is None:
                whole = scan.decode(part)
            else:
                extend(whole, scan.decode(part), part.continues)
        return whole

    async def _prepare_reading(self, request: BigRequest) -> Any:
        """Returns the request, its lists to be decoded as they are read; None if its client has gone."""
        steps = reading(request.scan, request.route.row.read)
        await request.pace.turn()
        while not request.is_gone():
            try:
                next(steps)
            except StopIteration as done:
                return done.value
            await request.pace.breathe()
        return None

    async def _handle_whole(self, request: BigRequest, whole: Any) -> None:
        """Has the whole request handled."""
        ctx, route = request.ctx, request.route
        if self._handling.observe(route, whole, ctx):
            return
        whole, outcome = await self._handling.outcome(route, whole, ctx)
        if isinstance(outcome, KafkaError):
            error, outcome = outcome, await self._handling.failure_in_turns(route, whole, outcome)
            if outcome is None:
                ctx.close_connection(f"{error.code.name} cannot be said in a response: {error.message}")
                return
        if outcome is not DEFERRED and not ctx.is_answered:
            ctx.respond(outcome)


def _check_size(size: int, size_max: int, limit: str) -> None:
    if size > size_max:
        raise Refused(f"an element of {size} bytes, allowed are {size_max} ({limit})")


def _with_next(slices: Iterator[RequestSlice]) -> Iterator[tuple[RequestSlice, bool]]:
    """Yields each slice, and whether the next one is a part of the same element."""
    before: RequestSlice | None = None
    for part in slices:
        if before is not None:
            yield before, part.continues > 0
        before = part
    if before is not None:
        yield before, False

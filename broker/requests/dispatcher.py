"""From a frame to its handler and back: decode, call, encode, count. The broker's error boundary.

    connection ── frame ──▶ dispatch ──▶ decode header ─▶ decode body ─▶ handler.handle(request, ctx)
                                                                              │ response │ DEFERRED │ coroutine
    connection ◀─ buffers ── encode ◀── ctx.respond(response) ◀───────────────┘          ┆ later    ┆ in a task

What a peer does wrong (a frame that cannot be parsed, an API or version that is not served) closes its connection, as
in Kafka; the one exception is ApiVersions in a version that we do not speak, which is answered in version 0 so that the
two sides can find a common one. What goes wrong in a handler becomes an error code: a `KafkaError` its own, anything
else UNKNOWN_SERVER_ERROR, logged with its trace.

Frames of some size have their items counted before they are decoded: requests of many items are handled in slices
(`big_requests`), and responses of many items are encoded in stretches, so that the loop stays everybody's.

Not here: waiting (delayed operations are the handlers'), bytes on sockets (`network.connection`).
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from kavka.broker.big_requests.big_requests import BigRequests
from kavka.broker.big_requests.limits import Line, big_from_bytes, row_of
from kavka.broker.big_requests.paced_channel import PacedChannel, Pacing
from kavka.broker.metrics import ApiMetrics, BrokerMetrics
from kavka.broker.requests.context import DEFERRED, RequestContext, ResponseChannel
from kavka.broker.requests.error_responses import error_response
from kavka.broker.requests.handler import Handler, MakeHandler
from kavka.broker.requests.loading_on_demand import loading
from kavka.broker.requests.permitted import Permitted
from kavka.broker.requests.responder import FrameSource, Quotas
from kavka.broker.requests.short_way import PackedResponse, Shape, ShortWay
from kavka.common.lane import Lane, Lanes
from kavka.common.time_slots import time_slot
from kavka.native import mypyc_attr
from kavka.protocol._generated.response_lists import LISTS
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_prefix, request_class, response_class
from kavka.protocol.errors import DecodeError, KafkaError, UnknownServerError
from kavka.protocol.header import FIXED_PREFIX, api_versions_fallback, encode_response_frame, split_client_id
from kavka.protocol.response_pieces import JoinedResponse
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)


_FEW_ITEMS: Final = frozenset({ApiKey.PRODUCE, ApiKey.API_VERSIONS, ApiKey.SASL_HANDSHAKE, ApiKey.DESCRIBE_CLUSTER})
"""APIs whose responses have no more items than a small request, or than the cluster has brokers: nobody counts them."""


Guard = Callable[[Any, RequestContext], Permitted | Coroutine[Any, Any, Permitted | None] | None]
"""Decides what of a request may be done; None: all. Raises the KafkaError of one that is refused as a whole."""

GuardOf = Callable[[ApiKey], Guard | None]
"""Returns an API's guard; None: everybody may send its requests, or its handler checks by itself."""


class Route:
    """One API in one version, with all that a request needs looked up once.

    Attributes:
        big_from_bytes: from which size on its frames have their items counted.
        guard: decides what of its requests may be done; None: everything.
        row: what holds for its big requests.
        shape_of: learns what its frames look like; None where none goes a short way.
        pacing: of its responses; None where responses to small requests are never big.
    """

    __slots__ = (
        "api",
        "big_from_bytes",
        "guard",
        "handle",
        "handler",
        "metrics",
        "pacing",
        "request_class",
        "response_class",
        "row",
        "shape_of",
    )

    def __init__(
        self,
        api: ApiKey,
        handler: Handler,
        metrics: ApiMetrics,
        guard_of: GuardOf | None = None,
        pacing: Pacing | None = None,
    ) -> None:
        self.api = api
        self.handler = handler
        self.handle = handler.handle
        self.guard = None if guard_of is None else guard_of(api)
        # Where something may be refused, everything goes the long way.
        self.shape_of = getattr(handler, "shape_of", None) if self.guard is None else None
        self.metrics = metrics
        self.request_class = request_class(api)
        self.response_class = response_class(api)
        self.big_from_bytes = big_from_bytes(api)
        self.row = row_of(api)
        self.pacing = pacing


class Tap(Protocol):
    """Who sees requests between decoding and handling."""

    def take(self, route: Route, request: Any, ctx: RequestContext) -> bool:
        """Tells whether the tap takes the request: it is then answered, or not, by the tap."""


class Transcriber(Protocol):
    """A recorder of what passes, for observability."""

    def request(self, route: Route, request: Any, ctx: RequestContext) -> None:
        """Records a request after decoding."""

    def response(self, ctx: RequestContext, response: Any) -> None:
        """Records a response before encoding."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Dispatcher:
    """Calls handlers and turns everything that comes out of them into bytes.

    Attributes:
        tap: sees every decoded request first, and may take it: faults on purpose. None: nobody does.
        transcript: is shown every request and every response. None: there is no subscriber.
        quotas: charges every request whose response is ready. None: nobody has a quota.

    Args:
        clock: by which large requests' time runs.
        metrics: where requests are counted.
        ranges: API key → the versions that are served.
        tasks: where handlers that are coroutines run; who lets others in has no task any more, so there is at most
            one task a connection.
        ticks: a monotonic clock in nanoseconds, for latencies.
        make_handler: builds an API's handler, once.
        lanes: whose slices large requests and responses use.
        guard_of: API → its guard. None: no authorization is checked.
        missing_modules: names what is to be loaded before an API's first request is handled; mostly nothing.
        error_response: the response that says an error to all of a request; None: there is none.
    """

    __slots__ = (
        "_big_requests",
        "_error_response",
        "_guard_of",
        "_lanes",
        "_make_handler",
        "_metrics",
        "_missing_modules",
        "_ranges",
        "_routes",
        "_running",
        "_tasks",
        "clock",
        "quotas",
        "tap",
        "ticks",
        "transcript",
    )

    def __init__(
        self,
        *,
        clock: Clock,
        metrics: BrokerMetrics,
        ranges: Mapping[int, tuple[int, int]],
        tasks: asyncio.TaskGroup,
        ticks: Callable[[], int],
        lanes: Lanes,
        make_handler: MakeHandler,
        guard_of: GuardOf | None = None,
        missing_modules: Callable[[ApiKey], list[str]] = lambda _: [],
        error_response: Callable[[Any, KafkaError], Any | None] = error_response,
    ) -> None:
        self.clock = clock
        self._missing_modules = missing_modules
        self._error_response = error_response
        self._guard_of = guard_of
        self._metrics = metrics
        self._ranges = ranges
        self._tasks = tasks
        self._make_handler = make_handler
        self._routes: dict[int, Route] = {}
        self._running: set[asyncio.Task[None]] = set()
        self.ticks = ticks
        self._lanes = lanes
        self._big_requests = BigRequests(self, self._lane_of)
        self.tap: Tap | None = None
        self.transcript: Transcriber | None = None
        self.quotas: Quotas | None = None

    def charge_by(self, quotas: Quotas | None) -> None:
        """Charges requests from now on; None: nobody has a quota, and no request pays for what nobody uses."""
        self.quotas = quotas

    def taker_of(self, outlet: FrameSource) -> ShortWay:
        """Returns who takes a connection's frames."""
        return ShortWay(self, outlet)

    def dispatch(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> None:
        """Takes one request to its response; the channel has that, or the promise of it, when this returns.

        Args:
            frame: the request without its length; must stay unchanged while anything refers to it.
            channel: the connection that it came on.
            received_ms: the clock's monotonic time when the whole frame was there.
            started_ns: the same moment on the dispatcher's `ticks`.
        """
        # Arguments by position: this runs for every request, and names cost a quarter of a microsecond here.
        ctx = RequestContext(channel.info, channel, received_ms, started_ns, len(frame))
        try:
            ctx.api_key, ctx.api_version, ctx.correlation_id = FIXED_PREFIX.unpack_from(frame)
            route = self._routes.get(ctx.api_key << 16 | ctx.api_version) or self._find_route(ctx, frame)
            if route is None:
                return
            ctx.client_id, body = split_client_id(frame, ctx.api_key, ctx.api_version)
            if len(frame) >= route.big_from_bytes and self._big_requests.take(route, frame, body, ctx):
                return
            # Bytes behind a request are ignored, as by Kafka: librdkafka leaves three in a request for all topics.
            request, _ = decode_prefix(route.request_class, ctx.api_version, frame, body)
        except (DecodeError, struct.error) as error:
            ctx.close_connection(f"the request cannot be parsed: {error}")
            return
        if route.pacing is not None:
            ctx.answer_through(PacedChannel(channel, route.pacing))
        if self.transcript is not None:
            self.transcript.request(route, request, ctx)
        if self.tap is not None and self.tap.take(route, request, ctx):
            return
        self.carry_out(route, request, ctx)

    def carry_out(
        self,
        route: Route,
        request: Any,
        ctx: RequestContext,
        handle: Callable[[Any, RequestContext], Any] | None = None,
    ) -> None:
        """Calls the handler with what may be done; its response, or the promise of one, is there when this returns.

        Args:
            route: the request's.
            request: decoded.
            ctx: how to respond.
            handle: the handler where it goes on with what was begun; None: from the beginning.
        """
        result: Any
        try:
            guard = route.guard
            permitted = None if guard is None else guard(request, ctx)
            if permitted is None:
                result = route.handle(request, ctx) if handle is None else handle(request, ctx)
            elif isinstance(permitted, Permitted):
                ctx.refused = permitted.refused
                request = permitted.request
                result = permitted.response if request is None else route.handle(request, ctx)
            else:
                self._start(self._carry_out_later(route, request, ctx, permitted), permitted, route, ctx)
                return
        except Exception as error:  # noqa: BLE001 - the boundary: one request's failure is one request's response
            self._fail(route, request, ctx, error)
            return
        if result is DEFERRED:
            ctx.parked_ns = self.ticks()
            return
        if type(result) is not route.response_class and asyncio.iscoroutine(result):
            self._start(self._finish_later(route, request, ctx, result), result, route, ctx)
            return
        ctx.respond(result)

    def refuse(self, route: Route, request: Any, ctx: RequestContext, error: Exception) -> None:
        """Responds with an error without calling the handler."""
        self._fail(route, request, ctx, error)

    # ---- the side of the short way ---------------------------------------------------------------------------------

    def shape_of(self, frame: bytes | bytearray) -> Shape | None:
        """Returns what a frame's like looks like; None where there is no short way for it."""
        api_key, api_version, _ = FIXED_PREFIX.unpack_from(frame)
        route = self._routes.get(api_key << 16 | api_version)
        if route is None or route.shape_of is None:
            return None
        try:
            shape: Shape | None = route.shape_of(frame, route, self)
        except DecodeError:  # its connection is closed
            return None
        return shape

    def decoded(
        self, frame: bytes | bytearray, channel: ResponseChannel, received_ms: MonotonicMs, started_ns: int
    ) -> tuple[Route, Any, RequestContext]:
        """Decodes a request that a shape has fitted: its route, itself, its context."""
        ctx = RequestContext(channel.info, channel, received_ms, started_ns, len(frame))
        ctx.api_key, ctx.api_version, ctx.correlation_id = FIXED_PREFIX.unpack_from(frame)
        route = self._routes[ctx.api_key << 16 | ctx.api_version]
        ctx.client_id, body = split_client_id(frame, ctx.api_key, ctx.api_version)
        request, _ = decode_prefix(route.request_class, ctx.api_version, frame, body)
        return route, request, ctx

    # ---- tasks -----------------------------------------------------------------------------------------------------

    def later(self, act: Coroutine[Any, Any, None]) -> None:
        """Runs something in the task group of the handlers that wait, and with their end."""
        task = self._tasks.create_task(act, name="later")
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def cancel_tasks(self) -> None:
        """Cancels the handlers that still wait when the broker stops: nobody is left who could receive a response.

        No connection is left by then that could carry a response.
        """
        for task in self._running:
            task.cancel()

    def encode(self, ctx: RequestContext, response: Any) -> list[Any]:
        """Encodes a response into buffers, its length prefix included; records are not copied."""
        if type(response) is PackedResponse:
            return response.parts
        if type(response) is JoinedResponse:
            if self.transcript is not None:
                self.transcript.response(ctx, response.head)  # what is shown of a response has an end
            return response.frame(ctx.api_version, ctx.correlation_id)
        if self.transcript is not None:
            self.transcript.response(ctx, response)
        return encode_response_frame(response, ctx.api_version, ctx.correlation_id)

    def count(self, ctx: RequestContext, response_bytes: int) -> None:
        """Adds a finished request to its API's counters."""
        metrics = self._metrics.apis.get(ctx.api_key) or self._metrics.api(ctx.api_key)
        now_ns = self.ticks()
        spent = now_ns - ctx.started_ns
        metrics.requests += 1
        metrics.request_bytes += ctx.request_bytes
        metrics.response_bytes += response_bytes
        metrics.time_ns += spent
        metrics.times[time_slot(spent)] += 1
        if spent > metrics.time_ns_max:
            metrics.time_ns_max = spent
        if ctx.parked_ns:
            metrics.note_parked(spent, now_ns - ctx.parked_ns)
        if ctx.counts_also is not None:
            ctx.counts_also.note(ctx.request_bytes, response_bytes, spent, ctx.parked_ns and now_ns - ctx.parked_ns)

    # ---- the side of big requests ----------------------------------------------------------------------------------

    @property
    def has_tap(self) -> bool:
        """Tells whether a tap may take requests instead of their handlers."""
        return self.tap is not None

    @property
    def is_watched(self) -> bool:
        """Tells whether requests are shown to anybody."""
        return self.tap is not None or self.transcript is not None

    def observe(self, route: Route, request: Any, ctx: RequestContext) -> bool:
        """Shows a request to transcript and tap; returns whether the tap has taken it."""
        if self.transcript is not None:
            self.transcript.request(route, request, ctx)
        return self.tap is not None and self.tap.take(route, request, ctx)

    def paced(self, ctx: RequestContext) -> None:
        """Encodes the response to a request in stretches, if it has many items."""
        ctx.answer_through(
            PacedChannel(
                ctx.channel, Pacing(self, self._lane_of(row_of(ApiKey(ctx.api_key)).line), LISTS.get(ctx.api_key, ()))
            )
        )

    async def outcome(self, route: Route, request: Any, ctx: RequestContext) -> tuple[Any, Any]:
        """Returns what of a request may be done, and its response, awaited; a KafkaError where it failed."""
        permitted = None if route.guard is None else _permitted(route.guard, request, ctx)
        return await self._outcome(route, request, ctx, permitted)

    async def _outcome(
        self, route: Route, request: Any, ctx: RequestContext, permitting: Coroutine[Any, Any, Permitted | None] | None
    ) -> tuple[Any, Any]:
        try:
            permitted = None if permitting is None else await permitting
            if permitted is not None:
                ctx.refused = permitted.refused
                if permitted.request is None:
                    return request, permitted.response
                request = permitted.request
            result: Any = route.handle(request, ctx)
            if type(result) is not route.response_class and asyncio.iscoroutine(result):
                result = await result
        except Exception as error:  # noqa: BLE001 - the same boundary, for what takes several steps
            return request, self._known(route, ctx, error)
        return request, result

    def failure(self, route: Route, request: Any, error: KafkaError) -> Any | None:
        """Returns the response that carries an error; None where none can."""
        return self._error_response(request, error)

    async def failure_in_turns(self, route: Route, request: Any, error: KafkaError) -> Any | None:
        """Returns the error response to a request of very many items.

        It is built in turns where the handler can say it in steps.
        """
        steps = getattr(route.handler, "error_steps", None)
        if steps is None:
            return self._error_response(request, error)
        return await self._lane_of(route.row.line).do(steps(request, error))

    def refused(self, ctx: RequestContext, reason: str) -> None:
        """Logs that a request is refused with an error code."""
        _log.warning("refusing %s: it has %s", ctx, reason)

    def encoding_failed(self, ctx: RequestContext, error: Exception) -> None:
        """Logs what broke while a big request was decoded or its response encoded; its connection is closed for it."""
        _log.error("closing the connection: %s broke: %r", ctx, error, exc_info=error)

    def _lane_of(self, line: Line) -> Lane:
        """Returns the lane whose turns large requests of a line use: the controller's wait for no client's."""
        return self._lanes.control if line is Line.CONTROL else self._lanes.clients

    def _find_route(self, ctx: RequestContext, frame: bytes | bytearray) -> Route | None:
        """The route of a request that is the first of its API in its version.

        None: it is not served, and is refused; or its modules are loaded first, and it comes again.
        """
        versions = self._ranges.get(ctx.api_key)
        if versions is None or not versions[0] <= ctx.api_version <= versions[1]:
            self._refuse(ctx)
            return None
        api = ApiKey(ctx.api_key)
        missing = self._missing_modules(api)
        if missing:
            again = self._dispatch_again(missing, frame, api, ctx)
            self._begin(again, api, ctx)
            return None
        loaded = next((route.handler for route in self._routes.values() if route.api == api), None)
        has_many = api in LISTS and api not in _FEW_ITEMS
        pacing = Pacing(self, self._lane_of(row_of(api).line), LISTS[api]) if has_many else None
        route = Route(api, loaded or self._make_handler(api), self._metrics.api(api), self._guard_of, pacing)
        self._routes[ctx.api_key << 16 | ctx.api_version] = route
        return route

    def _refuse(self, ctx: RequestContext) -> None:
        """Answers what is not served: in version 0 with error 35 for ApiVersions, by closing for everything else."""
        versions = self._ranges.get(ctx.api_key)
        if ctx.api_key == ApiKey.API_VERSIONS and versions is not None:
            ctx.api_version = 0
            ctx.respond(api_versions_fallback(*versions))
        elif versions is None:
            ctx.close_connection(f"API {_api_name(ctx.api_key)} is not served here")
        else:
            ctx.close_connection(
                f"version {ctx.api_version} of {_api_name(ctx.api_key)} is not served, "
                f"versions {versions[0]} to {versions[1]} are"
            )

    def _start(
        self, act: Coroutine[Any, Any, None], waited_for: Coroutine[Any, Any, Any], route: Route, ctx: RequestContext
    ) -> None:
        """Starts the task of a request that waits; where the broker stops already, nothing is begun."""
        ctx.parked_ns = self.ticks()
        if not self._begin(act, route.api, ctx):
            waited_for.close()

    def _begin(self, act: Coroutine[Any, Any, None], api: ApiKey, ctx: RequestContext) -> bool:
        """Starts a request's task; False: the broker stops already, and its connection is closed."""
        try:
            task = self._tasks.create_task(act, name=api.name)
        except RuntimeError:  # the task group is at its end
            act.close()
            ctx.close_connection("the broker stops")
            return False
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return True

    async def _dispatch_again(
        self, missing: list[str], frame: bytes | bytearray, api: ApiKey, ctx: RequestContext
    ) -> None:
        """Dispatches a request when the modules of its API are loaded, as if it had come then."""
        try:
            await self._lane_of(row_of(api).line).do(loading(missing))
        except Exception as error:  # noqa: BLE001 - the boundary: without them none of its requests can be answered
            _log.error("%s failed, its modules cannot be loaded: %r", ctx, error, exc_info=error)
            ctx.close_connection("its modules cannot be loaded")
            return
        self.dispatch(frame, ctx.channel, ctx.received_ms, ctx.started_ns)

    async def _finish_later(
        self, route: Route, request: Any, ctx: RequestContext, result: Coroutine[Any, Any, Any]
    ) -> None:
        """Responds when a handler that is a coroutine has ended."""
        try:
            response = await result
        except Exception as error:  # noqa: BLE001 - the same boundary, for handlers that wait
            self._fail(route, request, ctx, error)
            return
        if response is not DEFERRED:
            ctx.respond(response)

    async def _carry_out_later(
        self, route: Route, request: Any, ctx: RequestContext, permitting: Coroutine[Any, Any, Permitted | None]
    ) -> None:
        """Calls the handler when it is decided what may be done."""
        request, outcome = await self._outcome(route, request, ctx, permitting)
        if isinstance(outcome, KafkaError):
            self._respond_failed(route, request, ctx, outcome)
        elif outcome is not DEFERRED:
            ctx.respond(outcome)

    def _fail(self, route: Route, request: Any, ctx: RequestContext, error: Exception) -> None:
        """Turns a handler's failure into a response; one that cannot be expressed closes the connection."""
        self._respond_failed(route, request, ctx, self._known(route, ctx, error))

    def _respond_failed(self, route: Route, request: Any, ctx: RequestContext, known: KafkaError) -> None:
        if ctx.is_answered:
            return
        response = self._error_response(request, known)
        if response is None:
            ctx.close_connection(f"{route.api.name} cannot say {known.code.name} in an answer: {known.message}")
            return
        ctx.respond(response)

    def _known(self, route: Route, ctx: RequestContext, error: Exception) -> KafkaError:
        """The error for the client, logged with its trace if it was none of Kafka's; counted."""
        if not isinstance(error, KafkaError):
            _log.error("%s failed: %r", ctx, error, exc_info=error)
            error = UnknownServerError("the broker failed to handle this request; its log says why")
        errors = route.metrics.errors
        errors[int(error.code)] = errors.get(int(error.code), 0) + 1
        return error


async def _permitted(guard: Guard, request: Any, ctx: RequestContext) -> Permitted | None:
    permitted = guard(request, ctx)
    return permitted if permitted is None or isinstance(permitted, Permitted) else await permitted


def _api_name(api_key: int) -> str:
    try:
        return f"{ApiKey(api_key).name} ({api_key})"
    except ValueError:
        return f"key {api_key}"

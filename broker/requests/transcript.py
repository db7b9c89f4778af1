"""A transcript of the wire: every request and every response as JSON, for as long as somebody wants to see it.

    dispatcher ── decoded request ──▶ Transcript ─▶ wanted? ─▶ entry ─▶ a ring of the latest, and whoever follows
               ── response ─────────▶            ─▶ of an entry that was wanted

Off, it is not there: the dispatcher looks at None. On, it has an end: it goes off by itself, so that nobody forgets it.
What is wanted: APIs, one client id, one topic. A response is written down where its request was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kavka.common.event_feed import EventFeed
from kavka.protocol.api_keys import ApiKey
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.dispatcher import Dispatcher, Route
    from kavka.timer.clock import Clock

FOR_MS: Final = 600_000
FOR_MS_MAX: Final = 86_400_000
OPEN_MAX: Final = 10_000
"""Requests whose responses are waited for; of one more the response is not written down."""


class TranscriptError(ValueError):
    """What is wanted makes no sense; the message says why."""


class Wanted(NamedTuple):
    """What is written down; None: whatever it is."""

    apis: frozenset[int] | None = None
    client_id: str | None = None
    topic: str | None = None

    def told(self) -> dict[str, Any]:
        """Renders the filter as JSON, as `parse_wanted` reads it."""
        return {
            "apis": None if self.apis is None else [ApiKey(api).name for api in sorted(self.apis)],
            "client_id": self.client_id,
            "topic": self.topic,
        }


class Transcript:
    """The transcript of one broker.

    Args:
        dispatcher: shows what passes, while it is on.
        clock: the broker's; when it goes off is shown by the machine's.
        topic_id: a topic's id as JSON shows it, by its name; None: not known.

    Attributes:
        feed: the entries.
    """

    __slots__ = ("_clock", "_dispatcher", "_open", "_topic_id", "_until_ms", "feed", "wanted")

    def __init__(self, dispatcher: Dispatcher, clock: Clock, topic_id: Callable[[str], str | None]) -> None:
        self._dispatcher = dispatcher
        self._clock = clock
        self._topic_id = topic_id
        self._until_ms = MonotonicMs(0)
        self._open: dict[RequestContext, int] = {}
        self.wanted = Wanted()
        self.feed = EventFeed(clock.now_ms)

    @property
    def left_ms(self) -> int | None:
        """Returns the milliseconds that the transcript stays on; None: it is off."""
        if self._dispatcher.transcript is None:
            return None
        left_ms = self._until_ms - self._clock.monotonic_ms()
        if left_ms <= 0:
            self.switch_off()
            return None
        return left_ms

    def switch_on(self, wanted: Wanted, for_ms: int) -> None:
        """Writes down from now on, and until then."""
        self.wanted = wanted
        self._until_ms = self._clock.monotonic_ms() + for_ms
        self._open.clear()
        self._dispatcher.transcript = self

    def switch_off(self) -> None:
        """Writes nothing down any more; what was is kept."""
        self._dispatcher.transcript = None
        self._open.clear()

    # ---- the dispatcher's side ------------------------------------------------------------------------------------

    def request(self, route: Route, request: Any, ctx: RequestContext) -> None:
        """Writes a request down, if it is wanted."""
        from kavka.broker.requests.message_json import message_json, topics_in

        wanted = self.wanted
        if self.left_ms is None or (wanted.apis is not None and ctx.api_key not in wanted.apis):
            return
        if wanted.client_id is not None and ctx.client_id != wanted.client_id:
            return
        if wanted.topic is not None and {wanted.topic, self._topic_id(wanted.topic)}.isdisjoint(topics_in(request)):
            return
        body = message_json(request, ctx.api_version)
        number = self._publish("request", ctx, bytes=ctx.request_bytes, body=body)
        if len(self._open) < OPEN_MAX:
            self._open[ctx] = number

    def response(self, ctx: RequestContext, response: Any) -> None:
        """Writes a response down, if its request was."""
        from kavka.broker.requests.message_json import message_json

        number = self._open.pop(ctx, None)
        if number is None:
            return
        took_ms = (self._dispatcher.ticks() - ctx.started_ns) / 1_000_000
        body = message_json(response, ctx.api_version)
        self._publish("response", ctx, request=number, took_ms=round(took_ms, 3), body=body)

    def _publish(self, kind: str, ctx: RequestContext, **more: Any) -> int:
        return self.feed.publish(
            kind,
            api=ApiKey(ctx.api_key).name,
            version=ctx.api_version,
            correlation_id=ctx.correlation_id,
            client_id=ctx.client_id,
            peer=f"{ctx.connection.peer_host}:{ctx.connection.peer_port}",
            listener=ctx.connection.listener_name,
            **more,
        )


def parse_wanted(given: Mapping[str, Any]) -> tuple[Wanted, int]:
    """Parses the filter and duration of a transcript from JSON. An example: {"apis": ["FETCH"], "client_id": "c",
    "topic": "t", "for_ms": 9}.

    Raises:
        TranscriptError: it makes no sense.
    """
    unknown = sorted(set(given) - {"apis", "client_id", "topic", "for_ms"})
    if unknown:
        raise TranscriptError(f"a transcript has no {unknown[0]!r}; it has apis, client_id, topic, for_ms")
    for name in ("client_id", "topic"):
        if not isinstance(given.get(name), str | None):
            raise TranscriptError(f"{name} must be a text, not {given[name]!r}")
    for_ms = given.get("for_ms", FOR_MS)
    if isinstance(for_ms, bool) or not isinstance(for_ms, int) or not 1 <= for_ms <= FOR_MS_MAX:
        raise TranscriptError(f"for_ms must be a whole number from 1 to {FOR_MS_MAX}, not {for_ms!r}")
    return Wanted(_apis(given.get("apis")), given.get("client_id"), given.get("topic")), for_ms


def _apis(names: Any) -> frozenset[int] | None:
    if not names:
        return None
    if not isinstance(names, list):
        raise TranscriptError(f"apis must be a list of names, not {names!r}")
    found = set()
    for name in names:
        api = ApiKey.__members__.get(str(name).upper().replace("-", "_"))
        if api is None:
            raise TranscriptError(f"there is no API {name!r}; there is {', '.join(ApiKey.__members__)}")
        found.add(int(api))
    return frozenset(found)

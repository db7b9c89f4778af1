"""GET /events: what happens in this broker, as server-sent events, from the next one on.

    ?kinds=controller-event,election,isr      these only
    ?since=17, or the header Last-Event-ID    also those that are remembered and came after it

Kinds: controller, controller-event, partition-state, replica-state, election, leadership, isr, group, and `dropped` for
a client that reads too slowly.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from kavka.broker.http.messages import EventStream, HttpError
from kavka.common.event_feed import TooManyFollowers

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request


def handle(request: Request, admin: Admin) -> EventStream:
    """Returns the stream of events."""
    kinds = frozenset(filter(None, request.query.get("kinds", "").split(",")))
    last = request.headers.get("last-event-id", request.query.get("since"))
    if last is not None and not last.removeprefix("-").isdecimal():
        raise HttpError(HTTPStatus.BAD_REQUEST, f"since must be an event's number, not {last!r}")
    return EventStream(_events(admin, None if last is None else int(last), kinds))


async def _events(admin: Admin, since: int | None, kinds: frozenset[str]) -> AsyncIterator[tuple[str, Any]]:
    try:
        async for event in admin.feed.follow(since=since, kinds=kinds):
            yield event.kind, {"number": event.number, "time_ms": event.time_ms, **event.what}
    except TooManyFollowers as error:
        yield "refused", {"error": str(error)}

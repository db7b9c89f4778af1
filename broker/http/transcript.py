"""/transcript: what clients and this broker say to each other, decoded (`broker.requests.transcript`).

POST   /transcript  {"apis": ["PRODUCE", "FETCH"], "client_id": "c", "topic": "t", "for_ms": 600000}   on, until then
GET    /transcript?limit=100&since=17    whether it is on, and the latest entries, the oldest first
GET    /transcript with the header Accept: text/event-stream, or ?follow=true       entries as they come; since as above
DELETE /transcript                       off; what was written down stays
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.messages import EVENTS, EventStream, HttpError, Response, json_response
from kavka.broker.requests.transcript import TranscriptError, parse_wanted
from kavka.common.event_feed import KEPT_MAX, FeedEvent, TooManyFollowers

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.broker.requests.transcript import Transcript

LIMIT: Final = 100


def handle(request: Request, admin: Admin) -> Response | EventStream:
    """Returns or streams the transcript, or switches it on or off."""
    transcript = admin.transcript
    if request.method == "POST":
        given = request.json()
        try:
            if not isinstance(given, dict):
                raise TranscriptError("what is wanted is an object; {} is everything")
            transcript.switch_on(*parse_wanted(given))
        except TranscriptError as error:
            raise HttpError(HTTPStatus.BAD_REQUEST, str(error)) from error
        return json_response(_shown(transcript))
    if request.method == "DELETE":
        transcript.switch_off()
        return json_response(_shown(transcript))
    text = request.headers.get("last-event-id", request.query.get("since"))
    if text is not None and not text.removeprefix("-").isdecimal():
        raise HttpError(HTTPStatus.BAD_REQUEST, f"since must be an entry's number, not {text!r}")
    since = None if text is None else int(text)
    if EVENTS in request.headers.get("accept", "") or request.query.get("follow") == "true":
        return EventStream(_entries(transcript, since))
    limit = request.integer("limit", LIMIT, low=1, high=KEPT_MAX)
    kept = [entry for entry in transcript.feed.recent() if since is None or entry.number > since]
    return json_response({**_shown(transcript), "entries": [_flat(entry) for entry in kept[-limit:]]})


def _shown(transcript: Transcript) -> dict[str, Any]:
    left_ms = transcript.left_ms
    return {"is_on": left_ms is not None, "left_ms": left_ms, **transcript.wanted.told()}


def _flat(entry: FeedEvent) -> dict[str, Any]:
    return {"number": entry.number, "time_ms": entry.time_ms, "kind": entry.kind, **entry.what}


async def _entries(transcript: Transcript, since: int | None) -> AsyncIterator[tuple[str, Any]]:
    try:
        async for entry in transcript.feed.follow(since=since):
            yield entry.kind, _flat(entry)
    except TooManyFollowers as error:
        yield "refused", {"error": str(error)}

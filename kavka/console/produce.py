"""POST /produce: one record into a topic; the response comes when it is acknowledged, as `acks` asks for.

    {"topic": "t", "value": "text", "key": "text", "partition": 0, "headers": {"name": "text"}, "acks": "all"}

`value_base64` and `key_base64` take bytes; a value that is null or missing is a tombstone. While acks=all waits for
followers, so does this request: that is what the console shows in the purgatory.
"""

from __future__ import annotations

import base64
import binascii
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.messages import HttpError, Response, json_response
from kavka.client.producer import Producer
from kavka.console.own_client import CLIENT_ID, REACH_TIMEOUT_MS, refusals, way

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request

DELIVERY_TIMEOUT_MS: Final = 120_000
REQUEST_TIMEOUT_MS: Final = 90_000
"""Longer than a follower may lag before it leaves the in-sync set: one request waits, not many, one after the other."""
METADATA_TIMEOUT_MS: Final = 10_000


async def handle(request: Request, admin: Admin) -> Response:
    """Sends one record and waits until it is acknowledged."""
    wanted = request.json()
    if not isinstance(wanted, dict) or not isinstance(wanted.get("topic"), str) or not wanted["topic"]:
        raise HttpError(HTTPStatus.BAD_REQUEST, 'a record is {"topic": "t", "value": "text", …}')
    acks = wanted.get("acks", "all")
    partition = wanted.get("partition")
    if acks not in ("all", "1", "0", 1, 0, -1) or (partition is not None and type(partition) is not int):
        raise HttpError(HTTPStatus.BAD_REQUEST, 'acks is "all", 1 or 0, and partition a number')
    reached = way(admin)
    with refusals():
        async with Producer(
            reached.bootstrap,
            security=reached.security,
            acks=acks,
            linger_ms=0,
            client_id=CLIENT_ID,
            max_block_ms=METADATA_TIMEOUT_MS,
            reach_timeout_ms=REACH_TIMEOUT_MS,
            request_timeout_ms=REQUEST_TIMEOUT_MS,
            delivery_timeout_ms=DELIVERY_TIMEOUT_MS,
            enable_metrics_push=False,
        ) as producer:
            delivery = await producer.send(
                wanted["topic"],
                _bytes(wanted, "value"),
                key=_bytes(wanted, "key"),
                partition=partition,
                headers=_headers(wanted.get("headers")),
            )
            where = await delivery
    answer = {
        "topic": where.topic,
        "partition": where.partition,
        "offset": where.offset,
        "timestamp_ms": where.timestamp,
    }
    return json_response(answer, status=HTTPStatus.CREATED)


def _bytes(wanted: dict[str, Any], name: str) -> bytes | None:
    text, encoded = wanted.get(name), wanted.get(f"{name}_base64")
    if encoded is not None:
        try:
            return base64.b64decode(encoded, validate=True)
        except (binascii.Error, TypeError) as error:
            raise HttpError(HTTPStatus.BAD_REQUEST, f"{name}_base64 is not base64: {error}") from error
    if text is not None and not isinstance(text, str):
        raise HttpError(HTTPStatus.BAD_REQUEST, f"{name} must be text; bytes go into {name}_base64")
    return None if text is None else text.encode()


def _headers(wanted: Any) -> list[tuple[str, bytes | None]]:
    if wanted is None:
        return []
    if not isinstance(wanted, dict) or not all(isinstance(value, str) for value in wanted.values()):
        raise HttpError(HTTPStatus.BAD_REQUEST, 'headers are {"name": "text"}')
    return [(name, value.encode()) for name, value in wanted.items()]

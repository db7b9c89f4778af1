"""What every route that changes something does with what it was sent, and how all brokers are asked one thing.

    wanted(request, …) ─▶ the body, or 400 with the form that is expected
    ask_each(cluster, message) ─▶ {broker: response, or None where it did not say in time}

A broker that hangs costs a list its rows, never the list: it is named instead.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.messages import HttpError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kavka.broker.http.messages import Request
    from kavka.client.cluster import Cluster

BROKER_TIMEOUT_MS: Final = 3_000
"""How long a list waits for one broker."""


def wanted(request: Request, form: str) -> dict[str, Any]:
    """Reads a request's body, a JSON object.

    Args:
        request: has it.
        form: what it should look like, for the refusal.

    Raises:
        HttpError: it is none.
    """
    body = request.json()
    if not isinstance(body, dict):
        raise HttpError(HTTPStatus.BAD_REQUEST, f"expected is {form}")
    return body


def text_of(body: Mapping[str, Any], name: str, default: str | None = None) -> str:
    """Reads a text of a body.

    Raises:
        HttpError: it is missing, and there is no default; or it is no text.
    """
    value = body.get(name, default)
    if not isinstance(value, str) or (not value and default is None):
        raise HttpError(HTTPStatus.BAD_REQUEST, f"{name} must be a text")
    return value


def texts_of(values: Any, name: str) -> dict[str, str]:
    """Reads names and values, whatever the values are, as texts.

    Raises:
        HttpError: it is no object.
    """
    if not isinstance(values, dict):
        raise HttpError(HTTPStatus.BAD_REQUEST, f'{name} is {{"name": "value"}}')
    return {str(key): str(value) for key, value in values.items()}


def numbers_of(values: Any, name: str) -> list[int]:
    """Reads a list of numbers.

    Raises:
        HttpError: it is none.
    """
    if not isinstance(values, list) or not all(type(value) is int and value >= 0 for value in values):
        raise HttpError(HTTPStatus.BAD_REQUEST, f"{name} is a list of numbers")
    return values


async def ask_each(cluster: Cluster, message: Any) -> dict[int, Any]:
    """Sends a request to every broker; None is the response of one that does not give any in time."""
    brokers = sorted(cluster.metadata.brokers)

    async def asked(broker_id: int) -> Any:
        try:
            return await cluster.ask(broker_id, message, timeout_ms=BROKER_TIMEOUT_MS)
        except (OSError, TimeoutError):
            return None

    return dict(zip(brokers, await asyncio.gather(*map(asked, brokers)), strict=True))

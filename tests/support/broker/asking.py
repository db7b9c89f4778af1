"""Requests to handlers, through the wire's form both ways."""

from __future__ import annotations

import inspect
from typing import Any

from kavka.protocol.codec import decode_message, encode_message
from tests.support.broker.fakes import context
from tests.support.broker.parts import handling


async def ask(handler: Any, broker: Any, version: int, request: Any) -> Any:
    """Through the wire's form both ways, as a client of that version would."""
    request = decode_message(type(request), version, encode_message(request, version))
    answer = handling(handler, broker).handle(request, context(version))
    if inspect.isawaitable(answer):
        answer = await answer
    return decode_message(type(answer), version, encode_message(answer, version))

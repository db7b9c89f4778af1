"""Metadata requests to the handler, through the wire's form both ways."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

from kavka.broker.handlers import metadata
from kavka.broker.requests.context import DEFERRED
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.messages import MetadataRequest, MetadataResponse
from tests.support.broker.fakes import RecordingChannel, context, peer
from tests.support.broker.parts import handling


async def ask(
    broker: Any,
    version: int,
    topics: Iterable[str] | None = None,
    *,
    allow_auto_topic_creation: bool = True,
    listener_name: str = "PLAINTEXT",
    channel: RecordingChannel | None = None,
    **fields: Any,
) -> Any:
    """Sends a request through the wire's form and back, both ways: what a version cannot carry is lost.

    Returns when all is done that the request began; `channel` may have been answered long before.
    """
    request = MetadataRequest(
        topics=None if topics is None else [MetadataRequest.MetadataRequestTopic(name=name) for name in topics],
        allow_auto_topic_creation=allow_auto_topic_creation,
        **fields,
    )
    request = decode_message(MetadataRequest, version, encode_message(request, version))
    channel = channel or RecordingChannel(peer(listener_name=listener_name))
    answer: Any = handling(metadata, broker).handle(request, context(version, channel))
    if inspect.isawaitable(answer):
        answer = await answer
    if answer is DEFERRED:
        [answer] = channel.responses
    return decode_message(MetadataResponse, version, encode_message(answer, version))

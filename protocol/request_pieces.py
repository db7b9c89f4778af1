"""Writes big requests of the controller piece by piece, before they are sent.

    request of 200,000 partitions ─▶ stretch ─▶ stretch ─▶ … ─▶ PreparedRequest ─▶ frame, as often as it is sent again
                                                                      └─ headed ─▶ the same for another peer

Between two stretches the event loop is everybody else's. The bytes are those of `protocol.header.encode_request_frame`.

Not here: the pieces themselves (`response_pieces`), whose turn it is (the controller's channels).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from kavka.protocol.errors import EncodeError
from kavka.protocol.header import request_frame_head
from kavka.protocol.response_pieces import STRETCH_ITEMS, JoinedResponse, ResponseWriter

if TYPE_CHECKING:
    from kavka.protocol.message import Buffer, Message


class PreparedRequest:
    """A request whose elements are encoded already.

    Attributes:
        API_KEY: of the request.
    """

    __slots__ = ("API_KEY", "_body", "_joined", "_version")

    def __init__(self, version: int, joined: JoinedResponse) -> None:
        self.API_KEY = joined.head.API_KEY
        self._version = version
        self._joined = joined
        self._body = joined.body()

    def headed(self, message: Message) -> PreparedRequest:
        """Puts the encoded elements into another request, which has none of its own.

        Raises:
            EncodeError: the version cannot carry a value.
        """
        return PreparedRequest(self._version, self._joined.headed(message))

    def frame(self, *, version: int, correlation_id: int, client_id: str | None) -> list[Buffer]:
        """Encodes the whole frame as buffers that follow each other, the length prefix included.

        Raises:
            EncodeError: it does not fit a frame, or was prepared in another version.
        """
        if version != self._version:
            raise EncodeError(f"a request of version {self._version} cannot be sent as version {version}")
        body = self._body
        head = request_frame_head(
            self.API_KEY,
            version=version,
            correlation_id=correlation_id,
            client_id=client_id,
            body_bytes=sum(map(len, body)),
        )
        return [head, *body]


def preparing(
    message: Message, version: int, *, stretch: int = STRETCH_ITEMS
) -> Generator[None, None, PreparedRequest]:
    """Writes a LeaderAndIsr, StopReplica or UpdateMetadata request; yields after each stretch of its elements.

    Args:
        message: the request.
        version: of it.
        stretch: how many elements are encoded in one go.

    Raises:
        EncodeError: the version cannot carry a value.
    """
    writer = ResponseWriter(type(message), version, stretch=stretch)
    yield from writer.write(message)
    return PreparedRequest(version, writer.finish())

"""Responses from their frames, as brokers of all kinds write them: Kafka's, ours, and librdkafka's mock. Sans I/O.

    frame: [correlation id][header's tags, by version][body, by version][whatever else: ignored]

What belongs to which request `connection_core` knows.
"""

from __future__ import annotations

from typing import Any, Final

from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_prefix, response_class
from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.protocol.framing import Frame
from kavka.protocol.header import ResponseHeader, response_header_version
from kavka.protocol.messages import ApiVersionsResponse

API_VERSIONS: Final = int(ApiKey.API_VERSIONS)  # comparing with a member of an IntEnum costs a multiple
CORRELATION_ID_BYTES: Final = 4
UNSUPPORTED_VERSION: Final = int(ErrorCode.UNSUPPORTED_VERSION)


def decode(api_key: int, version: int, frame: Frame) -> Any:
    """Decodes one response; ApiVersions with error 35 comes in version 0 whatever was asked (KIP-511).

    Raises:
        protocol.errors.DecodeError: it is none.
    """
    if api_key == API_VERSIONS and int.from_bytes(frame[4:6], "big", signed=True) == UNSUPPORTED_VERSION:
        return _decode_refused_versions(frame)
    return _decode_tolerantly(response_class(api_key), version, frame)


def _decode_refused_versions(frame: Frame) -> ApiVersionsResponse:
    """Decodes the error of a refused ApiVersions.

    The error is all that matters, so a list that makes no sense (librdkafka's mock broker sends one) counts as empty.
    """
    try:
        refused: ApiVersionsResponse = _decode_tolerantly(ApiVersionsResponse, 0, frame)
        return refused
    except DecodeError:
        return ApiVersionsResponse(error_code=UNSUPPORTED_VERSION)


def _decode_tolerantly(cls: Any, version: int, frame: Frame) -> Any:
    """Decodes a response and ignores bytes behind it: librdkafka's mock broker ends flexible ones with a tag section
    too many.
    """
    header_version = response_header_version(cls.API_KEY, version)
    body = CORRELATION_ID_BYTES + header_version
    if len(frame) < body or (header_version and frame[CORRELATION_ID_BYTES]):
        # It has tags, or is cut. Compiled, to decode a header means to copy a large frame, which is no bytes object.
        _, body = decode_prefix(ResponseHeader, header_version, frame)
    message, _ = decode_prefix(cls, version, frame, body)
    return message

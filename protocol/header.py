"""Request and response headers, and whole frames: length prefix, header, body.

    request    +----------+-----------+---------------+------------------+-------------+-------------+------
               | size i32 | key int16 | version int16 | correlation int32 | client id v1+ | tags in v2 | body
               +----------+-----------+---------------+------------------+-------------+-------------+------
    response   +----------+------------------+-------------+------
               | size i32 | correlation int32 | tags in v1  | body
               +----------+------------------+-------------+------

The header's version follows from the message's: v2 (response v1) from the first flexible version on, v1 (v0) before.
Two exceptions, both for the sake of peers that know only old versions: ControlledShutdown v0 has request header v0,
which lacks the client id; an ApiVersions response has header v0 in every version, because the client does not know
yet what the broker speaks. For the same reason the client id keeps its plain form in header v2.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, TypeVar

from kavka.protocol._generated.header import RequestHeader, ResponseHeader
from kavka.protocol._generated.index import APIS
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_message, decode_prefix, encode_into, joined
from kavka.protocol.errors import DecodeError, EncodeError, ErrorCode

if TYPE_CHECKING:
    from kavka.protocol.message import Buffer, Message
    from kavka.protocol.messages import ApiVersionsResponse

__all__ = [
    "FIXED_PREFIX",
    "RequestHeader",
    "ResponseHeader",
    "api_versions_fallback",
    "decode_request_header",
    "decode_response_frame",
    "encode_request_frame",
    "encode_response_frame",
    "request_frame_head",
    "request_header_version",
    "response_frame_head",
    "response_header_version",
    "split_client_id",
    "split_request_header",
]

M = TypeVar("M", bound="Message")

_KEY_AND_VERSION = struct.Struct(">hh")
FIXED_PREFIX = struct.Struct(">hhi")
"""api_key, api_version, correlation_id: the part of a request header that all its versions share."""
_CLIENT_ID_LENGTH = struct.Struct(">h")
_CLIENT_ID_START = FIXED_PREFIX.size + _CLIENT_ID_LENGTH.size
_SIZE = struct.Struct(">i")
# Length prefix and response header in one, by the header's version: the hot path of every response. A test holds them
# equal to the declared header.
_HEADS = (struct.Struct(">ii"), struct.Struct(">iix"))
# Plain ints: comparing with a member of an IntEnum costs a multiple.
_API_VERSIONS = int(ApiKey.API_VERSIONS)
_KIP_511_VERSION = 3  # of ApiVersions: the first in which client and broker can talk about versions they do not share
_CONTROLLED_SHUTDOWN = int(ApiKey.CONTROLLED_SHUTDOWN)
_NEVER_FLEXIBLE = 2**15
"""Above every version. An unknown API has header v1, as in `request_header_version`."""
_FLEXIBLE_FROM = {api_key: flexible_from for api_key, (_, _, flexible_from) in APIS.items()}


def request_header_version(api_key: int, api_version: int) -> int:
    """Returns the header's version for a request; that of v1 for an unknown API or version."""
    if api_key == _CONTROLLED_SHUTDOWN and api_version == 0:
        return 0
    flexible_from = _FLEXIBLE_FROM.get(api_key)
    return 1 if flexible_from is None or api_version < flexible_from else 2


def response_header_version(api_key: int, api_version: int) -> int:
    """Returns the header's version for a response."""
    if api_key == _API_VERSIONS:
        return 0
    return 0 if api_version < _FLEXIBLE_FROM[api_key] else 1


def decode_request_header(frame: Buffer) -> tuple[RequestHeader, int]:
    """Reads the header of a request.

    An ApiVersions request in a version of the future has a readable header, so that there can be a response
    (encode_api_versions_fallback); where its body begins is then anybody's guess.

    Args:
        frame: without the length prefix; bytes or bytearray.

    Returns:
        The header, and the position of the body.

    Raises:
        DecodeError: the frame is too short or the header damaged.
    """
    if len(frame) < 4:
        raise DecodeError(f"a request of {len(frame)} bytes")
    api_key, api_version = _KEY_AND_VERSION.unpack_from(frame)
    return decode_prefix(RequestHeader, request_header_version(api_key, api_version), frame)


def split_request_header(frame: bytes | bytearray) -> tuple[int, int, int, str | None, int]:
    """Reads a request's header without making an object of it.

    Returns:
        API key, API version, correlation id, client id, and the position of the body.

    Raises:
        DecodeError: as decode_request_header.
    """
    if len(frame) < FIXED_PREFIX.size:
        raise DecodeError(f"a request of {len(frame)} bytes")
    api_key, api_version, correlation_id = FIXED_PREFIX.unpack_from(frame)
    return api_key, api_version, correlation_id, *split_client_id(frame, api_key, api_version)


def split_client_id(frame: bytes | bytearray, api_key: int, api_version: int) -> tuple[str | None, int]:
    """Reads what follows a request's `FIXED_PREFIX`: a broker does it for every request.

    Returns:
        The client id, and the position of the body.

    Raises:
        DecodeError: as decode_request_header.
    """
    if len(frame) > _CLIENT_ID_START:
        (length,) = _CLIENT_ID_LENGTH.unpack_from(frame, FIXED_PREFIX.size)
        body = _CLIENT_ID_START + length
        # Header v1, or v2 without tags, with a client id that is there; anything else is read as it is declared.
        if 0 <= length <= len(frame) - _CLIENT_ID_START and api_key != _CONTROLLED_SHUTDOWN:
            is_v1 = api_version < _FLEXIBLE_FROM.get(api_key, _NEVER_FLEXIBLE)
            if is_v1 or (body < len(frame) and not frame[body]):
                try:
                    return frame[_CLIENT_ID_START:body].decode(), body if is_v1 else body + 1
                except UnicodeDecodeError as error:
                    raise DecodeError(f"the client id: {error}") from error
    header, body = decode_request_header(frame)
    return header.client_id, body


def decode_response_frame(cls: type[M], version: int, frame: Buffer) -> tuple[int, M]:
    """Reads a response to a request that is known; gives its correlation id and the message.

    Args:
        cls: the response's class.
        version: of the request.
        frame: without the length prefix; bytes or bytearray.

    Raises:
        DecodeError: the frame is not such a response.
    """
    header, body = decode_prefix(ResponseHeader, response_header_version(cls.API_KEY, version), frame)
    return header.correlation_id, decode_message(cls, version, frame, body)


def encode_request_frame(message: Message, *, version: int, correlation_id: int, client_id: str | None) -> list[Buffer]:
    """Encodes a whole request frame as buffers that follow each other, the length prefix included.

    Raises:
        EncodeError: see protocol.codec.encode_message.
    """
    api_key = message.API_KEY
    header_version = request_header_version(api_key, version)
    if header_version == 0:
        client_id = ""  # has no place there
    header = RequestHeader(api_key, version, correlation_id, client_id)
    small: list[Buffer] = [b""]
    parts: list[Buffer] = []
    encode_into(header, header_version, small, parts)
    encode_into(message, version, small, parts)
    size = sum(map(len, small)) + sum(map(len, parts))
    try:
        first = _SIZE.pack(size)
    except struct.error as error:
        raise EncodeError(f"a request of {size} bytes") from error
    return _gathered(first, small, parts)


def request_frame_head(
    api_key: int, *, version: int, correlation_id: int, client_id: str | None, body_bytes: int
) -> bytes:
    """Encodes the length prefix and header of a request whose body is encoded already.

    Raises:
        EncodeError: the request does not fit a frame.
    """
    header_version = request_header_version(api_key, version)
    small: list[Buffer] = []
    encode_into(RequestHeader(api_key, version, correlation_id, client_id), header_version, small, [])
    head = joined(small)
    try:
        return _SIZE.pack(len(head) + body_bytes) + head
    except struct.error as error:
        raise EncodeError(f"a request of {body_bytes} bytes") from error


def encode_response_frame(message: Message, version: int, correlation_id: int) -> list[Buffer]:
    """Encodes a whole response frame as buffers that follow each other, the length prefix included.

    Raises:
        EncodeError: see protocol.codec.encode_message.
    """
    # `response_header_version` and `joined` by hand: a broker does this for every request.
    api_key = message.API_KEY
    head = _HEADS[0 if version < _FLEXIBLE_FROM[api_key] or api_key == _API_VERSIONS else 1]
    small: list[Buffer] = [b""]
    parts: list[Buffer] = []
    encode_into(message, version, small, parts)
    try:
        if not parts:
            body = b"".join(small)
            return [head.pack(len(body) + head.size - _SIZE.size, correlation_id) + body]
        size = sum(map(len, small)) + sum(map(len, parts)) + head.size - _SIZE.size
        first = head.pack(size, correlation_id)
    except struct.error as error:
        raise EncodeError(f"the response to correlation id {correlation_id} does not fit a frame: {error}") from error
    except TypeError as error:
        raise EncodeError(f"a field of type bytes: {error}") from error
    return _gathered(first, small, parts)


def response_frame_head(api_key: int, version: int, correlation_id: int, body_bytes: int) -> bytes:
    """Encodes a response frame's length prefix and header, for a body that is already encoded.

    Raises:
        EncodeError: the body does not fit a frame.
    """
    head = _HEADS[response_header_version(api_key, version)]
    try:
        return head.pack(body_bytes + head.size - _SIZE.size, correlation_id)
    except struct.error as error:
        raise EncodeError(f"a response of {body_bytes} bytes does not fit a frame: {error}") from error


def api_versions_fallback(min_version: int, max_version: int) -> ApiVersionsResponse:
    """Returns the response to an ApiVersions request in an unsupported version.

    It has error 35 and is to be sent in version 0, which every client can read. Brokers that know KIP-511, those of
    Kafka 2.4 and later, add the one range that lets the client ask again; older ones send an empty list, and the client
    has to try version 0.

    Args:
        min_version: the lowest version of ApiVersions that is served.
        max_version: the highest.
    """
    from kavka.protocol.messages import ApiVersionsResponse

    own = ApiVersionsResponse.ApiVersion(api_key=_API_VERSIONS, min_version=min_version, max_version=max_version)
    return ApiVersionsResponse(
        error_code=int(ErrorCode.UNSUPPORTED_VERSION),
        api_keys=[own] if max_version >= _KIP_511_VERSION else [],
    )


def _gathered(first: bytes, small: list[Buffer], parts: list[Buffer]) -> list[Buffer]:
    """Gathers a frame's buffers from what encode_into left.

    `small` began with an empty buffer, which `first` replaces.
    """
    if not parts:
        small[0] = first
        return [joined(small)]
    parts[0] = first + parts[0]
    if small:
        parts.append(joined(small))
    return parts

"""Writes big responses piece by piece: one response in stretches, or many joined into one.

    response 1 ─▶ | head | n | elements | tail |
    response 2 ─▶ | head | m | elements | tail |      ─▶ ResponseWriter ─▶ | head | n+m | elements elements | tail |

Elements become bytes as soon as they come, so that what is kept of a response is about what is sent. An element whose
own list is long (a topic's partitions) is written a few at a time, too; one that was cut into several responses comes
out as one, which is how clients expect it (some keep only the last of a topic that comes twice). Head and tail are
those of the first response, or of the first that has failed as a whole; they are encoded last, since who throttles
clients still writes into them.

Requests of the controller are written by the same means (`request_pieces`).

Not here: whose turn it is (broker/big_requests).
"""

from __future__ import annotations

import copy
import importlib
import struct
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from kavka.protocol._generated.index import MODULES
from kavka.protocol.errors import EncodeError
from kavka.protocol.header import response_frame_head
from kavka.protocol.wire import uvarint

if TYPE_CHECKING:
    from kavka.protocol.message import Buffer, Message

STRETCH_ITEMS: Final = 200
"""Elements that are encoded in one go: under a millisecond."""

RESPONSE_BYTES_MAX: Final = 1 << 30
"""A response that grows beyond this is not sent: clients hold it in one piece, and its length is a signed int32."""

T = TypeVar("T")

_ENCODE_FAILURES: Final = (struct.error, TypeError, AttributeError, ValueError, OverflowError)
_PLAIN_COUNT: Final = struct.Struct(">i")


class JoinedResponse:
    """A response whose elements are encoded already.

    Attributes:
        head: the message without its elements.
    """

    __slots__ = ("_count", "_parts", "_row", "head")

    def __init__(self, head: Message, row: Any, count: bytes, parts: list[Buffer]) -> None:
        self.head = head
        self._row = row
        self._count = count
        self._parts = parts

    @property
    def throttle_time_ms(self) -> int:
        """Returns the client's throttle time; AttributeError where the response cannot say it."""
        throttle_ms: int = self.head.throttle_time_ms  # type: ignore[attr-defined]
        return throttle_ms

    @throttle_time_ms.setter
    def throttle_time_ms(self, throttle_ms: int) -> None:
        head = copy.copy(self.head)  # a handler may keep the one it gave
        head.throttle_time_ms = throttle_ms  # type: ignore[attr-defined]
        self.head = head

    def headed(self, head: Message) -> JoinedResponse:
        """Puts the encoded elements into another message of the class."""
        assert type(head) is type(self.head), head
        return JoinedResponse(head, self._row, self._count, self._parts)

    def frame(self, version: int, correlation_id: int) -> list[Buffer]:
        """Encodes the whole frame as buffers that follow each other, the length prefix included.

        Raises:
            EncodeError: it does not fit a frame, or the version cannot carry a value.
        """
        body = self.body()
        frame_head = response_frame_head(self.head.API_KEY, version, correlation_id, sum(map(len, body)))
        return [frame_head + body[0], *body[1:]]

    def body(self) -> list[Buffer]:
        """Encodes what stands behind the frame's header.

        Raises:
            EncodeError: the version cannot carry a value.
        """
        _, _, write_head, _, write_tail = self._row
        first: list[Buffer] = []
        last: list[Buffer] = []
        _encoded(write_head, self.head, first)
        first.append(self._count)
        _encoded(write_tail, self.head, last)
        return [b"".join(first), *self._parts, b"".join(last)]


class _Open:
    """A message or an element whose list is being written."""

    __slots__ = ("count", "owner", "parts")

    def __init__(self, owner: Any) -> None:
        self.owner = owner
        self.count = 0
        self.parts: list[Buffer] = []


def is_written_in_pieces(cls: type[Message], version: int) -> bool:
    """Tells whether a response of this class has a list at all."""
    return _pieces(cls, version) is not None


def _pieces(cls: type[Message], version: int) -> Any:
    name = "REQUEST_PIECES" if cls.__name__.endswith("Request") else "PIECES"
    return getattr(importlib.import_module(f"kavka.protocol._generated.{MODULES[cls.__name__]}_slices"), name)[version]


class ResponseWriter:
    """Writes one response out of many, or of one that is large.

    Args:
        cls: the response's class.
        version: of the response; `is_written_in_pieces`.
        stretch: how many elements are encoded in one go.
        bytes_max: what its elements may take.
    """

    __slots__ = ("_bytes_left", "_is_compact", "_open", "_rows", "_stretch")

    def __init__(
        self, cls: type[Message], version: int, *, stretch: int = STRETCH_ITEMS, bytes_max: int = RESPONSE_BYTES_MAX
    ) -> None:
        self._is_compact, self._rows = _pieces(cls, version)
        self._open: list[_Open] = []  # the message, the element of it that is not finished, its element, …
        self._bytes_left = bytes_max
        self._stretch = stretch

    @property
    def is_begun(self) -> bool:
        """Tells whether anything was written."""
        return bool(self._open)

    @property
    def array(self) -> str:
        """Names the list of the response that is written in pieces."""
        name: str = self._rows[0][0]
        return name

    def write(self, response: Any, *, continues: bool = False, is_continued: bool = False) -> Iterator[None]:
        """Writes a response's elements; yields after each stretch of them.

        Args:
            response: of the writer's class.
            continues: its first element is what the last one before was a part of, if they have the same name.
            is_continued: its last element may be a part of what comes next.

        Raises:
            EncodeError: a value does not fit, or the response has grown too large.
        """
        array = self.array
        if not self._open:
            self._open.append(_Open(_without(response, array)))
        elif getattr(response, "error_code", 0) and not getattr(self._open[0].owner, "error_code", 0):
            self._open[0].owner = _without(response, array)
        yield from self._write(0, getattr(response, array) or [], continues, is_continued)

    def encoded(self, elements: list[Any]) -> bytes:
        """Encodes a few whole elements for `add`, at once; changes nothing.

        Raises:
            EncodeError: a value does not fit.
        """
        small: list[Buffer] = []
        _encoded(self._rows[0][3], elements, small)
        return b"".join(small)

    def add(self, encoded: bytes, count: int) -> None:
        """Adds whole elements that are encoded already.

        Args:
            encoded: by `encoded`, or `elements` of another writer; in a version that writes them the same.
            count: how many they are.

        Raises:
            EncodeError: the response has grown too large.
        """
        self._close(1)
        self._spend(len(encoded))
        [whole] = self._open
        whole.parts.append(encoded)
        whole.count += count

    @property
    def elements(self) -> bytes:
        """Returns the encoded elements of one response or more, as another writer's `add` takes them."""
        self._close(1)
        [whole] = self._open
        return b"".join(whole.parts)

    def finish(self) -> JoinedResponse:
        """Returns the response; there was at least one."""
        self._close(1)
        [whole] = self._open
        return JoinedResponse(whole.owner, self._rows[0], self._count(whole.count), whole.parts)

    def _write(self, level: int, items: list[Any], continues: bool, is_continued: bool) -> Iterator[None]:
        """Writes elements of the open message or element of a level."""
        inner, key = (self._rows[level + 1][0], self._rows[level][1]) if level + 1 < len(self._rows) else ("", "")
        last = len(items) - 1
        begin = 0
        if len(self._open) > level + 1:
            owner = self._open[level + 1].owner
            if continues and items and key and getattr(owner, key) == getattr(items[0], key):
                _adopt_error(owner, items[0])
                yield from self._write(level + 1, getattr(items[0], inner) or [], True, is_continued and last == 0)
                begin = 1
            if not (begin and is_continued and last == 0):
                self._close(level + 1)
        weight = 0
        for index in range(begin, last + 1):
            nested = getattr(items[index], inner) if inner else None
            stays_open = is_continued and index == last and nested is not None
            if nested is not None and (stays_open or len(nested) > self._stretch):
                self._add(level, items[begin:index])
                begin, weight = index + 1, 0
                self._open.append(_Open(_without(items[index], inner)))
                yield from self._write(level + 1, nested, False, stays_open)
                if not stays_open:
                    self._close(level + 1)
                continue
            weight += 1 + (len(nested) if nested else 0)
            if weight >= self._stretch:
                self._add(level, items[begin : index + 1])
                begin, weight = index + 1, 0
                yield
        self._add(level, items[begin:])

    def _add(self, level: int, items: list[Any]) -> None:
        """Encodes whole elements of a level."""
        if items:
            small: list[Buffer] = []
            target = self._open[level]
            _encoded(self._rows[level][3], items, small, target.parts)
            encoded = b"".join(small)
            self._spend(len(encoded))
            target.parts.append(encoded)
            target.count += len(items)

    def _close(self, level: int) -> None:
        """Ends the open element at a level, and what is open inside it."""
        while len(self._open) > level:
            done = self._open.pop()
            _, _, write_head, _, write_tail = self._rows[len(self._open)]
            target = self._open[-1]
            small: list[Buffer] = []
            _encoded(write_head, done.owner, small)
            small.append(self._count(done.count))
            target.parts.append(b"".join(small))
            target.parts += done.parts
            small.clear()
            _encoded(write_tail, done.owner, small)
            target.parts.append(b"".join(small))
            target.count += 1

    def _spend(self, size: int) -> None:
        self._bytes_left -= size
        if self._bytes_left < 0:
            raise EncodeError(f"the response grows beyond {RESPONSE_BYTES_MAX} bytes (RESPONSE_BYTES_MAX)")

    def _count(self, count: int) -> bytes:
        return uvarint(count + 1) if self._is_compact else _PLAIN_COUNT.pack(count)


class StretchWriter(Generic[T]):
    """Writes a response of very many items as they are found. Nobody holds them: a stretch at a time.

    Args:
        cls: the response's class.
        version: of the response; `is_written_in_pieces`.
        response_of: makes the response of some items that follow each other.
    """

    __slots__ = ("_items", "_response_of", "_writer")

    def __init__(self, cls: type[Message], version: int, response_of: Callable[[list[T]], Message]) -> None:
        self._writer = ResponseWriter(cls, version)
        self._response_of = response_of
        self._items: list[T] = []

    def add(self, item: T) -> None:
        """Takes an item; encodes a stretch when there is one."""
        self._items.append(item)
        if len(self._items) >= STRETCH_ITEMS:
            self._write()

    def finish(self) -> JoinedResponse:
        """Returns the response of all items, possibly none."""
        if self._items or not self._writer.is_begun:
            self._write()
        return self._writer.finish()

    def _write(self) -> None:
        response = self._response_of(self._items)
        for _ in self._writer.write(response, continues=True, is_continued=True):
            pass  # no more than a stretch
        self._items.clear()


def _without(owner: Any, array: str) -> Any:
    """Copies everything but the list."""
    bare = copy.copy(owner)
    setattr(bare, array, [])
    return bare


def _adopt_error(owner: Any, part: Any) -> None:
    code = getattr(part, "error_code", 0)
    if code and not owner.error_code:
        owner.error_code = code


def _encoded(write: Any, subject: Any, small: list[Buffer], parts: list[Buffer] | None = None) -> None:
    try:
        write(subject, small, [] if parts is None else parts)
    except EncodeError:
        raise
    except _ENCODE_FAILURES as error:
        raise EncodeError(f"a response cannot be encoded: {error}") from error

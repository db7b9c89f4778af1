"""Takes big requests apart before any object of them is made: counts their items, and cuts them into small requests.

    frame ─▶ RequestScan.advance … ─▶ items, ranges ─▶ slices ─▶ decode(slice): a request of about `slice_items` items

    frame    | header | literal | 9 | e e e e e e e e e | literal |      a slice: the literals, a count of its own,
    slice 2           | literal | 3 |       e e e       | literal |      and its elements' bytes: a request like any

A range inside one large element (a topic of 100,000 partitions) is wrapped in that element: its other fields, a count,
the range. Every array of the request is cut; in a slice of one the others are empty. Slices are made when asked for
and hold copies of a few kilobytes, so that a request of any size costs little more than its frame.

Not here: what an item may cost and how many there may be, and who waits meanwhile (broker/big_requests).
"""

from __future__ import annotations

import importlib
import struct
from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from kavka.protocol._generated.index import MODULES
from kavka.protocol.codec import decode_prefix
from kavka.protocol.errors import DecodeError
from kavka.protocol.wire import CUT_TO_DECODE, uvarint

if TYPE_CHECKING:
    from kavka.protocol.message import Message

LITERAL_BYTES_MAX: Final = 256 * 1024
"""What stands beside the elements is repeated in every slice: strings of 32 KiB at most, and tagged fields."""

M = TypeVar("M", bound="Message")

_SCAN_FAILURES: Final = (struct.error, IndexError)
_PLAIN_COUNT: Final = struct.Struct(">i")


class RequestSlice(NamedTuple):
    """A part of a request that is a request by itself.

    Attributes:
        array: which of the request's arrays its elements are of.
        elements: how many it has, at the innermost level.
        start: where they begin in the frame.
        end: where they end.
        wrappers: the elements that it is a part of, outer ones first: (start, end, count at, elements end).
        continues: how many of those the slice before it is a part of, too.
    """

    array: int
    elements: int
    start: int
    end: int
    wrappers: tuple[tuple[int, int, int, int], ...]
    continues: int

    @property
    def element_bytes(self) -> int:
        """Returns the size of the element that it is a part of. Of none: its own."""
        start, end = self.wrappers[0][:2] if self.wrappers else (self.start, self.end)
        return end - start

    @property
    def bytes_beside(self) -> int:
        """Returns the bytes that every slice of that element has. Of none: its own."""
        if not self.wrappers:
            return self.end - self.start
        start, end, count_at, elements_end = self.wrappers[0]
        return end - start - (elements_end - count_at)


class RequestScan:
    """Walks over one request's lengths and counts, a stretch at a time.

    Args:
        cls: the request's class.
        version: of the request; the class has it.
        frame: the whole frame.
        position: where the request begins, behind the header.
        slice_items: about how many items are walked in a stretch, and are in a slice.

    Attributes:
        version: of the request.
        items: counted so far: elements of arrays at any depth, tagged fields.
        end: where the request ends; known when the scan is.
    """

    __slots__ = ("_arrays", "_cls", "_frame", "_position", "_scanner", "end", "items", "version")

    def __init__(
        self, cls: type[Message], version: int, frame: bytes | bytearray, position: int, *, slice_items: int
    ) -> None:
        module = importlib.import_module(f"kavka.protocol._generated.{MODULES[cls.__name__]}_slices")
        self._cls = cls
        self.version = version
        self._frame = frame
        self._position = position
        self._arrays: list[Any] = []
        scanner = module.SCANNERS[version]
        self._scanner: Generator[int, None, tuple[int, int]] = scanner(frame, position, slice_items, self._arrays)
        self.items = 0
        self.end = -1

    def advance(self) -> bool:
        """Walks over the next stretch; whether that was the last one.

        Raises:
            DecodeError: the bytes are not a valid request.
        """
        try:
            self.items = next(self._scanner)
        except StopIteration as done:
            self.items, self.end = done.value
            return True
        except _SCAN_FAILURES as error:
            raise DecodeError(f"{self._cls.__name__} v{self.version}: {error}") from error
        return False

    def forget(self) -> None:
        """Releases the frame: nobody waits for the request any more."""
        self._scanner.close()
        self._frame = b""

    def array_bytes(self) -> list[int]:
        """Returns the sizes of the arrays that are not empty, in order; only after the scan."""
        return [end - count_at for count_at, end, _ in self._arrays]

    def slices(self, wanted: int = -1) -> Iterator[RequestSlice]:
        """Yields the request in parts, in its own order; only after the scan.

        Args:
            wanted: the array whose parts are wanted, −1: those of all.

        Raises:
            DecodeError: what would be in every slice is too large.
        """
        literal = self.end - self._position - sum(self.array_bytes())
        if literal > LITERAL_BYTES_MAX:
            raise DecodeError(
                f"{self._cls.__name__} v{self.version}: {literal} bytes beside its lists, "
                f"allowed are {LITERAL_BYTES_MAX}"
            )
        for array, (_, _, ranges) in enumerate(self._arrays):
            if wanted not in (-1, array):
                continue
            before: tuple[tuple[int, int, int, int], ...] = ()
            for count, start, end, wrappers in _flat(ranges, ()):
                continues = 0
                while continues < min(len(before), len(wrappers)) and before[continues] == wrappers[continues]:
                    continues += 1
                yield RequestSlice(array, count, start, end, wrappers, continues)
                before = wrappers

    def decode(self, part: RequestSlice) -> Any:
        """Decodes the request that is this slice.

        Raises:
            DecodeError: the bytes are not a valid request.
        """
        frame = self._frame
        elements: list[bytes | bytearray] = [self._count(part.elements), frame[part.start : part.end]]
        for start, end, count_at, elements_end in reversed(part.wrappers):
            elements = [self._count(1), frame[start:count_at], *elements, frame[elements_end:end]]
        body: list[bytes | bytearray] = []
        position = self._position
        for array, (count_at, end, _) in enumerate(self._arrays):
            body.append(frame[position:count_at])
            body += elements if array == part.array else [self._count(0)]
            position = end
        body.append(frame[position : self.end])
        message, _ = decode_prefix(self._cls, self.version, b"".join(body))
        return message

    def _count(self, count: int) -> bytes:
        return uvarint(count + 1) if self.version >= self._cls.FLEXIBLE_FROM else _PLAIN_COUNT.pack(count)


def _flat(ranges: Any, wrappers: tuple[tuple[int, int, int, int], ...]) -> Iterator[tuple[int, int, int, Any]]:
    for count, start, end, inside in ranges:
        if inside is None:
            yield count, start, end, wrappers
        else:
            count_at, elements_end, inner = inside
            yield from _flat(inner, (*wrappers, (start, end, count_at, elements_end)))


def extend(whole: Any, part: Any, continues: int) -> None:
    """Puts a slice's elements into the request that is made of the slices before it.

    Args:
        whole: the request so far; is changed.
        part: the slice, decoded; its elements are the whole's from now on.
        continues: how many of the elements around the slice the whole has already.
    """
    _extend(whole, part, continues, type(part).__slots__)


def _extend(whole: Any, part: Any, continues: int, lists: Iterable[str]) -> None:
    for name in lists:
        new = getattr(part, name)
        if type(new) is not list or not new:
            continue
        have = getattr(whole, name)
        if not have:
            setattr(whole, name, new)
        elif continues and hasattr(new[0], "__slots__"):
            # Where it is only cut to be decoded, every slice of an element has its other lists whole.
            slots = type(new[0]).__slots__
            _extend(have[-1], new[0], continues - 1, CUT_TO_DECODE.intersection(slots) or slots)
            have += new[1:]
        else:
            have += new

"""Lists of a big request that are decoded whenever they are read, a slice at a time, and never held.

    frame ─▶ RequestScan ─▶ reading … ─▶ request: its fields, and SlicedLists in place of its long lists
                                              for element in request.topic_states:   slice ─▶ decode ─▶ elements ─▶ gone

For requests that are one decision, and so cannot be handled slice by slice (`request_slices`), but whose handler only
goes through their lists, once or several times: they cost their frame and one slice however many items they name.
Every slice is decoded once before the request is handed on, so that a list which cannot be read is known before any of
it is obeyed. An element that was cut inside (a topic of 100,000 partitions) is read as several that follow each other,
each with a part of its list.

Not here: whose turn it is (broker/big_requests).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from kavka.protocol.errors import DecodeError
from kavka.protocol.request_slices import RequestSlice, extend

if TYPE_CHECKING:
    from kavka.protocol.request_slices import RequestScan

HELD_BYTES_MAX: Final = 512 * 1024
"""What a list may take that is held: UpdateMetadata's live brokers, 4,000 of three listeners."""

_NO_ELEMENTS: Final = RequestSlice(-1, 0, 0, 0, (), 0)


class SlicedList:
    """Decodes a request's list as it is read.

    Args:
        scan: of the request; done.
        array: which of its arrays.
        name: of that array.
    """

    __slots__ = ("_array", "_name", "_scan")

    def __init__(self, scan: RequestScan, array: int, name: str) -> None:
        self._scan = scan
        self._array = array
        self._name = name

    @property
    def version(self) -> int:
        """Returns the version of the request."""
        return self._scan.version

    def __iter__(self) -> Iterator[Any]:
        for part in self._scan.slices(self._array):
            yield from self._elements(part)

    def openings(self) -> Iterator[Any]:
        """Decodes as much as has all elements, be it with a part of their lists."""
        for part in self._scan.slices(self._array):
            if not part.continues:
                yield from self._elements(part)

    def _elements(self, part: RequestSlice) -> list[Any]:
        elements: list[Any] = getattr(self._scan.decode(part), self._name)
        return elements


def each_once(elements: Iterable[Any]) -> Iterator[Any]:
    """Gives each element of a request's list; of one that was cut inside only its first part."""
    return elements.openings() if isinstance(elements, SlicedList) else iter(elements)


def is_sliced(*lists: object) -> bool:
    """Tells whether any of a request's lists is decoded as it is read."""
    return any(type(each) is SlicedList for each in lists)


def reading(scan: RequestScan, names: frozenset[str]) -> Generator[None, None, Any]:
    """Decodes a request but for its long lists; yields after each slice of them.

    Args:
        scan: of the request; done.
        names: the lists that are to be decoded when they are read.

    Raises:
        DecodeError: the bytes are not a valid request, or another list is too long to be held.
    """
    request = scan.decode(_NO_ELEMENTS)
    for array, size in enumerate(scan.array_bytes()):
        name = ""
        for part in scan.slices(array):
            decoded = scan.decode(part)
            name = name or _list_in(decoded)
            if name not in names:
                if size > HELD_BYTES_MAX:
                    raise DecodeError(f"{name}: {size} bytes, allowed are {HELD_BYTES_MAX} (HELD_BYTES_MAX)")
                extend(request, decoded, part.continues)
            yield
        if name in names:
            setattr(request, name, SlicedList(scan, array, name))
    return request


def _list_in(part: Any) -> str:
    """Names the one list of a slice that has elements."""
    names: tuple[str, ...] = type(part).__slots__
    return next(name for name in names if type(value := getattr(part, name)) is list and value)

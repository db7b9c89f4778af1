"""A map that never changes: a change makes another one, which shares with it nearly all there is.

    ┌ chunks ┬───┬───┬─ … ─┐        changed: {"t7": …}       ┌────────┬───┬───┬─ … ─┐
    │ 0      │ 1 │ 2 │     │    ───────────────────────▶     │ 0      │ 1'│ 2 │     │
    └─┬──────┴─┬─┴─┬─┴─────┘                                 └─┬──────┴─┬─┴─┬─┴─────┘
      ▼        ▼   ▼                                           ▼        ▼   ▼
     {…}   {"t7"} {…}                                    as before   a copy  as before

Readers keep a consistent map for as long as they like, over pauses too, and a change of one entry costs the table of
chunks and one chunk, not the whole: with CHUNKS of them 200,000 entries are copied 400 at a time. Two levels are enough
for what there is in a cluster, and a look-up stays two look-ups.

Up to SMALL_MAX entries there is one chunk, in the order of insertion, as in a dict. Larger ones are in the order of the
keys' checksums: the same in every process, since `hash` of a string is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, Generic, TypeVar, overload
from zlib import crc32

K = TypeVar("K", bound=str | bytes)
V = TypeVar("V")
T = TypeVar("T")

SMALL_MAX: Final = 128
"""Entries that are copied at once: a microsecond."""
CHUNKS: Final = 512
"""About the square root of the most topics that a cluster has, so that table and chunk are of one size."""


def _place(key: str | bytes) -> int:
    return crc32(key.encode() if isinstance(key, str) else key) % CHUNKS


class PersistentMap(Mapping[K, V]):
    """An immutable mapping of names or ids.

    Args:
        chunks: for `MapChanges` only: its entries, never written to again. None: it is empty.
        count: how many there are in them.
    """

    __slots__ = ("_chunks", "_count")

    def __init__(self, chunks: list[dict[K, V]] | None = None, count: int = 0) -> None:
        self._chunks: list[dict[K, V]] = chunks or [{}]  # Invariant: one chunk, or CHUNKS.
        self._count = count

    def __getitem__(self, key: K) -> V:
        chunks = self._chunks
        return chunks[_place(key) if len(chunks) > 1 else 0][key]

    @overload
    def get(self, key: K, /) -> V | None: ...

    @overload
    def get(self, key: K, /, default: V) -> V: ...

    @overload
    def get(self, key: K, /, default: T) -> V | T: ...

    def get(self, key: K, /, default: Any = None) -> Any:
        """Returns the key's value, or `default`; without the exception that `Mapping.get` catches."""
        chunks = self._chunks
        return chunks[_place(key) if len(chunks) > 1 else 0].get(key, default)

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, (str, bytes)):
            return False
        chunks = self._chunks
        return key in chunks[_place(key) if len(chunks) > 1 else 0]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[K]:
        return chain.from_iterable(self._chunks)

    @property
    def chunks(self) -> Sequence[Mapping[K, V]]:
        """Returns the chunks, which a change shares or copies as a whole."""
        return self._chunks

    def pairs(self) -> Iterator[tuple[K, V]]:
        """Returns the keys with their values, without the look-up for each that `items` does."""
        return chain.from_iterable(map(dict.items, self._chunks))

    def changes(self) -> MapChanges[K, V]:
        """Begins the next map; this one stays as it is."""
        return MapChanges(self._chunks, self._count)


class MapChanges(Generic[K, V]):
    """Changes of a map on their way into the next one.

    Args:
        chunks: of the map; not written to.
        count: its entries.
    """

    __slots__ = ("_chunks", "_count", "_owned")

    def __init__(self, chunks: list[dict[K, V]], count: int) -> None:
        self._chunks = chunks.copy()
        self._count = count
        self._owned: set[int] = set()
        """The chunks that were copied, which may be written to."""

    def get(self, key: K) -> V | None:
        """Returns a key's value in the next map, with the changes so far."""
        return self._chunks[self._index(key)].get(key)

    def put(self, key: K, value: V) -> None:
        """Sets a key's value."""
        chunk = self._own(self._index(key))
        before = len(chunk)
        chunk[key] = value
        self._count += len(chunk) - before
        if len(self._chunks) == 1 and self._count > SMALL_MAX:
            self._spread(chunk)

    def drop(self, key: K) -> None:
        """Removes a key, if it is there."""
        index = self._index(key)
        if key in self._chunks[index]:
            del self._own(index)[key]
            self._count -= 1

    def finish(self) -> PersistentMap[K, V]:
        """Returns the next map, and ends the changes."""
        return PersistentMap(self._chunks, self._count)

    def _index(self, key: K) -> int:
        return _place(key) if len(self._chunks) > 1 else 0

    def _own(self, index: int) -> dict[K, V]:
        if index not in self._owned:
            self._owned.add(index)
            self._chunks[index] = self._chunks[index].copy()
        return self._chunks[index]

    def _spread(self, entries: dict[K, V]) -> None:
        self._chunks = [{} for _ in range(CHUNKS)]
        self._owned = set(range(CHUNKS))
        for key, value in entries.items():
            self._chunks[_place(key)][key] = value

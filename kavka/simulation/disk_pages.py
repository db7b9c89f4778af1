"""A file's content twice: as the page cache has it, and as the device has it. What a power loss leaves is drawn here.

             page 0      page 1      page 2
    cache    AAAAAAAA    BBBbbbbb    CCCC          `data`: what is read
    device      =        BBB         (nothing)     pages differ: `_dirty` has what the device has of them

A page of 4 KiB is on the device whole or not at all; what differs is kept when a page is first written to, so that a
write costs what it touches, and an fsync forgets. The size is metadata: the sizes since the last fsync stand in order,
and a power loss keeps a prefix of them. A cut that is lost takes with it what was written behind it since, and a cut
that is kept leaves nothing of what it cut.

An fsync that fails leaves the cache as it is and calls its pages clean, as Linux does: no later fsync writes them
(`_lost`), only a new write to them makes them dirty again. A page that was evicted has to be waited for until it is
loaded, or written to: its bytes are what they were. Not here: names (`disk_names`), and which calls fail
(`disk_faults`).
"""

from __future__ import annotations

import random
from typing import Final

PAGE_BYTES: Final = 4096
SIZES_MAX: Final = 128
"""How many sizes since the last fsync are told apart; beyond, two neighbours become durable together."""

NO_CUT: Final = 1 << 62
"""Where a change of size cuts that only grows."""

SHARES: Final = (0.0, 0.5, 0.9, 1.0)
"""How much of what is not durable a power loss leaves, on the average: a half alone would never leave a long file."""


class PagedContent:
    """One file's bytes.

    Attributes:
        data: as the page cache has them.
    """

    __slots__ = ("_dirty", "_durable_size", "_evicted", "_flipped", "_lost", "_sizes", "data")

    def __init__(self) -> None:
        self.data = bytearray()
        self._durable_size = 0
        self._dirty: dict[int, bytes] = {}  # page: what the device has of it
        self._lost: dict[int, bytes] = {}  # likewise; a failed fsync has called them clean
        self._sizes: list[tuple[int, int]] = []  # since the last fsync: the size, and where it was cut
        self._evicted: set[int] = set()  # pages that are on the device alone
        self._flipped: dict[int, int] = {}  # position: the byte that has another bit than was written

    @property
    def is_durable(self) -> bool:
        """Tells whether the device has what the cache has."""
        return not (self._dirty or self._lost or self._sizes)

    @property
    def is_deceived(self) -> bool:
        """Tells whether a failed fsync has called pages clean that the device does not have."""
        return bool(self._lost)

    # ---- the cache ------------------------------------------------------------------------------------------------

    def write(self, data: bytes | memoryview, position: int) -> None:
        """Writes bytes; what lies between the end and them is zero."""
        if not data:
            return
        content, end = self.data, position + len(data)
        if self._evicted:
            self.load(position, len(data))
        self._make_dirty(position // PAGE_BYTES, (end - 1) // PAGE_BYTES)
        grows = end > len(content)
        if position > len(content):
            content.extend(bytes(position - len(content)))
        content[position:end] = data
        if grows:
            self._note_size(end, NO_CUT)

    def resize(self, size: int) -> None:
        """Cuts the bytes behind `size`, or appends zeros up to it."""
        former = len(self.data)
        if size < former:
            self._make_dirty(size // PAGE_BYTES, (min(former, self._durable_size) - 1) // PAGE_BYTES)
            del self.data[size:]
            self._note_size(size, size)
        elif size > former:
            self.data.extend(bytes(size - former))
            self._note_size(size, NO_CUT)

    def _make_dirty(self, first: int, last: int) -> None:
        """Keeps what the device has of pages that are about to change."""
        dirty, lost = self._dirty, self._lost
        for page in range(first, last + 1):
            if page in dirty:
                continue
            if page in lost:
                dirty[page] = lost.pop(page)
            else:
                start = page * PAGE_BYTES
                dirty[page] = bytes(self.data[start : min(start + PAGE_BYTES, self._durable_size)])

    def _note_size(self, size: int, cut: int) -> None:
        sizes = self._sizes
        sizes.append((size, cut))
        if len(sizes) > SIZES_MAX:
            pairs = zip(sizes[::2], sizes[1::2], strict=False)
            sizes[:] = [(later[0], min(earlier[1], later[1])) for earlier, later in pairs] + sizes[len(sizes) & ~1 :]

    def evict(self) -> None:
        """Evicts all pages, written back before, as the kernel does that needs the memory."""
        if not self._lost:
            self.sync()
            self._evicted = set(range(-(-len(self.data) // PAGE_BYTES)))

    def is_resident(self, position: int, size: int) -> bool:
        """Tells whether bytes can be read without the device."""
        return not self._evicted or self._evicted.isdisjoint(_pages(position, size))

    def load(self, position: int, size: int) -> None:
        """Loads the pages of some bytes into the cache."""
        self._evicted.difference_update(_pages(position, size))

    def forget_cached(self, position: int, size: int) -> None:
        """Reads whole pages from the device again, where a failed fsync has called them clean."""
        for page in sorted(self._lost):
            start, end = page * PAGE_BYTES, min((page + 1) * PAGE_BYTES, len(self.data))
            if position <= start and end <= position + size and start < end:
                self.data[start:end] = _padded(self._lost.pop(page), end - start)

    # ---- the device -----------------------------------------------------------------------------------------------

    def sync(self) -> None:
        """Makes durable what is dirty, and the size."""
        self._dirty.clear()
        self._sync_size()

    def _sync_size(self) -> None:
        """Makes the size durable, and that nothing is left of what was cut."""
        floor = min((cut for _, cut in self._sizes), default=NO_CUT)
        for pages in (self._dirty, self._lost):
            for page, old in pages.items():
                pages[page] = old[: max(0, floor - page * PAGE_BYTES)]
        self._durable_size = len(self.data)
        self._sizes.clear()

    def fail_sync(self) -> None:
        """Calls clean what is dirty, though the device does not have it."""
        self._lost |= self._dirty
        self._dirty.clear()

    def write_back(self, rng: random.Random) -> None:
        """Makes the size and some pages durable, as the kernel does in the background."""
        share = rng.choice(SHARES)
        for page in [page for page in self._dirty if rng.random() < share]:
            del self._dirty[page]
        self._sync_size()

    def lose_power(self, rng: random.Random) -> None:
        """Keeps what is durable, and by chance some of what is not."""
        if self.is_durable:
            return
        share = rng.choice(SHARES)
        kept = rng.choice((0, len(self._sizes), rng.randint(0, len(self._sizes))))
        size = self._sizes[kept - 1][0] if kept else self._durable_size
        floor = min((cut for _, cut in self._sizes[:kept]), default=NO_CUT)
        barrier = min((cut for _, cut in self._sizes[kept:]), default=NO_CUT)
        content = bytearray(_padded(bytes(self.data[:size]), size))
        for pages in (self._dirty, self._lost):
            for page, old in pages.items():
                start, end = page * PAGE_BYTES, min((page + 1) * PAGE_BYTES, size)
                is_written = pages is self._dirty and start < barrier and rng.random() < share
                if start < end and not is_written:
                    content[start:end] = _padded(old[: max(0, floor - start)], end - start)
        self.data = content
        self._lost.clear()
        self.sync()

    # ---- decay ----------------------------------------------------------------------------------------------------

    @property
    def cold_bytes(self) -> int:
        """Returns how many bytes stand in pages that the device has as they are."""
        changed = self._dirty.keys() | self._lost.keys()
        size = len(self.data)
        return size - sum(max(0, min(PAGE_BYTES, size - page * PAGE_BYTES)) for page in changed)

    def flip_bit(self, number: int, bit: int) -> int:
        """Flips a bit of one of the cold bytes, counted from 0; returns the byte's position."""
        assert number < self.cold_bytes, f"byte {number} of {self.cold_bytes}"
        changed = sorted(self._dirty.keys() | self._lost.keys())
        position = number
        for page in changed:
            if page * PAGE_BYTES <= position:
                position += PAGE_BYTES
        self.data[position] ^= 1 << bit
        self._flipped[position] = self.data[position]
        return position

    @property
    def is_rotten(self) -> bool:
        """Tells whether a bit has flipped that was neither cut off nor written over since."""
        return any(self.data[position : position + 1] == bytes([byte]) for position, byte in self._flipped.items())


def _pages(position: int, size: int) -> range:
    return range(position // PAGE_BYTES, -(-(position + size) // PAGE_BYTES))


def _padded(data: bytes, size: int) -> bytes:
    return data[:size].ljust(size, b"\0")

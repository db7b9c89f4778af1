"""What both indexes of a segment share: a file of entries of one size, loaded when first used, only ever a cache.

The entries live in arrays (lookups are `bisect` in C), and new ones reach the file many at a time, as one write to the
page cache; a write for each took a fifth of the time of an append of 16 kB. The first ones do not wait for 64 others:
in the files of a running broker stands at least half of what there is::

    memory   | 0 | 1 | … | 63 | 64 | 65 |      `append`
    file     | 0 | 1 | … | 63 |                `write_pending`: at 1, 2, 4, … 64 entries, then every 64 of them,
                                               and when sealed, flushed or closed

What a killed broker had not written is missing from the file, and nobody misses it: a startup without the clean marker
rebuilds the indexes of every segment that no flush has covered. The file itself is made with the segment's first batch,
as other people's tools expect it beside every log that is not empty, and never before: making two empty files was a
third of what it takes to make a partition, and two thirds of what it took to stop a broker with a thousand idle ones.

Kafka preallocates `segment.index.bytes` of zeros for the active segment and trims them when it rolls; here a file grows
with its entries, so that ten thousand idle partitions own no disk. A file with zeros behind its entries (Kafka's, after
a crash) is accepted and trimmed; nothing else needs to distinguish the two.

An index that makes no sense is `CorruptIndex`, and its segment rebuilds it from the log (KAFKA-2012).
"""

from __future__ import annotations

from typing import ClassVar, Final

from kavka.common.filesystem import FileSystem

PENDING_ENTRIES_MAX: Final = 64
"""Entries that are written together at most; an index that has fewer keeps no descriptor between its writes."""


class IndexFile:
    """One index of one segment. Subclasses hold the entries.

    Attributes:
        path: the file; `rename_to` moves it.
        is_used: set by every lookup; who frees idle memory clears it.
    """

    ENTRY_BYTES: ClassVar[int]

    __slots__ = (
        "_due",
        "_fd",
        "_filesystem",
        "_is_file_due",
        "_written",
        "base_offset",
        "entries_max",
        "is_loaded",
        "is_used",
        "path",
    )

    def __init__(self, path: str, *, base_offset: int, max_bytes: int, filesystem: FileSystem) -> None:
        self.path = path
        self.base_offset = base_offset
        self.entries_max = max_bytes // self.ENTRY_BYTES
        self.is_loaded = False
        self.is_used = False
        self._filesystem = filesystem
        self._fd = -1
        self._is_file_due = False  # there is none yet
        self._written = 0  # entries that the file has; those behind them are in memory only
        self._due = 1  # with how many entries the next write comes

    def __len__(self) -> int:
        raise NotImplementedError

    def load(self) -> None:
        """Reads the entries, unless that was done.

        Raises:
            CorruptIndex: they contradict each other.
            FileNotFoundError: there is no such file.
        """
        if not self.is_loaded:
            self._decode(self._filesystem.read_file(self.path))
            self._note_written(len(self))
            self.is_loaded = True

    def create(self) -> None:
        """Makes an index without entries; there must be no file, which comes with `write_pending`."""
        self._is_file_due = True
        self._clear()
        self._note_written(0)
        self.is_loaded = True

    def reset(self) -> None:
        """Drops all entries: what a rebuild begins with."""
        self._clear()
        self.is_loaded = True
        self._trim_file()

    def unload(self) -> None:
        """Frees entries and file; the next use loads them again."""
        assert self._written >= len(self), f"{self.path}: {len(self) - self._written} entries are not written"
        self.close()
        self._clear()
        self.is_loaded = False

    def close(self) -> None:
        """Closes the file; the entries stay usable."""
        if self._fd >= 0:
            self._filesystem.close_fd(self._fd)
            self._fd = -1

    def rename_to(self, path: str) -> None:
        """Moves the file."""
        self._filesystem.rename(self.path, path)
        self.path = path

    def write_pending(self) -> None:
        """Writes the entries that are in memory only; afterwards there is a file, be it empty.

        Raises:
            OSError: the disk refused.
        """
        if self._written >= len(self):
            if self._is_file_due:
                self._filesystem.create_empty(self.path)
                self._is_file_due = False
            return
        self._open()
        self._filesystem.pwrite(self._fd, self._encode(self._written), self._written * self.ENTRY_BYTES)
        self._note_written(len(self))
        if self._written < PENDING_ENTRIES_MAX:
            self.close()

    def _note_written(self, count: int) -> None:
        self._written = count
        self._due = count + min(max(count, 1), PENDING_ENTRIES_MAX)

    def _trim_file(self) -> None:
        """Cuts the file behind the last entry."""
        self._note_written(min(self._written, len(self)))
        self._open()
        self._filesystem.truncate_fd(self._fd, self._written * self.ENTRY_BYTES)

    def _open(self) -> None:
        if self._fd < 0:
            self._fd = self._filesystem.open(self.path, create=True)
            self._is_file_due = False

    def _encode(self, start: int) -> bytes:
        """Encodes the entries from number `start` on."""
        raise NotImplementedError

    def _decode(self, data: bytes) -> None:
        raise NotImplementedError

    def _clear(self) -> None:
        raise NotImplementedError

"""What both indexes of a segment share: a file of entries of one size, loaded when first used, only ever a cache.

The entries live in arrays (lookups are `bisect` in C) and each new one is written to the file at once, which ends in
the page cache. Kafka preallocates `segment.index.bytes` of zeros for the active segment and trims them when it rolls;
here a file grows with its entries, so that ten thousand idle partitions own no disk. A file with zeros behind its
entries (Kafka's, after a crash) is accepted and trimmed; nothing else needs to tell the two apart.

An index that makes no sense is `CorruptIndex`, and its segment rebuilds it from the log (KAFKA-2012).
"""

from __future__ import annotations

from typing import ClassVar

from broker.log.filesystem import FileSystem


class CorruptIndex(ValueError):
    """The entries contradict each other or the segment; the message says how."""


class IndexFile:
    """One index of one segment. Subclasses hold the entries.

    Attributes:
        path: the file; `rename_to` moves it.
        is_used: set by every lookup; who frees idle memory clears it.
    """

    ENTRY_BYTES: ClassVar[int]

    __slots__ = ("_fd", "_filesystem", "base_offset", "entries_max", "is_loaded", "is_used", "path")

    def __init__(self, path: str, *, base_offset: int, max_bytes: int, filesystem: FileSystem) -> None:
        self.path = path
        self.base_offset = base_offset
        self.entries_max = max_bytes // self.ENTRY_BYTES
        self.is_loaded = False
        self.is_used = False
        self._filesystem = filesystem
        self._fd = -1

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
            self.is_loaded = True

    def create(self) -> None:
        """Makes an empty file, and this an index without entries."""
        self._filesystem.create_empty(self.path)
        self._clear()
        self.is_loaded = True

    def reset(self) -> None:
        """Drops all entries: what a rebuild begins with."""
        self._clear()
        self.is_loaded = True
        self._trim_file()

    def unload(self) -> None:
        """Frees entries and file; the next use loads them again."""
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

    def _write_entry(self, number: int, entry: bytes) -> None:
        if self._fd < 0:
            self._fd = self._filesystem.open(self.path, create=True)
        self._filesystem.pwrite(self._fd, entry, number * self.ENTRY_BYTES)

    def _trim_file(self) -> None:
        """Cuts the file behind the last entry."""
        size = len(self) * self.ENTRY_BYTES
        if self._fd < 0:
            self._fd = self._filesystem.open(self.path, create=True)
        self._filesystem.truncate_fd(self._fd, size)

    def _decode(self, data: bytes) -> None:
        raise NotImplementedError

    def _clear(self) -> None:
        raise NotImplementedError

"""The `.log` file of one segment (Kafka's `FileRecords`): record batches, read by copying out of the page cache.

Never through a memory map: measured, the faults of a map cost more than the copy (1 MB fetches: 137 against 226 µs of
CPU), and a truncated map is a SIGBUS. The copy also shows whether bytes are in memory at all: a fetch's reads raise
`ColdRead` rather than wait for the device.

Batches are never taken apart here, only their headers are read. Not here: where a batch is (`segment_indexes`,
`segment_reader`), and when the file grows or shrinks (`segment`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial

from kavka.broker.log.cold_read import ColdRead
from kavka.common.filesystem import Buffer, FileSystem
from kavka.protocol.disk.file_names import LOG_SUFFIX, segment_name
from kavka.protocol.disk.indexes import RELATIVE_OFFSET_MAX
from kavka.protocol.records.batch import HEADER_SIZE, BatchHeader, read_header
from kavka.protocol.records.errors import CorruptRecords

SCAN_CHUNK_BYTES = 8 * 1024
"""Read at once while walking headers to an offset: about two index intervals."""
LENGTH_END = 12  # a batch's length counts from behind its first two fields


class FileRecords:
    """The file with a segment's batches.

    Args:
        directory: of the log.
        base_offset: of the segment.
        filesystem: the disk.
        suffix: what the segment's files have behind their names until it is put in place; see `file_names`.

    Attributes:
        size: bytes of whole batches. Read it once per operation: an append moves it (KAFKA-9835).
        fd: the open file; −1 while it is not (`open`).
        is_sealed: whether it takes no appends.
        is_due: whether there is no file yet: it comes with the first append.
        is_used: whether somebody has read it since that was last set to False.
    """

    __slots__ = ("base_offset", "directory", "fd", "filesystem", "is_due", "is_sealed", "is_used", "size", "suffix")

    def __init__(self, directory: str, base_offset: int, *, filesystem: FileSystem, suffix: str = "") -> None:
        self.directory = directory
        self.base_offset = base_offset
        self.filesystem = filesystem
        self.suffix = suffix
        self.size = 0
        self.is_sealed = False
        self.is_due = False
        self.is_used = False
        self.fd = -1

    @property
    def path(self) -> str:
        """Returns the file's path."""
        return self.path_with(LOG_SUFFIX)

    def path_with(self, ending: str) -> str:
        """Returns the path of a file of this segment, by its ending."""
        return os.path.join(self.directory, segment_name(self.base_offset, ending) + self.suffix)

    def open_existing(self) -> None:
        """Learns the size of an existing file."""
        self.size = self.filesystem.file_size(self.path)

    def open(self) -> int:
        """Returns the descriptor; the file is opened when it is not open."""
        if self.fd < 0:
            self.fd = self.filesystem.open(self.path, create=self.is_due)
            self.is_due = False
        return self.fd

    def close(self) -> None:
        """Closes the file; the next use opens it again."""
        if self.fd >= 0:
            self.filesystem.close_fd(self.fd)
            self.fd = -1

    def truncate(self, size: int) -> None:
        """Cuts the file, or gives back what was reserved behind its end."""
        self.filesystem.truncate_fd(self.open(), size)

    def rename(self, suffix: str) -> None:
        """Gives the file another suffix: what it is called is what the segment is."""
        path = os.path.join(self.directory, segment_name(self.base_offset, LOG_SUFFIX) + suffix)
        self.filesystem.rename(self.path, path)
        self.suffix = suffix

    def read(self, position: int, length: int, may_wait: bool = True) -> Buffer:
        """Reads bytes of the file, whatever they are.

        Raises:
            ColdRead: they are not in memory, and the read may not wait.
        """
        filesystem, fd = self.filesystem, self.fd if self.fd >= 0 else self.open()
        self.is_used = True
        found = filesystem.pread(fd, length, position) if may_wait else filesystem.pread_resident(fd, length, position)
        if found is None:
            raise ColdRead(partial(filesystem.load_pages, self.path, length, position), size=length)
        return found

    def header_at(self, position: int, size: int | None = None, may_wait: bool = True) -> BatchHeader:
        """Reads the header of the batch that begins at `position`."""
        assert position < (self.size if size is None else size)
        return read_header(self.read(position, HEADER_SIZE, may_wait))

    def walk(self, position: int, limit: int, may_wait: bool = True) -> Iterator[tuple[int, BatchHeader]]:
        """Yields position and header of the whole batches in [position, limit).

        Raises:
            CorruptRecords: something else stands where a batch should.
        """
        chunk: Buffer = b""
        chunk_at = position
        last_offset = self.base_offset - 1
        while limit - position >= HEADER_SIZE:
            if position - chunk_at + HEADER_SIZE > len(chunk):
                chunk = self.read(position, min(SCAN_CHUNK_BYTES, limit - position), may_wait)
                chunk_at = position
            header = read_header(chunk, position - chunk_at)
            end = position + header.batch_length + LENGTH_END
            if end > limit:
                raise CorruptRecords(f"batch at {position} ends at {end}, the segment at {limit}")
            # No checksum covers a base offset, and all indexes, epochs and transactions rely on its growing.
            if header.base_offset <= last_offset or header.last_offset - self.base_offset > RELATIVE_OFFSET_MAX:
                raise CorruptRecords(f"batch at {position} has offset {header.base_offset} behind {last_offset}")
            last_offset = header.last_offset
            yield position, header
            position = end
        if position != limit:
            raise CorruptRecords(f"{limit - position} bytes at {position} are no batch")

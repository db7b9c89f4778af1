"""Whole batches that lie in a segment's file, in the page cache, and may go from there to a socket (sendfile).

    SegmentReader ─▶ TransferableRecords ─▶ response ─▶ network.output ─┬─▶ transfer_to: the socket takes them, uncopied
                     within one turn of the loop                        └─▶ read: whatever it does not take, and all
                                                                            where there is no such socket

Good for the turn of the loop in which they were found, for nothing keeps the file open or its bytes in memory: who does
not send them at once reads them. Kafka's records of the same name. Not here: who may have them, and from which size on
they pay (`segment_reader`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, final

from kavka.common.filesystem import Buffer, FileSystem

__all__ = ["Records", "TransferableRecords", "in_memory"]


@final
class TransferableRecords:
    """Bytes of a file.

    Args:
        filesystem: has the file.
        fd: of the file.
        position: where they begin.
        size: how many.
    """

    __slots__ = ("_fd", "_filesystem", "_position", "_size")

    def __init__(self, filesystem: FileSystem, fd: int, position: int, size: int) -> None:
        self._filesystem = filesystem
        self._fd = fd
        self._position = position
        self._size = size

    def __len__(self) -> int:
        return self._size

    def transfer_to(self, socket_fd: int) -> int:
        """Sends the bytes to a socket; returns how many it took, from the first on.

        Raises:
            OSError: the socket takes none now (BlockingIOError), or never.
        """
        return self._filesystem.send_file(socket_fd, self._fd, self._size, self._position)

    def read(self, begin: int = 0) -> Buffer:
        """Reads the bytes from `begin` on.

        Raises:
            OSError: the file cannot be read, or has fewer.
        """
        size = self._size - begin
        data: Buffer | None = self._filesystem.pread_resident(self._fd, size, self._position + begin)
        if data is None:  # they have been driven out since
            data = self._filesystem.pread(self._fd, size, self._position + begin)
        if len(data) != size:
            raise OSError(f"{len(data)} of {size} bytes are there at {self._position + begin}")
        return data


Records: TypeAlias = Buffer | TransferableRecords
"""What a fetch reads."""


def in_memory(parts: Sequence[Any]) -> list[Any]:
    """Returns parts of a response, those that lie in files read."""
    return [part.read() if type(part) is TransferableRecords else part for part in parts]

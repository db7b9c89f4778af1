"""`FileSystem` over a disk in memory: one broker's descriptors and locks, for one life of it.

    broker's life 1 ─ MemoryFileSystem ─┐
    broker's life 2 ─ MemoryFileSystem ─┴▶ MemoryDisk

What slow calls do off the loop, `run` does in a later turn of it: nothing is ever in two places at once. All that a
file has is in memory, so no read waits for a device.
"""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

from kavka.common.filesystem import FILE_MODE, PRIVATE_MODE, Buffer, FileStamp
from kavka.common.pace import pass_turn
from kavka.common.time_slots import TimeCounts
from kavka.simulation.memory_disk import Directory, File, MemoryDisk, failure

P = ParamSpec("P")
T = TypeVar("T")

_FIRST_FD = 3
_OTHERS = 0o077


class MemoryFileSystem:
    """A broker's view of a disk.

    Args:
        disk: what it has.
        now_ms: the wall clock, for files' times.
        ticks: nanoseconds that pass.
    """

    def __init__(self, disk: MemoryDisk, *, now_ms: Callable[[], int], ticks: Callable[[], int]) -> None:
        self.disk = disk
        self.flushes = TimeCounts()
        self.ticks = ticks
        self._now_ms = now_ms
        self._open_files: dict[int, File] = {}
        self._locked: dict[int, File] = {}

    def kill(self) -> None:
        """Closes every descriptor, and with them the locks, as the end of a process does."""
        for fd in list(self._open_files):
            self.close_fd(fd)

    # ---- files in use ---------------------------------------------------------------------------------------------

    @property
    def open_files(self) -> int:
        """Returns how many descriptors are open."""
        return len(self._open_files)

    def open(self, path: str, *, create: bool = False) -> int:
        """Opens a file for reading and writing; returns the file descriptor."""
        if create:
            return self._give(self.disk.create(path, mode=FILE_MODE, now_ms=self._now_ms()))
        return self._give(self.disk.file(path))

    def close_fd(self, fd: int) -> None:
        """Closes a descriptor, and gives its lock back."""
        self._file(fd)
        del self._open_files[fd]
        locked = self._locked.pop(fd, None)
        if locked is not None:
            locked.lock = None

    def dup(self, fd: int) -> int:
        """Duplicates a descriptor."""
        return self._give(self._file(fd))

    def keep_spare(self) -> None:
        """Keeps none back: there are always more."""

    @property
    def spare_descriptors(self) -> int:
        """Returns that none are kept back."""
        return 0

    def _give(self, file: File) -> int:
        fd = _FIRST_FD
        while fd in self._open_files:
            fd += 1
        self._open_files[fd] = file
        return fd

    def _file(self, fd: int) -> File:
        file = self._open_files.get(fd)
        if file is None:
            raise failure(errno.EBADF, str(fd))
        return file

    def pwritev(self, fd: int, buffers: Sequence[Buffer], position: int, size: int) -> None:
        """Writes all of `buffers`, `size` bytes together, at `position`."""
        data = b"".join(buffers)
        assert len(data) == size
        self.disk.write(self._file(fd), data, position, self._now_ms())

    def pwrite(self, fd: int, data: Buffer, position: int) -> None:
        """Writes all of `data` at `position`."""
        self.disk.write(self._file(fd), bytes(data), position, self._now_ms())

    def pread(self, fd: int, size: int, position: int) -> bytes:
        """Reads up to `size` bytes; fewer only at the end of the file."""
        return bytes(self._file(fd).data[position : position + size])

    def pread_resident(self, fd: int, size: int, position: int) -> Buffer | None:
        """Reads `size` bytes; None where the file has fewer."""
        data = self.pread(fd, size, position)
        return data if len(data) == size else None

    def load_pages(self, path: str, size: int, position: int) -> None:
        """Waits for nothing: all bytes of a file that is there are in memory."""
        self.disk.node(path)

    def drop_pages(self, fd: int, position: int, size: int) -> None:
        """Frees nothing."""
        self._file(fd)

    def fsync(self, fd: int) -> None:
        """Waits for nothing: what is written is durable."""
        self._file(fd)

    def reserve(self, fd: int, position: int, size: int) -> bool:
        """Reserves nothing."""
        self._file(fd)
        return False

    def truncate_fd(self, fd: int, size: int) -> None:
        """Cuts the file to `size` bytes."""
        file = self._file(fd)
        del file.data[size:]
        if size > len(file.data):
            self.disk.write(file, bytes(size - len(file.data)), len(file.data), self._now_ms())
        file.modified_ms = self._now_ms()

    def map_read_only(self, fd: int, size: int) -> mmap.mmap:
        """Returns memory with a copy of the first `size` bytes."""
        data = self._file(fd).data
        if size > len(data) or not data:
            raise ValueError("mmap length is greater than file size")
        mapped = mmap.mmap(-1, size or len(data))
        mapped.write(data[: size or len(data)])
        mapped.seek(0)
        return mapped

    # ---- whole files and names ------------------------------------------------------------------------------------

    def read_file(self, path: str, *, limit: int = -1) -> bytes:
        """Reads a small file whole, or its first `limit` bytes."""
        data = self.disk.file(path).data
        return bytes(data if limit < 0 else data[:limit])

    def write_unsynced(self, path: str, data: bytes, *, mode: int = FILE_MODE) -> None:
        """Replaces a file's content whole."""
        temporary = path + ".tmp"
        file = self.disk.create(temporary, mode=mode, now_ms=self._now_ms())
        del file.data[:]
        self.disk.write(file, data, 0, self._now_ms())
        self.disk.rename(temporary, path)

    def write_atomically(self, path: str, data: bytes) -> None:
        """Replaces a file's content whole."""
        self.write_unsynced(path, data)

    def write_private(self, path: str, data: bytes) -> None:
        """Replaces a file's content whole, for its owner's eyes alone."""
        self.write_unsynced(path, data, mode=PRIVATE_MODE)

    def make_private(self, path: str, data: bytes) -> bool:
        """Creates a file for its owner's eyes alone; False where there is one."""
        if self.disk.find(path) is not None:
            return False
        self.write_private(path, data)
        return True

    def is_private(self, path: str) -> bool:
        """Tells whether nobody but its owner may read or write a file."""
        return not self.disk.file(path).mode & _OTHERS

    def close_to_others(self, path: str) -> None:
        """Removes a file's permissions for all but its owner."""
        node = self.disk.node(path)
        if isinstance(node, File):
            node.mode &= ~_OTHERS

    def stamp(self, path: str) -> FileStamp:
        """Returns what changes with a file's content."""
        file = self.disk.file(path)
        return file.number, file.modified_ms * 1_000_000, len(file.data)

    def fsync_path(self, path: str) -> None:
        """Waits for nothing: what is written is durable."""
        self.disk.node(path)

    def create_empty(self, path: str) -> None:
        """Makes the file exist and be empty."""
        file = self.disk.create(path, mode=FILE_MODE, now_ms=self._now_ms())
        del file.data[:]

    def rename(self, source: str, target: str) -> None:
        """Renames, over an existing file."""
        self.disk.rename(source, target)

    def remove(self, path: str) -> None:
        """Removes a file; that it is gone already is no error."""
        with contextlib.suppress(FileNotFoundError):
            self.disk.remove(path)

    def remove_tree(self, path: str) -> None:
        """Removes a directory and all in it; that it is gone already is no error."""
        with contextlib.suppress(FileNotFoundError):
            self.disk.remove_tree(path)

    def make_directory(self, path: str) -> None:
        """Makes a directory and its parents; an existing one is fine."""
        parts = os.path.abspath(path).split("/")
        for count in range(2, len(parts)):
            parent = "/".join(parts[:count])
            if self.disk.find(parent) is None:
                self.disk.make_directory(parent)
        if not isinstance(self.disk.find(path), Directory):
            self.disk.make_directory(path)

    def make_private_directory(self, path: str) -> None:
        """Makes a directory and its parents; directories have no permissions here."""
        self.make_directory(path)

    def make_new_directory(self, path: str) -> bool:
        """Makes a directory, or else its parents, too. False where there was one."""
        try:
            self.disk.make_directory(path)
        except OSError:
            self.make_directory(path)
            return False
        return True

    def list_directory(self, path: str) -> list[str]:
        """Lists the names in a directory, sorted."""
        return sorted(self.disk.directory(path).names)

    def subdirectories(self, path: str) -> list[str]:
        """Lists the names of the directories in a directory, sorted."""
        names = self.disk.directory(path).names
        return sorted(name for name, node in names.items() if isinstance(node, Directory))

    def exists(self, path: str) -> bool:
        """Tells whether a file or directory has this name."""
        return self.disk.find(path) is not None

    def file_size(self, path: str) -> int:
        """Returns the file's size in bytes."""
        return len(self.disk.file(path).data)

    def free_bytes(self, path: str) -> int:
        """Returns the bytes that may still be written."""
        self.disk.node(path)
        return max(0, self.disk.room_bytes - self.disk.used_bytes)

    def modified_ms(self, path: str) -> int:
        """Returns a file's modification time, ms since the epoch."""
        return self.disk.file(path).modified_ms

    def set_modified_ms(self, path: str, modified_ms: int) -> None:
        """Sets a file's modification time, ms since the epoch."""
        self.disk.file(path).modified_ms = modified_ms

    def lock(self, path: str) -> int | None:
        """Takes the exclusive lock of a file; None when somebody has it."""
        file = self.disk.create(path, mode=FILE_MODE, now_ms=self._now_ms())
        if file.lock is not None:
            return None
        fd = self._give(file)
        file.lock = self
        self._locked[fd] = file
        return fd

    # ---- the executor ---------------------------------------------------------------------------------------------

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls `function` in a later turn of the loop."""
        await pass_turn()
        return function(*args, **kwargs)

    def close(self) -> None:
        """Has nothing to end."""

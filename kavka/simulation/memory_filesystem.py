"""`FileSystem` over a disk in memory: one broker's descriptors and locks, for one life of it.

    broker's life 1 ─ MemoryFileSystem ─┐
    broker's life 2 ─ MemoryFileSystem ─┴▶ MemoryDisk

What slow calls do off the loop, `run` does in a later turn of it: nothing is ever in two places at once. How much later
is said by the `delay` that it is given, and by the disk's `delay_ms`: a slow disk is slow there, as calls on the loop
end in the page cache. A write that is handed over is done at one moment, after a time that is drawn for each, so that
they overtake one another; of those that a kill finds under way a beginning is written, which is drawn, too. All that a
file has is in memory, so no read waits for a device, but for what was evicted, and where a read is to fail.

After `kill` every call fails: whatever of a dead broker still runs in the loop changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import mmap
import os
import random
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, ParamSpec, TypeVar

from kavka.common.filesystem import FILE_MODE, NO_ROOM, PRIVATE_MODE, Buffer, FileStamp, NotFlushed, OnWritten
from kavka.common.pace import pass_turn
from kavka.common.time_slots import TimeCounts
from kavka.simulation.disk_faults import DiskCall
from kavka.simulation.disk_names import Directory, File, Node
from kavka.simulation.later_write import LaterWrite
from kavka.simulation.memory_disk import MemoryDisk, failure

P = ParamSpec("P")
T = TypeVar("T")

WRITE_MS: Final = (2, 50, 1_000)
"""What a write may take that is handed over, at most, in virtual milliseconds: one of them for each life of a broker.
Where it is long, faults, elections and other appends meet what is accepted and not written."""

_FIRST_FD = 3
_OTHERS = 0o077
_BESIDE = ".tmp"


class MemoryFileSystem:
    """A broker's view of a disk.

    Args:
        disk: what it has.
        now_ms: the wall clock, for files' times.
        ticks: nanoseconds that pass.
        delay: waits as long as the disk takes for a call that `run` is given.
        rng: draws how long writes take that are handed over, and what a kill leaves of them.
    """

    def __init__(
        self,
        disk: MemoryDisk,
        *,
        now_ms: Callable[[], int],
        ticks: Callable[[], int],
        delay: Callable[[], Awaitable[None]] = pass_turn,
        rng: random.Random | None = None,
    ) -> None:
        self.flushes = TimeCounts()
        self.ticks = ticks
        self._living_disk: MemoryDisk | None = disk
        self._now_ms = now_ms
        self._delay = delay
        self._open_files: dict[int, File] = {}
        self._locked: dict[int, File] = {}
        self._rng = rng or random.Random(0)
        self._write_ms = self._rng.choice(WRITE_MS)
        self._under_way: dict[LaterWrite, None] = {}

    @property
    def disk(self) -> MemoryDisk:
        """Returns the disk. Raises OSError: the process that had this view of it was killed."""
        if self._living_disk is None:
            raise failure(errno.EIO, "killed")
        return self._living_disk

    def kill(self) -> None:
        """Closes every descriptor, and with them the locks, as the end of a process does; then all calls fail."""
        for write in list(self._under_way):
            write.tear(self._rng)
        for fd in list(self._open_files):
            self.close_fd(fd)
        self._living_disk = None

    # ---- files in use ---------------------------------------------------------------------------------------------

    @property
    def open_files(self) -> int:
        """Returns how many descriptors are open."""
        return len(self._open_files)

    def open(self, path: str, *, create: bool = False) -> int:
        """Opens a file for reading and writing; returns the file descriptor."""
        self._check_openable(path)
        if create:
            return self._give(self.disk.create(path, mode=FILE_MODE, now_ms=self._now_ms()))
        return self._give(self.disk.file(path))

    def _check_openable(self, path: str) -> None:
        faults = self.disk.faults
        if faults.may_meet(DiskCall.OPEN) and (error := faults.meets(DiskCall.OPEN, path)):
            raise failure(error, path)

    def close_fd(self, fd: int) -> None:
        """Closes a descriptor, and gives its lock back."""
        self._file(fd)
        del self._open_files[fd]
        locked = self._locked.pop(fd, None)
        if locked is not None:
            locked.lock = None

    def dup(self, fd: int) -> int:
        """Duplicates a descriptor."""
        self._check_openable(self.disk.path_of(self._file(fd)))
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
        self._write(self._file(fd), data, position)

    def begin_pwritev(
        self, fd: int, buffers: Sequence[Buffer], position: int, size: int, on_done: OnWritten
    ) -> LaterWrite:
        """Writes like `pwritev`, later."""
        write = LaterWrite(partial(self._write_part, fd, buffers, position, size), size, on_done, self._under_way)
        delay_ms = self._rng.uniform(0, self._write_ms) + self.disk.delay_ms
        asyncio.get_running_loop().call_later(delay_ms / 1_000, write.do)
        return write

    def _write_part(self, fd: int, buffers: Sequence[Buffer], position: int, size: int, part: int) -> None:
        data = b"".join(buffers)
        assert len(data) == size
        self._write(self._file(fd), data[:part], position)

    def pwrite(self, fd: int, data: Buffer, position: int) -> None:
        """Writes all of `data` at `position`."""
        self._write(self._file(fd), bytes(data), position)

    def _write(self, file: File, data: bytes, position: int) -> None:
        disk = self.disk
        if disk.faults.may_meet(DiskCall.WRITE):
            error = disk.faults.meets(DiskCall.WRITE, path := disk.path_of(file))
            if error:
                disk.write(file, data[: disk.faults.bytes_before(len(data))], position, self._now_ms())
                raise failure(error, path)
        disk.write(file, data, position, self._now_ms())

    def pread(self, fd: int, size: int, position: int) -> bytes:
        """Reads up to `size` bytes; fewer only at the end of the file."""
        file = self._file(fd)
        self._check_readable(file)
        return bytes(file.data[position : position + size])

    def pread_resident(self, fd: int, size: int, position: int) -> Buffer | None:
        """Reads `size` bytes; None where the file has fewer, where some were evicted, and where reading would fail."""
        file = self._file(fd)
        if not file.content.is_resident(position, size) or self._read_error(file):
            return None
        data = bytes(file.data[position : position + size])
        return data if len(data) == size else None

    def load_pages(self, path: str, size: int, position: int) -> None:
        """Has bytes of a file in memory again, should they have been evicted."""
        file = self.disk.file(path)
        self._check_readable(file)
        file.content.load(position, size)

    def _check_readable(self, file: File) -> None:
        error = self._read_error(file)
        if error:
            raise failure(error, self.disk.path_of(file))

    def _read_error(self, file: File) -> int:
        faults = self.disk.faults
        return faults.meets(DiskCall.READ, self.disk.path_of(file)) if faults.may_meet(DiskCall.READ) else 0

    def drop_pages(self, fd: int, position: int, size: int) -> None:
        """Frees nothing; what a failed fsync has called clean is read from the device from now on."""
        self._file(fd).content.forget_cached(position, size)

    def fsync(self, fd: int) -> None:
        """Makes the file durable. Where that fails, no later call makes the same bytes durable."""
        self._sync(self._file(fd))

    def _sync(self, node: Node) -> None:
        disk = self.disk
        if disk.faults.may_meet(DiskCall.FSYNC):
            error = disk.faults.meets(DiskCall.FSYNC, path := disk.path_of(node))
            if error:
                if isinstance(node, File):
                    node.content.fail_sync()
                raise NotFlushed(error, os.strerror(error), path) if error in NO_ROOM else failure(error, path)
        disk.sync(node)

    def reserve(self, fd: int, position: int, size: int) -> bool:
        """Reserves nothing."""
        self._file(fd)
        return False

    def truncate_fd(self, fd: int, size: int) -> None:
        """Cuts the file to `size` bytes."""
        self.disk.resize(self._file(fd), size, self._now_ms())

    def map_read_only(self, fd: int, size: int) -> mmap.mmap:
        """Returns memory with a copy of the first `size` bytes."""
        file = self._file(fd)
        self._check_readable(file)
        data = file.data
        if size > len(data) or not data:
            raise ValueError("mmap length is greater than file size")
        mapped = mmap.mmap(-1, size or len(data))
        mapped.write(data[: size or len(data)])
        mapped.seek(0)
        return mapped

    # ---- whole files and names ------------------------------------------------------------------------------------

    def read_file(self, path: str, *, limit: int = -1) -> bytes:
        """Reads a small file whole, or its first `limit` bytes."""
        self._check_openable(path)
        file = self.disk.file(path)
        self._check_readable(file)
        return bytes(file.data if limit < 0 else file.data[:limit])

    def write_unsynced(self, path: str, data: bytes, *, mode: int = FILE_MODE) -> None:
        """Replaces a file's content whole; neither that nor the content is durable."""
        self._written_beside(path, data, mode)
        self.disk.rename(path + _BESIDE, path)

    def write_atomically(self, path: str, data: bytes) -> None:
        """Replaces a file's content whole, durably."""
        self._sync(self._written_beside(path, data, FILE_MODE))
        self.disk.rename(path + _BESIDE, path)
        self.fsync_path(os.path.dirname(path))

    def write_private(self, path: str, data: bytes) -> None:
        """Replaces a file's content whole and durably, for its owner's eyes alone."""
        self._sync(self._written_beside(path, data, PRIVATE_MODE))
        self.disk.rename(path + _BESIDE, path)
        self.fsync_path(os.path.dirname(path))

    def _written_beside(self, path: str, data: bytes, mode: int) -> File:
        self._check_openable(path)
        file = self.disk.create(path + _BESIDE, mode=mode, now_ms=self._now_ms())
        self.disk.resize(file, 0, self._now_ms())
        self._write(file, data, 0)
        return file

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
        """Makes a file, or what a directory names, durable."""
        self._sync(self.disk.node(path))

    def create_empty(self, path: str) -> None:
        """Makes the file exist and be empty."""
        self.disk.resize(self.disk.create(path, mode=FILE_MODE, now_ms=self._now_ms()), 0, self._now_ms())

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

    def total_bytes(self, path: str) -> int:
        """Returns the size of `path`'s file system."""
        self.disk.node(path)
        return self.disk.room_bytes

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
        """Calls `function` when the disk has taken its time."""
        await self._delay()
        if self.disk.delay_ms:
            await asyncio.sleep(self.disk.delay_ms / 1_000)
        return function(*args, **kwargs)

    def close(self) -> None:
        """Has nothing to end."""

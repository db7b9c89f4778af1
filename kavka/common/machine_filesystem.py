"""The machine's file system: `FileSystem` by system calls, and the two executors that slow ones run in.

Paths are real paths. Tests that want a failing disk subclass `MachineFileSystem` and raise.

Descriptors: what opens a file here may take one of a few that are kept back for it (SPARE_DESCRIPTORS), so that neither
a checkpoint nor a truncation fails half done because connections have eaten all the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import errno
import fcntl
import mmap
import os
import shutil
import stat
import struct
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar

from kavka.common.filesystem import (
    FILE_MODE,
    NO_ROOM,
    TOO_MANY_FILES,
    Buffer,
    FileStamp,
    NotFlushed,
    OnWritten,
    is_shortage,
)
from kavka.common.thread_write import ThreadWrite
from kavka.common.time_slots import TimeCounts
from kavka.common.unzeroed import unzeroed

__all__ = ["DISK_THREADS_MAX", "WRITE_THREADS_MAX", "MachineFileSystem"]

DISK_THREADS_MAX = 4
"""Threads for fsync and cold work: enough that one slow directory does not hold up another."""

WRITE_THREADS_MAX = 2
"""Threads for large writes, apart from those that may wait for an fsync. One gains nothing over the loop; two fill two
cores with what a write costs, the faults of new pages, and more have no core to run on (docs/decisions/0063)."""

SPARE_DESCRIPTORS = 16
"""Kept open on nothing, to be closed when a file of ours could not be opened: two for each thread of the disk, as many
for the loop. Files that are written whole need one for microseconds; what stays open, a segment, uses one up."""

LOAD_BYTES = 1024 * 1024
"""What is only to come into the page cache is read through so much memory, however large a fetch may be."""

UNZEROED_BYTES_MIN = 32 * 1024
"""From here on `unzeroed` is worth its detour."""

_FALLOC_FL_KEEP_SIZE = 1
_libc = ctypes.CDLL(None)
_fallocate = getattr(_libc, "fallocate64", None) or getattr(_libc, "fallocate", None)
"""Linux's own: the one of POSIX, which Python has, makes the file longer."""
if _fallocate is not None:
    _fallocate.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64)

_WHOLE_FILE = struct.pack("hhqqi0q", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
"""C's `struct flock` on Linux: type, whence, start, length (0: to the end), process (0: the file has the lock)."""

P = ParamSpec("P")
T = TypeVar("T")


class MachineFileSystem:
    """The machine's file system. One for each broker; `close` ends its threads.

    Attributes:
        flushes: how long flushes of logs took, whole ones with all their files.
        ticks: nanoseconds that pass, to measure with.
    """

    __slots__ = ("_executor", "_nowait", "_spare", "_spare_max", "_writers", "flushes", "ticks")

    def __init__(self, ticks: Callable[[], int] = time.perf_counter_ns) -> None:
        self.ticks = ticks
        self.flushes = TimeCounts()
        self._executor: ThreadPoolExecutor | None = None  # threads cost a setup that an idle broker need not pay
        self._writers: ThreadPoolExecutor | None = None
        self._spare_max = 0
        self._spare: list[int] = []  # `append` and `pop` alone: threads use it, too
        self._nowait: int | None = getattr(os, "RWF_NOWAIT", None)  # None where nobody can say what is in memory

    # Files in use. All positions are explicit: no call depends on where an earlier one left the file.

    def open(self, path: str, *, create: bool = False) -> int:
        """Opens a file for reading and writing; returns the file descriptor."""
        return self._open(path, os.O_RDWR | (os.O_CREAT if create else 0))

    def close_fd(self, fd: int) -> None:
        """Closes a descriptor that `open` or `dup` gave."""
        os.close(fd)
        if len(self._spare) < self._spare_max:
            self._refill()

    def dup(self, fd: int) -> int:
        """Duplicates a descriptor, for a job that may outlive the first."""
        return self._with_spare(os.dup, fd)

    # Descriptors that are kept back. Before `keep_spare` there are none, and nothing here changes anything.

    def keep_spare(self) -> None:
        """Keeps SPARE_DESCRIPTORS descriptors back, or as many as there are.

        Whenever one was used or missing, it is taken again as soon as that is possible.
        """
        self._spare_max = SPARE_DESCRIPTORS
        self._refill()

    @property
    def spare_descriptors(self) -> int:
        """Returns how many descriptors are kept back now."""
        return len(self._spare)

    def _open(self, path: str, flags: int, mode: int = FILE_MODE) -> int:
        return self._with_spare(os.open, path, flags | os.O_CLOEXEC, mode)

    def _with_spare(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls a function that makes a descriptor.

        Where there is none left, after a spare one has been closed for it.
        """
        while True:
            try:
                return function(*args, **kwargs)
            except OSError as error:
                if error.errno not in TOO_MANY_FILES or not self._spare:
                    raise
                with contextlib.suppress(IndexError):  # another thread had the last
                    os.close(self._spare.pop())

    def _refill(self) -> None:
        with contextlib.suppress(OSError):
            while len(self._spare) < self._spare_max:
                self._spare.append(os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC))

    def pwritev(self, fd: int, buffers: Sequence[Buffer], position: int, size: int) -> None:
        """Writes all of `buffers`, `size` bytes together, at `position`; the page cache takes them."""
        written = os.pwritev(fd, buffers, position)
        if written != size:
            rest = memoryview(b"".join(buffers))
            while written < size:
                written += os.pwrite(fd, rest[written:], position + written)

    def begin_pwritev(
        self, fd: int, buffers: Sequence[Buffer], position: int, size: int, on_done: OnWritten
    ) -> ThreadWrite:
        """Writes like `pwritev`, in one of the threads for large writes."""
        if self._writers is None:
            self._writers = ThreadPoolExecutor(WRITE_THREADS_MAX, thread_name_prefix="write")
        return ThreadWrite(partial(self.pwritev, fd, buffers, position, size), self._writers, on_done)

    def pwrite(self, fd: int, data: Buffer, position: int) -> None:
        """Writes all of `data` at `position`."""
        written = os.pwrite(fd, data, position)
        while written < len(data):
            written += os.pwrite(fd, memoryview(data)[written:], position + written)

    def pread(self, fd: int, size: int, position: int) -> bytes:
        """Reads up to `size` bytes; fewer only at the end of the file."""
        return os.pread(fd, size, position)

    def pread_resident(self, fd: int, size: int, position: int) -> Buffer | None:
        """Reads `size` bytes that the file has, if they are in memory; None when the device must be waited for.

        Where the system cannot say (no RWF_NOWAIT, or not on this file system) it reads, and perhaps waits. Measured
        against a memory map with `mincore` or `cachestat`: those cost 2 to 20 µs a look, and the first touch of a
        mapped page a fault, more than copying it; this costs nothing beside the read.
        """
        nowait = self._nowait
        if nowait is None:
            return os.pread(fd, size, position)
        data = bytearray(size) if size < UNZEROED_BYTES_MIN else unzeroed(size)
        try:
            return data if os.preadv(fd, (data,), position, nowait) == size else None
        except BlockingIOError:
            return None
        except OSError as error:
            if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL):
                raise
            self._nowait = None
            return os.pread(fd, size, position)

    def load_pages(self, path: str, size: int, position: int) -> None:
        """Waits until these bytes of a file are in memory. The device begins with what follows them."""
        fd = self._open(path, os.O_RDONLY)
        try:
            buffer = unzeroed(min(size, LOAD_BYTES))
            at, end = position, position + size
            while at < end and (read := os.preadv(fd, (memoryview(buffer)[: end - at],), at)):
                at += read
            if hasattr(os, "posix_fadvise"):
                os.posix_fadvise(fd, position + size, size, os.POSIX_FADV_WILLNEED)
        finally:
            self.close_fd(fd)

    def drop_pages(self, fd: int, position: int, size: int) -> None:
        """Frees the memory that these bytes of a file take; what is not on the device yet stays."""
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(fd, position, size, os.POSIX_FADV_DONTNEED)

    def fsync(self, fd: int) -> None:
        """Waits until the file's bytes are on the device.

        Raises:
            OSError: they are not; never one of SHORTAGES, for what the device has after a failed call nobody knows.
            NotFlushed: they are not, there was no room.
        """
        try:
            os.fsync(fd)
        except OSError as error:
            if is_shortage(error):
                raise OSError(errno.EIO, f"fsync failed: {error.strerror}") from error
            if error.errno in NO_ROOM:
                raise NotFlushed(error.errno, error.strerror) from error
            raise

    def reserve(self, fd: int, position: int, size: int) -> bool:
        """Gives the file blocks behind its end, without making it longer; False where that cannot be done."""
        return _fallocate is not None and _fallocate(fd, _FALLOC_FL_KEEP_SIZE, position, size) == 0

    def truncate_fd(self, fd: int, size: int) -> None:
        """Cuts the file to `size` bytes. Never below what somebody has mapped: that is a SIGBUS."""
        os.ftruncate(fd, size)

    def map_read_only(self, fd: int, size: int) -> mmap.mmap:
        """Maps the first `size` bytes of a file that will not shrink."""
        return mmap.mmap(fd, size, access=mmap.ACCESS_READ)

    # Whole files and names.

    def read_file(self, path: str, *, limit: int = -1) -> bytes:
        """Reads a small file whole, or its first `limit` bytes."""
        fd = self._open(path, os.O_RDONLY)
        try:
            with open(fd, "rb", closefd=False) as file:
                return file.read(limit)
        finally:
            self.close_fd(fd)

    def write_unsynced(self, path: str, data: bytes, *, mode: int = FILE_MODE) -> None:
        """Replaces a file's content whole; `fsync_path` afterwards makes it last."""
        temporary = path + ".tmp"
        fd = self._open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        try:
            self.pwrite(fd, data, 0)
        finally:
            self.close_fd(fd)
        os.replace(temporary, path)

    def write_atomically(self, path: str, data: bytes) -> None:
        """Replaces a file's content whole and waits until that will survive a power cut."""
        temporary = path + ".tmp"
        fd = self._open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            self.pwrite(fd, data, 0)
            self.fsync(fd)
        finally:
            self.close_fd(fd)
        os.replace(temporary, path)
        self.fsync_path(os.path.dirname(path))

    def fsync_path(self, path: str) -> None:
        """Fsyncs a file or directory that is not open."""
        fd = self._open(path, os.O_RDONLY)
        try:
            self.fsync(fd)
        finally:
            self.close_fd(fd)

    def write_private(self, path: str, data: bytes) -> None:
        """Replaces a file's content whole, for its owner's eyes alone."""
        from kavka.common.private_files import write_private  # few brokers keep secrets in files

        write_private(Path(path), data)

    def make_private(self, path: str, data: bytes) -> bool:
        """Creates a file for its owner's eyes alone; False where there is one."""
        from kavka.common.private_files import make_private

        return make_private(Path(path), data)

    def is_private(self, path: str) -> bool:
        """Tells whether nobody but its owner may read or write a file."""
        return not stat.S_IMODE(os.stat(path).st_mode) & (stat.S_IRWXG | stat.S_IRWXO)

    def close_to_others(self, path: str) -> None:
        """Removes a file's or directory's permissions for all but its owner."""
        from kavka.common.private_files import close_to_others

        close_to_others(Path(path))

    def stamp(self, path: str) -> FileStamp:
        """Returns what changes with a file's content."""
        found = os.stat(path)
        return found.st_ino, found.st_mtime_ns, found.st_size

    def create_empty(self, path: str) -> None:
        """Makes the file exist and be empty."""
        self.close_fd(self._open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC))

    def rename(self, source: str, target: str) -> None:
        """Renames within one directory or file system, over an existing file."""
        os.replace(source, target)

    def remove(self, path: str) -> None:
        """Removes a file; that it is gone already is no error (removals are repeated after a crash)."""
        try:
            os.unlink(path)
        except FileNotFoundError:
            return

    def remove_tree(self, path: str) -> None:
        """Removes a directory and all in it; that it is gone already is no error."""
        try:
            self._with_spare(shutil.rmtree, path)
        except FileNotFoundError:
            return
        self._refill()

    def make_directory(self, path: str) -> None:
        """Makes a directory and its parents; an existing one is fine."""
        os.makedirs(path, exist_ok=True)

    def make_private_directory(self, path: str) -> None:
        """Makes a directory for its owner alone, and its parents; an existing one stays as it is."""
        from kavka.common.private_files import make_private_directory

        make_private_directory(Path(path))

    def make_new_directory(self, path: str) -> bool:
        """Makes a directory, or else its parents, too. False where there was one: only a new one is known as empty."""
        try:
            os.mkdir(path)
        except OSError:
            self.make_directory(path)  # which says what is wrong, if anything is
            return False
        return True

    def list_directory(self, path: str) -> list[str]:
        """Lists the names in a directory, sorted, so that every walk is repeatable."""
        names = sorted(self._with_spare(os.listdir, path))
        self._refill()
        return names

    def subdirectories(self, path: str) -> list[str]:
        """Lists the names of the directories in a directory, sorted."""
        with self._with_spare(os.scandir, path) as entries:
            names = sorted(entry.name for entry in entries if entry.is_dir())
        self._refill()
        return names

    def exists(self, path: str) -> bool:
        """Tells whether a file or directory has this name."""
        return os.path.exists(path)

    def file_size(self, path: str) -> int:
        """Returns the file's size in bytes.

        Raises:
            FileNotFoundError: there is none.
        """
        return os.stat(path).st_size

    def free_bytes(self, path: str) -> int:
        """Returns the bytes that this user may still write to `path`'s file system."""
        found = os.statvfs(path)
        return found.f_bavail * found.f_frsize

    def total_bytes(self, path: str) -> int:
        """Returns the size of `path`'s file system."""
        found = os.statvfs(path)
        return found.f_blocks * found.f_frsize

    def modified_ms(self, path: str) -> int:
        """Returns a file's modification time, ms since the epoch."""
        return os.stat(path).st_mtime_ns // 1_000_000

    def set_modified_ms(self, path: str, modified_ms: int) -> None:
        """Sets a file's modification time, ms since the epoch."""
        os.utime(path, ns=(modified_ms * 1_000_000, modified_ms * 1_000_000))

    def lock(self, path: str) -> int | None:
        """Takes the exclusive lock of a file; None when somebody has it: another process, or a broker in this one.

        A lock of the open file, not of the process, where the system has such (Linux): a second broker in this process
        is refused, and closing some other descriptor of the file does not release it. It collides with the lock that
        Kafka takes (`lockf`), so that neither gets into a directory of the other's. It ends with the process or with
        `close_fd`: a killed broker leaves none behind.
        """
        fd = self.open(path, create=True)
        try:
            if hasattr(fcntl, "F_OFD_SETLK"):
                fcntl.fcntl(fd, fcntl.F_OFD_SETLK, _WHOLE_FILE)
            else:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            os.close(fd)
            return None
        except OSError:
            os.close(fd)
            raise
        return fd

    # The executor.

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls `function` in a thread of the executor: the only way to wait for a disk on the loop's side."""
        if self._executor is None:
            self._executor = ThreadPoolExecutor(DISK_THREADS_MAX, thread_name_prefix="disk")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, lambda: function(*args, **kwargs))

    def close(self) -> None:
        """Ends the threads after what they are doing, and what was handed over."""
        if self._writers is not None:
            self._writers.shutdown()
            self._writers = None
        if self._executor is not None:
            self._executor.shutdown()
            self._executor = None
        self._spare_max = 0
        while self._spare:
            os.close(self._spare.pop())

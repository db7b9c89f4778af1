"""The file system as a broker sees it: one Protocol, whoever stands behind it.

Implemented by `kavka.common.machine_filesystem` (system calls) and by `kavka.simulation.memory_filesystem` (a disk in
memory); the contract tests in tests/unit/simulation run against both.

The log's own code is synchronous and knows no event loop: it calls the plain methods here. They split in two:

- those that end in the page cache (`pwritev`, `pread_resident`, `pread` of what was just written, rename):
  microseconds, called on the loop; a write large enough to take milliseconds is handed over (`begin_pwritev`);
- those that wait for the device (`fsync`, `load_pages`, `write_atomically`, removing trees): called from jobs that
  `run` hands to the executor, or while the broker starts and stops.

Durability, once and for all: a file that must survive a power cut is written beside its place, fsynced, renamed over
it, and then its directory is fsynced (KAFKA-3968, KAFKA-9892: the last two steps were forgotten).
"""

from __future__ import annotations

import errno
import mmap
from collections.abc import Callable, Sequence
from typing import ParamSpec, Protocol, TypeAlias, TypeVar

from kavka.common.time_slots import TimeCounts

__all__ = [
    "FILE_MODE", "NO_ROOM", "PRIVATE_MODE", "SHORTAGES", "TOO_MANY_FILES", "Buffer", "DiskWrite", "FileStamp",
    "FileSystem", "NotFlushed", "OnWritten", "has_no_room", "is_shortage",
]  # fmt: skip

Buffer: TypeAlias = bytes | bytearray | memoryview
FileStamp: TypeAlias = tuple[int, int, int]

FILE_MODE = 0o644
PRIVATE_MODE = 0o600
"""Of a file that holds a secret."""

TOO_MANY_FILES = frozenset({errno.EMFILE, errno.ENFILE})

SHORTAGES = TOO_MANY_FILES | {errno.ENOMEM, errno.ENOBUFS, errno.EINTR, errno.EAGAIN}
"""The errors of a system call that could not be carried out for want of something of the process or the machine: it
says nothing of the disk, and the same call may succeed a moment later."""

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
"""The errors of a full file system, or of one that lets this user have no more."""

P = ParamSpec("P")
T = TypeVar("T")


def is_shortage(error: OSError) -> bool:
    """Tells whether a call failed for want of descriptors or memory, not for the disk."""
    return error.errno in SHORTAGES


def has_no_room(error: OSError) -> bool:
    """Tells whether a call failed because the disk is full. What was written before is then unharmed.

    An fsync that found no room is not among them: what the page cache then calls clean may never have been written.
    """
    return error.errno in NO_ROOM and not isinstance(error, NotFlushed)


class NotFlushed(OSError):
    """An fsync failed for want of room; what the device has is anybody's guess."""


OnWritten: TypeAlias = Callable[[BaseException | None], None]
"""Gets what went wrong with a write that was handed over; None: nothing."""


class DiskWrite(Protocol):
    """A write that was handed over; see `FileSystem.begin_pwritev`.

    Its end is told once: to the `on_done` that it was begun with, or to whoever comes first and calls one of these.
    """

    def finish(self) -> BaseException | None:
        """Waits for the write where it stands, or does it if nobody has begun; returns what went wrong."""

    def drop(self) -> None:
        """Waits for the write if somebody has begun; else it is never done."""


class FileSystem(Protocol):
    """What a broker does with files. One for each broker; `close` ends what it has begun. All may raise OSError.

    Attributes:
        flushes: how long flushes of logs took, whole ones with all their files.
        ticks: nanoseconds that pass, to measure with.
    """

    flushes: TimeCounts
    ticks: Callable[[], int]

    # Files in use. All positions are explicit: no call depends on where an earlier one left the file.

    def open(self, path: str, *, create: bool = False) -> int:
        """Opens a file for reading and writing; returns the file descriptor."""

    def close_fd(self, fd: int) -> None:
        """Closes a descriptor that `open`, `dup` or `lock` gave."""

    def dup(self, fd: int) -> int:
        """Duplicates a descriptor, for a job that may outlive the first."""

    def keep_spare(self) -> None:
        """Keeps some descriptors back for files, from now on."""

    @property
    def spare_descriptors(self) -> int:
        """Returns how many descriptors are kept back now."""

    def pwritev(self, fd: int, buffers: Sequence[Buffer], position: int, size: int) -> None:
        """Writes all of `buffers`, `size` bytes together, at `position`; the page cache takes them.

        Raises:
            OSError: the disk is full or broken; bytes before the failure may have been written.
        """

    def begin_pwritev(
        self, fd: int, buffers: Sequence[Buffer], position: int, size: int, on_done: OnWritten
    ) -> DiskWrite:
        """Writes like `pwritev`, beside the loop; neither descriptor nor buffers may change before it is done.

        Writes that are under way at the same time end in any order. A killed process leaves any prefix of them.

        Args:
            fd: the file.
            buffers: the bytes, in pieces.
            position: where in the file.
            size: of all pieces together.
            on_done: called on the running loop, in a later turn of it.
        """

    def pwrite(self, fd: int, data: Buffer, position: int) -> None:
        """Writes all of `data` at `position`."""

    def pread(self, fd: int, size: int, position: int) -> bytes:
        """Reads up to `size` bytes; fewer only at the end of the file."""

    def pread_resident(self, fd: int, size: int, position: int) -> Buffer | None:
        """Reads `size` bytes that the file has, if they are in memory; None when the device must be waited for."""

    def load_pages(self, path: str, size: int, position: int) -> None:
        """Waits until these bytes of a file are in memory. The device begins with what follows them."""

    def drop_pages(self, fd: int, position: int, size: int) -> None:
        """Frees the memory that these bytes of a file take; what is not on the device yet stays."""

    def fsync(self, fd: int) -> None:
        """Waits until the file's bytes are on the device.

        Raises:
            OSError: they are not; never one of SHORTAGES, for what the device has after a failed call nobody knows.
            NotFlushed: they are not, there was no room.
        """

    def reserve(self, fd: int, position: int, size: int) -> bool:
        """Gives the file blocks behind its end, without making it longer; False where that cannot be done."""

    def truncate_fd(self, fd: int, size: int) -> None:
        """Cuts the file to `size` bytes. Never below what somebody has mapped: that is a SIGBUS."""

    def map_read_only(self, fd: int, size: int) -> mmap.mmap:
        """Maps the first `size` bytes of a file that will not shrink."""

    # Whole files and names.

    def read_file(self, path: str, *, limit: int = -1) -> bytes:
        """Reads a small file whole, or its first `limit` bytes."""

    def write_unsynced(self, path: str, data: bytes, *, mode: int = FILE_MODE) -> None:
        """Replaces a file's content whole: a killed process leaves the old or the new, a power cut may leave neither.

        For caches that can be rebuilt; `fsync_path` afterwards makes it last.

        Args:
            path: where.
            data: the new content.
            mode: who may read and write it.
        """

    def write_atomically(self, path: str, data: bytes) -> None:
        """Replaces a file's content whole and waits until that will survive a power cut."""

    def write_private(self, path: str, data: bytes) -> None:
        """Replaces a file's content whole, for its owner's eyes alone."""

    def make_private(self, path: str, data: bytes) -> bool:
        """Creates a file for its owner's eyes alone; False where there is one, which stays as it is."""

    def is_private(self, path: str) -> bool:
        """Tells whether nobody but its owner may read or write a file."""

    def close_to_others(self, path: str) -> None:
        """Removes a file's or directory's permissions for all but its owner; a process of somebody else leaves it."""

    def stamp(self, path: str) -> FileStamp:
        """Returns what changes with a file's content: the file's number, its time, its size."""

    def fsync_path(self, path: str) -> None:
        """Fsyncs a file or directory that is not open."""

    def create_empty(self, path: str) -> None:
        """Makes the file exist and be empty."""

    def rename(self, source: str, target: str) -> None:
        """Renames within one directory or file system, over an existing file."""

    def remove(self, path: str) -> None:
        """Removes a file; that it is gone already is no error (removals are repeated after a crash)."""

    def remove_tree(self, path: str) -> None:
        """Removes a directory and all in it; that it is gone already is no error."""

    def make_directory(self, path: str) -> None:
        """Makes a directory and its parents; an existing one is fine."""

    def make_private_directory(self, path: str) -> None:
        """Makes a directory for its owner alone, and its parents; an existing one stays as it is."""

    def make_new_directory(self, path: str) -> bool:
        """Makes a directory, or else its parents, too. False where there was one: only a new one is known as empty."""

    def list_directory(self, path: str) -> list[str]:
        """Lists the names in a directory, sorted, so that every walk is repeatable."""

    def subdirectories(self, path: str) -> list[str]:
        """Lists the names of the directories in a directory, sorted."""

    def exists(self, path: str) -> bool:
        """Tells whether a file or directory has this name."""

    def file_size(self, path: str) -> int:
        """Returns the file's size in bytes.

        Raises:
            FileNotFoundError: there is none.
        """

    def free_bytes(self, path: str) -> int:
        """Returns the bytes that this user may still write to `path`'s file system."""

    def total_bytes(self, path: str) -> int:
        """Returns the size of `path`'s file system."""

    def modified_ms(self, path: str) -> int:
        """Returns a file's modification time, ms since the epoch."""

    def set_modified_ms(self, path: str, modified_ms: int) -> None:
        """Sets a file's modification time, ms since the epoch."""

    def lock(self, path: str) -> int | None:
        """Takes the exclusive lock of a file; None when somebody has it: another process, or a broker in this one.

        It ends with the process or with `close_fd`: a killed broker leaves none behind.
        """

    # The executor.

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls `function` off the loop: the only way to wait for a disk on the loop's side."""

    def close(self) -> None:
        """Ends the executor after what it is doing, and gives back what is kept."""

"""A disk in memory: the tree of directories and files, with the errors that Linux has. It outlives its broker.

    Directory ── name ─▶ Directory
              └─ name ─▶ File: bytes, time, mode, number          an open file stays when its name goes

What is written and what is durable are two things, as on ext4 and no more, and where POSIX promises less, as POSIX:

    content, size          durable by an fsync of the file                                    `disk_pages`
    names                  durable by an fsync of their directory; a new file's by its own    `disk_names`
    rename over a file     the old name or the new; what it names is as durable as it was before
    killed process         nothing is lost
    power loss             durable content, any unsynced pages, a prefix of the sizes of each file and of the changes of
                           each directory

Paths are absolute and as `os.path.abspath` writes them. Not here: descriptors and locks (`memory_filesystem`).
"""

from __future__ import annotations

import errno
import fnmatch
import functools
import os
import random
from collections.abc import Iterator
from typing import Final

from kavka.simulation.disk_faults import DiskFaults
from kavka.simulation.disk_names import Directory, File, NameJournal, Node

ROOM_BYTES: Final = 1 << 40
"""How large a disk is that nobody gave a size."""


def failure(number: int, path: str) -> OSError:
    """Builds the error of a system call; of the class that Python gives its number."""
    return OSError(number, os.strerror(number), path)


class MemoryDisk:
    """One disk.

    Args:
        room_bytes: how much its files may hold together.
        rng: draws whether a call meets a fault that has a chance.

    Attributes:
        faults: which calls fail.
        delay_ms: what each call takes that is not done in the page cache.
        used_bytes: of all files that have a name.
    """

    __slots__ = ("_files_made", "_has_rotted", "_journal", "_root", "delay_ms", "faults", "room_bytes", "used_bytes")

    def __init__(self, room_bytes: int = ROOM_BYTES, *, rng: random.Random | None = None) -> None:
        self.room_bytes = room_bytes
        self.faults = DiskFaults(rng or random.Random(0))
        self.delay_ms = 0
        self.used_bytes = 0
        self._journal = NameJournal()
        self._root = Directory()
        self._files_made = 0  # no itertools.count: disks are copied
        self._has_rotted = False

    # ---- looking --------------------------------------------------------------------------------------------------

    def find(self, path: str) -> Node | None:
        """Returns what a path names; None where it names nothing."""
        try:
            return self.node(path)
        except OSError:
            return None

    def node(self, path: str) -> Node:
        """Returns what a path names.

        Raises:
            FileNotFoundError, NotADirectoryError: it names nothing.
        """
        node: Node = self._root
        for name in _names(path):
            if not isinstance(node, Directory):
                raise failure(errno.ENOTDIR, path)
            if name not in node.names:
                raise failure(errno.ENOENT, path)
            node = node.names[name]
        return node

    def directory(self, path: str) -> Directory:
        """Returns the directory of a path. Raises OSError."""
        node = self.node(path)
        if not isinstance(node, Directory):
            raise failure(errno.ENOTDIR, path)
        return node

    def file(self, path: str) -> File:
        """Returns the file of a path. Raises OSError."""
        node = self.node(path)
        if isinstance(node, Directory):
            raise failure(errno.EISDIR, path)
        return node

    def path_of(self, node: Node) -> str:
        """Returns a path; of what has no name any more, how it ended."""
        names: list[str] = []
        above: Node | None = node
        while above is not None:
            names.append(above.name)
            above = above.home
        return "/".join(reversed(names)) or "/"

    def files(self) -> Iterator[tuple[str, File]]:
        """Yields paths and files, in the order of the names."""
        yield from _files_below("", self._root)

    def rotten_files(self) -> frozenset[str]:
        """Returns the paths of files that hold a flipped bit still."""
        if not self._has_rotted:
            return frozenset()  # the usual case, and asked often
        return frozenset(path for path, file in self.files() if file.content.is_rotten)

    # ---- names ----------------------------------------------------------------------------------------------------

    def create(self, path: str, *, mode: int, now_ms: int) -> File:
        """Returns the file of a path, made where there is none. Raises OSError."""
        parent, name = self._parent(path)
        node = parent.names.get(name)
        if node is None:
            self._files_made += 1
            node = File(self._files_made, mode, now_ms)
            node.creation = self._journal.change((parent, name, node))
        if isinstance(node, Directory):
            raise failure(errno.EISDIR, path)
        return node

    def make_directory(self, path: str) -> None:
        """Makes a directory. Raises FileExistsError: the name is taken."""
        parent, name = self._parent(path)
        if name in parent.names:
            raise failure(errno.EEXIST, path)
        self._journal.change((parent, name, Directory()))

    def rename(self, source: str, target: str) -> None:
        """Gives what has one name another. Raises OSError."""
        node = self.node(source)
        parent, name = self._parent(target)
        former = parent.names.get(name)
        if former is node:
            return
        if isinstance(former, Directory):
            if not isinstance(node, Directory):
                raise failure(errno.EISDIR, target)
            if former.names:
                raise failure(errno.ENOTEMPTY, target)
        elif former is not None and isinstance(node, Directory):
            raise failure(errno.ENOTDIR, target)
        source_parent, source_name = self._parent(source)
        if isinstance(former, File):
            self.used_bytes -= len(former.data)
        self._journal.change((source_parent, source_name, None), (parent, name, node))

    def remove(self, path: str) -> None:
        """Removes a file's name. Raises OSError."""
        file = self.file(path)
        parent, name = self._parent(path)
        self.used_bytes -= len(file.data)
        self._journal.change((parent, name, None))

    def remove_tree(self, path: str) -> None:
        """Removes what is in a directory, name by name, and then its own. Raises OSError."""
        names = self.directory(path).names
        parent, name = self._parent(path)
        for below in sorted(names):
            if isinstance(names[below], Directory):
                self.remove_tree(f"{path}/{below}")
            else:
                self.remove(f"{path}/{below}")
        self._journal.change((parent, name, None))

    def _parent(self, path: str) -> tuple[Directory, str]:
        directory, name = os.path.split(os.path.abspath(path))
        if not name:
            raise failure(errno.EBUSY, path)
        return self.directory(directory), name

    # ---- content --------------------------------------------------------------------------------------------------

    def write(self, file: File, data: bytes | memoryview, position: int, now_ms: int) -> None:
        """Writes bytes of a file; what lies between its end and them is zero.

        Raises:
            OSError: ENOSPC; what there was room for has been written.
        """
        former = len(file.data)
        room = former - position + max(0, self.room_bytes - self.used_bytes)
        written = data if len(data) <= room else data[: max(0, room)]
        if written:
            file.content.write(written, position)
            file.modified_ms = now_ms
            self._note_growth(file, former)
        if len(written) < len(data):
            raise failure(errno.ENOSPC, self.path_of(file))

    def resize(self, file: File, size: int, now_ms: int) -> None:
        """Cuts a file, or appends zeros to it."""
        former = len(file.data)
        file.content.resize(size)
        file.modified_ms = now_ms
        self._note_growth(file, former)

    def _note_growth(self, file: File, former: int) -> None:
        if file.home is not None:
            self.used_bytes += len(file.data) - former

    # ---- what is durable ------------------------------------------------------------------------------------------

    def sync(self, node: Node) -> None:
        """Makes a file durable, and a new one's name; or what a directory names."""
        if isinstance(node, Directory):
            self._journal.sync_directory(node)
        else:
            node.content.sync()
            node.durable_ms = node.modified_ms
            self._journal.sync_creation(node)

    def write_back(self, rng: random.Random) -> None:
        """Makes some of what is not durable so, as the kernel does in the background."""
        self._journal.write_back(rng)
        for _, file in self.files():
            if rng.random() < 0.5:
                file.content.write_back(rng)

    def lose_power(self, rng: random.Random) -> None:
        """Keeps what is durable, and by chance some of what is not. Nobody has anything open or locked any more."""
        self._journal.lose_power(rng)
        self.used_bytes = 0
        for _, file in self.files():
            file.content.lose_power(rng)
            file.modified_ms = file.durable_ms = rng.choice((file.modified_ms, file.durable_ms))
            file.creation = file.lock = None
            self.used_bytes += len(file.data)

    def evict(self, prefix: str) -> None:
        """Leaves files whose paths begin like this on the device alone: the page cache has nothing of them."""
        for path, file in self.files():
            if path.startswith(prefix):
                file.content.evict()

    @property
    def is_deceived(self) -> bool:
        """Tells whether a failed fsync has called something durable that a power loss takes."""
        return any(file.content.is_deceived for _, file in self.files())

    def flip_bit(self, rng: random.Random, prefix: str = "/", suffix: str = "") -> tuple[str, int] | None:
        """Flips one bit that is durable and, as when it rots, of which nobody hears; returns path and position.

        Args:
            rng: draws which.
            prefix: how the path begins.
            suffix: how it ends.

        Returns:
            None when there is no durable byte.
        """
        return self._flip(
            rng,
            [(path, file) for path, file in self.files() if path.startswith(prefix) and path.endswith(suffix)],
            None,
        )

    def rot(self, rng: random.Random, pattern: str, *, position: int | None = None) -> tuple[str, int] | None:
        """Flips a bit like `flip_bit`, in files that somebody names.

        Args:
            rng: draws which.
            pattern: of paths, with the wildcards of a shell, where `*` is of slashes, too.
            position: of the byte, among those that are durable; None: it is drawn.
        """
        named = [(path, file) for path, file in self.files() if fnmatch.fnmatchcase(path, pattern)]
        return self._flip(rng, named, position)

    def _flip(self, rng: random.Random, files: list[tuple[str, File]], position: int | None) -> tuple[str, int] | None:
        cold = [(path, file.content) for path, file in files if file.content.cold_bytes > (position or 0)]
        if not cold:
            return None
        sizes = [content.cold_bytes for _, content in cold]
        at = rng.choices(range(len(cold)), weights=sizes)[0]
        path, content = cold[at]
        self._has_rotted = True
        return path, content.flip_bit(rng.randrange(sizes[at]) if position is None else position, rng.randrange(8))


@functools.lru_cache(maxsize=4_096)
def _names(path: str) -> tuple[str, ...]:
    return tuple(name for name in os.path.abspath(path).split("/") if name)


def _files_below(path: str, directory: Directory) -> Iterator[tuple[str, File]]:
    for name, node in sorted(directory.names.items()):
        if isinstance(node, Directory):
            yield from _files_below(f"{path}/{name}", node)
        else:
            yield f"{path}/{name}", node

"""A disk in memory: the tree of directories and files, with the errors that Linux has. It outlives its broker.

    Directory ── name ─▶ Directory
              └─ name ─▶ File: bytes, time, mode, number          an open file stays when its name goes

Paths are absolute and as `os.path.abspath` writes them. Not here: descriptors and locks (`memory_filesystem`), and what
of it a power cut would leave: all that was written counts as durable.
"""

from __future__ import annotations

import errno
import itertools
import os
from collections.abc import Iterator
from typing import Final, TypeAlias

ROOM_BYTES: Final = 1 << 40
"""How large a disk is that nobody gave a size."""


class File:
    """A file's content, whatever its names."""

    __slots__ = ("data", "lock", "mode", "modified_ms", "number")

    def __init__(self, number: int, mode: int, modified_ms: int) -> None:
        self.number = number
        self.mode = mode
        self.modified_ms = modified_ms
        self.data = bytearray()
        self.lock: object | None = None
        """Who holds its exclusive lock."""


class Directory:
    """Names, and what they mean."""

    __slots__ = ("names",)

    def __init__(self) -> None:
        self.names: dict[str, Node] = {}


Node: TypeAlias = File | Directory


def failure(number: int, path: str) -> OSError:
    """Builds the error of a system call; of the class that Python gives its number."""
    return OSError(number, os.strerror(number), path)


class MemoryDisk:
    """One disk.

    Args:
        room_bytes: how much its files may hold together.
    """

    __slots__ = ("_numbers", "_root", "room_bytes")

    def __init__(self, room_bytes: int = ROOM_BYTES) -> None:
        self.room_bytes = room_bytes
        self._root = Directory()
        self._numbers = itertools.count(1)

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

    @property
    def used_bytes(self) -> int:
        """Returns the bytes of all files that have a name."""
        return sum(len(file.data) for file in self._files(self._root))

    def _files(self, directory: Directory) -> Iterator[File]:
        for node in directory.names.values():
            if isinstance(node, Directory):
                yield from self._files(node)
            else:
                yield node

    # ---- names ----------------------------------------------------------------------------------------------------

    def create(self, path: str, *, mode: int, now_ms: int) -> File:
        """Returns the file of a path, made where there is none. Raises OSError."""
        parent, name = self._parent(path)
        node = parent.names.get(name)
        if node is None:
            node = parent.names[name] = File(next(self._numbers), mode, now_ms)
        if isinstance(node, Directory):
            raise failure(errno.EISDIR, path)
        return node

    def make_directory(self, path: str) -> None:
        """Makes a directory. Raises FileExistsError: the name is taken."""
        parent, name = self._parent(path)
        if name in parent.names:
            raise failure(errno.EEXIST, path)
        parent.names[name] = Directory()

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
        del source_parent.names[source_name]
        parent.names[name] = node

    def remove(self, path: str) -> None:
        """Removes a file's name. Raises OSError."""
        self.file(path)
        parent, name = self._parent(path)
        del parent.names[name]

    def remove_tree(self, path: str) -> None:
        """Removes a directory's name, and with it all that is in it. Raises OSError."""
        self.directory(path)
        parent, name = self._parent(path)
        del parent.names[name]

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
        content = file.data
        grows = position + len(data) - len(content)
        lacks = self.used_bytes + grows - self.room_bytes if grows > 0 and self.room_bytes < ROOM_BYTES else 0
        if lacks > 0:
            data = data[: max(0, len(data) - lacks)]
        if data:
            if position > len(content):
                content.extend(bytes(position - len(content)))
            content[position : position + len(data)] = data
            file.modified_ms = now_ms
        if lacks > 0:
            raise failure(errno.ENOSPC, "")


def _names(path: str) -> list[str]:
    return [name for name in os.path.abspath(path).split("/") if name]

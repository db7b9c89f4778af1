"""The names of a simulated disk, and which of their changes a power loss may undo.

    Directory  names ─▶ File | Directory                  as every process sees them
               pending  create a · rename a b · unlink c   what the device has not: the last of them are lost first

Each creation, rename and removal is one change, undone whole or not at all, and those of one directory only from the
end: a journal. Directories have each their own; a rename from one into another stands in both. An fsync of the
directory makes all of its changes durable; one of a new file, as on ext4, those up to its creation, but not that its
directory has a name: ext4 would do that, too, and POSIX promises neither.
"""

from __future__ import annotations

import random
from typing import Final, TypeAlias

from kavka.simulation.disk_pages import PagedContent

PENDING_MAX: Final = 1024
"""Changes of one directory that may wait for an fsync; beyond, half are durable: a real journal is written by itself,
every few seconds."""


class File:
    """A file's content and attributes, whatever its name.

    Attributes:
        number: its own, on this disk.
        mode: durable with the file; nobody changes it.
        modified_ms: when it was written, as every process sees it.
        durable_ms: likewise, at its last fsync.
        content: its bytes.
        home: the directory that names it; None when none does.
        name: what it is called there.
        creation: the change that made it, while that may be lost.
        lock: who holds its exclusive lock.
    """

    __slots__ = ("content", "creation", "durable_ms", "home", "lock", "mode", "modified_ms", "name", "number")

    def __init__(self, number: int, mode: int, modified_ms: int) -> None:
        self.number = number
        self.mode = mode
        self.modified_ms = self.durable_ms = modified_ms
        self.content = PagedContent()
        self.home: Directory | None = None
        self.name = ""
        self.creation: NameChange | None = None
        self.lock: object | None = None

    @property
    def data(self) -> bytearray:
        """Returns the bytes as the page cache has them."""
        return self.content.data


class Directory:
    """Names, and what they mean.

    Attributes:
        names: what is in it.
        pending: changes that may be lost, oldest first.
        home: the directory that names it; None of the root and when none does.
        name: what it is called there.
    """

    __slots__ = ("home", "name", "names", "pending")

    def __init__(self) -> None:
        self.names: dict[str, Node] = {}
        self.pending: list[NameChange] = []
        self.home: Directory | None = None
        self.name = ""


Node: TypeAlias = File | Directory
Place: TypeAlias = tuple[Directory, str, Node | None]
"""A directory, a name in it, and what that means."""


class NameChange:
    """One creation, rename or removal.

    Attributes:
        former: what the names meant before.
    """

    __slots__ = ("former",)

    def __init__(self, former: tuple[Place, ...]) -> None:
        self.former = former


class NameJournal:
    """The changes of all directories of a disk that may be lost."""

    __slots__ = ("_unsynced",)

    def __init__(self) -> None:
        self._unsynced: dict[Directory, None] = {}

    def change(self, *places: Place) -> NameChange:
        """Gives names another meaning, or none, in one step."""
        change = NameChange(tuple((directory, name, directory.names.get(name)) for directory, name, _ in places))
        for directory, name, node in places:
            _put(directory, name, node)
        for directory in dict.fromkeys(directory for directory, _, _ in places):
            directory.pending.append(change)
            self._unsynced[directory] = None
            if len(directory.pending) > PENDING_MAX:
                self.sync_directory(directory, through=directory.pending[PENDING_MAX // 2])
        return change

    def sync_directory(self, directory: Directory, *, through: NameChange | None = None) -> None:
        """Makes the changes of a directory durable: all, or those up to one of them."""
        pending = directory.pending
        count = len(pending) if through is None else pending.index(through) + 1
        durable = pending[:count]
        del pending[:count]
        if not pending:
            self._unsynced.pop(directory, None)
        for change in durable:
            for other, _, _ in change.former:
                if change in other.pending:
                    self.sync_directory(other, through=change)

    def sync_creation(self, file: File) -> None:
        """Makes durable that a directory names a new file."""
        change, file.creation = file.creation, None
        if change is not None:
            directory = change.former[0][0]
            if change in directory.pending:
                self.sync_directory(directory, through=change)

    def write_back(self, rng: random.Random) -> None:
        """Makes the first changes of some directories durable, as the journal does in the background."""
        for directory in list(self._unsynced):
            kept = _prefix(len(directory.pending), rng)
            if kept:
                self.sync_directory(directory, through=directory.pending[kept - 1])

    def lose_power(self, rng: random.Random) -> None:
        """Undoes the last changes of each directory, none or some or all."""
        kept = {directory: _prefix(len(directory.pending), rng) for directory in self._unsynced}
        self._agree(kept)
        for directory, count in kept.items():
            for change in reversed(directory.pending[count:]):
                for place, name, former in change.former:
                    if place is directory:
                        _put(directory, name, former)
        for directory in kept:
            directory.pending.clear()
        self._unsynced.clear()

    def _agree(self, kept: dict[Directory, int]) -> None:
        """Lowers what is kept until a change of two directories is lost in both or in neither."""
        waiting = list(kept)
        while waiting:
            directory = waiting.pop()
            for change in directory.pending[kept[directory] :]:
                for other, _, _ in change.former:
                    at = other.pending.index(change)
                    if at < kept[other]:
                        kept[other] = at
                        waiting.append(other)


def _put(directory: Directory, name: str, node: Node | None) -> None:
    former = directory.names.pop(name, None)
    if former is not None and former.home is directory and former.name == name:
        former.home = None
    if node is not None:
        directory.names[name] = node
        node.home, node.name = directory, name


def _prefix(length: int, rng: random.Random) -> int:
    """Draws how many of the first of so many are kept; none and all are likelier than a number between."""
    return rng.choice((0, length, rng.randint(0, length)))

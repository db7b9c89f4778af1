"""The embedded server's disk: a transaction log and snapshots, so that the tree survives kill -9.

    data_dir/log.<first zxid, 16 hex digits>     every transaction, appended before it is acknowledged
    data_dir/snapshot.<zxid>                     the whole tree as it was after that transaction

    entry     ┌ length u32 ┬ crc32 u32 ┬ payload ┐    crc over the payload
    log       ┌ "KZKL" version u8 ┬ entry ┬ entry … ┐       an entry: the transactions of one commit
    snapshot  ┌ "KZKS" version u8 ┬ entry (the header) ┬ entries: sessions, nodes, parents before children … ┬ end ┐

Recovery takes the newest snapshot that is whole, then replays the logs from it on. The last log may end in an entry
that is not whole, in whichever of its pages: the next commit begins when the last one is on the disk, so nothing of it
was acknowledged. The tail goes to a `.torn` file and the log is cut there. Damage anywhere else, also before whole
entries of the last log, is refused, because what follows it was acknowledged (docs/decisions/0060).

Version 1 of the log, which is read and no more written, had an entry for each transaction: of several in one commit a
later one could be whole without an earlier one.

What was replayed is written once more and fsynced, before anything builds on it: after an fsync that failed the page
cache may hold what no later fsync makes durable.

A snapshot is written beside, fsynced and renamed, so that it is there whole or not at all; the two newest are kept,
with the logs from the older one on. Each start and each snapshot begin a new log. Directory and files are their
owner's alone: they hold credentials, and the passwords by which sessions are taken up again.

Not here: sockets, and when to write (`server/server.py`); system calls, which are the file system's. The format is our
own: ZooKeeper's tools do not read it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import string
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from struct import Struct
from struct import error as struct_error

from kavka.common.filesystem import PRIVATE_MODE, FileSystem
from kavka.timer.moments import UNKNOWN_WALL_MS, WallMs
from kavka.zk.node import Node, Session
from kavka.zk.ops import OPEN_ACL, Acl
from kavka.zk.tree import DataTree
from kavka.zk.txn import (
    Change,
    CloseSessionChange,
    CreateChange,
    DeleteChange,
    OpenSessionChange,
    SetAclChange,
    SetChange,
    Txn,
)

log = logging.getLogger(__name__)

LOG_MAGIC = b"KZKL\x02"
LOG_MAGICS = (b"KZKL\x01", LOG_MAGIC)
"""Those that are read: an entry of version 1 is one of version 2 with a single transaction."""
SNAPSHOT_MAGIC = b"KZKS\x01"
SNAPSHOTS_KEPT = 2

_ENTRY = Struct(">II")
_TXN = Struct(">qqI")
_LENGTH = Struct(">I")
_LONG = Struct(">q")
_NULL = b"\xff" * 4
"""The length of data that is null, not empty."""

_SESSION = Struct(">qi")
_PERMS = Struct(">i")
_NODE = Struct(">qqqqqqiiI")
_SNAPSHOT = Struct(">qqqq")
"""zxid, sessions, nodes, the wall clock when it was taken."""


class StorageCorrupt(Exception):
    """The data directory holds damage that no torn write explains; the message names the file and what to do."""


class StorageInUse(Exception):
    """Another process has the data directory."""


class StorageFailed(OSError):
    """The disk refused; the message names the directory, the system's reason, and what to do."""

    @classmethod
    def because(cls, data_dir: str, error: OSError) -> StorageFailed:
        """Returns the error for a disk that fails. Its message says what to do."""
        reason = error.strerror or str(error)
        return cls(
            f"the embedded ZooKeeper cannot write to {data_dir}: {reason}. What it acknowledged is on the disk; "
            "make room or repair the disk, then start again"
        )


def _text(value: str) -> bytes:
    raw = value.encode()
    return _LENGTH.pack(len(raw)) + raw


def _blob(value: bytes | None) -> bytes:
    if value is None:
        return _NULL
    return _LENGTH.pack(len(value)) + value


def _acl(acl: tuple[Acl, ...]) -> bytes:
    """Encodes an ACL. The open ACL, which nearly every node has, is one zero count."""
    if acl is OPEN_ACL:
        return _LENGTH.pack(0)
    return _LENGTH.pack(len(acl)) + b"".join(_PERMS.pack(a.perms) + _text(a.scheme) + _text(a.id) for a in acl)


class _Reader:
    """Takes an entry's payload apart; it passed its checksum, so a failure is a bug or a foreign version."""

    __slots__ = ("pos", "raw")

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.pos = 0

    def unpack(self, struct: Struct) -> tuple[int, ...]:
        values = struct.unpack_from(self.raw, self.pos)
        self.pos += struct.size
        return values

    def data(self) -> bytes | None:
        if self.raw.startswith(_NULL, self.pos):
            self.pos += len(_NULL)
            return None
        return self.blob()

    def blob(self) -> bytes:
        (length,) = self.unpack(_LENGTH)
        self.pos += length
        return self.raw[self.pos - length : self.pos]

    def text(self) -> str:
        return self.blob().decode()

    def acl(self) -> tuple[Acl, ...]:
        (count,) = self.unpack(_LENGTH)
        if count == 0:
            return OPEN_ACL
        return tuple(Acl(self.unpack(_PERMS)[0], self.text(), self.text()) for _ in range(count))


def encode_txn(txn: Txn) -> bytes:
    """Encodes a transaction, as `Storage.append` takes it."""
    return _TXN.pack(txn.zxid, txn.time_ms, len(txn.changes)) + b"".join(map(_encode_change, txn.changes))


def _entry(payload: bytes) -> bytes:
    return _ENTRY.pack(len(payload), zlib.crc32(payload)) + payload


def _encode_change(change: Change) -> bytes:
    if isinstance(change, CreateChange):
        head = b"C" + _text(change.path) + _blob(change.data)
        return head + _acl(change.acl) + _LONG.pack(change.owner)
    if isinstance(change, SetChange):
        return b"S" + _text(change.path) + _blob(change.data)
    if isinstance(change, DeleteChange):
        return b"D" + _text(change.path)
    if isinstance(change, SetAclChange):
        return b"A" + _text(change.path) + _acl(change.acl)
    if isinstance(change, OpenSessionChange):
        return b"+" + _SESSION.pack(change.session_id, change.timeout_ms) + _blob(change.password)
    return b"-" + _LONG.pack(change.session_id)


def decode_txns(payload: bytes) -> Iterator[Txn]:
    """Decodes the transactions of a log entry, given without its checksum."""
    reader = _Reader(payload)
    while reader.pos < len(payload):
        zxid, time_ms, count = reader.unpack(_TXN)
        yield Txn(zxid, WallMs(time_ms), tuple(_decode_change(reader) for _ in range(count)))


def _decode_change(reader: _Reader) -> Change:
    kind = reader.raw[reader.pos : reader.pos + 1]
    reader.pos += 1
    if kind == b"C":
        return CreateChange(reader.text(), reader.data(), reader.acl(), *reader.unpack(_LONG))
    if kind == b"S":
        return SetChange(reader.text(), reader.data())
    if kind == b"D":
        return DeleteChange(reader.text())
    if kind == b"A":
        return SetAclChange(reader.text(), reader.acl())
    if kind == b"+":
        session_id, timeout_ms = reader.unpack(_SESSION)
        return OpenSessionChange(session_id, timeout_ms, reader.blob())
    if kind == b"-":
        return CloseSessionChange(*reader.unpack(_LONG))
    raise StorageCorrupt(f"unknown kind of change {kind!r}: written by a later version?")


def iter_entries(data: bytes, pos: int) -> Iterator[tuple[int, bytes]]:
    """Yields (end position, payload) of every whole entry; ends at the first one that is not."""
    end = len(data)
    while pos + _ENTRY.size <= end:
        length, crc = _ENTRY.unpack_from(data, pos)
        start = pos + _ENTRY.size
        # No entry is empty, but zeros that a file system left behind would pass for one.
        if not 0 < length <= end - start:
            return
        payload = data[start : start + length]
        if zlib.crc32(payload) != crc:
            return
        pos = start + length
        yield pos, payload


def _entry_after(data: bytes, damaged_at: int, last_zxid: int) -> int | None:
    """Finds the first whole entry after a damage; None when there is none.

    It is found by its zxid, which is near the last one, so that the first five of its eight bytes are known.
    """
    prefix = (last_zxid + 1).to_bytes(8)[:5]
    found = data.find(prefix, damaged_at + _ENTRY.size + 1)
    while found >= 0:
        start = found - _ENTRY.size
        length, crc = _ENTRY.unpack_from(data, start)
        if _TXN.size <= length <= len(data) - found and zlib.crc32(data[found : found + length]) == crc:
            return start
        found = data.find(prefix, found + 1)
    return None


def encode_snapshot(tree: DataTree, *, now_ms: WallMs) -> bytes:
    """Encodes the whole tree and its sessions as a snapshot."""
    parts = [SNAPSHOT_MAGIC, _entry(_SNAPSHOT.pack(tree.last_zxid, len(tree.sessions), len(tree.nodes), now_ms))]
    for session in tree.sessions.values():
        parts.append(_entry(_SESSION.pack(session.session_id, session.timeout_ms) + _blob(session.password)))
    # A parent's path is shorter than its children's and sorts before them.
    for path, node in sorted(tree.nodes.items()):
        stat = _NODE.pack(
            node.czxid, node.mzxid, node.pzxid, node.ctime, node.mtime, node.owner,
            node.version, node.aversion, node.children_created,
        )  # fmt: skip
        parts.append(_entry(_text(path) + _blob(node.data) + _acl(node.acl) + stat))
    return b"".join(parts)


def decode_snapshot(data: bytes) -> DataTree | None:
    """Decodes a snapshot's tree, without a journal; None when the file is not whole."""
    if not data.startswith(SNAPSHOT_MAGIC):
        return None
    entries = iter_entries(data, len(SNAPSHOT_MAGIC))
    try:
        zxid, sessions, nodes, _ = _SNAPSHOT.unpack(next(entries)[1])
        tree = DataTree()
        loaded_sessions = [_session(_Reader(next(entries)[1])) for _ in range(sessions)]
        tree.load([_node(_Reader(next(entries)[1])) for _ in range(nodes)], loaded_sessions, last_zxid=zxid)
    except (StopIteration, struct_error, KeyError):
        return None
    return tree


def _session(reader: _Reader) -> Session:
    session_id, timeout_ms = reader.unpack(_SESSION)
    return Session(session_id, timeout_ms, reader.blob())


def _node(reader: _Reader) -> tuple[str, Node]:
    path = reader.text()
    node = Node(reader.data(), reader.acl(), owner=0, zxid=0, time_ms=UNKNOWN_WALL_MS)
    (
        node.czxid, node.mzxid, node.pzxid, ctime, mtime, node.owner,
        node.version, node.aversion, node.children_created,
    ) = reader.unpack(_NODE)  # fmt: skip
    node.ctime, node.mtime = WallMs(ctime), WallMs(mtime)
    return path, node


class Storage:
    """The files of one embedded server. One process at a time: the caller holds the directory.

    Args:
        data_dir: its owner's alone; created if it is not there.
        filesystem: has it.
    """

    def __init__(self, data_dir: str, filesystem: FileSystem) -> None:
        self._dir = data_dir
        self._filesystem = filesystem
        self._fd = -1
        self._lock_fd = -1
        # Logs that were followed by another one and are not yet known to be on the disk.
        self._retired_fds: list[int] = []
        self._is_new_file = False
        self.log_bytes = 0
        """Size of the log that is being written: the caller's measure of when a snapshot is due."""

    def recover(self) -> DataTree:
        """Recovers the tree, and opens a new log for what comes.

        Raises:
            StorageCorrupt: damage that is not a torn tail.
            StorageInUse: another server has the directory.
            StorageFailed: the disk refuses.
        """
        try:
            return self._recover()
        except BaseException as error:
            self.abandon()
            if isinstance(error, OSError):
                raise StorageFailed.because(self._dir, error) from error
            raise

    def _recover(self) -> DataTree:
        self._make_directory()
        self._lock()
        self._close_to_others()
        for name in self._filesystem.list_directory(self._dir):
            if name.endswith(".tmp"):
                self._filesystem.remove(self._path(name))
        tree = self._newest_snapshot()
        logs = self._numbered("log")
        for position, (_, path) in enumerate(logs):
            following = logs[position + 1][0] if position + 1 < len(logs) else None
            if following is None or following > tree.last_zxid + 1:
                whole = self._replay(tree, path, is_last=following is None)
                # What is begun now builds on it, and will be durable; of what a killed process wrote nobody knows that.
                # Nor would an fsync make it so: after one that failed the kernel may call pages clean that are nowhere
                # but in memory. They are written once more.
                self._filesystem.write_private(path, whole)
        if logs:
            # Nor of the names: a log that took the place of one without a transaction is else its `.tmp` again.
            self._filesystem.fsync_path(self._dir)
        self.roll(tree.last_zxid + 1)
        return tree

    def append(self, txns: Sequence[bytes]) -> None:
        """Hands transactions to the kernel as one entry; they survive the process's death, not the machine's.

        Of one call a recovery finds all or none, and none before it has found those of all earlier calls.

        Raises:
            OSError: the disk refuses; nothing after this may be acknowledged.
        """
        entry = _entry(b"".join(txns))
        self._filesystem.pwrite(self._fd, entry, self.log_bytes)
        self.log_bytes += len(entry)

    def sync(self) -> None:
        """Syncs the log to the disk, the file's name included.

        What was appended survives the machine's death. Blocks.
        """
        self._filesystem.fsync(self._fd)
        if self._is_new_file:
            self._filesystem.fsync_path(self._dir)
            self._is_new_file = False

    def roll(self, first_zxid: int) -> None:
        """Begins the log whose first transaction will be `first_zxid`.

        The one before is made safe, and closed, by the next `write_snapshot`, which blocks anyway.
        """
        if self._fd >= 0:
            self._retired_fds.append(self._fd)
            self._fd = -1
        path = self._path(f"log.{first_zxid:016x}")
        self._filesystem.write_unsynced(path, LOG_MAGIC, mode=PRIVATE_MODE)
        self._fd = self._filesystem.open(path)
        self._is_new_file = True
        self.log_bytes = len(LOG_MAGIC)

    def write_snapshot(self, zxid: int, data: bytes) -> None:
        """Puts a snapshot in place and deletes what it makes superfluous. Blocks: meant for a thread."""
        self._close_retired()
        self._filesystem.write_private(self._path(f"snapshot.{zxid:016x}"), data)
        self._purge()

    def close(self) -> None:
        """Makes the log safe, closes it, and releases the directory.

        Raises:
            OSError: the disk refuses; the directory is released all the same.
        """
        try:
            self._close_retired()
            if self._fd >= 0:
                self.sync()
        finally:
            self.abandon()

    def abandon(self) -> None:
        """Releases the directory without touching the disk again."""
        for fd in (*self._retired_fds, self._fd, self._lock_fd):
            if fd >= 0:
                self._filesystem.close_fd(fd)
        self._retired_fds.clear()
        self._fd = self._lock_fd = -1

    def _close_retired(self) -> None:
        while self._retired_fds:
            self._filesystem.fsync(self._retired_fds[0])
            self._filesystem.close_fd(self._retired_fds.pop(0))

    def _close_to_others(self) -> None:
        """Credentials and sessions' passwords are in these files, and earlier versions made them for everybody."""
        for path in (self._dir, *map(self._path, self._filesystem.list_directory(self._dir))):
            self._filesystem.close_to_others(path)

    def _make_directory(self) -> None:
        """Makes the directory if need be, and has a power loss leave it its name, and those above it theirs."""
        unsynced: list[str] = []
        above = os.path.abspath(self._dir)
        while not self._filesystem.exists(above):
            above = os.path.dirname(above)
            unsynced.append(above)
        self._filesystem.make_private_directory(self._dir)
        for path in unsynced:
            with contextlib.suppress(PermissionError):  # whoever may make something there may perhaps not list it
                self._filesystem.fsync_path(path)

    def _lock(self) -> None:
        # The kernel lets the lock go with the process, however it dies.
        fd = self._filesystem.lock(self._path("lock"))
        if fd is None:
            raise StorageInUse(f"another ZooKeeper has {self._dir}: stop it, or name another directory")
        self._lock_fd = fd

    def _path(self, name: str) -> str:
        return os.path.join(self._dir, name)

    def _numbered(self, stem: str) -> list[tuple[int, str]]:
        """Returns the files of a kind by their zxid, oldest first."""
        found = []
        for name in self._filesystem.list_directory(self._dir):
            kind, _, digits = name.partition(".")
            if kind == stem and len(digits) == 16 and set(digits) <= set(string.hexdigits):
                found.append((int(digits, 16), self._path(name)))
        return sorted(found)

    def _newest_snapshot(self) -> DataTree:
        snapshots = self._numbered("snapshot")
        for _, path in reversed(snapshots):
            tree = decode_snapshot(self._filesystem.read_file(path))
            if tree is not None:
                return tree
            log.warning("%s is damaged; trying the one before it", path)
        if snapshots:
            raise StorageCorrupt(f"no snapshot in {self._dir} is whole: restore the directory, or empty it")
        return DataTree()

    def _replay(self, tree: DataTree, path: str, *, is_last: bool) -> bytes:
        """Replays a log, and returns what of it counts."""
        data = self._filesystem.read_file(path)
        good = len(LOG_MAGIC) if data.startswith(LOG_MAGICS) else 0
        if good:
            for end, payload in iter_entries(data, good):
                for txn in decode_txns(payload):
                    if txn.zxid > tree.last_zxid + 1:
                        raise StorageCorrupt(f"{path}: transactions before 0x{txn.zxid:x} are missing")
                    if txn.zxid > tree.last_zxid:
                        tree.replay(txn)
                good = end
        if good == len(data):
            return data
        if not is_last:
            raise StorageCorrupt(f"{path} is damaged at byte {good}, and later logs build on it")
        following = _entry_after(data, good, tree.last_zxid)
        if following is not None:
            raise StorageCorrupt(
                f"{path} is damaged at byte {good}, and whole transactions follow at byte {following}: that is no torn "
                f"write. Restore the file; or, if losing what follows is acceptable, cut it: truncate -s {good} {path}"
            )
        log.warning("%s ends in a torn write: %d bytes are put aside", path, len(data) - good)
        self._filesystem.write_private(f"{path}.torn", data[good:])
        return data[:good]

    def _purge(self) -> None:
        snapshots = self._numbered("snapshot")
        for _, path in snapshots[:-SNAPSHOTS_KEPT]:
            self._filesystem.remove(path)
        if len(snapshots) < SNAPSHOTS_KEPT:
            return
        oldest_kept = snapshots[-SNAPSHOTS_KEPT][0]
        logs = self._numbered("log")
        # A log is needed while it holds a transaction after the snapshot; the one being written always is.
        for (_, path), (following, _) in pairwise(logs):
            if following <= oldest_kept + 1:
                self._filesystem.remove(path)

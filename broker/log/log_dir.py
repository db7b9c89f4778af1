"""One data directory: whether it can be trusted, and the lock that keeps a second broker out of it.

The first I/O error fences the whole directory (KAFKA-10778): what the page cache holds after a failed write or fsync is
anybody's guess, and a retry that "succeeds" proves nothing. Every operation of its logs then raises KafkaStorageError
until the broker is restarted; the other directories serve on. A directory that was full, and nothing else, comes back
when there is room (`dir_returns`), as another object: what belonged to this one is fenced for good.

A shortage of descriptors or memory is no I/O error (`filesystem.is_shortage`): the directory stays, whoever asked is
told so (ResourceShortage, for clients a KAFKA_STORAGE_ERROR that they try again), and where a change was half done the
one log is closed until the next startup.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Iterable

from kavka.common.filesystem import FileSystem, has_no_room, is_shortage
from kavka.protocol.disk.errors import CorruptCheckpoint
from kavka.protocol.disk.file_names import LOCK_FILE, META_PROPERTIES_FILE
from kavka.protocol.disk.property_files import decode_properties, encode_meta_properties
from kavka.protocol.errors import CorruptMessage, KafkaStorageError, ResourceShortage
from kavka.protocol.records.errors import CorruptRecords

NEW_DIR_FILE = ".new-directory"
"""Until it is known whether logs are missing that should be in a directory that was empty (`replica.missing_logs`)."""
ROOM_PROBE_FILE = ".room-probe"
"""What is written to find out whether a directory that was full has room again."""

_log = logging.getLogger(__name__)


class LogDirError(Exception):
    """The data directories cannot be used, for a reason the user can mend. The message says what."""


class DirectoryInUse(LogDirError):
    """Another process has the directory; the message names it."""


class LogDir:
    """A data directory.

    Attributes:
        path: absolute.
        failure: why it is offline; None while it is online.
        is_full: whether it is offline for want of room, and nothing worse was seen in it since.
        shortages: operations that descriptors or memory did not suffice for.
    """

    __slots__ = ("_filesystem", "_lock_fd", "_on_failure", "failure", "is_full", "path", "shortages")

    def __init__(
        self, path: str, filesystem: FileSystem, *, on_failure: Callable[[LogDir], None] | None = None
    ) -> None:
        self.path = os.path.abspath(path)
        self.failure: str | None = None
        self.is_full = False
        self.shortages = 0
        self._filesystem = filesystem
        self._on_failure = on_failure
        self._lock_fd: int | None = None

    def __str__(self) -> str:
        return self.path

    @property
    def is_online(self) -> bool:
        """Tells whether no I/O error was seen in the directory."""
        return self.failure is None

    def file(self, name: str) -> str:
        """Returns the path of a file in the directory."""
        return os.path.join(self.path, name)

    def room(self) -> tuple[int, int]:
        """Returns the total and the usable bytes of the directory's file system.

        Raises:
            KafkaStorageError: the file system does not say.
        """
        try:
            return self._filesystem.total_bytes(self.path), self._filesystem.free_bytes(self.path)
        except OSError as error:
            raise self.fail(error, "looking at its file system") from error

    def lock(self) -> None:
        """Makes the directory if need be and takes its lock.

        Raises:
            DirectoryInUse: another process holds it.
            OSError: it cannot be made or written to.
        """
        self._make()
        self._lock_fd = self._filesystem.lock(self.file(LOCK_FILE))
        if self._lock_fd is None:
            raise DirectoryInUse(
                f"the data directory {self.path} is in use by another broker (it holds {LOCK_FILE}): "
                "stop that one, or give this one another log.dirs"
            )

    def _make(self) -> None:
        """Makes the directory if need be, and what is above it, and has a power cut leave them their names.

        Else all of a new broker's records could go with the name of what holds them, however often they are fsynced.
        """
        unsynced: list[str] = []
        above = self.path
        while not self._filesystem.exists(above):
            above = os.path.dirname(above)
            unsynced.append(above)
        self._filesystem.make_directory(self.path)
        for path in unsynced:
            with contextlib.suppress(PermissionError):  # whoever may make something there may perhaps not list it
                self._filesystem.fsync_path(path)

    def unlock(self) -> None:
        """Releases the directory's lock."""
        if self._lock_fd is not None:
            self._filesystem.close_fd(self._lock_fd)
            self._lock_fd = None

    def fail(self, error: OSError, doing: str) -> KafkaStorageError:
        """Takes the directory offline, once, unless it is no error of the disk.

        One that was only full counts as broken from the first other error on, and is reported once more.

        Returns:
            What the operation that saw the error raises.
        """
        if is_shortage(error):
            return self._short(error, doing)
        if self.failure is None or (self.is_full and not has_no_room(error)):
            self.is_full = has_no_room(error)
            self.failure = f"{doing}: {error}"
            what = "is full, and offline," if self.is_full else "is offline after an I/O error"
            _log.error("data directory %s %s while %s: %s", self.path, what, doing, error)
            if self._on_failure is not None:
                self._on_failure(self)
        return KafkaStorageError(f"data directory {self.path} is offline: {self.failure}")

    def stay_offline(self, reason: str) -> None:
        """Keeps a directory that was full offline, as a broken one, until a restart."""
        _log.error("data directory %s stays offline until this broker starts anew: %s", self.path, reason)
        self.is_full = False
        self.failure = reason
        if self._on_failure is not None:
            self._on_failure(self)

    def _short(self, error: OSError, doing: str) -> ResourceShortage:
        self.shortages += 1
        if self.shortages.bit_count() == 1:  # the 1st, 2nd, 4th, 8th …: it may come with each request
            _log.error(
                "%s: %s (%d times in %s so far); the disk is not to blame, `kavka doctor` tells of limits",
                doing,
                error.strerror or error,
                self.shortages,
                self.path,
            )
        return ResourceShortage(f"{doing}: {error.strerror or error}; nothing is lost, try again")

    def guard(self, doing: str, *, if_short: Callable[[str], object] | None = None) -> DiskGuard:
        """Makes a `with` block whose OSError takes the directory offline. The error comes out as KafkaStorageError.

        Batches that turn out to be damaged come out as CorruptMessage, and the directory stays online.

        Args:
            doing: what, for people.
            if_short: called when descriptors or memory were short, with the reason: for what must not stay half done.
        """
        return DiskGuard(self, doing, if_short)

    def check_online(self) -> None:
        """Raises KafkaStorageError once the directory is offline."""
        if self.failure is not None:
            raise KafkaStorageError(f"data directory {self.path} is offline: {self.failure}")


class DiskGuard:
    """See `LogDir.guard`."""

    __slots__ = ("_doing", "_if_short", "_log_dir")

    def __init__(self, log_dir: LogDir, doing: str, if_short: Callable[[str], object] | None = None) -> None:
        self._log_dir = log_dir
        self._doing = doing
        self._if_short = if_short

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, OSError):
            if self._if_short is not None and is_shortage(error):
                self._if_short(f"{self._doing} was half done: {error.strerror}; restart the broker")
            raise self._log_dir.fail(error, self._doing) from error
        if isinstance(error, CorruptRecords):
            raise CorruptMessage(f"{self._doing}: {error}") from error


def stored_broker_id(paths: Iterable[str], filesystem: FileSystem) -> int | None:
    """Reads the broker id that the directories were used with; None when none of them says.

    Raises:
        LogDirError: they say different ones.
    """
    ids = {}
    for path in paths:
        stored = read_meta_properties(os.path.abspath(path), filesystem).get("broker.id", "")
        if stored.isdigit():
            ids[int(stored)] = path
    if len(ids) > 1:
        raise LogDirError(f"the data directories belong to different brokers: {ids}")
    return next(iter(ids), None)


def read_meta_properties(path: str, filesystem: FileSystem) -> dict[str, str]:
    """Reads `meta.properties` of a directory; nothing when it is missing or broken, or cannot be read."""
    try:
        return decode_properties(filesystem.read_file(os.path.join(path, META_PROPERTIES_FILE)))
    except (OSError, CorruptCheckpoint):
        return {}


def claim(log_dir: LogDir, filesystem: FileSystem, *, broker_id: int, cluster_id: str | None) -> None:
    """Checks that a directory belongs to this broker and cluster. Where nothing is noted yet, the two are noted.

    Raises:
        LogDirError: it belongs to somebody else.
        OSError: it cannot be written to.
    """
    stored = read_meta_properties(log_dir.path, filesystem)
    for name, ours in (("broker.id", str(broker_id)), ("cluster.id", cluster_id)):
        if ours is not None and stored.get(name, ours) != ours:
            raise LogDirError(
                f"the data directory {log_dir.path} was used with {name}={stored[name]}, "
                f"this broker has {name}={ours}: "
                f"give it another log.dirs, or remove {META_PROPERTIES_FILE} there if the data may be taken over"
            )
    if not stored:
        filesystem.create_empty(log_dir.file(NEW_DIR_FILE))  # on the device before the next file says whose it is
    if cluster_id is not None and not {"broker.id", "cluster.id"} <= stored.keys():
        data = encode_meta_properties(broker_id=broker_id, cluster_id=cluster_id)
        filesystem.write_atomically(log_dir.file(META_PROPERTIES_FILE), data)

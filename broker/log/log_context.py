"""What the parts of one log share: which log it is, where its files are, what it may do to the world.

    LogIdentity   partition and data directory, for good; what others note of a log they note by it
    LogEffects    the disk, chance, and what a log asks of its owner; one for all logs of a broker
    LogContext    the two, the topic's configuration, the directory's path, and whether the log may still be used

Not here: what a log holds (`log_files`), and what is done with it (`log`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.log_changes import LogChanges
from kavka.broker.log.log_dir import DiskGuard
from kavka.broker.log.log_identity import LogIdentity
from kavka.common.filesystem import FileSystem
from kavka.protocol.errors import KafkaStorageError

NEVER_IN_THREADS: Final = 1 << 62
"""More bytes than any append has."""


class LogHooks:
    """What a log asks of its owner."""

    __slots__ = ("changes", "damage_changed", "files_deleted", "may_put_off", "rolled", "start_moved", "truncated")

    def __init__(
        self,
        *,
        files_deleted: Callable[[list[str], int], None],
        rolled: Callable[[LogIdentity], None],
        truncated: Callable[[LogIdentity], None] = lambda log: None,
        damage_changed: Callable[[LogIdentity], None] = lambda log: None,
        start_moved: Callable[[LogIdentity], None] = lambda log: None,
        changes: LogChanges | None = None,
        may_put_off: bool = True,
    ) -> None:
        self.files_deleted = files_deleted  # paths, delay in ms: remove them then
        self.rolled = rolled  # a segment was sealed: flush it when there is time
        self.truncated = truncated  # it ends earlier now: what was noted of its end may be above it
        self.damage_changed = damage_changed  # it is complete no more, or again
        self.start_moved = start_moved  # by retention, or by who may delete records: others want to know it
        self.changes = changes or LogChanges()
        self.may_put_off = may_put_off  # whether somebody will write the producers' snapshots that a roll puts off


def hooks_without_owner(filesystem: FileSystem) -> LogHooks:
    """Makes the hooks of a log that nobody keeps house for: what it asks is done at once, or not at all."""

    def remove(paths: list[str], delay_ms: int) -> None:
        for path in paths:
            filesystem.remove(path)

    return LogHooks(files_deleted=remove, rolled=lambda log: None, may_put_off=False)


class LogEffects:
    """What logs do to the world.

    Attributes:
        filesystem: the disk.
        hooks: what they ask of their owner.
        jitter_ms: draws how much earlier a segment rolls, at most as much as it is given.
        thread_bytes: from this size on an append that may wait is written by a disk thread.
        has_topic_ids: whether topics have ids in this cluster; else a file that says one is of another time.
    """

    __slots__ = ("filesystem", "has_topic_ids", "hooks", "jitter_ms", "thread_bytes")

    def __init__(
        self,
        filesystem: FileSystem,
        hooks: LogHooks,
        jitter_ms: Callable[[int], int],
        thread_bytes: int = NEVER_IN_THREADS,
        *,
        has_topic_ids: bool = True,
    ) -> None:
        self.filesystem = filesystem
        self.hooks = hooks
        self.jitter_ms = jitter_ms
        self.thread_bytes = thread_bytes
        self.has_topic_ids = has_topic_ids

    @classmethod
    def alone(cls, filesystem: FileSystem, jitter_ms: Callable[[int], int] = lambda limit: 0) -> LogEffects:
        """Makes the effects of logs without an owner."""
        return cls(filesystem, hooks_without_owner(filesystem), jitter_ms)


class LogContext:
    """What the parts of one log share.

    Attributes:
        identity: which log it is.
        directory: where its files are; changed by a move alone.
        config: the topic's, replaced whole when it changes.
        effects: what it does to the world.
    """

    __slots__ = ("_problem", "config", "directory", "effects", "identity")

    def __init__(self, identity: LogIdentity, directory: str, config: LogConfig, effects: LogEffects) -> None:
        self.identity = identity
        self.directory = directory
        self.config = config
        self.effects = effects
        self._problem: str | None = None

    def __str__(self) -> str:
        return self.identity.name

    @property
    def name(self) -> str:
        """Returns the partition's name, for messages."""
        return self.identity.name

    @property
    def filesystem(self) -> FileSystem:
        """Returns the disk."""
        return self.effects.filesystem

    @property
    def is_closed(self) -> bool:
        """Tells whether the log was closed, in order or not."""
        return self._problem is not None

    def close(self, problem: str) -> None:
        """Ends the log's use, for good: whatever is asked of it raises KafkaStorageError from now on."""
        assert self._problem is None, f"{self} is closed already: {self._problem}"
        self._problem = problem

    def check_usable(self) -> None:
        """Raises KafkaStorageError once the log is closed, or its directory offline."""
        if self._problem is not None:
            raise KafkaStorageError(f"{self} cannot be used: {self._problem}")
        log_dir = self.identity.log_dir
        if log_dir.failure is not None:
            log_dir.check_online()

    def fail(self, error: OSError, doing: str) -> KafkaStorageError:
        """Reports an error of the disk; returns what the operation that saw it raises. See `LogDir.fail`."""
        return self.identity.log_dir.fail(error, f"{doing} {self}")

    def guard(self, doing: str, *, if_short: Callable[[str], object] | None = None) -> DiskGuard:
        """Makes a `with` block whose OSError takes the directory offline; see `LogDir.guard`."""
        return self.identity.log_dir.guard(f"{doing} {self}", if_short=if_short)

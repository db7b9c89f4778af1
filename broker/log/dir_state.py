"""One data directory: its logs, copies and checkpoints; what is done with them is `data_dirs`'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.log.checkpoint_files import OffsetCheckpoint
from kavka.protocol.disk.file_names import (
    CLEANER_OFFSET_FILE,
    HIGH_WATERMARK_FILE,
    LOG_START_OFFSET_FILE,
    RECOVERY_POINT_FILE,
)

if TYPE_CHECKING:
    from kavka.broker.log.log import Log
    from kavka.broker.log.log_dir import LogDir
    from kavka.broker.log.log_identity import LogIdentity
    from kavka.common.filesystem import FileSystem
    from kavka.common.types import TopicPartition


class DirState:
    """One data directory and what is known of it."""

    __slots__ = (
        "cleaner_offsets",
        "futures",
        "has_unsynced_names",
        "high_watermarks",
        "is_loaded",
        "is_new",
        "log_dir",
        "logs",
        "recovery_points",
        "start_offsets",
        "was_clean",
    )

    def __init__(self, log_dir: LogDir, filesystem: FileSystem) -> None:
        self.log_dir = log_dir
        self.logs: dict[TopicPartition, Log] = {}
        self.futures: dict[TopicPartition, Log] = {}
        """Copies that grow here of logs that are in other directories."""
        self.recovery_points = OffsetCheckpoint(log_dir, RECOVERY_POINT_FILE, filesystem)
        self.start_offsets = OffsetCheckpoint(log_dir, LOG_START_OFFSET_FILE, filesystem)
        self.high_watermarks = OffsetCheckpoint(log_dir, HIGH_WATERMARK_FILE, filesystem)
        self.cleaner_offsets = OffsetCheckpoint(log_dir, CLEANER_OFFSET_FILE, filesystem)
        self.was_clean = False
        self.is_loaded = False
        self.has_unsynced_names = True
        """Logs have been taken away since the directory's names were last fsynced, or in an earlier life: a power loss
        may bring them back."""
        self.is_new = False
        """It was empty when it was taken for the first time, and nobody has looked yet what should be in it."""

    @property
    def checkpoints(self) -> tuple[OffsetCheckpoint, ...]:
        """Returns the directory's four offset checkpoints."""
        return self.recovery_points, self.start_offsets, self.high_watermarks, self.cleaner_offsets

    def find(self, identity: LogIdentity) -> Log | None:
        """Finds the log or copy with that identity; None when it is not, or not yet, or no more here."""
        for logs in (self.logs, self.futures):
            log = logs.get(identity.topic_partition)
            if log is not None and log.identity is identity:
                return log
        return None

    @property
    def all_logs(self) -> dict[TopicPartition, Log]:
        """Returns the directory's logs and copies; it never has both of one partition."""
        return self.logs | self.futures

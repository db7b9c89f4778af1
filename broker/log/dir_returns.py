"""Brings data directories back that were full, when there is room again: as after a crash, while the broker runs.

    waiting ─▶ has_room ─▶ open_again ─▶ complete
       │          │             │            └ on the loop, in one step: the new directory and its logs replace the old
       │          │             └ the old logs are closed; in a thread: lock, recovery of every log, under a new LogDir
       │          └ in a thread: the file system says so, and a probe file can be written and fsynced
       └ offline for want of room, and for nothing else

Every log is read as after a kill -9: what an append left half written is cut, epochs and producers come from the files.
The old LogDir and its logs stay fenced, whoever still holds them: a flush or a cleaning that ends late finds nothing to
break. A copy that grew there when the room ended is removed, since it is what took the room; its log is elsewhere.

Not here: when to look, and who is notified (`replica.log_dir_returns`); a directory with any other error, which is a
restart's; making room, which is whoever runs the broker's.
"""

from __future__ import annotations

import logging
import random
from typing import TYPE_CHECKING, Final

from kavka.broker.log.log_dir import ROOM_PROBE_FILE, LogDirError, read_meta_properties
from kavka.broker.log.partition_directories import copied_partition, held_partition, takes_over_path
from kavka.common.filesystem import NO_ROOM, is_shortage
from kavka.common.pace import pass_turn
from kavka.protocol.disk.directory_names import DELETE_SUFFIX, UNIQUE_BITS, unique_name

if TYPE_CHECKING:
    from kavka.broker.log.data_dirs import DataDirs
    from kavka.broker.log.dir_loader import DirLoader
    from kavka.broker.log.dir_state import DirState
    from kavka.broker.log.housekeeping import Housekeeping
    from kavka.broker.log.log import Log
    from kavka.common.filesystem import FileSystem
    from kavka.common.types import TopicPartition

PROBE_CHUNK_BYTES: Final = 1024 * 1024
LOGS_PER_SLICE: Final = 100
"""Logs whose files are closed before others get their turn on the loop."""

_log = logging.getLogger(__name__)


class DirReturns:
    """The directories that may come back.

    Args:
        dirs: the directories.
        loader: opens logs.
        housekeeping: removes what lies there to be removed.
        filesystem: the disk.
        rng: for the content of probes, which must not be compressible, and for names.

    Attributes:
        opening: the directory whose logs are being opened again, or wait for `complete`.
        completed: how many came back.
    """

    __slots__ = ("_dirs", "_filesystem", "_housekeeping", "_is_stopped", "_loader", "_rng", "completed", "opening")

    def __init__(
        self,
        dirs: DataDirs,
        loader: DirLoader,
        housekeeping: Housekeeping,
        *,
        filesystem: FileSystem,
        rng: random.Random,
    ) -> None:
        self._dirs = dirs
        self._loader = loader
        self._housekeeping = housekeeping
        self._filesystem = filesystem
        self._rng = rng
        self._is_stopped = False
        self.opening: DirState | None = None
        self.completed = 0

    @property
    def interval_ms(self) -> int:
        """Returns the interval between checks for room, in ms; 0: never, as in Kafka."""
        return self._dirs.settings().kavka_log_dir_retry_interval_ms

    @property
    def waiting(self) -> list[DirState]:
        """Returns the full directories that come back when there is room."""
        if self.interval_ms == 0:
            return []
        return [state for state in self._dirs.states if state.log_dir.is_full]

    # ---- room -----------------------------------------------------------------------------------------------------

    async def has_room(self, state: DirState) -> bool:
        """Tells whether a full directory has `kafka.log.dir.retry.free.bytes` of room again."""
        log_dir = state.log_dir
        wanted = self._dirs.settings().kavka_log_dir_retry_free_bytes
        try:
            await self._filesystem.run(self._remove_copies, state)
            return await self._filesystem.run(self._probe, state, wanted)
        except OSError as error:
            if error.errno not in NO_ROOM:
                log_dir.fail(error, "looking for room")
            return False

    def _remove_copies(self, state: DirState) -> None:
        """Removes copies of logs that are in other directories; nobody copies into an offline one any more."""
        for name in self._filesystem.subdirectories(state.log_dir.path):
            copied = copied_partition(name)
            log = None if copied is None else self._dirs.get(copied)
            if log is not None and log.log_dir is not state.log_dir and log.log_dir.is_online:
                _log.warning("%s moves no more: its copy in %s is removed to make room", copied, state.log_dir)
                self._filesystem.remove_tree(state.log_dir.file(name))

    def _probe(self, state: DirState, wanted: int) -> bool:
        """Writes and fsyncs so many bytes, and removes them.

        Raises:
            OSError: they could not be written.
        """
        filesystem, path = self._filesystem, state.log_dir.file(ROOM_PROBE_FILE)
        if filesystem.free_bytes(state.log_dir.path) < wanted:
            return False
        chunk = self._rng.randbytes(min(wanted, PROBE_CHUNK_BYTES))
        fd = filesystem.open(path, create=True)
        try:
            for position in range(0, wanted, PROBE_CHUNK_BYTES):
                filesystem.pwrite(fd, chunk[: wanted - position], position)
            filesystem.fsync(fd)
        finally:
            filesystem.close_fd(fd)
            filesystem.remove(path)
        return True

    # ---- opening --------------------------------------------------------------------------------------------------

    async def open_again(self, state: DirState) -> DirState | None:
        """Opens every log of a directory again; until `complete` nobody else sees them.

        Returns:
            The directory as it comes back; None where it does not, and has said why.
        """
        assert self.opening is None
        for number, log in enumerate(state.all_logs.values(), 1):
            log.abandon("its directory was full, and its logs are opened anew")
            if number % LOGS_PER_SLICE == 0:
                await pass_turn()
        state.log_dir.unlock()
        fresh = self.opening = self._dirs.renewed(state)
        elsewhere = {log.topic_partition: log for log in self._dirs.logs if log.log_dir is not state.log_dir}
        try:
            leftovers = await self._filesystem.run(self._open_all, fresh, elsewhere)
        except (OSError, LogDirError) as error:
            self.let_go()
            self._refuse(state, error)
            return None
        except Exception:
            self.let_go()
            raise
        if not (fresh.log_dir.is_online and state.log_dir.is_full):  # something went wrong meanwhile, and has said so
            self.let_go()
            return None
        for path in leftovers:
            self._housekeeping.remove_later([path], self._dirs.default_config.file_delete_delay_ms)
        return fresh

    def _open_all(self, fresh: DirState, elsewhere: dict[TopicPartition, Log]) -> list[str]:
        if not read_meta_properties(fresh.log_dir.path, self._filesystem):
            raise LogDirError(f"{fresh.log_dir} has no meta.properties: it is not the directory that was full")
        self._loader.take(fresh)
        self._put_away_moved(fresh, elsewhere)

        def log_found(topic_partition: TopicPartition, name: str) -> None:
            if self._is_stopped:
                raise LogDirError("the broker stops")
            config = self._dirs.default_config
            fresh.logs[topic_partition] = self._loader.open_log(fresh, topic_partition, config, name)

        leftovers = self._loader.load(
            fresh, elsewhere=elsewhere, log_found=log_found, copy_found=lambda copied, name: None
        )
        fresh.is_loaded = True
        return leftovers

    def _put_away_moved(self, fresh: DirState, elsewhere: dict[TopicPartition, Log]) -> None:
        """Renames the logs that have moved elsewhere since this directory failed."""
        for name in self._filesystem.subdirectories(fresh.log_dir.path):
            moved = held_partition(name)
            log = None if moved is None else elsewhere.get(moved)
            if moved is not None and log is not None and self._filesystem.exists(takes_over_path(log.directory)):
                _log.warning("%s in %s is put away: the one in %s is newer", moved, fresh.log_dir, log.log_dir)
                renamed = unique_name(moved, DELETE_SUFFIX, self._rng.getrandbits(UNIQUE_BITS))
                self._filesystem.rename(fresh.log_dir.file(name), fresh.log_dir.file(renamed))

    def _refuse(self, state: DirState, error: OSError | LogDirError) -> None:
        if isinstance(error, LogDirError):
            state.log_dir.stay_offline(str(error))
        elif is_shortage(error) or error.errno in NO_ROOM:
            _log.warning("data directory %s stays offline for now: %s", state.log_dir, error)
        else:
            state.log_dir.fail(error, "opening its logs again")

    def complete(self, state: DirState) -> None:
        """Replaces the directory that failed by the one that was opened."""
        fresh = self.opening
        assert fresh is not None
        self.opening = None
        self._dirs.replace(state, fresh)
        self.completed += 1
        _log.warning("data directory %s has room again: its %d logs are back", fresh.log_dir, len(fresh.logs))

    def stop(self) -> None:
        """Stops opening logs."""
        self._is_stopped = True

    def let_go(self) -> None:
        """Closes the directory that was opened and is not in use."""
        if self.opening is not None:
            for log in self.opening.all_logs.values():
                log.abandon("its directory did not come back")
            self.opening.log_dir.unlock()
            self.opening = None

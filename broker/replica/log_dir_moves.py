"""Moves replicas between the data directories of their broker (AlterReplicaLogDirs, KIP-113), while they are in use.

    alter ─▶ a copy begins: <other dir>/<topic>-<partition>.<hex>-future
               │  chunk by chunk, one partition after the other, no faster than the quota:
               ▼
             align ─▶ read from the log ─▶ append to the copy ─▶ … ─▶ fsync ─▶ the rest ─▶ alike: the copy takes over
               ▲ the log was truncated
               └── back to where both agree, by leader epoch (as a follower would, `follower_fetch.truncation_offset`)

The last chunk and the exchange are one step of the loop, so nothing is appended in between. Whoever waits for the
partition waits on: it is the same partition with another log. A broker that dies goes on with the copy that it finds;
a copy whose directory fails is forgotten, and the log is where it was. A move from a directory that fails is over.

Not here: directories and their names (`log.future_logs`), the request (`handlers.alter_replica_log_dirs`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kavka.broker.log.cold_read import ColdRead
from kavka.broker.replica.follower_fetch import truncation_offset
from kavka.common.pace import pass_turn
from kavka.common.supervised import Supervisor
from kavka.common.types import TopicPartition
from kavka.protocol.disk.directory_names import can_be_copied
from kavka.protocol.epochs import NO_LEADER_EPOCH
from kavka.protocol.errors import InvalidTopic, KafkaError, LogDirNotFound, ReplicaNotAvailable, ResourceShortage

if TYPE_CHECKING:
    from kavka.broker.log.log import Log
    from kavka.broker.log.log_manager import LogManager
    from kavka.broker.replica.partition import Partition
    from kavka.broker.replica.replication_quota import ReplicationQuota
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

CHUNK_BYTES: Final = 64 * 1024
"""Copied at a time (one batch excepted): what other work waits for. 5 ms where each batch is one small record; with
four times as much a move costs a quarter less CPU where batches have 16 kB, and other work waits four times as long."""
DELAY_MS_MAX: Final = 1_000
"""Pause before the quota is looked at again: it may have been raised."""
SHORTAGE_PAUSE_MS: Final = 500
"""Before a copy goes on that found no descriptors."""
COLD_ROUNDS_MAX: Final = 8
"""How often a chunk is loaded before it is read come what may, as for fetches."""


class Move:
    """One replica on its way."""

    __slots__ = ("cold_rounds", "future", "is_flushed", "partition", "truncations")

    def __init__(self, partition: Partition, future: Log) -> None:
        self.partition = partition
        self.future = future
        self.truncations = -1  # those of the log that the copy takes account of: it must be aligned first
        self.is_flushed = False
        self.cold_rounds = 0


class LogDirMoves:
    """What moves on one broker.

    Args:
        log_manager: has the logs and the copies.
        clock: for the quota and for segments.
        quota: of what is copied.
        find: finds a partition, None where this broker holds none.
        on_moved: called with each partition that has another log now.
        supervisor: keeps one partition's failure from the others.
    """

    __slots__ = ("_clock", "_find", "_log_manager", "_moves", "_on_moved", "_quota", "_supervisor", "_wake")

    def __init__(
        self,
        log_manager: LogManager,
        *,
        clock: Clock,
        quota: ReplicationQuota,
        find: Callable[[TopicPartition], Partition | None],
        on_moved: Callable[[Partition], None],
        supervisor: Supervisor | None = None,
    ) -> None:
        self._supervisor = supervisor or Supervisor()
        self._log_manager = log_manager
        self._clock = clock
        self._quota = quota
        self._find = find
        self._on_moved = on_moved
        self._moves: dict[TopicPartition, Move] = {}
        self._wake = asyncio.Event()

    def __len__(self) -> int:
        return len(self._moves)

    # ---- what others ask for --------------------------------------------------------------------------------------

    def alter(self, topic_partition: TopicPartition, path: str) -> None:
        """Moves a replica to a data directory; to the one that it is in: gives up a move elsewhere.

        Raises:
            InvalidTopic: the topic's name is too long for a copy's directory.
            LogDirNotFound: the broker has no such directory.
            KafkaStorageError: a directory that matters is offline.
            ReplicaNotAvailable: the broker holds no such replica; should it come, it will be made there.
        """
        if not can_be_copied(topic_partition):
            raise InvalidTopic(f"the name of {topic_partition} is too long for the directory of a copy")
        if not os.path.isabs(path):
            raise LogDirNotFound(f"log directory {path!r} is not absolute")
        path = os.path.normpath(path)
        self._log_manager.state_of(path).log_dir.check_online()
        partition = self._find(topic_partition)
        if partition is None:
            self._log_manager.prefer(topic_partition, path)
            raise ReplicaNotAvailable(f"there is no replica of {topic_partition} here; it would be made in {path}")
        partition.log.log_dir.check_online()
        future = self._log_manager.futures.get(topic_partition)
        if future is not None and future.log_dir.path != path:
            self.stop(topic_partition)
            self._log_manager.futures.drop(topic_partition)
            future = None
        if path == partition.log.log_dir.path:
            return
        if future is None:
            self._log_manager.futures.create(topic_partition, path)
            _log.info("%s moves from %s to %s", topic_partition, partition.log.log_dir, path)
        self.resume(partition)

    def resume(self, partition: Partition) -> None:
        """Resumes a partition's move, if one has begun, even before a restart of the broker."""
        topic_partition = partition.topic_partition
        future = self._log_manager.futures.get(topic_partition)
        if future is None or topic_partition in self._moves:
            return
        if future.log_dir is partition.log.log_dir:
            self._log_manager.futures.drop(topic_partition)
            return
        if partition.log.config.is_compacted and topic_partition in self._log_manager.futures.found:
            # The log may have been cleaned while nobody copied it, and what was copied have lost its meaning.
            self._log_manager.futures.drop(topic_partition)
            try:
                future = self._log_manager.futures.create(topic_partition, future.log_dir.path)
            except KafkaError as error:
                _log.warning("%s moves no more: %s", topic_partition, error.message)
                return
        self._moves[topic_partition] = Move(partition, future)
        self._wake.set()

    def stop(self, topic_partition: TopicPartition) -> None:
        """Stops copying a partition; what was copied stays."""
        self._moves.pop(topic_partition, None)

    # ---- copying --------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Copies what moves, until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._moves:
                for move in list(self._moves.values()):
                    await self._wait_for_quota()
                    if self._is_current(move):
                        await self._try_step(move)
                    await pass_turn()

    async def _try_step(self, move: Move) -> None:
        has_failed = True
        with self._supervisor.item("move between data directories", move.partition):
            await self.step(move)
            has_failed = False
        if has_failed and self._is_current(move):
            self.stop(move.partition.topic_partition)  # it would fail the same way

    async def run_due(self) -> None:
        """Copies one chunk of each move, if the quota has room. For tests, which move the clock themselves."""
        for move in list(self._moves.values()):
            if self._is_current(move) and not self._quota.is_exceeded(self._clock.monotonic_ms()):
                await self.step(move)

    async def _wait_for_quota(self) -> None:
        while self._quota.is_exceeded(now_ms := self._clock.monotonic_ms()):
            await self._clock.sleep(self._quota.delay_ms(now_ms, DELAY_MS_MAX))

    def _is_current(self, move: Move) -> bool:
        return self._moves.get(move.partition.topic_partition) is move

    async def step(self, move: Move) -> None:
        """Copies one chunk, or fsyncs before the last; an error ends this move and no other."""
        try:
            is_alike = self._copy_chunk(move)
            if is_alike and not move.is_flushed:
                await move.future.flush_async(now_ms=self._clock.now_ms())
                move.is_flushed = True
        except ColdRead as cold:
            move.cold_rounds += 1
            with contextlib.suppress(OSError):  # the read that follows meets the error, too, and fails the directory
                await self._log_manager.filesystem.run(cold.load)
            if cold.loaded is not None:
                cold.loaded()
        except ResourceShortage:
            await self._clock.sleep(SHORTAGE_PAUSE_MS)
        except KafkaError as error:
            if self._is_current(move):
                self._give_up(move, error)

    def _give_up(self, move: Move, error: KafkaError) -> None:
        topic_partition = move.partition.topic_partition
        _log.warning("%s moves no more: %s", topic_partition, error.message)
        self.stop(topic_partition)
        self._log_manager.futures.forget(topic_partition)

    def _copy_chunk(self, move: Move) -> bool:
        """Copies one chunk, and returns whether the copy has everything then.

        One that has it on disk, too, takes over at once.

        Raises:
            ColdRead: what is to be copied is not in memory.
            KafkaError: what either log has against it.
        """
        log, future = move.partition.log, move.future
        if move.is_flushed:
            log.settle()  # the log that is taken over has nothing in flight, for it is copied, too
        self._align(move)
        if future.log_end_offset < log.log_start_offset:
            future.truncate_fully_and_start_at(log.log_start_offset, now_ms=self._clock.now_ms())
        end_offset = log.log_end_offset
        if future.log_end_offset < end_offset:
            records, _ = log.read_batches(
                future.log_end_offset, CHUNK_BYTES, end_offset, True, move.cold_rounds >= COLD_ROUNDS_MAX
            )
            move.cold_rounds = 0
            future.append_as_follower(records, now_ms=self._clock.now_ms())
            self._quota.record(len(records), self._clock.monotonic_ms())
        future.maybe_increment_high_watermark(log.high_watermark)
        start_offset = min(log.log_start_offset, future.high_watermark)
        if future.log_start_offset < start_offset and future.maybe_increment_log_start_offset(start_offset):
            future.delete_segments_before_start()
        is_alike = future.log_end_offset == end_offset
        if is_alike and move.is_flushed:
            self._take_over(move)
        return is_alike

    def _align(self, move: Move) -> None:
        """Truncates the copy to what the log still has: it follows a leader that made it truncate, or did before."""
        log, future = move.partition.log, move.future
        while move.truncations != log.durability.truncations:
            epoch = future.leader_epoch_cache.latest_epoch
            if epoch == NO_LEADER_EPOCH:
                offset, is_final = min(future.high_watermark, log.log_end_offset), True
            else:
                log_epoch, end_offset = log.leader_epoch_cache.end_offset_for(epoch, log.log_end_offset)
                offset, is_final = truncation_offset(future, log_epoch, end_offset)
            if future.truncate_to(offset, now_ms=self._clock.now_ms()):
                _log.info("%s: the copy is truncated to %d, as the log was", future.topic_partition, offset)
            if is_final:
                move.truncations = log.durability.truncations

    def _take_over(self, move: Move) -> None:
        partition, future = move.partition, move.future
        log = partition.log
        assert future.log_end_offset == log.log_end_offset, f"{partition}: the copy is not whole"
        assert future.high_watermark <= log.high_watermark, f"{partition}: the copy has committed more than the log"
        for epoch, start_offset in log.leader_epoch_cache.entries:
            if epoch > future.leader_epoch_cache.latest_epoch:  # one in which nothing was written yet
                with future.log_dir.guard(f"writing the leader epoch of {partition}"):
                    future.leader_epoch_cache.assign(epoch, start_offset)
        partition.log = self._log_manager.futures.take_over(partition.topic_partition)
        log.tell_watchers()
        self.stop(partition.topic_partition)
        _log.info("%s is in %s now, was in %s", partition, future.log_dir, log.log_dir)
        self._on_moved(partition)

"""Makes one log durable: what has to be fsynced is gathered on the loop, and waited for in a thread.

    begin ─▶ FlushJob: descriptors of the segments behind the recovery point, paths of everything else
               └─ run, in a thread ─▶ finish: the recovery point moves, unless the log was truncated meanwhile

Indexes are written before, the epochs' and snapshots' files and the directory's name are fsynced with the batches. The
job itself, and what it has achieved, is `flush`'s; when it is due, `housekeeping`'s.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Sequence

from kavka.broker.log.flush import FlushJob
from kavka.broker.log.log_context import LogContext
from kavka.broker.log.log_files import LogFiles
from kavka.broker.log.log_offsets import LogOffsets
from kavka.broker.log.partition_metadata import TopicIdFile
from kavka.broker.log.segment import LogSegment
from kavka.common.pace import Pace
from kavka.protocol.errors import ResourceShortage
from kavka.timer.moments import UNKNOWN_WALL_MS, WallMs


class LogFlusher:
    """Flushes one log.

    Args:
        context: which log it is.
        files: what is flushed.
        offsets: up to where.
        topic_id: whose file is fsynced once.
    """

    __slots__ = ("_context", "_files", "_offsets", "_topic_id")

    def __init__(self, context: LogContext, files: LogFiles, offsets: LogOffsets, topic_id: TopicIdFile) -> None:
        self._context = context
        self._files = files
        self._offsets = offsets
        self._topic_id = topic_id

    def is_due(self, now_ms: WallMs) -> bool:
        """Tells whether `flush.ms` or `flush.messages` wants a flush."""
        config = self._context.config
        return self._files.durability.is_due(now_ms, messages=config.flush_messages, interval_ms=config.flush_ms)

    def begin(self) -> FlushJob | None:
        """Gathers what a flush must fsync; None when everything is durable already."""
        context, files, end_offset = self._context, self._files, self._offsets.log_end_offset
        context.check_usable()
        if self._files.durability.is_complete(end_offset):
            return None
        with context.guard("flushing"):
            segments = files.segments.from_offset(self._files.durability.recovery_point)
            for segment in segments:
                segment.write_indexes()
            paths = [path for segment in segments for path in (segment.offset_index.path, segment.time_index.path)]
            paths += [segment.txn_index.path for segment in segments if segment.has_txn_index]
            paths += [files.snapshots.path(offset) for offset in files.snapshots.offsets[-2:]]
            # The directory's own name may be new as well, and stands in the data directory.
            paths += [files.leader_epoch_cache.path, context.directory, context.identity.log_dir.path]
            if self._topic_id.is_unsynced:
                paths.append(self._topic_id.path)
            fds = self._fds_of(segments)
        self._topic_id.is_unsynced = False
        return self._files.durability.begin(end_offset, fds=fds, paths=paths)

    def _fds_of(self, segments: Sequence[LogSegment]) -> list[int]:
        fds: list[int] = []
        try:
            for segment in segments:
                fds.append(segment.fd_for_flush())
        except OSError:
            for fd in fds:
                self._context.filesystem.close_fd(fd)
            raise
        return fds

    def flush(self, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> None:
        """Fsyncs everything appended so far, and waits for it. For startups, shutdowns and threads, not for the loop.

        Raises:
            KafkaStorageError: an fsync failed; that is never tried again.
        """
        job = self.begin()
        if job is not None:
            with self._flushing(job):
                job.run(self._context.filesystem)
            self._flushed(job, now_ms)

    async def flush_async(self, *, now_ms: WallMs = UNKNOWN_WALL_MS) -> None:
        """Fsyncs everything appended so far, waiting in a thread.

        Raises:
            KafkaStorageError: an fsync failed; that is never tried again.
        """
        job = self.begin()
        if job is not None:
            filesystem = self._context.filesystem
            with self._flushing(job):
                try:
                    await filesystem.run(job.run, filesystem)
                finally:
                    job.abandon(filesystem)  # nothing, once it runs
            self._flushed(job, now_ms)

    @contextlib.contextmanager
    def _flushing(self, job: FlushJob) -> Iterator[None]:
        """Leaves to the next flush what a job has not flushed that found no descriptors, or that nobody waited for."""
        try:
            with self._context.guard("flushing"):
                yield
        except (ResourceShortage, asyncio.CancelledError):
            self._files.durability.is_directory_unsynced = True
            if self._topic_id.path in job.paths:
                self._topic_id.is_unsynced = True
            raise

    def _flushed(self, job: FlushJob, now_ms: WallMs) -> None:
        context = self._context
        context.filesystem.flushes.note(job.took_ns)
        self._files.durability.finish(job, log_end_offset=self._offsets.log_end_offset, now_ms=now_ms)
        context.effects.hooks.changes.recovery_points[context.identity] = None

    async def write_snapshots(self, pace: Pace) -> None:
        """Writes the producers' snapshots that rolls have put off.

        Raises:
            KafkaStorageError: the disk failed.
        """
        snapshots = self._files.snapshots
        if snapshots.has_put_off:
            with self._context.guard("writing the producers of"):
                await snapshots.write_put_off(pace)

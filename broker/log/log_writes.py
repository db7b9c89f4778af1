"""The append of one log whose bytes a disk thread writes, from when it is accepted until it can be read.

           as_leader, as_follower                        a disk thread is done, or somebody waited where it stood
                     │                                              │
    idle ── accept: numbered, rolled, handed over ──▶ in flight ── done ──▶ commit: offsets, indexes, producers ──▶ idle
                                                          │         └─ it failed: the directory, and who waits for it
                                                          └── drop: the log is closed as it is ──▶ who waits fails

A log has at most one append in flight. Until it is done the log is what it was before: nothing in memory changes before
the page cache has the bytes (KAFKA-6683), in a thread as on the loop. So whoever reads the log end offset, the segments
or the producers meets no record that cannot be read, and a failed write has nothing to take back. The one thing that is
new is the accepted end (`LogOffsets.accepted_end_offset`), which the next append has to begin at.

    appends that come meanwhile     wait their turn, or, where they cannot wait, for the write (`settle`)
    what changes the end or the
    active segment: roll, truncate,
    close, another leader           waits for the write where it stands: its callers are plain calls
    what closes the log as it is    drops it

Not here: which appends are handed over (`log_appender`), who awaits them (`handlers.produce`, `replica.fetcher`), and
threads (`FileSystem.begin_pwritev`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import final

from kavka.broker.log.log_context import LogContext
from kavka.broker.log.log_offsets import LogOffsets
from kavka.broker.log.segment import LogSegment
from kavka.broker.log.validator import CheckedRecords, ValidRecords
from kavka.common.filesystem import DiskWrite
from kavka.protocol.errors import KafkaError, KafkaStorageError
from kavka.protocol.records.crc32c import Buffer


@final
class AppendInFlight:
    """One append that was accepted.

    Attributes:
        valid: its batches, numbered.
        truncations: how often the log had lost its end when this was accepted.
    """

    __slots__ = ("_error", "_is_over", "truncations", "valid")

    def __init__(self, valid: ValidRecords, truncations: int) -> None:
        self.valid = valid
        self.truncations = truncations
        self._error: BaseException | None = None
        self._is_over = asyncio.Event()

    def __len__(self) -> int:
        return len(self.valid.buffer)

    @property
    def is_over(self) -> bool:
        """Tells whether it is committed, or has failed."""
        return self._is_over.is_set()

    def end(self, error: BaseException | None) -> None:
        """Ends it: committed, or failed with an error."""
        assert not self.is_over, "an append ends once"
        self._error = error
        self._is_over.set()

    async def wait(self) -> None:
        """Waits until it is committed, or has failed."""
        await self._is_over.wait()

    def result(self) -> ValidRecords:
        """Returns the batches, which are in the log; raises what went wrong."""
        assert self.is_over, "the append is in flight"
        if self._error is not None:
            raise self._error
        return self.valid


class LongAppend(Exception):
    """An append that is not done yet.

    Attributes:
        append: what is waited for: itself, or the one before it.
        records: what is to be appended again when that is over.
    """

    def __init__(self, append: AppendInFlight, records: Buffer | CheckedRecords | AppendInFlight) -> None:
        super().__init__("a disk thread is writing to this log")
        self.append = append
        self.records = records


class LogWrites:
    """The append in flight of one log, if there is one.

    Invariant: while one is in flight the log's end, its active segment and its producers stay as they are.

    Args:
        context: which log it is.
        offsets: which know the accepted end.

    Attributes:
        in_flight: the append; None: nothing is being written.
    """

    __slots__ = ("_commit", "_context", "_offsets", "_write", "in_flight")

    def __init__(self, context: LogContext, offsets: LogOffsets) -> None:
        self._context = context
        self._offsets = offsets
        self._write: DiskWrite | None = None
        self._commit: Callable[[], None] | None = None
        self.in_flight: AppendInFlight | None = None

    def begin(
        self,
        segment: LogSegment,
        buffers: Sequence[Buffer],
        valid: ValidRecords,
        *,
        truncations: int,
        commit: Callable[[], None],
    ) -> AppendInFlight:
        """Accepts an append and hands its bytes over.

        Args:
            segment: the active one.
            buffers: the bytes, in pieces.
            valid: the batches in them, numbered.
            truncations: how often the log has lost its end so far.
            commit: takes note of the batches once the page cache has them.

        Raises:
            OSError: it cannot be handed over; nothing has changed.
        """
        assert self.in_flight is None, f"{self._context}: one append at a time"
        self._write = segment.begin_append(buffers, len(valid.buffer), self._done)
        last = valid.batches[-1][1]
        self._offsets.accept(last.base_offset + last.last_offset_delta + 1)
        self._commit = commit
        append = self.in_flight = AppendInFlight(valid, truncations)
        return append

    def settle(self) -> None:
        """Waits where it stands until nothing is in flight.

        A write that fails takes the directory offline, as ever; whoever awaits the append has the error.
        """
        if self._write is not None:
            self._done(self._write.finish())

    def drop(self, problem: str) -> None:
        """Fails the append in flight, if there is one: the log is closed as it is."""
        if self._write is not None:
            self._write.drop()
            append, _ = self._take()
            append.end(KafkaStorageError(f"{self._context} cannot be used: {problem}"))

    def _done(self, error: BaseException | None) -> None:
        """Commits the append, which is written; one that is not fails as if it had been written on the loop."""
        append, commit = self._take()
        outcome: BaseException | None = error
        try:
            if error is None:
                outcome = KafkaStorageError(f"{self._context}: what was written could not be noted")  # unless it is now
                commit()
                outcome = None
            elif isinstance(error, OSError):
                outcome = self._context.fail(error, "appending to")
        except KafkaError as failure:
            outcome = failure.with_traceback(None)
        finally:
            append.end(outcome)

    def _take(self) -> tuple[AppendInFlight, Callable[[], None]]:
        """Makes the log idle; its append is still to be ended."""
        append, commit = self.in_flight, self._commit
        assert append is not None
        assert commit is not None
        self.in_flight = self._commit = self._write = None
        self._offsets.accept(None)
        return append, commit

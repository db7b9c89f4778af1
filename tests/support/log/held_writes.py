"""A disk whose large writes wait until the test says so, and a log that hands every append over to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kavka.broker.log.log import Log
from kavka.broker.log.log_context import LogEffects, hooks_without_owner
from kavka.broker.log.log_writes import LongAppend
from kavka.common.filesystem import OnWritten
from kavka.protocol.epochs import LeaderEpoch
from kavka.simulation.later_write import LaterWrite
from kavka.timer.moments import WallMs
from tests.support.log.building import NOW_MS, FailingDisk, LogBench, batch


class HoldingDisk(FailingDisk):
    """The machine's disk; what is handed over is done when the test asks for it, or when somebody waits for it."""

    __slots__ = ("held",)

    def __init__(self) -> None:
        super().__init__()
        self.held: dict[LaterWrite, None] = {}

    def begin_pwritev(  # type: ignore[override]
        self, fd: int, buffers: Sequence[Any], position: int, size: int, on_done: OnWritten
    ) -> LaterWrite:
        return LaterWrite(lambda part: self.pwritev(fd, buffers, position, size), size, on_done, self.held)

    def release(self, index: int = 0) -> None:
        """Does one of the writes, as a thread would."""
        list(self.held)[index].do()


def hold_writes(bench: LogBench) -> HoldingDisk:
    """Gives the logs of a bench a disk that holds their writes, whatever their size."""
    disk = bench.filesystem = HoldingDisk()
    bench.log_dir = type(bench.log_dir)(bench.log_dir.path, disk)
    bench.effects = LogEffects(disk, hooks_without_owner(disk), jitter_ms=lambda limit: 0, thread_bytes=1)
    return disk


def begin(log: Log, *values: bytes, records: Any = None, epoch: int = 0, **kwargs: Any) -> LongAppend:
    """Begins an append as the leader; returns what it waits for."""
    sent = batch(*values, **kwargs) if records is None else records
    try:
        log.append_as_leader(sent, LeaderEpoch(epoch), WallMs(NOW_MS), True, may_take_long=False)
    except LongAppend as long:
        return long
    raise AssertionError("it was appended at once")


def again(log: Log, long: LongAppend, *, epoch: int = 0) -> Any:
    """Appends again what waited; returns what the append did."""
    assert long.append.is_over
    return log.append_as_leader(long.records, LeaderEpoch(epoch), WallMs(NOW_MS), True, may_take_long=False)

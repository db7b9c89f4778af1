"""What the next batch of a stream covers: positions in, positions out. The source's state machine, without Spark.

    start ──▶ next_end(start, now, limit) ──▶ end ──▶ ranges(start, end) ──▶ one task each

`next_end` asks the cluster and may differ each time; what it returns is on disk before a record moves.
`ranges` asks nothing that matters: the same start, end and options are the same ranges, in this run and in the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kavka.pipeline.failures import HINT, DataLossError, PipelineError
from kavka.pipeline.source.offsets import (
    NO_CUT,
    UNRESOLVED,
    Cut,
    OffsetJson,
    Positions,
    available,
    cut_in,
    end_offset,
    from_json,
    share,
    starts_in,
)
from kavka.pipeline.source.options import BoundKind, ReadOptions
from kavka.pipeline.source.positions import PositionResolver
from kavka.pipeline.source.ranges import OffsetRange, cut
from kavka.timer.clock import Clock
from kavka.timer.moments import MonotonicMs


class StreamPlan:
    """Plans batches for as long as a query runs.

    Args:
        options: of the read.
        resolver: asks the cluster.
        clock: for maxTriggerDelay.
    """

    def __init__(self, options: ReadOptions, resolver: PositionResolver, clock: Clock) -> None:
        self._options = options
        self._resolver = resolver
        self._clock = clock
        self._target: Positions | None = None
        self._triggered_ms: MonotonicMs | None = None

    def initial(self) -> OffsetJson:
        """Returns a constant: Spark asks twice a run, and again after a crash (`offsets`)."""
        return {UNRESOLVED: self._options.start.text()}

    def ends(self) -> Positions:
        """Returns the current ends of the logs."""
        return self._resolver.latest(self._resolver.subscribed())

    def stop_at_ends(self) -> None:
        """Fixes the current log ends as the stream's end (Trigger.AvailableNow)."""
        self._target = self.ends()

    def next_end(self, start: Mapping[str, Any], *, is_limited: bool) -> OffsetJson:
        """Returns the end of the batch after `start`; `start` itself, unchanged, when there is nothing to do.

        Args:
            start: the end before, or `initial()`.
            is_limited: whether the options' limits count; Trigger.Once has none.

        Raises:
            DataLossError: a log is shorter than what has been read of it.
        """
        ends = self.ends() if self._target is None else dict(self._target)
        if UNRESOLVED in start:
            known: Positions = {}
            new = self._first(ends)
        else:
            known = from_json(start)
            self._check_no_loss(known, ends)
            new = self._resolver.earliest([tp for tp in ends if tp not in known])
        begins = {tp: new.get(tp, known.get(tp, 0)) for tp in ends}
        for tp in new:  # looked up after the ends were
            ends[tp] = max(ends[tp], begins[tp])
        if new and self._target is not None:
            self._target = dict(ends)
        if not new and known == ends:
            return dict(start)
        if not new and self._waits(available(begins, ends), is_limited=is_limited):
            return dict(start)
        if is_limited and self._options.offsets_max is not None:
            ends = share(begins, ends, self._options.offsets_max)
        # A range is a file in an archive: cutting it otherwise in a re-run would make other files.
        is_cut = not self._options.is_ranges
        return end_offset(new, ends, Cut(self._options.partitions_min, self._options.records_max) if is_cut else NO_CUT)

    def _first(self, ends: Positions) -> Positions:
        """Where the first batch begins."""
        starts = self._resolver.starts(sorted(ends))
        if self._options.start.kind is BoundKind.OFFSETS:
            for tp, start in starts.items():
                if start > ends[tp]:
                    raise PipelineError(f"startingOffsets has {start} for {tp}, which ends at {ends[tp]}")
        return starts

    def _waits(self, count: int, *, is_limited: bool) -> bool:
        """Whether to wait for minOffsetsPerTrigger; not for longer than maxTriggerDelay, and not at the end."""
        now_ms = self._clock.monotonic_ms()
        least = self._options.offsets_min
        is_overdue = self._triggered_ms is None or now_ms - self._triggered_ms >= self._options.trigger_delay_ms_max
        if least is None or not is_limited or self._target is not None or is_overdue or count >= least:
            self._triggered_ms = now_ms
            return False
        return True

    def _check_no_loss(self, read: Positions, ends: Positions) -> None:
        if not self._options.fail_on_data_loss:
            return
        for tp, offset in sorted(read.items()):
            if tp not in ends:
                raise DataLossError(f"{tp} has been read up to {offset} and is gone or not subscribed to now; {HINT}")
            if ends[tp] < offset:
                raise DataLossError(
                    f"{tp} has been read up to {offset} and ends at {ends[tp]} now: it was truncated or created anew; "
                    f"{HINT}"
                )

    def ranges(self, start: Mapping[str, Any], end: Mapping[str, Any]) -> list[OffsetRange]:
        """Plans one range for each task of a batch, by the offsets alone.

        They are sorted by topic and partition.

        Raises:
            DataLossError: a partition's end is before its start.
        """
        begins, ends = starts_in(start, end), from_json(end)
        ranges = []
        for tp, stop in sorted(ends.items()):
            if tp not in begins:
                raise PipelineError(f"the checkpoint does not say where {tp} begins; it was not written by this source")
            if begins[tp] > stop and self._options.fail_on_data_loss:
                raise DataLossError(f"{tp} would be read from {begins[tp]} to {stop}; {HINT}")
            if begins[tp] < stop:
                ranges.append(OffsetRange(tp.topic, tp.partition, begins[tp], stop))
        wanted = cut_in(end)
        return cut(ranges, partitions_min=wanted.partitions_min, records_max=wanted.records_max)

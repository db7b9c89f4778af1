"""Ranges of offsets: what one task of Spark's reads. Cutting is a pure function of the ranges and the options.

    orders-0  [0 ───────────────────────────── 900)        minPartitions=4
    orders-1  [0 ──── 100)                              ▶  orders-0 [0,300) [300,600) [600,900)   orders-1 [0,100)

A batch that is run again must give the same rows to the same task, or the sink does not know what was written before:
nothing here looks at brokers, executors or the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple


class OffsetRange(NamedTuple):
    """Records of one partition from `start` up to, not including, `end`."""

    topic: str
    partition: int
    start: int
    end: int

    @property
    def size(self) -> int:
        """Returns the number of offsets, gaps included."""
        return self.end - self.start


def cut(
    ranges: Sequence[OffsetRange], *, partitions_min: int | None = None, records_max: int | None = None
) -> list[OffsetRange]:
    """Cuts ranges into smaller ones for more tasks.

    Args:
        ranges: one for each partition, none empty.
        partitions_min: how many ranges there shall be at least (`minPartitions`); the largest are cut most. Rounding
            may give a few fewer, as in Spark.
        records_max: how many offsets a range has at most (`maxRecordsPerPartition`).
    """
    cut_by_size: list[OffsetRange] = []
    for one in ranges:
        parts = 1 if records_max is None else -(-one.size // records_max)
        cut_by_size += _pieces(one, parts)
    if partitions_min is None or len(cut_by_size) >= partitions_min:
        return cut_by_size
    total = sum(one.size for one in cut_by_size)
    ideal = total / partitions_min
    # Those smaller than a fair share stay whole; what they leave over is for the others.
    large = [one for one in cut_by_size if one.size > ideal]
    wanted = partitions_min - (len(cut_by_size) - len(large))
    size_large = sum(one.size for one in large)
    result: list[OffsetRange] = []
    for one in cut_by_size:
        parts = max(round(wanted * one.size / size_large), 1) if one.size > ideal else 1
        result += _pieces(one, min(parts, one.size))
    return result


def _pieces(one: OffsetRange, parts: int) -> list[OffsetRange]:
    bounds = [one.start + one.size * number // parts for number in range(parts + 1)]
    return [one._replace(start=start, end=end) for start, end in pairwise(bounds)]

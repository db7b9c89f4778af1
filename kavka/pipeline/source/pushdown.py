"""Filters that narrow what is fetched: on partition, offset, topic and timestamp.

    partition = 2, partition IN (…)     whole partitions, exactly                      taken over
    topic = 'a', topic IN (…)           likewise                                       taken over
    offset =, <, <=, >, >=              the range, exactly                             taken over
    timestamp >, >=                     the first offset of that age, by ListOffsets   rows are still filtered
    anything else                       nothing                                        rows are still filtered

A timestamp only moves the start: before the first record that is old enough there is none, but behind it may be some
that are not, since producers set timestamps as they like.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from kavka.common.types import TopicPartition
from kavka.pipeline.source.ranges import OffsetRange

if TYPE_CHECKING:
    from pyspark.sql.datasource import Filter

    from kavka.pipeline.source.positions import PositionResolver

OFFSET_MAX = 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """What filters ask for; as it stands, everything."""

    partitions: frozenset[int] | None = None
    topics: frozenset[str] | None = None
    offset_min: int = 0
    offset_max: int = OFFSET_MAX
    timestamp_ms_min: int | None = None

    def narrowed(self, one: OffsetRange) -> OffsetRange | None:
        """Returns the part of a range that passes the filters; None when nothing does."""
        if self.partitions is not None and one.partition not in self.partitions:
            return None
        if self.topics is not None and one.topic not in self.topics:
            return None
        start = max(one.start, self.offset_min)
        end = min(one.end, self.offset_max + 1)
        return one._replace(start=start, end=end) if start < end else None

    def narrowed_by_time(self, ranges: Sequence[OffsetRange], resolver: PositionResolver) -> list[OffsetRange]:
        """Narrows ranges to start at the first record that is young enough."""
        if self.timestamp_ms_min is None or not ranges:
            return list(ranges)
        wanted = [TopicPartition(one.topic, one.partition) for one in ranges]
        found = resolver.first_since(wanted, self.timestamp_ms_min)
        kept = []
        for one, tp in zip(ranges, wanted, strict=True):
            first = found[tp]
            if first is not None and first < one.end:
                kept.append(one._replace(start=max(one.start, first)))
        return kept


def push(filters: Iterable[Filter]) -> tuple[Pushed, list[Filter]]:
    """Splits filters into what the source applies and what Spark must still check."""
    pushed = Pushed()
    left = []
    for one in filters:
        narrowed = _narrow(pushed, one)
        if narrowed is not None:
            pushed = narrowed
        if narrowed is None or getattr(one, "attribute", None) == ("timestamp",):
            left.append(one)
    return pushed, left


def _narrow(pushed: Pushed, one: Filter) -> Pushed | None:
    from dataclasses import replace

    attribute: Any = getattr(one, "attribute", None)
    column = attribute[0] if isinstance(attribute, tuple) and len(attribute) == 1 else ""
    kind = type(one).__name__
    value: Any = getattr(one, "value", None)
    if column in ("partition", "topic"):
        values = _values(one, kind)
        if values is None:
            return None
        if column == "partition":
            return replace(
                pushed,
                partitions=frozenset(values)
                & (pushed.partitions if pushed.partitions is not None else frozenset(values)),
            )
        return replace(
            pushed, topics=frozenset(values) & (pushed.topics if pushed.topics is not None else frozenset(values))
        )
    if column == "offset" and isinstance(value, int):
        low, high = _offsets(kind, value)
        if low is None:
            return None
        return replace(pushed, offset_min=max(pushed.offset_min, low), offset_max=min(pushed.offset_max, high))
    if column == "timestamp" and kind in ("GreaterThan", "GreaterThanOrEqual") and isinstance(value, datetime):
        return replace(pushed, timestamp_ms_min=max(pushed.timestamp_ms_min or 0, _ms(value)))
    return None


def _values(one: Any, kind: str) -> set[Any] | None:
    if kind == "EqualTo":
        return {one.value}
    if kind == "In":
        return {value for value in one.value if value is not None}
    return None


def _offsets(kind: str, value: int) -> tuple[int | None, int]:
    """The lowest and highest offset that a comparison lets pass."""
    bounds = {
        "EqualTo": (value, value),
        "GreaterThan": (value + 1, OFFSET_MAX),
        "GreaterThanOrEqual": (value, OFFSET_MAX),
        "LessThan": (0, value - 1),
        "LessThanOrEqual": (0, value),
    }
    return bounds.get(kind, (None, 0))


def _ms(value: datetime) -> int:
    """Milliseconds since 1970, rounded down; without a zone it is UTC, as Spark hands it over."""
    aware = value if value.tzinfo is not None else value.replace(tzinfo=UTC)
    seconds = int(aware.replace(microsecond=0).timestamp())
    return seconds * 1000 + aware.microsecond // 1000

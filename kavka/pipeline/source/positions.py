"""Which partitions a source has, and where it starts and ends: what a user wrote, resolved against a cluster.

    Subscription ─▶ partitions          Bound (earliest, latest, offsets, timestamps) ─▶ an offset for each of them

The rules are those of Spark's `kafka` source: offsets or timestamps must name every partition, no more and no fewer; a
start whose timestamp no record reaches is an error, unless the strategy is `latest`; such an end is the latest offset.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from kavka.common.types import TopicPartition
from kavka.pipeline.failures import OptionError, PipelineError
from kavka.pipeline.source.offsets import EARLIEST, LATEST, Positions
from kavka.pipeline.source.options import Bound, BoundKind, ReadOptions


class OffsetQueries(Protocol):
    """What is asked of a cluster here."""

    def topics(self) -> Sequence[str]:
        """Lists every topic that is not internal."""

    def partitions(self, topics: Sequence[str]) -> Sequence[TopicPartition]:
        """Lists every partition of these topics; raises for a topic that does not exist."""

    def list_offsets(self, timestamps: Mapping[TopicPartition, int]) -> Mapping[TopicPartition, int]:
        """Looks up an offset for each partition.

        By timestamp: −2 is the log's start, −1 its end (the last stable offset under read_committed), any other finds
        the first offset whose timestamp (ms) is not less; −1 where there is none.
        """


class PositionResolver:
    """Resolves the positions of one source.

    Args:
        options: what the user wrote.
        queries: the cluster.
    """

    def __init__(self, options: ReadOptions, queries: OffsetQueries) -> None:
        self._options = options
        self._queries = queries

    def subscribed(self) -> list[TopicPartition]:
        """Lists the partitions that are to be read now, sorted."""
        wanted = self._options.subscription
        if wanted.assigned:
            known = set(self._queries.partitions(sorted({tp.topic for tp in wanted.assigned})))
            for tp in wanted.assigned:
                if tp not in known:
                    raise PipelineError(f"assign: {tp.topic} has no partition {tp.partition}")
            return list(wanted.assigned)
        topics: Sequence[str] = wanted.topics
        if wanted.pattern:
            topics = [topic for topic in self._queries.topics() if re.fullmatch(wanted.pattern, topic)]
        return sorted(self._queries.partitions(topics)) if topics else []

    def earliest(self, partitions: Sequence[TopicPartition]) -> Positions:
        """Returns the partitions' log start offsets."""
        return dict(self._queries.list_offsets(dict.fromkeys(partitions, EARLIEST))) if partitions else {}

    def latest(self, partitions: Sequence[TopicPartition]) -> Positions:
        """Returns the partitions' log end offsets, for this isolation level."""
        return dict(self._queries.list_offsets(dict.fromkeys(partitions, LATEST))) if partitions else {}

    def first_since(
        self, partitions: Sequence[TopicPartition], timestamp_ms: int
    ) -> Mapping[TopicPartition, int | None]:
        """Finds each partition's first record that is not older; None where there is none."""
        found = self._queries.list_offsets(dict.fromkeys(partitions, timestamp_ms))
        return {tp: None if offset < 0 else offset for tp, offset in found.items()}

    def starts(self, partitions: Sequence[TopicPartition]) -> Positions:
        """Returns the positions at which a read begins.

        Raises:
            OptionError: the offsets or timestamps name other partitions.
            PipelineError: no record of a partition is as young as its timestamp.
        """
        start = self._options.start
        found = self._resolve(start, partitions, option="startingOffsets")
        missing = [tp for tp in partitions if found[tp] is None]
        if missing and not self._options.is_latest_where_no_timestamp:
            wanted_ms = _timestamps(start, missing)[missing[0]]
            raise PipelineError(
                f"{missing[0]} has no record with a timestamp of {wanted_ms} ms or later; start earlier, "
                "or set startingOffsetsByTimestampStrategy=latest"
            )
        return self._latest_where_none(found)

    def ends(self, partitions: Sequence[TopicPartition]) -> Positions:
        """Returns the positions at which a batch ends."""
        return self._latest_where_none(self._resolve(self._options.end, partitions, option="endingOffsets"))

    def _latest_where_none(self, found: Mapping[TopicPartition, int | None]) -> Positions:
        latest = self.latest([tp for tp, offset in found.items() if offset is None])
        return {tp: latest[tp] if offset is None else offset for tp, offset in found.items()}

    def _resolve(
        self, bound: Bound, partitions: Sequence[TopicPartition], *, option: str
    ) -> dict[TopicPartition, int | None]:
        if bound.kind is BoundKind.EARLIEST:
            return dict(self.earliest(partitions))
        if bound.kind is BoundKind.LATEST:
            return dict(self.latest(partitions))
        if bound.kind is BoundKind.OFFSETS:
            _check_names_all(bound.positions, partitions, option=option)
            asked = {tp: offset for tp, offset in bound.positions.items() if offset < 0}
            return {**bound.positions, **(self._queries.list_offsets(asked) if asked else {})}
        if bound.kind is BoundKind.TIMESTAMPS:
            _check_names_all(bound.positions, partitions, option=f"{option}ByTimestamp")
        if not partitions:
            return {}
        found = self._queries.list_offsets(_timestamps(bound, partitions))
        return {tp: None if offset < 0 else offset for tp, offset in found.items()}


def _timestamps(bound: Bound, partitions: Sequence[TopicPartition]) -> Positions:
    if bound.kind is BoundKind.TIMESTAMPS:
        return {tp: bound.positions[tp] for tp in partitions}
    return dict.fromkeys(partitions, bound.timestamp_ms)


def _check_names_all(
    positions: Mapping[TopicPartition, int], partitions: Sequence[TopicPartition], *, option: str
) -> None:
    left_out = sorted(set(partitions) - set(positions))
    foreign = sorted(set(positions) - set(partitions))
    if left_out:
        raise OptionError(
            f"{option} must name every partition, and {left_out[0]} is missing; -2 is earliest, -1 latest"
        )
    if foreign:
        raise OptionError(f"{option} names {foreign[0]}, which is not among the partitions that are read")

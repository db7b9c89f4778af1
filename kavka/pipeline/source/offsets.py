"""Positions as JSON, in the shape of Spark's `kafka` source, and how much of what is there one batch takes.

    {"orders": {"0": 23, "1": -2}, "users": {"0": -1}}        -2 earliest, -1 latest, in what a user writes
    {"@start": "latest"}                                      a stream's start, not resolved yet
    {"@from": {"orders": {"0": 5}}, "orders": {"0": 7}}       an end that says where new partitions begin
    {"@cut": [8, null], "orders": {"0": 7}}                   an end that says how its ranges are cut for tasks

Spark compares offsets as text, and stores no start for sources in Python: it asks for the start again, twice a run. So
the start is the constant that the user wrote; what it resolved to goes into the end of the first batch as `@from`,
which is on disk before any record moves. Later offsets have the plain shape. A partition that appears later is treated
the same: its earliest offset was looked up once, and is written down.

How ranges are cut (minPartitions, maxRecordsPerPartition) is written down, too, where it was asked for: a batch that is
run again after the options were changed must give each task the same rows, or the sink takes others for
written.

Topics and partitions are sorted, partitions as numbers: the same positions are the same text.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from kavka.common.types import TopicPartition
from kavka.pipeline.failures import OptionError

LATEST: Final = -1
EARLIEST: Final = -2
UNRESOLVED: Final = "@start"
FROM: Final = "@from"
CUT: Final = "@cut"

Positions = dict[TopicPartition, int]


class Cut(NamedTuple):
    """How finely ranges are cut for tasks; None: not."""

    partitions_min: int | None = None
    records_max: int | None = None


NO_CUT: Final = Cut()
OffsetJson = dict[str, Any]


def to_json(positions: Mapping[TopicPartition, int]) -> OffsetJson:
    """Formats positions as Spark's JSON object, sorted."""
    shaped: OffsetJson = {}
    for tp in sorted(positions):
        shaped.setdefault(tp.topic, {})[str(tp.partition)] = positions[tp]
    return shaped


def from_json(offset: Mapping[str, Any]) -> Positions:
    """Parses the positions in a Spark offset. Keys that begin with @ are none, nor can a topic be called so."""
    return {
        TopicPartition(topic, int(partition)): int(position)
        for topic, partitions in offset.items()
        if not topic.startswith("@")
        for partition, position in partitions.items()
    }


def starts_in(start: Mapping[str, Any], end: Mapping[str, Any]) -> Positions:
    """Returns the positions at which a batch between two offsets begins.

    They are the start's, and those that only the end's `@from` names.
    """
    begins = from_json(end.get(FROM, {}))
    if UNRESOLVED not in start:
        begins |= from_json(start)
    return begins


def end_offset(
    begins_new: Mapping[TopicPartition, int], ends: Mapping[TopicPartition, int], cut: Cut = NO_CUT
) -> OffsetJson:
    """Builds a batch's end offset.

    It has `ends`, the begins of the partitions that the start lacks, and how ranges are cut.
    """
    told: OffsetJson = {FROM: to_json(begins_new)} if begins_new else {}
    if cut != NO_CUT:
        told[CUT] = list(cut)
    return told | to_json(ends)


def cut_in(end: Mapping[str, Any]) -> Cut:
    """Reads from a batch's end how its ranges are cut."""
    return Cut(*end[CUT]) if CUT in end else NO_CUT


def parse_offsets(text: str, *, option: str) -> Positions:
    """Reads a user's `{"topic": {"0": 23, "1": -2}}`.

    Raises:
        OptionError: it is not that.
    """
    return _parse(text, option, '{"topic": {"0": 23, "1": -2}}')


def parse_timestamps(text: str, *, option: str) -> Positions:
    """Reads `{"topic": {"0": 1700000000000}}`: milliseconds since 1970, for each partition.

    Raises:
        OptionError: it is not that.
    """
    found = _parse(text, option, '{"topic": {"0": 1700000000000}}')
    for tp, timestamp_ms in found.items():
        if timestamp_ms < 0:
            raise OptionError(
                f"{option}: {tp.topic}-{tp.partition} has {timestamp_ms}, and a timestamp is not negative"
            )
    return found


def parse_assignment(text: str) -> list[TopicPartition]:
    """Reads `assign`: `{"topic": [0, 1]}`.

    Raises:
        OptionError: it is not that, or it is empty.
    """
    example = 'assign: expected JSON such as {"topic": [0, 1]}'
    try:
        given = json.loads(text)
        chosen = [TopicPartition(str(topic), _number(p)) for topic, partitions in given.items() for p in partitions]
    except (ValueError, TypeError, AttributeError):
        raise OptionError(f"{example}, got {text}") from None
    if not chosen:
        raise OptionError(f"{example}, and at least one partition")
    return sorted(set(chosen))


def _parse(text: str, option: str, example: str) -> Positions:
    try:
        given = json.loads(text)
        found = {
            TopicPartition(str(topic), _number(int(partition))): _number(position)
            for topic, partitions in given.items()
            for partition, position in partitions.items()
        }
    except (ValueError, TypeError, AttributeError):
        raise OptionError(f"{option}: expected JSON such as {example}, got {text}") from None
    return found


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    return value


def share(begins: Mapping[TopicPartition, int], ends: Mapping[TopicPartition, int], rows_max: int) -> Positions:
    """Limits the ends to about `rows_max` offsets, shared by what each partition has.

    As Spark's `kafka` source: a partition with little is not starved (its share rounds up when below one), no end is
    below its begin, none above what is there.

    Args:
        begins: where each partition of `ends` begins.
        ends: how far each could go.
        rows_max: offsets, not records: gaps of compaction and transactions count.
    """
    sizes = {tp: max(end - begins[tp], 0) for tp, end in ends.items()}
    total = sum(sizes.values())
    if total <= rows_max:
        return dict(ends)
    shared: Positions = {}
    for tp, size in sizes.items():
        part = rows_max * size / total
        taken = math.ceil(part) if part < 1 else math.floor(part)
        shared[tp] = begins[tp] + min(taken, size) if size else ends[tp]
    return shared


def available(begins: Mapping[TopicPartition, int], ends: Mapping[TopicPartition, int]) -> int:
    """Counts the offsets between begins and ends."""
    return sum(max(end - begins.get(tp, end), 0) for tp, end in ends.items())

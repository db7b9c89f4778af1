"""Committed offsets and lag of the groups that this broker coordinates, by the names of kafka_exporter.

Each group is shown by one broker, so a sum over brokers counts nothing twice. Sums by group and topic are always
there; partitions one by one up to `PARTITIONS_MAX`, in the order of their groups' names, and how many were left out.
Topics that `kavka.metrics.topics` does not name are not shown. A partition whose high watermark this broker does not
know (`http.high_watermarks`) has a committed offset but no lag, and then neither has its sum: a low
number would mislead.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from prometheus_client.core import Metric

from kavka.broker.http.families.build import gauge, gauges

if TYPE_CHECKING:
    from kavka.broker.group.group_offsets import GroupOffsets
    from kavka.broker.http.admin import Admin

PARTITIONS_MAX: Final = 1_000
GROUPS_MAX: Final = 1_000
_PREFIX: Final = "kafka_consumergroup"
_PARTITION: Final = ("consumergroup", "topic", "partition")
_TOPIC: Final = ("consumergroup", "topic")


class _Position(NamedTuple):
    labels: tuple[str, str, str]
    offset: int
    lag: int | None


def collect(admin: Admin) -> Iterable[Metric]:
    """Collects the groups' members, committed offsets and lag."""
    groups = sorted(admin.services.groups.store, key=lambda group: group.group_id)
    shown = groups[:GROUPS_MAX]
    yield gauges(
        f"{_PREFIX}_members",
        "Members of a group.",
        ("consumergroup",),
        (((group.group_id,), len(group.members)) for group in shown),
    )
    positions = [position for group in shown for position in _positions(admin, group.group_id, group.offsets)]
    text = "The committed position."
    yield gauges(
        f"{_PREFIX}_current_offset", text, _PARTITION, ((one.labels, one.offset) for one in positions[:PARTITIONS_MAX])
    )
    yield gauges(
        f"{_PREFIX}_lag",
        "Records between the committed position and the high watermark.",
        _PARTITION,
        ((one.labels, one.lag) for one in positions[:PARTITIONS_MAX] if one.lag is not None),
    )
    yield from _sums(positions)
    left_out = len(groups) - len(shown)
    yield gauge("kavka_metrics_groups_left_out", "Groups without series of their own.", left_out)
    left_out = max(0, len(positions) - PARTITIONS_MAX)
    yield gauge("kavka_metrics_group_partitions_left_out", "Positions of groups that only the sums have.", left_out)


def _positions(admin: Admin, group_id: str, offsets: GroupOffsets) -> Iterable[_Position]:
    high_watermark_of = admin.high_watermarks.of
    is_shown = admin.is_topic_shown
    for partition, committed in offsets.committed():
        if is_shown(partition.topic):
            end = high_watermark_of(partition)
            lag = None if end is None else max(0, end - committed.offset)
            yield _Position((group_id, partition.topic, str(partition.partition)), committed.offset, lag)


def _sums(positions: Iterable[_Position]) -> Iterable[Metric]:
    offsets: dict[tuple[str, str], int] = {}
    lags: dict[tuple[str, str], int | None] = {}
    for (group_id, topic, _), offset, lag in positions:
        key = (group_id, topic)
        offsets[key] = offsets.get(key, 0) + offset
        so_far = lags.get(key, 0)
        lags[key] = None if so_far is None or lag is None else so_far + lag
    yield gauges(f"{_PREFIX}_current_offset_sum", "Committed positions of a topic.", _TOPIC, offsets.items())
    yield gauges(
        f"{_PREFIX}_lag_sum",
        "Records of a topic that a group has yet to read.",
        _TOPIC,
        ((key, lag) for key, lag in lags.items() if lag is not None),
    )

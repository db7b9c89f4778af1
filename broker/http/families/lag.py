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

from kavka.broker.http.families.build import gauge, gauges, gauges_in_pieces
from kavka.common.steps import in_order, stretches

if TYPE_CHECKING:
    from kavka.broker.group.group_offsets import CommittedOffset
    from kavka.broker.http.admin import Admin
    from kavka.common.types import TopicPartition

PARTITIONS_MAX: Final = 1_000
GROUPS_MAX: Final = 1_000
_PREFIX: Final = "kafka_consumergroup"
_PARTITION: Final = ("consumergroup", "topic", "partition")
_TOPIC: Final = ("consumergroup", "topic")


class _Committed(NamedTuple):
    labels: tuple[str, str, str]
    offset: int
    lag: int | None


def collect(admin: Admin) -> Iterable[Metric | None]:
    """Collects the groups' members, committed offsets and lag."""
    groups = yield from in_order(list(admin.services.groups.store), key=lambda group: group.group_id)
    shown = groups[:GROUPS_MAX]
    yield gauges(
        f"{_PREFIX}_members",
        "Members of a group.",
        ("consumergroup",),
        (((group.group_id,), len(group.members)) for group in shown),
    )
    committed: list[_Committed] = []
    for group in shown:
        for stretch in stretches(list(group.offsets.committed())):
            committed += _committed_offsets(admin, group.group_id, stretch)
            yield None
    text = "The committed offset."
    yield gauges(
        f"{_PREFIX}_current_offset", text, _PARTITION, ((one.labels, one.offset) for one in committed[:PARTITIONS_MAX])
    )
    yield gauges(
        f"{_PREFIX}_lag",
        "Records between the committed offset and the high watermark.",
        _PARTITION,
        ((one.labels, one.lag) for one in committed[:PARTITIONS_MAX] if one.lag is not None),
    )
    yield from _sums(committed)
    left_out = len(groups) - len(shown)
    yield gauge("kavka_metrics_groups_left_out", "Groups without series of their own.", left_out)
    left_out = max(0, len(committed) - PARTITIONS_MAX)
    yield gauge(
        "kavka_metrics_group_partitions_left_out", "Committed offsets of groups that only the sums have.", left_out
    )


def _committed_offsets(
    admin: Admin, group_id: str, some: Iterable[tuple[TopicPartition, CommittedOffset]]
) -> Iterable[_Committed]:
    high_watermark_of = admin.high_watermarks.of
    is_shown = admin.is_topic_shown
    for partition, committed in some:
        if is_shown(partition.topic):
            end = high_watermark_of(partition)
            lag = None if end is None else max(0, end - committed.offset)
            yield _Committed((group_id, partition.topic, str(partition.partition)), committed.offset, lag)


def _sums(committed: Iterable[_Committed]) -> Iterable[Metric | None]:
    offsets: dict[tuple[str, str], int] = {}
    lags: dict[tuple[str, str], int | None] = {}
    for stretch in stretches(committed):
        for (group_id, topic, _), offset, lag in stretch:
            key = (group_id, topic)
            offsets[key] = offsets.get(key, 0) + offset
            so_far = lags.get(key, 0)
            lags[key] = None if so_far is None or lag is None else so_far + lag
        yield None
    text = "Committed offsets of a topic."
    yield from gauges_in_pieces(f"{_PREFIX}_current_offset_sum", text, _TOPIC, offsets.items())
    yield from gauges_in_pieces(
        f"{_PREFIX}_lag_sum",
        "Records of a topic that a group has yet to read.",
        _TOPIC,
        ((key, lag) for key, lag in lags.items() if lag is not None),
    )

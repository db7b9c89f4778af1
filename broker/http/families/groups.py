"""Groups: Kafka's GroupMetadataManager, Kafka 4's group-coordinator-metrics, and what the coordinator counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from kavka.broker.http.families.build import counter, gauge, gauges

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin

_MANAGER: Final = "kafka_coordinator_group_groupmetadatamanager"
_COORDINATOR: Final = "kafka_server_group_coordinator_metrics"
_MS_PER_S: Final = 1e3


def collect(admin: Admin) -> Iterable[Metric | None]:
    """Collects metrics of the groups coordinated here now, and the group counters."""
    groups, counts = admin.services.groups, admin.services.metrics.groups
    by_state, consumer_by_state, offset_count = yield from groups.count()
    yield gauge(f"{_MANAGER}_numgroups", "Classic groups that this broker coordinates.", sum(by_state.values()))
    for state, number in by_state.items():
        name = f"{_MANAGER}_numgroups{state.name.lower()}"
        yield gauge(name, f"Groups of them that are {state.name}.", number)
    yield gauges(
        f"{_COORDINATOR}_consumer_group_count",
        "Groups of the consumer protocol (KIP-848) in each state.",
        ["state"],
        [((state.value.lower(),), number) for state, number in consumer_by_state.items()],
    )
    yield counter(
        f"{_COORDINATOR}_consumer_group_rebalance_count",
        "Epochs that groups of the consumer protocol have begun.",
        counts.consumer_rebalances,
    )
    yield gauge(f"{_MANAGER}_numoffsets", "Committed offsets that are kept for them.", offset_count)
    by_type, shares, streams = yield from groups.count_types()
    yield gauges(
        f"{_COORDINATOR}_group_count", "Groups by their type.", ["protocol"], [([t], n) for t, n in by_type.items()]
    )
    yield gauges(
        f"{_COORDINATOR}_share_group_count", "Share groups by state.", ["state"], [([s], n) for s, n in shares.items()]
    )
    yield counter(
        f"{_COORDINATOR}_share_group_rebalance_count", "Epochs that share groups have begun.", counts.share_rebalances
    )
    yield gauges(
        f"{_COORDINATOR}_streams_group_count",
        "Streams groups by state.",
        ["state"],
        [([state], number) for state, number in streams.items()],
    )
    yield counter(
        f"{_COORDINATOR}_streams_group_rebalance_count",
        "Epochs that streams groups have begun.",
        counts.streams_rebalances,
    )
    yield counter("kavka_group_rebalances", "Generations of groups that were assigned.", counts.rebalances)
    yield counter("kavka_group_sessions_expired", "Members that nothing was heard of.", counts.sessions_expired)
    yield counter(
        "kavka_group_sessions_spared",
        "Times that a member got more time, because the broker had stalled.",
        counts.sessions_spared,
    )
    yield counter("kavka_group_offsets_committed", "Committed offsets that were written.", counts.offsets_committed)
    yield counter("kavka_group_offsets_expired", "Committed offsets that retention ended.", counts.offsets_expired)
    yield counter("kavka_group_offsets_deleted", "Committed offsets that were deleted.", counts.offsets_deleted)
    yield counter("kavka_group_loads", "Partitions of __consumer_offsets that were read.", counts.loads)
    yield gauge(
        "kavka_group_partitions_damaged",
        "Partitions of __consumer_offsets that are led here and not served: their logs cannot be read whole.",
        groups.store.refused,
    )
    yield counter("kavka_group_load_seconds", "How long that took.", counts.load_ms / _MS_PER_S)
    yield gauge("kavka_group_load_seconds_max", "The longest of them.", counts.load_ms_max / _MS_PER_S)

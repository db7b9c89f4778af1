"""States of share groups (KIP-932) that this broker keeps, and what it wrote and read of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from prometheus_client.core import Metric

from kavka.broker.http.families.build import counter, gauge

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin


def collect(admin: Admin) -> Iterable[Metric | None]:
    """Collects metrics of the states that this broker coordinates now, and their counters."""
    coordinator, counts = admin.services.share_states(), admin.services.metrics.shares
    kept = 0 if coordinator is None else coordinator.keeper.count
    refused = 0 if coordinator is None else coordinator.keeper.refused
    yield gauge("kavka_share_states", "Share-partitions whose state is kept by this broker.", kept)
    yield counter("kavka_share_state_writes", "Records of __share_group_state.", counts.writes)
    yield counter("kavka_share_state_writes_failed", "Those that replicas did not have in time.", counts.writes_failed)
    yield counter(
        "kavka_share_state_loads", "Partitions of __share_group_state that were read.", counts.partitions_loaded
    )
    yield counter("kavka_share_state_records_loaded", "Records that were read then.", counts.records_loaded)
    yield gauge(
        "kavka_share_state_partitions_damaged",
        "Partitions of __share_group_state that are led here and not served: their logs cannot be read whole.",
        refused,
    )

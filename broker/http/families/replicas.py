"""Replicas, their in-sync sets, data directories, and what waits in purgatories."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from prometheus_client.core import Metric

from broker.http.families.build import gauge, gauges

if TYPE_CHECKING:
    from broker.http.admin import Admin


def collect(admin: Admin) -> Iterable[Metric]:
    """Counted over the partitions of this broker when somebody asks."""
    services = admin.services
    manager = services.replica_manager
    total = leaders = under_replicated = under_min_isr = 0
    for partition in manager.partitions():
        total += 1
        if partition.is_leader:
            leaders += 1
            under_replicated += len(partition.isr) < len(partition.replicas)
            under_min_isr += partition.is_under_min_isr
    prefix = "kafka_server_replicamanager"
    yield gauge(f"{prefix}_partitioncount", "Partitions that this broker has a replica of.", total)
    yield gauge(f"{prefix}_leadercount", "Partitions that this broker leads.", leaders)
    yield gauge(f"{prefix}_underreplicatedpartitions", "Led ones with replicas out of sync.", under_replicated)
    yield gauge(f"{prefix}_underminisrpartitioncount", "Led ones that refuse acks=all.", under_min_isr)
    offline = len(services.log_manager.offline_dirs)
    yield gauge("kafka_log_logmanager_offlinelogdirectorycount", "Data directories that failed.", offline)
    purgatories = (manager.produce_purgatory, manager.fetch_purgatory, manager.delete_records_purgatory)
    label = ("delayedOperation",)
    prefix = "kafka_server_delayedoperationpurgatory"
    yield gauges(
        f"{prefix}_purgatorysize",
        "Watchers: an operation counts once for each key that it waits under.",
        label,
        (((purgatory.name,), purgatory.watched()) for purgatory in purgatories),
    )
    yield gauges(
        f"{prefix}_numdelayedoperations",
        "Operations that wait.",
        label,
        (((purgatory.name,), purgatory.delayed()) for purgatory in purgatories),
    )
    yield gauge(
        "kafka_controller_kafkacontroller_activecontrollercount",
        "1 where this broker is the controller.",
        admin.controller.is_active,
    )

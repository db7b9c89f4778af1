"""Gives a broker's replica manager what replicates: the fetchers that copy from leaders, and what keeps ISRs.

A part of the composition root (`broker.app`): here is only what is put together with what.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from kavka.broker.cluster.isr_writers import ControllerIsrWriter, ZooKeeperIsrWriter
from kavka.broker.replica.fetcher import FetcherPeers, Fetchers
from kavka.broker.replica.isr_changes import IsrChanges
from kavka.broker.replica.replica_selector import RACK_AWARE
from kavka.broker.replica.replication_quota import ReplicationQuota, ReplicationQuotas
from kavka.protocol.api_keys import PROFILES, ApiKey
from kavka.timer.dev_clock import machine_clock

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.cluster.controller_link import ControllerLink
    from kavka.broker.cluster.dial import Dial
    from kavka.broker.cluster.metadata_cache import ClusterSnapshot, MetadataCache
    from kavka.broker.cluster.registration import Registration
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.requests.services import BrokerServices

LinkTo = Callable[["MetadataCache", "ControllerApi", str], "ControllerLink"]
"""Makes a way to whoever is the controller, under a client id."""


def assemble_replication(
    services: BrokerServices, registration: Registration, dial: Dial, link: LinkTo
) -> Callable[[], Awaitable[None]]:
    """Sets `fetchers` and `isr_changes` of the replica manager; returns what closes the latter's connection."""
    cache, manager, config = services.metadata_cache, services.replica_manager, services.config
    manager.fetchers = Fetchers(_peers(services, dial))
    if config.replica_selector_class == RACK_AWARE:
        manager.fetches.rack_of = cache.rack_of
    writer = _isr_writer(services, registration, link)
    manager.isr_changes = IsrChanges(
        writer,
        clock=services.clock,
        lag_ms=lambda: services.config.replica_lag_time_max_ms,
        is_online=lambda partition, node_id: cache.snapshot.is_replica_online(*partition, node_id),
        on_changed=manager.complete_delayed,
        metrics=manager.metrics,
        feed=manager.feed,
        supervisor=manager.supervisor,
    )
    return writer.close


def _peers(services: BrokerServices, dial: Dial) -> FetcherPeers:
    cache, profile = services.metadata_cache, services.config.profile
    listener = services.config.inter_broker_listener

    def endpoint_in(snapshot: ClusterSnapshot, node_id: int) -> tuple[str, int] | None:
        node = snapshot.brokers.get(node_id)
        return None if node is None else node.endpoint(listener)

    async def locate(node_id: int, timeout_ms: int) -> tuple[str, int] | None:
        # Alive is not enough: halfway through a change of listeners a broker is there, and lacks the one that we dial.
        await cache.wait_until(lambda snapshot: endpoint_in(snapshot, node_id) is not None, timeout_ms=timeout_ms)
        return endpoint_in(cache.snapshot, node_id)

    return FetcherPeers(
        broker_id=services.broker_id,
        config=lambda: services.config,
        versions={api: highest for api, (_, highest) in PROFILES[profile].items()},
        clock=machine_clock(services.clock),
        locate=locate,
        dial=dial,
        on_advanced=services.replica_manager.complete_delayed,
        quota=services.replica_manager.quotas.follower,
        metrics=services.replica_manager.metrics,
        supervisor=services.replica_manager.supervisor,
    )


def replication_quotas(config: Callable[[], BrokerConfig]) -> ReplicationQuotas:
    """Builds the three replication quotas.

    Their rates may change while the broker runs, their windows stay as they were at startup.
    """
    start = config()
    copying = {
        "windows": start.replication_quota_window_num,
        "window_ms": start.replication_quota_window_size_seconds * 1000,
    }
    moving = {
        "windows": start.alter_log_dirs_replication_quota_window_num,
        "window_ms": start.alter_log_dirs_replication_quota_window_size_seconds * 1000,
    }
    return ReplicationQuotas(
        leader=ReplicationQuota(lambda: config().leader_replication_throttled_rate, **copying),
        follower=ReplicationQuota(lambda: config().follower_replication_throttled_rate, **copying),
        alter_log_dirs=ReplicationQuota(lambda: config().replica_alter_log_dirs_io_max_bytes_per_second, **moving),
    )


def _isr_writer(
    services: BrokerServices, registration: Registration, link: LinkTo
) -> ControllerIsrWriter | ZooKeeperIsrWriter:
    """By RPC to the controller where the profile has AlterPartition, else straight into ZooKeeper."""
    manager, broker_id = services.replica_manager, services.broker_id
    if ApiKey.ALTER_PARTITION in PROFILES[services.config.profile]:
        return ControllerIsrWriter(
            services.zk,
            broker_id=broker_id,
            broker_epoch=lambda: registration.epoch,
            link=link(services.metadata_cache, services.controller, f"broker-{broker_id}-isr"),
        )
    return ZooKeeperIsrWriter(
        services.zk,
        broker_id=broker_id,
        controller_epoch=lambda: manager.controller_epoch,
        clock=machine_clock(services.clock),
    )

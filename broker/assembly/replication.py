"""A broker's replicas: the fetchers that copy from leaders, what keeps ISRs, and what follows from a lost directory.

    Storage, Cluster ─▶ FetcherPeers, IsrRules ─▶ ReplicaManager ─▶ ConfigChanges: other overrides reach the replicas

A part of the composition root: here is only what is put together with what.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.cluster.config_changes import ConfigChanges
from kavka.broker.cluster.isr_writers import ControllerIsrWriter, ZooKeeperIsrWriter
from kavka.broker.replica.control_requests import ControlRequests
from kavka.broker.replica.fetch_session import FetchSessionCache
from kavka.broker.replica.fetcher import FetcherPeers
from kavka.broker.replica.incomplete_logs import IncompleteLogs
from kavka.broker.replica.isr_changes import IsrRules
from kavka.broker.replica.log_dir_failures import LogDirFailures
from kavka.broker.replica.log_dir_returns import LogDirReturns
from kavka.broker.replica.replica_manager import ReplicaManager
from kavka.broker.replica.replica_selector import RACK_AWARE
from kavka.broker.replica.replication_quota import ReplicationQuota, ReplicationQuotas
from kavka.protocol.api_keys import PROFILES, ApiKey

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.storage import Storage
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.cluster.metadata_cache import ClusterSnapshot
    from kavka.broker.config.broker_config import BrokerConfig

_IsrWriter = ControllerIsrWriter | ZooKeeperIsrWriter


class Replication(NamedTuple):
    """The partitions that this broker holds."""

    manager: ReplicaManager
    control_requests: ControlRequests
    """The line in which the controller's requests wait for one another."""
    config_changes: ConfigChanges
    isr_writer: _IsrWriter
    incomplete_logs: IncompleteLogs
    log_dir_failures: LogDirFailures
    log_dir_returns: LogDirReturns
    tools: Tools

    async def run(self) -> None:
        """Replicates, follows the configuration, and tells the controller of directories, until cancelled."""
        await self.tools.run(
            {
                "replica manager": self.manager.run,
                "configuration changes": self.config_changes.run,
                "incomplete logs": self.incomplete_logs.run,
                "data directories": self.log_dir_failures.run,
                "returns of data directories": self.log_dir_returns.run,
            }
        )

    async def close(self) -> None:
        """Closes the connection by which ISRs change."""
        await self.isr_writer.close()


def replicate(storage: Storage, cluster: Cluster, tools: Tools) -> Replication:
    """Builds the replica manager, and all that works for it."""
    identity, logs = cluster.identity, storage.logs
    writer = _isr_writer(cluster, tools)
    manager = _replica_manager(storage, cluster, writer, tools)
    control_requests = ControlRequests(tools.lanes.control)
    incomplete = IncompleteLogs(logs, cluster.registration, clock=tools.clock)
    failures = LogDirFailures(logs, identity.zk, identity.broker_id)
    topic_configs, lane = cluster.topic_configs, tools.lanes.clients
    return Replication(
        manager=manager,
        control_requests=control_requests,
        config_changes=ConfigChanges(
            identity.zk,
            tools.clock,
            dynamic=identity.dynamic,
            topics=topic_configs,
            topics_changed=lambda topics: lane.do(manager.reconfiguration.apply(topic_configs.log_config, topics)),
            topic_notified=cluster.controller.unclean_election_enabled,
        ),
        isr_writer=writer,
        incomplete_logs=incomplete,
        log_dir_failures=failures,
        log_dir_returns=LogDirReturns(
            logs,
            manager.partitions,
            manager.commands,
            control_requests,
            tell_incomplete=incomplete.tell,
            tell_controller=failures.tell,
            clock=tools.machine_clock,
            supervisor=tools.supervisor,
        ),
        tools=tools,
    )


def _replica_manager(storage: Storage, cluster: Cluster, writer: _IsrWriter, tools: Tools) -> ReplicaManager:
    identity, cache, metrics = cluster.identity, cluster.metadata, tools.metrics
    config = identity.config()
    quotas = replication_quotas(identity.config)
    return ReplicaManager(
        broker_id=identity.broker_id,
        log_manager=storage.logs,
        clock=tools.clock,
        machine_clock=tools.machine_clock,
        fetch_bytes_max=config.fetch_max_bytes,
        fetch_allowance=tools.budgets.unread.allowance,
        fetch_sessions=FetchSessionCache(
            tools.rng,
            slots_max=config.max_incremental_fetch_session_cache_slots,
            metrics=metrics.fetch_sessions,
        ),
        checkpoint_interval_ms=config.replica_high_watermark_checkpoint_interval_ms,
        fetch_purge_interval=config.fetch_purgatory_purge_interval_requests,
        produce_purge_interval=config.producer_purgatory_purge_interval_requests,
        delete_records_purge_interval=config.delete_records_purgatory_purge_interval_requests,
        is_broker_alive=lambda node_id: node_id in cache.snapshot.brokers,
        is_partition_known=lambda topic, index: cache.snapshot.partition(topic, index) is not None,
        controller_epoch=cluster.controller_epoch,
        fetchers=_fetcher_peers(cluster, quotas.follower, tools),
        isr=IsrRules(
            writer,
            lag_ms=lambda: identity.config().replica_lag_time_max_ms,
            is_online=lambda partition, node_id: cache.snapshot.is_replica_online(*partition, node_id),
        ),
        rack_of=cache.rack_of if config.replica_selector_class == RACK_AWARE else None,
        quotas=quotas,
        metrics=metrics.replication,
        traffic=metrics.traffic,
        feed=tools.feed,
        supervisor=tools.supervisor,
    )


def _fetcher_peers(cluster: Cluster, quota: ReplicationQuota, tools: Tools) -> FetcherPeers:
    identity, cache = cluster.identity, cluster.metadata
    config = identity.config()
    listener = config.inter_broker_listener

    def endpoint_in(snapshot: ClusterSnapshot, node_id: int) -> tuple[str, int] | None:
        node = snapshot.brokers.get(node_id)
        return None if node is None else node.endpoint(listener)

    async def locate(node_id: int, timeout_ms: int) -> tuple[str, int] | None:
        # Alive is not enough: halfway through a change of listeners a broker is there, and lacks the one that we dial.
        await cache.wait_until(lambda snapshot: endpoint_in(snapshot, node_id) is not None, timeout_ms=timeout_ms)
        return endpoint_in(cache.snapshot, node_id)

    return FetcherPeers(
        broker_id=identity.broker_id,
        broker_epoch=lambda: cluster.registration.epoch,
        config=identity.config,
        versions={api: config.protocol.version(api) for api in PROFILES[config.profile]},
        clock=tools.machine_clock,
        locate=locate,
        dial=cluster.dialers.dial,
        quota=quota,
        metrics=tools.metrics.replication,
        supervisor=tools.supervisor,
        ticks=tools.ticks,
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


def _isr_writer(cluster: Cluster, tools: Tools) -> _IsrWriter:
    """By RPC to the controller where brokers have AlterPartition, else straight into ZooKeeper."""
    identity, registration = cluster.identity, cluster.registration
    if identity.config().protocol.has_api(ApiKey.ALTER_PARTITION):
        return ControllerIsrWriter(
            identity.zk,
            broker_id=identity.broker_id,
            broker_epoch=lambda: registration.epoch,
            link=cluster.link(f"broker-{identity.broker_id}-isr"),
            version=identity.config().protocol.version(ApiKey.ALTER_PARTITION),
        )
    return ZooKeeperIsrWriter(
        identity.zk,
        broker_id=identity.broker_id,
        controller_epoch=lambda: cluster.controller_epoch.latest,
        clock=tools.machine_clock,
    )

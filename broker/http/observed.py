"""A broker as its admin endpoint observes it: the parts that are shown, and nothing that handles requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.cluster.topic_configs import TopicConfigs
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.log.log_manager import LogManager
    from kavka.broker.metrics import BrokerMetrics
    from kavka.broker.network.listener import Listener
    from kavka.broker.quota.client_quotas import ClientQuotas
    from kavka.broker.quota.live_quotas import LiveQuotas
    from kavka.broker.replica.replica_manager import ReplicaManager
    from kavka.broker.share.partition.led_share_partitions import LedSharePartitions
    from kavka.broker.share.state.coordinator import ShareCoordinator
    from kavka.broker.telemetry.client_telemetry import ClientTelemetry
    from kavka.broker.transaction.coordinator import TransactionCoordinator
    from kavka.common.lane import Lane
    from kavka.timer.clock import Clock
    from kavka.wire.security import ConnectionSecurity
    from kavka.zk.client import ZkClient


class Observed(NamedTuple):
    """One broker, as its admin endpoint observes it.

    Attributes:
        broker_epoch: the czxid of this life's registration (KIP-380), −1 before it.
        live_config: what holds now; another object after a dynamic change.
        live_quotas: the clients' quotas that hold now.
        machine_clock: what connections and other processes go by.
        lane: the slices of the loop's time that looking at very much shares with large requests.
        own_security: how this broker lets itself in at its inter-broker listener.
        listeners: those that are open now.
        share_states: what keeps states of share groups; None: this broker has not come to keep any.
        telemetry: what clients push of their own metrics.
    """

    broker_id: int
    cluster_id: str
    broker_epoch: Callable[[], int]
    live_config: Callable[[], BrokerConfig]
    live_quotas: LiveQuotas
    clock: Clock
    machine_clock: Clock
    metrics: BrokerMetrics
    metadata_cache: MetadataCache
    log_manager: LogManager
    replica_manager: ReplicaManager
    controller: ControllerApi
    zk: ZkClient
    topic_configs: TopicConfigs
    lane: Lane
    groups: GroupCoordinator
    transactions: TransactionCoordinator
    share_states: Callable[[], ShareCoordinator | None]
    share_partitions: Callable[[], LedSharePartitions | None]
    own_security: Callable[[], ConnectionSecurity | None]
    listeners: Callable[[], Sequence[Listener]]
    telemetry: ClientTelemetry

    @property
    def config(self) -> BrokerConfig:
        """Returns the configuration that holds now."""
        return self.live_config()

    @property
    def quotas(self) -> ClientQuotas | None:
        """Returns what clients have used; None while nobody has a quota."""
        return self.live_quotas.current

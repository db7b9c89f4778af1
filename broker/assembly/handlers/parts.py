"""What handlers are built of: the broker behind its edge, and what several of them share.

Handlers never see it: each gets, by its constructor, the parts that it uses. What is built here per handler has no
state of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.identity import Identity
    from kavka.broker.assembly.inside import Inside
    from kavka.broker.assembly.replication import Replication
    from kavka.broker.assembly.security import Security
    from kavka.broker.assembly.share_partitions import ShareReading
    from kavka.broker.assembly.telemetry import Telemetry
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.handlers.share_requests import ShareRequests
    from kavka.broker.log.log_manager import LogManager
    from kavka.broker.quota.live_quotas import LiveQuotas
    from kavka.broker.replica.replica_manager import ReplicaManager
    from kavka.broker.replica.txn_verification import TransactionVerification
    from kavka.broker.requests.awaited_leaders import AwaitedLeaders
    from kavka.broker.requests.cluster_view import AdvertisedBrokers
    from kavka.broker.requests.config_resources import ConfigResources, ConfigStore
    from kavka.broker.requests.current_leaders import CurrentLeaders
    from kavka.broker.requests.handler import Handler
    from kavka.broker.requests.internal_topics import InternalTopics
    from kavka.broker.share.persister import Persister
    from kavka.broker.share.state.coordinator import ShareCoordinator
    from kavka.broker.transaction.coordinator import TransactionCoordinator
    from kavka.common.lane import Lane

Make = Callable[["HandlerParts"], "Handler"]
"""Builds one API's handler, whose module is imported then."""


class HandlerParts(NamedTuple):
    """One broker, as its handlers are built of it.

    Attributes:
        inside: the broker behind its edge.
        tools: the broker's.
        ranges: API key → (min, max) version that is served.
        quotas: the clients' that hold now.
        check_listeners: raises ValueError where a listener cannot go on with another configuration.
        telemetry: what clients push of their own metrics.
    """

    inside: Inside
    tools: Tools
    ranges: Mapping[int, tuple[int, int]]
    quotas: LiveQuotas
    check_listeners: Callable[[BrokerConfig], None]
    telemetry: Telemetry

    @property
    def cluster(self) -> Cluster:
        """Returns what this broker knows of its cluster."""
        return self.inside.cluster

    @property
    def identity(self) -> Identity:
        """Returns which broker this is."""
        return self.inside.cluster.identity

    @property
    def logs(self) -> LogManager:
        """Returns the logs."""
        return self.inside.storage.logs

    @property
    def replication(self) -> Replication:
        """Returns the partitions that this broker holds."""
        return self.inside.replication

    @property
    def replicas(self) -> ReplicaManager:
        """Returns the owner of the replicas, whose parts handlers get."""
        return self.inside.replication.manager

    @property
    def groups(self) -> GroupCoordinator:
        """Returns the group coordinator."""
        return self.inside.coordinators.groups.coordinator

    @property
    def transactions(self) -> TransactionCoordinator:
        """Returns the transaction coordinator."""
        return self.inside.coordinators.transactions.coordinator

    @property
    def share_coordinator(self) -> ShareCoordinator:
        """Returns what keeps the states that this broker leads."""
        return self.inside.coordinators.share_states.get().coordinator

    @property
    def persister(self) -> Persister:
        """Returns what keeps the states of share-partitions, wherever in the cluster that is."""
        return self.inside.coordinators.share_states.get().persister

    @property
    def share_reading(self) -> ShareReading:
        """Returns what members of share groups read from this broker."""
        return self.inside.coordinators.share_reading.get()

    @property
    def verification(self) -> TransactionVerification | None:
        """Returns what asks coordinators before a transaction's first batch."""
        return self.inside.coordinators.transactions.verification

    @property
    def security(self) -> Security:
        """Returns who may log in, and do what."""
        return self.inside.security

    @property
    def lane(self) -> Lane:
        """Returns the turns that large requests of clients share."""
        return self.tools.lanes.clients

    def broker_epoch(self) -> int:
        """Returns the czxid of this life's registration (KIP-380), −1 before it."""
        return self.cluster.registration.epoch

    def awaited(self) -> AwaitedLeaders:
        """Builds what waits for leaders."""
        from kavka.broker.requests.awaited_leaders import AwaitedLeaders

        return AwaitedLeaders(self.cluster.metadata, self.tools.clock, self.lane)

    def configs(self) -> ConfigStore:
        """Builds what writes overrides."""
        from kavka.broker.requests.config_resources import ConfigStore

        return ConfigStore(self.identity.zk, self.replication.config_changes)

    def resources(self) -> ConfigResources:
        """Builds what alters configurations."""
        from kavka.broker.requests.config_resources import ConfigResources

        return ConfigResources(
            self.configs(),
            broker_id=self.identity.broker_id,
            config=self.identity.config,
            metadata_cache=self.cluster.metadata,
            check_listeners=self.check_listeners,
            has_later=self.telemetry.nodes is not None,
        )

    def resource_names(self) -> Mapping[int, Callable[[], Iterable[str]]]:
        """Lists, by their type, what has a configuration."""
        from kavka.broker.requests.config_resources import BROKER, BROKER_LOGGER, CLIENT_METRICS, GROUP, TOPIC

        metadata, telemetry = self.cluster.metadata, self.telemetry.core
        groups = self.inside.coordinators.groups.configs
        return {
            TOPIC: lambda: metadata.snapshot.topics,
            BROKER: lambda: map(str, metadata.snapshot.brokers),
            BROKER_LOGGER: lambda: map(str, metadata.snapshot.brokers),
            CLIENT_METRICS: lambda: telemetry.subscriptions,
            GROUP: lambda: groups.names,
        }

    def internal_topics(self) -> InternalTopics:
        """Builds what knows the internal topics."""
        from kavka.broker.requests.internal_topics import InternalTopics

        cluster = self.cluster
        return InternalTopics(cluster.metadata, cluster.controller.requests, cluster.channel, self.identity.config)

    def share_requests(self) -> ShareRequests:
        """Builds what requests to share-partitions have in common."""
        from kavka.broker.handlers.share_requests import ShareRequests

        reading = self.share_reading
        return ShareRequests(
            authorizer=self.security.authorization.authorizer,
            leaders=self.leaders(),
            metadata_cache=self.cluster.metadata,
            share_partitions=reading.share_partitions,
            is_enabled=lambda: reading.config().is_enabled,
        )

    def leaders(self) -> CurrentLeaders:
        """Builds what tells clients who leads what they ask for."""
        from kavka.broker.requests.current_leaders import CurrentLeaders

        return CurrentLeaders(
            metadata_cache=self.cluster.metadata, partitions=self.replicas.partitions, view=self.view()
        )

    def view(self) -> AdvertisedBrokers:
        """Builds what shows brokers as a client reaches them."""
        from kavka.broker.requests.cluster_view import AdvertisedBrokers

        return AdvertisedBrokers(self.identity.broker_id, self.identity.config)

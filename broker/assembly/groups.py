"""Gives a broker its consumer groups: the coordinator, and its log, `__consumer_offsets`.

A part of the composition root (`broker.app`): here is only what is put together with what.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.cluster.group_configs import GroupConfigs
from kavka.broker.cluster.later_config_nodes import GROUPS, LaterConfigNodes
from kavka.broker.config.group_configs import (
    CONSUMER_HEARTBEAT_INTERVAL,
    CONSUMER_SESSION_TIMEOUT,
    SHARE_HEARTBEAT_INTERVAL,
    SHARE_SESSION_TIMEOUT,
    STREAMS_HEARTBEAT_INTERVAL,
    STREAMS_INITIAL_REBALANCE_DELAY,
    STREAMS_SESSION_TIMEOUT,
    STREAMS_STANDBY_REPLICAS,
)
from kavka.broker.group.coordinator import GroupCoordinator
from kavka.broker.group.group_config import ConsumerGroupConfig, GroupConfig
from kavka.broker.replica.internal_appends import InternalAppends
from kavka.broker.replica.internal_log import InternalLog
from kavka.broker.replica.leaders_offsets import LeadersOffsets
from kavka.broker.requests import internal_topics
from kavka.broker.requests.visible_topics import VisibleTopics
from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.replication import Replication
    from kavka.broker.assembly.storage import Storage
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.group.streams.streams_config import StreamsGroupConfig
    from kavka.broker.share.persister import Persister
    from kavka.broker.share.share_config import ShareGroupConfig
    from kavka.common.supervised import Supervisor
    from kavka.wire.connection import Connection
    from kavka.wire.peer_link import PeerLinks


class Groups(NamedTuple):
    """The groups that this broker coordinates."""

    coordinator: GroupCoordinator
    configs: GroupConfigs
    config_nodes: LaterConfigNodes | None
    """None: this broker knows no configurations of groups."""
    log: InternalLog
    peers: PeerLinks[Connection]
    """Leaders that are asked where their partitions end."""
    supervisor: Supervisor

    async def run(self) -> None:
        """Loads groups, expires members and committed offsets; until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.supervisor.keep("loading of groups", self.log.run), name="loading of groups")
            tasks.create_task(self.coordinator.run(), name="group coordinator")

    async def close(self) -> None:
        """Closes the connections to other brokers."""
        await self.peers.close()


class _GroupTerms:
    """What holds for a group: what is configured of it, else what the broker's keys say."""

    __slots__ = ("_config", "_configs")

    def __init__(self, configs: GroupConfigs, config: GroupConfig) -> None:
        self._configs = configs
        self._config = config

    def consumer(self, group_id: str) -> ConsumerGroupConfig:
        """Returns what holds for a group of the consumer protocol."""
        if not self._configs.has(group_id):
            return self._config.consumer
        return self._config.consumer._replace(
            heartbeat_interval_ms=self._configs.value(group_id, CONSUMER_HEARTBEAT_INTERVAL),
            session_timeout_ms=self._configs.value(group_id, CONSUMER_SESSION_TIMEOUT),
        )

    def share(self, group_id: str) -> ShareGroupConfig:
        """Returns what holds for a share group."""
        if not self._configs.has(group_id):
            return self._config.share
        return self._config.share._replace(
            heartbeat_interval_ms=self._configs.value(group_id, SHARE_HEARTBEAT_INTERVAL),
            session_timeout_ms=self._configs.value(group_id, SHARE_SESSION_TIMEOUT),
        )

    def streams(self, group_id: str) -> StreamsGroupConfig:
        """Returns what holds for a streams group."""
        if not self._configs.has(group_id):
            return self._config.streams
        return self._config.streams._replace(
            heartbeat_interval_ms=self._configs.value(group_id, STREAMS_HEARTBEAT_INTERVAL),
            session_timeout_ms=self._configs.value(group_id, STREAMS_SESSION_TIMEOUT),
            standby_replicas=self._configs.value(group_id, STREAMS_STANDBY_REPLICAS),
            initial_rebalance_delay_ms=self._configs.value(group_id, STREAMS_INITIAL_REBALANCE_DELAY),
        )


def assemble_groups(
    storage: Storage, cluster: Cluster, replication: Replication, persister: Callable[[], Persister], tools: Tools
) -> Groups:
    """Builds the group coordinator and its log."""
    identity, manager, lane = cluster.identity, replication.manager, tools.lanes.clients
    config, topic = GroupConfig.from_broker(identity.config()), internal_topics.OFFSETS
    nodes = LaterConfigNodes(identity.zk, GROUPS)
    configs = GroupConfigs(nodes, identity.config)
    terms = _GroupTerms(configs, config)
    has_configs = ApiKey.LIST_CONFIG_RESOURCES in identity.config().ranges()
    if has_configs:
        replication.config_changes.add_later_listener(configs)

    peers = cluster.peers("latest-offsets")
    coordinator = GroupCoordinator(
        InternalAppends(topic.name, manager.partitions, manager.waiting, manager.flusher, clock=tools.clock),
        clock=tools.clock,
        rng=tools.rng,
        config=lambda: config,
        config_of=terms.consumer,
        share_config_of=terms.share,
        streams_config_of=terms.streams,
        partition_count=lambda: internal_topics.partition_count(cluster.metadata, topic),
        topics=lambda: VisibleTopics(cluster.metadata.snapshot, cluster.metadata.topics_version, lambda _: True),
        completions=manager.waiting.completions,
        metrics=tools.metrics.groups,
        persister=persister,
        latest=LeadersOffsets(
            manager.partitions,
            snapshot=lambda: cluster.metadata.snapshot,
            broker_id=identity.broker_id,
            peers=peers,
            version=identity.config().protocol.version(ApiKey.LIST_OFFSETS),
            timeout_ms=lambda: identity.config().request_timeout_ms,
        ),
        supervisor=tools.supervisor,
        lane=lane,
    )
    log = InternalLog(
        topic.name,
        manager.partitions,
        manager.leaderships,
        coordinator.store,
        filesystem=storage.filesystem,
        clock=tools.clock,
        load_bytes=config.load_bytes,
        lane=lane,
        loads_damaged=lambda: identity.config().kavka_coordinator_load_damaged,
        supervisor=tools.supervisor,
    )
    return Groups(coordinator, configs, nodes if has_configs else None, log, peers, tools.supervisor)

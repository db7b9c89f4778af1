"""Gives a broker its consumer groups: the coordinator, and its log, `__consumer_offsets`.

A part of the composition root (`broker.app`): here is only what is put together with what.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kavka.broker.group.coordinator import GroupCoordinator
from kavka.broker.group.group_config import GroupConfig
from kavka.broker.replica.internal_appends import InternalAppends
from kavka.broker.replica.internal_log import InternalLog
from kavka.broker.replica.leaders_offsets import LeadersOffsets
from kavka.broker.requests import internal_topics
from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.replication import Replication
    from kavka.broker.assembly.storage import Storage
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.share.persister import Persister
    from kavka.common.supervised import Supervisor
    from kavka.wire.connection import Connection
    from kavka.wire.peer_link import PeerLinks


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups that this broker coordinates."""

    coordinator: GroupCoordinator
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


def assemble_groups(
    storage: Storage, cluster: Cluster, replication: Replication, persister: Persister, tools: Tools
) -> Groups:
    """Builds the group coordinator and its log."""
    identity, manager, lane = cluster.identity, replication.manager, tools.lanes.clients
    config, topic = GroupConfig.from_broker(identity.config()), internal_topics.OFFSETS
    peers = cluster.peers("latest-offsets")
    coordinator = GroupCoordinator(
        InternalAppends(topic.name, manager.partitions, manager.waiting, manager.flusher, clock=tools.clock),
        clock=tools.clock,
        rng=tools.rng,
        config=lambda: config,
        partition_count=lambda: internal_topics.partition_count(cluster.metadata, topic),
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
    return Groups(coordinator, log, peers, tools.supervisor)

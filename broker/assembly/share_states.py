"""Gives a broker what keeps the states of share groups: the share coordinator, its log, and the way to the others.

A part of the composition root (`broker.app`): here is only what is put together with what.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.replica.internal_appends import InternalAppends
from kavka.broker.replica.internal_log import InternalLog
from kavka.broker.requests import internal_topics
from kavka.broker.share.state.cluster_persister import ClusterPersister
from kavka.broker.share.state.coordinator import ShareCoordinator, ShareTimes
from kavka.broker.share.state.keeper import ShareStateKeeper
from kavka.protocol.errors import KafkaError
from kavka.timer.backoff import Backoff

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.replication import Replication
    from kavka.broker.assembly.storage import Storage
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.common.supervised import Supervisor
    from kavka.wire.connection import Connection
    from kavka.wire.peer_link import PeerLinks

CALL_TIMEOUT_MS: Final = 30_000
"""How long a call of the persister may take where `request.timeout.ms` says more."""
RETRY_MS_MIN: Final = 50
RETRY_MS_MAX: Final = 1_000

_TOPIC: Final = internal_topics.SHARE_STATES


class ShareStates(NamedTuple):
    """What share groups have done with partitions, kept for those who ask."""

    coordinator: ShareCoordinator
    """Of the states that this broker leads."""
    log: InternalLog
    persister: ClusterPersister
    """Wherever a state is kept: here, or at another broker."""
    peers: PeerLinks[Connection]
    supervisor: Supervisor

    async def run(self) -> None:
        """Loads what this broker comes to lead, and asks other brokers, until cancelled."""
        async with asyncio.TaskGroup() as group:
            keep = self.supervisor.keep
            group.create_task(keep("loading of share states", self.log.run), name="share state log")
            group.create_task(self.coordinator.run(), name="share coordinator")
            group.create_task(keep("persister of share states", self.persister.run), name="persister of share states")

    async def close(self) -> None:
        """Closes the connections to other brokers."""
        await self.peers.close()


def assemble_share_states(storage: Storage, cluster: Cluster, replication: Replication, tools: Tools) -> ShareStates:
    """Builds the share coordinator, its log, and the persister that finds it."""
    config, manager = cluster.identity.config, replication.manager
    coordinator = _coordinator(storage, cluster, replication, tools)
    log = InternalLog(
        _TOPIC.name,
        manager.partitions,
        manager.leaderships,
        coordinator.keeper,
        filesystem=storage.filesystem,
        clock=tools.clock,
        load_bytes=config().share_coordinator_load_buffer_size,
        lane=tools.lanes.clients,
        loads_damaged=lambda: config().kavka_coordinator_load_damaged,
        supervisor=tools.supervisor,
    )
    topics = internal_topics.InternalTopics(
        cluster.metadata, cluster.controller.requests, cluster.channel, cluster.identity.config
    )

    def coordinator_of(key: str) -> int | None:
        try:
            return topics.coordinator(_TOPIC, key)
        except KafkaError:
            return None

    peers = cluster.peers("share-states")
    persister = ClusterPersister(
        coordinator,
        coordinator_of=coordinator_of,
        ensure_topic=lambda: topics.ensure(_TOPIC),
        broker_id=cluster.identity.broker_id,
        peers=peers,
        backoff=Backoff(RETRY_MS_MIN, RETRY_MS_MAX, tools.rng),
        timeout_ms=lambda: min(config().request_timeout_ms, CALL_TIMEOUT_MS),
        clock=tools.machine_clock,
        supervisor=tools.supervisor,
    )
    return ShareStates(coordinator, log, persister, peers, tools.supervisor)


def _coordinator(storage: Storage, cluster: Cluster, replication: Replication, tools: Tools) -> ShareCoordinator:
    config, cache, manager = cluster.identity.config, cluster.metadata, replication.manager

    def is_known(topic_id: bytes, partition: int) -> bool:
        return _is_known(cache, topic_id, partition)

    def high_watermark(index: int) -> int | None:
        partition = manager.partitions.find(_TOPIC.name, index)
        return None if partition is None or not partition.is_leader else partition.log.high_watermark

    def delete_records(index: int, offset: int) -> None:
        partition = manager.partitions.get(_TOPIC.name, index)
        if offset > partition.log.log_start_offset:
            partition.delete_records(offset)
            storage.logs.checkpoint_log_start_offsets()

    keeper = ShareStateKeeper(
        InternalAppends(_TOPIC.name, manager.partitions, manager.waiting, manager.flusher, clock=tools.clock),
        partition_count=lambda: internal_topics.partition_count(cache, _TOPIC),
        high_watermark=high_watermark,
        updates_max=lambda: config().share_coordinator_snapshot_update_records_per_snapshot,
        is_known=is_known,
        write_timeout_ms=lambda: config().share_coordinator_write_timeout_ms,
        clock=tools.clock,
        metrics=tools.metrics.shares,
    )
    return ShareCoordinator(
        keeper,
        delete_records=delete_records,
        is_known=is_known,
        times=lambda: ShareTimes(
            prune_interval=config().share_coordinator_state_topic_prune_interval_ms,
            snapshot_interval=config().share_coordinator_cold_partition_snapshot_interval_ms,
            write_timeout=config().share_coordinator_write_timeout_ms,
        ),
        clock=tools.clock,
        lane=tools.lanes.clients,
        supervisor=tools.supervisor,
    )


def _is_known(cache: MetadataCache, topic_id: bytes, partition: int) -> bool:
    snapshot = cache.snapshot
    name = snapshot.topic_names.get(topic_id)
    return name is not None and snapshot.partition(name, partition) is not None

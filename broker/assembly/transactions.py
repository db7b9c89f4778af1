"""Gives a broker its transactions: the coordinator, its log, and what it asks of other brokers.

A part of the composition root (`broker.app`): here is only what is put together with what.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.replica.internal_appends import InternalAppends
from kavka.broker.replica.internal_log import InternalLog, partition_for
from kavka.broker.replica.txn_verification import TransactionVerification
from kavka.broker.requests import internal_topics
from kavka.broker.transaction.adder import Addition
from kavka.broker.transaction.coordinator import TransactionCoordinator
from kavka.broker.transaction.coordinator_requests import CoordinatorOperation, CoordinatorRequests
from kavka.broker.transaction.marker_sender import MarkerSender
from kavka.broker.transaction.state_manager import TransactionStateManager
from kavka.broker.transaction.verifier import Verification
from kavka.broker.transaction.versions import version_of_level
from kavka.protocol.api_keys import ApiKey
from kavka.zk.features import TRANSACTION_VERSION

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.replication import Replication
    from kavka.broker.assembly.storage import Storage
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.common.supervised import Supervisor
    from kavka.wire.connection import Connection
    from kavka.wire.peer_link import PeerLinks

APPEND_TIMEOUT_MS: Final = 30_000
"""How long a record's replicas may take where `request.timeout.ms` says more."""

MARKERS_VERSION: Final = 2
"""Of WriteTxnMarkers, where transactions of version 2 are finalized, and so every broker knows it."""

_TOPIC: Final = internal_topics.TRANSACTIONS


class Transactions(NamedTuple):
    """The transactions that this broker coordinates, and what it asks of those who coordinate others."""

    coordinator: TransactionCoordinator
    log: InternalLog
    verifier: CoordinatorRequests
    adder: CoordinatorRequests
    verification: TransactionVerification
    """As the append path sees both."""
    peers: tuple[PeerLinks[Connection], ...]
    supervisor: Supervisor

    async def run(self) -> None:
        """Runs the transaction log, coordinator and verifier until cancelled."""
        async with asyncio.TaskGroup() as group:
            keep = self.supervisor.keep
            group.create_task(keep("loading of transactions", self.log.run), name="transaction log")
            group.create_task(self.coordinator.run(), name="transaction coordinator")
            group.create_task(keep("transaction verifier", self.verifier.run), name="transaction verifier")
            group.create_task(keep("transaction adder", self.adder.run), name="transaction adder")

    async def close(self) -> None:
        """Closes the connections to other brokers."""
        for peers in self.peers:
            await peers.close()


def assemble_transactions(storage: Storage, cluster: Cluster, replication: Replication, tools: Tools) -> Transactions:
    """Builds the transaction coordinator, its log, and the way to the other coordinators."""
    identity, manager, cache = cluster.identity, replication.manager, cluster.metadata
    metrics, supervisor, lane = tools.metrics.transactions, tools.supervisor, tools.lanes.clients
    protocol = identity.config().protocol
    markers_version = protocol.version(ApiKey.WRITE_TXN_MARKERS)

    def request_timeout_ms() -> int:
        return min(identity.config().request_timeout_ms, APPEND_TIMEOUT_MS)

    states = TransactionStateManager(
        InternalAppends(_TOPIC.name, manager.partitions, manager.waiting, manager.flusher, clock=tools.clock),
        partition_count=lambda: internal_topics.partition_count(cache, _TOPIC),
        append_timeout_ms=request_timeout_ms,
        clock=tools.clock,
        metrics=metrics,
        version=lambda: version_of_level(cluster.features.level(TRANSACTION_VERSION)),
    )
    marker_peers, verifier_peers, adder_peers = (cluster.peers(name) for name in ("markers", "verifier", "adder"))
    markers = MarkerSender(
        states,
        snapshot=lambda: cache.snapshot,
        peers=marker_peers,
        version=lambda: MARKERS_VERSION if states.version().bumps_epoch else markers_version,
        timeout_ms=request_timeout_ms,
        metrics=metrics,
        clock=tools.machine_clock,
        supervisor=supervisor,
        lane=lane,
    )
    coordinator = TransactionCoordinator(
        states,
        markers,
        producer_ids=cluster.producer_ids,
        config=identity.config,
        clock=tools.clock,
        metrics=metrics,
        supervisor=supervisor,
        lane=lane,
    )

    def requests(operation: CoordinatorOperation, peers: PeerLinks[Connection]) -> CoordinatorRequests:
        return CoordinatorRequests(
            operation,
            coordinator_of=lambda transactional_id: _coordinator_of(cache, transactional_id),
            broker_id=identity.broker_id,
            peers=peers,
            timeout_ms=request_timeout_ms,
            metrics=metrics,
            ticks=tools.ticks,
            supervisor=supervisor,
        )

    can_verify = protocol.has_api(ApiKey.DESCRIBE_TRANSACTIONS)
    verifier = requests(Verification(coordinator, can_ask=can_verify), verifier_peers)
    adder = requests(Addition(coordinator), adder_peers)
    verification = TransactionVerification(
        verifier.ask,
        adder.ask,
        is_enabled=lambda: identity.config().transaction_partition_verification_enable,
        clock=tools.machine_clock,
        timeout_ms=request_timeout_ms,
    )
    log = _log(states, storage, cluster, replication, tools)
    peers = (marker_peers, verifier_peers, adder_peers)
    return Transactions(coordinator, log, verifier, adder, verification, peers, supervisor)


def _log(
    states: TransactionStateManager, storage: Storage, cluster: Cluster, replication: Replication, tools: Tools
) -> InternalLog:
    config = cluster.identity.config
    return InternalLog(
        _TOPIC.name,
        replication.manager.partitions,
        replication.manager.leaderships,
        states,
        filesystem=storage.filesystem,
        clock=tools.clock,
        load_bytes=config().transaction_state_log_load_buffer_size,
        lane=tools.lanes.clients,
        loads_damaged=lambda: config().kavka_coordinator_load_damaged,
        supervisor=tools.supervisor,
    )


def _coordinator_of(cache: MetadataCache, transactional_id: str) -> int | None:
    count = internal_topics.partition_count(cache, _TOPIC)
    if count is None:
        return None
    snapshot = cache.snapshot
    state = snapshot.partition(_TOPIC.name, partition_for(transactional_id, count))
    return None if state is None or state.leader not in snapshot.brokers else state.leader

"""Gives a broker its transactions: the coordinator, its log, and what it asks of other brokers.

A part of the composition root (`broker.app`): here is only what is put together with what.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from kavka.broker.assembly.peers import peers_of
from kavka.broker.replica.internal_appends import InternalAppends
from kavka.broker.replica.internal_log import InternalLog, partition_for
from kavka.broker.replica.txn_verification import TransactionVerification
from kavka.broker.requests import internal_topics
from kavka.broker.transaction.coordinator import TransactionCoordinator
from kavka.broker.transaction.marker_sender import MarkerSender
from kavka.broker.transaction.peers import Peers
from kavka.broker.transaction.state_manager import TransactionStateManager
from kavka.broker.transaction.verifier import CoordinatorVerifier
from kavka.common.supervised import Supervisor
from kavka.protocol.api_keys import PROFILES, ApiKey

if TYPE_CHECKING:
    from kavka.broker.cluster.dial import Dial
    from kavka.broker.requests.services import BrokerServices
    from kavka.common.filesystem import FileSystem

APPEND_TIMEOUT_MS: Final = 30_000
"""How long a record's replicas may take where `request.timeout.ms` says more."""


class Transactions:
    """What runs, and what is closed.

    Args:
        coordinator: as handlers see it.
        log: `__transaction_state`.
        verifier: as the append path sees it.
        peers: the connections of all of them.
        supervisor: begins again what failed.
    """

    __slots__ = ("_peers", "_supervisor", "coordinator", "log", "verifier")

    def __init__(
        self,
        coordinator: TransactionCoordinator,
        log: InternalLog,
        verifier: CoordinatorVerifier,
        peers: tuple[Peers, ...],
        supervisor: Supervisor,
    ) -> None:
        self._supervisor = supervisor
        self.coordinator = coordinator
        self.log = log
        self.verifier = verifier
        self._peers = peers

    async def run(self) -> None:
        """Runs the transaction log, coordinator and verifier until cancelled."""
        async with asyncio.TaskGroup() as group:
            keep = self._supervisor.keep
            group.create_task(keep("loading of transactions", self.log.run), name="transaction log")
            group.create_task(self.coordinator.run(), name="transaction coordinator")
            group.create_task(keep("transaction verifier", self.verifier.run), name="transaction verifier")

    async def close(self) -> None:
        """Closes the connections to other brokers."""
        for peers in self._peers:
            await peers.close()


def assemble_transactions(services: BrokerServices, dial: Dial, filesystem: FileSystem) -> Transactions:
    """Builds the parts; sets `services.transactions` and the replica manager's `verification`."""
    config, metrics, cache = services.config, services.metrics.transactions, services.metadata_cache
    supervisor = services.replica_manager.supervisor

    def request_timeout_ms() -> int:
        return min(int(services.config["request.timeout.ms"]), APPEND_TIMEOUT_MS)

    states = TransactionStateManager(
        InternalAppends(internal_topics.TRANSACTIONS.name, services.replica_manager, services.clock),
        partition_count=lambda: internal_topics.partition_count(services, internal_topics.TRANSACTIONS),
        append_timeout_ms=request_timeout_ms,
        clock=services.clock,
        metrics=metrics,
    )
    log = InternalLog(
        internal_topics.TRANSACTIONS.name,
        services.replica_manager,
        states,
        filesystem=filesystem,
        clock=services.clock,
        load_bytes=config["transaction.state.log.load.buffer.size"],
        lane=services.lane,
        loads_damaged=lambda: bool(services.config["kavka.coordinator.load.damaged"]),
    )
    marker_peers = peers_of(services, dial, "markers")
    profile = PROFILES[config.profile]
    markers = MarkerSender(
        states,
        snapshot=lambda: cache.snapshot,
        peers=marker_peers,
        version=profile[ApiKey.WRITE_TXN_MARKERS][1],
        timeout_ms=request_timeout_ms,
        metrics=metrics,
        supervisor=supervisor,
        lane=services.lane,
    )
    coordinator = services.transactions = TransactionCoordinator(
        states,
        markers,
        producer_ids=services.producer_ids,
        config=lambda: services.config,
        clock=services.clock,
        metrics=metrics,
        supervisor=supervisor,
        lane=services.lane,
    )
    verifier_peers = peers_of(services, dial, "verifier")
    verifier = CoordinatorVerifier(
        coordinator,
        coordinator_of=lambda transactional_id: _coordinator_of(services, transactional_id),
        broker_id=services.broker_id,
        peers=verifier_peers,
        can_ask=ApiKey.DESCRIBE_TRANSACTIONS in profile,
        timeout_ms=request_timeout_ms,
        metrics=metrics,
        supervisor=supervisor,
    )
    services.replica_manager.verification = TransactionVerification(
        verifier,
        is_enabled=lambda: bool(services.config["transaction.partition.verification.enable"]),
        timeout_ms=request_timeout_ms,
    )
    return Transactions(coordinator, log, verifier, (marker_peers, verifier_peers), supervisor)


def _coordinator_of(services: BrokerServices, transactional_id: str) -> int | None:
    topic = internal_topics.TRANSACTIONS
    count = internal_topics.partition_count(services, topic)
    if count is None:
        return None
    snapshot = services.metadata_cache.snapshot
    state = snapshot.partition(topic.name, partition_for(transactional_id, count))
    return None if state is None or state.leader not in snapshot.brokers else state.leader

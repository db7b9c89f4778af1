"""The transaction coordinator: who a producer is, which partitions its transaction has, and how that ends.

    InitProducerId ──▶ a new epoch; an open transaction of the old one is aborted first (CONCURRENT_TRANSACTIONS)
    AddPartitionsToTxn, AddOffsetsToTxn ──▶ Ongoing, with these partitions
    EndTxn ──▶ PrepareCommit or PrepareAbort in the log ──▶ answered; the markers follow (`marker_sender`)
    EndTxn on a connection that is older than the transaction's ──▶ LateEndTxn (decision 0027); up to version 1
    time is up ──▶ the epoch is raised, PrepareAbort

Every operation decides on what is in memory, without waiting; appends one record; and goes on in the very call in which
the log reports the result (`state_manager`). So nothing comes between a decision and the state that it was made for,
and a request that is cut off changes nothing about what its record does. While a transition is under way everybody else
gets CONCURRENT_TRANSACTIONS.

Errors are raised as `KafkaError`s; handlers turn them into the codes that a request's version knows. Kafka:
`TransactionCoordinator.scala`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.security.connection_info import NO_CONNECTION
from kavka.broker.transaction.end_decision import PREPARED_BY_COMMIT, must_prepare_end
from kavka.broker.transaction.states import AT_REST, PREPARED, TransactionState
from kavka.broker.transaction.transaction_metadata import EPOCH_MAX, NO_PRODUCER_ID, TransactionMetadata
from kavka.broker.transaction.versions import TransactionVersion
from kavka.common.lane import Lane
from kavka.common.steps import Steps
from kavka.common.supervised import Supervisor
from kavka.common.types import TopicPartition
from kavka.protocol.errors import (
    ConcurrentTransactions,
    ErrorCode,
    InvalidProducerIdMapping,
    InvalidRequest,
    InvalidTransactionTimeout,
    KafkaError,
    ProducerFenced,
    TransactionalIdNotFound,
    UnknownServerError,
    error_for_code,
)

if TYPE_CHECKING:
    from kavka.broker.cluster.producer_ids import ProducerIds
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.metrics import TransactionMetrics
    from kavka.broker.transaction.marker_sender import MarkerSender
    from kavka.broker.transaction.state_manager import TransactionStateManager
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

OnEnded = Callable[[ErrorCode], None]


class ProducerIdAndEpoch(NamedTuple):
    """Who a producer is."""

    producer_id: int
    producer_epoch: int


class LateEndTxn(Exception):
    """EndTxn came by a connection older than the open transaction's.

    The transaction got its partitions on the newer one.

    It was most likely meant for the transaction before, which its client has ended by a later connection. Answered with
    CONCURRENT_TRANSACTIONS, which every client tries again, and a closed connection, so that it does so by a new one.
    """


class TransactionListing(NamedTuple):
    """A transactional id in short."""

    transactional_id: str
    producer_id: int
    state: TransactionState


class TransactionCoordinator:
    """What this broker coordinates.

    Args:
        states: the ids.
        markers: brings what is decided to its end.
        producer_ids: for new ids.
        config: what holds now.
        clock: wall clock, for timeouts; they outlive a coordinator.
        metrics: what is counted.
        supervisor: keeps one transaction's failure from the others.
        lane: the slices of the loop's time in which timeouts and expiry are looked after.
    """

    __slots__ = ("_clock", "_config", "_lane", "_producer_ids", "_supervisor", "markers", "metrics", "states")

    def __init__(
        self,
        states: TransactionStateManager,
        markers: MarkerSender,
        *,
        producer_ids: ProducerIds,
        config: Callable[[], BrokerConfig],
        clock: Clock,
        metrics: TransactionMetrics,
        lane: Lane,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._supervisor = supervisor or Supervisor()
        self._lane = lane
        self.states = states
        self.markers = markers
        self.metrics = metrics
        self._producer_ids = producer_ids
        self._config = config
        self._clock = clock
        states.add_load_listener(self._resume)

    # ---- who a producer is ----------------------------------------------------------------------------------------

    async def init_producer_id(
        self, transactional_id: str, timeout_ms: int, expected: ProducerIdAndEpoch | None
    ) -> ProducerIdAndEpoch:
        """Gives a producer its id and its next epoch; whoever had the one before is fenced.

        Args:
            transactional_id: not empty.
            timeout_ms: for its transactions.
            expected: who it says it is (KIP-360), None: a new instance.

        Raises:
            InvalidTransactionTimeout: not from 1 to `transaction.max.timeout.ms`.
            ConcurrentTransactions: a transaction of the id is on its way to its end, possibly because of this request.
            ProducerFenced: there has been another instance since the one that is expected.
            KafkaError: this broker does not coordinate the id now, or cannot write.
        """
        if not 0 < timeout_ms <= self._config().transaction_max_timeout_ms:
            raise InvalidTransactionTimeout(f"{timeout_ms} ms is not a transaction timeout that this broker allows")
        new_id: int | None = None
        while True:
            metadata = self.states.get(transactional_id)
            if new_id is None and (metadata is None or metadata.is_epoch_exhausted):
                new_id = await self._producer_ids.next_id()  # looked at again afterwards: this may have taken long
                continue
            if metadata is None:
                assert new_id is not None
                metadata = self.states.put_new(
                    TransactionMetadata(
                        transactional_id, producer_id=new_id, timeout_ms=timeout_ms, now_ms=self._clock.now_ms()
                    )
                )
            break
        return await self._next_epoch(metadata, timeout_ms, expected, new_id)

    async def _next_epoch(
        self, metadata: TransactionMetadata, timeout_ms: int, expected: ProducerIdAndEpoch | None, new_id: int | None
    ) -> ProducerIdAndEpoch:
        self._check_no_pending(metadata)
        if expected is not None and not metadata.is_known_producer(*expected):
            raise ProducerFenced(f"{metadata} is not the producer {expected.producer_id}")
        if metadata.state in PREPARED:
            raise ConcurrentTransactions(f"{metadata}: the markers are being written")
        if metadata.state is TransactionState.Ongoing:
            # The epoch that fences is nobody's: the client asks again and gets the one after it.
            await self._ended(lambda on_done: self._fence(metadata, on_done))
            raise ConcurrentTransactions(f"{metadata}: its transaction is being aborted")
        epoch = None if expected is None else expected.producer_epoch
        if metadata.is_epoch_exhausted and epoch in (None, metadata.producer_epoch):
            assert new_id is not None
            transit = metadata.prepare_new_producer_id(
                new_id, timeout_ms, self._clock.now_ms(), keeps_last_epoch=expected is not None
            )
        else:
            transit = metadata.prepare_next_epoch(timeout_ms, epoch, self._clock.now_ms())
        await self._ended(lambda on_done: self.states.append(metadata, transit, on_done))
        return ProducerIdAndEpoch(transit.producer_id, transit.producer_epoch)

    # ---- what a transaction has -----------------------------------------------------------------------------------

    async def add_partitions(
        self,
        transactional_id: str,
        producer: ProducerIdAndEpoch,
        partitions: Collection[TopicPartition],
        *,
        connection: int = NO_CONNECTION,
        version: TransactionVersion = TransactionVersion.V0,
    ) -> None:
        """Adds partitions to the transaction, which begins if there is none.

        Args:
            transactional_id: whose.
            producer: who asks.
            partitions: which.
            connection: the ordinal of the connection that brought the request.
            version: of the request.

        Raises:
            InvalidProducerIdMapping: the id has another producer, or none.
            ProducerFenced: the epoch is not the producer's.
            ConcurrentTransactions: the transaction before is not over yet.
            UnknownServerError: the transaction would have too many.
            KafkaError: this broker does not coordinate the id now, or cannot write.
        """
        metadata = self._known(transactional_id, producer)
        self._check_no_pending(metadata)
        if metadata.state in PREPARED:
            raise ConcurrentTransactions(f"{metadata}: the markers are being written")
        metadata.take_connection(connection)
        if metadata.state is TransactionState.Ongoing and metadata.partitions.issuperset(partitions):
            return
        try:
            transit = metadata.prepare_add_partitions(partitions, self._clock.now_ms(), version)
        except UnknownServerError as error:
            _log.warning("%s", error.message)
            raise
        await self._ended(lambda on_done: self.states.append(metadata, transit, on_done))

    def verify(
        self, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Iterable[TopicPartition]
    ) -> frozenset[TopicPartition]:
        """Returns which of the partitions belong to the open transaction (KIP-890).

        A transition that is pending does not matter: partitions are in here once they are in the log, and the log that
        asks decides last.

        Raises:
            InvalidProducerIdMapping, ProducerFenced: as `add_partitions`.
            ConcurrentTransactions: the transaction is being ended.
            KafkaError: this broker does not coordinate the id now.
        """
        metadata = self._known(transactional_id, producer)
        if metadata.state in PREPARED:
            raise ConcurrentTransactions(f"{metadata}: the markers are being written")
        return metadata.partitions.intersection(partitions)

    # ---- how it ends ----------------------------------------------------------------------------------------------

    async def end(
        self,
        transactional_id: str,
        producer: ProducerIdAndEpoch,
        *,
        is_commit: bool,
        connection: int = NO_CONNECTION,
        version: TransactionVersion = TransactionVersion.V0,
    ) -> ProducerIdAndEpoch:
        """Commits or aborts the transaction.

        When this returns that is certain, though not every partition knows it yet.

        Args:
            transactional_id: whose.
            producer: who asks.
            is_commit: or aborts.
            connection: the ordinal of the connection that brought the request.
            version: of the request.

        Returns:
            Who the producer is from now on: with version 2 the next epoch, or another id.

        Raises:
            LateEndTxn: the connection is older than the open transaction's.
            InvalidTxnState: there is no transaction, or it was ended the other way.
            ConcurrentTransactions: it is being ended this way already.
            InvalidProducerIdMapping, ProducerFenced: as `add_partitions`.
            KafkaError: this broker does not coordinate the id now, or cannot write.
        """
        new_id: int | None = None
        while True:
            metadata = self._found(transactional_id, producer)
            if not version.bumps_epoch:
                self._check_known(metadata, producer)
                if metadata.is_ended_late(connection):
                    raise LateEndTxn(f"{metadata} has partitions from a later connection")
            if not must_prepare_end(metadata, *producer, is_commit=is_commit, version=version):
                return ProducerIdAndEpoch(metadata.producer_id, metadata.producer_epoch)
            if new_id is None and version.bumps_epoch and metadata.is_epoch_exhausted:
                new_id = await self._producer_ids.next_id()  # looked at again afterwards: this may have taken long
                continue
            break
        next_id = NO_PRODUCER_ID
        identity = producer
        if version.bumps_epoch and metadata.is_epoch_exhausted:
            assert new_id is not None
            next_id, identity = new_id, ProducerIdAndEpoch(new_id, 0)
        elif version.bumps_epoch:
            identity = ProducerIdAndEpoch(producer.producer_id, producer.producer_epoch + 1)
        prepared = PREPARED_BY_COMMIT[is_commit]
        await self._ended(
            lambda on_done: self._prepare_end(metadata, prepared, on_done, version=version, next_producer_id=next_id)
        )
        return identity

    def _prepare_end(
        self,
        metadata: TransactionMetadata,
        prepared: TransactionState,
        on_done: OnEnded,
        *,
        version: TransactionVersion,
        next_producer_id: int = NO_PRODUCER_ID,
    ) -> None:
        transit = metadata.prepare_end(
            prepared, self._clock.now_ms(), version=version, next_producer_id=next_producer_id
        )

        def appended(error: ErrorCode) -> None:
            if error is ErrorCode.NONE:
                self._send_markers(metadata)
            on_done(error)

        self.states.append(metadata, transit, appended)

    def _fence(self, metadata: TransactionMetadata, on_done: OnEnded) -> None:
        """Aborts a transaction behind its producer's back: with a raised epoch, so that it cannot go on.

        With version 2 the abort raises it once more: the epoch that fenced is nobody's, or a request of the producer
        that was fenced would look like a retry.
        """
        fence = metadata.prepare_fence()
        metadata.take_fence(fence.producer_epoch)

        def ended(error: ErrorCode) -> None:
            if error is not ErrorCode.NONE:
                metadata.has_failed_epoch_fence = True  # or each try would use up an epoch (KAFKA-9666)
            on_done(error)

        self._prepare_end(metadata, TransactionState.PrepareAbort, ended, version=self.states.version())

    def _send_markers(self, metadata: TransactionMetadata) -> None:
        self.markers.send(metadata, metadata.prepare_complete(self._clock.now_ms()))

    def _resume(self, loaded: Iterable[TransactionMetadata]) -> Steps[None]:
        """Resumes the transactions whose end the former coordinator had decided."""
        for metadata in loaded:
            with self._supervisor.item("loading of transactions", metadata):
                # What was decided here since the load's end has its markers on their way: it is pending.
                if metadata.state in PREPARED and metadata.pending_state is None and self.states.is_current(metadata):
                    _log.info("%s goes on here", metadata)
                    self._send_markers(metadata)
            yield

    # ---- looking --------------------------------------------------------------------------------------------------

    def describe(self, transactional_id: str) -> TransactionMetadata:
        """Returns the metadata of a transactional id.

        Raises:
            TransactionalIdNotFound: nothing.
            KafkaError: this broker does not coordinate it now.
        """
        if not transactional_id:
            raise InvalidRequest("a transactional id may not be empty")
        metadata = self.states.get(transactional_id)
        if metadata is None or metadata.pending_state is TransactionState.Dead:
            raise TransactionalIdNotFound(f"nobody has used transactional id {transactional_id!r}")
        return metadata

    def partition_count(self, transactional_id: str) -> int:
        """Counts the partitions of an id's transaction, as far as that is known here."""
        with contextlib.suppress(KafkaError):
            return len(self.describe(transactional_id).partitions)
        return 0

    def list(
        self, *, producer_ids: Collection[int], states: Collection[TransactionState], duration_ms: int = -1
    ) -> Steps[list[TransactionListing]]:
        """Lists the transactional ids that are coordinated here.

        Args:
            producer_ids: only of these producers; empty: of all.
            states: only in these; empty: in any.
            duration_ms: only with a transaction that is open for longer; negative: all.
        """
        now_ms = self._clock.now_ms()
        found = []
        for metadata in list(self.states.all()):
            if (
                metadata.pending_state is not TransactionState.Dead
                and (not producer_ids or metadata.producer_id in producer_ids)
                and (not states or metadata.state in states)
                and (duration_ms < 0 or (metadata.state not in AT_REST and now_ms - metadata.start_ms > duration_ms))
            ):
                found.append(TransactionListing(metadata.transactional_id, metadata.producer_id, metadata.state))
            yield
        return found

    # ---- time -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Aborts overdue transactions, forgets expired ids, sends markers; until cancelled."""
        async with asyncio.TaskGroup() as group:
            keep = self._supervisor.keep
            group.create_task(keep("markers", self.markers.run), name="markers")
            for name, interval_ms, act in (
                ("transaction timeouts", self._timeouts_interval_ms, self.abort_overdue),
                ("transactional id expiry", self._expiry_interval_ms, self.forget_expired),
            ):
                group.create_task(keep(name, partial(self._every, interval_ms, act)), name=name)

    def _timeouts_interval_ms(self) -> int:
        return self._config().transaction_abort_timed_out_transaction_cleanup_interval_ms

    def _expiry_interval_ms(self) -> int:
        return self._config().transaction_remove_expired_transaction_cleanup_interval_ms

    async def _every(self, interval_ms: Callable[[], int], act: Callable[[], Steps[None]]) -> None:
        while True:
            await self._clock.sleep(interval_ms())
            await self._lane.do(act())

    def abort_overdue(self) -> Steps[None]:
        """Aborts transactions that are open for longer than their timeouts."""
        for metadata in list(self.states.all()):
            if metadata.is_overdue(self._clock.now_ms()) and self.states.is_current(metadata):
                with self._supervisor.item("transaction timeouts", metadata):
                    if metadata.pending_state is None:
                        self._fence(metadata, self._told(metadata))
            yield

    def _told(self, metadata: TransactionMetadata) -> OnEnded:
        def ended(error: ErrorCode) -> None:
            if error is ErrorCode.NONE:
                self.metrics.timeouts += 1
                _log.info("%s took longer than %d ms and is aborted", metadata, metadata.timeout_ms)
            else:
                _log.info("%s is overdue, it is aborted another time: %s", metadata, error.name)

        return ended

    def forget_expired(self) -> Steps[None]:
        """Forgets ids unused for `transactional.id.expiration.ms`."""
        return self.states.forget_expired(self._config().transactional_id_expiration_ms)

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _found(self, transactional_id: str, producer: ProducerIdAndEpoch) -> TransactionMetadata:
        if not transactional_id:
            raise InvalidRequest("a transactional id may not be empty")
        metadata = self.states.get(transactional_id)
        if metadata is None:
            raise InvalidProducerIdMapping(
                f"producer {producer.producer_id} is not the one of transactional id {transactional_id!r}"
            )
        return metadata

    def _known(self, transactional_id: str, producer: ProducerIdAndEpoch) -> TransactionMetadata:
        metadata = self._found(transactional_id, producer)
        self._check_known(metadata, producer)
        return metadata

    def _check_known(self, metadata: TransactionMetadata, producer: ProducerIdAndEpoch) -> None:
        if metadata.producer_id != producer.producer_id:
            raise InvalidProducerIdMapping(f"producer {producer.producer_id} is not the one of {metadata}")
        # The last epoch only fences: whoever names it was not given it, and could not be fenced any more.
        if metadata.producer_epoch != producer.producer_epoch or producer.producer_epoch == EPOCH_MAX:
            raise ProducerFenced(f"{metadata}: there is a newer producer than epoch {producer.producer_epoch}")

    def _check_no_pending(self, metadata: TransactionMetadata) -> None:
        if metadata.pending_state is not None:
            raise ConcurrentTransactions(f"{metadata}: a change is under way")

    async def _ended(self, begin: Callable[[OnEnded], None]) -> None:
        """Waits for the end of what `begin` begins at once; the log's own deadline bounds the wait.

        Raises:
            KafkaError: it failed.
        """
        done: asyncio.Future[ErrorCode] = asyncio.get_running_loop().create_future()

        def ended(error: ErrorCode) -> None:
            if not done.done():
                done.set_result(error)

        begin(ended)
        error = await done
        if error is not ErrorCode.NONE:
            raise error_for_code(error)


def fenced_code(error: KafkaError, version: int, fenced_from_version: int) -> int:
    """Returns an error's code: INVALID_PRODUCER_EPOCH for clients without PRODUCER_FENCED (KIP-588)."""
    if error.code is ErrorCode.PRODUCER_FENCED and version < fenced_from_version:
        return int(ErrorCode.INVALID_PRODUCER_EPOCH)
    return int(error.code)

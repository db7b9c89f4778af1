"""Asks a transaction's coordinator before the transaction's first batch is appended to a partition (KIP-890).

    Produce with a transactional id ─▶ begin: a guard for each partition where the transaction is not open yet
                                  │                                   └─ for none: appended at once
                                  └▶ ask ─▶ the coordinator ─▶ appended, each with its guard, or refused

Producers up to transaction version 1 have told the coordinator of their partitions, which is verified. Those of version
2 have not: the coordinator adds them now, and so knows of every transaction before there is a record of it. Then the
transaction before may still be on its way to its end, which is waited for a moment (Kafka: since 4.1).

Once a transaction is open in a partition's log, its next batches are not asked about: only a marker ends it, and the
coordinator writes that. The coordinator may be this very broker; `transaction.coordinator_requests` knows where it is.
Results that only mean "not now" become NOT_ENOUGH_REPLICAS, which producers of every age take for "send it again".

Kafka: `ReplicaManager.maybeStartTransactionVerificationForPartitions`, `AddPartitionsToTxnManager`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from kavka.broker.log.verification import NO_VERIFICATION, NOT_VERIFIED, VerificationGuard
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, InvalidProducerIdMapping, KafkaError, NotEnoughReplicas, error_for_code
from kavka.timer.backoff import Backoff
from kavka.timer.moments import WallMs

if TYPE_CHECKING:
    from kavka.broker.replica.partition import Partition
    from kavka.timer.clock import Clock

_NOT_NOW: Final = frozenset(
    {
        ErrorCode.CONCURRENT_TRANSACTIONS,
        ErrorCode.NETWORK_EXCEPTION,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ErrorCode.NOT_COORDINATOR,
        ErrorCode.REQUEST_TIMED_OUT,
    }
)
ENDING_MS_MAX: Final = 100
"""How long the end of the transaction before is waited for. Kafka's `add.partitions.to.txn.retry.backoff.max.ms`."""
ENDING_BACKOFF: Final = Backoff(5, 20)
"""Kafka always waits 20 ms; an end takes less where replicas are near."""

_AS_PRODUCERS_KNOW_IT: Final = {
    ErrorCode.PRODUCER_FENCED: ErrorCode.INVALID_PRODUCER_EPOCH,
    ErrorCode.TRANSACTION_ABORTABLE: ErrorCode.INVALID_TXN_STATE,
}
"""Codes that a coordinator sends to brokers, and those that Produce has always had for the same."""


class AskCoordinator(Protocol):
    """Knows a transaction's coordinator, and has it verify or add partitions."""

    async def __call__(
        self, transactional_id: str, producer_id: int, producer_epoch: int, partitions: Sequence[TopicPartition]
    ) -> Mapping[TopicPartition, ErrorCode]:
        """Asks the coordinator for partitions to be in the producer's open transaction.

        Returns:
            NONE for a partition that is in it, also where the coordinator is too old to be asked; its error for the
            others; NETWORK_EXCEPTION or COORDINATOR_NOT_AVAILABLE where it could not be asked. A partition that is left
            out counts as the latter.
        """


class FirstBatch(NamedTuple):
    """What a request brings for one partition."""

    producer_id: int
    producer_epoch: int
    sequence: int


class Guards:
    """The guards with which a request's batches may be appended, or their errors.

    Args:
        default: the guard of partitions that nothing else is known of.
    """

    __slots__ = ("_default", "_errors", "_guards")

    def __init__(self, default: VerificationGuard | None) -> None:
        self._default = default
        self._guards: dict[TopicPartition, VerificationGuard] = {}
        self._errors: dict[TopicPartition, KafkaError] = {}

    def of(self, topic_partition: TopicPartition) -> VerificationGuard | None:
        """Returns the guard to append a partition's batch with.

        Raises:
            KafkaError: the batch must not be appended.
        """
        error = self._errors.get(topic_partition)
        if error is not None:
            raise error
        return self._guards.get(topic_partition, self._default)

    @property
    def to_ask(self) -> list[TopicPartition]:
        """Returns the partitions that the coordinator has to agree to."""
        return list(self._guards)

    def add(self, topic_partition: TopicPartition, guard: VerificationGuard) -> None:
        """Adds the guard of a batch that waits for the coordinator."""
        self._guards[topic_partition] = guard

    def refuse(self, topic_partition: TopicPartition, error: KafkaError) -> None:
        """Refuses the partition's batch: it must not be appended."""
        self._errors[topic_partition] = error


class TransactionVerification:
    """Verifies first batches where the configuration wants it, and has partitions added.

    Args:
        verify: asks coordinators whether partitions are in a transaction.
        add: has coordinators add partitions to a transaction, which begins with the first.
        clock: how long they may take.
        is_enabled: `transaction.partition.verification.enable`, which may change.
        timeout_ms: how long a response may take, `request.timeout.ms`.
    """

    __slots__ = ("_add", "_clock", "_is_enabled", "_timeout_ms", "_verify")

    def __init__(
        self,
        verify: AskCoordinator,
        add: AskCoordinator,
        *,
        clock: Clock,
        is_enabled: Callable[[], bool] = lambda: True,
        timeout_ms: Callable[[], int] = lambda: 30_000,
    ) -> None:
        self._verify = verify
        self._add = add
        self._clock = clock
        self._is_enabled = is_enabled
        self._timeout_ms = timeout_ms

    @property
    def unasked(self) -> VerificationGuard | None:
        """Returns the guard of a batch whose coordinator nobody was asked for."""
        return NOT_VERIFIED if self._is_enabled() else NO_VERIFICATION

    def begin(
        self,
        transactional_id: str | None,
        batches: Iterable[tuple[Partition, FirstBatch]],
        *,
        now_ms: WallMs,
        adds: bool = False,
    ) -> Guards:
        """Finds the batches to be verified; without awaiting, so that a marker that comes later is noticed.

        Args:
            transactional_id: of the request. Without one nothing can be asked: only open transactions go on.
            batches: the transactional ones, with their partitions.
            now_ms: wall clock.
            adds: whether the producer leaves it to us to add partitions (version 2). Done whatever the configuration
                says of verification.

        Raises:
            InvalidProducerIdMapping: they belong to several producers.
        """
        guards = Guards(self.unasked)
        if not (adds or self._is_enabled()):
            return guards
        producers = set()
        for partition, (producer_id, epoch, sequence) in batches:
            producers.add((producer_id, epoch))
            if len(producers) > 1:
                raise InvalidProducerIdMapping("transactional records of more than one producer in one request")
            if transactional_id is None:
                continue
            try:
                guard = partition.start_verification(producer_id, epoch, sequence, now_ms=now_ms, has_own_epoch=adds)
            except KafkaError as error:
                guards.refuse(partition.topic_partition, error)
                continue
            if guard is not None:
                guards.add(partition.topic_partition, guard)
        return guards

    async def guard_for(
        self,
        transactional_id: str,
        partition: Partition,
        batch: FirstBatch,
        *,
        now_ms: WallMs,
        is_abortable_known: bool = False,
        adds: bool = False,
    ) -> VerificationGuard | None:
        """Returns the guard to append one batch with, after verification if need be. For offsets of a transaction.

        Raises:
            KafkaError: it must not be appended; NotEnoughReplicas: not now.
        """
        guards = self.begin(transactional_id, [(partition, batch)], now_ms=now_ms, adds=adds)
        if guards.to_ask:
            await self.ask(
                transactional_id,
                batch.producer_id,
                batch.producer_epoch,
                guards,
                is_abortable_known=is_abortable_known,
                adds=adds,
            )
        return guards.of(partition.topic_partition)

    async def ask(
        self,
        transactional_id: str,
        producer_id: int,
        producer_epoch: int,
        guards: Guards,
        *,
        is_abortable_known: bool = False,
        adds: bool = False,
    ) -> None:
        """Asks the coordinator about the guarded partitions, and refuses those it denies.

        Args:
            transactional_id: whose coordinator it is.
            producer_id: the transaction's.
            producer_epoch: likewise.
            guards: gets what is refused.
            is_abortable_known: whether the producer knows TRANSACTION_ABORTABLE; else it is told INVALID_TXN_STATE.
            adds: whether they are to be added to the transaction.
        """
        partitions = guards.to_ask
        answers: Mapping[TopicPartition, ErrorCode] = {}
        late = ErrorCode.COORDINATOR_NOT_AVAILABLE
        try:
            async with self._clock.timeout(self._timeout_ms()):
                if adds:
                    answers = await self._added(transactional_id, producer_id, producer_epoch, partitions)
                else:
                    answers = await self._verify(transactional_id, producer_id, producer_epoch, partitions)
        except TimeoutError:
            late = ErrorCode.REQUEST_TIMED_OUT
        except KafkaError as error:
            late = error.code
        for topic_partition in partitions:
            code = answers.get(topic_partition, late)
            if code is not ErrorCode.NONE:
                reason = _refusal(topic_partition, transactional_id, code, is_abortable_known, knows_concurrent=adds)
                guards.refuse(topic_partition, reason)

    async def _added(
        self, transactional_id: str, producer_id: int, producer_epoch: int, partitions: Sequence[TopicPartition]
    ) -> Mapping[TopicPartition, ErrorCode]:
        """Has partitions added; a transaction that is on its way to its end is waited for, a moment long."""
        clock = self._clock
        until_ms = clock.monotonic_ms() + ENDING_MS_MAX
        for attempt in itertools.count():
            answers = await self._add(transactional_id, producer_id, producer_epoch, partitions)
            if ErrorCode.CONCURRENT_TRANSACTIONS not in answers.values() or clock.monotonic_ms() >= until_ms:
                break
            await clock.sleep(ENDING_BACKOFF.pause_ms(attempt))
        return answers


def _refusal(
    topic_partition: TopicPartition,
    transactional_id: str,
    code: ErrorCode,
    is_abortable_known: bool,
    *,
    knows_concurrent: bool,
) -> KafkaError:
    # Producers of version 2 meet CONCURRENT_TRANSACTIONS between two transactions, and know it: see Kafka's mapping.
    if code in _NOT_NOW and not (knows_concurrent and code is ErrorCode.CONCURRENT_TRANSACTIONS):
        return NotEnoughReplicas(
            f"{topic_partition}: whether it belongs to the transaction of {transactional_id!r} could not be verified: "
            f"{code.name}"
        )
    is_known = code is ErrorCode.TRANSACTION_ABORTABLE and is_abortable_known
    return error_for_code(
        code if is_known else _AS_PRODUCERS_KNOW_IT.get(code, code),
        f"{topic_partition} is not part of an open transaction of {transactional_id!r}: {code.name}",
    )

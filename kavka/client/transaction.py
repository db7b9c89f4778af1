"""The transaction of one producer: who it is, which partitions it has, and whether it can still be committed.

    init ─▶ READY ─ begin ─▶ OPEN ─ commit ─▶ READY
              ▲               │ └─── abort ──▶ READY
              │ abort         ▼ a record, or a request of the transaction, failed
              └────────── FAILED              whatever the state: another producer took over ─▶ FATAL

FAILED can only be aborted: `TransactionFailed`. FATAL can only be closed: the error that was fatal is raised again.
What is what follows Kafka's clients (KIP-654, KIP-691):

    PRODUCER_FENCED, TRANSACTIONAL_ID_AUTHORIZATION_FAILED, INVALID_TXN_STATE of EndTxn, no common version      fatal
    everything else that no retry mends                                                                         abort

After a batch was given up its sequences are lost, so the abort is followed by InitProducerId with the epoch that the
producer has: it gets the next one and counts from 0 again (KIP-360). That is also where a producer whose records were
refused with INVALID_PRODUCER_EPOCH learns whether it was fenced (KIP-588).

Not here: records (`accumulator`, `sender`) and when they are flushed (`producer`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from kavka.client.cluster import Cluster
from kavka.client.coordinators import MOVED, CoordinatorKind, CoordinatorLink
from kavka.client.errors import (
    ClientError,
    DeadlineExceeded,
    TransactionFailed,
    UnsupportedByBroker,
    code_name,
    error_for_code,
)
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import (
    AddOffsetsToTxnRequest,
    AddPartitionsToTxnRequest,
    EndTxnRequest,
    InitProducerIdRequest,
    TxnOffsetCommitRequest,
)
from kavka.timer.backoff import Backoff

TRANSACTION_TIMEOUT_MS = 60_000
"""Kafka's `transaction.timeout.ms`."""

CONCURRENT_BACKOFF = Backoff(5, 100)
"""While the transaction before is brought to its end; Kafka's clients take 20 ms each time."""

_FATAL = frozenset(
    {
        ErrorCode.PRODUCER_FENCED,
        ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
        ErrorCode.CLUSTER_AUTHORIZATION_FAILED,
        ErrorCode.INVALID_TRANSACTION_TIMEOUT,
    }
)


class TransactionState(Enum):
    """See the module."""

    NEW = "not initialised"
    READY = "no transaction"
    OPEN = "open"
    FAILED = "failed"
    FATAL = "over"


class GroupMetadata(NamedTuple):
    """Whose offsets these are, and which generation of the group says so; the group's id alone fences nobody."""

    group_id: str
    generation_id: int = -1
    member_id: str = ""
    group_instance_id: str | None = None


class Transaction:
    """What a producer with a transactional id adds to one without.

    Args:
        cluster: Connections.
        transactional_id: One for all instances of a program that replace each other.
        timeout_ms: After it the coordinator aborts what is open.
        api_timeout_ms: Deadline of each step, retries included.
        on_new_epoch: Called when sequences begin at 0 again.
    """

    def __init__(
        self,
        cluster: Cluster,
        transactional_id: str,
        *,
        timeout_ms: int,
        api_timeout_ms: int,
        on_new_epoch: Callable[[], None],
    ) -> None:
        self.transactional_id = transactional_id
        self.producer_id = -1
        self.producer_epoch = -1
        self.state = TransactionState.NEW
        self.error: BaseException | None = None
        self._cluster = cluster
        self._timeout_ms = timeout_ms
        self._api_timeout_ms = api_timeout_ms
        self._on_new_epoch = on_new_epoch
        self._coordinator = CoordinatorLink(cluster, CoordinatorKind.TRANSACTION, transactional_id)
        self._groups: dict[str, CoordinatorLink] = {}
        self._partitions: set[TopicPartition] = set()
        self._joining: dict[TopicPartition, asyncio.Event] = {}
        self._has_offsets = False
        self._needs_epoch = False

    # ---------------------------------------------------------------- states

    def check_open(self) -> None:
        """Checks that a transaction is open, so that records may be sent.

        Raises:
            TransactionFailed: it has to be aborted.
            KafkaError, ClientError: what ended this producer.
            RuntimeError: there is no transaction.
        """
        self._check()
        if self.state is not TransactionState.OPEN:
            raise RuntimeError(f"no transaction is open ({self.state.value}); call begin_transaction first")

    def _check(self) -> None:
        if self.state is TransactionState.FATAL:
            assert self.error is not None
            raise self.error
        if self.state is TransactionState.FAILED:
            raise TransactionFailed(
                f"the transaction of {self.transactional_id!r} cannot be committed, abort it: {self.error}"
            ) from self.error

    def fail(self, error: BaseException, *, loses_sequences: bool = False) -> None:
        """Marks the transaction failed, or the producer after a fatal error.

        Something that belongs to the transaction is not going to happen.

        Args:
            error: Why.
            loses_sequences: Whether records that had got their sequence are given up.
        """
        self._needs_epoch = self._needs_epoch or loses_sequences
        if self.state is TransactionState.FATAL:
            return
        if _is_fatal(error):
            self.state, self.error = TransactionState.FATAL, error
        elif self.state is TransactionState.OPEN:
            self.state, self.error = TransactionState.FAILED, error

    # ---------------------------------------------------------------- steps

    async def init(self) -> None:
        """Gets a producer id and epoch, and fences earlier producers.

        Raises:
            KafkaError, ClientError: it did not.
        """
        if self.state is TransactionState.FATAL:
            self._check()
        await self._init(-1, -1)
        self.state = TransactionState.READY

    def begin(self) -> None:
        """Opens a transaction; the coordinator hears of it with its first partition."""
        self._check()
        if self.state is not TransactionState.READY:
            raise RuntimeError(f"a transaction cannot begin now ({self.state.value})")
        self.state = TransactionState.OPEN

    async def join(self, tp: TopicPartition) -> None:
        """Adds a partition to the transaction, if it is not in it yet.

        Raises:
            TransactionFailed, KafkaError, ClientError: it does not.
        """
        if tp in self._partitions:
            return
        joining = self._joining.get(tp)
        if joining is not None:
            await joining.wait()
        else:
            joining = self._joining[tp] = asyncio.Event()
            try:
                await self._add_partition(tp)
            finally:
                del self._joining[tp]
                joining.set()
        self.check_open()  # it may have failed meanwhile, for this reason or another

    async def _add_partition(self, tp: TopicPartition) -> None:
        request = AddPartitionsToTxnRequest(
            v3_and_below_transactional_id=self.transactional_id,
            v3_and_below_producer_id=self.producer_id,
            v3_and_below_producer_epoch=self.producer_epoch,
            v3_and_below_topics=[
                AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name=tp.topic, partitions=[tp.partition])
            ],
        )
        await self._step(request, f"add {tp} to the transaction", _partition_code)
        self._partitions.add(tp)

    async def add_offsets(self, offsets: Mapping[TopicPartition, int], group: GroupMetadata) -> None:
        """Adds a group's offsets to the transaction, to be committed or aborted with it.

        Raises:
            TransactionFailed, KafkaError, ClientError: they will not.
        """
        request = AddOffsetsToTxnRequest(
            transactional_id=self.transactional_id,
            producer_id=self.producer_id,
            producer_epoch=self.producer_epoch,
            group_id=group.group_id,
        )
        await self._step(request, f"add offsets of group {group.group_id!r} to the transaction", _own_code)
        self._has_offsets = True
        link = self._groups.setdefault(
            group.group_id, CoordinatorLink(self._cluster, CoordinatorKind.GROUP, group.group_id)
        )
        await self._step(
            self._offset_commit(offsets, group),
            f"commit offsets of group {group.group_id!r} in the transaction",
            _offsets_code,
            link=link,
        )

    async def end(self, *, is_commit: bool) -> None:
        """Commits the open transaction, or aborts an open or failed one.

        Without partitions the coordinator need not hear of it.

        Raises:
            KafkaError, ClientError: nothing is known of how it ended, or this producer is over. A commit or an abort
                that met its deadline may be asked for again.
        """
        if is_commit or self.state is not TransactionState.FAILED:
            self.check_open()
        if self._partitions or self._has_offsets:
            request = EndTxnRequest(
                transactional_id=self.transactional_id,
                producer_id=self.producer_id,
                producer_epoch=self.producer_epoch,
                committed=is_commit,
            )
            # A failed abort has no other way out than another try, so it leaves the state as it is, unless it is fatal.
            await self._step(request, "commit" if is_commit else "abort", _own_code, fails=is_commit)
        if self._needs_epoch:
            await self._init(self.producer_id, self.producer_epoch)
        self._partitions.clear()
        self._has_offsets = False
        self.error = None
        self.state = TransactionState.READY

    # ---------------------------------------------------------------- requests

    async def _init(self, producer_id: int, producer_epoch: int) -> None:
        request = InitProducerIdRequest(
            transactional_id=self.transactional_id,
            transaction_timeout_ms=self._timeout_ms,
            producer_id=producer_id,
            producer_epoch=producer_epoch,
        )
        response = await self._step(request, "get a producer id", _own_code, fails=False)
        self.producer_id, self.producer_epoch = response.producer_id, response.producer_epoch
        self._needs_epoch = False
        self._on_new_epoch()

    async def _step(
        self,
        request: Any,
        what: str,
        code_of: Callable[[Any], int],
        *,
        link: CoordinatorLink | None = None,
        fails: bool = True,
    ) -> Any:
        """Asks a coordinator until its response is final.

        Args:
            request: What.
            what: Completes "could not …".
            code_of: Finds the error in a response.
            link: Whom to ask; None: the transaction's coordinator.
            fails: Whether the transaction has to be aborted when this cannot be had.
        """
        link = link or self._coordinator

        async def attempt() -> Any:
            tries = 0
            while (code := code_of(response := await link.ask(request))) == ErrorCode.CONCURRENT_TRANSACTIONS:
                # The transaction before is getting its markers, which takes milliseconds: no reason for a long pause.
                await asyncio.sleep(CONCURRENT_BACKOFF.pause_ms(tries) / 1000)
                tries += 1
            if code == ErrorCode.NONE:
                return response
            if code in MOVED:
                link.forget()
            raise error_for_code(_as_now(code), f"could not {what}: {code_name(code)}")

        try:
            return await self._retried(attempt, what)
        except (KafkaError, ClientError) as error:
            if fails or _is_fatal(error):
                if isinstance(request, EndTxnRequest) and _is_invalid_state(error):
                    self.state, self.error = TransactionState.FATAL, error
                elif not (isinstance(request, EndTxnRequest) and isinstance(error, DeadlineExceeded)):
                    self.fail(error)
            raise

    async def _retried(self, attempt: Callable[[], Awaitable[Any]], what: str) -> Any:
        return await self._cluster.retry(attempt, what=what, timeout_ms=self._api_timeout_ms)

    def _offset_commit(self, offsets: Mapping[TopicPartition, int], group: GroupMetadata) -> TxnOffsetCommitRequest:
        topics: dict[str, list[TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition]] = {}
        for tp, offset in offsets.items():
            topics.setdefault(tp.topic, []).append(
                TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition(
                    partition_index=tp.partition, committed_offset=offset, committed_metadata=""
                )
            )
        return TxnOffsetCommitRequest(
            transactional_id=self.transactional_id,
            group_id=group.group_id,
            producer_id=self.producer_id,
            producer_epoch=self.producer_epoch,
            generation_id=group.generation_id,
            member_id=group.member_id,
            group_instance_id=group.group_instance_id,
            topics=[
                TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic(name=name, partitions=parts)
                for name, parts in topics.items()
            ],
        )


def _is_fatal(error: BaseException) -> bool:
    if isinstance(error, UnsupportedByBroker):
        return True
    return isinstance(error, KafkaError) and error.code in _FATAL


def _is_invalid_state(error: BaseException) -> bool:
    return isinstance(error, KafkaError) and error.code is ErrorCode.INVALID_TXN_STATE


def _as_now(code: int) -> int:
    """Converts an old error code: before KIP-588 a fenced producer has an invalid epoch."""
    return int(ErrorCode.PRODUCER_FENCED) if code == ErrorCode.INVALID_PRODUCER_EPOCH else code


def _own_code(response: Any) -> int:
    return int(response.error_code)


def _partition_code(response: Any) -> int:
    codes = [
        part.partition_error_code
        for topic in response.results_by_topic_v3_and_below
        for part in topic.results_by_partition
    ]
    return next((code for code in codes if code != ErrorCode.NONE), int(ErrorCode.NONE))


def _offsets_code(response: Any) -> int:
    codes = [part.error_code for topic in response.topics for part in topic.partitions]
    return next((code for code in codes if code != ErrorCode.NONE), int(ErrorCode.NONE))

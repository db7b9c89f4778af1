"""The transaction of one producer, with its coordinators: `wire.transaction` over a cluster's connections.

    init ─▶ READY ─ begin ─▶ OPEN ─ commit ─▶ READY
              ▲               │ └─── abort ──▶ READY
              │ abort         ▼ a record, or a request of the transaction, failed
              └────────── FAILED              whatever the state: another producer took over ─▶ FATAL

FAILED can only be aborted: `TransactionFailed`. FATAL can only be closed: the error that was fatal is raised again.
Not here: states and requests (`wire.transaction`), records (`accumulator`, `sender`), and when they are flushed
(`producer`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from kavka.client.cluster import Cluster
from kavka.client.coordinators import CoordinatorKind, CoordinatorLink
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import EncodeError
from kavka.wire.coordinator import Codes, own_code, partition_codes
from kavka.wire.errors import ClientError, KafkaError, UnsupportedByBroker
from kavka.wire.group_offsets import GroupMetadata
from kavka.wire.producer import TRANSACTION_TIMEOUT_MS, ProducerCore
from kavka.wire.transaction import Step, TransactionCore, added_codes
from kavka.wire.transaction_states import TransactionState
from kavka.wire.versions import VERSION_2

__all__ = ["TRANSACTION_TIMEOUT_MS", "GroupMetadata", "Transaction", "TransactionState"]

TRANSACTION_VERSION: Final = "transaction.version"
EPOCHS_FROM_LEVEL: Final = 2


class Transaction:
    """What a producer with a transactional id adds to one without.

    Args:
        cluster: Connections.
        producer: Its id, epoch and sequences; it has a transactional id.
        api_timeout_ms: Deadline of each step, retries included.

    Attributes:
        core: Its state, and what is in it.
    """

    def __init__(self, cluster: Cluster, producer: ProducerCore, *, api_timeout_ms: int) -> None:
        assert producer.transactional_id is not None
        self.core = TransactionCore(producer)
        self._producer = producer
        self._cluster = cluster
        self._api_timeout_ms = api_timeout_ms
        self._coordinator = CoordinatorLink(cluster, CoordinatorKind.TRANSACTION, producer.transactional_id)
        self._groups: dict[str, CoordinatorLink] = {}
        self._joining: dict[TopicPartition, asyncio.Event] = {}

    @property
    def is_over(self) -> bool:
        """Tells whether this producer can only be closed."""
        return self.core.state is TransactionState.FATAL

    def check_open(self) -> None:
        """Checks that a transaction is open, so that records may be sent; raises as `TransactionCore.check_open`."""
        self.core.check_open()

    def fail(self, error: BaseException, *, loses_sequences: bool = False) -> None:
        """Marks the transaction failed, or the producer after a fatal error; see `TransactionCore.fail`."""
        self.core.fail(error, loses_sequences=loses_sequences)

    # ---------------------------------------------------------------- steps

    async def init(self) -> None:
        """Gets a producer id and epoch, and fences earlier producers.

        Raises:
            KafkaError, ClientError: it did not.
        """
        if self.is_over:
            self.core.check_usable()
        await self._init(keeps_id=False)

    def begin(self) -> None:
        """Opens a transaction; the coordinator hears of it with its first partition."""
        self.core.begin()

    @property
    def produce_version(self) -> int | None:
        """Returns the version of Produce that its records need; None: any that does not begin transactions."""
        return self._version(ApiKey.PRODUCE)

    def _version(self, api_key: int) -> int | None:
        return VERSION_2[api_key] if self.core.has_epochs else None

    async def join(self, tp: TopicPartition) -> None:
        """Adds a partition to the transaction, if it is not in it yet; with version 2 its leader does.

        Raises:
            TransactionFailed, KafkaError, ClientError: it does not.
        """
        if self.core.has(tp):
            return
        if self.core.has_epochs:
            self.core.added([tp])
            return
        joining = self._joining.get(tp)
        if joining is not None:
            await joining.wait()
        else:
            joining = self._joining[tp] = asyncio.Event()
            try:
                request = self.core.add_partitions_request([tp])
                what = f"add {tp} to the transaction"
                await self._step(Step.ADD_PARTITIONS, request, added_codes, what=what)
                self.core.added([tp])
            finally:
                del self._joining[tp]
                joining.set()
        self.check_open()  # it may have failed meanwhile, for this reason or another

    async def add_offsets(self, offsets: Mapping[TopicPartition, int], group: GroupMetadata) -> None:
        """Adds a group's offsets to the transaction, to be committed or aborted with it.

        Raises:
            TransactionFailed, KafkaError, ClientError: they will not.
        """
        if not self.core.has_epochs:
            request = self.core.add_offsets_request(group.group_id)
            what = f"add offsets of group {group.group_id!r} to the transaction"
            await self._step(Step.ADD_OFFSETS, request, own_code, what=what)
        self.core.added_offsets()
        link = self._groups.get(group.group_id)
        if link is None:
            link = CoordinatorLink(self._cluster, CoordinatorKind.GROUP, group.group_id)
            self._groups[group.group_id] = link
        what = f"commit offsets of group {group.group_id!r} in the transaction"
        commit = self.core.offset_commit_request(offsets, group)
        version = self._version(ApiKey.TXN_OFFSET_COMMIT)
        await self._step(Step.COMMIT_OFFSETS, commit, partition_codes, what=what, link=link, version=version)

    async def end(self, *, is_commit: bool) -> None:
        """Commits the open transaction, or aborts an open or failed one.

        Without partitions the coordinator need not hear of it.

        Raises:
            KafkaError, ClientError: nothing is known of how it ended, or this producer is over. A commit or an abort
                that met its deadline may be asked for again.
        """
        request = self.core.end_request(is_commit=is_commit)
        if request is not None:
            step = Step.COMMIT if is_commit else Step.ABORT
            version = self._version(ApiKey.END_TXN)
            self.core.took_epoch(await self._step(step, request, own_code, what=step.value, version=version))
        if self.core.needs_epoch or self.core.has_epochs != self._shall_have_epochs:
            await self._init(keeps_id=True)
        else:
            self.core.ended()

    # ---------------------------------------------------------------- requests

    async def _init(self, *, keeps_id: bool) -> None:
        request = self._producer.init_request(keeps_id=keeps_id)
        response = await self._step(Step.INIT, request, own_code, what=Step.INIT.value)
        self.core.began_producer(response, has_epochs=self._shall_have_epochs)

    @property
    def _shall_have_epochs(self) -> bool:
        """Tells whether the cluster has agreed on transaction version 2."""
        return self._cluster.feature_level(TRANSACTION_VERSION) >= EPOCHS_FROM_LEVEL

    async def _step(
        self,
        step: Step,
        request: Any,
        codes_of: Codes,
        *,
        what: str,
        link: CoordinatorLink | None = None,
        version: int | None = None,
    ) -> Any:
        """Asks a coordinator until its response is final.

        Args:
            step: Which step of the transaction this is.
            request: What.
            codes_of: Finds the errors in a response.
            what: Completes "could not …".
            link: Whom to ask; None: the transaction's coordinator.
            version: The only one that will do; None: any.
        """
        asked = link or self._coordinator
        try:
            return await self._cluster.retry(
                lambda: asked.settled(request, codes_of, what=what, version=version),
                what=what,
                timeout_ms=self._api_timeout_ms,
            )
        except EncodeError as error:
            # In an older form it would say less: without its generation a member that is none any more would commit
            # (KIP-447), without its epoch a producer that was fenced would fence the other (KIP-360).
            unsupported = UnsupportedByBroker(f"could not {what}, the broker is too old for that: {error}")
            self.core.step_failed(step, unsupported)
            raise unsupported from error
        except (KafkaError, ClientError) as error:
            self.core.step_failed(step, error)
            raise

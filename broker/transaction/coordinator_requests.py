"""The way to transactions' coordinators, this broker's own and others'; what is asked of another goes in one request.

    ask ─▶ nobody coordinates the id ────▶ COORDINATOR_NOT_AVAILABLE
         ├▶ this broker does ────────────▶ asked at once
         ├▶ another, which cannot be asked ─▶ counts as agreed
         └▶ another ─▶ joins the next request to it (`asked_together`) ─▶ each reads its own results

What is asked, and how a response is read, is the operation's (`verifier`, `adder`). Kafka: `AddPartitionsToTxnManager`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from kavka.broker.transaction.coordinator import ProducerIdAndEpoch
from kavka.common.asked_together import AskedTogether
from kavka.common.supervised import Supervisor
from kavka.common.types import TopicPartition
from kavka.protocol.errors import DecodeError, ErrorCode

if TYPE_CHECKING:
    from kavka.broker.metrics import TransactionMetrics
    from kavka.wire.peer_link import PeerLinks

_log = logging.getLogger(__name__)

IDS_MAX: Final = 10_000
"""Ids in one request to a coordinator; more get an error that makes them try again."""

Results = Mapping[TopicPartition, ErrorCode]


class JointRequest(Protocol):
    """One request to another broker, for everybody who joined it."""

    def __len__(self) -> int:
        """Counts the ids in it."""

    def join(
        self, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> ErrorCode:
        """Adds partitions of a producer's transaction; an error: they have to wait for another request."""

    def build(self) -> Any:
        """Builds the request."""

    def take(self, response: Any) -> None:
        """Takes the response in, of which each who joined reads its results."""

    def results(
        self, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> Results:
        """Reads the results of who joined."""


class CoordinatorOperation(Protocol):
    """What is asked of coordinators."""

    @property
    def name(self) -> str:
        """Names it, for logs."""

    @property
    def version(self) -> int:
        """Returns the version of its requests to other brokers."""

    @property
    def can_ask(self) -> bool:
        """Tells whether other brokers know its requests."""

    async def ask_own(
        self, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> Results:
        """Asks this broker's own coordinator."""

    def joint(self) -> JointRequest:
        """Makes a request that nobody has joined yet."""


class _Question:
    """A request to one broker, and whether it was answered.

    Attributes:
        error: why there is no response, NONE: there is one.
    """

    __slots__ = ("done", "error", "joint")

    def __init__(self, joint: JointRequest) -> None:
        self.joint = joint
        self.done = asyncio.Event()
        self.error = ErrorCode.NETWORK_EXCEPTION


class CoordinatorRequests:
    """Asks coordinators for one operation, wherever they are.

    Args:
        operation: which.
        coordinator_of: who coordinates an id, None: nobody now.
        broker_id: this broker.
        peers: the way to the others, nobody else's.
        timeout_ms: how long a response may take.
        metrics: what is counted.
        ticks: nanoseconds that pass, to measure with.
        supervisor: keeps one broker's failure from the others.
    """

    __slots__ = (
        "_asked",
        "_broker_id",
        "_coordinator_of",
        "_metrics",
        "_operation",
        "_peers",
        "_ticks",
        "_timeout_ms",
    )

    def __init__(
        self,
        operation: CoordinatorOperation,
        *,
        coordinator_of: Callable[[str], int | None],
        broker_id: int,
        peers: PeerLinks[Any],
        timeout_ms: Callable[[], int],
        metrics: TransactionMetrics,
        ticks: Callable[[], int],
        supervisor: Supervisor | None = None,
    ) -> None:
        self._operation = operation
        self._coordinator_of = coordinator_of
        self._broker_id = broker_id
        self._peers = peers
        self._timeout_ms = timeout_ms
        self._metrics = metrics
        self._ticks = ticks
        self._asked: AskedTogether[int, _Question] = AskedTogether(
            lambda: _Question(operation.joint()),
            self._put,
            name=operation.name,
            supervisor=supervisor or Supervisor(),
        )

    async def ask(
        self, transactional_id: str, producer_id: int, producer_epoch: int, partitions: Sequence[TopicPartition]
    ) -> Results:
        """Asks the id's coordinator about partitions; see `replica.txn_verification.AskCoordinator`."""
        self._metrics.verifications += len(partitions)
        started_ns = self._ticks()
        producer = ProducerIdAndEpoch(producer_id, producer_epoch)
        broker_id = self._coordinator_of(transactional_id)
        results: Results
        if broker_id is None:
            results = dict.fromkeys(partitions, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        elif broker_id == self._broker_id:
            results = await self._operation.ask_own(transactional_id, producer, partitions)
        elif not self._operation.can_ask:
            results = dict.fromkeys(partitions, ErrorCode.NONE)
        else:
            results = await self._ask(broker_id, transactional_id, producer, partitions)
        self._metrics.verification_times.note(self._ticks() - started_ns)
        self._metrics.verifications_failed += sum(code is not ErrorCode.NONE for code in results.values())
        return results

    async def run(self) -> None:
        """Runs the requests to other brokers until cancelled."""
        await self._asked.run()

    async def _ask(
        self, broker_id: int, transactional_id: str, producer: ProducerIdAndEpoch, partitions: Sequence[TopicPartition]
    ) -> Results:
        question = self._asked.next(broker_id)
        joint = question.joint
        if len(joint) >= IDS_MAX:
            return dict.fromkeys(partitions, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        error = joint.join(transactional_id, producer, partitions)
        if error is not ErrorCode.NONE:
            return dict.fromkeys(partitions, error)
        self._asked.start(broker_id)
        await question.done.wait()  # as long as one response may take, or two; the caller has a deadline of its own
        if question.error is not ErrorCode.NONE:
            return dict.fromkeys(partitions, question.error)
        return joint.results(transactional_id, producer, partitions)

    async def _put(self, broker_id: int, question: _Question) -> None:
        joint, operation = question.joint, self._operation
        try:
            response = await self._peers.ask(
                broker_id, joint.build(), version=operation.version, timeout_ms=self._timeout_ms()
            )
        except (OSError, DecodeError) as error:
            _log.info("%s: broker %d did not answer for %d ids: %s", operation.name, broker_id, len(joint), error)
            return
        joint.take(response)
        question.error = ErrorCode.NONE

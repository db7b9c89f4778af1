"""Brings decided transactions to their end: a marker into every partition, then the record that says so.

    send(metadata, transit) ─▶ route ─▶ queue of the leader's broker ─▶ WriteTxnMarkers, one at a time for each broker
                                 ▲                                          │ each partition has its own response
                                 ├─ pause ◀── led elsewhere, too few replicas, no connection
                                 │                                          ▼
                                 │             partition done ─▶ all done ─▶ CompleteCommit or CompleteAbort appended
                                 └─ pause ◀── the append failed ───────────────┘

A partition's response:

    Case A  written, or its format has no transactions           → done
    Case B  the topic is gone, as far as this broker knows       → done: nobody can read it
    Case C  it moved, it waits for replicas, its disk failed     → again, after a pause, where its leader is by then
    Case D  a newer producer or coordinator has been there       → this broker is a zombie: it stops, changes nothing

Nothing is lost with this object: whoever coordinates next finds the decision in the log and sends all markers again.
What is queued is bounded by the number of transactional ids, each with one transaction. Kafka:
`TransactionMarkerChannelManager`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kavka.broker.transaction.states import TransactionState
from kavka.common.lane import Lane
from kavka.common.steps import Steps, at_once, stretches
from kavka.common.supervised import Supervisor
from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.timer.backoff import Backoff

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import ClusterSnapshot
    from kavka.broker.metrics import TransactionMetrics
    from kavka.broker.transaction.state_manager import TransactionStateManager
    from kavka.broker.transaction.transaction_metadata import TransactionMetadata, TransitMetadata
    from kavka.common.types import TopicPartition
    from kavka.protocol.messages import WriteTxnMarkersRequest
    from kavka.timer.clock import Clock
    from kavka.wire.peer_link import PeerLinks

_log = logging.getLogger(__name__)

BACKOFF: Final = Backoff(50, 1_000)
"""Before what failed is routed again. A leader that is away for good is tried once a second, and logged once."""
LOOK_MS: Final = 1_000
"""How often it is looked whether a broker that owes a response is still alive."""
MARKERS_PER_REQUEST_MAX: Final = 2_000
"""Partitions in one WriteTxnMarkers; the rest waits for its answer."""
ROUTED_AT_ONCE_MAX: Final = 500
"""Partitions of one transaction whose leaders are looked for in one step: a millisecond."""
SETTLED_AT_ONCE_MAX: Final = 50
"""Transactions of one response that are settled without giving others a turn: each may append its end."""

_MANY: Final = 1 << 30
"""More failures than anything has."""

_DONE: Final = frozenset({ErrorCode.NONE, ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT})
_ZOMBIE: Final = frozenset(
    {ErrorCode.INVALID_PRODUCER_EPOCH, ErrorCode.PRODUCER_FENCED, ErrorCode.TRANSACTION_COORDINATOR_FENCED}
)


class PendingMarkers:
    """One transaction whose markers are on their way.

    Attributes:
        remaining: how many partitions have none yet. Each is in one part at a time: queued, sent or put off.
        failures: tries in a row that brought no partition its marker.
        is_abandoned: Case D.
    """

    __slots__ = ("failures", "is_abandoned", "metadata", "remaining", "transit")

    def __init__(self, metadata: TransactionMetadata, transit: TransitMetadata) -> None:
        self.metadata = metadata
        self.transit = transit
        self.remaining = len(metadata.partitions)
        self.failures = 0
        self.is_abandoned = False


class _Part(NamedTuple):
    """What one broker has to do for a transaction."""

    pending: PendingMarkers
    partitions: list[TopicPartition]


class MarkerSender:
    """The queues.

    Args:
        states: says who still is coordinated here, and writes the end.
        snapshot: who leads what.
        peers: the way to the leaders, nobody else's.
        version: of WriteTxnMarkers, now.
        timeout_ms: how long a response may take.
        metrics: what is counted.
        clock: what pauses go by.
        backoff: pauses before another try.
        supervisor: keeps one broker's failure from the others.
        lane: the slices of the loop's time in which thousands of responses, or of tries, are gone through.
    """

    __slots__ = (
        "_backoff",
        "_clock",
        "_fewest_failures",
        "_group",
        "_lane",
        "_large",
        "_later",
        "_metrics",
        "_peers",
        "_queues",
        "_snapshot",
        "_states",
        "_supervisor",
        "_timeout_ms",
        "_unfinished",
        "_version",
        "_wake",
        "_wake_large",
        "_working",
    )

    def __init__(
        self,
        states: TransactionStateManager,
        *,
        snapshot: Callable[[], ClusterSnapshot],
        peers: PeerLinks[Any],
        version: Callable[[], int],
        timeout_ms: Callable[[], int],
        metrics: TransactionMetrics,
        clock: Clock,
        backoff: Backoff = BACKOFF,
        lane: Lane,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._supervisor = supervisor or Supervisor()
        self._lane = lane
        self._states = states
        self._snapshot = snapshot
        self._peers = peers
        self._version = version
        self._timeout_ms = timeout_ms
        self._metrics = metrics
        self._backoff = backoff
        self._clock = clock
        self._queues: dict[int, deque[_Part]] = {}
        # Invariant: a broker with a queue has a task in `_working`, or gets one as soon as `run` has begun.
        self._working: set[int] = set()
        self._later: list[_Part] = []
        self._unfinished: list[PendingMarkers] = []
        self._fewest_failures = _MANY
        """Of those that came into these lists since they were gone through: it decides about the pause."""
        self._group: asyncio.TaskGroup | None = None
        self._wake = asyncio.Event()
        self._large: deque[PendingMarkers] = deque()
        self._wake_large = asyncio.Event()

    # ---- in -------------------------------------------------------------------------------------------------------

    def send(self, metadata: TransactionMetadata, transit: TransitMetadata) -> None:
        """Sends a decided transaction's markers, until its end is in the log. Or until another broker coordinates it.

        Args:
            metadata: in PrepareCommit or PrepareAbort.
            transit: what `prepare_complete` gave.
        """
        pending = PendingMarkers(metadata, transit)
        if pending.remaining > ROUTED_AT_ONCE_MAX:
            self._large.append(pending)
            self._wake_large.set()
            return
        at_once(self._route_all(pending))

    @property
    def waiting(self) -> int:
        """Returns the number of transactions' parts that wait for another try."""
        return len(self._later)

    @property
    def unfinished(self) -> int:
        """Counts the transactions with all markers whose last record is not written yet."""
        return len(self._unfinished)

    def _route_all(self, pending: PendingMarkers) -> Steps[None]:
        """Routes a whole transaction, some partitions a step; what is routed may be settled before the rest is."""
        if not pending.remaining:
            self._finish_if_done(pending)
        for some in stretches(pending.metadata.partitions.in_order(), ROUTED_AT_ONCE_MAX):
            if not self._is_wanted(pending):
                return
            part = _Part(pending, list(some))
            is_routed = False
            with self._supervisor.item("markers", pending.metadata):
                self._route(part)
                is_routed = True
            if is_routed:
                self._finish_if_done(pending)  # its last partitions may be gone
            else:
                self._try_later(part)
            yield

    # ---- routing --------------------------------------------------------------------------------------------------

    def _route(self, part: _Part) -> None:
        """Puts each partition into the queue of the broker that leads it now."""
        pending = part.pending
        snapshot = self._snapshot()
        by_leader: dict[int, list[TopicPartition]] = {}
        homeless: list[TopicPartition] = []
        gone = 0
        for partition in part.partitions:
            state = snapshot.partition(*partition)
            if state is None:  # Case B
                _log.info("%s needs no marker for %s any more, it is gone", pending.metadata, partition)
                gone += 1
            elif state.leader in snapshot.brokers:
                by_leader.setdefault(state.leader, []).append(partition)
            else:
                homeless.append(partition)
        pending.remaining -= gone
        for leader, partitions in by_leader.items():
            self._queues.setdefault(leader, deque()).append(_Part(pending, partitions))
            self._start(leader)
        if homeless:
            self._try_later(_Part(pending, homeless))

    def _start(self, broker_id: int) -> None:
        if self._group is not None and broker_id not in self._working:
            if not self._working:
                self._wake.set()
            self._working.add(broker_id)
            self._group.create_task(self._work(broker_id), name=f"markers to broker {broker_id}")

    def _try_later(self, part: _Part) -> None:
        self._metrics.markers_retried += len(part.partitions)
        part.pending.failures += 1
        self._later.append(part)
        self._wait_for(part.pending)

    def _wait_for(self, pending: PendingMarkers) -> None:
        self._fewest_failures = min(self._fewest_failures, pending.failures)
        self._wake.set()

    def _is_wanted(self, pending: PendingMarkers) -> bool:
        return not pending.is_abandoned and self._states.is_current(pending.metadata)

    # ---- tasks ----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Sends markers until cancelled."""
        async with asyncio.TaskGroup() as group:
            self._group = group
            group.create_task(self._route_large(), name="markers of large transactions")
            for broker_id in self._queues:
                self._start(broker_id)
            while True:
                await self._wait()
                self._wake.clear()
                # A broker that is gone may never respond, nor say so: its markers go where its partitions are led now.
                await self._peers.close_all_but(self._snapshot().brokers)
                await self._lane.do(self.retry())

    async def _route_large(self) -> None:
        """Routes transactions of very many partitions, in slices; until cancelled."""
        while True:
            await self._wake_large.wait()
            self._wake_large.clear()
            while self._large:
                await self._lane.do(self._route_all(self._large.popleft()))

    async def _wait(self) -> None:
        """Waits until a retry is due; while responses are awaited, a moment only."""
        try:
            async with self._clock.timeout(LOOK_MS if self._working else None):
                await self._wake.wait()
        except TimeoutError:
            return
        due_ms = math.inf
        with contextlib.suppress(TimeoutError):
            # What fails meanwhile for the first time does not wait for what fails all the time.
            while self._later or self._unfinished:
                self._wake.clear()
                now_ms = self._clock.monotonic_ms()
                due_ms = min(due_ms, now_ms + self._pause_ms())
                async with self._clock.timeout(due_ms - now_ms):
                    await self._wake.wait()

    def _pause_ms(self) -> int:
        return self._backoff.pause_ms(max(self._fewest_failures - 1, 0))

    def retry(self) -> Steps[None]:
        """Tries again what has failed until now; what fails from here on has its pause first."""
        later, self._later = self._later, []
        unfinished, self._unfinished = self._unfinished, []
        self._fewest_failures = _MANY
        return self._try_again(later, unfinished)

    def _try_again(self, later: Sequence[_Part], unfinished: Sequence[PendingMarkers]) -> Steps[None]:
        for part in later:
            with self._supervisor.item("markers", part.pending.metadata):
                if self._is_wanted(part.pending):
                    self._route(part)
                    self._finish_if_done(part.pending)
            yield
        for pending in unfinished:
            with self._supervisor.item("markers", pending.metadata):
                self._finish_if_done(pending)
            yield

    async def _work(self, broker_id: int) -> None:
        """Sends to one broker until its queue is empty."""
        queue = self._queues[broker_id]
        try:
            while queue:
                parts = self._take(queue)
                if parts and not await self._try_send(broker_id, parts):
                    while queue:  # it would fail the same way
                        self._try_later(queue.popleft())
        finally:
            self._working.discard(broker_id)

    def _take(self, queue: deque[_Part]) -> list[_Part]:
        """Takes as much as one request holds of what is still wanted from the queue; each transaction once."""
        parts: dict[PendingMarkers, _Part] = {}
        count = 0
        while queue and count < MARKERS_PER_REQUEST_MAX:
            part = queue.popleft()
            if self._is_wanted(part.pending):
                had = parts.get(part.pending)
                parts[part.pending] = part if had is None else _Part(part.pending, had.partitions + part.partitions)
                count += len(part.partitions)
        return list(parts.values())

    async def _try_send(self, broker_id: int, parts: list[_Part]) -> bool:
        is_answered = has_failed = False
        with self._supervisor.item("markers", f"broker {broker_id}"):
            has_failed = True
            is_answered = await self._send(broker_id, parts)
            has_failed = False
        if has_failed:  # what is decided must be sent, however often that fails
            for part in parts:
                self._try_later(part)
        return is_answered

    async def _send(self, broker_id: int, parts: list[_Part]) -> bool:
        """Sends one request and settles its response; False when none came."""
        from kavka.protocol.messages import WriteTxnMarkersRequest  # loaded by use: most brokers never send one

        request = WriteTxnMarkersRequest(markers=[self._marker(part) for part in parts])
        self._metrics.markers_sent += sum(len(part.partitions) for part in parts)
        try:
            response = await self._peers.ask(broker_id, request, version=self._version(), timeout_ms=self._timeout_ms())
        except (OSError, DecodeError) as error:
            _log.info("broker %d did not take %d transactions' markers: %s", broker_id, len(parts), error)
            for part in parts:
                self._try_later(part)
            return False
        settling = self._settle(broker_id, parts, response)
        if len(parts) <= SETTLED_AT_ONCE_MAX:
            at_once(settling)
        else:
            await self._lane.do(settling)
        return True

    def _marker(self, part: _Part) -> WriteTxnMarkersRequest.WritableTxnMarker:
        from kavka.protocol.messages import WriteTxnMarkersRequest

        metadata = part.pending.metadata
        by_topic: dict[str, list[int]] = {}
        for topic, index in part.partitions:
            by_topic.setdefault(topic, []).append(index)
        coordinator_epoch = self._states.coordinator_epoch(metadata)
        assert coordinator_epoch is not None, "what is not wanted was left out, in this very call"
        return WriteTxnMarkersRequest.WritableTxnMarker(
            producer_id=metadata.producer_id,
            producer_epoch=metadata.producer_epoch,
            transaction_result=part.pending.transit.state is TransactionState.CompleteCommit,
            topics=[WriteTxnMarkersRequest.WritableTxnMarkerTopic(name, found) for name, found in by_topic.items()],
            coordinator_epoch=coordinator_epoch,
            transaction_version=int(metadata.client_version),
        )

    # ---- out ------------------------------------------------------------------------------------------------------

    def _settle(self, broker_id: int, parts: Iterable[_Part], response: Any) -> Steps[None]:
        """Handles the response to one request; it has the producers in any order, each once."""
        errors = {
            (marker.producer_id, topic.name, partition.partition_index): partition.error_code
            for marker in response.markers
            for topic in marker.topics
            for partition in topic.partitions
        }
        for pending, partitions in parts:
            if not self._is_wanted(pending):
                continue
            again = [
                partition
                for partition in partitions
                if not self._settle_one(pending, partition, errors.get((pending.metadata.producer_id, *partition)))
            ]
            if pending.is_abandoned:
                _log.warning("broker %d says that %s has another coordinator by now", broker_id, pending.metadata)
            elif again:
                self._try_later(_Part(pending, again))
            self._finish_if_done(pending)
            yield

    def _settle_one(self, pending: PendingMarkers, partition: TopicPartition, code: int | None) -> bool:
        """Settles one partition, and returns whether it needs no other try.

        A response that does not mention it is Case C.
        """
        if code in _DONE:  # Case A
            pending.remaining -= 1
            pending.failures = 0
            return True
        if code in _ZOMBIE:  # Case D
            pending.is_abandoned = True
            return True
        return False

    def _finish_if_done(self, pending: PendingMarkers) -> None:
        """Writes the transaction's end once every partition has its marker."""
        if pending.remaining or not self._is_wanted(pending):
            return

        def appended(error: ErrorCode) -> None:
            if error is not ErrorCode.NONE:
                if self._is_wanted(pending):
                    pending.failures += 1
                    self._unfinished.append(pending)
                    self._wait_for(pending)
            elif pending.transit.state is TransactionState.CompleteCommit:
                self._metrics.commits += 1
            else:
                self._metrics.aborts += 1

        self._states.append(pending.metadata, pending.transit, appended, keeps_pending=True)

"""What a share consumer has asked leaders for: one request in flight per leader, and the records that came.

    assigned partitions ─▶ one ShareFetch per leader, with acknowledgements that wait ─▶ buffer ─▶ records
    acknowledgements    ─▶ with the next fetch, or a ShareAcknowledge where none is about to be sent ─▶ outcomes

It runs no task: the consumer's `poll` calls it. Records are fetched only when there are none to hand out, since their
acquisition locks end while they wait. What a session says and hears is `wire.share_session`'s; connections, pauses and
waiting are here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from kavka.client.cluster import Cluster
from kavka.client.share_buffer import AcquiredPart, ShareBuffer
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ShareAcknowledgeRequest, ShareFetchRequest, ShareFetchResponse
from kavka.timer.moments import MonotonicMs
from kavka.wire.acknowledgements import TopicIdPartition
from kavka.wire.acquired_records import read_acquired
from kavka.wire.client_measures import ShareMeasures
from kavka.wire.errors import FAILURES, ClientClosed, UnsupportedByBroker, code_name, error_for_code, is_retriable
from kavka.wire.metadata import ClusterMetadata
from kavka.wire.share_deliveries import Origin, PartitionAcknowledgements
from kavka.wire.share_session import AcknowledgementOutcome, ShareFetchSettings, ShareSessionCore

WAIT_MS_MAX: Final = 60_000
"""No single wait is longer; whoever waits for more waits again."""

STRICT_VERSION: Final = 2
"""From this version on the limit of records can be strict (KIP-1206), and locks can be renewed (KIP-1222)."""

CLOSE_TIMEOUT_MS: Final = 5_000
"""Closing is politeness: without it the locks run out."""

News = Callable[[], asyncio.Future[None]]


class _Leader:
    """A leader, the session with it, and the request that is in flight."""

    def __init__(self, session: ShareSessionCore) -> None:
        self.session = session
        self.request: asyncio.Future[Any] | None = None
        self.retry_at_ms = MonotonicMs(0)
        self.retry_count = 0
        self.acquired_ms = MonotonicMs(0)

    def fail(self, retry_at_ms: MonotonicMs) -> None:
        self.retry_at_ms = retry_at_ms
        self.retry_count += 1

    def succeed(self) -> None:
        self.retry_at_ms = MonotonicMs(0)
        self.retry_count = 0


class ShareFetcher:
    """The fetches and acknowledgements of one share consumer.

    Args:
        cluster: Connections to leaders.
        group_id: The group.
        member_id: The member.
        settings: How records are asked for.
        on_outcome: Called with each partition's acknowledgements and what became of them.
        measures: Is told how long brokers held fetches back; None: nobody measures.

    Attributes:
        buffer: Records that wait to be handed out.
        failures: What no retry mends, for the caller of `poll`.
    """

    def __init__(
        self,
        cluster: Cluster,
        *,
        group_id: str,
        member_id: str,
        settings: ShareFetchSettings,
        on_outcome: Callable[[TopicPartition, AcknowledgementOutcome], None],
        measures: ShareMeasures | None = None,
    ) -> None:
        self.buffer = ShareBuffer(self._generation_of)
        self.failures: deque[BaseException] = deque()
        self._cluster = cluster
        self._group_id = group_id
        self._member_id = member_id
        self._settings = settings
        self._on_outcome = on_outcome
        self._measures = measures
        self._leaders: dict[int, _Leader] = {}
        self._names: dict[bytes, str] = {}
        self._pauses: dict[TopicIdPartition, MonotonicMs] = {}

    # ---------------------------------------------------------------- acknowledgements

    def acknowledge(self, said: Iterable[PartitionAcknowledgements]) -> None:
        """Takes what the user said of records, to be sent to those who gave them."""
        now_ms = self._cluster.clock.monotonic_ms()
        for origin, tip, acknowledgements in said:
            session = self._leaders[origin.leader].session
            session.acknowledge(tip, acknowledgements, generation=origin.generation, now_ms=now_ms)
            self._tell(session.take_void())

    def _send_due(self, *, is_all: bool) -> None:
        """Sends acknowledgements where nothing is in flight: all, or those that should not wait for a fetch."""
        now_ms = self._cluster.clock.monotonic_ms()
        for broker_id, leader in self._leaders.items():
            is_due = leader.session.are_acknowledgements_due(now_ms, acquired_ms=leader.acquired_ms)
            is_wanted = leader.session.has_waiting and (is_all or is_due)
            if is_wanted and leader.request is None and leader.retry_at_ms <= now_ms:
                connection = self._cluster.open_connection(broker_id)
                if connection is not None:
                    self._send_acknowledgements(leader, connection)

    def send_nowait(self) -> None:
        """Sends the acknowledgements that wait to leaders of whom nothing is awaited."""
        self._send_due(is_all=True)

    @property
    def lock_timeout_ms(self) -> int | None:
        """Returns how long records stay acquired, as leaders said last; None before the first response."""
        return max((leader.session.lock_timeout_ms for leader in self._leaders.values()), default=0) or None

    async def settle(self) -> None:
        """Sends the acknowledgements that wait, and returns when all have an outcome."""
        while True:
            self.receive_done()
            busy = {broker_id: leader for broker_id, leader in self._leaders.items() if leader.session.has_unanswered}
            if not busy:
                return
            now_ms = self._cluster.clock.monotonic_ms()
            for broker_id, leader in busy.items():
                if leader.request is None and leader.retry_at_ms <= now_ms:
                    await self._connected(broker_id, leader, self._send_acknowledgements)
            pauses = [leader.retry_at_ms - now_ms for leader in busy.values() if leader.request is None]
            left_ms = max(0, min(pauses, default=WAIT_MS_MAX))
            await self._wait(busy.values(), left_ms / 1000, until=asyncio.FIRST_COMPLETED)

    def _send_acknowledgements(self, leader: _Leader, connection: Any) -> None:
        version = self._cluster.version_for(connection, ShareAcknowledgeRequest.API_KEY)
        if version < STRICT_VERSION and leader.session.has_renewals:
            leader.session.refuse_renewals(UnsupportedByBroker("this broker is too old to renew acquisition locks"))
            self._tell(leader.session.take_void())
        if leader.session.has_waiting:
            leader.request = connection.start_request(leader.session.acknowledge_request(), version=version)

    # ---------------------------------------------------------------- fetches

    async def poll(
        self,
        assigned: Callable[[], Iterable[TopicIdPartition]],
        topics: Iterable[str],
        records_max: int,
        *,
        deadline: float,
        step: Callable[[], None],
        news: News,
    ) -> list[AcquiredPart]:
        """Returns acquired records; waits for a fetch when there are none.

        Args:
            assigned: Returns where to look for records.
            topics: The names of the topics that those may be of.
            records_max: Bound of what is handed out.
            deadline: Until when to wait for the first record, in the loop's time.
            step: What is done first, again and again; it may raise.
            news: Returns a future that is done when `step` or `assigned` says something new.

        Raises:
            KafkaError, ClientError: what no retry mends; the other partitions can be polled on.
        """
        loop = asyncio.get_running_loop()
        names = sorted(topics)
        is_over = False
        while True:
            step()
            self.receive_done()
            if self.failures:
                raise self.failures.popleft()
            taken = self.buffer.take(records_max, self._cluster.clock.monotonic_ms())
            if taken or is_over:
                self._send_due(is_all=False)  # nothing is awaited from here on: a cancelled poll must not lose records
                return taken
            await self._start(frozenset(assigned()), names)
            if not self.failures:
                await self._wait_for_one(deadline - loop.time(), news(), is_assigned=bool(assigned()))
            is_over = loop.time() >= deadline

    async def _start(self, assigned: frozenset[TopicIdPartition], topics: list[str]) -> None:
        """Looks leaders up where they are missing, opens connections, and sends the fetches that can be sent."""
        await self._refresh_stale(assigned, topics)
        now_ms = self._cluster.clock.monotonic_ms()
        self._pauses = {tip: at_ms for tip, at_ms in self._pauses.items() if at_ms > now_ms and tip in assigned}
        for broker_id, partitions in self._by_leader(assigned).items():
            leader = self._leaders.get(broker_id)
            if leader is None:
                leader = self._leaders[broker_id] = _Leader(ShareSessionCore(self._group_id, self._member_id))
            if leader.request is None and leader.retry_at_ms <= now_ms:
                await self._connected(broker_id, leader, self._fetch_of(partitions))
        self._send_due(is_all=True)

    def _fetch_of(self, partitions: list[TopicIdPartition]) -> Callable[[_Leader, Any], None]:
        settings = self._settings

        def send(leader: _Leader, connection: Any) -> None:
            if leader.session.has_renewals:
                self._send_acknowledgements(leader, connection)
            if leader.request is None:
                version = self._cluster.version_for(connection, ShareFetchRequest.API_KEY)
                if settings.is_record_limit and version < STRICT_VERSION:
                    raise UnsupportedByBroker("this broker is too old for acquire_mode='record_limit'")
                timeout_ms = settings.wait_ms + self._cluster.request_timeout_ms
                request = leader.session.fetch_request(partitions, settings)
                leader.request = connection.start_request(request, version=version, timeout_ms=timeout_ms)

        return send

    def _by_leader(self, assigned: Iterable[TopicIdPartition]) -> dict[int, list[TopicIdPartition]]:
        metadata = self._cluster.metadata
        groups: dict[int, list[TopicIdPartition]] = {}
        for tip in sorted(assigned):
            name = self._names.get(tip.topic_id)
            broker_id = -1 if name is None else metadata.leader_of(name, tip.partition)
            if broker_id >= 0 and tip not in self._pauses:
                groups.setdefault(broker_id, []).append(tip)
        return groups

    async def _refresh_stale(self, assigned: Iterable[TopicIdPartition], topics: list[str]) -> None:
        """Looks the topics up again where one is unknown, without a leader, or marked stale."""
        cluster = self._cluster
        self._learn(cluster.metadata, topics)
        if not any(self._is_stale(tip) for tip in assigned):
            return
        try:
            await cluster.refresh(topics)
        except FAILURES as error:
            if not is_retriable(error):
                raise
        self._learn(cluster.metadata, topics)

    def _is_stale(self, tip: TopicIdPartition) -> bool:
        name = self._names.get(tip.topic_id)
        if name is None:
            return True
        return self._cluster.is_stale(name) or self._cluster.metadata.leader_of(name, tip.partition) < 0

    def _learn(self, metadata: ClusterMetadata, topics: Iterable[str]) -> None:
        for name in topics:
            info = metadata.topics.get(name)
            if info is not None:
                self._names[info.topic_id] = name

    # ---------------------------------------------------------------- responses

    def receive_done(self) -> None:
        """Takes the responses that have come."""
        for broker_id, leader in self._leaders.items():
            request = leader.request
            if request is not None and request.done():
                leader.request = None
                self._receive(broker_id, leader, request)

    def _receive(self, broker_id: int, leader: _Leader, request: asyncio.Future[Any]) -> None:
        try:
            response = request.result()
            if isinstance(response, ShareFetchResponse):
                self._fetched(broker_id, leader, response)
            else:
                outcomes = leader.session.acknowledged(response)
                leader.succeed()
                self._tell_or_repeat(leader, outcomes)
        except FAILURES as error:
            leader.session.lost(error)
            self._failed(leader, error)

    def _fetched(self, broker_id: int, leader: _Leader, response: ShareFetchResponse) -> None:
        now_ms = self._cluster.clock.monotonic_ms()
        if self._measures is not None:
            self._measures.fetch_throttle_ms.record(response.throttle_time_ms, now_ms)
        parts, outcomes = leader.session.fetched(response)
        leader.succeed()
        self._tell_or_repeat(leader, outcomes)
        for tip, part in parts.items():
            if part.error_code != ErrorCode.NONE:
                self._refused(tip, part, now_ms)
            elif part.acquired_records:
                self._acquired(broker_id, leader, tip, part, now_ms)

    def _acquired(
        self,
        broker_id: int,
        leader: _Leader,
        tip: TopicIdPartition,
        part: ShareFetchResponse.PartitionData,
        now_ms: MonotonicMs,
    ) -> None:
        session = leader.session
        leader.acquired_ms = now_ms
        tp = self._named(tip)
        acquired = read_acquired(tp, part.records, part.acquired_records)
        if acquired.settled:
            session.acknowledge(tip, acquired.settled, generation=session.generation, now_ms=now_ms)
        if acquired.failure is not None:
            self.failures.append(acquired.failure)
        origin = Origin(broker_id, session.generation, tip.topic_id)
        self.buffer.add(AcquiredPart(tp, origin, now_ms, now_ms + session.lock_timeout_ms, acquired.records))

    def _refused(self, tip: TopicIdPartition, part: ShareFetchResponse.PartitionData, now_ms: MonotonicMs) -> None:
        tp = self._named(tip)
        self._cluster.mark_stale(tp.topic)
        self._pauses[tip] = now_ms + self._cluster.backoff_ms(0)
        error = error_for_code(part.error_code, f"{tp}: {part.error_message or code_name(part.error_code)}")
        if not is_retriable(error) or error.code == ErrorCode.CORRUPT_MESSAGE:
            self.failures.append(error)

    def _failed(self, leader: _Leader, error: BaseException) -> None:
        """Notes a failed request: a pause and new metadata when a retry may help, the caller's business when not."""
        leader.fail(self._cluster.clock.monotonic_ms() + self._cluster.backoff_ms(leader.retry_count))
        self._tell(leader.session.take_void())
        for name in self._names.values():
            self._cluster.mark_stale(name)
        if not is_retriable(error):
            self.failures.append(error)

    def _tell_or_repeat(self, leader: _Leader, outcomes: list[AcknowledgementOutcome]) -> None:
        now_ms = self._cluster.clock.monotonic_ms()
        session = leader.session
        repeated = [outcome for outcome in outcomes if outcome.may_be_repeated]
        for outcome in repeated:
            session.acknowledge(
                outcome.partition, outcome.acknowledgements, generation=session.generation, now_ms=now_ms
            )
        if repeated:
            leader.fail(now_ms + self._cluster.backoff_ms(leader.retry_count))
        self._tell([outcome for outcome in outcomes if not outcome.may_be_repeated])

    def _tell(self, outcomes: Iterable[AcknowledgementOutcome]) -> None:
        for outcome in outcomes:
            self._on_outcome(self._named(outcome.partition), outcome)

    # ---------------------------------------------------------------- the end

    async def close(self) -> None:
        """Sends what waits, and closes the sessions, whose leaders release what is still acquired.

        Never raises what a peer did.
        """
        leaders = list(self._leaders.items())
        await self._wait(self._leaders.values(), CLOSE_TIMEOUT_MS / 1000, until=asyncio.ALL_COMPLETED)
        self.receive_done()
        for broker_id, leader in leaders:
            connection = self._cluster.open_connection(broker_id)
            if connection is not None and leader.request is None and leader.session.is_open:
                self._send_close(leader, connection)
        await self._wait(self._leaders.values(), CLOSE_TIMEOUT_MS / 1000, until=asyncio.ALL_COMPLETED)
        self.receive_done()
        for _, leader in leaders:
            leader.request = None
            leader.session.lost(ClientClosed("the share session was closed"))
            self._tell(leader.session.take_void())
        self.buffer.clear()
        self.failures.clear()

    def _send_close(self, leader: _Leader, connection: Any) -> None:
        version = self._cluster.version_for(connection, ShareAcknowledgeRequest.API_KEY)
        leader.request = connection.start_request(leader.session.close_request(), version=version)

    # ---------------------------------------------------------------- inside

    async def _connected(self, broker_id: int, leader: _Leader, send: Callable[[_Leader, Any], None]) -> None:
        """Sends over a leader's connection, opened where it is not; notes what fails."""
        try:
            send(leader, await self._cluster.connection(broker_id))
        except FAILURES as error:
            leader.session.lost(error)
            self._failed(leader, error)

    async def _wait(self, leaders: Iterable[_Leader], left_s: float, *, until: str) -> None:
        """Waits for the requests that are in flight, or so long."""
        requests = [leader.request for leader in leaders if leader.request is not None]
        if requests:
            await asyncio.wait(requests, timeout=left_s, return_when=until)
        elif until is asyncio.FIRST_COMPLETED:
            await asyncio.sleep(left_s)

    async def _wait_for_one(self, left_s: float, news: asyncio.Future[None], *, is_assigned: bool) -> None:
        """Waits for a response, news of the group, a pause's end, or the timeout."""
        now_ms = self._cluster.clock.monotonic_ms()
        ends_ms = [*self._pauses.values(), *(leader.retry_at_ms for leader in self._leaders.values())]
        left_ms = min((at_ms - now_ms for at_ms in ends_ms if at_ms > now_ms), default=WAIT_MS_MAX)
        requests = [leader.request for leader in self._leaders.values() if leader.request is not None]
        if is_assigned and not requests:
            left_ms = min(left_ms, self._cluster.backoff_ms(0))
        left_s = max(0.0, min(left_s, left_ms / 1000))
        await asyncio.wait([news, *requests], timeout=left_s, return_when=asyncio.FIRST_COMPLETED)

    def _generation_of(self, broker_id: int) -> int:
        leader = self._leaders.get(broker_id)
        return -1 if leader is None else leader.session.generation

    def _named(self, tip: TopicIdPartition) -> TopicPartition:
        return TopicPartition(self._names.get(tip.topic_id, tip.topic_id.hex()), tip.partition)

"""The bundled share consumer: members of a group are handed different records of the same partitions (KIP-932).

    async with ShareConsumer("localhost:9092", group_id="workers") as consumer:
        consumer.subscribe(["jobs"])
        async for record in consumer:
            …                              # accepted when the next one is asked for, and at the end

    async with ShareConsumer("localhost:9092", group_id="workers", acknowledgement_mode="explicit") as consumer:
        consumer.subscribe(["jobs"])
        async for record in consumer:
            done = await work(record)      # record.delivery_count: the how manieth time
            consumer.acknowledge(record, AcknowledgeType.ACCEPT if done else AcknowledgeType.RELEASE)

A record is locked for its member until it is acknowledged, or the acquisition lock ends (30 s by default); then another
member gets it. Acknowledgements travel with the next fetch, or when `commit` is called. There are no positions and no
offsets to commit: the leader of each partition keeps what became of each record.

Not here: heartbeats (`share_member`), fetches (`share_fetcher`), and what a session says (`wire.share_session`).
"""

from __future__ import annotations

import asyncio
import base64
import logging
import random
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import Final

from kavka.client.cluster import API_TIMEOUT_MS, METADATA_AGE_MS_MAX, RETRY_BACKOFF_MS, Cluster, bootstrap_of
from kavka.client.connection import REQUEST_TIMEOUT_MS
from kavka.client.fetch_settings import FETCH_BYTES_MAX
from kavka.client.member_settings import POLL_INTERVAL_MS_MAX
from kavka.client.security import SecurityLike
from kavka.client.serialization import Deserializer, Deserializers
from kavka.client.share_buffer import AcquiredPart, ShareRecord
from kavka.client.share_fetcher import ShareFetcher
from kavka.client.share_member import ShareGroupMember
from kavka.client.task_groups import leave_task_group
from kavka.client.telemetry_reporter import PushesMetrics, TelemetryReporter, push_and_close
from kavka.common.types import TopicPartition
from kavka.timer.clock import Clock, SystemClock
from kavka.wire.acknowledgements import AcknowledgeType
from kavka.wire.acquired_records import AcquiredRecord
from kavka.wire.client_measures import ShareMeasures
from kavka.wire.errors import ClientClosed, DeadlineExceeded, RecordDeserializationFailed
from kavka.wire.fetch import FETCH_WAIT_MS
from kavka.wire.share_deliveries import Deliveries
from kavka.wire.share_session import AcknowledgementOutcome, ShareFetchSettings

__all__ = ["AcknowledgeType", "ShareConsumer", "ShareRecord"]

POLL_RECORDS_MAX: Final = 500
"""Kafka's `max.poll.records`: what is acquired at once is locked for this member until it gets to it."""

ITERATION_POLL_MS: Final = 60_000
"""How long iteration waits in one poll; it then polls again, for ever."""

ACKNOWLEDGEMENT_MODES: Final = ("implicit", "explicit")
ACQUIRE_MODES: Final = ("batch_optimized", "record_limit")

OnAcknowledged = Callable[[TopicPartition, Sequence[int], Exception | None], None]
"""Called with a partition, the offsets that were acknowledged, and why that failed; None: the leader took it."""

_log = logging.getLogger(__name__)


class ShareConsumer(PushesMetrics):
    """Reads a share group's topics. Use it as an async context manager.

    Args:
        bootstrap: "host:port[,host:port…]", or a list of them.
        bootstrap_servers: The same, by the name that other clients give it.
        key_deserializer: Makes an object of every key but None; None: keys are bytes.
        value_deserializer: Makes an object of every value but None; None: values are bytes.
        group_id: The group.
        acknowledgement_mode: "implicit": what was handed out is accepted by the next poll, by `commit`, and at the end;
            "explicit": each record is acknowledged, or renewed, before the next poll.
        acquire_mode: "batch_optimized": whole batches are acquired, even beyond `fetch_records_max`; "record_limit":
            never more than that.
        fetch_records_max: How many records one fetch acquires.
        fetch_min_bytes: A leader waits until it has this much …
        fetch_wait_ms: … or this long.
        fetch_bytes_max: Bound of one response.
        poll_interval_ms_max: How long the caller may take from one poll to the next.
        on_acknowledged: Called, inside polls and commits, with each partition's acknowledgements that were answered;
            without it, those that failed are logged.
        rack: This member's, for assignors.
        metadata_age_ms_max: When leaders are asked for again though nothing went wrong.
        request_timeout_ms: Deadline of one request, on top of `fetch_wait_ms`.
        api_timeout_ms: Deadline of one call with its retries, where the call has none of its own.
        reach_timeout_ms: How long entering looks for a first broker; None: `api_timeout_ms`.
        retry_backoff_ms: The first pause between tries; it doubles, with jitter.
        enable_metrics_push: Whether brokers that ask for this consumer's metrics are pushed them (KIP-714).
        client_id: What brokers call us.
        security: Kafka's client properties (`security.protocol`, `ssl.…`, `sasl.…`); None: PLAINTEXT.
        clock: Reads the time.
        rng: Spreads pauses, and draws the member id.
    """

    def __init__(
        self,
        bootstrap: str | Sequence[str] | None = None,
        *,
        bootstrap_servers: str | Sequence[str] | None = None,
        key_deserializer: Deserializer | None = None,
        value_deserializer: Deserializer | None = None,
        group_id: str,
        acknowledgement_mode: str = "implicit",
        acquire_mode: str = "batch_optimized",
        fetch_records_max: int = POLL_RECORDS_MAX,
        fetch_min_bytes: int = 1,
        fetch_wait_ms: int = FETCH_WAIT_MS,
        fetch_bytes_max: int = FETCH_BYTES_MAX,
        poll_interval_ms_max: int = POLL_INTERVAL_MS_MAX,
        on_acknowledged: OnAcknowledged | None = None,
        rack: str | None = None,
        metadata_age_ms_max: int = METADATA_AGE_MS_MAX,
        request_timeout_ms: int = REQUEST_TIMEOUT_MS,
        api_timeout_ms: int = API_TIMEOUT_MS,
        reach_timeout_ms: int | None = None,
        retry_backoff_ms: int = RETRY_BACKOFF_MS,
        enable_metrics_push: bool = True,
        client_id: str = "kavka-share-consumer",
        security: SecurityLike = None,
        clock: Clock | None = None,
        rng: random.Random | None = None,
    ) -> None:
        _check_choice("acknowledgement_mode", acknowledgement_mode, ACKNOWLEDGEMENT_MODES)
        _check_choice("acquire_mode", acquire_mode, ACQUIRE_MODES)
        servers = bootstrap_of(bootstrap, bootstrap_servers)
        chances = rng if rng is not None else random.Random()
        clock = SystemClock() if clock is None else clock
        self._measures = measures = ShareMeasures(clock.monotonic_ms()) if enable_metrics_push else None

        def make_cluster() -> Cluster:
            return Cluster(
                servers,
                client_id=client_id,
                security=security,
                request_timeout_ms=request_timeout_ms,
                api_timeout_ms=api_timeout_ms,
                reach_timeout_ms=reach_timeout_ms,
                retry_backoff_ms=retry_backoff_ms,
                metadata_age_ms_max=metadata_age_ms_max,
                clock=clock,
                rng=chances,
                measures=measures,
            )

        member_id = base64.urlsafe_b64encode(chances.randbytes(16)).decode().rstrip("=")
        self._cluster = make_cluster()
        self._coordination = make_cluster()
        self._telemetry = None
        if measures is not None:
            labels = {"group_id": group_id, "group_member_id": member_id, "client_rack": rack}
            self._telemetry = TelemetryReporter(self._cluster, measures, lambda: labels)
        self._is_explicit = acknowledgement_mode == "explicit"
        self._api_timeout_ms = api_timeout_ms
        self._deserializers = Deserializers(key_deserializer, value_deserializer, advice="it is released")
        self._deliveries = Deliveries()
        self._outcomes: dict[TopicPartition, Exception | None] | None = None
        self._on_acknowledged = on_acknowledged
        self._fetcher = ShareFetcher(
            self._cluster,
            group_id=group_id,
            member_id=member_id,
            settings=ShareFetchSettings(
                wait_ms=fetch_wait_ms,
                bytes_min=fetch_min_bytes,
                bytes_max=fetch_bytes_max,
                records_max=fetch_records_max,
                is_record_limit=acquire_mode == "record_limit",
            ),
            on_outcome=self._settled,
            measures=measures,
        )
        self._member = ShareGroupMember(
            self._coordination,
            group_id=group_id,
            member_id=member_id,
            rack=rack,
            poll_interval_ms_max=poll_interval_ms_max,
        )
        self._tasks = asyncio.TaskGroup()
        self._running: asyncio.Task[None] | None = None
        self._was_started = False

    # ---------------------------------------------------------------- life

    async def __aenter__(self) -> ShareConsumer:
        """Starts; see `start`."""
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leaves the group and closes the connections; what is not acknowledged is released, for other members.

        Where acknowledgements are implicit, what was handed out is accepted, unless an error is the reason: then what
        was handed out last may not have been handled.
        """
        await self._close(error)

    async def start(self) -> None:
        """Connects; a consumer starts once.

        Raises:
            DeadlineExceeded: no broker responded in time.
            ClientClosed: it was started before.
        """
        if self._was_started:
            raise ClientClosed("this consumer was started before; make a new one")
        self._was_started = True
        await self._cluster.__aenter__()
        await self._tasks.__aenter__()
        self._running = self._tasks.create_task(self._member.run())
        if self._telemetry is not None:
            self._telemetry.start()

    async def stop(self) -> None:
        """Leaves as after a block without an error.

        Twice is fine, and so is before `start`.
        """
        await self._close(None)

    async def _close(self, error: BaseException | None) -> None:
        running, self._running = self._running, None
        if running is None:
            return
        try:
            running.cancel()
            await self._leave(is_clean=error is None)
        finally:
            await push_and_close(self._telemetry, self._cluster)
            await self._coordination.close()
            await leave_task_group(self._tasks, error)

    async def _leave(self, *, is_clean: bool) -> None:
        """Says what there is to say, closes the share sessions, and leaves the group."""
        if is_clean and not self._is_explicit:
            self._deliveries.accept_all()
        self._send_said()
        self._deliveries.forget_all()
        await self._fetcher.close()
        await self._member.leave()

    # ---------------------------------------------------------------- subscription

    def subscribe(self, topics: str | Iterable[str]) -> None:
        """Subscribes to topics; records come with the polls that follow.

        Args:
            topics: A topic, or several, by name.
        """
        names = [topics] if isinstance(topics, str) else list(topics)
        if not names:
            raise ValueError("there is no topic to subscribe to; unsubscribe leaves the group")
        self._member.subscribe(names)

    async def unsubscribe(self) -> None:
        """Leaves the group; what is not acknowledged is released."""
        await self._leave(is_clean=True)

    def subscription(self) -> frozenset[str]:
        """Returns the subscribed topics."""
        return self._member.core.subscription

    def acquisition_lock_timeout_ms(self) -> int | None:
        """Returns how long records stay locked, as leaders said last; None before the first response."""
        return self._fetcher.lock_timeout_ms

    # ---------------------------------------------------------------- acknowledgements

    def acknowledge(self, record: ShareRecord, kind: AcknowledgeType = AcknowledgeType.ACCEPT) -> None:
        """Says what became of a record; it is told with the next poll or commit.

        Args:
            record: One that was handed out, and not settled yet.
            kind: ACCEPT: handled. RELEASE: to be delivered again. REJECT: never to be handled. RENEW: still being
                handled, its lock begins anew; it stays in hand, to be acknowledged later.

        Raises:
            RuntimeError: acknowledgements are implicit.
            ValueError: the record waits for no acknowledgement, or there is no such kind.
        """
        self.acknowledge_offset(TopicPartition(record.topic, record.partition), record.offset, kind)

    def acknowledge_offset(
        self, tp: TopicPartition, offset: int, kind: AcknowledgeType = AcknowledgeType.ACCEPT
    ) -> None:
        """Says what became of the record of an offset; as `acknowledge`.

        This is for records that nobody could read, as RecordDeserializationFailed names them.
        """
        if not self._is_explicit:
            raise RuntimeError("acknowledgements are implicit here; make it with acknowledgement_mode='explicit'")
        if kind == AcknowledgeType.GAP:
            raise ValueError("a record that was handed out is no gap; choose ACCEPT, RELEASE, REJECT or RENEW")
        self._deliveries.acknowledge(tp, offset, AcknowledgeType(kind))

    async def commit(self, *, timeout_ms: int | None = None) -> dict[TopicPartition, Exception | None]:
        """Tells what was acknowledged, and returns when leaders have answered.

        Where acknowledgements are implicit, everything handed out is accepted.

        Args:
            timeout_ms: The deadline; None: `api_timeout_ms`.

        Returns:
            Partition → None, or why its acknowledgements failed: InvalidRecordState where a lock had ended, say. What
            failed is delivered again.

        Raises:
            DeadlineExceeded: not every leader answered in time; what is left is said with the next poll.
        """
        limit_ms = self._api_timeout_ms if timeout_ms is None else timeout_ms
        found = self._outcomes = {}
        try:
            self._say()
            async with asyncio.timeout(limit_ms / 1000):
                await self._fetcher.settle()
        except TimeoutError:
            raise DeadlineExceeded(f"could not settle every acknowledgement within {limit_ms} ms") from None
        finally:
            self._outcomes = None
        return found

    def commit_nowait(self) -> None:
        """Tells what was acknowledged without waiting; `on_acknowledged` hears what came of it with a later poll."""
        self._say()
        self._fetcher.send_nowait()

    def _say(self) -> None:
        """Hands what was said of records to the sessions that gave them."""
        if not self._is_explicit:
            self._deliveries.accept_all()
        self._send_said()

    def _send_said(self) -> None:
        self._fetcher.acknowledge(self._deliveries.take())

    def _settled(self, tp: TopicPartition, outcome: AcknowledgementOutcome) -> None:
        if self._outcomes is not None:
            self._outcomes[tp] = self._outcomes.get(tp) or outcome.error
        offsets = sorted(outcome.acknowledgements)
        if self._measures is not None:
            self._measures.settled(
                len(offsets), self._cluster.clock.monotonic_ms(), is_refused=outcome.error is not None
            )
        if self._on_acknowledged is not None:
            self._on_acknowledged(tp, offsets, outcome.error)
        elif outcome.error is not None and self._outcomes is None:
            _log.warning("%s: acknowledgements of %d records failed: %s", tp, len(offsets), outcome.error)

    # ---------------------------------------------------------------- reading

    async def poll(
        self, *, timeout_ms: int = 1_000, records_max: int = POLL_RECORDS_MAX
    ) -> dict[TopicPartition, list[ShareRecord]]:
        """Returns acquired records; waits for a fetch when there are none.

        Args:
            timeout_ms: How long to wait for the first record.
            records_max: Bound of what is handed out.

        Returns:
            Partition → records, in order but for those that are delivered again. Empty when nothing arrived in time.

        Raises:
            RuntimeError: nothing is subscribed to, or records wait for an acknowledgement that has to be explicit.
            RecordDeserializationFailed: a deserializer refused a record of the poll before, which is released unless
                `acknowledge_offset` says otherwise.
            KafkaError, ClientError: what no retry mends; the other partitions can be polled on.
        """
        assert records_max > 0
        core = self._member.core
        if self._is_explicit and (unsaid := self._deliveries.unsaid()):
            raise RuntimeError(f"{unsaid} records wait for an acknowledgement; acknowledge each before the next poll")
        self._say()
        self._member.polling()
        measures, clock = self._measures, self._cluster.clock
        if measures is not None:
            measures.polling(clock.monotonic_ms())
        try:
            core.raise_failure()
            if not core.subscription:
                raise RuntimeError("nothing is subscribed to; call subscribe first")
            parts = await self._fetcher.poll(
                lambda: core.assigned,
                core.subscription,
                records_max,
                deadline=asyncio.get_running_loop().time() + timeout_ms / 1000,
                step=core.raise_failure,
                news=self._member.news,
            )
        finally:
            self._member.polled()
        if measures is not None:
            measures.polled(clock.monotonic_ms(), sum(len(part.records) for part in parts))
        return self._handed_out(parts)

    def _handed_out(self, parts: Iterable[AcquiredPart]) -> dict[TopicPartition, list[ShareRecord]]:
        found: dict[TopicPartition, list[ShareRecord]] = {}
        failures = self._fetcher.failures
        for part in parts:
            for record, count in part.records:
                self._deliveries.hand_out(part.tp, record.offset, part.origin)
                try:
                    read = self._deserializers.read(part.tp, record)
                except RecordDeserializationFailed as error:
                    self._deliveries.acknowledge(part.tp, record.offset, AcknowledgeType.RELEASE)
                    failures.append(error)  # of the next poll, when the others are in the caller's hands
                    continue
                found.setdefault(part.tp, []).append(ShareRecord(part.tp, AcquiredRecord(read, count)))
        if not found and failures:
            raise failures.popleft()
        return found

    def __aiter__(self) -> ShareConsumer:
        """Iterates over records for ever, as they are acquired."""
        return self

    async def __anext__(self) -> ShareRecord:
        """Returns the next record; waits as long as it takes."""
        while True:
            for records in (await self.poll(timeout_ms=ITERATION_POLL_MS, records_max=1)).values():
                return records[0]


def _check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise ValueError(f"{name}={value!r} means nothing; choose one of {list(choices)}")

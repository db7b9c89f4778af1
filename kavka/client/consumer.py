"""The bundled consumer: it reads assigned partitions, or its share of a group's.

    async with Consumer("localhost:9092") as consumer:
        await consumer.assign(await consumer.partitions_for("events"), start="beginning")
        async for record in consumer:
            …                              # or: batches = await consumer.poll()  → partition → list of records

    async with Consumer("localhost:9092", group_id="billing") as consumer:
        consumer.subscribe(["events"])
        async for record in consumer:
            …                              # committed every five seconds, and at the end; or: await consumer.commit()

`start` and `stop` do what entering and leaving do, for programs whose beginning and end are not in one block.

Positions move when records are handed out. Without a group it runs no task: `poll` keeps one fetch in flight per broker
(`fetcher`). With one, a task of its own keeps the place in the group while the caller works (`group_member`);
partitions come and go only inside `poll` (`consumer_group`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType

from kavka.client import offsets as log_offsets
from kavka.client.assignment import Assignment
from kavka.client.cluster import API_TIMEOUT_MS, METADATA_AGE_MS_MAX, RETRY_BACKOFF_MS, Cluster, bootstrap_of
from kavka.client.connection import REQUEST_TIMEOUT_MS
from kavka.client.consumer_group import ConsumerGroup, RebalanceListener
from kavka.client.fetch_buffer import ConsumerRecord
from kavka.client.fetch_settings import FETCH_BYTES_MAX, PARTITION_BYTES_MAX, READ_COMMITTED, FetchSettings
from kavka.client.fetcher import Fetcher
from kavka.client.group_commits import AUTO_COMMIT_INTERVAL_MS, CommitSettings, OnCommit
from kavka.client.group_offsets import OffsetAndMetadata
from kavka.client.hand_assignment import chosen_states, topic_partitions
from kavka.client.member_making import new_member
from kavka.client.member_settings import (
    CLASSIC,
    CONSUMER,
    HEARTBEAT_INTERVAL_MS,
    POLL_INTERVAL_MS_MAX,
    SESSION_TIMEOUT_MS,
    MemberSettings,
)
from kavka.client.offsets import OffsetAndTimestamp
from kavka.client.position_ids import PositionIds
from kavka.client.read_positions import ReadPositions
from kavka.client.security import SecurityLike
from kavka.client.serialization import Deserializer, Deserializers
from kavka.client.telemetry_reporter import PushesMetrics, TelemetryReporter, push_and_close
from kavka.client.transaction import GroupMetadata
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record
from kavka.timer.clock import Clock, SystemClock
from kavka.wire.client_measures import ConsumerMeasures
from kavka.wire.errors import ClientClosed
from kavka.wire.fetch import FETCH_WAIT_MS

__all__ = [
    "Consumer",
    "ConsumerRecord",
    "GroupMetadata",
    "OffsetAndMetadata",
    "OffsetAndTimestamp",
    "RebalanceListener",
    "Record",
    "TopicPartition",
]

POLL_RECORDS_MAX = 10_000
"""Twenty times Kafka's `max.poll.records`; who takes long over each asks for fewer, or is given up by its group."""

ITERATION_POLL_MS = 60_000
"""How long iteration waits in one poll; it then polls again, for ever."""

DEFAULT_ASSIGNORS = ("range", "cooperative-sticky")
"""Kafka's `partition.assignment.strategy`: range, and a way to the other for a group that is restarted twice."""


class Consumer(PushesMetrics):
    """Reads partitions. Use it as an async context manager.

    Args:
        bootstrap: "host:port[,host:port…]", or a list of them.
        bootstrap_servers: The same, by the name that other clients give it.
        key_deserializer: Makes an object of every key but None; None: keys are bytes.
        value_deserializer: Makes an object of every value but None; None: values are bytes.
        group_id: Whose offsets are read and committed, and with whom a subscription is shared; None: nobody's.
        group_instance_id: Makes a static member: it keeps its partitions over a restart (KIP-345).
        group_protocol: "classic", or "consumer": the coordinator assigns, and members come and go one by one (KIP-848).
        group_remote_assignor: With "consumer", the coordinator's assignor, "uniform" or "range"; None: the group's.
        assignors: With "classic", names out of `kavka.client.assignors.ASSIGNORS`, the best liked first; all of them
            cooperative, or every rebalance revokes everything.
        session_timeout_ms: After so long without a heartbeat the group goes on without this member. With "consumer"
            this and the next are the broker's to say.
        heartbeat_interval_ms: How often it says that it is there.
        poll_interval_ms_max: How long the caller may take from one poll to the next.
        auto_commit: Commit what was handed out, every `auto_commit_interval_ms`, before partitions go, and at the end.
        auto_commit_interval_ms: How often.
        metadata_age_ms_max: How often a group looks for new partitions, and for topics that match a pattern.
        offset_reset: "latest", "earliest" or "error": what to do when a position is not in the log (any more), or a
            group has none.
        isolation_level: "read_uncommitted", or "read_committed": nothing of open and aborted transactions, and no
            further than the first open one; the end of a partition is then its last stable offset.
        fetch_min_bytes: A broker waits until it has this much …
        fetch_wait_ms: … or this long.
        fetch_bytes_max: Bound of one response.
        partition_bytes_max: Bound per partition; one batch always fits.
        request_timeout_ms: Deadline of one request, on top of `fetch_wait_ms`.
        api_timeout_ms: Deadline of one call with its retries, where the call has none of its own.
        reach_timeout_ms: How long entering looks for a first broker; None: `api_timeout_ms`.
        retry_backoff_ms: The first pause between tries; it doubles, with jitter.
        enable_metrics_push: Whether brokers that ask for this consumer's metrics are pushed them (KIP-714).
        client_id: What brokers call us.
        security: Kafka's client properties (`security.protocol`, `ssl.…`, `sasl.…`); None: PLAINTEXT.
        clock: Reads the time.
        rng: Spreads pauses.
    """

    def __init__(
        self,
        bootstrap: str | Sequence[str] | None = None,
        *,
        bootstrap_servers: str | Sequence[str] | None = None,
        key_deserializer: Deserializer | None = None,
        value_deserializer: Deserializer | None = None,
        group_id: str | None = None,
        group_instance_id: str | None = None,
        group_protocol: str = CLASSIC,
        group_remote_assignor: str | None = None,
        assignors: Sequence[str] = DEFAULT_ASSIGNORS,
        session_timeout_ms: int = SESSION_TIMEOUT_MS,
        heartbeat_interval_ms: int = HEARTBEAT_INTERVAL_MS,
        poll_interval_ms_max: int = POLL_INTERVAL_MS_MAX,
        auto_commit: bool = True,
        auto_commit_interval_ms: int = AUTO_COMMIT_INTERVAL_MS,
        metadata_age_ms_max: int = METADATA_AGE_MS_MAX,
        offset_reset: str = "latest",
        isolation_level: str = "read_uncommitted",
        fetch_min_bytes: int = 1,
        fetch_wait_ms: int = FETCH_WAIT_MS,
        fetch_bytes_max: int = FETCH_BYTES_MAX,
        partition_bytes_max: int = PARTITION_BYTES_MAX,
        request_timeout_ms: int = REQUEST_TIMEOUT_MS,
        api_timeout_ms: int = API_TIMEOUT_MS,
        reach_timeout_ms: int | None = None,
        retry_backoff_ms: int = RETRY_BACKOFF_MS,
        enable_metrics_push: bool = True,
        client_id: str = "kavka-consumer",
        security: SecurityLike = None,
        clock: Clock | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self._fetching = FetchSettings.checked(
            offset_reset=offset_reset,
            isolation_level=isolation_level,
            bytes_min=fetch_min_bytes,
            wait_ms=fetch_wait_ms,
            bytes_max=fetch_bytes_max,
            partition_bytes_max=partition_bytes_max,
        )
        member_times = (session_timeout_ms, heartbeat_interval_ms, poll_interval_ms_max, metadata_age_ms_max)
        identity = MemberSettings(
            group_id or "", group_instance_id, *member_times, group_protocol, group_remote_assignor
        )
        identity.check()
        if group_protocol == CONSUMER and tuple(assignors) != DEFAULT_ASSIGNORS:
            raise ValueError("with group_protocol='consumer' the coordinator assigns; see group_remote_assignor")
        servers = bootstrap_of(bootstrap, bootstrap_servers)
        clock = SystemClock() if clock is None else clock
        self._assignment = assignment = Assignment(self._fetching.offset_reset)
        self._measures = measures = None
        if enable_metrics_push:
            assigned = None if group_id is None else lambda: len(assignment.states)
            self._measures = measures = ConsumerMeasures(
                clock.monotonic_ms(), assigned=assigned, lag=assignment.lag_max
            )

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
                rng=rng,
                measures=measures,
            )

        self._cluster = make_cluster()
        self._telemetry = None
        if measures is not None:
            labels = {"group_id": group_id, "group_instance_id": group_instance_id}
            self._telemetry = TelemetryReporter(self._cluster, measures, lambda: labels | self._member_labels())
        self._fetcher = Fetcher(self._cluster, self._fetching, assignment, measures=measures)
        self._positions = ReadPositions(self._assignment)
        self._deserializers = Deserializers(key_deserializer, value_deserializer)
        self._was_started = False
        self._is_open = False
        self._group: ConsumerGroup | None = None
        if group_id is not None:
            is_stable_only = self._fetching.isolation_level == READ_COMMITTED
            group_cluster = make_cluster()
            self._group = ConsumerGroup(
                group_cluster,
                new_member(group_cluster, self._cluster, identity, assignors, measures),
                committing=CommitSettings(auto_commit, auto_commit_interval_ms, is_stable_only),
                assignment=self._assignment,
                positions=self._positions,
                ids=PositionIds(self._cluster, self._assignment),
            )

    # ---------------------------------------------------------------- life

    async def __aenter__(self) -> Consumer:
        """Starts; see `start`."""
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leaves the group and closes the connections; fetches in flight are dropped.

        Positions are committed, where that is automatic, unless an error is the reason: then what was handed out last
        may not have been handled, and will be handed out again.
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
        if self._group is not None:
            await self._group.start()
        if self._telemetry is not None:
            self._telemetry.start()
        self._is_open = True

    async def stop(self) -> None:
        """Leaves as after a block without an error: positions are committed, where that is automatic.

        Twice is fine, and so is before `start`.
        """
        await self._close(None)

    async def _close(self, error: BaseException | None) -> None:
        is_open, self._is_open = self._is_open, False
        if not is_open:
            return
        self._fetcher.drop_fetches()
        try:
            if self._group is not None:
                await self._group.stop(is_clean=error is None)
        finally:
            await push_and_close(self._telemetry, self._cluster)
            if self._group is not None:
                await self._group.end(error)

    @property
    def _is_subscribed(self) -> bool:
        """Tells whether the group's coordinator, not the user, says what is read."""
        return self._group is not None and self._group.member.is_subscribed

    def _member_labels(self) -> dict[str, str | None]:
        return {} if self._group is None else {"group_member_id": self.group_metadata().member_id}

    # ---------------------------------------------------------------- assignment and position

    async def partitions_for(self, topic: str) -> list[TopicPartition]:
        """Returns a topic's partitions, in order.

        Raises:
            UnknownTopicOrPartition: there is no such topic.
        """
        return await topic_partitions(self._cluster, topic)

    async def assign(self, partitions: Iterable[TopicPartition], *, start: str | int | None = None) -> None:
        """Replaces the assignment. Partitions that stay keep their position unless `start` says otherwise.

        Args:
            partitions: What to read.
            start: "beginning", "end", or an offset, for each of them; None: where the group has got to, else
                as `offset_reset` says.
        """
        if self._is_subscribed:
            raise RuntimeError("this consumer shares a subscription; call unsubscribe first")
        states = await chosen_states(
            self._cluster, self._assignment, self._group, list(partitions), is_kept=start is None
        )
        self._assignment.replace(states)
        self._positions.forget_all()
        if start is not None:
            for state in states:
                self._positions.move(state, start)

    def subscribe(
        self, topics: str | Iterable[str] | re.Pattern[str], listener: RebalanceListener | None = None
    ) -> None:
        """Subscribes to topics, shared with the group's other members.

        Partitions come with the polls that follow.

        Args:
            topics: A topic, several, or a compiled pattern that whole names match, those of later topics, too; with the
                protocol "consumer" the coordinator matches it, by RE2's syntax.
            listener: Notified of partitions that come and go.

        Raises:
            RuntimeError: the consumer has no group, or was assigned partitions.
        """
        group = self._needs_group()
        if not group.member.is_subscribed and self._assignment.states:
            raise RuntimeError("partitions were assigned to this consumer; call unsubscribe first")
        group.subscribe(topics, listener)

    async def unsubscribe(self) -> None:
        """Drops the assignment, and leaves the group if there is one."""
        if self._group is not None and self._group.member.is_subscribed:
            await self._group.unsubscribe()
        self._assignment.replace(())
        self._positions.forget_all()

    def subscription(self) -> frozenset[str]:
        """Returns the subscribed topics; of a pattern, those that it matched when they were looked up last.

        Of a pattern that the coordinator matches: those of which this member has partitions.
        """
        return frozenset() if self._group is None else self._group.member.subscription()

    def assignment(self) -> list[TopicPartition]:
        """Returns the assigned partitions."""
        return list(self._assignment.states)

    def seek(self, tp: TopicPartition, offset: int) -> None:
        """Sets the partition's position: the record at `offset`, or the next one, comes next."""
        if offset < 0:
            raise ValueError(f"offset {offset} is negative; use seek_to_beginning or seek_to_end")
        self._positions.move(self._positions.state(tp), offset)

    def seek_to_beginning(self, *partitions: TopicPartition) -> None:
        """Moves partitions to the log start offset, looked up at the next poll.

        Without arguments: every assigned partition.
        """
        self._positions.move_all(partitions, "beginning")

    def seek_to_end(self, *partitions: TopicPartition) -> None:
        """Moves partitions to the high watermark, looked up at the next poll.

        Without arguments: every assigned partition.
        """
        self._positions.move_all(partitions, "end")

    def pause(self, *partitions: TopicPartition) -> None:
        """Hands out no records of assigned partitions until `resume`; they stay assigned, and go on from there.

        Polls go on meanwhile, as the group asks for them. A partition that a rebalance takes away comes back unpaused.

        Raises:
            ValueError: one of them is not assigned; then none is paused.
        """
        for state in [self._positions.state(tp) for tp in partitions]:
            self._positions.pause(state)

    def resume(self, *partitions: TopicPartition) -> None:
        """Hands out records of paused partitions again.

        Raises:
            ValueError: one of them is not assigned; then none is resumed.
        """
        for state in [self._positions.state(tp) for tp in partitions]:
            state.resume()

    def paused(self) -> frozenset[TopicPartition]:
        """Returns the partitions that are paused."""
        return frozenset(tp for tp, state in self._assignment.states.items() if state.is_paused)

    async def position(self, tp: TopicPartition) -> int:
        """Returns the offset of the next record that will be handed out."""
        state = self._positions.state(tp)
        if state.position < 0:
            await self._fetcher.resolve([state], may_be_new=self._is_subscribed)
        return self._positions.of(state)

    async def beginning_offsets(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """Returns the partitions' log start offsets."""
        return await log_offsets.beginning_offsets(self._cluster, partitions)

    async def end_offsets(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """Returns the partitions' high watermarks, or last stable offsets with read_committed.

        Records before them can be read now.
        """
        isolation_level = self._fetching.isolation_level
        return await log_offsets.end_offsets(self._cluster, partitions, isolation_level=isolation_level)

    async def offsets_for_times(
        self, timestamps: Mapping[TopicPartition, int]
    ) -> dict[TopicPartition, OffsetAndTimestamp | None]:
        """Returns each partition's first record at or after a timestamp.

        Timestamps are ms since the epoch; None stands where there is no such record.
        """
        isolation_level = self._fetching.isolation_level
        return await log_offsets.offsets_for_times(self._cluster, timestamps, isolation_level=isolation_level)

    # ---------------------------------------------------------------- the group's offsets

    async def commit(self, offsets: Mapping[TopicPartition, int | OffsetAndMetadata] | None = None) -> None:
        """Commits offsets, and returns when the coordinator has acknowledged them.

        Args:
            offsets: Partition → the offset of the record to begin with the next time; None: the positions, that is,
                everything that was handed out.

        Raises:
            UnknownTopicId: the topic was deleted, and another one has its name; `seek` to read that.
            KafkaError: the group went on without this member (IllegalGeneration, UnknownMemberId, GroupIdNotFound), is
                about to (RebalanceInProgress: commit again after the next poll), or refuses.
            DeadlineExceeded: there was no coordinator in time.
        """
        await self._needs_group().commits.commit(offsets)

    def commit_nowait(
        self,
        offsets: Mapping[TopicPartition, int | OffsetAndMetadata] | None = None,
        on_done: OnCommit | None = None,
    ) -> None:
        """Commits offsets without waiting.

        Of several commits under way the last may not be the last to arrive.

        Args:
            offsets: As `commit`.
            on_done: Called with the offsets and None, or what went wrong; without it, that is logged.
        """
        self._needs_group().commits.commit_nowait(offsets, on_done)

    async def committed(
        self, partitions: Iterable[TopicPartition] | None = None
    ) -> dict[TopicPartition, OffsetAndMetadata]:
        """Returns the committed offsets of some partitions, or of the assigned ones.

        Partitions without one are left out.
        """
        wanted = self._assignment.states if partitions is None else partitions
        return await self._needs_group().commits.fetch(list(wanted))

    def group_metadata(self) -> GroupMetadata:
        """Returns the membership for `Producer.send_offsets_to_transaction`.

        Group, generation, member and instance id; of a member that the group has given up they stay what they were, so
        that its offsets are refused.
        """
        return self._needs_group().member.membership.metadata_joined()

    def _needs_group(self) -> ConsumerGroup:
        if self._group is None:
            raise RuntimeError("this consumer has no group; give it a group_id")
        return self._group

    # ---------------------------------------------------------------- reading

    async def poll(
        self, *, timeout_ms: int = 1_000, records_max: int = POLL_RECORDS_MAX
    ) -> dict[TopicPartition, list[Record]]:
        """Returns fetched records; waits for a fetch when there are none.

        Args:
            timeout_ms: How long to wait for the first record.
            records_max: Bound of what is handed out.

        Returns:
            Partition → records in order. Empty when nothing arrived in time.

        Raises:
            RecordDeserializationFailed: a deserializer refused a record; what came before it was handed out.
            KafkaError, ClientError: what no retry mends; the other partitions can be polled on.
        """
        assert records_max > 0
        measures, clock = self._measures, self._cluster.clock
        if measures is not None:
            measures.polling(clock.monotonic_ms())
        taken = await self._poll(timeout_ms, records_max)
        if measures is not None:
            measures.polled(clock.monotonic_ms(), sum(map(len, taken.values())))
        return self._deserialized(taken) if self._deserializers.are_given else taken

    async def _poll(self, timeout_ms: int, records_max: int) -> dict[TopicPartition, list[Record]]:
        group = self._group
        if group is None:
            return await self._fetcher.poll(timeout_ms, records_max)
        group.member.polling()
        try:
            return await self._fetcher.poll(
                timeout_ms, records_max, step=group.step, news=group.member.news, may_be_new=self._is_subscribed
            )
        finally:
            group.member.polled()

    def _deserialized(self, taken: Mapping[TopicPartition, list[Record]]) -> dict[TopicPartition, list[Record]]:
        found: dict[TopicPartition, list[Record]] = {}
        failures = self._fetcher.failures
        for tp, raw in taken.items():
            records, failure = self._deserializers.apply(tp, raw)
            if records:
                found[tp] = records
            if failure is not None:
                self._positions.move(self._positions.state(tp), failure.offset)
                failures.append(failure)  # of the next poll, when what came before it is in the caller's hands
        if not found and failures:
            raise failures.popleft()
        return found

    def __aiter__(self) -> Consumer:
        """Iterates over records for ever, partition by partition as they arrive."""
        return self

    async def __anext__(self) -> ConsumerRecord:
        """Returns the next record; waits as long as it takes."""
        positions = self._positions
        while not positions.held:
            for tp, records in (await self.poll(timeout_ms=ITERATION_POLL_MS)).items():
                positions.hold(tp, records)
        return positions.held.popleft()

"""The bundled consumer: it reads assigned partitions, or its share of a group's.

    async with Consumer("localhost:9092") as consumer:
        await consumer.assign(await consumer.partitions_for("events"), start="beginning")
        async for record in consumer:
            …                              # or: batches = await consumer.poll()  → partition → list of records

    async with Consumer("localhost:9092", group_id="billing") as consumer:
        consumer.subscribe(["events"])
        async for record in consumer:
            …                              # committed every five seconds, and at the end; or: await consumer.commit()

Positions move when records are handed out. Without a group it runs no task: `poll` keeps one fetch in flight per broker
(`fetcher`). With one, a task of its own keeps the place in the group while the caller works (`group_member`);
partitions come and go only inside `poll` (`consumer_group`).
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType

from kavka.client.assignment import STARTS
from kavka.client.assignors import assignor_named
from kavka.client.cluster import API_TIMEOUT_MS, METADATA_AGE_MS_MAX, RETRY_BACKOFF_MS, Cluster
from kavka.client.connection import REQUEST_TIMEOUT_MS
from kavka.client.consumer_group import (
    AUTO_COMMIT_INTERVAL_MS,
    CommitSettings,
    ConsumerGroup,
    OnCommit,
    RebalanceListener,
)
from kavka.client.fetch_buffer import ConsumerRecord, PartitionState
from kavka.client.fetcher import FETCH_BYTES_MAX, FETCH_WAIT_MS, PARTITION_BYTES_MAX, Fetcher, FetchSettings
from kavka.client.group_member import (
    HEARTBEAT_INTERVAL_MS,
    POLL_INTERVAL_MS_MAX,
    SESSION_TIMEOUT_MS,
    GroupMember,
    MemberSettings,
)
from kavka.client.group_offsets import OffsetAndMetadata, as_committed
from kavka.client.offsets import EARLIEST, LATEST, OffsetAndTimestamp, list_offsets
from kavka.client.security import SecurityLike
from kavka.client.task_groups import leave_task_group
from kavka.client.transaction import GroupMetadata
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record
from kavka.timer.clock import Clock

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

ISOLATION_LEVELS = {"read_uncommitted": 0, "read_committed": 1}
DEFAULT_ASSIGNORS = ("range", "cooperative-sticky")
"""Kafka's `partition.assignment.strategy`: range, and a way to the other for a group that is restarted twice."""


class Consumer:
    """Reads partitions. Use it as an async context manager.

    Args:
        bootstrap: "host:port[,host:port…]".
        group_id: Whose offsets are read and committed, and with whom a subscription is shared; None: nobody's.
        group_instance_id: Makes a static member: it keeps its partitions over a restart (KIP-345).
        assignors: Names out of `kavka.client.assignors.ASSIGNORS`, the best liked first; all of them cooperative, or
            every rebalance revokes everything.
        session_timeout_ms: After so long without a heartbeat the group goes on without this member.
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
        client_id: What brokers call us.
        security: Kafka's client properties (`security.protocol`, `ssl.…`, `sasl.…`); None: PLAINTEXT.
        clock: Reads the time.
        rng: Spreads pauses.
    """

    def __init__(
        self,
        bootstrap: str | Sequence[str],
        *,
        group_id: str | None = None,
        group_instance_id: str | None = None,
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
        client_id: str = "kavka-consumer",
        security: SecurityLike = None,
        clock: Clock | None = None,
        rng: random.Random | None = None,
    ) -> None:
        if isolation_level not in ISOLATION_LEVELS:
            raise ValueError(
                f"isolation_level={isolation_level!r} means nothing; choose one of {list(ISOLATION_LEVELS)}"
            )
        if offset_reset not in (*STARTS, "error"):
            raise ValueError(f"offset_reset={offset_reset!r} means nothing; choose 'latest', 'earliest' or 'error'")
        if heartbeat_interval_ms >= session_timeout_ms:
            raise ValueError("heartbeat_interval_ms must be less than session_timeout_ms")
        self._isolation_level = ISOLATION_LEVELS[isolation_level]

        def make_cluster() -> Cluster:
            return Cluster(
                bootstrap,
                client_id=client_id,
                security=security,
                request_timeout_ms=request_timeout_ms,
                api_timeout_ms=api_timeout_ms,
                reach_timeout_ms=reach_timeout_ms,
                retry_backoff_ms=retry_backoff_ms,
                metadata_age_ms_max=metadata_age_ms_max,
                clock=clock,
                rng=rng,
            )

        self._cluster = make_cluster()
        fetching = FetchSettings(
            offset_reset, self._isolation_level, fetch_min_bytes, fetch_wait_ms, fetch_bytes_max, partition_bytes_max
        )
        self._fetcher = Fetcher(self._cluster, fetching)
        self._assignment = self._fetcher.assignment
        self._handed_out: deque[ConsumerRecord] = deque()
        self._tasks = asyncio.TaskGroup()
        self._running: asyncio.Task[None] | None = None
        self._group: ConsumerGroup | None = None
        if group_id is not None:
            self._group_cluster = make_cluster()
            identity = MemberSettings(
                group_id,
                group_instance_id,
                session_timeout_ms,
                heartbeat_interval_ms,
                poll_interval_ms_max,
                metadata_age_ms_max,
            )
            self._group = ConsumerGroup(
                self._group_cluster,
                GroupMember(self._group_cluster, self._cluster, identity, [assignor_named(name) for name in assignors]),
                self._assignment,
                positions=self._positions,
                dropped=self._forget_handed_out,
                settings=CommitSettings(auto_commit, auto_commit_interval_ms, self._isolation_level == 1),
                tasks=self._tasks,
            )

    # ---------------------------------------------------------------- life

    async def __aenter__(self) -> Consumer:
        """Connects.

        Raises:
            DeadlineExceeded: no broker responded in time.
        """
        try:
            await self._cluster.__aenter__()
        except BaseException:
            await self._cluster.close()
            raise
        if self._group is not None:
            await self._tasks.__aenter__()
            self._running = self._tasks.create_task(self._group.member.run())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leaves the group and closes the connections; fetches in flight are dropped.

        Positions are committed, where that is automatic, unless an error is the reason: then what was handed out last
        may not have been handled, and will be handed out again.
        """
        self._fetcher.drop_fetches()
        try:
            if self._group is not None and self._running is not None:
                self._running.cancel()
                await self._group.close(is_clean=error is None)
        finally:
            if self._group is not None:
                await self._group_cluster.close()
            await self._cluster.close()
            if self._running is not None:
                await leave_task_group(self._tasks, error)

    # ---------------------------------------------------------------- assignment and position

    async def partitions_for(self, topic: str) -> list[TopicPartition]:
        """Returns a topic's partitions, in order.

        Raises:
            UnknownTopicOrPartition: there is no such topic.
        """
        info = await self._cluster.topic(topic)
        return [TopicPartition(topic, partition) for partition in sorted(info.partitions)]

    async def assign(self, partitions: Iterable[TopicPartition], *, start: str | int | None = None) -> None:
        """Replaces the assignment. Partitions that stay keep their position unless `start` says otherwise.

        Args:
            partitions: What to read.
            start: "beginning", "end", or an offset, for each of them; None: where the group has got to, else
                as `offset_reset` says.
        """
        if self._group is not None and self._group.is_subscribed:
            raise RuntimeError("this consumer shares a subscription; call unsubscribe first")
        wanted = list(partitions)
        for topic in sorted({tp.topic for tp in wanted}):
            info = await self._cluster.topic(topic)
            for tp in wanted:
                if tp.topic == topic and tp.partition not in info.partitions:
                    raise ValueError(f"{topic!r} has partitions 0 to {len(info.partitions) - 1}, not {tp.partition}")
        previous = self._assignment.states
        new = [tp for tp in wanted if tp not in previous]
        committed: Mapping[TopicPartition, OffsetAndMetadata] = {}
        if self._group is not None and start is None:
            committed = await self._group.fetch_committed(new)
            self._group.check_start(new, committed)
        states: list[PartitionState] = []
        for tp in wanted:
            state = previous.get(tp) if start is None else None
            if state is None and self._group is not None:
                state = self._group.state_at(tp, committed.get(tp))
            states.append(state or self._assignment.new_state(tp))
        self._assignment.replace(states)
        self._handed_out.clear()
        if start is not None:
            for state in states:
                self._move(state, start)

    def subscribe(
        self, topics: str | Iterable[str] | re.Pattern[str], listener: RebalanceListener | None = None
    ) -> None:
        """Subscribes to topics, shared with the group's other members.

        Partitions come with the polls that follow.

        Args:
            topics: A topic, several, or a compiled pattern that whole names match, those of later topics, too.
            listener: Notified of partitions that come and go.

        Raises:
            RuntimeError: the consumer has no group, or was assigned partitions.
        """
        group = self._needs_group()
        if not group.is_subscribed and self._assignment.states:
            raise RuntimeError("partitions were assigned to this consumer; call unsubscribe first")
        group.subscribe(topics, listener)

    async def unsubscribe(self) -> None:
        """Drops the assignment, and leaves the group if there is one."""
        if self._group is not None and self._group.is_subscribed:
            await self._group.unsubscribe()
        self._assignment.replace(())
        self._handed_out.clear()

    def assignment(self) -> list[TopicPartition]:
        """Returns the assigned partitions."""
        return list(self._assignment.states)

    def seek(self, tp: TopicPartition, offset: int) -> None:
        """Sets the partition's position: the record at `offset`, or the next one, comes next."""
        if offset < 0:
            raise ValueError(f"offset {offset} is negative; use seek_to_beginning or seek_to_end")
        self._move(self._state(tp), offset)

    def seek_to_beginning(self, *partitions: TopicPartition) -> None:
        """Moves partitions to the log start offset, looked up at the next poll.

        Without arguments: every assigned partition.
        """
        for tp in partitions or tuple(self._assignment.states):
            self._move(self._state(tp), "beginning")

    def seek_to_end(self, *partitions: TopicPartition) -> None:
        """Moves partitions to the high watermark, looked up at the next poll.

        Without arguments: every assigned partition.
        """
        for tp in partitions or tuple(self._assignment.states):
            self._move(self._state(tp), "end")

    async def position(self, tp: TopicPartition) -> int:
        """Returns the offset of the next record that will be handed out."""
        state = self._state(tp)
        if state.position < 0:
            await self._fetcher.resolve([state])
        for record in self._handed_out:
            if record.topic == tp.topic and record.partition == tp.partition:
                return record.offset
        return state.position

    async def beginning_offsets(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """Returns the partitions' log start offsets."""
        found = await list_offsets(self._cluster, dict.fromkeys(partitions, EARLIEST))
        return {tp: item.offset for tp, item in found.items()}

    async def end_offsets(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """Returns the partitions' high watermarks, or last stable offsets with read_committed.

        Records before them can be read now.
        """
        found = await list_offsets(
            self._cluster, dict.fromkeys(partitions, LATEST), isolation_level=self._isolation_level
        )
        return {tp: item.offset for tp, item in found.items()}

    async def offsets_for_times(
        self, timestamps: Mapping[TopicPartition, int]
    ) -> dict[TopicPartition, OffsetAndTimestamp | None]:
        """Returns each partition's first record at or after a timestamp.

        Timestamps are ms since the epoch; None stands where there is no such record.
        """
        found = await list_offsets(self._cluster, timestamps, isolation_level=self._isolation_level)
        return {tp: item if item.offset >= 0 else None for tp, item in found.items()}

    # ---------------------------------------------------------------- the group's offsets

    async def commit(self, offsets: Mapping[TopicPartition, int | OffsetAndMetadata] | None = None) -> None:
        """Commits offsets, and returns when the coordinator has acknowledged them.

        Args:
            offsets: Partition → the offset of the record to begin with the next time; None: the positions, that is,
                everything that was handed out.

        Raises:
            KafkaError: the group went on without this member (IllegalGeneration, UnknownMemberId), is about to
                (RebalanceInProgress: commit again after the next poll), or refuses.
            DeadlineExceeded: there was no coordinator in time.
        """
        await self._needs_group().commit(self._to_commit(offsets))

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
        self._needs_group().commit_nowait(self._to_commit(offsets), on_done)

    async def committed(
        self, partitions: Iterable[TopicPartition] | None = None
    ) -> dict[TopicPartition, OffsetAndMetadata]:
        """Returns the committed offsets of some partitions, or of the assigned ones.

        Partitions without one are left out.
        """
        wanted = self._assignment.states if partitions is None else partitions
        return await self._needs_group().fetch_committed(list(wanted))

    def group_metadata(self) -> GroupMetadata:
        """Returns the membership for `Producer.send_offsets_to_transaction`.

        Group, generation, member and instance id; of a member that the group has given up they stay what they were, so
        that its offsets are refused.
        """
        return self._needs_group().member.metadata_joined()

    def _needs_group(self) -> ConsumerGroup:
        if self._group is None:
            raise RuntimeError("this consumer has no group; give it a group_id")
        return self._group

    def _to_commit(
        self, offsets: Mapping[TopicPartition, int | OffsetAndMetadata] | None
    ) -> dict[TopicPartition, OffsetAndMetadata]:
        chosen = self._positions(self._assignment.states) if offsets is None else offsets
        return {tp: as_committed(offset) for tp, offset in chosen.items()}

    def _positions(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """Returns the partitions' known positions, after the last record handed out."""
        waiting: dict[TopicPartition, int] = {}
        for record in self._handed_out:
            waiting.setdefault(TopicPartition(record.topic, record.partition), record.offset)
        found = {}
        for tp in partitions:
            state = self._assignment.states.get(tp)
            if state is not None and state.position >= 0:
                found[tp] = waiting.get(tp, state.position)
        return found

    def _forget_handed_out(self, partitions: frozenset[TopicPartition]) -> None:
        if self._handed_out and partitions:
            self._handed_out = deque(r for r in self._handed_out if (r.topic, r.partition) not in partitions)

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
            KafkaError, ClientError: what no retry mends; the other partitions can be polled on.
        """
        assert records_max > 0
        group = self._group
        if group is None:
            return await self._fetcher.poll(timeout_ms, records_max)
        group.member.polling()
        try:
            return await self._fetcher.poll(timeout_ms, records_max, step=group.step, news=group.member.news)
        finally:
            group.member.polled()

    def __aiter__(self) -> Consumer:
        """Iterates over records for ever, partition by partition as they arrive."""
        return self

    async def __anext__(self) -> ConsumerRecord:
        """Returns the next record; waits as long as it takes."""
        while not self._handed_out:
            for tp, records in (await self.poll(timeout_ms=ITERATION_POLL_MS)).items():
                self._handed_out.extend(ConsumerRecord(tp, record) for record in records)
        return self._handed_out.popleft()

    # ---------------------------------------------------------------- inside

    def _state(self, tp: TopicPartition) -> PartitionState:
        state = self._assignment.states.get(tp)
        if state is None:
            raise ValueError(f"{tp} is not assigned to this consumer")
        return state

    def _move(self, state: PartitionState, where: str | int) -> None:
        if isinstance(where, str):
            if where not in STARTS:
                raise ValueError(f"{where!r} is no place in a log; choose 'beginning', 'end' or an offset")
            state.seek(-1, start=STARTS[where])
        else:
            state.seek(where, start=EARLIEST)
        self._forget_handed_out(frozenset((state.tp,)))

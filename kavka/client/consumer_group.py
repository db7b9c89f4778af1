"""A consumer's side of its group: what `poll` does about rebalances, and when positions are committed.

    poll ─▶ step:  lost?           ─▶ partitions_lost, nothing is owned any more              ┐
                   a share is here ─▶ revoke what went, positions of what came, assigned      ├─ then fetch as ever
                   a rebalance     ─▶ commit; eager: everything is revoked; join              ┘

                  eager                                    cooperative (KIP-429)
    rebalance     revoke all ─ join ─ assigned: all        join with what is owned, and read on
    share         —                                        revoke what went, join again so that others may have it;
                                                           assigned: what came. What stays is never revoked.

Automatic commits are of what `poll` handed out before this call: the user who polls again is done with it. They go out
every `auto_commit_interval_ms` without being waited for, and are waited for before partitions are given up and when the
consumer is left without an error; so a record is handled at least once, whoever dies.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from kavka.client import group_offsets
from kavka.client.assignment import Assignment
from kavka.client.cluster import Cluster
from kavka.client.fetch_buffer import PartitionState
from kavka.client.group_member import GroupMember
from kavka.client.group_offsets import OffsetAndMetadata
from kavka.client.membership import NO_GENERATION, Phase
from kavka.client.transaction import GroupMetadata
from kavka.common.types import TopicPartition
from kavka.protocol.errors import UnknownMemberId
from kavka.timer.moments import MonotonicMs
from kavka.wire.errors import ClientError, DeadlineExceeded, DecodeError, KafkaError, OffsetMissing, is_retriable

log = logging.getLogger(__name__)

AUTO_COMMIT_INTERVAL_MS = 5_000
"""Kafka's `auto.commit.interval.ms`."""

LAST_COMMIT_MS_MAX = 5_000
"""How long a commit before partitions are given up may take: the others wait for it."""

LOOK_UP_MS_MIN = 1_000
"""How long looking up positions may take in a poll that has no time: else such polls never got anywhere."""

COMMITS_IN_FLIGHT_MAX = 100
"""Commits that nobody waits for; who starts more of them has a defect, or no coordinator."""

OnCommit = Callable[[Mapping[TopicPartition, OffsetAndMetadata], BaseException | None], None]
"""Called with the outcome of a commit that nobody waited for."""


class RebalanceListener:
    """What a user wants to know of; all inside `poll`. Override what matters."""

    async def partitions_assigned(self, partitions: list[TopicPartition]) -> None:
        """Handles newly assigned partitions; their positions are known, and `seek` may change them."""

    async def partitions_revoked(self, partitions: list[TopicPartition]) -> None:
        """Handles partitions before their revocation. They are still this consumer's, and may be committed."""

    async def partitions_lost(self, partitions: list[TopicPartition]) -> None:
        """Handles lost partitions, which another member may own already. Nothing of them can be committed."""


class CommitSettings(NamedTuple):
    """When positions are committed by themselves."""

    is_auto: bool = True
    interval_ms: int = AUTO_COMMIT_INTERVAL_MS
    is_stable_only: bool = False
    """Read committed offsets only when no transaction has them open."""


class ConsumerGroup:
    """See the module.

    Args:
        cluster: The coordinator's connections.
        member: The place in the group.
        assignment: What is read; partitions are put there and taken out.
        positions: What may be committed now, of some partitions.
        dropped: Notified of partitions that were taken out.
        settings: When to commit.
        tasks: Where commits run that nobody waits for.
    """

    def __init__(
        self,
        cluster: Cluster,
        member: GroupMember,
        assignment: Assignment,
        *,
        positions: Callable[[Iterable[TopicPartition]], dict[TopicPartition, int]],
        dropped: Callable[[frozenset[TopicPartition]], None],
        settings: CommitSettings,
        tasks: asyncio.TaskGroup,
    ) -> None:
        self.member = member
        self.listener = RebalanceListener()
        self._cluster = cluster
        self._assignment = assignment
        self._positions = positions
        self._dropped = dropped
        self._settings = settings
        self._tasks = tasks
        self._commits: set[asyncio.Task[None]] = set()
        self._is_committing = False
        self._commit_due_ms = cluster.clock.monotonic_ms() + settings.interval_ms
        self._committed: dict[TopicPartition, int] = {}
        self.is_subscribed = False

    def subscribe(self, topics: str | Iterable[str] | re.Pattern[str], listener: RebalanceListener | None) -> None:
        """Subscribes to topics, or to those whose whole names match a pattern; partitions come with the polls."""
        self.listener = listener or RebalanceListener()
        self.is_subscribed = True
        if isinstance(topics, re.Pattern):
            self.member.subscribe((), topics)
        else:
            self.member.subscribe([topics] if isinstance(topics, str) else topics, None)

    async def unsubscribe(self) -> None:
        """Leaves the group, as `close` does, and shares its partitions no more."""
        await self.close(is_clean=True)
        self.is_subscribed = False

    # ---------------------------------------------------------------- inside poll

    async def step(self, deadline: float) -> None:
        """Handles the group's rebalances and losses before records are handed out.

        Args:
            deadline: Of the poll, in the loop's time; looking up positions goes on in the next poll.

        Raises:
            KafkaError, ClientError: what the member met and no retry mends; what a listener raises.
        """
        member = self.member
        if member.is_lost:
            await self._lose()
        member.raise_failure()
        assigned = member.take_assignment()
        if assigned is not None:
            await self._assign(assigned, deadline)
        if member.is_rejoin_wanted and not member.is_lost:
            await self._prepare()
        self._commit_if_due()

    async def _lose(self) -> None:
        owned = sorted(self._assignment.states)
        if owned:
            await self.listener.partitions_lost(owned)
        self._drop(owned)
        self.member.acknowledge_loss()

    async def _prepare(self) -> None:
        """Commits before JoinGroup, and revokes everything in an eager group."""
        await self._commit_before_giving_up(self._assignment.states)
        if not self.member.is_cooperative:
            await self._revoke(sorted(self._assignment.states))
        if self.member.is_rejoin_wanted and not self.member.is_lost:  # the listener took its time
            self.member.request_join(self._assignment.states)

    async def _assign(self, assigned: list[TopicPartition], deadline: float) -> None:
        wanted = set(assigned)
        gone = sorted(tp for tp in self._assignment.states if tp not in wanted)
        if gone:
            await self._commit_before_giving_up(gone)
            await self._revoke(gone)
            self.member.want_rejoin()
        new = [tp for tp in sorted(wanted) if tp not in self._assignment.states]
        generation_id = self.member.generation_id
        left_ms = max(LOOK_UP_MS_MIN, int((deadline - asyncio.get_running_loop().time()) * 1000))
        try:
            committed = await self.fetch_committed(new, timeout_ms=left_ms)
            self.check_start(new, committed)
        except DeadlineExceeded:
            self.member.put_back(assigned)
            return
        except BaseException:
            self.member.put_back(assigned)
            raise
        if generation_id != self.member.generation_id or self.member.is_lost:
            return
        for tp in new:
            self._assignment.add(self.state_at(tp, committed.get(tp)))
        if new:
            await self.listener.partitions_assigned(new)

    def check_start(
        self, partitions: Iterable[TopicPartition], committed: Mapping[TopicPartition, OffsetAndMetadata]
    ) -> None:
        """Checks that each partition has a committed offset or may be reset.

        Raises:
            OffsetMissing: nothing is committed for one, and `offset_reset` says that this is an error.
        """
        missing = [str(tp) for tp in partitions if tp not in committed]
        if missing and not self._assignment.may_reset:
            group_id = self.member.metadata().group_id
            raise OffsetMissing(
                f"group {group_id!r} has no offset of {', '.join(missing)}, and offset_reset is 'error'; commit one"
            )

    def state_at(self, tp: TopicPartition, committed: OffsetAndMetadata | None) -> PartitionState:
        """Returns a partition's new state, positioned at the committed offset."""
        if committed is None:
            return self._assignment.new_state(tp)
        self._committed[tp] = committed.offset
        return self._assignment.new_state(tp, committed.offset)

    async def _revoke(self, partitions: list[TopicPartition]) -> None:
        if partitions:
            await self.listener.partitions_revoked(partitions)
            self._drop(partitions)

    def _drop(self, partitions: Iterable[TopicPartition]) -> None:
        gone = frozenset(partitions)
        self._assignment.drop(gone)
        for tp in gone:
            self._committed.pop(tp, None)
        self._dropped(gone)

    # ---------------------------------------------------------------- commits

    async def commit(
        self, offsets: Mapping[TopicPartition, OffsetAndMetadata], *, timeout_ms: int | None = None
    ) -> None:
        """Commits offsets in the member's present generation.

        Raises:
            KafkaError, ClientError: see `group_offsets.commit`.
        """
        member = self.member.metadata() if self.is_subscribed else self._nobody()
        if self.is_subscribed and member.generation_id == NO_GENERATION:
            # Said here: a coordinator whose group is empty by now would take it for an administrator's word.
            raise UnknownMemberId(f"this consumer is not in group {member.group_id!r} now; its next poll joins again")
        try:
            await group_offsets.commit(self._cluster, lambda: self.member.link, member, offsets, timeout_ms=timeout_ms)
        except KafkaError as error:
            if error.code is not None:
                self.member.refused(int(error.code), member.generation_id)
            raise
        for tp, committed in offsets.items():
            if tp in self._assignment.states:
                self._committed[tp] = committed.offset

    def commit_nowait(self, offsets: Mapping[TopicPartition, OffsetAndMetadata], on_done: OnCommit | None) -> None:
        """Commits offsets without waiting.

        Raises:
            RuntimeError: too many are under way.
        """
        if len(self._commits) >= COMMITS_IN_FLIGHT_MAX:
            raise RuntimeError(f"{COMMITS_IN_FLIGHT_MAX} commits are under way; wait for some")
        task = self._tasks.create_task(self._commit_told(offsets, on_done))
        self._commits.add(task)
        task.add_done_callback(self._commits.discard)

    async def _commit_told(self, offsets: Mapping[TopicPartition, OffsetAndMetadata], on_done: OnCommit | None) -> None:
        failure: BaseException | None = None
        try:
            await self.commit(offsets)
        except (OSError, TimeoutError, DecodeError, KafkaError, ClientError) as error:
            failure = error
        if on_done is not None:
            on_done(offsets, failure)
        elif failure is not None:
            log.warning("offsets were not committed: %s", failure)

    def _commit_if_due(self) -> None:
        now_ms = self._cluster.clock.monotonic_ms()
        if not self._settings.is_auto or self._is_committing or now_ms < self._commit_due_ms:
            return
        if self.is_subscribed and self.member.phase is not Phase.MEMBER:
            return
        offsets = self._uncommitted(self._assignment.states)
        self._commit_due_ms = now_ms + self._settings.interval_ms
        if offsets:
            self._is_committing = True
            self.commit_nowait(offsets, self._auto_committed)

    def _auto_committed(
        self, offsets: Mapping[TopicPartition, OffsetAndMetadata], failure: BaseException | None
    ) -> None:
        self._is_committing = False
        if failure is not None:
            log.warning("offsets were not committed, and will be again: %s", failure)
            if is_retriable(failure):
                self._commit_due_ms = MonotonicMs(0)

    async def _commit_before_giving_up(self, partitions: Iterable[TopicPartition]) -> None:
        """Commits the last positions, with automatic commits on. If it fails, others handle some records again."""
        offsets = self._uncommitted(partitions) if self._settings.is_auto else {}
        if not offsets or (self.is_subscribed and self.member.generation_id == NO_GENERATION):
            return
        try:
            await self.commit(offsets, timeout_ms=LAST_COMMIT_MS_MAX)
        except (KafkaError, ClientError) as error:
            log.warning("offsets were not committed before partitions were given up: %s", error)

    def _uncommitted(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, OffsetAndMetadata]:
        return {
            tp: OffsetAndMetadata(position)
            for tp, position in self._positions(partitions).items()
            if self._committed.get(tp) != position
        }

    async def fetch_committed(
        self, partitions: Iterable[TopicPartition] | None, *, timeout_ms: int | None = None
    ) -> dict[TopicPartition, OffsetAndMetadata]:
        """Returns the group's committed offsets."""
        return await group_offsets.fetch(
            self._cluster,
            lambda: self.member.link,
            self._nobody().group_id,
            partitions,
            is_stable_only=self._settings.is_stable_only,
            timeout_ms=timeout_ms,
        )

    def _nobody(self) -> GroupMetadata:
        return GroupMetadata(self.member.metadata().group_id)

    # ---------------------------------------------------------------- the end

    async def close(self, *, is_clean: bool) -> None:
        """Commits the positions unless something failed, notifies the listener, and leaves."""
        owned = sorted(self._assignment.states)
        if is_clean:
            if self._commits:
                await asyncio.wait(list(self._commits), timeout=LAST_COMMIT_MS_MAX / 1000)
            await self._commit_before_giving_up(owned)
        if self.is_subscribed and owned:
            if self.member.is_lost or self.member.generation_id == NO_GENERATION:
                await self.listener.partitions_lost(owned)
            else:
                await self.listener.partitions_revoked(owned)
            self._drop(owned)
        await self.member.leave()

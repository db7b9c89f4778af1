"""The commits of a consumer's positions: those that it asks for, those that go out by themselves, and the last ones.

Automatic commits are of what `poll` handed out before this call: the user who polls again is done with it. They go out
every `auto_commit_interval_ms` without being waited for, and are waited for before partitions are given up and when the
consumer is left without an error; so a record is handled at least once, whoever dies.

Not here: the requests (`group_offsets`), and when partitions are given up (`consumer_group`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from kavka.client import group_offsets
from kavka.client.assignment import Assignment
from kavka.client.cluster import Cluster
from kavka.client.group_offsets import OffsetAndMetadata, as_committed
from kavka.client.member_port import MemberPort
from kavka.client.position_ids import PositionIds
from kavka.client.read_positions import ReadPositions
from kavka.common.types import TopicPartition
from kavka.protocol.errors import StaleMemberEpoch, UnknownMemberId
from kavka.timer.moments import MonotonicMs
from kavka.wire.errors import ClientError, DecodeError, KafkaError, is_retriable
from kavka.wire.group_offsets import GroupMetadata
from kavka.wire.membership import NO_GENERATION

log = logging.getLogger(__name__)

AUTO_COMMIT_INTERVAL_MS = 5_000
"""Kafka's `auto.commit.interval.ms`."""

LAST_COMMIT_MS_MAX = 5_000
"""How long a commit before partitions are given up may take: the others wait for it."""

COMMITS_IN_FLIGHT_MAX = 100
"""Commits that nobody waits for; who starts more of them has a defect, or no coordinator."""

OnCommit = Callable[[Mapping[TopicPartition, OffsetAndMetadata], BaseException | None], None]
"""Called with the outcome of a commit that nobody waited for."""


class CommitSettings(NamedTuple):
    """When positions are committed by themselves."""

    is_auto: bool = True
    interval_ms: int = AUTO_COMMIT_INTERVAL_MS
    is_stable_only: bool = False
    """Read committed offsets only when no transaction has them open."""


class GroupCommits:
    """The committed offsets of a group, as one consumer reads and writes them.

    Args:
        cluster: The coordinator's connections.
        member: The place in the group, which a commit carries.
        assignment: What is read.
        positions: What may be committed now.
        ids: Of which topics positions are.
        settings: When to commit.
        tasks: Where commits run that nobody waits for.
    """

    def __init__(
        self,
        cluster: Cluster,
        member: MemberPort,
        assignment: Assignment,
        positions: ReadPositions,
        *,
        ids: PositionIds,
        settings: CommitSettings,
        tasks: asyncio.TaskGroup,
    ) -> None:
        self._cluster = cluster
        self._member = member
        self._assignment = assignment
        self._positions = positions
        self._ids = ids
        self._settings = settings
        self._tasks = tasks
        self._under_way: set[asyncio.Task[None]] = set()
        self._is_committing = False
        self._due_ms = cluster.clock.monotonic_ms() + settings.interval_ms
        self._committed: dict[TopicPartition, int] = {}

    def note(self, tp: TopicPartition, offset: int) -> None:
        """Notes a committed offset that was read: the same position need not be committed again."""
        self._committed[tp] = offset

    def forget(self, partitions: Iterable[TopicPartition]) -> None:
        """Forgets what was committed of partitions that others commit from now on."""
        for tp in partitions:
            self._committed.pop(tp, None)

    # ---------------------------------------------------------------- asked for

    async def commit(
        self, offsets: Mapping[TopicPartition, int | OffsetAndMetadata] | None, *, timeout_ms: int | None = None
    ) -> None:
        """Commits offsets, or (None) the positions, in the member's present generation.

        Raises:
            KafkaError, ClientError: see `group_offsets.commit`.
        """
        member = self._present() if self._member.is_subscribed else self._nobody()
        chosen = self._chosen(offsets)
        if self._member.is_subscribed and self._member.has_epochs:
            await self._commit_in_epoch(chosen, timeout_ms)
        else:
            with self._refusals(lambda: member):
                await group_offsets.commit(
                    self._cluster, lambda: self._member.link, member, chosen, ids=self._ids, timeout_ms=timeout_ms
                )
        for tp, committed in chosen.items():
            if tp in self._assignment.states:
                self._committed[tp] = committed.offset

    async def _commit_in_epoch(
        self, offsets: Mapping[TopicPartition, OffsetAndMetadata], timeout_ms: int | None
    ) -> None:
        """Commits in the member's epoch, or its next ones, as long as it has what it had when this was asked."""
        held = offsets.keys() & self._assignment.states.keys()
        attempt = self._member.membership.attempt
        said = self._present()

        def member() -> GroupMetadata:
            nonlocal said
            if attempt != self._member.membership.attempt or not held <= self._assignment.states.keys():
                raise StaleMemberEpoch("the partitions were given up meanwhile, and are others' to commit")
            said = self._present()
            return said

        with self._refusals(lambda: said):
            await group_offsets.commit_in_epoch(
                self._cluster, lambda: self._member.link, member, offsets, ids=self._ids, timeout_ms=timeout_ms
            )

    def _present(self) -> GroupMetadata:
        """Returns the member as its commits name it.

        Raises:
            UnknownMemberId: it is none now.
        """
        member = self._member.membership.metadata()
        if member.generation_id == NO_GENERATION:
            # Said here: a coordinator whose group is empty by now would take it for an administrator's word.
            raise UnknownMemberId(f"this consumer is not in group {member.group_id!r} now; its next poll joins again")
        return member

    @contextmanager
    def _refusals(self, said: Callable[[], GroupMetadata]) -> Iterator[None]:
        """Tells the membership of refusals; `said` is who was refused."""
        try:
            yield
        except KafkaError as error:
            if error.code is not None:
                self._member.membership.refused(int(error.code), said().generation_id)
            raise

    def commit_nowait(
        self, offsets: Mapping[TopicPartition, int | OffsetAndMetadata] | None, on_done: OnCommit | None
    ) -> None:
        """Commits offsets, or (None) the positions of now, without waiting.

        Raises:
            RuntimeError: too many are under way.
        """
        if len(self._under_way) >= COMMITS_IN_FLIGHT_MAX:
            raise RuntimeError(f"{COMMITS_IN_FLIGHT_MAX} commits are under way; wait for some")
        task = self._tasks.create_task(self._commit_told(self._chosen(offsets), on_done))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

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

    def _chosen(
        self, offsets: Mapping[TopicPartition, int | OffsetAndMetadata] | None
    ) -> dict[TopicPartition, OffsetAndMetadata]:
        chosen = self._positions.known(self._assignment.states) if offsets is None else offsets
        return {tp: as_committed(offset) for tp, offset in chosen.items()}

    # ---------------------------------------------------------------- by themselves

    def commit_if_due(self) -> None:
        """Commits the positions without waiting, if automatic commits are on and it is time."""
        now_ms = self._cluster.clock.monotonic_ms()
        if not self._settings.is_auto or self._is_committing or now_ms < self._due_ms:
            return
        if self._member.is_subscribed and not self._member.membership.is_member:
            return
        offsets = self._uncommitted(self._assignment.states)
        self._due_ms = now_ms + self._settings.interval_ms
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
                self._due_ms = MonotonicMs(0)

    async def commit_before_giving_up(self, partitions: Iterable[TopicPartition]) -> None:
        """Commits the last positions, with automatic commits on. If it fails, others handle some records again."""
        offsets = self._uncommitted(partitions) if self._settings.is_auto else {}
        generation_id = self._member.membership.metadata().generation_id
        if not offsets or (self._member.is_subscribed and generation_id == NO_GENERATION):
            return
        try:
            await self.commit(offsets, timeout_ms=LAST_COMMIT_MS_MAX)
        except (KafkaError, ClientError) as error:
            log.warning("offsets were not committed before partitions were given up: %s", error)

    def _uncommitted(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, OffsetAndMetadata]:
        return {
            tp: OffsetAndMetadata(position)
            for tp, position in self._positions.known(partitions).items()
            if self._committed.get(tp) != position
        }

    async def settle(self) -> None:
        """Waits for the commits under way, for a time."""
        if self._under_way:
            await asyncio.wait(list(self._under_way), timeout=LAST_COMMIT_MS_MAX / 1000)

    # ---------------------------------------------------------------- reading

    async def fetch(
        self, partitions: Iterable[TopicPartition] | None, *, timeout_ms: int | None = None
    ) -> dict[TopicPartition, OffsetAndMetadata]:
        """Returns the group's committed offsets."""
        return await group_offsets.fetch(
            self._cluster,
            lambda: self._member.link,
            self._nobody().group_id,
            partitions,
            ids=self._ids,
            is_stable_only=self._settings.is_stable_only,
            timeout_ms=timeout_ms,
        )

    async def fetch_assigned(
        self, partitions: Collection[TopicPartition], *, timeout_ms: int
    ) -> dict[TopicPartition, OffsetAndMetadata]:
        """Returns the group's committed offsets of partitions that the member was assigned.

        Raises:
            UnknownMemberId: the group has gone on without it; the membership knows.
            KafkaError, ClientError: see `group_offsets.fetch`.
        """
        if not self._member.has_epochs:
            return await self.fetch(partitions, timeout_ms=timeout_ms)
        said = self._present()

        def member() -> GroupMetadata:
            nonlocal said
            said = self._present()
            return said

        with self._refusals(lambda: said):
            return await group_offsets.fetch_in_epoch(
                self._cluster,
                lambda: self._member.link,
                member,
                partitions,
                ids=self._ids,
                is_stable_only=self._settings.is_stable_only,
                timeout_ms=timeout_ms,
            )

    def _nobody(self) -> GroupMetadata:
        return GroupMetadata(self._member.membership.metadata().group_id)

"""A consumer's side of its group: what `poll` does about rebalances and losses.

    poll ─▶ step:  lost?           ─▶ partitions_lost, nothing is owned any more              ┐
                   a share is here ─▶ revoke what went, positions of what came, assigned      ├─ then fetch as ever
                   a rebalance     ─▶ commit; eager: everything is revoked; join              ┘

                  eager                                    cooperative (KIP-429), consumer protocol (KIP-848)
    rebalance     revoke all ─ join ─ assigned: all        join with what is owned, and read on
    share         —                                        revoke what went, say so (join again, or a heartbeat) for
                                                           others to have it; what came is assigned. What stays is
                                                           never revoked. Members of the consumer protocol own nothing
                                                           when they join, and have no rebalances else.

What is given up is committed first (`group_commits`). Not here: the task that joins and keeps the place, and where the
member stands (`member_port` names them for either protocol).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping

from kavka.client.assignment import Assignment
from kavka.client.cluster import Cluster
from kavka.client.fetch_buffer import PartitionState
from kavka.client.group_commits import CommitSettings, GroupCommits
from kavka.client.group_offsets import OffsetAndMetadata
from kavka.client.member_port import MemberPort
from kavka.client.position_ids import PositionIds
from kavka.client.read_positions import ReadPositions
from kavka.client.task_groups import leave_task_group
from kavka.common.types import TopicPartition
from kavka.protocol.errors import UnknownMemberId
from kavka.wire.errors import DeadlineExceeded, OffsetMissing
from kavka.wire.membership import NO_GENERATION

LOOK_UP_MS_MIN = 1_000
"""How long looking up positions may take in a poll that has no time: else such polls never got anywhere."""


class RebalanceListener:
    """What a user wants to know of; all inside `poll`. Override what matters."""

    async def partitions_assigned(self, partitions: list[TopicPartition]) -> None:
        """Handles newly assigned partitions; their positions are known, and `seek` may change them."""

    async def partitions_revoked(self, partitions: list[TopicPartition]) -> None:
        """Handles partitions before their revocation. They are still this consumer's, and may be committed."""

    async def partitions_lost(self, partitions: list[TopicPartition]) -> None:
        """Handles lost partitions, which another member may own already. Nothing of them can be committed."""


class ConsumerGroup:
    """See the module.

    Args:
        cluster: Connections for the coordinator alone.
        member: The place in the group.
        committing: When to commit.
        assignment: What is read; partitions are put there and taken out.
        positions: What is committed; what is held of partitions is dropped with them.
        ids: Of which topics.

    Attributes:
        member: The place in the group.
        commits: The group's offsets.
        listener: Notified of partitions that come and go.
    """

    def __init__(
        self,
        cluster: Cluster,
        member: MemberPort,
        *,
        committing: CommitSettings,
        assignment: Assignment,
        positions: ReadPositions,
        ids: PositionIds,
    ) -> None:
        self._cluster = cluster
        self._tasks = asyncio.TaskGroup()
        self._running: asyncio.Task[None] | None = None
        self.member = member
        self.commits = GroupCommits(
            cluster, member, assignment, positions, ids=ids, settings=committing, tasks=self._tasks
        )
        self.listener = RebalanceListener()
        self._membership = member.membership
        self._assignment = assignment
        self._positions = positions

    async def start(self) -> None:
        """Starts the task that joins and keeps the place."""
        await self._tasks.__aenter__()
        self._running = self._tasks.create_task(self.member.run())

    async def stop(self, *, is_clean: bool) -> None:
        """Leaves the group for good, as `close` does, and closes the coordinator's connections."""
        assert self._running is not None
        try:
            self._running.cancel()
            await self.close(is_clean=is_clean)
        finally:
            await self._cluster.close()

    async def end(self, error: BaseException | None) -> None:
        """Waits for the last tasks; `error` ended the consumer, if anything did. Raises what was wrong in them."""
        await leave_task_group(self._tasks, error)

    def subscribe(self, topics: str | Iterable[str] | re.Pattern[str], listener: RebalanceListener | None) -> None:
        """Subscribes to topics, or to those whose whole names match a pattern; partitions come with the polls."""
        self.listener = listener or RebalanceListener()
        if isinstance(topics, re.Pattern):
            self.member.subscribe((), topics)
        else:
            self.member.subscribe([topics] if isinstance(topics, str) else topics, None)

    async def unsubscribe(self) -> None:
        """Leaves the group, as `close` does, and shares its partitions no more."""
        await self.close(is_clean=True)
        self.member.unsubscribed()

    # ---------------------------------------------------------------- inside poll

    async def step(self, deadline: float) -> None:
        """Handles the group's rebalances and losses before records are handed out.

        Args:
            deadline: Of the poll, in the loop's time; looking up positions goes on in the next poll.

        Raises:
            KafkaError, ClientError: what the member met and no retry mends; what a listener raises.
        """
        membership = self._membership
        if membership.is_lost:
            await self._lose()
        membership.raise_failure()
        assigned = membership.take_assignment()
        if assigned is not None:
            await self._assign(assigned, deadline)
        if membership.is_rejoin_wanted and not membership.is_lost:
            await self._prepare()
        self.commits.commit_if_due()

    async def _lose(self) -> None:
        owned = sorted(self._assignment.states)
        if owned:
            await self.listener.partitions_lost(owned)
        self._drop(owned)
        self._membership.acknowledge_loss()

    async def _prepare(self) -> None:
        """Commits before JoinGroup, and revokes everything in an eager group."""
        await self.commits.commit_before_giving_up(self._assignment.states)
        if not self.member.is_cooperative:
            await self._revoke(sorted(self._assignment.states))
        if self._membership.is_rejoin_wanted and not self._membership.is_lost:  # the listener took its time
            self.member.request_join(self._assignment.states)

    async def _assign(self, assigned: list[TopicPartition], deadline: float) -> None:
        attempt, wanted = self._membership.attempt, set(assigned)
        gone = sorted(tp for tp in self._assignment.states if tp not in wanted)
        if gone:
            await self.commits.commit_before_giving_up(gone)
            await self._revoke(gone)
            self.member.gave_up(self._assignment.states)
        new = [tp for tp in sorted(wanted) if tp not in self._assignment.states]
        left_ms = max(LOOK_UP_MS_MIN, int((deadline - asyncio.get_running_loop().time()) * 1000))
        try:
            committed = await self.commits.fetch_assigned(new, timeout_ms=left_ms)
            self.check_start(new, committed)
        except (DeadlineExceeded, UnknownMemberId):
            self._membership.put_back(assigned)
            return
        except BaseException:
            self._membership.put_back(assigned)
            raise
        if attempt != self._membership.attempt:
            return
        new = self._membership.still_assigned(new, attempt)
        for tp in new:
            self._assignment.add(self.state_at(tp, committed.get(tp)))
        self.member.took(self._assignment.states)
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
            group_id = self._membership.metadata().group_id
            raise OffsetMissing(
                f"group {group_id!r} has no offset of {', '.join(missing)}, and offset_reset is 'error'; commit one"
            )

    def state_at(self, tp: TopicPartition, committed: OffsetAndMetadata | None) -> PartitionState:
        """Returns a partition's new state, positioned at the committed offset."""
        if committed is None:
            return self._assignment.new_state(tp)
        self.commits.note(tp, committed.offset)
        return self._assignment.new_state(tp, committed.offset)

    async def _revoke(self, partitions: list[TopicPartition]) -> None:
        if partitions:
            await self.listener.partitions_revoked(partitions)
            self._drop(partitions)

    def _drop(self, partitions: Iterable[TopicPartition]) -> None:
        gone = frozenset(partitions)
        self._assignment.drop(gone)
        self.commits.forget(gone)
        self._positions.forget(gone)

    # ---------------------------------------------------------------- the end

    async def close(self, *, is_clean: bool) -> None:
        """Commits the positions unless something failed, notifies the listener, and leaves."""
        owned = sorted(self._assignment.states)
        if is_clean:
            await self.commits.settle()
            await self.commits.commit_before_giving_up(owned)
        if self.member.is_subscribed and owned:
            if self._membership.is_lost or self._membership.metadata().generation_id == NO_GENERATION:
                await self.listener.partitions_lost(owned)
            else:
                await self.listener.partitions_revoked(owned)
            self._drop(owned)
        await self.member.leave()

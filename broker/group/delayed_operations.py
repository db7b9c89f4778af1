"""The delayed operations of the Rebalance purgatory: members join again, the first ones become more, all sync.

    DelayedJoin         until every member has joined; else, when the rebalance timeout is over, without the others
    InitialDelayedJoin  of an empty group: a while, and again if somebody came meanwhile, at most a rebalance timeout
    DelayedSync         until every member has asked for its assignment; those that have not in time are removed, or one
                        silent member would keep the group in CompletingRebalance (KAFKA-12890)

Each waits under a key of its kind and its group, the object: a group of the same name that comes later has another.
"""

from __future__ import annotations

from typing import Literal, Protocol

from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.states import GroupState
from kavka.timer.moments import MonotonicMs
from kavka.timer.purgatory import DelayedOperation

Key = tuple[Literal["join", "sync"], GroupMetadata]


def join_key(group: GroupMetadata) -> Key:
    """Makes the watch key of a group's joins."""
    return "join", group


def sync_key(group: GroupMetadata) -> Key:
    """Makes the watch key of a group's syncs."""
    return "sync", group


class RebalanceSteps(Protocol):
    """The steps that carry a rebalance on when an operation completes."""

    def complete_join(self, group: GroupMetadata, due_ms: MonotonicMs) -> None:
        """Completes the join phase: everybody has joined, or its deadline `due_ms` has passed."""

    def prolong_initial_join(self, group: GroupMetadata, *, delay_ms: int, remaining_ms: int) -> None:
        """Prolongs the initial join, since a member came meanwhile. `remaining_ms` are left to wait for more."""

    def complete_sync(self, group: GroupMetadata, generation_id: int, due_ms: MonotonicMs) -> None:
        """Completes the sync phase of a generation.

        Everybody has synced, the generation is over, or its deadline `due_ms` has passed.
        """


class DelayedJoin(DelayedOperation):
    """Members are waited for.

    Args:
        delay_ms: how long.
        due_ms: until when, of the monotonic clock.
    """

    __slots__ = ("_due_ms", "_group", "_steps")

    def __init__(self, steps: RebalanceSteps, group: GroupMetadata, delay_ms: int, due_ms: MonotonicMs) -> None:
        super().__init__(delay_ms)
        self._steps = steps
        self._group = group
        self._due_ms = due_ms

    def try_complete(self) -> bool:
        """Completes when everybody has joined, or no rebalance is being prepared any more."""
        group = self._group
        is_over = group.state is not GroupState.PreparingRebalance or group.has_all_members_joined
        return is_over and self.force_complete()

    def on_complete(self) -> None:
        """Completes the join phase with the members that have joined."""
        self._steps.complete_join(self._group, self._due_ms)


class InitialDelayedJoin(DelayedJoin):
    """More members are waited for than those that are known.

    Args:
        remaining_ms: how much longer than this delay may be waited.
    """

    __slots__ = ("_remaining_ms",)

    def __init__(
        self, steps: RebalanceSteps, group: GroupMetadata, delay_ms: int, due_ms: MonotonicMs, remaining_ms: int
    ) -> None:
        super().__init__(steps, group, delay_ms, due_ms)
        self._remaining_ms = remaining_ms

    def try_complete(self) -> bool:
        """Completes if the group has ended; otherwise only the timeout does."""
        return self._group.state is not GroupState.PreparingRebalance and self.force_complete()

    def on_complete(self) -> None:
        """Waits again if a member came; otherwise completes the join phase."""
        group = self._group
        if group.has_new_member and self._remaining_ms > 0 and group.state is GroupState.PreparingRebalance:
            self._steps.prolong_initial_join(group, delay_ms=self.delay_ms, remaining_ms=self._remaining_ms)
        else:
            super().on_complete()


class DelayedSync(DelayedOperation):
    """Members of one generation are waited for that have not asked for their assignment.

    Args:
        delay_ms: how long.
        due_ms: until when, of the monotonic clock.
    """

    __slots__ = ("_due_ms", "_generation_id", "_group", "_steps")

    def __init__(self, steps: RebalanceSteps, group: GroupMetadata, delay_ms: int, due_ms: MonotonicMs) -> None:
        super().__init__(delay_ms)
        self._steps = steps
        self._group = group
        self._generation_id = group.generation_id
        self._due_ms = due_ms

    def try_complete(self) -> bool:
        """Completes when nobody is waited for, or the generation is over."""
        return not is_syncing(self._group, self._generation_id) and self.force_complete()

    def on_complete(self) -> None:
        """Completes the sync phase; members still awaited are removed."""
        self._steps.complete_sync(self._group, self._generation_id, self._due_ms)


def is_syncing(group: GroupMetadata, generation_id: int) -> bool:
    """Tells whether a member of this generation has still to ask for an assignment."""
    return (
        group.generation_id == generation_id
        and group.state in (GroupState.CompletingRebalance, GroupState.Stable)
        and bool(group.pending_sync_members)
    )

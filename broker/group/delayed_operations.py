"""What waits in the Rebalance purgatory: for members to join again, for the first ones to be more, for all to sync.

    DelayedJoin         until every member has joined; else, when the rebalance timeout is over, without the others
    InitialDelayedJoin  of an empty group: a while, and again if somebody came meanwhile, at most a rebalance timeout
    DelayedSync         until every member has asked for its assignment; those that have not in time are let go, or one
                        silent member would keep the group in CompletingRebalance (KAFKA-12890)

Each waits under a key of its kind and its group, the object: a group of the same name that comes later has another.
"""

from __future__ import annotations

from typing import Literal, Protocol

from broker.group.group_metadata import GroupMetadata
from broker.group.states import GroupState
from timer.purgatory import DelayedOperation

Key = tuple[Literal["join", "sync"], GroupMetadata]


def join_key(group: GroupMetadata) -> Key:
    """Under which the joins of a group wait."""
    return "join", group


def sync_key(group: GroupMetadata) -> Key:
    """Under which the syncs of a group wait."""
    return "sync", group


class RebalanceSteps(Protocol):
    """Who carries the rebalance on when an operation completes."""

    def complete_join(self, group: GroupMetadata, due_ms: int) -> None:
        """Everybody has joined, or the time is over, which was to be at `due_ms`."""

    def prolong_initial_join(self, group: GroupMetadata, *, delay_ms: int, remaining_ms: int) -> None:
        """Somebody came while the first ones wait: `remaining_ms` are left to wait for more."""

    def complete_sync(self, group: GroupMetadata, generation_id: int, due_ms: int) -> None:
        """Everybody has synced, the generation is over, or the time is, which was to be at `due_ms`."""


class DelayedJoin(DelayedOperation):
    """Members are waited for.

    Args:
        delay_ms: how long.
        due_ms: until when, of the monotonic clock.
    """

    __slots__ = ("_due_ms", "_group", "_steps")

    def __init__(self, steps: RebalanceSteps, group: GroupMetadata, delay_ms: int, due_ms: int) -> None:
        super().__init__(delay_ms)
        self._steps = steps
        self._group = group
        self._due_ms = due_ms

    def try_complete(self) -> bool:
        """Completes when nobody is waited for any more, or nobody prepares a rebalance any more."""
        group = self._group
        is_over = group.state is not GroupState.PreparingRebalance or group.has_all_members_joined
        return is_over and self.force_complete()

    def on_complete(self) -> None:
        """Goes on with those who are there."""
        self._steps.complete_join(self._group, self._due_ms)


class InitialDelayedJoin(DelayedJoin):
    """More members are waited for than those that are known.

    Args:
        remaining_ms: how much longer than this delay may be waited.
    """

    __slots__ = ("_remaining_ms",)

    def __init__(
        self, steps: RebalanceSteps, group: GroupMetadata, delay_ms: int, due_ms: int, remaining_ms: int
    ) -> None:
        super().__init__(steps, group, delay_ms, due_ms)
        self._remaining_ms = remaining_ms

    def try_complete(self) -> bool:
        """Only time completes it, or the end of the group."""
        return self._group.state is not GroupState.PreparingRebalance and self.force_complete()

    def on_complete(self) -> None:
        """Waits again if somebody came."""
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

    def __init__(self, steps: RebalanceSteps, group: GroupMetadata, delay_ms: int, due_ms: int) -> None:
        super().__init__(delay_ms)
        self._steps = steps
        self._group = group
        self._generation_id = group.generation_id
        self._due_ms = due_ms

    def try_complete(self) -> bool:
        """Completes when nobody is waited for, or the generation is over."""
        return not is_syncing(self._group, self._generation_id) and self.force_complete()

    def on_complete(self) -> None:
        """Lets those go who are still waited for."""
        self._steps.complete_sync(self._group, self._generation_id, self._due_ms)


def is_syncing(group: GroupMetadata, generation_id: int) -> bool:
    """Whether somebody of this generation has still to ask for an assignment."""
    return (
        group.generation_id == generation_id
        and group.state in (GroupState.CompletingRebalance, GroupState.Stable)
        and bool(group.pending_sync_members)
    )

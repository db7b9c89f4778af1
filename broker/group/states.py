"""The states of a consumer group and their transition table: the law of the machine, and nothing else.

`group_metadata` keeps the state and asks this table before it changes it; `membership` carries the side effects.
docs/state-machines.md is generated from here.
"""

from __future__ import annotations

from enum import IntEnum

from kavka.common.transitions import TransitionTable


class GroupState(IntEnum):
    """Where a group stands between two assignments. The names are those of DescribeGroups and ListGroups."""

    Empty = 0
    """No members; offsets may be there, and expire in time.

    action: a new member's join waits for others (`group.initial.rebalance.delay.ms`); offsets may be committed from
        outside, and fetched; heartbeats, syncs and leaves: UNKNOWN_MEMBER_ID
    transition: a member joins → PreparingRebalance · the last offset expires or is deleted, the group is deleted, its
        partition is led elsewhere → Dead
    """
    PreparingRebalance = 1
    """Members are asked to join again; joins wait until all have, or the longest rebalance timeout is over.

    action: heartbeats: REBALANCE_IN_PROGRESS; syncs: REBALANCE_IN_PROGRESS; commits of the old generation are taken
    transition: all have joined, or the time is over and some have → CompletingRebalance · nobody is left → Empty ·
        the partition is led elsewhere → Dead
    """
    CompletingRebalance = 2
    """The generation is made; everybody waits for the assignment of its leader.

    action: syncs wait; heartbeats are answered; commits: REBALANCE_IN_PROGRESS
    transition: the leader's assignment is in the log → Stable · a member joins, leaves, fails, or does not sync in
        time → PreparingRebalance · the partition is led elsewhere → Dead
    """
    Stable = 3
    """Everybody has an assignment.

    action: syncs are answered at once; heartbeats; commits
    transition: a member joins with other protocols, leaves or fails, or the leader joins again → PreparingRebalance ·
        the partition is led elsewhere → Dead
    """
    Dead = 4
    """Gone: deleted, or coordinated by another broker. Whoever still holds the object must not serve from it.

    action: COORDINATOR_NOT_AVAILABLE to everything
    transition: none but to itself
    """


GROUP_TRANSITIONS: TransitionTable[GroupState] = TransitionTable(
    "group",
    {
        GroupState.Empty: frozenset({GroupState.PreparingRebalance}),
        GroupState.PreparingRebalance: frozenset({GroupState.Stable, GroupState.CompletingRebalance, GroupState.Empty}),
        GroupState.CompletingRebalance: frozenset({GroupState.PreparingRebalance}),
        GroupState.Stable: frozenset({GroupState.CompletingRebalance}),
        GroupState.Dead: frozenset(
            {
                GroupState.Stable,
                GroupState.PreparingRebalance,
                GroupState.CompletingRebalance,
                GroupState.Empty,
                GroupState.Dead,
            }
        ),
    },
)

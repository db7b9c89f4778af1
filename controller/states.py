"""The states of partitions and replicas, and their transition tables: the law of both machines, and nothing else.

The machines (`partition_state_machine`, `replica_state_machine`) carry the side effects; `context` keeps the states and
asks these tables before it changes one. docs/state-machines.md is generated from here.
"""

from __future__ import annotations

from enum import IntEnum

from kavka.common.transitions import TransitionTable


class PartitionState(IntEnum):
    """Where a partition stands in the controller's eyes."""

    NonExistent = 0
    """Never created, or its topic's deletion has begun.

    action: none
    transition: replicas are assigned → New
    """
    New = 1
    """Replicas are assigned, no leader was ever chosen, there is no state znode.

    action: choose the first leader as soon as one assigned replica is live
    transition: leader written to ZooKeeper → Online · no live replica any more → Offline
    """
    Online = 2
    """A leader is chosen and written; it may have died this instant.

    action: elect again when asked (preferred, reassignment, controlled shutdown)
    transition: leader's replica goes offline, or the topic's deletion begins → Offline
    """
    Offline = 3
    """It had a leader and has none that lives.

    action: elect at every change that could bring an eligible replica
    transition: leader written → Online · the topic's deletion begins → NonExistent
    """


class ReplicaState(IntEnum):
    """Where one replica of a partition stands in the controller's eyes."""

    NonExistent = 0
    """Not there, or deleted and forgotten.

    action: none
    transition: assigned → New
    """
    New = 1
    """Assigned, sent to its broker only if the partition has a leader already.

    action: LeaderAndIsr with is_new
    transition: partition has a leader → Online · broker dies → Offline
    """
    Online = 2
    """Its broker is registered, not shutting down, and knows about it.

    action: LeaderAndIsr
    transition: broker or log directory is lost → Offline
    """
    Offline = 3
    """Its broker or its log directory is gone, or it is on its way to deletion.

    action: StopReplica, taken out of the ISR
    transition: broker is back → Online · topic is deleted → DeletionStarted · dead while deleting → DeletionIneligible
    """
    DeletionStarted = 4
    """StopReplica with delete is on its way or unanswered.

    action: StopReplica(delete)
    transition: answered without an error → DeletionSuccessful · error or broker lost → DeletionIneligible
    """
    DeletionSuccessful = 5
    """The broker has deleted its log.

    action: none, until the other replicas are there as well
    transition: all replicas deleted, topic forgotten → NonExistent
    """
    DeletionIneligible = 6
    """Deletion cannot go on now: broker down, log directory offline, or the broker answered with an error.

    action: none
    transition: retry → Offline · broker is back → Online
    """


PARTITION_TRANSITIONS: TransitionTable[PartitionState] = TransitionTable(
    "partition",
    {
        PartitionState.NonExistent: frozenset({PartitionState.Offline}),
        PartitionState.New: frozenset({PartitionState.NonExistent}),
        PartitionState.Online: frozenset({PartitionState.New, PartitionState.Online, PartitionState.Offline}),
        PartitionState.Offline: frozenset({PartitionState.New, PartitionState.Online, PartitionState.Offline}),
    },
)

REPLICA_TRANSITIONS: TransitionTable[ReplicaState] = TransitionTable(
    "replica",
    {
        ReplicaState.NonExistent: frozenset({ReplicaState.DeletionSuccessful}),
        ReplicaState.New: frozenset({ReplicaState.NonExistent}),
        ReplicaState.Online: frozenset(
            {ReplicaState.New, ReplicaState.Online, ReplicaState.Offline, ReplicaState.DeletionIneligible}
        ),
        ReplicaState.Offline: frozenset(
            {ReplicaState.New, ReplicaState.Online, ReplicaState.Offline, ReplicaState.DeletionIneligible}
        ),
        ReplicaState.DeletionStarted: frozenset({ReplicaState.Offline}),
        ReplicaState.DeletionSuccessful: frozenset({ReplicaState.DeletionStarted}),
        ReplicaState.DeletionIneligible: frozenset({ReplicaState.Offline, ReplicaState.DeletionStarted}),
    },
)

"""The ISR that a leader asks for, and what became of it: the values of AlterPartition, without its wire format.

    broker.replica.isr_changes ─▶ broker.cluster.isr_writers ─▶ the controller, or the partition's state znode itself

They stand here, and not in `common.types` with the other plain values, because they speak of a state znode and name
leader epochs, which `protocol.epochs` declares. No I/O.
"""

from __future__ import annotations

from dataclasses import dataclass

from kavka.common.types import ZERO_TOPIC_ID, LeaderRecovery, TopicPartition
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch


@dataclass(frozen=True, slots=True, kw_only=True)
class IsrChange:
    """The ISR that a leader asks the controller to write for one partition (KIP-497)."""

    partition: TopicPartition
    """Under the name "" where a leader named its topic by id alone."""
    leader_epoch: LeaderEpoch
    isr: tuple[int, ...]
    partition_epoch: int
    """The version of the state znode that the leader built on."""
    topic_id: bytes = ZERO_TOPIC_ID
    """The topic's, where the leader knows it: one that was made anew under the name has another (KIP-841)."""
    leader_recovery: LeaderRecovery = LeaderRecovery.RECOVERED
    """A leader has always recovered by the time at which it asks: what it lacks is lost (KIP-704)."""
    broker_epochs: tuple[tuple[int, int], ...] = ()
    """Members of the ISR with the broker epochs by which the leader knows them, −1 for none (KIP-903)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IsrResult:
    """What became of one `IsrChange`; without an error, what the partition's state is now."""

    partition: TopicPartition
    error_code: int = 0
    """A `protocol.errors.ErrorCode`; 0 is success."""
    leader: int = -1
    leader_epoch: LeaderEpoch = NO_LEADER_EPOCH
    isr: tuple[int, ...] = ()
    leader_recovery: LeaderRecovery = LeaderRecovery.RECOVERED
    partition_epoch: int = -1

"""What a share group has done with partitions, kept where it outlives their leaders: the port (KIP-932). Pure.

A share-partition is a partition as one share group sees it. Its state is written by the partition's leader, and kept by
the share coordinator: the leader of the partition of `__share_group_state` that the share-partition's key falls to.

    share group's coordinator ── initialize, delete ──────┐
                                                          ├─▶ Persister ─▶ share coordinator ─▶ log
    leader of the partition ──── read, write ─────────────┘

Two epochs fence: the state epoch rises each time the share-partition begins anew, the leader epoch with each leader of
the partition. Neither is the epoch of the share coordinator's own partition.

Kafka: `org.apache.kafka.server.share.persister.Persister`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Final, NamedTuple, Protocol

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import KafkaError

UNINITIALIZED_START_OFFSET: Final = -1
"""The leader has to find the offset where the group begins (`share.auto.offset.reset`)."""


class DeliveryState(IntEnum):
    """What is kept of records in flight; those that are acquired are kept as available. Kafka: `RecordState`."""

    AVAILABLE = 0
    ACKNOWLEDGED = 2
    ARCHIVED = 4


class SharePartition(NamedTuple):
    """A partition of a share group; the partition of `__share_group_state` goes by `group:topic id:partition`."""

    group_id: str
    topic_id: bytes
    partition: int


class StateBatch(NamedTuple):
    """Records of one delivery state and count, both offsets included."""

    first_offset: int
    last_offset: int
    delivery_state: int
    delivery_count: int


class ShareState(NamedTuple):
    """All that is kept of a share-partition.

    Attributes:
        start_offset: share-partition start offset (SPSO): what is below needs no delivery any more.
        delivery_complete_count: offsets from there on whose delivery is complete; -1: unknown.
        batches: of what is at or above it, in the order of offsets, none overlapping.
    """

    state_epoch: int
    leader_epoch: LeaderEpoch
    start_offset: int
    delivery_complete_count: int
    batches: Sequence[StateBatch]


class Persister(Protocol):
    """Where the states of share-partitions are kept; each call has a deadline of its own.

    All raise a KafkaError with the share coordinator's error code: NOT_COORDINATOR, COORDINATOR_NOT_AVAILABLE and
    COORDINATOR_LOAD_IN_PROGRESS only after they were tried again, GROUP_ID_NOT_FOUND and UNKNOWN_TOPIC_OR_PARTITION,
    FENCED_STATE_EPOCH, FENCED_LEADER_EPOCH, INVALID_REQUEST, REQUEST_TIMED_OUT.
    """

    async def initialize(self, share_partition: SharePartition, *, state_epoch: int, start_offset: int) -> None:
        """Begins a share-partition, or begins it anew with a higher state epoch."""

    async def read(self, share_partition: SharePartition, *, leader_epoch: LeaderEpoch) -> ShareState:
        """Returns the state, and fences the leaders of before."""

    async def write(self, share_partition: SharePartition, changed: ShareState) -> None:
        """Keeps what has changed: batches are laid over those that are kept; a start offset of -1 changes none."""

    async def delete(self, share_partition: SharePartition) -> None:
        """Forgets a share-partition; one that is not there counts as forgotten."""

    async def summarize(
        self, share_partitions: Sequence[SharePartition]
    ) -> Mapping[SharePartition, ShareState | KafkaError]:
        """Returns states without batches, or what each was refused with, for one who leads nothing."""

"""What one broker still has to be sent, coalesced. Pure: `channel_manager` asks it for the next request and does the
sending.

While one request is in flight, any number of decisions may follow. Only the latest state of a partition matters to the
broker, so decisions merge per partition and what waits is bounded by the number of partitions, not by the number of
decisions.

Order that must survive the merging, and how it does:

    1. UpdateMetadata before LeaderAndIsr at failover (KAFKA-4443)    kinds go out as they were first queued
    2. the latest of StopReplica and LeaderAndIsr wins                each removes the other's entry of the partition
    3. StopReplica(delete) before the LeaderAndIsr of a new life      such a LeaderAndIsr opens a new stage behind it
    4. "leader is −2" before StopReplica(delete)                      StopReplica moves behind UpdateMetadata
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from kavka.common.types import TopicPartition
from kavka.controller.context import LiveBroker
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.messages import LeaderAndIsrRequest, UpdateMetadataRequest
from kavka.protocol.request_pieces import PreparedRequest


class LeaderAndIsrEntry(NamedTuple):
    """One partition of a LeaderAndIsr."""

    topic_id: bytes
    state: LeaderAndIsrRequest.LeaderAndIsrPartitionState


class MetadataEntry(NamedTuple):
    """One partition of an UpdateMetadata."""

    topic_id: bytes
    state: UpdateMetadataRequest.UpdateMetadataPartitionState


class StopReplicaEntry(NamedTuple):
    """One partition of a StopReplica."""

    leader_epoch: LeaderEpoch
    is_delete: bool


class PendingLeaderAndIsr(NamedTuple):
    """A LeaderAndIsr to send."""

    entries: dict[TopicPartition, LeaderAndIsrEntry]
    live_brokers: Sequence[LiveBroker]
    is_full: bool
    """The entries are every replica that the broker should have."""


class PendingUpdateMetadata(NamedTuple):
    """An UpdateMetadata to send; without entries it has only the live brokers."""

    entries: dict[TopicPartition, MetadataEntry]
    live_brokers: Sequence[LiveBroker]
    prepared: PreparedRequest | None = None
    """A request with all entries, encoded already; only its head is not the broker's."""


class PendingStopReplica(NamedTuple):
    """A StopReplica to send."""

    entries: dict[TopicPartition, StopReplicaEntry]


Pending = PendingLeaderAndIsr | PendingUpdateMetadata | PendingStopReplica


@dataclass(slots=True, kw_only=True)
class BrokerUpdate:
    """What one batch has for one broker."""

    live_brokers: tuple[LiveBroker, ...]
    leader_and_isr: dict[TopicPartition, LeaderAndIsrEntry] = field(default_factory=dict)
    is_full: bool = False
    is_metadata_sent: bool = False
    update_metadata: dict[TopicPartition, MetadataEntry] = field(default_factory=dict)
    prepared_metadata: PreparedRequest | None = None
    """A request with all of `update_metadata`, encoded once for all brokers; None where there is little of it."""
    stop_replica: dict[TopicPartition, StopReplicaEntry] = field(default_factory=dict)


class _Kind(IntEnum):
    LEADER_AND_ISR = 0
    UPDATE_METADATA = 1
    STOP_REPLICA = 2


class _Stage:
    """Requests of which at most one of each kind goes out, in the order of `kinds`."""

    __slots__ = (
        "is_full",
        "kinds",
        "leader_and_isr",
        "live_brokers",
        "prepared_metadata",
        "stop_replica",
        "update_metadata",
    )

    def __init__(self) -> None:
        self.kinds: list[_Kind] = []
        self.live_brokers: tuple[LiveBroker, ...] = ()
        self.leader_and_isr: dict[TopicPartition, LeaderAndIsrEntry] = {}
        self.is_full = False
        self.update_metadata: dict[TopicPartition, MetadataEntry] = {}
        # Invariant: None, or a request with just the entries of update_metadata.
        self.prepared_metadata: PreparedRequest | None = None
        self.stop_replica: dict[TopicPartition, StopReplicaEntry] = {}

    def is_deleting(self, partitions: Mapping[TopicPartition, LeaderAndIsrEntry]) -> bool:
        """Tells whether a deletion of one of the partitions waits here."""
        stopping = self.stop_replica
        return bool(stopping) and any(
            partition in stopping and stopping[partition].is_delete for partition in partitions
        )

    def merge_leader_and_isr(self, entries: Mapping[TopicPartition, LeaderAndIsrEntry], *, is_full: bool) -> None:
        """Adds the latest leadership; a stop that waits for the same partition is outdated."""
        # Whole dictionaries at a time: of very many partitions, mostly nothing else waits.
        if self.stop_replica:
            for partition in self.stop_replica.keys() & entries.keys():
                del self.stop_replica[partition]
        known = self.leader_and_isr
        renewed = {
            partition: _as_new(entries[partition])
            for partition in (known.keys() & entries.keys() if known else ())
            if known[partition].state.is_new and not entries[partition].state.is_new
        }
        known.update(entries)
        known.update(renewed)
        self.is_full = self.is_full or is_full
        self._queue(_Kind.LEADER_AND_ISR)
        if not self.stop_replica:
            self._dequeue(_Kind.STOP_REPLICA)

    def merge_update_metadata(
        self, entries: Mapping[TopicPartition, MetadataEntry], prepared: PreparedRequest | None
    ) -> None:
        """Adds the latest metadata."""
        if entries:
            self.prepared_metadata = None if self.update_metadata else prepared
        self.update_metadata.update(entries)
        self._queue(_Kind.UPDATE_METADATA)

    def merge_stop_replica(self, entries: Mapping[TopicPartition, StopReplicaEntry]) -> None:
        """Adds stops; leadership that waits for the same partition is outdated."""
        if self.leader_and_isr:
            for partition in self.leader_and_isr.keys() & entries.keys():
                del self.leader_and_isr[partition]
                # What is left is not all that the broker may keep: it would set aside what it shall stop, or delete.
                self.is_full = False
        known = self.stop_replica
        kept = {
            partition: known[partition]
            for partition in (known.keys() & entries.keys() if known else ())
            if known[partition].is_delete
        }
        known.update(entries)
        known.update(kept)
        if not self.leader_and_isr:
            self._dequeue(_Kind.LEADER_AND_ISR)
        if any(entry.is_delete for entry in entries.values()) and _Kind.UPDATE_METADATA in self.kinds:
            self._dequeue(_Kind.STOP_REPLICA)
        self._queue(_Kind.STOP_REPLICA)

    def take(self) -> Pending:
        """Takes the next request; what is added from now on goes into a later one."""
        kind = self.kinds.pop(0)
        if kind is _Kind.LEADER_AND_ISR:
            leaderships, self.leader_and_isr = self.leader_and_isr, {}
            is_full, self.is_full = self.is_full, False
            return PendingLeaderAndIsr(leaderships, self.live_brokers, is_full)
        if kind is _Kind.UPDATE_METADATA:
            metadata, self.update_metadata = self.update_metadata, {}
            prepared, self.prepared_metadata = self.prepared_metadata, None
            return PendingUpdateMetadata(metadata, self.live_brokers, prepared)
        stops, self.stop_replica = self.stop_replica, {}
        return PendingStopReplica(stops)

    def _queue(self, kind: _Kind) -> None:
        if kind not in self.kinds:
            self.kinds.append(kind)

    def _dequeue(self, kind: _Kind) -> None:
        if kind in self.kinds:
            self.kinds.remove(kind)


def _as_new(entry: LeaderAndIsrEntry) -> LeaderAndIsrEntry:
    """Copies a leadership for a broker that has not yet heard of the replica; other brokers share the original."""
    state = copy(entry.state)
    state.is_new = True
    return LeaderAndIsrEntry(entry.topic_id, state)


class PendingRequests:
    """Everything that waits for one broker."""

    __slots__ = ("_stages",)

    def __init__(self) -> None:
        self._stages: deque[_Stage] = deque()

    def __len__(self) -> int:
        """Counts the requests that would go out if nothing more came."""
        return sum(len(stage.kinds) for stage in self._stages)

    def merge(self, update: BrokerUpdate) -> None:
        """Adds what one batch has for the broker: LeaderAndIsr, then UpdateMetadata, then StopReplica."""
        stage = self._stages[-1] if self._stages else None
        if stage is None or stage.is_deleting(update.leader_and_isr):
            stage = _Stage()
            self._stages.append(stage)
        stage.live_brokers = update.live_brokers
        if update.leader_and_isr:
            stage.merge_leader_and_isr(update.leader_and_isr, is_full=update.is_full)
        if update.is_metadata_sent:
            stage.merge_update_metadata(update.update_metadata, update.prepared_metadata)
        if update.stop_replica:
            stage.merge_stop_replica(update.stop_replica)

    def take(self) -> Pending | None:
        """Takes the next request, None when the broker has received everything."""
        while self._stages:
            stage = self._stages[0]
            if stage.kinds:
                return stage.take()
            self._stages.popleft()
        return None

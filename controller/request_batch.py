"""Collects what brokers have to be sent during one round of state changes, and hands it over as a whole.

The machines add while they apply their decisions; when the round is over, each broker gets one update. A batch must be
empty when it is opened: what an aborted round left behind may describe leadership that was never written, so finding
something is a reason to resign (kafka: ControllerBrokerRequestBatch).

Not here: order and merging between rounds (`pending_requests`), versions (`control_requests`), sending
(`channel_manager`).
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final, Protocol

from kavka.common.lane import ITEMS_IN_ONE_STEP_MAX, Lane
from kavka.common.steps import Steps, at_once, let_go, stretches
from kavka.common.types import LEADER_DURING_DELETE, ZERO_TOPIC_ID, LeaderRecovery, TopicPartition
from kavka.controller.config import ControlVersions
from kavka.controller.context import UNASSIGNED, ControllerContext, Leadership
from kavka.controller.control_requests import preparing_metadata
from kavka.controller.online import OnlineReplicas
from kavka.controller.pending_requests import BrokerUpdate, LeaderAndIsrEntry, MetadataEntry, StopReplicaEntry
from kavka.protocol.epochs import EPOCH_DURING_DELETE, NO_LEADER_EPOCH
from kavka.protocol.errors import EncodeError
from kavka.protocol.messages import LeaderAndIsrRequest, UpdateMetadataRequest

RECOVERY_FROM_VERSION: Final = 6
"""The first LeaderAndIsr that says whether a leader is recovering (KIP-704)."""


class IllegalBatch(Exception):
    """A batch was opened that was not empty: the controller's memory cannot be trusted any more, it resigns."""


class UpdateSink(Protocol):
    """Where a finished round goes: the channel manager."""

    def enqueue(self, broker_id: int, update: BrokerUpdate) -> None:
        """Queues the requests for one broker; a broker that is gone is ignored."""


class RequestBatch:
    """One round of control requests.

    Args:
        context: the brokers to notify, and what is known.
        sink: where finished rounds go.
        lane: whose slices a round of many partitions ends in.
        versions: in which requests are written: a long UpdateMetadata is encoded once for all, and recovery is told to
            whom has a field for it. None: each channel encodes, and nobody is told.
    """

    __slots__ = (
        "_context",
        "_entries",
        "_full_for",
        "_is_metadata_known",
        "_is_metadata_sent",
        "_is_open",
        "_is_recovery_told",
        "_lane",
        "_lists",
        "_metadata",
        "_metadata_version",
        "_sink",
        "_updates",
    )

    def __init__(
        self,
        context: ControllerContext,
        sink: UpdateSink,
        lane: Lane,
        *,
        versions: ControlVersions | None = None,
    ) -> None:
        self._context = context
        self._sink = sink
        self._lane = lane
        self._metadata_version = None if versions is None else versions.update_metadata
        self._is_recovery_told = versions is not None and versions.leader_and_isr >= RECOVERY_FROM_VERSION
        self._updates: dict[int, BrokerUpdate] = {}
        self._metadata: dict[TopicPartition, None] = {}
        """Partitions that everybody hears about, in order; their entries are made when the round ends."""
        self._is_metadata_sent = False
        self._entries: dict[bool, dict[TopicPartition, tuple[Leadership, LeaderAndIsrEntry]]] = {False: {}, True: {}}
        """Entries made in this round, by whether the replica is new, shared by the brokers that get the same."""
        self._lists = _Lists()
        """Brokers as the messages have them: many partitions share the few combinations that there are."""
        self._full_for: frozenset[int] = frozenset()
        self._is_metadata_known = False
        self._is_open = False

    @contextmanager
    def opened(self, *, full_for: Iterable[int] = (), is_metadata_known: bool = False) -> Iterator[None]:
        """Opens one round: it is empty first, sends at the end, sends nothing if it failed.

        Args:
            full_for: brokers for which the round names every replica that they should have; ignored while there are
                topics that could not be read.
            is_metadata_known: the round before sent all metadata to every broker, and nothing has changed since: what
                this one says of leaders need not be said again as metadata.

        Raises:
            IllegalBatch: something was left behind, or a round is open already.
        """
        self._open(full_for, is_metadata_known=is_metadata_known)
        try:
            yield
            at_once(self._sending())
        finally:
            self._close()

    @asynccontextmanager
    async def paced(self, *, full_for: Iterable[int] = (), is_metadata_known: bool = False) -> AsyncIterator[None]:
        """Opens one round, as `opened`, of however many partitions: ends in slices.

        Raises:
            IllegalBatch: as `opened`.
        """
        self._open(full_for, is_metadata_known=is_metadata_known)
        try:
            yield
            items = sum(len(update.leader_and_isr) + len(update.stop_replica) for update in self._updates.values())
            await self._lane.carry_out(self._sending(), items=len(self._metadata) + items)
        finally:
            self._close()

    def _open(self, full_for: Iterable[int], *, is_metadata_known: bool) -> None:
        if self._is_open or self._updates or self._is_metadata_sent:
            raise IllegalBatch(
                f"a round was opened while {len(self._updates)} brokers had something left of the last one"
            )
        self._is_open = True
        self._full_for = frozenset() if self._context.topics_unread else frozenset(full_for)
        self._is_metadata_known = is_metadata_known

    def _close(self) -> None:
        self._is_open = False
        self._is_metadata_sent = False
        # New ones, not let_go: emptying those of very many partitions is a long step, too.
        self._updates = {}
        self._metadata = {}
        self._entries = {False: {}, True: {}}
        self._lists = _Lists()

    def add_leader_and_isr(
        self, broker_ids: Iterable[int], partition: TopicPartition, leadership: Leadership, *, is_new: bool
    ) -> None:
        """Adds a leadership for replicas, and the same as metadata for every live broker."""
        brokers = self._context.brokers
        entry = None
        for broker_id in broker_ids:
            if broker_id not in brokers:
                continue
            leaderships = self._update(broker_id).leader_and_isr
            older = leaderships.get(partition)
            if not is_new and older is not None and older.state.is_new:
                leaderships[partition] = self._leader_and_isr_entry(partition, leadership, is_new=True)
                continue
            if entry is None:
                entry = self._leader_and_isr_entry(partition, leadership, is_new=is_new)
            leaderships[partition] = entry
        if not self._is_metadata_known:
            assert self._is_open, "a round is open while something is added"
            self._is_metadata_sent = True
            self._metadata[partition] = None

    def is_not_all_of(self, *broker_ids: int) -> None:
        """Marks these brokers' requests as incomplete, so that nothing there counts as stray.

        Something that they may have cannot be named in this round.
        """
        self._full_for -= frozenset(broker_ids)

    def add_update_metadata(self, partitions: Iterable[TopicPartition]) -> None:
        """Adds metadata of these partitions for every registered broker.

        Without any partition the brokers get the list of brokers alone.
        """
        assert self._is_open, "a round is open while something is added"
        self._is_metadata_sent = True
        self._metadata.update(dict.fromkeys(partitions))

    def add_stop_replica(self, broker_id: int, partition: TopicPartition, *, is_delete: bool) -> None:
        """Adds a stop or a deletion of a replica on one broker. Once delete, always delete."""
        if broker_id not in self._context.brokers:
            return
        leadership = self._context.leadership.get(partition)
        if self._context.is_queued_for_deletion(partition.topic):
            epoch = EPOCH_DURING_DELETE
        else:
            epoch = leadership.leader_epoch if leadership is not None else NO_LEADER_EPOCH
        stops = self._update(broker_id).stop_replica
        older = stops.get(partition)
        is_delete = is_delete or (older is not None and older.is_delete)
        stops[partition] = StopReplicaEntry(leader_epoch=epoch, is_delete=is_delete)

    def _update(self, broker_id: int) -> BrokerUpdate:
        assert self._is_open, "a round is open while something is added"
        update = self._updates.get(broker_id)
        if update is None:
            update = self._updates[broker_id] = BrokerUpdate(live_brokers=())
        return update

    def _sending(self) -> Steps[None]:
        live_brokers = tuple(self._context.live_brokers())
        if self._is_metadata_sent:
            entries = yield from self._metadata_entries()
            prepared = None
            if self._metadata_version is not None and len(entries) > ITEMS_IN_ONE_STEP_MAX:
                with contextlib.suppress(EncodeError):  # then each channel says so, and leaves its request out
                    prepared = yield from preparing_metadata(entries, self._metadata_version)
            for broker_id in self._context.live_or_shutting_down_ids():
                update = self._update(broker_id)
                update.is_metadata_sent = True
                update.update_metadata = entries
                update.prepared_metadata = prepared
        for broker_id, update in self._updates.items():
            update.live_brokers = live_brokers
            update.is_full = broker_id in self._full_for and bool(update.leader_and_isr)
            self._sink.enqueue(broker_id, update)
            yield
        yield from let_go(self._metadata, *self._entries.values())

    def _leader_and_isr_entry(
        self, partition: TopicPartition, leadership: Leadership, *, is_new: bool
    ) -> LeaderAndIsrEntry:
        made = self._entries[is_new].get(partition)
        if made is not None and made[0] is leadership:
            return made[1]
        lists = self._lists
        topic, index = partition
        replicas, adding, removing = self._context.assigned.get(partition, UNASSIGNED)
        leader, leader_epoch, isr, controller_epoch, partition_epoch, recovery = leadership
        state = LeaderAndIsrRequest.LeaderAndIsrPartitionState(
            topic_name=topic,
            partition_index=index,
            controller_epoch=controller_epoch,
            leader=leader,
            leader_epoch=leader_epoch,
            isr=lists[isr],
            partition_epoch=partition_epoch,
            replicas=lists[replicas],
            adding_replicas=lists[adding],
            removing_replicas=lists[removing],
            is_new=is_new,
            leader_recovery_state=recovery if self._is_recovery_told else LeaderRecovery.RECOVERED,
        )
        entry = LeaderAndIsrEntry(self._context.topic_ids.get(topic, ZERO_TOPIC_ID), state)
        self._entries[is_new][partition] = (leadership, entry)
        return entry

    def _metadata_entries(self) -> Steps[dict[TopicPartition, MetadataEntry]]:
        """Makes the entries of an UpdateMetadata; none for a partition before its first leader."""
        known = self._context.leadership
        online = OnlineReplicas(self._context)
        entries: dict[TopicPartition, MetadataEntry] = {}
        for stretch in stretches(self._metadata):
            for partition in stretch:
                leadership = known.get(partition)
                if leadership is not None:
                    entries[partition] = self._metadata_entry(partition, leadership, online)
            yield
        return entries

    def _metadata_entry(
        self, partition: TopicPartition, leadership: Leadership, online: OnlineReplicas
    ) -> MetadataEntry:
        context, lists = self._context, self._lists
        topic, index = partition
        replicas = context.assigned.get(partition, UNASSIGNED).replicas
        there = online.of(partition, replicas)
        leader, leader_epoch, isr, controller_epoch, partition_epoch, _ = leadership
        state = UpdateMetadataRequest.UpdateMetadataPartitionState(
            topic_name=topic,
            partition_index=index,
            controller_epoch=controller_epoch,
            leader=LEADER_DURING_DELETE if topic in context.topics_to_delete else leader,
            leader_epoch=leader_epoch,
            isr=lists[isr],
            zk_version=partition_epoch,
            replicas=lists[replicas],
            offline_replicas=[b for b in replicas if b not in there] if len(there) < len(replicas) else lists[()],
        )
        return MetadataEntry(context.topic_ids.get(topic, ZERO_TOPIC_ID), state)


class _Lists(dict[tuple[int, ...], list[int]]):
    """Makes the list of each combination of brokers once."""

    def __missing__(self, broker_ids: tuple[int, ...]) -> list[int]:
        made = self[broker_ids] = list(broker_ids)
        return made

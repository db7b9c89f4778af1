"""What the elected controller does when brokers come, go, change their address, or report lost log directories.

    come   UpdateMetadata (all partitions) to everybody → their replicas Online → elect where a leader is missing
           → deletions that waited
    go     partitions they led Offline → elect → their replicas Offline → deletions that involve them wait
    stop   counts as gone while it is still there: somebody else leads what it led, and its other replicas go Offline

A broker that restarted faster than its session timed out shows the same id with another epoch (the czxid of its
registration, KIP-380): that is a going and a coming.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence

from kavka.common import state_changes
from kavka.common.steps import Steps, kept, stretches
from kavka.common.types import NO_LEADER, TopicPartition
from kavka.controller.context import LOOKED_AT_ITEMS, LiveBroker, PartitionReplica
from kavka.controller.election import ElectionStrategy
from kavka.controller.events import (
    BrokerChange,
    BrokerModifications,
    ControlledShutdown,
    LeaderAndIsrResponseReceived,
    LogDirEventNotification,
    TopicDeletionStopReplicaResponseReceived,
    UpdateMetadataResponseReceived,
)
from kavka.controller.online import partitions_with_offline_leader
from kavka.controller.parts import ControllerParts
from kavka.controller.states import PartitionState, ReplicaState
from kavka.protocol.errors import BrokerNotAvailable, ErrorCode, StaleBrokerEpoch

log = logging.getLogger(__name__)


class BrokerProcedures:
    """Broker events of one term.

    Args:
        parts: what this term works with.
    """

    __slots__ = ("_parts",)

    def __init__(self, parts: ControllerParts) -> None:
        self._parts = parts

    # ---------------------------------------------------------------- registrations

    async def broker_change(self, event: BrokerChange) -> None:
        """Handles a change of the list of registered brokers."""
        del event  # news: what is there now counts
        known = self._parts.context.brokers
        found = await self._parts.store.read_brokers()
        new = [found[broker_id] for broker_id in sorted(found.keys() - known.keys())]
        dead = sorted(known.keys() - found.keys())
        bounced = [
            found[broker_id]
            for broker_id in sorted(found.keys() & known.keys())
            if found[broker_id].epoch > known[broker_id].epoch
        ]
        if not (new or dead or bounced):
            return
        log.info(
            "brokers: new %s, dead %s, bounced %s, live %s",
            [broker.broker_id for broker in new],
            dead,
            [broker.broker_id for broker in bounced],
            sorted(found),
        )
        if state_changes.is_written():
            state_changes.controller_says(
                self._parts.config.broker_id,
                self._parts.context.epoch,
                "Brokers came=%s went=%s restarted=%s",
                ",".join(str(broker.broker_id) for broker in new),
                ",".join(map(str, dead)),
                ",".join(str(broker.broker_id) for broker in bounced),
            )
        await self._came(new)
        await self._went([broker.broker_id for broker in bounced])
        await self._came(bounced)
        await self._went(dead)

    async def broker_modifications(self, event: BrokerModifications) -> None:
        """Handles a change of one registration: the address or the rack of a life that is known."""
        context = self._parts.context
        known = context.brokers.get(event.broker_id)
        found = await self._parts.store.read_broker(event.broker_id)
        if known is None or found is None or found == known or found.epoch != known.epoch:
            return  # coming and going are broker_change's
        log.info("broker %d changed its registration: %s", event.broker_id, found.endpoints)
        context.brokers[event.broker_id] = found
        if found.incomplete.keys() != known.incomplete.keys():
            await self._completeness_changed(found, known)
        listener = self._parts.config.control_plane_listener
        if found.endpoint(listener) != known.endpoint(listener):
            self._parts.channels.move_broker(found)
        await self._tell_everything()

    async def _came(self, brokers: Sequence[LiveBroker]) -> None:
        if not brokers:
            return
        parts = self._parts
        context = parts.context
        broker_ids = {broker.broker_id for broker in brokers}
        for broker in brokers:
            context.brokers[broker.broker_id] = broker
            context.offline_dirs.pop(broker.broker_id, None)
            parts.channels.add_broker(broker)
        # First who lives: a LeaderAndIsr that names an unknown leader helps nobody (KAFKA-4443).
        await self._tell_everything()
        replicas = await self._replicas_on(broker_ids)
        wanted = await self._chosen(replicas, lambda replica: context.replica_state(replica) not in _DELETED)
        await parts.replicas.move(wanted, ReplicaState.Online, full_for=broker_ids, is_metadata_known=True)
        await parts.partitions.elect_where_missing()
        await self.relieve_incomplete()
        await parts.reassignment.resume_for(broker_ids)
        await parts.deletion.resume_for({replica.partition.topic for replica in replicas})

    async def _completeness_changed(self, found: LiveBroker, known: LiveBroker) -> None:
        """Handles that a broker found damage in a log of its own, or has mended one."""
        context = self._parts.context
        new = found.incomplete.keys() - known.incomplete.keys()
        log.log(
            logging.ERROR if new else logging.INFO,
            "broker %d: logs of %d partitions are not complete, %d of them new",
            *(found.broker_id, len(found.incomplete), len(new)),
        )
        await self.relieve_incomplete()
        offline = context.offline_dirs.get(found.broker_id, set())
        # It refused to lead them before it could say why: not their directory is lost, they have to follow.
        told = sorted(offline & new)
        if told:
            offline -= new
            await self._parts.replicas.move(
                [PartitionReplica(partition, found.broker_id) for partition in told], ReplicaState.Online
            )

    async def relieve_incomplete(self) -> None:
        """Takes leaderships and ISR membership from replicas whose logs lack something.

        A replica that left the ISR copies what it lacks as any follower does, and comes back when it has it.
        """
        parts = self._parts
        context = parts.context
        if not any(broker.incomplete for broker in context.brokers.values()):
            return
        leaderless = await parts.lane.carry_out(
            partitions_with_offline_leader(context), items=context.partition_count()
        )
        await parts.partitions.move(leaderless, PartitionState.Offline)
        await parts.partitions.elect_where_missing()
        await parts.replicas.leave_isr(
            [
                PartitionReplica(partition, broker.broker_id)
                for broker in context.live_brokers()
                for partition in broker.incomplete
                if (leadership := context.leadership.get(partition)) is not None
                and broker.broker_id in leadership.isr
                and leadership.leader not in (broker.broker_id, NO_LEADER)
                and context.is_whole(leadership.leader, partition)
            ]
        )

    async def _went(self, broker_ids: Collection[int]) -> None:
        if not broker_ids:
            return
        parts = self._parts
        for broker_id in broker_ids:
            parts.context.remove_broker(broker_id)
            parts.channels.remove_broker(broker_id)
        if not await self._replicas_went_offline(await self._replicas_on(broker_ids)):
            with parts.batch.opened():
                parts.batch.add_update_metadata(())

    # ---------------------------------------------------------------- controlled shutdown

    async def controlled_shutdown(self, event: ControlledShutdown) -> None:
        """Moves the leaderships of a broker that is about to stop.

        They move while it is still there to be asked for records. Partitions with one replica stop when the broker
        does. The request may come again: then what could not move before may.
        """
        broker_id = event.broker_id
        parts = self._parts
        context = parts.context
        broker = context.brokers.get(broker_id)
        if broker is None:
            event.discard(BrokerNotAvailable(f"Broker id {broker_id} does not exist."))
            return
        if event.broker_epoch != UNKNOWN_BROKER_EPOCH and event.broker_epoch < broker.epoch:
            event.discard(StaleBrokerEpoch(f"broker {broker_id} does not live with epoch {event.broker_epoch}"))
            return
        log.info("broker %d shuts down", broker_id)
        context.shutting_down.add(broker_id)
        led, followed = await parts.lane.carry_out(
            self._replicated_partitions(broker_id), items=context.partition_count()
        )
        await parts.partitions.move(led, PartitionState.Online, strategy=ElectionStrategy.CONTROLLED_SHUTDOWN)
        # Those that it led until now follow in its last moments: sent StopReplica, it would only stop serving fetches.
        await parts.replicas.move(followed, ReplicaState.Offline)
        leadership = context.leadership
        remaining = [partition for partition in led if leadership[partition].leader == broker_id]
        if not event.answer.done():
            event.answer.set_result(remaining)

    def _replicated_partitions(self, broker_id: int) -> Steps[tuple[list[TopicPartition], list[PartitionReplica]]]:
        """Splits a broker's replicated partitions into those that it leads and those that it follows."""
        context = self._parts.context
        led: list[TopicPartition] = []
        followed: list[PartitionReplica] = []
        for stretch in stretches(context.assigned.items(), LOOKED_AT_ITEMS):
            for partition, assignment in stretch:
                if broker_id in assignment.replicas and len(assignment.replicas) > 1:
                    leadership = context.leadership.get(partition)
                    if leadership is None or context.is_queued_for_deletion(partition.topic):
                        continue
                    if leadership.leader == broker_id:
                        led.append(partition)
                    else:
                        followed.append(PartitionReplica(partition, broker_id))
            yield
        return led, followed

    async def _tell_everything(self) -> None:
        async with self._parts.batch.paced():
            self._parts.batch.add_update_metadata(self._parts.context.partitions())

    async def _replicas_on(self, broker_ids: Collection[int]) -> list[PartitionReplica]:
        context = self._parts.context
        return await self._parts.lane.carry_out(context.replicas_on(broker_ids), items=context.partition_count())

    async def _chosen(
        self, replicas: Sequence[PartitionReplica], is_wanted: Callable[[PartitionReplica], bool]
    ) -> list[PartitionReplica]:
        return await self._parts.lane.carry_out(kept(replicas, is_wanted), items=len(replicas))

    # ---------------------------------------------------------------- replicas

    async def _replicas_went_offline(self, replicas: Sequence[PartitionReplica]) -> bool:
        """Elects where a leader was lost, takes the replicas out of the ISR; returns whether any leader was lost."""
        parts = self._parts
        context = parts.context
        leaderless = await parts.lane.carry_out(
            partitions_with_offline_leader(context), items=context.partition_count()
        )
        await parts.partitions.move(leaderless, PartitionState.Offline)
        await parts.partitions.elect_where_missing()
        staying = await self._chosen(replicas, lambda replica: context.is_leader_wanted(replica.partition))
        deleting = await self._chosen(replicas, lambda replica: not context.is_leader_wanted(replica.partition))
        await parts.replicas.move(staying, ReplicaState.Offline)
        await parts.deletion.replicas_failed(deleting)
        return bool(leaderless)

    async def _replicas_came_back(self, replicas: Sequence[PartitionReplica]) -> None:
        """Elects where only these can lead; as when their broker comes, but it goes on with what else it has."""
        parts = self._parts
        await parts.replicas.move(replicas, ReplicaState.Online)
        await parts.partitions.elect_where_missing()
        await self.relieve_incomplete()
        await parts.reassignment.resume_for({replica.broker_id for replica in replicas})
        await parts.deletion.resume_for({replica.partition.topic for replica in replicas})

    async def log_dir_event(self, event: LogDirEventNotification) -> None:
        """Handles notifications that brokers lost a log directory, or have one back.

        They do not say which: the brokers are asked about each replica.
        """
        del event  # news: what is there now counts
        parts = self._parts
        context = parts.context
        found = await parts.store.read_log_dir_events()
        broker_ids = {broker_id for broker_id in found.values() if broker_id in context.brokers}
        if broker_ids:
            log.warning("brokers %s lost a log directory, or have one back", sorted(broker_ids))
            offline_dirs = context.offline_dirs
            replicas = await self._chosen(
                await self._replicas_on(broker_ids), lambda r: not context.is_queued_for_deletion(r.partition.topic)
            )
            online = await self._chosen(replicas, lambda r: context.is_replica_online(r.broker_id, r.partition))
            await parts.replicas.move(online, ReplicaState.Online)
            lost = await self._chosen(replicas, lambda r: r.partition in offline_dirs.get(r.broker_id, ()))
            await parts.replicas.ask(lost)
            await self._delete_in_returned(broker_ids)
        await parts.store.delete_log_dir_events(list(found))

    async def _delete_in_returned(self, broker_ids: Collection[int]) -> None:
        """Tries deletions again that waited for a lost directory: where it is still lost, the broker says so again."""
        context = self._parts.context
        if not context.topics_ineligible:
            return
        there = {partition.topic for partition, _ in await self._replicas_on(broker_ids)}
        topics = there & context.topics_ineligible
        for broker_id in broker_ids:
            offline = context.offline_dirs.get(broker_id, set())
            offline -= {partition for partition in offline if partition.topic in topics}
        await self._parts.deletion.resume_for(topics)

    async def leader_and_isr_response(self, event: LeaderAndIsrResponseReceived) -> None:
        """Takes a broker's result for each replica: lost log directories show here."""
        if event.error_code != ErrorCode.NONE:
            self._refused(event.broker_id, "LeaderAndIsr", event.error_code)
            return
        if not any(event.errors.values()) and not self._parts.context.offline_dirs.get(event.broker_id):
            return  # it has lost nothing, before or now
        fine, failed = await self._parts.lane.carry_out(_outcomes(event.errors), items=len(event.errors))
        broker = self._parts.context.brokers.get(event.broker_id)
        if broker is not None:
            failed -= broker.incomplete.keys()  # not lost: it lacks something, and says so itself
        known = self._parts.context.offline_dirs.setdefault(event.broker_id, set())
        newly_failed, returned = failed - known, known & fine
        if known:
            known -= fine
        known |= failed
        if newly_failed:
            log.error("broker %d lost the log directories of %d replicas", event.broker_id, len(newly_failed))
            await self._replicas_went_offline(
                [PartitionReplica(partition, event.broker_id) for partition in sorted(newly_failed)]
            )
        if returned:
            log.warning(
                "broker %d has %d replicas back whose log directories were lost", event.broker_id, len(returned)
            )
            await self._replicas_came_back(
                [PartitionReplica(partition, event.broker_id) for partition in sorted(returned)]
            )

    async def update_metadata_response(self, event: UpdateMetadataResponseReceived) -> None:
        """Logs that a broker refused metadata."""
        self._refused(event.broker_id, "UpdateMetadata", event.error_code)

    async def stop_replica_response(self, event: TopicDeletionStopReplicaResponseReceived) -> None:
        """Takes the results of a broker that was to delete replicas."""
        if event.error_code != ErrorCode.NONE:
            self._refused(event.broker_id, "StopReplica", event.error_code)
        deleted, failed = await self._parts.lane.carry_out(
            _deletions(event.broker_id, event.errors), items=len(event.errors)
        )
        if failed:
            named = ", ".join(str(replica.partition) for replica in failed[:NAMED_MAX])
            log.error("broker %d could not delete %d replicas: %s", event.broker_id, len(failed), named)
        await self._parts.deletion.replicas_failed(failed)
        await self._parts.deletion.replicas_deleted(deleted)

    def _refused(self, broker_id: int, request: str, code: int) -> None:
        log.warning("broker %d refused %s with error %d", broker_id, request, code)
        if code == ErrorCode.STALE_CONTROLLER_EPOCH:
            self._parts.epoch_refused()


def _outcomes(errors: Mapping[TopicPartition, int]) -> Steps[tuple[set[TopicPartition], set[TopicPartition]]]:
    """Splits partitions into those that a broker serves, and those whose directory it lost."""
    fine: set[TopicPartition] = set()
    failed: set[TopicPartition] = set()
    for stretch in stretches(errors.items(), LOOKED_AT_ITEMS):
        for partition, code in stretch:
            if code == 0:
                fine.add(partition)
            elif code == ErrorCode.KAFKA_STORAGE_ERROR:
                failed.add(partition)
        yield
    return fine, failed


def _deletions(
    broker_id: int, errors: Mapping[TopicPartition, int]
) -> Steps[tuple[list[PartitionReplica], list[PartitionReplica]]]:
    """Splits replicas into those that a broker has deleted, and those that it has not."""
    deleted: list[PartitionReplica] = []
    failed: list[PartitionReplica] = []
    for stretch in stretches(errors.items()):
        for partition, code in stretch:
            (failed if code else deleted).append(PartitionReplica(partition, broker_id))
        yield
    return deleted, failed


NAMED_MAX = 20
"""Partitions of one response that a line of the log names."""

UNKNOWN_BROKER_EPOCH = -1
"""Versions of ControlledShutdown below 2 do not say which life of the broker asks."""

_DELETED = (ReplicaState.DeletionStarted, ReplicaState.DeletionSuccessful)
"""Replicas that a broker must not be asked to start again."""

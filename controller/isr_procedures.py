"""What the elected controller does when a leader changes its ISR: by asking first, or by saying that it did.

    3.0  AlterPartition ─► alter_isr: checked against memory ─► written, on the version that the leader built on
                           ─► answered ─► UpdateMetadata to everybody
    2.0  the leader writes the state znode ─► a child of /isr_change_notification ─► isr_change: read again
                           ─► UpdateMetadata to everybody ─► the child is deleted

Neither way bumps the leader epoch, and so nobody gets a LeaderAndIsr: the leader knows what it asked for. What a leader
asks for is checked in this order; the first that applies is the result:

    it names a topic id that is not the topic's               UNKNOWN_TOPIC_ID: another topic had the name
    the partition has no leadership here                      UNKNOWN_TOPIC_OR_PARTITION
    it names an epoch of the leader or znode yet to come      NOT_CONTROLLER: a newer controller gave it
    an older leader epoch                                     FENCED_LEADER_EPOCH
    the asker is not the leader, or its ISR lacks it          INVALID_REQUEST
    ISR and recovery are that already                         what is there, so that asking twice is harmless
    an older znode version                                    INVALID_UPDATE_VERSION
    it is recovering and not alone, or recovering again       INVALID_REQUEST (KIP-704)
    a member joins that is not assigned                       INVALID_REQUEST
    a member joins that is dead, going, or without its disk   INELIGIBLE_REPLICA (KIP-841; KAFKA-14140)
    a member joins by a former registration                   INELIGIBLE_REPLICA (KIP-903)

Only members that join are looked at: a leader may always shrink, also when another member has just died (KAFKA-9672).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from kavka.common import state_changes
from kavka.common.steps import each
from kavka.common.types import UNKNOWN_BROKER_EPOCH, ZERO_TOPIC_ID, TopicPartition
from kavka.controller.context import Leadership
from kavka.controller.events import AlterIsr, IsrChangeNotification
from kavka.controller.parts import ControllerParts
from kavka.protocol.errors import ErrorCode, StaleBrokerEpoch
from kavka.zk.isr_change import IsrChange, IsrResult

log = logging.getLogger(__name__)


class IsrProcedures:
    """ISR events of one term.

    Args:
        parts: what this term works with.
    """

    __slots__ = ("_parts",)

    def __init__(self, parts: ControllerParts) -> None:
        self._parts = parts

    # ---------------------------------------------------------------- by asking (KIP-497)

    async def alter_isr(self, event: AlterIsr) -> None:
        """Handles AlterPartition, and responds when ZooKeeper has the ISRs."""
        broker = self._parts.context.brokers.get(event.broker_id)
        if broker is None or broker.epoch != event.broker_epoch:
            log.info("AlterPartition of broker %d with epoch %d is refused", event.broker_id, event.broker_epoch)
            event.discard(StaleBrokerEpoch(f"broker {event.broker_id} does not live with epoch {event.broker_epoch}"))
            return
        results: dict[TopicPartition, IsrResult] = {}
        decided: dict[TopicPartition, Leadership] = {}

        changes = [self._named(change) for change in event.changes]

        def look(change: IsrChange) -> None:
            verdict = self._verdict(event.broker_id, change)
            if isinstance(verdict, IsrResult):
                results[change.partition] = verdict
            else:
                decided[change.partition] = verdict

        await self._parts.lane.carry_out(each(changes, look), items=len(changes))
        written = await self._write(decided, results)
        if not event.answer.done():
            event.answer.set_result([results[change.partition] for change in changes])
        await self._tell(written)

    def _named(self, change: IsrChange) -> IsrChange:
        """Returns the change with the topic's name, where a leader knows it by id alone and this controller does."""
        name = self._parts.context.topic_names.get(change.topic_id) if not change.partition.topic else None
        return change if name is None else replace(change, partition=change.partition._replace(topic=name))

    def _verdict(self, broker_id: int, change: IsrChange) -> IsrResult | Leadership:
        """Returns the leadership to write, or the result if nothing is to be written."""
        context = self._parts.context
        partition = change.partition
        current = context.leadership.get(partition)
        if change.topic_id not in (ZERO_TOPIC_ID, context.topic_ids.get(partition.topic)):
            return _refused(partition, ErrorCode.UNKNOWN_TOPIC_ID)
        if current is None:
            return _refused(partition, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        if change.leader_epoch > current.leader_epoch or change.partition_epoch > current.partition_epoch:
            return _refused(partition, ErrorCode.NOT_CONTROLLER)
        if change.leader_epoch < current.leader_epoch:
            return _refused(partition, ErrorCode.FENCED_LEADER_EPOCH)
        if current.leader != broker_id or broker_id not in change.isr:
            return _refused(partition, ErrorCode.INVALID_REQUEST)
        if set(change.isr) == set(current.isr) and change.leader_recovery == current.recovery:
            return _result(partition, current)
        if change.partition_epoch < current.partition_epoch:
            return _refused(partition, ErrorCode.INVALID_UPDATE_VERSION)
        if change.leader_recovery and (len(change.isr) > 1 or not current.recovery):
            return _refused(partition, ErrorCode.INVALID_REQUEST)
        refusal = self._refusal_to_join(change, [member for member in change.isr if member not in current.isr])
        if refusal is not None:
            return _refused(partition, refusal)
        return current._replace(
            isr=tuple(dict.fromkeys(change.isr)), controller_epoch=context.epoch, recovery=change.leader_recovery
        )

    def _refusal_to_join(self, change: IsrChange, joining: list[int]) -> ErrorCode | None:
        """Returns why these members may not join the ISR; None: they may."""
        context, partition = self._parts.context, change.partition
        if not set(joining) <= set(context.assignment(partition).replicas):
            return ErrorCode.INVALID_REQUEST
        known = dict(change.broker_epochs)
        for member in joining:
            is_online = context.is_replica_online(member, partition)
            if not is_online or known.get(member, UNKNOWN_BROKER_EPOCH) not in (
                UNKNOWN_BROKER_EPOCH,
                context.brokers[member].epoch,
            ):
                why = "is of a former life" if is_online else "is not online"
                log.info("%s: ISR %s is refused, %d %s", partition, list(change.isr), member, why)
                return ErrorCode.INELIGIBLE_REPLICA
        return None

    async def _write(
        self, decided: dict[TopicPartition, Leadership], results: dict[TopicPartition, IsrResult]
    ) -> list[TopicPartition]:
        """Writes what was decided; returns the partitions of which memory changed."""
        outcome = await self._parts.store.update_leadership(decided)
        known = self._parts.context.leadership
        is_written = state_changes.is_written()
        for partition, leadership in outcome.written.items():
            if is_written:
                self._tell_isr(partition, known[partition].isr, leadership)
            known[partition] = leadership
            results[partition] = _result(partition, leadership)
        for partition, error in outcome.failed.items():
            log.error("%s: the ISR could not be written: %s", partition, error)
            results[partition] = _refused(partition, ErrorCode.UNKNOWN_SERVER_ERROR)
        for partition in outcome.conflicted:
            results[partition] = _refused(partition, ErrorCode.INVALID_UPDATE_VERSION)
        # Only a hand can have written there in between; without looking, every later change would be refused as well.
        return [*outcome.written, *await self._read_again(outcome.conflicted)]

    def _tell_isr(self, partition: TopicPartition, before: tuple[int, ...], after: Leadership) -> None:
        """Writes a decision to the state-change log."""
        told = state_changes.leadership(after.leader, after.leader_epoch, after.isr)
        former = ",".join(map(str, before))
        state_changes.controller_says(
            self._parts.config.broker_id,
            self._parts.context.epoch,
            "Partition %s: %s, isr was %s",
            partition,
            told,
            former,
        )

    # ---------------------------------------------------------------- by saying so

    async def isr_change(self, event: IsrChangeNotification) -> None:
        """Takes over the ISRs that leaders wrote to ZooKeeper."""
        del event  # news: what is there now counts
        names = await self._parts.store.read_isr_change_names()
        await self._tell(await self._read_again(await self._parts.store.read_isr_changes(names)))
        await self._parts.store.delete_isr_changes(names)

    async def _read_again(self, partitions: Sequence[TopicPartition]) -> list[TopicPartition]:
        """Takes over what ZooKeeper says of partitions that are known; returns those of which it says something."""
        known = self._parts.context.leadership
        found = await self._parts.store.read_leadership([partition for partition in partitions if partition in known])
        known |= found
        return list(found)

    # ---------------------------------------------------------------- both

    async def _tell(self, partitions: Sequence[TopicPartition]) -> None:
        if partitions:
            async with self._parts.batch.paced():
                self._parts.batch.add_update_metadata(partitions)


def _result(partition: TopicPartition, leadership: Leadership) -> IsrResult:
    return IsrResult(
        partition=partition,
        leader=leadership.leader,
        leader_epoch=leadership.leader_epoch,
        isr=leadership.isr,
        leader_recovery=leadership.recovery,
        partition_epoch=leadership.partition_epoch,
    )


def _refused(partition: TopicPartition, code: ErrorCode) -> IsrResult:
    return IsrResult(partition=partition, error_code=int(code))

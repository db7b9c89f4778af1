"""What the elected controller does when somebody asks for reassignments, by API or by file, and when one may go on.

Checks and answers; the steps themselves are `reassignment`.
"""

from __future__ import annotations

from collections.abc import Collection

from kavka.common.steps import each, kept
from kavka.common.types import OngoingReassignment, PartitionResult, TopicPartition
from kavka.controller.context import ReplicaAssignment
from kavka.controller.events import (
    AlterPartitionReassignments,
    ListPartitionReassignments,
    PartitionReassignmentIsrChange,
    ZkPartitionReassignment,
)
from kavka.controller.parts import ControllerParts
from kavka.protocol.errors import (
    InvalidReplicaAssignment,
    InvalidReplicationFactor,
    KafkaError,
    NoReassignmentInProgress,
)


class ReassignmentProcedures:
    """Reassignment events of one term.

    Args:
        parts: what this term works with.
    """

    __slots__ = ("_parts",)

    def __init__(self, parts: ControllerParts) -> None:
        self._parts = parts

    async def zk_reassignment(self, event: ZkPartitionReassignment) -> None:
        """Handles a change of /admin/reassign_partitions."""
        del event  # news: what is there now counts
        await self._parts.reassignment.read_file()

    async def isr_change(self, event: PartitionReassignmentIsrChange) -> None:
        """Handles another leader or ISR of a partition that is being reassigned."""
        await self._parts.reassignment.isr_changed(event.partition)

    async def alter(self, event: AlterPartitionReassignments) -> None:
        """Handles AlterPartitionReassignments, and responds when the moves have begun, not when they end."""
        results: dict[TopicPartition, PartitionResult] = {}
        wanted: dict[TopicPartition, ReplicaAssignment] = {}
        live = self._parts.context.live_ids()

        def look(partition: TopicPartition) -> None:
            try:
                wanted[partition] = self._move(partition, event, live)
            except KafkaError as error:
                results[partition] = PartitionResult(int(error.code), error.message)

        await self._parts.lane.carry_out(each(event.wanted, look), items=len(event.wanted))
        if wanted:
            # What was asked for last counts: a file that asks for something else is outdated.
            await self._parts.admin_znodes.drop_from_reassignment_file(dict.fromkeys(wanted))
        for partition, refusal in (await self._parts.reassignment.start(wanted)).items():
            results[partition] = PartitionResult(int(refusal.code), refusal.message)
        if not event.answer.done():
            event.answer.set_result(
                {partition: results.get(partition, PartitionResult()) for partition in event.wanted}
            )

    def _move(
        self, partition: TopicPartition, event: AlterPartitionReassignments, live: Collection[int]
    ) -> ReplicaAssignment:
        """Returns the assignment while it moves to what is asked for, or back."""
        target = event.wanted[partition]
        context = self._parts.context
        assignment = context.assignment(partition)
        if target is None:
            if not assignment.is_being_reassigned:
                raise NoReassignmentInProgress("No partition reassignment is in progress.")
            self._parts.reassignment.check(partition, assignment.origin)
            return assignment.reassigned_to(assignment.origin)
        self._parts.reassignment.check(partition, target)
        count = len(assignment.target)
        if len(target) != count and not event.allow_replication_factor_change:
            raise InvalidReplicationFactor(f"The replication factor is changed from {count} to {len(target)}")
        move = assignment.reassigned_to(target)
        dead = sorted(set(move.adding).difference(live))
        if dead:
            raise InvalidReplicaAssignment(
                f"Replica assignment has brokers that are not alive: {dead}; alive are {sorted(live)}"
            )
        return move

    async def list(self, event: ListPartitionReassignments) -> None:
        """Handles ListPartitionReassignments: what is under way, of the partitions asked for."""
        context = self._parts.context
        wanted = sorted(context.reassigning) if event.wanted is None else event.wanted
        moving = await self._parts.lane.carry_out(
            kept(wanted, lambda partition: context.assignment(partition).is_being_reassigned), items=len(wanted)
        )
        found: dict[TopicPartition, OngoingReassignment] = {}

        def show(partition: TopicPartition) -> None:
            assignment = context.assignment(partition)
            found[partition] = OngoingReassignment(assignment.replicas, assignment.adding, assignment.removing)

        await self._parts.lane.carry_out(each(moving, show), items=len(moving))
        if not event.answer.done():
            event.answer.set_result(found)

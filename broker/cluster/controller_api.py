"""What request handlers may ask of the controller: the one hole in the wall between broker and controller.

Handlers hold this Protocol, never a controller: `broker.app` hands them an object that satisfies it. Every result is a
plain value of `kavka.common.types` or `kavka.zk.isr_change`; nothing of the controller's state leaks through.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from kavka.common.types import (
    NewPartitions,
    NewTopic,
    OngoingReassignment,
    PartitionResult,
    TopicPartition,
    TopicResult,
)
from kavka.protocol.errors import NotController
from kavka.zk.isr_change import IsrChange, IsrResult


class ControllerApi(Protocol):
    """The controller of this process, active or not."""

    @property
    def is_active(self) -> bool:
        """Tells whether this process holds the controller epoch that it wrote itself."""

    @property
    def active_controller_id(self) -> int:
        """Returns the broker that /controller names, −1 when nobody is known."""

    async def create_topics(
        self, topics: Sequence[NewTopic], *, timeout_ms: int, validate_only: bool
    ) -> list[TopicResult]:
        """Creates topics; returns once the decision is in ZooKeeper, one result a topic in the order asked.

        Raises:
            protocol.errors.NotController: this process is not the active controller.
        """

    async def create_partitions(
        self, wanted: Sequence[NewPartitions], *, timeout_ms: int, validate_only: bool
    ) -> list[TopicResult]:
        """Adds partitions; returns once the decision is in ZooKeeper, one result a topic in the order asked.

        Raises:
            protocol.errors.NotController: this process is not the active controller.
        """

    async def delete_topics(self, names: Sequence[str], *, timeout_ms: int) -> list[TopicResult]:
        """Marks topics for deletion; returns once the marks are in ZooKeeper, one result a topic.

        Raises:
            protocol.errors.NotController: this process is not the active controller.
        """

    async def alter_isr(
        self, broker_id: int, broker_epoch: int, changes: Sequence[IsrChange], *, timeout_ms: int
    ) -> list[IsrResult]:
        """Writes the ISRs that a leader asks for; returns once they are in ZooKeeper, one result a change in order.

        A replica that may not join is answered with INELIGIBLE_REPLICA; AlterPartition below version 2 says
        OPERATION_NOT_ATTEMPTED instead.

        Raises:
            protocol.errors.NotController: this process is not the active controller.
            protocol.errors.StaleBrokerEpoch: the broker is not registered, or asks as a life of it that is over.
            protocol.errors.RequestTimedOut: the controller did not come to it in time; it may still do it.
        """

    async def controlled_shutdown(self, broker_id: int, broker_epoch: int, *, timeout_ms: int) -> list[TopicPartition]:
        """Moves leadership off a broker that is about to stop; returns the replicated partitions that it still leads.

        Args:
            broker_id: who stops.
            broker_epoch: as which life of it; −1 when it does not say.
            timeout_ms: how long the caller waits.

        Raises:
            protocol.errors.NotController: this process is not the active controller.
            protocol.errors.BrokerNotAvailable: the broker is not registered.
            protocol.errors.StaleBrokerEpoch: the broker has another life since.
            protocol.errors.RequestTimedOut: the controller did not come to it in time; it may still do it.
        """

    async def alter_partition_reassignments(
        self,
        wanted: Mapping[TopicPartition, Sequence[int] | None],
        *,
        timeout_ms: int,
        allow_replication_factor_change: bool = True,
    ) -> dict[TopicPartition, PartitionResult]:
        """Alters partition reassignments: starts, replaces or (with None) cancels them; returns once they have begun.

        Unless it is allowed, a target of more or fewer replicas is refused with INVALID_REPLICATION_FACTOR.

        Raises:
            protocol.errors.NotController: this process is not the active controller.
            protocol.errors.RequestTimedOut: the controller did not come to it in time; it may still do it.
        """

    async def list_partition_reassignments(
        self, wanted: Sequence[TopicPartition] | None, *, timeout_ms: int
    ) -> dict[TopicPartition, OngoingReassignment]:
        """Returns the reassignments under way: of some partitions, or (None) all.

        Raises:
            protocol.errors.NotController: this process is not the active controller.
            protocol.errors.RequestTimedOut: the controller did not come to it in time.
        """

    async def elect_leaders(
        self, wanted: Sequence[TopicPartition], *, is_unclean: bool, timeout_ms: int
    ) -> dict[TopicPartition, PartitionResult]:
        """Elects preferred leaders, or (unclean) anybody where nobody leads; returns once that is in ZooKeeper.

        Raises:
            protocol.errors.NotController: this process is not the active controller.
            protocol.errors.RequestTimedOut: the controller did not come to it in time; it may still do it.
        """

    def topic_name(self, topic_id: bytes) -> str | None:
        """Returns the name of the topic with this id (KIP-516), None without one."""


def check_is_active(controller: ControllerApi) -> None:
    """Checks that this broker is the controller.

    Raises:
        NotController: it is not; clients find the controller in the metadata.
    """
    if not controller.is_active:
        raise NotController(f"broker {controller.active_controller_id} is the controller, this is not")

"""What request handlers ask of the controller of their process: each call becomes an event that carries an answer.

    handler ─► create_topics(…) ─► CreateTopics(answer) ─► event queue ─► procedure ─► answer ─► handler

This is `broker.cluster.controller_api.ControllerApi`, which says what each call means, and what it raises. The answer
is set once the decision is in ZooKeeper. A caller that gives up waiting changes nothing: the event stays queued and may
still be done. Not here: what the events do (`topic_procedures` and its neighbours), who is elected (`controller`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from kavka.common.types import (
    NewPartitions,
    NewTopic,
    OngoingReassignment,
    PartitionResult,
    TopicPartition,
    TopicResult,
)
from kavka.controller.event_queue import EventQueue, QueueFull
from kavka.controller.events import (
    AlterIsr,
    AlterPartitionReassignments,
    ControlledShutdown,
    ControllerRequest,
    CreatePartitions,
    CreateTopics,
    DeleteTopics,
    ElectLeaders,
    ListPartitionReassignments,
)
from kavka.protocol.errors import ErrorCode, NotController, RequestTimedOut
from kavka.timer.clock import Clock
from kavka.zk.isr_change import IsrChange, IsrResult

T = TypeVar("T")

DECISION_MS_MIN = 5_000
"""What a decision is given at least. A client's timeout is for the brokers to hear of it: in Kafka every request is
decided, and with no patience at all (kafka-go's default is 0) it is answered with what was decided."""


class ElectedState(Protocol):
    """What elections have made of a controller."""

    @property
    def is_active(self) -> bool:
        """Tells whether this process is the controller and may decide now."""

    @property
    def active_controller_id(self) -> int:
        """Names the broker that is in /controller, −1 when nobody is known."""

    def topic_name(self, topic_id: bytes) -> str | None:
        """Returns the name of the topic with this id, None where nobody knows it."""


class ControllerRequests:
    """The controller, as handlers see it.

    Args:
        queue: where the events go.
        elected: whether this process may decide, and who else does.
        broker_id: whose controller this is.
        machine_clock: how long a decision may take.
    """

    __slots__ = ("_broker_id", "_elected", "_machine_clock", "_queue")

    def __init__(self, queue: EventQueue, elected: ElectedState, *, broker_id: int, machine_clock: Clock) -> None:
        self._queue = queue
        self._machine_clock = machine_clock
        self._elected = elected
        self._broker_id = broker_id

    @property
    def is_active(self) -> bool:
        """Tells whether this process is the controller and may decide now."""
        return self._elected.is_active

    @property
    def active_controller_id(self) -> int:
        """Names the broker that is in /controller, −1 when nobody is known."""
        return self._elected.active_controller_id

    def topic_name(self, topic_id: bytes) -> str | None:
        """Returns the name of the topic with this id (KIP-516)."""
        return self._elected.topic_name(topic_id)

    async def create_topics(
        self, topics: Sequence[NewTopic], *, timeout_ms: int, validate_only: bool
    ) -> list[TopicResult]:
        """Queues CreateTopics."""
        event = CreateTopics(topics=tuple(topics), is_validate_only=validate_only, answer=self._new_answer())
        return await self._ask_about_topics(event, [topic.name for topic in topics], timeout_ms)

    async def create_partitions(
        self, wanted: Sequence[NewPartitions], *, timeout_ms: int, validate_only: bool
    ) -> list[TopicResult]:
        """Queues CreatePartitions."""
        event = CreatePartitions(wanted=tuple(wanted), is_validate_only=validate_only, answer=self._new_answer())
        return await self._ask_about_topics(event, [topic.name for topic in wanted], timeout_ms)

    async def delete_topics(self, names: Sequence[str], *, timeout_ms: int) -> list[TopicResult]:
        """Queues DeleteTopics."""
        event = DeleteTopics(names=tuple(names), answer=self._new_answer())
        return await self._ask_about_topics(event, names, timeout_ms)

    async def alter_isr(
        self, broker_id: int, broker_epoch: int, changes: Sequence[IsrChange], *, timeout_ms: int
    ) -> list[IsrResult]:
        """Queues AlterIsr."""
        answer: asyncio.Future[list[IsrResult]] = self._new_answer()
        event = AlterIsr(broker_id=broker_id, broker_epoch=broker_epoch, changes=tuple(changes), answer=answer)
        return await self._ask(event, timeout_ms)

    async def controlled_shutdown(self, broker_id: int, broker_epoch: int, *, timeout_ms: int) -> list[TopicPartition]:
        """Queues ControlledShutdown."""
        event = ControlledShutdown(broker_id=broker_id, broker_epoch=broker_epoch, answer=self._new_answer())
        return await self._ask(event, timeout_ms)

    async def alter_partition_reassignments(
        self,
        wanted: Mapping[TopicPartition, Sequence[int] | None],
        *,
        timeout_ms: int,
        allow_replication_factor_change: bool = True,
    ) -> dict[TopicPartition, PartitionResult]:
        """Queues AlterPartitionReassignments."""
        targets = {partition: None if target is None else tuple(target) for partition, target in wanted.items()}
        event = AlterPartitionReassignments(
            wanted=targets,
            allow_replication_factor_change=allow_replication_factor_change,
            answer=self._new_answer(),
        )
        return await self._ask(event, timeout_ms)

    async def list_partition_reassignments(
        self, wanted: Sequence[TopicPartition] | None, *, timeout_ms: int
    ) -> dict[TopicPartition, OngoingReassignment]:
        """Queues ListPartitionReassignments."""
        answer: asyncio.Future[dict[TopicPartition, OngoingReassignment]] = self._new_answer()
        event = ListPartitionReassignments(wanted=None if wanted is None else tuple(wanted), answer=answer)
        return await self._ask(event, timeout_ms)

    async def elect_leaders(
        self, wanted: Sequence[TopicPartition], *, is_unclean: bool, timeout_ms: int
    ) -> dict[TopicPartition, PartitionResult]:
        """Queues ElectLeaders."""
        event = ElectLeaders(wanted=tuple(wanted), is_unclean=is_unclean, answer=self._new_answer())
        return await self._ask(event, timeout_ms)

    def _new_answer(self) -> asyncio.Future[T]:
        if not self._elected.is_active:
            raise NotController(f"broker {self._broker_id} is not the active controller")
        return asyncio.get_running_loop().create_future()

    async def _ask(self, event: ControllerRequest[T], timeout_ms: int) -> T:
        decision_ms = max(timeout_ms, DECISION_MS_MIN)
        try:
            self._queue.put_request(event)
            async with self._machine_clock.timeout(decision_ms):
                return await event.answer
        except QueueFull as error:
            raise RequestTimedOut(str(error)) from error
        except TimeoutError:
            message = f"The controller did not come to it within {decision_ms} ms; it may still do it."
            raise RequestTimedOut(message) from None

    async def _ask_about_topics(
        self, event: ControllerRequest[list[TopicResult]], names: Sequence[str], timeout_ms: int
    ) -> list[TopicResult]:
        try:
            return await self._ask(event, timeout_ms)
        except RequestTimedOut as error:
            code = int(ErrorCode.REQUEST_TIMED_OUT)
            return [TopicResult(name=name, error_code=code, error_message=error.message) for name in names]

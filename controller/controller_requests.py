"""What request handlers may ask of the controller of their process: each call becomes an event that carries an answer.

    handler ─► create_topics(…) ─► CreateTopics(answer) ─► event queue ─► procedure ─► answer ─► handler

The answer is set once the decision is in ZooKeeper. A caller that gives up waiting changes nothing: the event stays
queued and may still be done. Not here: what the events do (`topic_procedures` and its neighbours).
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TypeVar

from kavka.common.types import (
    IsrChange,
    IsrResult,
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
    CreatePartitions,
    CreateTopics,
    DeleteTopics,
    ElectLeaders,
    Event,
    ListPartitionReassignments,
)
from kavka.protocol.errors import ErrorCode, NotController, RequestTimedOut

T = TypeVar("T")

DECISION_MS_MIN = 5_000
"""What a decision is given at least. A client's timeout is for the brokers to hear of it: in Kafka every request is
decided, and with no patience at all (kafka-go's default is 0) it is answered with what was decided."""


class ControllerRequests(ABC):
    """The calls of `broker.cluster.controller_api.ControllerApi` that wait for an answer.

    Args:
        queue: where the events go.
        broker_id: whose controller this is.
    """

    def __init__(self, queue: EventQueue, *, broker_id: int) -> None:
        self._queue = queue
        self._broker_id = broker_id

    @property
    @abstractmethod
    def is_active(self) -> bool:
        """Tells whether this process is the controller and may decide now."""

    async def create_topics(
        self, topics: Sequence[NewTopic], *, timeout_ms: int, validate_only: bool
    ) -> list[TopicResult]:
        """Creates topics; returns once the decision is in ZooKeeper, one result a topic in the order asked.

        Raises:
            NotController: this process is not the active controller.
        """
        answer: asyncio.Future[list[TopicResult]] = self._new_answer()
        event = CreateTopics(topics=tuple(topics), is_validate_only=validate_only, answer=answer)
        return await self._ask_about_topics(event, answer, [topic.name for topic in topics], timeout_ms)

    async def create_partitions(
        self, wanted: Sequence[NewPartitions], *, timeout_ms: int, validate_only: bool
    ) -> list[TopicResult]:
        """Adds partitions; returns once the decision is in ZooKeeper, one result a topic in the order asked.

        Raises:
            NotController: this process is not the active controller.
        """
        answer: asyncio.Future[list[TopicResult]] = self._new_answer()
        event = CreatePartitions(wanted=tuple(wanted), is_validate_only=validate_only, answer=answer)
        return await self._ask_about_topics(event, answer, [topic.name for topic in wanted], timeout_ms)

    async def delete_topics(self, names: Sequence[str], *, timeout_ms: int) -> list[TopicResult]:
        """Marks topics for deletion; returns once the marks are in ZooKeeper, one result a topic.

        Raises:
            NotController: this process is not the active controller.
        """
        answer: asyncio.Future[list[TopicResult]] = self._new_answer()
        return await self._ask_about_topics(DeleteTopics(names=tuple(names), answer=answer), answer, names, timeout_ms)

    async def alter_isr(
        self, broker_id: int, broker_epoch: int, changes: Sequence[IsrChange], *, timeout_ms: int
    ) -> list[IsrResult]:
        """Writes the ISRs that a leader asks for; returns once they are in ZooKeeper, one result a change in order.

        Raises:
            NotController: this process is not the active controller.
            StaleBrokerEpoch: the broker is not registered, or asks as a life of it that is over.
            RequestTimedOut: the controller did not come to it in time; it may still do it.
        """
        answer: asyncio.Future[list[IsrResult]] = self._new_answer()
        event = AlterIsr(broker_id=broker_id, broker_epoch=broker_epoch, changes=tuple(changes), answer=answer)
        return await self._ask(event, answer, timeout_ms)

    async def controlled_shutdown(self, broker_id: int, broker_epoch: int, *, timeout_ms: int) -> list[TopicPartition]:
        """Relieves a broker that is about to stop; returns the replicated partitions that it still leads.

        Args:
            broker_id: who stops.
            broker_epoch: as which life of it; −1 when it does not say.
            timeout_ms: how long the caller waits.

        Raises:
            NotController: this process is not the active controller.
            BrokerNotAvailable: the broker is not registered.
            StaleBrokerEpoch: the broker has another life since.
            RequestTimedOut: the controller did not come to it in time; it may still do it.
        """
        answer: asyncio.Future[list[TopicPartition]] = self._new_answer()
        event = ControlledShutdown(broker_id=broker_id, broker_epoch=broker_epoch, answer=answer)
        return await self._ask(event, answer, timeout_ms)

    async def alter_partition_reassignments(
        self, wanted: Mapping[TopicPartition, Sequence[int] | None], *, timeout_ms: int
    ) -> dict[TopicPartition, PartitionResult]:
        """Starts or replaces reassignments or cancels them (None), and returns once they have begun.

        Raises:
            NotController: this process is not the active controller.
            RequestTimedOut: the controller did not come to it in time; it may still do it.
        """
        answer: asyncio.Future[dict[TopicPartition, PartitionResult]] = self._new_answer()
        targets = {partition: None if target is None else tuple(target) for partition, target in wanted.items()}
        return await self._ask(AlterPartitionReassignments(wanted=targets, answer=answer), answer, timeout_ms)

    async def list_partition_reassignments(
        self, wanted: Sequence[TopicPartition] | None, *, timeout_ms: int
    ) -> dict[TopicPartition, OngoingReassignment]:
        """Lists the reassignments under way: of some partitions, or (None) all.

        Raises:
            NotController: this process is not the active controller.
            RequestTimedOut: the controller did not come to it in time.
        """
        answer: asyncio.Future[dict[TopicPartition, OngoingReassignment]] = self._new_answer()
        event = ListPartitionReassignments(wanted=None if wanted is None else tuple(wanted), answer=answer)
        return await self._ask(event, answer, timeout_ms)

    async def elect_leaders(
        self, wanted: Sequence[TopicPartition], *, is_unclean: bool, timeout_ms: int
    ) -> dict[TopicPartition, PartitionResult]:
        """Elects preferred leaders, or (unclean) anybody where nobody leads; returns once that is in ZooKeeper.

        Raises:
            NotController: this process is not the active controller.
            RequestTimedOut: the controller did not come to it in time; it may still do it.
        """
        answer: asyncio.Future[dict[TopicPartition, PartitionResult]] = self._new_answer()
        event = ElectLeaders(wanted=tuple(wanted), is_unclean=is_unclean, answer=answer)
        return await self._ask(event, answer, timeout_ms)

    def _new_answer(self) -> asyncio.Future[T]:
        if not self.is_active:
            raise NotController(f"broker {self._broker_id} is not the active controller")
        return asyncio.get_running_loop().create_future()

    async def _ask(self, event: Event, answer: asyncio.Future[T], timeout_ms: int) -> T:
        decision_ms = max(timeout_ms, DECISION_MS_MIN)
        try:
            self._queue.put_request(event)
            async with asyncio.timeout(decision_ms / 1000):
                return await answer
        except QueueFull as error:
            raise RequestTimedOut(str(error)) from error
        except TimeoutError:
            message = f"The controller did not come to it within {decision_ms} ms; it may still do it."
            raise RequestTimedOut(message) from None

    async def _ask_about_topics(
        self, event: Event, answer: asyncio.Future[list[TopicResult]], names: Sequence[str], timeout_ms: int
    ) -> list[TopicResult]:
        try:
            return await self._ask(event, answer, timeout_ms)
        except RequestTimedOut as error:
            code = int(ErrorCode.REQUEST_TIMED_OUT)
            return [TopicResult(name=name, error_code=code, error_message=error.message) for name in names]

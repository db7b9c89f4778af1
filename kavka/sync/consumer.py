"""The blocking consumer: `poll` and iteration wait, rebalance listeners are called by the thread that polls.

    with Consumer("localhost:9092", group_id="billing") as consumer:
        consumer.subscribe(["events"])
        for record in consumer:
            …                              # or: batches = consumer.poll()  → partition → list of records

Heartbeats are the loop's, so a caller that works for long keeps its place until `poll_interval_ms_max`. Iteration
crosses between threads for each record, `poll` for each batch.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Any, TypeVar

from kavka.client.consumer import POLL_RECORDS_MAX
from kavka.client.consumer import Consumer as AsyncConsumer
from kavka.client.consumer_group import RebalanceListener as AsyncRebalanceListener
from kavka.client.fetch_buffer import ConsumerRecord
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record
from kavka.sync.blocking import CALL_TIMEOUT_MS, Blocking, blocking, constructing, on_loop
from kavka.sync.caller_work import CallerWork

T = TypeVar("T")


class RebalanceListener:
    """What a user wants to know of, in the thread that polls; it may commit and seek. Override what matters."""

    def partitions_assigned(self, partitions: list[TopicPartition]) -> None:
        """Handles newly assigned partitions; their positions are known, and `seek` may change them."""

    def partitions_revoked(self, partitions: list[TopicPartition]) -> None:
        """Handles partitions before their revocation. They are still this consumer's, and may be committed."""

    def partitions_lost(self, partitions: list[TopicPartition]) -> None:
        """Handles lost partitions, which another member may own already. Nothing of them can be committed."""


class Consumer(Blocking[AsyncConsumer]):
    """Reads partitions; the blocking `kavka.Consumer`. One thread at a time polls it."""

    @constructing(AsyncConsumer)
    def __init__(self, client: AsyncConsumer) -> None:
        super().__init__(client)
        self._callbacks = CallerWork()

    # ---------------------------------------------------------------- assignment and position

    def subscribe(
        self, topics: str | Iterable[str] | re.Pattern[str], listener: RebalanceListener | None = None
    ) -> None:
        """Subscribes to topics, shared with the group's other members; see `kavka.Consumer.subscribe`.

        Args:
            topics: A topic, several, or a compiled pattern that whole names match.
            listener: Called by the thread that polls, unsubscribes or stops.

        Raises:
            RuntimeError: the consumer has no group, or was assigned partitions.
        """
        told = None if listener is None else _Told(listener, self._call_back)
        self._subscribe(topics, told)

    def unsubscribe(self) -> None:
        """Drops the assignment, and leaves the group if there is one."""
        self._serve(self._client.unsubscribe())

    _subscribe = on_loop(AsyncConsumer.subscribe)
    subscription = on_loop(AsyncConsumer.subscription)
    partitions_for = blocking(AsyncConsumer.partitions_for)
    assign = blocking(AsyncConsumer.assign)
    assignment = on_loop(AsyncConsumer.assignment)
    seek = on_loop(AsyncConsumer.seek)
    seek_to_beginning = on_loop(AsyncConsumer.seek_to_beginning)
    seek_to_end = on_loop(AsyncConsumer.seek_to_end)
    pause = on_loop(AsyncConsumer.pause)
    resume = on_loop(AsyncConsumer.resume)
    paused = on_loop(AsyncConsumer.paused)
    position = blocking(AsyncConsumer.position)
    beginning_offsets = blocking(AsyncConsumer.beginning_offsets)
    end_offsets = blocking(AsyncConsumer.end_offsets)
    offsets_for_times = blocking(AsyncConsumer.offsets_for_times)

    # ---------------------------------------------------------------- the group's offsets

    commit = blocking(AsyncConsumer.commit)
    commit_nowait = on_loop(AsyncConsumer.commit_nowait)
    committed = blocking(AsyncConsumer.committed)
    client_instance_id = blocking(AsyncConsumer.client_instance_id)
    group_metadata = on_loop(AsyncConsumer.group_metadata)

    # ---------------------------------------------------------------- reading

    def poll(
        self, *, timeout_ms: int = 1_000, records_max: int = POLL_RECORDS_MAX
    ) -> dict[TopicPartition, list[Record]]:
        """Returns fetched records; waits for a fetch when there are none; see `kavka.Consumer.poll`.

        Args:
            timeout_ms: How long to wait for the first record.
            records_max: Bound of what is handed out.
        """
        work = self._client.poll(timeout_ms=timeout_ms, records_max=records_max)
        return self._serve(work, timeout_ms=CALL_TIMEOUT_MS + timeout_ms)

    def __iter__(self) -> Consumer:
        """Iterates over records for ever, partition by partition as they arrive."""
        return self

    def __next__(self) -> ConsumerRecord:
        """Returns the next record; waits as long as it takes."""
        return self._serve(self._client.__anext__(), timeout_ms=None)

    # ---------------------------------------------------------------- inside

    async def _call_back(self, act: Callable[[], None]) -> None:
        await self._callbacks.hand_over(act)

    def _serve(self, work: Coroutine[Any, Any, T], *, timeout_ms: int | None = CALL_TIMEOUT_MS) -> T:
        self._callbacks = CallerWork()  # another for each call: of one that was given up something may be left
        return self._wait(work, timeout_ms=timeout_ms, callbacks=self._callbacks)


class _Told(AsyncRebalanceListener):
    """Has the thread that polls call its listener."""

    def __init__(self, listener: RebalanceListener, call_back: Callable[[Callable[[], None]], Awaitable[None]]) -> None:
        self._listener = listener
        self._call_back = call_back

    async def partitions_assigned(self, partitions: list[TopicPartition]) -> None:
        await self._call_back(partial(self._listener.partitions_assigned, partitions))

    async def partitions_revoked(self, partitions: list[TopicPartition]) -> None:
        await self._call_back(partial(self._listener.partitions_revoked, partitions))

    async def partitions_lost(self, partitions: list[TopicPartition]) -> None:
        await self._call_back(partial(self._listener.partitions_lost, partitions))

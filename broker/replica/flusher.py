"""Fsyncs logs before their appends are acknowledged, where `flush.messages` asks for it, without stopping the loop.

An append that reaches `flush.messages` asks for a flush; its acknowledgement waits (`DelayedProduce`) until the log's
recovery point has passed it. One flush of a log runs at a time, in a thread; what is appended meanwhile is covered by
the next one, so a busy log pays one fsync for many requests.

    append ─▶ request ─▶ flush_async in a thread ─▶ on_flushed: high watermark, delayed produces and fetches

Not here: periodic flushes by `flush.ms`, which nobody waits for (the log manager's).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from kavka.broker.replica.partition import Partition
from kavka.common.supervised import Supervisor
from kavka.protocol.errors import KafkaStorageError, ResourceShortage
from kavka.timer.clock import Clock
from kavka.timer.sleeping import sleep_ms

SHORTAGE_PAUSE_MS: Final = 500
"""Before a flush that found no descriptors is tried again: producers wait for it, so it must be."""


class Flusher:
    """Flushes partitions on request.

    Args:
        on_flushed: called after every flush of a partition, a failed one too.
        clock: notes when a log was flushed.
        supervisor: keeps one partition's failure from the others.
    """

    __slots__ = ("_again", "_clock", "_group", "_in_flight", "_on_flushed", "_supervisor")

    def __init__(
        self, on_flushed: Callable[[Partition], None], clock: Clock, supervisor: Supervisor | None = None
    ) -> None:
        self._on_flushed = on_flushed
        self._supervisor = supervisor or Supervisor()
        self._clock = clock
        self._group: asyncio.TaskGroup | None = None
        # Both are bounded by the number of partitions.
        self._in_flight: set[Partition] = set()
        self._again: set[Partition] = set()

    async def run(self) -> None:
        """Serves requests until cancelled."""
        async with asyncio.TaskGroup() as group:
            self._group = group
            try:
                await asyncio.get_running_loop().create_future()  # for ever: the requests bring the work
            finally:
                self._group = None

    def request(self, partition: Partition) -> None:
        """Flushes what the partition's log holds now; `on_flushed` tells when. At once while nobody `run`s this."""
        if partition in self._in_flight:
            self._again.add(partition)
        elif self._group is not None:
            self._in_flight.add(partition)
            self._group.create_task(self._flush(partition), name=f"flush {partition}")
        else:
            with contextlib.suppress(KafkaStorageError):
                partition.log.flush(now_ms=self._clock.now_ms())
            self._on_flushed(partition)

    async def _flush(self, partition: Partition) -> None:
        is_wanted = True
        try:
            while is_wanted:
                # The directory has said so in the log, once; whoever waits finds it offline.
                with self._supervisor.item("flush", partition), contextlib.suppress(KafkaStorageError):
                    await self._flush_log(partition)
                is_wanted = partition in self._again
                self._again.discard(partition)
                with self._supervisor.item("flush", partition):
                    self._on_flushed(partition)
        finally:
            self._in_flight.discard(partition)

    async def _flush_log(self, partition: Partition) -> None:
        """Flushes until there are descriptors for it: nobody else would, and producers wait."""
        while True:
            try:
                await partition.log.flush_async(now_ms=self._clock.now_ms())
            except ResourceShortage:
                await sleep_ms(self._clock, SHORTAGE_PAUSE_MS)
            else:
                return

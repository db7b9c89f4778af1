"""Fsyncs logs before their appends are acknowledged, where `flush.messages` asks for it, without stopping the loop.

An append that reaches `flush.messages` asks for a flush; its acknowledgement waits (`DelayedProduce`) until the log's
recovery point has passed it. One flush of a log runs at a time, in a thread; what is appended meanwhile is covered by
the next one, so a busy log pays one fsync for many requests.

    append ─▶ request ─▶ flush_async in a thread ─▶ the leader's high watermark ─▶ on_flushed: delayed produces, fetches

What is asked for before this runs is flushed when it does. Not here: periodic flushes by `flush.ms`, which nobody waits
for (the log manager's).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Final

from kavka.broker.replica.partition import Partition
from kavka.common.supervised import Supervisor
from kavka.common.tasks import TaskHost
from kavka.protocol.errors import KafkaStorageError, ResourceShortage
from kavka.timer.clock import Clock

SHORTAGE_PAUSE_MS: Final = 500
"""Before a flush that found no descriptors is tried again: producers wait for it, so it must be."""


class Flusher:
    """Flushes partitions on request.

    Args:
        on_flushed: called after every flush of a partition, a failed one too.
        clock: notes when a log was flushed.
        supervisor: keeps one partition's failure from the others.
        is_blocking: whether a request flushes within the caller's step, and no task is needed.

    Invariant: a partition in `_again` is in `_in_flight`.
    """

    __slots__ = ("_again", "_clock", "_early", "_host", "_in_flight", "_is_blocking", "_on_flushed", "_supervisor")

    def __init__(
        self,
        on_flushed: Callable[[Partition], None],
        clock: Clock,
        supervisor: Supervisor | None = None,
        *,
        is_blocking: bool = False,
    ) -> None:
        self._on_flushed = on_flushed
        self._supervisor = supervisor or Supervisor()
        self._clock = clock
        self._is_blocking = is_blocking
        self._host = TaskHost()
        # All three are bounded by the number of partitions.
        self._early: dict[Partition, None] = {}
        self._in_flight: set[Partition] = set()
        self._again: set[Partition] = set()

    async def run(self) -> None:
        """Serves requests until cancelled."""
        await self._host.run(self._start_early)

    def request(self, partition: Partition) -> None:
        """Flushes what the partition's log holds now; `on_flushed` tells when."""
        if self._is_blocking:
            with contextlib.suppress(KafkaStorageError):
                partition.log.flush(now_ms=self._clock.now_ms())
            self._flushed(partition)
        elif partition in self._in_flight:
            self._again.add(partition)
        elif self._host.is_running:
            self._in_flight.add(partition)
            self._host.spawn(self._flush(partition), name=f"flush {partition}")
        else:
            self._early[partition] = None

    def request_if_waited_for(self, partition: Partition) -> None:
        """Flushes a new leader's log if the high watermark needs it.

        With `flush.messages` 1 it counts only what is on disk.
        """
        if partition.log.flush_messages == 1 and partition.log.recovery_point < partition.log.log_end_offset:
            self.request(partition)

    def _start_early(self) -> None:
        early, self._early = self._early, {}
        for partition in early:
            self.request(partition)

    def _flushed(self, partition: Partition) -> None:
        if partition.is_leader:
            partition.maybe_increment_high_watermark()
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
                    self._flushed(partition)
        finally:
            self._again.discard(partition)
            self._in_flight.discard(partition)

    async def _flush_log(self, partition: Partition) -> None:
        """Flushes until there are descriptors for it: nobody else would, and producers wait."""
        while True:
            try:
                await partition.log.flush_async(now_ms=self._clock.now_ms())
            except ResourceShortage:
                await self._clock.sleep(SHORTAGE_PAUSE_MS)
            else:
                return

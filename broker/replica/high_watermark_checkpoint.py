"""High watermarks on disk: how far each log is committed, as far as the next start of the broker will know.

    every few seconds, at a stop, after a move ─▶ write ─▶ <log dir>/replication-offset-checkpoint

Not here: the file (`protocol.disk.checkpoint`), which logs moved since the last time (`log.log_manager`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kavka.broker.log.log_manager import LogManager
    from kavka.broker.replica.partitions import Partitions
    from kavka.common.types import TopicPartition
    from kavka.timer.clock import Clock

CHECKPOINT_INTERVAL_MS: Final = 5_000
"""`replica.high.watermark.checkpoint.interval.ms`."""


class HighWatermarkCheckpoint:
    """The checkpoint of one broker's high watermarks.

    Args:
        partitions: what the broker holds.
        log_manager: writes the files.
        clock: for the pauses.
        interval_ms: `replica.high.watermark.checkpoint.interval.ms`.
    """

    __slots__ = ("_clock", "_interval_ms", "_log_manager", "_partitions")

    def __init__(
        self,
        partitions: Partitions,
        log_manager: LogManager,
        *,
        clock: Clock,
        interval_ms: int = CHECKPOINT_INTERVAL_MS,
    ) -> None:
        self._partitions = partitions
        self._log_manager = log_manager
        self._clock = clock
        self._interval_ms = interval_ms

    async def run(self) -> None:
        """Writes the checkpoint periodically, until cancelled."""
        while True:
            await self._clock.sleep(self._interval_ms)
            self.write()

    def write(self, *, at_once: bool = False) -> None:
        """Has the high watermarks that moved written to their log directories' `replication-offset-checkpoint`.

        Nothing is written before the controller has named the partitions. What a file says of logs that this broker
        holds but no request has named yet stays as it is: merged, never rebuilt from part of the state (KAFKA-769,
        -1647).

        Args:
            at_once: whether to wait for the disk; for a stop, when nobody runs the log manager any more.
        """
        if self._partitions.are_named:
            self._log_manager.checkpoint_high_watermarks(self._is_held, at_once=at_once)

    def _is_held(self, topic_partition: TopicPartition) -> bool:
        return self._partitions.find(*topic_partition) is not None

"""How far followers are, as their fetches say it, and what follows from that for those who wait.

    a follower's fetch ─▶ fetched ─▶ Partition: its end, the high watermark ─▶ IsrChanges, where it is not in sync
                                          └─▶ what that commits completes; a refused offset is checked on this disk
    brokers died       ─▶ brokers_left ─▶ nobody waits for them any more

Not here: what a follower is sent (`fetch_reads`), who is in sync (`isr_changes`), what waits (`waiting`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kavka.broker.replica.fetch_types import FetchParams, FetchResult
from kavka.broker.replica.partition import Partition
from kavka.common.steps import Steps
from kavka.protocol.errors import KafkaError

if TYPE_CHECKING:
    from kavka.broker.log.log import Log
    from kavka.broker.replica.isr_changes import IsrChanges
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.waiting import Waiting
    from kavka.timer.clock import Clock

REFUSALS_MIN: Final = 3
"""How often in a row a follower asks for the same offset before the leader checks what it gives there."""


class FollowerProgress:
    """The followers of what this broker leads.

    Args:
        partitions: what the broker holds.
        waiting: gets what followers' progress commits.
        isr_changes: decides which followers are in sync; None: nobody does here.
        clock: for followers' lag.
        verify_soon: has the segment checked that holds an offset.
        is_broker_alive: whether the cluster's metadata has this broker: a dead follower is not waited for.
    """

    __slots__ = ("_clock", "_is_broker_alive", "_isr_changes", "_partitions", "_verify_soon", "_waiting")

    def __init__(
        self,
        partitions: Partitions,
        waiting: Waiting,
        isr_changes: IsrChanges | None,
        *,
        clock: Clock,
        verify_soon: Callable[[Log, int], None],
        is_broker_alive: Callable[[int], bool] = lambda _: True,
    ) -> None:
        self._partitions = partitions
        self._waiting = waiting
        self._isr_changes = isr_changes
        self._clock = clock
        self._verify_soon = verify_soon
        self._is_broker_alive = is_broker_alive

    def fetched(self, params: FetchParams, results: list[FetchResult], start: int = 0) -> None:
        """Updates a follower's progress by its fetch, and completes what that commits.

        Args:
            params: the fetch.
            results: what was read for it.
            start: the position of the first result that was not taken in yet.
        """
        assert params.replica_id >= 0, "consumers commit nothing by fetching"
        specs = params.specs
        advanced: list[Partition] = []
        isr_changes = self._isr_changes
        now_ms = self._clock.monotonic_ms()
        for position in range(start, len(results)):
            spec, result = specs[position], results[position]
            partition = result.partition
            if partition is None or result.diverging is not None:
                continue
            try:
                if partition.update_follower_fetch(
                    params.replica_id,
                    fetch_offset=spec.fetch_offset,
                    log_start_offset=spec.log_start_offset,
                    now_ms=now_ms,
                    broker_epoch=params.broker_epoch,
                ):
                    advanced.append(partition)
                if isr_changes is not None and params.replica_id not in partition.isr:
                    isr_changes.follower_fetched(partition, params.replica_id)
                    if partition.maybe_increment_high_watermark():
                        advanced.append(partition)  # it is waited for no more, and those that are report nothing new
                elif isr_changes is not None and spec.fetch_offset < partition.log.high_watermark:
                    isr_changes.member_lacks(partition, params.replica_id, spec.fetch_offset)
            except KafkaError as error:
                results[position] = FetchResult.failed(error)
                continue
            replica = partition.remote_replicas.get(params.replica_id)
            if replica is not None and replica.repeats >= REFUSALS_MIN and spec.fetch_offset >= result.log_start_offset:
                replica.repeats = 0
                self._verify_soon(partition.log, spec.fetch_offset)
            # Its log may start later than before although nothing was committed.
            self._waiting.complete_deletions(partition)
        for partition in advanced:
            self._waiting.complete(partition)

    def low_watermark(self, partition: Partition) -> int:
        """Returns the least log start offset of the partition's live replicas."""
        return partition.low_watermark(self._is_broker_alive)

    def brokers_left(self) -> Steps[None]:
        """Updates the partitions after brokers died: whoever waits for a follower there waits no more."""
        for partition in list(self._partitions):
            if self._isr_changes is not None:
                self._isr_changes.brokers_left((partition,))
            self._waiting.complete_deletions(partition)
            yield

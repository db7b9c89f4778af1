"""A topic whose old records go: retention by time and by size, small segments, and an administrator who deletes more.

    a producer ─▶ kept    ✂ retention.ms ✂ retention.bytes ✂ DeleteRecords      a reader, who may fall behind it

What is below the log start offset at the end is missed by nobody; all above it is. Not here: compaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kavka.common.types import TopicPartition
from kavka.simulation.history import Isolation
from kavka.simulation.workloads.consumers import ReaderLoop
from kavka.simulation.workloads.final_reads import read_all
from kavka.simulation.workloads.ground import Ground
from kavka.simulation.workloads.producers import ProducerLoop
from kavka.wire.errors import FAILURES

CONFIGS: Final = {
    "segment.bytes": "400",
    "retention.ms": "15000",
    "retention.bytes": "2000",
    "file.delete.delay.ms": "1000",
}


class RetentionWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        partitions: of the topic.
        mean_ms: from one burst of the producer to the next, on average.
        delete_ms: from one DeleteRecords to the next, on average.
    """

    name = "retention"
    settings: Mapping[str, str] = {"log.retention.check.interval.ms": "2000"}
    compacted: frozenset[str] = frozenset()

    def __init__(
        self, ground: Ground, *, partitions: int = 2, mean_ms: float = 2_000, delete_ms: float = 8_000
    ) -> None:
        self._ground = ground
        self._count = partitions
        self._mean_ms = mean_ms
        self._delete_ms = delete_ms
        self._partitions: list[TopicPartition] = []

    async def prepare(self) -> None:
        """Creates the topic."""
        self._partitions = await self._ground.create_topic("kept", partitions=self._count, configs=CONFIGS)

    async def run(self) -> None:
        """Runs the producer, a reader, and who deletes records."""
        ground = self._ground
        ProducerLoop(ground, self._partitions, mean_ms=self._mean_ms).start("producer")
        reader = ReaderLoop(
            ground, self._partitions, Isolation.READ_UNCOMMITTED, is_kept=False, mean_ms=3 * self._mean_ms
        )
        reader.start()
        ground.start("admin", self._delete)
        await ground.ended()

    async def _delete(self, name: str) -> None:
        ground = self._ground
        while not ground.is_stopping:
            try:
                async with ground.admin(name) as admin:
                    while not ground.is_stopping:
                        await ground.pause(ground.about(self._delete_ms))
                        marks = await admin.watermarks(self._partitions)
                        tp = ground.rng.choice(self._partitions)
                        start, end = marks[tp]
                        await admin.delete_records({tp: ground.rng.randint(start, end)})
                        ground.counts["deletions"] += 1
            except FAILURES:
                ground.counts["refused"] += 1
                await ground.pause(self._delete_ms)

    def stop(self) -> None:
        """Asks all of them for their end."""
        self._ground.stop()

    async def finish(self) -> None:
        """Reads what is left."""
        await read_all(self._ground, self._partitions)
        await self._ground.do("look", self._count_gone)

    async def _count_gone(self, name: str) -> None:
        async with self._ground.admin(name) as admin:
            marks = await admin.watermarks(self._partitions)
        self._ground.counts["offsets gone"] = sum(start for start, _ in marks.values())

    def counts(self) -> dict[str, int]:
        """Returns sends by their outcomes, records read, deletions, and how many offsets are gone."""
        return dict(self._ground.counts)

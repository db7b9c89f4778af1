"""Consumers that were assigned their partitions: of either isolation level, from the beginning and from the end.

    a producer ─▶ topic ─┬─ read_uncommitted, from the beginning
                         ├─ read_committed, from the beginning
                         ├─ read_uncommitted, from the end
                         └─ read_committed, from the end

Each records where it stands whenever it begins, and what every poll returned. It may begin anew where its position can
be out of range, as Kafka's consumers may be sent back there: where records are deleted, and under the 2.0 profile, in
which a former leader does not see that who asks it has read on elsewhere. Not here: groups (`groups`), and the reads
that judge the end (`final_reads`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kavka.client.consumer import Consumer
from kavka.common.types import TopicPartition
from kavka.simulation.history import Assigned, Isolation, Polled, Sought
from kavka.simulation.workloads.final_reads import read_all
from kavka.simulation.workloads.ground import PROTOCOL, ClientLife, Ground, records_of
from kavka.simulation.workloads.producers import ProducerLoop
from kavka.wire.errors import FAILURES

POLL_MS: Final = 5_000
PAUSE_MS: Final = 500


class ReaderLoop:
    """One consumer that reads partitions until the end.

    Args:
        ground: the workload's.
        partitions: what to read.
        isolation: what it may see.
        start: "beginning" or "end".
        is_kept: whether nobody deletes records.
        mean_ms: how long it rests after a poll, on average.
    """

    def __init__(
        self,
        ground: Ground,
        partitions: Sequence[TopicPartition],
        isolation: Isolation,
        *,
        start: str = "beginning",
        is_kept: bool = True,
        mean_ms: float = 1_000,
    ) -> None:
        self._ground = ground
        self._partitions = tuple(partitions)
        self._isolation = isolation
        self._start = start
        goes_back = not is_kept or ground.cluster.settings.get(PROTOCOL) == "2.0"
        self._options = {"isolation_level": isolation.value, "offset_reset": "error" if goes_back else "earliest"}
        self._mean_ms = mean_ms

    def start(self) -> ClientLife:
        """Starts it as a client."""
        return self._ground.start(f"{self._isolation.value}-{self._start}", self._live)

    async def _live(self, name: str) -> None:
        ground = self._ground
        while not ground.is_stopping:
            try:
                async with ground.consumer(name, **self._options) as consumer:
                    await self._take_place(consumer, name)
                    while not ground.is_stopping:
                        await self._poll(consumer, name)
                        await ground.pause(ground.about(self._mean_ms))
            except FAILURES:
                ground.counts["reopened"] += 1
                await ground.pause(PAUSE_MS)

    async def _take_place(self, consumer: Consumer, name: str) -> None:
        ground, history = self._ground, self._ground.history
        await consumer.assign(self._partitions, start=self._start)
        positions = {tp: await consumer.position(tp) for tp in self._partitions}
        history.add(Assigned(client=name, partitions=self._partitions, time_ms=ground.now_ms()))
        for tp, offset in positions.items():
            history.add(Sought(client=name, tp=tp, offset=offset, time_ms=ground.now_ms()))

    async def _poll(self, consumer: Consumer, name: str) -> None:
        ground = self._ground
        for tp, records in (await consumer.poll(timeout_ms=POLL_MS)).items():
            ground.counts[f"{self._isolation.value} records"] += len(records)
            ground.history.add(
                Polled(
                    client=name,
                    tp=tp,
                    records=records_of(records),
                    time_ms=ground.now_ms(),
                    isolation=self._isolation,
                )
            )


class ConsumersWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        partitions: of the topic.
        mean_ms: from one burst of the producer to the next, and from poll to poll, on average.
    """

    name = "consumers"
    settings: Mapping[str, str] = {}
    compacted: frozenset[str] = frozenset()

    def __init__(self, ground: Ground, *, partitions: int = 3, mean_ms: float = 2_000) -> None:
        self._ground = ground
        self._count = partitions
        self._mean_ms = mean_ms
        self._partitions: list[TopicPartition] = []

    async def prepare(self) -> None:
        """Creates the topic."""
        self._partitions = await self._ground.create_topic("consumed", partitions=self._count)

    async def run(self) -> None:
        """Runs the producer and the consumers; those from the end begin when something is there."""
        ground = self._ground
        ProducerLoop(ground, self._partitions, mean_ms=self._mean_ms).start("producer")
        for start in ("beginning", "end"):
            for isolation in Isolation:
                ReaderLoop(ground, self._partitions, isolation, start=start, mean_ms=self._mean_ms).start()
            await ground.pause(3 * self._mean_ms)
        await ground.ended()

    def stop(self) -> None:
        """Asks all of them for their end."""
        self._ground.stop()

    async def finish(self) -> None:
        """Reads the topic once more."""
        await read_all(self._ground, self._partitions)

    def counts(self) -> dict[str, int]:
        """Returns sends by their outcomes, and records read by isolation level."""
        return dict(self._ground.counts)

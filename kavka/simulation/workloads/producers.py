"""Producers over several partitions: idempotent ones with acks=all, and a plain one that is promised nothing.

    idempotent   bursts of records to a few keys' partitions; now and then one that is too large, which is refused
    plain        acks=1: may lose and double, and its records are recorded as such

A client's crash leaves records under way: they are unknown. Not here: readers (`consumers`), transactions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kavka.client.producer import Producer
from kavka.common.types import TopicPartition
from kavka.simulation.workloads.final_reads import read_all
from kavka.simulation.workloads.ground import ClientLife, Ground
from kavka.simulation.workloads.sends import Sends
from kavka.wire.errors import FAILURES

VALUE_BYTES_MAX: Final = 1_000
"""The topic's max.message.bytes: what is larger is refused."""

BURST_RECORDS_MAX: Final = 5
PAUSE_MS: Final = 250


class ProducerLoop:
    """One producer that sends bursts until the end.

    Args:
        ground: the workload's.
        partitions: where to.
        mean_ms: from one burst to the next, on average.
        too_large: which part of the bursts ends with a record that is refused.
        is_idempotent: else it sends with acks=1.
        width: bytes of a record's value, at least.
    """

    def __init__(
        self,
        ground: Ground,
        partitions: list[TopicPartition],
        *,
        mean_ms: float,
        too_large: float = 0.0,
        is_idempotent: bool = True,
        width: int = 0,
    ) -> None:
        self._ground = ground
        self._width = width
        self._partitions = partitions
        self._mean_ms = mean_ms
        self._too_large = too_large
        self._is_idempotent = is_idempotent
        self._sends: dict[str, Sends] = {}

    def start(self, role: str) -> ClientLife:
        """Starts it as a client."""
        return self._ground.start(role, self._live)

    def kill(self, life: ClientLife) -> None:
        """Kills a client that `start` returned, and records what it had under way."""
        self._ground.kill(life)
        if life.name in self._sends:
            self._sends[life.name].abandon()

    async def _live(self, name: str) -> None:
        ground = self._ground
        sends = self._sends[name] = Sends(ground, name, is_idempotent=self._is_idempotent)
        acks = "all" if self._is_idempotent else 1
        while not ground.is_stopping:
            try:
                async with ground.producer(name, acks=acks) as producer:
                    while not ground.is_stopping:
                        await self._burst(producer, sends)
                        await ground.pause(ground.about(self._mean_ms))
            except FAILURES:
                ground.counts["reopened"] += 1
                await ground.pause(PAUSE_MS)

    async def _burst(self, producer: Producer, sends: Sends) -> None:
        """Sends some records one behind the other, and waits for all of them."""
        rng = self._ground.rng
        under_way = []
        for _ in range(rng.randint(1, BURST_RECORDS_MAX)):
            tp = rng.choice(self._partitions)
            under_way.append(await sends.send(producer, tp, key=b"k%d" % tp.partition, width=self._width))
        if rng.random() < self._too_large:
            under_way.append(await sends.send(producer, rng.choice(self._partitions), width=2 * VALUE_BYTES_MAX))
        await sends.settle(under_way)


class ProducersWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        producers: how many idempotent ones.
        plain: how many plain ones.
        partitions: of each topic.
        mean_ms: from one burst of a producer to the next, on average.
        crash_ms: from one crash of a producer to the next; 0: none crashes.
    """

    name = "producers"
    settings: Mapping[str, str] = {}
    compacted: frozenset[str] = frozenset()

    def __init__(
        self,
        ground: Ground,
        *,
        producers: int = 2,
        plain: int = 1,
        partitions: int = 3,
        mean_ms: float = 2_000,
        crash_ms: float = 20_000,
    ) -> None:
        self._ground = ground
        self._producers = producers
        self._plain = plain
        self._count = partitions
        self._mean_ms = mean_ms
        self._crash_ms = crash_ms
        self._partitions: list[TopicPartition] = []

    async def prepare(self) -> None:
        """Creates the topic of either kind."""
        configs = {"max.message.bytes": str(VALUE_BYTES_MAX)}
        for topic in ("produced", "plain"):
            self._partitions += await self._ground.create_topic(topic, partitions=self._count, configs=configs)

    async def run(self) -> None:
        """Runs the producers; one of them crashes now and then, and another takes its place."""
        ground = self._ground
        idempotent = ProducerLoop(ground, self._partitions[: self._count], mean_ms=self._mean_ms, too_large=0.15)
        plain = ProducerLoop(ground, self._partitions[self._count :], mean_ms=self._mean_ms, is_idempotent=False)
        lives = [idempotent.start("idempotent") for _ in range(self._producers)]
        for _ in range(self._plain):
            plain.start("plain")
        while self._crash_ms and lives and not ground.is_stopping:
            await ground.pause(ground.about(self._crash_ms))
            if not ground.is_stopping:
                index = ground.rng.randrange(len(lives))
                idempotent.kill(lives[index])
                lives[index] = idempotent.start("idempotent")
                ground.counts["crashes"] += 1
        await ground.ended()

    def stop(self) -> None:
        """Asks the producers for their end."""
        self._ground.stop()

    async def finish(self) -> None:
        """Reads both topics."""
        await read_all(self._ground, self._partitions)

    def counts(self) -> dict[str, int]:
        """Returns sends by their outcomes, and crashes."""
        return dict(self._ground.counts)

"""An administrator who moves replicas under load: from broker to broker, from disk to disk, and who leads.

    every few seconds, one of   reassign a partition to some brokers in some order · cancel that
                                elect the preferred leaders · move a replica to another log directory

Producer and readers go on meanwhile. What the controller refuses, it refuses; the next attempt comes. Not here: topics
that come and go (`topics`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kavka.client.admin import Admin
from kavka.client.reassignments import PREFERRED
from kavka.common.types import TopicPartition
from kavka.simulation.history import Isolation
from kavka.simulation.workloads.consumers import ReaderLoop
from kavka.simulation.workloads.final_reads import read_all
from kavka.simulation.workloads.ground import Ground
from kavka.simulation.workloads.producers import ProducerLoop
from kavka.wire.errors import FAILURES

LOG_DIRS: Final = ("/data", "/data-2")
REPLICAS_MIN: Final = 2
"""As many as min.insync.replicas asks for."""


class ReplicasWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        partitions: of the topic.
        mean_ms: from one burst of the producer to the next, on average.
        move_ms: from one act of the administrator to the next, on average.
    """

    name = "replicas"
    settings: Mapping[str, str] = {"log.dirs": ",".join(LOG_DIRS)}
    compacted: frozenset[str] = frozenset()

    def __init__(self, ground: Ground, *, partitions: int = 3, mean_ms: float = 2_500, move_ms: float = 3_000) -> None:
        self._ground = ground
        self._count = partitions
        self._mean_ms = mean_ms
        self._move_ms = move_ms
        self._partitions: list[TopicPartition] = []

    async def prepare(self) -> None:
        """Creates the topic."""
        self._partitions = await self._ground.create_topic("moved", partitions=self._count)

    async def run(self) -> None:
        """Runs the producer, a reader and the administrator."""
        ground = self._ground
        ProducerLoop(ground, self._partitions, mean_ms=self._mean_ms).start("producer")
        ReaderLoop(ground, self._partitions, Isolation.READ_UNCOMMITTED, mean_ms=2 * self._mean_ms).start()
        ground.start("admin", self._administrate)
        await ground.ended()

    async def _administrate(self, name: str) -> None:
        ground = self._ground
        acts = ground.in_turn((self._reassign, self._reassign, self._cancel, self._elect, self._move, self._move))
        while not ground.is_stopping:
            try:
                async with ground.admin(name) as admin:
                    while not ground.is_stopping:
                        await ground.pause(ground.about(self._move_ms))
                        if not ground.is_stopping:
                            await next(acts)(admin)
            except FAILURES:
                ground.counts["refused"] += 1

    async def _reassign(self, admin: Admin) -> None:
        rng = self._ground.rng
        brokers = [broker.broker_id for broker in self._ground.cluster.brokers]
        count = rng.randint(min(REPLICAS_MIN, len(brokers)), min(3, len(brokers)))
        await admin.alter_partition_reassignments({rng.choice(self._partitions): rng.sample(brokers, count)})
        self._ground.counts["reassignments"] += 1

    async def _cancel(self, admin: Admin) -> None:
        ongoing = await admin.list_partition_reassignments(self._partitions)
        if ongoing:
            await admin.alter_partition_reassignments(dict.fromkeys(ongoing))
            self._ground.counts["cancelled"] += 1

    async def _elect(self, admin: Admin) -> None:
        self._ground.counts["elections"] += 1
        for error in (await admin.elect_leaders(PREFERRED, self._partitions)).values():
            self._ground.counts["leaders elected"] += error is None

    async def _move(self, admin: Admin) -> None:
        rng = self._ground.rng
        tp, log_dir = rng.choice(self._partitions), rng.choice(LOG_DIRS)
        broker = rng.choice(self._ground.cluster.brokers)
        for error in (await admin.alter_replica_log_dirs(broker.broker_id, {tp: log_dir})).values():
            self._ground.counts["moves" if error is None else "moves refused"] += 1

    def stop(self) -> None:
        """Asks all of them for their end."""
        self._ground.stop()

    async def finish(self) -> None:
        """Reads the topic once more."""
        await read_all(self._ground, self._partitions)

    def counts(self) -> dict[str, int]:
        """Returns sends by their outcomes, records read, and what the administrator did."""
        return dict(self._ground.counts)

"""Rolling restarts under load: one broker after the other is stopped in order and started again; upgrades, likewise.

    broker 1  ── stop ─ leaders move, it ends ─ start ─ serves ── settle ──────────────────────────────────────────
    broker 2  ──────────────────────────────────────────────────────────── stop ─ … ─ start ── settle ─────────────
    upgrade   the profile of a broker's next life is 3.0, and was 2.0

An upgrade waits for the brokers before the next step, however long they take, and restarts alone do not: half-way
through, the new controller speaks a language that the others do not serve, and the cluster is not whole. A producer and
a reader go on meanwhile; transactions and groups are other workloads', which may run beside. A broker that somebody
else has ended, or holds down, is left to him.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kavka.common.types import TopicPartition
from kavka.simulation.cluster import SimulatedBroker
from kavka.simulation.history import Isolation
from kavka.simulation.workloads.consumers import ReaderLoop
from kavka.simulation.workloads.final_reads import read_all
from kavka.simulation.workloads.ground import PROTOCOL, Ground
from kavka.simulation.workloads.producers import ProducerLoop

LOOK_MS: Final = 250
WAIT_MS_MAX: Final = 20_000
"""How long a broker may take to end, or to serve: after that the next one has its turn."""


class RestartsWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        partitions: of the topic.
        mean_ms: from one burst of the producer to the next, on average.
        rest_ms: from one broker's restart to the next, on average.
        upgrade: settings that each broker has from its first restart on.
    """

    name = "restarts"
    settings: Mapping[str, str] = {}
    compacted: frozenset[str] = frozenset()
    topic = "rolled"

    def __init__(
        self,
        ground: Ground,
        *,
        partitions: int = 3,
        mean_ms: float = 2_000,
        rest_ms: float = 6_000,
        upgrade: Mapping[str, str] | None = None,
    ) -> None:
        self._ground = ground
        self._count = partitions
        self._mean_ms = mean_ms
        self._rest_ms = rest_ms
        self._upgrade = dict(upgrade or {})
        self._upgraded: set[int] = set()
        self._partitions: list[TopicPartition] = []

    async def prepare(self) -> None:
        """Creates the topic."""
        self._partitions = await self._ground.create_topic(self.topic, partitions=self._count)

    async def run(self) -> None:
        """Runs producer and reader, and restarts brokers in turn."""
        ground = self._ground
        ProducerLoop(ground, self._partitions, mean_ms=self._mean_ms).start("producer")
        ReaderLoop(ground, self._partitions, Isolation.READ_UNCOMMITTED, mean_ms=2 * self._mean_ms).start()
        while not ground.is_stopping:
            for broker in ground.cluster.brokers:
                await ground.pause(ground.about(self._rest_ms))
                if not ground.is_stopping:
                    await self._restart(broker)
        await ground.ended()

    async def _restart(self, broker: SimulatedBroker) -> None:
        ground = self._ground
        is_due = bool(self._upgrade) and broker.broker_id not in self._upgraded
        while is_due and not ground.is_stopping and not self._do_all_serve():
            await ground.pause(LOOK_MS)
        if not self._do_all_serve():  # who restarts brokers in turn waits for the one before, too
            ground.counts["left alone"] += 1
            return
        if self._upgrade:
            ground.cluster.configure(broker, self._upgrade)
            self._upgraded.add(broker.broker_id)
        life = broker.lives
        broker.stop()
        deadline_ms = ground.now_ms() + WAIT_MS_MAX
        while _is_ending(broker, life) and ground.now_ms() < deadline_ms:
            await ground.pause_anyway(LOOK_MS)
        if not broker.is_running:
            ground.cluster.start(broker)
        while not broker.is_ready.is_set() and ground.now_ms() < deadline_ms:
            await ground.pause_anyway(LOOK_MS)
        ground.counts["restarts"] += broker.lives > life

    def _do_all_serve(self) -> bool:
        return all(map(_serves, self._ground.cluster.brokers))

    def stop(self) -> None:
        """Asks the clients for their end; a broker that is down is started before."""
        self._ground.stop()

    async def finish(self) -> None:
        """Reads the topic once more."""
        await read_all(self._ground, self._partitions)

    def counts(self) -> dict[str, int]:
        """Returns sends by their outcomes, records read, and restarts."""
        return dict(self._ground.counts)


def _serves(broker: SimulatedBroker) -> bool:
    return broker.is_running and broker.is_ready.is_set()


def _is_ending(broker: SimulatedBroker, life: int) -> bool:
    return broker.is_running and broker.lives == life


class UpgradeWorkload(RestartsWorkload):
    """A rolling upgrade of a cluster that began with the profile 2.0; once it is through, brokers restart as they are.

    Args:
        ground: its clients' ground.
    """

    name = "upgrade"
    settings: Mapping[str, str] = {PROTOCOL: "2.0"}
    topic = "upgraded"

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground, upgrade={PROTOCOL: "3.0"})

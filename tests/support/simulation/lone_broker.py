"""One broker on one simulated machine, whose disk outlives it, in a world whose time goes on while the loop is busy."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from kavka.broker.app import Broker
from kavka.broker.config.broker_config import BrokerConfig
from kavka.client.connection import Connection
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_machine import MemoryMachine, SharedZooKeeper
from kavka.simulation.memory_network import MemoryNetwork
from kavka.timer.clock import ManualClock
from kavka.zk.fake import FakeZooKeeper

DEADLINE = 60
ADDRESS = "10.0.0.7"
LOG_DIR = "/nowhere/on/this/machine"
SETTINGS = {
    "broker.id": "7",
    "zookeeper.connect": "nobody.example:1",
    "listeners": f"PLAINTEXT://{ADDRESS}:9092",
    "log.dirs": LOG_DIR,
    "offsets.topic.num.partitions": "1",
    "offsets.topic.replication.factor": "1",
}


class LoneBroker:
    """A machine and all that its broker needs; `before` has the time, the network and the ensemble of another one."""

    def __init__(self, disk: MemoryDisk, *, seed: int, before: LoneBroker | None = None) -> None:
        self.clock: ManualClock = before.clock if before else ManualClock(wall_ms=1_700_000_000_000)
        self.zookeeper: FakeZooKeeper = before.zookeeper if before else FakeZooKeeper(self.clock)
        self.network: MemoryNetwork = before.network if before else MemoryNetwork()
        self.machine = MemoryMachine(
            clock=self.clock,
            network=self.network,
            zookeeper=SharedZooKeeper(self.zookeeper),
            address=ADDRESS,
            seed=seed,
            disk=disk,
        )

    @contextlib.asynccontextmanager
    async def connected(self, settings: dict[str, str]) -> AsyncIterator[Connection]:
        """A connection to the broker, which runs until it is closed."""
        broker = Broker(BrokerConfig.from_properties(SETTINGS | settings), self.machine.world())
        ready = asyncio.get_running_loop().create_future()
        async with asyncio.timeout(DEADLINE), asyncio.TaskGroup() as tasks:
            time = tasks.create_task(self._pass_time())
            running = tasks.create_task(broker.run(ready.set_result))
            await asyncio.wait((ready, running), return_when=asyncio.FIRST_COMPLETED)
            link = self.network.machine("10.0.0.99")
            connection = await Connection.open(ADDRESS, 9092, client_id="test", connect=link.connect)
            yield connection
            await connection.close()
            broker.stop()
            await running
            time.cancel()

    async def _pass_time(self) -> None:
        while True:
            await asyncio.sleep(0)
            self.clock.advance(1)

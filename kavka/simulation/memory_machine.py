"""One simulated machine: the disk and the address that outlive a broker, and the world that each life of it gets.

cluster   MemoryNetwork, a ZooKeeper, the clock, the seed ─┬─▶ MemoryMachine 10.0.0.1 ─ world() ─▶ Broker, life 1
                                                           │                         └─ world() ─▶ Broker, life 2
                                                           └─▶ MemoryMachine 10.0.0.2 …
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeVar

from kavka.broker.world import ProcessFacts, World
from kavka.common.pace import pass_turn
from kavka.simulation.hosts import computed_ns
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem
from kavka.simulation.memory_network import LOOPBACK, MemoryNetwork
from kavka.simulation.memory_process import spawner

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.world import ZooKeeper
    from kavka.timer.clock import Clock
    from kavka.zk.client import ZkClient
    from kavka.zk.fake import FakeZooKeeper
    from kavka.zk.former_session import SessionKey

T = TypeVar("T")

DESCRIPTORS: Final = 1 << 16
MEMORY_BYTES: Final = 1 << 30
NS_PER_MS: Final = 1_000_000


class MemoryMachine:
    """A machine that runs one broker at a time.

    Args:
        clock: of the machine.
        network: where it is.
        zookeeper: its brokers' way to the ensemble: `zookeeper_host.SimulatedZooKeeper`, or `SharedZooKeeper`.
        address: its own.
        seed: of all that is chance on it.
        disk: its disk; a new one when not given.
        disk_delay: waits as long as the disk takes for what is not done in the page cache.

    Attributes:
        disk: what its brokers leave to one another, and the faults that they meet.
        filesystem: of the broker that runs, or ran last; None before the first.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        network: MemoryNetwork,
        zookeeper: ZooKeeper,
        address: str = LOOPBACK,
        seed: int = 0,
        disk: MemoryDisk | None = None,
        disk_delay: Callable[[], Awaitable[None]] = pass_turn,
    ) -> None:
        self.disk = disk or MemoryDisk(rng=random.Random(f"{seed} {address} disk"))
        self.filesystem: MemoryFileSystem | None = None
        self._disk_delay = disk_delay
        self._clock = clock
        self._link = network.machine(address)
        self._zookeeper = zookeeper
        self._seed = seed
        self._lives = itertools.count(1)

    def world(self) -> World:
        """Builds the world of the next broker; what the one before held of files ends with it."""
        self.end_life()
        life = next(self._lives)
        clock, chance = self._clock, random.Random(f"{self._seed} {self._link.address} {life}")
        self.filesystem = MemoryFileSystem(
            self.disk,
            now_ms=clock.now_ms,
            ticks=self._ticks,
            delay=self._disk_delay,
            rng=random.Random(f"{self._seed} {self._link.address} {life} writes"),
        )
        return World(
            clock=clock,
            rng=random.Random(chance.getrandbits(64)),
            random_bytes=random.Random(chance.getrandbits(64)).randbytes,
            filesystem=self.filesystem,
            network=self._link,
            zookeeper=self._zookeeper,
            threads=TurnsOfTheLoop(),
            spawn=spawner(self.filesystem),
            process=ProcessFacts(pid=life, descriptors_max=DESCRIPTORS, memory_bytes=MEMORY_BYTES),
            ticks=self._ticks,
            thread_ticks=lambda: 0,
        )

    def power_loss(self, rng: random.Random) -> None:
        """Takes the broker's files from it, and from the disk what is not durable.

        The broker's work is not ended here: whoever runs it stops running it. What still runs finds every call failing.

        Args:
            rng: draws what of it survives nevertheless.
        """
        self.end_life()
        self.disk.lose_power(rng)

    def end_life(self) -> None:
        """Takes from a broker that is dead already what its process held of files."""
        if self.filesystem is not None:
            self.filesystem.kill()

    def _ticks(self) -> int:
        return self._clock.monotonic_ms() * NS_PER_MS + computed_ns()


class SharedZooKeeper:
    """The ensemble in memory, whatever a configuration calls it."""

    __slots__ = ("_server",)

    def __init__(self, server: FakeZooKeeper) -> None:
        self._server = server

    def client(self, config: BrokerConfig, hosts: str | None = None) -> ZkClient:
        """Builds a client that is not started yet."""
        return self._server.client(session_timeout_ms=config.zookeeper_session_timeout_ms)

    async def end_session(self, config: BrokerConfig, key: SessionKey) -> bool:
        """Closes a session; one that there is not has ended."""
        if key.session_id in self._server.clients:
            self._server.close_session(key.session_id)
        return True


class TurnsOfTheLoop:
    """In place of threads: each work has a turn of the loop."""

    __slots__ = ()

    async def run(self, work: Callable[[], T]) -> T:
        """Calls `work` in a later turn."""
        await pass_turn()
        return work()

    def close(self) -> None:
        """Has nothing to end."""

"""The embedded ZooKeeper on a simulated machine of its own, and the brokers' way to it over the simulated network.

    10.0.0.1  Broker ─ ZkWireClient ─┐                        ┌─ 10.0.0.9:2181  EmbeddedZooKeeper, life 1 ─▶ its disk
    10.0.0.2  Broker ─ ZkWireClient ─┴─ the MemoryNetwork ────┘                                     life 2 ─▶ the same

The server is the one of `kavka start`, unchanged: it is reached, cut off, paused and killed as any other machine, and a
session ends because pings do not arrive. Nothing here is a switch of a fake. Not here: the network's and the disk's
faults (`links`, `memory_disk`), and whose turn it is (`virtual_loop`).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kavka.broker.cluster.zookeeper_client import acl_of_new_nodes, zookeeper_login
from kavka.simulation.hosts import computed_ns
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem
from kavka.simulation.zk_wire_client import ZkWireClient
from kavka.simulation.zk_wire_sessions import end_session
from kavka.zk.server import EmbeddedZooKeeper

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.common.network import Network
    from kavka.timer.clock import Clock
    from kavka.zk.client import ZkClient
    from kavka.zk.former_session import SessionKey

PORT: Final = 2181
DATA_DIR: Final = "/var/lib/zookeeper"
NS_PER_MS: Final = 1_000_000


class ZooKeeperHost:
    """The machine of the embedded ZooKeeper: one server at a time, over a disk that outlives it.

    Args:
        clock: of the machine.
        network: its way to the others.
        address: its own.
        port: that the server listens on.
        seed: of the sessions' passwords.
        disk: its disk; a new one when not given.
        fsync: whether what is acknowledged survives a power loss.

    Attributes:
        disk: what its servers leave to one another.
        filesystem: of the server that runs, or ran last; None before the first.
        server: the one that runs; None while none does.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        network: Network,
        address: str,
        port: int = PORT,
        seed: int = 0,
        disk: MemoryDisk | None = None,
        fsync: bool = True,
    ) -> None:
        self.disk = MemoryDisk() if disk is None else disk
        self.filesystem: MemoryFileSystem | None = None
        self.server: EmbeddedZooKeeper | None = None
        self.address = address
        self.port = port
        self._clock = clock
        self._network = network
        self._seed = seed
        self._fsync = fsync
        self._lives = itertools.count(1)

    @property
    def hosts(self) -> str:
        """Returns what brokers write into `zookeeper.connect`."""
        return f"{self.address}:{self.port}"

    async def start(self) -> None:
        """Starts a server over what the one before left on the disk.

        Raises:
            StorageCorrupt, StorageFailed: the disk has damage that no torn write explains, or refuses.
        """
        assert self.server is None, "it runs"
        self.end_life()
        clock = self._clock
        chance = random.Random(f"{self._seed} {self.address} {next(self._lives)}")
        self.filesystem = MemoryFileSystem(self.disk, now_ms=clock.now_ms, ticks=self._ticks)
        server = EmbeddedZooKeeper(
            DATA_DIR,
            self.address,
            self.port,
            fsync=self._fsync,
            clock=clock,
            ticks=self._ticks,
            random_bytes=chance.randbytes,
            network=self._network,
            filesystem=self.filesystem,
        )
        await server.start()
        self.server = server

    async def run(self, on_ready: Callable[[], object] = lambda: None) -> None:
        """Starts a server and serves until cancelled, as the process of `kavka start` does.

        Args:
            on_ready: called when it listens.

        Raises:
            StorageFailed: the disk failed.
        """
        await self.start()
        on_ready()
        server = self.server
        assert server is not None
        try:
            await server.wait_failed()
        finally:
            await self.stop()

    async def stop(self) -> None:
        """Stops the server in order; sessions stay in its log."""
        server, self.server = self.server, None
        if server is not None:
            await server.close()

    def kill(self) -> None:
        """Kills the server, as `kill -9` does: its clients' connections end, and the disk keeps what was written."""
        if self.server is not None:
            self.server.abandon()
        self.end_life()

    def end_life(self) -> None:
        """Takes from a server that is dead already what its process held of files; the next one may begin.

        For who killed it by its host (`VirtualLoop.kill`), so that nothing of it runs any more.
        """
        self.server = None
        if self.filesystem is not None:
            self.filesystem.kill()

    def _ticks(self) -> int:
        return self._clock.monotonic_ms() * NS_PER_MS + computed_ns()


class SimulatedZooKeeper:
    """One machine's way to the ensemble: the port `world.ZooKeeper` of its brokers.

    Args:
        network: the machine's way to the others.
        clock: of the machine.
        seed: of the pauses between attempts to connect.
    """

    __slots__ = ("_clients", "_clock", "_network", "_seed")

    def __init__(self, network: Network, *, clock: Clock, seed: int = 0) -> None:
        self._network = network
        self._clock = clock
        self._seed = seed
        self._clients = itertools.count(1)

    def client(self, config: BrokerConfig, hosts: str | None = None) -> ZkClient:
        """Builds a client that is not started yet."""
        return ZkWireClient(
            hosts or config.zookeeper_connect,
            network=self._network,
            clock=self._clock,
            rng=random.Random(f"{self._seed} {self._network.own_address()} zookeeper {next(self._clients)}"),
            ticks=self._ticks,
            session_timeout_ms=config.zookeeper_session_timeout_ms,
            login=zookeeper_login(config),
            acl_of=acl_of_new_nodes(config),
        )

    async def end_session(self, config: BrokerConfig, key: SessionKey) -> bool:
        """Closes a session that a former process left."""
        return await end_session(
            config.zookeeper_connect,
            key,
            network=self._network,
            clock=self._clock,
            timeout_ms=config.zookeeper_session_timeout_ms,
            login=zookeeper_login(config),
        )

    def _ticks(self) -> int:
        return self._clock.monotonic_ms() * NS_PER_MS

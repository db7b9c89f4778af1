"""A whole simulated cluster: brokers, ZooKeeper and clients, each on a host of its own, in one event loop.

    SimulatedCluster ─┬─ broker-1 … broker-n   MemoryMachine (disk, clock, address) ─ life 1, life 2 … of a real Broker
                      ├─ zookeeper             what all brokers share
                      ├─ clients               hosts on which coroutines run, with nothing but the network
                      └─ links                 latency, cuts

What happens to hosts from outside is done here, each in one call: start, stop, kill -9, pause, resume, power loss. What
is done when is the schedule's (`faults`), and what it must not break the invariants'. Nothing here takes chance but by
the seed that it was given.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, TypeVar

from kavka.broker.app import Broker
from kavka.broker.assembly.inside import Inside
from kavka.broker.config.broker_config import BrokerConfig
from kavka.simulation.host_clock import HostClock
from kavka.simulation.hosts import Host
from kavka.simulation.links import Link, Links
from kavka.simulation.memory_machine import MemoryMachine
from kavka.simulation.memory_network import MemoryNetwork
from kavka.simulation.virtual_loop import VirtualLoop
from kavka.zk.fake import FakeZooKeeper

T = TypeVar("T")

PORT: Final = 9092
BOOT_MS_MAX: Final = 100_000_000

SETTINGS: Final = {
    "zookeeper.connect": "zookeeper:2181",
    "log.dirs": "/data",
    "num.partitions": "3",
    "default.replication.factor": "3",
    "min.insync.replicas": "2",
    "offsets.topic.num.partitions": "2",
    "offsets.topic.replication.factor": "3",
    "transaction.state.log.num.partitions": "2",
    "transaction.state.log.replication.factor": "3",
    "transaction.state.log.min.isr": "2",
}
"""Of every broker, unless a scenario says otherwise; all that is not named is Kafka's default."""


class SimulatedBroker:
    """A broker of the cluster, from life to life.

    Attributes:
        broker_id: its id.
        host: the life that is, or was last; None before the first.
        broker: likewise.
        inside: the parts of the life that is; None until they are built.
        lives: how many it has had.
        ended: what the last life raised; None while it runs, and when it ended as it should.
    """

    def __init__(self, loop: VirtualLoop, broker_id: int, machine: MemoryMachine, clock: HostClock) -> None:
        self.broker_id = broker_id
        self.name = f"broker-{broker_id}"
        self.machine = machine
        self.clock = clock
        self.host: Host | None = None
        self.broker: Broker | None = None
        self.inside: Inside | None = None
        self.lives = 0
        self.ended: BaseException | None = None
        self.is_ready = asyncio.Event()
        self.is_over = asyncio.Event()
        self.is_over.set()
        self._loop = loop

    @property
    def is_running(self) -> bool:
        """Tells whether its process is there, paused or not."""
        return not self.is_over.is_set()

    def start(self, settings: Mapping[str, str]) -> None:
        """Starts its next life; `is_ready` is set when it serves clients."""
        assert not self.is_running
        self.host = self._loop.host(self.name)
        self.lives += 1
        self.inside = None
        self.is_ready.clear()
        self.is_over.clear()
        self.ended = None
        self._loop.start(self.host, self._live(settings), name=self.name)

    async def _live(self, settings: Mapping[str, str]) -> None:
        self.broker = Broker(BrokerConfig.from_properties(settings), self.machine.world())
        try:
            await self.broker.run(lambda _: self.is_ready.set(), self._assembled)
        except Exception as error:  # noqa: BLE001 - the invariants say whether it may end like this
            self.ended = error
        self.is_over.set()

    def _assembled(self, inside: Inside) -> None:
        self.inside = inside

    def stop(self) -> None:
        """Asks it for its end, as SIGTERM does."""
        if self.broker is not None:
            self.broker.stop()


class SimulatedCluster:
    """See the module.

    Args:
        loop: in which all of it runs.
        links: the ways between its hosts.
        network: the addresses of its hosts.
        seed: of every chance in it.
        brokers: how many.
        settings: over those of `SETTINGS`, for all brokers.
    """

    def __init__(
        self,
        loop: VirtualLoop,
        links: Links,
        network: MemoryNetwork,
        *,
        seed: int,
        brokers: int = 3,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.loop = loop
        self.links = links
        self.network = network
        self.seed = seed
        self._settings = SETTINGS | dict(settings or {})
        self._rng = random.Random(f"cluster {seed}")
        self.zookeeper = FakeZooKeeper(HostClock(loop))
        self.brokers = [self._broker(broker_id) for broker_id in range(1, brokers + 1)]

    def _broker(self, broker_id: int) -> SimulatedBroker:
        clock = HostClock(self.loop, boot_ms=self._rng.randrange(BOOT_MS_MAX))
        machine = MemoryMachine(
            clock=clock,
            network=self.network,
            zookeeper=self.zookeeper,
            address=f"broker-{broker_id}",
            seed=self.seed,
        )
        return SimulatedBroker(self.loop, broker_id, machine, clock)

    @property
    def bootstrap(self) -> str:
        """Returns the addresses for clients."""
        return ",".join(f"{broker.name}:{PORT}" for broker in self.brokers)

    # ---- processes ------------------------------------------------------------------------------------------------

    def start(self, broker: SimulatedBroker, **differs: str) -> None:
        """Starts a broker that does not run."""
        own = {"broker.id": str(broker.broker_id), "listeners": f"PLAINTEXT://{broker.name}:{PORT}"}
        broker.start(self._settings | own | differs)

    async def start_all(self) -> None:
        """Starts all brokers, and waits until they serve clients; the caller has the deadline."""
        for broker in self.brokers:
            self.start(broker)
        for broker in self.brokers:
            await broker.is_ready.wait()

    def kill(self, broker: SimulatedBroker) -> None:
        """Ends a broker's process at once: its kernel closes what it had open."""
        self._end(broker, silently=False)

    def _end(self, broker: SimulatedBroker, *, silently: bool) -> None:
        if not broker.is_running:
            return
        assert broker.host is not None
        self.loop.kill(broker.host)
        self.network.end_process(broker.name, silently=silently)
        broker.is_over.set()

    def pause(self, broker: SimulatedBroker) -> None:
        """Stops a broker's process where it is, as SIGSTOP does."""
        if broker.host is not None:
            self.loop.pause(broker.host)

    def resume(self, broker: SimulatedBroker) -> None:
        """Lets it go on."""
        if broker.host is not None:
            self.loop.resume(broker.host)

    # ---- clients --------------------------------------------------------------------------------------------------

    def client(self, name: str, work: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        """Runs a coroutine on a host of its own."""
        return self.loop.start(self.loop.host(name), work(), name=name)


def simulated(
    seed: int, *, brokers: int = 3, settings: Mapping[str, str] | None = None, link: Link | None = None
) -> SimulatedCluster:
    """Builds a cluster that has not begun, and the loop that it lives in."""
    links = Links(random.Random(f"network {seed}"), link)
    network = MemoryNetwork(links)
    loop = VirtualLoop(random.Random(f"loop {seed}"), network)
    return SimulatedCluster(loop, links, network, seed=seed, brokers=brokers, settings=settings)

"""A whole simulated cluster: brokers, ZooKeeper and clients, each on a host of its own, in one event loop.

    SimulatedCluster ─┬─ broker-1 … broker-n   MemoryMachine (disk, clock, address) ─ life 1, life 2 … of a real Broker
                      ├─ zookeeper             ZooKeeperHost: the embedded server, on a disk of its own
                      ├─ clients               hosts on which coroutines run, with nothing but the network
                      └─ links                 latency, cuts

What happens to hosts from outside is done here, each in one call: start, stop, kill -9, pause, resume, power loss. What
is done when is the schedule's (`faults`), and what it must not break the invariants'. Nothing here takes chance but by
the seed that it was given.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import random
from collections.abc import Callable, Coroutine, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from kavka.broker.app import Broker
from kavka.broker.assembly.inside import Inside
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.requests.api_modules import BESIDE, modules_of
from kavka.broker.requests.served_apis import HANDLERS
from kavka.simulation.host_clock import HostClock
from kavka.simulation.hosts import Host, Slowness
from kavka.simulation.links import Link, Links
from kavka.simulation.memory_machine import MemoryMachine
from kavka.simulation.memory_network import MemoryNetwork
from kavka.simulation.patched_time import patched_time
from kavka.simulation.virtual_loop import VirtualLoop, running
from kavka.simulation.zookeeper_host import SimulatedZooKeeper, ZooKeeperHost

if TYPE_CHECKING:
    from kavka.zk.tree import DataTree

T = TypeVar("T")

PORT: Final = 9092
ZOOKEEPER: Final = "zookeeper"
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

OnLife: TypeAlias = "Callable[[SimulatedBroker], None]"


def nobody_watches(_: SimulatedBroker) -> None:
    """Watches no life of a broker."""


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

    def __init__(
        self, loop: VirtualLoop, broker_id: int, machine: MemoryMachine, clock: HostClock, on_life: OnLife
    ) -> None:
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
        self._on_life = on_life

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
        self._on_life(self)
        try:
            await self.broker.run(lambda _: self.is_ready.set(), self._assembled)
        except Exception as error:  # noqa: BLE001 - the invariants say whether it may end like this
            self.ended = error
        self.is_over.set()

    def _assembled(self, inside: Inside) -> None:
        self.inside = inside

    def forget_end(self) -> None:
        """Forgets what the last life raised: somebody has seen it."""
        self.ended = None

    def stop(self) -> None:
        """Asks it for its end, as SIGTERM does."""
        if self.broker is not None:
            self.broker.stop()


class SimulatedEnsemble:
    """The cluster's ZooKeeper, from life to life; its brokers reach it over the network alone.

    Attributes:
        machine: its disk, and the server that runs.
        host: the life that is, or was last; None before the first.
        ended: what the last life raised; None while it runs, and when it was ended from outside.
    """

    def __init__(self, loop: VirtualLoop, machine: ZooKeeperHost, clock: HostClock) -> None:
        self.name = machine.address
        self.machine = machine
        self.clock = clock
        self.host: Host | None = None
        self.ended: BaseException | None = None
        self.is_ready = asyncio.Event()
        self._is_over = True
        self._loop = loop

    @property
    def is_running(self) -> bool:
        """Tells whether its process is there, paused or not."""
        return self.host is not None and not self.host.is_dead and not self._is_over

    @property
    def tree(self) -> DataTree:
        """Returns what it holds, for who looks on; it must run."""
        assert self.machine.server is not None
        return self.machine.server.tree

    def forget_end(self) -> None:
        """Forgets what the last life raised: somebody has seen it."""
        self.ended = None

    def start(self) -> None:
        """Starts its next life; `is_ready` is set when it listens."""
        assert not self.is_running
        self.host = self._loop.host(self.name)
        self.is_ready.clear()
        self._is_over = False
        self.ended = None
        self._loop.start(self.host, self._live(), name=self.name)

    async def _live(self) -> None:
        try:
            await self.machine.run(self.is_ready.set)
        except Exception as error:  # noqa: BLE001 - the invariants say whether it may end like this
            self.ended = error
        self._is_over = True


class SimulatedCluster:
    """See the module.

    Args:
        loop: in which all of it runs.
        links: the ways between its hosts.
        network: the addresses of its hosts.
        seed: of every chance in it.
        brokers: how many.
        settings: over those of `SETTINGS`, for all brokers.
        on_life: called with a broker that is built and does not run yet, in each life.

    Attributes:
        settings: of all brokers, to begin with.
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
        on_life: OnLife = nobody_watches,
    ) -> None:
        self._on_life = on_life
        self.loop = loop
        self.links = links
        self.network = network
        self.seed = seed
        self.settings: Mapping[str, str] = SETTINGS | dict(settings or {})
        self._configured: dict[int, dict[str, str]] = {}
        self._rng = random.Random(f"cluster {seed}")
        self.zookeeper = self._ensemble()
        self.brokers = [self._broker(broker_id) for broker_id in range(1, brokers + 1)]

    def _clock(self) -> HostClock:
        return HostClock(self.loop, boot_ms=self._rng.randrange(BOOT_MS_MAX))

    def _ensemble(self) -> SimulatedEnsemble:
        clock, link = self._clock(), self.network.machine(ZOOKEEPER)
        machine = ZooKeeperHost(clock=clock, network=link, address=ZOOKEEPER, seed=self.seed)
        return SimulatedEnsemble(self.loop, machine, clock)

    def _broker(self, broker_id: int) -> SimulatedBroker:
        clock, address = self._clock(), f"broker-{broker_id}"
        machine = MemoryMachine(
            clock=clock,
            network=self.network,
            zookeeper=SimulatedZooKeeper(self.network.machine(address), clock=clock, seed=self.seed),
            address=address,
            seed=self.seed,
        )
        return SimulatedBroker(self.loop, broker_id, machine, clock, self._on_life)

    @property
    def bootstrap(self) -> str:
        """Returns the addresses for clients."""
        return ",".join(f"{broker.name}:{PORT}" for broker in self.brokers)

    @contextlib.contextmanager
    def world(self) -> Iterator[VirtualLoop]:
        """Makes loop, clocks and chance those of the simulation, until it is over."""
        clocks = {process.name: process.clock for process in self.processes}
        with running(self.loop), patched_time(self.loop, seed=self.seed, clocks=clocks):
            yield self.loop

    # ---- processes ------------------------------------------------------------------------------------------------

    @property
    def processes(self) -> tuple[Process, ...]:
        """Returns all that faults happen to, ZooKeeper first."""
        return (self.zookeeper, *self.brokers)

    def start_process(self, process: Process) -> None:
        """Starts a broker or ZooKeeper that does not run."""
        if isinstance(process, SimulatedBroker):
            self.start(process)
        else:
            process.start()

    def start(self, broker: SimulatedBroker, **differs: str) -> None:
        """Starts a broker that does not run."""
        own = {"broker.id": str(broker.broker_id), "listeners": f"PLAINTEXT://{broker.name}:{PORT}"}
        broker.start({**self.settings} | own | self._configured.get(broker.broker_id, {}) | differs)

    def configure(self, broker: SimulatedBroker, settings: Mapping[str, str | None]) -> None:
        """Changes a broker's server.properties: its later lives have these settings; None: again those of all."""
        changed = self._configured.get(broker.broker_id, {}) | dict(settings)
        self._configured[broker.broker_id] = {key: value for key, value in changed.items() if value is not None}

    async def start_all(self) -> None:
        """Starts ZooKeeper and all brokers, and waits until they serve clients; the caller has the deadline."""
        self.zookeeper.start()
        await self.zookeeper.is_ready.wait()
        for broker in self.brokers:
            self.start(broker)
        for broker in self.brokers:
            await broker.is_ready.wait()

    def kill(self, process: Process) -> None:
        """Ends a process at once, as `kill -9` does: its kernel closes what it had open."""
        self._end(process, silently=False)

    def _end(self, process: Process, *, silently: bool) -> None:
        if not process.is_running:
            return
        assert process.host is not None
        self.loop.kill(process.host)
        self.network.end_process(process.name, silently=silently)
        process.machine.end_life()
        if isinstance(process, SimulatedBroker):
            process.is_over.set()

    def lose_power(self, process: Process, rng: random.Random) -> None:
        """Takes the power from a machine: it says nothing more, and its disk keeps what was durable, and some more."""
        self._end(process, silently=True)
        self.links.take_down(process.name)
        process.machine.disk.lose_power(rng)

    def restore_power(self, process: Process) -> None:
        """Gives it back; nothing runs there until it is started."""
        self.links.bring_up(process.name)

    def pause(self, process: Process) -> None:
        """Stops a process where it is, as SIGSTOP does."""
        if process.host is not None:
            self.loop.pause(process.host)

    def resume(self, process: Process) -> None:
        """Lets it go on."""
        if process.host is not None:
            self.loop.resume(process.host)

    def slow(self, process: Process, slowness: Slowness | None) -> None:
        """Leaves a process little of its machine's CPU, and the lives after it; None: all that it needs."""
        self.loop.slow(process.name, slowness)

    # ---- clients --------------------------------------------------------------------------------------------------

    @property
    def clients(self) -> tuple[str, ...]:
        """Returns the names of the clients' living hosts, in the order of their begin."""
        own = {process.name for process in self.processes}
        return tuple(name for name in self.loop.living if name not in own)

    def client(self, name: str, work: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        """Runs a coroutine on a host of its own."""
        return self.loop.start(self.loop.host(name), work(), name=name)


Process: TypeAlias = SimulatedBroker | SimulatedEnsemble
"""What the cluster's faults happen to."""


def simulated(
    seed: int,
    *,
    brokers: int = 3,
    settings: Mapping[str, str] | None = None,
    link: Link | None = None,
    on_life: OnLife = nobody_watches,
) -> SimulatedCluster:
    """Builds a cluster that has not begun, and the loop that it lives in."""
    _load_handlers()
    links = Links(random.Random(f"network {seed}"), link)
    network = MemoryNetwork(links)
    loop = VirtualLoop(random.Random(f"loop {seed}"), network)
    return SimulatedCluster(loop, links, network, seed=seed, brokers=brokers, settings=settings, on_life=on_life)


def _load_handlers() -> None:
    """Loads what brokers load when they need it: else the first simulation of a process would differ from the next."""
    for name in (*modules_of(HANDLERS), *BESIDE):
        importlib.import_module(name)

"""A user's own test in a simulated cluster: what the test is given, and one run of it.

    brokers start ─▶ the test begins ───────────────▶ quiet() ─▶ its asserts ─▶ over: every host is gone
                     faults come and go ─ all healed ─┘
                     services run, fall, start again

The test runs on a host of its own and may use any asyncio client of Kafka's there, as its services may on theirs. A run
fails with what the test raises, or a service; with `SimulationStuck` where neither gets anywhere.

Not here: how pytest asks for it (`pytest_mark`), and what becomes of services (`services`).
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import random
import sys
import warnings
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from kavka.client.admin import Admin
from kavka.common.types import NewTopic
from kavka.simulation.agreement import unsettled
from kavka.simulation.cluster import SimulatedCluster, simulated
from kavka.simulation.fault_draws import draw_faults
from kavka.simulation.faults import Fault, FaultKind, Schedule
from kavka.simulation.hands import Hands
from kavka.simulation.heap import without_collections
from kavka.simulation.patched_time import patched_time
from kavka.simulation.scenario import Scenario
from kavka.simulation.services import SERVICES, Service, ServiceHands, draw_service_faults
from kavka.simulation.spin import SPIN_S, Spin, watched
from kavka.simulation.told import without_repeats
from kavka.simulation.trace import LOGGER, ClientHandler, Entry, Trace, heard_by
from kavka.simulation.virtual_loop import Deadlock, LiveLock, running

START_S_MAX: Final = 60
TEST_S_MAX: Final = 3_600
QUIET_S_MAX: Final = 180
WAIT_S_MAX: Final = 400
TEND_MS: Final = 250
LOOK_S: Final = 1
US_PER_MS: Final = 1_000
SECONDS: Final = 30

KINDS: Final = (
    FaultKind.KILL,
    FaultKind.STOP,
    FaultKind.PAUSE,
    FaultKind.CUT,
    FaultKind.CUT_ONE_WAY,
    FaultKind.SLOW_LINK,
    FaultKind.RESET,
    FaultKind.SESSION_EXPIRY,
)
"""What happens to brokers and services by default: what every cluster sees in a year."""


class SimulationStuck(Exception):
    """A test in a simulation did not get to its end; the message says where."""


class SimulationSpins(SimulationStuck):
    """Code in a simulation computes and never awaits; the message says on which host, and where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserPlan:
    """What a test asks for.

    Attributes:
        brokers: how many.
        seconds: virtual ones in which faults happen; the test may take longer.
        settings: of all brokers.
        kinds: of the faults that each seed draws.
    """

    brokers: int = 3
    seconds: int = SECONDS
    settings: Mapping[str, str] = field(default_factory=dict)
    kinds: tuple[FaultKind, ...] = KINDS

    def scenario(self) -> Scenario:
        """Returns the scenario of the brokers' part."""
        faults = None if self.kinds else ()
        return Scenario(
            brokers=self.brokers, seconds=self.seconds, settings=self.settings, kinds=self.kinds, faults=faults
        )

    def draw(self, seed: int) -> Schedule:
        """Returns the faults of a seed."""
        of_brokers = draw_faults(random.Random(f"faults {seed}"), self.scenario())
        of_services = draw_service_faults(random.Random(f"services {seed}"), self.kinds, self.seconds)
        return tuple(sorted((*of_brokers, *of_services), key=lambda fault: fault.at_ms))


@dataclass(frozen=True, slots=True, kw_only=True)
class UserRun:
    """What came of one run.

    Attributes:
        faults: those that were planned.
        error: what the test or a service raised; None: nothing.
        timeline: what happened.
        digest: of all that went over the network, and when.
        simulated_us: how much time passed in it.
    """

    seed: int
    faults: Schedule
    error: BaseException | None
    timeline: tuple[Entry, ...]
    digest: int
    simulated_us: int


class KafkaSimulation:
    """What a test is given: a cluster of Kafka brokers, hosts for its services, and a world that turns against them.

    Attributes:
        seed: which of all worlds it is.
    """

    def __init__(self, cluster: SimulatedCluster, plan: UserPlan, faults: Schedule, trace: Trace) -> None:
        self.seed = cluster.seed
        self._cluster = cluster
        self._faults = faults
        self._trace = trace
        self._failure: asyncio.Future[BaseException] = cluster.loop.create_future()
        self._hands = Hands(
            cluster,
            random.Random(f"hands {cluster.seed}"),
            lambda lane, words: trace.note(lane, "fault", words),
            is_flushed=plan.scenario().is_flushed,
        )
        self._service_hands = ServiceHands(lambda lane, words: trace.note(lane, "fault", words))
        self._healed = asyncio.Event()

    def __repr__(self) -> str:
        return f"<KafkaSimulation of seed {self.seed}>"

    @property
    def bootstrap(self) -> str:
        """Returns "host:port,…" for any asyncio client, on any of the simulation's hosts."""
        return self._cluster.bootstrap

    async def create_topic(
        self,
        name: str,
        *,
        partitions: int = 3,
        replication_factor: int = -1,
        configs: Mapping[str, str] | None = None,
    ) -> str:
        """Creates a topic and returns its name; −1: as many replicas as the brokers' default, which is all of them."""
        topic = NewTopic(
            name=name,
            num_partitions=partitions,
            replication_factor=replication_factor,
            configs=dict(configs or {}),
        )
        async with Admin(self.bootstrap, enable_metrics_push=False) as admin:
            await admin.create_topics([topic])
        return name

    def spawn(self, name: str, work: Callable[..., Coroutine[Any, Any, object]], *args: Any, **named: Any) -> Service:
        """Runs `work(*args, **named)` as a service, on a host of its own; it is called anew for each life.

        Args:
            name: of its host.
            work: a coroutine function.
            args: its arguments.
            named: likewise.
        """
        services = self._service_hands.services
        if name in services or name in [process.name for process in self._cluster.processes]:
            raise ValueError(f"there is a host {name!r} already")
        service = Service(
            self._cluster,
            name,
            partial(work, *args, **named),
            lambda lane, words: self._trace.note(lane, "life", words),
            self._fail,
        )
        services[name] = service
        service.tend()
        return service

    async def quiet(self) -> None:
        """Waits until the last fault is healed, all services run, and the cluster is whole; no other fault follows.

        Raises:
            SimulationStuck: it does not get there.
        """
        await self._healed.wait()
        try:
            async with asyncio.timeout(QUIET_S_MAX):
                while reasons := self._reasons():  # noqa: ASYNC110 - nobody tells when a cluster is whole
                    await asyncio.sleep(TEND_MS / 1_000)
        except TimeoutError:
            raise SimulationStuck(f"not whole {QUIET_S_MAX} s after the last fault: {'; '.join(reasons)}") from None

    async def wait_until(self, condition: Callable[[], object], *, seconds: float = WAIT_S_MAX) -> bool:
        """Waits until a condition holds; returns whether it does, after at most so many virtual seconds.

        Groups take their time: Kafka waits for 45 seconds for a member that was killed, and for five minutes for one
        that was killed while it joined. Here that costs nothing.
        """
        until_us = self._cluster.loop.now_us + seconds * 1_000_000
        while not condition() and self._cluster.loop.now_us < until_us:  # noqa: ASYNC110 - it is anything of the test's
            await asyncio.sleep(LOOK_S)
        return bool(condition())

    def _reasons(self) -> list[str]:
        services = self._service_hands.services.values()
        down = [f"{service.name} is down" for service in services if not service.is_running and not service.is_over]
        server = self._cluster.zookeeper.machine.server
        return down + (
            ["zookeeper is down"] if server is None else unsettled(self._cluster, server.tree, is_idle=False)
        )

    def _fail(self, error: BaseException) -> None:
        if not self._failure.done():
            self._failure.set_result(error)

    # ---- the run --------------------------------------------------------------------------------------------------

    async def live(self, test: Callable[[KafkaSimulation], Awaitable[object]]) -> BaseException | None:
        """Starts the cluster and runs the test to its end; returns what failed."""
        loop = self._cluster.loop
        async with asyncio.timeout(START_S_MAX):
            await self._cluster.start_all()
        driver = loop.start(loop.outside, self._drive(), name="faults")

        async def body() -> None:
            await test(self)

        task = loop.start(loop.host("test"), body(), name="test")
        ends: list[asyncio.Future[Any]] = [task, self._failure, driver]
        done, _ = await asyncio.wait(ends, timeout=TEST_S_MAX, return_when=asyncio.FIRST_COMPLETED)
        if not done:
            return SimulationStuck(f"the test has not ended after {TEST_S_MAX:,} virtual seconds")
        if self._failure in done:
            return self._failure.result()
        return task.exception() if task in done else driver.exception()

    async def _drive(self) -> None:
        """Does and heals each fault in its time; tends for ever."""
        begin_us = self._cluster.loop.now_us
        due: list[tuple[int, int, Callable[[], None]]] = []
        for number, fault in enumerate(self._faults):
            due.append((fault.at_ms, number, partial(self._of(fault).apply, fault)))
            due.append((fault.ends_ms, number, partial(self._of(fault).heal, fault)))
        due.sort(key=lambda item: item[:2])
        for at_ms, _, act in due:
            while (left_ms := at_ms - (self._cluster.loop.now_us - begin_us) // US_PER_MS) > 0:
                await asyncio.sleep(min(left_ms, TEND_MS) / 1_000)
                self._tend()
            act()
        self._hands.heal_all()
        self._service_hands.heal_all()
        self._healed.set()
        while True:
            await asyncio.sleep(LOOK_S)
            self._tend()

    def _of(self, fault: Fault) -> Hands | ServiceHands:
        return self._service_hands if fault.targets == (SERVICES,) else self._hands

    def _tend(self) -> None:
        self._hands.tend()
        self._service_hands.tend()


def run_test(
    seed: int,
    plan: UserPlan,
    test: Callable[[KafkaSimulation], Awaitable[object]],
    *,
    faults: Schedule | None = None,
    keeps_handlers: bool = False,
    spin_s: float = SPIN_S,
) -> UserRun:
    """Runs a test once.

    Args:
        seed: of every chance in it.
        plan: what it asks for.
        test: is called with the simulation.
        faults: these, in place of those that the seed draws.
        keeps_handlers: what is logged goes to the handlers that there are, too, and not into the timeline alone.
        spin_s: how long one turn may compute, in seconds of CPU time.
    """
    with without_collections(), _without_reports(), _plain_records(), _own_handlers(keeps_handlers):
        return _run(seed, plan, test, plan.draw(seed) if faults is None else faults, spin_s)


def _run(
    seed: int, plan: UserPlan, test: Callable[[KafkaSimulation], Awaitable[object]], faults: Schedule, spin_s: float
) -> UserRun:
    traces: list[Trace] = []
    cluster = simulated(
        seed,
        brokers=plan.brokers,
        settings=plan.scenario().broker_settings,
        on_life=lambda broker: traces[0].watch(broker),
    )
    loop, trace = cluster.loop, Trace(cluster.loop)
    traces.append(trace)
    loop.set_exception_handler(lambda _, context: trace.note("outside", "error", str(context.get("message"))))
    clocks = {process.name: process.clock for process in cluster.processes}
    world = patched_time(loop, seed=seed, clocks=clocks)
    with heard_by(trace), _clients_heard_by(trace), world, watched(loop, spin_s), running(loop):
        error: BaseException | None
        try:
            error = loop.run_until_complete(KafkaSimulation(cluster, plan, faults, trace).live(test))
        except (Deadlock, LiveLock) as stuck:
            error = SimulationStuck(f"{type(stuck).__name__}: {stuck}")
        except Spin as spin:
            error = SimulationSpins(str(spin))
        # What follows is the end of the world: nothing of it happened.
        return UserRun(
            seed=seed,
            faults=faults,
            error=error,
            timeline=tuple(without_repeats(trace)),
            digest=cluster.links.digest,
            simulated_us=loop.now_us,
        )


@contextlib.contextmanager
def _without_reports() -> Iterator[None]:
    """Lets what hosts left open when they were killed go without a warning: nobody could have closed it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            yield
        finally:
            former, sys.unraisablehook = sys.unraisablehook, lambda _: None
            gc.collect()
            sys.unraisablehook = former


@contextlib.contextmanager
def _own_handlers(keeps_handlers: bool) -> Iterator[None]:
    """Takes the root logger's handlers from it: fifty seeds log fifty times, and one of them is of interest."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    if not keeps_handlers:
        root.handlers[:] = [logging.NullHandler()]
    try:
        yield
    finally:
        root.handlers[:] = handlers


@contextlib.contextmanager
def _clients_heard_by(trace: Trace) -> Iterator[None]:
    """Has warnings of users' services and of other clients stand in the timeline."""
    root, handler = logging.getLogger(), ClientHandler(trace)
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)


@contextlib.contextmanager
def _plain_records() -> Iterator[None]:
    """Makes log records plain text: an exception in one that pytest keeps would keep all of its world."""
    make = logging.getLogRecordFactory()

    def make_plain(*args: Any, **named: Any) -> logging.LogRecord:
        record = make(*args, **named)
        if record.name.partition(".")[0] != LOGGER:  # these the trace reads, and keeps nothing of
            record.msg, record.args = record.getMessage(), None
            if record.exc_info and record.exc_info[0] is not None:
                record.exc_text, record.exc_info = logging.Formatter().formatException(record.exc_info), None
        return record

    logging.setLogRecordFactory(make_plain)
    try:
        yield
    finally:
        logging.setLogRecordFactory(make)

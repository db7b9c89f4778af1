"""A user's services in a simulated cluster: each on a host of its own, from life to life, and what happens to them.

    spawn ─▶ life 1 ─ killed, or an error that Kafka's clients raise ─▶ down ─ a second, or the fault's end ─▶ life 2
                    ─ returns, or is stopped by the test ─▶ over
                    ─ any other error ─▶ the test fails with it

What a service manager does is done here: a service that Kafka's client has given up starts again. An error of the
service's own is a finding. A service that is killed runs no `finally`; one that is stopped is cancelled, as asyncio's
programs are by SIGTERM.

`SERVICES` as a fault's target is one of those that run when it is due; its `amount` says which. Not here: brokers
(`cluster`, `hands`), and what a test does (`user_simulation`).
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final

from kavka.simulation.cluster import SimulatedCluster
from kavka.simulation.faults import MS_PER_S, Fault, FaultKind, Schedule
from kavka.simulation.hands import Note
from kavka.simulation.hosts import Host
from kavka.simulation.patched_time import BlockingCall

SERVICES: Final = "services"
KINDS: Final = (FaultKind.KILL, FaultKind.STOP, FaultKind.PAUSE)
"""What can happen to a service by itself; the network's faults happen to its host as to any client's."""

RESTART_MS: Final = 1_000
"""How long a service manager waits before it starts a service again that ended with an error."""

FIRST_MS: Final = 2_000
"""What services have for themselves at the begin."""
CLIENT_PACKAGES: Final = frozenset({"aiokafka", "kafka", "kavka"})

Work = Callable[[], Coroutine[Any, Any, object]]


def draw_service_faults(rng: random.Random, kinds: tuple[FaultKind, ...], seconds: int) -> Schedule:
    """Returns what happens to services, within the first two thirds of a run.

    Args:
        rng: draws it.
        kinds: those that are allowed; of these `KINDS` alone are drawn.
        seconds: that the run has.
    """
    own = [kind for kind in KINDS if kind in kinds]
    found: list[Fault] = []
    at_ms = FIRST_MS + rng.randrange(3_000)
    while own and at_ms < seconds * MS_PER_S * 2 // 3:
        least, most = rng.choice(((50, 1_500), (4_000, 9_000), (10_000, 15_000)))
        lasts_ms, which = rng.randrange(least, most), rng.randrange(1 << 16)
        found.append(Fault(at_ms=at_ms, kind=rng.choice(own), targets=(SERVICES,), lasts_ms=lasts_ms, amount=which))
        at_ms += rng.randrange(500, 6_000)
    return tuple(found)


class Service:
    """One service of a test; made by `KafkaSimulation.spawn`.

    Args:
        cluster: where it runs.
        name: of its host.
        work: makes the coroutine of each life.
        note: is told what happens to it.
        fail: takes an error of its own, which is a finding.

    Attributes:
        lives: how many it has had.
    """

    def __init__(
        self,
        cluster: SimulatedCluster,
        name: str,
        work: Work,
        note: Note,
        fail: Callable[[BaseException], None],
    ) -> None:
        self.name = name
        self.lives = 0
        self._cluster = cluster
        self._work = work
        self._note = note
        self._fail = fail
        self._host: Host | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_wanted = True
        self._down = 0
        self._due_us = 0
        self._over = asyncio.Event()

    @property
    def is_running(self) -> bool:
        """Tells whether its process is there, paused or not."""
        return self._host is not None and not self._host.is_dead

    @property
    def is_over(self) -> bool:
        """Tells whether it has returned, or was stopped for good."""
        return not self._is_wanted and not self.is_running

    # ---- by a test's hand -----------------------------------------------------------------------------------------

    def kill(self) -> None:
        """Ends its process at once, as `kill -9` does; it stays down until `start`."""
        self._is_wanted = False
        self.end()

    def stop(self) -> None:
        """Cancels it, as SIGTERM does; it stays down until `start`."""
        self._is_wanted = False
        self.terminate()

    def start(self) -> None:
        """Starts it again."""
        self._is_wanted = True
        self.tend()

    def pause(self) -> None:
        """Stops its process where it is, as SIGSTOP does."""
        if self._host is not None:
            self._cluster.loop.pause(self._host)

    def resume(self) -> None:
        """Lets it go on."""
        if self._host is not None:
            self._cluster.loop.resume(self._host)

    async def wait_over(self) -> None:
        """Waits until it has returned, or was stopped for good."""
        await self._over.wait()

    # ---- lives ----------------------------------------------------------------------------------------------------

    def tend(self) -> None:
        """Starts it if it is to run, and nothing holds it down."""
        if self._is_wanted and not self.is_running and not self._down and self._cluster.loop.now_us >= self._due_us:
            self.lives += 1
            self._over.clear()
            self._note(self.name, f"{self.name}: starts")
            self._host = self._cluster.loop.host(self.name)
            self._task = self._cluster.loop.start(self._host, self._live(self._host), name=self.name)

    async def _live(self, host: Host) -> None:
        try:
            await self._work()
        except asyncio.CancelledError:
            self._note(self.name, f"{self.name}: stopped")
        except Exception as error:  # noqa: BLE001 - a process's end: a restart, or a finding
            self._note(self.name, f"{self.name}: ended with {type(error).__name__}: {error}")
            self._due_us = self._cluster.loop.now_us + RESTART_MS * 1_000
            if not is_of_client(error):
                self._is_wanted = False
                self._fail(error)
        else:
            self._is_wanted = False
        # A process that ends takes with it what it left: tasks, connections. It cannot see that itself.
        self._cluster.loop.call_soon(self._bury, host, context=self._cluster.loop.outside.context)

    def _bury(self, host: Host) -> None:
        if not host.is_dead:
            self._cluster.loop.kill(host)
            self._cluster.network.end_process(self.name, silently=False)
        if self.is_over:
            self._over.set()

    def end(self) -> None:
        """Ends its process at once; it starts again when nothing holds it down."""
        if self._host is not None:
            self._bury(self._host)

    def terminate(self) -> None:
        """Cancels it; it starts again when nothing holds it down."""
        if self._task is not None:
            self._task.cancel()

    def hold_down(self) -> None:
        """Keeps it from starting, until `let_up` is called as often."""
        self._down += 1

    def let_up(self) -> None:
        """Lets it start again."""
        self._down -= 1
        self.tend()


def is_of_client(error: BaseException) -> bool:
    """Tells whether an error is one of Kafka's clients, or of the network: a service that meets it is restarted."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(is_of_client, error.exceptions))
    if isinstance(error, BlockingCall):
        return False
    return isinstance(error, OSError) or type(error).__module__.partition(".")[0] in CLIENT_PACKAGES


class ServiceHands:
    """The hands that do a schedule's faults to services, and undo them.

    Args:
        note: is told what is done.
    """

    def __init__(self, note: Note) -> None:
        self.services: dict[str, Service] = {}
        self._note = note
        self._struck: dict[Fault, Service] = {}
        self._paused: Counter[str] = Counter()

    def apply(self, fault: Fault) -> None:
        """Lets a fault happen to one of the services that run; to none if there is none."""
        running = [service for service in self.services.values() if service.is_running]
        if not running:
            return
        service = running[fault.amount % len(running)]
        self._struck[fault] = service
        self._note(service.name, replace(fault, targets=(service.name,)).words())
        if fault.kind is FaultKind.PAUSE:
            self._paused[service.name] += 1
            service.pause()
            return
        service.hold_down()
        if fault.kind is FaultKind.KILL:
            service.end()
        else:
            service.terminate()

    def heal(self, fault: Fault) -> None:
        """Undoes a fault."""
        service = self._struck.pop(fault, None)
        if service is None:
            return
        if fault.kind is not FaultKind.PAUSE:
            service.let_up()
            return
        self._paused[service.name] -= 1
        if not self._paused[service.name]:
            service.resume()

    def heal_all(self) -> None:
        """Undoes all faults that still last."""
        for fault in list(self._struck):
            self.heal(fault)

    def tend(self) -> None:
        """Starts what is to run and does not."""
        for service in self.services.values():
            service.tend()

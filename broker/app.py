"""The composition root: builds a broker of its parts, starts them in order, and stops them in order.

    build   Identity ─▶ Storage ─▶ Addresses ─▶ Cluster ─▶ Replication ─▶ Coordinators ─▶ Security ─▶ Edge
    start   parts run ─▶ listeners accept ─▶ controller ─▶ metadata ─▶ ready
    stop    others lead ─▶ listeners ─▶ requests in progress ─▶ controller ─▶ registration ─▶ logs flushed, clean marker
            ─▶ ZooKeeper

Each part is built whole, of those before it, and is never changed from outside. Everything that runs does so in one
TaskGroup, owned by `run`. A step of the stop that does not end in its time is skipped, never waited for without end;
the clean marker is written only after the logs are flushed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.assembly.cluster import join_cluster
from kavka.broker.assembly.coordinators import coordinate
from kavka.broker.assembly.edge import Edge, open_edge
from kavka.broker.assembly.endpoints import bind_addresses
from kavka.broker.assembly.identity import identify
from kavka.broker.assembly.inside import Inside
from kavka.broker.assembly.replication import replicate
from kavka.broker.assembly.security import secure
from kavka.broker.assembly.storage import open_storage
from kavka.broker.assembly.tools import Tools
from kavka.broker.cluster.registration import AlreadyRegistered
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.types import ConfigError
from kavka.broker.http.server import AdminServerError
from kavka.broker.log.log_dir import LogDirError
from kavka.broker.loop_lag import watch_loop
from kavka.broker.metrics import BrokerMetrics
from kavka.broker.network.binding import ListenError
from kavka.broker.network.budgets import Budgets
from kavka.common.event_feed import EventFeed
from kavka.common.lane import Lanes
from kavka.common.supervised import Supervisor
from kavka.common.tls_stores import TlsError
from kavka.timer.clock import Clock
from kavka.timer.dev_clock import DevClock
from kavka.timer.waiting import wait_done
from kavka.zk.errors import ZkError

if TYPE_CHECKING:
    from kavka.broker.world import World
    from kavka.zk.client import ZkClient

_log = logging.getLogger(__name__)

READY_WAIT_MS: Final = 30_000
"""How long startup waits for this broker in the controller's metadata before it counts as started anyway."""

READY_LOOK_MS: Final = 2
"""Pause between looks while starting: the two things that are waited for come by different requests."""

READY_LOOKS_A_DOUBLING: Final = 16
"""Looks while the wait doubles: whoever waits long for a controller looks less often, and is late by a sixteenth."""

REQUESTS_STOP_MS: Final = 1_000
"""How long requests in progress may take to finish at a stop; what long-polls then is cut off."""

CONTROLLER_STOP_MS: Final = 5_000
ZOOKEEPER_STOP_MS: Final = 2_000

_NO_START: Final = (ZkError, LogDirError, ListenError, AdminServerError, AlreadyRegistered, TlsError, ConfigError)
"""What of startup's failures its user can do something about."""


class StartError(Exception):
    """The broker cannot start, for a reason that its user can do something about: the message says what."""


class BrokerEnded(Exception):
    """The running broker had to end, and did so in order; the message says why, for its user."""


class Ready(NamedTuple):
    """What a started broker tells whoever started it."""

    broker_id: int
    host: str
    port: int
    pid: int
    data_dir: str
    endpoints: tuple[str, ...]
    admin: str | None
    """The URL of its admin endpoint."""


class _Parts(NamedTuple):
    """What `run` has built, and stops again."""

    inside: Inside
    edge: Edge
    tasks: asyncio.TaskGroup


class Broker:
    """One broker: `run` it once; `stop` ends it in order.

    Args:
        config: its configuration.
        world: all that it does to its outside (`world`).
        plugged: names of modules with more routes for the admin endpoint (`http.routes.Routes`).
    """

    def __init__(self, config: BrokerConfig, world: World, *, plugged: Sequence[str] = ()) -> None:
        self.config = config
        machine_clock = world.clock
        dev_clock = DevClock(machine_clock) if config.kavka_dev_clock else None
        self.clock: Clock = dev_clock or machine_clock
        self.metrics = BrokerMetrics()
        self.supervisor = Supervisor(self.metrics.failures, machine_clock)
        self.feed = EventFeed(self.clock.now_ms)
        self.budgets = Budgets(config, self.clock, world.process)
        self._tools = Tools(
            world=world,
            clock=self.clock,
            dev_clock=dev_clock,
            plugged=tuple(plugged),
            supervisor=self.supervisor,
            feed=self.feed,
            metrics=self.metrics,
            budgets=self.budgets,
            end=self._end,
            lanes=Lanes(world.ticks),
        )
        self._world = world
        self._stopping = asyncio.Event()
        self._is_ready = False
        self._ended_by: Exception | None = None

    @property
    def is_stopping(self) -> bool:
        """Tells whether it was asked for its end."""
        return self._stopping.is_set()

    def stop(self) -> None:
        """Requests the broker's end; `run` returns when everything is closed. Safe to call at any time, and again."""
        self._stopping.set()

    async def run(
        self,
        on_ready: Callable[[Ready], None] = lambda _: None,
        on_assembled: Callable[[Inside], None] = lambda _: None,
    ) -> None:
        """Runs the broker from startup until `stop`.

        Args:
            on_ready: is called once clients are served.
            on_assembled: is called with the broker's parts before they run, for who only looks on (`kavka.simulation`).

        Raises:
            StartError: the broker cannot start; its message is for the user.
            BrokerEnded: it ran and had to end.
            ExceptionGroup: a part of the running broker failed.
        """
        if self.config.inert():
            _log.warning("these settings have no effect yet: %s", ", ".join(self.config.inert()))
        zk = self._world.zookeeper.client(self.config)
        async with contextlib.AsyncExitStack() as stack:
            try:
                await zk.start(self.config.zookeeper_connection_timeout_ms)
                stack.push_async_callback(
                    _within, zk.clock, zk.close, ZOOKEEPER_STOP_MS, "closing the ZooKeeper session"
                )
                parts = await self._assemble(zk, stack)
            except _NO_START as error:
                raise StartError(str(error)) from error
            on_assembled(parts.inside)
            await self._serve(parts, on_ready)
        if self._ended_by is not None:
            raise BrokerEnded(str(self._ended_by)) from self._ended_by

    # ---- start ----------------------------------------------------------------------------------------------------

    async def _assemble(self, zk: ZkClient, stack: contextlib.AsyncExitStack) -> _Parts:
        """Builds everything, in the order in which things depend on each other; nothing is served yet."""
        tools, tasks = self._tools, asyncio.TaskGroup()
        identity = await identify(zk, self.config, tools)
        self.config = identity.config()
        storage = await open_storage(identity, tools, stack)
        addresses = bind_addresses(identity, tools, stack)
        cluster = await join_cluster(identity, storage, addresses, tools)
        stack.push_async_callback(cluster.close)
        replication = replicate(storage, cluster, tools)
        stack.push_async_callback(replication.close)
        coordinators = coordinate(storage, cluster, replication, tools)
        stack.push_async_callback(coordinators.close)
        security = await secure(cluster, replication, tools)
        inside = Inside(storage, cluster, replication, coordinators, security)
        edge = await open_edge(inside, addresses, tools, handlers=tasks, is_ready=lambda: self._is_ready, stack=stack)
        return _Parts(inside, edge, tasks)

    # ---- life -----------------------------------------------------------------------------------------------------

    async def _serve(self, parts: _Parts, on_ready: Callable[[Ready], None]) -> None:
        inside, edge = parts.inside, parts.edge
        async with parts.tasks as tasks:
            running: list[asyncio.Task[None]] = []

            def begin(name: str, run: Callable[[], Awaitable[None]]) -> None:
                running.append(tasks.create_task(self.supervisor.keep(name, run), name=name))

            begin("replication", inside.replication.run)
            begin("coordinators", inside.coordinators.run)
            begin("storage", inside.storage.run)
            begin("loop lag", self._watch_loop)
            begin("cluster", inside.cluster.run)
            begin("security", inside.security.run)
            await edge.start()
            begin("edge", edge.run)
            controlling = tasks.create_task(inside.cluster.controller.run(), name="controller")
            await self._wait_until_known(inside)
            if not self._stopping.is_set():
                self._is_ready = True
                on_ready(self._ready(parts))
                begin("tending of logs", inside.storage.tend)
                begin("loading of modules", edge.tend)
            await self._stopping.wait()
            await self._stop(parts, controlling, running)

    async def _watch_loop(self) -> None:
        world = self._world
        await watch_loop(self.metrics.loop, world.clock, ticks=world.ticks, thread_ticks=world.thread_ticks)

    def _end(self, error: Exception) -> None:
        """Stops this broker, in order, when ZooKeeper will not know it any more, or no data directory is left."""
        _log.critical("broker %d ends: %s", self.config.broker_id, error)
        self._ended_by = error
        self.stop()

    async def _wait_until_known(self, inside: Inside) -> None:
        """Waits until the controller has sent metadata of this broker and of what it leads.

        Before, it could answer no client's request, or would deny that it has the partitions that lie on its disk.
        """
        clock = self._tools.machine_clock
        began_ms = clock.monotonic_ms()
        try:
            async with clock.timeout(READY_WAIT_MS):
                while not (self._stopping.is_set() or _knows_its_part(inside)):
                    waited_ms = clock.monotonic_ms() - began_ms
                    await clock.sleep(max(READY_LOOK_MS, waited_ms // READY_LOOKS_A_DOUBLING))
        except TimeoutError:
            _log.warning("no controller has spoken to this broker within %d ms; going on without", READY_WAIT_MS)

    def _ready(self, parts: _Parts) -> Ready:
        listeners, admin = parts.edge.listeners, parts.edge.admin
        first = listeners[0]
        return Ready(
            broker_id=parts.inside.cluster.identity.broker_id,
            host="localhost" if self.config.listeners[0].is_wildcard else first.host,
            port=first.port,
            pid=self._world.process.pid,
            data_dir=self.config.log_dirs[0],
            endpoints=tuple(f"{listener.name}://{listener.host}:{listener.port}" for listener in listeners),
            admin=None if admin is None else admin.url,
        )

    # ---- stop -----------------------------------------------------------------------------------------------------

    async def _stop(self, parts: _Parts, controlling: asyncio.Task[None], running: list[asyncio.Task[None]]) -> None:
        """Ends in order; see the module."""
        inside = parts.inside
        machine_clock = self._tools.machine_clock
        storage, cluster, replication = inside.storage, inside.cluster, inside.replication
        _log.info("broker %d stops", cluster.identity.broker_id)
        self._is_ready = False
        if self._ended_by is None:
            await cluster.shutdown().run()
        replication.manager.waiting.answer_fetches()
        inside.coordinators.groups.coordinator.resign()
        await parts.edge.close(REQUESTS_STOP_MS)
        cluster.controller.close()
        await wait_done(machine_clock, (controlling,), CONTROLLER_STOP_MS)
        controlling.cancel()
        await _within(machine_clock, cluster.registration.unregister, ZOOKEEPER_STOP_MS, "taking the registration back")
        for task in running:
            task.cancel()
        await asyncio.wait(running)
        storage.settle()
        replication.manager.high_watermarks.write(at_once=True)
        storage.close()


def _knows_its_part(inside: Inside) -> bool:
    broker_id, manager = inside.cluster.identity.broker_id, inside.replication.manager
    snapshot = inside.cluster.metadata.snapshot
    return broker_id in snapshot.brokers and all(
        manager.partitions.find(name, index) is not None
        for name, topic in snapshot.topics.items()
        for index, state in topic.partitions.items()
        if state.leader == broker_id
    )


async def _within(clock: Clock, act: Callable[[], Awaitable[object]], timeout_ms: int, what: str) -> None:
    """One step of a stop: it may fail or take too long, the next ones come all the same."""
    try:
        async with clock.timeout(timeout_ms):
            await act()
    except (TimeoutError, ZkError) as error:
        _log.warning("%s failed, going on: %s", what, error or f"not done within {timeout_ms} ms")

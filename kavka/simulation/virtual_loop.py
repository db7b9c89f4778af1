"""An event loop in virtual time: a whole cluster of processes in one, every choice of whom to run next by the seed.

    host a  ready: ▢ ▢ ▢ ┐                                  one round of the loop:
    host b  ready: ▢     ├─ the seed takes one host ─▶ all that it has ready runs, in order; that takes it TURN_US
    host c  (paused) ▢ ▢ ┘
    nobody has anything ready ─▶ time jumps to the next timer: what sleeps costs nothing
    bytes that arrive         ─▶ the kernel takes them in, at once: that is nobody's turn

Callbacks of one host run in the order in which they were asked for: asyncio promises that, and code relies on it. What
no program may rely on is left to the seed: which of several processes goes first. Tasks and futures are hashed by
serial numbers, so that sets of them (TaskGroup, asyncio.wait) have the same order in every process.

It is asyncio's own loop without its selector: streams, task groups, timeouts, TLS and executors work as they do
elsewhere, connections and servers go over the simulated network (`memory_network`). Work given to an executor is done
in a later turn of its host.

A slow host (`Slowness`) runs one callback a turn, and is busy for as long as that takes it; the others go on meanwhile.

Not here: what a host's wall clock says (`host_clock`), and what happens to hosts from outside (`cluster`).
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import logging
import random
import socket
import sys
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextvars import Context, copy_context
from typing import Any, Final, Protocol, TypeVar, cast

from kavka.simulation.hosts import HOST, KERNEL, Host, HostState, Slowness

T = TypeVar("T")

US_PER_S: Final = 1_000_000
TURN_US: Final = 5
"""What one turn of a host takes: so that whoever polls in turns of the loop sees time go by."""

TURNS_WITHOUT_TIMER_MAX: Final = 2_000_000
"""After so many turns in which no timer fell due, hosts only keep one another busy: ten virtual seconds of it."""

RUNS: Final = HostState.RUNS
DEAD: Final = HostState.DEAD

CLOSES_MAX: Final = 20
"""How often a coroutine may await something while it is closed."""


class LiveLock(Exception):
    """The hosts keep one another busy, and nothing that waits ever falls due."""


class Deadlock(Exception):
    """Nothing is ready and no timer is set, but the simulation waits for something."""


class LoopNetwork(Protocol):
    """The simulated network, as asyncio's `create_connection` and `create_server` see it."""

    async def create_connection(
        self, factory: Callable[[], Any], host: str, port: int, **options: Any
    ) -> tuple[asyncio.BaseTransport, Any]:
        """Connects the running host; see `asyncio.loop.create_connection`."""

    async def create_server(
        self, factory: Callable[[], Any], host: str, port: int, **options: Any
    ) -> asyncio.AbstractServer:
        """Listens at the running host; see `asyncio.loop.create_server`."""

    def end_all(self) -> None:
        """Ends every connection without a word to anybody."""


class _SerialTask(asyncio.Task[T]):
    """A task whose place in a set is the same in every process."""

    _serial: int

    def __hash__(self) -> int:
        return self._serial


class _SerialFuture(asyncio.Future[T]):
    """A future, likewise."""

    _serial: int

    def __hash__(self) -> int:
        return self._serial


class VirtualLoop(asyncio.BaseEventLoop):
    """See the module.

    Args:
        rng: chooses whose turn it is.
        network: what `create_connection` and `create_server` go over; None: there is none.

    Attributes:
        now_us: the microseconds since the simulation's begin; moved by the loop alone.
    """

    get_debug = staticmethod(bool)
    """Returns that there is no debugging: asyncio asks with each future, and the loop is traced by other means."""

    def __init__(self, rng: random.Random, network: LoopNetwork | None = None) -> None:
        super().__init__()
        self.now_us = 0
        self._rng = rng
        self._network = network
        self._serials = itertools.count(1)
        self._timers: list[tuple[int, int, _HostTimer]] = []
        self._runnable: list[Host] = []
        self._hosts: list[Host] = []
        self._slow: dict[str, Slowness] = {}
        self.outside = self.host("outside")
        """The hand that moves the simulation: code that no host's context surrounds."""

    # ---- hosts ----------------------------------------------------------------------------------------------------

    def host(self, name: str) -> Host:
        """Makes a host: one life of a process."""
        host = Host(name, self._slow.get(name))
        self._hosts.append(host)
        return host

    def start(self, host: Host, coroutine: Coroutine[Any, Any, T], *, name: str | None = None) -> asyncio.Task[T]:
        """Starts a task of a host; the caller owns it."""
        return self.create_task(coroutine, name=name, context=host.context.copy())

    def kill(self, host: Host) -> None:
        """Kills a host: nothing of it runs any more, neither its callbacks nor what would clean up behind them."""
        host.state = HostState.DEAD
        host.ready.clear()
        with contextlib.suppress(ValueError):
            self._runnable.remove(host)

    def pause(self, host: Host) -> None:
        """Stops a host where it is, as SIGSTOP does."""
        if host.state is HostState.RUNS:
            host.state = HostState.PAUSED
            with contextlib.suppress(ValueError):
                self._runnable.remove(host)

    def resume(self, host: Host) -> None:
        """Lets a paused host go on, with all that has become due meanwhile."""
        if host.state is HostState.PAUSED:
            host.state = HostState.RUNS
            if host.ready and not host.is_busy:
                self._runnable.append(host)

    def slow(self, name: str, slowness: Slowness | None) -> None:
        """Makes a host slow, and its later lives; None: its code takes no time again."""
        self._slow.pop(name, None)
        if slowness is not None:
            self._slow[name] = slowness
        for host in self._hosts:
            if host.name == name:
                host.slowness = slowness

    @property
    def living(self) -> tuple[str, ...]:
        """Returns the names of the hosts that live, the oldest first; `outside` is left out."""
        return tuple(host.name for host in self._hosts[1:] if not host.is_dead)

    def pending_timers(self, host: Host) -> int:
        """Counts the timers of a host that are to fall due."""
        return sum(timer.host is host and not timer._cancelled for _, _, timer in self._timers)

    # ---- time -----------------------------------------------------------------------------------------------------

    def time(self) -> float:
        """Returns the seconds since the simulation's begin."""
        return self.now_us / US_PER_S

    # ---- callbacks ------------------------------------------------------------------------------------------------

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Calls back in a later turn of the host that the context belongs to."""
        if context is None:
            context = copy_context()
        handle = _HostHandle(callback, args, self, context)
        self._queue(context.get(HOST, self.outside), handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Calls back after so many virtual seconds."""
        return self.call_at_us(self.now_us + max(0, round(delay * US_PER_S)), callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Calls back when the loop's time is `when`."""
        return self.call_at_us(max(self.now_us, round(when * US_PER_S)), callback, *args, context=context)

    def call_at_us(
        self, due_us: int, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Calls back when `now_us` is `due_us`."""
        if context is None:
            context = copy_context()
        timer = _HostTimer(due_us, callback, args, self, context)
        heapq.heappush(self._timers, (due_us, next(self._serials), timer))
        return timer

    def _queue(self, host: Host, handle: asyncio.Handle) -> None:
        if host.state is RUNS:
            if not host.ready and not host.is_busy:
                self._runnable.append(host)
        elif host.state is DEAD:
            return
        host.ready.append(handle)

    # ---- the rounds -----------------------------------------------------------------------------------------------

    def _run_once(self) -> None:  # noqa: C901 (see below)
        """Runs one host's turn after the other, until the loop is to stop.

        Where nobody has anything to do, moves the time to the next timer. It is one function, and asyncio's `_run` and
        `run_forever` are in it, for this is what a simulation's time goes into.
        """
        runnable, timers, chance = self._runnable, self._timers, self._rng.random
        turns_without_timer = 0
        while True:
            if not runnable:
                self._pass_time()
            elif turns_without_timer > TURNS_WITHOUT_TIMER_MAX:
                raise LiveLock(", ".join(host.name for host in runnable))
            while timers and timers[0][0] <= self.now_us:
                timer = heapq.heappop(timers)[2]
                turns_without_timer = 0
                if timer._cancelled:
                    continue
                if timer._context is KERNEL:
                    self._take_turn(deque((timer,)))
                else:
                    self._queue(timer.host, timer)
            if runnable:
                host = runnable.pop(int(chance() * len(runnable)) if len(runnable) > 1 else 0)
                self.now_us += TURN_US
                turns_without_timer += 1
                if host.slowness is None:
                    self._take_turn(host.ready)
                    if host.ready and host.state is RUNS and host not in runnable:
                        runnable.append(host)
                else:
                    self._take_slow_turn(host, host.slowness)
            if self._stopping:  # type: ignore[attr-defined]
                return

    def _take_turn(self, ready: deque[asyncio.Handle]) -> None:
        """Runs what is ready; what it asks for meanwhile is of its host's next turn."""
        for _ in range(len(ready)):
            if not ready:  # it died, by its own hand
                return
            handle = ready.popleft()
            if handle._cancelled:
                continue
            try:
                handle._context.run(handle._callback, *handle._args)  # type: ignore[attr-defined]
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as error:  # noqa: BLE001 - as asyncio's own handles do
                what = {"message": f"Exception in callback {handle!r}", "exception": error, "handle": handle}
                self.call_exception_handler(what)

    def _take_slow_turn(self, host: Host, slowness: Slowness) -> None:
        """Runs the first callback that is ready; the others wait for as long as that takes."""
        slowness.begin()
        host.is_busy = True
        self._take_turn(deque((host.ready.popleft(),)))
        self.call_at_us(self.now_us + slowness.spent_us, self._end_slow_turn, host, context=KERNEL)

    def _end_slow_turn(self, host: Host) -> None:
        host.is_busy = False
        if host.ready and host.state is RUNS:
            self._runnable.append(host)

    def _pass_time(self) -> None:
        timers = self._timers
        while timers and (timers[0][2]._cancelled or timers[0][2].host.state is DEAD):
            heapq.heappop(timers)
        if timers:
            self.now_us = max(self.now_us, timers[0][0])
        elif not self._stopping:  # type: ignore[attr-defined]
            raise Deadlock(f"nothing is left to happen at {self.time():.6f} s")

    # ---- tasks, futures, executors --------------------------------------------------------------------------------

    def create_future(self) -> asyncio.Future[Any]:
        """Creates a future with a serial number."""
        future: _SerialFuture[Any] = _SerialFuture(loop=self)
        future._serial = next(self._serials)
        return future

    def create_task(  # type: ignore[override]
        self,
        coro: Any,
        *,
        name: str | None = None,
        context: Context | None = None,
        **options: Any,
    ) -> asyncio.Task[Any]:
        """Creates a task of the host that the context belongs to."""
        host = HOST.get(self.outside) if context is None else context.get(HOST, self.outside)
        serial = next(self._serials)
        task = _new_task(coro, self, serial, name or f"{host.name}-{serial}", context)
        host.adopt(task)
        return task

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Calls a function in a later turn of the host, in place of a thread."""
        done: asyncio.Future[T] = self.create_future()

        def work() -> None:
            try:
                result = func(*args)
            except Exception as error:  # noqa: BLE001 - whoever awaits it gets what the function raised
                if not done.cancelled():
                    done.set_exception(error)
            else:
                if not done.cancelled():
                    done.set_result(result)

        self.call_soon(work)
        return done

    # ---- the network ----------------------------------------------------------------------------------------------

    async def create_connection(
        self, protocol_factory: Callable[[], Any], host: str | None = None, port: int | None = None, **options: Any
    ) -> tuple[Any, Any]:
        """Connects the running host over the simulated network."""
        assert self._network is not None
        assert host is not None
        assert port is not None
        return await self._network.create_connection(protocol_factory, host, port, **options)

    async def create_server(  # type: ignore[override]
        self, protocol_factory: Callable[[], Any], host: str | None = None, port: int | None = None, **options: Any
    ) -> asyncio.AbstractServer:
        """Listens at the running host, on the simulated network."""
        assert self._network is not None
        return await self._network.create_server(protocol_factory, host or "", port or 0, **options)

    async def getaddrinfo(  # type: ignore[override]
        self, host: str | None, port: int | None, **_hints: int
    ) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        """Resolves a name to itself: the network knows hosts by their names."""
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (host or "", port or 0))]

    # ---- asyncio's own hooks --------------------------------------------------------------------------------------

    def _process_events(self, event_list: Any) -> None:
        """Has no selector, so no events."""

    def _write_to_self(self) -> None:
        """Has nobody to wake: there is one thread."""

    def dispose(self) -> None:
        """Ends the simulation: drops what dead and living hosts hold, without a word of it."""
        for host in self._hosts:
            host.state = DEAD
        if self._network is not None:
            self._network.end_all()
        tasks = [task for host in self._hosts for task in host.tasks]
        with _quietly():
            for task in tasks:
                task._log_destroy_pending = False  # type: ignore[attr-defined]
            # A `finally` finds a running loop, and what it asks of it is lost. Without one it would raise, and a loop
            # that handles errors would go on with its next item, which raises, too, and so on for ever.
            events._set_running_loop(self)
            try:
                for task in tasks:
                    _close(cast(Coroutine[Any, Any, Any], task.get_coro()))
            finally:
                events._set_running_loop(None)
            for host in self._hosts:
                host.ready.clear()
                host.tasks.clear()
            self._timers.clear()
            self._runnable.clear()
        if not self.is_closed():
            self.close()


class _HostHandle(asyncio.Handle):
    """A callback in a host's queue; made without looking for a debugger."""

    __slots__ = ()

    def __init__(
        self, callback: Callable[..., object], args: tuple[Any, ...], loop: VirtualLoop, context: Context
    ) -> None:
        self._context = context
        self._loop = loop
        self._callback = callback
        self._args = args
        self._cancelled = False
        self._repr = None
        self._source_traceback = None


class _HostTimer(asyncio.TimerHandle):
    """A timer that knows whose it is; one that is cancelled stays where it is, and is dropped when it falls due."""

    __slots__ = ("host",)

    def __init__(
        self, due_us: int, callback: Callable[..., object], args: tuple[Any, ...], loop: VirtualLoop, context: Context
    ) -> None:
        self.host: Host = context.get(HOST, loop.outside)
        self._when = due_us / US_PER_S
        self._scheduled = True
        self._context = context
        self._loop = loop
        self._callback = callback
        self._args = args
        self._cancelled = False
        self._repr = None
        self._source_traceback = None

    def cancel(self) -> None:
        """Drops what it was to call."""
        self._cancelled = True
        self._callback = self._args = None  # type: ignore[assignment]


def _new_task(coro: Any, loop: VirtualLoop, serial: int, name: str, context: Context | None) -> asyncio.Task[Any]:
    # asyncio registers a task by its hash while it constructs it.
    task: _SerialTask[Any] = _SerialTask.__new__(_SerialTask)
    task._serial = serial
    task.__init__(coro, loop=loop, name=name, context=context)  # type: ignore[misc]
    return task


def _close(coroutine: Coroutine[Any, Any, Any]) -> None:
    """Closes a coroutine; one that awaits while it is closed is closed there."""
    for _ in range(CLOSES_MAX):
        try:
            coroutine.close()
        except RuntimeError:  # it awaits something in a `finally`
            continue
        except BaseException:  # noqa: BLE001 - it may raise what it likes: nobody is there any more
            return
        return


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """Lets coroutines be closed without reports: nobody is there who could act on them."""
    former, sys.unraisablehook = sys.unraisablehook, lambda _: None
    level = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(level)
        sys.unraisablehook = former


@contextlib.contextmanager
def running(loop: VirtualLoop) -> Iterator[VirtualLoop]:
    """Makes a loop the thread's own for a simulation, and disposes of it."""
    events.set_event_loop(loop)
    try:
        yield loop
    finally:
        events.set_event_loop(None)
        loop.dispose()

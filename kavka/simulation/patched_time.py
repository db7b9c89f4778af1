"""Virtual clocks and seeded chance for code that knows no simulation: `time`, `datetime`, `random`, `os`, `uuid`.

    time.monotonic() ──▶ replacement ─┬─ a simulation runs in this thread ─▶ the clock of the host that runs; where it
    (wherever it is bound)            │                                      has none of its own, the loop's true time
                                      └─ none does ─▶ the real one           chance: a stream per host, by the seed

Code gets at clocks by three ways, and each is closed: `time.monotonic` (a module's global), `from time import
monotonic` (another module's global, a class's attribute), `def f(now=time.monotonic)` (a function's default). When the
first simulation begins, all loaded modules are searched for these places; the places are remembered, later only new
modules are searched, and at the end of the last simulation each gets back what it had, those of modules that were
imported meanwhile too. What kept a replacement elsewhere finds the real function behind it.

`datetime.now` and `utcnow` read the machine's clock in C, so the type's own dictionary holds others for that while: the
class stays the same one, and `isinstance`, `type(x) is datetime`, pickles and subclasses with it. An unseeded
`random.Random()` takes its seed from the host's stream. aiokafka's producer has C ask for a record's timestamp; it is
given the host's. Its producers' client ids count from 1 in each simulation, and its brokers are in order.

What would stop the whole world raises `BlockingCall`: `time.sleep` and starting a thread. `loop.run_in_executor` and
`asyncio.to_thread` work: the virtual loop has no threads.

Not covered: what was copied before a simulation to where nobody looks (a closure, an instance's attribute, a
`functools.partial`, a dataclass's `default_factory`), chance in C that asks nobody (numpy), locks that block,
processes, `time.process_time`, and the order of a `set` of `str`, which PYTHONHASHSEED decides. Time stands while code
computes: who polls a clock without awaiting waits for ever. Which clock a host has `host_clock` decides.
"""

from __future__ import annotations

import contextlib
import ctypes
import datetime
import gc
import os
import random
import sys
import threading
import time
import types
import uuid
import weakref
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any, Final

from kavka.simulation.host_clock import WALL_MS_AT_BEGIN, HostClock
from kavka.simulation.hosts import HOST
from kavka.simulation.virtual_loop import VirtualLoop

NS_PER_S: Final = 1_000_000_000
NS_PER_MS: Final = 1_000_000
NS_PER_US: Final = 1_000

AIOKAFKA_BATCHES: Final = "aiokafka.producer.message_accumulator"
"""Gives records without a timestamp the machine's time in C."""
AIOKAFKA_CLUSTER: Final = "aiokafka.cluster"
"""Chooses among a set of brokers whose racks are None, whose hash is an address before Python 3.12."""
AIOKAFKA_PRODUCER: Final = "aiokafka.producer.producer"
AIOKAFKA_COUNT: Final = "_PRODUCER_CLIENT_ID_SEQUENCE"
"""Counts the producers of the process, for their client ids."""

GREGORIAN_100NS: Final = 0x01B21DD213814000
"""From 1582-10-15, where version 1 of UUIDs begins to count, to 1970 (RFC 9562)."""


class BlockingCall(RuntimeError):
    """Code in a simulation would hold the thread in which the whole simulated world lives."""


class SimulatedReadings:
    """What clocks and chance say in one simulation, to the host that asks.

    Args:
        loop: has the true time.
        seed: of every chance.
        clocks: by the names of their hosts; may grow meanwhile.
    """

    def __init__(self, loop: VirtualLoop, seed: int, clocks: Mapping[str, HostClock]) -> None:
        self._loop = loop
        self._seed = seed
        self._clocks = clocks
        self._streams: dict[tuple[str, str], random.Random] = {}

    def _host(self) -> str:
        return HOST.get(self._loop.outside).name

    def ticks(self) -> int:
        """Returns the nanoseconds of the host's monotonic clock."""
        clock = self._clocks.get(self._host())
        return self._loop.now_us * NS_PER_US if clock is None else clock.ticks()

    def wall_ns(self) -> int:
        """Returns the nanoseconds since 1970 by the host's wall clock."""
        clock = self._clocks.get(self._host())
        if clock is None:
            return WALL_MS_AT_BEGIN * NS_PER_MS + self._loop.now_us * NS_PER_US
        return clock.now_ms() * NS_PER_MS + clock.ticks() % NS_PER_MS

    def wall_s(self) -> float:
        """Returns the same in seconds."""
        return self.wall_ns() / NS_PER_S

    def chance(self) -> random.Random:
        """Returns what stands for the hidden instance of module `random`, which a program may seed."""
        return self._stream("random")

    def entropy(self) -> random.Random:
        """Returns what stands for the machine's entropy."""
        return self._stream("entropy")

    def _stream(self, purpose: str) -> random.Random:
        key = purpose, self._host()
        if key not in self._streams:
            self._streams[key] = random.Random(f"{purpose} {self._seed} {key[1]}")
        return self._streams[key]


_RUNNING: Final[dict[int, SimulatedReadings]] = {}
"""By thread. The functions that are replaced are the process's own, so what they ask has to be, too."""

Owner = MutableMapping[str, Any] | type | types.FunctionType
Virtual = Callable[..., Any]
"""Takes the simulation's readings, then what the real function takes."""


class _Replacement:
    """What stands in place of a function; as a builtin, it is no method where a class holds it."""

    __slots__ = ("__weakref__", "_virtual", "real")

    def __init__(self, real: Callable[..., Any], virtual: Virtual) -> None:
        self.real = real
        self._virtual = virtual

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        simulated = _RUNNING.get(threading.get_ident())
        return self.real(*args, **kwargs) if simulated is None else self._virtual(simulated, *args, **kwargs)

    def __repr__(self) -> str:
        return f"<{self.real!r}, or what a simulation puts in its place>"


# ---- what is replaced ---------------------------------------------------------------------------------------------


def _seconds(simulated: SimulatedReadings) -> float:
    return simulated.ticks() / NS_PER_S


def _of_moment(real: Callable[..., Any], *, before: int = 0) -> Virtual:
    """Makes a function of a moment that is now if none is given; `before`: arguments that come first."""

    def virtual(simulated: SimulatedReadings, *args: Any) -> Any:
        if len(args) > before and args[before] is not None:
            return real(*args)
        return real(*args[:before], simulated.wall_s())

    return virtual


def _of_tuple(real: Callable[..., Any], localtime: Callable[..., Any], *, before: int) -> Virtual:
    def virtual(simulated: SimulatedReadings, *args: Any) -> Any:
        return real(*args) if len(args) > before else real(*args, localtime(simulated.wall_s()))

    return virtual


def _clock_gettime_ns(real: Callable[[int], int]) -> Virtual:
    wall = {getattr(time, f"CLOCK_{name}", None) for name in ("REALTIME", "TAI")}
    monotonic = {getattr(time, f"CLOCK_{name}", None) for name in ("MONOTONIC", "MONOTONIC_RAW", "BOOTTIME")}

    def virtual(simulated: SimulatedReadings, clock: int) -> int:
        if clock in wall:
            return simulated.wall_ns()
        return simulated.ticks() if clock in monotonic else real(clock)

    return virtual


def _in_seconds(virtual_ns: Virtual) -> Virtual:
    return lambda simulated, clock: virtual_ns(simulated, clock) / NS_PER_S


def _refuses(what: str) -> Virtual:
    def refuse(_simulated: SimulatedReadings, *_args: Any, **_kwargs: Any) -> None:
        raise BlockingCall(f"{what}, and with it every simulated host would stand")

    return refuse


def _uuid1(simulated: SimulatedReadings, node: int | None = None, clock_seq: int | None = None) -> uuid.UUID:
    """Makes a UUID of version 1: of the host's time, and of a node and a sequence drawn by the seed."""
    moment = simulated.wall_ns() // 100 + GREGORIAN_100NS
    sequence = simulated.entropy().getrandbits(14) if clock_seq is None else clock_seq
    fields = (moment & 0xFFFFFFFF, moment >> 32 & 0xFFFF, moment >> 48 & 0x0FFF, sequence >> 8 & 0x3F, sequence & 0xFF)
    return uuid.UUID(fields=(*fields, simulated.entropy().getrandbits(48) if node is None else node), version=1)


def _of_hidden_instance(name: str) -> Virtual:
    return lambda simulated, *args, **kwargs: getattr(simulated.chance(), name)(*args, **kwargs)


def _virtuals() -> Iterator[tuple[Callable[..., Any], Virtual]]:
    """Yields every function that is replaced, and what is done in its place."""
    real = vars(time)
    ns = _clock_gettime_ns(real["clock_gettime_ns"])
    virtuals: dict[str, Virtual] = {
        "time": SimulatedReadings.wall_s,
        "time_ns": SimulatedReadings.wall_ns,
        "monotonic": _seconds,
        "monotonic_ns": SimulatedReadings.ticks,
        "perf_counter": _seconds,
        "perf_counter_ns": SimulatedReadings.ticks,
        "clock_gettime": _in_seconds(ns),
        "clock_gettime_ns": ns,
        "localtime": _of_moment(real["localtime"]),
        "gmtime": _of_moment(real["gmtime"]),
        "ctime": _of_moment(real["ctime"]),
        "asctime": _of_tuple(real["asctime"], real["localtime"], before=0),
        "strftime": _of_tuple(real["strftime"], real["localtime"], before=1),
        "sleep": _refuses("time.sleep holds the thread; await asyncio.sleep"),
    }
    yield from ((real[name], virtual) for name, virtual in virtuals.items())
    yield os.urandom, lambda simulated, size: simulated.entropy().randbytes(size)
    yield uuid.uuid1, _uuid1
    for name, value in vars(random).items():
        if getattr(value, "__self__", None) is vars(random)["_inst"]:
            yield value, _of_hidden_instance(name)
    refuse = _refuses("a thread would run beside the simulation; use loop.run_in_executor or asyncio.to_thread")
    for name in ("_start_new_thread", "_start_joinable_thread"):  # the second since Python 3.13
        if name in vars(threading):
            yield vars(threading)[name], refuse


# ---- where they are bound -----------------------------------------------------------------------------------------


class _Place:
    """Where a name is bound to a function that is replaced: a namespace's key, or one of a function's defaults."""

    __slots__ = ("_key", "_owner", "replacement")

    def __init__(self, owner: Owner, key: Any, made: _Replacement) -> None:
        self._owner = owner
        self._key = key
        self.replacement = made

    def exchange(self, was: object, becomes: object) -> None:
        """Binds the name anew, if it is bound as it was: what somebody else has put there since is theirs."""
        owner, key = self._owner, self._key
        if isinstance(owner, types.FunctionType):
            values = owner.__defaults__ or ()
            if key < len(values) and values[key] is was:
                owner.__defaults__ = (*values[:key], becomes, *values[key + 1 :])
        elif isinstance(owner, type):
            if vars(owner).get(key) is was:
                setattr(owner, key, becomes)
        elif owner.get(key) is was:
            owner[key] = becomes


class _Search:
    """Finds where functions are bound.

    Args:
        wanted: by the identity of what is looked for: a real function or its replacement.
    """

    def __init__(self, wanted: Mapping[int, _Replacement]) -> None:
        self._wanted = wanted

    def in_module(self, module: types.ModuleType) -> Iterator[_Place]:
        """Yields the places of a module, its classes and its functions."""
        namespace = vars(module)
        name = module.__name__
        for key, value in list(namespace.items()):
            if id(value) in self._wanted:
                yield _Place(namespace, key, self._wanted[id(value)])
            elif getattr(value, "__module__", None) != name:
                continue  # found where it was defined
            elif isinstance(value, types.FunctionType):
                yield from self._in_defaults(value)
            elif isinstance(value, type):
                yield from self._in_class(value)

    def _in_class(self, cls: type) -> Iterator[_Place]:
        for key, value in list(vars(cls).items()):
            if id(value) in self._wanted:
                yield _Place(cls, key, self._wanted[id(value)])
                continue
            function = getattr(value, "__func__", value)  # within a classmethod or a staticmethod
            if isinstance(function, types.FunctionType):
                yield from self._in_defaults(function)

    def _in_defaults(self, function: types.FunctionType) -> Iterator[_Place]:
        for index, value in enumerate(function.__defaults__ or ()):
            if id(value) in self._wanted:
                yield _Place(function, index, self._wanted[id(value)])
        for key, value in (function.__kwdefaults__ or {}).items():
            if id(value) in self._wanted:
                assert function.__kwdefaults__ is not None
                yield _Place(function.__kwdefaults__, key, self._wanted[id(value)])


class _Patches:
    """The replacements of this process; in place while at least one simulation runs."""

    def __init__(self) -> None:
        replacements = [_Replacement(real, virtual) for real, virtual in _virtuals()]
        self._search = _Search(
            {id(made.real): made for made in replacements} | {id(made): made for made in replacements}
        )
        self._places: weakref.WeakKeyDictionary[types.ModuleType, list[_Place]] = weakref.WeakKeyDictionary()
        self._types = _TypePatches()
        self._count = 0
        self._lock = threading.Lock()

    def enter(self, simulated: SimulatedReadings) -> None:
        """Begins a simulation in this thread."""
        with self._lock:
            thread = threading.get_ident()
            if thread in _RUNNING:
                raise RuntimeError("a simulation runs in this thread already")
            if not self._count:
                self._learn()
                self._exchange_all(lambda made: (made.real, made))
                self._types.install()
            self._count += 1
            _RUNNING[thread] = simulated

    def leave(self) -> None:
        """Ends this thread's simulation."""
        with self._lock:
            del _RUNNING[threading.get_ident()]
            self._count -= 1
            if not self._count:
                self._types.remove()
                self._learn()  # modules that were imported meanwhile hold replacements
                self._exchange_all(lambda made: (made, made.real))

    def _learn(self) -> None:
        for module in list(sys.modules.values()):
            # A library of cffi's takes itself for a module, and no reference to itself; its functions are C.
            is_module = isinstance(module, types.ModuleType) and type(module).__weakrefoffset__
            if is_module and module not in self._places:
                self._places[module] = list(self._search.in_module(module))

    def _exchange_all(self, pair: Callable[[_Replacement], tuple[object, object]]) -> None:
        for places in list(self._places.values()):
            for place in places:
                place.exchange(*pair(place.replacement))


class _TypePatches:
    """What is replaced in types: `datetime.now` and `utcnow`, which are C; who asks for time or chance in C."""

    def __init__(self) -> None:
        self._datetime = gc.get_referents(datetime.datetime.__dict__)[0]
        self._real = {name: self._datetime[name] for name in ("now", "utcnow")}
        self._attributes: list[tuple[type, str, Any]] = []

    def install(self) -> None:
        """Puts the replacements in place."""
        self._set_datetime({"now": classmethod(_now), "utcnow": classmethod(_utcnow)})
        self._set(random.Random, "seed", _seeding)
        if AIOKAFKA_BATCHES in sys.modules:
            self._set(sys.modules[AIOKAFKA_BATCHES].BatchBuilder, "append", _stamping)
        if AIOKAFKA_CLUSTER in sys.modules:
            self._set(sys.modules[AIOKAFKA_CLUSTER].ClusterMetadata, "brokers", _in_order)
        if AIOKAFKA_PRODUCER in sys.modules:
            self._set(sys.modules[AIOKAFKA_PRODUCER].AIOKafkaProducer, AIOKAFKA_COUNT, lambda _: 0)

    def remove(self) -> None:
        """Puts back what was there."""
        self._set_datetime(self._real)
        while self._attributes:
            setattr(*self._attributes.pop())

    def _set(self, owner: type, name: str, make: Callable[[Any], Any]) -> None:
        if name in vars(owner):
            real = vars(owner)[name]
            self._attributes.append((owner, name, real))
            setattr(owner, name, make(real))

    def _set_datetime(self, methods: Mapping[str, object]) -> None:
        self._datetime.update(methods)
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(datetime.datetime))  # the interpreter caches methods


_DATETIME_NOW: Final = datetime.datetime.__dict__["now"].__get__
_DATETIME_UTCNOW: Final = datetime.datetime.__dict__["utcnow"].__get__


def _now(cls: type[datetime.datetime], tz: datetime.tzinfo | None = None) -> datetime.datetime:
    simulated = _RUNNING.get(threading.get_ident())
    if simulated is None:
        return _DATETIME_NOW(None, cls)(tz)  # type: ignore[no-any-return]
    return cls.fromtimestamp(simulated.wall_s(), tz)


def _utcnow(cls: type[datetime.datetime]) -> datetime.datetime:
    simulated = _RUNNING.get(threading.get_ident())
    if simulated is None:
        return _DATETIME_UTCNOW(None, cls)()  # type: ignore[no-any-return]
    return cls.fromtimestamp(simulated.wall_s(), datetime.UTC).replace(tzinfo=None)


def _seeding(real: Callable[..., None]) -> Callable[..., None]:
    def seed(self: random.Random, a: Any = None, version: int = 2) -> None:
        simulated = _RUNNING.get(threading.get_ident())
        if a is None and simulated is not None:
            a = simulated.entropy().getrandbits(256)
        real(self, a, version)

    return seed


def _stamping(real: Callable[..., Any]) -> Callable[..., Any]:
    def append(self: Any, *, timestamp: int | None, **record: Any) -> Any:
        simulated = _RUNNING.get(threading.get_ident())
        if timestamp is None and simulated is not None:
            timestamp = simulated.wall_ns() // NS_PER_MS
        return real(self, timestamp=timestamp, **record)

    return append


def _in_order(real: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self: dict.fromkeys(sorted(real(self), key=repr)).keys()


_PATCHES: Final = _Patches()


@contextlib.contextmanager
def patched_time(loop: VirtualLoop, *, seed: int, clocks: Mapping[str, HostClock] | None = None) -> Iterator[None]:
    """Makes clocks and chance virtual for all code of this thread.

    It holds while what is within runs, and ends without a trace.

    Args:
        loop: has the time.
        seed: decides what is left to chance.
        clocks: by the names of their hosts; a host without one has the loop's true time. May grow meanwhile.
    """
    _PATCHES.enter(SimulatedReadings(loop, seed, {} if clocks is None else clocks))
    try:
        yield
    finally:
        _PATCHES.leave()

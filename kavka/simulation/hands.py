"""The hands that do a schedule's faults to a cluster, and undo them.

    Fault ─ apply ─▶ what holds a host down, paused or cut (counted: faults may overlap) ─ heal ─▶ the last one lets go

Whatever ended by itself, because ZooKeeper had given it up or its disk failed, is started again by `tend`, as a
machine's service manager does; and a broker with a directory left that gave up another is restarted by whoever mended
the disk. A fault that takes bytes from a disk is done only while the cluster can bear it:

    power loss   where brokers do not flush     of one of several, all is well and every partition has its full ISR
                 where they do                  of any, unless an fsync has failed there before, and so lies
                 of ZooKeeper                   at any time: its log is flushed before it answers
    flipped bit                                 as a power loss without flushes; on one machine in each run

Else they are a kill. Without flushes a disk keeps by chance what it has, and before a bit flips some of it is written
back: only what is on a device rots.

Not here: when what happens (`runner`), and which faults (`fault_draws`).
"""

from __future__ import annotations

import errno
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from kavka.simulation.agreement import unsettled
from kavka.simulation.cluster import Process, SimulatedBroker, SimulatedCluster
from kavka.simulation.disk_faults import DiskCall, DiskFault
from kavka.simulation.faults import API_KEYS, AT_ONCE, CLIENTS, WITHOUT_TARGET, ZOOKEEPER, Fault, FaultKind
from kavka.simulation.hosts import Slowness
from kavka.simulation.idle_strangers import read_nothing, send_halves
from kavka.simulation.leaders import is_role, role_holder
from kavka.simulation.links import LateRequest, Link
from kavka.simulation.odd_requests import ask_admin, ask_oddly
from kavka.simulation.stale_hands import Report, send_stale
from kavka.simulation.stranger_hands import forge_isr, poison
from kavka.simulation.topic_hands import reassign, renew_topic
from kavka.simulation.znode_hands import delete_znode, expire_session, set_znode
from kavka.simulation.zookeeper_host import DATA_DIR

US_PER_MS: Final = 1_000
PPM: Final = 1_000_000
PER_MILLE: Final = 1_000
DATA: Final = "/data"
"""How the brokers' data directories begin."""
LOGS: Final = ".log"
OVER: Final = "over: "
"""How it is told that a fault was undone."""

Note = Callable[[str, str], None]
"""(lane, words): something happened."""

_WAYS: Final = frozenset({FaultKind.CUT, FaultKind.CUT_ONE_WAY, FaultKind.SLOW_LINK, FaultKind.NARROW_LINK})
_DOWN: Final = frozenset({FaultKind.KILL, FaultKind.STOP, FaultKind.POWER_LOSS, FaultKind.BIT_FLIP})
_CLOCKS: Final = frozenset({FaultKind.CLOCK_JUMP, FaultKind.CLOCK_DRIFT})
_SLOW: Final = frozenset({FaultKind.SLOW_DISK, FaultKind.SLOW_HOST})
_DISKS: Final = frozenset({FaultKind.DISK_FULL, FaultKind.DISK_ERROR, FaultKind.NO_DESCRIPTORS})


def nobody_is_told(_: str) -> None:
    """Reports nothing."""


class Hands:
    """See the module.

    Args:
        cluster: what is in these hands.
        rng: draws what a fault leaves open: which bytes survive.
        note: is told what is done.
        is_flushed: brokers acknowledge what is durable alone, so that they bear any loss of power.
        report: is told of a stale request that somebody obeys.

    Attributes:
        has_done_anything: a fault was done: what has ended since may have it for its reason.
    """

    def __init__(
        self,
        cluster: SimulatedCluster,
        rng: random.Random,
        note: Note,
        *,
        is_flushed: bool = False,
        report: Report = nobody_is_told,
    ) -> None:
        self._cluster = cluster
        self._rng = rng
        self._note = note
        self._is_flushed = is_flushed
        self._report = report
        self._processes = {process.name: process for process in cluster.processes}
        self._active: list[Fault] = []
        self.has_done_anything = False
        self._down: Counter[str] = Counter()
        self._paused: Counter[str] = Counter()
        self._ways: dict[tuple[str, str], list[Fault]] = {}
        self._rotten = ""
        self._named: dict[Fault, Fault] = {}
        """Faults that hit whoever led or was the controller → the same with who that was."""

    @property
    def active(self) -> tuple[Fault, ...]:
        """Returns the faults that are not healed, in the order in which they came."""
        return tuple(self._active)

    # ---- what a schedule says -------------------------------------------------------------------------------------

    def apply(self, fault: Fault) -> None:
        """Lets a fault happen."""
        self.has_done_anything = True
        if any(map(is_role, fault.targets)):
            names = tuple(role_holder(self._cluster, target) or target for target in fault.targets)
            self._named[fault] = fault = replace(fault, targets=names)
        kind = fault.kind
        is_bearable = self._can_bear(fault)
        spared = "" if is_bearable else "killed only, for the cluster could not bear it: "
        self._note(self._lane(fault), f"{spared}{fault.words()}")
        if not is_bearable:
            kind = FaultKind.KILL
        if fault.kind not in AT_ONCE:
            self._active.append(fault)
        if kind in _WAYS:
            for way in self._ways_of(fault):
                self._ways.setdefault(way, []).append(fault)
                self._set(way)
        elif kind in WITHOUT_TARGET:
            self._meddle(fault)
        for target in self._expanded(fault.targets):
            self._strike(kind, fault, target)

    def _meddle(self, fault: Fault) -> None:
        if fault.kind is FaultKind.ZNODE_DELETE:
            delete_znode(self._cluster.zookeeper, fault.text)
        elif fault.kind is FaultKind.ZNODE_SET:
            path, _, data = fault.text.partition("=")
            set_znode(self._cluster.zookeeper, path, data)
        elif fault.kind is FaultKind.POISON:
            poison(self._cluster, fault.text, self._rng.getrandbits(64))
        elif fault.kind is FaultKind.REASSIGN:
            reassign(self._cluster, fault.text, self._rng.getrandbits(64))
        else:
            renew_topic(self._cluster, self._rng.getrandbits(64))

    def heal(self, fault: Fault) -> None:
        """Undoes a fault that lasts."""
        fault = self._named.pop(fault, fault)
        if fault not in self._active:
            return
        self._active.remove(fault)
        if fault.kind not in _DOWN and fault.kind is not FaultKind.PAUSE:  # these are told by what runs again
            self._note(self._lane(fault), f"{OVER}{fault.happening}")
        if fault.kind in _WAYS:
            for way in [way for way, faults in self._ways.items() if fault in faults]:
                self._ways[way].remove(fault)
                self._set(way)
            return
        for target in self._expanded(fault.targets):
            if target in self._processes:
                self._mend(fault, self._processes[target])

    def heal_all(self) -> None:
        """Undoes all faults that still last."""
        for fault in self.active:
            self.heal(fault)

    def tend(self) -> None:
        """Starts what does not run and nothing holds down: ZooKeeper first."""
        for process in self._processes.values():
            if not process.is_running and not self._down[process.name]:
                self._note(process.name, "starts")
                self._cluster.start_process(process)

    def _can_bear(self, fault: Fault) -> bool:
        """Tells whether what was acknowledged survives a fault: other replicas have it, or nothing is lost."""
        if fault.kind not in (FaultKind.POWER_LOSS, FaultKind.BIT_FLIP):
            return True
        is_flip = fault.kind is FaultKind.BIT_FLIP
        targets = [target for target in fault.targets if is_flip or target != ZOOKEEPER]
        if self._is_flushed and not is_flip:
            return not any(self._processes[target].machine.disk.is_deceived for target in targets)
        if len(targets) != 1 or len(self._cluster.brokers) == 1 or (is_flip and self._rotten not in ("", *targets)):
            return not targets
        server = self._cluster.zookeeper.machine.server
        return not self._active and server is not None and not unsettled(self._cluster, server.tree, is_idle=False)

    # ---- hosts ----------------------------------------------------------------------------------------------------

    def _strike(self, kind: FaultKind, fault: Fault, target: str) -> None:
        if kind is FaultKind.RESET:
            self._cluster.network.reset(target)
        process = self._processes.get(target)
        if process is None:
            return
        if kind in _DOWN:
            self._down[target] += 1
            self._end(kind, process)
        elif kind is FaultKind.PAUSE:
            self._paused[target] += 1
            self._cluster.pause(process)
        elif kind in _CLOCKS:
            _set_clock(kind, process, fault.amount)
        elif kind in _DISKS:
            process.machine.disk.faults.add(_disk_fault(fault, target))
        elif kind in _SLOW:
            self._set_speed(kind, process)
        elif isinstance(process, SimulatedBroker):
            self._strike_broker(kind, fault, process)

    def _strike_broker(self, kind: FaultKind, fault: Fault, broker: SimulatedBroker) -> None:
        if kind is FaultKind.SESSION_EXPIRY:
            expire_session(self._cluster.zookeeper, broker.broker_id)
        elif kind is FaultKind.COLD_CACHE:
            broker.machine.disk.evict(DATA)
        elif kind is FaultKind.ROT:
            self._rot(fault, broker)
        elif kind is FaultKind.LATE_REQUEST:
            self._cluster.links.keep_next(_late_request(fault, broker.name))
        elif kind is FaultKind.STALE_REQUEST:
            send_stale(self._cluster, broker, fault.text, self._rng, self._report)
        elif kind is FaultKind.RECONFIGURE:
            self._cluster.configure(broker, _settings(fault))
            broker.stop()
        else:
            self._send_stranger(fault, broker)

    def _send_stranger(self, fault: Fault, broker: SimulatedBroker) -> None:
        cluster = self._cluster
        if fault.kind is FaultKind.FORGED_ISR:
            forge_isr(cluster, broker, fault.text)
        elif fault.kind is FaultKind.ODD_REQUEST:
            ask_oddly(cluster, broker, fault.text, fault.amount)
        elif fault.kind is FaultKind.ADMIN_REQUEST:
            ask_admin(cluster, broker, fault.text, fault.amount)
        elif fault.kind is FaultKind.HALF_REQUESTS:
            send_halves(cluster, broker, fault.amount, fault.lasts_ms)
        elif fault.kind is FaultKind.UNREAD_RESPONSES:
            read_nothing(cluster, broker, fault.text, fault.amount, fault.lasts_ms, self._rng.getrandbits(64))

    def _rot(self, fault: Fault, broker: SimulatedBroker) -> None:
        found = broker.machine.disk.rot(self._rng, f"{DATA}/{fault.text or '*'}", position=fault.amount or None)
        if found is not None:
            self._note(broker.name, f"{broker.name}: byte {found[1]:,} of {found[0]} has another bit")

    def _end(self, kind: FaultKind, process: Process) -> None:
        if kind is FaultKind.POWER_LOSS:
            self._cluster.lose_power(process, self._rng)
        elif kind is FaultKind.STOP and isinstance(process, SimulatedBroker):
            process.stop()
        else:
            self._cluster.kill(process)
        if kind is FaultKind.BIT_FLIP:
            self._flip_bit(process)

    def _flip_bit(self, process: Process) -> None:
        disk = process.machine.disk
        disk.write_back(self._rng)
        self._rotten = process.name
        found = disk.flip_bit(self._rng, DATA, LOGS)
        self._note(process.name, "no byte of a log is on the device" if found is None else f"{found[0]}, {found[1]}")

    def _set_speed(self, kind: FaultKind, process: Process) -> None:
        """Makes a disk, or a host, as slow as the slowest of the faults that it has now."""
        amounts = [fault.amount for fault in self._active if fault.kind is kind and process.name in fault.targets]
        slowest_ms = max(amounts, default=0)
        if kind is FaultKind.SLOW_DISK:
            process.machine.disk.delay_ms = slowest_ms
            return
        chance = random.Random(self._rng.getrandbits(64))
        self._cluster.slow(process, Slowness(chance, slowest_ms * US_PER_MS) if slowest_ms else None)

    def _mend(self, fault: Fault, process: Process) -> None:
        kind, name = fault.kind, process.name
        if kind in _DOWN:
            self._down[name] -= 1
            if kind is FaultKind.POWER_LOSS:
                self._cluster.restore_power(process)
            self.tend()
        elif kind is FaultKind.PAUSE:
            self._paused[name] -= 1
            if not self._paused[name]:
                self._note(name, "goes on")
                self._cluster.resume(process)
        elif kind in _CLOCKS:
            _set_clock(kind, process, -fault.amount if kind is FaultKind.CLOCK_JUMP else 0)
        elif kind in _DISKS:
            process.machine.disk.faults.remove(_disk_fault(fault, name))
            if isinstance(process, SimulatedBroker) and _needs_restart(process):
                self._note(name, "is stopped, for a data directory is offline until a restart")
                process.stop()
        elif kind in _SLOW:
            self._set_speed(kind, process)
        elif isinstance(process, SimulatedBroker):
            self._mend_broker(fault, process)

    def _mend_broker(self, fault: Fault, broker: SimulatedBroker) -> None:
        if fault.kind is FaultKind.LATE_REQUEST:
            self._cluster.links.keep_no_more(_late_request(fault, broker.name))
        elif fault.kind is FaultKind.RECONFIGURE:
            self._cluster.configure(broker, dict.fromkeys(_settings(fault)))
            broker.stop()

    # ---- ways -----------------------------------------------------------------------------------------------------

    def _ways_of(self, fault: Fault) -> list[tuple[str, str]]:
        one = self._expanded(fault.targets[:1])
        named = self._expanded(fault.targets[1:]) if len(fault.targets) > 1 else self._everybody()
        there = [(source, target) for source in one for target in named if target not in one]
        if fault.kind is FaultKind.CUT_ONE_WAY:
            return there
        return there + [(target, source) for source, target in there]

    def _set(self, way: tuple[str, str]) -> None:
        """Makes one direction what the faults that it has now make of it."""
        faults, sound = self._ways[way], Link()
        slowest_ms = max((fault.amount for fault in faults if fault.kind is FaultKind.SLOW_LINK), default=0)
        rates = [fault.amount for fault in faults if fault.kind is FaultKind.NARROW_LINK]
        slow_us = (slowest_ms * US_PER_MS, slowest_ms * US_PER_MS * 3 // 2)
        self._cluster.links.set(
            *way,
            is_cut=any(fault.kind in (FaultKind.CUT, FaultKind.CUT_ONE_WAY) for fault in faults),
            latency_us=slow_us if slowest_ms else sound.latency_us,
            bytes_per_s=min(rates, default=sound.bytes_per_s),
        )

    # ---- names ----------------------------------------------------------------------------------------------------

    def _everybody(self) -> list[str]:
        return [*self._processes, *self._cluster.clients]

    def _expanded(self, targets: Sequence[str]) -> list[str]:
        return [host for target in targets for host in (self._cluster.clients if target == CLIENTS else (target,))]

    def _lane(self, fault: Fault) -> str:
        return fault.targets[0] if fault.targets else ZOOKEEPER


def _needs_restart(broker: SimulatedBroker) -> bool:
    """Tells whether a broker that runs has given up a directory, which whoever mended its disk starts it again for."""
    if not broker.is_running or broker.inside is None:
        return False
    manager = broker.inside.storage.logs
    waiting = [state.log_dir for state in manager.returns.waiting]
    return any(log_dir not in waiting for log_dir in manager.offline_dirs)


def _set_clock(kind: FaultKind, process: Process, amount: int) -> None:
    if kind is FaultKind.CLOCK_JUMP:
        process.clock.jump_wall(amount)
    else:
        process.clock.set_drift(amount / PPM)


def _disk_fault(fault: Fault, host: str) -> DiskFault:
    """A fault of the disk as the disk has it: the same one each time, so that it can be removed."""
    if fault.kind is FaultKind.NO_DESCRIPTORS:
        return DiskFault(call=DiskCall.OPEN, error=errno.EMFILE)
    prefix = DATA_DIR if host == ZOOKEEPER else DATA
    if fault.kind is FaultKind.DISK_FULL:
        return DiskFault(call=DiskCall.WRITE, prefix=prefix, error=errno.ENOSPC)
    call = DiskCall(fault.text or "write")
    return DiskFault(call=call, prefix=prefix, error=errno.EIO, chance=fault.amount / PER_MILLE)


def _settings(fault: Fault) -> dict[str, str | None]:
    pairs = (pair.partition("=") for pair in fault.text.split())
    return {key: value for key, _, value in pairs}


def _late_request(fault: Fault, broker: str) -> LateRequest:
    return LateRequest(target=broker, api_key=API_KEYS[fault.text], delay_us=fault.amount * US_PER_MS)

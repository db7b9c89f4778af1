"""Draws a schedule of faults from a seed: one that the cluster survives if it does what its configuration promises.

    episode ─ 1 to 3 faults that may overlap ─▶ a pause ─▶ episode …         all within the first two thirds of the run
    episode ─ 1 fault that loses what was written ─▶ the cluster is whole ─▶ …

Records that all of the ISR has acknowledged survive whatever happens to processes and to the network, and any number of
those faults may come together: what suffers is availability, which is theirs again when all is healed. A fault that
takes bytes from a disk (`LOSING`) is another matter: without flushes a record lives in the page caches of the ISR, and
`min.insync.replicas` of two bears the loss of one of them while the others are well. Such a fault comes alone, and
`hands` does it only while the ISRs are full; a loss of power lasts a moment, or until others lead. With
`log.flush.interval.messages=1` nothing that was acknowledged is lost with the power, of one host or of all: these come
at any time. A bit flips in a log of one broker, which its next start finds. Calls of a disk that fail, or take long,
take nothing that is there.

ZooKeeper's process is killed, stopped, paused and without power as a broker's is, and its disk fails and is slow: the
server ends at the first error, and is started again.

A seed uses some of the kinds only (swarm testing): what all faults together hide, a few of them show.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from kavka.simulation.faults import CLIENTS, MS_PER_S, ZOOKEEPER, Fault, FaultKind, Schedule
from kavka.simulation.scenario import APART, Scenario

LOSING: Final = frozenset({FaultKind.POWER_LOSS, FaultKind.BIT_FLIP})
"""Kinds after which a broker may lack what it has acknowledged."""
TO_ZOOKEEPER: Final = 0.15
"""How often it is ZooKeeper's process or disk that something happens to."""

FIRST_MS: Final = 2_000
"""What the workloads have for themselves at the begin."""
EPISODE_FAULTS_MAX: Final = 3
QUIET_MS: Final = 6_000
"""Between a fault that loses something and others, both before and after: the ISRs become full."""
FAILOVER_MS: Final = 4_000
"""What a controller has, once ZooKeeper gives a broker up, until others lead its partitions."""

ZNODES: Final = (
    "/controller",
    "/isr_change_notification",
    "/log_dir_event_notification",
    "/admin/delete_topics",
    "/brokers/ids/1",
)
"""What may be deleted by hand, and the cluster goes on."""

TO_ALL: Final = 0.4
"""How often a cut is from all others."""
TO_BROKERS: Final = 0.35
"""How often it is from the other brokers, and perhaps from ZooKeeper, while clients still get there; else from one."""


def draw_faults(rng: random.Random, scenario: Scenario) -> Schedule:
    """Returns the faults of a scenario: its own, or those that the seed draws, by their time."""
    if scenario.faults is not None:
        return tuple(sorted(scenario.faults, key=lambda fault: fault.at_ms))
    known: list[FaultKind] = [kind for kind in scenario.kinds if kind not in APART]
    if scenario.kinds and not known:
        return ()
    kinds = [kind for kind in known if rng.random() < 0.5] or [rng.choice(known or (FaultKind.KILL,))]
    draws = _Draws(rng, scenario)
    until_ms = scenario.seconds * MS_PER_S * 2 // 3
    found: list[Fault] = []
    at_ms = FIRST_MS + rng.randrange(3_000)
    while at_ms < until_ms:
        episode = draws.episode(at_ms, kinds)
        found += episode
        is_losing = any(draws.is_losing(fault.kind) for fault in episode)
        at_ms = max(fault.ends_ms for fault in episode) + _pause_ms(rng, is_losing=is_losing)
    return tuple(sorted(found, key=lambda fault: fault.at_ms))


def _pause_ms(rng: random.Random, *, is_losing: bool) -> int:
    if is_losing:
        return QUIET_MS + rng.randrange(2_000)
    return rng.choice((200, 1_000, 3_000, QUIET_MS)) + rng.randrange(1_000)


class _Draws:
    """The draw of single faults."""

    def __init__(self, rng: random.Random, scenario: Scenario) -> None:
        self._rng = rng
        self._scenario = scenario
        self._brokers = [f"broker-{number}" for number in range(1, scenario.brokers + 1)]
        hosts: dict[FaultKind, Callable[[int], Fault]] = {
            FaultKind.KILL: self._process(FaultKind.KILL, TO_ZOOKEEPER),
            FaultKind.STOP: self._process(FaultKind.STOP, TO_ZOOKEEPER),
            FaultKind.PAUSE: self._process(FaultKind.PAUSE, TO_ZOOKEEPER),
            FaultKind.SLOW_HOST: self._slow_host,
            FaultKind.POWER_LOSS: self._power_loss,
            FaultKind.CUT: self._way(FaultKind.CUT, 0),
            FaultKind.CUT_ONE_WAY: self._way(FaultKind.CUT_ONE_WAY, 0),
            FaultKind.SLOW_LINK: self._way(FaultKind.SLOW_LINK, 5, 50, 500, 3_000),
            FaultKind.NARROW_LINK: self._way(FaultKind.NARROW_LINK, 2_000, 20_000, 1_000_000),
            FaultKind.RESET: self._reset,
            FaultKind.CLOCK_JUMP: self._clock(FaultKind.CLOCK_JUMP, 500, 5_000, 120_000, 86_400_000),
            FaultKind.CLOCK_DRIFT: self._clock(FaultKind.CLOCK_DRIFT, 100, 10_000, 100_000),
            FaultKind.DISK_FULL: self._process(FaultKind.DISK_FULL, TO_ZOOKEEPER),
            FaultKind.DISK_ERROR: self._disk_error,
            FaultKind.SLOW_DISK: self._slow_disk,
            FaultKind.COLD_CACHE: self._cold_cache,
            FaultKind.BIT_FLIP: self._bit_flip,
            FaultKind.SESSION_EXPIRY: self._process(FaultKind.SESSION_EXPIRY),
        }
        self._draws = hosts | {
            FaultKind.ZNODE_DELETE: self._znode,
            FaultKind.ZNODE_SET: self._znode_set,
            FaultKind.TOPIC_CHURN: lambda at_ms: Fault(at_ms=at_ms, kind=FaultKind.TOPIC_CHURN),
        }

    def episode(self, at_ms: int, kinds: list[FaultKind]) -> list[Fault]:
        """Draws faults that come together; one alone if it loses something."""
        rng = self._rng
        first = rng.choice(kinds)
        if self.is_losing(first):
            return [self._draws[first](at_ms + QUIET_MS)]
        found = [self._draws[first](at_ms)]
        others = [kind for kind in kinds if not self.is_losing(kind)]
        for _ in range(rng.randrange(EPISODE_FAULTS_MAX)):
            found.append(self._draws[rng.choice(others)](at_ms + rng.randrange(4_000)))
        return found

    def is_losing(self, kind: FaultKind) -> bool:
        """Tells whether a fault of a kind must come alone."""
        return kind in LOSING and not (kind is FaultKind.POWER_LOSS and self._scenario.is_flushed)

    def _lasts_ms(self) -> int:
        """Draws how long a fault lasts: less than a session, about as long, or longer."""
        timeout_ms = self._scenario.session_timeout_ms
        least, most = self._rng.choice(((50, 1_500), (timeout_ms - 1_500, timeout_ms + 2_500), (8_000, 15_000)))
        return self._rng.randrange(least, most)

    def _broker(self) -> str:
        return self._rng.choice(self._brokers)

    def _process(self, kind: FaultKind, to_zookeeper: float = 0.0) -> Callable[[int], Fault]:
        def draw(at_ms: int) -> Fault:
            lasts_ms = 0 if kind is FaultKind.SESSION_EXPIRY else self._lasts_ms()
            return Fault(at_ms=at_ms, kind=kind, targets=(self._broker_or(to_zookeeper),), lasts_ms=lasts_ms)

        return draw

    def _broker_or(self, to_zookeeper: float) -> str:
        return ZOOKEEPER if self._rng.random() < to_zookeeper else self._broker()

    def _power_loss(self, at_ms: int) -> Fault:
        targets: tuple[str, ...] = (self._broker_or(TO_ZOOKEEPER),)
        lasts_ms = self._lasts_ms()
        if not self._scenario.is_flushed:
            if self._rng.random() < 0.5:
                lasts_ms = self._until_others_lead_ms()
        elif self._rng.random() < 0.4:
            targets = self._rng.choice(((*self._brokers,), (ZOOKEEPER, *self._brokers)))
        return Fault(at_ms=at_ms, kind=FaultKind.POWER_LOSS, targets=targets, lasts_ms=lasts_ms)

    def _until_others_lead_ms(self) -> int:
        return self._scenario.session_timeout_ms + FAILOVER_MS + self._rng.randrange(3_000)

    def _bit_flip(self, at_ms: int) -> Fault:
        lasts_ms = self._lasts_ms()
        return Fault(at_ms=at_ms, kind=FaultKind.BIT_FLIP, targets=(self._broker(),), lasts_ms=lasts_ms)

    def _cold_cache(self, at_ms: int) -> Fault:
        return Fault(at_ms=at_ms, kind=FaultKind.COLD_CACHE, targets=(self._broker(),))

    def _slow_disk(self, at_ms: int) -> Fault:
        host, amount = self._broker_or(TO_ZOOKEEPER), self._rng.choice((5, 50, 400, 2_000))
        return Fault(at_ms=at_ms, kind=FaultKind.SLOW_DISK, targets=(host,), lasts_ms=self._lasts_ms(), amount=amount)

    def _slow_host(self, at_ms: int) -> Fault:
        host, amount = self._broker_or(TO_ZOOKEEPER), self._rng.choice((2, 10, 50))
        return Fault(at_ms=at_ms, kind=FaultKind.SLOW_HOST, targets=(host,), lasts_ms=self._lasts_ms(), amount=amount)

    def _way(self, kind: FaultKind, *amounts: int) -> Callable[[int], Fault]:
        def draw(at_ms: int) -> Fault:
            rng = self._rng
            first = rng.choice((*self._brokers, *self._brokers, ZOOKEEPER, CLIENTS))
            targets = (first, *self._apart(first))
            return Fault(at_ms=at_ms, kind=kind, targets=targets, lasts_ms=self._lasts_ms(), amount=rng.choice(amounts))

        return draw

    def _apart(self, first: str) -> tuple[str, ...]:
        """Draws from whom a host is cut off; nobody in particular: from all."""
        rng, chance = self._rng, self._rng.random()
        brokers = [broker for broker in self._brokers if broker != first]
        others = [host for host in (*brokers, ZOOKEEPER, CLIENTS) if host != first]
        if chance < TO_ALL:
            return ()
        if chance < TO_ALL + TO_BROKERS and brokers:
            return (*brokers, ZOOKEEPER) if first != ZOOKEEPER and rng.random() < 0.5 else tuple(brokers)
        return (rng.choice(others),)

    def _reset(self, at_ms: int) -> Fault:
        host = self._rng.choice((*self._brokers, ZOOKEEPER))
        return Fault(at_ms=at_ms, kind=FaultKind.RESET, targets=(host,))

    def _clock(self, kind: FaultKind, *amounts: int) -> Callable[[int], Fault]:
        def draw(at_ms: int) -> Fault:
            amount = self._rng.choice(amounts) * self._rng.choice((1, -1))
            return Fault(at_ms=at_ms, kind=kind, targets=(self._broker(),), lasts_ms=self._lasts_ms(), amount=amount)

        return draw

    def _disk_error(self, at_ms: int) -> Fault:
        return Fault(
            at_ms=at_ms,
            kind=FaultKind.DISK_ERROR,
            targets=(self._broker_or(TO_ZOOKEEPER),),
            lasts_ms=self._lasts_ms(),
            amount=self._rng.choice((10, 1_000)),
            text=self._rng.choice(("read", "write", "fsync")),
        )

    def _znode(self, at_ms: int) -> Fault:
        return Fault(at_ms=at_ms, kind=FaultKind.ZNODE_DELETE, text=self._rng.choice(ZNODES))

    def _znode_set(self, at_ms: int) -> Fault:
        return Fault(
            at_ms=at_ms, kind=FaultKind.ZNODE_SET, text=self._rng.choice(("/controller_epoch=abc", "/controller="))
        )

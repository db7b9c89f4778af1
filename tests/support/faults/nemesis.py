"""Faults drawn from a seed against three broker processes, one or two at a time, each for some seconds.

A link between two brokers is cut in one direction or both; a broker is cut off from the others; all connections are
reset; the network is slow; a broker gets kill -9, SIGSTOP (for longer than its session now and then), or SIGTERM and a
start. `SEED=7` repeats a schedule; `KAVKA_NEMESIS_SECONDS` makes it longer.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time

from tests.support.faults.cluster import BROKERS, ProxiedCluster

SECONDS = float(os.environ.get("KAVKA_NEMESIS_SECONDS", "120"))
SEED = int(os.environ.get("SEED", "") or random.SystemRandom().randrange(10_000))
CONFIG = {
    "replica.lag.time.max.ms": "2000",
    "replica.fetch.wait.max.ms": "200",
    "replica.socket.timeout.ms": "3000",
    "controller.socket.timeout.ms": "3000",
    "zookeeper.session.timeout.ms": "4000",
    "log.segment.bytes": "65536",
}


class Nemesis:
    """Breaks one thing after the other, and mends each before the next."""

    def __init__(self, proxied: ProxiedCluster, rng: random.Random) -> None:
        self._proxied = proxied
        self._rng = rng

    async def run(self, seconds: float) -> None:
        """Goes on for so long; at the end everything is mended."""
        deadline = time.monotonic() + seconds
        faults = [self.cut, self.isolate, self.reset, self.slow, self.kill, self.pause, self.restart]
        while time.monotonic() < deadline:
            fault = self._rng.choice(faults)
            print(f"nemesis: {fault.__name__}")
            await fault()
            await asyncio.sleep(self._rng.uniform(0.5, 3))

    def _broker(self) -> int:
        return self._rng.randrange(BROKERS)

    async def _for_a_while(self, longest: float = 8) -> None:
        await asyncio.sleep(self._rng.uniform(0.5, longest))
        self._proxied.heal()

    async def cut(self) -> None:
        source, target = self._rng.sample(range(BROKERS), 2)
        ways = self._rng.choice([(True, True), (True, False), (False, True)])
        self._proxied.cut(source, target, requests=ways[0], answers=ways[1])
        await self._for_a_while()

    async def isolate(self) -> None:
        self._proxied.isolate(self._broker())
        await self._for_a_while()

    async def reset(self) -> None:
        for proxy in self._proxied.proxies:
            proxy.reset()

    async def slow(self) -> None:
        for proxy in self._proxied.proxies:
            proxy.delay(1, self._rng.choice([5, 50, 200]))
        await self._for_a_while()

    async def kill(self) -> None:
        victim = self._broker()
        await self._proxied.cluster.kill(victim)
        await self._for_a_while()
        await self._proxied.cluster.restart(victim)

    async def restart(self) -> None:
        await self._proxied.cluster.restart(self._broker())

    async def pause(self) -> None:
        pid = self._proxied.cluster.brokers[self._broker()].pid
        os.kill(pid, signal.SIGSTOP)
        try:
            await self._for_a_while()
        finally:
            os.kill(pid, signal.SIGCONT)

"""Modules are loaded one at a time, between pauses in which the loop had little to do."""

from __future__ import annotations

import pytest

from kavka.broker.requests.idle_loading import PAUSE_MS_MIN, PAUSE_TIMES, PAUSES_MAX, IdleLoading
from kavka.common.supervised import Supervisor

MS = 1_000_000


class Machine:
    """Time that passes in pauses and imports alone."""

    def __init__(self, *, busy_pauses=0, import_ms=0, broken=()):
        self.now_ns = self.computed_ns = 0
        self.seen = []
        self._busy_pauses = busy_pauses
        self._import_ms = import_ms
        self._broken = broken
        self.loaded = set()
        self.supervisor = Supervisor()

    def load(self, name):
        if name in self._broken:
            raise ImportError(name)
        self.seen.append(name)
        self.loaded.add(name)
        self.now_ns += self._import_ms * MS

    async def sleep(self, delay_ms):
        """As a clock's: the loading pauses by it."""
        self.seen.append(round(delay_ms))
        self.now_ns += round(delay_ms * MS)
        if self._busy_pauses:
            self._busy_pauses -= 1
            self.computed_ns += round(delay_ms * MS)

    async def load_all(self, *names):
        await IdleLoading(
            names,
            self.supervisor,
            load=self.load,
            loaded=lambda: self.loaded,
            clock=self,
            ticks=lambda: self.now_ns,
            thread_ticks=lambda: self.computed_ns,
        ).run()
        return self.seen


async def test_each_import_waits_for_a_pause_that_grows_with_the_one_before():
    assert await Machine(import_ms=6).load_all("a", "b") == [PAUSE_MS_MIN, "a", 6 * PAUSE_TIMES, "b"]


async def test_what_is_loaded_already_costs_no_pause():
    machine = Machine()
    machine.loaded.add("a")
    assert await machine.load_all("a", "b", "a") == [PAUSE_MS_MIN, "b"]


@pytest.mark.parametrize(("busy", "pauses"), [(0, 1), (3, 4), (1_000, PAUSES_MAX)])
async def test_nothing_is_loaded_while_the_loop_is_busy_but_not_for_ever(busy, pauses):
    assert await Machine(busy_pauses=busy).load_all("a") == [PAUSE_MS_MIN] * pauses + ["a"]


async def test_a_module_that_cannot_be_loaded_keeps_none_of_the_others():
    machine = Machine(broken=("a",))
    assert await machine.load_all("a", "b") == [PAUSE_MS_MIN, PAUSE_MS_MIN, "b"]
    assert machine.supervisor.failures == {"loading of modules": 1}

"""The scenarios under which mutants are looked for, by name: the default draws, and some that they do not have."""

from __future__ import annotations

from typing import Final

from kavka.simulation.faults import FaultKind
from kavka.simulation.scenario import FLUSHES, Scenario

_POWER: Final = (FaultKind.POWER_LOSS, FaultKind.KILL, FaultKind.STOP, FaultKind.CUT)

FAILOVERS: Final = (FaultKind.KILL, FaultKind.PAUSE, FaultKind.CUT, FaultKind.CUT_ONE_WAY, FaultKind.SESSION_EXPIRY)
"""Faults by which leaders and controllers change while the former ones may live, or come back."""

SCENARIOS: Final = {
    "default": Scenario(),
    "quick ISRs": Scenario(
        name="quick ISRs",
        settings={"replica.lag.time.max.ms": "1500", "replica.fetch.wait.max.ms": "500"},
        kinds=(*FAILOVERS, FaultKind.SLOW_LINK, FaultKind.NARROW_LINK),
        workloads=("producers", "consumers"),
    ),
    "surges of 2.0": Scenario(
        name="surges of 2.0", settings={"inter.broker.protocol.version": "2.0"}, workloads=("surges",)
    ),
    "power": Scenario(name="power", settings={FLUSHES: "1"}, kinds=_POWER),
    "power while compacting": Scenario(
        name="power while compacting", settings={FLUSHES: "1"}, kinds=_POWER, workloads=("compaction",)
    ),
    "hands": Scenario(
        name="hands",
        kinds=(FaultKind.ZNODE_SET, FaultKind.ZNODE_DELETE, FaultKind.SESSION_EXPIRY, FaultKind.KILL, FaultKind.PAUSE),
    ),
}

TRANSACTIONAL: Final = ("transactions", "copiers")
GROUPS: Final = ("group", "copiers")
SURGES: Final = ("surges",)
COORDINATED: Final = (*TRANSACTIONAL, "group")
"""Workloads that have to do with some part of the product: only what draws one of them can show its mutants."""

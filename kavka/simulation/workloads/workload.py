"""What every workload is to a runner: clients that use the simulated cluster, and tell the history all they saw.

    prepare ──▶ run … faults come and go … stop ──▶ run ends ──▶ all is healed and quiet ──▶ finish: final reads

Not here: clients and their hosts (`ground`), and which workloads there are (`__init__`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Workload(Protocol):
    """A kind of load.

    Attributes:
        name: as in a scenario.
        settings: of all brokers, which it needs.
        compacted: topics from which records may be cleaned away.
    """

    name: str
    settings: Mapping[str, str]
    compacted: frozenset[str]

    async def prepare(self) -> None:
        """Creates its topics, before the first fault."""

    async def run(self) -> None:
        """Runs its clients until `stop`, and returns when they have ended."""

    def stop(self) -> None:
        """Asks its clients for their end; they go on until what they have begun is decided."""

    async def finish(self) -> None:
        """Reads everything into the history, after the faults are over and all is quiet."""

    def counts(self) -> dict[str, int]:
        """Returns what it has done so far, by names."""

"""Tells the cluster which logs of this broker lack something: in the broker's registration, where the controller looks.

    a log is damaged, or mended ─▶ LogManager.incomplete ─▶ here ─▶ Registration.update ─▶ the controller's watch

A restarted broker says it with its first registration, before any controller decides who leads: a replica that lacks
records must not be elected while another one in sync is only late. Not here: what makes a log incomplete
(`broker.log.damage`), and what follows from it (`controller.broker_procedures`, docs/decisions/0031).
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from kavka.zk.errors import ZkError

if TYPE_CHECKING:
    from kavka.broker.cluster.registration import Registration
    from kavka.broker.log.log_manager import LogManager
    from kavka.common.types import TopicPartition
    from kavka.timer.clock import Clock

NAMED_MAX: Final = 5_000
"""Partitions that a registration names: a node has 1 MiB at most. The rest refuses leadership when it is given."""
RETRY_MS: Final = 1_000

_log = logging.getLogger(__name__)


class IncompleteLogs:
    """Keeps the registration up to date.

    Args:
        log_manager: whose logs.
        registration: where it is said.
        clock: for pauses.
    """

    __slots__ = ("_clock", "_has_changed", "_is_settled", "_log_manager", "_registration", "_told")

    def __init__(self, log_manager: LogManager, registration: Registration, *, clock: Clock) -> None:
        self._log_manager = log_manager
        self._registration = registration
        self._clock = clock
        self._told = named(log_manager).keys()
        self._has_changed = asyncio.Event()
        self._is_settled = asyncio.Event()
        log_manager.add_damage_listener(self._has_changed.set)

    async def run(self) -> None:
        """Updates the registration with changed incomplete logs, until cancelled."""
        while True:
            await self._has_changed.wait()
            self._has_changed.clear()
            found = named(self._log_manager)
            try:
                if found.keys() != self._told:
                    await self._registration.update(found)
                    self._told = found.keys()
            except ZkError as error:
                _log.info("ZooKeeper does not hear yet which logs are not complete: %s", error)
                await self._clock.sleep(RETRY_MS)
                self._has_changed.set()
            if not self._has_changed.is_set():
                self._is_settled.set()

    async def tell(self) -> None:
        """Updates the registration now; returns when ZooKeeper has it. Only while `run` runs."""
        self._is_settled.clear()
        self._has_changed.set()
        await self._is_settled.wait()


def named(log_manager: LogManager) -> dict[TopicPartition, int]:
    """Returns the logs that a registration names, with where each ends."""
    return dict(sorted(log_manager.incomplete().items())[:NAMED_MAX])

"""When a data directory that was full is looked at again, and what follows from room: its replicas are back.

    offline for want of room ─▶ a pause ─▶ room? ─▶ 1  its partitions are forgotten, as if the broker had just started
              ▲                               │     2  its logs are opened anew, in a thread (`log.dir_returns`)
              └────────────── no ─────────────┘     3  the registration names those that lack something
                                                    4  the new logs stand for the old ones
                                                    5  /log_dir_event_notification/log_dir_event_…

The controller answers 5 as it does the notification of a failure, Kafka's as well as ours: with LeaderAndIsr for this
broker's replicas. Those in the directory that is back are taken up with NONE instead of KAFKA_STORAGE_ERROR, as leaders
where nobody else is in sync, as followers where others lead (docs/decisions/0034). 3 comes before 4 and 5: a log that
lacks something must not be elected because nobody knows yet.

A directory that is full again soon after it came back is left alone for longer each time: each return reads all that
was not fsynced. Not here: noticing that a directory fails, notifying the controller (`log_dir_failures`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from kavka.common.supervised import Supervisor
from kavka.timer.backoff import Backoff
from kavka.timer.moments import MonotonicMs
from kavka.timer.waiting import wait_event

if TYPE_CHECKING:
    from kavka.broker.log.dir_state import DirState
    from kavka.broker.log.log_manager import LogManager
    from kavka.broker.replica.control_requests import ControlRequests
    from kavka.broker.replica.controller_commands import ControllerCommands
    from kavka.broker.replica.partitions import Partitions
    from kavka.timer.clock import Clock

WORK: Final = "return of a data directory"
"""Its name where failures are counted."""
PAUSE_MS_MAX: Final = 3_600_000
"""The longest pause before a look at a directory that is full again and again."""
REFILLED_MS: Final = 600_000
"""A directory that was full again within so much of its return was not worth it."""

_log = logging.getLogger(__name__)


class LogDirReturns:
    """Brings directories of one broker back.

    Args:
        log_manager: whose directories.
        partitions: what the broker holds.
        commands: releases replicas.
        control_requests: the line of the controller's requests; partitions are forgotten between two of them.
        tell_incomplete: says in the registration which logs lack something; returns when ZooKeeper has it.
        tell_controller: has the controller ask about all replicas of this broker, likewise.
        clock: for pauses.
        supervisor: keeps one directory's failure from the others.
    """

    __slots__ = (
        "_clock",
        "_commands",
        "_control_requests",
        "_failed",
        "_log_manager",
        "_partitions",
        "_refills",
        "_returned_ms",
        "_supervisor",
        "_tell_controller",
        "_tell_incomplete",
    )

    def __init__(
        self,
        log_manager: LogManager,
        partitions: Partitions,
        commands: ControllerCommands,
        control_requests: ControlRequests,
        *,
        tell_incomplete: Callable[[], Awaitable[None]],
        tell_controller: Callable[[], Awaitable[None]],
        clock: Clock,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._log_manager = log_manager
        self._partitions = partitions
        self._commands = commands
        self._control_requests = control_requests
        self._tell_incomplete = tell_incomplete
        self._tell_controller = tell_controller
        self._clock = clock
        self._supervisor = supervisor or Supervisor()
        self._refills: dict[str, int] = {}
        self._returned_ms: dict[str, MonotonicMs] = {}
        self._failed = asyncio.Event()
        self._failed.set()  # one may have been full when the broker started
        log_manager.add_offline_listener(lambda _: self._failed.set())

    async def run(self) -> None:
        """Watches directories that were full, as long as there are any; until cancelled."""
        due_ms: dict[str, MonotonicMs] = {}
        while True:
            waiting = self._log_manager.returns.waiting
            if not waiting:
                await self._failed.wait()
            self._failed.clear()
            now_ms = self._clock.monotonic_ms()
            due_ms = {
                path: due_ms[path] if path in due_ms else now_ms + self._pause_ms(path, now_ms)
                for path in (state.log_dir.path for state in waiting)
            }
            for state in waiting:
                path = state.log_dir.path
                if due_ms[path] <= now_ms:
                    del due_ms[path]
                    with self._supervisor.item(WORK, path):
                        await self.look(state)
            if due_ms:
                pause_ms = min(due_ms.values()) - self._clock.monotonic_ms()
                await wait_event(self._clock, self._failed, max(0, pause_ms))

    def _pause_ms(self, path: str, now_ms: MonotonicMs) -> int:
        """The pause before the next look at a directory; longer each time that it was soon full again."""
        returned_ms = self._returned_ms.pop(path, None)
        if returned_ms is not None:
            self._refills[path] = self._refills.get(path, 0) + 1 if now_ms - returned_ms < REFILLED_MS else 0
        backoff = Backoff(self._log_manager.returns.interval_ms, PAUSE_MS_MAX)
        return backoff.pause_ms(self._refills.get(path, 0))

    async def look(self, state: DirState) -> None:
        """Opens a full directory again if there is room in it; nothing where there is none."""
        returns = self._log_manager.returns
        if self._log_manager.is_writing_to(state) or not await returns.has_room(state):
            return
        if state not in returns.waiting:
            return  # something worse was seen in it meanwhile
        _log.warning("data directory %s has room again, and its logs are opened", state.log_dir)
        async with self._control_requests.turn():
            await self._control_requests.lane.do(self._commands.release(state.log_dir))
        fresh = await returns.open_again(state)
        if fresh is None:
            return
        try:
            await self._tell_incomplete()
            async with self._control_requests.turn():
                if state not in returns.waiting:
                    return
                returns.complete(state)
                # With all directories there, a replica that was refused for want of one is not lost: it has no log.
                found = fresh.logs if self._log_manager.offline_dirs else self._partitions.lost
                self._partitions.found_again(list(found))
        finally:
            returns.let_go()  # nothing, once it is complete
        self._returned_ms[state.log_dir.path] = self._clock.monotonic_ms()
        await self._tell_controller()

"""One task that looks at ZooKeeper whenever something may be new there, and whom others can wait for.

    a watch fires, the session is back, somebody settles ─▶ wake
        ─▶ (in a new session: begin: watches, then everything) ─▶ look: what is new ─▶ who waited goes on
                    └──────────────────────────────────────────────┴─ ZooKeeper cannot be asked: a pause, begin again

Only this task looks, so no older state can overtake a newer one. Not here: what there is to see, and which watches.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from kavka.timer.waiting import wait_done
from kavka.zk.client import ZkClient
from kavka.zk.errors import ZkError
from kavka.zk.ops import SessionState

_log = logging.getLogger(__name__)

SETTLE_MS: Final = 5_000
"""How long `settle` waits: who changed something has a response then in any case, as in Kafka there is one at once."""

RETRY_MS: Final = 1_000
"""Pause after ZooKeeper could not be asked, unless something wakes the task earlier."""

_NO_SESSION: Final = 0


class ZkWatcher:
    """The task, and who waits for it.

    Args:
        zk: the session.
        begin: sets the watches of a session, and then reads everything: between the two nothing can be missed. None
            where `look` does.
        look: takes in what is new. Both raise ZkError where ZooKeeper cannot be asked; what `look` had taken and not
            finished is lost then, so `begin` comes next.
        what: what it looks at, for the log.
    """

    __slots__ = ("_begin", "_look", "_session_id", "_waiters", "_wake", "_what", "_zk")

    def __init__(
        self,
        zk: ZkClient,
        *,
        begin: Callable[[], Awaitable[None]] | None = None,
        look: Callable[[], Awaitable[None]],
        what: str,
    ) -> None:
        self._zk = zk
        self._begin = begin
        self._look = look
        self._what = what
        self._session_id = _NO_SESSION
        self._wake = asyncio.Event()
        self._waiters: list[asyncio.Future[None]] = []

    def wake(self) -> None:
        """Wakes the watcher: there may be something new."""
        self._wake.set()

    async def start(self) -> None:
        """Calls `begin` for the first time, in the caller's task: before `run`.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        session_id = self._zk.session_id
        if self._begin is not None:
            await self._begin()
        self._session_id = session_id

    async def run(self) -> None:
        """Watches ZooKeeper until cancelled."""
        self._zk.add_state_listener(self._state_changed)
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                if self._zk.state is SessionState.CONNECTED:  # else the session's return wakes us
                    await self._look_for(list(self._waiters))
        finally:
            self._zk.remove_state_listener(self._state_changed)

    async def settle(self) -> None:
        """Returns when what was written before this call has been taken in, or after SETTLE_MS."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        self._wake.set()
        try:
            await wait_done(self._zk.clock, (waiter,), SETTLE_MS)
        finally:
            self._waiters.remove(waiter)

    async def _look_for(self, waiters: list[asyncio.Future[None]]) -> None:
        try:
            if self._session_id != self._zk.session_id:
                await self.start()
            await self._look()
        except ZkError as error:
            self._session_id = _NO_SESSION
            _log.warning("%s cannot be read, trying again: %s", self._what, error)
            await self._pause()
            return
        except Exception:
            self._session_id = _NO_SESSION  # what was taken and not finished is read again
            self._wake.set()
            raise
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def _pause(self) -> None:
        try:
            async with self._zk.clock.timeout(RETRY_MS):
                await self._wake.wait()
        except TimeoutError:
            self._wake.set()

    def _state_changed(self, state: SessionState) -> None:
        if state is SessionState.CONNECTED:
            self._wake.set()

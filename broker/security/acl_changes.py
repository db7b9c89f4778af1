"""Keeps an authorizer at what is stored in ZooKeeper: everything at a start and in a new session, then what changes.

    start, new session   watches ─▶ every pattern's ACLs ─▶ authorizer.replace
    notification         whose ACLs? ─▶ read them again  ─▶ authorizer.update
    what fails           ZooKeeper gone, or a notification that nobody understands ─▶ everything again

Only the task of `run` reads and applies, so no older state can overtake a newer one; whoever has written waits in
`settle` until that task has come by. While ZooKeeper is away the last known ACLs hold, as in Kafka.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from broker.security.authorizer import UNREADABLE, Authorizer
from broker.security.notifications import READS_AT_ONCE, Notifications
from kavka.common.acls import AclEntry, PatternType, ResourcePattern, ResourceType, parse_name
from kavka.zk.acl_znodes import ACL_PATHS, CHANGE_PREFIX, CHANGES, ROOTS, acl_path, decode_acls, decode_change
from kavka.zk.client import ZkClient, ensure_path
from kavka.zk.errors import NoNode, ZkError
from kavka.zk.ops import SessionState
from kavka.zk.znodes import ZNodeError
from timer.clock import Clock

_log = logging.getLogger(__name__)

SETTLE_MS: Final = 5_000
"""How long `settle` waits: who changed ACLs has an answer then in any case."""

RETRY_MS: Final = 1_000
"""Pause after ZooKeeper could not be asked, unless the session's return ends it earlier."""

_NO_SESSION: Final = 0


class AclChanges:
    """Hears what is written and has the authorizer know it.

    Args:
        zk: where the ACLs are.
        clock: how old a notification is.
        authorizer: who is told.
    """

    __slots__ = ("_authorizer", "_session_id", "_sources", "_waiters", "_wake", "_zk")

    def __init__(self, zk: ZkClient, clock: Clock, authorizer: Authorizer) -> None:
        self._zk = zk
        self._authorizer = authorizer
        self._session_id = _NO_SESSION
        self._wake = asyncio.Event()
        self._waiters: list[asyncio.Future[None]] = []
        self._sources = [
            (
                pattern_type,
                Notifications(zk, clock, directory=directory, prefix=CHANGE_PREFIX, on_change=self._wake.set),
            )
            for pattern_type, directory in CHANGES.items()
        ]

    async def start(self) -> None:
        """Creates the paths, sets the watches and reads everything; nobody may be let in before.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        await asyncio.gather(*(ensure_path(self._zk, path) for path in ACL_PATHS))
        await self._begin_session()

    async def run(self) -> None:
        """Follows until cancelled."""
        self._zk.add_state_listener(self._state_changed)
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                if self._zk.state is SessionState.CONNECTED:  # else the session's return wakes us
                    await self._look(list(self._waiters))
        finally:
            self._zk.remove_state_listener(self._state_changed)

    async def settle(self) -> None:
        """Returns when what was written before this call counts here, or after SETTLE_MS."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        self._wake.set()
        try:
            await asyncio.wait((waiter,), timeout=SETTLE_MS / 1000)
        finally:
            if waiter in self._waiters:
                self._waiters.remove(waiter)

    # ---- looks ----------------------------------------------------------------------------------------------------

    async def _look(self, waiters: list[asyncio.Future[None]]) -> None:
        """Takes in everything new; who waited before it began is told when it is done."""
        try:
            if self._session_id != self._zk.session_id:
                await self._begin_session()
            await self._take()
        except ZkError as error:
            self._session_id = _NO_SESSION  # what was taken but not read yet would be lost
            _log.warning("ACLs cannot be read, trying again; the last known ones hold: %s", error)
            await self._pause()
            return
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(RETRY_MS / 1000):
                await self._wake.wait()
        except TimeoutError:
            self._wake.set()

    async def _begin_session(self) -> None:
        """The watches first, then everything: between the two nothing can be missed."""
        session_id = self._zk.session_id
        for _, source in self._sources:
            await source.begin()
        patterns = await self._stored_patterns()
        self._authorizer.replace(dict(zip(patterns, await self._read(patterns), strict=True)))
        self._session_id = session_id

    async def _take(self) -> None:
        changed: dict[ResourcePattern, None] = {}
        for pattern_type, source in self._sources:
            for body in await source.take():
                try:
                    changed[decode_change(body, pattern_type)] = None
                except ZNodeError as error:
                    _log.error("all ACLs are read again: %s", error)
                    changed.update(dict.fromkeys(self._authorizer.patterns()))
                    changed.update(dict.fromkeys(await self._stored_patterns()))
        patterns = list(changed)
        for pattern, entries in zip(patterns, await self._read(patterns), strict=True):
            self._authorizer.update(pattern, entries)

    async def _stored_patterns(self) -> list[ResourcePattern]:
        """Every pattern that has a node."""
        found: list[ResourcePattern] = []
        for pattern_type, root in ROOTS.items():
            for kind in await self._children(root):
                resource_type = parse_name(ResourceType, kind)
                if resource_type <= ResourceType.ANY:
                    _log.warning("%s/%s is ignored: no type of resource that is known here", root, kind)
                    continue
                names = await self._children(f"{root}/{kind}")
                found += [ResourcePattern(resource_type, name, PatternType(pattern_type)) for name in names]
        return found

    async def _children(self, path: str) -> list[str]:
        try:
            return await self._zk.children(path)
        except NoNode:
            return []

    async def _read(self, patterns: Sequence[ResourcePattern]) -> list[frozenset[AclEntry]]:
        """The stored ACLs of each pattern, in their order."""
        found: list[frozenset[AclEntry]] = []
        for start in range(0, len(patterns), READS_AT_ONCE):
            paths = [acl_path(pattern) for pattern in patterns[start : start + READS_AT_ONCE]]
            for path, node in zip(paths, await self._zk.get_many(paths), strict=True):
                found.append(frozenset() if node is None else _entries(node[0], path))
        return found

    def _state_changed(self, state: SessionState) -> None:
        if state is SessionState.CONNECTED:
            self._wake.set()


def _entries(data: bytes, path: str) -> frozenset[AclEntry]:
    try:
        return decode_acls(data, path)
    except ZNodeError as error:
        _log.error("only super users get at what %s protects until it can be read: %s", path, error)
        return UNREADABLE

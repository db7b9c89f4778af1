"""Keeps an authorizer at what is stored in ZooKeeper: everything at startup and in a new session, then what changes.

    startup, new session watches ─▶ every pattern's ACLs ─▶ authorizer.replace
    notification         whose ACLs? ─▶ read them again  ─▶ authorizer.update
    what fails           ZooKeeper gone, or a notification that cannot be decoded ─▶ everything again

Only the task of `run` reads and applies (`zk_watcher`); a writer waits in `settle` until that task has come
by. While ZooKeeper is away the last known ACLs hold, as in Kafka.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from kavka.broker.cluster.notifications import READS_AT_ONCE, Notifications
from kavka.broker.cluster.zk_watcher import ZkWatcher
from kavka.broker.security.authorizer import UNREADABLE, Authorizer
from kavka.common.acls import AclEntry, PatternType, ResourcePattern, ResourceType, parse_name
from kavka.timer.clock import Clock
from kavka.zk.acl_znodes import ACL_PATHS, CHANGE_PREFIX, CHANGES, ROOTS, acl_path, decode_acls, decode_change
from kavka.zk.client import ZkClient, ensure_path
from kavka.zk.errors import NoNode
from kavka.zk.znodes import ZNodeError

_log = logging.getLogger(__name__)


class AclChanges:
    """Applies the stored ACLs to the authorizer.

    Args:
        zk: where the ACLs are.
        clock: how old a notification is.
        authorizer: gets the ACLs.
    """

    __slots__ = ("_authorizer", "_sources", "_watcher", "_zk")

    def __init__(self, zk: ZkClient, clock: Clock, authorizer: Authorizer) -> None:
        self._zk = zk
        self._authorizer = authorizer
        self._watcher = ZkWatcher(zk, begin=self._begin, look=self._look, what="ACLs (the last known ones hold)")
        self._sources = [
            (
                pattern_type,
                Notifications(zk, clock, directory=directory, prefix=CHANGE_PREFIX, on_change=self._watcher.wake),
            )
            for pattern_type, directory in CHANGES.items()
        ]

    async def start(self) -> None:
        """Creates the paths, sets the watches and reads everything; no connection may be accepted before.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        await asyncio.gather(*(ensure_path(self._zk, path) for path in ACL_PATHS))
        await self._watcher.start()

    async def run(self) -> None:
        """Follows until cancelled."""
        await self._watcher.run()

    async def settle(self) -> None:
        """Returns when what was written before this call counts here, or after a few seconds."""
        await self._watcher.settle()

    async def _begin(self) -> None:
        for _, source in self._sources:
            await source.begin()
        patterns = await self._stored_patterns()
        self._authorizer.replace(dict(zip(patterns, await self._read(patterns), strict=True)))

    async def _look(self) -> None:
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


def _entries(data: bytes, path: str) -> frozenset[AclEntry]:
    try:
        return decode_acls(data, path)
    except ZNodeError as error:
        _log.error("only super users get at what %s protects until it can be read: %s", path, error)
        return UNREADABLE

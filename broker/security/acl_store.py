"""Writes ACLs to ZooKeeper: read, change, write if no other broker has since, notify all brokers, all or nothing.

A pattern's ACLs are one znode. It is created with the first ACL and deleted with the last, each time if its version is
still the one that was read; the loser of a race reads again. The notification goes with the change in one multi, so no
broker misses one, whichever fails when. What is written counts here, too, only when it comes back (`acl_changes`): one
way in for every writer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kavka.common.acls import AclEntry, ResourcePattern
from kavka.protocol.errors import UnknownServerError
from kavka.zk.acl_znodes import CHANGE_PREFIX, CHANGES, acl_path, decode_acls, encode_acls, encode_change
from kavka.zk.client import ZkClient, ensure_path
from kavka.zk.errors import BadVersion, NodeExists, NoNode
from kavka.zk.ops import CreateOp, DeleteOp, Op, SetOp
from kavka.zk.paths import parent

ATTEMPTS_MAX: Final = 20
"""Lost races for one pattern before the client gets an error."""

Change = Callable[[frozenset[AclEntry]], frozenset[AclEntry]]


class AclStore:
    """What is stored.

    Args:
        zk: where.
        is_2_0: whether brokers of before Kafka 2.4 read our notifications.
    """

    __slots__ = ("_is_2_0", "_zk")

    def __init__(self, zk: ZkClient, *, is_2_0: bool) -> None:
        self._zk = zk
        self._is_2_0 = is_2_0

    async def change(self, pattern: ResourcePattern, change: Change) -> frozenset[AclEntry]:
        """Changes a pattern's ACLs.

        Args:
            pattern: whose.
            change: makes the new set of the stored one; called again when another broker was faster.

        Returns:
            What was stored before.

        Raises:
            ZkError: ZooKeeper cannot be asked; what was written is unknown.
            ZNodeError: what is stored cannot be read.
            UnknownServerError: others were faster, again and again.
        """
        path = acl_path(pattern)
        for _ in range(ATTEMPTS_MAX):
            try:
                data, stat = await self._zk.get(path)
                before, version = decode_acls(data, path), stat.version
            except NoNode:
                before, version = frozenset(), None
            after = change(before)
            if after == before:
                return before
            try:
                await self._zk.multi(self._write(pattern, after, version))
            except NoNode as error:
                if version is None and error.op_index == 0:
                    await ensure_path(self._zk, parent(path))
                continue
            except (BadVersion, NodeExists):
                continue
            return before
        raise UnknownServerError(f"the ACLs of {pattern} are changed by others all the time: {ATTEMPTS_MAX} attempts")

    def _write(self, pattern: ResourcePattern, after: frozenset[AclEntry], version: int | None) -> Sequence[Op]:
        path = acl_path(pattern)
        write: Op
        if version is None:
            write = CreateOp(path, encode_acls(after))
        elif after:
            write = SetOp(path, encode_acls(after), version)
        else:
            write = DeleteOp(path, version)
        body = encode_change(pattern, is_2_0=self._is_2_0)
        return [write, CreateOp(f"{CHANGES[pattern.pattern_type]}/{CHANGE_PREFIX}", body, sequential=True)]

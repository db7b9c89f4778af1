"""Users that log in by SCRAM: the credentials in /config/users, remembered, and read again when they change.

Quotas stand in the same nodes and are passed over, as are the nodes of a user's clients. Who hears of changes is
`broker.cluster.config_changes`; what a login does with a credential is `sasl.scram`'s.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Final

from kavka.protocol.sasl.scram_keys import HASHES, ScramCredential
from kavka.zk import paths
from kavka.zk.client import ZkClient
from kavka.zk.errors import NoNode
from kavka.zk.sanitizer import desanitized
from kavka.zk.scram_znodes import USERS, parse_credential
from kavka.zk.znodes import ConfigZNode, ZNodeError

_log = logging.getLogger(__name__)

READS_AT_ONCE: Final = 500

_Credentials = Mapping[str, ScramCredential]


class ScramUsers:
    """User → mechanism → credential.

    Args:
        zk: where they are.
    """

    __slots__ = ("_users", "_written_by", "_zk")

    def __init__(self, zk: ZkClient) -> None:
        self._zk = zk
        self._users: dict[str, _Credentials] = {}
        self._written_by: dict[str, int] = {}

    def credential(self, mechanism: str, user: str) -> ScramCredential | None:
        """Returns a user's credential for a mechanism; None: it has none."""
        return self._users.get(user, {}).get(mechanism)

    async def load(self) -> None:
        """Reads all users.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        try:
            names = await self._zk.children(paths.config_type(USERS))
        except NoNode:
            names = []
        for gone in self._users.keys() - {desanitized(name) for name in names}:
            del self._users[gone]
        await self._refresh(names)

    async def changed(self, entities: Sequence[tuple[str, str]]) -> None:
        """Reads the changed users' credentials again.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        await self._refresh([name for kind, name in entities if kind == USERS and "/" not in name])

    async def _refresh(self, entities: Sequence[str]) -> None:
        names = [name for name in entities if name != paths.DEFAULT_ENTITY]
        for start in range(0, len(names), READS_AT_ONCE):
            await asyncio.gather(*(self._read(name) for name in names[start : start + READS_AT_ONCE]))

    async def _read(self, name: str) -> None:
        user = desanitized(name)
        try:
            data, stat = await self._zk.get(paths.config(USERS, name))
        except NoNode:
            self._users.pop(user, None)
            return
        if stat.mzxid < self._written_by.get(user, -1):
            return  # an older response came later
        self._written_by[user] = stat.mzxid
        credentials = _credentials(name, data)
        if credentials:
            self._users[user] = credentials
        else:
            self._users.pop(user, None)


def _credentials(name: str, data: bytes) -> _Credentials:
    """What can be read of a node; what cannot is logged, and no login."""
    try:
        texts = ConfigZNode.decode(data).config
    except ZNodeError as error:
        _log.error("%s is ignored: %s", paths.config(USERS, name), error)
        return {}
    found: dict[str, ScramCredential] = {}
    for mechanism in HASHES.keys() & texts.keys():
        try:
            found[mechanism] = parse_credential(texts[mechanism])
        except ZNodeError as error:
            _log.error("%s: the credential for %s is ignored: %s", paths.config(USERS, name), mechanism, error)
    return found

"""This broker's node in /brokers/ids: the proof that it lives, and the source of its broker epoch.

The node is ephemeral. After a crash the node of the broker's former life stands until ZooKeeper ends that session; a
new life waits for this instead of dying. When a session is lost while the broker runs, the controller's event for the
new session calls `register` again, before it takes part in an election: the broker then has a new broker epoch.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from kavka.zk import paths
from kavka.zk.client import ZkClient, create_ephemeral
from kavka.zk.errors import NodeExists, NoNode
from kavka.zk.znodes import BrokerRegistration

_log = logging.getLogger(__name__)

NO_EPOCH: Final = -1
TAKEOVER_MARGIN_MS: Final = 5_000
"""How much longer than a session timeout an old node may stand before it counts as somebody else's."""


class AlreadyRegistered(Exception):
    """Another live broker has this id."""


class Registration:
    """One broker's registration.

    Args:
        zk: the session whose node it becomes.
        broker_id: this broker.
        body: what others read there.
        session_timeout_ms: how long a dead broker's node may stand.
    """

    __slots__ = ("_body", "_broker_id", "_takeover_ms", "_zk", "epoch")

    def __init__(self, zk: ZkClient, *, broker_id: int, body: BrokerRegistration, session_timeout_ms: int) -> None:
        self.epoch = NO_EPOCH
        self._zk = zk
        self._broker_id = broker_id
        self._body = body
        self._takeover_ms = session_timeout_ms + TAKEOVER_MARGIN_MS

    async def register(self) -> int:
        """Creates the node; waits for the end of a former life of this broker.

        Returns:
            The broker epoch: the czxid of the node.

        Raises:
            AlreadyRegistered: the node stood longer than any dead broker's can.
            ZkError: ZooKeeper cannot be asked.
        """
        path = paths.broker_id(self._broker_id)
        try:
            async with asyncio.timeout(self._takeover_ms / 1000):
                self.epoch = await self._create_when_free(path)
        except TimeoutError:
            raise AlreadyRegistered(
                f"another broker with broker.id={self._broker_id} is running: its registration {path} "
                f"outlived a session timeout; give this broker another id, or stop the other one"
            ) from None
        return self.epoch

    async def unregister(self) -> None:
        """Takes the node away, so that the controller learns at once that this broker goes."""
        self.epoch = NO_EPOCH
        try:
            await self._zk.delete(paths.broker_id(self._broker_id))
        except NoNode:
            return

    async def _create_when_free(self, path: str) -> int:
        while True:
            gone = asyncio.Event()
            try:
                return (await create_ephemeral(self._zk, path, self._body.encode())).czxid
            except NodeExists:
                stat = await self._zk.exists(path, watch=lambda _event, _path, gone=gone: gone.set())  # type: ignore[misc]
            if stat is None:
                continue
            _log.info("waiting for the end of session 0x%x, which holds %s", stat.ephemeral_owner, path)
            await gone.wait()

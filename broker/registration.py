"""This broker's node in /brokers/ids: the proof that it lives, and the source of its broker epoch.

The node is ephemeral. After a crash the node of the broker's former life stands until ZooKeeper ends that session; a
new life waits for this instead of dying. When the session is lost while the broker runs, it registers again under the
new one, with a new broker epoch.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from kavka.zk import paths
from kavka.zk.client import ZkClient, create_ephemeral
from kavka.zk.errors import NodeExists, NoNode, ZkError
from kavka.zk.ops import SessionState
from kavka.zk.znodes import BrokerRegistration

_log = logging.getLogger(__name__)

NO_EPOCH: Final = -1
RETRY_MS: Final = 1_000
"""Pause before a registration that failed for ZooKeeper's sake is tried again."""

TAKEOVER_MARGIN_MS: Final = 5_000
"""How much longer than a session timeout an old node may stand before it counts as somebody else's."""


class AlreadyRegistered(Exception):
    """Another live broker has this id."""


class Registration:
    """Keeps one broker registered.

    Args:
        zk: the session whose node it becomes.
        broker_id: this broker.
        body: what others read there.
        session_timeout_ms: how long a dead broker's node may stand.
    """

    __slots__ = ("_body", "_broker_id", "_is_wanted", "_session_id", "_takeover_ms", "_wake", "_zk", "epoch")

    def __init__(self, zk: ZkClient, *, broker_id: int, body: BrokerRegistration, session_timeout_ms: int) -> None:
        self.epoch = NO_EPOCH
        self._zk = zk
        self._broker_id = broker_id
        self._body = body
        self._takeover_ms = session_timeout_ms + TAKEOVER_MARGIN_MS
        self._session_id = 0
        self._is_wanted = False
        self._wake = asyncio.Event()

    async def register(self) -> int:
        """Creates the node; waits for the end of a former life of this broker.

        Returns:
            The broker epoch: the czxid of the node.

        Raises:
            AlreadyRegistered: the node stood longer than any dead broker's can.
            ZkError: ZooKeeper cannot be asked.
        """
        self._is_wanted = True
        path = paths.broker_id(self._broker_id)
        try:
            async with asyncio.timeout(self._takeover_ms / 1000):
                stat = await self._create_when_free(path)
        except TimeoutError:
            raise AlreadyRegistered(
                f"another broker with broker.id={self._broker_id} is running: its registration {path} "
                f"outlived a session timeout; give this broker another id, or stop the other one"
            ) from None
        self._session_id = self._zk.session_id
        self.epoch = stat
        return stat

    async def run(self) -> None:
        """Registers anew whenever a new session has replaced a lost one, until cancelled."""
        self._zk.add_state_listener(self._on_state)
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not self._is_wanted or self._zk.session_id == self._session_id:
                continue
            try:
                await self.register()
            except ZkError as error:
                _log.warning("cannot register broker %d again, trying on: %s", self._broker_id, error)
                await asyncio.sleep(RETRY_MS / 1000)
                self._wake.set()
            else:
                _log.info("broker %d is registered again, broker epoch %d", self._broker_id, self.epoch)

    async def unregister(self) -> None:
        """Takes the node away, so that the controller learns at once that this broker goes."""
        self._is_wanted = False
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

    def _on_state(self, state: SessionState) -> None:
        if state is SessionState.CONNECTED:
            self._wake.set()

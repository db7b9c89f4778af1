"""This broker's node in /brokers/ids: the proof that it lives, and the source of its broker epoch.

The node is ephemeral. After a crash the node of the broker's former life stands until ZooKeeper ends that session; a
new life ends it itself where its key was kept (`former_session`), else it waits for this instead of dying. When a
session is lost while the broker runs, the controller's event for the new session calls `register` again, before it
takes part in an election: the broker then has a new broker epoch, and names the first one of its process, for its
unflushed records have outlived the session (`controller/former_lives.py`). When somebody deletes the node while the
session goes on, `keep` makes it anew, with a new broker epoch too; Apache Kafka's broker stays a stranger to its
cluster then, until it is started again.

A broker whose registration cannot come back must not stay up, because nobody tells it of new leaders any more while its
clients believe it (bug 32, KAFKA-5473). `run` watches for that and ends in one of two ways:

    the session is LOST ─► a new session ─┬► register: the id is another's  ─► RegistrationLost at once
    the node is deleted ──────────────────┘
                      └──► no session and no registration for `DEAF_MS_MAX` ─► RegistrationLost
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from kavka.broker.cluster.former_session import FormerSession, NothingKept
from kavka.broker.cluster.zk_watcher import ZkWatcher
from kavka.common.types import TopicPartition
from kavka.zk import paths
from kavka.zk.client import ZkClient, create_ephemeral
from kavka.zk.errors import NodeExists, NoNode, SessionExpired
from kavka.zk.former_session import SessionKey
from kavka.zk.ops import SessionState, Stat
from kavka.zk.znodes import BrokerRegistration

_log = logging.getLogger(__name__)

NO_EPOCH: Final = -1
_NO_SESSION: Final = 0
TAKEOVER_MARGIN_MS: Final = 5_000
"""How much longer than a session timeout an old node may stand before it counts as somebody else's."""

STALL_MS: Final = 1_000
"""So late a timer is only where the process, or its machine, was suspended."""
PATIENCE_RENEWED_MAX: Final = 5
"""How often the wait for a former registration begins anew."""
DEAF_MS_MAX: Final = 600_000
"""How long a broker goes on serving without a registration. Kafka's does so without end; ten minutes let an ensemble be
repaired under running brokers, and end a broker that is cut off from it for good."""


class AlreadyRegistered(Exception):
    """Another live broker has this id."""


class RegistrationLost(Exception):
    """This broker cannot be registered again, so it has to end; the message says why."""


class Registration:
    """One broker's registration.

    Args:
        zk: the session whose node it becomes.
        broker_id: this broker.
        body: what others read there.
        session_timeout_ms: how long a dead broker's node may stand.
        deaf_ms_max: how long `run` lets the broker be without a registration.
        former: keeps the session's key, and ends the session of a former life; None: nobody does.
    """

    __slots__ = (
        "_body",
        "_broker_id",
        "_deaf_ms_max",
        "_first_epoch",
        "_former",
        "_lost",
        "_refusal",
        "_session_id",
        "_settled",
        "_takeover_ms",
        "_watcher",
        "_zk",
        "epoch",
    )

    def __init__(
        self,
        zk: ZkClient,
        *,
        broker_id: int,
        body: BrokerRegistration,
        session_timeout_ms: int,
        deaf_ms_max: int = DEAF_MS_MAX,
        former: FormerSession | NothingKept | None = None,
    ) -> None:
        self.epoch = NO_EPOCH
        self._deaf_ms_max = deaf_ms_max
        self._first_epoch: int | None = None
        # Invariant: of the two exactly one is set, once `register` has ended for the first time.
        self._lost = asyncio.Event()
        self._settled = asyncio.Event()
        self._refusal: AlreadyRegistered | None = None
        self._zk = zk
        self._former = former or NothingKept()
        self._broker_id = broker_id
        self._body = body
        self._takeover_ms = session_timeout_ms + TAKEOVER_MARGIN_MS
        self._session_id = _NO_SESSION
        self._watcher = ZkWatcher(zk, look=self._look, what=paths.broker_id(broker_id))

    async def register(self) -> int:
        """Creates the node; waits for the end of a former life of this broker.

        Returns:
            The broker epoch: the czxid of the node.

        Raises:
            AlreadyRegistered: the node stood longer than any dead broker's can.
            ZkError: ZooKeeper cannot be asked.
        """
        path = paths.broker_id(self._broker_id)
        self._body = replace(self._body, first_epoch=self._first_epoch)
        if not await self._try_while_time_counts(path):
            self._refusal = AlreadyRegistered(
                f"another broker with broker.id={self._broker_id} is running: its registration {path} "
                f"outlived a session timeout; give this broker another id, or stop the other one"
            )
            self._settle()
            raise self._refusal
        self._refusal = None
        await self._former.keep(SessionKey(self._zk.session_id, self._zk.session_password))
        if self._zk.state is not SessionState.LOST:  # the session may have ended behind its last response
            self._settle()
        self._watcher.wake()
        return self.epoch

    async def change(self, body: BrokerRegistration) -> None:
        """Replaces what others read of this broker, now and whenever it registers anew; its epoch stays.

        Raises:
            ConnectionLoss: ZooKeeper cannot be asked now; to be tried again.
        """
        self._body = replace(body, incomplete=self._body.incomplete, first_epoch=self._body.first_epoch)
        await self._write()

    async def update(self, incomplete: Mapping[TopicPartition, int]) -> None:
        """Writes the broker's incomplete logs to its registration.

        Raises:
            ConnectionLoss: ZooKeeper cannot be asked now; to be tried again.
        """
        self._body = replace(self._body, incomplete=incomplete)
        await self._write()

    async def _write(self) -> None:
        path = paths.broker_id(self._broker_id)
        try:
            stat = await self._zk.exists(path)
            if stat is not None and stat.ephemeral_owner == self._zk.session_id:
                await self._zk.set(path, self._body.encode())
        except (NoNode, SessionExpired):
            return  # another session's registration has the new body

    async def _try_while_time_counts(self, path: str) -> bool:
        """Creates the node; False when somebody else's outlived a session timeout in which it could have ended.

        Time in which this process was suspended, or ZooKeeper did not answer, does not count: a session that is over is
        reported late then, and a ZooKeeper that was restarted gives every session its whole time again.
        """
        clock = self._zk.clock
        for _ in range(PATIENCE_RENEWED_MAX):
            was_away = False

            def listen(state: SessionState) -> None:
                nonlocal was_away
                was_away = was_away or state is not SessionState.CONNECTED

            self._zk.add_state_listener(listen)
            due_ms = clock.monotonic_ms() + self._takeover_ms
            try:
                async with clock.timeout(self._takeover_ms):
                    stat = await self._create_when_free(path)
                self.epoch, self._session_id = stat.czxid, stat.ephemeral_owner
                if self._first_epoch is None:
                    self._first_epoch = stat.czxid
                return True
            except TimeoutError:
                late_ms = clock.monotonic_ms() - due_ms
                if not was_away and late_ms < STALL_MS:
                    return False
                _log.warning("%s is waited for anew: this broker stood still, or ZooKeeper did not answer", path)
            finally:
                self._zk.remove_state_listener(listen)
        return False

    async def run(self) -> None:
        """Watches over the registration until it is lost for good, or until cancelled.

        Raises:
            RegistrationLost: the broker must end.
        """
        self._zk.add_state_listener(self._state_changed)
        try:
            while True:
                await self._lost.wait()
                await self._wait_settled()
        finally:
            self._zk.remove_state_listener(self._state_changed)

    async def keep(self) -> None:
        """Registers anew whenever the node is deleted while its session lives, until cancelled."""
        await self._watcher.run()

    async def _look(self) -> None:
        """Watches the node, and makes it anew where it is gone.

        A new session's node is the controller's event to make: the broker's former term as controller ends first.
        """
        path = paths.broker_id(self._broker_id)
        stat = await self._zk.exists(path, watch=lambda _event, _path: self._watcher.wake())
        if self._session_id != self._zk.session_id or (stat is not None and stat.ephemeral_owner == self._session_id):
            return
        _log.warning("%s was deleted, and not by this broker: it registers anew", path)
        self._unsettle()
        with suppress(AlreadyRegistered):  # for `run`, which ends the broker
            await self.register()

    async def unregister(self) -> None:
        """Deletes the node of this session from /brokers/ids. The controller learns at once that this broker goes."""
        self.epoch = NO_EPOCH
        self._session_id = _NO_SESSION
        path = paths.broker_id(self._broker_id)
        stat = await self._zk.exists(path)
        if stat is None or stat.ephemeral_owner != self._zk.session_id:
            return
        try:
            await self._zk.delete(path)
        except NoNode:
            return

    async def _wait_settled(self) -> None:
        try:
            async with self._zk.clock.timeout(self._deaf_ms_max):
                await self._settled.wait()
        except TimeoutError:
            raise RegistrationLost(
                f"broker {self._broker_id} lost its registration and could not register again within "
                f"{self._deaf_ms_max} ms: is ZooKeeper running, and can this machine reach it?"
            ) from None
        if self._refusal is not None:
            raise RegistrationLost(f"broker {self._broker_id} lost its registration, and {self._refusal}")

    def _state_changed(self, state: SessionState) -> None:
        if state is SessionState.LOST:
            self._unsettle()

    def _unsettle(self) -> None:
        self._settled.clear()
        self._lost.set()

    def _settle(self) -> None:
        self._lost.clear()
        self._settled.set()

    async def _create_when_free(self, path: str) -> Stat:
        while True:
            gone = asyncio.Event()
            try:
                return await create_ephemeral(self._zk, path, self._body.encode())
            except NodeExists:
                stat = await self._zk.exists(path, watch=lambda _event, _path, gone=gone: gone.set())  # type: ignore[misc]
            if stat is None:
                continue
            if not await self._former.end(stat.ephemeral_owner):
                _log.info("waiting for the end of session 0x%x, which holds %s", stat.ephemeral_owner, path)
            await gone.wait()

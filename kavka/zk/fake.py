"""A ZooKeeper in memory, behind the same interface as the real one, for unit tests and simulation.

`FakeZooKeeper` is the server: a data tree and a clock. `FakeZk` is one client of it and satisfies `ZkClient`; the
contract tests hold it equal to the real thing. There is no I/O and no time of its own: calls act on the tree at once,
replies and events reach the client through its event loop in the order in which they happened.

What a test can do to a client: `suspend` and `resume` its connection, `expire` its session, hold all replies back
(`pause`, `unpause`), and lose the reply of the next write (`lose_next_answer`): done on the server, ConnectionLoss at
the client, the case that retries get wrong.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import TypeVar

from kavka.common.pace import pass_turn
from kavka.timer.clock import Clock
from kavka.zk.client import ClientBase, StateListener, WatchCallback, check_multi_size, check_size
from kavka.zk.errors import ConnectionLoss, NodeExists, ZkError
from kavka.zk.ops import (
    OPEN_ACL,
    Acl,
    CreateOp,
    DeleteOp,
    EventType,
    Op,
    OpResult,
    SessionState,
    SetOp,
    Stat,
    WatchKind,
)
from kavka.zk.rules import parent_of
from kavka.zk.tree import DataTree

T = TypeVar("T")

DEFAULT_SESSION_TIMEOUT_MS = 18_000
"""Kafka 3.0's `zookeeper.session.timeout.ms`."""


class FakeZooKeeper:
    """The server that fake clients share.

    Args:
        clock: ctime, mtime and session timeouts; a `ManualClock` in simulation.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.tree = DataTree()
        self.clients: dict[int, FakeZk] = {}
        self._next_session_id = 0x1_0000_0001

    def client(self, *, session_timeout_ms: int = DEFAULT_SESSION_TIMEOUT_MS) -> FakeZk:
        """Returns a client of this server that is not started yet."""
        return FakeZk(self, session_timeout_ms=session_timeout_ms)

    def open_session(self, client: FakeZk, timeout_ms: int) -> int:
        """Opens a session for a client; for `FakeZk` itself."""
        session_id = self._next_session_id
        self._next_session_id += 1
        self.tree.open_session(session_id, timeout_ms=timeout_ms, password=b"", now_ms=self.clock.now_ms())
        self.clients[session_id] = client
        return session_id

    def close_session(self, session_id: int) -> None:
        """Closes a session on the server. Its ephemeral nodes go, watches of others fire."""
        client = self.clients.pop(session_id, None)
        self.tree.close_session(session_id, now_ms=self.clock.now_ms())
        if client is not None:
            client.session_ended(session_id)

    def expire_due(self) -> list[int]:
        """Ends the sessions of clients that have been suspended longer than their timeout; returns their ids."""
        now_ms = self.clock.monotonic_ms()
        for session_id, client in self.clients.items():
            if client.is_attached:
                session = self.tree.session(session_id)
                session.expires_at_ms = now_ms + session.timeout_ms
        due = self.tree.expired_sessions(now_ms)
        for session_id in due:
            self.close_session(session_id)
        return due


class _Watch:
    """One callback waiting for one event; the tree's watcher."""

    __slots__ = ("callback", "client", "kind", "path")

    def __init__(self, client: FakeZk, kind: WatchKind, path: str, callback: WatchCallback) -> None:
        self.client = client
        self.kind = kind
        self.path = path
        self.callback = callback

    @property
    def who(self) -> tuple[()]:
        """Returns no identities: fake clients do not authenticate."""
        return ()

    def notify(self, event: EventType, path: str, /) -> None:
        self.client.watch_fired(self, event)


class FakeZk(ClientBase):
    """One client of a `FakeZooKeeper`; see `ZkClient` for the calls, the module for the controls."""

    def __init__(self, server: FakeZooKeeper, *, session_timeout_ms: int) -> None:
        super().__init__()
        self._server = server
        self._session_timeout_ms = session_timeout_ms
        self._watches: dict[_Watch, None] = {}
        self._last_zxid = 0
        self._is_closed = True
        self._is_paused = False
        # What the loop has yet to hand to the client, in order. Bounded by the calls and watches outstanding.
        self._inbox: deque[Callable[[], None]] = deque()
        self._answers_to_lose = 0

    # -- the interface -------------------------------------------------------------------------------------------

    @property
    def clock(self) -> Clock:
        """Returns the server's clock; see `ZkClient`."""
        return self._server.clock

    async def start(self, timeout_ms: int) -> None:
        """Opens a session; see `ZkClient.start`."""
        self._is_closed = False
        self._open_session()
        await pass_turn()

    async def close(self) -> None:
        """Closes the session; see `ZkClient.close`."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._session_id in self._server.clients:
            self._server.close_session(self._session_id)
        await pass_turn()

    async def get(self, path: str, watch: WatchCallback | None = None) -> tuple[bytes, Stat]:
        """Returns a node's data and Stat; see `ZkClient.get`."""
        tree = self._server.tree
        data, stat = await self._call(lambda: tree.get(path, watcher=self._watch(WatchKind.DATA, path, watch)))
        return data or b"", stat

    async def get_many(self, paths: Sequence[str]) -> list[tuple[bytes, Stat] | None]:
        """Returns many nodes' data and Stats; see `ZkClient.get_many`."""
        tree = self._server.tree

        def read(path: str) -> tuple[bytes, Stat] | None:
            if path not in tree.nodes:
                return None
            data, stat = tree.get(path)
            return data or b"", stat

        return await self._call(lambda: [read(path) for path in paths])

    async def exists(self, path: str, watch: WatchCallback | None = None) -> Stat | None:
        """Returns a node's Stat or None; see `ZkClient.exists`."""

        def act() -> Stat | None:
            kind = WatchKind.DATA if path in self._server.tree.nodes else WatchKind.EXISTS
            return self._server.tree.exists(path, watcher=self._watch(kind, path, watch))

        return await self._call(act)

    async def children(self, path: str, watch: WatchCallback | None = None) -> list[str]:
        """Returns the sorted names of a node's children; see `ZkClient.children`."""
        return await self._call(
            lambda: self._server.tree.children(path, watcher=self._watch(WatchKind.CHILD, path, watch))[0]
        )

    async def create(
        self,
        path: str,
        data: bytes | None = None,
        *,
        ephemeral: bool = False,
        sequential: bool = False,
        make_parents: bool = False,
        acl: tuple[Acl, ...] = OPEN_ACL,
    ) -> tuple[str, Stat]:
        """Creates a node; see `ZkClient.create`."""
        check_size(len(data or b""), path)
        op = CreateOp(path, data, ephemeral, sequential, acl)

        def act() -> tuple[str, Stat]:
            if make_parents:
                self._make_parents(path, acl)
            actual = self._write([op])[0]
            assert isinstance(actual, str)
            return actual, self._server.tree.nodes[actual].stat()

        return await self._call(act, is_write=True)

    async def set(self, path: str, data: bytes, version: int = -1) -> Stat:
        """Replaces a node's data; see `ZkClient.set`."""
        check_size(len(data), path)

        def act() -> Stat:
            stat = self._write([SetOp(path, data, version)])[0]
            assert isinstance(stat, Stat)
            return stat

        return await self._call(act, is_write=True)

    async def delete(self, path: str, version: int = -1) -> None:
        """Deletes a node without children; see `ZkClient.delete`."""
        await self._call(lambda: self._write([DeleteOp(path, version)]), is_write=True)

    async def multi(self, ops: Sequence[Op]) -> list[OpResult]:
        """Applies all operations or none; see `ZkClient.multi`."""
        check_multi_size(ops)

        def act() -> list[OpResult]:
            try:
                return self._write(ops)
            except ZkError as error:
                error.op_index = error.op_index or 0
                raise

        return await self._call(act, is_write=True)

    # -- the controls --------------------------------------------------------------------------------------------

    @property
    def is_attached(self) -> bool:
        """Tells whether the client is connected to the server."""
        return self._state is SessionState.CONNECTED

    def suspend(self) -> None:
        """Breaks the connection; the session goes on at the server until it times out (`expire_due`)."""
        assert self._state is SessionState.CONNECTED, "only a connection that stands can break"
        session = self._server.tree.session(self._session_id)
        session.expires_at_ms = self._server.clock.monotonic_ms() + session.timeout_ms
        self._detach()
        self._set_state(SessionState.SUSPENDED)

    def resume(self) -> None:
        """Restores the connection: the same session and watches if it lives.

        Otherwise the state is LOST, and a new session follows.
        """
        assert self._state is SessionState.SUSPENDED, "only a broken connection can come back"
        if self._session_id not in self._server.tree.sessions:
            self._lose_session()
            return
        self._set_state(SessionState.CONNECTED)
        since = self._last_zxid
        tree = self._server.tree
        for watch in list(self._watches):
            paths = (watch.path,)
            kind = watch.kind
            tree.restore_watches(
                watch,
                since_zxid=since,
                data=paths if kind is WatchKind.DATA else (),
                exists=paths if kind is WatchKind.EXISTS else (),
                child=paths if kind is WatchKind.CHILD else (),
            )

    def expire(self) -> None:
        """Expires the session at the server: LOST, then a new session.

        To the client it looks as if another party's clock had run out for it.
        """
        session_id = self._session_id
        was_suspended = self._state is SessionState.SUSPENDED
        self._server.close_session(session_id)
        if was_suspended:
            self._lose_session()

    def pause(self) -> None:
        """Holds every reply and event back, as a stalled network does; calls still reach the server."""
        self._is_paused = True

    def unpause(self) -> None:
        """Delivers everything that was held back, in order."""
        self._is_paused = False
        for _ in range(len(self._inbox)):
            asyncio.get_running_loop().call_soon(self._deliver_one)

    def lose_next_answer(self, count: int = 1) -> None:
        """Loses the replies to the next `count` writes. They are done; their callers get ConnectionLoss."""
        self._answers_to_lose += count

    # -- for the server ------------------------------------------------------------------------------------------

    def watch_fired(self, watch: _Watch, event: EventType) -> None:
        """Queues a watch's callback behind what the client has yet to receive."""
        self._last_zxid = self._server.tree.last_zxid
        if self._watches.pop(watch, 0) is None:
            self._post(lambda: watch.callback(event, watch.path))

    def session_ended(self, session_id: int) -> None:
        """Handles the session's end at the server. A suspended client learns of it when it reconnects."""
        if self._is_closed:
            self._detach()
            self._watches.clear()
            self._set_state(SessionState.LOST)
        elif self._state is SessionState.CONNECTED and session_id == self._session_id:
            self._lose_session()

    # -- inside --------------------------------------------------------------------------------------------------

    def _lose_session(self) -> None:
        self._detach()
        self._watches.clear()
        self._set_state(SessionState.LOST)
        self._post(self._open_session)

    def _open_session(self) -> None:
        if self._is_closed:
            return
        self._session_id = self._server.open_session(self, self._session_timeout_ms)
        self._last_zxid = self._server.tree.last_zxid
        self._set_state(SessionState.CONNECTED)

    def _detach(self) -> None:
        for watch in self._watches:
            self._server.tree.watches.remove_watcher(watch)

    def _tell(self, listener: StateListener, state: SessionState) -> None:
        self._post(lambda: listener(state))

    def _watch(self, kind: WatchKind, path: str, callback: WatchCallback | None) -> _Watch | None:
        if callback is None:
            return None
        # As with the real client, the same callback on the same node waits once.
        for watch in self._watches:
            if (watch.path, watch.callback) == (path, callback) and (watch.kind is kind):
                return watch
        watch = _Watch(self, kind, path, callback)
        if kind is WatchKind.EXISTS or path in self._server.tree.nodes:
            self._watches[watch] = None
        return watch

    def _write(self, ops: Sequence[Op]) -> list[OpResult]:
        return self._server.tree.write(ops, now_ms=self._server.clock.now_ms(), session_id=self._session_id)

    def _make_parents(self, path: str, acl: tuple[Acl, ...]) -> None:
        parent = parent_of(path)
        if parent in self._server.tree.nodes:
            return
        self._make_parents(parent, acl)
        try:
            self._write([CreateOp(parent, acl=acl)])
        except NodeExists:
            return

    async def _call(self, act: Callable[[], T], *, is_write: bool = False) -> T:
        """Acts on the tree now, replies through the inbox: events that the act caused come first."""
        self._check_connected("a call")
        answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        error: ZkError | None = None
        result: T
        try:
            result = act()
        except ZkError as failure:
            error = failure
        self._last_zxid = self._server.tree.last_zxid
        if is_write and self._answers_to_lose:
            self._answers_to_lose -= 1
            error = ConnectionLoss("the answer was lost")
        self._post(lambda: None if answered.done() else answered.set_result(None))
        await answered
        if error is not None:
            raise error
        return result

    def _post(self, thunk: Callable[[], None]) -> None:
        self._inbox.append(thunk)
        if not self._is_paused:
            asyncio.get_running_loop().call_soon(self._deliver_one)

    def _deliver_one(self) -> None:
        if self._inbox and not self._is_paused:
            self._inbox.popleft()()

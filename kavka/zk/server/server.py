"""The embedded ZooKeeper: one data tree, a TCP port, a disk. What a laptop and CI use instead of a JVM.

A single node by intent: whoever needs more than one machine runs a real ensemble, and brokers cannot distinguish the
two (the same contract tests pass against both).

The commit gate. Requests are served as they come, against the tree in memory, but no reply leaves before what it
reports is in the log:

    requests of one turn of the loop ─► tree (journal: transactions) ─► replies and events, held in the connections
                                                  │
    at the end of the turn: one entry, one write(2) ──► [fsync=True: one fdatasync in a thread] ──► replies released

So neither kill -9 nor a power failure loses what was acknowledged, and all clients of one turn share one fdatasync.
With `fsync=False`, for data that nobody wants to keep, only kill -9 is survived. The first error of the disk stops the
server: it can promise nothing after it.

Sessions outlive connections and restarts: each start gives every session its whole timeout again. After a stall of the
server itself (a stopped process), deadlines move by the stall: nobody is expired for pings that wait in the socket.

Timers and callbacks of the loop do all of it, and tasks only wait for the disk: `start` and `close` are all that an
owner needs. What it does to the outside goes through ports, so that it runs unchanged in a simulated world:

    network ─ bind ─▶ clients        filesystem ─▶ storage.py        clock, ticks, random_bytes
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from kavka.common.machine_filesystem import MachineFileSystem
from kavka.common.machine_network import MachineNetwork
from kavka.common.pace import pass_turn
from kavka.common.supervised import Supervisor
from kavka.timer.clock import Cancellable, Clock, SystemClock
from kavka.timer.moments import MonotonicMs
from kavka.zk.acls import closing
from kavka.zk.errors import ConnectionLoss, SessionExpired
from kavka.zk.node import Session
from kavka.zk.rules import SUPER
from kavka.zk.server.connection import PASSWORD_BYTES, ServerConnection
from kavka.zk.server.four_letter import Latency, ServerView
from kavka.zk.storage import Storage, StorageFailed, encode_snapshot, encode_txn
from kavka.zk.tree import DataTree
from kavka.zk.txn import Txn

if TYPE_CHECKING:
    from kavka.common.filesystem import FileSystem
    from kavka.common.network import BoundAddress, Network
    from kavka.zk.ops import CreateOp, DeleteOp, SetOp

log = logging.getLogger(__name__)

SESSION_TIMEOUT_MS_MIN = 100
SESSION_TIMEOUT_MS_MAX = 300_000
"""Wider than ZooKeeper's 2 to 20 ticks: tests want short sessions, debuggers long ones."""

CONNECTIONS_MAX = 2_000
SESSIONS_MAX = 20_000
"""A session outlives its connection by its timeout, so a client that reconnects in a loop leaves many behind."""
SNAPSHOT_LOG_BYTES = 512 * 1024
"""A snapshot is due when the log has grown this much, and past the last snapshot: it bounds what a startup replays
(about 40 ms a MiB, and a startup should take less than 50) without writing a large tree again and again."""

EXPIRY_CHECK_MS_MAX = 1_000
"""Sessions are looked at when the next one may end, and at least this often: so a stall is noticed."""

CLOSED_AT_ONCE = 1_000
"""Nodes that get their owner in one transaction: a log entry has a limit."""

STALL_MS = 500
"""A timer this late means that the process stood still, not the clients."""

STALL_SHARE_MAX = 1 / 3
"""A stall is worth a warning from this share of the shortest session's timeout on: clients of ZooKeeper ping after a
third of theirs. Shorter ones are the rhythm of a busy machine, which no session notices."""

HANDSHAKE_MS_MAX = 10_000
"""ZooKeeper's own patience with a connection that asks for no session."""

LISTEN_BACKLOG = 512


class EmbeddedZooKeeper:
    """See the module.

    Args:
        data_dir: where the log and the snapshots are; created if missing.
        host: the address to listen on.
        port: 0 for any free one.
        fsync: acknowledge only what survives the machine's death, too; without it, only the process's.
        clock: times of nodes, session timeouts.
        random_bytes: makes session passwords; `os.urandom` unless a test wants to know them.
        connections_max: more are refused.
        snapshot_log_bytes: the log's size that makes a snapshot due.
        super_digest: "user:base64 of SHA-1 of user:password" of whom no ACL keeps out; empty: nobody. As ZooKeeper's
            property zookeeper.DigestAuthenticationProvider.superDigest.
        network: where it listens; the machine's unless a simulation has another.
        filesystem: has the data directory, and is its owner's to close; the machine's unless given.
    """

    def __init__(
        self,
        data_dir: Path | str,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        fsync: bool = True,
        clock: Clock | None = None,
        ticks: Callable[[], int] = time.perf_counter_ns,
        random_bytes: Callable[[int], bytes] = os.urandom,
        connections_max: int = CONNECTIONS_MAX,
        snapshot_log_bytes: int = SNAPSHOT_LOG_BYTES,
        super_digest: str = "",
        network: Network | None = None,
        filesystem: FileSystem | None = None,
    ) -> None:
        self.clock: Clock = clock if clock is not None else SystemClock()
        self._supervisor = Supervisor(clock=self.clock)
        self._super_digest = super_digest
        self._data_dir = str(data_dir)
        self._network: Network = MachineNetwork() if network is None else network
        self._is_own_filesystem = filesystem is None
        self._filesystem: FileSystem = MachineFileSystem() if filesystem is None else filesystem
        self._host = host
        self._port = port
        self._fsync = fsync
        self._ticks = ticks
        self._random_bytes = random_bytes
        self._connections_max = connections_max
        self._snapshot_log_bytes = snapshot_log_bytes
        self._snapshot_bytes = 0
        self.tree = DataTree()
        self._storage = Storage(self._data_dir, self._filesystem)
        self._listener: BoundAddress | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connections: dict[ServerConnection, None] = {}
        # Session id → the connection that speaks for it. Invariant: its session is in the tree.
        self._attached: dict[int, ServerConnection] = {}
        # Connections without a session yet → when they came, oldest first.
        self._sessionless: dict[ServerConnection, MonotonicMs] = {}
        self._txns: list[bytes] = []
        self._dirty: dict[ServerConnection, None] = {}
        self._is_commit_due = False
        self._sync_in_progress: asyncio.Future[None] | None = None
        self._snapshot_in_progress: asyncio.Future[None] | None = None
        self._expiry_timer: Cancellable | None = None
        self._expiry_due_ms = MonotonicMs(0)
        self._failed: asyncio.Future[None] | None = None
        self._last_session_id = 0
        self.is_closing = False
        """Set once: requests that come later are left unread, nothing new is begun."""
        self._received = self._sent = self._refused = 0
        self._latency = Latency()
        self._started_ms = MonotonicMs(0)

    # -- the owner's side ----------------------------------------------------------------------------------------

    def is_super(self, digest: str) -> bool:
        """Tells whether a digest is the superuser's."""
        return bool(self._super_digest) and hmac.compare_digest(digest.encode(), self._super_digest.encode())

    @property
    def port(self) -> int:
        """Returns the port that the server listens on."""
        return self._port

    async def start(self) -> int:
        """Recovers the tree and listens; returns the port.

        Raises:
            StorageCorrupt, StorageInUse, StorageFailed: the directory cannot be used; the message says what to do.
            OSError: the port is taken.
        """
        loop = asyncio.get_running_loop()
        self.tree = self._storage.recover()
        self._loop = loop
        self._failed = loop.create_future()
        self.tree.journal = self._journal
        now_ms = self._started_ms = self.clock.monotonic_ms()
        for session in self.tree.sessions.values():
            session.expires_at_ms = now_ms + session.timeout_ms
            self._last_session_id = max(self._last_session_id, session.session_id)
        try:
            self._listener = self._network.bind(self._host, self._port, backlog=LISTEN_BACKLOG)
        except OSError:
            self._loop = None
            self._storage.close()
            raise
        self._port = self._listener.port
        await self._listener.serve(lambda: ServerConnection(self), backlog=LISTEN_BACKLOG)
        self._schedule_expiry()
        return self._port

    async def close(self) -> None:
        """Stops listening, writes out what is pending, closes connections and files. Sessions stay in the log."""
        if self._loop is None:
            return
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        self.is_closing = True
        if self._expiry_timer is not None:
            self._expiry_timer.cancel()
        while self._sync_in_progress is not None:
            await asyncio.wait([self._sync_in_progress])
            await pass_turn()
        self._commit(may_sync=False)
        for connection in list(self._connections):
            connection.end()
        if self._snapshot_in_progress is not None:
            await asyncio.wait([self._snapshot_in_progress])
        try:
            self._storage.abandon() if self._is_failed else self._storage.close()
        except OSError as error:
            self._fail(error)
        if self._is_own_filesystem:
            self._filesystem.close()
        # One turn for the transports to say goodbye, so that none outlives its server.
        await pass_turn()
        self._loop = None

    def abandon(self) -> None:
        """Ends the server as the death of its process does: nothing more is written, released or replied.

        For an owner in whose loop it runs, and who kills it. The directory's lock is gone, what is in the files stays.
        """
        if self._loop is None:
            return
        self._loop = None
        self.is_closing = True
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        if self._expiry_timer is not None:
            self._expiry_timer.cancel()
        for connection in list(self._connections):
            connection.refuse("the server was killed")
        if self._is_own_filesystem:
            self._filesystem.close()
        self._storage.abandon()

    async def run(self) -> None:
        """Serves until cancelled, for an owner with a TaskGroup.

        Raises:
            StorageFailed: the disk failed.
        """
        if self._loop is None:
            await self.start()
        try:
            await self.wait_failed()
        finally:
            await self.close()

    async def wait_failed(self) -> None:
        """Waits until the disk fails; for an owner that closes the server itself.

        Raises:
            StorageFailed: it did.
        """
        await asyncio.shield(self.failed)

    @property
    def failed(self) -> asyncio.Future[None]:
        """Returns a future that a `StorageFailed` completes when the disk fails. Not to be cancelled."""
        assert self._failed is not None, "not started"
        return self._failed

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def expire_session(self, session_id: int) -> None:
        """Ends a session as if its time had run out: the fault that tests and operators ask for."""
        connection = self._attached.pop(session_id, None)
        self.tree.close_session(session_id, now_ms=self.clock.now_ms())
        self._commit_soon()
        if connection is not None:
            connection.refuse("its session has expired")

    def close_to_others(self, owner: str) -> None:
        """Restricts every node with an open ACL to one login (`acls.closing`).

        The caller needs no permission by the ACLs there are.
        """
        ops = list(closing(((path, node.acl) for path, node in self.tree.nodes.items()), owner))
        for first in range(0, len(ops), CLOSED_AT_ONCE):
            some = ops[first : first + CLOSED_AT_ONCE]
            self.tree.write(some, now_ms=self.clock.now_ms(), who=(SUPER,))
        self._commit_soon()

    def write_by_hand(self, op: CreateOp | SetOp | DeleteOp) -> None:
        """Writes a node with every permission, as an operator with a shell: a fault for tests. Raises ZkError."""
        self.tree.write([op], now_ms=self.clock.now_ms(), who=(SUPER,))
        self._commit_soon()

    def disconnect_all(self) -> None:
        """Breaks every connection; the sessions live on. A fault for tests."""
        for connection in list(self._connections):
            connection.refuse("asked to")

    def view(self) -> ServerView:
        """Returns the server's figures for the four-letter words."""
        tree, sessions = self.tree, self.tree.sessions
        connections = tuple(
            c.view(timeout_ms=sessions[c.session_id].timeout_ms if c.session_id in sessions else 0)
            for c in self._connections
        )
        return ServerView(
            port=self._port,
            data_dir=str(self._data_dir),
            uptime_ms=self.clock.monotonic_ms() - self._started_ms,
            last_zxid=tree.last_zxid,
            nodes=len(tree.nodes),
            ephemerals={session.session_id: tuple(session.ephemerals) for session in sessions.values()},
            sessions=len(sessions),
            watches=len(tree.watches),
            watched_paths=lambda: tree.watches.paths,
            watchers=tree.watches.watchers,
            data_bytes=lambda: sum(len(path) + len(node.data or b"") for path, node in tree.nodes.items()),
            connections=connections,
            connections_max=self._connections_max,
            connections_refused=self._refused,
            received=self._received + sum(c.received for c in self._connections),
            sent=self._sent + sum(c.sent for c in self._connections),
            latency=self._latency,
            session_timeout_ms_min=SESSION_TIMEOUT_MS_MIN,
            session_timeout_ms_max=SESSION_TIMEOUT_MS_MAX,
        )

    @property
    def _is_failed(self) -> bool:
        return self._failed is not None and self._failed.done()

    # -- the connections' side -----------------------------------------------------------------------------------

    def admit(self, connection: ServerConnection) -> bool:
        """Counts a new connection; False when there are too many."""
        if len(self._connections) >= self._connections_max or self._listener is None:
            self._refused += 1
            return False
        self._connections[connection] = None
        self._sessionless[connection] = self.clock.monotonic_ms()
        return True

    def forget(self, connection: ServerConnection) -> None:
        """Forgets a closed connection: its watches go with it, its session stays."""
        if self._connections.pop(connection, 0) is None:
            self._received += connection.received
            self._sent += connection.sent
        self._dirty.pop(connection, None)
        self._sessionless.pop(connection, None)
        self.tree.watches.remove_watcher(connection)
        if self._attached.get(connection.session_id) is connection:
            del self._attached[connection.session_id]

    def attach(self, connection: ServerConnection, session_id: int, *, timeout_ms: int, password: bytes) -> Session:
        """Opens a session (id 0), or attaches the connection to a former one.

        Raises:
            SessionExpired: there is no such session, or the password is not its own.
            ConnectionLoss: there are too many to begin another one; it says nothing about the session.
        """
        if session_id == 0 and len(self.tree.sessions) >= SESSIONS_MAX:
            raise ConnectionLoss(f"there are {SESSIONS_MAX} sessions already")
        timeout_ms = min(max(timeout_ms, SESSION_TIMEOUT_MS_MIN), SESSION_TIMEOUT_MS_MAX)
        if session_id == 0:
            session = self.tree.open_session(
                self._next_session_id(),
                timeout_ms=timeout_ms,
                password=self._random_bytes(PASSWORD_BYTES),
                now_ms=self.clock.now_ms(),
            )
        else:
            session = self.tree.session(session_id)
            if not hmac.compare_digest(session.password, password):
                raise SessionExpired("wrong password")
            session.timeout_ms = timeout_ms
            before = self._attached.get(session_id)
            if before is not None:
                before.refuse("its session was taken up by another connection")
        session.expires_at_ms = self.clock.monotonic_ms() + session.timeout_ms
        self._attached[session.session_id] = connection
        self._sessionless.pop(connection, None)
        if session.expires_at_ms < self._expiry_due_ms:
            self._schedule_expiry()
        return session

    def touch(self, connection: ServerConnection) -> bool:
        """Extends the session's expiry; False when the connection is no longer attached to it."""
        session = self.tree.sessions.get(connection.session_id)
        if session is None or self._attached.get(connection.session_id) is not connection:
            return False
        session.expires_at_ms = self.clock.monotonic_ms() + session.timeout_ms
        return True

    def close_session_of(self, connection: ServerConnection) -> None:
        """Closes the session at the client's request."""
        self._attached.pop(connection.session_id, None)
        self.tree.close_session(connection.session_id, now_ms=self.clock.now_ms())

    def output_ready(self, connection: ServerConnection) -> None:
        """Schedules a connection's output for writing, after the log has the transactions it reports."""
        if connection.dirty_since_us < 0:
            connection.dirty_since_us = self._now_us()
            self._dirty[connection] = None
        self._commit_soon()

    # -- the commit gate -----------------------------------------------------------------------------------------

    def _journal(self, txn: Txn) -> None:
        self._txns.append(encode_txn(txn))

    def _commit_soon(self) -> None:
        if not self._is_commit_due and self._loop is not None:
            self._is_commit_due = True
            self._loop.call_soon(self._commit)

    def _commit(self, *, may_sync: bool = True) -> None:
        """Logs the tree's transactions since the last time, then releases their replies."""
        self._is_commit_due = False
        if self._sync_in_progress is not None or self._loop is None or self._is_failed:
            return  # `_synced` comes back here
        txns, self._txns = self._txns, []
        now_us = self._now_us()
        released = []
        for connection in self._dirty:
            self._latency.add(now_us - connection.dirty_since_us)
            connection.latency.add(now_us - connection.dirty_since_us)
            released.append((connection, connection.take_output()))
        self._dirty.clear()
        if txns:
            try:
                self._storage.append(txns)
                if self._fsync and not may_sync:
                    self._storage.sync()
            except OSError as error:
                self._fail(error)
                return
        if txns and self._fsync and may_sync:
            self._sync_in_progress = self._beside_the_loop(self._storage.sync)
            self._sync_in_progress.add_done_callback(lambda done: self._synced(done, released))
            return
        self._release(released)

    def _synced(self, done: asyncio.Future[None], released: list[tuple[ServerConnection, bytes]]) -> None:
        self._sync_in_progress = None
        error = done.exception() if not done.cancelled() else None
        if self._loop is None or done.cancelled():
            return  # killed, or the loop ends: nobody knows what is on the disk, so nothing is released
        if error is not None:
            self._fail(error)
            return
        self._release(released)
        if self._txns or self._dirty:
            self._commit_soon()

    def _release(self, released: list[tuple[ServerConnection, bytes]]) -> None:
        for connection, output in released:
            connection.write(output)
        due_bytes = max(self._snapshot_log_bytes, self._snapshot_bytes)
        if self._storage.log_bytes >= due_bytes and self._snapshot_in_progress is None:
            self._begin_snapshot()

    def _begin_snapshot(self) -> None:
        zxid = self.tree.last_zxid
        data = encode_snapshot(self.tree, now_ms=self.clock.now_ms())
        self._snapshot_bytes = len(data)
        try:
            # What the tree has done but not logged yet is in the snapshot and follows in the new log: harmless.
            self._storage.roll(zxid + 1 if not self._txns else zxid - len(self._txns) + 1)
        except OSError as error:
            self._fail(error)
            return
        self._snapshot_in_progress = self._beside_the_loop(lambda: self._storage.write_snapshot(zxid, data))
        self._snapshot_in_progress.add_done_callback(self._snapshot_done)

    def _snapshot_done(self, done: asyncio.Future[None]) -> None:
        self._snapshot_in_progress = None
        error = done.exception() if not done.cancelled() else None
        if error is not None and self._loop is not None:
            self._fail(error)

    def _beside_the_loop(self, work: Callable[[], None]) -> asyncio.Future[None]:
        assert self._loop is not None
        return self._loop.create_task(self._filesystem.run(work), name="zookeeper-disk")

    def _fail(self, error: BaseException) -> None:
        """Fails the server after its disk: nothing more is acknowledged, every client is disconnected."""
        if self._is_failed:
            return
        if isinstance(error, OSError):
            error = StorageFailed.because(self._data_dir, error)
        log.critical("%s", error)
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        for connection in list(self._connections):
            connection.refuse("the disk failed")
        if self._failed is not None:
            self._failed.set_exception(error)
            self._failed.exception()  # read once, so that an owner who never awaits `run` gets no complaint

    # -- sessions ------------------------------------------------------------------------------------------------

    def _next_session_id(self) -> int:
        # As ZooKeeper builds them: a server's number in the first byte, then the time, then a counter: so an id
        # comes twice neither after a restart nor after the data directory was emptied.
        by_time = (1 << 56) | ((self.clock.now_ms() << 16) & ((1 << 56) - 1))
        self._last_session_id = max(by_time, self._last_session_id + 1)
        return self._last_session_id

    def _schedule_expiry(self) -> None:
        if self._loop is None:
            return
        if self._expiry_timer is not None:
            self._expiry_timer.cancel()
        now_ms = self.clock.monotonic_ms()
        first_ms = min((s.expires_at_ms for s in self.tree.sessions.values()), default=now_ms + EXPIRY_CHECK_MS_MAX)
        due_ms = min(max(first_ms, now_ms + 1), now_ms + EXPIRY_CHECK_MS_MAX)
        self._expiry_due_ms = due_ms
        self._expiry_timer = self.clock.call_later(due_ms - now_ms, partial(self._expire_sessions, due_ms))

    def _tell_stall(self, late_ms: int) -> None:
        shortest_ms = min((session.timeout_ms for session in self.tree.sessions.values()), default=None)
        is_long = shortest_ms is not None and late_ms >= shortest_ms * STALL_SHARE_MAX
        log.log(
            logging.WARNING if is_long else logging.INFO,
            "The embedded ZooKeeper's process got no CPU for %d ms (the machine is busy, or was suspended); no session "
            "ends for that, each gets the time back.",
            late_ms,
        )

    def _expire_sessions(self, due_ms: MonotonicMs) -> None:
        self._expiry_timer = None
        late_ms = self.clock.monotonic_ms() - due_ms
        if late_ms > STALL_MS:
            self._tell_stall(late_ms)
            # And a little more: the pings that wait in the sockets have to be read before anybody is given up, and
            # event loops differ in whether timers or sockets come first after a stall.
            for session in self.tree.sessions.values():
                session.expires_at_ms += late_ms + STALL_MS
        for session_id in self.tree.expired_sessions(self.clock.monotonic_ms()):
            with self._supervisor.item("session expiry", f"session 0x{session_id:x}"):
                log.info("session 0x%x has expired", session_id)
                self.expire_session(session_id)
        now_ms = self.clock.now_ms()
        for path in self.tree.due_nodes(now_ms):
            with self._supervisor.item("node expiry", path):
                self.tree.delete_due(path, now_ms=now_ms)
                self._commit_soon()
        silent_since_ms = self.clock.monotonic_ms() - HANDSHAKE_MS_MAX
        for connection in [c for c, came_ms in self._sessionless.items() if came_ms <= silent_since_ms]:
            with self._supervisor.item("handshakes", connection):
                connection.refuse(f"it asked for no session within {HANDSHAKE_MS_MAX} ms")
        self._schedule_expiry()

    # -- counting ------------------------------------------------------------------------------------------------

    def _now_us(self) -> int:
        return self._ticks() // 1_000

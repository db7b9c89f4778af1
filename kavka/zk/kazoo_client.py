"""`ZkClient` over kazoo: a real ZooKeeper, or the embedded server, from the event loop.

Here is the loop's side: typed calls, deadlines, a window of calls in flight, the session's state. The other side, and
how the two meet, is `session.py`.

    state       a call                          comes from
    CONNECTED   goes out                        kazoo, with a session id
    SUSPENDED   fails at once: ConnectionLoss   kazoo, when the connection breaks; calls in flight fail the same way
    LOST        fails at once: SessionExpired   kazoo (the server says so), or the watchdog: nothing was heard for the
                                                session's timeout (bug 37); a new session is on its way

The window: at most `IN_FLIGHT_MAX` calls are with kazoo and the rest waits here, in order, so that what a server has
not taken yet is bounded (a real ZooKeeper holds a client back at 1,000).
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kazoo.exceptions import KazooException, ZookeeperError
from kazoo.handlers.threading import KazooTimeoutError
from kazoo.security import ACL, Id

from kavka.timer.clock import Cancellable, Clock, SystemClock
from kavka.timer.waiting import wait_done
from kavka.zk.acls import ZkLogin, open_acl
from kavka.zk.client import ClientBase, WatchCallback, check_multi_size, check_size
from kavka.zk.errors import ConnectionLoss, NodeExists, NoNode, SessionExpired, ZkError, error_for_code
from kavka.zk.hosts import trimmed_hosts
from kavka.zk.loop_result import LoopResult
from kavka.zk.multi import Multi
from kavka.zk.ops import (
    OPEN_ACL,
    Acl,
    Op,
    OpResult,
    SessionState,
    Stat,
    WatchKind,
)
from kavka.zk.rules import parent_of
from kavka.zk.session import SILENT, LoopWatch, Mailbox, ZooKeeperConnection
from kavka.zk.watchdog import LoopWatchdog

log = logging.getLogger(__name__)

SESSION_TIMEOUT_MS = 18_000
"""Kafka 3.0's `zookeeper.session.timeout.ms`."""

CALL_TIMEOUT_MS = 30_000
"""No call waits longer. A broken connection ends calls much sooner."""

STILL_WAITING_MS = 3_000
"""A startup that waits longer for ZooKeeper logs it, and again each time that as much has passed as before."""

CLOSE_TIMEOUT_MS = 5_000
IN_FLIGHT_MAX = 128
GETS_PER_CALL = 200
GET_CALLS_IN_FLIGHT_MAX = 4
"""`get_many`: together 800 reads, below what a server holds a client back at."""

CALLS_MAX = 100_000
"""Calls that wait or are in flight; more means that a caller runs away."""


class _Call:
    """One call on its way."""

    __slots__ = ("deadline", "future", "generation", "sent_ns", "submit", "what")

    deadline: Cancellable

    def __init__(self, submit: Callable[[], LoopResult], what: str, future: asyncio.Future[Any]) -> None:
        self.submit = submit
        self.what = what
        self.future = future
        self.generation = -1
        self.sent_ns = 0


class KazooZk(ClientBase):
    """See the module; for the calls, `kavka.zk.client.ZkClient`.

    Args:
        hosts: "host:port,host:port/chroot", as in `zookeeper.connect`.
        session_timeout_ms: how long the server keeps the session without hearing from us.
        call_timeout_ms: the deadline of every call.
        clock: for the watchdog.
        ticks: nanoseconds that pass, to measure calls with.
        login: who the session is to the server; None: nobody.
        acl_of: path → the ACL of a new node for which none is given.
        ends_with_loop: whether the session is ended when the loop hangs for its timeout (`watchdog`): for who leads by
            it, and leads nobody while it hangs.
    """

    def __init__(
        self,
        hosts: str,
        *,
        session_timeout_ms: int = SESSION_TIMEOUT_MS,
        call_timeout_ms: int = CALL_TIMEOUT_MS,
        clock: Clock | None = None,
        ticks: Callable[[], int] = time.perf_counter_ns,
        login: ZkLogin | None = None,
        acl_of: Callable[[str], tuple[Acl, ...]] = open_acl,
        ends_with_loop: bool = False,
    ) -> None:
        super().__init__()
        self._login = login
        self._ends_with_loop = ends_with_loop
        self._loop_watchdog: LoopWatchdog | None = None
        self._acl_of = acl_of
        self._ticks = ticks
        self._hosts = trimmed_hosts(hosts)
        self._session_timeout_ms = session_timeout_ms
        self._call_timeout_ms = call_timeout_ms
        self.clock: Clock = clock if clock is not None else SystemClock()
        self._connection: ZooKeeperConnection | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        # Counts lost sessions: replies and watches of an earlier one mean nothing any more.
        self._generation = 0
        self._in_flight = 0
        self._waiting: deque[_Call] = deque()
        # Invariant: every call of this generation that kazoo has and has not completed.
        self._sent: set[_Call] = set()
        self._watchdog: Cancellable | None = None
        self._connected: asyncio.Future[None] | None = None

    # -- the session ---------------------------------------------------------------------------------------------

    @property
    def session_password(self) -> bytes:
        """Returns the current session's password; see `ZkClient`."""
        return b"" if self._connection is None else self._connection.session_password

    async def start(self, timeout_ms: int) -> None:
        """Opens a session; see `ZkClient.start`."""
        assert self._connection is None, "started already"
        self._loop = loop = asyncio.get_running_loop()
        self._connected = loop.create_future()
        self._connection = ZooKeeperConnection(
            self._hosts,
            session_timeout_ms=self._session_timeout_ms,
            clock=self.clock,
            mailbox=Mailbox(loop),
            on_state=self._on_kazoo_state,
            login=self._login,
        )
        self._connection.start_async()
        if self._ends_with_loop:
            connection = self._connection
            self._loop_watchdog = LoopWatchdog(
                timeout_ms=lambda: connection.timeout_ms, on_silent=connection.end_session, clock=self.clock
            )
            self._loop_watchdog.start()
        try:
            async with self.clock.timeout(timeout_ms):
                await self._wait_connected(self._connected, timeout_ms)
        except TimeoutError:
            await self.close()
            raise ConnectionLoss(
                f"no ZooKeeper answered at {self._hosts} within {timeout_ms} ms: "
                "is it running, and is zookeeper.connect its address?"
            ) from None

    async def _wait_connected(self, connected: asyncio.Future[None], timeout_ms: int) -> None:
        pause_ms = STILL_WAITING_MS
        while not await wait_done(self.clock, (connected,), pause_ms):
            log.warning("no ZooKeeper answers at %s yet; a start waits %g s for it", self._hosts, timeout_ms / 1000)
            pause_ms *= 2
        connected.result()

    async def close(self) -> None:
        """Closes the session; see `ZkClient.close`."""
        connection, self._connection = self._connection, None
        if connection is None or self._loop is None:
            return
        if self._watchdog is not None:
            self._watchdog.cancel()
        stopped = self._loop.create_future()
        mailbox = Mailbox(self._loop)
        loop_watchdog = self._loop_watchdog
        if loop_watchdog is not None:
            loop_watchdog.stop()

        def stop() -> None:
            # Kazoo waits for its own thread here, so not on the loop.
            if loop_watchdog is not None:
                loop_watchdog.join()
            try:
                connection.stop()
                connection.close()
            except (KazooException, OSError, KazooTimeoutError) as error:
                log.warning("closing the connection to ZooKeeper: %r", error)
            mailbox.post(lambda: None if stopped.done() else stopped.set_result(None))

        threading.Thread(target=stop, name="zookeeper-close", daemon=True).start()
        try:
            async with self.clock.timeout(CLOSE_TIMEOUT_MS):
                await stopped
        except TimeoutError:
            log.warning("ZooKeeper's connection did not close within %d ms; leaving it", CLOSE_TIMEOUT_MS)
        self._lose_session()

    # -- calls ---------------------------------------------------------------------------------------------------

    async def get(self, path: str, watch: WatchCallback | None = None) -> tuple[bytes, Stat]:
        """Returns a node's data and Stat; see `ZkClient.get`."""
        waiting = self._watch(WatchKind.DATA, watch)
        data, stat = await self._call(lambda: self._kazoo.get_async(path, watch=waiting), path)
        return data or b"", Stat._make(stat)

    async def get_many(self, paths: Sequence[str]) -> list[tuple[bytes, Stat] | None]:
        """Returns many nodes' data and Stats; see `ZkClient.get_many`."""
        found: list[tuple[bytes, Stat] | None] = []
        begun: deque[_Call] = deque()
        try:
            for start in range(0, len(paths), GETS_PER_CALL):
                if len(begun) == GET_CALLS_IN_FLIGHT_MAX:
                    found += await self._ended(begun[0])
                    begun.popleft()
                begun.append(self._begin_get_many(paths[start : start + GETS_PER_CALL]))
            while begun:
                found += await self._ended(begun[0])
                begun.popleft()
        finally:
            for call in begun:  # of a read that failed: nobody waits for the others any more
                call.deadline.cancel()
                call.future.cancel()
        return found

    def _begin_get_many(self, paths: Sequence[str]) -> _Call:
        return self._begin(lambda: self._kazoo.get_many_async(paths), f"{paths[0]} and {len(paths) - 1} more")

    async def exists(self, path: str, watch: WatchCallback | None = None) -> Stat | None:
        """Returns a node's Stat or None; see `ZkClient.exists`."""
        waiting = self._watch(WatchKind.EXISTS, watch)

        def submit() -> LoopResult:
            result: LoopResult = self._kazoo.exists_async(path, watch=waiting)
            if waiting is not None:
                result.rawlink(lambda done: _settle_kind(waiting, done))
            return result

        stat = await self._call(submit, path)
        return None if stat is None else Stat._make(stat)

    async def children(self, path: str, watch: WatchCallback | None = None) -> list[str]:
        """Returns the sorted names of a node's children; see `ZkClient.children`."""
        waiting = self._watch(WatchKind.CHILD, watch)
        names: list[str] = await self._call(lambda: self._kazoo.get_children_async(path, watch=waiting), path)
        names.sort()
        return names

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
        given = self._acl_of(path) if acl == OPEN_ACL else acl

        def submit() -> LoopResult:
            result: LoopResult = self._kazoo.create_async(
                path, data, acl=_kazoo_acl(given), ephemeral=ephemeral, sequence=sequential, include_data=True
            )
            return result

        try:
            actual, stat = await self._call(submit, path)
        except NoNode:
            if not make_parents:
                raise
            await self._make_parents(path, acl)
            actual, stat = await self._call(submit, path)
        return actual, Stat._make(stat)

    async def set(self, path: str, data: bytes, version: int = -1) -> Stat:
        """Replaces a node's data; see `ZkClient.set`."""
        check_size(len(data), path)
        return Stat._make(await self._call(lambda: self._kazoo.set_async(path, data, version), path))

    async def delete(self, path: str, version: int = -1) -> None:
        """Deletes a node without children; see `ZkClient.delete`."""
        await self._call(lambda: self._kazoo.delete_async(path, version), path)

    async def multi(self, ops: Sequence[Op]) -> list[OpResult]:
        """Applies all operations or none; see `ZkClient.multi`."""
        check_multi_size(ops)
        request = Multi(ops, self._kazoo.chroot, self._acl_of)
        return request.results(await self._call(lambda: self._kazoo.multi_async(request), "a multi"))

    # -- inside: calls -------------------------------------------------------------------------------------------

    @property
    def _kazoo(self) -> ZooKeeperConnection:
        if self._connection is None:
            raise SessionExpired("the client is closed")
        return self._connection

    async def _make_parents(self, path: str, acl: tuple[Acl, ...]) -> None:
        parent = parent_of(path.rstrip("/"))
        if parent == "/":
            return
        try:
            await self.create(parent, make_parents=True, acl=acl)
        except NodeExists:
            return

    async def _call(self, submit: Callable[[], LoopResult], what: str) -> Any:
        """Makes one call, from the window to its reply.

        Raises:
            ZkError: ZooKeeper's error, ConnectionLoss past the deadline, SessionExpired with the session.
        """
        return await self._ended(self._begin(submit, what))

    def _begin(self, submit: Callable[[], LoopResult], what: str) -> _Call:
        """Puts a call on its way; it must be given to `_ended`."""
        self._check_connected(what)
        assert self._loop is not None, "connected, so started"
        if len(self._waiting) >= CALLS_MAX:
            raise ConnectionLoss(f"{what}: {CALLS_MAX} calls are waiting already")
        call = _Call(submit, what, self._loop.create_future())
        call.deadline = self.clock.call_later(self._call_timeout_ms, partial(self._time_out, call))
        if self._in_flight < IN_FLIGHT_MAX and not self._waiting:
            self._send(call)
        else:
            self._waiting.append(call)
        return call

    async def _ended(self, call: _Call) -> Any:
        try:
            return await call.future
        finally:
            call.deadline.cancel()

    def _send(self, call: _Call) -> None:
        mailbox = self._kazoo.mailbox
        result = call.submit()
        call.sent_ns = self._ticks()
        self._in_flight += 1
        call.generation = self._generation
        self._sent.add(call)
        result.rawlink(lambda done: mailbox.post(self._answered, call, done))

    def _answered(self, call: _Call, done: LoopResult) -> None:
        if call.generation != self._generation or call not in self._sent:
            return
        self._sent.discard(call)
        self._in_flight -= 1
        self.statistics.requests.note(self._ticks() - call.sent_ns)
        error = None if done.exception is None else _translated(done.exception, call.what)
        if not call.future.done():
            if error is None:
                call.future.set_result(done.value)
            else:
                call.future.set_exception(error)
        if self._connection is not None and not isinstance(error, ConnectionLoss | SessionExpired):
            self._fill_window()
        # otherwise the connection is gone, and the state change that follows ends the calls that wait

    def _fill_window(self) -> None:
        while self._waiting and self._in_flight < IN_FLIGHT_MAX:
            call = self._waiting.popleft()
            if not call.future.done():
                self._send(call)

    def _time_out(self, call: _Call) -> None:
        if not call.future.done():
            call.future.set_exception(
                ConnectionLoss(f"{call.what}: ZooKeeper did not answer within {self._call_timeout_ms} ms")
            )

    def _fail_calls(self, calls: Sequence[_Call], error: type[ZkError], why: str) -> None:
        for call in calls:
            if not call.future.done():
                call.future.set_exception(error(f"{call.what}: {why}"))

    # -- inside: watches -----------------------------------------------------------------------------------------

    def _watch(self, kind: WatchKind, callback: WatchCallback | None) -> LoopWatch | None:
        if callback is None:
            return None
        generation = self._generation

        def fire(watch: LoopWatch, event: str, path: str) -> None:
            if generation == self._generation and self._connection is not None:
                watch.callback(event, path)

        return LoopWatch(kind, callback, fire)

    # -- inside: states ------------------------------------------------------------------------------------------

    def _on_kazoo_state(self, state: str, session_id: int) -> None:
        if self._connection is None:
            return
        if state == SessionState.CONNECTED:
            self._on_connected(session_id)
        elif state == SessionState.SUSPENDED:
            if self._state is SessionState.CONNECTED:
                self._set_state(SessionState.SUSPENDED)
                # Those among them that kazoo got after it saw the connection break would wait for the next one.
                self._fail_calls(list(self._sent), ConnectionLoss, "the connection to ZooKeeper broke")
                self._fail_waiting(ConnectionLoss, "the connection to ZooKeeper broke")
        elif state == SILENT:
            if session_id == self._session_id and self._state is not SessionState.LOST:
                self._give_session_up()
        else:
            self._lose_session()

    def _on_connected(self, session_id: int) -> None:
        if session_id in self._former:
            return  # kazoo learned of the end later than we did; it is about to make a new one
        if session_id != self._session_id:
            self._lose_session()
            self._session_id = session_id
        self._watch_silence()
        self._set_state(SessionState.CONNECTED)
        if self._connected is not None and not self._connected.done():
            self._connected.set_result(None)

    def _lose_session(self) -> None:
        """Ends the session: its calls fail, its watches are forgotten, its listeners are notified."""
        self._generation += 1
        self._in_flight = 0
        sent = list(self._sent)
        self._sent.clear()
        self._set_state(SessionState.LOST)
        self._fail_calls(sent, SessionExpired, "the session with ZooKeeper is over")
        self._fail_waiting(SessionExpired, "the session with ZooKeeper is over")

    def _fail_waiting(self, error: type[ZkError], why: str) -> None:
        waiting = list(self._waiting)
        self._waiting.clear()
        self._fail_calls(waiting, error, why)

    def _give_session_up(self) -> None:
        log.warning(
            "nothing heard from ZooKeeper for the session's timeout: session 0x%x is given up", self._session_id
        )
        self._kazoo.abandon_session()
        self._lose_session()

    def _watch_silence(self) -> None:
        """Runs the watchdog: checks when the session's timeout would be over if nothing came any more."""
        if self._connection is None or self._loop is None:
            return
        if self._watchdog is not None:
            self._watchdog.cancel()
        connection = self._connection
        if connection.is_silent_too_long and self._state is not SessionState.LOST:
            self._give_session_up()
        left_ms = connection.last_heard_ms + connection.timeout_ms - self.clock.monotonic_ms()
        # Without a session there is nothing to watch, but there will be.
        wait_ms = left_ms if left_ms > 0 else connection.timeout_ms
        self._watchdog = self.clock.call_later(wait_ms, self._watch_silence)


def _settle_kind(watch: LoopWatch, done: LoopResult) -> None:
    """Settles the kind of a watch, on kazoo's thread, before kazoo keeps it.

    A node that exists is watched for its data.
    """
    if done.exception is None and done.value is not None:
        watch.kind = WatchKind.DATA


def _translated(error: BaseException, what: str) -> ZkError:
    if isinstance(error, ZkError):
        return error
    if isinstance(error, ZookeeperError):
        return error_for_code(error.code, what)
    return ZkError(f"{what}: {error!r}")


def _kazoo_acl(acl: tuple[Acl, ...]) -> list[ACL] | None:
    """Returns an ACL in kazoo's form; kazoo's own default is the open ACL."""
    return None if acl == OPEN_ACL else [ACL(entry.perms, Id(entry.scheme, entry.id)) for entry in acl]

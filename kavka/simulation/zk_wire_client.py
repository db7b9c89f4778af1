"""A `ZkClient` that speaks ZooKeeper's protocol by itself, on asyncio and over the network that it is handed.

    run ─▶ dial, ask for the session ─┬─ new, or the same ─▶ login, setWatches, CONNECTED ─▶ until the connection ends ┐
            ▲   │ fails: a pause      └─ it is over ─▶ LOST, ask for a new one                                         │
            └───┴────────────────────────────────────────────────────────────────────────────────── SUSPENDED ◀────────┘

    nothing heard for the session's timeout ─▶ LOST: the session is given up, whatever the server will say of it later

What kazoo and its threads are to a broker on a machine (`kavka.zk.kazoo_client`), this is to a simulated one: no
thread, no socket, no chance but the one it is given. Both pass the same contract tests, and the states are the same:

    state       a call
    CONNECTED   goes out; at most IN_FLIGHT_MAX are on their way, the others wait in order
    SUSPENDED   fails at once: ConnectionLoss; so do those that were on their way
    LOST        fails at once: SessionExpired; likewise

Replies come in the order of the calls, and all calls have the same time, so one timer, for the oldest, ends them all.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kavka.simulation.zk_wire_connection import ZkWireConnection
from kavka.simulation.zk_wire_requests import ZkRequest, ZkRequests
from kavka.simulation.zk_wire_sessions import addresses_of, dial
from kavka.simulation.zk_wire_watches import ZkWatchTable
from kavka.timer.backoff import Backoff
from kavka.timer.waiting import wait_done
from kavka.zk.acls import open_acl
from kavka.zk.client import ClientBase, WatchCallback, check_multi_size, check_size
from kavka.zk.errors import ConnectionLoss, NodeExists, NoNode, SessionExpired, ZkError, error_for_code
from kavka.zk.former_session import SessionKey
from kavka.zk.ops import OPEN_ACL, Acl, Op, OpResult, SessionState, Stat, WatchKind
from kavka.zk.rules import parent_of
from kavka.zk.set_watches import set_watches_requests

if TYPE_CHECKING:
    import random

    from kavka.common.network import Network
    from kavka.simulation.zk_wire_core import SessionGranted, WatchFired
    from kavka.timer.clock import Cancellable, Clock
    from kavka.zk.acls import ZkLogin

log = logging.getLogger(__name__)

T = TypeVar("T")

SESSION_TIMEOUT_MS: Final = 18_000
"""Kafka 3.0's `zookeeper.session.timeout.ms`."""

CALL_TIMEOUT_MS: Final = 30_000
CLOSE_TIMEOUT_MS: Final = 5_000
CONNECT_ATTEMPT_MS: Final = 1_000
"""The first attempt to connect, and to be given a session, is given up after so long; each further one has twice it, up
to the session's timeout: a server that is starting may take connections and reply to none."""

RECONNECT_DELAY_MS: Final = 20
RECONNECT_DELAY_MS_MAX: Final = 1_000

IN_FLIGHT_MAX: Final = 1_000
"""A real ZooKeeper holds a client back at as many."""

CALLS_MAX: Final = 100_000
"""Calls that wait or are in flight; more means that a caller runs away."""

NOBODY: Final = SessionKey(0, bytes(16))
"""Asks for a new session."""


class _Call:
    """One call on its way."""

    __slots__ = ("due_ms", "future", "request", "sent_ns")

    def __init__(self, request: ZkRequest[Any], future: asyncio.Future[Any], due_ms: int) -> None:
        self.request = request
        self.future = future
        self.due_ms = due_ms
        self.sent_ns = 0

    def fail(self, error: type[ZkError], why: str) -> None:
        if not self.future.done():
            self.future.set_exception(error(f"{self.request.what}: {why}"))


class ZkWireClient(ClientBase):
    """See the module; for the calls, `kavka.zk.client.ZkClient`.

    Args:
        hosts: "host:port,host:port/chroot", as in `zookeeper.connect`.
        network: the way there.
        clock: for deadlines, pings, pauses.
        rng: for the order of the servers, and the pauses between attempts.
        ticks: nanoseconds that pass, to measure calls with.
        session_timeout_ms: how long the server keeps the session without hearing from us.
        call_timeout_ms: the deadline of every call.
        login: who the session is to the server; None: nobody.
        acl_of: path → the ACL of a new node for which none is given.
    """

    def __init__(
        self,
        hosts: str,
        *,
        network: Network,
        clock: Clock,
        rng: random.Random,
        ticks: Callable[[], int],
        session_timeout_ms: int = SESSION_TIMEOUT_MS,
        call_timeout_ms: int = CALL_TIMEOUT_MS,
        login: ZkLogin | None = None,
        acl_of: Callable[[str], tuple[Acl, ...]] = open_acl,
    ) -> None:
        super().__init__()
        self.clock: Clock = clock
        self._hosts = hosts
        addresses, root = addresses_of(hosts)
        rng.shuffle(addresses)
        self._addresses = itertools.cycle(addresses)
        self._requests = ZkRequests(root, acl_of)
        self._network = network
        self._ticks = ticks
        self._session_timeout_ms = self._timeout_ms = session_timeout_ms
        self._call_timeout_ms = call_timeout_ms
        self._login = login
        self._backoff = Backoff(RECONNECT_DELAY_MS, RECONNECT_DELAY_MS_MAX, rng)
        self._key = NOBODY
        self._last_zxid = 0
        self._heard_ms = clock.monotonic_ms()
        # Counts lost sessions: watches of an earlier one mean nothing any more.
        self._generation = 0
        self._watches = ZkWatchTable()
        self._connection: ZkWireConnection | None = None
        self._in_flight = 0
        # Both in the order in which they were made; those that are done are dropped when their turn comes.
        self._waiting: deque[_Call] = deque()
        self._calls: deque[_Call] = deque()
        self._deadline: Cancellable | None = None
        self._silence: Cancellable | None = None
        self._task: asyncio.Task[None] | None = None
        self._connected: asyncio.Future[None] | None = None

    # -- the session ---------------------------------------------------------------------------------------------

    @property
    def session_password(self) -> bytes:
        """Returns the current session's password; see `ZkClient`."""
        return self._key.password if self._key.session_id else b""

    async def start(self, timeout_ms: int) -> None:
        """Opens a session; see `ZkClient.start`."""
        assert self._task is None, "started already"
        loop = asyncio.get_running_loop()
        self._connected = loop.create_future()
        self._task = loop.create_task(self._run(), name="zookeeper client")
        self._task.add_done_callback(_report)
        await wait_done(self.clock, (self._connected,), timeout_ms)
        if not self._connected.done():
            await self.close()
            raise ConnectionLoss(
                f"no ZooKeeper answered at {self._hosts} within {timeout_ms} ms: "
                "is it running, and is zookeeper.connect its address?"
            )

    async def close(self) -> None:
        """Closes the session; see `ZkClient.close`."""
        task, self._task = self._task, None
        if task is None:
            return
        connection, self._connection = self._connection, None  # its end is no break any more
        if connection is not None:
            try:
                async with self.clock.timeout(CLOSE_TIMEOUT_MS):
                    await connection.close_session()
            except (TimeoutError, ConnectionLoss) as error:
                log.warning("the session with ZooKeeper could not be closed: %s", error or type(error).__name__)
        task.cancel()
        if connection is not None:
            connection.abort()
        for timer in (self._silence, self._deadline):
            if timer is not None:
                timer.cancel()
        self._lose_session()
        await wait_done(self.clock, (task,), CLOSE_TIMEOUT_MS)

    async def _run(self) -> None:
        """Keeps a connection, until it is cancelled."""
        failures, attempt_ms = 0, CONNECT_ATTEMPT_MS
        while self._task is not None:
            connection = ZkWireConnection(self, self.clock)
            try:
                async with self.clock.timeout(attempt_ms):
                    is_established = await self._establish(connection, next(self._addresses))
            except (OSError, ConnectionLoss) as error:
                log.info("no session from ZooKeeper at %s: %s", self._hosts, error or type(error).__name__)
                attempt_ms = min(2 * attempt_ms, max(self._session_timeout_ms, CONNECT_ATTEMPT_MS))
                connection.abort()
                await self.clock.sleep(self._backoff.pause_ms(failures))
                failures += 1
                continue
            except asyncio.CancelledError:
                connection.abort()
                raise
            if is_established:
                failures, attempt_ms = 0, CONNECT_ATTEMPT_MS
                await connection.wait_ended()

    async def _establish(self, connection: ZkWireConnection, address: tuple[str, int]) -> bool:
        """Dials and asks for the session; False where it was over, and a new one is to be asked for.

        Raises:
            OSError, ConnectionLoss: there is no connection.
        """
        await dial(connection, self._network, address)
        granted = await connection.greet(self._key, timeout_ms=self._session_timeout_ms, last_zxid=self._last_zxid)
        session_id = granted.key.session_id
        if connection.is_over:
            raise ConnectionLoss("ZooKeeper ended the connection")
        if session_id and (session_id in self._former or self._is_silent_too_long):
            # The server still keeps what was given up while it was asked: nobody shall see it return.
            self._give_session_up()
            await connection.close_session()
        elif session_id:
            self._begin_session(connection, granted)
            return True
        else:
            self._forget_key()
            self._lose_session()
        connection.abort()
        return False

    def _begin_session(self, connection: ZkWireConnection, granted: SessionGranted) -> None:
        is_same = granted.key.session_id == self._session_id
        if not is_same:
            self._lose_session()
        self._key, self._session_id = granted.key, granted.key.session_id
        self._timeout_ms = granted.timeout_ms
        self._connection = connection
        self._in_flight = 0
        self._heard_ms = self.clock.monotonic_ms()
        if self._login is not None:
            connection.login(self._login)
        # Before whatever is asked from now on: those replies must not be seen before the events.
        full = [(kind, self._requests.full(path)) for kind, path in self._watches.left()]
        for request in set_watches_requests(self._last_zxid, full):
            connection.request(request.type, request.serialize(), _ignored)
        self._set_state(SessionState.CONNECTED)
        self._watch_silence()
        if self._connected is not None and not self._connected.done():
            self._connected.set_result(None)

    def _lose_session(self) -> None:
        """Ends the session: its calls fail, its watches are forgotten, its listeners are notified."""
        self._generation += 1
        self._watches.clear()
        self._set_state(SessionState.LOST)
        self._fail_calls(SessionExpired, "the session with ZooKeeper is over")

    def _forget_key(self) -> None:
        # The zxid goes too: a server that lost its data serves no client that has seen a later one.
        self._key, self._last_zxid = NOBODY, 0

    def _give_session_up(self) -> None:
        self._forget_key()
        if self._state is not SessionState.LOST:
            log.warning(
                "nothing heard from ZooKeeper for the session's timeout: session 0x%x is given up", self._session_id
            )
            self._lose_session()

    @property
    def _is_silent_too_long(self) -> bool:
        has_session = self._state is not SessionState.LOST
        return has_session and self.clock.monotonic_ms() - self._heard_ms >= self._timeout_ms

    def _watch_silence(self) -> None:
        """Gives the session up when nothing came for its timeout, and looks again when that may be so."""
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
        if self._is_silent_too_long:
            self._abandon_connection()
        elif self._state is not SessionState.LOST:  # else there is nothing to watch until there is another session
            left_ms = self._heard_ms + self._timeout_ms - self.clock.monotonic_ms()
            self._silence = self.clock.call_later(max(left_ms, 1), self._watch_silence)

    def _abandon_connection(self) -> None:
        self._give_session_up()
        if self._connection is not None:
            self._connection.abort()

    # -- what the connection tells -------------------------------------------------------------------------------

    def heard(self, connection: ZkWireConnection) -> None:
        """Notes that the server lives; what comes after too long a silence, in a stall of ours, proves nothing."""
        if connection is not self._connection:
            return  # it has no session yet
        if self._is_silent_too_long:
            self._abandon_connection()
        else:
            self._heard_ms = self.clock.monotonic_ms()

    def fired(self, event: WatchFired) -> None:
        """Calls the watches of an event back, in turns of their own: none can disturb another."""
        path, loop = self._requests.own(event.path), asyncio.get_running_loop()
        for callback in self._watches.take(event.event, path):
            loop.call_soon(self._call_back, self._generation, callback, str(event.event), path)

    def _call_back(self, generation: int, callback: WatchCallback, event: str, path: str) -> None:
        if generation == self._generation:
            callback(event, path)

    def writable(self) -> None:
        """Sends on."""
        self._fill_window()

    def lost(self, connection: ZkWireConnection) -> None:
        """Suspends the session, unless it is over already."""
        if connection is not self._connection:
            return
        self._connection = None
        if self._state is SessionState.CONNECTED:
            self._last_zxid = connection.last_zxid
            self._set_state(SessionState.SUSPENDED)
            self._fail_calls(ConnectionLoss, "the connection to ZooKeeper broke")

    # -- calls ---------------------------------------------------------------------------------------------------

    async def get(self, path: str, watch: WatchCallback | None = None) -> tuple[bytes, Stat]:
        """Returns a node's data and Stat; see `ZkClient.get`."""
        return await self._call(self._requests.get(path, watch))

    async def get_many(self, paths: Sequence[str]) -> list[tuple[bytes, Stat] | None]:
        """Returns many nodes' data and Stats; see `ZkClient.get_many`."""
        found: list[tuple[bytes, Stat] | None] = []
        for start in range(0, len(paths), IN_FLIGHT_MAX):
            some = [self._begin(self._requests.find(path)) for path in paths[start : start + IN_FLIGHT_MAX]]
            found += await asyncio.gather(*some)
        return found

    async def exists(self, path: str, watch: WatchCallback | None = None) -> Stat | None:
        """Returns a node's Stat or None; see `ZkClient.exists`."""
        return await self._call(self._requests.exists(path, watch))

    async def children(self, path: str, watch: WatchCallback | None = None) -> list[str]:
        """Returns the sorted names of a node's children; see `ZkClient.children`."""
        return await self._call(self._requests.children(path, watch))

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
        request = self._requests.create(path, data, ephemeral=ephemeral, sequential=sequential, acl=acl)
        try:
            return await self._call(request)
        except NoNode:
            if not make_parents:
                raise
        await self._make_parents(path, acl)
        return await self._call(request)

    async def _make_parents(self, path: str, acl: tuple[Acl, ...]) -> None:
        parent = parent_of(path.rstrip("/"))
        if parent == "/":
            return
        try:
            await self.create(parent, make_parents=True, acl=acl)
        except NodeExists:
            return

    async def set(self, path: str, data: bytes, version: int = -1) -> Stat:
        """Replaces a node's data; see `ZkClient.set`."""
        check_size(len(data), path)
        return await self._call(self._requests.set(path, data, version))

    async def delete(self, path: str, version: int = -1) -> None:
        """Deletes a node without children; see `ZkClient.delete`."""
        await self._call(self._requests.delete(path, version))

    async def multi(self, ops: Sequence[Op]) -> list[OpResult]:
        """Applies all operations or none; see `ZkClient.multi`."""
        check_multi_size(ops)
        return await self._call(self._requests.multi(ops))

    # -- inside: calls -------------------------------------------------------------------------------------------

    async def _call(self, request: ZkRequest[T]) -> T:
        return await self._begin(request)

    def _begin(self, request: ZkRequest[T]) -> asyncio.Future[T]:
        """Puts a call on its way.

        Raises:
            ConnectionLoss, SessionExpired: it cannot go out.
        """
        self._check_connected(request.what)
        if len(self._calls) >= CALLS_MAX:
            raise ConnectionLoss(f"{request.what}: {CALLS_MAX} calls are waiting already")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        call = _Call(request, future, self.clock.monotonic_ms() + self._call_timeout_ms)
        self._calls.append(call)
        self._waiting.append(call)
        self._fill_window()
        if self._deadline is None:
            self._deadline = self.clock.call_later(self._call_timeout_ms, self._end_overdue)
        return future

    def _fill_window(self) -> None:
        connection = self._connection
        while connection is not None and self._waiting and self._in_flight < IN_FLIGHT_MAX:
            if connection.is_write_paused:
                return
            call = self._waiting.popleft()
            if not call.future.done():
                self._send(connection, call)

    def _send(self, connection: ZkWireConnection, call: _Call) -> None:
        def on_reply(error: int, body: bytes) -> None:
            self._replied(call, error, body)

        call.sent_ns = self._ticks()
        self._in_flight += 1
        connection.request(call.request.opcode, call.request.body, on_reply)

    def _replied(self, call: _Call, error: int, body: bytes) -> None:
        self._in_flight -= 1
        self.statistics.requests.note(self._ticks() - call.sent_ns)
        request, future = call.request, call.future
        is_absent = error == NoNode.code and request.may_be_absent
        if request.watch is not None and (not error or is_absent):
            kind, path, callback = request.watch
            # A node that exists is watched for its data, whoever asked only whether it does.
            self._watches.add(WatchKind.DATA if kind is WatchKind.EXISTS and not error else kind, path, callback)
        if not future.done():
            self._settle(request, future, None if is_absent else error, body)
        while self._calls and self._calls[0].future.done():
            self._calls.popleft()
        self._fill_window()

    def _settle(self, request: ZkRequest[Any], future: asyncio.Future[Any], error: int | None, body: bytes) -> None:
        if error is None:
            future.set_result(None)
        elif error:
            future.set_exception(error_for_code(error, request.what))
        else:
            try:
                future.set_result(request.decode(body))
            except ZkError as refused:  # of a multi, whose reply is none
                future.set_exception(refused)

    def _end_overdue(self) -> None:
        """Fails the calls whose time is over, and waits for the next one's."""
        self._deadline = None
        now_ms = self.clock.monotonic_ms()
        while self._calls and (self._calls[0].future.done() or self._calls[0].due_ms <= now_ms):
            why = f"ZooKeeper did not answer within {self._call_timeout_ms} ms"
            self._calls.popleft().fail(ConnectionLoss, why)
        if self._calls:
            self._deadline = self.clock.call_later(self._calls[0].due_ms - now_ms, self._end_overdue)

    def _fail_calls(self, error: type[ZkError], why: str) -> None:
        calls = list(self._calls)
        self._calls.clear()
        self._waiting.clear()
        for call in calls:
            call.fail(error, why)


def _report(task: asyncio.Task[None]) -> None:
    """Has the loop report a mistake of ours: nobody awaits the task until the client is closed."""
    if not task.cancelled():
        task.result()


def _ignored(_error: int, _body: bytes) -> None:
    """Takes a reply that tells nothing."""

"""Where kazoo's thread ends: a kazoo client whose replies, watch events and states arrive on the event loop, in order.

    event loop                                    kazoo's connection thread
    ──────────                                    ─────────────────────────
    KazooZk ── *_async(…) ──► queue ──► frame_io ──► socket
                                                      │ reply / watch event / state change
    KazooZk ◄── Mailbox.drain ◄── call_soon_threadsafe (one for everything that piled up) ◄── Mailbox.post

Kazoo's own handler runs completions on one thread and watch callbacks on another, so the two overtake each other and
ZooKeeper's promise (the event before the state that it announces) is lost. `LoopHandler` starts no threads at all: both
are posted where they are read from the socket, into one mailbox. Nothing of ours ever runs on kazoo's thread, so that
nothing can block it (bug 29; kazoo #241, #355).

What `ZooKeeperConnection` changes in kazoo's session handling:

* An attempt to connect is given up after a second, the next after two, and so on up to what kazoo allows, which is the
  whole session timeout: a ZooKeeper that is starting accepts connections and never replies to what comes too early, and
  one broken machine of an ensemble must not cost the session. Longer attempts are for servers that are only slow.
* Watches survive a broken connection. Kazoo drops them; here they stay, and the first request after the reconnection is
  setWatches, as the Java client does it: the server sends what was missed.
* A session can be abandoned from outside (`abandon_session`): when the watchdog of `kazoo_client.py` heard nothing for
  the session's timeout, the session is over for us, whatever the server will say later (bug 37; kazoo #42, #89). If the
  server takes it up again, the session is closed at once and a new one is made, so that nobody ever sees it return.
* A session can be ended from outside (`end_session`): by the watchdog of the event loop, while nobody there can.

It relies on names that kazoo keeps private; they have been the same for ten years, and the contract tests fail when one
goes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import select
import socket
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from kazoo.client import CLOSED_STATES, KazooClient, KazooState
from kazoo.exceptions import ConnectionClosedError, SessionExpiredError
from kazoo.handlers.threading import KazooTimeoutError, SequentialThreadingHandler
from kazoo.protocol.serialization import Close, Connect
from kazoo.protocol.states import KeeperState

from kavka.timer.clock import Clock
from kavka.zk.acls import ZkLogin
from kavka.zk.frame_io import FrameIO, GetMany
from kavka.zk.loop_result import LoopResult
from kavka.zk.multi import Multi
from kavka.zk.ops import WatchKind
from kavka.zk.set_watches import set_watches_requests

log = logging.getLogger(__name__)

CONNECT_ATTEMPT_S = 1.0
"""The first attempt to connect, and to be given a session, is given up after so long; each further one has twice it."""

RECONNECT_DELAY_S = 0.02
RECONNECT_DELAY_MAX_S = 1.0
ZERO_PASSWORD = bytes(16)
SILENT = "SILENT"


class Mailbox:
    """What kazoo's thread has for the loop: one wake-up for everything that piled up.

    Without a lock: appending and taking from a deque are atomic, and the flag is lowered before the deque is emptied,
    so an item is either seen by the drain that runs or wakes another one.
    """

    __slots__ = ("_is_waking", "_items", "_loop")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        # Bounded by the calls in flight, the watches left, and a few state changes.
        self._items: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()
        self._is_waking = False

    def post(self, callback: Callable[..., None], *args: Any) -> None:
        """Posts `callback(*args)` to the loop, from any thread. It runs after everything posted before."""
        self._items.append((callback, args))
        self._wake()

    def drain(self) -> None:
        """Runs the posted callbacks, on the loop."""
        self._is_waking = False
        items = self._items
        try:
            while items:
                callback, args = items.popleft()
                callback(*args)
        finally:
            if items:  # a callback raised: the loop reports it, the others still get theirs
                self._wake()

    def _wake(self) -> None:
        if not self._is_waking:
            self._is_waking = True
            try:
                self._loop.call_soon_threadsafe(self.drain)
            except RuntimeError:
                return  # the loop is closed: there is nobody left to notify


class ConnectPatience:
    """How long the attempt to connect that is under way may take; kazoo's thread alone asks."""

    __slots__ = ("_attempt_s",)

    def __init__(self) -> None:
        self._attempt_s = CONNECT_ATTEMPT_S

    def cut(self, timeout_s: float) -> float:
        """Returns the timeout of this attempt, at most `timeout_s`."""
        return min(timeout_s, self._attempt_s)

    def note_failure(self, timeout_s: float) -> None:
        """Doubles the next attempt's timeout, up to `timeout_s`; no attempt may take longer."""
        self._attempt_s = min(self._attempt_s * 2, max(timeout_s, CONNECT_ATTEMPT_S))

    def note_success(self) -> None:
        """Resets the attempt's timeout: there is a session."""
        self._attempt_s = CONNECT_ATTEMPT_S


class LoopHandler(SequentialThreadingHandler):  # type: ignore[misc]
    """Kazoo's handler without its two worker threads: watch callbacks go to the mailbox."""

    def __init__(self, mailbox: Mailbox, patience: ConnectPatience) -> None:
        super().__init__()
        self._mailbox = mailbox
        self._patience = patience

    def create_connection(self, *args: Any, timeout: float, **kwargs: Any) -> socket.socket:
        """Opens the connection to a server.

        Raises:
            KazooTimeoutError: it does not open in the time of this attempt.
        """
        try:
            opened: socket.socket = super().create_connection(*args, timeout=self._patience.cut(timeout), **kwargs)
        except TimeoutError as error:
            raise KazooTimeoutError("socket time-out while connecting") from error
        return opened

    def start(self) -> None:
        """Marks the handler running; it has no thread to start."""
        self._running = True

    def stop(self) -> None:
        """Marks the handler stopped; it has no thread to stop."""
        self._running = False

    def select(
        self, rlist: Sequence[Any], wlist: Sequence[Any], xlist: Sequence[Any], timeout: float | None = None
    ) -> tuple[list[Any], list[Any], list[Any]]:
        """Waits as `select.select` does. Kazoo makes an epoll object for each wait: poll needs one system call instead
        of five, and has no limit on descriptors either."""
        poller = select.poll()
        by_fd: dict[int, Any] = {}
        for events, waiting in ((select.POLLIN, rlist), (select.POLLOUT, wlist)):
            for sock in waiting:
                poller.register(sock, events)
                by_fd[sock.fileno()] = sock
        ready = [by_fd[fd] for fd, _ in poller.poll(None if timeout is None else timeout * 1000)]
        # Whatever woke us, an error too, is found out by the read or write that follows.
        return [s for s in rlist if s in ready], [s for s in wlist if s in ready], []

    def async_result(self) -> LoopResult:
        """Returns a result object for a call."""
        return LoopResult()

    def dispatch_callback(self, callback: Any) -> None:
        """Posts a watch event to the loop: `callback.func` is a `LoopWatch`, its argument kazoo's event."""
        event = callback.args[0]
        self._mailbox.post(callback.func.fire, event.type, event.path)


class LoopWatch:
    """One callback that waits on one path; kazoo keeps it in its tables, setWatches is made from them.

    Args:
        kind: what it waits for.
        callback: the owner's; the same one waiting twice for the same thing is called once.
        fire: called on the loop with (watch, event type, path).
    """

    __slots__ = ("_fire", "callback", "kind")

    def __init__(
        self,
        kind: WatchKind,
        callback: Callable[[str, str], None],
        fire: Callable[[LoopWatch, str, str], None],
    ) -> None:
        self.kind = kind
        self.callback = callback
        self._fire = fire

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LoopWatch) and other.callback == self.callback

    def __hash__(self) -> int:
        return hash(self.callback)

    def fire(self, event: str, path: str) -> None:
        """Fires the watch, on the loop."""
        self._fire(self, event, path)

    def __call__(self, event: Any) -> None:
        """Raises AssertionError; kazoo wants a callable, which the handler never calls."""
        raise AssertionError("watches are delivered by LoopHandler.dispatch_callback")


class ZooKeeperConnection(KazooClient):  # type: ignore[misc]
    """Kazoo's client, changed as the module says. Its methods run on kazoo's thread unless they say otherwise.

    Args:
        hosts: "host:port,host:port/chroot", as in `zookeeper.connect`.
        session_timeout_ms: what is asked for; the server may give another.
        clock: says when the server was last heard of.
        mailbox: where everything arrives.
        on_state: called on the loop with ("CONNECTED", session id), ("SUSPENDED", 0), ("LOST", 0), or (SILENT,
            session id) when something came after too long a silence.
        login: said on each connection before anything else; None: nothing is.
    """

    _session_id: int | None

    def __init__(
        self,
        hosts: str,
        *,
        session_timeout_ms: int,
        clock: Clock,
        mailbox: Mailbox,
        on_state: Callable[[str, int], None],
        login: ZkLogin | None = None,
    ) -> None:
        self._clock = clock
        self.mailbox = mailbox
        self._on_state = on_state
        self._abandoned_session_id = 0
        self._ended_session_id = 0
        # The session that the watches in kazoo's tables belong to.
        self._watched_session_id: int | None = 0
        self.timeout_ms = session_timeout_ms
        """The session timeout that the server granted; what was asked for until it did."""
        self.last_heard_ms = clock.monotonic_ms()
        """When anything came from the server last, by the monotonic clock; written by kazoo's thread."""
        self._patience = ConnectPatience()
        super().__init__(
            hosts,
            timeout=session_timeout_ms / 1000,
            handler=LoopHandler(mailbox, self._patience),
            connection_retry={
                "max_tries": -1,
                "delay": RECONNECT_DELAY_S,
                "max_delay": RECONNECT_DELAY_MAX_S,
                "backoff": 2,
            },
            logger=log,
            auth_data=[tuple(login)] if login is not None else None,
        )
        connection = self._connection
        self._kazoo_connect, connection._connect = connection._connect, self._connect_and_note
        self._kazoo_invoke, connection._invoke = connection._invoke, self._invoke_with_patience
        self._frame_io = FrameIO(self, self._note_heard, self._check_not_ended)
        self.add_listener(self._state_changed)

    @property
    def session_password(self) -> bytes:
        """Returns the current session's password, which proves its owner."""
        return bytes(self._session_passwd)

    def get_many_async(self, paths: Sequence[str]) -> LoopResult:
        """Reads data and Stats of many nodes in one call, on the loop. None stands where there is no node."""
        result = LoopResult()
        self._call(GetMany([self.chroot + path for path in paths] if self.chroot else paths), result)
        return result

    def multi_async(self, request: Multi) -> LoopResult:
        """Submits one multi, on the loop."""
        result = LoopResult()
        self._call(request, result)
        return result

    def abandon_session(self) -> None:
        """Abandons the session, on the loop, whatever the server thinks. A new one follows."""
        self._abandoned_session_id = self._session_id or 0
        # What the next connection attempt sends. An attempt that is under way may still bring the old session back:
        # `_session_callback` refuses it then. The zxid goes too: a server that lost its data serves no client that
        # has seen a later one.
        self._session_id, self._session_passwd, self.last_zxid = None, ZERO_PASSWORD, 0
        stale = self._connection._socket
        if stale is not None:
            with contextlib.suppress(OSError):
                stale.shutdown(socket.SHUT_RDWR)  # wakes kazoo's thread, which owns the socket and closes it

    def end_session(self) -> None:
        """Ends the session, from any thread but kazoo's.

        It is closed as its owner would close it, and a new one follows.
        """
        self._ended_session_id = self._session_id or 0
        with contextlib.suppress(OSError, AttributeError):  # without a connection the next one sees to it
            self._frame_io.wake()

    def _check_not_ended(self) -> None:
        if self._ended_session_id and self._ended_session_id == self._session_id:
            self._end_stale_session()
            raise SessionExpiredError("the session was ended because the event loop hangs")

    @property
    def is_silent_too_long(self) -> bool:
        """Tells whether the server was silent for the session's timeout. By then it may have ended the session."""
        return self._clock.monotonic_ms() - self.last_heard_ms >= self.timeout_ms

    def _connect_and_note(self, host: str, hostip: str, port: int) -> tuple[float, float]:
        self._frame_io.reset()
        try:
            read_timeout_ms, connect_timeout_ms = self._kazoo_connect(host, hostip, port)
        except KazooTimeoutError:
            self._patience.note_failure(self._session_timeout / 1000)
            raise
        self._patience.note_success()
        # Kazoo keeps what the server granted only in this number: two thirds of it.
        self.timeout_ms = round(read_timeout_ms * 1.5)
        return read_timeout_ms, connect_timeout_ms

    def _invoke_with_patience(self, timeout_s: float, request: Any, xid: int | None = None) -> Any:
        """Runs kazoo's exchange while it connects. The request for the session ends with the attempt."""
        return self._kazoo_invoke(
            self._patience.cut(timeout_s) if isinstance(request, Connect) else timeout_s, request, xid
        )

    def _note_heard(self) -> None:
        # After a stall of this process an old reply may be waiting in the socket: hearing it proves nothing.
        if self.is_silent_too_long:
            self.mailbox.post(self._on_state, SILENT, self._session_id or 0)
        self.last_heard_ms = self._clock.monotonic_ms()

    def _call(self, request: Any, async_object: LoopResult) -> bool | None:
        """Queues a request, on the loop. Kazoo's own way into its queue, without a wake-up for each request."""
        if self._state in CLOSED_STATES or self._connection._write_sock is None:
            refused: bool | None = super()._call(request, async_object)
            return refused
        self._queue.append((request, async_object))
        try:
            self._frame_io.wake()
        except OSError:
            async_object.set_exception(ConnectionClosedError("Connection has been closed"))
        return None

    def _session_callback(self, state: str) -> None:
        if state == KeeperState.CONNECTED:
            is_same = self._session_id == self._watched_session_id
            given_up = (self._abandoned_session_id, self._ended_session_id)
            if self._session_id in given_up or (is_same and self.is_silent_too_long):
                self._end_stale_session()
                raise SessionExpiredError("the session was given up while the server was silent")
            self.last_heard_ms = self._clock.monotonic_ms()
            self._restore_watches(is_same)
        super()._session_callback(state)

    def _end_stale_session(self) -> None:
        """Closes the session at the server, so that its ephemeral nodes go now."""
        self._connection._submit(Close(), self.timeout_ms / 1000, 1)

    def _restore_watches(self, is_same_session: bool) -> None:
        self._watched_session_id = self._session_id
        if not is_same_session:
            self._child_watchers.clear()
            self._data_watchers.clear()
            return
        watches = {(watch.kind, path) for path, waiting in self._data_watchers.items() for watch in waiting}
        watches.update((WatchKind.CHILD, path) for path, waiting in self._child_watchers.items() if waiting)
        requests = set_watches_requests(self.last_zxid, sorted(watches))
        # Before whatever was asked meanwhile: those replies must not be seen before the events.
        for request in reversed(requests):
            self._queue.appendleft((request, LoopResult()))
        if requests:
            self._frame_io.wake()

    def _reset_watchers(self) -> None:
        # A broken connection keeps its watches for setWatches; only with the session do they go, and then silently:
        # the state listener makes everybody register again.
        if self._state != KeeperState.CONNECTING:
            self._child_watchers.clear()
            self._data_watchers.clear()

    def _state_changed(self, state: str) -> None:
        session_id = (self._session_id or 0) if state == KazooState.CONNECTED else 0
        self.mailbox.post(self._on_state, str(state), session_id)

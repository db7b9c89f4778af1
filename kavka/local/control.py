"""What a second command may ask of the process that supervises a cluster: to start, stop or kill one broker.

    kavka broker stop 1 ── {"do": "stop", "broker": 1} ──▶ <data dir>/kavka.sock ──▶ ControlServer ─▶ LocalCluster
                        ◀── {"was_running": true} or {"error": "…"} ──

A line of JSON each way, on a Unix socket that its owner alone may open. Only the supervisor can do this in order: a
broker is its child, whose end it reports, and its port, properties and session are kept there. Requests are carried
out one after the other. Not here: pausing, which is a signal to the process that the state file names.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol

from kavka.local.broker import BrokerDied
from kavka.local.state import BrokerInfo

SOCKET_NAME: Final = "kavka.sock"
LINE_BYTES_MAX: Final = 65_536
CLIENTS_MAX: Final = 16
"""Commands that are connected at once; a further one waits to be accepted, or is turned away."""
REQUEST_TIMEOUT_S: Final = 5
"""How long a command may take to say what it wants."""
ANSWER_TIMEOUT_S: Final = 120
"""How long a command waits: a start and a stop have deadlines of their own, below this."""


class ControlRefused(Exception):
    """The supervisor could not do it; the message says why."""


class ControlUnreachable(Exception):
    """No supervisor answers on the data directory."""


class ControlledCluster(Protocol):
    """What of a cluster can be asked for; `LocalCluster` is one."""

    @property
    def brokers(self) -> tuple[BrokerInfo, ...]:
        """Returns the brokers, each with its pid; 0 while it does not run."""

    async def start_broker(self, broker_id: int) -> None:
        """Starts a broker that has ended."""

    async def stop_broker(self, broker_id: int) -> None:
        """Ends a broker in order."""

    async def kill(self, broker_id: int) -> None:
        """Ends a broker by force."""

    def save_state(self) -> None:
        """Writes down who runs now, for later commands."""


class Supervision:
    """Which brokers are down, and which of them because somebody asked for it.

    Attributes:
        down: Broker id → whether its end was asked for.
    """

    def __init__(self, cluster: ControlledCluster) -> None:
        self._cluster = cluster
        self._turn = asyncio.Lock()
        self._changed: asyncio.Future[None] | None = None
        self.down: dict[int, bool] = {}

    @property
    def is_over(self) -> bool:
        """Tells whether no broker is left, and nobody asked for that."""
        return len(self.down) == len(self._cluster.brokers) and not any(self.down.values())

    def changed(self) -> asyncio.Future[None]:
        """Returns a future that is done when another broker is to be watched: one that was down runs again."""
        if self._changed is None or self._changed.done():
            self._changed = asyncio.get_running_loop().create_future()
        return self._changed

    async def carry_out(self, action: str, broker_id: int) -> bool:
        """Starts, stops or kills a broker; returns whether it ran before.

        Raises:
            ControlRefused: there is no such broker or action, or the broker does not start.
        """
        known = {broker.id for broker in self._cluster.brokers}
        if broker_id not in known:
            there = ", ".join(map(str, sorted(known)))
            raise ControlRefused(f"there is no broker {broker_id} in this cluster; there are: {there}")
        async with self._turn:
            was_running = any(broker.id == broker_id and broker.pid for broker in self._cluster.brokers)
            if action == "start":
                if not was_running:
                    await self._start(broker_id)
            elif action in ("stop", "kill"):
                if was_running:
                    self.down[broker_id] = True  # before it ends: its end is no news then
                await (self._cluster.stop_broker if action == "stop" else self._cluster.kill)(broker_id)
                self._cluster.save_state()
            else:
                raise ControlRefused(f"a supervisor does not know how to {action!r}")
            return was_running

    async def _start(self, broker_id: int) -> None:
        """Starts a broker; one that cannot start is as down as before, and who asked hears why."""
        try:
            await self._cluster.start_broker(broker_id)
        except (BrokerDied, TimeoutError, OSError) as error:
            raise ControlRefused(str(error)) from error
        self.down.pop(broker_id, None)
        if self._changed is not None and not self._changed.done():
            self._changed.set_result(None)


class ControlServer:
    """Carries out the requests that come over a data directory's socket; an async context manager.

    Args:
        data_dir: where the socket lies while the server runs.
        supervision: what carries them out.
        notify: called with a sentence where there can be no socket; the cluster runs all the same.
    """

    def __init__(self, data_dir: Path, supervision: Supervision, *, notify: Callable[[str], None]) -> None:
        self._data_dir = data_dir
        self._supervision = supervision
        self._notify = notify
        self._server: asyncio.Server | None = None
        self._group = asyncio.TaskGroup()
        self._under_way: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> ControlServer:
        """Takes the socket."""
        await self._group.__aenter__()
        try:
            listener = _listener(self._data_dir)
            self._server = await asyncio.get_running_loop().create_unix_server(self._connected, sock=listener)
        except OSError as error:
            self._notify(f"kavka broker start, stop and kill will not reach this cluster: {error}")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Removes the socket; a request that is under way is cancelled."""
        if self._server is not None:
            self._server.close()
        with contextlib.suppress(FileNotFoundError):
            (self._data_dir / SOCKET_NAME).unlink()
        for task in self._under_way:
            task.cancel()
        # The group would wrap what ends its owner; only a cancellation is its own business.
        if isinstance(error, asyncio.CancelledError):
            await self._group.__aexit__(kind, error, trace)
        else:
            await self._group.__aexit__(None, None, None)

    def _connected(self) -> asyncio.BaseProtocol:
        return _Conversation(self)

    def begin(self, conversation: _Conversation, line: bytes) -> None:
        """Carries a request out, in a task of the server's group."""
        task = self._group.create_task(self._answer(conversation, line))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _answer(self, conversation: _Conversation, line: bytes) -> None:
        try:
            answer = await self._carry_out(line)
        except ControlRefused as error:
            answer = {"error": str(error)}
        conversation.finish(answer)

    async def _carry_out(self, line: bytes) -> dict[str, Any]:
        try:
            request = json.loads(line)
            action, broker_id = str(request["do"]), int(request["broker"])
        except (ValueError, KeyError, TypeError):
            raise ControlRefused("that is no request") from None
        return {"was_running": await self._supervision.carry_out(action, broker_id)}


class _Conversation(asyncio.Protocol):
    """One command's connection: a line comes, a line goes."""

    def __init__(self, server: ControlServer) -> None:
        self._server = server
        self._line = bytearray()
        self._is_asked = False
        self._transport: asyncio.Transport | None = None
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._patience = asyncio.get_running_loop().call_later(REQUEST_TIMEOUT_S, transport.abort)

    def data_received(self, data: bytes) -> None:
        if self._is_asked:
            return
        self._line += data
        if b"\n" in self._line:
            self._is_asked = True
            self._stop_waiting()
            self._server.begin(self, bytes(self._line))
        elif len(self._line) > LINE_BYTES_MAX and self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()

    def finish(self, answer: dict[str, Any]) -> None:
        """Sends the answer, and closes."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(json.dumps(answer).encode() + b"\n")
            self._transport.close()


def ask_supervisor(data_dir: Path, action: str, broker_id: int) -> dict[str, Any]:
    """Asks the supervisor of a data directory to do something; returns when it is done.

    Raises:
        ControlUnreachable: none answers.
        ControlRefused: it could not.
    """
    try:
        with socket.socket(socket.AF_UNIX) as connection, _reachable(data_dir) as path:
            connection.settimeout(ANSWER_TIMEOUT_S)
            connection.connect(path)
            connection.sendall(json.dumps({"do": action, "broker": broker_id}).encode() + b"\n")
            with connection.makefile("rb") as lines:
                line = lines.readline(LINE_BYTES_MAX)
    except OSError as error:
        raise ControlUnreachable(f"no `kavka start` answers on {data_dir}: {error.strerror or error}") from error
    if not line:
        raise ControlUnreachable(f"`kavka start` ended before broker {broker_id} was done")
    answer: dict[str, Any] = json.loads(line)
    if "error" in answer:
        raise ControlRefused(str(answer["error"]))
    return answer


def _listener(data_dir: Path) -> socket.socket:
    """A socket that its owner alone may connect to; one that an earlier run left goes, since the lock is ours."""
    listener = socket.socket(socket.AF_UNIX)
    try:
        with contextlib.suppress(FileNotFoundError):
            (data_dir / SOCKET_NAME).unlink()
        before = os.umask(0o177)
        try:
            with _reachable(data_dir) as path:
                listener.bind(path)
        finally:
            os.umask(before)
        listener.listen(CLIENTS_MAX)
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener


@contextmanager
def _reachable(data_dir: Path) -> Iterator[str]:
    """The socket's path, short enough for a socket's address, which has room for a hundred bytes."""
    directory = os.open(data_dir, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        through = Path(f"/proc/self/fd/{directory}")
        yield str((through if through.exists() else data_dir) / SOCKET_NAME)
    finally:
        os.close(directory)

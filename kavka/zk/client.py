"""ZooKeeper as brokers and the controller see it: one Protocol, whoever stands behind it.

Implemented by `kavka.zk.kazoo_client.KazooZk` (a real ZooKeeper or the embedded server, over kazoo, which is heavy:
only who names it there pays for it) and by `kavka.zk.fake.FakeZk` (the same tree in memory). The contract tests in
tests/integration/zk run against all of them.

What holds for every implementation:

* Calls complete in the order in which they were made, and thousands may be in flight.
* A watch callback is a plain function `cb(event_type, path)`; it is called once, on the event loop, before any call of
  the same client returns with the state that it announces.
* While the state is SUSPENDED or LOST, calls fail at once, with ConnectionLoss or SessionExpired. No call waits for
  ever: past its deadline it fails with ConnectionLoss, and its outcome is unknown.
* SUSPENDED → CONNECTED keeps ephemeral nodes and watches. LOST drops both; CONNECTED comes back by itself with another
  `session_id`, and the owners of nodes and watches register them again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from kavka.common.time_slots import TimeCounts
from kavka.zk.errors import BadArguments, BadVersion, ConnectionLoss, NodeExists, NoNode, SessionExpired
from kavka.zk.ops import (
    MAX_DATA_BYTES,
    OPEN_ACL,
    Acl,
    CheckOp,
    CreateOp,
    DeleteOp,
    EventType,
    Op,
    OpResult,
    SessionState,
    SetOp,
    Stat,
)

if TYPE_CHECKING:
    from kavka.timer.clock import Clock

WatchCallback = Callable[[str, str], None]
"""`cb(event_type, path)`; the event type is an `EventType`, which is a str."""

StateListener = Callable[[SessionState], None]

MAX_TREE_DEPTH = 64
"""How deep `delete_recursive` goes and `make_parents` builds; Kafka's deepest path has seven segments."""

REQUEST_OVERHEAD_BYTES = 1024
"""Room for a path, an ACL and headers beside the data in one frame."""

OP_OVERHEAD_BYTES = 64
"""The same for each operation of a multi."""

FORMER_SESSIONS_MAX = 64
"""How many lost sessions are remembered: their ephemeral nodes are gone long before the oldest is forgotten."""

MAX_REGISTRATION_ATTEMPTS = 10
"""How often `create_ephemeral` tries again when the node comes and goes under its hands."""


class ZkClient(Protocol):
    """One session's view of ZooKeeper. Every method that takes a path raises ZkError's subclasses."""

    @property
    def clock(self) -> Clock:
        """Returns the clock that the session goes by, and with it whoever waits for ZooKeeper.

        A broker's is the machine's, whatever its own clock is made to say: two machines must agree on it.
        """

    @property
    def session_id(self) -> int:
        """Returns the current session's id; 0 before the first session."""

    @property
    def session_password(self) -> bytes:
        """Returns the current session's password; empty before the first session.

        With the id it proves who owns the session.
        """

    @property
    def former_session_ids(self) -> frozenset[int]:
        """Returns the ids of the sessions that this client lost.

        An ephemeral node of theirs is our own, left over (bug 30).
        """

    @property
    def state(self) -> SessionState:
        """Returns the session's state: CONNECTED, SUSPENDED or LOST (LOST also before `start` and after `close`)."""

    @property
    def statistics(self) -> ZkStatistics:
        """Returns the client's counters and latencies so far."""

    def add_state_listener(self, listener: StateListener) -> None:
        """Calls `listener(state)` on the loop at every change from now on."""

    def remove_state_listener(self, listener: StateListener) -> None:
        """Removes a state listener."""

    async def start(self, timeout_ms: int) -> None:
        """Opens the first session.

        Raises:
            ConnectionLoss: none within the time; the client is closed.
        """

    async def close(self) -> None:
        """Ends the session, so that its ephemeral nodes go at once. Idempotent, never longer than a deadline."""

    async def get(self, path: str, watch: WatchCallback | None = None) -> tuple[bytes, Stat]:
        """Returns a node's data and Stat; the watch is left only when the node exists."""

    async def get_many(self, paths: Sequence[str]) -> list[tuple[bytes, Stat] | None]:
        """Returns many nodes' data and Stats in the order of the paths.

        None stands where there is no node; nothing is watched. Much cheaper than as many `get`s. It is no snapshot:
        others may write between two of its reads.
        """

    async def exists(self, path: str, watch: WatchCallback | None = None) -> Stat | None:
        """Returns a node's Stat or None; the watch is left either way."""

    async def children(self, path: str, watch: WatchCallback | None = None) -> list[str]:
        """Returns the sorted names of a node's children. The watch is left only when the node exists."""

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
        """Creates a node; returns the actual path (with the number when sequential) and the Stat (its czxid).

        Data that is None is what Kafka's own brokers leave in nodes without content; read, it is b"" here. To Kafka
        it is not the same: an empty /latest_producer_id_block is no JSON, and keeps Kafka 2.0.0 from starting.
        """

    async def set(self, path: str, data: bytes, version: int = -1) -> Stat:
        """Replaces a node's data if the version is right."""

    async def delete(self, path: str, version: int = -1) -> None:
        """Deletes a node without children if the version is right."""

    async def multi(self, ops: Sequence[Op]) -> list[OpResult]:
        """Applies all operations or none; raises the first failing operation's error with `op_index`."""

    async def delete_recursive(self, path: str) -> None:
        """Deletes a node with everything below it; a path that is not there is fine."""


class ZkStatistics:
    """How one client fared with ZooKeeper since it was made.

    Attributes:
        connects: how often it was connected, the first time included (`ZooKeeperSyncConnectsPerSec`).
        disconnects: how often the connection broke (`ZooKeeperDisconnectsPerSec`).
        expires: sessions that it lost (`ZooKeeperExpiresPerSec`).
        requests: calls that got a reply, from when they went out; an error is a reply, too.
    """

    __slots__ = ("connects", "disconnects", "expires", "requests")

    def __init__(self) -> None:
        self.connects = 0
        self.disconnects = 0
        self.expires = 0
        self.requests = TimeCounts()

    def note_state(self, state: SessionState) -> None:
        """Counts a change to this session state."""
        if state is SessionState.CONNECTED:
            self.connects += 1
        elif state is SessionState.SUSPENDED:
            self.disconnects += 1
        else:
            self.expires += 1


class ClientBase:
    """What is the same in every client: its session's state, the state listeners, and calls made of other calls."""

    def __init__(self) -> None:
        self.statistics = ZkStatistics()
        self._session_id = 0
        self._state = SessionState.LOST
        self._listeners: list[StateListener] = []
        self._former: deque[int] = deque(maxlen=FORMER_SESSIONS_MAX)

    @property
    def session_id(self) -> int:
        """Returns the current session's id; see `ZkClient`."""
        return self._session_id

    @property
    def session_password(self) -> bytes:
        """Returns the current session's password; see `ZkClient`."""
        return b""

    @property
    def former_session_ids(self) -> frozenset[int]:
        """Returns the ids of this client's earlier sessions; see `ZkClient`."""
        return frozenset(self._former)

    @property
    def state(self) -> SessionState:
        """Returns the session's state; see `ZkClient`."""
        return self._state

    def add_state_listener(self, listener: StateListener) -> None:
        """Adds a listener for session states; see `ZkClient`."""
        self._listeners.append(listener)

    def remove_state_listener(self, listener: StateListener) -> None:
        """Removes a listener for session states; see `ZkClient`."""
        self._listeners.remove(listener)

    def _set_state(self, state: SessionState) -> None:
        if state is self._state:
            return
        if state is SessionState.LOST:
            self._former.append(self._session_id)
        self._state = state
        self.statistics.note_state(state)
        for listener in list(self._listeners):
            self._tell(listener, state)

    def _tell(self, listener: StateListener, state: SessionState) -> None:
        """Notifies one listener; a client that orders notifications overrides this."""
        listener(state)

    def _check_connected(self, what: str) -> None:
        """Refuses a call that cannot go out.

        Raises:
            ConnectionLoss, SessionExpired.
        """
        if self._state is SessionState.SUSPENDED:
            raise ConnectionLoss(f"{what}: the connection to ZooKeeper is suspended")
        if self._state is SessionState.LOST:
            raise SessionExpired(f"{what}: there is no session with ZooKeeper")

    async def delete_recursive(self: Any, path: str) -> None:
        """Deletes a node and everything below it; see `ZkClient`.

        Nodes that others delete meanwhile, or add once, do not disturb it.
        """
        await _delete_subtree(self, path, MAX_TREE_DEPTH)


async def _delete_subtree(zk: ZkClient, path: str, depth: int) -> None:
    assert depth > 0, "deeper than any tree of Kafka's"
    try:
        names = await zk.children(path)
        for name in names:
            await _delete_subtree(zk, f"{path.rstrip('/')}/{name}", depth - 1)
        await zk.delete(path)
    except NoNode:
        return


def check_size(data_bytes: int, what: str) -> None:
    """Refuses data above the server's size limit.

    The server would drop the connection, so it must not be sent.

    Raises:
        BadArguments.
    """
    if data_bytes > MAX_DATA_BYTES - REQUEST_OVERHEAD_BYTES:
        raise BadArguments(f"{what}: {data_bytes} bytes; ZooKeeper takes less than {MAX_DATA_BYTES} in one request")


def check_multi_size(ops: Sequence[Op]) -> None:
    """Refuses a multi whose operations together exceed the size of a request."""
    check_size(sum(len(op.path) + len(getattr(op, "data", None) or b"") + OP_OVERHEAD_BYTES for op in ops), "a multi")


async def ensure_path(zk: ZkClient, path: str) -> None:
    """Creates a persistent node and its parents where they are missing."""
    try:
        await zk.create(path, make_parents=True)
    except NodeExists:
        return


async def create_ephemeral(zk: ZkClient, path: str, data: bytes) -> Stat:
    """Registers an ephemeral node, replacing one left by this client's former sessions (bug 30).

    Case A: the node is not there → created. Case B: it is there and this very session owns it (an earlier attempt
    whose reply was lost) → its data is set. Case C: a former session of this client owns it → deleted and
    recreated in one multi, so that nobody else can come between. Case D: somebody else's → NodeExists.

    Returns:
        The node's Stat; its czxid is the broker epoch when the node is a broker's registration.

    Raises:
        NodeExists: another client owns the node; watch it, or give up.
    """
    for _ in range(MAX_REGISTRATION_ATTEMPTS):
        try:
            return (await zk.create(path, data, ephemeral=True))[1]  # Case A
        except NodeExists:
            stat = await zk.exists(path)
        if stat is None:
            continue
        try:
            if stat.ephemeral_owner == zk.session_id:  # Case B
                return await zk.set(path, data)
            if stat.ephemeral_owner not in zk.former_session_ids:  # Case D
                raise NodeExists(f"{path} belongs to session 0x{stat.ephemeral_owner:x}")
            await zk.multi([DeleteOp(path, stat.version), CreateOp(path, data, ephemeral=True)])  # Case C
            return (await zk.get(path))[1]
        except (NoNode, BadVersion):
            continue
    raise NodeExists(f"{path} comes and goes: {MAX_REGISTRATION_ATTEMPTS} attempts to register there failed")


__all__ = [
    "CheckOp", "CreateOp", "DeleteOp", "EventType", "Op", "OpResult", "SessionState", "SetOp", "Stat",
    "StateListener", "WatchCallback", "ZkClient", "create_ephemeral", "ensure_path",
]  # fmt: skip

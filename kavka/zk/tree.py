"""ZooKeeper's data tree, sans I/O: nodes, versions, sessions, conditional writes, multi, one-shot watches.

Under it is nothing, around it are the embedded server (`server/`, which adds sockets and a disk) and the in-memory fake
(`fake.py`): both are the same tree. Time is an argument, ids and passwords come from the caller.

A write is a list of operations, all or nothing; one operation alone is a list of one:

    write(ops) ─► for each op: validate against the tree as it is now ─► a Change ─► apply it, remember how to undo it
                  │ one fails                                   │ all applied
                  ▼                                             ▼
       undo in reverse order, raise ZkError      zxid += 1 ─► journal(Txn) ─► watches fire, in order of the changes
       with .op_index; nothing happened

A `Change` (`txn.py`) holds only what is decided, so a journal replayed by `replay` gives the same tree: same zxids,
versions, times.

Watches are one-shot. `watcher.notify` is called inside the write, before it returns: a server that appends its replies
after that call keeps ZooKeeper's promise that a client sees the watch event before it sees the new state.

The number of a sequential node is the count of children ever created under its parent; `cversion` is derived from it
(twice the creations minus the children that are left), as ZooKeeper does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kavka.timer.moments import UNKNOWN_WALL_MS, MonotonicMs, WallMs
from kavka.zk.errors import (
    BadArguments,
    NoChildrenForEphemerals,
    NodeExists,
    NoNode,
    NotEmpty,
    NoWatcher,
    SessionExpired,
    ZkError,
)
from kavka.zk.node import Node, Session, owner_of
from kavka.zk.ops import (
    OPEN_ACL,
    PERM_ADMIN,
    PERM_CREATE,
    PERM_DELETE,
    PERM_READ,
    PERM_WRITE,
    Acl,
    CheckOp,
    CreateOp,
    DeleteOp,
    EventType,
    OpResult,
    SetAclOp,
    SetOp,
    Stat,
    WatchKind,
)
from kavka.zk.rules import (
    READABLE_ACL,
    SPECIAL_PATHS,
    Identity,
    check_acl,
    check_version,
    parent_of,
    resolved_acl,
    validate_path,
)
from kavka.zk.txn import (
    Change,
    CloseSessionChange,
    CreateChange,
    DeleteChange,
    Journal,
    OpenSessionChange,
    SetAclChange,
    SetChange,
    Txn,
)
from kavka.zk.watches import Watcher, WatchTable


class DataTree:
    """The tree, the sessions and the watches of one ZooKeeper.

    Args:
        journal: called with each transaction; None when nothing is to be remembered.
    """

    __slots__ = ("_events", "_mortal", "_undo", "journal", "last_zxid", "nodes", "sessions", "watches")

    def __init__(self, journal: Journal | None = None) -> None:
        self.journal = journal
        self._undo: list[Callable[[], None]] = []
        # What the write in progress will notify of: event, path, the node's ACL and its parent's as they are just then.
        self._events: list[tuple[EventType, str, tuple[Acl, ...], tuple[Acl, ...]]] = []
        self.last_zxid = 0
        self.sessions: dict[int, Session] = {}
        self.watches = WatchTable()
        # Containers and nodes with a time to live. Invariant: exactly the paths whose node is mortal.
        self._mortal: dict[str, None] = {}
        self.nodes: dict[str, Node] = {"/": Node(b"", OPEN_ACL, owner=0, zxid=0, time_ms=UNKNOWN_WALL_MS)}
        # A real server has these from the beginning, and tools expect them.
        for path in SPECIAL_PATHS[1:]:
            acl = READABLE_ACL if path == "/zookeeper/config" else OPEN_ACL
            self._apply_create(CreateChange(path, b"", acl, 0), zxid=0, time_ms=UNKNOWN_WALL_MS)
        self._undo.clear()
        self._events.clear()

    # -- reads ---------------------------------------------------------------------------------------------------

    def get(
        self, path: str, *, watcher: Watcher | None = None, who: Sequence[Identity] = ()
    ) -> tuple[bytes | None, Stat]:
        """Returns a node's data and Stat; leaves a data watch if a watcher is given.

        Raises:
            NoNode, NoAuth.
        """
        node = self._readable(path, who)
        if watcher is not None:
            self.watches.add(WatchKind.DATA, path, watcher)
        return node.data, node.stat()

    def exists(self, path: str, *, watcher: Watcher | None = None) -> Stat | None:
        """Returns a node's Stat, or None; leaves a data watch if a watcher is given.

        The watch fires on creation, change or deletion.
        """
        node = self.nodes.get(path)
        if watcher is not None:
            self.watches.add(WatchKind.DATA, path, watcher)
        return None if node is None else node.stat()

    def children(
        self, path: str, *, watcher: Watcher | None = None, who: Sequence[Identity] = ()
    ) -> tuple[list[str], Stat]:
        """Returns the sorted names of a node's children, and its Stat.

        Leaves a child watch if a watcher is given.

        Raises:
            NoNode, NoAuth.
        """
        node = self._readable(path, who)
        if watcher is not None:
            self.watches.add(WatchKind.CHILD, path, watcher)
        return sorted(node.children), node.stat()

    def acl(self, path: str, *, who: Sequence[Identity] = ()) -> tuple[tuple[Acl, ...], Stat]:
        """Returns a node's ACL and Stat; requires the READ or ADMIN permission.

        Raises:
            NoNode, NoAuth.
        """
        node = self._node(path)
        check_acl(node.acl, PERM_READ | PERM_ADMIN, who, path)
        return node.acl, node.stat()

    def descendants(self, path: str, *, who: Sequence[Identity] = ()) -> int:
        """Counts the nodes below a node, at any depth.

        Raises:
            NoNode, NoAuth.
        """
        self._readable(path, who)
        prefix = path if path == "/" else f"{path}/"
        return sum(other.startswith(prefix) for other in self.nodes) - (path == "/")

    def ephemerals(self, session_id: int, prefix: str) -> list[str]:
        """Returns a session's ephemeral nodes whose paths begin with a prefix."""
        session = self.sessions.get(session_id)
        return [] if session is None else sorted(path for path in session.ephemerals if path.startswith(prefix))

    def due_nodes(self, now_ms: WallMs) -> list[str]:
        """Returns the nodes due for deletion: emptied containers and expired times to live.

        By the clock of the writes.
        """
        return [path for path in self._mortal if self.nodes[path].is_due(now_ms)]

    # -- watches -------------------------------------------------------------------------------------------------

    def remove_watches(self, watcher: Watcher, kinds: Sequence[WatchKind], path: str) -> None:
        """Removes a client's watches of some kinds on a path.

        Raises:
            NoWatcher: there is none.
        """
        if not [kind for kind in kinds if self.watches.remove(kind, path, watcher)]:
            raise NoWatcher(path)

    def restore_watches(
        self,
        watcher: Watcher,
        *,
        since_zxid: int,
        data: Iterable[str] = (),
        exists: Iterable[str] = (),
        child: Iterable[str] = (),
    ) -> None:
        """Restores a reconnected client's watches; changes after `since_zxid` fire at once (setWatches).

        Watches that stay are simply set again with `watches.add`: what they missed is not notified, as in ZooKeeper.
        """
        for path in data:
            node = self.nodes.get(path)
            if node is None:
                watcher.notify(EventType.DELETED, path)
            elif node.mzxid > since_zxid:
                watcher.notify(EventType.CHANGED, path)
            else:
                self.watches.add(WatchKind.DATA, path, watcher)
        for path in exists:
            if path in self.nodes:
                watcher.notify(EventType.CREATED, path)
            else:
                self.watches.add(WatchKind.DATA, path, watcher)
        for path in child:
            node = self.nodes.get(path)
            if node is None:
                watcher.notify(EventType.DELETED, path)
            elif node.pzxid > since_zxid:
                watcher.notify(EventType.CHILD, path)
            else:
                self.watches.add(WatchKind.CHILD, path, watcher)

    # -- writes --------------------------------------------------------------------------------------------------

    def write(
        self,
        ops: Sequence[CreateOp | SetOp | DeleteOp | CheckOp | SetAclOp],
        *,
        now_ms: WallMs,
        session_id: int = 0,
        who: Sequence[Identity] = (),
    ) -> list[OpResult]:
        """Applies all operations in one transaction, or none.

        Args:
            ops: what to do, in order; each sees what the ones before it did.
            now_ms: wall clock, for ctime and mtime.
            session_id: the caller's session, which owns the ephemeral nodes created.
            who: the caller's identities beside world and anyone.

        Returns:
            One result an operation: a path for create, a Stat for set and set ACL, None for delete and check.

        Raises:
            ZkError: the first failing operation's, with `op_index`; nothing has changed.
        """
        zxid = self.last_zxid + 1
        changes: list[Change] = []
        results: list[OpResult] = []
        try:
            for op in ops:
                change, result = self._validated(op, session_id, who)
                if change is not None:
                    self._apply(change, zxid, now_ms)
                    changes.append(change)
                results.append(self._node(op.path).stat() if isinstance(op, (SetOp, SetAclOp)) else result)
        except ZkError as error:
            self._roll_back()
            error.op_index = len(results) if len(ops) > 1 else None
            raise
        if changes:
            self._commit(zxid, now_ms, tuple(changes))
        return results

    def open_session(self, session_id: int, *, timeout_ms: int, password: bytes, now_ms: WallMs) -> Session:
        """Begins a session; the id must be new."""
        assert session_id not in self.sessions, "session ids are never given twice"
        zxid = self.last_zxid + 1
        change = OpenSessionChange(session_id, timeout_ms, password)
        self._apply(change, zxid, now_ms)
        self._commit(zxid, now_ms, (change,))
        return self.sessions[session_id]

    def close_session(self, session_id: int, *, now_ms: WallMs) -> None:
        """Ends a session and deletes its ephemeral nodes; an unknown session is over already."""
        if session_id not in self.sessions:
            return
        zxid = self.last_zxid + 1
        self._close(session_id, zxid, now_ms)
        self._commit(zxid, now_ms, (CloseSessionChange(session_id),))

    def session(self, session_id: int) -> Session:
        """Returns a live session.

        Raises:
            SessionExpired: there is none of that id.
        """
        session = self.sessions.get(session_id)
        if session is None:
            raise SessionExpired(f"session 0x{session_id:x} is over")
        return session

    def delete_due(self, path: str, *, now_ms: WallMs) -> None:
        """Deletes a node returned by `due_nodes`, whatever its ACL says."""
        assert self.nodes[path].is_due(now_ms), "nothing came between"
        change = DeleteChange(path)
        zxid = self.last_zxid + 1
        self._apply(change, zxid, now_ms)
        self._commit(zxid, now_ms, (change,))

    def expired_sessions(self, now_ms: MonotonicMs) -> list[int]:
        """Returns the sessions that timed out; by the same clock as their `expires_at_ms`."""
        return [s.session_id for s in self.sessions.values() if s.expires_at_ms <= now_ms]

    def replay(self, txn: Txn) -> None:
        """Replays a transaction from the journal. No watches fire, nothing is journalled again."""
        assert txn.zxid > self.last_zxid, "a journal is replayed in order"
        for change in txn.changes:
            if isinstance(change, CloseSessionChange):
                self._close(change.session_id, txn.zxid, txn.time_ms)
            else:
                self._apply(change, txn.zxid, txn.time_ms)
        self._undo.clear()
        self._events.clear()
        self.last_zxid = txn.zxid

    # -- validation ----------------------------------------------------------------------------------------------

    def load(self, nodes: Iterable[tuple[str, Node]], sessions: Iterable[Session], *, last_zxid: int) -> None:
        """Replaces everything with what a snapshot holds: parents before their children.

        Raises:
            KeyError: a node without its parent, or an ephemeral one without its session.
        """
        self.nodes.clear()
        self.sessions = {session.session_id: session for session in sessions}
        for path, node in nodes:
            self.nodes[path] = node
            if path != "/":
                self.nodes[parent_of(path)].children.add(path[path.rfind("/") + 1 :])
            if node.is_ephemeral:
                self.sessions[node.owner].ephemerals[path] = None
            elif node.is_mortal:
                self._mortal[path] = None
        self.last_zxid = last_zxid

    def _node(self, path: str) -> Node:
        node = self.nodes.get(path)
        if node is None:
            raise NoNode(path)
        return node

    def _named(self, path: str) -> Node:
        """Returns a node that a write names; an illegal path and an absent node raise different errors."""
        node = self.nodes.get(path)
        if node is None:
            validate_path(path)
            raise NoNode(path)
        return node

    def _readable(self, path: str, who: Sequence[Identity]) -> Node:
        node = self._node(path)
        check_acl(node.acl, PERM_READ, who, path)
        return node

    def _validated(
        self, op: CreateOp | SetOp | DeleteOp | CheckOp | SetAclOp, session_id: int, who: Sequence[Identity]
    ) -> tuple[Change | None, OpResult]:
        """Turns an operation into the change it means now; raises the error that ZooKeeper returns."""
        if isinstance(op, SetOp):
            node = self._named(op.path)
            check_acl(node.acl, PERM_WRITE, who, op.path)
            check_version(op.version, node.version, op.path)
            return SetChange(op.path, op.data), None
        if isinstance(op, CreateOp):
            change = self._validated_create(op, session_id, who)
            return change, change.path
        if isinstance(op, DeleteOp):
            return self._validated_delete(op, who), None
        if isinstance(op, SetAclOp):
            return self._validated_set_acl(op, who), None
        node = self._named(op.path)
        check_acl(node.acl, PERM_READ, who, op.path)
        check_version(op.version, node.version, op.path)
        return None, None

    def _validated_create(self, op: CreateOp, session_id: int, who: Sequence[Identity]) -> CreateChange:
        # In ZooKeeper's order: which of several errors a client sees is part of the reply.
        owner = owner_of(op, session_id)
        if not op.path.startswith("/"):
            raise BadArguments(f"illegal path {op.path!r}: it must begin with /")
        acl = resolved_acl(op.acl, who)
        parent_path = parent_of(op.path)
        parent = self.nodes.get(parent_path)
        if parent is None:
            raise NoNode(op.path)
        check_acl(parent.acl, PERM_CREATE, who, parent_path)
        # The number comes after the name, so a sequential node may be asked for as "parent/" alone.
        path = f"{op.path}{parent.children_created:010d}" if op.sequential else op.path
        validate_path(path)
        if path in self.nodes:
            raise NodeExists(path)
        if parent.is_ephemeral:
            raise NoChildrenForEphemerals(path)
        if op.ephemeral:
            self.session(session_id)
        return CreateChange(path, op.data, acl, owner)

    def _validated_set_acl(self, op: SetAclOp, who: Sequence[Identity]) -> SetAclChange:
        validate_path(op.path)
        acl = resolved_acl(op.acl, who)
        node = self._node(op.path)
        check_acl(node.acl, PERM_ADMIN, who, op.path)
        check_version(op.version, node.aversion, op.path)
        return SetAclChange(op.path, acl)

    def _validated_delete(self, op: DeleteOp, who: Sequence[Identity]) -> DeleteChange:
        if op.path in SPECIAL_PATHS or not op.path.startswith("/"):
            raise BadArguments(f"{op.path} cannot be deleted")
        # The parent comes first, so that who may not delete does not learn what is there.
        check_acl(self._node(parent_of(op.path)).acl, PERM_DELETE, who, op.path)
        node = self._node(op.path)
        check_version(op.version, node.version, op.path)
        if node.children:
            raise NotEmpty(op.path)
        return DeleteChange(op.path)

    # -- application: each leaves in `_undo` how to take it back --------------------------------------------------

    def _apply(self, change: Change, zxid: int, time_ms: WallMs) -> None:
        if isinstance(change, SetChange):
            self._apply_set(change, zxid, time_ms)
        elif isinstance(change, CreateChange):
            self._apply_create(change, zxid, time_ms)
        elif isinstance(change, DeleteChange):
            self._apply_delete(change.path, zxid)
        elif isinstance(change, SetAclChange):
            self._apply_set_acl(change)
        else:
            assert isinstance(change, OpenSessionChange), "a session's end has its own way"
            self.sessions[change.session_id] = Session(change.session_id, change.timeout_ms, change.password)

    def _apply_create(self, change: CreateChange, zxid: int, time_ms: WallMs) -> None:
        path = change.path
        parent = self.nodes[parent_of(path)]
        name = path[path.rfind("/") + 1 :]
        pzxid = parent.pzxid
        self.nodes[path] = Node(change.data, change.acl, owner=change.owner, zxid=zxid, time_ms=time_ms)
        parent.children.add(name)
        parent.children_created += 1
        parent.pzxid = zxid
        kin = self._kin(change.owner)
        if kin is not None:
            kin[path] = None
        self._events.append((EventType.CREATED, path, change.acl, parent.acl))

        def undo() -> None:
            del self.nodes[path]
            parent.children.remove(name)
            parent.children_created -= 1
            parent.pzxid = pzxid
            if kin is not None:
                del kin[path]

        self._undo.append(undo)

    def _kin(self, owner: int) -> dict[str, None] | None:
        """Returns the index of an owner's nodes: its session's ephemerals, or the expiring nodes.

        None for persistent nodes.
        """
        if owner > 0:
            return self.sessions[owner].ephemerals
        return self._mortal if owner < 0 else None

    def _apply_set(self, change: SetChange, zxid: int, time_ms: WallMs) -> None:
        node = self.nodes[change.path]
        before = node.data, node.mzxid, node.mtime
        node.data, node.mzxid, node.mtime = change.data, zxid, time_ms
        node.version += 1
        self._events.append((EventType.CHANGED, change.path, node.acl, OPEN_ACL))

        def undo() -> None:
            node.data, node.mzxid, node.mtime = before
            node.version -= 1

        self._undo.append(undo)

    def _apply_set_acl(self, change: SetAclChange) -> None:
        node = self.nodes[change.path]
        before = node.acl
        node.acl = change.acl
        node.aversion += 1

        def undo() -> None:
            node.acl = before
            node.aversion -= 1

        self._undo.append(undo)

    def _apply_delete(self, path: str, zxid: int) -> None:
        node = self.nodes.pop(path)
        parent = self.nodes[parent_of(path)]
        name = path[path.rfind("/") + 1 :]
        pzxid = parent.pzxid
        parent.children.remove(name)
        parent.pzxid = zxid
        kin = self._kin(node.owner)
        if kin is not None:
            kin.pop(path, None)
        self._events.append((EventType.DELETED, path, node.acl, parent.acl))

        def undo() -> None:
            self.nodes[path] = node
            parent.children.add(name)
            parent.pzxid = pzxid
            if kin is not None:
                kin[path] = None

        self._undo.append(undo)

    def _close(self, session_id: int, zxid: int, time_ms: WallMs) -> None:
        for path in list(self.sessions[session_id].ephemerals):
            self._apply(DeleteChange(path), zxid, time_ms)
        del self.sessions[session_id]

    def _roll_back(self) -> None:
        self._events.clear()
        while self._undo:
            self._undo.pop()()

    def _commit(self, zxid: int, now_ms: WallMs, changes: tuple[Change, ...]) -> None:
        self._undo.clear()
        self.last_zxid = zxid
        if self.journal is not None:
            self.journal(Txn(zxid, now_ms, changes))
        for event, path, acl, parent_acl in self._events:
            if event is EventType.CHANGED:
                self.watches.changed(path, acl)
            elif event is EventType.CREATED:
                self.watches.created(path, acl, parent_of(path), parent_acl)
            else:
                self.watches.deleted(path, acl, parent_of(path), parent_acl)
        self._events.clear()

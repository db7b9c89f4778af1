"""What a data tree holds: znodes and sessions, and how long a znode lives.

A node's `owner` says whose life it shares, in the numbers that ZooKeeper itself keeps (and shows, of the ephemeral ones
alone, as `ephemeralOwner`):

    owner                      the node is                        it goes
    0                          persistent                         when somebody deletes it
    > 0                        ephemeral                          with the session of that id
    −2^63                      a container                        once it had children and has none any more
    0xff << 56 | ttl in ms     persistent with a time to live     once it is empty and was not changed for that long
"""

from __future__ import annotations

from typing import Final

from kavka.timer.moments import MonotonicMs, WallMs
from kavka.zk.errors import BadArguments
from kavka.zk.ops import Acl, CreateOp, Stat

CONTAINER_OWNER: Final = -(1 << 63)
TTL_OWNER: Final = -(1 << 56)
"""0xff in the first of eight bytes; session ids never begin so."""

TTL_MS_MAX: Final = (1 << 40) - 1


def owner_of(op: CreateOp, session_id: int) -> int:
    """Returns the owner number of the node that an operation creates.

    Raises:
        BadArguments: a time to live that does not fit.
    """
    if op.ephemeral:
        return session_id
    if op.is_container:
        return CONTAINER_OWNER
    if op.ttl_ms is None:
        return 0
    if not 0 < op.ttl_ms <= TTL_MS_MAX:
        raise BadArguments(f"{op.path}: a time to live of {op.ttl_ms} ms; 1 to {TTL_MS_MAX} can be had")
    return TTL_OWNER | op.ttl_ms


class Node:
    """One znode."""

    __slots__ = (
        "acl",
        "aversion",
        "children",
        "children_created",
        "ctime",
        "czxid",
        "data",
        "mtime",
        "mzxid",
        "owner",
        "pzxid",
        "version",
    )

    def __init__(self, data: bytes | None, acl: tuple[Acl, ...], *, owner: int, zxid: int, time_ms: WallMs) -> None:
        self.data = data
        self.acl = acl
        self.owner = owner
        self.czxid = self.mzxid = self.pzxid = zxid
        self.ctime = self.mtime = time_ms
        self.version = 0
        self.aversion = 0
        self.children: set[str] = set()
        # Invariant: children_created >= len(children)
        self.children_created = 0

    @property
    def is_ephemeral(self) -> bool:
        """Tells whether a session owns the node, so that it has no children."""
        return self.owner > 0

    @property
    def is_mortal(self) -> bool:
        """Tells whether the server may delete the node: a container, or a node with a time to live."""
        return self.owner < 0

    def is_due(self, now_ms: WallMs) -> bool:
        """Tells whether an expiring node is due for deletion; by the clock of its mtime."""
        if self.children:
            return False
        if self.owner == CONTAINER_OWNER:
            return self.children_created > 0
        return now_ms - self.mtime > self.owner - TTL_OWNER

    def stat(self) -> Stat:
        """Returns the node's current Stat."""
        return Stat._make(self.stat_fields())

    def stat_fields(self) -> tuple[int, ...]:
        """Returns the fields of the current Stat in their order, for whoever only packs them."""
        children, owner = len(self.children), self.owner
        return (
            self.czxid, self.mzxid, self.ctime, self.mtime, self.version, self.children_created * 2 - children,
            self.aversion, owner if owner > 0 else 0, len(self.data or b""), children, self.pzxid,
        )  # fmt: skip


class Session:
    """One client's life: as long as it is heard of within its timeout, its ephemeral nodes stay."""

    __slots__ = ("ephemerals", "expires_at_ms", "password", "session_id", "timeout_ms")

    def __init__(self, session_id: int, timeout_ms: int, password: bytes) -> None:
        self.session_id = session_id
        self.timeout_ms = timeout_ms
        self.password = password
        self.expires_at_ms = MonotonicMs(0)
        # Insertion order, so that a session's end deletes in the order of creation. Invariant: every path is a node
        # whose owner is this session.
        self.ephemerals: dict[str, None] = {}

"""The values that go in and out of ZooKeeper calls: Stat, the operations of a multi, ACLs, events, session states.

Shared by the data tree, the embedded server, the fake and the client over kazoo, so that all four speak of the same
things. No behaviour, no I/O.
"""

from __future__ import annotations

from enum import StrEnum
from struct import Struct
from typing import Final, NamedTuple

MAX_DATA_BYTES = 0xFFFFF
"""ZooKeeper's `jute.maxbuffer`: no request or reply is larger, so no node's data is either."""


class Stat(NamedTuple):
    """A node's metadata, in the order in which it travels.

    `version` counts changes of the data, `cversion` changes of the list of children, `aversion` changes of the ACL; the
    zxids name the transaction that created the node, last changed its data, and last changed its children. The czxid
    of /brokers/ids/<id> is Kafka's broker epoch (KIP-380).
    """

    czxid: int
    mzxid: int
    ctime: int
    mtime: int
    version: int
    cversion: int
    aversion: int
    ephemeral_owner: int
    data_length: int
    num_children: int
    pzxid: int


STAT: Final = Struct(">qqqqiiiqiiq")
"""A `Stat` on the wire, to servers and from them."""


class Acl(NamedTuple):
    """One permission: the bits of `Perms`, for one identity of one scheme."""

    perms: int
    scheme: str
    id: str


PERM_READ = 1
PERM_WRITE = 2
PERM_CREATE = 4
PERM_DELETE = 8
PERM_ADMIN = 16
PERM_ALL = 31

OPEN_ACL: tuple[Acl, ...] = (Acl(PERM_ALL, "world", "anyone"),)
"""Everybody may do everything: what Kafka writes unless `zookeeper.set.acl` is on."""


class CreateOp(NamedTuple):
    """Creates a node; the result in a multi is the path, with its number where `sequential`.

    Data of None is ZooKeeper's null, which readers can distinguish from no bytes. Containers and nodes with a time to
    live are what ZooKeeper 3.5 added; Kafka uses neither.
    """

    path: str
    data: bytes | None = b""
    ephemeral: bool = False
    sequential: bool = False
    acl: tuple[Acl, ...] = OPEN_ACL
    is_container: bool = False
    ttl_ms: int | None = None


class SetOp(NamedTuple):
    """Replaces a node's data if its version is `version` (−1: whatever it is); the result is the new `Stat`."""

    path: str
    data: bytes | None
    version: int = -1


class DeleteOp(NamedTuple):
    """Deletes a node without children if its version is `version`; the result is None."""

    path: str
    version: int = -1


class CheckOp(NamedTuple):
    """Fails the multi unless the node is there and its version is `version`; the result is None."""

    path: str
    version: int = -1


class SetAclOp(NamedTuple):
    """Replaces a node's ACL if its ACL version is `version`; the result is the new `Stat`. Not allowed in a multi."""

    path: str
    acl: tuple[Acl, ...]
    version: int = -1


Op = CreateOp | SetOp | DeleteOp | CheckOp
OpResult = str | Stat | None
"""Of a `CreateOp` the path, of a `SetOp` the Stat, of the two others None."""


class EventType(StrEnum):
    """The event that a watch callback gets first. The words are kazoo's."""

    CREATED = "CREATED"
    DELETED = "DELETED"
    CHANGED = "CHANGED"
    CHILD = "CHILD"


class WatchKind(StrEnum):
    """What a watch waits for.

    EXISTS: a node that is not there yet. DATA: a node's data. CHILD: a node's children. These three wait once.
    PERSISTENT: every event that DATA and CHILD report of a node, again and again. RECURSIVE: creations, changes and
    deletions of a node and of everything below it, again and again.
    """

    EXISTS = "exists"
    DATA = "data"
    CHILD = "child"
    PERSISTENT = "persistent"
    RECURSIVE = "recursive"


class SessionState(StrEnum):
    """How a client stands with ZooKeeper.

    CONNECTED. Action: calls go out. Transitions: SUSPENDED (connection gone), LOST.
    SUSPENDED. Action: calls fail with ConnectionLoss at once; the session may be alive or not: who leads stops
        deciding. Transitions: CONNECTED with the same session id (ephemeral nodes kept, watches restored), LOST.
    LOST. Action: the session is over; ephemeral nodes are gone or going, watches are dropped. The client makes a new
        session by itself. Transition: CONNECTED with another session id; owners register everything again.
    """

    CONNECTED = "CONNECTED"
    SUSPENDED = "SUSPENDED"
    LOST = "LOST"

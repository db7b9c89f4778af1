"""What ZooKeeper can return instead of a result: one exception class for each of its error codes.

The codes are ZooKeeper's own (`KeeperException.Code`), negative on the wire. The data tree raises these, the embedded
server writes their codes, the client side turns kazoo's exceptions into them: above `kavka.zk` nobody sees others.
Three of them never come from a tree: `ConnectionLoss` (the outcome of the call is unknown), `SessionExpired` (this life
of the client is over, its ephemeral nodes are gone or going), `AuthFailed`.
"""

from __future__ import annotations

from typing import ClassVar


class ZkError(Exception):
    """Any failure of a ZooKeeper call.

    Attributes:
        code: ZooKeeper's error code; `SYSTEM_ERROR` for what has no code of its own.
        op_index: in a failed multi, the position of the operation that failed; None elsewhere.
    """

    code: ClassVar[int] = -1
    op_index: int | None = None

    def __str__(self) -> str:
        text = super().__str__() or type(self).__name__
        return text if self.op_index is None else f"{text} (operation {self.op_index} of a multi)"


class RuntimeInconsistency(ZkError):
    """An operation of a multi that was not tried because an earlier one failed."""

    code = -2


class ConnectionLoss(ZkError):
    """The connection went, or the deadline passed, before a reply came: the write may or may not be done."""

    code = -4


class MarshallingError(ZkError):
    """The bytes of a request or of a reply are not what the protocol allows."""

    code = -5


class Unimplemented(ZkError):
    """The server does not offer this operation."""

    code = -6


class BadArguments(ZkError):
    """The request makes no sense: an illegal path, the deletion of the root, no ACL at all."""

    code = -8


class NoNode(ZkError):
    """There is no node at that path (or, for create, no parent)."""

    code = -101


class NoAuth(ZkError):
    """The node's ACL does not allow this to the caller."""

    code = -102


class BadVersion(ZkError):
    """A conditional write named a version that is not the node's any more."""

    code = -103


class NoChildrenForEphemerals(ZkError):
    """Ephemeral nodes have no children."""

    code = -108


class NodeExists(ZkError):
    """There is a node at that path already."""

    code = -110


class NotEmpty(ZkError):
    """The node has children and cannot be deleted."""

    code = -111


class SessionExpired(ZkError):
    """The session is over; the client makes a new one by itself, whoever owns nodes or watches registers them again."""

    code = -112


class InvalidAcl(ZkError):
    """The ACL is empty or names an unknown scheme."""

    code = -114


class AuthFailed(ZkError):
    """The server refused the credentials."""

    code = -115


class NoWatcher(ZkError):
    """There is no such watch to remove."""

    code = -121


class ReconfigDisabled(ZkError):
    """The server's ensemble cannot be changed by requests."""

    code = -123


class SessionMoved(ZkError):
    """The session was taken over by another connection."""

    code = -118


ERRORS: dict[int, type[ZkError]] = {
    cls.code: cls
    for cls in (
        RuntimeInconsistency, ConnectionLoss, MarshallingError, Unimplemented, BadArguments, NoNode, NoAuth, BadVersion,
        NoChildrenForEphemerals, NodeExists, NotEmpty, SessionExpired, InvalidAcl, AuthFailed, SessionMoved,
        NoWatcher, ReconfigDisabled,
    )
}  # fmt: skip
"""ZooKeeper's code → class. Read only."""


def error_for_code(code: int, message: str = "") -> ZkError:
    """Makes the exception for one of ZooKeeper's codes; an unknown code gives a plain `ZkError` that names it."""
    cls = ERRORS.get(code)
    if cls is None:
        return ZkError(message or f"ZooKeeper error {code}")
    return cls(message)

"""What the data tree decides and a journal remembers: one `Txn` a transaction, made of `Change`s.

A `Change` holds only what is decided (the number of a sequential node, the owner of an ephemeral one, never "whatever
the version is"), so that applying the same changes to the same tree gives the same tree. `tree.py` makes and applies
them, `storage.py` writes and reads them.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from kavka.timer.moments import WallMs
from kavka.zk.ops import Acl


class CreateChange(NamedTuple):
    """A node comes into being; `owner` says whose life it shares: see `node.py`."""

    path: str
    data: bytes | None
    acl: tuple[Acl, ...]
    owner: int


class DeleteChange(NamedTuple):
    """A node goes."""

    path: str


class SetChange(NamedTuple):
    """A node's data is replaced."""

    path: str
    data: bytes | None


class SetAclChange(NamedTuple):
    """A node's ACL is replaced."""

    path: str
    acl: tuple[Acl, ...]


class OpenSessionChange(NamedTuple):
    """A session begins."""

    session_id: int
    timeout_ms: int
    password: bytes


class CloseSessionChange(NamedTuple):
    """A session ends and takes its ephemeral nodes along."""

    session_id: int


Change = CreateChange | DeleteChange | SetChange | SetAclChange | OpenSessionChange | CloseSessionChange


class Txn(NamedTuple):
    """One transaction as the journal sees it."""

    zxid: int
    time_ms: WallMs
    changes: tuple[Change, ...]


class Journal(Protocol):
    """A subscriber to every transaction, notified inside the write and before watches fire."""

    def __call__(self, txn: Txn, /) -> None: ...

"""What a ZooKeeper client asks, as the bytes of its requests, and what the replies hold.

    getData, exists, getChildren   ┌ path │ watch? ┐                     Stat, data or names
    create2                        ┌ path │ data │ ACL │ flags ┐         path, Stat
    setData                        ┌ path │ data │ version ┐             Stat
    delete                         ┌ path │ version ┐                    nothing
    multi                          `kavka.zk.multi`

Paths are those of the callers: the chroot is put before them here, and taken away again. Not here: xids and frames
(`zk_wire_core`), the order in which things are asked (`zk_wire_client`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from kavka.zk.client import WatchCallback
from kavka.zk.jute import FLAG_EPHEMERAL, FLAG_SEQUENTIAL, INT, OpCode, Reader, pack_acl, pack_buffer, pack_string
from kavka.zk.multi import Multi
from kavka.zk.ops import OPEN_ACL, Acl, Op, OpResult, Stat, WatchKind

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class ZkRequest(Generic[T_co]):
    """One request.

    Attributes:
        what: for messages: the path that it is about.
        opcode: of the operation.
        body: what follows the header.
        decode: body of a reply without an error → the result.
        watch: what is to be left at the server, by the caller's path.
        may_be_absent: whether no node is a result, None, and not an error.
    """

    what: str
    opcode: OpCode
    body: bytes
    decode: Callable[[bytes], T_co]
    watch: tuple[WatchKind, str, WatchCallback] | None = None
    may_be_absent: bool = False


class ZkRequests:
    """Encodes requests for paths below a chroot.

    Args:
        root: the chroot, without a slash at its end; empty where there is none.
        acl_of: path → the ACL of a new node for which none is given.
    """

    __slots__ = ("_acl_of", "_root")

    def __init__(self, root: str, acl_of: Callable[[str], tuple[Acl, ...]]) -> None:
        self._root = root
        self._acl_of = acl_of

    def full(self, path: str) -> str:
        """Returns the server's name for a caller's path."""
        return (self._root + path).rstrip("/") or "/" if self._root else path

    def own(self, path: str) -> str:
        """Returns the callers' name for a server's path."""
        return path.removeprefix(self._root) or "/"

    def get(self, path: str, watch: WatchCallback | None) -> ZkRequest[tuple[bytes, Stat]]:
        """Encodes getData."""
        waits = None if watch is None else (WatchKind.DATA, path, watch)
        return ZkRequest(path, OpCode.GET_DATA, self._read(path, watch), _data_and_stat, waits)

    def find(self, path: str) -> ZkRequest[tuple[bytes, Stat] | None]:
        """Encodes getData of a node that need not be there."""
        return ZkRequest(path, OpCode.GET_DATA, self._read(path, None), _data_and_stat, may_be_absent=True)

    def exists(self, path: str, watch: WatchCallback | None) -> ZkRequest[Stat | None]:
        """Encodes exists."""
        waits = None if watch is None else (WatchKind.EXISTS, path, watch)
        return ZkRequest(path, OpCode.EXISTS, self._read(path, watch), _stat, waits, may_be_absent=True)

    def children(self, path: str, watch: WatchCallback | None) -> ZkRequest[list[str]]:
        """Encodes getChildren."""
        waits = None if watch is None else (WatchKind.CHILD, path, watch)
        return ZkRequest(path, OpCode.GET_CHILDREN, self._read(path, watch), _sorted_names, waits)

    def create(
        self, path: str, data: bytes | None, *, ephemeral: bool, sequential: bool, acl: tuple[Acl, ...]
    ) -> ZkRequest[tuple[str, Stat]]:
        """Encodes create2."""
        given = self._acl_of(path) if acl == OPEN_ACL else acl
        flags = FLAG_EPHEMERAL * ephemeral | FLAG_SEQUENTIAL * sequential
        body = pack_string(self.full(path)) + pack_buffer(data) + pack_acl(given) + INT.pack(flags)

        def decode(reply: bytes) -> tuple[str, Stat]:
            reader = Reader(reply)
            return self.own(reader.string()), reader.stat()

        return ZkRequest(path, OpCode.CREATE2, body, decode)

    def set(self, path: str, data: bytes, version: int) -> ZkRequest[Stat]:
        """Encodes setData."""
        body = pack_string(self.full(path)) + pack_buffer(data) + INT.pack(version)
        return ZkRequest(path, OpCode.SET_DATA, body, _stat)

    def delete(self, path: str, version: int) -> ZkRequest[None]:
        """Encodes delete."""
        body = pack_string(self.full(path)) + INT.pack(version)
        return ZkRequest(path, OpCode.DELETE, body, lambda _: None)

    def multi(self, ops: Sequence[Op]) -> ZkRequest[list[OpResult]]:
        """Encodes a multi."""
        multi = Multi(ops, self._root, self._acl_of)

        def decode(reply: bytes) -> list[OpResult]:
            found = multi.deserialize(reply, 0)
            return multi.results([self.own(one) if isinstance(one, str) else one for one in found])

        return ZkRequest("a multi", OpCode.MULTI, multi.serialize(), decode)

    def _read(self, path: str, watch: WatchCallback | None) -> bytes:
        return pack_string(self.full(path)) + (b"\0" if watch is None else b"\1")


def _data_and_stat(reply: bytes) -> tuple[bytes, Stat]:
    reader = Reader(reply)
    return reader.buffer() or b"", reader.stat()


def _stat(reply: bytes) -> Stat:
    return Reader(reply).stat()


def _sorted_names(reply: bytes) -> list[str]:
    reader = Reader(reply)
    return sorted(reader.vector(reader.string, item_bytes_min=INT.size))

"""What the embedded server does for each request: body in, tree called, body out.

One function an opcode, found in `HANDLERS`; the connection frames what they return and turns a `ZkError` into the
reply's error code. Opcodes that are not in the table (containers, TTLs, reconfig, SASL, the watch kinds of 3.6) are
answered with Unimplemented, as a server that does not have them does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Protocol

from kavka.zk.errors import MarshallingError, NoNode, RuntimeInconsistency, Unimplemented, ZkError
from kavka.zk.ops import Acl, CheckOp, CreateOp, DeleteOp, Op, OpResult, SetAclOp, SetOp, Stat
from kavka.zk.rules import Identity
from kavka.zk.server.jute import (
    INT,
    MULTI_HEADER,
    Reader,
    pack_acl,
    pack_buffer,
    pack_stat,
    pack_string,
    pack_strings,
)
from kavka.zk.tree import DataTree
from kavka.zk.watches import Watcher

MULTI_OPS_MAX = 100_000
"""A multi of 1 MiB cannot hold more: the smallest operation has 14 bytes."""

FLAG_EPHEMERAL = 1
FLAG_SEQUENTIAL = 2


class OpCode(IntEnum):
    """The requests that are served."""

    CREATE = 1
    DELETE = 2
    EXISTS = 3
    GET_DATA = 4
    SET_DATA = 5
    GET_ACL = 6
    SET_ACL = 7
    GET_CHILDREN = 8
    SYNC = 9
    PING = 11
    GET_CHILDREN2 = 12
    CHECK = 13
    MULTI = 14
    CREATE2 = 15
    MULTI_READ = 22
    AUTH = 100
    SET_WATCHES = 101
    CLOSE_SESSION = -11
    ERROR = -1


class Caller(Watcher, Protocol):
    """The connection that a request came by: who asks, and whom watches tell."""

    @property
    def tree(self) -> DataTree:
        """The server's tree."""

    @property
    def session_id(self) -> int:
        """The session that the connection speaks for."""

    @property
    def who(self) -> Sequence[Identity]:
        """Identities proven on this connection."""

    def write_tree(self, ops: Sequence[Op | SetAclOp]) -> list[OpResult]:
        """Writes in the caller's name."""


def _read_create(reader: Reader) -> CreateOp:
    path, data, acl, flags = reader.string(), reader.buffer(), reader.acl(), reader.number()
    if flags & ~(FLAG_EPHEMERAL | FLAG_SEQUENTIAL):
        raise Unimplemented("containers and nodes with a time to live are not offered")
    is_ephemeral, is_sequential = bool(flags & FLAG_EPHEMERAL), bool(flags & FLAG_SEQUENTIAL)
    return CreateOp(path, data or b"", is_ephemeral, is_sequential, acl)


def _stat_of(caller: Caller, path: str) -> Stat:
    """A node's Stat; zeros when a later operation of the same multi deleted it."""
    node = caller.tree.nodes.get(path)
    return Stat(*(0,) * 11) if node is None else node.stat()


def _create(caller: Caller, reader: Reader) -> bytes:
    (path,) = caller.write_tree([_read_create(reader)])
    return pack_string(str(path))


def _create2(caller: Caller, reader: Reader) -> bytes:
    (path,) = caller.write_tree([_read_create(reader)])
    return pack_string(str(path)) + pack_stat(_stat_of(caller, str(path)))


def _delete(caller: Caller, reader: Reader) -> bytes:
    caller.write_tree([DeleteOp(reader.string(), reader.number())])
    return b""


def _exists(caller: Caller, reader: Reader) -> bytes:
    path = reader.string()
    stat = caller.tree.exists(path, watcher=caller if reader.flag() else None)
    if stat is None:
        raise NoNode(path)
    return pack_stat(stat)


def _get_data(caller: Caller, reader: Reader) -> bytes:
    path = reader.string()
    data, stat = caller.tree.get(path, watcher=caller if reader.flag() else None, who=caller.who)
    return pack_buffer(data) + pack_stat(stat)


def _set_data(caller: Caller, reader: Reader) -> bytes:
    path, data, version = reader.string(), reader.buffer(), reader.number()
    (stat,) = caller.write_tree([SetOp(path, data or b"", version)])
    assert isinstance(stat, Stat)
    return pack_stat(stat)


def _get_acl(caller: Caller, reader: Reader) -> bytes:
    acl, stat = caller.tree.acl(reader.string())
    return pack_acl(_masked(acl)) + pack_stat(stat)


def _masked(acl: Sequence[Acl]) -> list[Acl]:
    """The ACL as it is shown: a digest's hash is nobody's business."""
    return [Acl(a.perms, a.scheme, a.id.partition(":")[0] + ":x") if a.scheme == "digest" else a for a in acl]


def _set_acl(caller: Caller, reader: Reader) -> bytes:
    (stat,) = caller.write_tree([SetAclOp(reader.string(), reader.acl(), reader.number())])
    assert isinstance(stat, Stat)
    return pack_stat(stat)


def _get_children(caller: Caller, reader: Reader) -> bytes:
    path = reader.string()
    names, _ = caller.tree.children(path, watcher=caller if reader.flag() else None, who=caller.who)
    return pack_strings(names)


def _get_children2(caller: Caller, reader: Reader) -> bytes:
    path = reader.string()
    names, stat = caller.tree.children(path, watcher=caller if reader.flag() else None, who=caller.who)
    return pack_strings(names) + pack_stat(stat)


def _sync(caller: Caller, reader: Reader) -> bytes:
    return pack_string(reader.string())


def _set_watches(caller: Caller, reader: Reader) -> bytes:
    since = reader.long_number()
    data, exists, child = (reader.vector(reader.string, item_bytes_min=4) for _ in range(3))
    caller.tree.restore_watches(caller, since_zxid=since, data=data, exists=exists, child=child)
    return b""


def _read_multi(reader: Reader) -> list[tuple[int, Op]]:
    ops: list[tuple[int, Op]] = []
    while True:
        opcode, is_done, _ = reader.number(), reader.flag(), reader.number()
        if is_done:
            return ops
        if opcode in (OpCode.CREATE, OpCode.CREATE2):
            ops.append((opcode, _read_create(reader)))
        elif opcode == OpCode.DELETE:
            ops.append((opcode, DeleteOp(reader.string(), reader.number())))
        elif opcode == OpCode.SET_DATA:
            ops.append((opcode, SetOp(reader.string(), reader.buffer() or b"", reader.number())))
        elif opcode == OpCode.CHECK:
            ops.append((opcode, CheckOp(reader.string(), reader.number())))
        else:
            raise MarshallingError(f"opcode {opcode} inside a multi")
        assert len(ops) <= MULTI_OPS_MAX, "the frame limit bounds the operations"


_MULTI_END = MULTI_HEADER.pack(-1, True, -1)


def _error_result(code: int) -> bytes:
    return MULTI_HEADER.pack(OpCode.ERROR, False, code) + INT.pack(code)


def _multi(caller: Caller, reader: Reader) -> bytes:
    ops = _read_multi(reader)
    try:
        results = caller.write_tree([op for _, op in ops])
    except ZkError as error:
        # The reply itself succeeds; each operation tells its own fate: 0 for what was taken back.
        failed = error.op_index or 0
        codes = [0] * failed + [error.code] + [RuntimeInconsistency.code] * (len(ops) - failed - 1)
        return b"".join(map(_error_result, codes)) + _MULTI_END
    parts = []
    for (opcode, _), result in zip(ops, results, strict=True):
        parts.append(MULTI_HEADER.pack(opcode, False, 0))
        if isinstance(result, str):
            parts.append(pack_string(result))
            if opcode == OpCode.CREATE2:
                parts.append(pack_stat(_stat_of(caller, result)))
        elif result is not None:
            parts.append(pack_stat(result))
    return b"".join(parts) + _MULTI_END


def _multi_read(caller: Caller, reader: Reader) -> bytes:
    parts: list[bytes] = []
    while True:
        opcode, is_done, _ = reader.number(), reader.flag(), reader.number()
        if is_done:
            return b"".join(parts) + _MULTI_END
        if opcode not in (OpCode.GET_DATA, OpCode.GET_CHILDREN):
            raise MarshallingError(f"opcode {opcode} inside a multi read")
        try:
            parts.append(MULTI_HEADER.pack(opcode, False, 0) + HANDLERS[opcode](caller, reader))
        except ZkError as error:
            parts.append(_error_result(error.code))


HANDLERS: dict[int, Callable[[Caller, Reader], bytes]] = {
    OpCode.CREATE: _create,
    OpCode.DELETE: _delete,
    OpCode.EXISTS: _exists,
    OpCode.GET_DATA: _get_data,
    OpCode.SET_DATA: _set_data,
    OpCode.GET_ACL: _get_acl,
    OpCode.SET_ACL: _set_acl,
    OpCode.GET_CHILDREN: _get_children,
    OpCode.SYNC: _sync,
    OpCode.GET_CHILDREN2: _get_children2,
    OpCode.MULTI: _multi,
    OpCode.CREATE2: _create2,
    OpCode.MULTI_READ: _multi_read,
    OpCode.SET_WATCHES: _set_watches,
}
"""Opcode → what to do. Read only. Ping, auth and the session's end are the connection's own."""

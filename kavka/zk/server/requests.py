"""What the embedded server does for each request: body in, tree called, body out.

One function an opcode, found in `HANDLERS`; the connection frames what they return and turns a `ZkError` into the
reply's error code. It is what ZooKeeper 3.8 has, but for SASL: an opcode that is not in the table gets
Unimplemented. Reconfiguration is refused, as every server does that is not configured to allow it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from kavka.zk.errors import (
    BadArguments,
    MarshallingError,
    NoNode,
    NoWatcher,
    ReconfigDisabled,
    RuntimeInconsistency,
    ZkError,
)
from kavka.zk.jute import (
    FLAG_EPHEMERAL,
    FLAG_SEQUENTIAL,
    INT,
    MULTI_HEADER,
    OpCode,
    Reader,
    pack_acl,
    pack_buffer,
    pack_stat,
    pack_string,
    pack_strings,
)
from kavka.zk.ops import PERM_ADMIN, Acl, CheckOp, CreateOp, DeleteOp, Op, OpResult, SetAclOp, SetOp, Stat, WatchKind
from kavka.zk.rules import Identity, is_granted, validate_path
from kavka.zk.tree import DataTree
from kavka.zk.watches import Watcher

MULTI_OPS_MAX = 100_000
"""A multi of 1 MiB cannot hold more: the smallest operation has 14 bytes."""

MULTI_READ_BYTES_MAX = 4 * 1024 * 1024
"""A multi read asks for much in few bytes; a reply that would be larger is refused."""

FLAG_CONTAINER = 4
FLAGS_TTL = (5, 6)
"""Persistent with a time to live, and the same with a number."""

WATCH_MODES = {0: WatchKind.PERSISTENT, 1: WatchKind.RECURSIVE}
WATCHER_TYPES = {
    1: (WatchKind.CHILD,),
    2: (WatchKind.DATA,),
    3: (WatchKind.CHILD, WatchKind.DATA, WatchKind.PERSISTENT, WatchKind.RECURSIVE),
    4: (WatchKind.PERSISTENT,),
    5: (WatchKind.RECURSIVE,),
}
"""What checkWatches and removeWatches name; the last two came with 3.9."""


class Caller(Watcher, Protocol):
    """The connection that a request came by: the identities that ask, and the watcher to notify."""

    @property
    def tree(self) -> DataTree:
        """Returns the server's data tree."""

    @property
    def session_id(self) -> int:
        """Returns the id of the session attached to the connection."""

    @property
    def who(self) -> Sequence[Identity]:
        """Returns the identities proven on this connection."""

    def write_tree(self, ops: Sequence[Op | SetAclOp]) -> list[OpResult]:
        """Writes to the tree with the caller's session and identities."""


SET_DATA: Final = int(OpCode.SET_DATA)
CREATING = (OpCode.CREATE, OpCode.CREATE2, OpCode.CREATE_CONTAINER, OpCode.CREATE_TTL)


def _read_create(reader: Reader) -> CreateOp:
    path, data, acl, flags = reader.string(), reader.buffer(), reader.acl(), reader.number()
    if flags == FLAG_CONTAINER:
        return CreateOp(path, data, acl=acl, is_container=True)
    if flags & ~(FLAG_EPHEMERAL | FLAG_SEQUENTIAL):
        raise BadArguments(f"{path}: no node is created with flags {flags}")
    is_ephemeral, is_sequential = bool(flags & FLAG_EPHEMERAL), bool(flags & FLAG_SEQUENTIAL)
    return CreateOp(path, data, is_ephemeral, is_sequential, acl)


def _read_create_ttl(reader: Reader) -> CreateOp:
    path, data, acl, flags, ttl_ms = (
        reader.string(), reader.buffer(), reader.acl(), reader.number(), reader.long_number(),
    )  # fmt: skip
    if flags not in FLAGS_TTL:
        raise BadArguments(f"{path}: no node with a time to live is created with flags {flags}")
    return CreateOp(path, data, sequential=flags == FLAGS_TTL[1], acl=acl, ttl_ms=ttl_ms)


def _stat_of(caller: Caller, path: str) -> Stat:
    """Returns a node's Stat; zeros when a later operation of the same multi deleted it."""
    node = caller.tree.nodes.get(path)
    return Stat(*(0,) * 11) if node is None else node.stat()


def _create(caller: Caller, reader: Reader) -> bytes:
    (path,) = caller.write_tree([_read_create(reader)])
    return pack_string(str(path))


def _create2(caller: Caller, reader: Reader) -> bytes:
    (path,) = caller.write_tree([_read_create(reader)])
    return pack_string(str(path)) + pack_stat(_stat_of(caller, str(path)))


def _create_ttl(caller: Caller, reader: Reader) -> bytes:
    (path,) = caller.write_tree([_read_create_ttl(reader)])
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
    (stat,) = caller.write_tree([SetOp(path, data, version)])
    assert isinstance(stat, Stat)
    return pack_stat(stat)


def _get_acl(caller: Caller, reader: Reader) -> bytes:
    acl, stat = caller.tree.acl(reader.string(), who=caller.who)
    shown = acl if is_granted(acl, PERM_ADMIN, caller.who) else _masked(acl)
    return pack_acl(shown) + pack_stat(stat)


def _masked(acl: Sequence[Acl]) -> list[Acl]:
    """Masks the digests' hashes in an ACL, for callers that do not administer the node."""
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


def _set_watches2(caller: Caller, reader: Reader) -> bytes:
    since = reader.long_number()
    data, exists, child, persistent, recursive = (reader.vector(reader.string, item_bytes_min=4) for _ in range(5))
    caller.tree.restore_watches(caller, since_zxid=since, data=data, exists=exists, child=child)
    for kind, paths in ((WatchKind.PERSISTENT, persistent), (WatchKind.RECURSIVE, recursive)):
        for path in paths:
            caller.tree.watches.add(kind, path, caller)
    return b""


def _add_watch(caller: Caller, reader: Reader) -> bytes:
    path, mode = reader.string(), reader.number()
    validate_path(path)
    if mode not in WATCH_MODES:
        raise MarshallingError(f"{path}: no watch has the mode {mode}")
    caller.tree.watches.add(WATCH_MODES[mode], path, caller)
    return INT.pack(0)


def _read_watcher_type(reader: Reader) -> tuple[str, Sequence[WatchKind]]:
    path, number = reader.string(), reader.number()
    if number not in WATCHER_TYPES:
        raise MarshallingError(f"{path}: no watcher has the type {number}")
    return path, WATCHER_TYPES[number]


def _check_watches(caller: Caller, reader: Reader) -> bytes:
    path, kinds = _read_watcher_type(reader)
    if not any(caller.tree.watches.has(kind, path, caller) for kind in kinds):
        raise NoWatcher(path)
    return b""


def _remove_watches(caller: Caller, reader: Reader) -> bytes:
    path, kinds = _read_watcher_type(reader)
    caller.tree.remove_watches(caller, kinds, path)
    return b""


def _get_ephemerals(caller: Caller, reader: Reader) -> bytes:
    prefix = reader.string()
    return pack_strings(caller.tree.ephemerals(caller.session_id, prefix))


def _get_all_children_number(caller: Caller, reader: Reader) -> bytes:
    return INT.pack(caller.tree.descendants(reader.string(), who=caller.who))


def _who_am_i(caller: Caller, reader: Reader) -> bytes:
    users = [pack_string(scheme) + pack_string(name.partition(":")[0]) for scheme, name in caller.who]
    return INT.pack(len(users)) + b"".join(users)


def _reconfig(caller: Caller, reader: Reader) -> bytes:
    raise ReconfigDisabled("a single server has no ensemble to change")


def _read_multi(reader: Reader) -> list[tuple[int, Op]]:
    ops: list[tuple[int, Op]] = []
    while True:
        opcode, is_done = reader.multi_header()
        if is_done:
            return ops
        if opcode == SET_DATA:  # the first, since a controller writes them by the ten thousand
            ops.append((opcode, SetOp(reader.string(), reader.buffer(), reader.number())))
        elif opcode == OpCode.CREATE_TTL:
            ops.append((opcode, _read_create_ttl(reader)))
        elif opcode in CREATING:
            ops.append((opcode, _read_create(reader)))
        elif opcode == OpCode.DELETE:
            ops.append((opcode, DeleteOp(reader.string(), reader.number())))
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
        # The reply itself succeeds; each operation reports its own outcome: 0 for what was taken back.
        failed = error.op_index or 0
        codes = [0] * failed + [error.code] + [RuntimeInconsistency.code] * (len(ops) - failed - 1)
        return b"".join(map(_error_result, codes)) + _MULTI_END
    parts = []
    for (opcode, _), result in zip(ops, results, strict=True):
        parts.append(MULTI_HEADER.pack(opcode, False, 0))
        if isinstance(result, Stat):
            parts.append(pack_stat(result))
        elif isinstance(result, str):
            parts.append(pack_string(result))
            if opcode != OpCode.CREATE:
                parts.append(pack_stat(_stat_of(caller, result)))
    return b"".join(parts) + _MULTI_END


def _multi_read(caller: Caller, reader: Reader) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        opcode, is_done = reader.multi_header()
        if is_done:
            return b"".join(parts) + _MULTI_END
        if opcode not in (OpCode.GET_DATA, OpCode.GET_CHILDREN):
            raise MarshallingError(f"opcode {opcode} inside a multi read")
        try:
            parts.append(MULTI_HEADER.pack(opcode, False, 0) + HANDLERS[opcode](caller, reader))
        except ZkError as error:
            parts.append(_error_result(error.code))
        size += len(parts[-1])
        if size > MULTI_READ_BYTES_MAX:
            raise MarshallingError(f"a multi read whose answer has more than {MULTI_READ_BYTES_MAX} bytes")


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
    OpCode.CREATE_CONTAINER: _create2,
    OpCode.CREATE_TTL: _create_ttl,
    OpCode.SET_WATCHES2: _set_watches2,
    OpCode.ADD_WATCH: _add_watch,
    OpCode.CHECK_WATCHES: _check_watches,
    OpCode.REMOVE_WATCHES: _remove_watches,
    OpCode.GET_EPHEMERALS: _get_ephemerals,
    OpCode.GET_ALL_CHILDREN_NUMBER: _get_all_children_number,
    OpCode.WHO_AM_I: _who_am_i,
    OpCode.RECONFIG: _reconfig,
}
"""Opcode → what to do. Read only. Ping, auth and the session's end are the connection's own."""

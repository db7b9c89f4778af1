"""A multi as it travels: operations of ours to bytes, the answer's bytes to results of ours.

    request   ┌ opcode i32 │ end? │ −1 i32 │ the operation as it would go alone ┐ … ┌ −1 │ true │ −1 ┐
    answer    ┌ opcode i32 │ end? │ i32    │ path, or Stat, or nothing          ┐ … ┌ −1 │ true │ −1 ┐   all were done
              ┌ −1         │ end? │ i32    │ error code i32                     ┐ … ┌ −1 │ true │ −1 ┐   none was

Kazoo has the same as an object for each operation and one for each header; a controller's write of 50,000 partitions
spends most of its time in them. Not here: sending it, and what becomes of its session (`session.py`, `frame_io.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import Struct
from typing import Final

from kavka.zk.errors import ZkError, error_for_code
from kavka.zk.ops import OPEN_ACL, STAT, Acl, CreateOp, DeleteOp, Op, OpResult, SetOp, Stat

CREATE: Final = 1
DELETE: Final = 2
SET_DATA: Final = 5
CHECK: Final = 13
MULTI: Final = 14
ERROR: Final = -1

FLAG_EPHEMERAL: Final = 1
FLAG_SEQUENTIAL: Final = 2

_INT: Final = Struct(">i")
_HEADER: Final = Struct(">i?i")
_ROLLED_BACK: Final = 0
_NOT_TRIED: Final = -2
"""Codes in a failed multi: of the operations before, and after, the one that failed."""

_BEGIN: Final = Struct(">i?ii")
"""An operation's header, and the length of the path that each of them begins with."""

_END: Final = _HEADER.pack(-1, True, -1)
_NULL: Final = _INT.pack(-1)


class Multi:
    """Encodes one multi, in the shape in which kazoo takes requests.

    Args:
        ops: what to do, all or nothing.
        root: what stands before every path: the chroot.
        acl_of: path → the ACL of a new node for which none is given.
    """

    __slots__ = ("_acl_of", "_ops", "_root")

    type = MULTI

    def __init__(self, ops: Sequence[Op], root: str, acl_of: Callable[[str], tuple[Acl, ...]]) -> None:
        self._ops = ops
        self._root = root
        self._acl_of = acl_of

    def serialize(self) -> bytes:
        """Returns the request's body.

        Raises:
            UnicodeError, TypeError, struct.error: an operation that cannot be written.
        """
        parts: list[bytes] = []
        for op in self._ops:
            path = f"{self._root}{op.path}".encode()
            if isinstance(op, SetOp):
                parts += (_BEGIN.pack(SET_DATA, False, -1, len(path)), path, _buffer(op.data), _INT.pack(op.version))
            elif isinstance(op, CreateOp):
                parts += (_BEGIN.pack(CREATE, False, -1, len(path)), path, _buffer(op.data), self._acl_and_flags(op))
            else:
                opcode = DELETE if isinstance(op, DeleteOp) else CHECK
                parts += (_BEGIN.pack(opcode, False, -1, len(path)), path, _INT.pack(op.version))
        parts.append(_END)
        return b"".join(parts)

    def _acl_and_flags(self, op: CreateOp) -> bytes:
        acl = self._acl_of(op.path) if op.acl == OPEN_ACL else op.acl
        flags = FLAG_EPHEMERAL * op.ephemeral | FLAG_SEQUENTIAL * op.sequential
        return (_acl(acl) if acl and acl != OPEN_ACL else _OPEN) + _INT.pack(flags)

    @staticmethod
    def deserialize(body: bytes, offset: int) -> list[OpResult | int]:
        """Decodes the results, or the operations' error codes where none was done.

        Raises:
            struct.error, ValueError: it is no answer to a multi.
        """
        results: list[OpResult | int] = []
        while True:
            opcode, is_end, _ = _HEADER.unpack_from(body, offset)
            offset += _HEADER.size
            if is_end:
                return results
            if opcode == SET_DATA:
                results.append(Stat._make(STAT.unpack_from(body, offset)))
                offset += STAT.size
            elif opcode in (CHECK, DELETE):
                results.append(None)
            elif opcode == CREATE:
                (length,) = _INT.unpack_from(body, offset)
                offset += _INT.size
                results.append(body[offset : offset + length].decode())
                offset += length
            elif opcode == ERROR:
                results.append(_INT.unpack_from(body, offset)[0])
                offset += _INT.size
            else:
                raise ValueError(f"a result of operation {opcode} in the answer to a multi")

    def results(self, decoded: Sequence[OpResult | int]) -> list[OpResult]:
        """Returns what `deserialize` gave, when every operation was done.

        Raises:
            ZkError: one failed, and its `op_index` says which; or they are not this multi's.
        """
        if len(decoded) != len(self._ops):
            raise ZkError(f"a multi of {len(self._ops)} operations was answered with {len(decoded)} results")
        done = [result for result in decoded if not isinstance(result, int)]
        if len(done) < len(decoded):  # then every operation has an error's code, or 0
            raise self._refusal(decoded)
        return done

    def _refusal(self, codes: Sequence[OpResult | int]) -> ZkError:
        """Returns the error of the operation that failed."""
        for index, (op, code) in enumerate(zip(self._ops, codes, strict=True)):
            if isinstance(code, int) and code not in (_ROLLED_BACK, _NOT_TRIED):
                error = error_for_code(code, op.path)
                error.op_index = index
                return error
        return ZkError("a multi was refused, and none of its operations")


def _buffer(data: bytes | None) -> bytes:
    return _NULL if data is None else _INT.pack(len(data)) + data


def _string(text: str) -> bytes:
    """As kazoo and ZooKeeper's Java client have it, an empty string is null."""
    return _buffer(text.encode() or None)


def _acl(acl: Sequence[Acl]) -> bytes:
    entries = [_INT.pack(entry.perms) + _string(entry.scheme) + _string(entry.id) for entry in acl]
    return _INT.pack(len(acl)) + b"".join(entries)


_OPEN: Final = _acl(OPEN_ACL)

"""ZooKeeper's serialization ("jute"): big-endian numbers, and a 4-byte length before whatever has one.

    frame    ┌ length i32 ┬ payload ┐          request  ┌ xid i32 ┬ opcode i32 ┬ body ┐
    string   ┌ length i32 ┬ UTF-8   ┐          reply    ┌ xid i32 ┬ zxid i64 ┬ error i32 ┬ body ┐
    buffer   ┌ length i32 ┬ bytes   ┐  −1: null
    vector   ┌ count i32  ┬ items   ┐  −1: null

Only the pieces, and the numbers that both sides know; what the server does for each request is in `server/requests.py`,
what a client without kazoo asks in `kavka.simulation`. Every length is checked against the bytes that remain
before anything is taken or allocated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from struct import Struct
from typing import TypeVar

from kavka.zk.errors import MarshallingError
from kavka.zk.ops import STAT, Acl, EventType, Stat

T = TypeVar("T")

INT = Struct(">i")
LONG = Struct(">q")
REQUEST_HEADER = Struct(">ii")
REPLY_HEADER = Struct(">iqi")
MULTI_HEADER = Struct(">i?i")
WATCH_EVENT = Struct(">ii")
NULL = INT.pack(-1)

FLAG_EPHEMERAL = 1
FLAG_SEQUENTIAL = 2
"""Of a create."""

WATCH_XID = -1
PING_XID = -2
AUTH_XID = -4
"""What is in the place of a request's number where nobody asked, or nobody waits."""

EVENT_CODES = {EventType.CREATED: 1, EventType.DELETED: 2, EventType.CHANGED: 3, EventType.CHILD: 4}


class OpCode(IntEnum):
    """The requests of ZooKeeper 3.9 that this project knows."""

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
    RECONFIG = 16
    CHECK_WATCHES = 17
    REMOVE_WATCHES = 18
    CREATE_CONTAINER = 19
    CREATE_TTL = 21
    MULTI_READ = 22
    AUTH = 100
    SET_WATCHES = 101
    GET_EPHEMERALS = 103
    GET_ALL_CHILDREN_NUMBER = 104
    SET_WATCHES2 = 105
    ADD_WATCH = 106
    WHO_AM_I = 107
    CLOSE_SESSION = -11
    ERROR = -1


class Reader:
    """Takes a payload apart from its beginning to its end."""

    __slots__ = ("_data", "_pos")

    def __init__(self, data: bytes, pos: int = 0) -> None:
        self._data = data
        self._pos = pos

    @property
    def remaining(self) -> int:
        """Returns the number of bytes left."""
        return len(self._data) - self._pos

    def _take(self, count: int) -> int:
        pos = self._pos
        if count > len(self._data) - pos:
            raise MarshallingError(f"{count} bytes are announced, {len(self._data) - pos} are left")
        self._pos = pos + count
        return pos

    def number(self) -> int:
        """Reads a signed 32-bit number."""
        value: int = INT.unpack_from(self._data, self._take(4))[0]
        return value

    def long_number(self) -> int:
        """Reads a signed 64-bit number."""
        value: int = LONG.unpack_from(self._data, self._take(8))[0]
        return value

    def flag(self) -> bool:
        """Reads a one-byte flag, false only when 0."""
        return self._data[self._take(1)] != 0

    def multi_header(self) -> tuple[int, bool]:
        """Reads the header of a multi's operation: its opcode, and whether it ends the multi."""
        opcode, is_end, _ = MULTI_HEADER.unpack_from(self._data, self._take(MULTI_HEADER.size))
        return opcode, is_end

    def buffer(self) -> bytes | None:
        """Reads bytes with their length; null is None."""
        length = self.number()
        if length == -1:
            return None
        if length < 0:
            raise MarshallingError(f"a length of {length}")
        pos = self._take(length)
        return self._data[pos : pos + length]

    def string(self) -> str:
        """Reads text; null is read as empty, as ZooKeeper's own paths never are."""
        raw = self.buffer()
        if raw is None:
            return ""
        try:
            return raw.decode()
        except UnicodeDecodeError as error:
            raise MarshallingError("a string is not UTF-8") from error

    def vector(self, item: Callable[[], T], *, item_bytes_min: int) -> list[T]:
        """Reads a counted sequence of items; null is empty.

        Args:
            item: reads one item from this reader.
            item_bytes_min: no item is shorter, so a count that cannot be true is refused at once.
        """
        count = self.number()
        if count > self.remaining // item_bytes_min:
            raise MarshallingError(f"{count} items are announced in {self.remaining} bytes")
        return [item() for _ in range(max(count, 0))]

    def acl(self) -> tuple[Acl, ...]:
        """Reads an ACL."""
        return tuple(self.vector(lambda: Acl(self.number(), self.string(), self.string()), item_bytes_min=12))

    def stat(self) -> Stat:
        """Reads a Stat."""
        return Stat._make(STAT.unpack_from(self._data, self._take(STAT.size)))


def pack_string(text: str) -> bytes:
    """Encodes text with its length."""
    raw = text.encode()
    return INT.pack(len(raw)) + raw


def pack_buffer(data: bytes | None) -> bytes:
    """Encodes bytes with their length; None is null."""
    if data is None:
        return NULL
    return INT.pack(len(data)) + data


def pack_strings(texts: Iterable[str]) -> bytes:
    """Encodes a vector of strings."""
    items = [pack_string(text) for text in texts]
    return INT.pack(len(items)) + b"".join(items)


def pack_acl(acl: Iterable[Acl]) -> bytes:
    """Encodes an ACL."""
    items = [INT.pack(entry.perms) + pack_string(entry.scheme) + pack_string(entry.id) for entry in acl]
    return INT.pack(len(items)) + b"".join(items)


def pack_stat(stat: Stat) -> bytes:
    """Encodes a Stat."""
    return STAT.pack(*stat)

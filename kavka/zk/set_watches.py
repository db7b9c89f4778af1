"""The requests by which a reconnected client sets its watches again: setWatches, as the Java client has it.

    setWatches   ┌ last zxid seen i64 ┬ paths of data watches ┬ paths of exists watches ┬ paths of child watches ┐

The server fires at once what was missed since that zxid, and leaves the others. Many watches are several requests. In
the shape in which kazoo takes requests. Not here: which watches there are (`session.py`, `kavka.simulation`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kavka.zk.jute import LONG, OpCode, pack_strings
from kavka.zk.ops import WatchKind

SET_WATCHES_BYTES_MAX = 128 * 1024
"""One setWatches request holds no more than this, as in the Java client: far below the server's frame limit."""


class SetWatches(NamedTuple):
    """The request that sets a client's watches again; kazoo has none of its own."""

    since_zxid: int
    data: list[str]
    exists: list[str]
    child: list[str]

    @property
    def type(self) -> int:
        """Returns the opcode of setWatches."""
        return OpCode.SET_WATCHES

    def serialize(self) -> bytes:
        """Encodes the body: the last zxid seen, then three vectors of paths."""
        return LONG.pack(self.since_zxid) + b"".join(map(pack_strings, (self.data, self.exists, self.child)))

    @classmethod
    def deserialize(cls, data: bytes, offset: int) -> bool:
        """Returns True: the reply has no body."""
        return True


def set_watches_requests(since_zxid: int, watches: Iterable[tuple[WatchKind, str]]) -> list[SetWatches]:
    """Returns setWatches requests for all watches, each at most `SET_WATCHES_BYTES_MAX`."""
    requests: list[SetWatches] = []
    size = SET_WATCHES_BYTES_MAX
    for kind, path in watches:
        size += 4 + len(path.encode())
        if size > SET_WATCHES_BYTES_MAX:
            requests.append(SetWatches(since_zxid, [], [], []))
            size = 4 + len(path.encode())
        target = requests[-1]
        {WatchKind.DATA: target.data, WatchKind.EXISTS: target.exists, WatchKind.CHILD: target.child}[kind].append(path)
    return requests

"""Random requests to our server and to the real one: every answer, every event, and their order must be the same.

Two sessions on each server do the same things in turns below one node. zxids and times differ, because a real server
counts failed writes too; so a Stat's zxids are compared by their order, and its times not at all. Neither server looks
for empty containers meanwhile: when it does, each by its own timer, is no answer to a request. A failure names the seed
and the step, and prints the last requests.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable

import pytest

from kavka.zk.server import server as server_module
from tests.support.zookeeper.harness import OPEN, Session, Wire, string

STEPS = 300
SESSION_TIMEOUT_MS = 300_000
"""More than a test may take. Ours looks for empty containers whenever it looks for the end of a session."""
SEEDS = range(6)
NAMES = ("a", "b", "c")
VERSIONS = (-1, -1, -1, 0, 1, 2)
READABLE = struct.pack(">ii", 1, 1) + string("world") + string("anyone")
ALMOST = struct.pack(">ii", 1, 15) + string("ip") + string("127.0.0.0/8")
OTHERS = struct.pack(">ii", 1, 31) + string("ip") + string("10.0.0.0/8")
SENSELESS = struct.pack(">ii", 1, 31) + string("ip") + string("10.0.0.0/33")
MINE = struct.pack(">ii", 1, 31) + string("auth") + string("")
STAT_BYTES = 68

Request = tuple[int, bytes]


def number(value: int) -> bytes:
    return struct.pack(">i", value)


class Requests:
    """Makes requests at random."""

    def __init__(self, rng: random.Random, root: str) -> None:
        self.rng = rng
        self.root = root
        self.kinds: list[Callable[[], Request]] = [
            self.create, self.create, self.create, self.set, self.set, self.delete, self.delete, self.multi, self.multi,
            self.exists, self.get, self.children, self.children2, self.get_acl, self.set_acl, self.add_watch,
            self.remove_watches, self.ephemerals, self.descendants, self.multi_read, self.create_ttl,
        ]  # fmt: skip

    def any(self) -> Request:
        return self.rng.choice(self.kinds)()

    def path(self) -> bytes:
        depth = self.rng.choice((0, 1, 1, 1, 2, 2, 3))
        tail = self.rng.choice(("", "", "", "", "", "", "/", "//x", "/.."))
        return string("/".join([self.root, *(self.rng.choice(NAMES) for _ in range(depth))]) + tail)

    def data(self) -> bytes:
        return self.rng.choice((number(-1), string(""), string("some data"), string("other")))

    def acl(self) -> bytes:
        return self.rng.choice((OPEN, OPEN, OPEN, OPEN, READABLE, MINE, ALMOST, OTHERS, SENSELESS, number(0)))

    def version(self) -> bytes:
        return number(self.rng.choice(VERSIONS))

    def flag(self) -> bytes:
        return self.rng.choice((b"\0", b"\1"))

    def create(self) -> Request:
        opcode, flags = self.rng.choice(((1, 0), (1, 1), (1, 2), (1, 3), (15, 0), (15, 1), (15, 3), (19, 4), (1, 4)))
        return opcode, self.path() + self.data() + self.acl() + number(flags)

    def create_ttl(self) -> Request:
        ttl_ms, flags = self.rng.choice((0, 600_000)), self.rng.choice((5, 6))
        return 21, self.path() + self.data() + self.acl() + number(flags) + struct.pack(">q", ttl_ms)

    def set(self) -> Request:
        return 5, self.path() + self.data() + self.version()

    def delete(self) -> Request:
        return 2, self.path() + self.version()

    def check(self) -> Request:
        return 13, self.path() + self.version()

    def multi(self) -> Request:
        makers = (self.create, self.create, self.set, self.delete, self.check)
        ops = [self.rng.choice(makers)() for _ in range(self.rng.randint(1, 4))]
        body = b"".join(struct.pack(">i?i", opcode, False, -1) + op for opcode, op in ops)
        return 14, body + struct.pack(">i?i", -1, True, -1)

    def exists(self) -> Request:
        return 3, self.path() + self.flag()

    def get(self) -> Request:
        return 4, self.path() + self.flag()

    def children(self) -> Request:
        return 8, self.path() + self.flag()

    def children2(self) -> Request:
        return 12, self.path() + self.flag()

    def get_acl(self) -> Request:
        return 6, self.path()

    def set_acl(self) -> Request:
        return 7, self.path() + self.acl() + self.version()

    def add_watch(self) -> Request:
        # On paths of their own: real servers up to 3.8 mix them up with the ones on the same path that wait once.
        return 106, string(self.root + self.rng.choice(("/x", "/y/z"))) + number(self.rng.choice((0, 1, 2)))

    def remove_watches(self) -> Request:
        return 18, string(self.root + self.rng.choice(("/x", "/y/z", "/a"))) + number(3)

    def ephemerals(self) -> Request:
        return 103, string(self.root + "/" + self.rng.choice(NAMES))

    def descendants(self) -> Request:
        return 104, self.path()

    def multi_read(self) -> Request:
        ops = [(self.rng.choice((4, 8)), self.path() + b"\0") for _ in range(3)]
        body = b"".join(struct.pack(">i?i", opcode, False, -1) + op for opcode, op in ops)
        return 22, body + struct.pack(">i?i", -1, True, -1)


def comparable(opcode: int, body: bytes) -> object:
    """An answer without what may differ."""
    if opcode in (8, 103):
        return sorted(_strings(body))
    if opcode == 12:
        return sorted(_strings(body[:-STAT_BYTES])), _stat(body[-STAT_BYTES:])
    if opcode in (3, 5, 7):
        return _stat(body)
    if opcode in (4, 6, 15, 19, 21) and len(body) >= STAT_BYTES:
        return body[:-STAT_BYTES], _stat(body[-STAT_BYTES:])
    if opcode == 14:
        return _results(body)
    if opcode == 22:
        return len(body)
    return body


def _strings(body: bytes) -> list[str]:
    (count,) = struct.unpack_from(">i", body) if body else (0,)
    texts, pos = [], 4
    for _ in range(count):
        (length,) = struct.unpack_from(">i", body, pos)
        texts.append(body[pos + 4 : pos + 4 + length].decode())
        pos += 4 + length
    return texts


def _stat(body: bytes) -> object:
    if not body:
        return None
    czxid, mzxid, _, _, version, cversion, aversion, owner, length, children, pzxid = struct.unpack(
        ">qqqqiiiqiiq", body
    )
    order = (mzxid - czxid > 0, pzxid - czxid > 0, (mzxid > pzxid) - (mzxid < pzxid))
    return order, version, cversion, aversion, owner != 0, length, children


def _results(body: bytes) -> list[object]:
    results: list[object] = []
    pos = 0
    while True:
        kind, is_end, error = struct.unpack_from(">i?i", body, pos)
        pos += 9
        if is_end:
            return results
        if kind == -1:
            results.append(error)
            pos += 4
        elif kind in (1, 15, 19, 21):
            (length,) = struct.unpack_from(">i", body, pos)
            results.append(body[pos + 4 : pos + 4 + length])
            pos += 4 + length + (0 if kind == 1 else STAT_BYTES)
        elif kind == 5:
            results.append(_stat(body[pos : pos + STAT_BYTES]))
            pos += STAT_BYTES
        else:
            results.append(kind)


async def open_sessions(port: int) -> list[Session]:
    """One that has proven who it is, and a stranger."""
    sessions = [Session(await Wire.open(port)) for _ in range(2)]
    for session in sessions:
        await session.wire.connect(timeout_ms=SESSION_TIMEOUT_MS)
    await sessions[0].ask(100, number(0) + string("digest") + string("me:secret"))
    return sessions


@pytest.fixture(autouse=True)
def _no_containers_go(monkeypatch):
    monkeypatch.setattr(server_module, "EXPIRY_CHECK_MS_MAX", SESSION_TIMEOUT_MS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
async def test_random_requests_are_answered_as_by_the_real_one(embedded, real_zookeeper, seed):
    ours, theirs = [await open_sessions(port) for port in (embedded.port, real_zookeeper.port)]
    top = f"/differential-{real_zookeeper.port}-{seed}"
    root = f"{top}/root"  # so that what is created beside it is counted by a parent of the test's own
    requests = Requests(random.Random(seed), root)
    history: list[str] = []
    beginning = [(1, string(path) + number(-1) + OPEN + number(0)) for path in (root, top)]
    for step in range(STEPS):
        opcode, body = beginning.pop() if beginning else requests.any()
        who = requests.rng.randrange(2)
        history.append(f"step {step}: session {who} asks {opcode}: {body!r}")
        seen = []
        for side in (ours, theirs):
            error, answer = await side[who].ask(opcode, body)
            owners = [await session.news() for session in side]
            seen.append((error, comparable(opcode, answer), owners))
        assert seen[0] == seen[1], f"seed {seed}\n" + "\n".join(history[-12:])
    for session in (*ours, *theirs):
        await session.ask(-11)
        await session.wire.close()

"""Requests and answers between kazoo and the socket: cut anywhere, many at once, one that cannot be written."""

from __future__ import annotations

import asyncio
import random

import pytest

from kavka.zk.client import CreateOp
from kavka.zk.errors import ZkError
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.server import EmbeddedZooKeeper

START_TIMEOUT_MS = 30_000


class Slicer(asyncio.Protocol):
    """A relay that passes on what it gets in pieces of a few bytes, each read of its own as far as TCP allows."""

    def __init__(self, port: int, rng: random.Random, other: Slicer | None = None) -> None:
        self._port = port
        self._rng = rng
        self._other = other
        self._early: list[bytes] = []
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport) -> None:
        self._transport = transport
        if self._other is None:
            self._dialling = asyncio.get_running_loop().create_task(self._dial())

    async def _dial(self) -> None:
        made = asyncio.get_running_loop().create_connection(
            lambda: Slicer(self._port, self._rng, self), "127.0.0.1", self._port
        )
        _, self._other = await made
        for data in self._early:
            self.data_received(data)

    def data_received(self, data: bytes) -> None:
        if self._other is None:
            self._early.append(data)
            return
        sock = self._other._transport.get_extra_info("socket")
        sock.setsockopt(6, 1, 1)  # TCP_NODELAY: no piece waits for the next
        while data:
            size = self._rng.choice((1, 2, 3, 5, 21, 64, 1_000))
            self._other._transport.write(data[:size])
            data = data[size:]

    def connection_lost(self, exc) -> None:
        if self._other is not None and self._other._transport is not None:
            self._other._transport.close()


@pytest.fixture
async def sliced(tmp_path):
    """A client whose connection is cut into small pieces both ways."""
    async with EmbeddedZooKeeper(tmp_path / "zk", fsync=False) as server:
        rng = random.Random(7)
        relay = await asyncio.get_running_loop().create_server(lambda: Slicer(server.port, rng), "127.0.0.1", 0)
        zk = KazooZk(f"127.0.0.1:{relay.sockets[0].getsockname()[1]}")
        await zk.start(START_TIMEOUT_MS)
        yield zk
        await zk.close()
        relay.close()


async def test_answers_that_come_in_pieces_are_put_together(sliced):
    await sliced.multi([CreateOp(f"/{number}", b"%d" % number * (number % 40)) for number in range(300)])
    nodes, names, single = await asyncio.gather(
        sliced.get_many([f"/{number}" for number in range(310)]), sliced.children("/"), sliced.get("/7")
    )
    assert [node and node[0] for node in nodes] == [
        b"%d" % number * (number % 40) if number < 300 else None for number in range(310)
    ]
    assert len(names) == 301
    assert single == nodes[7]


async def test_what_cannot_be_written_fails_alone(sliced):
    async def refused(call) -> bool:
        with pytest.raises(ZkError):
            await call
        return True

    before = sliced.session_id
    results = await asyncio.gather(
        sliced.create("/a", b"x"),
        refused(sliced.get("/\ud800")),
        refused(sliced.get_many(["/a", "/\ud800"])),
        sliced.get("/a"),
    )
    assert results[1:3] == [True, True]
    assert results[3][0] == b"x"
    assert sliced.session_id == before

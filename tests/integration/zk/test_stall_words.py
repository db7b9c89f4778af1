"""What the embedded server says of a stall: nothing alarming where no session could have noticed."""

from __future__ import annotations

import asyncio
import logging

import pytest

from kavka.timer.clock import SystemClock
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.server import EmbeddedZooKeeper

SESSION_TIMEOUT_MS = 6_000
DEADLINE_S = 30


class JumpingClock:
    """The machine's, which goes on by what a stall takes."""

    def __init__(self) -> None:
        self._clock = SystemClock()
        self.now_ms = self._clock.now_ms
        self.call_later = self._clock.call_later
        self.sleep = self._clock.sleep
        self.timeout = self._clock.timeout
        self.jumped_ms = 0

    def monotonic_ms(self) -> int:
        return self._clock.monotonic_ms() + self.jumped_ms


@pytest.mark.parametrize(("stall_ms", "level"), [(1_000, logging.INFO), (3_000, logging.WARNING)])
async def test_a_stall_is_a_warning_only_from_a_third_of_the_shortest_session_on(tmp_path, caplog, stall_ms, level):
    caplog.set_level(logging.INFO, "kavka.zk.server.server")
    clock = JumpingClock()
    server = EmbeddedZooKeeper(tmp_path, clock=clock)
    await server.start()
    zk = KazooZk(f"127.0.0.1:{server.port}", session_timeout_ms=SESSION_TIMEOUT_MS)
    try:
        await zk.start(5_000)
        clock.jumped_ms = stall_ms
        async with asyncio.timeout(DEADLINE_S):
            while not (told := [record for record in caplog.records if "got no CPU" in record.getMessage()]):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert {record.levelno for record in told} == {level}
        assert "no session ends for that" in told[0].getMessage()
        assert await zk.exists("/") is not None
    finally:
        await zk.close()
        await server.close()

"""A stop while a checkpoint is being written: the thread that writes it is not disturbed, and disturbs nobody."""

from __future__ import annotations

import asyncio
import dataclasses
import threading

import pytest

from kavka.broker.machine import machine_world
from kavka.common.machine_filesystem import MachineFileSystem
from tests.support.broker.whole_broker import connect, fetch, made_by_asking, produce, properties, running

pytestmark = pytest.mark.slow

CHECKPOINT = "replication-offset-checkpoint"
WAIT_S = 30


class SlowDisk(MachineFileSystem):
    """A disk whose first checkpoint of the high watermarks, in a thread, lasts until somebody waits for it.

    Whoever writes the same file meanwhile, in the loop's thread, has it overtaken before the rename.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_begun = threading.Event()
        self._may_end = threading.Event()
        self._is_ended = threading.Event()
        self._is_second = False

    def write_atomically(self, path: str, data: bytes) -> None:
        if not path.endswith(CHECKPOINT):
            super().write_atomically(path, data)
        elif threading.current_thread() is threading.main_thread():
            self._is_second = True
            super().write_atomically(path, data)
            self._is_second = False
        else:
            self.is_begun.set()
            self._may_end.wait(WAIT_S)
            super().write_atomically(path, data)
            self._is_ended.set()

    def fsync(self, fd: int) -> None:
        super().fsync(fd)
        if self._is_second and not self._may_end.is_set():
            self._may_end.set()
            self._is_ended.wait(WAIT_S)

    def close(self) -> None:
        self._may_end.set()
        super().close()


async def test_a_checkpoint_that_is_being_written_makes_no_stop_unclean(zookeeper, tmp_path, caplog):
    values = properties(zookeeper, tmp_path, replica__high__watermark__checkpoint__interval__ms="20")
    disk = SlowDisk()
    world = dataclasses.replace(machine_world(), filesystem=disk)
    async with running(values, world) as ready, await connect(ready) as connection:
        await made_by_asking(connection, "t")
        assert (await produce(connection, "t", [b"x"])).error_code == 0
        assert await asyncio.to_thread(disk.is_begun.wait, WAIT_S)
    assert "offline" not in caplog.text
    assert (tmp_path / "logs" / ".kafka_cleanshutdown").exists()
    assert "\nt 0 1\n" in (tmp_path / "logs" / CHECKPOINT).read_text()
    async with running(values) as ready, await connect(ready) as connection:
        assert await fetch(connection, "t") == [b"x"]

"""The embedded server's files through kills and power losses: what was acknowledged is there, and it starts."""

from __future__ import annotations

import logging
import random

import pytest

from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem
from kavka.zk.ops import CreateOp
from kavka.zk.storage import Storage, encode_snapshot, encode_txn

DATA_DIR = "/var/lib/zookeeper"
LIVES = 8


class Life:
    """One life of a server without a socket: it acknowledges what it has fsynced, one transaction at a time."""

    def __init__(self, disk, rng):
        self.disk = disk
        self.rng = rng
        self.filesystem = MemoryFileSystem(disk, now_ms=lambda: 0, ticks=lambda: 0)
        self.storage = Storage(DATA_DIR, self.filesystem)
        self.tree = self.storage.recover()
        self.tree.journal = lambda txn: self.storage.append(encode_txn(txn))

    @property
    def nodes(self):
        return {path for path in self.tree.nodes if path.startswith("/n")}

    def write(self, path):
        self.tree.write([CreateOp(path)], now_ms=1)

    def serve(self, acknowledged):
        for _ in range(self.rng.randrange(10)):
            path = f"/n{len(self.nodes)}"
            self.tree.write([CreateOp(path, b"x" * self.rng.choice((10, 3_000, 9_000)))], now_ms=1)
            if self.rng.random() < 0.3:
                self.disk.write_back(self.rng)
            if self.rng.random() < 0.15:
                return  # it dies before the fsync
            self.storage.sync()
            acknowledged.add(path)
            if self.rng.random() < 0.2:
                self.take_snapshot()

    def take_snapshot(self):
        zxid, data = self.tree.last_zxid, encode_snapshot(self.tree, now_ms=1)
        self.storage.roll(zxid + 1)
        if self.rng.random() < 0.7:
            self.storage.write_snapshot(zxid, data)


@pytest.mark.parametrize("seed", range(60))
def test_what_was_acknowledged_outlives_every_order_of_kills_and_power_losses(seed, caplog):
    caplog.set_level(logging.ERROR)
    rng, disk, acknowledged = random.Random(seed), MemoryDisk(rng=random.Random(-seed)), set()
    for _ in range(LIVES):
        life = Life(disk, rng)
        assert acknowledged <= life.nodes
        acknowledged |= life.nodes  # who reads what was recovered builds on it
        life.serve(acknowledged)
        if rng.random() < 0.2:
            life.storage.close()
        life.filesystem.kill()
        if rng.random() < 0.5:
            disk.lose_power(rng)


@pytest.mark.parametrize("seed", range(12))
def test_what_a_start_has_found_is_there_after_a_power_loss_also_where_a_log_took_anothers_name(seed):
    rng, disk = random.Random(seed), MemoryDisk()
    Life(disk, rng).filesystem.kill()
    disk.sync(disk.node(DATA_DIR))  # the log of that life has nothing but its name
    second = Life(disk, rng)
    second.write("/found")
    second.filesystem.kill()
    third = Life(disk, rng)
    assert "/found" in third.tree.nodes
    third.filesystem.kill()
    disk.lose_power(rng)
    assert "/found" in Life(disk, rng).tree.nodes

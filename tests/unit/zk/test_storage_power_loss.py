"""The embedded server's files through kills, power losses and fsyncs that lie: what was acknowledged is there."""

from __future__ import annotations

import contextlib
import logging
import random

import pytest

from kavka.simulation.disk_faults import DiskCall, DiskFault
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem
from kavka.zk.ops import CreateOp
from kavka.zk.storage import Storage, encode_snapshot, encode_txn

DATA_DIR = "/var/lib/zookeeper"
LOG = f"{DATA_DIR}/log.{1:016x}"
LIVES = 8


class Life:
    """One life of a server without a socket: it acknowledges what it has fsynced, one commit at a time."""

    def __init__(self, disk, rng):
        self.disk = disk
        self.rng = rng
        self.filesystem = MemoryFileSystem(disk, now_ms=lambda: 0, ticks=lambda: 0)
        self.storage = Storage(DATA_DIR, self.filesystem)
        self.tree = self.storage.recover()
        self.txns = []
        self.tree.journal = lambda txn: self.txns.append(encode_txn(txn))

    @property
    def nodes(self):
        return {path for path in self.tree.nodes if path.startswith("/n")}

    def write(self, *paths, size=10):
        for path in paths:
            self.tree.write([CreateOp(path, b"x" * size)], now_ms=1)
        self.storage.append(self.txns)
        self.txns = []

    def serve(self, acknowledged):
        for _ in range(self.rng.randrange(10)):
            paths = [f"/n{len(self.nodes) + number}" for number in range(self.rng.choice((1, 1, 2, 5)))]
            self.write(*paths, size=self.rng.choice((10, 3_000, 9_000)))
            if self.rng.random() < 0.3:
                self.disk.write_back(self.rng)
            if self.rng.random() < 0.15:
                return  # it dies before the fsync
            try:
                self.storage.sync()
            except OSError:
                return  # it ends, and what it wrote is in the page cache, as if it were clean
            acknowledged.update(paths)
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
        if rng.random() < 0.2:
            disk.faults.add(DiskFault(call=DiskCall.FSYNC, times=1))
        with contextlib.suppress(OSError):  # of a snapshot's fsync
            life.serve(acknowledged)
        disk.faults.clear()
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


def test_a_commit_of_which_a_later_page_survived_an_earlier_one_is_cut_whole(caplog):
    disk, rng = MemoryDisk(), random.Random(1)
    life = Life(disk, rng)
    life.write("/first")
    life.storage.sync()
    durable = len(disk.file(LOG).data)
    life.write("/second", "/third", size=6_000)
    life.filesystem.kill()
    disk.file(LOG).content.data[durable + 100 : durable + 200] = bytes(100)
    again = Life(disk, rng)
    assert "/first" in again.tree.nodes
    assert not {"/second", "/third"} & again.tree.nodes.keys()
    assert "torn write" in caplog.text


def test_a_log_of_version_1_is_read_and_the_next_one_has_the_commits_of_version_2():
    disk, rng = MemoryDisk(), random.Random(1)
    life = Life(disk, rng)
    life.write("/a")
    life.write("/b")  # an entry each, as version 1 has them
    life.filesystem.kill()
    disk.write(disk.file(LOG), b"KZKL\x01", 0, 0)
    second = Life(disk, rng)
    assert {"/a", "/b"} <= second.tree.nodes.keys()
    second.write("/c", "/d")
    second.filesystem.kill()
    assert {"/a", "/b", "/c", "/d"} <= Life(disk, rng).tree.nodes.keys()

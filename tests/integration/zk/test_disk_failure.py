"""The embedded ZooKeeper's disk fails: nothing unwritten is acknowledged, and whoever runs the server is told why."""

from __future__ import annotations

import os
import resource
import signal
import struct
from pathlib import Path

import pytest

from kavka import LocalCluster
from kavka.zk.errors import ConnectionLoss, SessionExpired
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.server import EmbeddedZooKeeper, StorageFailed
from tests.support.processes.cluster import KavkaProcess, is_running
from tests.support.zookeeper.harness import OPEN, Wire, string

FILE_BYTES_MAX = 50_000


def limit_files_of(pid: int, limit: int) -> None:
    """From now on no file of that process grows past the limit: to it, the disk is full."""
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))


@pytest.fixture
def small_files():
    """This process cannot make a file larger; it is told with an error, not killed."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield lambda: limit_files_of(os.getpid(), FILE_BYTES_MAX)
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.parametrize("fsync", [False, True])
async def test_bug_66_what_a_full_disk_did_not_take_is_not_acknowledged(tmp_path, small_files, fsync):
    server = EmbeddedZooKeeper(tmp_path, fsync=fsync)
    wire = await Wire.open(await server.start())
    await wire.connect()
    small_files()
    acknowledged = 0
    for number in range(100):
        data = struct.pack(">i", 1000) + b"x" * 1000
        wire.send(struct.pack(">ii", number, 1) + string(f"/n{number}") + data + OPEN + struct.pack(">i", 0))
        try:
            assert wire.parse(await wire.frame())[2] == 0
        except (EOFError, ConnectionError):
            break
        acknowledged += 1
    assert 10 < acknowledged < 50
    with pytest.raises(StorageFailed, match=f"cannot write to {tmp_path}: File too large.*start again"):
        await server.run()
    await wire.close()
    async with EmbeddedZooKeeper(tmp_path) as again:
        assert len([path for path in again.tree.nodes if path.startswith("/n")]) == acknowledged


async def test_a_directory_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFailed, match=f"cannot write to {tmp_path / 'file' / 'zookeeper'}: Not a directory"):
        await EmbeddedZooKeeper(tmp_path / "file" / "zookeeper").start()


async def test_a_cluster_whose_zookeeper_lost_its_disk_says_so_to_its_owner(tmp_path, small_files):
    async with LocalCluster(data_dir=tmp_path) as cluster:
        zk = KazooZk(cluster.zookeeper)
        await zk.start(5000)
        small_files()
        with pytest.raises((ConnectionLoss, SessionExpired)):
            await zk.create("/big", b"x" * 2 * FILE_BYTES_MAX)
        with pytest.raises(StorageFailed, match="the embedded ZooKeeper cannot write to"):
            await cluster.wait_for_exit()
        await zk.close()


@pytest.mark.slow
async def test_kavka_start_ends_with_a_sentence_and_stops_its_brokers(tmp_path: Path):
    process = KavkaProcess(tmp_path / "data")
    process.start()
    try:
        zk = KazooZk(process.zookeeper)
        await zk.start(5000)
        assert process._process is not None
        limit_files_of(process._process.pid, FILE_BYTES_MAX)
        with pytest.raises((ConnectionLoss, SessionExpired)):
            await zk.create("/big", b"x" * 2 * FILE_BYTES_MAX)
        await zk.close()
        pids = list(process.broker_pids)
        assert process.wait() == 1
    finally:
        process.stop()
    assert "the embedded ZooKeeper cannot write to" in process.log()
    assert "Traceback" not in process.log()
    assert not [pid for pid in pids if is_running(pid)]

"""A replica whose disk fails or has changed what is on it: who asks learns that, and it does not lead."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from kavka.common.machine_filesystem import MachineFileSystem
from kavka.common.types import TopicPartition
from kavka.protocol.disk.file_names import CLEAN_SHUTDOWN_FILE
from kavka.protocol.errors import ErrorCode
from tests.support.replica.node import Node, batch

EPOCH = slice(12, 16)


class FailingDisk(MachineFileSystem):
    """A disk that reads nothing once it is broken."""

    is_broken = False

    def pread(self, fd, size, position):
        if self.is_broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return super().pread(fd, size, position)

    def pread_resident(self, fd, size, position):
        return None if self.is_broken else super().pread_resident(fd, size, position)


@pytest.fixture
def disk():
    made = FailingDisk()
    yield made
    made.close()


@pytest.fixture
def node(tmp_path, disk):
    made = Node(tmp_path, filesystem=disk)
    yield made
    made.log_manager.shutdown()


def test_a_fetch_that_waits_learns_that_the_disk_fails_while_its_bytes_are_counted(node, disk):
    node.lead()
    for _ in range(3):
        node.produce(batch(b"a"))
    call = node.fetch(1, min_bytes=1_000_000, max_wait_ms=30_000)
    assert call.is_waiting
    disk.is_broken = True
    node.produce(batch(b"b"))
    assert call.partition.error_code == ErrorCode.KAFKA_STORAGE_ERROR


@pytest.mark.parametrize("leads", [True, False])
def test_a_last_batch_of_an_epoch_that_has_not_begun_makes_the_log_incomplete(node, leads):
    node.lead(epoch=3)
    node.produce(batch(b"a"))
    node.produce(batch(b"b"))
    path = Path(node.manager.partitions.find("t", 0).log.segments.active.path)
    node.log_manager.shutdown()
    (node.directory / CLEAN_SHUTDOWN_FILE).unlink()
    data = bytearray(path.read_bytes())
    second = len(data) // 2
    data[second + EPOCH.start : second + EPOCH.stop] = (3 + 64).to_bytes(4)
    path.write_bytes(data)
    node.start()
    (result,) = node.lead(epoch=4, leader=1 if leads else 2, isr=(1, 2)).answer.topics[0].partition_errors
    log = node.log_manager.get(TopicPartition("t", 0))
    assert "the batch at offset 1 has leader epoch 67, the partition is in 4" in str(log.damage)
    assert log.damage.place.offset == 1
    assert result.error_code == (ErrorCode.KAFKA_STORAGE_ERROR if leads else ErrorCode.NONE)

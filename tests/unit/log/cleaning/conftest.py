"""A directory with one log in it, on a disk that nobody waits for."""

from __future__ import annotations

import pytest

from kavka.broker.log.log_dir import LogDir
from tests.unit.log.building import FailingDisk, LogBench


class HastyDisk(FailingDisk):
    """Says that it is done before the device is; rounds of many segments would take seconds otherwise."""

    __slots__ = ()

    def fsync(self, fd):
        self._maybe_fail("fsync")


@pytest.fixture
def bench(tmp_path):
    """Opens the same log again and again; closes its files at the end."""
    log_bench = LogBench(tmp_path / "data")
    log_bench.filesystem.close()
    log_bench.filesystem = HastyDisk()
    log_bench.log_dir = LogDir(log_bench.log_dir.path, log_bench.filesystem)
    yield log_bench
    log_bench.close()

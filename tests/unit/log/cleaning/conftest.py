"""A directory with one log in it, on a disk that nobody waits for."""

from __future__ import annotations

import pytest

from kavka.broker.log.log_dir import LogDir
from tests.support.log.building import LogBench
from tests.support.log.cleaning import HastyDisk


@pytest.fixture
def bench(tmp_path):
    """Opens the same log again and again; closes its files at the end."""
    log_bench = LogBench(tmp_path / "data")
    log_bench.filesystem.close()
    log_bench.filesystem = HastyDisk()
    log_bench.log_dir = LogDir(log_bench.log_dir.path, log_bench.filesystem)
    yield log_bench
    log_bench.close()

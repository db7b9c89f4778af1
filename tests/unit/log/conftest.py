"""A directory with one log in it."""

from __future__ import annotations

import pytest

from tests.support.log.building import LogBench


@pytest.fixture
def bench(tmp_path):
    """Opens the same log again and again; closes its files at the end."""
    log_bench = LogBench(tmp_path / "data")
    yield log_bench
    log_bench.close()

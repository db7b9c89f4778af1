"""The ZooKeeper benchmark runs and writes its rows: on counts so small that only this is seen."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes.cluster import ZooKeeperProcess

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
def test_it_runs_and_writes_its_rows(tmp_path):
    path = tmp_path / "rows.json"
    command = [sys.executable, "-m", "benchmarks.zookeeper", "--ops", "700", "--rounds", "1", "--json", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = json.loads(path.read_text())
    assert [row["name"].partition(",")[0] for row in rows] == [
        "process start to ready", "start inside a running process", "create", "get", "set", "set in multis of 10",
        "KazooZk: create", "KazooZk: get",
    ]  # fmt: skip
    for row in rows:
        assert row["ours"] > 0
        assert row["name"] in done.stdout
        assert (row["baseline"] or 0) > 0 or not ZooKeeperProcess.is_installed() or "inside" in row["name"]

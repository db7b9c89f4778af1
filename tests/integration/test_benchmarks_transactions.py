"""The transactions' benchmark runs and prints its table: on times so short that only this is seen."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


def test_every_load_commits(tmp_path):
    rows_path = tmp_path / "rows.json"
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.transactions", "--seconds=0.3", "--warm=0.1", "--json", str(rows_path)],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    rows = json.loads(rows_path.read_text())
    assert [row["name"] for row in rows if row["name"].endswith("commits")] == [
        f"{producers} producers × {records} records, commits" for producers, records in ((1, 10), (10, 10), (10, 1_000))
    ]
    assert all(row["ours"] > 0 for row in rows)

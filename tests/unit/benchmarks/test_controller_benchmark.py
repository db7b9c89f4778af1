"""The controller's benchmark runs whole, for a moment, and has every row that it promises."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_every_row_is_there(tmp_path):
    rows = tmp_path / "rows.json"
    command = [sys.executable, "-m", "benchmarks.controller", "--partitions", "100", "--json", str(rows)]
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    measured = {row["name"]: row["ours"] for row in json.loads(rows.read_text(encoding="utf-8"))}
    assert measured.keys() == {
        f"100 partitions: {step}{what}"
        for step in (
            "create",
            "fail over",
            "fail over, until every replica is told who leads",
            "controlled shutdown of a third",
        )
        for what in ("", ": CPU", ": CPU without the simulated brokers")
    }
    assert all(seconds > 0 for seconds in measured.values())

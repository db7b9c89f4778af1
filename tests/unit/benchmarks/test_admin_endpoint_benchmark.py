"""The admin endpoint's benchmark runs whole, for a moment, and has every row that it promises."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from benchmarks.admin_endpoint import PAGES


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_every_row_is_there(tmp_path):
    rows = tmp_path / "rows.json"
    command = [sys.executable, "-m", "benchmarks.admin_endpoint", "--partitions", "20", "--json", str(rows)]
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    measured = {row["name"]: row["ours"] for row in json.loads(rows.read_text(encoding="utf-8"))}
    names = [name for name, _, _ in PAGES]
    assert measured.keys() == {*names, *(f"{name}: the broker's CPU" for name in names)}
    assert all(measured[name] > 0 for name in names)

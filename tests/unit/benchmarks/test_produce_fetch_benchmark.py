"""The broker's benchmark runs whole, for a moment, and has every row that it promises."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from benchmarks.produce_fetch import CELLS, COLUMNS, frame_for


def test_every_load_is_there_once_and_with_one_and_with_ten_connections():
    assert len({cell.name for cell in CELLS}) == len(CELLS)
    for conns in (1, 10):
        of_produce = [cell.batch_bytes for cell in CELLS if cell.kind == "produce" and cell.conns == conns]
        assert of_produce == [100, 1024, 16_384, 1_000_000]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_a_frame_has_the_size_that_its_row_names(cell):
    frame = frame_for(cell, 0)
    assert int.from_bytes(frame[:4], "big") == len(frame) - 4
    if cell.kind == "produce":
        assert 0.99 * cell.batch_bytes < len(frame) < 1.05 * cell.batch_bytes + 200


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_the_command_measures_every_load_against_both_servers(tmp_path):
    file = tmp_path / "rows.json"
    command = [sys.executable, "-m", "benchmarks.produce_fetch", "--seconds", "0.02", "--warm", "0.01"]
    ran = subprocess.run([*command, "--json", str(file)], capture_output=True, text=True, timeout=100, check=False)
    assert ran.returncode == 0, ran.stderr
    rows = json.loads(file.read_text())
    seen = {(row["name"], row["unit"]) for row in rows if row["ours"] > 0 and row["baseline"] is not None}
    # At so short a time the CPU's clock may not have ticked once: its rows are left out then.
    ticking = [(what, unit) for what, unit, _ in COLUMNS if unit != "µs CPU"]
    assert seen >= {(f"{cell.name}: {what}", unit) for cell in CELLS for what, unit in ticking}
    assert any("librdkafka's producer" in row["name"] for row in rows)

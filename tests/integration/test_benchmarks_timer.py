"""The timer's benchmarks run, print their tables and write their rows: on counts so small that only this is seen."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SECONDS_MAX = 60


def run(module, *options, succeeds=True):
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{module}", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    assert (done.returncode == 0) == succeeds, done.stdout + done.stderr
    return done.stdout + done.stderr


def rows_in(path):
    rows = json.loads(path.read_text(encoding="utf-8"))
    for row in rows:
        assert row.keys() == {"name", "unit", "ours", "baseline", "baseline_name", "ratio"}
        assert row["ours"] > 0
    return rows


@pytest.mark.parametrize("distribution", ["uniform", "exponential", "fixed", "lognormal"])
def test_timing_wheel_compares_add_cancel_expire_and_memory(tmp_path, distribution):
    file = tmp_path / "rows.json"
    options = ["--count", "500", "--rounds", "1", "--cancel-share", "0.5", "--seed", "7"]
    printed = run("timing_wheel", *options, "--delay-distribution", distribution, "--json", str(file))
    assert "kavka's wheel runs " in printed
    assert "Java" in printed
    rows = rows_in(file)
    assert {row["baseline_name"] for row in rows} == {"asyncio", "heapq"}
    assert {"500: add", "500: cancel at random", "500: expire", "500: bytes a timer"} <= {row["name"] for row in rows}
    assert all(row["ratio"] is not None for row in rows)


def test_timing_wheel_draws_the_lateness_of_a_real_time_run(tmp_path):
    file = tmp_path / "late.png"
    options = ["--count", "100", "--rounds", "1", "--plot", str(file), "--plot-count", "50", "--plot-seconds", "0.05"]
    printed = run("timing_wheel", *options)
    assert "50 timers in real time" in printed
    assert file.read_bytes().startswith(b"\x89PNG")


def test_timing_wheel_says_what_to_install_for_a_plot(tmp_path):
    (tmp_path / "matplotlib.py").write_text("raise ImportError\n", encoding="utf-8")
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
        "from benchmarks import timing_wheel; timing_wheel.main(sys.argv[1:])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "--count", "10", "--plot", "x.png"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.strip() == "--plot needs matplotlib. Install it with:  pip install 'kavka[plot]'"


@pytest.mark.parametrize("wrong", [["--count", "0"], ["--cancel-share", "2"], ["--delay-distribution", "zipf"]])
def test_timing_wheel_refuses_options_that_make_no_sense(wrong):
    assert "error: argument" in run("timing_wheel", *wrong, succeeds=False)


def test_purgatory_tells_completed_from_expired(tmp_path):
    file = tmp_path / "rows.json"
    run("purgatory", "--num", "2000", "--rounds", "1", "--timeout", "100", "--json", str(file))
    given, by_key, timed_out = rows_in(file)
    assert by_key["name"] == "completed by key: 2,000 completed, 0 expired"
    assert timed_out["name"] == "timed out: 0 completed, 2,000 expired"
    assert given["unit"] == "ops/s"
    assert by_key["baseline"] == timed_out["ours"]

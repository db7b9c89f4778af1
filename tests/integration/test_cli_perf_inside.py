"""`kavka perf timer` and `kavka perf purgatory`: tables, histograms, and what is missing for a picture."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.support.processes.command_line import kavka, text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


def test_the_wheel_stands_beside_its_contenders_and_how_late_timers_run_is_drawn(tmp_path):
    file = tmp_path / "late.png"
    real = ("--seconds", 0.05, "--real-count", 100, "--plot", file)
    lines = text(kavka("perf", "timer", "-n", 20_000, "--rounds", 1, "--delays", "lognormal", *real)).splitlines()
    assert lines[0].endswith("µs of CPU a timer, lognormal delays.")
    assert lines[1].split() == [
        "TIMERS", "WHAT", "UNIT", "KAVKA", "ASYNCIO", "HEAPQ", "ASYNCIO", "RATIO", "HEAPQ", "RATIO",
    ]  # fmt: skip
    measured = "\n".join(lines[2 : lines.index("")])
    for what in ("add", "cancel in order", "cancel at random", "expire", "bytes a timer"):
        assert f" 20000  {what}  " in measured
    assert "100 timers in real time, how late they ran:" in lines
    assert any("█" in line for line in lines)
    assert lines[-1].startswith("p50 ")
    assert file.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_a_picture_is_refused_with_what_to_install(tmp_path):
    (tmp_path / "matplotlib").mkdir()
    (tmp_path / "matplotlib" / "__init__.py").write_text("raise ImportError\n", encoding="utf-8")
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from kavka.cli.main import main; "
        "main(['perf', 'purgatory', '--plot', 'x.png'])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr == "kavka: --plot needs matplotlib. Install it with:  pip install 'kavka[plot]'\n"


def test_the_purgatory_tells_completed_from_expired():
    found = json.loads(text(kavka("perf", "purgatory", "-n", 2000, "--rounds", 1, "--timeout", 100, "-o", "json")))
    given, by_key, timed_out = found["rows"]
    assert given["completed"] + given["expired"] == 2000
    assert (by_key["completed"], timed_out["expired"]) == (2000, 2000)
    assert timed_out["against_timed_out"] == 1
    assert found["waits_ms"]["max"] == 100
    shown = text(kavka("perf", "purgatory", "-n", 500, "--rounds", 1))
    assert "How long requests waited, in the load as given:" in shown


def test_options_that_make_no_sense_are_refused():
    for wrong in (["--cancel-share", 2], ["--delays", "zipf"], ["-n", 0], ["--seconds", 0, "--plot", "x.png"]):
        assert kavka("perf", "timer", *wrong, check=False).returncode == 2

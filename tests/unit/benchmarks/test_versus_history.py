"""What is recorded of runs beside Kafka: the tables of docs/benchmarks.md, and the floors."""

from pathlib import Path

import pytest

from benchmarks import versus_history
from benchmarks.versus_history import BEGIN, END, Run

ROOT = Path(__file__).parents[3]
COMPILED, PLAIN = "compiled", "plain Python"


def row(name="produce", ratio=1.4, aim=1.3, memory="recycled", most=None):
    side = {"per_second": 1_000.0, "cpu_us": 20.0, "p50_ms": 0.1, "p99_ms": 0.5}
    return {
        **{"name": name, "memory": memory, "aim": aim, "kafka": side, "kavka": side},
        **{"ratio": ratio, "ratio_min": ratio - 0.1, "ratio_max": ratio + 0.1 if most is None else most},
    }


def run(*rows, build=COMPILED, day="2026-11-01"):
    return Run("0.1.0", day, build, "Python 3.11", list(rows))


def test_the_page_says_what_is_recorded():
    written = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert versus_history.updated(written, versus_history.read()) == written, "run make generate"


def test_runs_are_kept_in_order_and_the_newest_of_a_build_counts(tmp_path):
    path = tmp_path / "history.jsonl"
    assert versus_history.read(path) == []
    for recorded in (run(row(ratio=1.0)), run(row(ratio=2.0)), run(row(ratio=0.5), build=PLAIN)):
        versus_history.add(recorded, path)
    runs = versus_history.read(path)
    newest = versus_history.newest(runs, COMPILED)
    assert newest is not None
    assert newest.rows[0]["ratio"] == 2.0
    assert versus_history.newest(runs, "5 of 60 modules compiled") is None


@pytest.mark.parametrize(
    ("before", "now", "is_broken"),
    [
        (row(ratio=1.4), row(ratio=1.0, most=1.2), True),
        (row(ratio=1.4), row(ratio=1.0, most=1.3), False),
        (row(ratio=1.2), row(ratio=0.5, most=0.6), False),
        (row(ratio=1.4, memory="cold"), row(ratio=0.5, most=0.6), False),
    ],
    ids=["no round reaches it", "noise", "the aim was not met before", "of the other memory nothing is known"],
)
def test_an_aim_that_was_met_is_a_floor(before, now, is_broken):
    assert bool(versus_history.broken_floors([now], run(before))) is is_broken


def test_without_a_recorded_run_there_is_no_floor():
    assert versus_history.broken_floors([row(ratio=0.1)], None) == []


def test_the_tables_have_both_builds_and_both_memories():
    rows = [row(ratio=1.4), row(ratio=0.9, memory="cold"), row("produce, acks=all", ratio=1.1, aim=1.5)]
    section = versus_history.section([run(*rows), run(row(ratio=1.0), build=PLAIN)])
    assert "| produce | 1,000/s | 1,000/s | **1.40** | 0.90 | 1.3 |" in section
    assert "| 1.10 |  | 1.5 |" in section
    assert section.index(PLAIN) < section.index(COMPILED)


def test_a_readme_without_the_markers_is_refused():
    with pytest.raises(ValueError, match="is missing"):
        versus_history.updated(f"{END}{BEGIN}"[: len(END)], [])

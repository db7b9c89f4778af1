"""Aims of a start: what a line says of rounds, and when an aim that was met is broken."""

import pytest

from benchmarks import aims
from benchmarks.versus_history import Run, add, newest, read


def run(rounds):
    return Run("1.0", "2026-11-28", "compiled", "Python 3.11.2", aims.rows_of(rounds))


def test_a_line_has_the_median_the_best_round_and_the_aim(tmp_path):
    path = tmp_path / "history.jsonl"
    add(run({aims.IDLE_BROKER: [46.0, 43.0, 44.0]}), path)
    recorded = newest(read(path), "compiled")
    assert recorded.rows == [
        {"name": "idle broker", "unit": "MB resident", "median": 44.0, "best": 43.0, "aim": 45.0},
    ]


@pytest.mark.parametrize(
    ("before", "now", "is_broken"),
    [
        ([44.0], [46.0, 47.0], True),
        ([44.0], [44.9, 47.0, 47.0], False),
        ([46.0], [47.0], False),
    ],
)
def test_an_aim_that_was_met_is_broken_where_no_round_meets_it(before, now, is_broken):
    broken = aims.broken_floors(run({aims.IDLE_BROKER: now}).rows, run({aims.IDLE_BROKER: before}))
    assert broken == (["idle broker: 46 MB resident at best, and was within 45"] if is_broken else [])


def test_without_a_recorded_run_there_is_nothing_to_break():
    assert aims.broken_floors(run({aims.FIRST_CLUSTER: [9.0]}).rows, None) == []

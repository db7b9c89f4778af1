"""The histogram of a terminal: every value is counted once, and bars are as long as their counts."""

from __future__ import annotations

import random
import re

import pytest

from kavka.perf.histogram import WIDTH, histogram

LINE = re.compile(r" *([\d,.]+) – +([\d,.]+) ms  (.{40})  +([\d,]+)| *([\d,.]+) – ([\d,.]+) ms  (.{40})  ([\d,]+)")


def parsed(values, **options):
    rows = []
    for line in histogram(values, unit="ms", **options):
        low, high, bar, count = [group for group in LINE.fullmatch(line).groups() if group is not None]
        rows.append((float(low.replace(",", "")), float(high.replace(",", "")), bar, int(count.replace(",", ""))))
    return rows


@pytest.mark.parametrize(
    "values",
    [[0.0], [5.0] * 7, [0.001, 0.002], list(range(1000)), [random.Random(1).expovariate(1) for _ in range(5000)]],
)
def test_every_value_is_counted_once_where_it_lies(values):
    rows = parsed(values)
    assert sum(count for *_, count in rows) == len(values)
    for low, high, _, count in rows[:-1]:
        assert sum(low <= value < high for value in values) == pytest.approx(count, abs=2)  # labels are rounded
    assert rows[-1][1] >= max(values)


def test_the_longest_bar_is_of_the_most_and_what_is_not_nothing_shows():
    rows = parsed([1.0] * 100_000 + [9.0])
    bars = {count: bar.rstrip() for *_, bar, count in rows}
    assert len(bars[100_000]) == WIDTH
    assert bars[1] == "▏"
    assert bars[0] == ""


def test_one_far_value_does_not_press_the_others_into_one_bin():
    rows = parsed([number / 100 for number in range(1000)] + [90_000.0])
    assert rows[-1][3] == 1
    assert rows[-1][1] == 90_000
    assert sum(count > 0 for *_, count in rows) > 8

"""What is recorded of a quantity: totals since the beginning, averages, maxima and rates of the last two windows."""

from __future__ import annotations

import pytest

from kavka.timer.moments import MonotonicMs
from kavka.wire.measures import WINDOW_MS, SampledStat

BEGAN = MonotonicMs(1_000)


def recorded(*values):
    """SampledStat of (ms since the beginning, value)."""
    samples = SampledStat(BEGAN)
    for after_ms, value in values:
        samples.record(value, BEGAN + after_ms)
    return samples


def test_of_nothing_there_is_no_average_but_a_total():
    samples = recorded()
    assert (samples.average(BEGAN), samples.maximum(BEGAN)) == (None, None)
    assert (samples.total, samples.count, samples.rate(BEGAN), samples.frequency(BEGAN)) == (0, 0, 0, 0)


def test_average_maximum_and_total():
    samples = recorded((0, 1), (10, 6), (20, 2))
    now_ms = BEGAN + 30
    assert (samples.average(now_ms), samples.maximum(now_ms), samples.total, samples.count) == (3, 6, 9, 3)


def test_zeros_are_values():
    samples = recorded((0, 0))
    assert (samples.average(BEGAN), samples.maximum(BEGAN)) == (0, 0)


def test_the_former_window_counts_until_it_is_two_windows_old_and_totals_stay():
    samples = recorded((0, 100), (WINDOW_MS, 10))
    assert (samples.average(BEGAN + WINDOW_MS), samples.maximum(BEGAN + WINDOW_MS)) == (55, 100)
    late_ms = BEGAN + 2 * WINDOW_MS
    assert (samples.average(late_ms), samples.maximum(late_ms)) == (10, 10)
    assert (samples.total, samples.count) == (110, 2)


def test_after_a_long_silence_nothing_of_before_counts():
    samples = recorded((0, 100))
    assert samples.average(BEGAN + 2 * WINDOW_MS) is None
    samples.record(1, BEGAN + 5 * WINDOW_MS)
    assert samples.average(BEGAN + 5 * WINDOW_MS) == 1
    assert samples.total == 101


@pytest.mark.parametrize(
    ("after_ms", "seconds"),
    [(0, 30), (10_000, 40), (29_999, 59.999), (30_000, 30), (45_000, 45), (59_999, 59.999)],
)
def test_a_rate_supposes_a_whole_window_as_kafkas_does(after_ms, seconds):
    samples = recorded((0, 120), (0, 0))
    assert samples.rate(BEGAN + after_ms) == pytest.approx(120 / seconds)
    assert samples.frequency(BEGAN + after_ms) == pytest.approx(2 / seconds)


def test_a_rate_of_long_ago_is_nothing():
    assert recorded((0, 120)).rate(BEGAN + 2 * WINDOW_MS) == 0

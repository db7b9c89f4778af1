"""What is counted in slots: times by their size, and traffic by topic."""

from __future__ import annotations

import pytest

from kavka.broker.metrics import Traffic
from kavka.common.time_slots import RECENT_MS, TIME_SLOTS, RecentTimes, quantile_ns, slot_end_ns, time_slot


@pytest.mark.parametrize("time_ns", [0, 1, 2, 3, 4, 5, 7, 8, 1_000, 17_000, 999_999, 10**9, 3 * 10**12, 2**62])
def test_every_time_lies_below_the_end_of_its_slot_and_not_below_that_of_the_one_before(time_ns):
    slot = time_slot(time_ns)
    assert slot < TIME_SLOTS
    assert time_ns < slot_end_ns(slot)
    assert slot == 0 or time_ns >= slot_end_ns(slot - 1)


def test_quantiles_are_off_by_no_more_than_a_slot():
    times = [0] * TIME_SLOTS
    for time_ns in range(1_000, 101_000, 100):
        times[time_slot(time_ns)] += 1
    assert quantile_ns(times, 0.5) == pytest.approx(51_000, rel=0.34)
    assert quantile_ns(times, 0.99) == pytest.approx(100_000, rel=0.34)
    assert quantile_ns([0] * TIME_SLOTS, 0.99) == 0


def test_a_topic_that_is_gone_stays_in_the_total():
    traffic = Traffic()
    traffic.of("a").messages_in += 3
    traffic.of("b").messages_in += 4
    traffic.refused("nobody has it", 10)
    traffic.forget("a")
    assert list(traffic.topics) == ["b"]
    assert traffic.total().messages_in == 7
    assert (traffic.total().failed_produces, traffic.total().rejected_bytes) == (1, 10)


def test_what_was_long_ago_leaves_the_quantiles_and_stays_in_the_count():
    times, second = RecentTimes(), 10**9
    times.note(60 * second, now_ms=1_000)
    times.note(second, now_ms=2_000)
    assert quantile_ns(times.at(2_000).recent, 0.999) == pytest.approx(60 * second, rel=0.34)
    later_ms = 1_000 + RECENT_MS
    times.note(second, now_ms=later_ms)
    assert quantile_ns(times.at(later_ms).recent, 0.999) == pytest.approx(60 * second, rel=0.34)  # a window is whole
    times.note(second, now_ms=later_ms + RECENT_MS)
    shown = times.at(later_ms + RECENT_MS)
    assert quantile_ns(shown.recent, 0.999) == pytest.approx(second, rel=0.5)
    assert (shown.count, shown.total_ns) == (4, 63 * second)
    assert sum(times.at(later_ms + 5 * RECENT_MS).recent) == 0

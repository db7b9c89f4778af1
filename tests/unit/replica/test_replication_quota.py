"""The rate that throttled replicas are held to: what counts, for how long, and when to look again."""

from __future__ import annotations

import pytest

from kavka.broker.replica.replication_quota import DELAY_MS_MIN, ReplicationQuota

LIMIT = 1_000


@pytest.fixture
def quota():
    return ReplicationQuota(lambda: LIMIT, windows=3, window_ms=1_000)


def test_nothing_measured_is_nothing_exceeded(quota):
    assert quota.rate(5) == 0
    assert not quota.is_exceeded(5)
    assert not ReplicationQuota(lambda: 0).is_exceeded(5)


def test_a_first_burst_counts_for_a_whole_window(quota):
    quota.record(LIMIT, now_ms=0)
    assert quota.rate(1) == LIMIT
    assert not quota.is_exceeded(1), "at the limit is not above it"
    quota.record(1, now_ms=1)
    assert quota.is_exceeded(1)


def test_the_rate_falls_as_time_passes_and_old_windows_are_forgotten(quota):
    quota.record(4 * LIMIT, now_ms=0)
    assert quota.rate(2_000) == 2 * LIMIT
    assert quota.is_exceeded(2_999)
    assert quota.rate(3_000) == 0
    assert not quota.is_exceeded(3_000)


def test_windows_are_forgotten_one_by_one(quota):
    for second in range(3):
        quota.record(600, now_ms=second * 1_000)
    assert quota.rate(2_000) == 900
    quota.record(600, now_ms=3_000)
    assert quota.rate(3_000) == 900, "the first no longer counts, neither do its bytes nor its time"


def test_no_more_windows_are_kept_than_count(quota):
    for step in range(1_000):
        quota.record(1, now_ms=step * 700)
    assert quota.rate(999 * 700) <= 3 * 1000 / 700


@pytest.mark.parametrize("size", [1_500, 2_000, 2_900])
def test_after_the_delay_it_is_not_exceeded_and_a_moment_before_it_is(quota, size):
    quota.record(size, now_ms=10)
    delay_ms = quota.delay_ms(10, 60_000)
    assert not quota.is_exceeded(10 + delay_ms)
    assert quota.is_exceeded(10 + delay_ms - 2)


def test_the_delay_ends_when_what_was_measured_no_longer_counts(quota):
    quota.record(1_000_000, now_ms=10)
    assert quota.delay_ms(10, 60_000) == 3_000
    assert not quota.is_exceeded(3_010)


def test_the_delay_has_bounds(quota):
    quota.record(2_000, now_ms=0)
    assert quota.delay_ms(0, 100) == 100
    assert quota.delay_ms(1_999, 100) == DELAY_MS_MIN
    stopped = ReplicationQuota(lambda: 0)
    stopped.record(1, now_ms=0)
    assert stopped.delay_ms(0, 100) == 100


def test_the_limit_may_change_at_any_time():
    limits = [LIMIT]
    quota = ReplicationQuota(lambda: limits[0])
    quota.record(5 * LIMIT, now_ms=0)
    assert quota.is_exceeded(0)
    limits[0] = 5 * LIMIT
    assert not quota.is_exceeded(0)

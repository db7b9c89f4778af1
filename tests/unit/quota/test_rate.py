"""Rates and buckets: the numbers of Kafka's own classes, and what a client notices of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kavka.broker.quota.rate import SampledRate, TokenBucket

GOLDEN = Path(__file__).parents[2] / "golden" / "quota_rates.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text().splitlines()]


@pytest.mark.parametrize("case", CASES, ids=range(1, len(CASES) + 1))
def test_what_kafkas_classes_computed(case):
    """Rate, its window, the wait, tokens, and the wait for them, step by step."""
    rate = SampledRate(case["samples"], case["window_ms"])
    bucket = TokenBucket(case["samples"], case["window_ms"])
    quota = case["quota"]
    for now_ms, value, per_second, window_ms, throttle_ms, tokens, owed_ms in case["steps"]:
        rate.record(value, now_ms)
        assert rate.per_second(now_ms) == pytest.approx(per_second)
        assert rate.window_length_ms(now_ms) == window_ms
        assert rate.throttle_ms(quota, now_ms) == throttle_ms
        bucket.take(value, quota, now_ms)
        assert bucket.tokens(quota, now_ms) == pytest.approx(tokens)
        assert bucket.throttle_ms(quota, now_ms) == owed_ms


def test_who_waits_as_long_as_told_is_within_the_quota_again():
    rate = SampledRate(11, 1000)
    rate.record(5_000_000, 0)
    wait_ms = rate.throttle_ms(200_000, 0)
    assert wait_ms == 15_000
    assert rate.throttle_ms(200_000, wait_ms) == 0


@pytest.mark.parametrize("quota", [0, 0.0])
def test_a_quota_of_nothing_throttles_and_divides_by_nothing(quota):
    rate, bucket = SampledRate(11, 1000), TokenBucket(11, 1000)
    rate.record(1, 0)
    bucket.take(1, quota, 0)
    assert rate.throttle_ms(quota, 0) == 1000
    assert bucket.throttle_ms(quota, 0) == 11_000


def test_a_burst_may_use_all_windows_at_once():
    bucket = TokenBucket(11, 1000)
    bucket.take(55, 5, 0)
    assert bucket.throttle_ms(5, 0) == 0
    bucket.take(1, 5, 0)
    assert bucket.throttle_ms(5, 0) == 200

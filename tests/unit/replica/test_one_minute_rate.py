"""How often something happens, over the last minute."""

from __future__ import annotations

import pytest

from kavka.broker.replica.one_minute_rate import OneMinuteRate


def test_a_steady_rate_is_found_and_dies_away():
    rate = OneMinuteRate()
    assert rate.per_second(5_000) == 0
    for now_ms in range(0, 600_000, 500):
        rate.mark(now_ms)
    assert rate.per_second(600_000) == pytest.approx(2, rel=0.01)
    assert rate.per_second(660_000) == pytest.approx(2 / 2.718, rel=0.01)
    assert rate.per_second(1_800_000) < 0.001

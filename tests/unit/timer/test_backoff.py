"""Pauses between tries: they grow, they end growing, and they are never nothing."""

from __future__ import annotations

import random

from kavka.timer.backoff import Backoff


def test_pauses_double_up_to_the_greatest():
    backoff = Backoff(50, 1_000)
    assert [backoff.pause_ms(failures) for failures in range(7)] == [50, 100, 200, 400, 800, 1_000, 1_000]


def test_a_million_failures_are_as_many_as_a_few():
    assert Backoff(50, 1_000).pause_ms(1_000_000) == 1_000


def test_no_configuration_makes_a_loop_without_a_pause():
    assert Backoff(0, 1_000).pause_ms(5) == 1
    assert Backoff(50, 0).pause_ms(5) == 1


def test_chance_spreads_a_pause_by_a_fifth():
    backoff = Backoff(100, 1_000, random.Random(3))
    pauses = [backoff.pause_ms(0) for _ in range(200)]
    assert min(pauses) >= 80
    assert max(pauses) <= 120
    assert len(set(pauses)) > 10

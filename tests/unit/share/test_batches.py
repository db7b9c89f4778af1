"""Batches laid over one another: per offset the furthest state holds, whatever the order they came in."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from kavka.broker.share.persister import DeliveryState, StateBatch
from kavka.broker.share.state.batches import combine, lay_over

AVAILABLE, ACKNOWLEDGED, ARCHIVED = DeliveryState.AVAILABLE, DeliveryState.ACKNOWLEDGED, DeliveryState.ARCHIVED


def batch(first, last, state=AVAILABLE, count=1):
    return StateBatch(first, last, state, count)


def by_offset(batches, start_offset):
    """The simple model: each offset by itself, its furthest state by count and then state."""
    found = {}
    for first, last, state, count in batches:
        for offset in range(max(first, start_offset), last + 1):
            found[offset] = max(found.get(offset, (-1, -1)), (count, state))
    return found


@pytest.mark.parametrize(
    ("batches", "start_offset", "expected"),
    [
        ([], -1, []),
        ([batch(100, 110)], -1, [batch(100, 110)]),
        ([batch(100, 110)], 105, [batch(105, 110)]),
        ([batch(100, 110)], 111, []),
        # the same state: one batch, whether they overlap, touch, or one holds the other
        ([batch(100, 110), batch(105, 120)], -1, [batch(100, 120)]),
        ([batch(100, 110), batch(111, 120)], -1, [batch(100, 120)]),
        ([batch(100, 120), batch(105, 110)], -1, [batch(100, 120)]),
        ([batch(100, 110), batch(112, 120)], -1, [batch(100, 110), batch(112, 120)]),
        # a higher count, or a later state of the same count, lies over the others
        ([batch(100, 110), batch(100, 110, count=3)], -1, [batch(100, 110, count=3)]),
        ([batch(100, 110, count=3), batch(100, 110)], -1, [batch(100, 110, count=3)]),
        ([batch(100, 110, ACKNOWLEDGED), batch(100, 110)], -1, [batch(100, 110, ACKNOWLEDGED)]),
        ([batch(100, 110, ACKNOWLEDGED), batch(100, 110, AVAILABLE, 2)], -1, [batch(100, 110, AVAILABLE, 2)]),
        (
            [batch(100, 120), batch(105, 110, ACKNOWLEDGED)],
            -1,
            [batch(100, 104), batch(105, 110, ACKNOWLEDGED), batch(111, 120)],
        ),
        ([batch(100, 110, count=2), batch(105, 120)], -1, [batch(100, 110, count=2), batch(111, 120)]),
        ([batch(100, 110), batch(105, 120, count=2)], -1, [batch(100, 104), batch(105, 120, count=2)]),
        # what comes in between joins its neighbours
        (
            [batch(100, 104, ARCHIVED), batch(105, 109), batch(110, 114, ARCHIVED), batch(105, 109, ARCHIVED)],
            -1,
            [batch(100, 114, ARCHIVED)],
        ),
    ],
)
def test_combined(batches, start_offset, expected):
    assert combine(batches, start_offset) == expected
    assert combine(batches[::-1], start_offset) == expected
    for cut in range(len(batches) + 1):
        assert lay_over(combine(batches[:cut], -1), batches[cut:], start_offset) == expected


@pytest.mark.parametrize("seed", range(30))
def test_many_writes_are_what_each_offset_says(seed):
    rng = random.Random(seed)
    kept, written, start_offset = [], [], -1
    for _ in range(60):
        changed = []
        for _ in range(rng.randrange(4)):
            first = rng.randrange(60)
            changed.append(
                batch(first, first + rng.randrange(12), rng.choice(list(DeliveryState)), rng.randrange(1, 4))
            )
        if rng.random() < 0.2:
            start_offset = min(start_offset + rng.randrange(8), 50)
        written += changed
        kept = lay_over(kept, changed, start_offset)
        assert kept == combine(written, start_offset)
        assert by_offset(kept, -1) == by_offset(written, start_offset)
        assert all(left.last_offset < right.first_offset for left, right in pairwise(kept))
        assert not any(
            left.last_offset + 1 == right.first_offset and left[2:] == right[2:] for left, right in pairwise(kept)
        )

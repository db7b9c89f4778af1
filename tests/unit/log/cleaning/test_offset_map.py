"""The offset map: the last offset of each key, in the memory that it was given and no more."""

from __future__ import annotations

import tracemalloc

import pytest

from kavka.broker.log.cleaning.grouping import SourceSegment, group_segments
from kavka.broker.log.cleaning.offset_map import DIGEST_BYTES, ENTRY_BYTES, KEY_BYTES_MAX, OffsetMap


def test_it_has_each_keys_last_offset_whatever_the_keys_length():
    offsets = OffsetMap(1 << 20)
    keys = [bytes([length]) * length for length in range(100)]
    for offset, key in enumerate(keys * 2):
        assert offsets.put(key, offset)
    assert [offsets.get(key) for key in keys] == list(range(100, 200))
    assert offsets.get(b"another") == -1
    assert len(offsets) == 100
    assert 0 < offsets.utilization < 1


def test_no_key_that_stands_for_itself_is_as_long_as_a_digest():
    assert KEY_BYTES_MAX < DIGEST_BYTES


@pytest.mark.parametrize("key_bytes", [8, 16, 31, 200])
@pytest.mark.slow
def test_bug_70_its_bound_is_what_it_really_takes(key_bytes):
    """KAFKA-2235: also in the worst moment, when the table grows."""
    bytes_max = 4 << 20
    tracemalloc.start()
    offsets = OffsetMap(bytes_max)
    number = 0
    while offsets.put(number.to_bytes(key_bytes, "big"), 10**9 + number):
        number += 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak <= bytes_max
    assert number > bytes_max / (ENTRY_BYTES + 40)
    assert offsets.utilization > 0.99


def test_a_full_map_still_takes_the_keys_that_it_has():
    offsets = OffsetMap(3 * ENTRY_BYTES)
    assert offsets.put(b"a", 1)
    assert offsets.put(b"b", 2)
    assert not offsets.put(b"c", 3)
    assert offsets.put(b"a", 4)
    assert offsets.get(b"a") == 4
    assert offsets.get(b"c") == -1


def test_one_key_fits_whatever_the_bound():
    offsets = OffsetMap(1)
    assert offsets.put(bytes(1000), 5)
    assert not offsets.put(b"b", 6)


def segments(*sizes, step=100, index=0):
    return [SourceSegment(number * step, size, index, index, 0) for number, size in enumerate(sizes)]


def bases(groups):
    return [[segment.base_offset for segment in group] for group in groups]


def test_neighbours_are_grouped_as_long_as_they_fit():
    groups = group_segments(segments(40, 30, 50, 10, 5), end_offset=500, bytes_max=100, index_bytes_max=1000)
    assert bases(groups) == [[0, 100], [200, 300, 400]]
    groups = group_segments(segments(150, 1, 120), end_offset=300, bytes_max=100, index_bytes_max=1000)
    assert bases(groups) == [[0], [100], [200]]


def test_indexes_limit_a_group_too():
    groups = group_segments(segments(1, 1, 1, index=40), end_offset=300, bytes_max=100, index_bytes_max=100)
    assert bases(groups) == [[0, 100], [200]]


def test_a_group_is_no_longer_than_can_be_renamed_at_once():
    groups = group_segments(segments(*[1] * 250), end_offset=25_000, bytes_max=1000, index_bytes_max=1000)
    assert [len(group) for group in groups] == [100, 100, 50]


def test_bug_59_offsets_limit_a_group_but_for_empty_segments():
    """KAFKA-4451, KAFKA-6264."""
    far = segments(1, 1, 1, step=2**30)
    assert bases(group_segments(far, end_offset=3 * 2**30, bytes_max=100, index_bytes_max=100)) == [[0, 2**30], [2**31]]
    empty = segments(0, 0, 0, 0, step=2**31)
    assert len(group_segments(empty, end_offset=2**33, bytes_max=100, index_bytes_max=100)) == 1

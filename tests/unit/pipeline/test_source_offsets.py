"""Offsets as text, shares of a batch, and ranges cut for tasks."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kavka.common.types import TopicPartition
from kavka.pipeline.source.offsets import available, end_offset, from_json, share, starts_in, to_json
from kavka.pipeline.source.ranges import OffsetRange, cut

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # the machine may be busy
partitions = st.builds(TopicPartition, st.sampled_from(["a", "b", "_", "c.d"]), st.integers(0, 30))
positions = st.dictionaries(partitions, st.integers(0, 10_000), max_size=12)


@unhurried
@given(positions)
def test_the_same_positions_are_the_same_text(found):
    backwards = dict(reversed(list(found.items())))
    assert json.dumps(to_json(found)) == json.dumps(to_json(backwards))
    assert from_json(json.loads(json.dumps(to_json(found)))) == found


def test_partitions_are_sorted_as_numbers():
    found = {TopicPartition("t", number): 0 for number in (10, 9, 2)}
    assert json.dumps(to_json(found)) == '{"t": {"2": 0, "9": 0, "10": 0}}'


def test_an_end_says_where_new_partitions_begin():
    old, new = TopicPartition("t", 0), TopicPartition("t", 1)
    end = end_offset({new: 5}, {old: 9, new: 7})
    assert end == {"@from": {"t": {"1": 5}}, "t": {"0": 9, "1": 7}}
    assert from_json(end) == {old: 9, new: 7}
    assert starts_in({"t": {"0": 3}}, end) == {old: 3, new: 5}
    assert starts_in({"@start": "latest"}, end) == {new: 5}


@unhurried
@given(
    st.dictionaries(partitions, st.tuples(st.integers(0, 1000), st.integers(0, 1000)), min_size=1), st.integers(1, 900)
)
def test_shares(sizes, rows_max):
    begins = {tp: begin for tp, (begin, _) in sizes.items()}
    ends = {tp: begin + size for tp, (begin, size) in sizes.items()}
    shared = share(begins, ends, rows_max)
    assert shared.keys() == ends.keys()
    assert all(begins[tp] <= shared[tp] <= ends[tp] for tp in ends)
    # Nobody with something to read is starved, and little more than the limit is taken: one for each partition at most.
    assert all(shared[tp] > begins[tp] for tp in ends if ends[tp] > begins[tp]) or rows_max >= len(ends)
    assert available(begins, shared) <= rows_max + len(ends)
    if available(begins, ends) <= rows_max:
        assert shared == ends


ranges = st.lists(st.tuples(st.integers(0, 50), st.integers(1, 500)), min_size=1, max_size=8).map(
    lambda sizes: [OffsetRange("t", number, start, start + size) for number, (start, size) in enumerate(sizes)]
)


@unhurried
@given(ranges, st.none() | st.integers(1, 40), st.none() | st.integers(1, 300))
def test_cut_ranges_join_to_what_they_were(whole, partitions_min, records_max):
    pieces = cut(whole, partitions_min=partitions_min, records_max=records_max)
    assert pieces == cut(whole, partitions_min=partitions_min, records_max=records_max)
    assert all(piece.size > 0 for piece in pieces)
    assert records_max is None or all(piece.size <= records_max for piece in pieces)
    for one in whole:
        parts = [piece for piece in pieces if piece.partition == one.partition]
        assert parts[0].start == one.start
        assert parts[-1].end == one.end
        assert all(left.end == right.start for left, right in pairwise(parts))


@pytest.mark.parametrize(
    ("sizes", "wanted", "pieces"),
    [([900, 100], 4, [3, 1]), ([500, 500], 4, [2, 2]), ([10], 3, [3]), ([2], 5, [2]), ([7, 7, 7], 3, [1, 1, 1])],
)
def test_the_largest_are_cut_most(sizes, wanted, pieces):
    whole = [OffsetRange("t", number, 0, size) for number, size in enumerate(sizes)]
    found = cut(whole, partitions_min=wanted)
    assert [sum(one.partition == number for one in found) for number in range(len(sizes))] == pieces

"""Looks at all partitions are measured whole, for a moment, at two small sizes."""

from __future__ import annotations

import gc

import pytest

from benchmarks import growth_partitions


@pytest.mark.slow
def test_each_row_has_a_figure_for_each_size(small_heap):
    thresholds = gc.get_threshold()
    found = growth_partitions.rows((20, 40))
    assert gc.get_threshold() == thresholds
    assert len({one.name for one in found}) == len(found) > 10
    for one in found:
        assert list(one.figures) == [20, 40], one.name
        assert all(figure > 0 for figure in one.figures.values()), one.name

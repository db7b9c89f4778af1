"""The coordinators' growth is measured whole, for a moment, at two small sizes."""

from __future__ import annotations

import gc

import pytest

from benchmarks import growth_coordinators
from benchmarks.growth_fit import exponent

SIZES = {
    "members of a group": "MEMBERS",
    "groups": "GROUPS",
    "connections": "CONNECTIONS",
    "producer ids": "PRODUCERS",
    "open transactions": "TRANSACTIONS",
    "transactions": "TRANSACTIONS",
}


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_each_row_has_a_figure_for_each_size_and_an_exponent(monkeypatch, small_heap):
    for constant in set(SIZES.values()):
        monkeypatch.setattr(growth_coordinators, constant, (4, 8))
    monkeypatch.setattr(growth_coordinators, "REQUESTS", 2_000)
    thresholds = gc.get_threshold()
    found = growth_coordinators.rows()
    assert gc.get_threshold() == thresholds
    assert {one.name.partition(":")[0] for one in found} == set(SIZES)
    assert len({one.name for one in found}) == len(found)
    for one in found:
        assert list(one.figures) == [4, 8], one.name
    timed = [one for one in found if one.unit == "ms CPU"]
    assert all(figure > 0 for one in timed for figure in one.figures.values())
    assert all(exponent(one.figures) is not None for one in timed)

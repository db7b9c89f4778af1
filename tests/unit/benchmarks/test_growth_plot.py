"""The growth of each figure is drawn among its own kind, and measured by the slope that it has."""

from __future__ import annotations

import pytest

from benchmarks.growth_fit import Series, exponent
from benchmarks.growth_plot import OTHERS, families


def test_series_of_one_family_share_a_panel_and_single_ones_are_drawn_together():
    names = ["groups: listed", "groups: loaded", "metadata: of all", "memory", "metadata: again", "quotas: charged"]
    drawn = families([Series(name, "ms", is_idle=False, figures={1: 1.0, 10: 10.0}) for name in names])
    assert {title: [one.name for one in members] for title, members in drawn.items()} == {
        "groups": ["groups: listed", "groups: loaded"],
        "metadata": ["metadata: of all", "metadata: again"],
        OTHERS: ["memory", "quotas: charged"],
    }


@pytest.mark.parametrize("slope", [0, 0.5, 1, 2])
def test_the_exponent_is_the_slope_between_the_points(slope):
    assert exponent({n: 3.0 * n**slope for n in (10, 100, 5_000)}) == pytest.approx(slope)


def test_what_is_measured_without_any_is_no_point_of_the_line():
    assert exponent({0: 7.0, 10: 1.0, 100: 10.0}) == pytest.approx(1)
    assert exponent({0: 7.0, 10: 1.0}) is None

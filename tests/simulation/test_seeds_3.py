"""The third part of the seeds that run each time; see `tests/support/simulation/seeds.py`."""

from __future__ import annotations

import pytest

from tests.support.simulation.seeds import check, part


@pytest.mark.parametrize("seed", part(2))
def test_a_seed(seed):
    check(seed)

"""Seeds of share groups while leaders, share coordinators and controllers fail over; the default draws few of them."""

from __future__ import annotations

import pytest

from tests.support.simulation.mutants.scenarios import SCENARIOS
from tests.support.simulation.seeds import check


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_seed_of_a_share_group(seed):
    check(seed, SCENARIOS["share groups"])

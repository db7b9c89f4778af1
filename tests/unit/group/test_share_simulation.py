"""A share group by seed (KIP-932): nothing is assigned before it was begun, and once quiet everything is."""

import pytest

from tests.support.group.share_members import ShareSimulation

SEEDS = 60
STEPS = 150


@pytest.mark.parametrize("seed", range(SEEDS))
def test_everything_is_assigned_once_quiet_and_nothing_before_it_was_begun(seed):
    simulation = ShareSimulation(seed)
    for _ in range(STEPS):
        simulation.step()
    simulation.settle()
    simulation.check_quiet()

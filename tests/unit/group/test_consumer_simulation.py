"""A consumer group by seed (KIP-848): no partition ever has two owners, and once quiet none is without one."""

import pytest

from tests.support.group.consumer_members import BundledClient, Client, Simulation

SEEDS = 60
STEPS = 150


@pytest.mark.parametrize("new_client", [Client, BundledClient])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_partition_has_two_owners_and_none_is_left_over(seed, new_client):
    simulation = Simulation(seed, new_client)
    for _ in range(STEPS):
        simulation.step()
    simulation.settle()
    simulation.check_quiet()

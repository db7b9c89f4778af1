"""Groups whose members speak both protocols, by seed: no partition has two owners, and once quiet none is without."""

import pytest

from tests.support.group.consumer_groups import ConsumerGroups
from tests.support.group.mixed_members import MixedGroup

SEEDS = [*range(20), 167]
"""With the last one a member gives partitions up in a cooperative rebalance while the group goes over."""
STEPS = 400


@pytest.mark.parametrize("seed", SEEDS)
async def test_no_partition_has_two_owners_while_a_group_changes_its_protocol(groups, seed):
    mixed = MixedGroup(ConsumerGroups(groups), seed)
    for _ in range(STEPS):
        await mixed.step()
    await mixed.settle()
    mixed.check_quiet()

"""The controller's model test, long: many random orders, and a crash at each turn of everything that a controller does.

`SEED=… make soak` begins with another seed; a failure's name has the seed that repeats it.
"""

from __future__ import annotations

import os

import pytest

from tests.support.controller import crashes, random_orders
from tests.support.controller.harness import PROFILES

pytestmark = pytest.mark.soak

FIRST_SEED = int(os.environ.get("SEED", "1000"))
CHUNKS = 40
SEEDS_PER_CHUNK = 50


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + CHUNKS * SEEDS_PER_CHUNK, SEEDS_PER_CHUNK))
async def test_random_orders(first, profile):
    for seed in range(first, first + SEEDS_PER_CHUNK):
        try:
            await random_orders.run(seed, profile)
        except* AssertionError as group:
            raise AssertionError(f"seed {seed}, profile {profile}") from group


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("step", crashes.STEPS, ids=lambda step: step.__name__)
async def test_a_crash_at_every_turn(step, profile):
    await crashes.crash_everywhere(step, profile, 1)

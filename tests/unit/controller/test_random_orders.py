"""Whatever happens in whatever order: afterwards memory, ZooKeeper and brokers agree (KAFKA-5028).

A seed decides what happens and when (`tests/support/controller/random_orders.py`); `tests/soak/test_controller.py` runs
many.
"""

from __future__ import annotations

import pytest

from tests.support.controller.harness import PROFILES
from tests.support.controller.random_orders import run

SEEDS = range(10)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", SEEDS)
async def test_random_orders_end_in_agreement(seed, profile):
    await run(seed, profile)

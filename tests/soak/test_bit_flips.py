"""A thousand flipped bits in the files of internal topics, half after a kill and half after an orderly stop.

TRIALS says how many (1000), SEED where the chance begins.
"""

from __future__ import annotations

import os
import random

import pytest

from kavka import LocalCluster
from tests.support.faults.bit_flips import CONFIG, FlippedBroker, flip_many

pytestmark = [pytest.mark.soak, pytest.mark.timeout(7200)]

FLIPS = int(os.environ.get("TRIALS", "1000")) // 2


@pytest.mark.parametrize("is_killed", [True, False], ids=["killed", "stopped"])
async def test_half_of_the_flipped_bits(tmp_path, is_killed):
    seed = int(os.environ.get("SEED", "0")) or random.SystemRandom().randrange(2**32)
    async with LocalCluster(in_loop=True, config=CONFIG) as cluster:
        broker = FlippedBroker(cluster, tmp_path / "kept")
        await broker.build(is_killed=is_killed)
        await flip_many(broker, random.Random(seed), FLIPS, seed)
    print(f"seed {seed}: {FLIPS} flips")

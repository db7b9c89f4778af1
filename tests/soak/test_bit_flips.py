"""A thousand flipped bits in the files of internal topics, after a kill and after an orderly stop."""

from __future__ import annotations

import random

import pytest

from kavka import LocalCluster
from tests.integration.broker.bit_flips import CONFIG, FlippedBroker, flip_many

pytestmark = pytest.mark.soak

FLIPS = 500


@pytest.mark.parametrize("is_killed", [True, False], ids=["killed", "stopped"])
async def test_five_hundred_flipped_bits(tmp_path, is_killed):
    seed = random.SystemRandom().randrange(2**32)
    async with LocalCluster(in_loop=True, config=CONFIG) as cluster:
        broker = FlippedBroker(cluster, tmp_path / "kept")
        await broker.build(is_killed=is_killed)
        await flip_many(broker, random.Random(seed), FLIPS, seed)

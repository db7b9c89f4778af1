"""Flipped bits anywhere in the files of one of three replicas, each followed by a kill of all: nothing is lost.

TRIALS says how many (1000), SEED where the chance begins.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from kavka import LocalCluster
from tests.support.faults.damaged_logs import BROKERS, CONFIG, DamagedCluster, random_flip

pytestmark = [pytest.mark.soak, pytest.mark.timeout(7200)]

TRIALS = int(os.environ.get("TRIALS", "1000"))


async def test_no_flipped_bit_loses_what_was_acknowledged(tmp_path):
    seed = int(os.environ.get("SEED", "0")) or random.SystemRandom().randrange(2**32)
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    async with LocalCluster(BROKERS, in_loop=True, config=CONFIG) as cluster:
        damaged = DamagedCluster(cluster, tmp_path / "kept")
        await damaged.build()
        for trial in range(TRIALS):
            broker_id, name, at, bit = random_flip(damaged, rng)
            order = rng.sample(range(BROKERS), BROKERS)
            await damaged.put_back()
            damaged.flip(broker_id, name, at, bit)
            try:
                started = await damaged.start(order)
                await damaged.until_alike(started)
            except BaseException as error:
                error.add_note(f"seed {seed}, trial {trial}: bit {bit} of byte {at} of {name} of {broker_id}, {order}")
                raise
            counts["refused to start" if len(started) < BROKERS else "all started"] += 1
            counts[os.path.splitext(name)[1] or name] += 1
            await damaged.kill()
    print(f"seed {seed}: {dict(counts)}")

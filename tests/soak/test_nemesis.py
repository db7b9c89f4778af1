"""Three broker processes under faults drawn from a seed, for minutes: nothing acknowledged is lost.

`make soak SEED=7` repeats a schedule; the seed of a run is printed. `KAVKA_NEMESIS_SECONDS` makes it longer.
The faults are those of `tests/support/faults/nemesis.py`.
"""

from __future__ import annotations

import random

import pytest

from kavka import Admin
from tests.support.faults.cluster import proxied_cluster
from tests.support.faults.nemesis import CONFIG, SECONDS, SEED, Nemesis
from tests.support.faults.states import PARTITIONS, check, create
from tests.support.faults.workload import running

pytestmark = [pytest.mark.soak, pytest.mark.timeout(SECONDS * 4 + 300)]


async def test_nothing_acknowledged_is_lost(tmp_path):
    print(f"seed {SEED}: repeat with make soak SEED={SEED}")
    async with (
        proxied_cluster(tmp_path, seed=SEED, config=CONFIG, in_loop=False) as proxied,
        Admin(proxied.cluster.bootstrap) as admin,
    ):
        await create(admin)
        async with running(proxied.cluster.bootstrap, "t", PARTITIONS) as workload:
            await workload.progress(20)
            await Nemesis(proxied, random.Random(SEED)).run(SECONDS)
            proxied.heal()
            await workload.progress(20)
        await check(proxied.cluster.bootstrap, admin, workload.history)
    acknowledged = sum(map(len, workload.history.acknowledged.values()))
    print(f"{acknowledged} records acknowledged, {len(workload.failures)} failed")

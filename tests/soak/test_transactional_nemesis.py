"""Transactions under faults drawn from a seed, for minutes: none is torn, lost, doubled, or read when aborted.

`make soak SEED=7` repeats a schedule; the seed of a run is printed. The faults are those of `Nemesis`.
"""

from __future__ import annotations

import random

import pytest

from kavka import Admin
from tests.support.faults.cluster import proxied_cluster
from tests.support.faults.nemesis import CONFIG, SECONDS, SEED, Nemesis
from tests.support.faults.states import PARTITIONS, create
from tests.support.faults.transaction_checker import transaction_complaints
from tests.support.faults.transactional_workload import transacting

pytestmark = [pytest.mark.soak, pytest.mark.timeout(SECONDS * 4 + 300)]

TRANSACTIONS = {
    "transaction.state.log.num.partitions": "6",
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "1000",
}


async def test_transactions_survive(tmp_path):
    print(f"SEED={SEED}")
    rng = random.Random(SEED)
    async with (
        proxied_cluster(tmp_path, seed=SEED, config=CONFIG | TRANSACTIONS, in_loop=False) as proxied,
        Admin(proxied.cluster.bootstrap) as admin,
    ):
        await create(admin)
        async with transacting(proxied.cluster.bootstrap, "t", PARTITIONS, seed=SEED) as (workload, views):
            await workload.progress(10)
            await Nemesis(proxied, rng).run(SECONDS)
            proxied.heal()
            await workload.progress(10)
        found = transaction_complaints(workload.transactions, views)
        print(f"{len(workload.transactions)} transactions, {len(workload.failures)} failures that producers got over")
        assert not found, "\n".join(found)

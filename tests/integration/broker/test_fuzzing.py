"""Requests of every API and version that nobody would send harm no broker, and no client beside them."""

from __future__ import annotations

import pytest

from kavka import LocalCluster
from tests.support.wire.fuzzing import LiveFuzz

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

SECONDS = 8


@pytest.mark.parametrize("seed", [14])
async def test_all_apis_in_all_versions(seed):
    async with LocalCluster(in_loop=True, config={"kavka.admin.listener": ""}) as cluster:
        await LiveFuzz(cluster, seed).run(seconds=SECONDS)

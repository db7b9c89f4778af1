"""A timeout of 0 is answered with what was decided, as by Kafka."""

from __future__ import annotations

import asyncio

from kavka import LocalCluster
from tests.support.wire import no_patience

DEADLINE = 60


async def test_requests_without_patience_are_decided_and_answered_as_by_kafka():
    async with LocalCluster(1, in_loop=True) as cluster, asyncio.timeout(DEADLINE):
        host, port = cluster.bootstrap.split(":")
        assert await no_patience.outcomes(host, int(port)) == no_patience.EXPECTED
        assert await no_patience.is_carried_out(host, int(port))

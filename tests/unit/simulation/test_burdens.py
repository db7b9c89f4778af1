"""What brokers bear is counted: calls of their own turns, and nobody else's."""

from __future__ import annotations

import asyncio
import sys

from kavka.simulation.burdens import CALLS, Burdens
from kavka.simulation.cluster import simulated

CALLED = 3_000


def work():
    for _ in range(CALLED):
        abs(1)


def turns_of(cluster, *hosts):
    """Lets each host work in a turn of its own, and counts."""
    burdens = Burdens(cluster)
    with cluster.world() as loop:
        for host in hosts:
            loop.call_soon(work, context=host.context)
        with burdens.counting_calls():
            loop.run_until_complete(asyncio.sleep(1))
    return burdens.figures()[CALLS]


def test_what_a_broker_calls_in_one_turn_is_counted():
    cluster = simulated(1)
    hosts = [cluster.loop.host("broker-1"), cluster.loop.host("broker-2")]
    assert CALLED <= turns_of(cluster, *hosts) < 2 * CALLED


def test_what_clients_call_is_not():
    cluster = simulated(1)
    assert turns_of(cluster, cluster.loop.host("client-1")) < CALLED


def test_a_profiler_that_was_there_is_there_again():
    def hook(*_):
        pass

    former = sys.getprofile()
    sys.setprofile(hook)
    try:
        turns_of(simulated(1))
        assert sys.getprofile() is hook
    finally:
        sys.setprofile(former)

"""How long a producer of acks=all waits when the leader goes: told to stop (SIGTERM), or killed (kill -9).

One record after the other to a partition with three replicas, through our own client, to broker processes of either
kind (`real_brokers`). After SIGTERM the longest time between two acknowledgements counts. After kill -9 it is the time
from the moment that ZooKeeper gives the session up to the first acknowledgement: how long a session lasts is a
setting, not a speed. The leader is never the controller, so that elections are measured and not failovers.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any

from benchmarks.real_brokers import BROKERS, REQUEST_TIMEOUT_MS, WAIT_S, RealCluster
from kavka.client.producer import Producer
from kavka.zk import paths
from kavka.zk.client import ZkClient

TOPIC = "gaps"
STEADY_S = 2.0
"""Before something happens, and after it."""

RETRY_BACKOFF_MS = 20
"""Of the client, always: a pause that grows to a second would be all that is measured."""

TERMINATED = "SIGTERM of the leader: longest wait for an acknowledgement"
KILLED = "kill -9 of the leader: from its session's end to the next acknowledgement"


async def measured(zookeeper: ZkClient, cluster: RealCluster) -> dict[str, float]:
    """Measures the producer's gaps in milliseconds, by name."""
    await zookeeper.start(REQUEST_TIMEOUT_MS)
    for broker_id in BROKERS:
        await cluster.until(broker_id, lambda _: True)
    await cluster.create([TOPIC], partitions=len(BROKERS), factor=len(BROKERS), among=BROKERS)
    bootstrap = [f"127.0.0.1:{broker.port}" for broker in cluster.brokers.values()]
    async with Producer(
        bootstrap, linger_ms=0, retry_backoff_ms=RETRY_BACKOFF_MS, retry_backoff_ms_max=RETRY_BACKOFF_MS
    ) as producer:
        return {
            TERMINATED: await _terminated(cluster, producer) * 1e3,
            KILLED: await _killed(zookeeper, cluster, producer) * 1e3,
        }


async def _terminated(cluster: RealCluster, producer: Producer) -> float:
    partition, leader = await _target(cluster)
    async with _acknowledged(producer, partition) as times:
        await asyncio.sleep(STEADY_S)
        began = time.perf_counter()
        await _end(cluster, leader, signal.SIGTERM)
        await asyncio.sleep(STEADY_S)
    cluster.start_again(leader)
    return max(after - before for before, after in pairwise(times) if after > began)


async def _killed(zookeeper: ZkClient, cluster: RealCluster, producer: Producer) -> float:
    partition, leader = await _target(cluster)
    gone: asyncio.Future[float] = asyncio.get_running_loop().create_future()
    await zookeeper.exists(paths.broker_id(leader), lambda *_: gone.set_result(time.perf_counter()))
    async with _acknowledged(producer, partition) as times:
        await asyncio.sleep(STEADY_S)
        await _end(cluster, leader, signal.SIGKILL)
        async with asyncio.timeout(WAIT_S):
            began = await gone
        await asyncio.sleep(STEADY_S)
    cluster.start_again(leader)
    return min(moment for moment in times if moment > began) - began


async def _end(cluster: RealCluster, broker_id: int, number: signal.Signals) -> None:
    broker = cluster.brokers[broker_id]
    assert broker.process is not None
    broker.end(number)
    await asyncio.to_thread(broker.process.wait)


async def _target(cluster: RealCluster) -> tuple[int, int]:
    """A partition, and its leader, who is not the controller; everybody is in sync."""
    controller = await cluster.controller()
    found: list[Any] = []

    def is_whole(states: list[Any]) -> bool:
        replicated = [state for state in states if len(state.replica_nodes) == len(BROKERS)]
        found[:] = [state for state in replicated if state.leader_id != controller]
        return bool(found) and all(len(state.isr_nodes) == len(BROKERS) for state in replicated)

    await cluster.until(controller, is_whole)
    return found[0].partition_index, found[0].leader_id


@contextlib.asynccontextmanager
async def _acknowledged(producer: Producer, partition: int) -> AsyncIterator[list[float]]:
    """Sends while the body runs; yields the moments of the acknowledgements, in order."""
    times: list[float] = []
    is_over = asyncio.Event()

    async def send() -> None:
        while not is_over.is_set():
            await producer.send_and_wait(TOPIC, b"x" * 100, partition=partition)
            times.append(time.perf_counter())

    async with asyncio.TaskGroup() as group:
        group.create_task(send())
        try:
            yield times
        finally:
            is_over.set()

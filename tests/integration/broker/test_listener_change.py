"""A broker registered without the listener that the others use among themselves: half of a rolling change of listeners.

Nothing can be replicated then, and nothing must spin meanwhile, neither a processor nor the log.
"""

from __future__ import annotations

import asyncio
import dataclasses
import os
import time
from pathlib import Path

import pytest

from kavka.client.admin import Admin
from kavka.client.producer import Producer
from kavka.common.types import NewTopic
from kavka.local.cluster import LocalCluster
from kavka.zk import paths
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.znodes import BrokerRegistration

LISTENERS = {
    "listeners": "PLAINTEXT://127.0.0.1:0,INTERNAL://127.0.0.1:0,CONTROL://127.0.0.1:0",
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,INTERNAL:PLAINTEXT,CONTROL:PLAINTEXT",
    "inter.broker.listener.name": "INTERNAL",
    "control.plane.listener.name": "CONTROL",
}
LEADER, FOLLOWER = 1, 0
WINDOW_SECONDS = 4
LINES_MAX = 40
"""In the window: one a second for each that looks, and what else a broker says. It was 56,565 a second."""
CPU_SHARE_MAX = 0.4
"""Of the window; it was 0.73. An idle broker takes some hundredths."""


@pytest.mark.slow
async def test_a_leader_without_the_brokers_own_listener_makes_nobody_spin_and_is_found_when_it_has_it(tmp_path):
    async with LocalCluster(2, config=LISTENERS, data_dir=tmp_path) as cluster:
        zk = KazooZk(cluster.zookeeper)
        await zk.start(10_000)
        path = paths.broker_id(LEADER)
        whole, other = [await registration(zk, broker_id) for broker_id in (LEADER, FOLLOWER)]
        half = dataclasses.replace(whole, endpoints=tuple(e for e in whole.endpoints if e.listener != "INTERNAL"))
        await zk.set(path, half.encode())
        log = tmp_path / f"broker-{FOLLOWER}.log"
        async with Admin(address(other, "INTERNAL")) as admin:
            await told(admin)
        clients = address(whole, "PLAINTEXT")
        async with Admin(clients) as admin:
            await admin.create_topics([NewTopic(name="t", assignments={0: [LEADER, FOLLOWER]})])
        async with Producer(clients, acks="1") as producer:
            await producer.send_and_wait("t", b"a")
        await within(
            10,
            lambda: "nobody says where broker 1 is" in log.read_text() or "broker 1 is asked again" in log.read_text(),
        )
        lines, cpu = log.read_text().count("\n"), cpu_seconds(cluster.brokers[FOLLOWER].pid)
        began = time.monotonic()
        await asyncio.sleep(WINDOW_SECONDS)
        share = (cpu_seconds(cluster.brokers[FOLLOWER].pid) - cpu) / (time.monotonic() - began)
        assert log.read_text().count("\n") - lines <= LINES_MAX
        assert share < CPU_SHARE_MAX

        await zk.set(path, whole.encode())
        async with Producer(clients, acks="all", delivery_timeout_ms=10_000) as producer:
            await producer.send_and_wait("t", b"b")
        await zk.close()


async def registration(zk, broker_id):
    data, _ = await zk.get(paths.broker_id(broker_id))
    return BrokerRegistration.decode(data)


def address(registered, listener):
    endpoint = next(e for e in registered.endpoints if e.listener == listener)
    return f"{endpoint.host}:{endpoint.port}"


async def told(admin):
    """The brokers' own listener has one broker less; whoever asks over it is told so."""
    async with asyncio.timeout(10):
        while len((await admin.describe_cluster()).brokers) > 1:  # noqa: ASYNC110 - the controller tells it
            await asyncio.sleep(0.01)


async def within(seconds, condition):
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - another process does it
            await asyncio.sleep(0.02)


def cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

"""A broker that ZooKeeper will not know again: it ends, in order and with a sentence (bug 32)."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.app import Broker, BrokerEnded
from kavka.broker.cluster import registration
from kavka.broker.config.broker_config import BrokerConfig
from kavka.zk import paths
from kavka.zk.client import CreateOp, DeleteOp
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.server import EmbeddedZooKeeper
from tests.support.broker.whole_broker import machine_broker

DEADLINE_S = 30
SESSION_TIMEOUT_MS = 1000


@pytest.mark.slow
async def test_bug_32_a_broker_whose_id_a_stranger_took_ends_in_order_and_leaves_it_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(registration, "TAKEOVER_MARGIN_MS", 100 - SESSION_TIMEOUT_MS)
    async with asyncio.timeout(DEADLINE_S), EmbeddedZooKeeper(tmp_path / "zookeeper", fsync=False) as server:
        address = f"127.0.0.1:{server.port}"
        config = BrokerConfig.from_properties(
            {
                "broker.id": "0",
                "zookeeper.connect": address,
                "zookeeper.session.timeout.ms": str(SESSION_TIMEOUT_MS),
                "listeners": "PLAINTEXT://127.0.0.1:0",
                "log.dirs": str(tmp_path / "logs"),
            }
        )
        stranger = KazooZk(address, session_timeout_ms=20_000)
        await stranger.start(5000)
        ready = asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(_outcome(machine_broker(config), ready))
            await ready.wait()
            node = paths.broker_id(0)
            data, stat = await stranger.get(node)
            await stranger.multi([DeleteOp(node), CreateOp(node, data, ephemeral=True)])
            server.expire_session(stat.ephemeral_owner)
        assert "broker 0 lost its registration, and another broker with broker.id=0 is running" in running.result()
        assert (await stranger.exists(node)).ephemeral_owner == stranger.session_id
        await stranger.close()
    assert (tmp_path / "logs" / ".kafka_cleanshutdown").exists(), "its logs are flushed"


async def _outcome(broker: Broker, ready: asyncio.Event) -> str:
    with pytest.raises(BrokerEnded) as ended:
        await broker.run(lambda _: ready.set())
    return str(ended.value)

"""The admin endpoint of running brokers."""

from __future__ import annotations

import asyncio
import sys

from kavka import LocalCluster
from tests.integration.web import ask


async def test_every_broker_says_whether_it_is_ready_and_shows_its_metrics():
    async with LocalCluster(2, in_loop=True) as cluster:
        shown = cluster.state.public()
        assert shown["admin"] == shown["brokers"][0]["admin"]
        for broker in shown["brokers"]:
            health = await ask(f"{broker['admin']}/health")
            assert (health.status, health.json()["broker"], health.json()["ready"]) == (200, broker["id"], True)
        texts = [(await ask(url)).body.decode() for url in shown["metrics"]]
        name = "kafka_controller_kafkacontroller_activecontrollercount"
        assert sorted(line for text in texts for line in text.splitlines() if line.startswith(name)) == [
            f"{name} 0.0",
            f"{name} 1.0",
        ]
        assert 'kafka_network_requestmetrics_requests_total{request="UpdateMetadata"}' in texts[0]


async def test_no_listener_no_endpoint():
    async with LocalCluster(1, in_loop=True, config={"kavka.admin.listener": ""}) as cluster:
        assert cluster.state.public()["admin"] is None
        assert cluster.state.public()["metrics"] == []


async def test_a_process_starts_without_what_only_its_endpoint_needs():
    code = "import sys, broker.app; print(sorted({'h11', 'prometheus_client'} & set(sys.modules)))"

    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    assert output.strip() == b"[]"

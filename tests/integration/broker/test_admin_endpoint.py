"""The admin endpoint of running brokers."""

from __future__ import annotations

import asyncio
import sys

from kavka import Admin, Consumer, LocalCluster, NewTopic, Producer, TopicPartition
from tests.support.http.web import ask


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
    code = "import sys, kavka.broker.app; print(sorted({'h11', 'prometheus_client'} & set(sys.modules)))"

    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    assert output.strip() == b"[]"


_CONSOLE_WHEN = """
import asyncio, sys

from kavka.local.cluster import LocalCluster
from tests.support.http.web import ask


def loaded():
    return sorted(name for name in sys.modules if name.startswith("kavka.console."))


async def main():
    async with LocalCluster(1, in_loop=True) as cluster:
        print(*loaded())
        await ask(f"{cluster.brokers[0].admin}/health")
        print(*loaded())
        print((await ask(f"{cluster.brokers[0].admin}/console")).status)


asyncio.run(main())
"""


async def test_a_start_loads_nothing_of_the_console_and_the_first_request_its_routes_alone():
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", _CONSOLE_WHEN, stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    assert output.decode().splitlines() == ["", "kavka.console.routes", "200"]


def sample(text: str, name: str) -> float:
    """The value of one series, as a scraper would read it."""
    return float(next(line for line in text.splitlines() if line.startswith(f"{name} ")).rpartition(" ")[2])


async def test_what_clients_do_is_counted_by_the_names_that_dashboards_use():
    config = {"kavka.metrics.partitions": "seen"}
    async with LocalCluster(1, in_loop=True, config=config) as cluster:
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="seen", num_partitions=1)])
        async with Producer(cluster.bootstrap) as producer:
            for number in range(10):
                await producer.send("seen", b"%d" % number)
            await producer.flush()
        async with Consumer(cluster.bootstrap) as consumer:
            await consumer.assign([TopicPartition("seen", 0)], start="earliest")
            count = 0
            while count < 10:
                count += sum(map(len, (await consumer.poll()).values()))
        [url] = cluster.state.public()["metrics"]
        text = (await ask(url)).body.decode()
    topic = 'kafka_server_brokertopicmetrics_%s_total{topic="seen"}'
    assert sample(text, topic % "messagesin") == 10
    assert sample(text, topic % "bytesin") == sample(text, topic % "bytesout") > 10
    assert sample(text, 'kafka_network_requestmetrics_requests_total{request="Produce"}') >= 1
    assert 0 < sample(text, 'kafka_network_requestmetrics_totaltimems{quantile="0.99",request="Produce"}') < 60_000
    assert sample(text, 'kafka_topic_partition_current_offset{partition="0",topic="seen"}') == 10
    assert sample(text, 'kafka_log_log_logendoffset{partition="0",topic="seen"}') == 10
    assert sample(text, "kafka_controller_kafkacontroller_globaltopiccount") == 1
    assert sample(text, 'kavka_timing_wheel_added_total{delayedOperation="Fetch"}') >= 0

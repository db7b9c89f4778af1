"""kavka's image without an engine: its entry point with the variables of Kafka's images and nothing else around it."""

from __future__ import annotations

import pytest

from kavka import Admin, Consumer, NewTopic, Producer
from tests.support.container.node import READY, ContainerNode, ImageRoot
from tests.support.container.testcontainers import MODULES, Ports
from tests.support.processes.cluster import reserve_ports

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

CLUSTER_ID = "4L6g3nShT-eMCtK--X86sw"


def combined(node_id, ports, voters, data, **others):
    """A node of apache/kafka's compose files, of which each is broker and controller; ports instead of host names."""
    inner, quorum, mapped = ports
    return {
        "KAFKA_NODE_ID": str(node_id),
        "KAFKA_PROCESS_ROLES": "broker,controller",
        "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,PLAINTEXT_HOST:PLAINTEXT",
        "KAFKA_CONTROLLER_QUORUM_VOTERS": voters,
        "KAFKA_LISTENERS": f"PLAINTEXT://:{inner},CONTROLLER://:{quorum},PLAINTEXT_HOST://:{mapped}",
        "KAFKA_INTER_BROKER_LISTENER_NAME": "PLAINTEXT",
        "KAFKA_ADVERTISED_LISTENERS": f"PLAINTEXT://localhost:{inner},PLAINTEXT_HOST://localhost:{mapped}",
        "KAFKA_CONTROLLER_LISTENER_NAMES": "CONTROLLER",
        "CLUSTER_ID": CLUSTER_ID,
        "KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR": "1",
        "KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS": "0",
        "KAFKA_TRANSACTION_STATE_LOG_MIN_ISR": "1",
        "KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR": "1",
        "KAFKA_LOG_DIRS": str(data),
        **others,
    }


async def produce(bootstrap, value):
    async with Producer(bootstrap) as producer:
        await producer.send_and_wait("orders", value)


async def consumed(bootstrap, count):
    async with Consumer(bootstrap) as consumer:
        await consumer.assign(await consumer.partitions_for("orders"), start="beginning")
        values = []
        async for record in consumer:
            values.append(record.value)
            if len(values) == count:
                return values


async def test_apache_kafkas_single_node_keeps_its_records(tmp_path, request):
    first = reserve_ports(request.node, 3)
    ports = range(first, first + 3)
    environment = combined(1, ports, f"1@localhost:{ports[1]}", tmp_path / "data")
    bootstrap = f"localhost:{ports[2]}"
    (tmp_path / "node").mkdir()
    before = ContainerNode(tmp_path / "node", environment).health()
    assert (before.returncode, before.stdout) == (1, "unhealthy: it has not started yet, or has stopped\n")
    with ContainerNode(tmp_path / "node", environment) as node:
        node.wait_for(READY)
        assert node.health().returncode == 0
        async with Admin(bootstrap) as admin:
            assert (await admin.describe_cluster()).cluster_id == CLUSTER_ID
        await produce(bootstrap, b"before the stop")
        node.stop(expect=0)
        assert node.health().returncode == 1
    with ContainerNode(tmp_path / "node", environment) as node:
        node.wait_for(READY)
        assert await consumed(bootstrap, 1) == [b"before the stop"]
        node.end()
    with ContainerNode(tmp_path / "node", environment) as node:
        node.wait_for(READY)
        await produce(bootstrap, b"after the kill")
        assert await consumed(bootstrap, 2) == [b"before the stop", b"after the kill"]
        assert " WARNING " not in node.output


async def test_apache_kafkas_three_nodes_are_one_cluster(tmp_path, request):
    first = reserve_ports(request.node, 9)
    ports = {node_id: range(first + 3 * node_id - 3, first + 3 * node_id) for node_id in (1, 2, 3)}
    voters = ",".join(f"{node_id}@localhost:{ports[node_id][1]}" for node_id in ports)

    def node(node_id):
        data = tmp_path / f"data-{node_id}"
        return ContainerNode(tmp_path / f"node-{node_id}", combined(node_id, ports[node_id], voters, data))

    with node(3) as third, node(2) as second, node(1) as keeper:  # the keeper last: the others wait for it
        for one in (keeper, second, third):
            one.wait_for(READY)
        assert "the whole cluster's ZooKeeper runs on this node" in keeper.output
        bootstrap = f"localhost:{ports[2][2]}"
        async with Admin(bootstrap) as admin:
            assert {broker.broker_id for broker in (await admin.describe_cluster()).brokers} == {1, 2, 3}
            await admin.create_topics([NewTopic(name="orders", num_partitions=1, replication_factor=3)])
        await produce(bootstrap, b"on three")
        assert await consumed(f"localhost:{ports[3][2]}", 1) == [b"on three"]
        third.stop(expect=0)
        second.stop(expect=0)
        keeper.stop(expect=0)


@pytest.mark.parametrize("name", MODULES)
async def test_testcontainers_starts_it(name, tmp_path, request):
    module = MODULES[name]
    image = ImageRoot(tmp_path / "root")
    ports = Ports(*range(first := reserve_ports(request.node, 4), first + 4))
    environment = module.variables(ports) | {"KAFKA_LOG_DIRS": str(tmp_path / "data")}
    run = module.run.format(path=image.moved(module.path))
    command = ["/bin/sh", "-c", f"while [ ! -f {image.moved(module.path)} ]; do sleep 0.1; done; {run}"]
    with ContainerNode(tmp_path / "node", environment, command, path=[image.commands]) as node:
        image.place(module.path, module.script(ports), 0o777)
        node.wait_for(module.log)
        await produce(f"localhost:{ports.mapped}", b"from a test")
        assert await consumed(f"localhost:{ports.mapped}", 1) == [b"from a test"]


def test_a_mistake_is_one_line(tmp_path):
    node = ContainerNode(tmp_path, {"KAFKA_PROCESS_ROLES": "broker"})
    with node:
        assert node.wait() == 1
    (line,) = node.output.splitlines()
    assert line.startswith("kavka: cannot start: process.roles=broker, and nothing says where the controllers are")


def test_a_broker_that_will_not_start_ends_the_container(tmp_path):
    node = ContainerNode(tmp_path, {"KAFKA_NUM_PARTITIONS": "-3", "KAFKA_LOG_DIRS": str(tmp_path / "data")})
    with node:
        assert node.wait() == 1
    assert "cannot start the broker" in node.output
    assert "Traceback" not in node.output

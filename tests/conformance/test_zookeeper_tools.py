"""ZooKeeper's own shell and Kafka's own ZooKeeper tools: the embedded server answers them as the real one does."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from kavka.zk import paths
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.ops import Stat
from tests.support.kafka import kafka_tools
from tests.support.processes.cluster import ZooKeeperProcess, missing

pytestmark = [pytest.mark.conformance]

SHELL = "org.apache.zookeeper.ZooKeeperMain"
CONFIGS = "kafka.admin.ConfigCommand"

COMMANDS = """
create /conf hello
create /conf again
create /nope/x
get -s /conf
create -e /conf/e ephemeral
create -s /conf/s- first
create -s /conf/s- second
create -e -s /conf/es- third
create /conf/e/child
create -c /conf/container x
create /conf/container/child y
create -t 100000 /conf/ttl x
ls /conf
ls -s /conf
ls -R /conf
stat /conf/e
set -s /conf new
set -v 99 /conf never
set -v 1 /conf versioned
get /conf
get /conf/nope
stat /conf/nope
create /conf/null
get -s /conf/null
getAcl -s /conf
create /conf/mine d digest:me:016djjlksVQS5RgX3M7biBGyYwY=:cdrwa
get /conf/mine
getAcl /conf/mine
create /conf/readable x world:anyone:r
set /conf/readable y
create /conf/bad x nobody:me:r
addauth digest me:secret
get /conf/mine
getAcl /conf/mine
setAcl /conf/readable world:anyone:cdrwa
setAcl -R /conf/container auth:me:secret:cdrwa
getAcl /conf/container/child
getEphemerals /conf/es
getAllChildrenNumber /conf
config
reconfig -remove 1
removewatches /conf
sync /conf
setquota -n 30 /conf/container
delquota /conf/container
delete /conf
delete -v 7 /conf/null
delete /conf/null
delete /
delete /zookeeper
create /conf//double x
deleteall /conf
ls /conf
version
quit
"""

VARIABLE = [
    (re.compile(r"0x[0-9a-f]+"), "ZXID"),
    (re.compile(r"time = .*"), "time"),
    (re.compile(r"127\.0\.0\.1:\d+"), "ADDRESS"),
    (re.compile(r"^.*(log4j|SLF4J|WARN|INFO).*$", re.MULTILINE), ""),
]
"""What differs between two servers that agree, and the tools' own chatter."""


def shell(tools: kafka_tools.KafkaTools, address: str) -> str:
    """What the shell prints about `COMMANDS`: answers, then refusals."""
    command = ["java", "-Xmx128m", "-cp", f"{tools.jars}/*", SHELL, "-server", address]
    done = subprocess.run(
        command, input=COMMANDS, capture_output=True, text=True, timeout=kafka_tools.TOOL_SECONDS_MAX, check=False
    )
    text = f"{done.stdout}\n--- stderr\n{done.stderr}"
    for pattern, instead in VARIABLE:
        text = pattern.sub(instead, text)
    return text


@pytest.fixture(scope="module")
def real_zookeeper(tmp_path_factory):
    if not ZooKeeperProcess.is_installed():
        missing("Debian's package zookeeper")
    process = ZooKeeperProcess(tmp_path_factory.mktemp("conformance-zookeeper") / "data")
    process.start()
    yield process
    process.stop()


def test_zookeepers_shell_sees_no_difference(tools, broker, real_zookeeper):
    expected = shell(tools, real_zookeeper.address)
    assert "Created /conf/s-0000000002" in expected, expected
    assert "Insufficient permission : /conf/mine" in expected, expected
    assert shell(tools, broker.zookeeper) == expected


PATHS = {
    "controller": paths.CONTROLLER,
    "controller epoch": paths.CONTROLLER_EPOCH,
    "broker": paths.broker_id(0),
    "topic": paths.topic("looked-at"),
    "partition state": paths.partition_state("looked-at", 1),
    "topic's settings": paths.config("topics", "looked-at"),
    "cluster id": paths.CLUSTER_ID,
}


async def read(address: str) -> dict[str, tuple[str, Stat]]:
    """What the nodes of `PATHS` hold, as our own client reads them."""
    zk = KazooZk(address)
    await zk.start(10_000)
    try:
        nodes = {name: await zk.get(path) for name, path in PATHS.items()}
        return {name: (data.decode(), stat) for name, (data, stat) in nodes.items()}
    finally:
        await zk.close()


@pytest.mark.parametrize(
    ("release", "main_class"),
    [("3.9.1", "org.apache.zookeeper.ZooKeeperMainWithTlsSupportForKafka"), ("2.0.0", SHELL)],
    ids=["zookeeper-shell-3.9", "zookeeper-shell-2.0"],
)
async def test_kafkas_zookeeper_shell_reads_what_we_wrote(tools, old_tools, broker, release, main_class):
    create = ("--create", "--if-not-exists", "--topic", "looked-at", "--partitions", "2", "--config", "retention.ms=7")
    tools.run(kafka_tools.TOPICS, "--bootstrap-server", broker.bootstrap, *create)
    nodes = await read(broker.zookeeper)
    commands = [f"{verb} {path}" for path in PATHS.values() for verb in ("get", "stat")]
    commands += ["ls /brokers/topics/looked-at/partitions", "ls /brokers/ids", "quit"]
    shell_tools = tools if release == "3.9.1" else old_tools
    printed = shell_tools.run(main_class, "-server", broker.zookeeper, stdin="\n".join(commands) + "\n")
    lines = printed.splitlines()
    for name, (data, stat) in nodes.items():
        assert data in lines, f"{name}: {data}\n{printed}"
        if release != "2.0.0":  # which prints these elsewhere
            assert f"cZxid = {stat.czxid:#x}" in lines, f"{name}\n{printed}"
            assert f"mZxid = {stat.mzxid:#x}" in lines, name
            assert f"ephemeralOwner = {stat.ephemeral_owner:#x}" in lines, name
    assert "[0, 1]" in lines
    assert "[0]" in lines
    assert nodes["controller"][1].ephemeral_owner == nodes["broker"][1].ephemeral_owner != 0
    assert json.loads(nodes["topic's settings"][0])["config"] == {"retention.ms": "7"}


@pytest.mark.parametrize(
    ("entity", "setting", "shown"),
    [
        (("--entity-type", "brokers", "--entity-name", "77"), "log.cleaner.threads=2", "log.cleaner.threads=2"),
        (("--entity-type", "users", "--entity-name", "alice"), "SCRAM-SHA-256=[password=secret]", "stored_key="),
    ],
)
def test_kafkas_config_tool_writes_and_reads_through_the_embedded_server(tools, broker, entity, setting, shown):
    def configs(*arguments: str) -> str:
        return tools.run(CONFIGS, "--zookeeper", broker.zookeeper, *entity, *arguments)

    assert "Completed updating config" in configs("--alter", "--add-config", setting)
    assert shown in configs("--describe")
    configs("--alter", "--delete-config", setting.partition("=")[0])
    assert shown not in configs("--describe")

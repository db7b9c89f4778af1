"""Kafka's own tools on partitions that grow and shrink; its dump-log over what roll, retention and deletion leave."""

from __future__ import annotations

import json

import pytest

from tests.support.clients.foreign import KCAT
from tests.support.kafka import kafka_tools
from tests.support.kafka.dump_log import check
from tests.support.processes.cluster import KavkaProcess, wait_until

pytestmark = [pytest.mark.conformance]


@pytest.fixture
def run(tools, broker):
    def call(tool, *arguments):
        return tools.run(tool, "--bootstrap-server", broker.bootstrap, *arguments)

    return call


def write(broker, topic, values):
    """Small batches, so that there is something to roll."""
    lines = "".join(f"{value}\n" for value in values).encode()
    KCAT.run("-P", "-b", broker.bootstrap, "-t", topic, "-p", "0", "-X", "batch.num.messages=10", stdin=lines)


def test_topics_alter_adds_partitions(run):
    run(kafka_tools.TOPICS, "--create", "--topic", "grows", "--partitions", "2")
    run(kafka_tools.TOPICS, "--alter", "--topic", "grows", "--partitions", "5")
    run(kafka_tools.TOPICS, "--alter", "--topic", "grows", "--partitions", "6", "--replica-assignment", "0,0,0,0,0,0")
    described = run(kafka_tools.TOPICS, "--describe", "--topic", "grows")
    assert "PartitionCount: 6" in described
    assert described.count("Leader: 0") == 6
    with pytest.raises(AssertionError, match="which is higher than the requested 3"):
        run(kafka_tools.TOPICS, "--alter", "--topic", "grows", "--partitions", "3")


def test_delete_records_and_log_dirs(run, broker, tmp_path):
    run(kafka_tools.TOPICS, "--create", "--topic", "shrinks")
    write(broker, "shrinks", range(100))
    wanted = tmp_path / "delete.json"

    def delete(offset):
        partitions = [{"topic": "shrinks", "partition": 0, "offset": offset}]
        wanted.write_text(json.dumps({"partitions": partitions, "version": 1}))
        return run(kafka_tools.DELETE_RECORDS, "--offset-json-file", str(wanted))

    assert "low_watermark: 42" in delete(42)
    assert run(kafka_tools.GET_OFFSETS, "--topic", "shrinks", "--time", "earliest").split() == ["shrinks:0:42"]
    assert "OffsetOutOfRange" in delete(1000)
    assert "low_watermark: 100" in delete(-1)

    described = json.loads(run(kafka_tools.LOG_DIRS, "--describe", "--topic-list", "shrinks").splitlines()[-1])
    (node,) = described["brokers"]
    (log_dir,) = node["logDirs"]
    (partition,) = log_dir["partitions"]
    assert (partition["partition"], partition["offsetLag"], partition["isFuture"]) == ("shrinks-0", 0, False)
    folder = broker.data_dir / "broker-0" / "shrinks-0"
    assert partition["size"] == sum(path.stat().st_size for path in folder.glob("*.log")) > 0
    assert log_dir["error"] is None


def test_dump_log_after_roll_retention_deletion_and_restart(tools, tmp_path):
    settings = {
        "log.segment.bytes": "16384",
        "log.index.interval.bytes": "512",
        "log.retention.check.interval.ms": "200",
        "log.segment.delete.delay.ms": "0",
    }
    process = KavkaProcess(tmp_path / "data", config=settings)
    process.start()
    try:
        folder = process.data_dir / "broker-0" / "t-0"
        write(process, "t", [f"{number} {'x' * 200}" for number in range(500)])
        assert check(tools, folder) == list(range(500))
        assert len(list(folder.glob("*.log"))) > 5
        settle = kafka_tools.CONFIGS, "--bootstrap-server", process.bootstrap, "--alter", "--topic", "t"
        tools.run(*settle, "--add-config", "retention.bytes=50000")
        wait_until(lambda: size_of_logs(folder) < 70_000, "retention drops segments")
        left = check(tools, folder)
        assert left == list(range(left[0], 500))
        assert left[0] > 0
        tools.run(*settle, "--delete-config", "retention.bytes")
        wanted = tmp_path / "delete.json"
        partitions = [{"topic": "t", "partition": 0, "offset": 450}]
        wanted.write_text(json.dumps({"partitions": partitions, "version": 1}))
        tools.run(
            kafka_tools.DELETE_RECORDS, "--bootstrap-server", process.bootstrap, "--offset-json-file", str(wanted)
        )
        left = check(tools, folder)
        assert left == list(range(left[0], 500))
        assert 400 < left[0] <= 450
        assert process.stop() == 0
        process.start()
        write(process, "t", [f"{number} {'x' * 200}" for number in range(500, 600)])
        assert check(tools, folder) == list(range(left[0], 600))
        read = KCAT.run("-C", "-q", "-e", "-b", process.bootstrap, "-t", "t", "-p", "0", "-o", "beginning", "-f", "%o ")
        assert [int(offset) for offset in read.split()] == list(range(450, 600))
    finally:
        process.stop()


def size_of_logs(folder):
    return sum(path.stat().st_size for path in folder.glob("*.log"))

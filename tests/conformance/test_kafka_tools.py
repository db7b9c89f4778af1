"""Kafka's own tools against this broker, and its dump-log over this broker's files."""

from __future__ import annotations

import pytest

from tests.support.kafka import kafka_tools
from tests.support.kafka.dump_log import dumped_offsets
from tests.support.log.building import LogBench
from tests.support.log.transacting import end, write

pytestmark = [pytest.mark.conformance]

LINES = [f"key-{i}:value-{i}" for i in range(500)]


def test_topics_are_created_described_and_deleted(tools, broker):
    def topics(*arguments):
        return tools.run(kafka_tools.TOPICS, "--bootstrap-server", broker.bootstrap, *arguments)

    topics("--create", "--topic", "made-by-java", "--partitions", "3", "--config", "retention.ms=3600000")
    described = topics("--describe", "--topic", "made-by-java")
    assert "PartitionCount: 3" in described
    assert "retention.ms=3600000" in described
    assert "made-by-java" in topics("--list").split()
    topics("--delete", "--topic", "made-by-java")
    assert "made-by-java" not in topics("--list").split()


@pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4", "zstd"])
def test_console_producer_and_consumer(tools, broker, compression):
    topic = f"console-{compression}"
    tools.run(
        kafka_tools.CONSOLE_PRODUCER,
        *("--bootstrap-server", broker.bootstrap, "--topic", topic, "--compression-codec", compression),
        *("--property", "parse.key=true", "--property", "key.separator=:"),
        stdin="\n".join(LINES) + "\n",
    )
    read = tools.run(
        kafka_tools.CONSOLE_CONSUMER,
        *("--bootstrap-server", broker.bootstrap, "--topic", topic, "--partition", "0", "--offset", "earliest"),
        *("--max-messages", str(len(LINES)), "--timeout-ms", "30000"),
        *("--property", "print.key=true", "--property", "key.separator=:"),
    )
    assert read.splitlines() == LINES


def test_get_offsets_sees_the_end(tools, broker):
    tools.run(
        kafka_tools.CONSOLE_PRODUCER, "--bootstrap-server", broker.bootstrap, "--topic", "counted", stdin="a\nb\nc\n"
    )
    printed = tools.run(kafka_tools.GET_OFFSETS, "--bootstrap-server", broker.bootstrap, "--topic", "counted")
    assert printed.split() == ["counted:0:3"]


def test_dump_log_reads_segments_and_indexes_without_a_complaint(tools, broker):
    tools.run(
        kafka_tools.TOPICS,
        *("--bootstrap-server", broker.bootstrap, "--create", "--topic", "dumped"),
        *("--config", "segment.bytes=16384", "--config", "index.interval.bytes=512"),
    )
    tools.run(
        kafka_tools.CONSOLE_PRODUCER,
        *("--bootstrap-server", broker.bootstrap, "--topic", "dumped", "--batch-size", "1000"),
        stdin="\n".join(f"line {i} {'x' * 80}" for i in range(1000)) + "\n",
    )
    folder = broker.data_dir / "broker-0" / "dumped-0"
    segments = sorted(folder.glob("*.log"))
    assert len(segments) > 1
    offsets = [offset for segment in segments for offset in dumped_offsets(tools, segment)]
    assert offsets == list(range(1000))
    for index in [*folder.glob("*.index"), *folder.glob("*.timeindex")]:
        printed = tools.run(kafka_tools.DUMP_LOG, "--files", str(index), "--index-sanity-check")
        # The active segment's newest entries are still in memory while the broker runs: its file may have none yet.
        is_active = index.stem == segments[-1].stem
        assert "passed sanity check" in printed or (is_active and "is empty" in printed), printed
        printed = tools.run(kafka_tools.DUMP_LOG, "--files", str(index), "--verify-index-only")
        assert "mismatch" not in printed.lower(), printed


def test_dump_log_reads_transactions_and_producers(tools, tmp_path):
    bench = LogBench(tmp_path)
    try:
        log = bench.open()
        write(log, 11, 0, b"lost")
        write(log, 12, 0, b"open", epoch=2)
        end(log, 11, commit=False, coordinator_epoch=5)
        log.close()
    finally:
        bench.close()

    def dumped(suffix):
        [path] = bench.directory.glob(f"*{suffix}")
        return tools.run(
            kafka_tools.DUMP_LOG, "--files", str(path), *(["--deep-iteration"] if suffix == ".log" else [])
        )

    assert "endTxnMarker: ABORT coordinatorEpoch: 5" in dumped(".log")
    assert "producerId: 11 firstOffset: 0 lastOffset: 2 lastStableOffset: 1" in dumped(".txnindex")
    producers = [line for line in dumped(".snapshot").splitlines() if line.startswith("producerId: ")]
    assert [line.split()[1] for line in producers] == ["11", "12"]
    assert "coordinatorEpoch: 5 currentTxnFirstOffset: OptionalLong.empty" in producers[0]
    assert "producerEpoch: 2 coordinatorEpoch: -1 currentTxnFirstOffset: OptionalLong[1]" in producers[1]

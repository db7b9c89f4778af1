"""What Kafka's dump-log says of a folder's segments and indexes."""

from __future__ import annotations

from pathlib import Path

from tests.support.kafka import kafka_tools
from tests.support.kafka.kafka_tools import KafkaTools


def check(tools: KafkaTools, folder: Path) -> list[int]:
    """The offsets that dump-log finds; its complaints about any file are failures."""
    check_indexes(tools, folder)
    return dumped_offsets(tools, ",".join(map(str, sorted(folder.glob("*.log")))))


def check_indexes(tools: KafkaTools, folder: Path) -> None:
    """Every index of a log, in one run of dump-log."""
    indexes = ",".join(str(path) for path in sorted([*folder.glob("*.index"), *folder.glob("*.timeindex")]))
    printed = tools.run(kafka_tools.DUMP_LOG, "--files", indexes, "--verify-index-only")
    assert "mismatch" not in printed.lower(), printed


def dumped_offsets(tools: KafkaTools, segment: object) -> list[int]:
    """The offsets of the records that Kafka's dump-log finds in one segment."""
    printed = tools.run(kafka_tools.DUMP_LOG, "--files", str(segment), "--deep-iteration")
    assert "isvalid: false" not in printed
    assert "Found" not in printed, printed
    return [int(line.split("offset: ")[1].split()[0]) for line in printed.splitlines() if line.startswith("| offset")]

"""The audit of a real cluster: sound while it runs; then stopped, and a byte, a replica and a tail spoilt by hand."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from kavka import Admin, NewTopic, Producer
from kavka.pipeline.audit import replica_scan
from kavka.pipeline.audit.findings import judge
from kavka.pipeline.audit.replica_scan import scan_replica
from kavka.pipeline.audit.run import AuditJob, run_audit
from kavka.pipeline.audit.survey import Survey
from kavka.pipeline.audit.targets import Place, WireTarget
from kavka.protocol.records.batch import BatchBuilder, iter_headers, iter_records
from tests.support.processes.cluster import KavkaProcess

pytestmark = [pytest.mark.slow]

RECORDS = 12_000
"""In each partition: more than a window."""
SEGMENTS = {"segment.bytes": "300000"}


async def fill(bootstrap):
    async with Admin(bootstrap) as admin:
        topic = NewTopic(name="orders", num_partitions=2, replication_factor=2, configs=SEGMENTS)
        await admin.create_topics([topic])
    async with Producer(bootstrap, linger_ms=20, batch_bytes=20_000) as producer:
        for number in range(RECORDS):
            for partition in (0, 1):
                value = b"v%06d" % number * 8
                await producer.send("orders", value, key=b"k%d" % (number % 7), partition=partition)
        await producer.flush()


class Audited(NamedTuple):
    """What was seen while the cluster ran, and the data that it left when it stopped."""

    survey: Survey
    absent: list[dict]
    beyond: list[dict]
    data: Path


def scan(bootstrap, broker, end):
    client = {"bootstrap.servers": bootstrap, "default.api.timeout.ms": "1500"}
    target = WireTarget(Place(broker, "orders", 0, -1), tuple(client.items()), 0, end)
    return scan_replica(target).to_pylist()


@pytest.fixture(scope="module")
def audited(spark, tmp_path_factory):
    data = tmp_path_factory.mktemp("audited") / "data"
    process = KavkaProcess(data, brokers=2)
    process.start()
    try:
        asyncio.run(fill(process.bootstrap))
        client = {"bootstrap.servers": process.bootstrap}
        survey = run_audit(spark, AuditJob(client=client, topics=("orders",), is_deep=True))
        absent = scan(process.bootstrap, "9", RECORDS)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(replica_scan, "BEHIND_MS_MAX", 100)
            beyond = scan(process.bootstrap, "1", RECORDS + 5)
    finally:
        assert process.stop() == 0, process.log()
    return Audited(survey, absent, beyond, data)


def segments(data, broker, partition):
    return sorted((data / f"broker-{broker}" / f"orders-{partition}").glob("*.log"))


def flip_a_byte(path):
    """In the value of a record in the middle of a segment; returns the offset of its batch."""
    content = bytearray(path.read_bytes())
    position, header = list(iter_headers(content))[3]
    content[position + header.size_in_bytes - 10] ^= 0x20
    path.write_bytes(content)
    return header.base_offset, position


def diverge(path):
    """Another value with a right checksum, as a leader of the same epoch would have written it."""
    content = path.read_bytes()
    position, header = list(iter_headers(content))[2]
    end = position + header.size_in_bytes
    builder = BatchBuilder(
        base_offset=header.base_offset,
        producer_id=header.producer_id,
        producer_epoch=header.producer_epoch,
        base_sequence=header.base_sequence,
        partition_leader_epoch=header.partition_leader_epoch,
    )
    for record in iter_records(content[position:end]):
        value = record.value.replace(b"v", b"w")
        builder.append(timestamp=record.timestamp, key=record.key, value=value, headers=record.headers)
    path.write_bytes(content[:position] + bytes(builder.build()) + content[end:])
    return header.base_offset


def tear(path):
    """Half of the segment's last batch once more."""
    content = path.read_bytes()
    position, header = list(iter_headers(content))[-1]
    path.write_bytes(content + content[position : position + header.size_in_bytes // 2])
    return len(content)


def clean_apart(data):
    """A topic that only broker 1 has cleaned; one record that both kept is not the same. Returns its offset."""
    for broker, kept in ((0, range(20)), (1, range(0, 20, 2))):
        builder = BatchBuilder(base_offset=0, partition_leader_epoch=0)
        for offset in kept:
            value = b"other" if (broker, offset) == (1, 6) else b"value"
            builder.append(timestamp=offset, key=b"k%d" % offset, value=value, offset_delta=offset)
        folder = data / f"broker-{broker}" / "cleaned-0"
        folder.mkdir()
        (folder / "00000000000000000000.log").write_bytes(builder.build(last_offset_delta=19))
        (folder / "leader-epoch-checkpoint").write_text("0\n1\n0 0\n")
        (folder.parent / "cleaner-offset-checkpoint").write_text("0\n1\ncleaned 0 20\n")
    return 6


def test_replicas_over_the_wire_are_whole_and_the_same(audited):
    survey = audited.survey
    assert judge(survey) == []
    assert [(one.broker, one.partition, one.begin, one.end, one.records) for one in survey.replicas] == [
        (broker, partition, 0, RECORDS, RECORDS) for partition in (0, 1) for broker in "01"
    ]
    assert {(row.key, row.topic) for row in survey.keys} == {(b"k%d" % number, "orders") for number in range(7)}
    assert sum(row.records for row in survey.keys) == 2 * RECORDS, "one replica of each partition"
    [codec] = survey.codecs
    assert (codec.codec, codec.records, codec.stored_bytes) == ("none", 2 * RECORDS, codec.inflated_bytes)


def test_a_broker_that_cannot_be_asked_or_is_behind_is_a_fault(audited):
    assert [(fault["kind"], fault["offset"]) for row in audited.absent for fault in row["faults"]] == [
        ("unreadable", 0)
    ]
    assert sum(row["records"] for row in audited.beyond) == RECORDS
    found = [(fault["kind"], fault["offset"]) for row in audited.beyond for fault in row["faults"]]
    assert found == [("behind", RECORDS)]


def test_a_flipped_byte_a_diverged_replica_and_a_torn_tail_are_found(spark, audited, tmp_path):
    data = Path(shutil.copytree(audited.data, tmp_path / "data"))
    offset, position = flip_a_byte(segments(data, 0, 0)[1])
    other = diverge(segments(data, 1, 1)[0])
    end = tear(segments(data, 0, 1)[-1])
    cleaned = clean_apart(data)
    survey = run_audit(spark, AuditJob(paths=(data,), topics=("orders", "cleaned")))
    found = [(one.level.name, one.kind, one.partition, one.broker, one.offset, one.position) for one in judge(survey)]
    assert found == [
        ("WRONG", "differs", 0, "0 1", cleaned, None),
        ("WRONG", "crc", 0, "0", offset, position),
        ("WRONG", "differs", 0, "0", offset, None),
        ("WRONG", "differs", 1, "0 1", other, None),
        ("WRONG", "torn tail", 1, "0", RECORDS, end),
    ]
    whole = sum(path.stat().st_size for path in data.glob("broker-*/*-*/*.log") if "__" not in str(path))
    assert survey.bytes == whole - (segments(data, 0, 1)[-1].stat().st_size - end)
    assert {cell.broker for cell in survey.cells if cell.differs} == {"0", "1"}

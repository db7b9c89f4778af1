"""What a cluster may never do to records, checked at the end of a fault: pure rules, and reading what they are about.

    python -m tests.support.faults.checker BOOTSTRAP TOPIC [--acknowledged FILE]

reads the topic from every replica (as Kafka's own verification tool does: with the replica id of a debugging consumer,
which followers answer, too) and prints what is wrong; FILE has a line "partition offset value" for each record that a
producer was told was written. The rules, each a sentence of `complaints`:

    lost         an acknowledged record is not where the acknowledgement said
    unlike       two replicas differ in a byte below both their high watermarks
    gap          offsets of a replica do not follow on each other
    taken back   a consumer was served a record that is not there, or not that one
    disordered   records of one producer stand in another order than they were sent in; without idempotence a record
                 may stand twice, and its first place counts
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kavka import Admin, TopicPartition
from kavka.client.connection import Connection
from kavka.protocol.messages import FetchRequest
from kavka.protocol.records.reader import iter_records

DEBUGGING_CONSUMER = -2
FETCH_VERSION = 8
FETCH_VERSION_OF_KAFKA = 11
"""From this version on followers of Apache Kafka 2.4 and later answer, too (KIP-392)."""
FETCH_BYTES = 4 * 1024 * 1024
EMPTY_ANSWERS_MAX = 100

_BATCH_HEAD = struct.Struct(">qi")
_LAST_OFFSET_DELTA = struct.Struct(">i")
_LAST_OFFSET_DELTA_AT = 23
COMPLAINTS_MAX = 10
"""Sentences of one kind and partition; the rest is counted."""

Values = dict[int, bytes]
"""offset → value"""


@dataclass
class Replica:
    """One replica of one partition, up to its high watermark."""

    broker_id: int
    high_watermark: int
    batches: list[tuple[int, int, bytes]]
    """(first offset, last offset, bytes), in order."""

    def values(self) -> Values:
        """Every record's value by its offset."""
        return {
            record.offset: bytes(record.value or b"")
            for _, _, data in self.batches
            for record in iter_records(data)
            if record.offset < self.high_watermark
        }


@dataclass
class History:
    """What clients have seen."""

    acknowledged: dict[TopicPartition, Values] = field(default_factory=dict)
    served: dict[TopicPartition, Values] = field(default_factory=dict)
    sent: dict[TopicPartition, list[bytes]] = field(default_factory=dict)
    """Values in the order in which one producer sent them, one at a time; unique."""


def complaints(history: History, replicas: Mapping[TopicPartition, list[Replica]]) -> list[str]:
    """Everything that is wrong, as sentences; empty when nothing is."""
    found: list[str] = []
    for partition, copies in replicas.items():
        acknowledged = history.acknowledged.get(partition, {})
        served = history.served.get(partition, {})
        kinds = [_unlike(copies)]
        for replica in copies:
            values = replica.values()
            kinds += [
                _missing("lost", replica, acknowledged, values),
                _missing("taken back", replica, served, values, below=replica.high_watermark),
                _gaps(replica, values),
                _disordered(replica, history.sent.get(partition, []), values),
            ]
        for kind in kinds:
            sentences = [f"{partition}: {sentence}" for sentence in kind]
            found += sentences[:COMPLAINTS_MAX]
            if len(sentences) > COMPLAINTS_MAX:
                found.append(f"{partition}: … and {len(sentences) - COMPLAINTS_MAX} more like the last")
    for partition in history.acknowledged.keys() - replicas.keys():
        found.append(f"{partition}: lost: no replica was read")
    return found


def _missing(kind: str, replica: Replica, wanted: Values, values: Values, *, below: int | None = None) -> Iterator[str]:
    for offset, value in sorted(wanted.items()):
        if below is not None and offset >= below:
            continue
        there = values.get(offset)
        if there != value:
            what = "nothing" if there is None else repr(there)
            yield f"{kind}: {value!r} at offset {offset}: broker {replica.broker_id} has {what} there"


def _unlike(copies: Iterable[Replica]) -> Iterator[str]:
    for first, second in itertools.combinations(copies, 2):
        end = min(first.high_watermark, second.high_watermark)
        one, other = ({base: data for base, last, data in replica.batches if last < end} for replica in (first, second))
        start = max(min(one, default=0), min(other, default=0))
        for base in sorted(one.keys() | other.keys()):
            if base >= start and one.get(base) != other.get(base):
                yield f"unlike: brokers {first.broker_id} and {second.broker_id} differ at offset {base}"


def _gaps(replica: Replica, values: Values) -> Iterator[str]:
    for before, after in itertools.pairwise(sorted(values)):
        if after != before + 1:
            yield f"gap: broker {replica.broker_id} has offset {before} and then {after}"


def _disordered(replica: Replica, sent: list[bytes], values: Values) -> Iterator[str]:
    first_place: dict[bytes, int] = {}
    for offset in sorted(values):
        first_place.setdefault(values[offset], offset)
    placed = [(value, first_place[value]) for value in sent if value in first_place]
    for (one, place), (other, next_place) in itertools.pairwise(placed):
        if next_place < place:
            yield f"disordered: broker {replica.broker_id} has {other!r} before {one!r}, which was sent first"


# ---------------------------------------------------------------------------------------------------------- reading


async def read_replicas(
    bootstrap: str, topic: str, *, fetch_version: int = FETCH_VERSION
) -> dict[TopicPartition, list[Replica]]:
    """Every replica of every partition of a topic, from the brokers themselves."""
    async with Admin(bootstrap) as admin:
        (described,) = await admin.describe_topics([topic])
        cluster = await admin.describe_cluster()
    brokers = {broker.broker_id: broker for broker in cluster.brokers}
    found: dict[TopicPartition, list[Replica]] = {}
    for index, info in sorted(described.partitions.items()):
        partition = TopicPartition(topic, index)
        found[partition] = []
        for broker_id in info.replicas:
            broker = brokers[broker_id]
            async with await Connection.open(broker.host, broker.port, client_id="checker") as connection:
                found[partition].append(await read_replica(connection, broker_id, partition, fetch_version))
    return found


async def read_replica(
    connection: Connection, broker_id: int, partition: TopicPartition, fetch_version: int
) -> Replica:
    """One replica, from its broker.

    Raises:
        AssertionError: the broker answers with an error, or has not what its high watermark says.
    """
    replica = Replica(broker_id, 0, [])
    offset = 0
    for _ in range(EMPTY_ANSWERS_MAX):
        data = (await connection.request(_question(partition, offset), version=fetch_version)).responses[0]
        answer = data.partitions[0]
        if answer.error_code == 1 and answer.log_start_offset > offset:
            offset = answer.log_start_offset
            continue
        assert answer.error_code == 0, f"broker {broker_id} answers error {answer.error_code} for {partition}"
        replica.high_watermark = answer.high_watermark
        replica.batches += _batches(bytes(answer.records or b""))
        if replica.batches:
            offset = replica.batches[-1][1] + 1
        if offset >= replica.high_watermark:
            return replica
    raise AssertionError(f"broker {broker_id} does not give {partition} up to {replica.high_watermark}")


def _question(partition: TopicPartition, offset: int) -> FetchRequest:
    asked = FetchRequest.FetchPartition(
        partition=partition.partition, fetch_offset=offset, partition_max_bytes=FETCH_BYTES
    )
    return FetchRequest(
        replica_id=DEBUGGING_CONSUMER,
        max_wait_ms=0,
        min_bytes=0,
        max_bytes=FETCH_BYTES,
        topics=[FetchRequest.FetchTopic(topic=partition.topic, partitions=[asked])],
    )


def _batches(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    position = 0
    while position + _BATCH_HEAD.size <= len(data):
        base, length = _BATCH_HEAD.unpack_from(data, position)
        end = position + _BATCH_HEAD.size + length
        if end > len(data):
            return
        (delta,) = _LAST_OFFSET_DELTA.unpack_from(data, position + _LAST_OFFSET_DELTA_AT)
        yield base, base + delta, data[position:end]
        position = end


def read_acknowledged(path: Path, topic: str) -> dict[TopicPartition, Values]:
    """The lines of a file of acknowledgements."""
    acknowledged: dict[TopicPartition, Values] = {}
    for line in path.read_text().splitlines():
        partition, offset, value = line.split(" ", 2)
        acknowledged.setdefault(TopicPartition(topic, int(partition)), {})[int(offset)] = value.encode()
    return acknowledged


def main() -> int:
    """Checks a topic by hand."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.support.faults.checker", description="Are all replicas alike?"
    )
    parser.add_argument("bootstrap")
    parser.add_argument("topic")
    parser.add_argument("--acknowledged", type=Path, help='lines "partition offset value"')
    options = parser.parse_args()
    history = History()
    if options.acknowledged:
        history.acknowledged = read_acknowledged(options.acknowledged, options.topic)
    replicas = asyncio.run(read_replicas(options.bootstrap, options.topic))
    found = complaints(history, replicas)
    for sentence in found:
        print(sentence)
    count = sum(len(copies) for copies in replicas.values())
    records = sum(max(replica.high_watermark for replica in copies) for copies in replicas.values())
    print(f"{count} replicas of {len(replicas)} partitions, {records} offsets: {'NOT ' if found else ''}all right")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

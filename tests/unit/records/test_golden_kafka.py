"""Records that Kafka itself wrote, in all formats and compressions, read with the values that Kafka reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kavka.protocol.records import CorruptRecords
from kavka.protocol.records.batch import (
    Record,
    decode_control_key,
    decode_marker_value,
    iter_headers,
    iter_records,
    read_header,
    validate_batch,
)
from kavka.protocol.records.message_set import iter_messages

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "records.jsonl"
VECTORS = {vector["name"]: vector for vector in map(json.loads, GOLDEN.read_text(encoding="utf-8").splitlines())}
OF_HEADER = [
    "magic", "base_offset", "last_offset", "max_timestamp", "timestamp_type", "producer_id", "producer_epoch",
    "base_sequence", "partition_leader_epoch", "is_transactional", "is_control",
]  # fmt: skip


def from_hex(text):
    return None if text is None else bytes.fromhex(text)


def expected_records(vector):
    return [
        Record(
            offset,
            timestamp,
            batch["timestamp_type"],
            from_hex(key),
            from_hex(value),
            [(name, from_hex(content)) for name, content in headers],
        )
        for batch in vector["batches"]
        for offset, timestamp, key, value, headers in batch["records"]
    ]


@pytest.mark.parametrize("name", VECTORS)
def test_records_are_what_kafka_reads(name):
    vector = VECTORS[name]
    data = bytes.fromhex(vector["hex"])
    assert list(iter_records(data, include_control=True)) == expected_records(vector)
    assert list(iter_records(memoryview(b"x" + data), 1, include_control=True)) == expected_records(vector)


@pytest.mark.parametrize("name", [name for name, v in VECTORS.items() if v["batches"][0]["magic"] == 2])
def test_headers_of_batches_are_what_kafka_reads(name):
    data = bytes.fromhex(VECTORS[name]["hex"])
    headers = list(iter_headers(data))
    assert len(headers) == len(VECTORS[name]["batches"])
    for (pos, header), expected in zip(headers, VECTORS[name]["batches"], strict=True):
        validate_batch(data, pos, header, from_client=False)
        assert {field: getattr(header, field) for field in OF_HEADER} == {field: expected[field] for field in OF_HEADER}
        assert header.compression.name.lower() == expected["compression"]


@pytest.mark.parametrize("name", [name for name, v in VECTORS.items() if v["batches"][-1]["magic"] < 2])
def test_message_sets_are_what_kafka_reads(name):
    vector = VECTORS[name]
    messages = list(iter_messages(bytes.fromhex(vector["hex"])))
    for message, batch in zip(messages, vector["batches"], strict=True):
        assert message.magic == batch["magic"]
        assert message.offset == batch["last_offset"]
        assert message.timestamp_type == batch["timestamp_type"]


@pytest.mark.parametrize(("name", "kind", "epoch"), [("commit marker", "COMMIT", 17), ("abort marker", "ABORT", 18)])
def test_markers(name, kind, epoch):
    data = bytes.fromhex(VECTORS[name]["hex"])
    assert list(iter_records(data)) == []
    (record,) = iter_records(data, include_control=True)
    assert decode_control_key(record.key).name == kind
    assert decode_marker_value(record.value) == epoch
    assert read_header(data).is_control


@pytest.mark.parametrize("name", VECTORS)
def test_cut_anywhere_gives_the_whole_batches_before(name):
    data = bytes.fromhex(VECTORS[name]["hex"])
    whole = expected_records(VECTORS[name])
    for end in range(0, len(data), 1 if len(data) < 600 else 5):
        found = list(iter_records(data[:end], include_control=True))
        assert found == whole[: len(found)]
        assert len(found) < len(whole)


@pytest.mark.parametrize("name", VECTORS)
def test_a_flipped_bit_under_the_checksum_is_corrupt(name):
    data = bytearray.fromhex(VECTORS[name]["hex"])
    data[-1] ^= 1
    with pytest.raises(CorruptRecords):
        list(iter_records(data, include_control=True))

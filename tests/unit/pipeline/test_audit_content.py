"""The second look: batches and records by fingerprint, keys and codecs by an oracle; plans that travel as files."""

from __future__ import annotations

from collections import Counter

import pytest

from kavka.pipeline.audit import content
from kavka.pipeline.audit.batches import walk
from kavka.pipeline.audit.content import content_rows, stretch_rows
from kavka.pipeline.audit.segment_scan import Piece, read_stretch
from kavka.pipeline.audit.targets import FileTarget, Place, WireTarget, bundled, read_plan, write_plan
from kavka.protocol.records.batch import BatchBuilder, iter_records
from kavka.protocol.records.compression import Compression
from tests.support.pipeline.audit_logs import TIMESTAMP_MS, batch, joined, random_log

PLACE = Place("0", "t", 3, 0)


def piece(data, begin=0):
    view = memoryview(bytes(data))
    return Piece(walk(view, position=begin).batches, view, begin)


def stretch(data, *, by_record):
    return [row for rows in stretch_rows(PLACE, [piece(data, 500)], by_record=by_record) for row in rows.to_pylist()]


def fingerprints(data, *, by_record):
    return {row["offset"]: row["fingerprint"] for row in stretch(data, by_record=by_record)}


def test_batches_and_records_have_fingerprints_of_their_own():
    data = joined(random_log(3, batches=12))
    batches = stretch(data, by_record=False)
    assert len({row["fingerprint"] for row in batches}) == len(batches) == 12
    assert {(row["broker"], row["topic"], row["partition"], row["is_sound"]) for row in batches} == {
        ("0", "t", 3, True)
    }
    records = stretch(data, by_record=True)
    assert [row["offset"] for row in records] == [record.offset for record in iter_records(data)]


def test_records_are_the_same_however_they_are_packed():
    """As compaction leaves them: another batch, another codec, the same records."""
    packed = batch(0, count=4) + batch(4, count=4, at=4)
    builder = BatchBuilder(compression=Compression.ZSTD, base_offset=0)
    for record in iter_records(packed):
        builder.append(timestamp=record.timestamp, key=record.key, value=record.value)
    again = bytes(builder.build())
    assert fingerprints(packed, by_record=True) == fingerprints(again, by_record=True)
    assert fingerprints(packed, by_record=False) != fingerprints(again, by_record=False)


@pytest.mark.parametrize(
    "other",
    [
        {"value": b"w"},
        {"key": None},
        {"timestamp": TIMESTAMP_MS + 1},
        {"headers": [("h", b"")]},
        {"headers": [("h", None)]},
        {"value": None},
    ],
)
def test_anything_else_in_a_record_is_another_fingerprint(other):
    given = {"timestamp": TIMESTAMP_MS, "key": b"k", "value": b"v", "headers": []}
    one, two = BatchBuilder(), BatchBuilder()
    one.append(**given)
    two.append(**{**given, **other})
    assert fingerprints(one.build(), by_record=True) != fingerprints(two.build(), by_record=True)


def test_what_fails_its_checksum_is_not_decoded():
    data = bytearray(batch(0) + batch(3))
    data[80] ^= 1
    assert [row["offset"] for row in stretch(data, by_record=True)] == [3, 4, 5]
    assert [row["is_sound"] for row in stretch(data, by_record=False)] == [False, True]
    assert sum(row["records"] for row in contents(data) if row["kind"] == "key") == 3


def contents(*pieces):
    return content_rows(PLACE, [piece(one) for one in pieces]).to_pylist()


@pytest.mark.parametrize("seed", range(4))
def test_keys_and_codecs_are_counted(seed):
    made = random_log(seed, batches=30)
    rows = contents(joined(made[:10]), joined(made[10:]))
    records = list(iter_records(joined(made)))
    counts = Counter(record.key for record in records)
    assert {row["name"]: row["records"] for row in rows if row["kind"] == "key"} == counts
    sizes = Counter()
    for record in records:
        sizes[record.key] += len(record.key) + len(record.value)
    assert {row["name"]: row["stored_bytes"] for row in rows if row["kind"] == "key"} == sizes
    codecs = {row["name"]: row for row in rows if row["kind"] == "codec"}
    assert sum(row["records"] for row in codecs.values()) == len(records)
    assert sum(row["stored_bytes"] for row in codecs.values()) == len(joined(made))
    assert codecs[b"none"]["stored_bytes"] == codecs[b"none"]["inflated_bytes"]


def test_only_the_most_frequent_keys_are_kept(monkeypatch):
    monkeypatch.setattr(content, "KEYS_COUNTED_MAX", 10)
    monkeypatch.setattr(content, "KEYS_MAX", 3)
    builder = BatchBuilder()
    for number in range(60):
        builder.append(timestamp=0, key=b"often" if number % 3 == 0 else b"%d" % number, value=b"")
    rows = [row for row in contents(builder.build()) if row["kind"] == "key"]
    assert len(rows) == 3
    assert (rows[0]["name"], rows[0]["records"]) == (b"often", 20)


def test_a_stretch_of_a_file_has_only_its_batches(tmp_path):
    made = random_log(2, batches=9)
    path = tmp_path / "a.log"
    path.write_bytes(joined(made))
    begin = sum(len(one.data) for one in made[:3])
    end = begin + sum(len(one.data) for one in made[3:6])
    pieces = list(read_stretch(FileTarget(PLACE, str(path), begin=begin, end=end)))
    rows = [row for rows in stretch_rows(PLACE, pieces, by_record=False) for row in rows.to_pylist()]
    assert [row["offset"] for row in rows] == [one.base_offset for one in made[3:6]]


def test_a_plan_is_read_as_it_was_written(tmp_path):
    targets = [
        FileTarget(PLACE, "/d/a b/00.log", is_last=False, cleaned_to=7, begin=1, end=2),
        WireTarget(PLACE._replace(segment=-1), (("bootstrap.servers", "h:1"), ("client.id", "x")), 3, 9, 2**63 - 1),
    ]
    write_plan(tmp_path / "plan", targets)
    assert list(read_plan(tmp_path / "plan")) == targets


def test_small_targets_share_a_task_and_large_ones_do_not():
    sizes = [10, 20, 500, 30, 30, 30, 30]
    targets = [FileTarget(PLACE, "/x", end=size) for size in sizes]
    bundles = [[target.size for target in bundle] for bundle in bundled(targets, bytes_max=100, count_max=3)]
    assert bundles == [[10, 20], [500], [30, 30, 30], [30]]

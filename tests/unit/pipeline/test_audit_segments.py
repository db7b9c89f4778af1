"""Files: pieces of any size give the same windows; tails; directories as brokers leave them."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.pipeline.audit import segment_scan
from kavka.pipeline.audit.directories import NoLog, find_replicas
from kavka.pipeline.audit.segment_scan import scan_segment
from kavka.pipeline.audit.targets import FileTarget, Place
from tests.support.pipeline.audit_logs import batch, joined, random_log


def scan(path, data, *, is_last=True, base=0):
    path.write_bytes(data)
    return scan_segment(FileTarget(Place("0", "t", 0, base), str(path), is_last, 0)).to_pylist()


def faults(rows):
    return [(fault["kind"], fault["position"]) for row in rows for fault in row["faults"]]


@pytest.mark.parametrize("piece", [100, 3_000, 40_000])
@pytest.mark.parametrize("damage", [False, True])
def test_pieces_of_any_size_give_the_same_windows(tmp_path, monkeypatch, piece, damage):
    data = bytearray(joined(random_log(7, batches=120)))
    if damage:
        data[5_000] ^= 4
    whole = scan(tmp_path / "a.log", data)
    monkeypatch.setattr(segment_scan, "PIECE_BYTES", piece)
    assert scan(tmp_path / "a.log", data) == whole
    assert bool(faults(whole)) == damage


@pytest.mark.parametrize(("is_last", "kind"), [(True, "torn tail"), (False, "cut short")])
def test_a_tail_is_torn_in_the_last_segment_and_damage_elsewhere(tmp_path, is_last, kind):
    data = batch(0) + batch(3)[:-5]
    assert faults(scan(tmp_path / "a.log", data, is_last=is_last)) == [(kind, len(batch(0)))]


def test_a_tail_of_zeros_is_told_as_such(tmp_path):
    assert faults(scan(tmp_path / "a.log", batch(0) + bytes(500))) == [("zeros at the end", len(batch(0)))]


def test_a_file_that_grows_meanwhile_has_no_torn_tail(tmp_path):
    """A broker that runs: half of a batch is there when the file is read first."""
    path, second = tmp_path / "a.log", batch(3)
    path.write_bytes(batch(0) + second[:40])
    with path.open("rb", buffering=0) as file:
        reader = segment_scan.PieceReader(file, expected_offset=0)
        pieces = reader.pieces()
        assert next(pieces).batches["base_offset"].tolist() == [0]
        path.write_bytes(batch(0) + second)
        assert [piece.batches["base_offset"].tolist() for piece in pieces] == [[3]]
    assert reader.tail == 0


def test_a_batch_that_is_larger_than_a_piece_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(segment_scan, "PIECE_BYTES", 200)
    [row] = scan(tmp_path / "a.log", batch(0) + batch(3, value=b"v" * 5_000) + batch(6))
    assert (row["batches"], row["faults"]) == (3, [])


def test_a_file_that_is_not_there_is_a_fault(tmp_path):
    rows = scan_segment(FileTarget(Place("0", "t", 0, 30), str(tmp_path / "none"), True, 0)).to_pylist()
    assert faults(rows) == [("unreadable", -1)]


def test_a_segment_begins_where_its_name_says(tmp_path):
    assert faults(scan(tmp_path / "a.log", batch(5), base=9)) == [("begins before its name", 0)]
    assert faults(scan(tmp_path / "a.log", batch(12), base=9)) == []


def data_dir(root, broker, logs, **files):
    root.mkdir(parents=True)
    (root / "meta.properties").write_text(f"version=0\nbroker.id={broker}\ncluster.id=x\n")
    for name, text in files.items():
        (root / name.replace("_", "-")).write_text(text)
    for name, segments in logs.items():
        (root / name).mkdir()
        for base, data in segments.items():
            (root / name / f"{base:020d}.log").write_bytes(data)
    return root


def test_data_directories_say_whose_they_are_and_what_was_cleaned(tmp_path):
    one = data_dir(
        tmp_path / "all" / "broker-0",
        4,
        {"a-b-0": {0: batch(0), 3: batch(3)}, "t-1": {0: b""}, "t-2.0123456789abcdef0123456789abcdef-delete": {0: b""}},
        cleaner_offset_checkpoint="0\n1\na-b 0 3\n",
        replication_offset_checkpoint="0\n1\na-b 0 6\n",
    )
    (one / "a-b-0" / "leader-epoch-checkpoint").write_text("0\n1\n0 0\n")
    (one / "t-1" / "leader-epoch-checkpoint").write_text("nonsense")
    data_dir(tmp_path / "all" / "broker-1", 5, {"t-1": {0: b""}})
    found = find_replicas([tmp_path / "all"])
    assert [(replica.broker, str(replica.partition)) for replica in found] == [
        ("4", "a-b-0"),
        ("4", "t-1"),
        ("5", "t-1"),
    ]
    assert (found[0].cleaned_to, found[0].high_watermark, found[0].epochs) == (3, 6, ((0, 0),))
    assert (found[1].epochs, bool(found[1].epochs_error)) == (None, True)
    assert [(target.place.segment, target.is_last) for target in found[0].targets()] == [(0, False), (3, True)]
    assert find_replicas([tmp_path / "all"], topics=["a-b"]) == found[:1]
    assert find_replicas([one / "t-1"])[0].partition == TopicPartition("t", 1)


def test_two_copies_of_one_broker_are_told_apart(tmp_path):
    for name in "xy":
        data_dir(tmp_path / name, 1, {"t-0": {0: b""}})
    assert [one.broker for one in find_replicas([tmp_path / "x", tmp_path / "y"])] == [
        f"1 ({tmp_path / 'x'})",
        f"1 ({tmp_path / 'y'})",
    ]


def test_a_path_without_logs_is_named(tmp_path):
    with pytest.raises(NoLog, match="no partitions"):
        find_replicas([tmp_path])
    with pytest.raises(NoLog, match="no such directory"):
        find_replicas([tmp_path / "none"])

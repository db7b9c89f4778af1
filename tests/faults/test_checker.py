"""The checker finds what it is for: every rule with a violation planted, and nothing where all is right."""

from __future__ import annotations

import struct

import pytest

from kavka import TopicPartition
from kavka.protocol.records.batch import BatchBuilder
from tests.support.faults.checker import History, Replica, complaints, read_acknowledged

TP = TopicPartition("t", 0)


def replica(broker_id, values, *, high_watermark=None, at=0):
    """A replica with one record a batch; None leaves its offset out."""
    batches = []
    for offset, value in enumerate(values, at):
        if value is None:
            continue
        builder = BatchBuilder()
        builder.append(timestamp=1, key=None, value=value)
        data = bytes(builder.build())
        batches.append((offset, offset, struct.pack(">q", offset) + data[8:]))  # the base offset comes first
    return Replica(broker_id, at + len(values) if high_watermark is None else high_watermark, batches)


def history(acknowledged=None, served=None, sent=()):
    return History({TP: acknowledged or {}}, {TP: served or {}}, {TP: list(sent)})


def found(told, *copies):
    return [sentence.removeprefix("t-0: ").partition(":")[0] for sentence in complaints(told, {TP: list(copies)})]


def test_nothing_is_wrong():
    told = history({0: b"a", 2: b"c"}, {0: b"a"}, [b"a", b"b", b"c"])
    whole = replica(1, [b"a", b"b", b"c"])
    assert found(told, whole, replica(2, [b"a", b"b", b"c"])) == []
    assert found(told, whole, replica(2, [b"a", b"b", b"c", b"d"], high_watermark=2)) == ["lost"]


@pytest.mark.parametrize(
    ("kind", "told", "copies"),
    [
        ("lost", history({1: b"b"}), [replica(1, [b"a"])]),
        ("lost", history({1: b"b"}), [replica(1, [b"a", b"x"])]),
        ("taken back", history(served={1: b"b"}), [replica(1, [b"a", b"x"])]),
        ("unlike", history(), [replica(1, [b"a", b"b"]), replica(2, [b"a", b"x"])]),
        ("disordered", history(sent=[b"a", b"b"]), [replica(1, [b"b", b"a"])]),
        ("gap", history(), [replica(1, [b"a", None, b"c"])]),
    ],
)
def test_what_is_wrong_is_said(kind, told, copies):
    assert found(told, *copies) == [kind]


def test_a_record_that_stands_twice_counts_where_it_stands_first():
    assert found(history(sent=[b"a", b"b"]), replica(1, [b"a", b"b", b"a"])) == []


def test_what_differs_above_a_high_watermark_is_not_compared():
    assert found(history(), replica(1, [b"a", b"b"], high_watermark=1), replica(2, [b"a", b"x"])) == []


def test_a_replica_that_starts_later_is_compared_from_there():
    assert found(history(), replica(1, [b"a", b"b"]), replica(2, [b"b"], at=1)) == []


def test_a_partition_that_was_not_read():
    assert complaints(history({0: b"a"}), {}) == ["t-0: lost: no replica was read"]


def test_acknowledgements_of_a_file(tmp_path):
    path = tmp_path / "acknowledged"
    path.write_text("0 5 a b\n1 0 c\n")
    assert read_acknowledged(path, "t") == {TP: {5: b"a b"}, TopicPartition("t", 1): {0: b"c"}}

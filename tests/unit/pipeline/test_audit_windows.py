"""Windows: sums by an oracle in plain Python, digests whatever way a log is cut, faults inside and at seams."""

from __future__ import annotations

import random

import pytest

from kavka.pipeline.audit.batches import walk
from kavka.pipeline.audit.sequences import FORGOTTEN_MS, SEQUENCES, ProducerSpan, seam_fault
from kavka.pipeline.audit.targets import Place
from kavka.pipeline.audit.windows import SCHEMA, WINDOW_OFFSETS, WindowBuilder
from tests.support.pipeline.audit_logs import batch, joined, random_log

PLACE = Place("0", "t", 0, 0)


def windows(*pieces, cleaned_to=0):
    builder = WindowBuilder(cleaned_to=cleaned_to)
    for piece in pieces:
        builder.feed(walk(memoryview(piece)).batches)
    return builder.to_arrow(PLACE).to_pylist()


def faults(*pieces, **given):
    return [(fault["kind"], fault["offset"]) for row in windows(*pieces, **given) for fault in row["faults"]]


@pytest.mark.parametrize("seed", range(5))
def test_sums_are_those_of_the_batches(seed):
    made = random_log(seed, batches=300)
    rows = windows(joined(made))
    for row in rows:
        inside = [one for one in made if one.base_offset // WINDOW_OFFSETS * WINDOW_OFFSETS == row["window"]]
        assert row["first_offset"] == inside[0].base_offset
        assert row["next_offset"] == inside[-1].next_offset
        assert row["batches"] == len(inside)
        assert row["records"] == sum(one.next_offset - one.base_offset for one in inside)
        assert row["bytes"] == sum(len(one.data) for one in inside)
        assert row["end_position"] - row["position"] == row["bytes"]
        assert (row["first_epoch"], row["last_epoch"]) == (inside[0].epoch, inside[-1].epoch)
        assert sum(row[f"bytes_{codec}"] for codec in ("none", "gzip", "snappy", "lz4", "zstd")) == row["bytes"]
    assert len(rows) == len({one.base_offset // WINDOW_OFFSETS for one in made}) > 1
    assert [(one["epoch"], one["first_offset"]) for one in rows[0]["epochs"]] == [
        (epoch, next(one.base_offset for one in made if one.epoch == epoch))
        for epoch in sorted({one.epoch for one in made})
    ]


@pytest.mark.parametrize("seed", range(5))
def test_windows_do_not_depend_on_where_a_log_is_cut(seed):
    made = random_log(seed, batches=300)
    at = random.Random(seed).randrange(1, 299)
    whole, cut = windows(joined(made)), windows(joined(made[:at]), joined(made[at:]))
    assert [(row["window"], row["digest"], row["batches"]) for row in whole] == [
        (row["window"], row["digest"], row["batches"]) for row in cut
    ]
    first, second = windows(joined(made[:at])), windows(joined(made[at:]))
    digests = {}
    for row in first + second:  # as two segments
        digests[row["window"]] = digests.get(row["window"], 0) ^ row["digest"]
    assert digests == {row["window"]: row["digest"] for row in whole}


@pytest.mark.parametrize("seed", range(40))
def test_any_other_byte_that_matters_changes_the_digest(seed):
    chance = random.Random(seed)
    made = random_log(seed, batches=8)
    data = bytearray(joined(made))
    at = chance.randrange(len(data))
    data[at] ^= 1 << chance.randrange(8)
    [was], rows = windows(joined(made)), windows(data)
    of_the_checksum = any(17 <= at - sum(len(one.data) for one in made[:number]) < 21 for number in range(8))
    is_seen = [row["digest"] for row in rows] != [was["digest"]] or any(row["crc_failures"] for row in rows)
    assert is_seen
    assert not of_the_checksum or rows[0]["crc_failures"]


def test_gaps_overlaps_and_falling_epochs_are_faults_with_their_offsets():
    data = batch(0, epoch=4) + batch(7, epoch=4) + batch(8, epoch=4) + batch(11, epoch=3)
    [row] = windows(data)
    assert (row["gaps"], row["missing"], row["overlaps"], row["epoch_falls"]) == (1, 4, 1, 1)
    assert faults(data) == [("offset gap", 7), ("offset overlap", 8), ("epoch falls", 11)]


def test_a_gap_is_found_where_pieces_meet():
    assert faults(batch(0), batch(5)) == [("offset gap", 5)]


def test_where_compaction_has_been_a_gap_is_no_fault():
    [row] = windows(batch(0) + batch(7) + batch(20), cleaned_to=10)
    assert row["missing"] == 14
    assert [fault["offset"] for fault in row["faults"]] == [20]


def test_sequences_that_are_left_out_or_come_again_are_faults():
    data = (
        batch(0, producer=(9, 0, 0))
        + batch(3, producer=(8, 5, 40))  # the first that is seen of it: anything goes
        + batch(6, producer=(9, 0, 3))
        + batch(9, producer=(9, 0, 7))
        + batch(12, producer=(9, 0, 7))
        + batch(15, producer=(9, 1, 0))
        + batch(18, producer=(9, 2, 5))
        + batch(21, producer=(9, 1, 3))
    )
    expected = [
        ("sequence gap", 9),
        ("sequence repeated", 12),
        ("sequence gap", 18),
        ("producer epoch falls", 21),
    ]
    assert faults(data) == expected
    pieces = [data[at : at + len(data) // 8] for at in range(0, len(data), len(data) // 8)]
    assert faults(*pieces) == expected, "the same, batch by batch"


SPAN = ProducerSpan(1, 0, SEQUENCES - 3, 100, 0, 0, 0, 100, 0)


def test_sequences_begin_anew_behind_the_largest_and_after_a_day():
    wrapped = ProducerSpan(1, 0, 0, 103, 5, 0, 3, 103, 5)
    assert seam_fault(SPAN, wrapped, position=0) is None
    late = wrapped._replace(first_sequence=700, first_timestamp=FORGOTTEN_MS)
    assert seam_fault(SPAN, late, position=0) is None
    soon = late._replace(first_timestamp=FORGOTTEN_MS - 1)
    fault = seam_fault(SPAN, soon, position=0)
    assert fault is not None
    assert fault.kind == "sequence gap"
    assert seam_fault(SPAN, soon, position=0, cleaned_to=200) is None, "compaction removes batches"


def test_nothing_gives_no_rows():
    assert windows(b"") == []
    assert WindowBuilder().to_arrow(PLACE).schema == SCHEMA

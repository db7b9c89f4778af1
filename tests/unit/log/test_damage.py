"""A log with whole batches behind what is none: cut where it stops being whole, and what was cut is kept and named."""

from __future__ import annotations

import pytest

from kavka.broker.log.damage import (
    DAMAGED_SUFFIX,
    KEPT_FILES_MAX,
    KEPT_SUFFIX,
    DamagedPlace,
    LogDamage,
    contradiction_at,
    first_whole_batch,
    is_torn,
)
from kavka.protocol.records.batch import BatchBuilder
from tests.support.log.building import LogBench


def batch(value=b"v" * 50):
    builder = BatchBuilder()
    builder.append(timestamp=1, key=None, value=value)
    return builder.build()


@pytest.mark.parametrize("gap", [0, 1, 61, 500])
def test_a_whole_batch_is_found_behind_noise(gap):
    noise = b"\x02" * gap
    assert first_whole_batch(memoryview(noise + batch() + b"\x02" * 100), 0) == gap


def test_no_batch_is_found_in_noise():
    assert first_whole_batch(memoryview(b"\x02" * 10_000), 0) is None
    assert first_whole_batch(memoryview(batch()), 1) is None


@pytest.fixture
def killed(tmp_path):
    """A log of three batches in each of four segments, whose broker was killed."""
    bench = LogBench(tmp_path / "data")
    log = bench.open(config={"segment.bytes": 400})
    for _ in range(12):
        log.append_as_leader(batch(), 0, 1)
    bench.crash()
    yield bench
    bench.close()


def damage(bench, base, at):
    path = bench.path(base, ".log")
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    return bytes(data)


def test_what_is_cut_in_front_of_whole_batches_is_kept_and_named(killed, caplog):
    bases = sorted(int(path.stem) for path in killed.directory.glob("*.log"))
    size = len(batch())
    held = damage(killed, bases[1], size + 16)
    rest = killed.path(bases[2], ".log").read_bytes()
    log = killed.open()
    assert log.log_end_offset == bases[1] + 1
    assert log.damage.next_offset == bases[1] + 1
    kept = {path.name: path.read_bytes() for path in killed.directory.glob(f"*{DAMAGED_SUFFIX}")}
    assert kept[f"{bases[1]:020d}.log.{size}{DAMAGED_SUFFIX}"] == held[size:]
    assert kept[f"{bases[2]:020d}.log{DAMAGED_SUFFIX}"] == rest
    assert log.damage.bytes_cut == sum(map(len, kept.values()))
    assert f"{log} has lost records: cut at offset {bases[1] + 1}" in caplog.text
    log.close()
    caplog.clear()
    assert killed.open(clean=True).damage is not None, "as long as the files lie there"
    assert f"{log} may lack records" in caplog.text


def test_a_log_is_whole_again_when_what_was_kept_is_removed(killed):
    damage(killed, 0, 16)
    killed.open().close()
    for path in killed.directory.glob(f"*{DAMAGED_SUFFIX}"):
        path.unlink()
    assert killed.open(clean=True).damage is None


def test_a_torn_tail_is_no_damage(killed, caplog):
    last = max(killed.directory.glob("*.log"))
    last.write_bytes(last.read_bytes()[:-10])
    log = killed.open()
    assert log.damage is None
    assert not list(killed.directory.glob(f"*{DAMAGED_SUFFIX}"))
    assert "bytes behind it are no whole batch and are dropped" in caplog.text


def flipped(data, at, bit=0):
    changed = bytearray(data)
    changed[at] ^= 1 << bit
    return bytes(changed)


ONE = batch()


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        (ONE[:40], True),  # a kill in the middle of a write
        (ONE[:-1], True),
        (bytes(4096), True),  # a power cut: the file has grown, and nothing is in it
        (ONE[:50] + bytes(400), True),
        (ONE, False),  # whole; it is its offset that contradicts
        (flipped(ONE, 0), False),
        (flipped(ONE, 11), False),  # length: runs past the end, or ends before it
        (flipped(ONE, 11, 6), False),
        (flipped(ONE, 15), False),
        (flipped(ONE, 16), False),
        (flipped(ONE, 20), False),  # the checksum itself
        (flipped(ONE, len(ONE) - 1), False),
        (flipped(ONE, 40) + ONE, False),
        (bytes(512) + ONE, False),
    ],
)
def test_a_torn_tail_is_told_from_damage(tail, expected):
    view = memoryview(ONE + tail)
    assert is_torn(view, len(ONE)) is expected


def test_no_flipped_bit_of_a_last_batch_passes_for_a_torn_tail():
    passed = [
        (at, bit)
        for at in range(len(ONE))
        for bit in range(8)
        if is_torn(memoryview(ONE + flipped(ONE, at, bit)), len(ONE))
    ]
    assert not passed


def numbered(*batches):
    """Batches of one record, by (offset, leader epoch)."""
    data = b""
    for offset, epoch in batches:
        builder = BatchBuilder(base_offset=offset, partition_leader_epoch=epoch)
        builder.append(timestamp=1, key=None, value=b"v")
        data += builder.build()
    return memoryview(data)


@pytest.mark.parametrize(
    ("batches", "culprit"),
    [
        ([(0, 0), (1, 0), (2, 1)], None),
        ([(0, 0), (5, 0), (9, 0)], None),  # compacted
        ([(0, 0), (1, 0), (66, 0), (3, 0)], 2),  # leapt ahead
        ([(0, 0), (1, 0), (2, 0), (1, 0)], 3),  # fell back
        ([(0, 0), (1, 4), (2, 0)], 1),
        ([(0, 2), (1, 2), (2, 0), (3, 2)], 2),
    ],
)
def test_the_batch_is_found_that_others_contradict(batches, culprit):
    view = numbered(*batches)
    expected = None if culprit is None else len(view) // len(batches) * culprit
    assert contradiction_at(view) == expected


def test_a_log_that_ends_below_its_high_watermark_stays_incomplete_until_it_is_mended(killed):
    log = killed.open()
    log.mark_damaged(LogDamage(reason="it is too short"))
    killed.crash()
    log = killed.open()
    assert not log.is_complete
    log.mended()
    assert log.is_complete
    killed.crash()
    assert killed.open().is_complete


def test_what_was_cut_is_kept_when_the_log_is_mended_and_no_more_than_so_many(killed):
    damage(killed, 0, 16)
    for number in range(KEPT_FILES_MAX + 5):
        (killed.directory / f"{number:020d}.log.1{DAMAGED_SUFFIX}").write_bytes(b"x")
    log = killed.open()
    log.mended()
    assert not list(killed.directory.glob(f"*{DAMAGED_SUFFIX}"))
    assert len(list(killed.directory.glob(f"*{KEPT_SUFFIX}"))) == KEPT_FILES_MAX


def test_a_damaged_place_is_cut_with_all_behind_it_and_kept(killed):
    log = killed.open()
    base = log.segments[1].base_offset
    log.mark_damaged(LogDamage(reason="r", place=DamagedPlace(base_offset=base, position=0, offset=base)))
    log.cut_damage()
    assert log.log_end_offset == base
    assert (killed.directory / f"{base:020d}.log.0{DAMAGED_SUFFIX}").exists()
    log.append_as_leader(batch(), 0, 1)
    assert log.log_end_offset == base + 1

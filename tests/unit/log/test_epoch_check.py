"""A startup after a crash, where the checkpoint of the leader epochs and the batches do not agree."""

from __future__ import annotations

import pytest

from tests.support.log.building import append, read_all

CHECKPOINT = "leader-epoch-checkpoint"
EPOCH_BYTES = range(12, 16)


def fill(log, bench):
    """Fills a log of epochs 0, 3 and 5 (twice truncated on the way); returns every checkpoint that there was."""
    versions = []

    def add(epoch, count):
        for _ in range(count):
            append(log, b"%d" % log.log_end_offset, epoch=epoch)
        versions.append((bench.directory / CHECKPOINT).read_bytes())

    add(0, 20)
    add(1, 6)
    add(2, 3)
    log.truncate_to(22)
    add(4, 3)
    log.truncate_to(20)
    add(3, 5)
    add(5, 5)
    return versions


ENTRIES = [(0, 0), (3, 20), (5, 25)]


@pytest.mark.parametrize("version", range(6))
def test_a_checkpoint_that_is_older_than_the_batches_is_no_damage_and_the_batches_count(bench, version):
    versions = fill(bench.open(), bench)
    bench.crash()
    (bench.directory / CHECKPOINT).write_bytes(versions[version])
    log = bench.open()
    assert log.damage is None
    assert log.leader_epoch_cache.entries == ENTRIES
    assert len(read_all(log)) == 30
    bench.crash()
    assert bench.open().leader_epoch_cache.entries == ENTRIES
    assert bench.names(".damaged") == []


def test_a_checkpoint_that_is_newer_than_the_batches_is_no_damage(bench):
    log = bench.open()
    fill(log, bench)
    path = bench.path(0, ".log")
    before = path.read_bytes()
    log.truncate_to(27)
    append(log, b"other", epoch=7)
    bench.crash()
    path.write_bytes(before)
    log = bench.open()
    assert log.damage is None
    assert log.leader_epoch_cache.entries == ENTRIES


@pytest.mark.parametrize(("offset", "epoch"), [(25, 4), (25, 3), (20, 1), (20, 0), (29, 6), (24, 4)])
def test_a_changed_epoch_that_fits_between_its_neighbours_is_damage_unless_it_is_the_last_batch(bench, offset, epoch):
    fill(bench.open(), bench)
    bench.crash()
    change_epoch(bench, offset, epoch)
    log = bench.open()
    if offset == 29:
        assert log.damage is None  # the next batch that is appended tells: see the scrubber
        return
    assert f"the batch at offset {offset} has leader epoch {epoch}" in str(log.damage)
    assert log.damage.place.offset == offset
    assert log.leader_epoch_cache.entries == ENTRIES
    bench.crash()
    assert bench.open().damage is not None


def test_batches_before_the_logs_start_are_not_in_the_checkpoint_and_no_damage(bench):
    log = bench.open()
    fill(log, bench)
    log.maybe_increment_high_watermark(30)
    log.maybe_increment_log_start_offset(22)
    bench.crash()
    log = bench.open(log_start_offset=22)
    assert log.damage is None
    assert log.leader_epoch_cache.entries == [(3, 22), (5, 25)]


def change_epoch(bench, offset, epoch):
    path = bench.path(0, ".log")
    data = bytearray(path.read_bytes())
    position = 0
    while int.from_bytes(data[position : position + 8]) != offset:
        position += 12 + int.from_bytes(data[position + 8 : position + 12])
    data[position + EPOCH_BYTES.start : position + EPOCH_BYTES.stop] = epoch.to_bytes(4)
    path.write_bytes(data)

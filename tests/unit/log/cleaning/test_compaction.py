"""One round over one log: what stays, what goes, and what a reader, a producer and a restart make of it."""

from __future__ import annotations

import pytest

from kavka.broker.log.cleaning.candidates import candidate
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.errors import CorruptRecords
from tests.support.log.building import NOW_MS, LogBench, batch
from tests.support.log.cleaning import COMPACTED, batches, clean, pairs, put, records, view


def fill(log, count=40, keys=4, **kwargs):
    for number in range(count):
        put(log, (b"k%d" % (number % keys), b"value-%d" % number), **kwargs)


def sealed(log):
    """Everything below the active segment, as a dictionary of what a reader ends with."""
    log.roll(now_ms=NOW_MS)
    return view(log)


@pytest.mark.parametrize("compression", list(Compression))
def test_each_key_keeps_its_last_value_and_its_offset(bench, compression):
    log = bench.open(config=COMPACTED)
    for number in range(10):
        put(log, *((b"k%d" % n, b"value-%d-%d" % (number, n)) for n in range(5)), compression=compression)
    log.roll(now_ms=NOW_MS)
    before = pairs(log)
    end_offset, _ = clean(log)
    assert end_offset == 50
    assert pairs(log) == before[-5:]
    assert [header.compression for header, _ in batches(log)] == [compression]
    assert (log.log_start_offset, log.log_end_offset) == (0, 50)
    put(log, (b"k0", b"next"))
    assert pairs(log)[-1] == (50, b"k0", b"next")


def test_half_a_batch_may_stay_with_timestamps_headers_and_sequence(bench):
    log = bench.open(config=COMPACTED)
    put(log, (b"a", b"1"), (b"b", b"2"), (b"c", b"3"), producer=(7, 1, 40), timestamp=NOW_MS)
    put(log, (b"a", b"4"), (b"c", b"5"), timestamp=NOW_MS + 100)
    log.roll(now_ms=NOW_MS)
    clean(log)
    (first, _), (second, _) = batches(log)
    assert (first.base_offset, first.last_offset, first.record_count) == (0, 2, 1)
    assert (first.producer_id, first.producer_epoch, first.base_sequence) == (7, 1, 40)
    assert first.max_timestamp == NOW_MS + 1
    assert [(r.offset, r.timestamp, r.key, r.value) for r in records(log)] == [
        (1, NOW_MS + 1, b"b", b"2"),
        (3, NOW_MS + 100, b"a", b"4"),
        (4, NOW_MS + 101, b"c", b"5"),
    ]
    assert second.base_offset == 3


def test_the_active_segment_and_what_is_not_committed_stay_as_they_are(bench):
    log = bench.open(config=COMPACTED)
    fill(log)
    log.update_high_watermark(20)
    expected = [pair for pair in pairs(log) if pair[0] >= 20]
    end_offset, _ = clean(log)
    assert end_offset <= 20
    assert [pair for pair in pairs(log) if pair[0] >= 20] == expected
    assert len(pairs(log)) < 40


def test_bug_70_no_later_record_than_the_high_watermark_replaces_anything(bench):
    """KAFKA-13194: what a failover may take away again must not have taken something with it."""
    log = bench.open(config=COMPACTED)
    put(log, (b"k", b"committed"))
    log.roll(now_ms=NOW_MS)
    put(log, (b"k", b"not yet"))
    log.roll(now_ms=NOW_MS)
    log.update_high_watermark(1)
    clean(log)
    assert (0, b"k", b"committed") in pairs(log)


def test_tombstones_stay_for_delete_retention_ms_from_their_first_cleaning_on(bench):
    log = bench.open(config=COMPACTED)
    put(log, (b"a", b"1"), (b"b", b"2"))
    put(log, (b"a", None), (b"c", b"3"))
    put(log, (b"z", b"last"))
    log.roll(now_ms=NOW_MS)
    clean(log, now_ms=NOW_MS)
    assert pairs(log) == [(1, b"b", b"2"), (2, b"a", None), (3, b"c", b"3"), (4, b"z", b"last")]
    header = batches(log)[1][0]
    assert header.delete_horizon_ms == NOW_MS + 1000
    assert [r.timestamp for r in records(log)] == [NOW_MS + 1, NOW_MS, NOW_MS + 1, NOW_MS]
    first_time = batches(log)
    clean(log, now_ms=NOW_MS + 999)
    assert [data for _, data in batches(log)] == [data for _, data in first_time]
    clean(log, now_ms=NOW_MS + 1000)
    assert pairs(log) == [(1, b"b", b"2"), (3, b"c", b"3"), (4, b"z", b"last")]
    assert [r.timestamp for r in records(log)] == [NOW_MS + 1, NOW_MS + 1, NOW_MS]


def test_the_value_before_a_tombstone_never_comes_back(bench):
    log = bench.open(config=COMPACTED)
    put(log, (b"a", b"1"))
    clean_to = None
    for step in range(4):
        put(log, (b"a", None) if step == 1 else (b"other", b"%d" % step))
        log.roll(now_ms=NOW_MS)
        clean_to, _ = clean(log, clean_to, now_ms=NOW_MS + 5000 * step)
        assert view(log).get(b"a") == (b"1" if step < 1 else None)


@pytest.mark.slow
def test_bug_70_a_full_map_takes_several_rounds_and_each_gets_further(bench):
    """KAFKA-2235: the map is bounded, one key always fits."""
    log = bench.open(config=COMPACTED | {"segment.bytes": 400})
    fill(log, 60, keys=20)
    expected = sealed(log)
    checkpoint, rounds = None, 0
    while candidate(log, checkpoint, NOW_MS).cleanable_bytes:
        reached, _ = clean(log, checkpoint, map_bytes_max=1500)
        assert reached > (checkpoint or 0)
        checkpoint, rounds = reached, rounds + 1
        assert view(log) == expected
    assert rounds > 2
    assert checkpoint == 60
    # What two rounds have seen apart is together now.
    assert len(pairs(log)) == 20


@pytest.mark.slow
def test_a_map_that_is_full_within_a_batch_loses_nothing(bench):
    log = bench.open(config=COMPACTED | {"segment.bytes": 5000})
    put(log, *((b"k%d" % n, b"old") for n in range(10)))
    put(log, *((b"k%d" % n, b"new") for n in range(10)))
    log.roll(now_ms=NOW_MS)
    checkpoint = None
    for _ in range(40):
        checkpoint, _ = clean(log, checkpoint, map_bytes_max=500)
        assert view(log) == {b"k%d" % n: b"new" for n in range(10)}
    assert checkpoint == 20
    assert len(pairs(log)) == 10


def test_bug_70_gaps_and_empty_segments_end_no_round_early(bench):
    """KAFKA-8764, KAFKA-9826: the next round begins behind the gap, not before it again."""
    log = bench.open(config=COMPACTED)
    log.append_as_follower(batch(b"1", key=b"a", base_offset=0, epoch=0), now_ms=NOW_MS)
    log.roll(now_ms=NOW_MS)
    log.append_as_follower(batch(b"2", key=b"a", base_offset=500, epoch=0), now_ms=NOW_MS)
    log.roll(now_ms=NOW_MS)
    log.append_as_follower(batch(b"3", key=b"b", base_offset=9000, epoch=0), now_ms=NOW_MS)
    log.update_high_watermark(9001)
    log.roll(now_ms=NOW_MS)
    checkpoint, _ = clean(log)
    assert checkpoint == 9001
    assert pairs(log) == [(500, b"a", b"2"), (9000, b"b", b"3")]
    assert not candidate(log, checkpoint, NOW_MS).cleanable_bytes


def test_bug_70_a_batch_larger_than_the_buffer_is_read_whole(bench):
    """KAFKA-5431, KAFKA-5316."""
    log = bench.open(config=COMPACTED | {"segment.bytes": 100_000})
    for number in range(3):
        put(log, (b"large", bytes([number]) * 20_000), (b"small", b"%d" % number))
    log.roll(now_ms=NOW_MS)
    clean(log, read_bytes=4096)
    assert [(offset, len(value)) for offset, _, value in pairs(log)] == [(4, 20_000), (5, 1)]


def test_small_segments_become_one_and_their_snapshots_go_with_them(bench):
    log = bench.open(config=COMPACTED | {"segment.bytes": 400})
    for number in range(30):
        put(log, (b"k%d" % (number % 3), b"v"), producer=(5, 0, number))
    expected = sealed(log)
    before = len(log.segments)
    clean(log)
    clean(log)
    assert before > 5
    assert len(log.segments) == 2
    assert view(log) == expected
    bases = {segment.base_offset for segment in log.segments}
    assert {int(name[:20]) for name in bench.names(".snapshot")} <= bases
    assert bench.names(".cleaned") == bench.names(".swap") == []


def test_bug_59_segments_are_not_put_together_beyond_what_an_index_can_say(bench):
    log = bench.open(config=COMPACTED)
    for base_offset in (0, 2**31 - 10, 2**31 + 10, 2**32):
        log.append_as_follower(batch(b"v", key=b"%d" % base_offset, base_offset=base_offset, epoch=0), now_ms=NOW_MS)
        log.roll(now_ms=NOW_MS)
    log.update_high_watermark(log.log_end_offset)
    clean(log)
    assert len(log.segments) > 2
    for segment in log.segments:
        for _, header in segment.batches():
            assert segment.fits_offset(header.last_offset)
    assert len(pairs(log)) == 4


def test_bug_70_the_last_batch_before_the_uncleaned_part_keeps_its_offsets(bench):
    """KAFKA-17076: the log's end would be forgotten with it when what follows is lost."""
    log = bench.open(config=COMPACTED)
    put(log, (b"a", b"1"))
    put(log, (b"a", None))
    log.roll(now_ms=NOW_MS)
    clean(log, now_ms=NOW_MS)
    clean(log, now_ms=NOW_MS + 5000)
    assert pairs(log) == []
    ((header, _),) = batches(log)
    assert (header.base_offset, header.next_offset, header.record_count) == (1, 2, 0)


def test_bug_70_a_producers_last_batch_stays_as_a_header(bench):
    """KAFKA-5490: else a retry would be appended twice, and the next batch refused, after a restart."""
    log = bench.open(config=COMPACTED)
    put(log, (b"a", b"1"), producer=(9, 2, 0))
    put(log, (b"a", b"2"), producer=(9, 2, 1))
    put(log, (b"a", b"3"))
    put(log, (b"b", b"4"))
    log.roll(now_ms=NOW_MS)
    clean(log)
    assert pairs(log) == [(2, b"a", b"3"), (3, b"b", b"4")]
    for name in bench.names(".snapshot"):
        (bench.directory / name).unlink()
    bench.crash()
    log = bench.open()
    assert log.producer_state.get(9).last_sequence == 1
    again = put(log, (b"a", b"2"), producer=(9, 2, 1))
    assert again == 1
    assert put(log, (b"a", b"5"), producer=(9, 2, 2)) == 4


def test_records_without_a_key_go(bench):
    """They cannot be produced to a compacted topic; its policy may have been another once."""
    log = bench.open(config={"segment.bytes": 1000})
    put(log, (None, b"1"), (b"a", b"2"))
    put(log, (b"z", b"3"))
    log.config = log.config.with_overrides({name: str(value) for name, value in COMPACTED.items()})
    log.roll(now_ms=NOW_MS)
    clean(log)
    assert pairs(log) == [(1, b"a", b"2"), (2, b"z", b"3")]


def test_a_damaged_batch_is_not_written_anew(bench):
    log = bench.open(config=COMPACTED)
    fill(log)
    log.roll(now_ms=NOW_MS)
    path = bench.path(0, ".log")
    data = bytearray(path.read_bytes())
    data[-3] ^= 1
    path.write_bytes(bytes(data))
    before = {name: (bench.directory / name).read_bytes() for name in bench.names()}
    with pytest.raises(CorruptRecords):
        clean(log)
    assert {name: (bench.directory / name).read_bytes() for name in bench.names()} == before


def test_a_batch_whose_offset_is_not_of_its_segment_makes_no_newer_value_look_old(bench):
    """No checksum covers a batch's offset; and behind the last batch of a segment nothing contradicts it."""
    log = bench.open(config=COMPACTED)
    fill(log)
    log.roll(now_ms=NOW_MS)
    *_, (position, _) = log.segments[0].batches()
    path = bench.path(0, ".log")
    data = bytearray(path.read_bytes())
    data[position + 6] ^= 4
    path.write_bytes(bytes(data))
    before = {name: (bench.directory / name).read_bytes() for name in bench.names()}
    with pytest.raises(CorruptRecords):
        clean(log)
    assert {name: (bench.directory / name).read_bytes() for name in bench.names()} == before


def test_a_reader_finds_every_offset_behind_gaps(bench):
    log = bench.open(config=COMPACTED)
    fill(log, 60, keys=6)
    log.roll(now_ms=NOW_MS)
    clean(log)
    left = [offset for offset, _, _ in pairs(log)]
    for start in range(61):
        found = log.read(start, max_bytes=10_000, max_offset=log.log_end_offset, min_one_message=True)
        offset = start
        seen = []
        while offset < log.log_end_offset:
            found = log.read(offset, max_bytes=10_000, max_offset=log.log_end_offset, min_one_message=True)
            assert found.next_offset > offset
            seen.append(offset)
            offset = found.next_offset
        assert offset == 60
    assert log.offset_for_timestamp(NOW_MS, 60)[1] == left[0]


def test_a_follower_of_a_compacted_leader_has_the_same_log(bench, tmp_path):
    log = bench.open(config=COMPACTED)
    fill(log, 60, keys=7, producer=(-1, -1, -1))
    log.roll(now_ms=NOW_MS)
    clean(log)
    follower_bench = LogBench(tmp_path / "follower")
    follower = follower_bench.open(config=COMPACTED)
    while follower.log_end_offset < log.log_end_offset:
        found = log.read(follower.log_end_offset, max_bytes=300, max_offset=60, min_one_message=True)
        follower.append_as_follower(found.records, now_ms=NOW_MS)
    assert pairs(follower) == pairs(log)
    follower_bench.close()


def test_the_indexes_of_a_cleaned_segment_are_those_of_its_batches(bench):
    log = bench.open(config=COMPACTED | {"segment.bytes": 20_000})
    fill(log, 400, keys=100)
    log.roll(now_ms=NOW_MS)
    clean(log)
    segment = max(log.segments, key=lambda each: each.size)
    segment.load_indexes()
    entries = (segment.offset_index.entries, segment.time_index.entries)
    assert len(entries[0]) > 5
    segment.rebuild_indexes()
    assert (segment.offset_index.entries, segment.time_index.entries) == entries


def test_a_restart_finds_what_was_cleaned(bench):
    log = bench.open(config=COMPACTED)
    fill(log)
    log.roll(now_ms=NOW_MS)
    clean(log)
    expected = pairs(log)
    log.close()
    bench.crash()
    for was_clean in (True, False):
        log = bench.open(clean=was_clean)
        assert (pairs(log), log.log_start_offset, log.log_end_offset) == (expected, 0, 40)
        bench.crash()

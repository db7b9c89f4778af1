"""Opening what a crash, a clean stop, Kafka or a bad disk has left."""

from __future__ import annotations

import shutil

import pytest

from kavka.protocol.disk.producer_snapshot import decode_snapshot
from tests.support.log.building import NOW_MS, append, batch, read_all


def fill(log, count=12, **kwargs):
    for number in range(count):
        append(log, b"%d" % number, timestamp=NOW_MS + number, epoch=number // 5, **kwargs)


EXPECTED = [(n, b"%d" % n) for n in range(12)]
SMALL = {"segment.bytes": 220, "index.interval.bytes": 80}


def test_a_clean_log_opens_without_reading_its_segments(bench):
    log = bench.open(config=SMALL)
    fill(log)
    log.close()
    first = bench.path(0, ".log")
    first.write_bytes(bytes(first.stat().st_size))  # nobody looks before somebody reads
    log = bench.open(clean=True)
    assert (log.log_start_offset, log.log_end_offset, log.recovery_point) == (0, 12, 12)
    assert log.leader_epoch_cache.entries == [(0, 0), (1, 5), (2, 10)]
    append(log, b"next")
    assert read_all(log, 11) == [(11, b"11"), (12, b"next")]


def test_a_killed_log_loses_nothing_that_was_written(bench):
    fill(bench.open(config=SMALL))
    bench.crash()
    log = bench.open()
    assert read_all(log) == EXPECTED
    assert log.leader_epoch_cache.entries == [(0, 0), (1, 5), (2, 10)]
    assert log.offset_of_max_timestamp(12) == (NOW_MS + 11, 11, 2)


def test_a_torn_tail_is_cut_at_every_byte_of_the_last_batch(bench, tmp_path):
    log = bench.open()
    fill(log, 3)
    bench.crash()
    path = bench.path(0, ".log")
    whole = path.read_bytes()
    size = len(whole) // 3
    for cut in range(2 * size, len(whole)):
        path.write_bytes(whole[:cut])
        log = bench.open()
        assert read_all(log) == EXPECTED[:2], cut
        assert path.stat().st_size == 2 * size
        bench.crash()
    path.write_bytes(whole)
    assert read_all(bench.open()) == EXPECTED[:3]


def test_a_flipped_byte_ends_the_log_before_its_batch(bench):
    fill(bench.open(), 3)
    bench.crash()
    path = bench.path(0, ".log")
    whole = path.read_bytes()
    size = len(whole) // 3
    outside_checksum = range(12, 16)  # the leader epoch
    for at in range(size, 2 * size):
        data = bytearray(whole)
        data[at] ^= 0x40
        path.write_bytes(bytes(data))
        log = bench.open()
        found = read_all(log)
        if at - size not in (*outside_checksum, *range(8)):
            assert found == EXPECTED[:1], at
        else:
            assert found[0] == EXPECTED[0]
        bench.crash()


def test_appends_go_on_behind_a_torn_tail(bench):
    fill(bench.open(), 3)
    bench.crash()
    with bench.path(0, ".log").open("ab") as file:
        file.write(b"\0" * 500)
    log = bench.open()
    append(log, b"next")
    bench.crash()
    assert read_all(bench.open()) == [*EXPECTED[:3], (3, b"next")]


def test_segments_behind_a_damaged_one_are_removed(bench):
    fill(bench.open(config=SMALL))
    bench.crash()
    bases = [int(name[:20]) for name in bench.names(".log")]
    assert len(bases) > 3
    path = bench.path(bases[1], ".log")
    path.write_bytes(path.read_bytes()[:-1])
    log = bench.open()
    assert log.log_end_offset == bases[2] - 1
    assert read_all(log) == EXPECTED[: bases[2] - 1]
    assert [int(name[:20]) for name in bench.names(".log")] == bases[:2]
    assert all(epoch_start < log.log_end_offset for _, epoch_start in log.leader_epoch_cache.entries)


def test_what_is_below_the_recovery_point_is_not_read_again(bench):
    fill(bench.open(config=SMALL))
    bench.crash()
    first = bench.path(0, ".log")
    data = first.read_bytes()
    first.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    log = bench.open(recovery_point=12)
    assert log.log_end_offset == 12
    bench.crash()
    assert bench.open(recovery_point=0).log_end_offset < 12


@pytest.mark.parametrize("clean", [True, False])
def test_bug_61_any_other_file_may_be_broken(bench, clean, tmp_path):
    log = bench.open(config=SMALL)
    for number in range(12):
        append(log, b"%d" % number, timestamp=NOW_MS + number, epoch=number // 5, producer=(1, 0, number))
    log.assign_topic_id(bytes(range(16)))
    log.close()
    bench.crash()
    good = tmp_path / "good"
    shutil.copytree(bench.directory, good)
    others = [path for path in sorted(good.iterdir()) if path.suffix != ".log"]
    assert len(others) > 8
    for other in others:
        data = other.read_bytes()
        for broken in (None, b"", b"\xff" * 30, *(flipped(data, at) for at in range(0, len(data), 5))):
            shutil.rmtree(bench.directory)
            shutil.copytree(good, bench.directory)
            target = bench.directory / other.name
            target.unlink() if broken is None else target.write_bytes(broken)
            log = bench.open(clean=clean)
            assert read_all(log, max_bytes=200) == EXPECTED, (other.name, broken)
            append(log, b"next")
            bench.crash()


def flipped(data, at):
    changed = bytearray(data)
    changed[at] ^= 0x81
    return bytes(changed)


def test_bug_8_a_log_of_epoch_zero_only_has_its_epoch_back(bench):
    log = bench.open()
    append(log, epoch=0)
    bench.crash()
    (bench.directory / "leader-epoch-checkpoint").unlink()
    log = bench.open()
    assert log.leader_epoch_cache.entries == [(0, 0)]
    assert log.leader_epoch_cache.end_offset_for(0, log.log_end_offset) == (0, 1)


@pytest.mark.parametrize("clean", [True, False])
def test_bug_9_epochs_are_rebuilt_from_the_batches(bench, clean):
    log = bench.open(config=SMALL)
    fill(log)
    log.close()
    bench.crash()
    (bench.directory / "leader-epoch-checkpoint").write_bytes(b"")
    assert bench.open(clean=clean).leader_epoch_cache.entries == [(0, 0), (1, 5), (2, 10)]


@pytest.mark.parametrize("suffix", [".deleted", ".cleaned", ".tmp"])
def test_bug_67_leftovers_are_removed(bench, suffix):
    log = bench.open()
    fill(log)
    bench.crash()
    for name in (f"{0:020d}.log", f"{0:020d}.index", f"{5:020d}.snapshot", "leader-epoch-checkpoint"):
        (bench.directory / (name + suffix)).write_bytes(b"old")
    assert read_all(bench.open()) == EXPECTED
    assert bench.names(suffix) == []


@pytest.mark.parametrize("done", range(3))
def test_bug_67_a_swap_is_finished_wherever_it_was_interrupted(bench, done):
    """Compaction puts one segment in place of several; a crash may come after any of its renames."""
    log = bench.open(config=SMALL)
    fill(log)
    log.close()
    bench.crash()
    bases = [int(name[:20]) for name in bench.names(".log")]
    merged = b"".join(bench.path(base, ".log").read_bytes() for base in bases[:2])
    names = [f"{0:020d}{suffix}" for suffix in (".timeindex", ".index", ".log")]
    for number, name in enumerate(names):
        content = merged if name.endswith(".log") else b""
        if number < done:
            (bench.directory / name).write_bytes(content)
        else:
            (bench.directory / (name + ".swap")).write_bytes(content)
    log = bench.open()
    assert read_all(log) == EXPECTED
    assert bench.names(".swap") == []
    assert [int(name[:20]) for name in bench.names(".log")] == [0, *bases[2:]]


def test_bug_67_indexes_without_a_log_are_removed(bench):
    fill(bench.open(), 2)
    bench.crash()
    bench.path(7, ".index").write_bytes(b"")
    bench.path(7, ".timeindex").write_bytes(b"")
    assert read_all(bench.open()) == EXPECTED[:2]
    assert bench.names(".index") == [f"{0:020d}.index"]


def test_a_log_that_ends_before_its_start_begins_there_anew(bench):
    fill(bench.open(), 3)
    bench.crash()
    log = bench.open(log_start_offset=100)
    assert (log.log_start_offset, log.log_end_offset) == (100, 100)
    append(log, b"x")
    assert read_all(log) == [(100, b"x")]


def test_bug_68_a_start_replays_only_what_is_above_the_newest_snapshot(bench):
    log = bench.open(config=SMALL)
    for number in range(12):
        append(log, b"%d" % number, producer=(number % 2, 0, number // 2), timestamp=NOW_MS)
    bench.crash()
    snapshots = bench.names(".snapshot")
    assert len(snapshots) > 2
    log = bench.open(recovery_point=int(snapshots[-1][:20]))
    assert bench.names(".snapshot") == snapshots
    assert [log.producer_state.get(n).last_sequence for n in (0, 1)] == [5, 5]
    assert log.producer_state.get(1).batches[-1].last_offset == 11


def test_a_lost_snapshot_beside_a_torn_segment_without_indexes_keeps_nobody_from_starting(bench):
    log = bench.open(config=SMALL)
    append(log, b"old", producer=(7, 0, 0))
    log.roll()
    append(log, b"new", producer=(7, 0, 1))
    bench.crash()
    bench.path(1, ".snapshot").unlink()
    with bench.path(1, ".log").open("ab") as file:
        file.write(b"\0")
    log = bench.open(recovery_point=1)
    assert read_all(log) == [(0, b"old"), (1, b"new")]
    assert log.producer_state.get(7).last_sequence == 1


def test_bug_68_stray_snapshots_go_and_the_newest_stays(bench):
    log = bench.open(config=SMALL)
    fill(log)
    log.close()
    bench.crash()
    bases = [name[:20] for name in bench.names(".log")]
    bench.path(1, ".snapshot").write_bytes(b"stray")
    log = bench.open(clean=True)
    assert [name[:20] for name in bench.names(".snapshot")] == [*bases[1:], f"{12:020d}"]
    bench.path(50, ".snapshot").write_bytes(b"of a future that was lost")
    bench.crash()
    bench.open(clean=True)
    assert f"{50:020d}.snapshot" not in bench.names()


def test_a_close_writes_the_snapshot_that_the_next_start_needs(bench):
    log = bench.open()
    append(log, producer=(7, 3, 0))
    log.close()
    (entry,) = decode_snapshot(bench.path(1, ".snapshot").read_bytes())
    assert (entry.producer_id, entry.epoch, entry.last_sequence) == (7, 3, 0)


def test_a_close_writes_the_last_time_index_entry(bench):
    log = bench.open()
    fill(log, 4)
    log.close()
    assert bench.path(0, ".timeindex").read_bytes()[-12:] == (NOW_MS + 3).to_bytes(8, "big") + (3).to_bytes(4, "big")


INDEXED = {"index.interval.bytes": 0}


def index_files(bench):
    return {suffix: bench.path(0, suffix).read_bytes() for suffix in (".index", ".timeindex")}


def test_a_flush_and_a_close_write_every_index_entry(bench):
    log = bench.open(config=INDEXED)
    fill(log, 4)
    log.flush()
    assert len(index_files(bench)[".index"]) == 3 * 8  # a first batch needs no entry
    append(log, b"more", timestamp=NOW_MS + 50)
    log.close()
    assert len(index_files(bench)[".index"]) == 4 * 8
    assert index_files(bench)[".timeindex"][-4:] == (4).to_bytes(4, "big")


@pytest.mark.parametrize("left", ["nothing", "half", "whole", "too much", "another log's"])
def test_a_start_after_a_kill_makes_indexes_whole_whatever_reached_their_files(bench, left):
    log = bench.open(config=INDEXED)
    fill(log)
    log.flush()
    whole = index_files(bench)
    bench.crash()
    for suffix, data in whole.items():
        entry = 8 if suffix == ".index" else 12
        half = data[: len(data) // entry // 2 * entry]
        stale = data + (b"\x7f" * (entry - 4) + data[-4:]) * 3
        other = b"".join(bytes([0] * (entry - 1) + [n]) for n in range(1, 9))
        file = {"nothing": b"", "half": half, "whole": data, "too much": stale, "another log's": other}[left]
        bench.path(0, suffix).write_bytes(file)
    log = bench.open(recovery_point=3)
    assert read_all(log) == EXPECTED
    for offset, value in EXPECTED:
        assert read_all(log, offset)[0] == (offset, value)
    log.close()
    assert index_files(bench) == whole


def test_indexes_that_kafka_preallocated_are_taken(bench):
    log = bench.open(config=SMALL | {"segment.bytes": 1 << 20})
    fill(log)
    log.close()
    bench.crash()
    for suffix in (".index", ".timeindex"):
        with bench.path(0, suffix).open("ab") as file:
            file.write(bytes(24 * 1000))
    log = bench.open(clean=True)
    append(log, b"next", timestamp=NOW_MS + 99)
    assert read_all(log, 11) == [(11, b"11"), (12, b"next")]
    assert log.offset_for_timestamp(NOW_MS + 99, 99)[1] == 12
    log.close()
    bench.crash()
    assert bench.open(clean=True).offset_for_timestamp(NOW_MS + 7, 99)[1] == 7


def test_the_topic_id_is_kept(bench):
    log = bench.open()
    assert log.topic_id == bytes(16)
    log.assign_topic_id(bytes(range(16)))
    bench.crash()
    assert bench.open().topic_id == bytes(range(16))


def test_an_unclean_log_of_many_batches_keeps_its_records(bench):
    log = bench.open(config={"index.interval.bytes": 4096})
    data = batch(*[b"x" * 30] * 5)
    for _ in range(500):
        log.append_as_leader(data, leader_epoch=0, now_ms=NOW_MS)
    entries = log.segments.active.offset_index.entries
    bench.crash()
    log = bench.open()
    assert log.log_end_offset == 2500
    assert log.segments.active.offset_index.entries == entries


def test_an_epoch_that_began_in_the_torn_tail_never_was(bench):
    log = bench.open()
    append(log, b"a", epoch=1)
    append(log, b"b", epoch=4)
    assert log.leader_epoch_cache.entries == [(1, 0), (4, 1)]
    bench.crash()
    path = bench.path(0, ".log")
    path.write_bytes(path.read_bytes()[:-1])
    log = bench.open()
    assert log.log_end_offset == 1
    assert log.leader_epoch_cache.entries == [(1, 0)]
    assert log.leader_epoch_cache.end_offset_for(4, log.log_end_offset) == (-1, -1)
    append(log, b"c", epoch=5)
    assert log.leader_epoch_cache.entries == [(1, 0), (5, 1)]


def test_bug_67_a_crash_between_a_deletion_and_its_checkpoint_begins_where_the_files_do(bench):
    log = bench.open(config={"segment.bytes": 100})
    for value in (b"a", b"b", b"c"):
        append(log, value)
    log.maybe_increment_high_watermark(3)
    log.maybe_increment_log_start_offset(2)
    assert log.delete_segments_before_start() == 2
    bench.crash()
    log = bench.open(log_start_offset=0)
    assert (log.log_start_offset, log.log_end_offset) == (2, 3)
    assert read_all(log) == [(2, b"c")]
    assert log.delete_segments_before_start() == 0

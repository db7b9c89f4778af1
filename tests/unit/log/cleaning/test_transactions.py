"""Transactions in compacted logs: what was aborted goes, what was committed stays, and no marker goes too early."""

from __future__ import annotations

from kavka.protocol.records.batch import ControlType, decode_control_key, iter_records
from tests.support.log.building import NOW_MS
from tests.support.log.cleaning import COMPACTED, batches, clean, pairs, put, put_marker
from tests.support.log.readers import committed


def transaction(log, producer_id, sequence, *pairs, commit):
    first = put(log, *pairs, producer=(producer_id, 0, sequence), is_transactional=True)
    put_marker(log, producer_id, 0, commit=commit)
    return first


def markers(log):
    """(offset, type) of every marker."""
    found = []
    for header, data in batches(log):
        if header.is_control:
            found += [(r.offset, decode_control_key(r.key)) for r in iter_records(data, include_control=True)]
    return found


def test_what_was_aborted_goes_and_replaces_nothing(bench):
    log = bench.open(config=COMPACTED)
    put(log, (b"a", b"1"), (b"b", b"1"))
    transaction(log, 1, 0, (b"a", b"aborted"), commit=False)
    transaction(log, 2, 0, (b"b", b"committed"), commit=True)
    put(log, (b"z", b"last"))
    log.roll(now_ms=NOW_MS)
    expected = committed(log)
    assert expected == {b"a": b"1", b"b": b"committed", b"z": b"last"}
    clean(log)
    assert {(key, value) for _, key, value in pairs(log)} == set(expected.items())
    assert committed(log) == expected


def test_bug_70_markers_stay_until_their_data_has_gone_and_delete_retention_ms_longer(bench):
    """KAFKA-14055, KAFKA-13727: without its marker, what was aborted passes for committed."""
    log = bench.open(config=COMPACTED)
    transaction(log, 1, 0, (b"a", b"aborted"), commit=False)
    transaction(log, 2, 0, (b"b", b"committed"), commit=True)
    put(log, (b"c", b"c"), producer=(1, 0, 1))  # so that nothing stays for the producer's sake
    put(log, (b"b", b"later"), producer=(2, 0, 1))
    log.roll(now_ms=NOW_MS)
    clean(log)
    assert markers(log) == [(1, ControlType.ABORT), (3, ControlType.COMMIT)]
    assert [header.delete_horizon_ms for header, _ in batches(log) if header.is_control] == [None, None]
    assert [txn.producer_id for txn in log.aborted_transactions(0, 10)] == [1]
    clean(log, now_ms=NOW_MS + 5_000)
    assert markers(log) == [(1, ControlType.ABORT), (3, ControlType.COMMIT)]
    assert {header.delete_horizon_ms for header, _ in batches(log) if header.is_control} == {NOW_MS + 6_000}
    assert log.aborted_transactions(0, 10) == []
    clean(log, now_ms=NOW_MS + 5_999)
    assert len(markers(log)) == 2
    clean(log, now_ms=NOW_MS + 6_000)
    assert markers(log) == []
    assert committed(log) == {b"c": b"c", b"b": b"later"}


def test_bug_70_a_markers_key_is_no_records_key(bench):
    """KAFKA-14055: a record whose key has the bytes of a marker's."""
    log = bench.open(config=COMPACTED)
    transaction(log, 2, 0, (b"b", b"1"), commit=True)
    put(log, (b"\0\0\0\1", b"a record"), (b"x", b"y"))
    log.roll(now_ms=NOW_MS)
    clean(log)
    assert (1, ControlType.COMMIT) in markers(log)
    assert (2, b"\0\0\0\1", b"a record") in pairs(log)


def test_an_open_transaction_is_not_touched_nor_anything_behind_it(bench):
    log = bench.open(config=COMPACTED)
    put(log, (b"a", b"1"))
    log.roll(now_ms=NOW_MS)
    put(log, (b"a", b"open"), producer=(1, 0, 0), is_transactional=True)
    log.roll(now_ms=NOW_MS)
    put(log, (b"a", b"3"))
    log.roll(now_ms=NOW_MS)
    end_offset, _ = clean(log)
    assert end_offset == 1
    assert len(pairs(log)) == 3
    put_marker(log, 1, 0, commit=False)
    log.roll(now_ms=NOW_MS)
    clean(log, end_offset)
    assert committed(log) == {b"a": b"3"}


def test_an_aborted_transaction_across_segments_goes_from_all_of_them(bench):
    log = bench.open(config=COMPACTED | {"segment.bytes": 300})
    for number in range(12):
        put(log, (b"k%d" % number, b"aborted"), producer=(1, 0, number), is_transactional=True)
        put(log, (b"k%d" % number, b"kept"), producer=(2, 0, number))
    put_marker(log, 1, 0, commit=False)
    put(log, (b"end", b"end"), producer=(1, 0, 12))
    log.roll(now_ms=NOW_MS)
    expected = committed(log)
    assert len(log.segments) > 5
    checkpoint = None
    for step in range(3):
        checkpoint, _ = clean(log, checkpoint, now_ms=NOW_MS + 5_000 * step)
        assert committed(log) == expected
        assert not any(value == b"aborted" for _, _, value in pairs(log))
    assert markers(log) == []


def test_the_header_of_a_producers_last_batch_keeps_its_marker_and_no_transaction_opens_again(bench):
    """A restart replays what is left: a transactional header without a marker would hold everybody up for ever."""
    log = bench.open(config=COMPACTED)
    transaction(log, 1, 0, (b"a", b"1"), commit=True)
    transaction(log, 3, 0, (b"a", b"2"), commit=False)
    put(log, (b"a", b"3"))
    put(log, (b"b", b"4"))
    log.roll(now_ms=NOW_MS)
    for step in range(4):
        clean(log, now_ms=NOW_MS + 5_000 * step)
        assert len(markers(log)) == 2
    for name in bench.names(".snapshot"):
        (bench.directory / name).unlink()
    bench.crash()
    log = bench.open()
    log.update_high_watermark(log.log_end_offset)
    assert log.last_stable_offset == log.log_end_offset == 6
    assert [log.producer_state.get(n).last_sequence for n in (1, 3)] == [0, 0]


def test_a_merged_segment_has_the_aborted_transactions_of_all_of_them_until_their_data_is_gone(bench):
    log = bench.open(config=COMPACTED | {"segment.bytes": 300})
    for number in range(8):
        transaction(log, number, 0, (b"k%d" % number, b"aborted"), commit=False)
        transaction(log, number, 1, (b"k%d" % number, b"kept"), commit=True)
    log.roll(now_ms=NOW_MS)
    expected = committed(log)
    before = log.aborted_transactions(0, 1000)
    assert len(before) == 8
    log.config = log.config.with_overrides(log.config.overrides | {"segment.bytes": "100000"})
    clean(log)
    assert len(log.segments) == 2
    assert log.aborted_transactions(0, 1000) == before
    log.close()
    bench.crash()
    log = bench.open(clean=True)
    log.update_high_watermark(log.log_end_offset)
    assert log.aborted_transactions(0, 1000) == before
    assert committed(log) == expected

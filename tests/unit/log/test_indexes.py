"""Both indexes: golden bytes, lookups, and files that others or a crash have left."""

from __future__ import annotations

import os
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.broker.log.index_file import PENDING_ENTRIES_MAX
from kavka.broker.log.offset_index import OffsetIndex
from kavka.broker.log.time_index import TimeIndex
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.protocol.disk.errors import CorruptIndex


def offset_index(path, *, base_offset=1000, max_bytes=1 << 20):
    return OffsetIndex(
        str(path / "0.index"), base_offset=base_offset, max_bytes=max_bytes, filesystem=MachineFileSystem()
    )


def time_index(path, *, base_offset=1000, max_bytes=1 << 20):
    return TimeIndex(
        str(path / "0.timeindex"), base_offset=base_offset, max_bytes=max_bytes, filesystem=MachineFileSystem()
    )


def test_offset_entries_have_kafkas_bytes(tmp_path):
    index = offset_index(tmp_path)
    index.create()
    index.append(1009, 4200)
    index.append(1020, 8400)
    index.write_pending()
    index.close()
    assert (tmp_path / "0.index").read_bytes() == bytes.fromhex("00000009 00001068 00000014 000020d0")


def test_time_entries_have_kafkas_bytes(tmp_path):
    index = time_index(tmp_path)
    index.create()
    index.maybe_append(1_700_000_000_000, 1009)
    index.write_pending()
    index.close()
    assert (tmp_path / "0.timeindex").read_bytes() == bytes.fromhex("0000018bcfe56800 00000009")


def test_only_greater_timestamps_are_entered(tmp_path):
    index = time_index(tmp_path)
    index.create()
    for timestamp, offset in ((-1, 1000), (10, 1001), (10, 1005), (9, 1006), (11, 1007)):
        index.maybe_append(timestamp, offset)
    index.close()
    assert index.entries == [(10, 1001), (11, 1007)]


@pytest.mark.parametrize("zeros", [0, 8, 16, 8000])
def test_preallocated_zeros_are_no_entries(tmp_path, zeros):
    entries = struct.pack(">4i", 9, 4200, 20, 8192)  # 8192 ends in a zero byte
    (tmp_path / "0.index").write_bytes(entries + bytes(zeros))
    index = offset_index(tmp_path)
    assert index.entries == [(1009, 4200), (1020, 8192)]
    index.append(1030, 9000)
    index.write_pending()
    index.close()
    assert (tmp_path / "0.index").read_bytes()[:24] == entries + struct.pack(">2i", 30, 9000)
    (tmp_path / "0.timeindex").write_bytes(struct.pack(">qi", 1 << 40, 256) + bytes(zeros * 3))
    assert time_index(tmp_path).entries == [(1 << 40, 1256)]


def test_a_file_of_zeros_only_is_an_empty_index(tmp_path):
    (tmp_path / "0.index").write_bytes(bytes(80))
    (tmp_path / "0.timeindex").write_bytes(bytes(120))
    assert offset_index(tmp_path).entries == []
    assert time_index(tmp_path).entries == []


def test_timestamp_zero_at_the_base_offset_is_an_entry(tmp_path):
    index = time_index(tmp_path)
    index.create()
    index.maybe_append(0, 1000)
    index.write_pending()
    index.close()
    again = time_index(tmp_path)
    assert again.entries == [(0, 1000)]
    again.maybe_append(7, 1001)
    again.write_pending()
    again.close()
    assert time_index(tmp_path).entries == [(0, 1000), (7, 1001)]


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x00\x00\x09\x00",
        struct.pack(">4i", 9, 1, 9, 2),
        struct.pack(">4i", 9, 2, 10, 2),
        struct.pack(">2i", -1, 5),
    ],
)
def test_bug_61_an_offset_index_that_does_not_grow_is_corrupt(tmp_path, data):
    (tmp_path / "0.index").write_bytes(data)
    with pytest.raises(CorruptIndex):
        offset_index(tmp_path).load()


@pytest.mark.parametrize(
    "data",
    [b"\x01" * 13, struct.pack(">qiqi", 9, 1, 8, 2), struct.pack(">qiqi", 8, 2, 9, 1), struct.pack(">qi", -5, 1)],
)
def test_bug_61_a_time_index_that_does_not_grow_is_corrupt(tmp_path, data):
    (tmp_path / "0.timeindex").write_bytes(data)
    with pytest.raises(CorruptIndex):
        time_index(tmp_path).load()


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(1, 500)), max_size=12, unique_by=lambda entry: entry[0]))
def test_bug_63_lookups_agree_with_a_walk(tmp_path_factory, raw):
    entries = []
    position = 0
    for relative, step in sorted(raw):
        position += step
        entries.append((1000 + relative, position))
    index = offset_index(tmp_path_factory.mktemp("index"))
    index.create()
    for entry in entries:
        index.append(*entry)
    for offset in range(995, 1310, 5):
        assert index.lookup(offset) == max((p for o, p in entries if o <= offset), default=0)
    for at in range(0, position + 3, 7):
        assert index.floor_position(at) == max((p for _, p in entries if p <= at), default=0)
    index.close()


def test_truncation_by_position_and_by_offset(tmp_path):
    index = offset_index(tmp_path)
    index.create()
    times = time_index(tmp_path)
    times.create()
    for number in range(1, 6):
        index.append(1000 + number * 10, number * 4096)
        times.maybe_append(number * 100, 1000 + number * 10)
    index.write_pending()
    times.write_pending()
    index.truncate_to_position(3 * 4096)
    times.truncate_to_offset(1030)
    assert index.entries == [(1010, 4096), (1020, 8192)]
    assert times.entries == [(100, 1010), (200, 1020)]
    assert (tmp_path / "0.index").stat().st_size == 16
    assert (tmp_path / "0.timeindex").stat().st_size == 24
    index.close()
    times.close()


def test_an_index_is_full_at_its_limit_and_a_time_index_one_before(tmp_path):
    index = offset_index(tmp_path, max_bytes=17)
    index.create()
    times = time_index(tmp_path, max_bytes=36)
    times.create()
    for number in (1, 2):
        assert not index.is_full
        assert not times.is_full
        index.append(1000 + number, number)
        times.maybe_append(number, 1000 + number)
    assert index.is_full
    assert times.is_full
    index.close()
    times.close()


def test_an_unloaded_index_is_loaded_by_its_next_use(tmp_path):
    index = offset_index(tmp_path)
    index.create()
    index.append(1009, 4200)
    index.write_pending()
    index.unload()
    assert index.lookup(1010) == 4200
    index.append(1020, 8400)
    index.write_pending()
    index.close()
    assert offset_index(tmp_path).entries == [(1009, 4200), (1020, 8400)]


def test_new_entries_reach_the_file_a_good_number_at_a_time_and_the_first_ones_at_once(tmp_path):
    index, times = offset_index(tmp_path), time_index(tmp_path)
    index.create()
    times.create()
    descriptors = len(os.listdir("/proc/self/fd"))
    writes = [1, 2, 4, 8, 16, 32, 64, 128, 192]
    for number in range(1, 3 * PENDING_ENTRIES_MAX + 3):
        index.append(1000 + number, number * 4096)
        times.maybe_append(number, 1000 + number)
        whole = max(count for count in writes if count <= number)
        assert (tmp_path / "0.index").stat().st_size == whole * 8
        assert (tmp_path / "0.timeindex").stat().st_size == whole * 12
        if whole < PENDING_ENTRIES_MAX:
            assert len(os.listdir("/proc/self/fd")) == descriptors, "what is small keeps nothing open"
    killed = offset_index(tmp_path).entries, time_index(tmp_path).entries
    assert killed == (index.entries[: writes[-1]], times.entries[: writes[-1]])
    index.write_pending()
    times.write_pending()
    assert (offset_index(tmp_path).entries, time_index(tmp_path).entries) == (index.entries, times.entries)
    index.close()
    times.close()


@pytest.mark.parametrize(("is_flushed", "written"), [(False, 4), (True, 5)])
@pytest.mark.parametrize("kept", [0, 2, 3, 5])
def test_a_truncation_among_entries_that_are_not_written_yet(tmp_path, is_flushed, written, kept):
    index, times = offset_index(tmp_path), time_index(tmp_path)
    index.create()
    times.create()
    for number in range(1, 6):
        index.append(1000 + number, number * 4096)
        times.maybe_append(number, 1000 + number)
    if is_flushed:
        index.write_pending()
        times.write_pending()
    index.truncate_to_position((kept + 1) * 4096)
    times.truncate_to_offset(1000 + kept + 1)
    assert (tmp_path / "0.index").stat().st_size == min(written, kept) * 8
    index.append(2000, 1 << 20)
    times.maybe_append(99, 2000)
    index.write_pending()
    times.write_pending()
    assert len(index.entries) == len(times.entries) == kept + 1
    assert (offset_index(tmp_path).entries, time_index(tmp_path).entries) == (index.entries, times.entries)
    index.close()
    times.close()

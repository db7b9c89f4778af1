"""Leader epochs: where each began, and what replicas are told about their ends."""

from __future__ import annotations

import pytest

from kavka.broker.log.epoch_cache import LeaderEpochCache
from kavka.common.machine_filesystem import MachineFileSystem


@pytest.fixture
def cache(tmp_path):
    return LeaderEpochCache(str(tmp_path), MachineFileSystem())


def filled(cache, *entries):
    for epoch, start in entries:
        cache.assign(epoch, start)
    return cache


def test_the_checkpoint_is_written_with_each_change(cache, tmp_path):
    filled(cache, (0, 0), (2, 20))
    assert (tmp_path / "leader-epoch-checkpoint").read_bytes() == b"0\n2\n0 0\n2 20\n"
    again = LeaderEpochCache(str(tmp_path), MachineFileSystem())
    assert again.load()
    assert again.entries == [(0, 0), (2, 20)]


def test_an_epoch_without_records_is_known_before_it_is_written(cache, tmp_path):
    filled(cache, (0, 0))
    assert cache.assign(2, 20, write=False)
    assert not cache.is_written
    assert (cache.end_offset_for(0, 20), cache.end_offset_for(2, 20)) == ((0, 20), (2, 20))
    assert (tmp_path / "leader-epoch-checkpoint").read_bytes() == b"0\n1\n0 0\n"
    cache.write()
    assert cache.is_written
    assert (tmp_path / "leader-epoch-checkpoint").read_bytes() == b"0\n2\n0 0\n2 20\n"


@pytest.mark.parametrize(
    ("asked", "answer"),
    [(-1, (-1, -1)), (0, (0, 20)), (1, (0, 20)), (2, (2, 35)), (4, (2, 35)), (5, (5, 50)), (6, (-1, -1))],
)
def test_bug_2_the_end_of_the_largest_epoch_not_above_the_one_asked(cache, asked, answer):
    assert filled(cache, (0, 0), (2, 20), (5, 35)).end_offset_for(asked, 50) == answer


def test_an_epoch_older_than_all_known_ones_ended_where_they_begin(cache):
    assert filled(cache, (3, 100)).end_offset_for(1, 200) == (1, 100)


def test_an_empty_cache_knows_nothing(cache):
    assert cache.end_offset_for(0, 10) == (-1, -1)
    assert cache.latest_epoch == -1
    assert cache.epoch_for_offset(0) == -1


def test_bug_3_elections_without_writes_leave_the_latest_epoch_only(cache):
    assert filled(cache, (0, 0), (1, 10), (2, 10), (3, 10)).entries == [(0, 0), (3, 10)]


def test_bug_3_what_contradicts_a_new_entry_is_dropped(cache):
    assert filled(cache, (0, 0), (4, 30), (5, 60), (2, 20)).entries == [(0, 0), (2, 20)]


def test_the_same_epoch_keeps_its_first_start(cache):
    filled(cache, (1, 10))
    assert not cache.assign(1, 20)
    assert cache.entries == [(1, 10)]


def test_bug_4_epochs_without_records_are_truncated_too(cache, tmp_path):
    filled(cache, (0, 0), (1, 10)).truncate_from_end(10)
    assert cache.entries == [(0, 0)]
    assert (tmp_path / "leader-epoch-checkpoint").read_bytes() == b"0\n1\n0 0\n"


def test_bug_8_epoch_zero_is_an_epoch(cache):
    filled(cache, (0, 0))
    assert cache.latest_epoch == 0
    assert cache.end_offset_for(0, 7) == (0, 7)
    assert cache.epoch_for_offset(3) == 0


def test_truncation_at_the_start_keeps_the_epoch_that_it_lies_in(cache):
    filled(cache, (0, 0), (2, 20), (5, 35)).truncate_from_start(25)
    assert cache.entries == [(2, 25), (5, 35)]
    cache.truncate_from_start(35)
    assert cache.entries == [(5, 35)]


def test_epochs_by_offset(cache):
    filled(cache, (0, 5), (2, 20))
    assert [cache.epoch_for_offset(offset) for offset in (4, 5, 19, 20, 99)] == [-1, 0, 0, 2, 2]


@pytest.mark.parametrize("data", [b"", b"0\n5\n", b"\0" * 20])
def test_bug_9_a_broken_checkpoint_asks_to_be_rebuilt(cache, tmp_path, data):
    (tmp_path / "leader-epoch-checkpoint").write_bytes(data)
    assert not cache.load()
    assert cache.entries == []

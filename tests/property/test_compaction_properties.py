"""Compaction against a dictionary: whatever was produced, and wherever the broker dies, a reader ends with the same.

The model of bug 70: records with and without values, several keys a batch, compressed or not, idempotent and
transactional producers that commit and abort, rounds at several times, a map that is too small, and a death at any
call that changes the disk: while it cleans, while it swaps, and again while it recovers.
"""

from __future__ import annotations

import contextlib
import random
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.broker.log.cleaning.candidates import candidate
from kavka.broker.log.log_dir import LogDir
from kavka.common.machine_filesystem import MachineFileSystem
from tests.support.log.building import NOW_MS, LogBench
from tests.support.log.cleaning import COMPACTED, clean, pairs
from tests.support.log.histories import KEYS, produce
from tests.support.log.readers import committed

CHANGING = (
    "create_empty",
    "pwrite",
    "pwritev",
    "remove",
    "rename",
    "set_modified_ms",
    "truncate_fd",
    "write_atomically",
    "write_unsynced",
)


class Killed(BaseException):
    """The process is gone: nobody catches this."""


class MortalDisk(MachineFileSystem):
    """The machine's disk, for as many changes as its process has left to live."""

    __slots__ = ("changes", "lifetime")

    def __init__(self) -> None:
        super().__init__()
        self.changes = 0
        self.lifetime: int | None = None

    def fsync(self, fd):
        """A death of the process loses nothing that was written, so nobody waits."""

    def live_for(self, changes: int | None) -> None:
        self.changes = 0
        self.lifetime = changes


def _mortal(name):
    method = getattr(MachineFileSystem, name)

    def change(self, *args, **kwargs):
        if self.lifetime is not None and self.changes >= self.lifetime:
            raise Killed
        self.changes += 1
        return method(self, *args, **kwargs)

    return change


for _name in CHANGING:
    setattr(MortalDisk, _name, _mortal(_name))


class Place(LogBench):
    """One log on a disk that may die."""

    def __init__(self, path) -> None:
        super().__init__(path)
        self.filesystem.close()
        self.filesystem = MortalDisk()
        self.log_dir = LogDir(str(path), self.filesystem)

    def save(self, folder) -> None:
        self.crash()
        shutil.copytree(self.directory, folder, dirs_exist_ok=True)

    def restore(self, folder) -> None:
        self.crash()
        shutil.rmtree(self.directory)
        shutil.copytree(folder, self.directory)

    def reopen(self, *, recovery_point=0):
        """The log after a start, everything committed, as its leader has it when all replicas are back."""
        log = self.open(recovery_point=recovery_point)
        log.update_high_watermark(log.log_end_offset)
        return log


def clean_wholly(log, *, now_ms=NOW_MS, **limits):
    """Rounds until nothing is dirty; returns how many."""
    checkpoint, rounds = None, 0
    while candidate(log, checkpoint, now_ms).cleanable_bytes:
        reached, _ = clean(log, checkpoint, now_ms=now_ms, **limits)
        assert reached > (checkpoint or 0)
        checkpoint, rounds = reached, rounds + 1
    return rounds


def producers(log):
    return {entry.producer_id: (entry.epoch, entry.last_sequence) for entry in log.producer_state.entries}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("compaction")


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), map_bytes=st.sampled_from([600, 1 << 20]), rounds=st.integers(1, 3))
def test_a_compacted_log_reads_like_a_dictionary(folder, seed, map_bytes, rounds):
    place = Place(folder / "whole")
    try:
        log = place.open(config=COMPACTED)
        produce(log, random.Random(seed), 40)
        expected, state, end_offset = committed(log), producers(log), log.log_end_offset
        for number in range(rounds):
            clean_wholly(log, now_ms=NOW_MS + 700 * number, map_bytes_max=map_bytes)
            assert committed(log) == expected
        assert log.log_end_offset == end_offset
        live = [key for _, key, value in pairs(log) if value is not None]
        assert len(live) == len(set(live)) == len(expected)
        place.crash()
        log = place.reopen()
        assert (committed(log), producers(log), log.log_end_offset) == (expected, state, end_offset)
        assert log.last_stable_offset == end_offset
    finally:
        place.close()
        shutil.rmtree(folder / "whole")


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_bug_70_a_death_at_any_change_of_the_disk_loses_nothing_and_brings_nothing_back(folder, seed, data):
    place = Place(folder / "mortal")
    try:
        log = place.open(config=COMPACTED)
        produce(log, random.Random(seed), 25)
        expected, end_offset = committed(log), log.log_end_offset
        place.save(folder / "template")
        log = place.reopen(recovery_point=end_offset)
        place.filesystem.live_for(10**9)
        clean_wholly(log)
        whole_life = place.filesystem.changes
        place.restore(folder / "template")

        log = place.reopen(recovery_point=end_offset)
        place.filesystem.live_for(data.draw(st.integers(0, whole_life - 1), label="changes before the death"))
        with pytest.raises(Killed):
            clean_wholly(log)
        place.crash()
        # The next start may die, too; and the one after it.
        for _ in range(data.draw(st.integers(0, 2), label="deaths in recovery")):
            place.filesystem.live_for(data.draw(st.integers(0, 12), label="changes in recovery"))
            with contextlib.suppress(Killed):
                place.reopen(recovery_point=data.draw(st.sampled_from([0, end_offset])))
            place.crash()
        place.filesystem.live_for(None)
        log = place.reopen(recovery_point=data.draw(st.sampled_from([0, end_offset])))
        assert committed(log) == expected
        assert log.log_end_offset == log.last_stable_offset == end_offset
        assert not [name for name in place.names() if name.endswith((".cleaned", ".swap", ".deleted", ".tmp"))]
        for number in range(3):
            clean_wholly(log, now_ms=NOW_MS + 700 * number)
            assert committed(log) == expected
        assert len(pairs(log)) <= KEYS
    finally:
        place.filesystem.live_for(None)
        place.close()
        shutil.rmtree(folder / "mortal")
        shutil.rmtree(folder / "template", ignore_errors=True)


@pytest.mark.slow
def test_bug_67_a_death_at_each_change_of_one_round(folder: Path) -> None:
    """Not one of them is left out: the round of a log with transactions, tombstones and several segments."""
    place = Place(folder / "each")
    log = place.open(config=COMPACTED | {"segment.bytes": 600})
    produce(log, random.Random(11), 14)
    expected, end_offset = committed(log), log.log_end_offset
    log.config = log.config.with_overrides(log.config.overrides | {"segment.bytes": "1500"})
    before = len(log.segments)
    assert before > 3
    place.save(folder / "origin")
    deaths = 0
    while True:
        place.restore(folder / "origin")
        place.config = log.config
        log = place.reopen(recovery_point=end_offset)
        place.filesystem.live_for(deaths)
        try:
            clean(log)
        except Killed:
            deaths += 1
            place.filesystem.live_for(None)
            place.crash()
            log = place.reopen(recovery_point=end_offset)
            assert committed(log) == expected, deaths
            assert log.log_end_offset == log.last_stable_offset == end_offset
            continue
        break
    assert deaths > 30
    assert len(log.segments) < before
    place.filesystem.live_for(None)
    place.close()

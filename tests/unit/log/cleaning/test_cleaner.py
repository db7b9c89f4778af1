"""The cleaner of a broker: which log is next, what is written down, and what becomes of rounds that go wrong."""

from __future__ import annotations

import asyncio
import errno

import pytest

from kavka.broker.log.cleaning.candidates import candidate
from kavka.broker.log.cleaning.cleaner import WORKER_FAILURES_MAX, LogCleaner
from kavka.broker.log.cleaning.job import DISK, Failed, GroupCleaned
from kavka.broker.log.cleaning.process import WorkerFailed
from kavka.common.lane import Lane
from kavka.common.types import TopicPartition
from kavka.protocol.disk.checkpoint import decode_offsets
from tests.support.log.building import NOW_MS
from tests.support.log.cleaning import COMPACTED, WorkerHere, pairs, put, view
from tests.support.log.managed import Node

CONFIG = {name: str(value) for name, value in COMPACTED.items()}


class Closing(WorkerHere):
    """A worker that says when it is closed."""

    def __init__(self, filesystem, bench):
        super().__init__(filesystem)
        self._bench = bench

    async def close(self):
        await super().close()
        self._bench.worker_closed()


class Bench(Node):
    """A log manager and its cleaner."""

    def start(self, **kwargs):
        manager = super().start(**kwargs)
        self.workers = []
        self.is_quiet = asyncio.Event()
        self.cleaner = LogCleaner(manager, clock=self.clock, lane=Lane(), new_worker=self.new_worker)
        return manager

    def new_worker(self):
        self.workers.append(Closing(self.disk, self))
        return self.workers[-1]

    def worker_closed(self):
        if all(worker.is_closed for worker in self.workers):
            self.is_quiet.set()

    def dirty(self, topic="t", count=40, **config):
        """A compacted log with `count` sealed records of four keys."""
        log = self.create(topic, **(CONFIG | config))
        for number in range(count):
            put(log, (b"k%d" % (number % 4), b"value-%d" % number))
        log.roll(now_ms=NOW_MS)
        return log

    def checkpoint(self, path=None):
        file = (path or self.paths[0]) / "cleaner-offset-checkpoint"
        return decode_offsets(file.read_bytes()) if file.exists() else {}


@pytest.fixture
def bench(tmp_path):
    made = Bench(tmp_path / "a")
    made.start()
    yield made
    made.manager.close()


async def test_a_dirty_log_is_cleaned_once_and_noted_as_kafka_does(bench):
    log = bench.dirty()
    expected = view(log)
    assert await bench.cleaner.run_once()
    assert view(log) == expected
    assert len(pairs(log)) == 4
    await bench.manager.run_due()
    assert (bench.paths[0] / "cleaner-offset-checkpoint").read_bytes() == b"0\n1\nt 0 40\n"
    assert not await bench.cleaner.run_once()
    metrics = bench.cleaner.metrics
    assert (metrics.rounds, metrics.rounds_aborted, metrics.max_dirty_percent) == (1, 0, 0)
    assert 0 < metrics.recopy_percent < 30
    assert 0 < metrics.max_buffer_utilization_percent < 100 or metrics.last[0].map_utilization > 0


async def test_the_dirtiest_log_is_first_and_a_clean_enough_one_is_left(bench):
    bench.dirty("a")
    await bench.cleaner.run_once()
    ratio = {"min.cleanable.dirty.ratio": "0.9"}
    half = bench.create("a", **(CONFIG | ratio))
    for number in range(10):
        put(half, (b"k%d" % number, b"v"))
    half.roll(now_ms=NOW_MS)
    whole = bench.dirty("b", **ratio)
    found = bench.cleaner.dirtiest()
    assert found.log is whole
    assert found.dirty_ratio == 1.0
    await bench.cleaner.run_once()
    assert bench.cleaner.dirtiest() is None
    assert 0 < bench.cleaner.metrics.max_dirty_percent < 90


async def test_only_compacted_logs_whose_topic_is_known_are_cleaned(bench):
    bench.create("plain", **{"segment.bytes": "300"})
    log = bench.manager.get(TopicPartition("plain", 0))
    for _ in range(20):
        put(log, (b"k", b"v"))
    bench.manager.take_defaults(bench.manager.default_config.with_overrides(CONFIG))
    unknown = bench.manager.get_or_create(TopicPartition("unknown", 0), is_new=True)
    for _ in range(20):
        put(unknown, (b"k", b"v"))
    unknown.roll(now_ms=NOW_MS)
    assert bench.cleaner.dirtiest() is None


async def test_a_log_that_moves_is_left_alone_and_stays_as_clean_as_it_was(tmp_path):
    """A copy would get an aborted transaction without its marker, had the log lost both in between."""
    bench = Bench(tmp_path / "a", tmp_path / "b")
    manager = bench.start()
    try:
        log = bench.dirty()
        (other,) = [path for path in bench.paths if str(path) != log.log_dir.path]
        await bench.cleaner.run_once()
        for number in range(40):
            put(log, (b"k%d" % number, b"again"))
        log.roll(now_ms=NOW_MS)
        tp = TopicPartition("t", 0)
        manager.futures.create(tp, str(other))
        assert bench.cleaner.dirtiest() is None
        manager.futures.drop(tp)
        assert bench.cleaner.dirtiest().log is log
        copy = manager.futures.create(tp, str(other))
        copy.append_as_follower(log.read(0, max_bytes=10**6, max_offset=80, min_one_message=True).records)
        assert manager.futures.take_over(tp) is copy
        manager.checkpoint_cleaner_offsets(at_once=True)
        assert bench.checkpoint(other) == {tp: 40}
    finally:
        manager.close()


async def test_max_compaction_lag_makes_a_log_due_whatever_its_ratio(bench):
    log = bench.dirty(**{"max.compaction.lag.ms": "60000", "min.cleanable.dirty.ratio": "1"})
    assert bench.cleaner.dirtiest() is None
    bench.clock.advance(60_000)
    assert bench.cleaner.dirtiest() is None
    bench.clock.advance(5_000)
    assert bench.cleaner.dirtiest().log is log
    await bench.cleaner.run_once()
    assert bench.cleaner.metrics.max_compaction_delay_secs == 5
    assert bench.cleaner.dirtiest() is None


def test_a_compacted_topic_rolls_by_max_compaction_lag(bench):
    log = bench.create("t", **(CONFIG | {"segment.bytes": "100000", "max.compaction.lag.ms": "60000"}))
    put(log, (b"a", b"1"), timestamp=NOW_MS)
    put(log, (b"a", b"2"), timestamp=NOW_MS + 60_000)
    assert len(log.segments) == 1
    put(log, (b"a", b"3"), timestamp=NOW_MS + 60_001)
    assert len(log.segments) == 2


async def test_min_compaction_lag_protects_young_segments(bench):
    log = bench.create("t", **(CONFIG | {"min.compaction.lag.ms": "60000"}))
    for age in (100_000, 90_000, 10_000, 0):
        put(log, (b"k", b"%d" % age), timestamp=NOW_MS - age)
        log.roll(now_ms=NOW_MS)
    assert candidate(log, None, NOW_MS).end_offset == 2
    await bench.cleaner.run_once()
    assert [offset for offset, _, _ in pairs(log)] == [1, 2, 3]
    await bench.manager.run_due()
    assert bench.checkpoint() == {TopicPartition("t", 0): 2}


async def test_the_checkpoint_survives_a_restart_and_is_resumed(bench):
    bench.dirty()
    await bench.cleaner.run_once()
    bench.manager.shutdown()
    manager = bench.start()
    log = bench.create("t", **CONFIG)
    assert bench.cleaner.dirtiest() is None
    assert candidate(log, manager.dirs[0].cleaner_offsets.offsets[log.topic_partition], NOW_MS).first_dirty_offset == 40


async def test_a_truncated_log_is_dirty_from_where_it_was_truncated(bench):
    log = bench.dirty()
    await bench.cleaner.run_once()
    log.truncate_to(38)
    await bench.manager.run_due()
    assert bench.checkpoint() == {TopicPartition("t", 0): 38}
    for number in range(10):
        put(log, (b"k0", b"again-%d" % number))
    log.roll(now_ms=NOW_MS)
    assert bench.cleaner.dirtiest().first_dirty_offset == 38
    await bench.cleaner.run_once()
    assert [key for _, key, _ in pairs(log)].count(b"k0") == 1


async def test_a_checkpoint_above_the_logs_end_or_below_its_start_is_reset(bench):
    log = bench.dirty()
    offsets = bench.manager.dirs[0].cleaner_offsets.offsets
    offsets[log.topic_partition] = 1000
    assert bench.cleaner.dirtiest().first_dirty_offset == 0
    assert offsets[log.topic_partition] == 0
    log.maybe_increment_log_start_offset(7)
    assert bench.cleaner.dirtiest().first_dirty_offset == 7


async def test_a_deleted_partition_is_forgotten(bench):
    bench.dirty()
    await bench.cleaner.run_once()
    bench.manager.delete(TopicPartition("t", 0))
    bench.manager.checkpoint_cleaner_offsets(at_once=True)
    await bench.manager.run_due()
    assert bench.checkpoint() == {}


# ---- rounds that go wrong -------------------------------------------------------------------------------------------


class Interrupted(WorkerHere):
    """A worker before whose first new segment something happens to the log."""

    def __init__(self, filesystem, act):
        super().__init__(filesystem)
        self._act = act

    async def report(self):
        found = await super().report()
        if isinstance(found, GroupCleaned):
            self._act()
        return found


def changes(bench, log):
    yield lambda: log.truncate_to(39)
    yield lambda: bench.manager.delete(log.topic_partition)
    yield lambda: log.truncate_fully_and_start_at(100)
    yield lambda: setattr(log, "config", log.config.with_overrides({"cleanup.policy": "delete"}))

    def delete_oldest():
        log.maybe_increment_log_start_offset(30)
        assert log.delete_segments_before_start()

    yield delete_oldest


@pytest.mark.parametrize("number", range(5))
async def test_bug_70_a_round_whose_log_has_changed_is_given_up(bench, number):
    """What a truncation took away must not have replaced anything; a log that has gone gets no files."""
    log = bench.dirty()
    act = list(changes(bench, log))[number]
    bench.cleaner._new_worker = lambda: Interrupted(bench.disk, act)
    before = dict.fromkeys(pairs(log))
    assert await bench.cleaner.run_once()
    assert bench.cleaner.metrics.rounds_aborted == 1
    assert bench.checkpoint().get(log.topic_partition, 0) in (0, 39, 100)
    assert not list(bench.paths[0].glob("t-0/*.cleaned"))
    if bench.manager.get(log.topic_partition) is log:
        assert all(pair in before for pair in pairs(log))


async def test_what_comes_in_place_of_a_lost_end_is_dirty_though_a_round_ends_meanwhile(bench, monkeypatch):
    log, run = bench.create("t", **CONFIG), type(bench.disk).run
    for key in (b"once", *[b"often"] * 39):
        put(log, (key, b"value"))
    log.roll(now_ms=NOW_MS)

    async def slow(disk, work, *args, **kwargs):
        """Takes as long to flush the directory as the log to lose its end and to grow again."""
        found = await run(disk, work, *args, **kwargs)
        if work == disk.fsync_path and log.log_end_offset == 40:
            log.truncate_to(30)
            for key in (b"once", *[b"often"] * 19):
                put(log, (key, b"again"))
            log.roll(now_ms=NOW_MS)
        return found

    monkeypatch.setattr(type(bench.disk), "run", slow)
    while await bench.cleaner.run_once():
        pass
    assert pairs(log) == [(30, b"once", b"again"), (49, b"often", b"again")]


async def test_bug_70_a_damaged_log_is_left_alone_and_holds_up_nobody(bench):
    bad = bench.dirty("bad")
    path = bench.paths[0] / "bad-0" / f"{0:020d}.log"
    data = bytearray(path.read_bytes())
    data[-3] ^= 1
    path.write_bytes(bytes(data))
    good = bench.dirty("good")
    for _ in range(4):
        await bench.cleaner.run_once()
    assert len(pairs(good)) == 4
    assert bench.cleaner.metrics.uncleanable == {str(bench.paths[0]): (1, bad.size)}
    assert bench.cleaner.metrics.rounds_aborted == 1
    assert bad.log_dir.is_online
    bench.manager.delete(bad.topic_partition)
    assert bench.cleaner.dirtiest() is None
    assert bench.cleaner.metrics.uncleanable == {}


@pytest.mark.parametrize("at", [7, 30], ids=["offset", "checksum"])
async def test_a_log_in_which_the_cleaner_meets_damage_is_not_complete_from_then_on(bench, at):
    """Others lead then; the one bit is of a batch's offset, which no checksum covers, or of its timestamp."""
    log = bench.dirty()
    segment = log.segments[2]
    path = bench.paths[0] / "t-0" / f"{segment.base_offset:020d}.log"
    data = bytearray(path.read_bytes())
    data[at] ^= 4
    path.write_bytes(bytes(data))
    assert await bench.cleaner.run_once()
    await bench.manager.scrubber.run_requests()
    assert not log.is_complete
    assert log.damage.place.base_offset == segment.base_offset
    assert log.damage.place.position == 0


async def test_a_log_that_was_cut_at_its_damage_is_cleaned_again(bench):
    log = bench.dirty()
    path = bench.paths[0] / "t-0" / f"{log.segments[2].base_offset:020d}.log"
    path.write_bytes(path.read_bytes()[:-3] + b"xyz")
    await bench.cleaner.run_once()
    await bench.manager.scrubber.run_requests()
    assert bench.cleaner.dirtiest() is None
    log.cut_damage(now_ms=NOW_MS)
    log.mended()
    for number in range(40):
        put(log, (b"k%d" % (number % 4), b"again-%d" % number))
    log.roll(now_ms=NOW_MS)
    assert await bench.cleaner.run_once()
    assert len(pairs(log)) == 4
    assert bench.cleaner.metrics.uncleanable == {}


class Dying(WorkerHere):
    """A worker that does not survive any job."""

    async def begin(self, job):
        raise WorkerFailed("killed")


async def test_bug_70_a_log_that_ends_its_worker_again_and_again_is_left_alone(bench):
    log = bench.dirty()
    bench.cleaner._new_worker = lambda: Dying(bench.disk)
    for number in range(WORKER_FAILURES_MAX):
        assert bench.cleaner.dirtiest().log is log, number
        await bench.cleaner.run_once()
    assert bench.cleaner.dirtiest() is None
    assert bench.cleaner.metrics.uncleanable[str(bench.paths[0])][0] == 1


class Broken(WorkerHere):
    """A worker whose disk has failed."""

    async def begin(self, job):
        self.reports.append(Failed(reason=DISK, message="no such device", errno=errno.EIO))


async def test_bug_66_an_io_error_takes_the_directory_offline(bench):
    log = bench.dirty()
    bench.cleaner._new_worker = lambda: Broken(bench.disk)
    await bench.cleaner.run_once()
    assert "no such device" in log.log_dir.failure
    assert bench.cleaner.dirtiest() is None


class Cramped(WorkerHere):
    """A worker that finds no room for what it writes."""

    async def begin(self, job):
        self.reports.append(Failed(reason=DISK, message="No space left on device", errno=errno.ENOSPC))


async def test_a_log_that_finds_no_room_to_be_cleaned_in_stays_as_it_is_and_online(bench):
    """Only what the round wrote beside the log is affected: the directory serves on, and other logs are cleaned."""
    log = bench.dirty()
    bench.cleaner._new_worker = lambda: Cramped(bench.disk)
    for number in range(WORKER_FAILURES_MAX):
        assert bench.cleaner.dirtiest().log is log, number
        await bench.cleaner.run_once()
    assert log.log_dir.is_online
    assert bench.cleaner.dirtiest() is None, "it does not hold up the others for ever"


async def test_a_partition_made_anew_waits_for_the_round_of_the_former(bench):
    """Both have the same directory: what one leaves there must not be taken for the other's."""
    log = bench.dirty()
    cleanable = []

    def make_anew():
        bench.manager.delete(log.topic_partition)
        bench.dirty()
        cleanable.append(bench.cleaner.dirtiest())

    bench.cleaner._new_worker = lambda: Interrupted(bench.disk, make_anew)
    await bench.cleaner.run_once()
    assert cleanable == [None]
    assert bench.cleaner.dirtiest().log is bench.manager.get(log.topic_partition)
    assert not list(bench.paths[0].glob("t-0/*.cleaned"))


# ---- the loop -------------------------------------------------------------------------------------------------------


async def test_it_runs_by_itself_with_as_many_workers_as_asked_for(bench):
    bench.broker.update({"log.cleaner.backoff.ms": 1, "log.cleaner.threads": 2})
    logs = [bench.dirty(name) for name in "abc"]
    running = asyncio.get_running_loop().create_task(bench.cleaner.run())
    try:
        async with asyncio.timeout(30):
            await bench.is_quiet.wait()
    finally:
        running.cancel()
        await asyncio.wait((running,))
    assert all(len(pairs(log)) == 4 for log in logs)
    assert len(bench.workers) == 2
    assert {job.map_bytes_max for worker in bench.workers for job in worker.jobs} == {int(134_217_728 / 2 * 0.9)}


async def test_it_can_be_switched_off_and_slowed_down(bench):
    bench.dirty()
    bench.broker["log.cleaner.enable"] = False
    assert bench.cleaner.threads == 0
    bench.broker.update({"log.cleaner.enable": True, "log.cleaner.io.max.bytes.per.second": 1e6})
    await bench.cleaner.run_once()
    assert bench.workers[0].jobs[0].bytes_per_second_max == 1e6


async def test_changed_settings_count_from_the_next_round_on(bench):
    """The broker's configuration is another object after a dynamic change."""
    bench.dirty()
    changed = {"log.cleaner.threads": 4, "log.cleaner.dedupe.buffer.size": 40_000_000, "log.cleaner.io.buffer.size": 1}
    bench.broker = changed
    assert bench.cleaner.threads == 4
    await bench.cleaner.run_once()
    assert (bench.workers[0].jobs[0].map_bytes_max, bench.workers[0].jobs[0].read_bytes) == (9_000_000, 4096)


async def test_compacted_and_deleted_logs_lose_old_segments_beside_being_cleaned(bench):
    log = bench.dirty(**{"cleanup.policy": "compact,delete", "retention.ms": "60000"})
    await bench.cleaner.run_once()
    # Segments that cleaning has emptied have no timestamps but their files', which are of today.
    later_ms = max(segment.largest_timestamp_ms() for segment in log.segments) + 100_000
    put(log, (b"new", b"v"), timestamp=later_ms)
    log.roll(now_ms=NOW_MS)
    log.delete_old_segments(later_ms)
    assert pairs(log) == [(40, b"new", b"v")]
    assert log.log_start_offset == 40
    assert bench.cleaner.dirtiest().first_dirty_offset == 40

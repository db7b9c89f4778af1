"""Replicas that move between directories in use: what is copied, when the copy takes over, what a crash leaves."""

from __future__ import annotations

import random

import pytest

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.partition_directories import TAKES_OVER_FILE
from kavka.broker.replica import log_dir_moves
from kavka.broker.replica.log_dir_moves import LogDirMoves
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode
from kavka.protocol.records.batch import iter_records
from tests.support.log.building import FailingDisk
from tests.support.replica.described import described
from tests.support.replica.node import BROKER, Node, batch
from tests.support.replica.sessions import Client

TP = TopicPartition("t", 0)


class Disk(FailingDisk):
    """No power is cut here, so nothing need reach the device. While it is cold, what is read must first be loaded."""

    __slots__ = ("is_cold", "loads")

    def __init__(self):
        super().__init__()
        self.is_cold = False
        self.loads = 0

    def pread_resident(self, fd, size, position):
        return None if self.is_cold else super().pread_resident(fd, size, position)

    def load_pages(self, path, size, position):
        self.loads += 1
        super().load_pages(path, size, position)

    def fsync(self, fd):
        pass

    def fsync_path(self, path):
        pass


class Mover(Node):
    """A broker with the directories a, b and c; what it leads begins in a."""

    def __init__(self, directory):
        self.a, self.b, self.c = (directory / name for name in "abc")
        super().__init__(self.a, filesystem=Disk(), more_directories=(self.b, self.c))

    @property
    def partition(self):
        return self.manager.partitions.find(*TP)

    @property
    def moves(self) -> LogDirMoves:
        return self.manager.log_dir_moves

    @property
    def copy(self):
        return self.log_manager.futures.get(TP)

    def fill(self, count=20, size=100):
        for number in range(count):
            self.produce(batch(b"%04d" % number + b"x" * size), acks=1)

    async def chunk(self):
        await self.moves.run_due()

    async def finish(self, rounds=1_000):
        for _ in range(rounds):
            if not len(self.moves):
                return
            await self.moves.run_due()
        raise AssertionError(f"{self.copy.log_end_offset} of {self.partition.log.log_end_offset}")

    def crash(self):
        self.log_manager.close()
        self.filesystem = Disk()
        self.start()

    def names(self, path):
        return sorted(kind_of(entry.name) for entry in path.iterdir() if entry.is_dir())


def kind_of(name):
    """A directory's name without what is random in it."""
    partition, dot, rest = name.partition(".")
    return partition if not dot else f"{partition}.{rest.split('-')[1]}"


def content(log):
    return bytes(log.read(log.log_start_offset, max_bytes=10**9, max_offset=log.log_end_offset).records)


def values(partition):
    return [record.value for record in iter_records(partition.records)]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(log_dir_moves, "CHUNK_BYTES", 1_000)


@pytest.fixture
def mover(tmp_path):
    mover = Mover(tmp_path)
    mover.lead()
    assert mover.partition.log.log_dir.path == str(mover.a)
    yield mover
    mover.log_manager.close()


@pytest.mark.parametrize("version", range(3))
async def test_a_replica_moves_and_is_the_same(mover, version):
    mover.topics.overrides = {"t": {"segment.bytes": "1000"}}
    mover.partition.log.config = LogConfig({"segment.bytes": "1000"})
    mover.fill()
    log = mover.partition.log
    before = content(log), log.high_watermark, log.leader_epoch_cache.entries, log.topic_id, log.config
    assert mover.alter_log_dir(mover.b, version=version) == 0
    assert mover.names(mover.b) == ["t-0.future"]
    await mover.chunk()
    assert mover.partition.log is log, "it serves where it was until the copy is complete"
    await mover.finish()

    log = mover.partition.log
    assert log.log_dir.path == str(mover.b)
    assert (content(log), log.high_watermark, log.leader_epoch_cache.entries, log.topic_id, log.config) == before
    assert log is mover.log_manager.get(TP)
    assert len(log.segments) > 2
    assert (mover.names(mover.a), mover.names(mover.b)) == (["t-0.delete"], ["t-0"])
    mover.produce(batch(b"next"), acks=1)
    assert values(mover.fetch(20).partition) == [b"next"]


async def test_what_is_written_meanwhile_moves_as_well(mover):
    mover.fill(10)
    mover.alter_log_dir(mover.b)
    for number in range(8):
        await mover.chunk()
        if len(mover.moves):
            mover.produce(batch(b"late %d" % number + b"y" * 300), acks=1)
    await mover.finish()
    assert mover.partition.log.log_dir.path == str(mover.b)
    assert mover.partition.log.log_end_offset > 12
    assert [v for v in values(mover.fetch().partition) if v.startswith(b"late")][:2] == [
        b"late 0" + b"y" * 300,
        b"late 1" + b"y" * 300,
    ]


async def test_who_waits_goes_on_waiting_and_is_answered(mover):
    mover.lead(epoch=1, isr=(BROKER, 2))
    mover.fill(3)
    fetch = mover.fetch(3, replica_id=2, max_wait_ms=60_000)
    produce = mover.produce(batch(b"waits for broker 2"), acks=-1)
    again = mover.fetch(4, replica_id=2, max_wait_ms=60_000)
    mover.alter_log_dir(mover.b)
    await mover.finish()
    assert not fetch.is_waiting
    assert not produce.is_waiting
    assert again.is_waiting
    mover.produce(batch(b"after"), acks=1)
    assert values(again.partition) == [b"after"]


async def test_a_session_goes_on_with_the_log_in_its_new_directory(mover):
    client = Client(mover)
    client.fetch(("t", 0, mover.partition.log.log_end_offset))
    assert client.fetch() == {}
    mover.alter_log_dir(mover.b)
    await mover.finish()
    client.options["max_wait_ms"] = 60_000
    waiting = client.send()
    assert waiting.is_waiting
    mover.produce(batch(b"after"), acks=1)
    assert values(waiting.partition) == [b"after"]


async def test_a_log_that_begins_late_and_moves_its_beginning(mover):
    mover.partition.log.config = LogConfig({"segment.bytes": "500"})
    mover.fill(20)
    mover.delete_records((0, 5))
    mover.alter_log_dir(mover.b)
    await mover.chunk()
    mover.delete_records((0, 12))
    await mover.finish()
    log = mover.partition.log
    assert (log.log_start_offset, log.log_end_offset) == (12, 20)
    assert log.log_dir.path == str(mover.b)
    assert [value[:4] for value in values(mover.fetch(19).partition)] == [b"0019"]


async def test_what_is_not_in_memory_is_loaded_in_a_thread_and_not_for_ever(mover):
    """Pages that are gone again before they are read are read all the same, after a while."""
    mover.fill()
    before = content(mover.partition.log)
    mover.restart()
    mover.lead(epoch=1)
    mover.alter_log_dir(mover.b)
    mover.filesystem.is_cold = True
    await mover.finish()
    assert mover.filesystem.loads >= log_dir_moves.COLD_ROUNDS_MAX
    mover.filesystem.is_cold = False
    assert mover.partition.log.log_dir.path == str(mover.b)
    assert content(mover.partition.log) == before


async def test_an_empty_log_moves(mover):
    assert mover.alter_log_dir(mover.b) == 0
    await mover.finish()
    assert mover.names(mover.b) == ["t-0"]


async def test_an_epoch_without_records_is_not_forgotten(mover):
    mover.fill(3)
    mover.lead(epoch=7)
    mover.alter_log_dir(mover.b)
    await mover.finish()
    assert mover.partition.log.leader_epoch_cache.entries == [(0, 0), (7, 3)]


async def test_a_copy_is_truncated_with_its_log(mover):
    """A follower goes back to where its leader parts from it, and copies something else from there."""
    mover.fill(20)
    mover.alter_log_dir(mover.b)
    for _ in range(3):
        await mover.chunk()
    copied = mover.copy.log_end_offset
    assert copied > 5
    mover.lead(epoch=3, leader=2, isr=(2,), replicas=(BROKER, 2))
    log = mover.partition.log
    log.truncate_to(5)
    for number in range(20):
        log.append_as_leader(batch(b"other %d" % number + b"z" * 100), 3, 1_700_000_000_000)
    await mover.finish()
    moved = mover.partition.log
    assert moved.log_dir.path == str(mover.b)
    assert moved.leader_epoch_cache.entries == [(0, 0), (3, 5)]
    read = [record.value for record in iter_records(content(moved))]
    assert [value[:5] for value in read[:6]] == [b"0000x", b"0001x", b"0002x", b"0003x", b"0004x", b"other"]
    assert len(read) == 25


@pytest.mark.parametrize("seed", range(10, 18))
async def test_whatever_happens_meanwhile_both_are_alike_in_the_end(mover, seed):
    rng = random.Random(seed)
    mover.partition.log.config = LogConfig({"segment.bytes": "2000"})
    mover.fill(20)
    mover.alter_log_dir(mover.b)
    epoch = 0
    expected = None
    for _ in range(60):
        log = mover.partition.log
        act = rng.choice(["append", "append", "truncate", "delete", "chunk", "chunk", "crash"])
        if act == "append":
            log.append_as_leader(batch(b"v" * rng.randrange(400)), epoch, 1_700_000_000_000)
        elif act == "truncate":
            log.truncate_to(rng.randint(log.log_start_offset, log.log_end_offset))
            epoch += 1
            log.leader_epoch_cache.assign(epoch, log.log_end_offset)
        elif act == "delete":
            log.maybe_increment_high_watermark(log.log_end_offset)
            log.maybe_increment_log_start_offset(rng.randint(log.log_start_offset, log.log_end_offset))
            log.delete_segments_before_start()
        elif act == "crash":
            mover.log_manager.checkpoint_log_start_offsets(at_once=True)
            mover.crash()
            mover.lead(epoch=epoch)
            log = mover.partition.log
            log.config = LogConfig({"segment.bytes": "2000"})
            mover.alter_log_dir(mover.b)
        else:
            await mover.chunk()
        log = mover.partition.log
        expected = content(log), log.log_start_offset, log.log_end_offset, log.leader_epoch_cache.latest_epoch
    await mover.finish()
    log = mover.partition.log
    assert log.log_dir.path == str(mover.b)
    assert (content(log), log.log_start_offset, log.log_end_offset, log.leader_epoch_cache.latest_epoch) == expected


# ---- crashes and disks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_clean", [True, False])
async def test_a_restart_goes_on_with_the_copy_that_it_finds(mover, is_clean):
    mover.fill()
    mover.alter_log_dir(mover.b)
    for _ in range(2):
        await mover.chunk()
    copied = mover.copy.log_end_offset
    before = content(mover.partition.log)
    if is_clean:
        mover.restart()
    else:
        mover.crash()
    assert mover.copy.log_end_offset == copied > 0
    mover.lead(epoch=1)
    await mover.finish()
    assert mover.partition.log.log_dir.path == str(mover.b)
    assert content(mover.partition.log) == before


async def test_a_copy_of_a_compacted_log_that_a_restart_finds_is_made_anew(mover):
    """The log may have been cleaned since, and the copy lacks what that took the meaning from."""
    mover.topics.overrides = {"t": {"cleanup.policy": "compact"}}
    mover.fill()
    before = content(mover.partition.log)
    mover.alter_log_dir(mover.b)
    await mover.chunk()
    mover.restart()
    assert mover.copy.log_end_offset > 0
    mover.lead(epoch=1)
    assert mover.copy.log_end_offset == 0
    assert mover.names(mover.b) == ["t-0.delete", "t-0.future"]
    await mover.finish()
    assert content(mover.partition.log) == before


async def test_a_crash_between_the_two_renames(mover, monkeypatch):
    mover.fill()
    before = content(mover.partition.log)
    mover.alter_log_dir(mover.b)

    class Killed(BaseException):
        pass

    def killed(*_):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(type(mover.log_manager.futures), "_put_away", killed)
        with pytest.raises(Killed):
            await mover.finish()
    assert (mover.names(mover.a), mover.names(mover.b)) == (["t-0"], ["t-0"])
    mover.crash()
    assert (mover.names(mover.a), mover.names(mover.b)) == (["t-0.delete"], ["t-0"])
    mover.lead(epoch=1)
    assert mover.partition.log.log_dir.path == str(mover.b)
    assert content(mover.partition.log) == before


async def test_a_crash_after_which_only_the_second_rename_has_reached_the_device(mover):
    mover.fill()
    before = content(mover.partition.log)
    mover.alter_log_dir(mover.b)
    await mover.finish()
    mover.log_manager.close()
    (mover.b / "t-0").rename(mover.b / ("t-0." + "0" * 32 + "-future"))
    mover.start()
    mover.lead(epoch=1)
    assert mover.partition.log.log_dir.path == str(mover.b)
    assert content(mover.partition.log) == before


async def test_a_copy_without_a_log_waits_while_a_directory_that_may_have_the_log_is_away(mover):
    mover.fill()
    mover.alter_log_dir(mover.b)
    await mover.chunk()
    mover.log_manager.close()
    hidden = mover.a.rename(mover.a.with_name("hidden"))
    mover.a.write_text("not a directory")
    mover.filesystem = Disk()
    mover.start()
    assert mover.names(mover.b) == ["t-0.future"]
    mover.log_manager.close()
    mover.a.unlink()
    hidden.rename(mover.a)
    mover.start()
    mover.lead(epoch=1)
    await mover.finish()
    assert mover.partition.log.log_end_offset == 20


async def test_the_mark_goes_with_the_old_directory(mover):
    mover.alter_log_dir(mover.b)
    await mover.finish()
    assert (mover.b / "t-0" / TAKES_OVER_FILE).exists()
    await mover.log_manager.run_due()
    mover.advance(60_000)
    await mover.log_manager.run_due()
    assert mover.names(mover.a) == []
    assert not (mover.b / "t-0" / TAKES_OVER_FILE).exists()


async def test_there_and_back_at_once(mover):
    mover.fill()
    for target in (mover.b, mover.a, mover.c, mover.b):
        mover.alter_log_dir(target)
        await mover.finish()
        assert mover.partition.log.log_dir.path == str(target)
    mover.crash()
    assert mover.log_manager.get(TP).log_end_offset == 20


async def test_a_target_that_fails_leaves_the_replica_where_it_was(mover):
    mover.fill()
    mover.alter_log_dir(mover.b)
    await mover.chunk()
    mover.copy.log_dir.fail(OSError("broken"), "testing")
    await mover.finish()
    assert mover.copy is None
    assert mover.partition.log.log_dir.path == str(mover.a)
    mover.produce(batch(b"next"), acks=1)
    assert values(mover.fetch(20).partition) == [b"next"]
    assert mover.alter_log_dir(mover.b) == ErrorCode.KAFKA_STORAGE_ERROR
    assert mover.alter_log_dir(mover.c) == ErrorCode.KAFKA_STORAGE_ERROR, "another copy may be in the one that is away"


async def test_a_target_that_fails_at_the_last_moment(mover):
    mover.fill()
    mover.alter_log_dir(mover.b)
    while not (mover.copy.log_end_offset == 20 and mover.copy.recovery_point == 20):
        await mover.chunk()
    mover.filesystem.failing = {"rename"}
    await mover.finish()
    mover.filesystem.failing = set()
    assert mover.partition.log.log_dir.path == str(mover.a)
    assert values(mover.fetch(19).partition)[0].startswith(b"0019")
    assert mover.names(mover.a) == ["t-0"]


async def test_a_target_that_failed_at_the_last_moment_is_no_newer_after_a_restart(mover):
    mover.fill()
    mover.alter_log_dir(mover.b)
    while not (mover.copy.log_end_offset == 20 and mover.copy.recovery_point == 20):
        await mover.chunk()
    mover.filesystem.failing = {"rename"}
    await mover.finish()
    mover.filesystem.failing = set()
    mover.produce(batch(b"acknowledged since"), acks=1)
    mover.crash()
    mover.lead(epoch=1)
    assert mover.partition.log.log_dir.path == str(mover.a)
    assert values(mover.fetch(20).partition) == [b"acknowledged since"]
    await mover.finish()
    assert mover.partition.log.log_dir.path == str(mover.b), "the move goes on"
    assert values(mover.fetch(20).partition) == [b"acknowledged since"]


async def test_a_source_that_fails_ends_the_move(mover):
    mover.fill()
    mover.alter_log_dir(mover.b)
    await mover.chunk()
    mover.partition.log.log_dir.fail(OSError("broken"), "testing")
    await mover.finish()
    assert mover.names(mover.b) == ["t-0.future"]
    assert mover.alter_log_dir(mover.b) == ErrorCode.KAFKA_STORAGE_ERROR


# ---- the request ----------------------------------------------------------------------------------------------------


def test_directories_that_are_not_the_brokers(mover, tmp_path):
    assert mover.alter_log_dir(tmp_path / "d") == ErrorCode.LOG_DIR_NOT_FOUND
    assert mover.alter_log_dir("b") == ErrorCode.LOG_DIR_NOT_FOUND
    assert mover.alter_log_dir(f"{mover.b}/") == 0


def test_a_name_that_is_too_long_for_a_copy(mover):
    name = "t" * 240
    mover.lead(name)
    assert mover.alter_log_dir(mover.b, topic=name) == ErrorCode.INVALID_TOPIC_EXCEPTION


def test_a_replica_that_is_not_here_is_made_there_when_it_comes(mover):
    assert mover.alter_log_dir(mover.c, 3, 4) == [ErrorCode.REPLICA_NOT_AVAILABLE] * 2
    mover.alter_log_dir(mover.b, 4)
    for index in (3, 4, 5):
        mover.lead(index=index)
    assert mover.names(mover.c) == ["t-3"]
    assert "t-4" in mover.names(mover.b)


def test_of_too_many_wishes_the_oldest_are_forgotten(mover, monkeypatch):
    monkeypatch.setattr("kavka.broker.log.log_manager.PREFERRED_MAX", 2)
    for index in (3, 4, 5):
        mover.alter_log_dir(mover.c, index)
    for index in (5, 4):
        mover.lead(index=index)
    assert mover.names(mover.c) == ["t-4", "t-5"]
    mover.lead(index=3)
    assert mover.names(mover.c) == ["t-4", "t-5"]


async def test_a_move_is_given_up_for_another_or_for_none(mover):
    mover.fill()
    mover.alter_log_dir(mover.b)
    await mover.chunk()
    mover.alter_log_dir(mover.b)
    assert mover.copy.log_end_offset > 0, "asking again changes nothing"
    mover.alter_log_dir(mover.c)
    assert (mover.names(mover.b), mover.names(mover.c)) == (["t-0.delete"], ["t-0.future"])
    mover.alter_log_dir(mover.a)
    assert len(mover.moves) == 0
    assert mover.names(mover.c) == ["t-0.delete"]
    assert mover.partition.log.log_dir.path == str(mover.a)


async def test_a_partition_that_is_deleted_takes_its_copy_along(mover):
    mover.fill()
    mover.alter_log_dir(mover.b)
    await mover.chunk()
    mover.stop(delete=True)
    assert len(mover.moves) == 0
    assert (mover.names(mover.a), mover.names(mover.b)) == (["t-0.delete"], ["t-0.delete"])
    mover.crash()
    assert mover.log_manager.logs == []


async def test_a_partition_that_is_only_stopped_keeps_its_copy(mover):
    mover.fill()
    mover.alter_log_dir(mover.b)
    mover.stop(epoch=0)
    assert len(mover.moves) == 0
    mover.lead(epoch=1)
    await mover.finish()
    assert mover.partition.log.log_dir.path == str(mover.b)


async def test_the_copy_and_what_it_lacks_are_described(mover):
    mover.fill()
    mover.alter_log_dir(mover.b)
    await mover.chunk()
    copied = mover.copy.log_end_offset
    assert 0 < copied < 20
    found = described(mover.describe_log_dirs())
    assert found[str(mover.a)][1] == {("t", 0): (mover.partition.log.size, 0, False)}
    assert found[str(mover.b)][1] == {("t", 0): (mover.copy.size, 20 - copied, True)}
    await mover.finish()
    assert {path: list(topics) for path, (_, topics) in described(mover.describe_log_dirs()).items()} == {
        str(mover.a): [],
        str(mover.b): [("t", 0)],
        str(mover.c): [],
    }


async def test_it_is_no_faster_than_the_quota(mover):
    mover.manager.quotas.alter_log_dirs._limit = lambda: 1_000
    mover.fill()
    mover.alter_log_dir(mover.b)
    for _ in range(5):
        await mover.chunk()
    copied = mover.copy.log_end_offset
    assert copied * len(batch(b"x" * 104)) <= 2_000 + 1_000
    for _ in range(5):
        await mover.chunk()
    assert mover.copy.log_end_offset == copied
    mover.advance(20_000)
    await mover.chunk()
    assert mover.copy.log_end_offset > copied

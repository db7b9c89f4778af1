"""The offset checkpoints cost what moved, and say what a look at every log would have them say."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kavka.broker.log.offset_checkpoints import Checkpoint, OffsetCheckpoints
from kavka.common.types import TopicPartition
from kavka.protocol.disk.checkpoint import decode_offsets
from kavka.protocol.disk.file_names import HIGH_WATERMARK_FILE, LOG_START_OFFSET_FILE, RECOVERY_POINT_FILE
from tests.support.log.building import append
from tests.support.log.managed import Node

FILES = (HIGH_WATERMARK_FILE, RECOVERY_POINT_FILE, LOG_START_OFFSET_FILE)
PARTITIONS = 5


@pytest.fixture
def node(tmp_path):
    made = Node(tmp_path / "a", tmp_path / "b")
    yield made
    made.manager.close()


class Life:
    """What happens to the logs of a broker."""

    def __init__(self, node, seed):
        self.node = node
        self.rng = random.Random(seed)
        self.held = set(range(PARTITIONS))

    @property
    def manager(self):
        return self.node.manager

    def log(self):
        index = self.rng.randrange(PARTITIONS)
        return self.manager.get(TopicPartition("t", index)) or self.node.create(
            "t", index, **{"segment.bytes": "200", "file.delete.delay.ms": "0"}
        )

    def append(self):
        append(self.log())

    def high_watermark(self):
        log = self.log()
        log.maybe_increment_high_watermark(self.rng.randint(0, log.log_end_offset))

    def delete_records(self):
        log = self.log()
        bases = [segment.base_offset for segment in log.segments]
        offset = self.rng.choice((self.rng.choice(bases), self.rng.randint(0, log.high_watermark)))
        log.maybe_increment_log_start_offset(min(offset, log.high_watermark))

    def delete_segments(self):
        self.log().delete_segments_before_start()

    def truncate(self):
        log = self.log()
        log.truncate_to(self.rng.randint(log.log_start_offset, log.log_end_offset))

    def begin_elsewhere(self):
        log = self.log()
        log.truncate_fully_and_start_at(log.log_end_offset + self.rng.randrange(3))

    def flush(self):
        self.log().flush()

    def delete(self):
        self.manager.delete(self.log().topic_partition)

    def move(self):
        log = self.log()
        (other,) = [str(path) for path in self.node.paths if str(path) != log.log_dir.path]
        tp = log.topic_partition
        copy = self.manager.futures.get(tp)
        if copy is None:
            self.manager.futures.create(tp, other)
        elif self.rng.random() < 0.5:
            self.manager.futures.take_over(tp)
        else:
            self.manager.futures.drop(tp)

    def name_some(self):
        self.held = set(self.rng.sample(range(PARTITIONS), 3))

    def restart(self):
        self.manager.shutdown()
        self.node.start(**{"segment.bytes": "200"})

    def checkpoint(self):
        self.manager.checkpoint_high_watermarks(lambda tp: tp.partition in self.held, at_once=True)
        self.manager.checkpoint_recovery_points(at_once=True)
        self.manager.checkpoint_log_start_offsets(at_once=True)

    # ---- what a look at everything says ----

    def expected(self, state, name):
        logs = state.all_logs
        if name == RECOVERY_POINT_FILE:
            return {tp: log.recovery_point for tp, log in logs.items()}
        if name == LOG_START_OFFSET_FILE:
            return {
                tp: log.log_start_offset
                for tp, log in logs.items()
                if log.log_start_offset > log.segments.first.base_offset
            }
        return {tp: log.high_watermark for tp, log in logs.items() if tp in state.futures or tp.partition in self.held}

    def check(self):
        for state in self.manager.dirs:
            for name in FILES:
                said = decode_offsets(Path(state.log_dir.file(name)).read_bytes())
                expected = self.expected(state, name)
                if name == HIGH_WATERMARK_FILE:  # what is said of others stays, while they are here
                    assert said.keys() <= state.all_logs.keys()
                    said = {tp: offset for tp, offset in said.items() if tp in expected}
                assert said == expected, name


@pytest.mark.parametrize("seed", range(4))
def test_bug_21_checkpoints_say_what_a_look_at_every_log_says(node, seed):
    node.start(**{"segment.bytes": "200"})
    life = Life(node, seed)
    events = (
        *(
            life.append,
            life.append,
            life.append,
            life.high_watermark,
            life.high_watermark,
            life.delete_records,
            life.truncate,
            life.begin_elsewhere,
        ),
        *(life.flush, life.delete, life.delete_segments, life.move, life.name_some, life.restart),
    )
    for _ in range(15):
        for _ in range(life.rng.randrange(6)):
            life.rng.choice(events)()
        life.checkpoint()
        life.check()


def test_a_round_takes_a_step_for_what_moved_and_none_for_the_others(node):
    node.start()
    logs = [node.create("t", index) for index in range(20)]
    for log in logs:
        append(log)
    checkpoints = node.manager._checkpoints
    assert isinstance(checkpoints, OffsetCheckpoints)
    node.manager.checkpoint_high_watermarks(at_once=True)
    node.manager.checkpoint_recovery_points(at_once=True)
    node.manager.checkpoint_log_start_offsets(at_once=True)
    for which in Checkpoint:
        assert sum(1 for _ in checkpoints.gather(which)) == 0
    logs[3].maybe_increment_high_watermark(1)
    assert list(node.manager.data_dirs.changes.high_watermarks) == [logs[3].identity]
    node.manager.checkpoint_high_watermarks(at_once=True)
    assert sum(1 for _ in checkpoints.gather(Checkpoint.HIGH_WATERMARKS)) == 0


def test_what_could_not_be_written_before_a_stop_is_written_by_it(node):
    node.start()
    log = node.create()
    append(log)
    log.maybe_increment_high_watermark(1)
    list(node.manager._checkpoints.gather(Checkpoint.HIGH_WATERMARKS))  # taken, and then the broker stops
    node.manager.shutdown()
    path = Path(log.log_dir.file(HIGH_WATERMARK_FILE))
    assert decode_offsets(path.read_bytes()) == {log.topic_partition: 1}

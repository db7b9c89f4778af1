"""What a fetcher keeps of its partitions, against the plain way: to look at every one of them at each question.

The events are those of a fetcher's life, in a random order, over real logs. After each of them the plain answers, made
by a look at all partitions, and those of the bookkeeping are the same: who is due, when the next one is, how long a
fetch may wait, the greatest lag; and what the leader knows after a request is exactly what is to be fetched.
"""

from __future__ import annotations

import random

import pytest

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.metrics import ReplicationMetrics
from kavka.broker.replica.fetcher_session import FetcherSession, Position
from kavka.broker.replica.followed import Stage
from kavka.broker.replica.follower_fetch import PARTITIONS_PER_REQUEST_MAX, FollowerFetch
from kavka.broker.replica.replication_quota import ReplicationQuota
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FetchResponse
from tests.support.replica.node import TOPIC_ID, Node, batch

PARTITIONS = 6
BACKOFF_MS = 400
EVENTS = 150
THROTTLED = LogConfig({"follower.replication.throttled.replicas": "*"})
FREE = LogConfig()


class Plain:
    """The bookkeeping that looks at everything: what each answer means, without a thought of what it costs."""

    def __init__(self, core):
        self.core = core

    def due(self, stage, now_ms):
        return {f.key for f in self.core._followed if f.stage is stage and f.resume_ms <= now_ms}

    def next_due_ms(self, now_ms):
        due = [f.resume_ms for f in self.core._followed if f.stage is not Stage.STOPPED]
        return None if not due else max(min(due), now_ms)

    def wait_ms_max(self, now_ms, wait_ms):
        delays = [f.resume_ms - now_ms for f in self.core._followed if f.stage is not Stage.STOPPED]
        return min([wait_ms, *(delay for delay in delays if delay > 0)])

    def lag_max(self):
        return max((f.lag or 0 for f in self.core._followed), default=0)

    def positions(self, now_ms):
        return {
            f.key: Position(
                f.partition.log.log_end_offset,
                f.partition.log.log_start_offset,
                f.leader_epoch,
                f.partition.log.leader_epoch_cache.latest_epoch,
                TOPIC_ID,
            )
            for f in self.core._followed
            if f.stage is Stage.FETCHING and f.resume_ms <= now_ms
        }


class Life:
    """A fetcher's core and its session, and what may happen to them."""

    def __init__(self, directory, seed):
        self.rng = random.Random(seed)
        self.node = Node(directory)
        self.quota = ReplicationQuota(lambda: 50)
        self.core = FollowerFetch(
            replica_id=2,
            truncates_on_fetch=True,
            backoff_ms=BACKOFF_MS,
            quota=self.quota,
            metrics=ReplicationMetrics(),
        )
        self.session = FetcherSession()
        self.plain = Plain(self.core)
        self.request = None
        self.epochs = [0] * PARTITIONS
        self.promised = {}
        """Until when each is to be left alone."""
        for index in range(PARTITIONS):
            self.node.lead(index=index, epoch=0, isr=(1, 2), replicas=(1, 2), leader=2)

    @property
    def now_ms(self):
        return self.node.clock.monotonic_ms()

    def partition(self, index=None):
        return self.node.manager.partitions.find("t", self.rng.randrange(PARTITIONS) if index is None else index)

    def followed(self):
        return self.core._followed.get(self.partition().topic_partition)

    # ---- events ----

    def follow(self):
        self.core.follow(self.partition())

    def follow_under_another_epoch(self):
        index = self.rng.randrange(PARTITIONS)
        self.epochs[index] += 1
        self.node.lead(index=index, epoch=self.epochs[index], isr=(1, 2), replicas=(1, 2), leader=2)
        self.core.follow(self.partition(index))

    def unfollow(self):
        self.core.unfollow(self.partition().topic_partition)

    def time_goes_on(self):
        self.node.clock.advance(self.rng.choice((1, 10, 100, 1_000)))

    def retention_moves_a_start(self):
        log = self.partition().log
        if log.high_watermark > log.log_start_offset:
            log.maybe_increment_log_start_offset(log.log_start_offset + 1)

    def throttles_change(self):
        for index in range(PARTITIONS):
            self.partition(index).log.config = self.rng.choice((THROTTLED, FREE))
            self.core.reconfigured(self.partition(index).topic_partition)

    def quota_is_used(self):
        self.quota.record(1_000, self.now_ms)

    def an_error_comes_for_one_that_waits(self):
        followed = self.followed()
        if followed is not None:
            self.core._failed(followed, int(ErrorCode.NOT_LEADER_OR_FOLLOWER), self.now_ms)

    def epochs_are_asked(self):
        question = self.core.epoch_question(self.now_ms)
        if question is not None:
            self.core.unanswered(question[1], (), self.now_ms)

    def offsets_are_asked(self):
        question = self.core.offsets_question(self.now_ms)
        if question is not None:
            _, asked = question
            self.core.unanswered(asked, set(list(asked)[:1]), self.now_ms)
            for followed in list(asked.values())[:1]:
                followed.stage = Stage.FETCHING

    def fetch(self):
        due = self.plain.due(Stage.FETCHING, self.now_ms)
        waiting = {f: f.resume_ms for f in self.core._followed if f.resume_ms > self.now_ms}
        if not self.core.is_fetch_due(self.now_ms):
            assert not self.plain.due(Stage.FETCHING, self.now_ms)
            return
        assert waiting == {f: f.resume_ms for f in waiting}, "only what would be fetched now is held back"
        held_back = due - self.plain.due(Stage.FETCHING, self.now_ms)
        for key in due:
            followed = self.core._followed[key]
            is_throttled = followed.partition.log.config is THROTTLED and followed.lag != 0
            assert (key in held_back) == (is_throttled and self.quota.is_exceeded(self.now_ms))
        if self.session.is_new:
            self.core.begin_anew()
        few = self.rng.random() < 0.3 and not self.session.is_refused
        changes, asked = self.core.changes(2 if few else PARTITIONS_PER_REQUEST_MAX)
        request = self.session.next_request(changes)
        wanted = self.plain.positions(self.now_ms)
        if not few:
            assert request.known == wanted, "the leader knows what is wanted, and nothing else"
            assert asked.keys() == wanted.keys()
        elif request.known != wanted:
            assert self.core.wait_ms_max(self.now_ms, 500) == 0, "the rest follows at once"
        answer = self.rng.random()
        if answer < 0.1:
            self.session.take(int(ErrorCode.FETCH_SESSION_ID_NOT_FOUND), 0)
        elif answer < 0.2:
            self.session.reset()  # the connection was lost
            return
        else:
            self.session.take(0, 0 if answer < 0.3 else 7)
        self.answer(request, asked, few=few)

    def answer(self, request, asked, *, few):
        for key in self.rng.sample(list(request.known), min(2, len(request.known))):
            followed = self.core.fetching(asked, key)
            if followed is None or request.known[key].fetch_offset != followed.partition.log.log_end_offset:
                assert few, "the leader has not heard yet what has become of it"
                continue
            log = followed.partition.log
            data = FetchResponse.PartitionData(high_watermark=log.log_end_offset + self.rng.randrange(3))
            chance = self.rng.random()
            if chance < 0.4:
                data.records = batch(b"v", base_offset=log.log_end_offset, partition_leader_epoch=followed.leader_epoch)
                data.high_watermark += 1
            elif chance < 0.6:
                data.error_code = int(
                    self.rng.choice(
                        (
                            ErrorCode.NOT_LEADER_OR_FOLLOWER,
                            ErrorCode.OFFSET_OUT_OF_RANGE,
                            ErrorCode.FENCED_LEADER_EPOCH,
                        )
                    )
                )
            elif chance < 0.7:
                data.diverging_epoch = FetchResponse.EpochEndOffset(
                    epoch=followed.leader_epoch, end_offset=max(log.high_watermark, log.log_end_offset - 1)
                )
            self.core.fetched(followed, data, self.now_ms, wall_ms=1)
            if data.records:
                due = [one.key for one in self.core._followed.due(Stage.FETCHING)]
                assert due[-1] == key, "the others come first next time"

    # ---- what always holds ----

    def check(self):
        now_ms = self.now_ms
        for followed in self.core._followed:
            if followed.resume_ms > now_ms:
                self.promised[followed] = followed.resume_ms
            else:
                assert self.promised.get(followed, 0) <= now_ms, "it is asked about before its time"
        assert self.core.next_due_ms(now_ms) == self.plain.next_due_ms(now_ms)
        for stage in (Stage.TRUNCATING, Stage.LOCATING, Stage.FETCHING):
            due = [followed.key for followed in self.core._followed.due(stage)]
            assert len(due) == len(set(due))
            assert set(due) == self.plain.due(stage, now_ms)
        wait_ms = self.core.wait_ms_max(now_ms, 500)
        assert wait_ms in (0, self.plain.wait_ms_max(now_ms, 500))
        if not self.core._followed.has_changed and not self.plain.due(Stage.TRUNCATING, now_ms):
            assert self.plain.due(Stage.LOCATING, now_ms) or wait_ms == self.plain.wait_ms_max(now_ms, 500)
        assert self.core.lag_max == self.plain.lag_max()


EVENTS_BY_WEIGHT = (
    (Life.fetch, 10),
    (Life.time_goes_on, 4),
    (Life.follow, 2),
    (Life.follow_under_another_epoch, 1),
    (Life.unfollow, 1),
    (Life.epochs_are_asked, 3),
    (Life.offsets_are_asked, 2),
    (Life.retention_moves_a_start, 2),
    (Life.throttles_change, 1),
    (Life.quota_is_used, 1),
    (Life.an_error_comes_for_one_that_waits, 1),
)


@pytest.mark.parametrize("seed", range(12))
def test_the_bookkeeping_says_what_a_look_at_everything_says(tmp_path, seed):
    life = Life(tmp_path, seed)
    life.node.log_manager.add_start_listener(life.core.log_moved)
    events, weights = zip(*EVENTS_BY_WEIGHT, strict=True)
    try:
        for _ in range(EVENTS):
            life.rng.choices(events, weights)[0](life)
            life.check()
    finally:
        life.node.log_manager.close()

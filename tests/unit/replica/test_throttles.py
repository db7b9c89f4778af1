"""Throttled replicas (KIP-73): a follower that is behind is held back on both sides, one that is in sync never is."""

from __future__ import annotations

import pytest

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.metrics import ReplicationMetrics
from kavka.broker.replica.follower_fetch import FollowerFetch
from kavka.broker.replica.replication_quota import ReplicationQuota
from tests.support.replica.follower import BACKOFF_MS, KEY, Pair
from tests.support.replica.node import BROKER, Node, batch
from tests.support.replica.sessions import Client, parts_of

LIMIT = 1_000
IN_SYNC, BEHIND = 2, 3
VALUE = b"x" * 800
LEADERS, FOLLOWERS = "leader.replication.throttled.replicas", "follower.replication.throttled.replicas"


class ThrottledLeader(Node):
    """Leads t-0 and t-1 for broker 2, which is in sync, and broker 3, which a reassignment brings; both are behind."""

    def start(self):
        super().start()
        self.limit = LIMIT
        self.manager.quotas.leader._limit = lambda: self.limit

    def throttle(self, replicas):
        for partition in self.manager.partitions:
            partition.log.config = LogConfig({LEADERS: replicas})

    def sent(self, broker_id, offset=0, index=0, **options):
        """How much a follower is sent at once; None while it waits."""
        call = self.fetch(offset, index=index, replica_id=broker_id, partition_max_bytes=1, **options)
        return None if call.is_waiting else len(call.partition.records)


@pytest.fixture
def leader(tmp_path):
    leader = ThrottledLeader(tmp_path)
    for index in range(2):
        leader.lead(index=index, isr=(BROKER, IN_SYNC), replicas=(BROKER, IN_SYNC, BEHIND))
        leader.manager.partitions.find("t", index).adding_replicas = (BEHIND,)
        for _ in range(10):
            leader.produce(batch(VALUE), acks=1, index=index)
    leader.throttle("*")
    yield leader
    leader.log_manager.close()


SIZE = len(batch(VALUE))


def test_a_follower_that_is_behind_gets_no_more_than_the_rate(leader):
    assert SIZE < LIMIT < 2 * SIZE
    assert [leader.sent(BEHIND, 0), leader.sent(BEHIND, 1)] == [SIZE, SIZE], "the limit is looked at before a batch"
    assert leader.sent(BEHIND, 2) == 0
    leader.advance(2 * SIZE - LIMIT)
    assert leader.sent(BEHIND, 2) == 0
    leader.advance(2_000)
    assert leader.sent(BEHIND, 2) == SIZE, "after a while the next batch goes"


def test_a_member_of_the_isr_is_never_held_back_but_counts(leader):
    for offset in range(5):
        assert leader.sent(IN_SYNC, offset) == SIZE
    assert leader.sent(BEHIND) == 0, "what the other got has used up the rate"
    assert leader.sent(IN_SYNC, 5) == SIZE


def test_a_batch_larger_than_the_rate_goes_all_the_same(leader):
    leader.limit = 1
    assert leader.sent(BEHIND, 0) == SIZE
    assert leader.sent(BEHIND, 1) == 0
    leader.advance(60_000)
    assert leader.sent(BEHIND, 1) == SIZE


@pytest.mark.parametrize(
    ("replicas", "throttled"),
    [("*", [0, 1]), ("none", []), ("", []), (f"0:{BROKER}", [0]), (f"1:{BROKER},0:{BEHIND}", [1]), (f"0:{BEHIND}", [])],
)
def test_only_the_replicas_that_are_named_of_this_broker(leader, replicas, throttled):
    leader.throttle("*")
    for offset in range(2):
        leader.sent(BEHIND, offset)
    leader.throttle(replicas)
    assert [index for index in range(2) if leader.sent(BEHIND, 2, index=index) == 0] == throttled


def test_what_is_not_throttled_uses_nothing_up(leader):
    leader.throttle("none")
    for offset in range(5):
        leader.sent(BEHIND, offset)
    leader.throttle("*")
    assert leader.sent(BEHIND, 5) == SIZE


def test_a_fetch_waits_for_what_it_may_get(leader):
    """Else it would come back at once, again and again, while the rate is used up."""
    for offset in range(2):
        leader.sent(BEHIND, offset)
    call = leader.fetch(2, replica_id=BEHIND, max_wait_ms=500)
    leader.produce(batch(b"more"), acks=1)
    assert call.is_waiting
    leader.advance(500)
    assert call.partition.records == b""
    assert call.partition.error_code == 0


def test_a_fetch_that_waits_wakes_for_what_is_not_throttled(leader):
    leader.throttle(f"0:{BROKER}")
    for offset in range(2):
        leader.sent(BEHIND, offset)
    call = leader.fetch(partitions=[("t", 0, 2), ("t", 1, 10)], replica_id=BEHIND, max_wait_ms=500)
    assert call.is_waiting
    leader.produce(batch(b"more"), acks=1, index=1)
    first, second = (part for topic in call.answer.responses for part in topic.partitions)
    assert (len(first.records), bool(second.records)) == (0, True)


def test_who_asks_beyond_the_log_learns_so_all_the_same(leader):
    for offset in range(2):
        leader.sent(BEHIND, offset)
    assert leader.fetch(99, replica_id=BEHIND).partition.error_code == 1


def test_consumers_are_not_replicas(leader):
    for offset in range(2):
        leader.sent(BEHIND, offset)
    leader.sent(IN_SYNC, 10)
    leader.sent(IN_SYNC, 10)
    assert leader.manager.partitions.find("t", 0).log.high_watermark == 10
    assert leader.fetch(2).partition.records


def test_what_is_sent_is_counted(leader):
    leader.throttle("none")
    leader.sent(IN_SYNC)
    leader.sent(BEHIND)
    leader.fetch(0)
    metrics = leader.manager.metrics
    assert (metrics.bytes_out, metrics.reassignment_bytes_out) == (2 * SIZE, SIZE)


# ---- the follower ---------------------------------------------------------------------------------------------------


class ThrottledPair(Pair):
    def lead(self, leader, follower, *, epoch):
        super().lead(leader, follower, epoch=epoch)
        self.metrics = ReplicationMetrics()
        self.quota = ReplicationQuota(lambda: LIMIT)
        self.core = FollowerFetch(
            replica_id=2,
            truncates_on_fetch=self.on_fetch,
            backoff_ms=BACKOFF_MS,
            quota=self.quota,
            metrics=self.metrics,
        )
        self.core.follow(self.partition)
        self.log.config = LogConfig({FOLLOWERS: "0:2"})
        self.core.epoch_question(self.now_ms)

    def advance(self, ms):
        for node in self.nodes:
            node.clock.advance(ms)

    def fetch_one(self):
        """Fetches one batch; whether it asked at all."""
        wanted, asked = self.core.positions(self.now_ms)
        if not wanted:
            return False
        data = self.leader.fetch(wanted[KEY].fetch_offset, replica_id=2, partition_max_bytes=1, version=10).partition
        self.core.fetched(self.core.current(asked, KEY), data, self.now_ms, wall_ms=1)
        return True


@pytest.fixture
def pair(tmp_path):
    pair = ThrottledPair(tmp_path, on_fetch=True)
    pair.lead(0, 1, epoch=0)
    yield pair
    for node in pair.nodes:
        node.log_manager.close()


def let_the_leader_commit(pair, count):
    for _ in range(count):
        pair.append(VALUE)
    pair.leader_log.maybe_increment_high_watermark(count)


def test_a_follower_that_is_behind_asks_no_more_than_the_rate(pair):
    let_the_leader_commit(pair, 10)
    assert [pair.fetch_one() for _ in range(4)] == [True, True, False, False]
    assert pair.log.log_end_offset == 2
    looks, began_ms = 0, pair.now_ms
    while True:
        due_ms = pair.core.next_due_ms(pair.now_ms)
        assert pair.now_ms < due_ms <= pair.now_ms + BACKOFF_MS, "it does not look again at once"
        pair.advance(due_ms - pair.now_ms)
        looks += 1
        if pair.fetch_one():
            break
    assert looks == 2
    assert pair.now_ms - began_ms >= 2 * SIZE - LIMIT
    assert not pair.fetch_one()
    assert pair.log.log_end_offset == 3
    assert pair.core.lag_max == 7


def test_a_follower_that_is_in_sync_goes_on_and_counts(pair):
    let_the_leader_commit(pair, 1)
    for _ in range(10):
        assert pair.fetch_one()
        pair.append(VALUE)  # above the high watermark: nobody lacks it yet
    assert pair.quota.is_exceeded(pair.now_ms)
    assert pair.core.lag_max == 0


def test_a_follower_that_is_not_throttled_goes_on_and_uses_nothing_up(pair):
    pair.log.config = LogConfig({FOLLOWERS: "0:1,1:2"})
    let_the_leader_commit(pair, 10)
    assert all(pair.fetch_one() for _ in range(10))
    assert pair.quota.rate(pair.now_ms) == 0


def test_a_throttle_that_is_lifted_lets_it_go_on(pair):
    let_the_leader_commit(pair, 10)
    assert [pair.fetch_one() for _ in range(3)] == [True, True, False]
    pair.log.config = LogConfig()
    pair.advance(BACKOFF_MS)
    assert all(pair.fetch_one() for _ in range(8))
    assert pair.log.log_end_offset == 10


def test_what_comes_is_counted(pair):
    let_the_leader_commit(pair, 2)
    assert pair.fetch_one()
    pair.partition.adding_replicas = (2,)
    assert pair.fetch_one()
    assert (pair.metrics.bytes_in, pair.metrics.reassignment_bytes_in) == (2 * SIZE, SIZE)


def test_a_waiting_fetch_counts_what_a_quota_lets_go_meanwhile(leader):
    leader.throttle("0:1")
    leader.manager.quotas.leader.record(20 * LIMIT, leader.clock.monotonic_ms())
    client = Client(leader, replica_id=BEHIND)
    client.fetch(("t", 0, 0), ("t", 1, 10))
    assert client.fetch() == {}, "one is held back, the other has no more"
    client.options |= {"max_wait_ms": 60_000, "min_bytes": 2 * SIZE}
    waiting = client.send()
    leader.advance(12_000)
    assert waiting.is_waiting
    leader.produce(batch(VALUE), index=1, acks=1)
    sizes = {index: len(part.records) for (_, index), part in parts_of(waiting.answer).items()}
    assert sizes[1] == SIZE
    assert sizes[0] >= SIZE


def test_a_waiting_fetch_counts_no_more_what_a_quota_holds_back_meanwhile(leader):
    leader.throttle("0:1")
    client = Client(leader, replica_id=BEHIND)
    client.fetch(("t", 0, 10), ("t", 1, 10))
    assert client.fetch() == {}
    client.options |= {"max_wait_ms": 60_000, "min_bytes": 2 * SIZE}
    waiting = client.send()
    leader.produce(batch(VALUE), index=0, acks=1)
    leader.manager.quotas.leader.record(20 * LIMIT, leader.clock.monotonic_ms())
    leader.produce(batch(VALUE), index=1, acks=1)
    assert waiting.is_waiting, "the first is held back now, and the second alone is too little"
    leader.produce(batch(VALUE), index=1, acks=1)
    assert [index for _, index in parts_of(waiting.answer)] == [1]

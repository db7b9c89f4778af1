"""Followers against leaders with real logs, answer by answer: where they truncate, what they take, what they ignore.

The leader answers through the broker's own handlers, the follower is the fetcher's core; time and order are the test's.
"""

from __future__ import annotations

import pytest

from kavka.broker.replica.follower_fetch import FIRST_BACKOFF_MS, FollowerFetch, Stage, by_key, truncation_offset
from kavka.broker.replica.partition import EARLIEST, LATEST
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FetchRequest, FetchResponse

from .conftest import Node, batch

KEY = ("t", 0)
LEADER, FOLLOWER = 1, 2
BACKOFF_MS = 1_000
FETCH_VERSION = {True: 12, False: 8}
EPOCH_VERSION = {True: 4, False: 1}


class Pair:
    """A leader, a follower, and the questions that go between them.

    Both nodes believe to be broker 1 (the unit tests' only one), so who leads is told by the other's id.
    """

    def __init__(self, directory, *, on_fetch):
        self.nodes = [Node(directory / "a"), Node(directory / "b")]
        self.on_fetch = on_fetch
        self.leader = self.follower = None
        self.core = None

    def lead(self, leader, follower, *, epoch):
        """One node leads and the other follows from now on; a None does not hear of it."""
        if leader is not None:
            self.nodes[leader].lead(epoch=epoch, isr=(1, 2), replicas=(1, 2), leader=1)
            self.leader = self.nodes[leader]
        if follower is not None:
            self.nodes[follower].lead(epoch=epoch, isr=(1, 2), replicas=(1, 2), leader=2)
            self.follower = self.nodes[follower]
            self.core = FollowerFetch(replica_id=2, truncates_on_fetch=self.on_fetch, backoff_ms=BACKOFF_MS)
            self.core.follow(self.partition)

    @property
    def partition(self):
        return self.follower.manager.find(*KEY)

    @property
    def log(self):
        return self.partition.log

    @property
    def leader_log(self):
        return self.leader.manager.find(*KEY).log

    @property
    def now_ms(self):
        return self.follower.clock.monotonic_ms()

    def append(self, *values):
        self.leader.produce(batch(*values), acks=1)

    def truncate(self):
        """One round of questions by epoch; whether there was anything to ask."""
        question = self.core.epoch_question(self.now_ms)
        if question is None:
            return False
        request, asked = question
        response = self.leader.send(request, EPOCH_VERSION[self.on_fetch]).answer
        for key, answer in by_key(response.topics, "topic", "partition").items():
            self.core.epoch_answered(self.core.current(asked, key), answer, self.now_ms)
        return True

    def locate(self):
        question = self.core.offsets_question(self.now_ms)
        if question is None:
            return False
        requests, asked = question
        answers = {
            timestamp: by_key(
                self.leader.send(request, 7 if self.on_fetch else 3).answer.topics, "name", "partition_index"
            )
            for timestamp, request in requests.items()
        }
        for key, followed in asked.items():
            self.core.offsets_answered(followed, answers[EARLIEST][key], answers[LATEST][key], self.now_ms)
        return True

    def ask(self):
        """What a fetch would send, and the leader's answer to it."""
        wanted, asked = self.core.positions(self.now_ms)
        if not wanted:
            return None, asked
        position = wanted[KEY]
        parts = [
            FetchRequest.FetchPartition(
                partition=0,
                current_leader_epoch=position.current_leader_epoch,
                fetch_offset=position.fetch_offset,
                last_fetched_epoch=position.last_fetched_epoch,
                log_start_offset=position.log_start_offset,
                partition_max_bytes=1_000_000,
            )
        ]
        request = FetchRequest(
            replica_id=2, max_wait_ms=0, min_bytes=0, topics=[FetchRequest.FetchTopic(topic="t", partitions=parts)]
        )
        return self.leader.send(request, FETCH_VERSION[self.on_fetch]).partition, asked

    def fetch(self):
        data, asked = self.ask()
        if data is None:
            return None
        self.core.fetched(self.core.current(asked, KEY), data, self.now_ms, wall_ms=1)
        return data

    def catch_up(self):
        """Rounds until the follower has what the leader has, and knows that."""
        for _ in range(20):
            self.truncate()
            self.locate()
            data = self.fetch()
            ends = self.log.log_end_offset == self.leader_log.log_end_offset
            if data is not None and data.error_code == 0 and not data.records and data.diverging_epoch is None and ends:
                return
        raise AssertionError(f"{self.core.stage(KEY)}: {self.log.log_end_offset} of {self.leader_log.log_end_offset}")

    def assert_alike(self):
        one, other = (
            bytes(log.read(log.log_start_offset, max_bytes=10**6, max_offset=log.log_end_offset).records)
            for log in (self.log, self.leader_log)
        )
        assert one == other
        assert (
            self.log.leader_epoch_cache.entries
            == [
                entry
                for entry in self.leader_log.leader_epoch_cache.entries
                if entry[1] < self.leader_log.log_end_offset
            ]
            or self.log.leader_epoch_cache.entries == self.leader_log.leader_epoch_cache.entries
        )


@pytest.fixture(params=[True, False], ids=["by fetch", "by OffsetForLeaderEpoch"])
def pair(request, tmp_path):
    pair = Pair(tmp_path, on_fetch=request.param)
    yield pair
    for node in pair.nodes:
        node.log_manager.close()


def test_a_new_follower_copies_everything(pair):
    pair.lead(0, 1, epoch=0)
    pair.append(b"a", b"b")
    pair.append(b"c")
    pair.catch_up()
    assert pair.log.log_end_offset == 3
    pair.assert_alike()


def test_the_high_watermark_is_the_leaders_within_what_is_here(pair):
    pair.lead(0, 1, epoch=0)
    pair.append(b"a")
    pair.append(b"b")
    pair.catch_up()  # the leader now knows that both have everything
    pair.fetch()
    assert pair.leader_log.high_watermark == 2
    assert pair.log.high_watermark == 2
    pair.append(b"c")
    assert pair.leader_log.high_watermark == 2
    pair.fetch()
    assert (pair.log.log_end_offset, pair.log.high_watermark) == (3, 2)


def test_bug_1_records_above_the_high_watermark_survive_a_restart(pair):
    """KIP-101, first scenario: acknowledged, but the follower has not heard so; then the leader is gone for good."""
    pair.lead(0, 1, epoch=0)
    pair.append(b"a")
    pair.truncate()
    pair.fetch()
    assert (pair.log.log_end_offset, pair.log.high_watermark) == (1, 0)
    pair.follower.manager.checkpoint_high_watermarks()
    pair.follower.restart()
    pair.lead(0, 1, epoch=1)
    pair.catch_up()
    assert pair.log.log_end_offset == 1
    pair.assert_alike()


def test_bug_1_histories_that_part_are_made_one_again(pair):
    """KIP-101, second scenario: both had the same offset, with other records; the later leader's count."""
    pair.lead(0, 1, epoch=0)
    pair.append(b"both")
    pair.catch_up()
    pair.append(b"only the old leader")
    pair.lead(1, None, epoch=1)  # the follower takes over; the old leader hears of nothing
    pair.append(b"only the new leader")
    pair.lead(None, 0, epoch=1)
    pair.catch_up()
    assert pair.log.log_end_offset == 2
    pair.assert_alike()


def test_bug_2_two_fast_failovers(pair):
    """KIP-279: the follower wrote in an epoch that the leader has never heard of."""
    pair.lead(0, 1, epoch=0)
    pair.append(b"both")
    pair.catch_up()
    pair.append(b"first leader only")
    pair.lead(1, None, epoch=1)
    pair.append(b"second leader only")
    pair.append(b"second leader only, too")
    pair.lead(0, 1, epoch=2)  # the first leads again, with its own record in place of theirs
    pair.append(b"again")
    pair.catch_up()
    assert pair.log.log_end_offset == 3
    pair.assert_alike()


def test_bug_4_epochs_without_records_do_not_stay(pair):
    pair.lead(0, 1, epoch=0)
    pair.append(b"a")
    pair.catch_up()
    pair.lead(1, 0, epoch=1)  # nothing is written in epoch 1
    pair.catch_up()
    pair.lead(0, 1, epoch=2)
    pair.catch_up()
    pair.append(b"b")
    pair.catch_up()
    pair.assert_alike()


def test_bug_5_the_same_leader_under_another_epoch_is_asked_anew(pair):
    pair.lead(0, 1, epoch=0)
    pair.append(b"a")
    pair.catch_up()
    followed, asked = pair.ask()
    pair.lead(0, 1, epoch=1)
    assert pair.core.current(asked, KEY) is None
    pair.catch_up()
    assert followed is not None


def test_bug_6_an_answer_to_an_earlier_question_counts_for_nothing(pair):
    pair.lead(0, 1, epoch=0)
    pair.append(b"a")
    pair.truncate()
    _, asked = pair.ask()
    pair.core.follow(pair.partition)
    assert pair.core.current(asked, KEY) is None
    pair.core.unfollow(KEY)
    _, asked = pair.ask()
    assert asked == {}


def test_bug_7_a_diverging_answer_moves_no_high_watermark(tmp_path):
    pair = Pair(tmp_path, on_fetch=True)
    pair.lead(0, 1, epoch=0)
    pair.append(b"both")
    pair.catch_up()
    pair.fetch()
    for value in (b"x", b"y", b"z"):
        pair.append(value)  # on the old leader only
    pair.lead(1, None, epoch=1)
    for value in (b"1", b"2", b"3"):
        pair.append(value)
    pair.leader_log.maybe_increment_high_watermark(4)
    pair.lead(None, 0, epoch=1)
    before = pair.log.high_watermark
    data = pair.fetch()
    assert data.diverging_epoch is not None
    assert (pair.log.log_end_offset, pair.log.high_watermark) == (1, before)
    for node in pair.nodes:
        node.log_manager.close()


def test_bug_8_epoch_0_is_an_epoch(pair):
    pair.lead(0, 1, epoch=0)
    pair.append(b"a")
    pair.catch_up()
    pair.append(b"b")
    pair.follower.restart()
    pair.lead(0, 1, epoch=1)
    if pair.on_fetch:
        assert pair.core.stage(KEY) is Stage.FETCHING
    pair.catch_up()
    pair.assert_alike()


def test_a_follower_far_behind_begins_anew_where_the_leader_begins(pair):
    pair.lead(0, 1, epoch=0)
    pair.append(b"a")
    pair.catch_up()
    for _ in range(5):
        pair.append(b"later")
    pair.leader_log.maybe_increment_high_watermark(6)
    pair.leader_log.maybe_increment_log_start_offset(4)
    pair.catch_up()
    assert (pair.log.log_start_offset, pair.log.log_end_offset) == (4, 6)


def test_bug_10_a_leader_that_has_less_is_followed_by_epoch_and_not_from_nothing(pair):
    """OFFSET_OUT_OF_RANGE because the leader's log ends before ours: what both have stays."""
    pair.lead(0, 1, epoch=0)
    pair.append(b"a")
    pair.catch_up()
    pair.append(b"b")
    pair.lead(1, 0, epoch=1)
    pair.core._followed[KEY].stage = Stage.LOCATING
    pair.catch_up()
    assert pair.log.log_end_offset == 1
    assert pair.log.log_start_offset == 0
    pair.assert_alike()


def test_bug_12_a_log_that_begins_inside_a_batch_can_be_copied(pair):
    pair.lead(0, None, epoch=0)
    pair.append(b"a", b"b", b"c")
    pair.append(b"d")
    pair.leader_log.maybe_increment_high_watermark(4)
    pair.leader_log.maybe_increment_log_start_offset(2)
    pair.lead(None, 1, epoch=0)
    pair.catch_up()
    pair.fetch()
    assert (pair.log.log_start_offset, pair.log.log_end_offset) == (2, 4)


def test_bug_13_a_leader_of_another_epoch_is_waited_for_or_left(pair):
    pair.lead(0, 1, epoch=1)
    pair.append(b"a")
    pair.catch_up()
    pair.lead(None, 1, epoch=2)  # the leader has not heard of it yet
    pair.append(b"b")
    data, _ = pair.ask() if not pair.truncate() else (None, None)
    if pair.on_fetch:
        assert data.error_code == ErrorCode.UNKNOWN_LEADER_EPOCH
        pair.fetch()
        assert pair.core.positions(pair.now_ms)[0] == {}
        pair.follower.advance(FIRST_BACKOFF_MS)
        assert KEY in pair.core.positions(pair.now_ms)[0]
    pair.nodes[0].lead(epoch=3, isr=(1, 2), replicas=(1, 2), leader=1)  # now it is ahead
    pair.truncate()
    pair.fetch()
    if pair.on_fetch:
        assert pair.core.stage(KEY) is Stage.STOPPED


def test_errors_delay_a_partition_for_longer_and_longer(pair):
    pair.lead(0, 1, epoch=0)
    pair.catch_up()
    followed = pair.core._followed[KEY]
    delays = []
    for _ in range(9):
        now_ms = pair.now_ms
        pair.core._failed(followed, int(ErrorCode.NOT_LEADER_OR_FOLLOWER), now_ms)
        delays.append(followed.resume_ms - now_ms)
    assert delays == [10, 20, 40, 80, 160, 320, 640, BACKOFF_MS, BACKOFF_MS]
    assert pair.core.wait_ms_max(pair.now_ms, 5_000) == BACKOFF_MS
    pair.follower.advance(BACKOFF_MS)
    pair.append(b"a")
    pair.fetch()
    assert pair.log.log_end_offset == 1
    assert followed.failures == 0


def test_an_epoch_that_the_leader_cannot_place_is_out_of_range(leader):
    """A diverging epoch of −1 could not be told from none: the asker would wait for ever."""
    leader.produce(batch(b"a"), acks=1)
    assert leader.fetch(1, last_fetched_epoch=7, replica_id=2).partition.error_code == ErrorCode.OFFSET_OUT_OF_RANGE


class Epochs:
    """A log of which only epochs are known."""

    def __init__(self, *entries, end):
        self.entries = entries
        self.log_end_offset = end
        self.high_watermark = 3
        self.leader_epoch_cache = self

    def end_offset_for(self, epoch, end):
        known = [i for i, (e, _) in enumerate(self.entries) if e <= epoch]
        if not self.entries or epoch > self.entries[-1][0]:
            return -1, -1
        if not known:
            return epoch, self.entries[0][1]
        last = known[-1]
        return self.entries[last][0], self.entries[last + 1][1] if last + 1 < len(self.entries) else end


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ((-1, -1), (3, True)),  # the leader knows nothing of it: to the high watermark
        ((-1, 7), (7, True)),  # OffsetForLeaderEpoch 0 names no epoch
        ((-1, 70), (20, True)),
        ((4, 15), (15, True)),  # the same epoch on both sides: the smaller end
        ((4, 25), (20, True)),
        ((2, 9), (9, True)),
        ((2, 12), (10, True)),
        ((3, 12), (10, False)),  # an epoch that is unknown here: to the end of the one below, and ask again
        ((1, 4), (4, True)),
    ],
)
def test_where_a_follower_truncates(answer, expected):
    log = Epochs((1, 0), (2, 5), (4, 10), end=20)
    assert truncation_offset(log, *answer) == expected


# ---- nothing is asked again at once that was answered without a use -----------------------------------------------


def test_a_partition_that_a_response_leaves_out_is_delayed(pair):
    pair.lead(0, 1, epoch=0)
    pair.catch_up()
    followed = pair.core._followed[KEY]
    followed.stage = Stage.LOCATING
    _, asked = pair.core.offsets_question(pair.now_ms)
    pair.core.unanswered(asked, {KEY}, pair.now_ms)
    assert pair.core.next_due_ms(pair.now_ms) == pair.now_ms
    pair.core.unanswered(asked, (), pair.now_ms)
    assert pair.core.next_due_ms(pair.now_ms) == pair.now_ms + FIRST_BACKOFF_MS


def test_histories_that_part_behind_our_end_are_fetched_again_with_pauses(pair):
    """Nothing can be truncated: without a pause the two would talk as fast as the network is."""
    pair.lead(0, 1, epoch=1)
    pair.append(b"a")
    pair.catch_up()
    followed = pair.core._followed[KEY]
    parting = FetchResponse.EpochEndOffset(epoch=1, end_offset=100)
    data = FetchResponse.PartitionData(diverging_epoch=parting)
    pair.core.fetched(followed, data, pair.now_ms, wall_ms=1)
    assert pair.core.next_due_ms(pair.now_ms) == pair.now_ms + FIRST_BACKOFF_MS


def test_an_offset_that_is_out_of_range_and_in_range_is_asked_about_with_pauses(pair):
    pair.lead(0, 1, epoch=0)
    pair.catch_up()
    followed = pair.core._followed[KEY]
    refused = FetchResponse.PartitionData(error_code=int(ErrorCode.OFFSET_OUT_OF_RANGE))
    due = []
    for _ in range(3):
        now_ms = pair.now_ms
        pair.core.fetched(followed, refused, now_ms, wall_ms=1)
        due.append(pair.core.next_due_ms(now_ms) - now_ms)
        pair.follower.advance(BACKOFF_MS)
        assert pair.locate()
        assert followed.stage is Stage.FETCHING
    assert due[0] == 0
    assert 0 < due[1] < due[2]


def test_bytes_without_a_whole_batch_are_fetched_again_with_pauses(pair):
    pair.lead(0, 1, epoch=0)
    pair.catch_up()
    followed = pair.core._followed[KEY]
    pair.core.fetched(followed, FetchResponse.PartitionData(records=b"\0" * 20), pair.now_ms, wall_ms=1)
    assert pair.core.next_due_ms(pair.now_ms) == pair.now_ms + FIRST_BACKOFF_MS

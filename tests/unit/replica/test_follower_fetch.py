"""Followers against leaders with real logs, answer by answer: where they truncate, what they take, what they ignore.

The leader answers through the broker's own handlers, the follower is the fetcher's core; time and order are the test's.
"""

from __future__ import annotations

import errno

import pytest

from kavka.broker.replica.follower_fetch import FIRST_BACKOFF_MS, Stage, truncation_offset
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FetchResponse
from tests.support.log.building import LogBench, append
from tests.support.replica.follower import BACKOFF_MS, KEY, Pair
from tests.support.replica.node import batch

LEADER, FOLLOWER = 1, 2


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
    pair.follower.manager.high_watermarks.write(at_once=True)
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


@pytest.fixture
def epochs(tmp_path):
    """A log whose epochs 1, 2 and 4 begin at 0, 5 and 10; it ends at 20, and the high watermark is 3."""
    bench = LogBench(tmp_path)
    log = bench.open()
    for epoch, records in ((1, 5), (2, 5), (4, 10)):
        append(log, *[b"v"] * records, epoch=epoch)
    log.update_high_watermark(3)
    yield log
    bench.close()


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
def test_where_a_follower_truncates(epochs, answer, expected):
    assert truncation_offset(epochs, *answer) == expected


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


def test_a_disk_that_fails_stops_the_following_of_its_partitions_and_no_round(tmp_path):
    pair = Pair(tmp_path, on_fetch=False)
    pair.lead(0, 1, epoch=0)
    pair.log.log_dir.fail(OSError(errno.EIO, "Input/output error"), "testing")
    assert pair.core.epoch_question(pair.now_ms) is None
    assert pair.core.stage(KEY) is Stage.STOPPED
    for node in pair.nodes:
        node.log_manager.close()

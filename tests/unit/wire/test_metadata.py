"""Metadata responses merged: which of two descriptions of a partition is kept."""

from hypothesis import given
from hypothesis import strategies as st

from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.messages import MetadataResponse
from kavka.wire.metadata import NOTHING_KNOWN
from tests.support.wire.views import metadata, topic

A, B = b"a" * 16, b"b" * 16


def learnt(*told):
    """Metadata after responses about "t", each (topic id, its partitions)."""
    known = NOTHING_KNOWN
    for topic_id, partitions in told:
        response = metadata()
        response.topics = [topic("t", partitions, topic_id=topic_id)]
        known = known.merged_with(response, is_everything=False)
    return known


def test_an_older_leader_epoch_replaces_nothing():
    known = learnt((A, [(1, 7), (1, 3)]), (A, [(0, 6), (2, 4)]))
    assert (known.leader_of("t", 0), known.topics["t"].partitions[0].leader_epoch) == (1, 7)
    assert known.leader_of("t", 1) == 2, "the other partition of the same response is news"


def test_the_same_epoch_is_news_of_the_isr():
    assert learnt((A, [(1, 7)]), (A, [(2, 7)])).leader_of("t", 0) == 2


def test_a_recreated_topic_begins_with_a_lower_epoch():
    assert learnt((A, [(1, 7)]), (B, [(2, 0)])).leader_of("t", 0) == 2


def test_without_topic_ids_nobody_can_tell_and_the_response_counts():
    assert learnt((ZERO_TOPIC_ID, [(1, 7)]), (ZERO_TOPIC_ID, [(2, 0)])).leader_of("t", 0) == 2
    assert learnt((A, [(1, 7)]), (ZERO_TOPIC_ID, [(2, 0)])).leader_of("t", 0) == 2


def test_a_topic_that_was_gone_meanwhile_is_another():
    known = learnt((A, [(1, 7)])).merged_with(metadata(t=3), is_everything=False)
    response = MetadataResponse(brokers=metadata().brokers, topics=[topic("t", [(2, 0)], topic_id=A)])
    assert known.merged_with(response, is_everything=False).leader_of("t", 0) == 2


@given(st.lists(st.tuples(st.sampled_from([A, B]), st.integers(0, 5)), min_size=1, max_size=12))
def test_the_epoch_of_one_topic_never_goes_back(told):
    expected = None
    known = NOTHING_KNOWN
    for topic_id, epoch in told:
        response = metadata()
        response.topics = [topic("t", [(0, epoch)], topic_id=topic_id)]
        known = known.merged_with(response, is_everything=False)
        expected = (topic_id, epoch if expected is None or expected[0] != topic_id else max(expected[1], epoch))
        assert (known.topics["t"].topic_id, known.topics["t"].partitions[0].leader_epoch) == expected

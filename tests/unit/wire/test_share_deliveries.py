"""Records in hand: what may be said of them, how often, and to whom it goes."""

import pytest

from kavka.common.types import TopicPartition
from kavka.wire.acknowledgements import AcknowledgeType, TopicIdPartition
from kavka.wire.share_deliveries import Deliveries, Origin

ACCEPT, RELEASE, REJECT, RENEW = (
    AcknowledgeType.ACCEPT,
    AcknowledgeType.RELEASE,
    AcknowledgeType.REJECT,
    AcknowledgeType.RENEW,
)
T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
A = Origin(leader=1, generation=0, topic_id=b"t" * 16)
B = A._replace(generation=1)


@pytest.fixture
def hand():
    made = Deliveries()
    for offset in (7, 8, 9):
        made.hand_out(T0, offset, A)
    made.hand_out(T1, 7, A)
    return made


def taken(hand):
    return {(said.origin, said.partition.partition): said.acknowledgements for said in hand.take()}


def test_everything_in_hand_is_accepted_once(hand):
    hand.accept_all()
    assert hand.unsaid() == 0
    assert taken(hand) == {(A, 0): {7: ACCEPT, 8: ACCEPT, 9: ACCEPT}, (A, 1): {7: ACCEPT}}
    hand.accept_all()
    assert taken(hand) == {}


def test_what_was_said_before_stands_where_the_rest_is_accepted(hand):
    hand.acknowledge(T0, 8, RELEASE)
    hand.accept_all()
    assert taken(hand)[A, 0] == {7: ACCEPT, 8: RELEASE, 9: ACCEPT}


def test_only_what_was_said_goes_and_it_may_be_said_anew_before(hand):
    hand.acknowledge(T0, 8, ACCEPT)
    hand.acknowledge(T0, 8, REJECT)
    assert hand.unsaid() == 3
    assert hand.take() == [(A, TopicIdPartition(b"t" * 16, 0), {8: REJECT})]
    with pytest.raises(ValueError, match="t-0, offset 8, waits for no acknowledgement"):
        hand.acknowledge(T0, 8, ACCEPT)


def test_what_is_renewed_stays_in_hand(hand):
    hand.acknowledge(T1, 7, RENEW)
    assert taken(hand) == {(A, 1): {7: RENEW}}
    assert hand.unsaid() == 4
    hand.acknowledge(T1, 7, ACCEPT)
    assert taken(hand) == {(A, 1): {7: ACCEPT}}


def test_records_of_one_partition_go_back_to_the_sessions_that_gave_them(hand):
    hand.hand_out(T0, 10, B)
    hand.accept_all()
    assert taken(hand)[B, 0] == {10: ACCEPT}


def test_a_record_that_comes_again_is_the_new_sessions_and_nothing_was_said_of_it(hand):
    hand.acknowledge(T0, 7, ACCEPT)
    hand.hand_out(T0, 7, B)
    assert hand.unsaid() == 4
    hand.acknowledge(T0, 7, RELEASE)
    assert taken(hand) == {(B, 0): {7: RELEASE}}


def test_nobody_speaks_of_what_was_forgotten(hand):
    hand.acknowledge(T0, 7, ACCEPT)
    hand.forget_all()
    assert (hand.take(), hand.unsaid()) == ([], 0)
    with pytest.raises(ValueError, match="it was not handed out, or settled"):
        hand.acknowledge(T0, 7, ACCEPT)

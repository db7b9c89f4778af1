"""What becomes of a batch, by the leader's word of it."""

import pytest

from kavka.common.types import TopicPartition
from kavka.protocol.errors import (
    DecodeError,
    ErrorCode,
    InvalidRecord,
    KafkaError,
    MessageTooLarge,
    NotEnoughReplicas,
    NotLeaderOrFollower,
    OutOfOrderSequenceNumber,
    ProducerFenced,
    error_for_code,
)
from kavka.protocol.messages import ProduceResponse
from kavka.wire.errors import AuthenticationFailed, LeaderUnknown
from kavka.wire.produce import (
    FORMER_LEADER_MS,
    LEADER_MOVED,
    Fate,
    fate_of,
    leader_moved,
    named,
    produce_request,
    refusal,
    responses_in,
    worse,
)

T0, T1, U0 = TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("u", 0)
Part = ProduceResponse.PartitionProduceResponse


def test_batches_are_sent_by_topic():
    request = produce_request([(T0, b"a"), (U0, b"b"), (T1, b"c")], transactional_id="x", acks=-1, timeout_ms=9)
    assert (request.transactional_id, request.acks, request.timeout_ms) == ("x", -1, 9)
    assert [(t.name, [(p.index, bytes(p.records)) for p in t.partition_data]) for t in request.topic_data] == [
        ("t", [(0, b"a"), (1, b"c")]),
        ("u", [(0, b"b")]),
    ]


def test_by_id_each_topic_has_its_own_and_the_response_gets_the_names_back():
    ids = {"t": b"t" * 16, "u": b"u" * 16}
    request = produce_request([(T0, b"a"), (U0, b"b")], transactional_id=None, timeout_ms=9, id_of=ids.__getitem__)
    assert [(topic.name, topic.topic_id) for topic in request.topic_data] == list(ids.items())
    topic = ProduceResponse.TopicProduceResponse
    response = ProduceResponse(
        [topic("", ids["u"], [Part(index=0, base_offset=4)]), topic("", b"x" * 16, [Part(index=0)])], 7
    )
    found = named(response, request)
    assert responses_in(found)[U0].base_offset == 4
    assert (T0 in responses_in(found), found.throttle_time_ms) == (False, 7)


def test_a_duplicate_is_in_the_log_already():
    assert refusal(T0, Part(error_code=0)) is None
    assert refusal(T0, Part(error_code=int(ErrorCode.DUPLICATE_SEQUENCE_NUMBER))) is None


def test_a_refusal_says_which_partition_and_what_the_leader_said():
    error = refusal(T0, Part(error_code=int(ErrorCode.INVALID_RECORD), error_message="no key"))
    assert isinstance(error, InvalidRecord)
    assert str(error) == "t-0: INVALID_RECORD: no key"


def test_a_partition_that_was_passed_over_is_sent_again():
    response = ProduceResponse(
        responses=[ProduceResponse.TopicProduceResponse(name="t", partition_responses=[Part(index=0, base_offset=4)])]
    )
    parts = responses_in(response)
    assert parts[T0].base_offset == 4
    error = refusal(T1, parts.get(T1))
    assert isinstance(error, DecodeError)
    assert fate_of(error, record_count=1) is Fate.RETRY


@pytest.mark.parametrize(
    ("error", "count", "fate"),
    [
        (MessageTooLarge(), 2, Fate.SPLIT),
        (MessageTooLarge(), 1, Fate.FAIL),
        (NotEnoughReplicas(), 5, Fate.RETRY),
        (NotLeaderOrFollower(), 5, Fate.RETRY),
        (TimeoutError(), 5, Fate.RETRY),
        (LeaderUnknown("?"), 5, Fate.RETRY),
        (ProducerFenced(), 5, Fate.FAIL),
        (OutOfOrderSequenceNumber(), 5, Fate.FAIL),
        (AuthenticationFailed("no"), 5, Fate.FAIL),
    ],
)
def test_the_fate_of_a_batch(error, count, fate):
    assert fate_of(error, record_count=count) is fate


def test_what_a_former_leader_may_have_refused_is_sent_to_the_present_one():
    error = OutOfOrderSequenceNumber()
    assert fate_of(error, record_count=1, refused_ms=FORMER_LEADER_MS - 1) is Fate.RETRY
    assert fate_of(error, record_count=1, refused_ms=FORMER_LEADER_MS) is Fate.FAIL
    assert leader_moved(error)


@pytest.mark.parametrize("code", sorted(LEADER_MOVED))
def test_a_batch_whose_leader_moved_is_never_given_up_for_it(code):
    error = error_for_code(int(code))
    assert leader_moved(error)
    assert fate_of(error, record_count=2) is Fate.RETRY


@pytest.mark.parametrize(
    ("error", "moved"),
    [
        (ConnectionResetError(), True),
        (DecodeError("x"), True),
        (LeaderUnknown("?"), True),
        (NotEnoughReplicas(), False),
        (AuthenticationFailed("no"), False),
    ],
)
def test_a_leader_that_is_gone_may_have_a_successor(error, moved):
    assert leader_moved(error) is moved


def test_of_two_failures_the_final_one_is_told():
    soon, final = NotEnoughReplicas(), InvalidRecord()
    assert worse(None, soon) is soon
    assert worse(soon, None) is soon
    assert worse(soon, final) is worse(final, soon) is final
    assert worse(soon, other := KafkaError("x")) is other

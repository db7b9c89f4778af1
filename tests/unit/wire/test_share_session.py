"""A share session: what each request says, what each response settles, and what a lost session leaves void."""

import pytest

from kavka.protocol.errors import DecodeError, ErrorCode, InvalidRecordState, KafkaError, UnknownServerError
from kavka.protocol.messages import ShareAcknowledgeResponse, ShareFetchResponse
from kavka.wire.acknowledgements import AcknowledgeType, TopicIdPartition
from kavka.wire.share_session import ACKNOWLEDGE_DELAY_MS, EPOCH_MAX, ShareFetchSettings, ShareSessionCore

ACCEPT, RELEASE, RENEW = AcknowledgeType.ACCEPT, AcknowledgeType.RELEASE, AcknowledgeType.RENEW
T, U = b"t" * 16, b"u" * 16
T0, T1, U0 = TopicIdPartition(T, 0), TopicIdPartition(T, 1), TopicIdPartition(U, 0)
SETTINGS = ShareFetchSettings(wait_ms=500, bytes_min=1, bytes_max=1_000, records_max=50)
LOCK_MS = 30_000


def opened(*partitions):
    made = ShareSessionCore("g", "m")
    made.fetch_request(partitions, SETTINGS)
    made.fetched(ShareFetchResponse(acquisition_lock_timeout_ms=LOCK_MS))
    return made


def say(made, tip, offsets, *, kind=ACCEPT, generation=0, now_ms=0):
    made.acknowledge(tip, dict.fromkeys(offsets, kind), generation=generation, now_ms=now_ms)


def batches(request):
    return {
        TopicIdPartition(topic.topic_id, part.partition_index): [
            (batch.first_offset, batch.last_offset, batch.acknowledge_types) for batch in part.acknowledgement_batches
        ]
        for topic in request.topics
        for part in topic.partitions
    }


def forgotten(request):
    return [(topic.topic_id, topic.partitions) for topic in request.forgotten_topics_data]


def acknowledged(*parts, error=0, lock_ms=0):
    topics = [
        ShareAcknowledgeResponse.ShareAcknowledgeTopicResponse(
            tip.topic_id, [ShareAcknowledgeResponse.PartitionData(partition_index=tip.partition, error_code=int(code))]
        )
        for tip, code in parts
    ]
    return ShareAcknowledgeResponse(error_code=int(error), acquisition_lock_timeout_ms=lock_ms, responses=topics)


def part_of(tip, **fields):
    part = ShareFetchResponse.PartitionData(partition_index=tip.partition, **fields)
    return ShareFetchResponse.ShareFetchableTopicResponse(topic_id=tip.topic_id, partitions=[part])


class TestFetches:
    def test_the_first_opens_the_session_with_every_partition(self):
        made = ShareSessionCore("g", "m")
        request = made.fetch_request([T1, U0, T0], SETTINGS)
        assert (request.group_id, request.member_id, request.share_session_epoch) == ("g", "m", 0)
        assert batches(request) == {T0: [], T1: [], U0: []}
        assert (request.max_wait_ms, request.min_bytes, request.max_bytes) == (500, 1, 1_000)
        assert (request.max_records, request.batch_size, request.share_acquire_mode) == (50, 50, 0)
        assert not made.is_open
        made.fetched(ShareFetchResponse(acquisition_lock_timeout_ms=LOCK_MS))
        assert made.is_open
        assert made.lock_timeout_ms == LOCK_MS

    def test_the_next_says_what_came_and_what_went(self):
        made = opened(T0, T1)
        request = made.fetch_request([T1, U0], SETTINGS._replace(is_record_limit=True))
        assert (request.share_session_epoch, request.share_acquire_mode) == (1, 1)
        assert (batches(request), forgotten(request)) == ({U0: []}, [(T, [0])])
        made.fetched(ShareFetchResponse())
        request = made.fetch_request([T1, U0], SETTINGS)
        assert (request.share_session_epoch, batches(request), forgotten(request)) == (2, {}, [])

    def test_acknowledgements_go_along_even_of_partitions_that_went(self):
        made = opened(T0, T1)
        say(made, T0, [7, 8])
        say(made, T0, [9], kind=RELEASE)
        request = made.fetch_request([T1], SETTINGS)
        assert batches(request) == {T0: [(7, 9, [1, 1, 2])]}
        assert forgotten(request) == [(T, [0])]
        assert not made.has_waiting
        assert made.has_unanswered

    def test_a_response_has_partitions_and_what_became_of_acknowledgements(self):
        made = opened(T0, T1)
        say(made, T0, [7])
        say(made, T1, [5])
        made.fetch_request([T0, T1], SETTINGS)
        code = int(ErrorCode.INVALID_RECORD_STATE)
        response = ShareFetchResponse(responses=[part_of(T0), part_of(T1, acknowledge_error_code=code, error_code=6)])
        parts, outcomes = made.fetched(response)
        assert {tip: part.error_code for tip, part in parts.items()} == {T0: 0, T1: 6}
        assert [(outcome.partition, outcome.acknowledgements) for outcome in outcomes] == [
            (T0, {7: ACCEPT}),
            (T1, {5: ACCEPT}),
        ]
        assert outcomes[0].error is None
        assert isinstance(outcomes[1].error, InvalidRecordState)
        assert not made.has_unanswered

    def test_epochs_begin_again_at_one(self):
        made = opened(T0)
        made._epoch = EPOCH_MAX
        made.fetch_request([T0], SETTINGS)
        made.fetched(ShareFetchResponse())
        assert made.fetch_request([T0], SETTINGS).share_session_epoch == 1


class TestAcknowledgements:
    def test_they_may_go_alone(self):
        made = opened(T0)
        say(made, T0, range(7, 30))
        assert made.has_waiting
        request = made.acknowledge_request()
        assert (request.share_session_epoch, request.is_renew_ack) == (1, False)
        assert batches(request) == {T0: [(7, 29, [1])]}
        [outcome] = made.acknowledged(acknowledged((T0, 0), lock_ms=20_000))
        assert (outcome.error, made.lock_timeout_ms) == (None, 20_000)
        assert made.fetch_request([T0], SETTINGS).share_session_epoch == 2

    def test_renewals_are_named(self):
        made = opened(T0)
        assert not made.has_renewals
        say(made, T0, [7], kind=RENEW)
        assert made.has_renewals
        assert made.acknowledge_request().is_renew_ack
        made.acknowledged(acknowledged((T0, 0)))
        assert made.lock_timeout_ms == LOCK_MS

    def test_renewals_that_a_leader_cannot_do_are_void_and_the_rest_waits(self):
        made = opened(T0, T1)
        say(made, T0, [7], kind=RENEW)
        say(made, T1, [5], kind=RENEW)
        say(made, T1, [6])
        made.refuse_renewals(error := UnknownServerError("too old"))
        assert made.take_void() == [(T0, {7: RENEW}, error), (T1, {5: RENEW}, error)]
        assert made.take_void() == []
        assert batches(made.acknowledge_request()) == {T1: [(6, 6, [1])]}

    def test_only_what_waits_is_refused(self):
        made = opened(T0)
        say(made, T0, [7])
        made.refuse_renewals(UnknownServerError())
        assert made.take_void() == []

    def test_closing_says_what_waits_and_no_more(self):
        made = opened(T0)
        say(made, T0, [7])
        request = made.close_request()
        assert (request.share_session_epoch, batches(request)) == (-1, {T0: [(7, 7, [1])]})

    def test_a_response_without_the_partition_is_an_error_of_it(self):
        made = opened(T0)
        say(made, T0, [7])
        made.acknowledge_request()
        [outcome] = made.acknowledged(acknowledged())
        assert isinstance(outcome.error, DecodeError)
        assert not outcome.may_be_repeated

    @pytest.mark.parametrize(
        ("code", "may_be_repeated"),
        [
            (ErrorCode.COORDINATOR_NOT_AVAILABLE, True),
            (ErrorCode.NOT_LEADER_OR_FOLLOWER, False),
            (ErrorCode.INVALID_RECORD_STATE, False),
            (ErrorCode.NONE, False),
        ],
    )
    def test_only_what_the_leader_may_take_later_is_repeated(self, code, may_be_repeated):
        made = opened(T0)
        say(made, T0, [7])
        made.acknowledge_request()
        [outcome] = made.acknowledged(acknowledged((T0, code)))
        assert outcome.may_be_repeated == may_be_repeated

    def test_they_are_due_when_they_have_waited_or_the_locks_grow_old(self):
        made = opened(T0)
        assert not made.are_acknowledgements_due(LOCK_MS, acquired_ms=0)
        say(made, T0, [7], now_ms=1_000)
        say(made, T0, [8], now_ms=1_400)
        assert not made.are_acknowledgements_due(1_400, acquired_ms=900)
        assert made.are_acknowledgements_due(1_000 + ACKNOWLEDGE_DELAY_MS, acquired_ms=900)
        assert made.are_acknowledgements_due(1_001, acquired_ms=1_001 - LOCK_MS // 3)


class TestLoss:
    def test_without_a_response_everything_unsaid_is_void(self):
        made = opened(T0, T1)
        say(made, T0, [7])
        made.fetch_request([T0, T1], SETTINGS)
        say(made, T1, [5])
        made.lost(error := ConnectionResetError("gone"))
        assert made.take_void() == [(T0, {7: ACCEPT}, error), (T1, {5: ACCEPT}, error)]
        assert (made.generation, made.is_open, made.has_unanswered) == (1, False, False)
        request = made.fetch_request([T0], SETTINGS)
        assert (request.share_session_epoch, batches(request)) == (0, {T0: []})

    def test_what_was_acquired_in_a_former_session_cannot_be_acknowledged(self):
        made = opened(T0)
        made.lost(ConnectionResetError())
        say(made, T0, [7], generation=0)
        [outcome] = made.take_void()
        assert outcome.acknowledgements == {7: ACCEPT}
        assert outcome.error.code is ErrorCode.INVALID_SHARE_SESSION_EPOCH
        assert not made.has_waiting

    @pytest.mark.parametrize("code", [ErrorCode.SHARE_SESSION_NOT_FOUND, ErrorCode.GROUP_AUTHORIZATION_FAILED, 133])
    def test_a_refusal_of_the_whole_ends_the_session(self, code):
        made = opened(T0)
        say(made, T0, [7])
        made.fetch_request([T0], SETTINGS)
        with pytest.raises(KafkaError, match="share group 'g': "):
            made.fetched(ShareFetchResponse(error_code=int(code)))
        assert [outcome.partition for outcome in made.take_void()] == [T0]
        assert made.generation == 1
        made.fetch_request([T0], SETTINGS)
        made.fetched(ShareFetchResponse())
        say(made, T0, [7], generation=1)
        made.acknowledge_request()
        with pytest.raises(KafkaError):
            made.acknowledged(acknowledged(error=code))
        assert made.generation == 2

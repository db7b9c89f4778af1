"""How a coordinator is found, and after which errors it is looked for again."""

import pytest

from kavka.protocol.errors import (
    CoordinatorLoadInProgress,
    DecodeError,
    ErrorCode,
    GroupAuthorizationFailed,
    KafkaError,
    ProducerFenced,
)
from kavka.protocol.messages import EndTxnResponse, FindCoordinatorResponse, TxnOffsetCommitResponse
from kavka.wire.coordinator import CoordinatorCore, CoordinatorKind, own_code, partition_codes
from kavka.wire.errors import LeaderUnknown


@pytest.fixture
def known():
    core = CoordinatorCore(CoordinatorKind.TRANSACTION, "copier")
    assert core.found(FindCoordinatorResponse(node_id=2)) == 2
    return core


def test_the_request_says_of_what():
    request = CoordinatorCore(CoordinatorKind.GROUP, "g").find_request()
    assert (request.key, request.key_type, request.coordinator_keys) == ("g", 0, [])
    assert CoordinatorCore(CoordinatorKind.TRANSACTION, "t").find_request().key_type == 1


def test_there_may_be_none_now_or_no_permission():
    core = CoordinatorCore(CoordinatorKind.GROUP, "g")
    with pytest.raises(KafkaError, match=r"the coordinator of group 'g': COORDINATOR_NOT_AVAILABLE") as caught:
        core.found(FindCoordinatorResponse(error_code=15, error_message=""))
    assert caught.value.retriable
    with pytest.raises(GroupAuthorizationFailed, match="no"):
        core.found(FindCoordinatorResponse(error_code=30, error_message="no"))
    with pytest.raises(DecodeError):
        core.found(FindCoordinatorResponse(node_id=-1))
    assert core.broker_id is None


@pytest.mark.parametrize("code", [ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE])
def test_one_that_has_moved_is_forgotten(known, code):
    with pytest.raises(KafkaError):
        known.check(int(code), "x")
    assert known.broker_id is None


@pytest.mark.parametrize("code", [ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.CONCURRENT_TRANSACTIONS])
def test_one_that_is_not_ready_is_asked_again(known, code):
    with pytest.raises(KafkaError) as caught:
        known.check(int(code), "x")
    assert caught.value.retriable
    assert known.broker_id == 2


@pytest.mark.parametrize(
    ("error", "left"),
    [
        (ConnectionResetError(), None),
        (TimeoutError(), None),
        (LeaderUnknown("the broker has left the metadata"), None),
        (CoordinatorLoadInProgress(), 2),
        (DecodeError("garbage"), 2),
    ],
)
def test_one_that_is_gone_is_forgotten(known, error, left):
    known.lost(error)
    assert known.broker_id == left


def test_a_fenced_producer_is_fenced_whatever_the_version_calls_it(known):
    with pytest.raises(ProducerFenced, match="could not commit: PRODUCER_FENCED"):
        known.settle(EndTxnResponse(error_code=int(ErrorCode.INVALID_PRODUCER_EPOCH)), own_code, "commit")
    assert known.settle(response := EndTxnResponse(), own_code, "commit") is response


def test_the_first_error_of_a_response_counts(known):
    parts = [
        TxnOffsetCommitResponse.TxnOffsetCommitResponsePartition(partition_index=index, error_code=code)
        for index, code in enumerate((0, 16, 30))
    ]
    response = TxnOffsetCommitResponse(
        topics=[TxnOffsetCommitResponse.TxnOffsetCommitResponseTopic(name="t", partitions=parts)]
    )
    with pytest.raises(KafkaError, match="NOT_COORDINATOR"):
        known.settle(response, partition_codes, "commit offsets")
    assert known.broker_id is None
    del response.topics[0].partitions[1:]
    assert known.settle(response, partition_codes, "commit offsets") is response

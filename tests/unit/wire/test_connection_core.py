"""One connection's protocol without a socket: what is sent, what comes back in what order, and what ends it and why."""

from __future__ import annotations

import pytest

from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import DecodeError, EncodeError
from kavka.protocol.header import decode_request_header, encode_response_frame
from kavka.protocol.messages import ApiVersionsResponse, MetadataRequest, MetadataResponse, ProduceRequest
from kavka.timer.moments import MonotonicMs
from kavka.wire.connection_core import CORRELATION_ID_MAX, ConnectionCore

NOW = MonotonicMs(1_000)


class Given:
    """Who waits, or does not any more."""

    def __init__(self, is_done=False):
        self.is_done = is_done

    def done(self):
        return self.is_done


@pytest.fixture
def core():
    return ConnectionCore("b", 9092, client_id="test")


def frame(message, version, correlation_id):
    return b"".join(map(bytes, encode_response_frame(message, version, correlation_id)))


def metadata(name, correlation_id):
    return frame(MetadataResponse(cluster_id=name), 9, correlation_id)


def start(core, timeout_ms=500, now_ms=NOW, waiter=None):
    parts = core.start(MetadataRequest(topics=None), version=9, timeout_ms=timeout_ms, now_ms=now_ms, waiter=waiter)
    return decode_request_header(b"".join(map(bytes, parts))[4:])[0]


def names(responses):
    return [message.cluster_id for _, message in responses]


def reason_of(core):
    return str(core.close_reason)


def test_responses_come_back_with_their_requests_in_order(core):
    waiters = [Given(), Given()]
    headers = [start(core, waiter=waiter) for waiter in waiters]
    assert [(header.correlation_id, header.client_id) for header in headers] == [(1, "test"), (2, "test")]
    assert core.awaited == ApiKey.METADATA
    responses = core.receive(metadata("a", 1) + metadata("b", 2))
    assert [pending.waiter for pending, _ in responses] == waiters
    assert names(responses) == ["a", "b"]
    assert (core.in_flight, core.awaited, core.close_reason, core.wake_ms) == (0, None, None, None)


def test_whoever_reads_what_is_wanted_reads_a_length_and_then_the_frame(core):
    start(core)
    stream = metadata("a", 1)
    assert core.wanted_bytes == 4
    assert core.receive(stream[:4]) == []
    assert core.wanted_bytes == len(stream) - 4
    core.receive(stream[4:9])
    assert core.wanted_bytes == len(stream) - 9
    assert names(core.receive(stream[9:])) == ["a"]


def test_correlation_ids_begin_anew_after_the_last(core):
    core._correlation_id = CORRELATION_ID_MAX - 1
    assert [start(core).correlation_id for _ in range(3)] == [CORRELATION_ID_MAX, 0, 1]


def test_a_request_without_a_response_takes_a_number_and_waits_for_nothing(core):
    core.encode(ProduceRequest(acks=0), version=7)
    assert (core.in_flight, core.wake_ms) == (0, None)
    assert start(core).correlation_id == 2


def test_what_cannot_be_written_harms_nobody(core):
    with pytest.raises(EncodeError):
        core.start(MetadataRequest(topics=None), version=99, timeout_ms=1, now_ms=NOW)
    assert (core.in_flight, core.close_reason) == (0, None)
    start(core)
    assert names(core.receive(metadata("a", 2))) == ["a"]


def test_a_response_that_nobody_waits_for_is_passed_over_undecoded(core):
    start(core, waiter=Given(is_done=True))
    start(core)
    responses = core.receive(b"\0\0\0\6\0\0\0\1\0\xff" + metadata("b", 2))
    assert responses[0][1] is None
    assert names(responses[1:]) == ["b"]


# ---- what closes it -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"HTTP/1.1 400 Bad Request", "b:9092 looks like an HTTP server"),
        (b"\x15\x03\x03\x00\x02", "b:9092 wants TLS"),
        (b"\xff\xff\xff\xff", "announces a frame of -1 bytes"),
        (b"\x7f\xff\xff\xff", "the limit is 104923136"),
        (b"\0\0\0\3abc", "announces a frame of 3 bytes"),
        (metadata("x", 7), "b:9092 answered request 7 where 2 was next"),
        (b"\0\0\0\6\0\0\0\2\0\xff", "MetadataResponse v9"),
    ],
)
def test_garbage_closes_it_after_what_came_whole(core, data, words):
    for _ in range(3):
        start(core)
    assert names(core.receive(metadata("a", 1) + data)) == ["a"]
    assert isinstance(core.close_reason, DecodeError)
    assert words in reason_of(core)
    assert core.is_broken
    assert len(core.abandoned()) == 2
    assert core.receive(metadata("b", 2)) == []
    with pytest.raises(ConnectionError, match="b:9092 is closed"):
        start(core)


def test_bytes_that_nobody_asked_for_close_it(core):
    assert core.receive(metadata("a", 1)) == []
    assert "that nobody asked for" in reason_of(core)


def test_only_the_first_reason_counts(core):
    core.close(ConnectionError("first"))
    core.close(TimeoutError("second"))
    assert reason_of(core) == "first"
    assert not core.is_broken


# ---- deadlines ------------------------------------------------------------------------------------------------------


def test_it_wakes_at_the_earliest_deadline_and_names_who_is_late(core):
    start(core, timeout_ms=900)
    start(core, timeout_ms=300)
    assert core.wake_ms == core.deadline_ms() == NOW + 300
    core.expire(NOW + 299)
    assert core.close_reason is None
    core.expire(NOW + 300)
    assert isinstance(core.close_reason, TimeoutError)
    assert reason_of(core) == "b:9092 did not answer METADATA v9 within 300 ms"
    assert core.is_broken


def test_a_look_in_vain_moves_the_next_one(core):
    start(core, timeout_ms=300)
    start(core, timeout_ms=900)
    core.receive(metadata("a", 1))
    core.expire(NOW + 300)
    assert (core.close_reason, core.wake_ms) == (None, NOW + 900)
    core.receive(metadata("b", 2))
    assert core.wake_ms is None


# ---- versions -------------------------------------------------------------------------------------------------------


def versions(*ranges, error_code=0):
    items = [
        ApiVersionsResponse.ApiVersion(api_key=key, min_version=low, max_version=high) for key, low, high in ranges
    ]
    return ApiVersionsResponse(error_code=error_code, api_keys=items)


def converse(core, conversation, *responses):
    """Carries a conversation out; the versions that were asked in. A response is a message with its version, or a
    frame's bytes behind the correlation id."""
    asked = []
    try:
        ask = next(conversation)
        for response in responses:
            core.start(ask.message, version=ask.version, timeout_ms=1, now_ms=NOW)
            asked.append(ask.version)
            number = len(asked)
            if isinstance(response, bytes):
                data = (4 + len(response)).to_bytes(4, "big") + number.to_bytes(4, "big") + response
            else:
                data = frame(*response, number)
            ((_, message),) = core.receive(data)
            ask = conversation.send(message)
    except StopIteration:
        return asked
    raise AssertionError(f"it asks on: {ask}")


KNOWN = versions((ApiKey.METADATA, 0, 9), (ApiKey.API_VERSIONS, 0, 3))


def test_the_advertised_ranges_are_kept(core):
    assert converse(core, core.negotiation(), (KNOWN, 3)) == [3]
    assert core.api_versions == {ApiKey.METADATA: (0, 9), ApiKey.API_VERSIONS: (0, 3)}


@pytest.mark.parametrize("highest", [0, 1, 2])
def test_a_broker_of_before_our_version_is_asked_again_in_its_own(core, highest):
    refusal = versions((ApiKey.API_VERSIONS, 0, highest), error_code=35)
    assert converse(core, core.negotiation(), (refusal, 0), (KNOWN, highest)) == [3, highest]


@pytest.mark.parametrize("refusal", ["0023", "0023 01 0012 0000 0002 00 00000000"])
def test_a_refusal_with_an_unreadable_list_is_followed_by_version_0(core, refusal):
    # librdkafka's mock broker answers like the second: error 35, then bytes of no version.
    assert converse(core, core.negotiation(), bytes.fromhex(refusal), (KNOWN, 0)) == [3, 0]
    assert core.api_versions


def test_bytes_behind_a_response_are_passed_over(core):
    body = frame(KNOWN, 3, 1)[8:] + b"\0"
    assert converse(core, core.negotiation(), body) == [3]


@pytest.mark.parametrize("code", [35, 58])
def test_an_error_in_an_offered_version_closes_it(core, code):
    refusal = versions(error_code=35)
    with pytest.raises(DecodeError, match=f"answered ApiVersions with error {code}"):
        converse(core, core.negotiation(), (refusal, 0), (versions(error_code=code), 0))
    assert isinstance(core.close_reason, DecodeError)

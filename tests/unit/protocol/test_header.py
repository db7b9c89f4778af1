"""Headers and whole frames, with the two exceptions of the protocol."""

from __future__ import annotations

import pytest

from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import DecodeError, EncodeError
from kavka.protocol.header import (
    RequestHeader,
    ResponseHeader,
    api_versions_fallback,
    decode_request_header,
    decode_response_frame,
    encode_request_frame,
    encode_response_frame,
    split_request_header,
)
from kavka.protocol.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    ControlledShutdownRequest,
    ControlledShutdownResponse,
    FetchResponse,
    HeartbeatRequest,
    HeartbeatResponse,
    SyncGroupResponse,
)


def frame_of(parts):
    """The frame behind its length prefix, which must be right."""
    whole = b"".join(parts)
    assert int.from_bytes(whole[:4], "big") == len(whole) - 4
    return whole[4:]


class TestRequestHeader:
    def test_v1(self):
        frame = bytes.fromhex("000c 0003 0000002a 0004 6b636174")
        header = RequestHeader(api_key=12, api_version=3, correlation_id=42, client_id="kcat")
        assert decode_request_header(frame) == (header, len(frame))

    def test_v1_without_a_client_id(self):
        header, position = decode_request_header(bytes.fromhex("000c 0003 0000002a ffff"))
        assert (header.client_id, position) == (None, 10)

    def test_v2_keeps_the_plain_client_id_and_unknown_tags(self):
        frame = bytes.fromhex("000c 0004 0000002a 0001 63 01 07 01 ee")
        header, position = decode_request_header(frame + b"body")
        assert (header.client_id, header.unknown_tagged_fields, position) == ("c", ((7, b"\xee"),), len(frame))

    def test_controlled_shutdown_v0_has_no_client_id(self):
        frame = bytes.fromhex("0007 0000 00000001")
        header, position = decode_request_header(frame + bytes(4))
        assert (header.correlation_id, header.client_id, position) == (1, "", 8)

    def test_controlled_shutdown_v1_has_one(self):
        header, position = decode_request_header(bytes.fromhex("0007 0001 00000001 0001 63"))
        assert (header.client_id, position) == ("c", 11)

    def test_api_versions_of_the_future(self):
        frame = bytes.fromhex("0012 0063 00000005 0003 726471 00 ffffffff")
        header, _ = decode_request_header(frame)
        assert (header.api_key, header.api_version, header.correlation_id, header.client_id) == (18, 99, 5, "rdq")

    @pytest.mark.parametrize("key", ["03e7", "ffff", "0034"])
    def test_an_unknown_api_has_a_readable_header(self, key):
        header, _ = decode_request_header(bytes.fromhex(f"{key} 0000 00000005 0001 63"))
        assert header.correlation_id == 5

    @pytest.mark.parametrize(
        "spelt",
        [
            "000c 0003 0000002a 0004 6b636174",
            "000c 0003 0000002a 0000",
            "000c 0003 0000002a ffff",
            "000c 0003 0000002a fffe",
            "000c 0003 0000002a 0002 ff",
            "000c 0003 0000002a 0001 ff",
            "000c ffff 0000002a 0001 63",
            "000c 0004 0000002a 0001 63 01 07 01 ee",
            "000c 0004 0000002a 0001 63 00",
            "000c 0004 0000002a 0001 ff 00",
            "000c 0004 0000002a ffff 00",
            "0007 0000 00000001 0001 63",
            "0007 0001 00000001 0001 63",
            "0012 0063 00000005 0003 726471 00 ffffffff",
            "03e7 0000 00000005 0001 63",
            "ffff 0000 00000005 0001 63",
        ],
    )
    def test_split_it_is_what_it_is_as_an_object(self, spelt):
        whole = bytes.fromhex(spelt) + b"body"
        for end in range(len(whole) + 1):
            try:
                header, body = decode_request_header(whole[:end])
            except DecodeError:
                with pytest.raises(DecodeError):
                    split_request_header(whole[:end])
                continue
            fields = (header.api_key, header.api_version, header.correlation_id, header.client_id)
            assert split_request_header(whole[:end]) == (*fields, body)
            assert split_request_header(bytearray(whole[:end])) == (*fields, body)

    def test_every_truncation_is_a_decode_error(self):
        for spelt in (
            "000c 0003 0000002a 0004 6b636174",
            "000c 0004 0000002a 0001 63 01 07 01 ee",
            "0007 0000 00000001",
        ):
            frame = bytes.fromhex(spelt)
            for end in range(len(frame)):
                with pytest.raises(DecodeError):
                    decode_request_header(frame[:end])

    def test_a_client_id_that_is_no_text(self):
        with pytest.raises(DecodeError):
            decode_request_header(bytes.fromhex("000c 0003 0000002a 0001 ff"))


class TestFrames:
    @pytest.mark.parametrize("version", range(HeartbeatRequest.MAX_VERSION + 1))
    def test_request(self, version):
        message = HeartbeatRequest(group_id="g", generation_id=1, member_id="m")
        frame = frame_of(encode_request_frame(message, version=version, correlation_id=7, client_id="me"))
        header, position = decode_request_header(frame)
        assert (header.api_key, header.api_version, header.correlation_id, header.client_id) == (12, version, 7, "me")
        assert decode_message(HeartbeatRequest, version, frame, position) == message

    def test_controlled_shutdown_v0_request(self):
        message = ControlledShutdownRequest(broker_id=3)
        frame = frame_of(encode_request_frame(message, version=0, correlation_id=7, client_id="me"))
        assert frame == bytes.fromhex("0007 0000 00000007 00000003")

    @pytest.mark.parametrize("version", range(HeartbeatResponse.MAX_VERSION + 1))
    def test_response(self, version):
        message = HeartbeatResponse(error_code=27)
        frame = frame_of(encode_response_frame(message, version=version, correlation_id=7))
        assert decode_response_frame(HeartbeatResponse, version, frame) == (7, message)

    def test_response_header_is_flexible_from_where_the_message_is(self):
        plain = frame_of(encode_response_frame(ControlledShutdownResponse(), version=2, correlation_id=1))
        flexible = frame_of(encode_response_frame(ControlledShutdownResponse(), version=3, correlation_id=1))
        assert plain == bytes.fromhex("00000001 0000 00000000")
        assert flexible == bytes.fromhex("00000001 00 0000 01 00")

    @pytest.mark.parametrize("version", range(ApiVersionsResponse.MAX_VERSION + 1))
    def test_api_versions_response_header_is_always_v0(self, version):
        message = ApiVersionsResponse(api_keys=[ApiVersionsResponse.ApiVersion(api_key=18, max_version=3)])
        frame = frame_of(encode_response_frame(message, version=version, correlation_id=9))
        assert decode_message(ApiVersionsResponse, version, frame, 4) == message
        assert decode_response_frame(ApiVersionsResponse, version, frame) == (9, message)

    @pytest.mark.parametrize("header_version", [0, 1])
    @pytest.mark.parametrize("correlation_id", [0, 1, -1, 2**31 - 1, -(2**31)])
    def test_the_short_cut_for_response_headers_writes_what_is_declared(self, header_version, correlation_id):
        version = 3 + header_version
        frame = frame_of(encode_response_frame(HeartbeatResponse(), version=version, correlation_id=correlation_id))
        body = encode_message(HeartbeatResponse(), version)
        assert frame == encode_message(ResponseHeader(correlation_id), header_version) + body

    def test_a_correlation_id_that_does_not_fit(self):
        with pytest.raises(EncodeError):
            encode_response_frame(HeartbeatResponse(), version=0, correlation_id=2**31)
        with pytest.raises(EncodeError):
            encode_request_frame(HeartbeatRequest(), version=0, correlation_id=2**31, client_id=None)

    def test_a_field_of_type_bytes_that_holds_something_else(self):
        with pytest.raises(EncodeError, match="bytes"):
            encode_response_frame(SyncGroupResponse(assignment="text"), version=0, correlation_id=1)

    def test_large_records_stay_a_part_of_their_own(self):
        records = memoryview(bytes(50_000))
        partition = FetchResponse.PartitionData(records=records)
        topic = FetchResponse.FetchableTopicResponse(topic="t", partitions=[partition, partition])
        message = FetchResponse(responses=[topic])
        for version in (4, 11, 12):
            parts = encode_response_frame(message, version=version, correlation_id=3)
            assert sum(part is records for part in parts) == 2
            assert decode_response_frame(FetchResponse, version, frame_of(parts)) == (3, message)

    def test_a_damaged_response_is_a_decode_error(self):
        frame = frame_of(encode_response_frame(HeartbeatResponse(), version=4, correlation_id=1))
        for end in range(len(frame)):
            with pytest.raises(DecodeError):
                decode_response_frame(HeartbeatResponse, 4, frame[:end])


@pytest.mark.parametrize(
    ("max_version", "body"),
    [
        pytest.param(2, "0023 00000000", id="before-2.4-an-empty-list"),
        pytest.param(3, "0023 00000001 0012 0000 0003", id="from-2.4-its-own-range"),
        pytest.param(4, "0023 00000001 0012 0000 0004", id="later"),
    ],
)
def test_api_versions_fallback(max_version, body):
    frame = frame_of(encode_response_frame(api_versions_fallback(0, max_version), version=0, correlation_id=6))
    assert frame == bytes.fromhex("00000006" + body)


def test_api_versions_request_before_anything_is_known():
    frame = frame_of(encode_request_frame(ApiVersionsRequest(), version=0, correlation_id=1, client_id=None))
    assert frame == bytes.fromhex("0012 0000 00000001 ffff")
    assert decode_request_header(frame)[0].api_key == ApiKey.API_VERSIONS

"""Responses as brokers of all kinds write them."""

from __future__ import annotations

import pytest

from kavka.protocol.api_keys import ApiKey
from kavka.protocol.codec import encode_message
from kavka.protocol.errors import DecodeError
from kavka.protocol.messages import HeartbeatResponse
from kavka.wire.response_decoding import decode

CORRELATION_ID = b"\x00\x00\x00\x07"
UNKNOWN_TAG = b"\x01\x05\x02hi"
"""One tagged field of a header, that nobody knows: its number is 5."""
FLEXIBLE = 4
BODY = encode_message(HeartbeatResponse(error_code=27), FLEXIBLE)


@pytest.mark.parametrize("tags", [b"\x00", UNKNOWN_TAG], ids=["none", "an unknown one"])
def test_the_header_of_a_response_may_have_tags(tags):
    assert decode(ApiKey.HEARTBEAT, FLEXIBLE, CORRELATION_ID + tags + BODY).error_code == 27


def test_what_stands_behind_a_response_is_ignored():
    assert decode(ApiKey.HEARTBEAT, FLEXIBLE, CORRELATION_ID + b"\x00" + BODY + b"\x00").error_code == 27


@pytest.mark.parametrize("size", range(5))
def test_a_response_that_ends_in_its_header_is_a_decode_error(size):
    with pytest.raises(DecodeError):
        decode(ApiKey.HEARTBEAT, FLEXIBLE, (CORRELATION_ID + b"\x00")[:size])

"""PLAIN's one message and OAUTHBEARER's: there and back, and what nobody may send."""

from __future__ import annotations

import pytest

from kavka.protocol.sasl.malformed import SaslMessageError
from kavka.protocol.sasl.oauthbearer import BearerMessage, error_challenge, parse_bearer, parse_error_challenge
from kavka.protocol.sasl.plain import PlainMessage, parse_plain


def test_plain_there_and_back():
    assert PlainMessage("", "tim", "tanstaaftanstaaf").encode() == b"\0tim\0tanstaaftanstaaf"  # RFC 4616, section 4
    assert parse_plain(b"Ursel\0Kurt\0xipj3plmq") == PlainMessage("Ursel", "Kurt", "xipj3plmq")


@pytest.mark.parametrize("message", [b"", b"\0u", b"\0u\0", b"\0\0p", b"\0u\0p\0", b"a\0u\0p\0more", b"\0u\0\xff"])
def test_what_is_no_plain_message_is_refused(message):
    with pytest.raises(SaslMessageError):
        parse_plain(message)


def test_a_plain_message_holds_no_nul_and_shows_no_password():
    with pytest.raises(SaslMessageError):
        PlainMessage("", "u\0v", "p").encode()
    assert "secret" not in repr(PlainMessage("", "u", "secret"))


def test_bearer_there_and_back():
    message = BearerMessage(
        "user@example.com", "vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==", {"host": "h", "port": "143"}
    )
    wire = message.encode()
    # RFC 7628, section 4.1, with the pairs in another order.
    assert wire.startswith(b"n,a=user@example.com,\x01auth=Bearer vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==\x01")
    assert wire.endswith(b"\x01\x01")
    assert parse_bearer(wire) == message


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\x01",
        b"n,,\x01\x01",
        b"n,,\x01auth=Bearer \x01\x01",
        b"n,,\x01auth=Basic abc\x01\x01",
        b"n,,\x01auth=Bearer a\x01auth=Bearer b\x01\x01",
        b"n,,\x01auth=Bearer a\x01",
        b"y,,\x01auth=Bearer a\x01\x01",
        b"n,,\x01auth=Bearer a\x01x1=b\x01\x01",
        b"n,,\x01auth=Bearer a\xff\x01\x01",
    ],
)
def test_what_is_no_bearer_message_is_refused(message):
    with pytest.raises(SaslMessageError):
        parse_bearer(message)


@pytest.mark.parametrize("message", [BearerMessage("", "a b", {}), BearerMessage("", "a", {"auth": "b"})])
def test_what_cannot_be_sent_is_not_sent(message):
    with pytest.raises(SaslMessageError):
        message.encode()


def test_an_error_is_json():
    assert parse_error_challenge(error_challenge("invalid_token", "kafka")) == {
        "status": "invalid_token",
        "scope": "kafka",
    }
    with pytest.raises(SaslMessageError):
        parse_error_challenge(b"[]")


def test_a_bearer_message_shows_no_token():
    assert "secret" not in repr(BearerMessage("", "secret", {}))


@pytest.mark.parametrize("challenge", [b"", b"[]", b"{}", b'{"status": 5}', b"\xff"])
def test_what_is_no_error_of_a_broker_is_refused(challenge):
    with pytest.raises(SaslMessageError):
        parse_error_challenge(challenge)

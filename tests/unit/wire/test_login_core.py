"""A login without a socket: what is asked in which order, what ends it, and when it is to be renewed."""

from __future__ import annotations

import pytest

from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import (
    ApiVersionsResponse,
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)
from kavka.timer.moments import MonotonicMs
from kavka.wire.connection_core import ConnectionCore
from kavka.wire.errors import AuthenticationFailed
from kavka.wire.login_core import RENEW_AFTER_MS_MIN, STEPS_MAX, LoginCore
from kavka.wire.sasl import user_login

NOW = MonotonicMs(1_000)
DONE = SaslAuthenticateResponse()
SHAKEN = SaslHandshakeResponse(mechanisms=["PLAIN"])


@pytest.fixture
def core():
    core = ConnectionCore("b", 9092, client_id="test")
    core.api_versions = {ApiKey.SASL_HANDSHAKE: (0, 1), ApiKey.SASL_AUTHENTICATE: (0, 2)}
    return core


@pytest.fixture
def login(core):
    return LoginCore(core, user_login("PLAIN", "alice", "secret"))


def carry_out(conversation, *responses):
    asked = []
    try:
        ask = next(conversation)
        for response in responses:
            asked.append((ask.message, ask.version))
            ask = conversation.send(response)
    except StopIteration:
        return asked
    raise AssertionError(f"it asks on: {ask}")


def test_it_asks_for_the_mechanism_and_sends_what_that_says(login):
    asked = carry_out(login.exchange(NOW), SHAKEN, DONE)
    assert asked == [
        (SaslHandshakeRequest(mechanism="PLAIN"), 1),
        (SaslAuthenticateRequest(auth_bytes=b"\0alice\0secret"), 2),
    ]


def test_an_older_broker_is_asked_in_its_version(core, login):
    core.api_versions = {ApiKey.SASL_AUTHENTICATE: (0, 0)}
    assert [version for _, version in carry_out(login.exchange(NOW), SHAKEN, DONE)] == [1, 0]


def test_versions_come_first_where_they_are_not_known(core, login):
    core.api_versions = {}
    known = ApiVersionsResponse(
        api_keys=[ApiVersionsResponse.ApiVersion(api_key=ApiKey.SASL_AUTHENTICATE, min_version=0, max_version=1)]
    )
    asked = carry_out(login.exchange(NOW), known, SHAKEN, DONE)
    assert [(type(message).__name__, version) for message, version in asked] == [
        ("ApiVersionsRequest", 3),
        ("SaslHandshakeRequest", 1),
        ("SaslAuthenticateRequest", 1),
    ]


@pytest.mark.parametrize(
    ("versions", "responses", "words"),
    [
        ({ApiKey.METADATA: (0, 9)}, [], "b:9092 takes no login with SaslAuthenticate"),
        (
            None,
            [SaslHandshakeResponse(error_code=33, mechanisms=["SCRAM-SHA-256"])],
            r"mechanism PLAIN \(UNSUPPORTED_SASL_MECHANISM; it offers SCRAM-SHA-256",
        ),
        (None, [SaslHandshakeResponse(error_code=34)], r"\(ILLEGAL_SASL_STATE; it offers none"),
        (None, [SHAKEN, SaslAuthenticateResponse(error_code=58, error_message="no such user")], "login: no such user"),
        (None, [SHAKEN, SaslAuthenticateResponse(error_code=58)], "login: SASL_AUTHENTICATION_FAILED"),
        (None, [SHAKEN, SaslAuthenticateResponse(auth_bytes=b"?")], "asks for more than PLAIN has"),
    ],
)
def test_a_refusal_says_where_and_why(core, login, versions, responses, words):
    if versions is not None:
        core.api_versions = versions
    with pytest.raises(AuthenticationFailed, match=words):
        carry_out(login.exchange(NOW), *responses)


def test_a_broker_that_goes_on_asking_is_broken(core):
    class Endless:
        mechanism = "ENDLESS"

        def respond(self, challenge):
            return b"more"

    with pytest.raises(AuthenticationFailed, match=f"did not end within {STEPS_MAX} steps"):
        carry_out(LoginCore(core, Endless).exchange(NOW), SHAKEN, *[DONE] * STEPS_MAX)


def test_a_mechanism_without_a_first_message_is_no_login(core):
    class Mute:
        mechanism = "MUTE"

        def respond(self, challenge):
            return None

    with pytest.raises(AuthenticationFailed, match="the login at b:9092 ended before it began"):
        carry_out(LoginCore(core, Mute).exchange(NOW), SHAKEN)


@pytest.mark.parametrize(
    ("lifetime_ms", "renew_at_ms"),
    [(0, None), (10_000, NOW + 8_500), (1_000, NOW + RENEW_AFTER_MS_MIN)],
)
def test_a_login_is_renewed_when_most_of_its_life_is_over(login, lifetime_ms, renew_at_ms):
    assert not login.is_due(NOW)
    carry_out(login.exchange(NOW), SHAKEN, SaslAuthenticateResponse(session_lifetime_ms=lifetime_ms))
    assert login.renew_at_ms == renew_at_ms
    if renew_at_ms is not None:
        assert not login.is_due(renew_at_ms - 1)
        assert login.is_due(renew_at_ms)
        carry_out(login.exchange(renew_at_ms), SHAKEN, SaslAuthenticateResponse())
        assert login.renew_at_ms is None

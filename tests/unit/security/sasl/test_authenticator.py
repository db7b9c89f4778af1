"""The login's machine: its table, and which frame gets which verdict when, as Kafka's authenticator has it."""

from __future__ import annotations

import pytest

from kavka.broker.security.sasl.authenticator import Act, Authenticator, Login
from kavka.broker.security.sasl.plain import PlainUsers, plain_mechanism
from kavka.broker.security.sasl.states import LOGIN_TRANSITIONS, LoginState
from kavka.common.transitions import IllegalTransition
from kavka.protocol.errors import ErrorCode
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import ApiVersionsRequest, MetadataRequest, SaslAuthenticateRequest, SaslHandshakeRequest

S = LoginState
LEGAL = {
    S.VERSIONS_OR_HANDSHAKE: set(),
    S.HANDSHAKE: {S.VERSIONS_OR_HANDSHAKE},
    S.REAUTHENTICATION_HANDSHAKE: set(),
    S.TOKENS: {S.VERSIONS_OR_HANDSHAKE, S.HANDSHAKE, S.REAUTHENTICATION_HANDSHAKE},
    S.COMPLETE: {S.TOKENS},
    S.FAILED: {S.VERSIONS_OR_HANDSHAKE, S.HANDSHAKE, S.REAUTHENTICATION_HANDSHAKE, S.TOKENS},
}
TOKEN = b"\0alice\0secret"


@pytest.mark.parametrize("current", S)
@pytest.mark.parametrize("target", S)
def test_the_table(current, target):
    if current in LEGAL[target]:
        LOGIN_TRANSITIONS.check(current, target)
    else:
        with pytest.raises(IllegalTransition):
            LOGIN_TRANSITIONS.check(current, target)


class Logins:
    """PLAIN alone."""

    def __init__(self, reauth_ms=0):
        users = PlainUsers({"user_alice": "secret", "user_bob": "secret"})
        self.mechanisms = {"PLAIN": plain_mechanism(users)}
        self.reauth_ms = reauth_ms

    def reauth_ms_max(self, mechanism):
        return self.reauth_ms


def authenticator(former=None, **more):
    return Authenticator(Logins(**more), now_ms=lambda: 1_000, monotonic_ms=lambda: 50, former=former)


def frame(message, version):
    return b"".join(encode_request_frame(message, version=version, correlation_id=7, client_id="c"))[4:]


VERSIONS = frame(ApiVersionsRequest(client_software_name="a", client_software_version="1"), 3)
HANDSHAKE_0, HANDSHAKE_1 = (frame(SaslHandshakeRequest(mechanism="PLAIN"), version) for version in (0, 1))
AUTHENTICATE = frame(SaslAuthenticateRequest(auth_bytes=TOKEN), 2)
METADATA = frame(MetadataRequest(topics=[]), 9)
STATES = {
    S.VERSIONS_OR_HANDSHAKE: [],
    S.HANDSHAKE: [VERSIONS],
    S.TOKENS: [VERSIONS, HANDSHAKE_1],
    S.COMPLETE: [HANDSHAKE_1, AUTHENTICATE],
    S.FAILED: [METADATA],
}


def in_state(state):
    machine = authenticator()
    for step in STATES[state]:
        if machine.receive(step).act is Act.PASS:
            machine.versions_answered(is_error=False)
    assert machine.state is state
    return machine


@pytest.mark.parametrize(
    ("given", "taken_in"),
    [
        (VERSIONS, {S.VERSIONS_OR_HANDSHAKE}),
        (HANDSHAKE_1, {S.VERSIONS_OR_HANDSHAKE, S.HANDSHAKE}),
        (HANDSHAKE_0, {S.VERSIONS_OR_HANDSHAKE, S.HANDSHAKE}),
        (AUTHENTICATE, {S.TOKENS}),
        (METADATA, set()),
        (b"", set()),
        (b"\0", set()),
        (frame(SaslHandshakeRequest(mechanism="PLAIN"), 1)[:-3], set()),
        (HANDSHAKE_1[:2] + b"\0\x02" + HANDSHAKE_1[4:], set()),
        (TOKEN, set()),
    ],
)
@pytest.mark.parametrize("state", [S.VERSIONS_OR_HANDSHAKE, S.HANDSHAKE, S.TOKENS, S.FAILED])
def test_which_frame_is_taken_when(given, taken_in, state):
    machine = in_state(state)
    verdict = machine.receive(given)
    assert (verdict.act not in (Act.REFUSE, Act.CLOSE)) == (state in taken_in)
    if state not in taken_in:
        assert machine.state is S.FAILED
        assert machine.login is None


def test_a_login_by_requests():
    machine = in_state(S.TOKENS)
    verdict = machine.receive(AUTHENTICATE)
    assert verdict.act is Act.ACCEPT
    assert (verdict.header.api_version, verdict.header.correlation_id, verdict.header.client_id) == (2, 7, "c")
    assert verdict.answer.session_lifetime_ms == 0
    assert str(machine.login.principal) == "User:alice"
    assert machine.login.expires_ms is None


def test_a_login_by_raw_frames_says_nothing_where_it_fails():
    machine = authenticator()
    assert machine.receive(HANDSHAKE_0).act is Act.ANSWER
    verdict = machine.receive(TOKEN)
    assert (verdict.act, verdict.answer) == (Act.ACCEPT, b"")
    machine = authenticator()
    machine.receive(HANDSHAKE_0)
    verdict = machine.receive(TOKEN[:-1])
    assert (verdict.act, verdict.answer) == (Act.REFUSE, None)


def test_versions_are_asked_again_after_an_error_but_not_for_ever():
    machine = authenticator()
    for _ in range(4):
        assert machine.receive(VERSIONS).act is Act.PASS
        machine.versions_answered(is_error=True)
    assert machine.receive(VERSIONS).act is Act.CLOSE


def test_an_end_is_told_and_kept():
    machine = authenticator(reauth_ms=9_000)
    machine.receive(HANDSHAKE_1)
    verdict = machine.receive(AUTHENTICATE)
    assert verdict.answer.session_lifetime_ms == 9_000
    assert machine.login.expires_ms == 9_050


@pytest.mark.parametrize(("name", "act"), [(b"alice", Act.ACCEPT), (b"bob", Act.REFUSE)])
def test_a_renewal_is_of_the_same_principal(name, act):
    first = in_state(S.COMPLETE).login
    machine = authenticator(former=first)
    assert machine.is_renewal
    assert machine.receive(HANDSHAKE_1).act is Act.ANSWER
    verdict = machine.receive(frame(SaslAuthenticateRequest(auth_bytes=b"\0" + name + b"\0secret"), 1))
    assert verdict.act is act
    if act is Act.REFUSE:
        assert verdict.answer.error_code == ErrorCode.SASL_AUTHENTICATION_FAILED
        assert "Cannot change principals during re-authentication" in verdict.answer.error_message


def test_a_renewal_begins_with_a_handshake_of_the_same_mechanism():
    first = in_state(S.COMPLETE).login
    assert authenticator(former=first).receive(VERSIONS).act is Act.CLOSE
    other = Login(first.principal, "SCRAM-SHA-256", None)
    verdict = authenticator(former=other).receive(HANDSHAKE_1)
    assert (verdict.act, verdict.answer.error_code) == (Act.REFUSE, ErrorCode.UNSUPPORTED_SASL_MECHANISM)

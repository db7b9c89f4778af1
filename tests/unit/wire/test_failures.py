"""What the system says of a connection, in words that name the peer; what only other settings mend is told apart."""

from __future__ import annotations

import ssl

import pytest

from kavka.wire.errors import AuthenticationFailed, is_retriable
from kavka.wire.failures import lost, not_opened


def untrusted():
    error = ssl.SSLCertVerificationError(1, "failed")
    error.verify_message = "certificate has expired"
    return error


def tls_error(reason):
    error = ssl.SSLError(1, "failed")
    error.reason = reason
    return error


CLOSED = "b:9092 closed the connection in the TLS handshake"
REFUSALS = [
    (untrusted(), AuthenticationFailed, "the certificate of b:9092 is not to be trusted: certificate has expired"),
    (ssl.SSLEOFError(8, "EOF"), ConnectionResetError, CLOSED),
    (ssl.SSLZeroReturnError(6, "closed"), ConnectionResetError, CLOSED),
    (
        tls_error("TLSV13_ALERT_CERTIFICATE_REQUIRED"),
        AuthenticationFailed,
        "b:9092 refuses this client in the TLS handshake: tlsv13 alert certificate required",
    ),
    (
        tls_error("WRONG_VERSION_NUMBER"),
        AuthenticationFailed,
        "TLS with b:9092 failed, perhaps it does not speak TLS there: wrong version number",
    ),
    (
        tls_error(None),
        AuthenticationFailed,
        "TLS with b:9092 failed, perhaps it does not speak TLS there: failed",
    ),
]


def opened(error, *, is_tls=False):
    return not_opened(error, "b", 9092, timeout_ms=30, is_tls=is_tls)


@pytest.mark.parametrize(("error", "kind", "words"), REFUSALS)
@pytest.mark.parametrize("of", [opened, lambda error: lost(error, "b", 9092)], ids=["dialling", "afterwards"])
def test_tls_says_whom_it_distrusts_and_whether_a_retry_can_help(error, kind, words, of):
    found = of(error)
    assert type(found) is kind
    assert str(found).lower() == words.lower()
    assert is_retriable(found) is (kind is ConnectionResetError)


@pytest.mark.parametrize(
    ("error", "is_tls", "kind", "words"),
    [
        (TimeoutError("timed out"), False, TimeoutError, "b:9092 did not accept a connection within 30 ms"),
        (ConnectionResetError(104, "reset"), False, ConnectionResetError, "b:9092 closed the connection"),
        (ConnectionResetError(104, "reset"), True, ConnectionResetError, CLOSED),
    ],
)
def test_a_failed_dial_names_the_peer(error, is_tls, kind, words):
    found = opened(error, is_tls=is_tls)
    assert (type(found), str(found)) == (kind, words)


def test_what_says_enough_is_passed_on_as_it_is():
    error = ConnectionRefusedError(111, "Connection refused")
    assert opened(error) is error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (None, "b:9092 closed the connection"),
        (OSError("no route"), "b:9092 closed the connection: no route"),
    ],
)
def test_a_lost_connection_names_the_peer(error, words):
    found = lost(error, "b", 9092)
    assert (type(found), str(found)) == (ConnectionResetError, words)

"""SCRAM's messages and mathematics: the vectors of RFC 5802's kin, what Kafka writes, and what nobody may send."""

from __future__ import annotations

import base64

import pytest

from kavka.protocol.sasl import scram, scram_keys
from kavka.protocol.sasl.malformed import SaslMessageError
from kavka.protocol.sasl.scram_keys import SCRAM_SHA_256, SCRAM_SHA_512, ScramCredential

# RFC 7677, section 3: user "user", password "pencil".
CLIENT_FIRST = "n,,n=user,r=rOprNGfwEbeRWgbNEkqO"
SERVER_FIRST = "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
CLIENT_FINAL = (
    "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
)
SERVER_FINAL = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="


def test_rfc_7677_vector_from_the_first_message_to_the_last():
    first = scram.parse_client_first(CLIENT_FIRST.encode())
    assert first == scram.client_first("user", "rOprNGfwEbeRWgbNEkqO")
    server = scram.parse_server_first(SERVER_FIRST.encode())
    assert server.encode() == SERVER_FIRST
    assert server.nonce.startswith(first.nonce)
    salted = scram_keys.salted_password(SCRAM_SHA_256, b"pencil", server.salt, server.iterations)
    unproved = scram.client_final_without_proof(first.gs2_header, server.nonce)
    signed = scram.auth_message(first.bare, server.encode(), unproved)
    final = scram.client_final(unproved, scram_keys.client_proof(SCRAM_SHA_256, salted, signed))
    assert final == CLIENT_FINAL.encode()
    credential = scram_keys.credential_of(SCRAM_SHA_256, salted, server.salt, server.iterations)
    read = scram.parse_client_final(final)
    assert read.without_proof == unproved
    assert scram_keys.is_proof(SCRAM_SHA_256, credential, signed, read.proof)
    signature = scram_keys.server_signature(SCRAM_SHA_256, credential.server_key, signed)
    assert scram.server_final(signature) == SERVER_FINAL.encode()
    assert scram.parse_server_final(SERVER_FINAL.encode()).signature == signature


@pytest.mark.parametrize("mechanism", [SCRAM_SHA_256, SCRAM_SHA_512])
def test_a_proof_is_of_one_password_one_message_and_one_length(mechanism):
    salted = scram_keys.salted_password(mechanism, b"right", b"salt", 4096)
    credential = scram_keys.credential_of(mechanism, salted, b"salt", 4096)
    proof = scram_keys.client_proof(mechanism, salted, b"message")
    wrong = scram_keys.client_proof(
        mechanism, scram_keys.salted_password(mechanism, b"wrong", b"salt", 4096), b"message"
    )
    assert scram_keys.is_proof(mechanism, credential, b"message", proof)
    assert not scram_keys.is_proof(mechanism, credential, b"another message", proof)
    assert not scram_keys.is_proof(mechanism, credential, b"message", wrong)
    assert not scram_keys.is_proof(mechanism, credential, b"message", proof[:-1])
    assert not scram_keys.is_proof(mechanism, credential, b"message", b"")


@pytest.mark.parametrize("name", ["a", "a=b", "a,b", "=2C", "=3D2C", "é漢字", "User:x y"])
def test_every_name_comes_back(name):
    sent = scram.client_first(name, "nonce", authzid=name)
    read = scram.parse_client_first((sent.gs2_header + sent.bare).encode())
    assert (read.username, read.authzid) == (name, name)


def test_a_token_is_an_extension_behind_the_nonce():
    sent = scram.client_first("id", "nonce", is_token=True)
    assert sent.bare == "n=id,r=nonce,tokenauth=true"
    assert scram.parse_client_first(b"n,," + sent.bare.encode()).is_token
    assert not scram.parse_client_first(b"n,,n=id,r=nonce,tokenauth=false").is_token


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"n,,",
        b"x,,n=u,r=r",
        b"p=tls-unique,,n=u,r=r",
        b"n,,n=,r=r",
        b"n,,n=u,r=",
        b"n,,n=u=,r=r",
        b"n,,n=u=41,r=r",
        b"n,,n=u\x00,r=r",
        b"n,,m=x,n=u,r=r",
        b"n,,n=u,r=r,m=x",
        b"n,,n=u,r=r,tokenauth=true,tokenauth=false",
        b"n,,n=u,r=r,",
        b"n,,n=u,r=r\n",
        b"n,u,n=u,r=r",
        b"n,,n=\xff,r=r",
    ],
)
def test_what_is_no_client_first_message_is_refused(message):
    with pytest.raises(SaslMessageError):
        scram.parse_client_first(message)


@pytest.mark.parametrize(
    "message", [b"", b"c=biws,r=r", b"c=biws,p=AAAA,r=r", b"c=b\x00ws,r=r,p=AAAA", b"c=biws,r=r,p=A", b"c=biws,r=r,p="]
)
def test_what_is_no_client_final_message_is_refused(message):
    with pytest.raises(SaslMessageError):
        scram.parse_client_final(message)


@pytest.mark.parametrize("message", [b"", b"r=x,s=AAAA,i=-1", b"r=x,s=AAAA,i=99999999999", b"r=x,i=4096", b"e=x"])
def test_what_is_no_server_first_message_is_refused(message):
    with pytest.raises(SaslMessageError):
        scram.parse_server_first(message)


def test_a_servers_error_is_read():
    assert scram.parse_server_final(b"e=invalid-proof").error == "invalid-proof"


def test_keys_are_those_that_kafka_stores():
    # Written by kafka-configs of 3.9.1 for the password "pw".
    salt = base64.b64decode("dWEwemc3eWQ4M3VxcXRzMmJuenI4dGs4ZA==")
    salted = scram_keys.salted_password(SCRAM_SHA_256, b"pw", salt, 4096)
    credential = scram_keys.credential_of(SCRAM_SHA_256, salted, salt, 4096)
    assert base64.b64encode(credential.stored_key) == b"UVL0aXkAF89we1WT9ImxNzlP0r9SSRusCmaw5x3GdLE="
    assert base64.b64encode(credential.server_key) == b"pJ4ST52Xf47CP3wlvW/h2080nJwvXsqmdLIX+Twf8OI="


def test_salts_and_nonces_are_texts_of_130_bits():
    assert scram_keys.random_text(lambda count: (1 << count) - 1) == scram_keys.base36(2**130 - 1)
    assert int(scram_keys.base36(2**130 - 1), 36) == 2**130 - 1
    assert scram_keys.base36(0) == "0"


def test_a_credential_is_not_shown():
    assert "stored" not in repr(ScramCredential(b"salt", b"stored", b"server", 4096))


@pytest.mark.parametrize("name", ["", "u\0v"])
def test_a_user_without_a_name_or_with_nul_is_never_sent(name):
    with pytest.raises(SaslMessageError, match="must not be empty and not hold NUL"):
        scram.client_first(name, "nonce")

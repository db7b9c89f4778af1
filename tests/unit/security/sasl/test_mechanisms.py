"""The broker's side of each mechanism: CVEs by number, users that do not exist, tokens that are not to be believed."""

from __future__ import annotations

import base64
import json
import os
import random

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from kavka.broker.security.sasl.jwt_validation import Expected, JwksError, JwksFile, JwtValidator
from kavka.broker.security.sasl.mechanism import LoginRefused
from kavka.broker.security.sasl.oauthbearer import BearerServer, TokenRejected
from kavka.broker.security.sasl.plain import PlainServer, PlainUsers
from kavka.broker.security.sasl.scram import ScramAuthority, ScramServer, TokenLogin
from kavka.client.errors import AuthenticationFailed
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.protocol.sasl.oauthbearer import parse_error_challenge
from kavka.protocol.sasl.scram import parse_client_final, parse_server_first
from kavka.protocol.sasl.scram_keys import SCRAM_SHA_256, SCRAM_SHA_512, credential_of, salted_password
from kavka.wire.sasl import BearerClient, ScramClient, ScramSecret

BOTH = pytest.mark.parametrize("mechanism", [SCRAM_SHA_256, SCRAM_SHA_512])


# ---- PLAIN ----------------------------------------------------------------------------------------------------------

USERS = PlainUsers({"user_alice": "secret", "user_": "x", "username": "alice", "user_bob": ""})


def test_plain_lets_in_who_knows_the_password():
    server = PlainServer(USERS)
    assert server.respond(b"\0alice\0secret") == b""
    assert server.accepted.name == "alice"
    assert server.accepted.expires_ms is None


@pytest.mark.parametrize("message", [b"\0alice\0wrong", b"\0nobody\0secret", b"\0bob\0", b"\0\0x", b"\0alice\0secre"])
def test_plain_lets_nobody_else_in(message):
    server = PlainServer(USERS)
    with pytest.raises(LoginRefused) as refused:
        server.respond(message)
    assert server.accepted is None
    assert "secre" not in str(refused.value)


def test_cve_2017_12610_nobody_acts_in_another_s_name_by_plain():
    for authzid in (b"root", b"Alice", b"alice "):
        with pytest.raises(LoginRefused, match="authorization id"):
            PlainServer(USERS).respond(authzid + b"\0alice\0secret")
    same = PlainServer(USERS)
    same.respond(b"alice\0alice\0secret")
    assert same.accepted.name == "alice"


# ---- SCRAM ----------------------------------------------------------------------------------------------------------


def authority(mechanism, *, iterations=4096, tokens=lambda token_id: None, secret=b"shared"):
    salted = salted_password(mechanism, b"secret", b"salt", iterations)
    users = {"alice": credential_of(mechanism, salted, b"salt", iterations)}
    return ScramAuthority(
        mechanism, users=users.get, tokens=tokens, secret=secret, random_bits=random.Random(7).getrandbits
    )


def scram_client(mechanism, name="alice", password="secret", **more):
    return ScramClient(ScramSecret(mechanism, name, password, random_bits=random.Random(8).getrandbits, **more))


def exchange(server, client):
    challenge = b""
    while (message := client.respond(challenge)) is not None:
        challenge = server.respond(message)
    return server.accepted


@BOTH
def test_scram_lets_in_who_knows_the_password_and_proves_that_the_broker_does(mechanism):
    assert exchange(ScramServer(authority(mechanism)), scram_client(mechanism)).name == "alice"


@BOTH
@pytest.mark.parametrize(("name", "password"), [("alice", "wrong"), ("nobody", "secret")])
def test_scram_goes_through_all_messages_before_it_refuses_and_tells_nothing(mechanism, name, password):
    server, client = ScramServer(authority(mechanism)), scram_client(mechanism, name, password)
    proof = client.respond(server.respond(client.respond(b"")))
    with pytest.raises(LoginRefused) as refused:
        server.respond(proof)
    assert refused.value.told is None
    assert name not in refused.value.reason


def first_answer(authority, name):
    return parse_server_first(ScramServer(authority).respond(f"n,,n={name},r=nonce".encode()))


@BOTH
def test_a_user_that_does_not_exist_looks_like_one_that_does(mechanism):
    one, other = authority(mechanism), authority(mechanism)
    shown = first_answer(one, "nobody")
    assert (shown.salt, shown.iterations) == first_answer(other, "nobody")[1:]
    assert shown.salt != first_answer(one, "no-one").salt
    assert shown.salt != first_answer(authority(mechanism, secret=b"another"), "nobody").salt
    assert shown.iterations == first_answer(one, "alice").iterations
    assert 20 <= len(shown.salt) <= 26  # as long as those that Kafka and we give users
    int(shown.salt.decode(), 36)


@BOTH
def test_cve_2024_56128_a_final_message_with_another_nonce_or_header_is_refused(mechanism):
    for damage in ("nonce", "header"):
        server, client = ScramServer(authority(mechanism)), scram_client(mechanism)
        final = client.respond(server.respond(client.respond(b""))).decode()
        read = parse_client_final(final.encode())
        if damage == "nonce":
            final = final.replace(read.nonce, read.nonce[:-1] + ("a" if read.nonce[-1] != "a" else "b"))
        else:
            final = final.replace("c=biws", "c=" + base64.b64encode(b"y,,").decode())
        with pytest.raises(LoginRefused, match=damage):
            server.respond(final.encode())
        assert server.accepted is None


@BOTH
def test_cve_2024_56128_a_login_that_was_recorded_is_no_login(mechanism):
    keeper = authority(mechanism)
    server, client = ScramServer(keeper), scram_client(mechanism)
    first = client.respond(b"")
    final = client.respond(server.respond(first))
    server.respond(final)
    again = ScramServer(keeper)
    again.respond(first)
    with pytest.raises(LoginRefused, match="nonce"):
        again.respond(final)


@BOTH
def test_a_final_nonce_may_have_the_client_s_own_before_it_once_more(mechanism):
    """librdkafka before 2.6.1 sends it so, and Kafka takes it."""
    from kavka.protocol.sasl import scram, scram_keys

    server = ScramServer(authority(mechanism))
    first = scram.client_first("alice", "own")
    answer = parse_server_first(server.respond((first.gs2_header + first.bare).encode()))
    unproved = scram.client_final_without_proof(first.gs2_header, "own" + answer.nonce)
    salted = salted_password(mechanism, b"secret", answer.salt, answer.iterations)
    signed = scram.auth_message(first.bare, answer.encode(), unproved)
    server.respond(scram.client_final(unproved, scram_keys.client_proof(mechanism, salted, signed)))
    assert server.accepted.name == "alice"


@BOTH
def test_cve_2017_12610_nobody_acts_in_another_s_name_by_scram(mechanism):
    with pytest.raises(LoginRefused) as refused:
        ScramServer(authority(mechanism)).respond(b"n,a=root,n=alice,r=nonce")
    assert "different from username" in refused.value.told


@BOTH
def test_a_credential_with_too_few_iterations_is_none(mechanism):
    server = ScramServer(authority(mechanism, iterations=4095))
    client = scram_client(mechanism)
    proof = client.respond(server.respond(client.respond(b"")))
    with pytest.raises(LoginRefused, match="4095 iterations"):
        server.respond(proof)


@BOTH
def test_a_token_logs_in_as_its_owner_until_its_end(mechanism):
    credential = credential_of(mechanism, salted_password(mechanism, b"hmac", b"salt", 4096), b"salt", 4096)
    tokens = {"id": TokenLogin(credential, "alice", 1234)}
    keeper = authority(mechanism, tokens=tokens.get)
    accepted = exchange(ScramServer(keeper), scram_client(mechanism, "id", "hmac", is_token=True))
    assert accepted == ("alice", 1234, True)
    for name, password in (("other", "hmac"), ("id", "wrong"), ("alice", "secret")):
        with pytest.raises(LoginRefused):
            exchange(ScramServer(keeper), scram_client(mechanism, name, password, is_token=True))


@BOTH
def test_a_broker_that_does_not_know_the_password_is_not_believed(mechanism):
    server, client = ScramServer(authority(mechanism)), scram_client(mechanism)
    client.respond(server.respond(client.respond(b"")))
    with pytest.raises(AuthenticationFailed, match="cannot prove"):
        client.respond(b"v=" + base64.b64encode(bytes(32)))


@pytest.mark.parametrize("iterations", [1, 4095, 2_000_000_000])
def test_a_client_does_not_follow_a_broker_to_too_few_or_too_many_iterations(iterations):
    client = scram_client(SCRAM_SHA_256)
    nonce = client.respond(b"").decode().partition("r=")[2]
    with pytest.raises(AuthenticationFailed, match="iterations"):
        client.respond(f"r={nonce}x,s=AAAA,i={iterations}".encode())


def test_a_client_does_not_take_a_nonce_that_is_not_made_of_its_own():
    client = scram_client(SCRAM_SHA_256)
    nonce = client.respond(b"").decode().partition("r=")[2]
    for given in (nonce, "other"):
        fresh = scram_client(SCRAM_SHA_256)
        fresh.respond(b"")
        with pytest.raises(AuthenticationFailed, match="nonce"):
            fresh.respond(f"r={given},s=AAAA,i=4096".encode())


# ---- OAUTHBEARER ----------------------------------------------------------------------------------------------------

NOW_MS = 1_700_000_000_000
NOW = NOW_MS // 1000
RSA_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
EC_KEY = ec.generate_private_key(ec.SECP256R1())


def jwk(key, **more):
    algorithm = jwt.algorithms.RSAAlgorithm if isinstance(key, rsa.RSAPrivateKey) else jwt.algorithms.ECAlgorithm
    return json.loads(algorithm.to_jwk(key.public_key())) | more


@pytest.fixture
def jwks(tmp_path):
    path = tmp_path / "jwks.json"
    path.write_text(json.dumps({"keys": [jwk(RSA_KEY, kid="rsa"), jwk(EC_KEY, kid="ec")]}))
    return path


def validator(path, **expected):
    return JwtValidator(JwksFile(str(path), MachineFileSystem()), Expected(**expected), lambda: NOW_MS)


CLAIMS = {"sub": "alice", "iat": NOW - 10, "exp": NOW + 60, "aud": ["kafka", "other"], "iss": "https://issuer"}


def token(key=RSA_KEY, algorithm="RS256", kid="rsa", **claims):
    return jwt.encode({**CLAIMS, **claims}, key, algorithm=algorithm, headers={"kid": kid})


def test_a_signed_token_is_its_subject_until_it_expires(jwks):
    validate = validator(jwks, audiences=["kafka"], issuer="https://issuer")
    assert validate(token()) == ("alice", (NOW + 60) * 1000, False)
    assert validate(token(EC_KEY, "ES256", "ec")).name == "alice"
    assert validate(token(scope=["a", "b"], nbf=NOW)).name == "alice"
    assert validator(jwks, subject_claim="client")(token(client="app")).name == "app"


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": NOW - 31},
        {"exp": None},
        {"exp": "soon"},
        {"iat": NOW + 31},
        {"nbf": NOW + 31},
        {"sub": ""},
        {"sub": 7},
        {"aud": "others"},
        {"aud": None},
        {"iss": "https://other"},
        {"scope": 7},
        {"scope": ["a", 7]},
    ],
)
def test_a_token_whose_claims_do_not_fit_is_rejected(jwks, claims):
    wrong = jwt.encode(
        {name: value for name, value in {**CLAIMS, **claims}.items() if value is not None},
        RSA_KEY,
        algorithm="RS256",
        headers={"kid": "rsa"},
    )
    with pytest.raises(TokenRejected):
        validator(jwks, audiences=["kafka"], issuer="https://issuer")(wrong)


def test_clocks_may_differ_by_the_skew(jwks):
    assert validator(jwks)(token(exp=NOW - 29)).name == "alice"


def test_forged_tokens_are_rejected(jwks):
    validate = validator(jwks)
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    public = RSA_KEY.public_key().public_numbers().n.to_bytes(256, "big")
    head, body, signature = token().split(".")
    unsigned = jwt.encode(CLAIMS, None, algorithm="none", headers={"kid": "rsa"})
    forged = (
        token(stranger),
        token(kid="unknown"),
        unsigned,
        unsigned + signature,
        jwt.encode(CLAIMS, public, algorithm="HS256", headers={"kid": "rsa"}),
        token(EC_KEY, "ES256", "rsa"),
        f"{head}.{body}.",
        f"{head}.{base64.urlsafe_b64encode(json.dumps(CLAIMS | {'sub': 'root'}).encode()).decode()}.{signature}",
        "",
        "a.b",
        "a.b.c",
        "x" * 100_000,
        jwt.encode(CLAIMS, RSA_KEY, algorithm="RS256"),  # names no key, and there are two
    )
    for one in forged:
        with pytest.raises(TokenRejected) as rejected:
            validate(one)
        assert not one or one not in str(rejected.value)


def test_keys_are_read_anew_when_the_file_changes_and_kept_when_it_is_damaged(jwks):
    validate = validator(jwks)
    fresh = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    with pytest.raises(TokenRejected):
        validate(token(fresh, kid="new"))
    jwks.write_text(json.dumps({"keys": [jwk(fresh, kid="new")]}))
    assert validate(token(fresh, kid="new")).name == "alice"
    with pytest.raises(TokenRejected):
        validate(token())
    for damaged in ("{", "[]", '{"keys": [{"kty": "oct", "k": "AAAA"}]}', '{"keys": [7]}'):
        jwks.write_text(damaged)
        os.utime(jwks, ns=(1, random.Random(damaged).getrandbits(40)))
        assert validate(token(fresh, kid="new")).name == "alice"
        with pytest.raises(JwksError):
            JwksFile(str(jwks), MachineFileSystem())
    with pytest.raises(JwksError):
        JwksFile(str(jwks) + ".none", MachineFileSystem())


def test_a_rejected_token_is_told_as_rfc_7628_has_it(jwks):
    server = BearerServer(validator(jwks))
    client = BearerClient(token(exp=NOW - 100), {})
    challenge = server.respond(client.respond(b""))
    assert parse_error_challenge(challenge)["status"] == "invalid_token"
    consent = client.respond(challenge)
    with pytest.raises(LoginRefused) as refused:
        server.respond(consent)
    assert "invalid_token" in refused.value.told
    assert "expired" in refused.value.reason


def test_a_token_is_taken_and_its_subject_is_who_it_is(jwks):
    server, client = BearerServer(validator(jwks)), BearerClient(token(), {"logicalCluster": "x"})
    assert client.respond(server.respond(client.respond(b""))) is None
    assert server.accepted.name == "alice"
    other = BearerServer(validator(jwks))
    with pytest.raises(LoginRefused, match="authorization id"):
        other.respond(b"n,a=root,\x01auth=Bearer " + token().encode() + b"\x01\x01")

"""What a listener's configuration makes of its logins, and which promises are refused at the start."""

from __future__ import annotations

import json
import random

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.types import ConfigError
from kavka.broker.security.sasl.inter_broker import inter_broker_login
from kavka.broker.security.sasl.listener_logins import Authorities, ListenerLogins
from kavka.common.jaas import OAUTHBEARER_MODULE, PLAIN_MODULE, SCRAM_MODULE
from kavka.common.machine_filesystem import MachineFileSystem

NAME = "listener.name.clients"
USERS = f'{PLAIN_MODULE} required username="broker" password="hunter2" user_broker="hunter2" user_alice="a";'
BASE = {
    "zookeeper.connect": "z:1",
    "listeners": "CLIENTS://localhost:9092",
    "listener.security.protocol.map": "CLIENTS:SASL_PLAINTEXT",
    "inter.broker.listener.name": "CLIENTS",
}
AUTHORITIES = Authorities(
    scram_user=lambda mechanism, name: None,
    token=lambda mechanism, token_id: None,
    secret=b"s",
    random_bits=random.Random(1).getrandbits,
    now_ms=lambda: 0,
    filesystem=MachineFileSystem(),
)


def logins(**properties):
    config = BrokerConfig.from_properties(BASE | {name.replace("__", "."): text for name, text in properties.items()})
    return ListenerLogins(config.of_listener("CLIENTS"), AUTHORITIES)


def of(mechanism, key="sasl.jaas.config"):
    return f"{NAME}.{mechanism}.{key}"


def test_mechanisms_are_offered_in_their_order():
    made = logins(
        **{"sasl.enabled.mechanisms": "SCRAM-SHA-512,PLAIN,SCRAM-SHA-256", of("plain"): USERS},
        **{"connections.max.reauth.ms": "5", of("plain", "connections.max.reauth.ms"): "7"},
    )
    assert list(made.mechanisms) == ["SCRAM-SHA-512", "PLAIN", "SCRAM-SHA-256"]
    assert [made.reauth_ms_max(name) for name in made.mechanisms] == [5, 7, 5]
    server = made.mechanisms["PLAIN"]()
    server.respond(b"\0alice\0a")
    assert server.accepted.name == "alice"


def test_a_listener_has_its_own_mechanisms():
    made = logins(
        **{"sasl.enabled.mechanisms": "PLAIN", f"{NAME}.sasl.enabled.mechanisms": "SCRAM-SHA-256"},
        **{f"{NAME}.sasl.server.max.receive.size": "999"},
    )
    assert list(made.mechanisms) == ["SCRAM-SHA-256"]
    assert made.frame_bytes_max == 999


@pytest.mark.parametrize(
    ("properties", "words"),
    [
        ({}, "GSSAPI \\(Kerberos\\) is not supported; the listener CLIENTS can have PLAIN"),
        ({"sasl.enabled.mechanisms": "CRAM-MD5"}, "CRAM-MD5 is not supported"),
        ({"sasl.enabled.mechanisms": ""}, "names no mechanism"),
        ({"sasl.enabled.mechanisms": "PLAIN"}, "offers PLAIN and has no user"),
        ({"sasl.enabled.mechanisms": "PLAIN", of("plain"): f"{PLAIN_MODULE} required;"}, "has no user"),
        ({"sasl.enabled.mechanisms": "PLAIN", of("plain"): USERS[:-1]}, "semicolon"),
        ({"sasl.enabled.mechanisms": "PLAIN", of("plain"): USERS.replace("Plain", "Jndi")}, "is not loaded"),
        (
            {"sasl.enabled.mechanisms": "SCRAM-SHA-256", of("scram-sha-256"): USERS},
            f"the login module of SCRAM-SHA-256 is {SCRAM_MODULE}",
        ),
        (
            {"sasl.enabled.mechanisms": "PLAIN", of("plain"): USERS}
            | {of("plain", "sasl.server.callback.handler.class"): "com.example.X"},
            "a Java class cannot be loaded",
        ),
        ({"sasl.enabled.mechanisms": "OAUTHBEARER"}, "must be a file: URL"),
        (
            {"sasl.enabled.mechanisms": "OAUTHBEARER", "sasl.oauthbearer.jwks.endpoint.url": "https://issuer/jwks"},
            "not fetched from other places",
        ),
        (
            {"sasl.enabled.mechanisms": "OAUTHBEARER", "sasl.oauthbearer.jwks.endpoint.url": "file:///nowhere"},
            "No such file",
        ),
    ],
)
def test_what_cannot_be_kept_is_refused_without_a_secret(properties, words):
    with pytest.raises(ConfigError, match=words) as refused:
        logins(**properties)
    assert "hunter2" not in str(refused.value)


def test_tokens_are_taken_as_the_settings_say_and_kafka_s_class_may_be_named(tmp_path):
    key = ec.generate_private_key(ec.SECP256R1())
    jwks = tmp_path / "keys of us.json"
    jwks.write_text(json.dumps({"keys": [json.loads(jwt.algorithms.ECAlgorithm.to_jwk(key.public_key()))]}))
    handler = "org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler"
    made = logins(
        **{
            "sasl.enabled.mechanisms": "OAUTHBEARER",
            "sasl.oauthbearer.jwks.endpoint.url": jwks.as_uri(),
            f"{NAME}.sasl.oauthbearer.sub.claim.name": "client",
            "sasl.oauthbearer.clock.skew.seconds": "0",
            of("oauthbearer", "sasl.server.callback.handler.class"): handler,
            of("oauthbearer"): f"{OAUTHBEARER_MODULE} required;",
        }
    )
    token = jwt.encode({"client": "app", "iat": 0, "exp": 60}, key, algorithm="ES256")
    server = made.mechanisms["OAUTHBEARER"]()
    server.respond(f"n,,\x01auth=Bearer {token}\x01\x01".encode())
    assert server.accepted == ("app", 60_000, False)


def inter_broker(**properties):
    config = BrokerConfig.from_properties(BASE | properties)
    return inter_broker_login(config, config.inter_broker_listener)


def test_brokers_log_in_as_their_entry_says():
    make = inter_broker(
        **{"sasl.enabled.mechanisms": "PLAIN", "sasl.mechanism.inter.broker.protocol": "PLAIN", of("plain"): USERS}
    )
    assert make().respond(b"") == b"\0broker\0hunter2"
    plain = {"listener.security.protocol.map": "CLIENTS:PLAINTEXT"}
    assert inter_broker(**plain) is None


@pytest.mark.parametrize(
    ("properties", "words"),
    [
        ({"sasl.enabled.mechanisms": "PLAIN", of("plain"): USERS}, "GSSAPI .*not among"),
        ({"sasl.enabled.mechanisms": "PLAIN", "sasl.mechanism.inter.broker.protocol": "PLAIN"}, "must be set"),
        (
            {"sasl.enabled.mechanisms": "PLAIN", "sasl.mechanism.inter.broker.protocol": "PLAIN"}
            | {of("plain"): USERS.replace("username", "user")},
            "must say username and password",
        ),
    ],
)
def test_brokers_that_could_not_log_in_to_each_other_do_not_start(properties, words):
    with pytest.raises(ConfigError, match=words) as refused:
        inter_broker(**properties)
    assert "hunter2" not in str(refused.value)

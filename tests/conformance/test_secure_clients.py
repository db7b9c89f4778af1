"""Clients in Java, Go and JavaScript at a broker with a listener of every security protocol: who comes in, who not.

The clients in Python, kcat and librdkafka do the same in `make test` (tests/integration).
"""

from __future__ import annotations

import asyncio
import datetime
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from kavka.client.connection import Connection
from kavka.protocol.messages import AlterUserScramCredentialsRequest
from kavka.protocol.sasl.scram_keys import salted_password
from tests.support.certificates import Authority
from tests.support.kafka.other_languages import Go, Node, require, run
from tests.support.processes.cluster import KavkaProcess, reserve_ports, skip_or_fail

pytestmark = [pytest.mark.conformance]

PROBE = Path(__file__).with_name("SecureProbe.java")
KAFKAJS_SECURE = Path(__file__).with_name("kafkajs_secure.js")
USER, PASSWORD = "alice", "wonder,land=1"
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER")
CLIENTS = ("java", "franz", "sarama", "kafkajs")
LISTENERS = {
    "OPEN": "PLAINTEXT",
    "TLS": "SSL",
    "MUTUAL": "SSL",
    "LOGIN": "SASL_PLAINTEXT",
    "BOTH": "SASL_SSL",
    "SIMPLE": "SASL_PLAINTEXT",
}
SECURITY = "org.apache.kafka.common.security"
AUDIENCE = "kavka"


@dataclass
class Issuer:
    """Signs tokens; its public key lies in a JWKS file."""

    key: rsa.RSAPrivateKey
    folder: Path

    @classmethod
    def make(cls, folder: Path) -> Issuer:
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        public: dict[str, Any] = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key()))
        (folder / "jwks.json").write_text(json.dumps({"keys": [public | {"kid": "1", "alg": "RS256", "use": "sig"}]}))
        return cls(key, folder)

    @property
    def keys_url(self) -> str:
        return (self.folder / "jwks.json").as_uri()

    def token(self, *, seconds: int = 3600) -> str:
        now = datetime.datetime.now(datetime.UTC)
        claims = {
            "sub": USER,
            "aud": AUDIENCE,
            "iat": now - datetime.timedelta(hours=2),
            "exp": now + datetime.timedelta(seconds=seconds),
        }
        return jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": "1"})


@dataclass
class Secured:
    """A broker with all listeners, and what its clients need."""

    ports: dict[str, int]
    ca: Path
    stranger: Path
    own: Path
    issuer: Issuer

    def arguments(
        self, client: str, topic: str, listener: str, *, mechanism: str = "-", secret: str = "", stranger: bool = False
    ) -> list[str]:
        """What every probe takes."""
        has_tls = LISTENERS[listener].endswith("SSL")
        secret = secret or (self.issuer.token() if mechanism == "OAUTHBEARER" else PASSWORD)
        if mechanism == "OAUTHBEARER" and client == "java":
            path = self.issuer.folder / f"{topic}.token"
            path.write_text(secret)
            secret = path.as_uri()
        return [
            f"localhost:{self.ports[listener]}",
            topic,
            LISTENERS[listener],
            mechanism,
            "-" if mechanism == "-" else USER,
            "-" if mechanism == "-" else secret,
            str(self.stranger if stranger else self.ca) if has_tls else "-",
            str(self.own) if listener == "MUTUAL" else "-",
        ]


def properties(folder: Path, ports: dict[str, int], ca: Path, own: Path, issuer: Issuer) -> dict[str, str]:
    """The broker's: Kafka's names, as they would stand in server.properties."""
    plain = f'{SECURITY}.plain.PlainLoginModule required user_{USER}="{PASSWORD}";'
    scram = f"{SECURITY}.scram.ScramLoginModule required;"
    bearer = f"{SECURITY}.oauthbearer.OAuthBearerLoginModule required;"
    found = {
        "listeners": ",".join(f"{name}://localhost:{port}" for name, port in ports.items()),
        "listener.security.protocol.map": ",".join(f"{name}:{protocol}" for name, protocol in LISTENERS.items()),
        "inter.broker.listener.name": "OPEN",
        "ssl.keystore.type": "PEM",
        "ssl.keystore.location": str(own),
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": str(ca),
        "listener.name.simple.sasl.enabled.mechanisms": "PLAIN",
        "listener.name.simple.plain.sasl.jaas.config": plain,
        "listener.name.mutual.ssl.client.auth": "required",
        "sasl.enabled.mechanisms": ",".join(MECHANISMS),
        "sasl.oauthbearer.jwks.endpoint.url": issuer.keys_url,
        "sasl.oauthbearer.expected.audience": AUDIENCE,
    }
    for listener in ("login", "both"):
        prefix = f"listener.name.{listener}"
        found[f"{prefix}.plain.sasl.jaas.config"] = plain
        found[f"{prefix}.scram-sha-256.sasl.jaas.config"] = scram
        found[f"{prefix}.scram-sha-512.sasl.jaas.config"] = scram
        found[f"{prefix}.oauthbearer.sasl.jaas.config"] = bearer
    return found


async def add_alice(port: int) -> None:
    """A user with a password for both kinds of SCRAM; PLAIN has its own in the configuration."""
    salt, iterations = b"salt", 4096
    request = AlterUserScramCredentialsRequest(
        upsertions=[
            AlterUserScramCredentialsRequest.ScramCredentialUpsertion(
                name=USER,
                mechanism=number,
                iterations=iterations,
                salt=salt,
                salted_password=salted_password(mechanism, PASSWORD.encode(), salt, iterations),
            )
            for number, mechanism in enumerate(("SCRAM-SHA-256", "SCRAM-SHA-512"), 1)
        ]
    )
    async with await Connection.open("localhost", port, client_id="test") as connection:
        answer = await connection.request(request, version=0)
    assert [result.error_code for result in answer.results] == [0]


@pytest.fixture(scope="module")
def secured(tmp_path_factory):
    folder = tmp_path_factory.mktemp("secured")
    authority = Authority()
    ca, own = authority.write(folder), authority.issue("broker").write(folder)
    stranger = Authority("somebody else").write(folder, "stranger")
    issuer = Issuer.make(folder)
    first = reserve_ports(issuer, len(LISTENERS))
    ports = {name: first + index for index, name in enumerate(LISTENERS)}
    process = KavkaProcess(folder / "data", config=properties(folder, ports, ca, own, issuer))
    process.start()
    asyncio.run(add_alice(ports["OPEN"]))
    yield Secured(ports, ca, stranger, authority.issue("client").write(folder), issuer)
    assert process.stop() == 0, process.log()


@pytest.fixture(scope="module")
def probes(tools, tmp_path_factory):
    """Client → what runs its probe."""
    try:
        require("go", "node", "npm")
    except LookupError as missing:
        skip_or_fail(str(missing))
    go, node = Go(tmp_path_factory.mktemp("go")), Node.fetch()
    program = str(go.build("secureprobe"))
    return {
        "java": lambda *arguments: tools.run(str(PROBE), *arguments),
        "franz": lambda *arguments: run([program, "franz", *arguments]),
        "sarama": lambda *arguments: run([program, "sarama", *arguments]),
        "kafkajs": lambda *arguments: node.run(KAFKAJS_SECURE, *arguments),
    }


@pytest.fixture
def probe(probes, secured, request):
    """Runs a client's probe on a topic of this test's own."""

    def ask(client, listener, **how):
        topic = "".join(c if c.isalnum() else "-" for c in request.node.name)
        return probes[client](*secured.arguments(client, topic, listener, **how)).strip()

    return ask


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("listener", ["TLS", "MUTUAL"])
def test_over_tls(probe, client, listener):
    assert probe(client, listener) == "read 20"


@pytest.mark.parametrize("client", CLIENTS)
def test_a_certificate_of_strangers_is_not_believed(probe, client):
    assert probe(client, "TLS", stranger=True) == "refused: tls"


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize("listener", ["LOGIN", "BOTH"])
def test_who_is_known_comes_in(probe, client, listener, mechanism):
    assert probe(client, listener, mechanism=mechanism) == "read 20"


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"])
def test_a_wrong_password_does_not_help(probe, client, mechanism):
    assert probe(client, "BOTH", mechanism=mechanism, secret="guessed") == "refused: sasl"


@pytest.mark.parametrize("client", CLIENTS)
def test_a_token_ends(probe, secured, client):
    expired = secured.issuer.token(seconds=-3600)
    assert probe(client, "BOTH", mechanism="OAUTHBEARER", secret=expired) == "refused: sasl"


@pytest.mark.parametrize("client", CLIENTS)
def test_a_mechanism_that_is_not_offered_is_named_so(probe, client):
    assert probe(client, "SIMPLE", mechanism="SCRAM-SHA-256") == "refused: " + (
        "unsaid" if client == "sarama" else "mechanism"
    )

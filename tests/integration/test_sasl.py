"""Logins as users meet them: foreign clients, the bundled one and `kavka user`, brokers that log in to each other."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
import urllib.request
import warnings
from pathlib import Path
from typing import NamedTuple

import aiokafka
import confluent_kafka
import jwt
import pytest
from aiokafka.abc import AbstractTokenProvider
from cryptography.hazmat.primitives.asymmetric import ec

from kavka.client.admin import Admin, NewTopic
from kavka.client.errors import AuthenticationFailed
from kavka.client.producer import Producer
from kavka.common.jaas import PLAIN_MODULE, SCRAM_MODULE
from kavka.local.cluster import LocalCluster
from tests.support.clients.secure_clients import SECURE_CLIENTS, Refused, Security, refused_kafka_python
from tests.support.processes.cluster import KavkaProcess, reserve_ports, wait_until

TOPIC = "t"
SESSION_MS = 2_000
"""How long a login by SCRAM-SHA-256 lasts there."""
PASSWORDS = {"alice": "correct-horse-battery", "anna": "plain-secret-7", "broker": "brokers-secret-9"}
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
each_client = pytest.mark.parametrize("client", SECURE_CLIENTS.values(), ids=SECURE_CLIENTS)


class Issuer:
    """Signs tokens with a key that stands in a JWKS file.

    Args:
        jwks: the file.
    """

    def __init__(self, jwks: Path) -> None:
        self.jwks = jwks
        self._key = ec.generate_private_key(ec.SECP256R1())
        public = json.loads(jwt.algorithms.ECAlgorithm.to_jwk(self._key.public_key()))
        jwks.write_text(json.dumps({"keys": [public | {"kid": "one"}]}))

    def token(self, *, lasts_seconds: int = 300) -> str:
        now = int(time.time())
        claims = {"sub": "olga", "aud": "kafka", "iat": now - 600, "exp": now + lasts_seconds}
        return jwt.encode(claims, self._key, algorithm="ES256", headers={"kid": "one"})


class Guarded(NamedTuple):
    """Two brokers that log in to each other by SCRAM, clients by any mechanism."""

    process: KavkaProcess
    plain: str
    sasl: str
    issuer: Issuer

    def security(self, mechanism: str, user: str = "", password: str | None = None) -> Security:
        user = user or ("anna" if mechanism == "PLAIN" else "alice")
        return Security("SASL_PLAINTEXT", mechanism=mechanism, user=user, password=password or PASSWORDS[user])


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sasl")
    owner = PortOwner()
    port = reserve_ports(owner, 4)
    issuer = Issuer(folder / "jwks.json")
    process = KavkaProcess(
        folder / "data",
        brokers=2,
        config={
            "listeners": f"PLAINTEXT://127.0.0.1:{port},CLIENTS://127.0.0.1:{port + 2}",
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CLIENTS:SASL_PLAINTEXT",
            "inter.broker.listener.name": "CLIENTS",
            "sasl.enabled.mechanisms": ",".join((*MECHANISMS, "OAUTHBEARER")),
            "sasl.oauthbearer.jwks.endpoint.url": issuer.jwks.as_uri(),
            "sasl.oauthbearer.expected.audience": "kafka",
            "listener.name.clients.scram-sha-256.connections.max.reauth.ms": str(SESSION_MS),
            "sasl.mechanism.inter.broker.protocol": "PLAIN",
            "listener.name.clients.plain.sasl.jaas.config": (
                f'{PLAIN_MODULE} required username="broker" password="{PASSWORDS["broker"]}" '
                f'user_broker="{PASSWORDS["broker"]}" user_anna="{PASSWORDS["anna"]}";'
            ),
            "listener.name.clients.scram-sha-512.sasl.jaas.config": f"{SCRAM_MODULE} required;",
        },
    )
    process.start()
    guarded = Guarded(process, f"127.0.0.1:{port}", f"127.0.0.1:{port + 2}", issuer)
    kavka("user", "add", "alice", "-b", guarded.plain, stdin=PASSWORDS["alice"])
    asyncio.run(make_topic(guarded.plain))
    yield guarded
    assert process.stop() == 0, process.log()
    for log in folder.rglob("*.log"):
        for secret in PASSWORDS.values():
            assert secret not in log.read_text(errors="replace")


async def make_topic(bootstrap):
    async with Admin(bootstrap) as admin:
        await admin.create_topics([NewTopic(name=TOPIC, num_partitions=1, replication_factor=2)])


class PortOwner:
    """While it lives, its ports are nobody else's."""


def kavka(*arguments, stdin="", code=0):
    """The command line; what it says."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "kavka.cli.main", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


@each_client
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_every_client_logs_in(guarded, client, mechanism):
    client(guarded.sasl, TOPIC, guarded.security(mechanism))


@each_client
def test_no_client_is_let_in_with_a_wrong_password(guarded, client):
    with pytest.raises(Refused):
        client(guarded.sasl, TOPIC, guarded.security("SCRAM-SHA-512", password="wrong"))


def test_no_client_is_let_in_without_a_login(guarded):
    with pytest.raises(Refused):
        SECURE_CLIENTS["kcat"](guarded.sasl, TOPIC, Security("PLAINTEXT"))


async def test_the_bundled_client_logs_in_and_is_refused_at_once(guarded):
    for mechanism in MECHANISMS:
        async with Admin(guarded.sasl, security=guarded.security(mechanism).kafka()) as admin:
            assert TOPIC in [topic.name for topic in await admin.list_topics()]
    async with asyncio.timeout(30):
        with pytest.raises(AuthenticationFailed):
            await Admin(guarded.sasl, security=guarded.security("PLAIN", password="no").kafka()).__aenter__()


def test_users_are_added_listed_changed_and_deleted(guarded):
    name = "Zoë, the 1st=*"
    kavka("user", "add", name, "-b", guarded.plain, "--mechanism", "SCRAM-SHA-512", "--iterations", "8192", stdin="one")
    listed = kavka("user", "list", "-b", guarded.plain, "-o", "csv")
    assert "SCRAM-SHA-512,8192" in listed
    assert "alice,SCRAM-SHA-256,4096" in listed
    security = guarded.security("SCRAM-SHA-512", "alice")
    security.user, security.password = name, "one"
    confluent = SECURE_CLIENTS["confluent-kafka"]
    wait_until(lambda: succeeds(confluent, guarded.sasl, security), "every broker has heard of the user")
    kavka("user", "add", name, "-b", guarded.plain, "--mechanism", "SCRAM-SHA-512", stdin="two")
    wait_until(lambda: not succeeds(confluent, guarded.sasl, security), "every broker has heard of the change")
    kavka("user", "delete", name, "-b", guarded.plain)
    assert "there is no user" in kavka("user", "describe", name, "-b", guarded.plain, code=4)
    assert "there is no user" in kavka("user", "delete", name, "-b", guarded.plain, code=4)


def succeeds(client, bootstrap, security):
    try:
        client(bootstrap, TOPIC, security)
    except Refused:
        return False
    return True


# ---- tokens of somebody else ---------------------------------------------------------------------------------------


def by_confluent(bootstrap, token):
    """Answers whether a record was taken."""
    said = []
    producer = confluent_kafka.Producer(
        {
            "bootstrap.servers": bootstrap,
            "security.protocol": "SASL_PLAINTEXT",
            "sasl.mechanism": "OAUTHBEARER",
            "oauth_cb": lambda _: (token, time.time() + 300),
            "error_cb": lambda error: said.append(error.str()),
            "message.timeout.ms": 2_000 if "bad" in token else 20_000,
        }
    )
    taken = []
    producer.produce(TOPIC, b"by token", on_delivery=lambda error, _: taken.append(error is None))
    producer.flush(25)
    return taken == [True]


def by_aiokafka(bootstrap, token):
    class Provider(AbstractTokenProvider):
        async def token(self):
            return token

    async def run():
        producer = aiokafka.AIOKafkaProducer(
            bootstrap_servers=bootstrap,
            security_protocol="SASL_PLAINTEXT",
            sasl_mechanism="OAUTHBEARER",
            sasl_oauth_token_provider=Provider(),
        )
        try:
            await producer.start()
            await producer.send_and_wait(TOPIC, b"by token")
        except aiokafka.errors.KafkaError:
            return False
        finally:
            await producer.stop()
        return True

    return asyncio.run(run())


def by_kafka_python(bootstrap, token):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        import kafka
        from kafka.net.sasl.oauth import AbstractTokenProvider as Tokens

    class Provider(Tokens):
        def token(self):
            return token

    with refused_kafka_python():
        return _is_taken_from(kafka, bootstrap, Provider(), 2_000 if "bad" in token else 20_000)


def _is_taken_from(kafka, bootstrap, provider, timeout_ms):
    try:
        producer = kafka.KafkaProducer(
            bootstrap_servers=bootstrap,
            security_protocol="SASL_PLAINTEXT",
            sasl_mechanism="OAUTHBEARER",
            sasl_oauth_token_provider=provider,
            bootstrap_timeout_ms=timeout_ms,
            max_block_ms=20_000,
        )
        try:
            producer.send(TOPIC, b"by token").get(timeout=20)
        finally:
            producer.close(timeout=1)
    except kafka.errors.KafkaError:
        return False
    return True


@pytest.mark.parametrize("client", [by_confluent, by_kafka_python, by_aiokafka])
def test_clients_log_in_with_signed_tokens_and_not_with_others(guarded, client):
    assert client(guarded.sasl, guarded.issuer.token())
    assert not client(guarded.sasl, guarded.issuer.token() + "bad")


async def test_the_bundled_client_reads_its_token_from_a_file_and_an_expired_one_is_refused(guarded, tmp_path):
    file = tmp_path / "token"
    properties = {
        "security.protocol": "SASL_PLAINTEXT",
        "sasl.mechanism": "OAUTHBEARER",
        "sasl.oauthbearer.token.endpoint.url": file.as_uri(),
    }
    file.write_text(guarded.issuer.token() + "\n")
    async with Admin(guarded.sasl, security=properties) as admin:
        assert await admin.list_topics()
    file.write_text(guarded.issuer.token(lasts_seconds=-100))
    with pytest.raises(AuthenticationFailed, match="invalid_token"):
        await Admin(guarded.sasl, security=properties).__aenter__()


# ---- logins that end -----------------------------------------------------------------------------------------------


def metric(guarded, name):
    """Over both brokers, of the listener with logins."""
    total = 0.0
    for broker in range(2):
        log = (guarded.process.data_dir / f"broker-{broker}.log").read_text()
        url = re.search(r"metrics at (http://\S+)", log)[1]
        with urllib.request.urlopen(url, timeout=30) as page:
            found = re.search(rf'^{name}{{listener="CLIENTS",[^}}]*}} (\S+)$', page.read().decode(), re.MULTILINE)
        total += float(found[1])
    return total


def test_a_client_that_renews_its_login_goes_on_without_a_break(guarded):
    renewed = "kafka_server_socket_server_metrics_successful_reauthentication_total"
    killed = "kafka_server_socket_server_metrics_expired_connections_killed_count_total"
    before, killed_before = metric(guarded, renewed), metric(guarded, killed)
    said = []
    producer = confluent_kafka.Producer(
        {
            "bootstrap.servers": guarded.sasl,
            "error_cb": lambda error: said.append(error.str()),
            **guarded.security("SCRAM-SHA-256").librdkafka(),
        }
    )

    def is_renewed():
        producer.produce(TOPIC, b"on and on", on_delivery=lambda error, _: error and said.append(error.str()))
        producer.poll(0.05)
        return metric(guarded, renewed) > before + 1

    wait_until(is_renewed, "the login is renewed twice")
    producer.flush(30)
    assert said == []
    assert metric(guarded, killed) == killed_before


async def test_brokers_log_in_to_each_other_by_scram_once_their_user_is_there(tmp_path):
    async with LocalCluster(data_dir=tmp_path / "data") as cluster:
        await asyncio.to_thread(kavka, "user", "add", "broker", "--zookeeper", cluster.zookeeper, stdin="of brokers")
    config = {
        "listeners": "SASL_PLAINTEXT://127.0.0.1:0",
        "security.inter.broker.protocol": "SASL_PLAINTEXT",
        "sasl.enabled.mechanisms": "SCRAM-SHA-512",
        "sasl.mechanism.inter.broker.protocol": "SCRAM-SHA-512",
        "listener.name.sasl_plaintext.scram-sha-512.sasl.jaas.config": (
            f'{SCRAM_MODULE} required username="broker" password="of brokers";'
        ),
        "connections.max.reauth.ms": "1500",
    }
    async with LocalCluster(brokers=2, data_dir=tmp_path / "data", config=config) as cluster:
        security = Security("SASL_PLAINTEXT", mechanism="SCRAM-SHA-512", user="broker", password="of brokers")
        async with Admin(cluster.bootstrap, security=security.kafka()) as admin:
            await admin.create_topics([NewTopic(name="copied", num_partitions=4, replication_factor=2)])
            (topic,) = [topic for topic in await admin.list_topics() if topic.name == "copied"]
            assert all(len(partition.isr) == 2 for partition in topic.partitions.values())
        async with Producer(cluster.bootstrap, security=security.kafka()) as producer:
            began = time.monotonic()
            while time.monotonic() - began < 3.5:  # every login ends twice meanwhile
                await producer.send_and_wait("copied", b"x")
    for log in (tmp_path / "data").glob("*.log"):
        assert "its login has ended" not in log.read_text()

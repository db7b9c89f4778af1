"""Logins as users meet them: foreign clients, the bundled one and `kavka user`, brokers that log in to each other."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import NamedTuple

import pytest

from kavka.client.admin import Admin, NewTopic
from kavka.client.errors import AuthenticationFailed
from kavka.common.jaas import PLAIN_MODULE, SCRAM_MODULE
from tests.integration.cluster import KavkaProcess, reserve_ports, wait_until
from tests.integration.secure_clients import SECURE_CLIENTS, Refused, Security

TOPIC = "t"
PASSWORDS = {"alice": "correct-horse-battery", "anna": "plain-secret-7", "broker": "brokers-secret-9"}
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
each_client = pytest.mark.parametrize("client", SECURE_CLIENTS.values(), ids=SECURE_CLIENTS)


class Guarded(NamedTuple):
    """Two brokers that log in to each other by SCRAM, clients by any mechanism."""

    process: KavkaProcess
    plain: str
    sasl: str

    def security(self, mechanism: str, user: str = "", password: str | None = None) -> Security:
        user = user or ("anna" if mechanism == "PLAIN" else "alice")
        return Security("SASL_PLAINTEXT", mechanism=mechanism, user=user, password=password or PASSWORDS[user])


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sasl")
    owner = PortOwner()
    port = reserve_ports(owner, 4)
    process = KavkaProcess(
        folder / "data",
        brokers=2,
        config={
            "listeners": f"PLAINTEXT://127.0.0.1:{port},CLIENTS://127.0.0.1:{port + 2}",
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CLIENTS:SASL_PLAINTEXT",
            "inter.broker.listener.name": "CLIENTS",
            "sasl.enabled.mechanisms": ",".join(MECHANISMS),
            "sasl.mechanism.inter.broker.protocol": "PLAIN",
            "listener.name.clients.plain.sasl.jaas.config": (
                f'{PLAIN_MODULE} required username="broker" password="{PASSWORDS["broker"]}" '
                f'user_broker="{PASSWORDS["broker"]}" user_anna="{PASSWORDS["anna"]}";'
            ),
            "listener.name.clients.scram-sha-512.sasl.jaas.config": f"{SCRAM_MODULE} required;",
        },
    )
    process.start()
    guarded = Guarded(process, f"127.0.0.1:{port}", f"127.0.0.1:{port + 2}")
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
    assert "does not exist" in kavka("user", "describe", name, "-b", guarded.plain, code=1)
    assert "does not exist" in kavka("user", "delete", name, "-b", guarded.plain, code=1)


def succeeds(client, bootstrap, security):
    try:
        client(bootstrap, TOPIC, security)
    except Refused:
        return False
    return True

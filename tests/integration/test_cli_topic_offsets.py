"""`kavka topic offsets | trim`, `kavka producer`, `feature` and `token`, against a broker in this process."""

import json

import pytest

from kavka import LocalCluster, Producer
from kavka.cli.exit_codes import ExitCode
from kavka.client.admin import Admin
from kavka.common.jaas import PLAIN_MODULE, SCRAM_MODULE
from kavka.common.types import NewTopic
from tests.support.clients.command import Command

pytestmark = [pytest.mark.slow, pytest.mark.timeout(60)]

BASE_MS = 1_700_000_000_000


@pytest.fixture
def kavka(capfdbinary, tmp_path, monkeypatch):
    monkeypatch.setattr("kavka.cli.client_settings.REACH_TIMEOUT_MS", 20_000)  # the broker has this process's loop
    command = Command(capfdbinary, tmp_path)

    async def call(*arguments, expected=ExitCode.OK):
        return (await command(*arguments, expected=expected)).decode()

    return call


async def filled(cluster, monkeypatch):
    """Ten records a second apart in t-0, none in t-1."""
    monkeypatch.setenv("KAVKA_BOOTSTRAP", cluster.bootstrap)
    async with Admin(cluster.bootstrap) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=2, configs={"retention.ms": "-1"})])
    async with Producer(cluster.bootstrap) as producer:
        for number in range(10):
            await producer.send("t", b"%d" % number, partition=0, timestamp=BASE_MS + 1000 * number)


def rows(text):
    return json.loads(text)


async def test_offsets_and_trim(kavka, monkeypatch):
    async with LocalCluster(1, in_loop=True) as cluster:
        await filled(cluster, monkeypatch)
        shown = rows(await kavka("topic", "offsets", "t", "-o", f"@{BASE_MS + 3500}", "--output", "json"))
        assert shown == [
            {"topic": "t", "partition": 0, "start": 0, "end": 10, "records": 10, "offset": 4},
            {"topic": "t", "partition": 1, "start": 0, "end": 0, "records": 0, "offset": 0},
        ]
        assert "OFFSET" not in await kavka("topic", "offsets", "t", "-p", 0)

        asked = await kavka("topic", "trim", "t", "-o", 4, expected=ExitCode.USAGE)
        assert "Delete 4 records of t, in 1 partitions? Nobody can be asked here; if it is meant, say --yes" in asked
        dry = rows(await kavka("topic", "trim", "t", "-o", 4, "--dry-run", "--output", "json"))
        assert [(row["before"], row["start"]) for row in dry] == [(0, 4), (0, 0)]
        assert rows(await kavka("topic", "offsets", "t", "-p", 0, "--output", "json"))[0]["start"] == 0

        done = rows(await kavka("topic", "trim", "t", "-o", f"@{BASE_MS + 3500}", "--yes", "--output", "json"))
        assert [(row["before"], row["start"], row["end"]) for row in done] == [(0, 4, 10), (0, 0, 0)]
        await kavka("topic", "trim", "t", "-o", 2, "-p", 0, "--yes")  # that is gone already
        await kavka("topic", "trim", "t", "-o", -1, "--yes")
        assert [row["start"] for row in rows(await kavka("topic", "offsets", "t", "--output", "json"))] == [9, 0]
        assert "no single place" in await kavka("topic", "trim", "t", "-o", "1:2", "--yes", expected=ExitCode.USAGE)
        assert "not 7" in await kavka("topic", "trim", "t", "-o", 1, "-p", 7, "--yes", expected=ExitCode.FAILED)


async def test_producers_are_listed(kavka, monkeypatch):
    async with LocalCluster(1, in_loop=True) as cluster:
        await filled(cluster, monkeypatch)
        (row,) = rows(await kavka("producer", "list", "t", "-o", "json"))
        assert (row["topic"], row["partition"], row["last_sequence"], row["start_offset"]) == ("t", 0, 9, -1)
        async with Producer(cluster.bootstrap, transactional_id="id") as producer:
            await producer.init_transactions()
            async with producer.transaction():
                await producer.send_and_wait("t", b"x", partition=1)
                (row,) = rows(await kavka("producer", "list", "t", "-p", 1, "-o", "json"))
                assert row["start_offset"] == 0
        assert "not 7" in await kavka("producer", "list", "t", "-p", 7, expected=ExitCode.FAILED)


async def test_features_are_listed_and_others_not_made(kavka, monkeypatch):
    async with LocalCluster(1, in_loop=True) as cluster:
        monkeypatch.setenv("KAVKA_BOOTSTRAP", cluster.bootstrap)
        [found] = rows(await kavka("feature", "list", "-o", "json"))
        assert (found["name"], found["supported_min"], found["supported_max"]) == ("transaction.version", 0, 2)
        assert "not supported" in await kavka("feature", "update", "f=1", expected=ExitCode.FAILED)
        assert "non-existing" in await kavka("feature", "update", "f=0", "--downgrade", expected=ExitCode.FAILED)
        assert "no level" in await kavka("feature", "update", "f=x", expected=ExitCode.USAGE)


SECURED = {
    "listeners": "SASL_PLAINTEXT://127.0.0.1:0",
    "security.inter.broker.protocol": "SASL_PLAINTEXT",
    "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256",
    "sasl.mechanism.inter.broker.protocol": "PLAIN",
    "listener.name.sasl_plaintext.plain.sasl.jaas.config": (
        f'{PLAIN_MODULE} required username="root" password="root-word" user_root="root-word";'
    ),
    "listener.name.sasl_plaintext.scram-sha-256.sasl.jaas.config": f"{SCRAM_MODULE} required;",
}


async def test_tokens_live_and_end(kavka, monkeypatch, tmp_path):
    monkeypatch.setenv("WORD", "root-word")
    login = ["-X", "security.protocol=SASL_PLAINTEXT", "-X", "sasl.mechanism=PLAIN", "-X", "sasl.username=root"]
    login += ["-X", "sasl.password=env:WORD"]
    async with LocalCluster(1, in_loop=True, config={**SECURED, "delegation.token.secret.key": "key"}) as cluster:
        monkeypatch.setenv("KAVKA_BOOTSTRAP", cluster.bootstrap)
        (made,) = rows(
            await kavka("token", "create", "--renewer", "User:bob", "--max-lifetime", "1h", "-o", "json", *login)
        )
        assert made["owner"] == "User:root"
        listed = await kavka("token", "list", "-o", "json", *login)
        assert made["secret"] not in listed
        assert [(row["token_id"], row["renewers"]) for row in rows(listed)] == [(made["token_id"], ["User:bob"])]
        assert rows(await kavka("token", "list", "--owner", "User:carol", "-o", "json", *login)) == []

        jaas = f'{SCRAM_MODULE} required username="{made["token_id"]}" password="{made["secret"]}" tokenauth="true";'
        (tmp_path / "jaas").write_text(jaas)
        by_token = ["-X", "security.protocol=SASL_PLAINTEXT", "-X", "sasl.mechanism=SCRAM-SHA-256"]
        by_token += ["-X", f"sasl.jaas.config=@{tmp_path / 'jaas'}"]
        await kavka("topic", "list", *by_token)
        assert "not by a token" in await kavka("token", "list", *by_token, expected=ExitCode.FAILED)

        assert "expires" in await kavka("token", "renew", made["token_id"], "--for", "30m", *login)
        assert "has ended" in await kavka("token", "expire", made["token_id"], *login)
        gone = await kavka("token", "renew", made["token_id"], *login, expected=ExitCode.NOT_FOUND)
        assert "kavka token list" in gone
        assert "no principal" in await kavka("token", "list", "--owner", "alice", *login, expected=ExitCode.USAGE)


async def test_brokers_that_make_no_tokens_are_said(kavka, monkeypatch):
    monkeypatch.setenv("WORD", "root-word")
    login = ["-X", "security.protocol=SASL_PLAINTEXT", "-X", "sasl.mechanism=PLAIN", "-X", "sasl.username=root"]
    async with LocalCluster(1, in_loop=True, config=SECURED) as cluster:
        arguments = ["token", "create", "-b", cluster.bootstrap, *login, "-X", "sasl.password=env:WORD"]
        assert "delegation.token.secret.key" in await kavka(*arguments, expected=ExitCode.FAILED)

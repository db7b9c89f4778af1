"""No secret is shown: every password that this broker was given is looked for wherever somebody could read it."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from kavka import Admin, NewTopic, Producer
from kavka.client.errors import AuthenticationFailed, ClientError
from tests.support.certificates import Authority
from tests.support.processes.cluster import KavkaProcess, free_port, reserve_ports

pytestmark = [pytest.mark.slow]

STORE, ENCODER, SIGNER, ADMIN = "store-pw-61", "encoder-pw-62", "signer-pw-63", "admin-token-64"
BROKERS, ALICE, BOB, NEW = "brokers-pw-65", "alice-pw-66", "bob-pw-67", "new-pw-68"
WRONG, TYPO = "wrong-pw-69", "typo-pw-70"
ZNODES = "znodes-pw-71"
MODULES = "org.apache.kafka.common.security"
LISTENERS = {"OPEN": "PLAINTEXT", "LOGIN": "SASL_SSL"}


def plain_jaas(*users: tuple[str, str]) -> str:
    told = "".join(f' user_{name}="{password}"' for name, password in users)
    return f'{MODULES}.plain.PlainLoginModule required username="brokers" password="{BROKERS}"{told};'


def properties(folder: Path, ports: dict[str, int]) -> dict[str, str]:
    authority = Authority()
    scram = f"{MODULES}.scram.ScramLoginModule required;"
    return {
        "listeners": ",".join(f"{name}://localhost:{port}" for name, port in ports.items()),
        "listener.security.protocol.map": ",".join(f"{name}:{protocol}" for name, protocol in LISTENERS.items()),
        "inter.broker.listener.name": "LOGIN",
        "sasl.mechanism.inter.broker.protocol": "PLAIN",
        "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256",
        "listener.name.login.plain.sasl.jaas.config": plain_jaas(("brokers", BROKERS), ("alice", ALICE)),
        "listener.name.login.scram-sha-256.sasl.jaas.config": scram,
        "ssl.keystore.type": "PEM",
        "ssl.keystore.location": str(authority.issue("broker").write(folder, password=STORE)),
        "ssl.key.password": STORE,
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": str(authority.write(folder)),
        "password.encoder.secret": ENCODER,
        "delegation.token.secret.key": SIGNER,
        "zookeeper.set.acl": "true",
        "kavka.zookeeper.digest": f"brokers:{ZNODES}",
        "kavka.admin.token": ADMIN,
    }


class Guarded:
    """A broker that was given every kind of secret."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        first = reserve_ports(self, 2)
        self.ports = {name: first + index for index, name in enumerate(LISTENERS)}
        self.config = properties(folder, self.ports)
        self.process = KavkaProcess(folder / "data", config=self.config)
        self.shown: dict[str, str] = {}

    def address(self, listener: str) -> str:
        return f"localhost:{self.ports[listener]}"

    def security(self, mechanism: str, user: str, password: str) -> dict[str, str]:
        module = "plain.Plain" if mechanism == "PLAIN" else "scram.Scram"
        return {
            "security.protocol": "SASL_SSL",
            "ssl.truststore.type": "PEM",
            "ssl.truststore.location": self.config["ssl.truststore.location"],
            "sasl.mechanism": mechanism,
            "sasl.jaas.config": f'{MODULES}.{module}LoginModule required username="{user}" password="{password}";',
        }

    def get(self, path: str, body: object = None) -> str:
        """A route of the admin endpoint; what it answers is kept to be looked through."""
        request = urllib.request.Request(
            f"http://localhost:{self.ports['OPEN'] + 10_000}{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {ADMIN}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            self.shown[path] = answer.read1(1 << 20).decode() if "since" in path else answer.read().decode()
        return self.shown[path]

    def kavka(self, *arguments: str) -> str:
        """What a command prints is kept, too."""
        command = [sys.executable, "-P", "-m", "kavka.cli.main", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.shown[" ".join(arguments[:3])] = done.stdout + done.stderr
        return done.stdout + done.stderr


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    broker = Guarded(tmp_path_factory.mktemp("guarded"))
    broker.process.start()
    yield broker
    assert broker.process.stop() == 0, broker.process.log()


async def try_to_write(broker: Guarded, mechanism: str, user: str, password: str) -> None:
    async with Producer(broker.address("LOGIN"), security=broker.security(mechanism, user, password)) as producer:
        await producer.send_and_wait("t", b"v", partition=0)


async def until_let_in(broker: Guarded, mechanism: str, user: str, password: str) -> None:
    """The broker hears of its altered configuration from ZooKeeper, a moment after it was told to alter it."""
    async with asyncio.timeout(30):
        while True:
            try:
                await try_to_write(broker, mechanism, user, password)
                return
            except AuthenticationFailed:
                await asyncio.sleep(0.05)


async def use(broker: Guarded) -> None:
    """Everything is used: right and wrong logins, a user that is made, secrets that are altered while it runs."""
    async with Admin(broker.address("OPEN")) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
    for mechanism, user, password in (("PLAIN", "alice", WRONG), ("SCRAM-SHA-256", "bob", WRONG)):
        with pytest.raises(ClientError) as refused:
            await try_to_write(broker, mechanism, user, password)
        broker.shown[f"refused {mechanism}"] = str(refused.value)
    await try_to_write(broker, "PLAIN", "alice", ALICE)
    await try_to_write(broker, "SCRAM-SHA-256", "bob", BOB)


def broker_logs(broker: Guarded) -> str:
    """What the supervisor and its broker wrote."""
    return "".join(path.read_text() for path in (broker.process.log_path, *broker.process.data_dir.glob("*.log")))


def process_tables(pids: list[int]) -> dict[str, str]:
    """What `ps` shows to everybody, and the environment."""
    return {
        f"{name} of {pid}": Path(f"/proc/{pid}/{name}").read_text() for pid in pids for name in ("cmdline", "environ")
    }


def spellings(secret: str) -> set[str]:
    """A secret and what it looks like elsewhere; the last letters of base64 depend on what follows."""
    data = secret.encode()
    return {secret, data.hex(), base64.b64encode(data).decode().rstrip("=")[:-1], repr(data)[2:-1]}


async def test_nobody_is_shown_a_secret(guarded):
    open_door = ("-b", guarded.address("OPEN"))
    guarded.get("/transcript", {"for_ms": 600_000})
    guarded.kavka("config", "alter", *open_door, "--loggers", "0", "--set", "root=DEBUG")
    password = guarded.folder / "password"
    password.write_text(BOB + "\n")
    guarded.kavka("user", "add", "bob", *open_door, "--password-file", str(password))
    altered = plain_jaas(("brokers", BROKERS), ("alice", ALICE), ("carol", NEW))
    key = "listener.name.login.plain.sasl.jaas.config"
    jaas = guarded.folder / "jaas"
    for text in (altered, f'{altered} user_dave="{TYPO}" ('):
        jaas.write_text(text)
        guarded.kavka("config", "alter", *open_door, "--broker", "0", "--set", f"{key}=@{jaas}")
    await asyncio.to_thread(asyncio.run, use(guarded))
    await asyncio.to_thread(asyncio.run, until_let_in(guarded, "PLAIN", "carol", NEW))  # the altered users hold

    for path in ("/metrics", "/state", "/events?since=0", "/transcript", "/faults", "/groups", "/health"):
        with contextlib.suppress(urllib.error.HTTPError):
            guarded.get(path)
    assert "PRODUCE" in guarded.shown["/transcript"]
    guarded.kavka("config", "describe", *open_door, "--broker", "0", "--all")
    guarded.kavka("zk", "get", "/config/brokers/0", "--zookeeper", guarded.process.zookeeper)
    guarded.kavka("doctor", *open_door)
    guarded.shown["log"] = broker_logs(guarded)
    assert "DEBUG" in guarded.shown["log"]
    guarded.shown |= process_tables([guarded.process.pid, *guarded.process.broker_pids])

    secrets = (STORE, ENCODER, SIGNER, ADMIN, BROKERS, ALICE, BOB, NEW, WRONG, TYPO, ZNODES)
    found = [
        (secret, where)
        for where, text in guarded.shown.items()
        for secret in secrets
        if any(spelling in text for spelling in spellings(secret))
    ]
    assert found == []


def test_files_with_secrets_are_for_their_owner_alone(guarded):
    holders = [
        path
        for path in guarded.process.data_dir.rglob("*")
        if path.is_file()
        and any(secret.encode() in path.read_bytes() for secret in (STORE, ENCODER, BROKERS, ALICE, ZNODES))
    ]
    assert holders, "the generated server.properties"
    assert [path for path in holders if stat.S_IMODE(path.stat().st_mode) & 0o077] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"ssl.key.password": WRONG},
        {"listener.name.login.plain.sasl.jaas.config": plain_jaas(("alice", TYPO)) + " ="},
        {"listener.name.login.plain.sasl.jaas.config": f'{MODULES}.plain.PlainLoginModule required user_a="{TYPO}'},
    ],
    ids=["key-password", "text-behind-jaas", "open-quote-in-jaas"],
)
def test_a_broker_that_cannot_start_does_not_say_its_secrets(tmp_path, wrong):
    ports = {listener: free_port() for listener in LISTENERS}
    process = KavkaProcess(tmp_path / "data", config=properties(tmp_path, ports) | wrong)
    with pytest.raises(RuntimeError) as failure:
        process.start()
    told = str(failure.value).split(" --config ", 1)[0] + process.log()  # the command line is the test's own
    assert next(iter(wrong)) in told
    assert "Traceback" not in told
    assert [secret for secret in (STORE, ENCODER, BROKERS, ALICE, WRONG, TYPO) if secret in told] == []

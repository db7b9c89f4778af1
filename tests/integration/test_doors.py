"""What another user of the machine finds beside a cluster with logins: every door is closed, and opens to its owner.

Another user has no file of the cluster's; else he does what anybody can: asks HTTP, asks ZooKeeper, looks at processes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import NoAuthError

from kavka import Admin, LocalCluster, NewTopic
from kavka.cli.main import cli, run
from kavka.client import scram_users
from kavka.client.cluster import Cluster
from kavka.testing.cluster import KafkaCluster
from tests.support.http.web import ask
from tests.support.processes.cluster import KavkaProcess

pytestmark = [pytest.mark.slow]

BROKERS, ALICE = "brokers-pw-31", "alice-pw-32"
JAAS = (
    "org.apache.kafka.common.security.plain.PlainLoginModule required "
    f'username="broker" password="{BROKERS}" user_broker="{BROKERS}" user_alice="{ALICE}";'
)
LOGINS = {
    "listeners": "SASL_PLAINTEXT://127.0.0.1:0",
    "security.inter.broker.protocol": "SASL_PLAINTEXT",
    "sasl.enabled.mechanisms": "PLAIN",
    "sasl.mechanism.inter.broker.protocol": "PLAIN",
    "listener.name.sasl_plaintext.plain.sasl.jaas.config": JAAS,
}
ACLS = {"authorizer.class.name": "kafka.security.authorizer.AclAuthorizer", "super.users": "User:ANONYMOUS"}
CLOSED = (
    ("GET", "/messages?topic=t"),
    ("POST", "/produce"),
    ("DELETE", "/topics/t"),
    ("POST", "/topics"),
    ("GET", "/groups"),
    ("GET", "/state"),
    ("GET", "/events"),
    ("GET", "/faults"),
    ("POST", "/faults"),
    ("POST", "/clock"),
    ("POST", "/transcript"),
    ("GET", "/wait?for=brokers&size=1"),
    ("GET", "/peers/1/state"),
    ("GET", "/nothing"),
)


@pytest.fixture
def kavka(capsys):
    """Runs a verb beside the loop; (exit code, stdout, stderr)."""

    async def run_verb(*words):
        code = await asyncio.to_thread(run, cli, list(words))
        return code, *capsys.readouterr()

    return run_verb


@pytest.mark.parametrize("config", [LOGINS, ACLS], ids=["logins", "an authorizer"])
async def test_the_admin_endpoint_of_a_guarded_cluster_opens_to_whoever_can_read_its_token(tmp_path, kavka, config):
    async with LocalCluster(2, in_loop=True, data_dir=tmp_path, config=config) as cluster:
        url = cluster.brokers[0].admin
        for method, path in CLOSED:
            refused = await ask(f"{url}{path}", method=method)
            assert refused.status == 401, path
            assert "a token is needed" in refused.json()["error"]
            assert refused.headers["www-authenticate"] == "Bearer"
        for path in ("/metrics", "/health", "/health/ready", "/console", "/console/app.js"):
            assert (await ask(f"{url}{path}")).status == 200, path

        file = tmp_path / "admin.token"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert str(file) in refused.json()["error"]
        owner = {"Authorization": f"Bearer {file.read_text().strip()}"}
        for broker in cluster.brokers:
            assert (await ask(f"{broker.admin}/state/broker", headers=owner)).json()["id"] == broker.id
        assert (await ask(f"{url}/peers/1/state/broker", headers=owner)).json()["id"] == 1
        made = await ask(f"{url}/topics", method="POST", body={"name": "t", "partitions": 1}, headers=owner)
        assert made.status < 300, made.body

        here = ("--data-dir", str(tmp_path))
        assert (await kavka("fault", "add", "drop", "--topic", "t", *here))[0] == 0
        assert (await kavka("transcript", "on", "--for", "1s", *here))[0] == 0
        assert len(json.loads((await kavka("top", "-o", "json", *here))[1])["brokers"]) == 2
        named = await kavka("fault", "list", "--admin", cluster.brokers[1].admin, "-o", "json", *here)
        assert json.loads(named[1])[0]["action"] == "drop"
        stranger = await kavka("fault", "list", "--admin", url, "--data-dir", str(tmp_path / "elsewhere"))
        assert stranger[0] == 1
        assert "a token is needed" in stranger[2]
        (address,) = (await kavka("console", *here))[1].split()
        assert address == f"{url}/console#token={file.read_text().strip()}"
        assert "401" not in (await kavka("doctor", *here))[1]
        assert "bearer" not in (await kavka("generate", "prometheus", *here))[1]


async def test_without_logins_nothing_is_asked_for_and_no_secret_is_made(tmp_path):
    async with LocalCluster(1, in_loop=True, data_dir=tmp_path) as cluster:
        assert (await ask(f"{cluster.brokers[0].admin}/state")).status == 200
        assert cluster.admin_token is None
        assert cluster.zookeeper_digest is None
        assert not list(tmp_path.glob("*.token")) + list(tmp_path.glob("*.digest"))
        assert cluster.state.public()["admin_token_file"] is None


async def test_what_is_open_is_the_users_to_say(tmp_path):
    closed = {**ACLS, "kavka.admin.open": ""}
    async with LocalCluster(1, in_loop=True, data_dir=tmp_path, config=closed) as cluster:
        assert (await ask(f"{cluster.brokers[0].admin}/metrics")).status == 401
    opened = {**ACLS, "kavka.admin.token": "mine", "kavka.admin.open": "health"}
    async with LocalCluster(1, in_loop=True, data_dir=tmp_path, config=opened) as cluster:
        url = cluster.brokers[0].admin
        assert (await ask(f"{url}/metrics")).status == 401
        assert (await ask(f"{url}/health")).status == 200
        assert cluster.admin_token == "mine", "kavka finds also a token of the user's own"


def test_a_cluster_for_tests_knows_its_token():
    with KafkaCluster(2, config=ACLS) as cluster:
        cluster.create_topic("t")
        cluster.add_fault("close", topic="t")
        assert len(cluster.faults()) == 2
        assert cluster.admin_token


# ---- ZooKeeper -----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def session(address, login=None):
    client = KazooClient(address, auth_data=[("digest", login)] if login else None)
    client.start()
    try:
        yield client
    finally:
        client.stop()
        client.close()


def is_closed_to_strangers(address: str) -> None:
    with session(address) as stranger:
        for refused in (
            lambda: stranger.get("/config/users/alice"),
            lambda: stranger.get_children("/config/users"),
            lambda: stranger.create("/config/users/mallory", b"{}"),
            lambda: stranger.get_children("/config/brokers"),
            lambda: stranger.set("/brokers/topics/t", b"{}"),
            lambda: stranger.create("/kafka-acl/Topic/t", b"{}", makepath=True),
            lambda: stranger.create("/config/changes/config_change_", b"{}", sequence=True),
            lambda: stranger.create("/admin/delete_topics/t"),
            lambda: stranger.delete("/brokers/ids/0"),
            lambda: stranger.delete("/controller"),
            lambda: stranger.delete("/controller_epoch"),
            lambda: stranger.create("/admin/preferred_replica_election", b"{}"),
            lambda: stranger.create("/anything"),
        ):
            with pytest.raises(NoAuthError):
                refused()
        assert stranger.get_children("/brokers/ids") == ["0"], "what is no secret is told, as Kafka does"
        stranger.create("/consumers/old")


async def fill(bootstrap: str) -> None:
    async with Admin(bootstrap) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=1)])
    async with Cluster(bootstrap) as cluster:
        await scram_users.set_password(cluster, "alice", ALICE, mechanisms=("SCRAM-SHA-512",), iterations=4096)


async def test_the_embedded_zookeeper_of_a_guarded_cluster_is_its_brokers_alone(tmp_path, kavka):
    async with LocalCluster(1, in_loop=True, data_dir=tmp_path, config=ACLS) as cluster:
        await fill(cluster.bootstrap)
        await asyncio.to_thread(is_closed_to_strangers, cluster.zookeeper)
        here = ("--data-dir", str(tmp_path))
        assert stat.S_IMODE((tmp_path / "zookeeper.digest").stat().st_mode) == 0o600
        code, out, _ = await kavka("zk", "get", "/config/users/alice", *here)
        assert (code, "SCRAM-SHA-512" in out) == (0, True)
        assert (await kavka("zk", "ls", "-R", "/", "--zookeeper", cluster.zookeeper, *here))[0] == 0
        password = tmp_path / "bobs"
        password.write_text("bob-pw")
        words = ("user", "add", "bob", "--zookeeper", cluster.zookeeper, "--password-file", str(password))
        assert (await kavka(*words, *here))[0] == 0
        assert "SCRAM" in (await kavka("zk", "get", "/config/users/bob", *here))[1]
        stranger = await kavka(*words, "--data-dir", str(tmp_path / "elsewhere"))
        assert stranger[0] != 0


async def test_a_cluster_that_was_open_is_closed_by_its_first_login_and_goes_on_without(tmp_path):
    async with LocalCluster(1, in_loop=True, data_dir=tmp_path) as cluster:
        await fill(cluster.bootstrap)
    async with LocalCluster(1, in_loop=True, data_dir=tmp_path, config=ACLS) as cluster:
        await asyncio.to_thread(is_closed_to_strangers, cluster.zookeeper)
        digest = cluster.zookeeper_digest
    (tmp_path / "zookeeper.digest").unlink()
    async with LocalCluster(1, in_loop=True, data_dir=tmp_path, config=ACLS) as cluster:
        assert cluster.zookeeper_digest not in (None, digest), "a lost digest is made anew, and its nodes follow"
        await asyncio.to_thread(is_closed_to_strangers_still, cluster.zookeeper)
    async with LocalCluster(1, in_loop=True, data_dir=tmp_path) as cluster:  # no authorizer any more
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="later", num_partitions=1)])
        await asyncio.to_thread(is_closed_to_strangers_still, cluster.zookeeper)


def is_closed_to_strangers_still(address: str) -> None:
    with session(address) as stranger, pytest.raises(NoAuthError):
        stranger.get("/config/users/alice")


async def test_whoever_wants_zookeeper_open_says_so(tmp_path):
    config = {**ACLS, "zookeeper.set.acl": "false"}
    async with LocalCluster(1, in_loop=True, data_dir=tmp_path, config=config) as cluster:
        assert cluster.zookeeper_digest is None

        def write() -> None:
            with session(cluster.zookeeper) as tool:
                tool.create("/kafka-acl/Topic/t", b"{}", makepath=True)

        await asyncio.to_thread(write)


# ---- processes and files -------------------------------------------------------------------------------------------


def command_line(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


@pytest.fixture
def loose_umask():
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("loose_umask")
def test_no_process_shows_a_password_and_no_file_either(tmp_path):
    process = KavkaProcess(tmp_path / "data", config=LOGINS)
    process.start()
    try:
        shown = [command_line(pid) for pid in (process.pid, *process.broker_pids)]
        assert all("kavka" in one or "broker" in one for one in shown)
        files = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
        holders = [path for path in files if any(pw.encode() in path.read_bytes() for pw in (BROKERS, ALICE))]
        assert "broker-0.properties" in {path.name for path in holders}
        top = [path for path in files if path.parent.name in ("data", "zookeeper")]
        assert {path.name for path in top} >= {"admin.token", "zookeeper.digest", "kavka.json", "broker-0.log"}
        assert [path for path in (*holders, *top) if stat.S_IMODE(path.stat().st_mode) & 0o077] == []
        folders = [tmp_path / "data", tmp_path / "data" / "zookeeper", tmp_path / "data" / "broker-0"]
        assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}
    finally:
        assert process.stop() == 0, process.log()
    assert not [one for one in shown if BROKERS in one or ALICE in one]


def kavka_process(*words, stdin="", **environment):
    command = [sys.executable, "-P", "-m", "kavka.cli.main", *words]
    return subprocess.run(
        command, input=stdin, capture_output=True, text=True, timeout=60, check=False, env={**os.environ, **environment}
    )


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("start", "--config", "ssl.key.password=hunter2"), "ssl.key.password"),
        (
            ("start", "--config", f"listener.name.a.plain.sasl.jaas.config={JAAS}"),
            "listener.name.a.plain.sasl.jaas.config",
        ),
        (("start", "--config", "kavka.admin.token=hunter2"), "kavka.admin.token"),
        (("config", "alter", "--broker", "0", "--set", "ssl.keystore.password=hunter2"), "ssl.keystore.password"),
        (("fault", "list", "--token", "hunter2"), "--token"),
        (("top", "--token", "hunter2"), "--token"),
        (("doctor", "--token", "hunter2"), "--token"),
        (("zk", "ls", "--digest", "u:hunter2"), "--digest"),
    ],
)
def test_a_secret_in_a_command_line_is_refused_with_what_to_write_instead(words, name):
    done = kavka_process(*words)
    assert done.returncode == 2
    assert f"{name} is a secret" in done.stderr
    assert "@FILE" in done.stderr
    assert "env:VARIABLE" in done.stderr
    assert "hunter2" not in done.stderr + done.stdout


def test_a_registrys_login_comes_by_a_variable_and_not_by_the_command_line():
    done = kavka_process("start", "--registry", "http://me:hunter2@registry:8081")
    assert done.returncode == 2
    assert "KAVKA_REGISTRY" in done.stderr
    assert "hunter2" not in done.stderr + done.stdout


def test_a_broker_takes_no_secret_by_override_either():
    command = [sys.executable, "-P", "-m", "kavka.broker", "--override", "ssl.key.password=hunter2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "ssl.key.password is a secret" in done.stderr
    assert "hunter2" not in done.stderr


def test_secrets_come_by_a_file_a_variable_or_a_pipe(tmp_path):
    """The settings arrive: a listener's name that is wrong is what the broker complains about, after all of them."""
    (tmp_path / "jaas").write_text(JAAS + "\n")
    words = (
        "start",
        "--port",
        "0",
        "--data-dir",
        str(tmp_path / "data"),
        "--config",
        "inter.broker.listener.name=NONE",
    )
    key = "listener.name.x.plain.sasl.jaas.config"
    for ways, given in (
        (("--config", f"{key}=@{tmp_path / 'jaas'}"), {}),
        (("--config", f"{key}=env:JAAS"), {"JAAS": JAAS}),
        (("--config-file", "-"), {"stdin": f"{key}={JAAS}\n"}),
    ):
        done = kavka_process(*words, *ways, **given)
        assert done.returncode != 0
        assert ALICE not in done.stderr + done.stdout
        stored = tmp_path / "data" / "broker-0.properties"
        assert f"{key}={JAAS}" in stored.read_text()
        stored.unlink()
    missing = kavka_process(*words, "--config", "ssl.key.password=@/nowhere")
    assert missing.returncode == 2
    assert "/nowhere cannot be read" in missing.stderr

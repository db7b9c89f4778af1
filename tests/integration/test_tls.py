"""TLS as users meet it: foreign clients and ours, right and wrong certificates, mutual TLS, renewal under load."""

from __future__ import annotations

import asyncio
import json
import ssl
from pathlib import Path
from typing import NamedTuple

import pytest

from kavka import Consumer, Producer
from kavka.cli.exit_codes import ExitCode
from kavka.cli.main import cli, run
from kavka.client.admin import Admin, NewTopic
from kavka.client.configs import Changes, ConfigResource
from kavka.client.errors import AuthenticationFailed, DeadlineExceeded, KafkaError
from kavka.common.types import TopicPartition
from kavka.local.cluster import LocalCluster
from kavka.protocol.errors import TopicAuthorizationFailed
from kavka.testing.cluster import KafkaCluster
from tests.support.certificates import EXPIRED, Authority
from tests.support.clients.secure_clients import SECURE_CLIENTS, Refused, Security
from tests.support.http.web import ask
from tests.support.processes.cluster import KavkaProcess, reserve_ports

TOPIC = "t"
each_client = pytest.mark.parametrize("client", SECURE_CLIENTS.values(), ids=SECURE_CLIENTS)
QUICK = {name: client for name, client in SECURE_CLIENTS.items() if name != "kafka-python"}
"""kafka-python tries again for as long as it may, and who it trusts is Python's to say, as with aiokafka."""
each_quick_client = pytest.mark.parametrize("client", QUICK.values(), ids=QUICK)


class Secure(NamedTuple):
    """A broker with four listeners."""

    folder: Path
    ca: Authority
    plain: str
    ssl: str
    mutual: str
    elsewhere: str
    """Its certificate is for another host."""

    def security(self, name: str | None = None) -> Security:
        certificate = None if name is None else self.ca.issue(name, hosts=())
        return Security("SSL", ca=self.folder / "ca.pem", certificate=certificate, folder=self.folder)

    def log(self) -> str:
        return (self.folder / "data" / "broker-0.log").read_text()


@pytest.fixture(scope="module")
def secure(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    ca = Authority()
    ca.write(folder)
    ca.issue("broker").write(folder)
    ca.issue("broker", hosts=["elsewhere.example"]).write(folder, "elsewhere")
    Authority("another CA").write(folder, "other")
    port = reserve_ports(ca, 4)
    names = ("PLAINTEXT", "SSL", "MUTUAL", "ELSEWHERE")
    process = KavkaProcess(
        folder / "data",
        config={
            "listeners": ",".join(f"{name}://127.0.0.1:{port + number}" for number, name in enumerate(names)),
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,SSL:SSL,MUTUAL:SSL,ELSEWHERE:SSL",
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": str(folder / "broker.pem"),
            "ssl.truststore.type": "PEM",
            "ssl.truststore.location": str(folder / "ca.pem"),
            "listener.name.mutual.ssl.client.auth": "required",
            "listener.name.mutual.ssl.principal.mapping.rules": "RULE:^CN=(.*)$/$1/L",
            "listener.name.elsewhere.ssl.keystore.location": str(folder / "elsewhere.pem"),
            "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
            "super.users": "User:ANONYMOUS;User:alice",
        },
    )
    process.start()
    secure = Secure(folder, ca, *(f"127.0.0.1:{port + number}" for number in range(4)))
    asyncio.run(make_topic(secure.plain))
    yield secure
    assert process.stop() == 0, process.log()


async def make_topic(bootstrap, replicas=1, **options):
    async with Admin(bootstrap, **options) as admin:
        await admin.create_topics([NewTopic(name=TOPIC, num_partitions=1, replication_factor=replicas)])


@each_client
def test_every_client_speaks_tls(secure, client):
    client(secure.ssl, TOPIC, secure.security())


@each_client
def test_every_client_proves_who_it_is_by_its_certificate(secure, client):
    client(secure.mutual, TOPIC, secure.security("Alice"))


@each_client
def test_no_client_is_let_in_without_the_certificate_that_is_asked_for(secure, client):
    with pytest.raises(Refused):
        client(secure.mutual, TOPIC, secure.security())
    assert "peer did not return a certificate" in secure.log()


async def mutual_counts(secure):
    """Kafka's counters of authentication, of the listener MUTUAL."""
    state = json.loads((secure.folder / "data" / "kavka.json").read_text())
    metrics = (await ask(f"{state['brokers'][0]['admin']}/metrics")).body.decode()
    lines = [line for line in metrics.splitlines() if 'listener="MUTUAL"' in line]
    names = ("successful_authentication", "failed_authentication")
    return [
        float(line.split()[-1])
        for name in names
        for line in lines
        if line.startswith(f"kafka_server_socket_server_metrics_{name}_total")
    ]


async def test_metrics_say_when_a_certificate_ends_and_the_log_when_it_is_over(tmp_path, caplog):
    ca = Authority()
    config = {
        "listeners": "PLAINTEXT://127.0.0.1:0,SSL://127.0.0.1:0",
        "ssl.keystore.location": str(ca.issue("broker", end=EXPIRED).write(tmp_path)),
    }
    async with LocalCluster(1, config=config, in_loop=True) as cluster:
        metrics = (await ask(f"{cluster.brokers[0].admin}/metrics")).body.decode()
    (line,) = [line for line in metrics.splitlines() if line.startswith("kavka_tls_certificate_ends")]
    assert line.startswith('kavka_tls_certificate_ends_timestamp_seconds{listener="SSL"}')
    assert float(line.split()[-1]) == EXPIRED.timestamp()
    assert "the certificate of listener SSL has ended" in caplog.text


async def test_the_controller_and_brokers_may_have_a_listener_of_their_own(tmp_path):
    ca = Authority()
    ca.write(tmp_path)
    config = {
        "listeners": "PLAINTEXT://127.0.0.1:0,CONTROL://127.0.0.1:0",
        "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROL:SSL",
        "control.plane.listener.name": "CONTROL",
        "listener.name.control.ssl.keystore.type": "PEM",
        "listener.name.control.ssl.keystore.location": str(ca.issue("broker").write(tmp_path)),
        "listener.name.control.ssl.truststore.type": "PEM",
        "listener.name.control.ssl.truststore.location": str(tmp_path / "ca.pem"),
        "listener.name.control.ssl.client.auth": "required",
    }
    async with LocalCluster(3, config=config, in_loop=True) as cluster:
        await make_topic(cluster.bootstrap, replicas=3)
        async with Producer(cluster.bootstrap, acks=-1) as producer:
            assert (await producer.send_and_wait(TOPIC, b"by way of all three")).offset == 0
        for broker in cluster.brokers:
            metrics = (await ask(f"{broker.admin}/metrics")).body.decode()
            name = 'kafka_server_socket_server_metrics_successful_authentication_total{listener="CONTROL"'
            (line,) = [line for line in metrics.splitlines() if line.startswith(name)]
            assert float(line.split()[-1]) >= 1


async def test_who_was_let_in_and_who_was_not_is_counted(secure):
    let_in, refused = await mutual_counts(secure)
    async with Admin(secure.mutual, security=secure.security("alice").kafka()):
        pass
    with pytest.raises(AuthenticationFailed):
        await Admin(secure.mutual, security=secure.security().kafka()).__aenter__()
    assert await mutual_counts(secure) == [let_in + 1, refused + 1]


@each_quick_client
def test_no_client_trusts_a_broker_of_an_unknown_authority(secure, client):
    with pytest.raises(Refused):
        client(secure.ssl, TOPIC, Security("SSL", ca=secure.folder / "other.pem"))


@each_quick_client
def test_no_client_trusts_another_host_s_certificate(secure, client):
    with pytest.raises(Refused):
        client(secure.elsewhere, TOPIC, secure.security())


async def test_the_bundled_client_speaks_tls_too(secure):
    properties = secure.security("alice").kafka()
    async with Producer(secure.mutual, security=properties) as producer:
        sent = await producer.send_and_wait(TOPIC, b"by certificate")
    async with Consumer(secure.mutual, security=properties) as consumer:
        partition = TopicPartition(TOPIC, 0)
        await consumer.assign([partition])
        consumer.seek(partition, sent.offset)
        (record,) = (await consumer.poll(timeout_ms=30_000))[partition]
        assert record.value == b"by certificate"


async def test_rights_are_those_of_the_certificate_s_owner(secure):
    async with Admin(secure.mutual, security=secure.security("bob").kafka()) as admin:
        with pytest.raises(TopicAuthorizationFailed):
            await admin.describe_topic_configs(TOPIC)


@pytest.mark.parametrize(
    ("listener", "authority", "words"),
    [
        ("ssl", "other", "not to be trusted"),
        ("elsewhere", "ca", "not valid for '127.0.0.1'"),
        ("mutual", "ca", "refuses this client in the TLS handshake: .*certificate required"),
    ],
)
async def test_the_bundled_client_says_why_not_at_once(secure, listener, authority, words):
    security = Security("SSL", ca=secure.folder / f"{authority}.pem").kafka()
    async with asyncio.timeout(30):  # its own deadline is a minute
        with pytest.raises(AuthenticationFailed, match=words):
            await Admin(getattr(secure, listener), security=security).__aenter__()


async def test_plaintext_and_tls_talk_past_each_other_and_it_is_said(secure):
    with pytest.raises(DeadlineExceeded, match="closed the connection"):
        await Admin(secure.ssl, api_timeout_ms=300).__aenter__()
    assert "this looks like Kafka without TLS, and this listener speaks SSL" in secure.log()
    with pytest.raises((DeadlineExceeded, AuthenticationFailed), match="TLS"):
        await Admin(secure.plain, api_timeout_ms=300, security=secure.security().kafka()).__aenter__()
    assert "this looks like TLS, and this listener is plaintext" in secure.log()


async def shown_certificate(address, ca):
    host, port = address.split(":")
    context = ssl.create_default_context(cadata=ca.pem())
    _, writer = await asyncio.open_connection(host, int(port), ssl=context)
    shown = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.transport.abort()
    return shown


async def test_a_certificate_is_renewed_under_load(secure):
    resource = ConfigResource.broker(0)
    setting = "listener.name.ssl.ssl.keystore.location"
    path = secure.folder / "rotating.pem"
    stopping, acknowledged = False, asyncio.Event()
    async with Admin(secure.plain) as admin, Producer(secure.ssl, security=secure.security().kafka()) as producer:

        async def load():
            while not stopping:
                await producer.send_and_wait(TOPIC, b"x" * 1000)
                acknowledged.set()

        async with asyncio.TaskGroup() as group:
            group.create_task(load())
            for _ in range(3):  # another path first, then other content under the same one
                certificate = secure.ca.issue("broker")
                certificate.write(secure.folder, "rotating")
                await admin.alter_configs(resource, Changes(set={setting: str(path)}))
                assert await shown_certificate(secure.ssl, secure.ca) == certificate.der()
                for _ in range(20):
                    acknowledged.clear()
                    await acknowledged.wait()
            secure.ca.issue("thief").write(secure.folder, "rotating")
            with pytest.raises(KafkaError, match="DistinguishedName does not match: existing=CN=broker, new=CN=thief"):
                await admin.alter_configs(resource, Changes(set={setting: str(path)}))
            assert await shown_certificate(secure.ssl, secure.ca) == certificate.der()
            stopping = True
    assert "connection" not in secure.log().partition("rotating")[2]  # nobody's ended


async def test_brokers_replicate_over_tls_and_fail_over(tmp_path):
    ca = Authority()
    config = {
        "listeners": "SSL://127.0.0.1:0",
        "security.inter.broker.protocol": "SSL",
        "ssl.keystore.location": str(ca.issue("broker").write(tmp_path)),
        "ssl.truststore.location": str(ca.write(tmp_path)),
        "ssl.client.auth": "required",
        "min.insync.replicas": "2",
    }
    properties = Security(ca=tmp_path / "ca.pem", certificate=ca.issue("alice"), folder=tmp_path).kafka()
    partition = TopicPartition(TOPIC, 0)
    async with LocalCluster(3, config=config, in_loop=True) as cluster:
        await make_topic(cluster.bootstrap, replicas=3, security=properties)
        async with Producer(cluster.bootstrap, security=properties) as producer:
            await asyncio.gather(*[await producer.send(TOPIC, b"%d" % number) for number in range(100)])
            async with Admin(cluster.bootstrap, security=properties) as admin:
                (topic,) = await admin.describe_topics([TOPIC])
            await cluster.kill(topic.partitions[0].leader)
            await asyncio.gather(*[await producer.send(TOPIC, b"%d" % number) for number in range(100, 200)])
            await cluster.restart(topic.partitions[0].leader)
        async with Consumer(cluster.bootstrap, security=properties) as consumer:
            await consumer.assign([partition])
            consumer.seek(partition, 0)
            seen = []
            while len(seen) < 200:
                seen += (await consumer.poll(timeout_ms=30_000)).get(partition, [])
        owner = {"Authorization": f"Bearer {cluster.admin_token}"}
        shown = await ask(f"{cluster.brokers[0].admin}/messages?topic={TOPIC}&from=0&limit=1", headers=owner)
        assert shown.status == 200, shown.body  # the console, too, comes in by the broker's keys
    assert [record.value for record in seen] == [b"%d" % number for number in range(200)]


def test_every_verb_takes_kafka_s_client_properties(secure, capfd, monkeypatch):
    file = secure.folder / "client.properties"
    security = secure.security("alice")
    file.write_text("".join(f"{name}={value}\n" for name, value in security.kafka().items()) + "acks=all\n")
    where = ["-b", secure.mutual, "--command-config", str(file)]
    for verb in (["topic", "list"], ["cluster", "status"], ["group", "list"], ["txn", "list"], ["acl", "list"]):
        assert run(cli, [*verb, *where]) == ExitCode.OK, capfd.readouterr().err
    assert run(cli, ["perf", "produce", TOPIC, "-n", "10", *where]) == ExitCode.OK
    capfd.readouterr()
    monkeypatch.setenv("KAVKA_COMMAND_CONFIG", str(file))
    assert run(cli, ["consume", TOPIC, "-o", "beginning", "-c", "1", "-b", secure.mutual]) == ExitCode.OK
    assert capfd.readouterr().out


def test_other_people_s_tests_get_brokers_that_speak_tls(tmp_path):
    ca = Authority()
    config = {
        "listeners": "SSL://127.0.0.1:0,PLAINTEXT://127.0.0.1:0",
        "ssl.keystore.location": str(ca.issue("broker").write(tmp_path)),
    }
    with KafkaCluster(2, config=config) as cluster:
        asyncio.run(make_topic(cluster.bootstrap, security=Security(ca=ca.write(tmp_path)).kafka()))
        with pytest.raises(ValueError, match="cannot be cut off"):
            cluster.partition({0}, {1})


def test_status_comes_in_where_a_broker_speaks_tls_alone_and_no_secret_shows(tmp_path, capfd):
    """Keys inside the properties, as PEM over many lines, with passwords; none of it is in a log, answer or page."""
    ca = Authority()
    broker = ca.issue("broker")
    (tmp_path / "out.p12").write_bytes(broker.pkcs12("secret-of-store"))
    process = KavkaProcess(
        tmp_path / "data",
        config={
            "listeners": "SSL://127.0.0.1:0,OUT://127.0.0.1:0",
            "listener.security.protocol.map": "SSL:SSL,OUT:SSL",
            "security.inter.broker.protocol": "SSL",
            "listener.name.ssl.ssl.keystore.key": broker.key_pem("secret-of-key"),
            "listener.name.ssl.ssl.keystore.certificate.chain": broker.chain_pem(),
            "listener.name.ssl.ssl.key.password": "secret-of-key",
            "ssl.truststore.certificates": ca.pem(),
            "ssl.client.auth": "required",
            "ssl.principal.mapping.rules": r"RULE:^CN=(\w+)$/$1/",
            "listener.name.out.ssl.keystore.type": "PKCS12",
            "listener.name.out.ssl.keystore.password": "secret-of-store",
            "listener.name.out.ssl.keystore.location": str(tmp_path / "out.p12"),
        },
    )
    process.start()
    security = Security(ca=ca.write(tmp_path), certificate=ca.issue("alice"), folder=tmp_path).kafka()
    try:
        assert run(cli, ["status", "--data-dir", str(tmp_path / "data"), "-o", "json"]) == ExitCode.OK
        (state,) = json.loads(capfd.readouterr().out)["brokers"]
        assert state["state"] == "answers"
        said = asyncio.run(everything_said(process.bootstrap, state["admin"], security))
        said += (tmp_path / "data" / "broker-0.log").read_text()
        assert "listener.name.out.ssl.keystore.password" in said
        for secret in ("secret-of", "PRIVATE", broker.key_pem("x").splitlines()[1][:20]):
            assert secret not in said
    finally:
        assert process.stop() == 0, process.log()


async def everything_said(bootstrap, admin_url, security):
    """What a broker tells of itself."""
    async with Admin(bootstrap, security=security) as admin:
        configs = repr(await admin.describe_broker_configs(0))
    pages = [await ask(f"{admin_url}/{page}") for page in ("metrics", "state", "health")]
    return configs + "".join(page.body.decode() for page in pages)


def test_a_verb_says_in_a_line_what_is_wrong_with_its_client_properties(secure, capfd):
    file = secure.folder / "wrong.properties"
    for text, words in (
        ("security.protocol=SSL\nssl.trustore.location=x\n", "did you mean ssl.truststore.location?"),
        (f"security.protocol=SSL\nssl.truststore.location={secure.folder}/other.pem\n", "not to be trusted"),
    ):
        file.write_text(text)
        assert run(cli, ["topic", "list", "-b", secure.ssl, "--command-config", str(file)]) != ExitCode.OK
        error = capfd.readouterr().err
        assert words in error
        assert error.count("\n") == 1 or "Usage" in error
        assert "--command-config" in error


def test_a_verb_that_speaks_plaintext_to_tls_is_told_of_the_option(secure, capfd):
    assert run(cli, ["topic", "list", "-b", secure.ssl]) == ExitCode.UNREACHABLE
    assert "If TLS or a login is wanted there, say so with: --command-config FILE" in capfd.readouterr().err

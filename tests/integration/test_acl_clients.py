"""ACLs made by other people's admin clients and by `kavka acl`, and rights that end in the middle of a stream.

The broker is one process; nobody logs in, so everybody is User:ANONYMOUS. It may manage ACLs; the rest a test grants.
"""

from __future__ import annotations

import contextlib
import json
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import confluent_kafka
import pytest
from confluent_kafka import admin as confluent

from kavka.cli.exit_codes import ExitCode
from kavka.cli.main import cli, run
from tests.support.clients.foreign import CLIENT_SECONDS_MAX
from tests.support.processes.cluster import KavkaProcess

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    import kafka.admin

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

ME = "User:ANONYMOUS"
QUICK = {"fetch.wait.max.ms": 100, "fetch.error.backoff.ms": 50, "topic.metadata.refresh.interval.ms": 500}
"""How often librdkafka looks again at what was refused."""
Acl = tuple[str, str, str, str, str, str, str]
"""Type, name, pattern, principal, host, operation, permission: as every client names them in the end."""


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A broker with an authorizer, locked after its start: its ACLs may be managed, and no topic be touched."""
    config = {
        "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
        "allow.everyone.if.no.acl.found": "true",
        "auto.create.topics.enable": "false",
    }
    process = KavkaProcess(tmp_path_factory.mktemp("guarded") / "data", config=config)
    process.start()
    admin = Confluent(process.bootstrap)
    for operation in ("ALTER", "CLUSTER_ACTION", "DESCRIBE", "CREATE"):
        admin.create(("CLUSTER", "kafka-cluster", "LITERAL", ME, "*", operation, "ALLOW"))
    for kind in ("TOPIC", "GROUP"):
        admin.create((kind, "*", "LITERAL", "User:nobody", "*", "ALL", "ALLOW"))
    for operation in ("READ", "WRITE"):
        admin.create(("TOPIC", "__consumer_offsets", "LITERAL", ME, "*", operation, "ALLOW"))
    yield process.bootstrap
    assert process.stop() == 0, process.log()


@pytest.fixture
def topic(guarded: str, request: pytest.FixtureRequest) -> str:
    """A topic of the test's own that exists, and that nobody may touch."""
    name = f"{request.node.name[:60].replace('[', '.').replace(']', '')}".replace("_", "-")
    admin = confluent.AdminClient({"bootstrap.servers": guarded})
    admin.create_topics([confluent.NewTopic(name, 1, 1)])[name].result(CLIENT_SECONDS_MAX)
    return name


class Confluent:
    """librdkafka's admin client."""

    def __init__(self, bootstrap: str) -> None:
        self._client = confluent.AdminClient({"bootstrap.servers": bootstrap})

    @staticmethod
    def _named(cls: Any, acl: Acl) -> Any:
        kind, name, pattern, principal, host, operation, permission = acl
        resource = "BROKER" if kind == "CLUSTER" else kind
        return cls(
            confluent.ResourceType[resource],
            name,
            confluent.ResourcePatternType[pattern],
            principal,
            host,
            confluent.AclOperation[operation],
            confluent.AclPermissionType[permission],
        )

    @staticmethod
    def _acl(binding: Any) -> Acl:
        kind = "CLUSTER" if binding.restype.name == "BROKER" else binding.restype.name
        return (
            kind,
            binding.name,
            binding.resource_pattern_type.name,
            binding.principal,
            binding.host,
            binding.operation.name,
            binding.permission_type.name,
        )

    def close(self) -> None:
        """It closes itself when it is forgotten."""

    def create(self, acl: Acl) -> None:
        for future in self._client.create_acls([self._named(confluent.AclBinding, acl)]).values():
            future.result(CLIENT_SECONDS_MAX)

    def find(self, acl: Acl) -> set[Acl]:
        found = self._client.describe_acls(self._named(confluent.AclBindingFilter, acl))
        return {self._acl(binding) for binding in found.result(CLIENT_SECONDS_MAX)}

    def delete(self, acl: Acl) -> set[Acl]:
        [future] = self._client.delete_acls([self._named(confluent.AclBindingFilter, acl)]).values()
        return {self._acl(binding) for binding in future.result(CLIENT_SECONDS_MAX)}


class KafkaPython:
    """kafka-python's."""

    def __init__(self, bootstrap: str) -> None:
        self._client = kafka.admin.KafkaAdminClient(bootstrap_servers=bootstrap)

    @staticmethod
    def _named(acl: Acl, of_filter: bool) -> Any:
        kind, name, pattern, principal, host, operation, permission = acl
        k = kafka.admin
        pattern_class = k.ResourcePatternFilter if of_filter else k.ResourcePattern
        return (k.ACLFilter if of_filter else k.ACL)(
            principal=principal,
            host=host,
            operation=k.ACLOperation[operation],
            permission_type=k.ACLPermissionType[permission],
            **{"resource_pattern": pattern_class(k.ResourceType[kind], name, k.ACLResourcePatternType[pattern])},
        )

    @staticmethod
    def _acl(binding: Any) -> Acl:
        pattern = binding.resource_pattern
        return (
            pattern.resource_type.name,
            pattern.resource_name,
            pattern.pattern_type.name,
            binding.principal,
            binding.host,
            binding.operation.name,
            binding.permission_type.name,
        )

    def close(self) -> None:
        self._client.close()

    def create(self, acl: Acl) -> None:
        result = self._client.create_acls([self._named(acl, False)])
        assert not result["failed"], result

    def find(self, acl: Acl) -> set[Acl]:
        found, error = self._client.describe_acls(self._named(acl, True))
        assert error is kafka.errors.NoError, error
        return {self._acl(binding) for binding in found}

    def delete(self, acl: Acl) -> set[Acl]:
        [(_, matching, error)] = self._client.delete_acls([self._named(acl, True)])
        assert error is kafka.errors.NoError, error
        return {self._acl(binding) for binding in matching}


@pytest.mark.parametrize("client", [Confluent, KafkaPython])
def test_acls_by_other_peoples_admin_clients(client: Any, guarded: str) -> None:
    name = f"acls-of-{client.__name__}"
    with contextlib.closing(client(guarded)) as admin:
        manage(admin, name, has_transactional_ids=client is not Confluent)


def manage(admin: Any, name: str, *, has_transactional_ids: bool) -> None:
    """Adds, finds and removes."""
    made: list[Acl] = [
        ("TOPIC", name, "LITERAL", "User:alice", "*", "READ", "ALLOW"),
        ("TOPIC", name, "LITERAL", "User:bob", "10.0.0.1", "WRITE", "DENY"),
        ("TOPIC", name, "PREFIXED", "User:alice", "*", "ALL", "ALLOW"),
        ("TRANSACTIONAL_ID", name, "LITERAL", "User:alice", "*", "DESCRIBE", "ALLOW"),
    ]
    if not has_transactional_ids:
        made.pop()  # its types of resources end before transactional ids in this version
    for acl in made:
        admin.create(acl)
    anything: Acl = ("ANY", name, "ANY", None, None, "ANY", "ANY")  # type: ignore[assignment]
    assert admin.find(anything) == set(made)
    longer: Acl = ("TOPIC", f"{name}-long", "MATCH", "User:alice", None, "ANY", "ANY")  # type: ignore[assignment]
    assert admin.find(longer) == {made[2]}
    by_alice: Acl = ("TOPIC", name, "LITERAL", "User:alice", None, "ANY", "ANY")  # type: ignore[assignment]
    assert admin.delete(by_alice) == {made[0]}
    assert admin.delete(anything) == set(made[1:])
    assert admin.find(anything) == set()


# ---- streams -------------------------------------------------------------------------------------------------------


class Rights(NamedTuple):
    """What the test's own client may do with one topic."""

    admin: Confluent
    topic: str

    def _acl(self, operation: str) -> Acl:
        return ("TOPIC", self.topic, "LITERAL", ME, "*", operation, "ALLOW")

    def grant(self, *operations: str) -> None:
        for operation in operations:
            self.admin.create(self._acl(operation))

    def revoke(self, operation: str) -> None:
        assert len(self.admin.delete(self._acl(operation))) == 1


def until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + CLIENT_SECONDS_MAX
    while not condition():
        assert time.monotonic() < deadline, what


def test_a_right_to_write_is_taken_away_in_the_middle_of_a_stream(guarded: str, topic: str) -> None:
    rights = Rights(Confluent(guarded), topic)
    rights.grant("WRITE")
    outcomes: list[str] = []
    producer = confluent_kafka.Producer({"bootstrap.servers": guarded, "linger.ms": 0})

    def send() -> str:
        try:
            producer.produce(
                topic, b"x", callback=lambda error, _: outcomes.append(error.name() if error else "stored")
            )
        except confluent_kafka.KafkaException as error:  # librdkafka knows already
            return str(error.args[0].name())
        assert producer.flush(CLIENT_SECONDS_MAX) == 0
        return outcomes[-1]

    assert [send() for _ in range(5)] == ["stored"] * 5
    rights.revoke("WRITE")
    assert send() == "TOPIC_AUTHORIZATION_FAILED"
    rights.grant("WRITE")
    until(lambda: send() == "stored", "writing again")
    rights.grant("READ")
    stored = outcomes.count("stored")
    consumer = confluent_kafka.Consumer(
        {"bootstrap.servers": guarded, "group.id": "unused", "enable.auto.commit": False}
    )
    assert consumer.get_watermark_offsets(confluent_kafka.TopicPartition(topic, 0), CLIENT_SECONDS_MAX) == (0, stored)
    consumer.close()


def test_a_right_to_read_is_taken_away_in_the_middle_of_a_stream(guarded: str, topic: str) -> None:
    rights = Rights(Confluent(guarded), topic)
    rights.grant("WRITE", "READ")
    rights.admin.create(("GROUP", topic, "LITERAL", ME, "*", "READ", "ALLOW"))
    producer = confluent_kafka.Producer({"bootstrap.servers": guarded})
    consumer = confluent_kafka.Consumer(
        {"bootstrap.servers": guarded, "group.id": topic, "auto.offset.reset": "earliest", **QUICK}
    )
    consumer.subscribe([topic])
    read: list[bytes] = []
    errors: list[str] = []

    def poll() -> None:
        message = consumer.poll(0.1)
        if message is None:
            return
        if message.error():
            errors.append(message.error().name())
        else:
            read.append(message.value())

    def send(value: bytes) -> None:
        producer.produce(topic, value)
        assert producer.flush(CLIENT_SECONDS_MAX) == 0

    def read_until(condition: Callable[[], bool], what: str) -> None:
        def look() -> bool:
            poll()
            return condition()

        until(look, what)

    send(b"before")
    read_until(lambda: read == [b"before"], "the first record")
    rights.revoke("READ")
    send(b"meanwhile")
    read_until(lambda: "TOPIC_AUTHORIZATION_FAILED" in errors, "the refusal")
    assert read == [b"before"]
    rights.grant("READ")
    read_until(lambda: read == [b"before", b"meanwhile"], "what was written meanwhile")
    consumer.close()


def test_who_may_not_join_a_group_is_told(guarded: str, topic: str) -> None:
    Rights(Confluent(guarded), topic).grant("READ")
    consumer = confluent_kafka.Consumer({"bootstrap.servers": guarded, "group.id": topic})
    consumer.subscribe([topic])
    errors: list[str] = []

    def refused() -> bool:
        message = consumer.poll(0.1)
        if message is not None and message.error():
            errors.append(message.error().name())
        return "GROUP_AUTHORIZATION_FAILED" in errors

    until(refused, "the refusal")
    consumer.close()


# ---- kavka acl -----------------------------------------------------------------------------------------------------


def kavka(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = ExitCode.OK) -> str:
    assert run(cli, list(arguments)) == code
    captured = capsys.readouterr()
    return captured.out if code == ExitCode.OK else captured.err


def listed(capsys: pytest.CaptureFixture[str], bootstrap: str, *arguments: str) -> list[tuple[str, ...]]:
    rows = json.loads(kavka(capsys, "acl", "list", "-b", bootstrap, "-o", "json", *arguments))
    return [
        (row["resource_type"], row["resource"], row["pattern"], row["permission"], row["operation"]) for row in rows
    ]


def test_kavka_acl_adds_what_producers_and_consumers_need(guarded: str, capsys: pytest.CaptureFixture[str]) -> None:
    who = ("--allow-principal", "User:cli")
    kavka(
        capsys,
        "acl",
        "add",
        "-b",
        guarded,
        *who,
        "--producer",
        "--idempotent",
        "--topic",
        "t",
        "--transactional-id",
        "x",
    )
    kavka(
        capsys, "acl", "add", "-b", guarded, *who, "--consumer", "--topic", "t-", "--group", "g",
        "--resource-pattern-type", "prefixed",
    )  # fmt: skip
    assert listed(capsys, guarded, "--principal", "User:cli") == [
        ("Topic", "t", "literal", "Allow", "Write"),
        ("Topic", "t", "literal", "Allow", "Create"),
        ("Topic", "t", "literal", "Allow", "Describe"),
        ("Topic", "t-", "prefixed", "Allow", "Read"),
        ("Topic", "t-", "prefixed", "Allow", "Describe"),
        ("Group", "g", "prefixed", "Allow", "Read"),
        ("Cluster", "kafka-cluster", "literal", "Allow", "IdempotentWrite"),
        ("TransactionalId", "x", "literal", "Allow", "Write"),
        ("TransactionalId", "x", "literal", "Allow", "Describe"),
    ]
    matching = listed(capsys, guarded, "--topic", "t-1", "--resource-pattern-type", "match", "--principal", "User:cli")
    assert [row[1:3] for row in matching] == [("t-", "prefixed")] * 2
    kavka(capsys, "acl", "remove", "-b", guarded, *who, "--producer", "--topic", "t")
    assert ("Topic", "t", "literal", "Allow", "Write") not in listed(capsys, guarded, "--principal", "User:cli")
    for resource in (("--topic", "t-"), ("--group", "g"), ("--transactional-id", "x")):
        kavka(capsys, "acl", "remove", "-b", guarded, "-y", *resource, "--resource-pattern-type", "any")
    kavka(capsys, "acl", "remove", "-b", guarded, *who, "--cluster", "--operation", "IdempotentWrite")
    assert listed(capsys, guarded, "--principal", "User:cli") == []


def test_kavka_acl_denies_by_host_and_shows_a_table(guarded: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--deny-principal", "User:*", "--deny-host", "10.1.2.3", "--operation", "read", "--topic", "hosts")
    table = kavka(capsys, "acl", "add", "-b", guarded, *arguments)
    assert table.splitlines()[1].split() == ["User:*", "Deny", "Read", "10.1.2.3", "Topic", "hosts", "literal"]
    assert "10.1.2.3" in kavka(capsys, "acl", "remove", "-b", guarded, *arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["add", "--allow-principal", "User:a"], "name a resource"),
        (["add", "--topic", "t"], "name somebody"),
        (
            ["add", "--topic", "t", "--allow-principal", "User:a", "--operation", "ClusterAction"],
            "means nothing on Topic",
        ),
        (["add", "--group", "g", "--allow-principal", "User:a", "--producer"], "--producer needs --topic"),
        (["add", "--topic", "t", "--allow-principal", "User:a", "--consumer"], "--consumer needs"),
        (["add", "--topic", "t", "--allow-principal", "User:a", "--consumer", "--operation", "Read"], "themselves"),
        (["add", "--topic", "t", "--allow-principal", "User:a", "--idempotent"], "goes with --producer"),
        (["remove", "--topic", "t", "--operation", "Read"], "name whose"),
    ],
)
def test_kavka_acl_says_what_lacks(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in kavka(capsys, "acl", *arguments, code=2)


def test_kavka_acl_against_a_broker_without_an_authorizer(broker: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No Authorizer is configured" in kavka(capsys, "acl", "list", "-b", broker, code=ExitCode.FAILED)


def test_who_may_not_list_acls_is_told(guarded: str, capsys: pytest.CaptureFixture[str]) -> None:
    admin = Confluent(guarded)
    denied: Acl = ("CLUSTER", "kafka-cluster", "LITERAL", ME, "*", "DESCRIBE", "DENY")
    admin.create(denied)
    try:
        assert "Authorization failed" in kavka(capsys, "acl", "list", "-b", guarded, code=ExitCode.FAILED)
    finally:
        assert admin.delete(denied) == {denied}

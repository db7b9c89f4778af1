"""Rights beside Apache Kafka's: the same requests under the same ACLs, its tools on our brokers, its znodes.

`judged` are two clusters of one broker, Kafka 3.9.1's in ZooKeeper mode and ours, under the same settings. Clients come
as User:alice by SASL, tests as User:ANONYMOUS, which is a super user.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from typing import Any

import pytest

from kavka.client import acls
from kavka.client.admin import Admin, NewTopic
from kavka.client.cluster import Cluster
from kavka.client.connection import Connection
from kavka.client.errors import DeadlineExceeded
from kavka.client.security import ConnectionSecurity
from kavka.common.acls import (
    AclBinding,
    AclEntry,
    AclFilter,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
)
from kavka.protocol.api_keys import PROFILES, ApiKey
from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.protocol.message import Part
from kavka.wire.sasl import user_login
from tests.support.broker.authorization_rows import MINE, ROWS, THEIRS, Right, Row
from tests.support.kafka.apache_broker import AS_KAFKA_3_9, ApacheBroker
from tests.support.processes.cluster import KavkaProcess, reserve_ports
from tests.support.zookeeper.zookeepers import embedded_zookeeper

pytestmark = [pytest.mark.conformance, pytest.mark.timeout(600)]

ACL_COMMAND = "kafka.admin.AclCommand"
AUTHORIZATION = {
    int(code)
    for code in (
        ErrorCode.TOPIC_AUTHORIZATION_FAILED,
        ErrorCode.GROUP_AUTHORIZATION_FAILED,
        ErrorCode.CLUSTER_AUTHORIZATION_FAILED,
        ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
        ErrorCode.OPERATION_NOT_ATTEMPTED,
    )
}
NAMES = ("name", "topic", "topic_name", "group_id", "transactional_id", "key", "resource_name")
HARMLESS = {
    ApiKey.PRODUCE,
    ApiKey.LIST_OFFSETS,
    ApiKey.OFFSET_FOR_LEADER_EPOCH,
    ApiKey.METADATA,
    ApiKey.FIND_COORDINATOR,
    ApiKey.OFFSET_FETCH,
    ApiKey.DESCRIBE_GROUPS,
    ApiKey.DESCRIBE_PRODUCERS,
    ApiKey.DESCRIBE_TRANSACTIONS,
    ApiKey.DESCRIBE_CONFIGS,
    ApiKey.DESCRIBE_ACLS,
    ApiKey.LIST_PARTITION_REASSIGNMENTS,
}
"""What may be carried out again and again with every right."""

OURS_ALONE = {(ApiKey.DESCRIBE_TRANSACTIONS, "also")}
"""Where we ask for less than Kafka: brokers of ours verify transactions by this API."""


def settings(port: int) -> dict[str, str]:
    """What both kinds of brokers are started with."""
    return {
        "listeners": f"PLAINTEXT://127.0.0.1:{port},CLIENTS://127.0.0.1:{port + 1}",
        "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CLIENTS:SASL_PLAINTEXT",
        "sasl.enabled.mechanisms": "PLAIN",
        "listener.name.clients.plain.sasl.jaas.config": (
            'org.apache.kafka.common.security.plain.PlainLoginModule required user_alice="word";'
        ),
        "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
        "super.users": "User:ANONYMOUS",
        "zookeeper.set.acl": "false",  # Kafka's brokers and old tools write there, too, and cannot log in by a digest
        "auto.create.topics.enable": "false",
        "offsets.topic.replication.factor": "1",
        "transaction.state.log.replication.factor": "1",
        "transaction.state.log.min.isr": "1",
    }


class Ports:
    """Two ports in a row, nobody else's while this lives."""

    def __init__(self) -> None:
        self.first = reserve_ports(self, 2)


class Judge:
    """One cluster."""

    def __init__(self, name: str, port: int) -> None:
        self.name = name
        self.port = port
        self.bootstrap = f"127.0.0.1:{port}"

    async def allow(self, rights: Iterable[Right]) -> None:
        """Has alice have exactly these, and waits until the broker knows."""
        wanted = [
            AclBinding(
                ResourcePattern(right.resource_type, right.name),
                AclEntry("User:alice", "*", right.operation, PermissionType.ALLOW),
            )
            for right in rights
        ]
        async with Cluster(self.bootstrap) as cluster:
            await acls.delete_acls(cluster, [AclFilter(principal="User:alice")])
            if wanted:
                await acls.create_acls(cluster, wanted)
            for _ in range(600):
                if set(await acls.describe_acls(cluster, AclFilter(principal="User:alice"))) == set(wanted):
                    return
                await asyncio.sleep(0.05)
        raise AssertionError(f"{self.name} does not take {wanted}")

    async def connect(self) -> Connection:
        """As alice."""
        security = ConnectionSecurity(sasl=user_login("PLAIN", "alice", "word"))
        return await Connection.open("127.0.0.1", self.port + 1, client_id="alice", security=security)

    async def ask(self, row: Row, versions: Iterable[int]) -> dict[int, Any]:
        """What the row's request is answered, by version: (name, authorization error), or that it closed."""
        found: dict[int, Any] = {}
        connection = await self.connect()
        for version in versions:
            try:
                answer = await connection.request(row.make(version), version=version, timeout_ms=30_000)
                refused = {pair for pair in codes(answer) if pair[1] in AUTHORIZATION}
                found[version] = sorted(refused - said_more(row, version), key=str)
            except (ConnectionError, DecodeError, DeadlineExceeded) as error:
                found[version] = type(error).__name__
                connection = await self.connect()
        await connection.close()
        return found


def said_more(row: Row, version: int) -> set[tuple[str | None, int]]:
    """Where our answer says more: a group's error in OffsetFetch stands beside each partition, too.

    Version 1 has no other place for it; Kafka 3.9's answer has no partition there, and so no error at all.
    """
    if row.api is not ApiKey.OFFSET_FETCH or version > 7:
        return set()
    return {(name, int(ErrorCode.GROUP_AUTHORIZATION_FAILED)) for name in (MINE, THEIRS)}


def codes(part: Any, name: str | None = None) -> list[tuple[str | None, int]]:
    if isinstance(part, list):
        return [pair for item in part for pair in codes(item, name)]
    if not isinstance(part, Part):
        return []
    for field in NAMES:
        if field in part.__slots__:
            name = getattr(part, field) or name
    found = []
    for field in part.__slots__:
        value = getattr(part, field)
        found += [(name, value)] if field in ("error_code", "partition_error_code") else codes(value, name)
    return found


@pytest.fixture(scope="module")
def judged(tmp_path_factory, tools):
    folder = tmp_path_factory.mktemp("judged")
    ports = Ports(), Ports()
    port, other = (each.first for each in ports)
    with contextlib.ExitStack() as stack:
        zookeeper = stack.enter_context(embedded_zookeeper(folder / "zk"))
        theirs = ApacheBroker(tools, folder / "apache", 0, zookeeper, settings(port))
        theirs.port, theirs.bootstrap = port, f"127.0.0.1:{port}"
        stack.callback(theirs.stop)
        theirs.start()
        ours = KavkaProcess(folder / "data", config=settings(other))
        ours.start()
        stack.callback(ours.stop)
        judges = [Judge("Apache Kafka", port), Judge("kavka", other)]
        for judge in judges:
            asyncio.run(make_topics(judge))
        yield judges


async def make_topics(judge: Judge) -> None:
    async with Admin(judge.bootstrap) as admin:
        await admin.create_topics([NewTopic(name=name, num_partitions=1) for name in (MINE, THEIRS)])


@pytest.mark.parametrize("row", [row for row in ROWS if row.api in PROFILES["3.9"]], ids=str)
async def test_the_same_rights_the_same_refusals(judged, row):
    low, high = PROFILES["3.9"][row.api]
    versions = range(max(low, row.versions[0]), min(high, row.versions[1]) + 1)
    subsets = {"none": []} | {
        f"all but {lacks}": [right for right in row.needs if right != lacks] for lacks in row.needs
    }
    if row.api in HARMLESS:
        subsets["all"] = list(row.needs)
        if row.also and (row.api, "also") not in OURS_ALONE:
            subsets["also"] = [row.also.get(right, right) for right in row.needs]
    for name, rights in subsets.items():
        answers = []
        for judge in judged:
            await judge.allow(rights)
            answers.append(await judge.ask(row, versions))
        assert answers[1] == answers[0], name


def test_kafka_acls_by_bootstrap(judged, tools):
    """The same commands print the same on both."""
    said = []
    for judge in judged:
        where = ("--bootstrap-server", judge.bootstrap)
        tool = [
            tools.run(ACL_COMMAND, *where, *arguments)
            for arguments in (
                ["--add", "--allow-principal", "User:carol", "--producer", "--topic", "t", "--transactional-id", "x"],
                ["--add", "--allow-principal", "User:carol", "--consumer", "--topic", "p", "--group", "g",
                 "--resource-pattern-type", "prefixed"],
                ["--add", "--deny-principal", "User:dave", "--deny-host", "10.0.0.1", "--operation", "All",
                 "--cluster"],
                ["--list", "--topic", "p-1", "--resource-pattern-type", "match"],
                ["--remove", "--force", "--topic", "t"],
                ["--list", "--topic", "t"],
                ["--list", "--principal", "User:carol"],
                ["--remove", "--force", "--topic", "p", "--resource-pattern-type", "any"],
                ["--remove", "--force", "--group", "g", "--resource-pattern-type", "prefixed"],
                ["--remove", "--force", "--transactional-id", "x"],
                ["--remove", "--force", "--cluster"],
                ["--list"],
            )
        ]  # fmt: skip
        said.append([sorted(line.strip() for line in output.splitlines() if line.strip()) for output in tool])
    assert said[1] == said[0]


def test_kafka_acls_of_2_0_by_zookeeper_and_ours_read_each_other(tmp_path, old_tools):
    ports = Ports()
    config = settings(ports.first) | {"inter.broker.protocol.version": "2.0-IV1"}
    process = KavkaProcess(tmp_path / "data", config=config)
    process.start()
    try:
        old = ("--authorizer-properties", f"zookeeper.connect={process.zookeeper}")
        who = ("--add", "--allow-principal", "User:old", "--operation")
        prefixed = ("--transactional-id", "x-", "--resource-pattern-type", "prefixed")
        old_tools.run(ACL_COMMAND, *old, *who, "Read", "--topic", "t")
        old_tools.run(ACL_COMMAND, *old, *who, "Describe", *prefixed)
        found = asyncio.run(all_acls(process.bootstrap, until=2))
        assert {(binding.pattern.name, binding.entry.principal, binding.entry.operation.name) for binding in found} == {
            ("t", "User:old", "READ"),
            ("x-", "User:old", "DESCRIBE"),
        }
        asyncio.run(add(process.bootstrap, found[0]._replace(entry=found[0].entry._replace(principal="User:new"))))
        listed = old_tools.run(ACL_COMMAND, *old, "--list")
        assert "User:new has Allow permission" in listed
        assert "x-" in listed
        old_tools.run(ACL_COMMAND, *old, "--remove", "--force", "--topic", "t")
        assert len(asyncio.run(all_acls(process.bootstrap, until=1))) == 1
    finally:
        process.stop()


async def all_acls(bootstrap: str, *, until: int) -> list[AclBinding]:
    async with Cluster(bootstrap) as cluster:
        for _ in range(600):
            found = await acls.describe_acls(cluster, AclFilter())
            if len(found) == until:
                return sorted(found)
            await asyncio.sleep(0.05)
    raise AssertionError(found)


async def add(bootstrap: str, *bindings: AclBinding) -> None:
    async with Cluster(bootstrap) as cluster:
        await acls.create_acls(cluster, bindings)


def test_brokers_of_both_kinds_in_one_cluster_hear_of_each_other_s_acls(tmp_path, tools):
    ports = Ports(), Ports()
    port, other = (each.first for each in ports)
    with embedded_zookeeper(tmp_path / "zk") as zookeeper, contextlib.ExitStack() as stack:
        ours = KavkaProcess(tmp_path / "data", zookeeper=zookeeper, config=settings(other) | AS_KAFKA_3_9)
        ours.start()
        stack.callback(ours.stop)
        theirs = ApacheBroker(tools, tmp_path / "apache", 3, zookeeper, settings(port))
        theirs.port, theirs.bootstrap = port, f"127.0.0.1:{port}"
        stack.callback(theirs.stop)
        theirs.start()
        made = [
            AclBinding(
                ResourcePattern(kind, "a:b", pattern_type),
                AclEntry("User:CN=x,O=y", "10.0.0.1", AclOperation.DESCRIBE, PermissionType.DENY),
            )
            for kind in (ResourceType.TOPIC, ResourceType.TRANSACTIONAL_ID)
            for pattern_type in (PatternType.LITERAL, PatternType.PREFIXED)
        ]
        for writer, reader in ((ours.bootstrap, theirs.bootstrap), (theirs.bootstrap, ours.bootstrap)):
            asyncio.run(add(writer, *made))
            assert asyncio.run(all_acls(reader, until=len(made))) == sorted(made)
            asyncio.run(remove_all(writer))
            assert asyncio.run(all_acls(reader, until=0)) == []


async def remove_all(bootstrap: str) -> None:
    async with Cluster(bootstrap) as cluster:
        await acls.delete_acls(cluster, [AclFilter()])

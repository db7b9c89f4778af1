"""Real users with real rights: brokers among themselves log in as a super user, clients as alice and bob.

What one may, the other may not, whichever client speaks for them; a right that is taken from one of them in the middle
of a stream ends that stream and no other.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import confluent_kafka
import pytest

from kavka.client import acls
from kavka.client.admin import Admin, NewTopic
from kavka.client.cluster import Cluster
from kavka.client.security import ConnectionSecurity
from kavka.common.acls import (
    WILDCARD,
    AclBinding,
    AclEntry,
    AclFilter,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
)
from kavka.protocol.messages import DescribeAclsRequest
from kavka.wire.sasl import user_login
from tests.support.clients.secure_clients import SECURE_CLIENTS, Refused, Security
from tests.support.processes.cluster import KavkaProcess

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

SECONDS_MAX = 30
PASSWORDS = {"broker": "broker-word", "root": "root-word", "alice": "alice-word", "bob": "bob-word"}
READ, WRITE, DESCRIBE = AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE


def login(name: str) -> ConnectionSecurity:
    return ConnectionSecurity(sasl=user_login("PLAIN", name, PASSWORDS[name]))


def client_settings(name: str) -> Security:
    return Security("SASL_PLAINTEXT", mechanism="PLAIN", user=name, password=PASSWORDS[name])


class Guarded(NamedTuple):
    """Two brokers that let nobody do anything but super users."""

    bootstrap: str

    def do(self, act: Callable[[Cluster], Any]) -> Any:
        """As root, until every broker knows of it."""

        async def run() -> Any:
            async with Cluster(self.bootstrap, security=login("root")) as cluster:
                done = await act(cluster)
                everything = DescribeAclsRequest(
                    resource_type_filter=1,
                    resource_name_filter=None,
                    pattern_type_filter=1,
                    principal_filter=None,
                    host_filter=None,
                    operation=1,
                    permission_type=1,
                )
                async with asyncio.timeout(SECONDS_MAX):
                    while len({repr((await cluster.ask(broker, everything)).resources) for broker in (0, 1)}) > 1:  # noqa: ASYNC110 - nobody tells
                        await asyncio.sleep(0.01)
                return done

        return asyncio.run(run())

    def grant(self, user: str, operation: AclOperation, topic: str, kind: ResourceType = ResourceType.TOPIC) -> None:
        entry = AclEntry(f"User:{user}", WILDCARD, operation, PermissionType.ALLOW)
        self.do(lambda cluster: acls.create_acls(cluster, [AclBinding(ResourcePattern(kind, topic), entry)]))

    def revoke(self, user: str, operation: AclOperation, topic: str) -> None:
        wanted = AclFilter(ResourceType.TOPIC, topic, PatternType.LITERAL, f"User:{user}", operation=operation)
        assert len(self.do(lambda cluster: acls.delete_acls(cluster, [wanted]))) == 1

    def create(self, topic: str) -> str:
        async def run() -> None:
            async with Admin(self.bootstrap, security=login("root")) as admin:
                await admin.create_topics([NewTopic(name=topic, num_partitions=1)])

        asyncio.run(run())
        return topic


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    """Started with nothing but logins: the controller reaches the brokers as User:broker, which is a super user."""
    users = "".join(f' user_{name}="{password}"' for name, password in PASSWORDS.items())
    jaas = (
        "org.apache.kafka.common.security.plain.PlainLoginModule required "
        f'username="broker" password="{PASSWORDS["broker"]}"{users};'
    )
    folder = tmp_path_factory.mktemp("users")
    process = KavkaProcess(
        folder / "data",
        brokers=2,
        config={
            "listeners": "SASL_PLAINTEXT://127.0.0.1:0",
            "security.inter.broker.protocol": "SASL_PLAINTEXT",
            "sasl.mechanism.inter.broker.protocol": "PLAIN",
            "sasl.enabled.mechanisms": "PLAIN",
            "listener.name.sasl_plaintext.plain.sasl.jaas.config": jaas,
            "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
            "super.users": "User:broker;User:root",
            "auto.create.topics.enable": "false",
        },
    )
    process.start()
    yield Guarded(process.bootstrap)
    assert process.stop() == 0, process.log()
    assert "put it in super.users" not in process.log()


@pytest.mark.parametrize("name", SECURE_CLIENTS)
def test_what_alice_may_bob_may_not(guarded: Guarded, name: str) -> None:
    client = SECURE_CLIENTS[name]
    topic = guarded.create(f"of-alice-{name}")
    guarded.grant("alice", READ, topic)
    guarded.grant("alice", WRITE, topic)
    client(guarded.bootstrap, topic, client_settings("alice"))
    with pytest.raises(Refused):
        client(guarded.bootstrap, topic, client_settings("bob"))


def test_bob_sees_his_topics_and_nobody_elses(guarded: Guarded) -> None:
    guarded.create("hidden-from-bob")
    mine = guarded.create("seen-by-bob")
    guarded.grant("bob", DESCRIBE, mine)

    async def seen() -> list[str]:
        async with Admin(guarded.bootstrap, security=login("bob")) as admin:
            return [topic.name for topic in await admin.list_topics()]

    assert asyncio.run(seen()) == [mine]


def until(look: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + SECONDS_MAX
    while not look():
        assert time.monotonic() < deadline, what


def test_bobs_stream_ends_with_his_right_and_alices_goes_on(guarded: Guarded) -> None:
    topic = guarded.create("shared")
    for user in ("alice", "bob"):
        guarded.grant(user, READ, topic)
        guarded.grant(user, READ, f"group-{user}", ResourceType.GROUP)
    guarded.grant("alice", WRITE, topic)
    settings = client_settings("alice").librdkafka()
    producer = confluent_kafka.Producer({"bootstrap.servers": guarded.bootstrap, **settings})
    consumers: dict[str, confluent_kafka.Consumer] = {}
    read: dict[str, list[bytes]] = {"alice": [], "bob": []}
    errors: dict[str, list[str]] = {"alice": [], "bob": []}
    for user in read:
        consumers[user] = confluent_kafka.Consumer(
            {
                "bootstrap.servers": guarded.bootstrap,
                "group.id": f"group-{user}",
                "auto.offset.reset": "earliest",
                **client_settings(user).librdkafka(),
            }
        )
        consumers[user].subscribe([topic])

    def poll(user: str) -> None:
        message = consumers[user].poll(0.05)
        if message is not None and message.error():
            errors[user].append(message.error().name())
        elif message is not None:
            read[user].append(message.value())

    def send(value: bytes) -> None:
        producer.produce(topic, value)
        assert producer.flush(SECONDS_MAX) == 0

    def everybody_has(value: bytes, *users: str) -> Callable[[], bool]:
        def look() -> bool:
            for user in read:
                poll(user)
            return all(value in read[user] for user in users)

        return look

    send(b"first")
    until(everybody_has(b"first", "alice", "bob"), "the first record")
    guarded.revoke("bob", READ, topic)
    send(b"second")
    until(everybody_has(b"second", "alice"), "what alice may read")
    until(lambda: poll("bob") or "TOPIC_AUTHORIZATION_FAILED" in errors["bob"], "bob's refusal")
    assert read["bob"] == [b"first"]
    assert not [name for name in errors["alice"] if "AUTHORIZATION" in name]
    for consumer in consumers.values():
        consumer.close()

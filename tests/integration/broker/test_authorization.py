"""A broker with an authorizer, asked over the wire: every API, followers' fetches, sessions, and start warnings.

Nobody logs in here, so everybody is User:ANONYMOUS, the brokers among themselves included: that one has CLUSTER_ACTION
and whatever a test grants. The cluster opens with no ACL and allow.everyone.if.no.acl.found, and is locked then.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from kavka.broker.requests.served_apis import HANDLERS
from kavka.client import acls
from kavka.client.admin import Admin, NewTopic
from kavka.client.cluster import Cluster
from kavka.client.connection import Connection
from kavka.client.producer import Producer
from kavka.common.acls import (
    CLUSTER_NAME,
    AclBinding,
    AclEntry,
    AclFilter,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
)
from kavka.local.cluster import LocalCluster
from kavka.protocol import messages as m
from kavka.protocol.errors import ErrorCode
from kavka.protocol.inter_broker_versions import DEFAULT, InterBrokerVersion
from kavka.protocol.message import Part
from tests.support.broker.authorization_rows import MINE, ROWS, THEIRS, Row

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

TOPIC, GROUP, CLUSTER, TXN = (
    ResourceType.TOPIC,
    ResourceType.GROUP,
    ResourceType.CLUSTER,
    ResourceType.TRANSACTIONAL_ID,
)
READ, WRITE, DESCRIBE = AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE
ME = "User:ANONYMOUS"
REFUSED = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)

LOCKABLE = {
    "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
    "allow.everyone.if.no.acl.found": "true",
    "auto.create.topics.enable": "false",
}


def acl(
    resource_type: ResourceType,
    name: str,
    operation: AclOperation,
    *,
    who: str = ME,
    permission: PermissionType = PermissionType.ALLOW,
) -> AclBinding:
    return AclBinding(ResourcePattern(resource_type, name), AclEntry(who, "*", operation, permission))


LOCKS = [
    acl(CLUSTER, CLUSTER_NAME, AclOperation.CLUSTER_ACTION),
    *(acl(kind, "*", AclOperation.ALL, who="User:nobody") for kind in (TOPIC, GROUP, TXN)),
]


@contextlib.asynccontextmanager
async def locked(*also: AclBinding, brokers: int = 1, **config: str) -> AsyncIterator[LocalCluster]:
    """A cluster with two topics, in which everybody may do what the brokers need, these, and nothing else."""
    async with LocalCluster(brokers, in_loop=True, config={**LOCKABLE, **config}) as cluster:
        async with Admin(cluster.bootstrap) as admin, Cluster(cluster.bootstrap) as client:
            await admin.create_topics([NewTopic(name=name, num_partitions=1) for name in (MINE, THEIRS)])
            # The locks come last: another broker hears of them after the rights that are to be left.
            await acls.create_acls(client, [*also, *LOCKS])
        yield cluster


MANAGED = acl(CLUSTER, CLUSTER_NAME, AclOperation.ALTER)
"""With it rights come and go while a test runs."""


async def grant(cluster: LocalCluster, *bindings: AclBinding) -> None:
    async with Cluster(cluster.bootstrap) as client:
        await acls.create_acls(client, bindings)


async def revoke(cluster: LocalCluster, *bindings: AclBinding) -> None:
    async with Cluster(cluster.bootstrap) as client:
        filters = [
            AclFilter(*pattern, entry.principal, entry.host, entry.operation, entry.permission)
            for pattern, entry in bindings
        ]
        assert len(await acls.delete_acls(client, filters)) == len(bindings)


async def connect(cluster: LocalCluster) -> Connection:
    host, port = cluster.bootstrap.split(",")[0].rsplit(":", 1)
    return await Connection.open(host, int(port), client_id="raw")


def codes(part: Any) -> list[int]:
    if isinstance(part, list):
        return [code for item in part for code in codes(item)]
    if not isinstance(part, Part):
        return []
    return [
        code
        for field in part.__slots__
        for code in (
            [getattr(part, field)] if field in ("error_code", "partition_error_code") else codes(getattr(part, field))
        )
    ]


def is_refusable(row: Row) -> bool:
    """Whether the row asks for what brokers do not need among themselves, and is not open by the open setting."""
    rights = (*row.needs, *row.also.values())
    is_for_brokers = AclOperation.CLUSTER_ACTION in {right.operation for right in rights}
    return row.api in HANDLERS and not is_for_brokers and row.label != "idempotent"


async def test_every_api_refuses_in_its_first_and_last_version() -> None:
    async with locked() as cluster:
        connection = await connect(cluster)
        offered = InterBrokerVersion(DEFAULT).ranges(beyond=True)
        for row in filter(is_refusable, ROWS):
            low, high = offered[row.api]
            versions = range(max(low, row.versions[0]), min(high, row.versions[1]) + 1)
            for version in {*versions[:1], *versions[-1:]}:
                answer = await connection.request(row.make(version), version=version)
                expected = next(iter(row.needs.values()))
                assert set(codes(answer)) - {0} == {expected}, (str(row), version, answer)
        await connection.close()


async def test_cve_2018_1288_who_fetches_as_a_replica_must_be_one() -> None:
    async with locked(MANAGED, acl(TOPIC, MINE, READ), acl(TOPIC, MINE, WRITE)) as cluster:
        async with Producer(cluster.bootstrap) as producer:
            await producer.send_and_wait(MINE, value=b"x")
        connection = await connect(cluster)
        r = m.FetchRequest

        async def fetched(replica_id: int, version: int) -> tuple[int, int]:
            partitions = [r.FetchPartition(partition=0, partition_max_bytes=1000)]
            topics = [r.FetchTopic(topic=name, partitions=partitions) for name in (MINE, THEIRS)]
            asked = r(replica_id=replica_id, max_wait_ms=0, max_bytes=10_000, topics=topics, session_epoch=-1)
            answer = await connection.request(asked, version=version)
            first, second = (topic.partitions[0].error_code for topic in answer.responses)
            return first, second

        for version in (0, 4, 7, 12):
            assert await fetched(-1, version) == (0, REFUSED)
            assert await fetched(7, version) != (REFUSED, REFUSED)
        await revoke(cluster, acl(CLUSTER, CLUSTER_NAME, AclOperation.CLUSTER_ACTION))
        for version in (0, 4, 7, 12):
            assert await fetched(-1, version) == (0, REFUSED)
            assert await fetched(7, version) == (REFUSED, REFUSED)
        await connection.close()


async def test_a_right_that_is_taken_away_ends_a_fetch_session_s_topic_and_given_back_begins_it() -> None:
    """Later requests of a session name nothing: what they mean is judged all the same."""
    rights = (MANAGED, acl(TOPIC, MINE, READ), acl(TOPIC, MINE, WRITE))
    async with locked(*rights) as cluster, Producer(cluster.bootstrap) as producer:
        connection = await connect(cluster)
        r = m.FetchRequest
        topics = [r.FetchTopic(topic=MINE, partitions=[r.FetchPartition(partition=0, partition_max_bytes=1000)])]
        asked = r(max_wait_ms=0, max_bytes=10_000, topics=topics, session_epoch=0)
        session_id = (await connection.request(asked, version=12)).session_id
        assert session_id

        async def next_fetch(epoch: int) -> Any:
            following = r(max_wait_ms=0, max_bytes=10_000, session_id=session_id, session_epoch=epoch)
            answer = await connection.request(following, version=12)
            assert answer.error_code == 0
            return answer.responses

        assert await next_fetch(1) == []
        await revoke(cluster, acl(TOPIC, MINE, READ))
        await producer.send_and_wait(MINE, value=b"secret")
        [topic] = await next_fetch(2)
        assert topic.partitions[0].error_code == REFUSED
        assert not topic.partitions[0].records
        assert topic.partitions[0].high_watermark == -1
        await grant(cluster, acl(TOPIC, MINE, READ))
        [topic] = await next_fetch(3)
        assert (topic.partitions[0].error_code, topic.partitions[0].high_watermark) == (0, 1)
        await connection.close()


async def test_a_fetch_that_waits_is_judged_again_when_there_is_something_to_read() -> None:
    """A client may wait for as long as it likes: its right of then must not read what is written now."""
    rights = (MANAGED, acl(TOPIC, MINE, READ), acl(TOPIC, MINE, WRITE))
    async with locked(*rights) as cluster, Producer(cluster.bootstrap) as producer:
        connection = await connect(cluster)
        r = m.FetchRequest
        topics = [r.FetchTopic(topic=MINE, partitions=[r.FetchPartition(partition=0, partition_max_bytes=1000)])]
        asked = r(max_wait_ms=60_000, min_bytes=1, max_bytes=10_000, topics=topics, session_epoch=-1)
        waiting = connection.start_request(asked, version=12, timeout_ms=60_000)
        other = await connect(cluster)  # two answers later the fetch is parked
        await other.request(m.ApiVersionsRequest(), version=0)
        await revoke(cluster, acl(TOPIC, MINE, READ))
        assert not waiting.done()
        await producer.send_and_wait(MINE, value=b"secret")
        [topic] = (await waiting).responses
        assert topic.partitions[0].error_code == REFUSED
        assert not topic.partitions[0].records
        await connection.close()
        await other.close()


async def test_brokers_with_cluster_action_alone_replicate_move_isrs_and_let_others_lead() -> None:
    rights = (acl(TOPIC, MINE, WRITE), acl(TOPIC, MINE, READ))
    async with locked(*rights, brokers=3) as cluster, Producer(cluster.bootstrap) as producer:
        for number in range(20):
            await producer.send_and_wait(MINE, value=b"%d" % number)
        [topic] = await described(cluster, MINE)
        assert sorted(topic.partitions[0].isr) == [0, 1, 2]
        await cluster.stop_broker(topic.partitions[0].leader)
        for number in range(20):
            await producer.send_and_wait(MINE, value=b"%d" % number)


async def described(cluster: LocalCluster, name: str) -> Any:
    async with Admin(cluster.bootstrap) as admin:
        return await admin.describe_topics([name])


async def test_a_start_says_when_brokers_will_not_let_each_other_in(caplog: pytest.LogCaptureFixture) -> None:
    async with locked():
        pass
    assert "super.users" not in caplog.text
    caplog.clear()
    start = asyncio.create_task  # the cluster waits for its controller; we do not
    closed = LocalCluster(1, in_loop=True, config={**LOCKABLE, "allow.everyone.if.no.acl.found": "false"})
    starting = start(closed.start())
    async with asyncio.timeout(60):
        while "super.users" not in caplog.text:  # noqa: ASYNC110 - a log line has no event
            await asyncio.sleep(0.01)
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
    await closed.stop()
    assert "User:ANONYMOUS, who may not CLUSTER_ACTION" in caplog.text


@pytest.mark.parametrize("pattern_type", [PatternType.LITERAL, PatternType.PREFIXED])
async def test_acls_that_are_stored_hold_after_a_restart(pattern_type: PatternType) -> None:
    entry = AclEntry(ME, "*", READ, PermissionType.ALLOW)
    async with locked(AclBinding(ResourcePattern(TOPIC, MINE, pattern_type), entry)) as cluster:
        await cluster.stop_broker(0)
        await cluster.start_broker(0)
        connection = await connect(cluster)
        asked = m.MetadataRequest(topics=None)
        answer = await connection.request(asked, version=9)
        assert [topic.name for topic in answer.topics] == [MINE]
        await connection.close()

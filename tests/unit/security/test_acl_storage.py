"""ACLs in ZooKeeper: Kafka's bytes, races, what others write, lost sessions, and nodes that nobody can read."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time

import pytest

from kavka.broker.cluster.notifications import LIFE_MS
from kavka.broker.security.acl_changes import AclChanges
from kavka.broker.security.acl_store import ATTEMPTS_MAX, AclStore
from kavka.broker.security.acls import Acls
from kavka.broker.security.authorizer import UNREADABLE, Authorizer
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
    from_code,
    parse_name,
)
from kavka.common.steps import at_once
from kavka.protocol.errors import ErrorCode
from kavka.timer.clock import ManualClock
from kavka.zk import acl_znodes
from kavka.zk.acl_znodes import acl_path, decode_acls, decode_change, encode_acls, encode_change
from kavka.zk.fake import FakeZooKeeper
from kavka.zk.ops import CreateOp
from kavka.zk.znodes import ZNodeError

DEADLINE = 30.0
PAY = ResourcePattern(ResourceType.TOPIC, "pay")
PA = ResourcePattern(ResourceType.TRANSACTIONAL_ID, "pa", PatternType.PREFIXED)
READ = AclEntry("User:alice", "*", AclOperation.READ, PermissionType.ALLOW)
ACT = AclEntry("User:CN=b,O=c:d", "10.0.0.1", AclOperation.CLUSTER_ACTION, PermissionType.DENY)


class Node:
    """One broker's knowledge of ACLs, in a session of its own."""

    def __init__(self, zk, clock):
        self.zk = zk
        self.authorizer = Authorizer()
        self.changes = AclChanges(zk, clock, self.authorizer)
        self.acls = Acls(self.authorizer, AclStore(zk, is_2_0=False), self.changes, ticks=time.perf_counter_ns)

    def known(self):
        return {
            pattern: {e for p, e in at_once(self.acls.find(AclFilter())) if p == pattern} for pattern in self.patterns()
        }

    def patterns(self):
        return set(self.authorizer.patterns())


@contextlib.asynccontextmanager
async def nodes(count=1):
    clock = ManualClock()
    server = FakeZooKeeper(clock)
    async with asyncio.TaskGroup() as group:
        found, tasks = [], []
        for _ in range(count):
            zk = server.client()
            await zk.start(1_000)
            node = Node(zk, clock)
            await node.changes.start()
            tasks.append(group.create_task(node.changes.run()))
            found.append(node)
        for node in found:
            node.clock = clock
        yield found
        for task in tasks:
            task.cancel()


async def until(condition):
    async with asyncio.timeout(DEADLINE):
        while not condition():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0)


# ---- bytes ---------------------------------------------------------------------------------------------------------


def test_paths_are_kafkas():
    assert acl_path(PAY) == "/kafka-acl/Topic/pay"
    assert acl_path(PA) == "/kafka-acl-extended/prefixed/TransactionalId/pa"
    assert acl_path(ResourcePattern(ResourceType.CLUSTER, CLUSTER_NAME)) == "/kafka-acl/Cluster/kafka-cluster"
    assert acl_path(ResourcePattern(ResourceType.DELEGATION_TOKEN, "t")) == "/kafka-acl/DelegationToken/t"


def test_a_body_is_what_kafka_writes_and_read_as_kafka_reads_it():
    body = encode_acls([READ, ACT])
    assert json.loads(body) == {
        "version": 1,
        "acls": [
            {
                "principal": "User:CN=b,O=c:d",
                "permissionType": "Deny",
                "operation": "ClusterAction",
                "host": "10.0.0.1",
            },
            {"principal": "User:alice", "permissionType": "Allow", "operation": "Read", "host": "*"},
        ],
    }
    assert decode_acls(body, "a node") == {READ, ACT}
    loud = body.replace(b"ClusterAction", b"CLUSTERACTION").replace(b"Allow", b"allow")
    assert decode_acls(loud, "a node") == {READ, ACT}
    assert decode_acls(b"", "a node") == frozenset()


@pytest.mark.parametrize(
    "body", [b"no json", b"[]", b'{"version":2,"acls":[]}', b'{"version":1}', b'{"version":1,"acls":[1]}']
)
def test_a_body_that_cannot_be_is_no_body(body):
    with pytest.raises(ZNodeError):
        decode_acls(body, "a node")


def test_notifications_are_read_as_every_kafka_writes_them():
    assert encode_change(PAY, is_2_0=False) == b"TOPIC:pay"
    assert encode_change(PAY, is_2_0=True) == b"Topic:pay"
    extended = {"version": 1, "resourceType": "TRANSACTIONAL_ID", "name": "pa", "patternType": "PREFIXED"}
    assert json.loads(encode_change(PA, is_2_0=False)) == extended
    assert json.loads(encode_change(PA, is_2_0=True))["resourceType"] == "TransactionalId"
    for is_2_0 in (False, True):
        for pattern in (PAY, PA, ResourcePattern(ResourceType.GROUP, "a:b")):
            assert decode_change(encode_change(pattern, is_2_0=is_2_0), pattern.pattern_type) == pattern
    for body in (b"", b"Topic", b"Topic:", b"Thing:a", b"\xff:a"):
        with pytest.raises(ZNodeError):
            decode_change(body, PatternType.LITERAL)


def test_names_and_numbers_of_a_later_kafka_are_unknown():
    assert parse_name(AclOperation, "two-phase-commit") is AclOperation.UNKNOWN
    assert parse_name(ResourceType, "transactional-id") is ResourceType.TRANSACTIONAL_ID
    assert from_code(ResourceType, 99) is ResourceType.UNKNOWN


# ---- writing -------------------------------------------------------------------------------------------------------


async def test_what_is_created_counts_when_the_call_returns_and_elsewhere_soon():
    async with nodes(2) as (one, two):
        assert await one.acls.create([AclBinding(PAY, READ), AclBinding(PA, ACT), AclBinding(PAY, ACT)]) == [None] * 3
        assert one.known() == {PAY: {READ, ACT}, PA: {ACT}}
        await until(lambda: two.known() == one.known())
        data, stat = await one.zk.get("/kafka-acl/Topic/pay")
        assert decode_acls(data, "pay") == {READ, ACT}
        assert stat.version == 0  # one write for all of a pattern's


async def test_what_is_there_already_is_not_written_again():
    async with nodes() as [one]:
        await one.acls.create([AclBinding(PAY, READ)])
        assert await one.acls.create([AclBinding(PAY, READ)]) == [None]
        assert (await one.zk.get("/kafka-acl/Topic/pay"))[1].version == 0
        assert len(await one.zk.children(acl_znodes.LITERAL_CHANGES)) == 1


async def test_the_node_goes_with_its_last_acl():
    async with nodes(2) as (one, two):
        await one.acls.create([AclBinding(PAY, READ), AclBinding(PAY, ACT)])
        [gone] = await two.acls.delete([AclFilter(ResourceType.TOPIC, "pay", PatternType.LITERAL, "User:alice")])
        assert gone == [(AclBinding(PAY, READ), None)]
        [gone] = await two.acls.delete([AclFilter()])
        assert gone == [(AclBinding(PAY, ACT), None)]
        assert two.patterns() == set()
        assert await one.zk.exists("/kafka-acl/Topic/pay") is None
        await until(lambda: not one.patterns())
        await one.acls.create([AclBinding(PAY, READ)])
        assert one.known() == {PAY: {READ}}


async def test_what_two_filters_mean_stands_at_the_first():
    async with nodes() as [one]:
        await one.acls.create([AclBinding(PAY, READ), AclBinding(PAY, ACT)])
        results = await one.acls.delete([AclFilter(principal="User:alice"), AclFilter(), AclFilter()])
        assert results == [[(AclBinding(PAY, READ), None)], [(AclBinding(PAY, ACT), None)], []]


async def test_a_filter_that_names_a_resource_finds_what_this_broker_has_not_heard_of():
    async with nodes() as [one]:
        await one.zk.create("/kafka-acl/Topic/pay", encode_acls([READ]))  # and no notification
        assert await one.acls.delete([AclFilter()]) == [[]]
        [gone] = await one.acls.delete([AclFilter(ResourceType.TOPIC, "pay")])
        assert gone == [(AclBinding(PAY, READ), None)]


@pytest.mark.parametrize("name", ["", "..", "a/b", "a\x00b", "../../brokers/ids/0"])
async def test_a_filter_with_a_name_that_no_acl_can_have_means_nothing(name):
    async with nodes() as [one]:
        await one.acls.create([AclBinding(PAY, READ)])
        assert await one.acls.delete([AclFilter(ResourceType.TOPIC, name)]) == [[]]
        assert one.known() == {PAY: {READ}}


async def test_everybody_who_writes_at_once_gets_what_he_wrote():
    async with nodes(4) as crowd:
        entries = [AclEntry(f"User:{n}", "*", AclOperation.READ, PermissionType.ALLOW) for n in range(4)]
        results = await asyncio.gather(
            *(node.acls.create([AclBinding(PAY, entry)]) for node, entry in zip(crowd, entries, strict=True))
        )
        assert results == [[None]] * 4
        await until(lambda: all(node.known() == {PAY: set(entries)} for node in crowd))


async def test_who_loses_every_race_is_told():
    async with nodes() as [one]:
        await one.acls.create([AclBinding(PAY, READ)])
        races = 0

        class Meddling(AclStore):
            async def change(self, pattern, change):
                async def meddle(path):
                    nonlocal races
                    races += 1
                    found = await one.zk.get(path)
                    await one.zk.set(path, found[0])
                    return found

                return await AclStore(MeddledZk(one.zk, meddle), is_2_0=False).change(pattern, change)

        acls = Acls(one.authorizer, Meddling(one.zk, is_2_0=False), one.changes, ticks=time.perf_counter_ns)
        [error] = await acls.create([AclBinding(PAY, ACT)])
        assert error.code == ErrorCode.UNKNOWN_SERVER_ERROR
        assert "changed by others" in error.message
        assert races == ATTEMPTS_MAX


class MeddledZk:
    """A session in which somebody else writes after every read."""

    def __init__(self, zk, get):
        self._zk = zk
        self.get = get
        self.multi = zk.multi


@pytest.mark.parametrize(
    ("binding", "words"),
    [
        (AclBinding(ResourcePattern(ResourceType.CLUSTER, "mine"), READ), "kafka-cluster"),
        (AclBinding(ResourcePattern(ResourceType.TOPIC, ""), READ), "empty"),
        (AclBinding(ResourcePattern(ResourceType.TOPIC, "a/b"), READ), "slash"),
        (AclBinding(ResourcePattern(ResourceType.TOPIC, ".."), READ), "ZooKeeper"),
        (AclBinding(ResourcePattern(ResourceType.GROUP, "."), READ), "ZooKeeper"),
        (AclBinding(ResourcePattern(ResourceType.GROUP, "a\x00b"), READ), "ZooKeeper"),
        (AclBinding(ResourcePattern(ResourceType.ANY, "a"), READ), "type"),
        (AclBinding(ResourcePattern(ResourceType.UNKNOWN, "a"), READ), "type"),
        (AclBinding(ResourcePattern(ResourceType.TOPIC, "a", PatternType.MATCH), READ), "LITERAL or PREFIXED"),
        (AclBinding(PAY, READ._replace(principal="alice")), "User:alice"),
        (AclBinding(PAY, READ._replace(operation=AclOperation.ANY)), "operation"),
        (AclBinding(PAY, READ._replace(permission=PermissionType.UNKNOWN)), "denied"),
    ],
)
async def test_what_cannot_be_an_acl_is_refused_and_the_others_are_stored(binding, words):
    async with nodes() as [one]:
        refused, fine = await one.acls.create([binding, AclBinding(PAY, READ)])
        assert refused.code == ErrorCode.INVALID_REQUEST
        assert words in refused.message
        assert fine is None
        assert one.known() == {PAY: {READ}}


# ---- following -----------------------------------------------------------------------------------------------------


async def test_what_stands_there_at_a_start_counts():
    clock = ManualClock()
    zk = FakeZooKeeper(clock).client()
    await zk.start(1_000)
    await zk.create("/kafka-acl/Topic/pay", encode_acls([READ]), make_parents=True)
    await zk.create("/kafka-acl-extended/prefixed/TransactionalId/pa", encode_acls([ACT]), make_parents=True)
    await zk.create("/kafka-acl/Thing/of-a-later-kafka", encode_acls([ACT]), make_parents=True)
    node = Node(zk, clock)
    await node.changes.start()
    assert node.known() == {PAY: {READ}, PA: {ACT}}


@pytest.mark.parametrize("body", [b"Topic:pay", b"TOPIC:pay", b"topic:pay"])
async def test_what_kafkas_own_tools_write_is_heard(body):
    async with nodes() as [one]:
        await one.zk.create("/kafka-acl/Topic/pay", encode_acls([READ]))
        await one.zk.create(f"{acl_znodes.LITERAL_CHANGES}/acl_changes_", body, sequential=True)
        await until(lambda: one.known() == {PAY: {READ}})
        await one.zk.delete("/kafka-acl/Topic/pay")
        await one.zk.create(f"{acl_znodes.LITERAL_CHANGES}/acl_changes_", body, sequential=True)
        await until(lambda: not one.patterns())


async def test_a_notification_that_nobody_understands_has_everything_read_again():
    async with nodes() as [one]:
        await one.zk.create("/kafka-acl/Topic/pay", encode_acls([READ]))
        await one.zk.create(f"{acl_znodes.PREFIXED_CHANGES}/stray")
        await one.zk.create(f"{acl_znodes.PREFIXED_CHANGES}/acl_changes_", b"what?", sequential=True)
        await until(lambda: one.known() == {PAY: {READ}})


async def test_acls_that_nobody_can_read_deny_until_they_can_be():
    async with nodes() as [one]:
        await one.acls.create([AclBinding(PAY, READ)])
        await one.zk.set("/kafka-acl/Topic/pay", b"{")
        await one.zk.create(f"{acl_znodes.LITERAL_CHANGES}/acl_changes_", b"TOPIC:pay", sequential=True)
        await until(lambda: one.known() == {PAY: set(UNREADABLE)})
        [error] = await one.acls.create([AclBinding(PAY, ACT)])
        assert error.code == ErrorCode.UNKNOWN_SERVER_ERROR
        await one.zk.set("/kafka-acl/Topic/pay", encode_acls([READ]))
        await one.zk.create(f"{acl_znodes.LITERAL_CHANGES}/acl_changes_", b"TOPIC:pay", sequential=True)
        await until(lambda: one.known() == {PAY: {READ}})


async def test_what_was_missed_between_two_sessions_is_read_in_the_next():
    async with nodes(2) as (one, two):
        await one.acls.create([AclBinding(PAY, READ)])
        await until(lambda: two.patterns() == {PAY})
        two.zk.pause()
        await one.acls.delete([AclFilter()])
        await one.acls.create([AclBinding(PA, ACT)])
        two.zk.unpause()
        two.zk.expire()
        await until(lambda: two.known() == {PA: {ACT}})
        await one.acls.create([AclBinding(PAY, ACT)])
        await until(lambda: two.known() == {PA: {ACT}, PAY: {ACT}})


async def test_while_zookeeper_is_away_the_last_known_acls_hold_and_writing_fails():
    async with nodes() as [one]:
        await one.acls.create([AclBinding(PAY, READ)])
        one.zk.suspend()
        [error] = await one.acls.create([AclBinding(PAY, ACT)])
        assert error.code == ErrorCode.UNKNOWN_SERVER_ERROR
        assert one.known() == {PAY: {READ}}
        one.zk.resume()
        await until(lambda: one.known() == {PAY: {READ}})
        assert await one.acls.create([AclBinding(PAY, ACT)]) == [None]


async def test_old_notifications_go_and_new_ones_stay():
    async with nodes() as [one]:
        await one.acls.create([AclBinding(PAY, READ), AclBinding(PA, READ)])
        one.clock.advance(LIFE_MS + 1)
        await one.acls.create([AclBinding(PAY, ACT)])
        assert await one.zk.children(acl_znodes.PREFIXED_CHANGES) == []
        assert len(await one.zk.children(acl_znodes.LITERAL_CHANGES)) == 1


async def test_a_change_and_its_notification_are_one_write():
    """A crash between the two would leave brokers that never hear of a right that was taken away."""
    async with nodes() as [one]:
        seen = []

        class Watching:
            get = one.zk.get

            async def multi(self, ops):
                seen.append([type(op) for op in ops])
                return await one.zk.multi(ops)

        await AclStore(Watching(), is_2_0=False).change(PAY, lambda _: frozenset({READ}))
        assert seen == [[CreateOp, CreateOp]]
        await until(lambda: one.known() == {PAY: {READ}})


async def test_no_directory_is_made_of_a_type_that_kafka_2_0_does_not_know_until_it_is_needed():
    async with nodes() as [one]:
        assert "User" not in await one.zk.children("/kafka-acl")
        assert set(await one.zk.children("/kafka-acl")) == set(await one.zk.children("/kafka-acl-extended/prefixed"))
        of_user = ResourcePattern(ResourceType.USER, "User:alice")
        entry = AclEntry("User:bob", "*", AclOperation.CREATE_TOKENS, PermissionType.ALLOW)
        assert await one.acls.create([AclBinding(of_user, entry)]) == [None]
        assert one.known() == {of_user: {entry}}

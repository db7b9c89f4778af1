"""What the console changes by the admin endpoint: topics, replicas, groups, ACLs, users, quotas, transactions."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import quote

import pytest

from kavka import (
    Admin,
    ConfigResource,
    Consumer,
    LocalCluster,
    NewTopic,
    Producer,
    ShareConsumer,
    TopicPartition,
)
from kavka.client.configs import Changes
from tests.support.http.admin_state import urls
from tests.support.http.web import ask

pytestmark = pytest.mark.slow


async def get(url, status=200):
    answer = await ask(url)
    assert answer.status == status, answer.body
    return answer.json()


async def send(method, url, body=None, status=200):
    answer = await ask(url, method=method, body=body)
    assert answer.status == status, answer.body
    return answer.json()


async def test_a_topic_grows_is_emptied_and_its_settings_say_what_they_are():
    async with LocalCluster(1, in_loop=True) as cluster:
        [url] = urls(cluster)
        await send("POST", f"{url}/topics", {"name": "t", "partitions": 2}, 201)
        assert (await send("POST", f"{url}/topics/t/partitions", {"count": 3}))["partitions"] == 3
        assert "partitions" in (await send("POST", f"{url}/topics/t/partitions", {"count": 2}, 400))["error"]
        for number in range(4):
            await send("POST", f"{url}/produce", {"topic": "t", "value": str(number), "partition": 0}, 201)
        tried = await send("POST", f"{url}/topics/t/trim", {"before": {"0": 3}, "dry_run": True})
        assert tried["partitions"] == [{"partition": 0, "begins": 0, "ends": 4, "would_begin": 3}]
        assert (await get(f"{url}/messages?topic=t&from=earliest"))["log_start_offset"] == 0
        await send("POST", f"{url}/topics/t/trim", {"before": {"0": 3}})
        assert (await get(f"{url}/messages?topic=t&from=earliest"))["log_start_offset"] == 3
        await send("POST", f"{url}/topics/t/trim", {"before": "end"})
        assert (await get(f"{url}/messages?topic=t"))["records"] == []
        for body in (None, {"before": 3}, {"before": {"9": 1}}, {"before": {"0": "x"}}):
            await send("POST", f"{url}/topics/t/trim", body, 400)
        await send("POST", f"{url}/topics/t/configs", {"set": {"segment.bytes": "60000"}})
        entries = {entry["name"]: entry for entry in await get(f"{url}/topics/t/configs")}
        segment = entries["segment.bytes"]
        assert (segment["value"], segment["is_own"], segment["type"]) == ("60000", True, "int")
        assert segment["behind"][-1]["value"] == "1073741824"
        assert segment["doc"]
        of_broker = {entry["name"]: entry for entry in await get(f"{url}/brokers/0/configs")}
        assert of_broker["broker.id"]["is_read_only"]
        await send("POST", f"{url}/brokers/all/configs", {"set": {"log.retention.ms": "70000"}})
        assert [one["value"] for one in await get(f"{url}/brokers/all/configs")] == ["70000"]
        await get(f"{url}/brokers/x/configs", 404)


async def test_replicas_move_by_a_plan_and_leaders_are_elected():
    async with LocalCluster(3, in_loop=True) as cluster:
        url = urls(cluster)[0]
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", assignments={0: [0], 1: [0]})])
        await send("POST", f"{url}/produce", {"topic": "t", "value": "x" * 1000, "partition": 0}, 201)
        plan = await send("POST", f"{url}/topics/t/replicas", {"brokers": [1, 2], "replication_factor": 2})
        assert [row["before"] for row in plan["partitions"]] == [[0], [0]]
        assert [sorted(row["after"]) for row in plan["partitions"]] == [[1, 2], [1, 2]]
        wanted = {str(row["partition"]): row["after"] for row in plan["partitions"]}
        assert (await send("POST", f"{url}/topics/t/replicas", {"plan": wanted}))["begun"] == 2
        async with asyncio.timeout(60):
            while (shown := await get(f"{url}/topics/t/replicas"))["moving"] or [
                row["replicas"] for row in shown["partitions"]
            ] != list(wanted.values()):
                assert all(row["moves"] is None or row["moves"]["adding"] for row in shown["partitions"])
        elected = await send("POST", f"{url}/topics/t/election", {"kind": "preferred"})
        assert set(elected) == {"elected", "refused"}
        assert (await send("DELETE", f"{url}/topics/t/replicas"))["cancelled"] == []
        for body in ({"brokers": [9]}, {"brokers": []}, {"plan": {"7": [0]}}, {"plan": {"0": ["x"]}}, None):
            await send("POST", f"{url}/topics/t/replicas", body, 400)
        await send("POST", f"{url}/topics/t/election", {"kind": "tossed"}, 400)
        await get(f"{url}/topics/nothing/replicas", 404)


async def test_a_group_of_the_consumer_protocol_shows_epochs_and_targets():
    async with LocalCluster(1, in_loop=True, config={"inter.broker.protocol.version": "3.9"}) as cluster:
        url = urls(cluster)[0]
        await send("POST", f"{url}/topics", {"name": "t", "partitions": 2}, 201)
        async with Consumer(cluster.bootstrap, group_id="g", group_protocol="consumer") as consumer:
            consumer.subscribe("t")
            while len(consumer.assignment()) < 2:
                await consumer.poll()
            [listed] = (await get(f"{url}/groups"))["groups"]
            shown = await get(f"{url}/groups/g")
            [member] = shown["members"]
            epoch = consumer.group_metadata().generation_id
            assert (listed["type"], shown["type"], shown["epoch"]) == ("consumer", "consumer", epoch)
            assert (member["epoch"], member["target"], shown["target_epoch"]) == (epoch, ["t-0", "t-1"], epoch)


async def test_a_share_group_shows_start_offsets_and_what_is_in_flight():
    config = {"group.share.heartbeat.interval.ms": "50", "group.share.min.heartbeat.interval.ms": "50"}
    async with LocalCluster(1, in_loop=True, config=config) as cluster:
        url = urls(cluster)[0]
        await send("POST", f"{url}/topics", {"name": "t", "partitions": 1}, 201)
        async with Admin(cluster.bootstrap) as admin:
            earliest = Changes(set={"share.auto.offset.reset": "earliest"})
            await admin.alter_configs(ConfigResource.group("s"), earliest)
        async with Producer(cluster.bootstrap, linger_ms=500) as producer:  # one batch, so that one poll gets all
            for number in range(3):
                await producer.send("t", b"%d" % number)
        async with ShareConsumer(cluster.bootstrap, group_id="s", acknowledgement_mode="explicit") as consumer:
            consumer.subscribe("t")
            while not (found := await consumer.poll()):
                pass
            first, _, last = found[TopicPartition("t", 0)]
            consumer.acknowledge(first)
            consumer.acknowledge(last)
            await consumer.commit()
            [listed] = (await get(f"{url}/groups?details=1"))["groups"]
            assert (listed["type"], listed["members"], listed["lag"], listed["topics"]) == ("share", 1, 1, ["t"])
            shown = await get(f"{url}/groups/s")
            assert [member["partitions"] for member in shown["members"]] == [["t-0"]]
            assert shown["partitions"] == [{"topic": "t", "partition": 0, "start_offset": 1, "lag": 1, "leader": 0}]
            [led] = (await get(f"{url}/state/share_partitions?group=s"))["share_partitions"]
            assert (led["start_offset"], led["end_offset"], led["deliveries"]) == (1, 3, 1)
            assert led["in_flight"] == {"available": 0, "acquired": 1, "acknowledged": 1, "archived": 0}
            assert (await get(f"{url}/state/share_partitions?group=other"))["count"] == 0
        await send("DELETE", f"{url}/groups/s")
        await send("GET", f"{url}/groups/s", None, 404)


async def test_a_share_groups_start_offsets_are_moved_when_nobody_is_in_it():
    config = {"group.share.heartbeat.interval.ms": "50", "group.share.min.heartbeat.interval.ms": "50"}
    async with LocalCluster(2, in_loop=True, config=config) as cluster:
        url = urls(cluster)[0]
        await send("POST", f"{url}/topics", {"name": "t", "partitions": 2}, 201)
        async with Admin(cluster.bootstrap) as admin:
            earliest = Changes(set={"share.auto.offset.reset": "earliest"})
            await admin.alter_configs(ConfigResource.group("s"), earliest)
        async with Producer(cluster.bootstrap) as producer:
            for partition in (0, 0, 0, 1):
                await producer.send_and_wait("t", b"v", partition=partition)
        async with ShareConsumer(cluster.bootstrap, group_id="s") as consumer:
            consumer.subscribe("t")
            read = 0
            while read < 4:
                read += sum(map(len, (await consumer.poll()).values()))
            await consumer.commit()
            assert (await get(f"{url}/groups/s"))["lag"] == 0
            refused = await send("POST", f"{url}/groups/s/offsets", {"topic": "t", "to": "earliest"}, 409)
            assert "1 members" in refused["error"]
            assert "start offsets" in refused["error"]
            await send("DELETE", f"{url}/groups/s/offsets?topic=t", None, 409)
        back = {"topic": "t", "to": "-2", "dry_run": True}
        tried = await send("POST", f"{url}/groups/s/offsets", back)
        assert [(one["before"], one["after"]) for one in tried["partitions"]] == [(3, 1), (1, 0)]
        assert (await get(f"{url}/groups/s"))["lag"] == 0, "it was only tried"
        await send("POST", f"{url}/groups/s/offsets", {"topic": "t", "to": 2, "partitions": [0]})
        shown = await get(f"{url}/groups/s")
        assert [(part["start_offset"], part["lag"]) for part in shown["partitions"]] == [(2, 1), (1, 0)]
        await send("POST", f"{url}/groups/s/offsets", {"topic": "t", "to": "sometime"}, 400)
        await send("POST", f"{url}/groups/s/offsets", {"topic": "nothing", "to": "latest"}, 404)
        async with ShareConsumer(cluster.bootstrap, group_id="s") as consumer:
            consumer.subscribe("t")
            while not (found := await consumer.poll()):
                pass
            assert [record.offset for records in found.values() for record in records] == [2]
        assert (await send("DELETE", f"{url}/groups/s/offsets?topic=t"))["deleted"] == ["t"]
        assert (await get(f"{url}/groups/s"))["partitions"] == []


async def test_groups_are_listed_with_lag_shifted_and_deleted():
    async with LocalCluster(2, in_loop=True) as cluster:
        url = urls(cluster)[0]
        await send("POST", f"{url}/topics", {"name": "t", "partitions": 1}, 201)
        for number in range(5):
            await send("POST", f"{url}/produce", {"topic": "t", "value": str(number)}, 201)
        async with Consumer(cluster.bootstrap, group_id="g", offset_reset="earliest", auto_commit=False) as consumer:
            consumer.subscribe("t")
            read = 0
            while read < 5:
                read += sum(map(len, (await consumer.poll()).values()))
            await consumer.commit()
            [listed] = (await get(f"{url}/groups?details=1"))["groups"]
            assert (listed["name"], listed["members"], listed["lag"], listed["topics"]) == ("g", 1, 0, ["t"])
            shown = await get(f"{url}/groups/g")
            assert shown["partitions"][0]["member"] == shown["members"][0]["id"]
            await send("DELETE", f"{url}/groups/g", None, 409)
        await send("POST", f"{url}/groups/g/offsets", {"topic": "t", "to": "-2"})
        assert (await get(f"{url}/groups?details=1"))["groups"][0]["lag"] == 2
        assert (await send("DELETE", f"{url}/groups/g/offsets?topic=t"))["deleted"] == ["t-0"]
        await send("DELETE", f"{url}/groups/g/offsets?topic=t", None, 404)
        async with Consumer(cluster.bootstrap, group_id="g", auto_commit=False) as consumer:
            consumer.subscribe("t")
            await consumer.poll()
            await consumer.commit()
        await send("DELETE", f"{url}/groups/g")
        assert (await get(f"{url}/groups"))["groups"] == []


async def test_acls_users_and_quotas_are_shown_set_and_taken_away():
    config = {
        "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
        "super.users": "User:ANONYMOUS",
        "kavka.admin.token": "s3cret",
    }
    owner = {"Authorization": "Bearer s3cret"}

    async def as_owner(method, path, body=None, status=200):
        answer = await ask(f"{url}{path}", method=method, body=body, headers=owner)
        assert answer.status == status, answer.body
        return answer.json()

    async with LocalCluster(1, in_loop=True, config=config) as cluster:
        [url] = urls(cluster)
        for path in ("acls", "users", "quotas", "transactions", "state/connections", "brokers/0/configs"):
            assert (await ask(f"{url}/{path}")).status == 401
        assert await as_owner("GET", "/acls") == {"is_off": False, "count": 0, "acls": []}
        acl = {"type": "TOPIC", "name": "pay", "pattern": "PREFIXED", "principal": "User:alice", "operation": "READ"}
        await as_owner("POST", "/acls", acl, 201)
        [stored] = (await as_owner("GET", "/acls"))["acls"]
        assert stored == {**acl, "host": "*", "permission": "ALLOW"}
        assert "operation" in (await as_owner("POST", "/acls", {**acl, "operation": "SING"}, 400))["error"]
        assert (await as_owner("DELETE", "/acls", stored))["deleted"] == [stored]
        await as_owner("POST", "/users", {"name": "alice", "password": "pw", "mechanisms": ["SCRAM-SHA-256"]}, 201)
        assert (await as_owner("GET", "/users"))["users"] == [{"name": "alice", "mechanisms": {"SCRAM-SHA-256": 4096}}]
        await as_owner("POST", "/users", {"name": "bob"}, 400)
        await as_owner("DELETE", "/users/alice")
        assert (await as_owner("GET", "/users"))["count"] == 0
        entities = ({"user": "alice", "client-id": None}, {"client-id": "etl"}, {"ip": "10.0.0.1"})
        for entity in entities:
            key = "connection_creation_rate" if "ip" in entity else "producer_byte_rate"
            await as_owner("POST", "/quotas", {"entity": entity, "set": {key: 1000}})
        shown = (await as_owner("GET", "/quotas"))["quotas"]
        assert sorted(json.dumps(one["entity"], sort_keys=True) for one in shown) == sorted(
            json.dumps(entity, sort_keys=True) for entity in entities
        )
        await as_owner("POST", "/quotas", {"entity": {"client-id": "etl"}, "set": {"producer_byte_rate": None}})
        assert (await as_owner("GET", "/quotas"))["count"] == 2
        await as_owner("POST", "/quotas", {"entity": {"planet": "x"}, "set": {"producer_byte_rate": 1}}, 400)


async def test_without_an_authorizer_acls_say_that_they_are_off():
    async with LocalCluster(1, in_loop=True) as cluster:
        assert (await get(f"{urls(cluster)[0]}/acls"))["is_off"]


async def test_transactions_are_listed_described_and_aborted_and_producers_seen():
    async with LocalCluster(1, in_loop=True) as cluster:
        [url] = urls(cluster)
        await send("POST", f"{url}/topics", {"name": "t", "partitions": 1}, 201)
        async with Producer(cluster.bootstrap, transactional_id="pay/1") as producer:
            await producer.init_transactions()
            producer.begin_transaction()
            await producer.send_and_wait("t", b"open")
            [listed] = (await get(f"{url}/transactions?state=Ongoing"))["transactions"]
            assert (listed["transactional_id"], listed["state"]) == ("pay/1", "Ongoing")
            described = await get(f"{url}/transactions?id={quote('pay/1', safe='')}")
            assert described["partitions"] == ["t-0"]
            [writer] = (await get(f"{url}/topics/t/producers"))["producers"]
            assert (writer["producer_id"], writer["open_from_offset"]) == (described["producer_id"], 0)
            connections = (await get(f"{url}/state/connections"))["connections"]
            assert {one["principal"] for one in connections} == {"User:ANONYMOUS"}
            await send("POST", f"{url}/transactions", {"abort": "pay/1"})
            await get(f"{url}/wait?for=no-open-transactions&timeout_ms=60000")
            assert (await get(f"{url}/topics/t/producers"))["producers"][0]["open_from_offset"] is None
        await send("POST", f"{url}/transactions", {"abort": "nobody"}, 404)
        hanging = {"topic": "t", "partition": 0, "start_offset": 17}
        await send("POST", f"{url}/transactions", {"abort_hanging": hanging}, 404)
        await send("POST", f"{url}/transactions", {"abort_hanging": {"topic": "t"}}, 400)

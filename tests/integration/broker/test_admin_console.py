"""What the console asks of the admin endpoint: records, topics, groups, other brokers, and its own files."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import socket

import pytest
from aiokafka import AIOKafkaConsumer
from aiokafka.structs import TopicPartition as TheirPartition

from kavka import Admin, LocalCluster, NewTopic, Producer
from kavka.console import peers, search, walk
from kavka.zk import paths
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.znodes import BrokerRegistration
from tests.support.http.admin_state import DEADLINE_S, Stream, urls
from tests.support.http.web import ask

pytestmark = pytest.mark.slow


async def get(url, status=200):
    answer = await ask(url)
    assert answer.status == status, answer.body
    return answer.json()


async def post(url, body, status=200, method="POST"):
    answer = await ask(url, method=method, body=body)
    assert answer.status == status, answer.body
    return answer.json()


def texts(page):
    return [record["value"]["text"] for record in page["records"]]


async def test_records_are_found_by_offset_time_and_content_whoever_leads():
    async with LocalCluster(2, in_loop=True) as cluster:
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", assignments={0: [0], 1: [1]})])
        async with Producer(cluster.bootstrap) as producer:
            for partition in (0, 1):
                for number in range(20):
                    value = b"\xff\x00" if number == 19 else f"{partition}: record {number}".encode()
                    await producer.send("t", value, key=b"k", partition=partition, timestamp=1_000 + number)
        for url in urls(cluster):
            for partition in (0, 1):
                at = f"{url}/messages?topic=t&partition={partition}"
                first = await get(f"{at}&from=earliest&limit=2")
                assert texts(first) == [f"{partition}: record 0", f"{partition}: record 1"]
                assert (first["next_offset"], first["end_offset"], first["is_at_end"]) == (2, 20, False)
                assert texts(await get(f"{at}&from=5&limit=1")) == [f"{partition}: record 5"]
                assert texts(await get(f"{at}&from=@1007&limit=1")) == [f"{partition}: record 7"]
                last = await get(f"{at}&from=latest&limit=1")
                assert last["records"][0]["value"] == {"base64": "/wA=", "bytes": 2, "is_cut": False}
                assert last["records"][0]["key"]["text"] == "k"
                found = await get(f"{at}&from=earliest&contains=record%2017")
                assert (texts(found), found["scanned"], found["is_at_end"]) == ([f"{partition}: record 17"], 20, True)
                newest = await get(f"{at}&limit=2&before={partition}:19")
                assert (texts(newest), newest["before"]) == (
                    [f"{partition}: record {number}" for number in (18, 17)],
                    f"{partition}:17",
                )
        everywhere = f"{url}/messages?topic=t&partition=all&contains=record%201"
        newest = await get(f"{everywhere}&limit=4")
        assert sorted(texts(newest)) == [f"{partition}: record {number}" for partition in (0, 1) for number in (17, 18)]
        assert newest["scanned"] == 6  # of each: 19, 18 and 17; what is behind is looked at by the next one
        rest = await get(f"{everywhere}&before={newest['before']}")
        assert sorted(texts(newest) + texts(rest)) == sorted(
            f"{partition}: record {number}" for partition in (0, 1) for number in (1, *range(10, 19))
        )
        assert (rest["before"], rest["left"], newest["scanned"] + rest["scanned"]) == (None, 0, 40)
        assert {record["partition"] for record in rest["records"]} == {0, 1}
        assert "PARTITION:OFFSET" in (await get(f"{everywhere}&before=0-9", 400))["error"]
        assert (await get(f"{url}/messages?topic=t&from=yesterday", 400))["error"].startswith("from=yesterday")
        assert "nothing" in (await get(f"{url}/messages?topic=nothing", 404))["error"]
        assert "partitions 0 to 1" in (await get(f"{url}/messages?topic=t&partition=9", 400))["error"]


async def test_all_partitions_are_one_list_by_time_in_either_direction_page_by_page():
    async with LocalCluster(2, in_loop=True) as cluster:
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=3)])
        async with Producer(cluster.bootstrap) as producer:
            for number in range(60):  # partition 2 has few, and the newest but one
                partition = 2 if number in (0, 58) else number % 2
                await producer.send("t", b"%d" % number, partition=partition, timestamp=1_000 + number)
        at = f"{urls(cluster)[0]}/messages?topic=t&partition=all&limit=25"
        for start, goes_on, order in (("", "before", list(range(59, -1, -1))), ("&from=earliest", "after", range(60))):
            pages = [await get(at + start)]
            while not pages[-1]["is_at_end"]:
                pages.append(await get(f"{at}&{goes_on}={pages[-1][goes_on]}"))
            assert [int(text) for page in pages for text in texts(page)] == list(order)
            assert [len(page["records"]) for page in pages] == [25, 25, 10]
        since = await get(f"{at}&from=@1050")
        assert [int(text) for text in texts(since)] == list(range(50, 60))


async def test_a_field_of_json_is_looked_for_and_one_record_is_shown_whole():
    async with LocalCluster(1, in_loop=True) as cluster:
        [url] = urls(cluster)
        await post(f"{url}/topics", {"name": "t", "partitions": 2}, 201)
        for number in range(4):
            value = json.dumps({"customer": {"id": number}, "items": [{"sku": f"s{number}"}], "fill": "x" * 5_000})
            await post(f"{url}/produce", {"topic": "t", "value": value, "partition": number % 2}, 201)
        await post(f"{url}/produce", {"topic": "t", "value": "no JSON", "headers": {"trace": "abc"}}, 201)
        at = f"{url}/messages?topic=t&partition=all"
        for query in ("field=customer.id&is=3", "field=items.0.sku&is=s3"):
            [found] = (await get(f"{at}&{query}"))["records"]
            assert (found["partition"], found["offset"], found["value"]["is_cut"]) == (1, 1, True)
        assert (await get(f"{at}&field=items.9.sku&is=s3"))["records"] == []
        assert texts(await get(f"{at}&contains=abc")) == ["no JSON"]
        [whole] = (await get(f"{url}/messages?topic=t&partition=1&from=1&limit=1&whole=1"))["records"]
        assert json.loads(whole["value"]["text"])["customer"] == {"id": 3}


async def test_a_tail_answers_with_what_comes_and_says_what_it_passed_over():
    async with LocalCluster(1, in_loop=True) as cluster:
        [url] = urls(cluster)
        await post(f"{url}/topics", {"name": "t", "partitions": 2}, 201)
        ends = (await get(f"{url}/messages?topic=t&partition=all"))["ends"]
        at = f"{url}/messages/tail?topic=t&partition=all&limit=4"
        async with asyncio.TaskGroup() as tasks:
            waiting = tasks.create_task(get(f"{at}&after={ends}&wait_ms=10000"))
            await post(f"{url}/produce", {"topic": "t", "value": "news", "partition": 1}, 201)
        assert (texts(waiting.result()), waiting.result()["after"]) == (["news"], "0:0,1:1")
        for number in range(5):
            await post(f"{url}/produce", {"topic": "t", "value": str(number), "partition": 0}, 201)
        behind = await get(f"{at}&after=0:0,1:1")
        assert (texts(behind), behind["skipped"], behind["after"]) == (["3", "4"], 3, "0:5,1:1")
        assert (await get(f"{at}&after={behind['after']}&wait_ms=0"))["records"] == []


async def test_a_search_from_the_end_finds_what_is_far_behind_and_says_how_far_it_looked(monkeypatch):
    monkeypatch.setattr(search, "SCANNED_MAX", 4_000)
    monkeypatch.setattr(search, "SCAN_MS_MAX", 3_600_000)  # it ends by what it looked at
    async with LocalCluster(1, in_loop=True) as cluster:
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="t", num_partitions=1)])
        async with Producer(cluster.bootstrap) as producer:
            await producer.send("t", b"the needle")
            for number in range(5_999):
                await producer.send("t", b"hay %d" % number)
            await producer.flush()
        at = f"{urls(cluster)[0]}/messages?topic=t&contains=needle"
        first = await get(at)
        assert (first["records"], first["scanned"], first["left"], first["before"]) == ([], 4_000, 2_000, "0:2000")
        second = await get(f"{at}&before={first['before']}")
        assert (texts(second), second["scanned"], second["before"]) == (["the needle"], 2_000, None)


async def test_a_partition_that_ends_with_a_transactions_marker_is_read_to_its_end_at_once(monkeypatch):
    monkeypatch.setattr(walk, "SCAN_MS_MAX", 3_600_000)  # it ends because there is no more, and not by its deadline
    async with LocalCluster(1, in_loop=True) as cluster:
        [url] = urls(cluster)
        await post(f"{url}/topics", {"name": "t", "partitions": 1}, 201)
        async with Producer(cluster.bootstrap, transactional_id="x") as producer:
            await producer.init_transactions()
            for _ in range(2):
                async with producer.transaction():
                    await producer.send("t", b"in a transaction")
        page = await asyncio.wait_for(get(f"{url}/messages?topic=t&from=earliest"), DEADLINE_S)
        assert [record["offset"] for record in page["records"]] == [0, 2]
        assert (page["next_offset"], page["end_offset"], page["is_at_end"]) == (4, 4, True)
        only_marker = await asyncio.wait_for(get(f"{url}/messages?topic=t&from=3"), DEADLINE_S)
        assert (only_marker["records"], only_marker["is_at_end"]) == ([], True)


async def test_what_is_long_is_cut_and_text_stays_text():
    async with LocalCluster(1, in_loop=True) as cluster:
        [url] = urls(cluster)
        await post(f"{url}/topics", {"name": "t", "partitions": 1}, 201)
        await post(f"{url}/produce", {"topic": "t", "value": "x" + "é" * 4000, "headers": {"h": "v"}}, 201)
        [record] = (await get(f"{url}/messages?topic=t"))["records"]
        assert (record["value"]["bytes"], record["value"]["is_cut"], record["key"]) == (8001, True, None)
        assert record["value"]["text"] == "x" + "é" * 2047
        assert record["headers"] == [["h", {"text": "v", "bytes": 1, "is_cut": False}]]


async def test_topics_are_made_configured_and_deleted():
    async with LocalCluster(2, in_loop=True) as cluster:
        url = urls(cluster)[1]
        await post(f"{url}/topics", {"name": "t", "partitions": 3, "configs": {"retention.ms": "60000"}}, 201)
        assert "exists" in (await post(f"{url}/topics", {"name": "t"}, 409))["error"]
        assert (await get(f"{url}/state/topics/t?offset=1&limit=1"))["partition_states"][0]["partition"] == 1
        assert (await get(f"{url}/state/topics?only=unhealthy&match=t"))["topics"] == []
        changed = await post(
            f"{url}/topics/t/configs", {"set": {"cleanup.policy": "compact"}, "delete": ["retention.ms"]}
        )
        values = {entry["name"]: (entry["value"], entry["source"]) for entry in changed}
        assert values["cleanup.policy"] == ("compact", "topic")
        assert values["retention.ms"][1] != "topic"
        assert (await post(f"{url}/topics/t/configs", {"set": {"cleanup.policy": "rain"}}, 400))["error"]
        await post(f"{url}/topics/t", None, method="DELETE")
        await get(f"{url}/topics/t/configs", 404)
        for body in (None, [], {"name": ""}, {"name": "a/b"}, {"name": "t", "partitions": "three"}):
            await post(f"{url}/topics", body, 400)
        for body in (
            None,
            {"topic": "t", "acks": "some"},
            {"topic": "t", "value": 3},
            {"topic": "t", "key_base64": "%"},
        ):
            await post(f"{url}/produce", body, 400)


async def test_a_groups_lag_is_shown_and_its_positions_are_moved_when_nobody_is_in_it():
    async with LocalCluster(2, in_loop=True) as cluster:
        url = urls(cluster)[0]
        await post(f"{url}/topics", {"name": "t", "partitions": 2}, 201)
        for partition in (0, 0, 0, 1):
            await post(f"{url}/produce", {"topic": "t", "value": "v", "partition": partition}, 201)
        consumer = AIOKafkaConsumer(
            "t",
            bootstrap_servers=cluster.bootstrap,
            group_id="g",
            auto_offset_reset="earliest",
            enable_auto_commit=False,
        )
        await consumer.start()
        try:
            await asyncio.wait_for(consumer.getone(), DEADLINE_S)
            await consumer.commit({TheirPartition("t", 0): 1, TheirPartition("t", 1): 1})
            shown = await get(f"{url}/groups/g")
            assert (shown["state"], len(shown["members"]), shown["lag"]) == ("Stable", 1, 2)
            refused = await post(f"{url}/groups/g/offsets", {"topic": "t", "to": "earliest"}, 409)
            assert "1 members" in refused["error"]
        finally:
            await consumer.stop()
        listed = await get(f"{url}/groups?contains=g")
        assert [group["name"] for group in listed["groups"]] == ["g"]
        assert listed["silent_brokers"] == []
        tried = await post(f"{url}/groups/g/offsets", {"topic": "t", "to": "latest", "dry_run": True})
        assert [(one["before"], one["after"]) for one in tried["partitions"]] == [(1, 3), (1, 1)]
        assert (await get(f"{url}/groups/g"))["lag"] == 2
        await post(f"{url}/groups/g/offsets", {"topic": "t", "to": 2, "partitions": [0]})
        assert [part["position"] for part in (await get(f"{url}/groups/g"))["partitions"]] == [2, 1]
        await post(f"{url}/groups/g/offsets", {"topic": "t", "to": "sometime"}, 400)
        await post(f"{url}/groups/g/offsets", {"topic": "nothing", "to": "latest"}, 404)


async def test_one_broker_tells_of_the_others_and_passes_on_what_happens_there():
    async with LocalCluster(2, in_loop=True) as cluster:
        here, there = urls(cluster)
        assert await get(f"{here}/peers") == [{"id": 0, "admin": here}, {"id": 1, "admin": there}]
        assert (await get(f"{here}/peers/1/state/broker"))["id"] == 1
        async with Stream(f"{here}/peers/1/events?kinds=fault") as events:
            rule = {"api": "METADATA", "action": "delay", "delay_ms": 1, "client_id": "me"}
            [added] = await post(f"{here}/peers/1/faults", rule, 201)
            async with Admin(cluster.bootstrap.split(",")[1], client_id="me") as admin:
                await admin.list_topics()
            struck = await events.until("fault", lambda what: True)
            assert struck["rule"] == added["id"]
        await post(f"{here}/peers/1/faults", None, method="DELETE")
        assert await get(f"{there}/faults") == []
        for path in ("peers/7/state", "peers/x/state", "peers/1/produce", "peers/1/peers/0/state"):
            await get(f"{here}/{path}", 404)


async def test_a_broker_that_hangs_is_a_bad_gateway_and_not_a_page_that_hangs(monkeypatch):
    monkeypatch.setattr(peers, "ANSWER_TIMEOUT_MS", 100)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        async with LocalCluster(2, in_loop=True) as cluster:
            here = urls(cluster)[0]
            zk = KazooZk(cluster.zookeeper)
            await zk.start(DEADLINE_S * 1000)
            try:
                data, _ = await zk.get(paths.broker_id(1))
                moved = dataclasses.replace(BrokerRegistration.decode(data), admin=url)
                await zk.set(paths.broker_id(1), moved.encode())
            finally:
                await zk.close()
            assert url in (await get(f"{here}/peers/1/health", 502))["error"]


async def test_the_consoles_files_need_no_token_and_everything_else_does():
    config = {"kavka.admin.token": "s3cret"}
    async with LocalCluster(1, in_loop=True, config=config) as cluster:
        [url] = urls(cluster)
        page = await ask(f"{url}/console")
        assert page.status == 200
        assert page.headers["content-type"].startswith("text/html")
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        again = await ask(f"{url}/console", headers={"If-None-Match": page.headers["etag"]})
        assert (again.status, again.body) == (304, b"")
        for path in ("console/app.js", "console/style.css"):
            assert (await ask(f"{url}/{path}")).status == 200
        for path in ("console/..%2fserver.py", "console/server.py", "console/x", "console/../state"):
            assert (await ask(f"{url}/{path}")).status in (401, 404)
        for path in ("state", "metrics", "messages?topic=t", "peers", "consoles"):
            assert (await ask(f"{url}/{path}")).status == 401
        assert (await ask(f"{url}/state", headers={"Authorization": "Bearer s3cret"})).status == 200

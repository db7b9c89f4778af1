"""The transcript of the wire: what a client said and was told, as JSON, for as long as it is on and no longer."""

from __future__ import annotations

import asyncio
import json

import pytest

from kavka import Admin, LocalCluster, NewTopic, Producer
from kavka.admin_http import AdminHttp
from kavka.cli.main import cli, run
from kavka.client.connection import Connection
from kavka.protocol.messages import ApiVersionsRequest, HeartbeatRequest, MetadataRequest
from tests.support.http.web import ask

DEADLINE_S = 60


@pytest.fixture
async def cluster(tmp_path):
    async with LocalCluster(1, in_loop=True, data_dir=tmp_path, dev_clock=True) as cluster:
        yield cluster


@pytest.fixture
def url(cluster):
    return f"{cluster.brokers[0].admin}/transcript"


async def connect(cluster, name="c"):
    return await Connection.open(cluster.brokers[0].host, cluster.brokers[0].port, client_id=name)


async def entries(url):
    return (await ask(url)).json()["entries"]


async def switch_on(url, **wanted):
    answer = await ask(url, method="POST", body=wanted)
    assert answer.status == 200, answer.body
    return answer.json()


async def test_off_nothing_is_written_down_and_the_dispatcher_looks_at_none(cluster, url):
    async with await connect(cluster) as connection:
        await connection.request(ApiVersionsRequest(), version=0)
        shown = (await ask(url)).json()
        assert (shown["is_on"], shown["left_ms"], shown["entries"]) == (False, None, [])


async def test_a_request_and_its_answer_have_the_fields_of_their_version(cluster, url):
    await switch_on(url, apis=["heartbeat"])
    async with await connect(cluster) as connection:
        for version in (0, 3):
            await connection.request(HeartbeatRequest(group_id="g", member_id="m"), version=version)
    old, old_answer, new, new_answer = await entries(url)
    assert old["body"] == {"group_id": "g", "generation_id": 0, "member_id": "m"}
    assert new["body"] == {**old["body"], "group_instance_id": None}
    assert list(old_answer["body"]) == ["error_code"]
    assert list(new_answer["body"]) == ["throttle_time_ms", "error_code"]
    assert (old["kind"], old["api"], old["version"], old["client_id"]) == ("request", "HEARTBEAT", 0, "c")
    assert (new_answer["kind"], new_answer["request"], new_answer["version"]) == ("response", new["number"], 3)
    assert old["correlation_id"] == old_answer["correlation_id"] != new["correlation_id"]
    assert new_answer["took_ms"] >= 0
    assert old["peer"].startswith("127.0.0.1:")


async def test_only_the_client_the_topic_and_the_apis_that_were_asked_for(cluster, url):
    async with Admin(cluster.bootstrap) as admin:
        await admin.create_topics([NewTopic(name=name, num_partitions=1, replication_factor=1) for name in "ab"])
    wanted = await switch_on(url, apis=["METADATA", "PRODUCE"], client_id="me", topic="a")
    assert wanted["apis"] == ["PRODUCE", "METADATA"]
    async with await connect(cluster, "me") as mine, await connect(cluster, "other") as other:
        for connection in (mine, other):
            await connection.request(ApiVersionsRequest(), version=0)
            for name in "ab":
                topics = [MetadataRequest.MetadataRequestTopic(name=name)]
                await connection.request(MetadataRequest(topics=topics), version=9)
    request, answer = await entries(url)
    assert request["body"]["topics"] == [{"name": "a"}]
    assert answer["body"]["topics"][0]["partitions"][0]["leader_epoch"] == 0


async def test_records_are_summed_up(cluster, url):
    async with Admin(cluster.bootstrap) as admin:
        await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=1)])
    await switch_on(url, apis=["PRODUCE"])
    async with Producer(cluster.bootstrap, acks="all") as producer:
        for _ in range(2):
            await (await producer.send("t", b"some light"))
    first, told, second, _ = await entries(url)
    records = first["body"]["topic_data"][0]["partition_data"][0]["records"]
    assert (records["magic"], records["batches"], records["records"]) == (2, 1, 1)
    assert (records["first_offset"], records["last_offset"]) == (0, 0)
    assert records["bytes"] > 61
    assert b"light".hex() not in json.dumps(second), "the records themselves are not shown"
    assert told["body"]["responses"][0]["partition_responses"][0]["base_offset"] == 0


async def test_secrets_of_settings_are_not_shown(cluster, url):
    from kavka.protocol.messages import IncrementalAlterConfigsRequest as Request

    await switch_on(url)
    config = Request.AlterableConfig(name="listener.name.x.ssl.keystore.password", config_operation=0, value="hunter2")
    resource = Request.AlterConfigsResource(resource_type=4, resource_name="0", configs=[config])
    async with await connect(cluster) as connection:
        await connection.request(Request(resources=[resource], validate_only=True), version=0)
    shown = json.dumps(await entries(url))
    assert "ssl.keystore.password" in shown
    assert "hunter2" not in shown


async def test_it_goes_off_by_itself_and_when_told(cluster, url):
    async with await connect(cluster) as connection:
        await switch_on(url, for_ms=1)
        await asyncio.sleep(0.002)
        await connection.request(ApiVersionsRequest(), version=0)
        assert (await ask(url)).json()["entries"] == []
        await switch_on(url)
        assert (await ask(url, method="DELETE")).json()["is_on"] is False
        await connection.request(ApiVersionsRequest(), version=0)
        assert await entries(url) == []


@pytest.mark.parametrize("body", [[], {"apis": ["NOPE"]}, {"apis": "FETCH"}, {"topic": 1}, {"for_ms": 0}, {"x": 1}])
async def test_what_makes_no_sense_is_refused_with_a_sentence(url, body):
    answer = await ask(url, method="POST", body=body)
    assert answer.status == 400
    assert answer.json()["error"]


async def test_entries_are_followed_as_they_come(cluster, url):
    await switch_on(url, apis=["HEARTBEAT"])
    loop = asyncio.get_running_loop()
    found = loop.create_future()

    def read():
        for kind, entry in AdminHttp(cluster.brokers[0].admin).follow("/transcript", {"follow": "true", "since": -1}):
            loop.call_soon_threadsafe(found.set_result, (kind, entry))
            return

    async with await connect(cluster) as connection, asyncio.timeout(DEADLINE_S):
        await connection.request(HeartbeatRequest(group_id="g", member_id="m"), version=4)
        await asyncio.to_thread(read)
        kind, entry = await found
    assert (kind, entry["body"]["group_id"]) == ("request", "g")


async def test_as_typed(cluster, capsys):
    at = ("--data-dir", str(cluster.data_dir))

    async def kavka(*words):
        code = await asyncio.to_thread(run, cli, ["transcript", *words, *at])
        assert code == 0
        return capsys.readouterr().out

    shown = json.loads(await kavka("on", "--api", "heartbeat", "--for", "10m", "-o", "json"))
    assert (shown[0]["is_on"], shown[0]["apis"], shown[0]["broker"]) == (True, ["HEARTBEAT"], 0)
    async with await connect(cluster) as connection, asyncio.timeout(DEADLINE_S):
        await connection.request(HeartbeatRequest(group_id="g", member_id="m"), version=3)
        lines = (await kavka("show")).splitlines()
        assert "broker 0 ◀─ c HEARTBEAT v3 #" in lines[0]
        assert '{"group_id": "g", ' in lines[0]
        assert "broker 0 ─▶ c HEARTBEAT v3 #" in lines[1]
        assert json.loads(await kavka("off", "-o", "json"))[0]["is_on"] is False
        following = asyncio.ensure_future(kavka("follow", "--json", "--for", "1s", "--client-id", "c"))
        while not (await ask(f"{cluster.brokers[0].admin}/transcript")).json()["is_on"]:
            pass
        await connection.request(HeartbeatRequest(group_id="followed", member_id="m"), version=3)
        told = [json.loads(line) for line in (await following).splitlines()]
    assert [entry["kind"] for entry in told] == ["request", "response"]
    assert told[0]["body"]["group_id"] == "followed"
    assert (await ask(f"{cluster.brokers[0].admin}/transcript")).json()["is_on"] is False

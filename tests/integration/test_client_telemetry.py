"""Client telemetry against brokers: subscriptions, and what librdkafka and the bundled clients push of them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import confluent_kafka
import pytest

from kavka.client.admin import Admin
from kavka.client.configs import Changes, ConfigResource
from kavka.client.consumer import Consumer
from kavka.client.producer import Producer
from kavka.client.share_consumer import ShareConsumer
from kavka.common.types import NewTopic
from tests.support.processes.command_line import detached, kavka, text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

Env = dict[str, str]


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Env]:
    with detached(tmp_path_factory.mktemp("telemetry") / "data", "--dev-clock") as state:
        yield {
            "KAVKA_BOOTSTRAP": state["bootstrap"],
            "KAVKA_DATA_DIR": state["data_dir"],
            "ADMIN": state["brokers"][0]["admin"],
        }


def subscribed(env: Env, *arguments: str) -> Any:
    return json.loads(text(kavka("client-metrics", *arguments, "-o", "json", env=env)))


def asked(env: Env, path: str) -> str:
    with urllib.request.urlopen(f"{env['ADMIN']}{path}", timeout=30) as response:
        body: str = response.read().decode()
    return body


def wait_for(found: Callable[[], Any], poll: Callable[[float], object] = time.sleep) -> Any:
    """Returns what is found, as soon as it is; the test's own limit bounds it."""
    while not (seen := found()):
        poll(0.1)
    return seen


@contextlib.contextmanager
def subscription(env: Env, name: str, *arguments: Any) -> Iterator[None]:
    kavka("client-metrics", "set", name, *arguments, env=env)
    yield
    kavka("client-metrics", "delete", name, env=env)


def test_subscriptions_are_set_shown_and_deleted(env: Env) -> None:
    kavka(
        "client-metrics", "set", "slow", "--metrics", "org.apache.kafka.producer.,x", "--interval-ms", 60_000, env=env
    )
    kavka("client-metrics", "set", "slow", "--match", "client_id=a.*", "--match", "client_source_port=1", env=env)
    kavka("client-metrics", "set", "a/b", "--metrics", "*", env=env)
    assert [row["name"] for row in subscribed(env, "list")] == ["a/b", "slow"]
    assert subscribed(env, "describe", "slow") == [
        {
            "name": "slow",
            "metrics": "org.apache.kafka.producer.,x",
            "interval_ms": 60_000,
            "match": "client_id=a.*,client_source_port=1",
        }
    ]
    kavka("client-metrics", "delete", "a/b", "slow", env=env)
    assert subscribed(env, "list") == []


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["set", "s"], 2, "nothing is set"),
        (["set", "s", "--interval-ms", "5"], 1, "interval must be between 100 and 3600000"),
        (["set", "s", "--match", "user=alice"], 1, "Illegal client matching pattern"),
        (["describe", "nothing"], 1, "there is no subscription nothing"),
    ],
)
def test_mistakes_are_told_in_one_line(env: Env, arguments: list[str], code: int, words: str) -> None:
    result = kavka("client-metrics", *arguments, env=env, check=False)
    error = result.stderr.decode()
    assert result.returncode == code
    assert words in error
    assert len(error.splitlines()) == 1


def test_what_librdkafka_pushes_is_on_the_metrics_and_beside_its_connection(env: Env) -> None:
    with subscription(env, "rd", "--metrics", "*", "--interval-ms", 200, "--match", "client_id=pushing"):
        producer = confluent_kafka.Producer({"bootstrap.servers": env["KAVKA_BOOTSTRAP"], "client.id": "pushing"})
        producer.produce("pushed", b"hello")

        def of_client() -> list[str]:
            wanted = 'client_id="pushing"'
            return [line for line in asked(env, "/metrics").splitlines() if wanted in line]

        lines = wait_for(lambda: [line for line in of_client() if line.startswith("org_apache_kafka_")], producer.poll)
        assert any(line.startswith("org_apache_kafka_producer_connection_creation_total{") for line in lines)
        assert any('software_name="confluent-kafka-python"' in line for line in of_client())
        (client,) = json.loads(asked(env, "/state/clients"))["clients"]
        assert (client["client_id"], client["last_error"], client["left_out"]) == ("pushing", "NONE", 0)
        connections = json.loads(asked(env, "/state/connections"))["connections"]
        (own,) = [one["client"] for one in connections if one["client"] is not None]
        assert own["instance_id"] == client["instance_id"]
        del producer  # with a last push, unless one is in flight: librdkafka leaves it out then
        assert of_client(), "what it said last stays for a scraper"
        kavka("clock", "advance", "61s", env=env)
        assert wait_for(lambda: json.loads(asked(env, "/state/clients"))["count"] == 0)
        assert of_client() == []


def test_a_client_that_no_subscription_means_pushes_nothing(env: Env) -> None:
    with subscription(env, "others", "--metrics", "*", "--interval-ms", 100, "--match", "client_id=somebody-else"):
        producer = confluent_kafka.Producer({"bootstrap.servers": env["KAVKA_BOOTSTRAP"], "client.id": "silent"})

        def silent() -> list[Any]:
            clients = json.loads(asked(env, "/state/clients"))["clients"]
            return [one for one in clients if one["client_id"] == "silent"]

        (client,) = wait_for(silent, producer.poll)
        assert (client["requested"], client["pushes"]) == ([], 0)


# ---- the bundled clients --------------------------------------------------------------------------------------------


async def of_instance(env: Env, instance_id: str) -> dict[str, float]:
    """The values that a client instance has on the broker's /metrics, by name."""
    text = await asyncio.to_thread(asked, env, "/metrics")
    own = [line for line in text.splitlines() if f'client_instance_id="{instance_id}"' in line]
    return {line.partition("{")[0]: float(line.rpartition(" ")[2]) for line in own}


async def until_pushed(env: Env, instance_id: str, *names: str) -> dict[str, float]:
    """Waits until a client instance has some metrics on /metrics; the test's own limit bounds it."""
    wanted = {f"org_apache_kafka_{name}" for name in names}
    while not wanted <= (found := await of_instance(env, instance_id)).keys():  # noqa: ASYNC110 - a page of another process
        await asyncio.sleep(0.05)
    return found


@contextlib.asynccontextmanager
async def subscribed_by_admin(env: Env, name: str, metrics: str = "org.apache.kafka.") -> Any:
    resource = ConfigResource.client_metrics(name)
    async with Admin(env["KAVKA_BOOTSTRAP"], enable_metrics_push=False) as admin:
        wanted = {"metrics": metrics, "interval.ms": "100", "match": f"client_id={name}.*"}
        await admin.alter_configs(resource, Changes(set=wanted))
        await admin.create_topics([NewTopic(f"{name}-topic", 1)])
        yield
        await admin.alter_configs(resource, Changes(delete=list(wanted)))


@pytest.mark.parametrize("protocol", ["classic", "consumer"])
async def test_the_bundled_producer_and_consumer_push_and_say_goodbye(env: Env, protocol: str) -> None:
    bootstrap, name = env["KAVKA_BOOTSTRAP"], f"own-{protocol}"
    reading: dict[str, Any] = {"group_id": f"{name}-group", "group_protocol": protocol, "offset_reset": "earliest"}
    async with subscribed_by_admin(env, name):
        async with (
            Producer(bootstrap, client_id=f"{name}-producer") as producer,
            Consumer(bootstrap, client_id=f"{name}-consumer", **reading) as consumer,
        ):
            ids = [await client.client_instance_id() for client in (producer, consumer)]
            consumer.subscribe(f"{name}-topic")
            await producer.send_and_wait(f"{name}-topic", b"one")
            while not await consumer.poll():
                pass
            await consumer.commit()
            produced = await until_pushed(env, ids[0], "producer_record_queue_time_avg")
            await until_pushed(env, ids[1], "consumer_coordinator_commit_latency_avg")
            await producer.send_and_wait(f"{name}-topic", b"two")
        assert produced["org_apache_kafka_producer_connection_creation_total"] >= 1
        for client_id, instance_id in zip(("producer", "consumer"), ids, strict=True):
            shown = await state_of(env, instance_id)
            assert (shown["client_id"], shown["is_terminating"]) == (f"{name}-{client_id}", True)
            assert (shown["last_error"], shown["left_out"]) == ("NONE", 0)
            assert shown["software"].startswith("kavka ")
        assert (await of_instance(env, ids[0]))["org_apache_kafka_producer_record_send_total"] == 2
        consumed = await of_instance(env, ids[1])
        assert consumed["org_apache_kafka_consumer_fetch_manager_records_consumed_total"] == 1
        assert consumed["org_apache_kafka_consumer_coordinator_rebalance_total"] == 1
        text = await asyncio.to_thread(asked, env, "/metrics")
        assert f'group_id="{name}-group"' in text


async def state_of(env: Env, instance_id: str) -> Any:
    clients = json.loads(await asyncio.to_thread(asked, env, "/state/clients"))["clients"]
    (client,) = [one for one in clients if one["instance_id"] == instance_id]
    return client


async def test_a_member_of_a_share_group_and_an_admin_push(env: Env) -> None:
    bootstrap, name = env["KAVKA_BOOTSTRAP"], "own-share"
    async with (
        subscribed_by_admin(env, name),
        Admin(bootstrap, client_id=f"{name}-admin") as admin,
        ShareConsumer(bootstrap, client_id=f"{name}-member", group_id=f"{name}-group") as member,
    ):
        member.subscribe(f"{name}-topic")
        await member.poll(timeout_ms=100)
        ids = [await client.client_instance_id() for client in (admin, member)]
        await until_pushed(env, ids[0], "admin_client_node_request_latency_avg")
        await until_pushed(env, ids[1], "consumer_connection_creation_total", "consumer_share_last_poll_seconds_ago")


async def test_only_metrics_of_the_prefixes_that_are_wanted_are_pushed(env: Env) -> None:
    async with (
        subscribed_by_admin(env, "own-few", "org.apache.kafka.producer.record."),
        Producer(env["KAVKA_BOOTSTRAP"], client_id="own-few") as producer,
    ):
        await producer.send_and_wait("own-few-topic", b"v")
        instance_id = await producer.client_instance_id()
        found = await until_pushed(env, instance_id, "producer_record_queue_time_avg")
    assert {name for name in found if "record" not in name} == {"kavka_client_instance_info"}


def test_brokers_with_the_apis_of_kafka_3_9_are_asked_nothing(tmp_path: Any) -> None:
    with detached(tmp_path / "data", "--config", "kavka.later.apis.enable=false") as state:
        env = {"KAVKA_BOOTSTRAP": state["bootstrap"], "ADMIN": state["brokers"][0]["admin"]}

        async def work() -> None:
            async with Producer(env["KAVKA_BOOTSTRAP"]) as producer, Consumer(env["KAVKA_BOOTSTRAP"]) as consumer:
                await producer.send_and_wait("t", b"v")
                await consumer.assign(await consumer.partitions_for("t"), start="beginning")
                while not await consumer.poll():
                    pass

        asyncio.run(work())
        text = asked(env, "/metrics")
    assert 'request="Produce"' in text
    assert "Telemetry" not in text


def test_turned_off_it_is_not_offered(tmp_path: Any) -> None:
    off = ("--config", "kavka.telemetry.enable=false")
    with detached(tmp_path / "data", *off) as state:
        env = {"KAVKA_BOOTSTRAP": state["bootstrap"], "KAVKA_DATA_DIR": state["data_dir"]}
        offered = text(kavka("request", "ApiVersions", env=env))
        assert '"api_key": 72' not in offered
        assert '"api_key": 74' in offered

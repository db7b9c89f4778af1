"""Client telemetry against brokers: subscriptions by `kavka client-metrics`, and what librdkafka pushes of them."""

from __future__ import annotations

import contextlib
import json
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import confluent_kafka
import pytest

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


def test_turned_off_it_is_not_offered(tmp_path: Any) -> None:
    off = ("--config", "kavka.telemetry.enable=false")
    with detached(tmp_path / "data", *off) as state:
        env = {"KAVKA_BOOTSTRAP": state["bootstrap"], "KAVKA_DATA_DIR": state["data_dir"]}
        offered = text(kavka("request", "ApiVersions", env=env))
        assert '"api_key": 72' not in offered
        assert '"api_key": 74' in offered

"""`kavka quota` against a broker, and foreign clients that are held to what it sets."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import confluent_kafka
import pytest

from tests.support.processes.command_line import detached, kavka, text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

Env = dict[str, str]


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Env]:
    with detached(tmp_path_factory.mktemp("quotas") / "data") as state:
        yield {"KAVKA_BOOTSTRAP": state["bootstrap"], "KAVKA_DATA_DIR": state["data_dir"]}


def described(env: Env, *arguments: str) -> list[dict[str, Any]]:
    rows = json.loads(text(kavka("quota", "describe", *arguments, "-o", "json", env=env)))
    return [{name: value for name, value in row.items() if value is not None} for row in rows]


def test_quotas_are_set_shown_and_removed(env: Env) -> None:
    kavka("quota", "set", "--user", "CN=a/b", "--client-default", "--produce", 1000, "--request", "12.5", env=env)
    kavka("quota", "set", "--ip", "10.0.0.1", "--connections", 5, env=env)
    both = {"user": "CN=a/b", "client-id": "<default>", "produce": 1000, "request": 12.5}
    address = {"ip": "10.0.0.1", "connections": 5}
    assert sorted(described(env), key=str) == sorted([both, address], key=str)
    assert described(env, "--user", "CN=a/b") == [both]
    kavka("quota", "remove", "--user", "CN=a/b", "--client-default", "request", env=env)
    del both["request"]
    assert described(env, "--client-default") == [both]
    kavka("quota", "remove", "--user", "CN=a/b", "--client-default", env=env)
    kavka("quota", "remove", "--ip", "10.0.0.1", env=env)
    assert described(env) == []


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["set", "--produce", "5"], 2, "whose quota"),
        (["set", "--user", "a"], 2, "no quota is given"),
        (["set", "--user", "a", "--user-default", "--produce", "5"], 2, "not both"),
        (["set", "--user", "a", "--connections", "5"], 1, "Invalid configuration key connection_creation_rate"),
        (["set", "--ip", "nowhere", "--connections", "5"], 1, "not a valid IP"),
        (["describe", "--user", "a", "--ip", "10.0.0.1"], 1, "IP filter component should not be used"),
    ],
)
def test_mistakes_are_told_in_one_line(env: Env, arguments: list[str], code: int, words: str) -> None:
    result = kavka("quota", *arguments, env=env, check=False)
    error = result.stderr.decode()
    assert result.returncode == code
    assert words in error
    assert len(error.splitlines()) == 1


def test_librdkafka_is_told_that_it_is_throttled_and_obeys(env: Env, topic: str) -> None:
    """The burst of all windows and a little more: three tenths of a second of silence."""
    kavka("topic", "create", topic, env=env)
    kavka("quota", "set", "--client", "greedy", "--produce", 100_000, env=env)
    throttled = threading.Event()
    waits: list[float] = []

    def throttle(event: Any) -> None:
        waits.append(event.throttle_time)
        throttled.set()

    producer = confluent_kafka.Producer(
        {
            "bootstrap.servers": env["KAVKA_BOOTSTRAP"],
            "client.id": "greedy",
            "linger.ms": 0,
            "batch.num.messages": 1,
            "throttle_cb": throttle,
        }
    )
    for _ in range(10):
        producer.produce(topic, bytes(103_000))
        producer.flush(30)
    assert throttled.wait(0) or producer.poll(30) >= 0
    assert throttled.is_set()
    assert 0 < max(waits) < 5
    shown = described(env, "--client", "greedy")
    assert shown == [{"client-id": "greedy", "produce": 100_000}]
    kavka("quota", "remove", "--client", "greedy", env=env)

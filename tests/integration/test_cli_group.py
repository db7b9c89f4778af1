"""`kavka group` and `kavka consume -g` against a broker: lag, members, resets first tried and then done, deletion."""

from __future__ import annotations

import csv
import json
import threading
from collections.abc import Iterator
from typing import Any

import confluent_kafka
import pytest
import yaml

from kavka.sync import Consumer
from tests.support.processes.cluster import wait_until
from tests.support.processes.command_line import detached, kavka, text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

Env = dict[str, str]


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Env]:
    with detached(tmp_path_factory.mktemp("groups") / "data") as state:
        yield {"KAVKA_BOOTSTRAP": state["bootstrap"], "KAVKA_DATA_DIR": state["data_dir"]}


@pytest.fixture
def filled(env: Env, topic: str) -> str:
    """A topic with ten records in partition 0 and five in partition 1."""
    kavka("topic", "create", topic, "-p", 2, env=env)
    for partition, count in ((0, 10), (1, 5)):
        lines = b"".join(b"%d-%d\n" % (partition, number) for number in range(count))
        kavka("produce", topic, "-p", partition, stdin=lines, env=env)
    return topic


def described(env: Env, group: str) -> Any:
    return json.loads(text(kavka("group", "describe", group, "-o", "json", env=env)))[0]


def offsets(env: Env, group: str) -> dict[int, int]:
    return {part["partition"]: part["offset"] for part in described(env, group)["partitions"]}


def test_consume_in_a_group_goes_on_where_it_ended(env: Env, filled: str) -> None:
    group = f"g-{filled}"
    first = text(kavka("consume", filled, "-g", group, "-c", 4, env=env)).split()
    assert len(first) == 4
    rest = text(kavka("consume", filled, "-g", group, "-e", env=env)).split()
    assert sorted(first + rest) == sorted([f"0-{n}" for n in range(10)] + [f"1-{n}" for n in range(5)])
    assert text(kavka("consume", filled, "-g", group, "-e", env=env)) == ""
    assert offsets(env, group) == {0: 10, 1: 5}


def test_lag_and_members_in_every_form(env: Env, filled: str) -> None:
    group = f"g-{filled}"
    own = {"auto.offset.reset": "earliest", "enable.auto.commit": False}  # which it would do after five seconds
    consumer = confluent_kafka.Consumer({"bootstrap.servers": env["KAVKA_BOOTSTRAP"], "group.id": group, **own})
    consumer.subscribe([filled])
    try:
        wait_until(lambda: consumer.consume(1, 0.1) and len(consumer.assignment()) == 2, "it has its partitions")
        consumer.commit(
            offsets=[confluent_kafka.TopicPartition(filled, 0, 7)],
            asynchronous=False,
        )
        found = described(env, group)
        assert (found["state"], found["protocol"], found["lag"]) == ("Stable", "range", 3)
        [member] = found["members"]
        assert member["partitions"] == [f"{filled}-0", f"{filled}-1"]
        assert member["client_id"] == "rdkafka"
        rows = {part["partition"]: part for part in found["partitions"]}
        assert (rows[0]["offset"], rows[0]["end_offset"], rows[0]["lag"]) == (7, 10, 3)
        assert rows[1]["offset"] is None
        assert rows[1]["member_id"] == member["member_id"]
        assert yaml.safe_load(text(kavka("group", "describe", group, "-o", "yaml", env=env)))[0] == found
        lines = list(csv.DictReader(text(kavka("group", "describe", group, "-o", "csv", env=env)).splitlines()))
        assert [(line["group"], line["partition"], line["lag"]) for line in lines] == [
            (group, "0", "3"),
            (group, "1", ""),
        ]
        table = text(kavka("group", "describe", group, env=env)).splitlines()
        assert table[0] == f"{group}  Stable  range  coordinator 0  members 1  lag 3"
        assert member["member_id"] in text(kavka("group", "describe", group, "--members", env=env))
        listed = {row["group"]: row for row in json.loads(text(kavka("group", "list", "-o", "json", env=env)))}
        assert listed[group] == {
            "group": group,
            "type": "classic",
            "state": "Stable",
            "protocol_type": "consumer",
            "coordinator": 0,
        }
        assert group not in text(kavka("group", "list", "--state", "Empty", env=env))
        refused = kavka("group", "reset", group, "--to", "earliest", "--execute", check=False, env=env)
        assert refused.returncode == 1
        assert "has 1 member, and its offsets are theirs: stop them first" in refused.stderr.decode()
        refused = kavka("group", "delete", group, check=False, env=env)
        assert "has members; stop them first" in refused.stderr.decode()
        refused = kavka("group", "delete", group, "-t", filled, check=False, env=env)
        assert "stop them first" in refused.stderr.decode()
    finally:
        consumer.close()


@pytest.fixture(scope="module")
def latest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Env]:
    """A broker that has groups of the consumer protocol."""
    folder = tmp_path_factory.mktemp("latest")
    with detached(folder / "data", "--config", "inter.broker.protocol.version=3.9") as state:
        yield {"KAVKA_BOOTSTRAP": state["bootstrap"], "KAVKA_DATA_DIR": state["data_dir"]}


def test_a_group_of_the_consumer_protocol_shows_epochs_and_targets(latest: Env, topic: str) -> None:
    group = f"g-{topic}"
    kavka("topic", "create", topic, "-p", 2, env=latest)
    kavka("produce", topic, stdin=b"one\n", env=latest)
    one = ("consume", topic, "-g", group, "-c", 1, "-X", "group.protocol=consumer")
    assert text(kavka(*one, env=latest)) == "one\n"
    with Consumer(latest["KAVKA_BOOTSTRAP"], group_id=group, group_protocol="consumer") as consumer:
        consumer.subscribe(topic)
        wait_until(lambda: consumer.poll(timeout_ms=100) == {} and len(consumer.assignment()) == 2, "it has both")
        wait_until(lambda: described(latest, group)["state"] == "Stable", "the coordinator has heard so")
        found = described(latest, group)
        [member] = found["members"]
        own = consumer.group_metadata()
        assert (found["type"], found["epoch"], found["target_epoch"]) == ("consumer", own.generation_id, found["epoch"])
        assert (member["member_id"], member["epoch"]) == (own.member_id, own.generation_id)
        assert member["target"] == member["partitions"] == [f"{topic}-0", f"{topic}-1"]
        assert (member["topics"], member["regex"], member["type"]) == ([topic], None, "consumer")
        head = text(kavka("group", "describe", group, "--members", env=latest)).splitlines()
        assert head[0].endswith(f"type consumer  epoch {found['epoch']}  target epoch {found['epoch']}")
        assert {"epoch", "target"} <= set(head[1].lower().split())
        [listed] = json.loads(text(kavka("group", "list", "--type", "consumer", "-o", "json", env=latest)))
        assert (listed["group"], listed["type"], listed["state"]) == (group, "consumer", "Stable")
        assert group not in text(kavka("group", "list", "--type", "classic", env=latest))
        refused = kavka("consume", topic, "-g", f"{group}-2", "-X", "group.protocol=news", check=False, env=latest)
        assert "it is one of classic, consumer" in refused.stderr.decode()


def test_reset_is_tried_first_and_done_with_execute(env: Env, filled: str) -> None:
    group = f"g-{filled}"
    kavka("consume", filled, "-g", group, "-e", env=env)

    def reset(*options: Any) -> dict[int, Any]:
        done = kavka("group", "reset", group, *options, "-o", "json", env=env)
        return {row["partition"]: row for row in json.loads(text(done))}

    tried = reset("--to", "earliest")
    assert tried[0] == {"topic": filled, "partition": 0, "before": 10, "after": 0, "change": -10}
    assert offsets(env, group) == {0: 10, 1: 5}
    reset("--to", "earliest", "--execute")
    assert offsets(env, group) == {0: 0, 1: 0}
    reset("--to", 7, "--execute")  # partition 1 has no offset 7: its end is the nearest
    assert offsets(env, group) == {0: 7, 1: 5}
    reset("--shift-by", -3, "--topic", f"{filled}:0", "--execute")
    assert offsets(env, group) == {0: 4, 1: 5}
    reset("--shift-by", 100, "--execute")
    assert offsets(env, group) == {0: 10, 1: 5}
    reset("--by-duration", "1h", "--execute")
    assert offsets(env, group) == {0: 0, 1: 0}
    reset("--to", "2200-01-01T00:00:00", "--execute")
    assert offsets(env, group) == {0: 10, 1: 5}
    reset("--to", "@0", "--topic", f"{filled}:1", "--execute")
    assert offsets(env, group) == {0: 10, 1: 0}
    assert text(kavka("consume", filled, "-g", group, "-e", env=env)).split() == [f"1-{n}" for n in range(5)]


def test_a_group_can_be_given_offsets_before_its_first_member(env: Env, filled: str) -> None:
    group = f"g-{filled}"
    kavka("group", "reset", group, "--topic", filled, "--to", "latest", "--execute", env=env)
    assert offsets(env, group) == {0: 10, 1: 5}


def test_deleting_a_group_and_offsets_of_a_topic(env: Env, filled: str) -> None:
    group = f"g-{filled}"
    kavka("group", "reset", group, "--topic", filled, "--to", "latest", "--execute", env=env)
    assert text(kavka("group", "delete", group, "-t", f"{filled}:0", env=env)) == (
        f"deleted the offset of {filled}-0 in {group}\n"
    )
    assert offsets(env, group) == {1: 5}
    assert text(kavka("group", "delete", group, env=env)) == f"deleted {group}\n"
    for verb in (("describe",), ("delete",), ("reset", "--to", "latest")):
        result = kavka("group", verb[0], group, *verb[1:], check=False, env=env)
        assert result.returncode == 4
        assert f"there is no group {group!r} in this cluster" in result.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("group", "reset", "g"), "say where to, one of"),
        (("group", "reset", "g", "--to", "1", "--shift-by", "1"), "say where to, one of"),
        (("group", "reset", "g", "--to", "soon"), "is no place"),
        (("group", "reset", "g", "--by-duration", "soon"), "is no duration"),
        (("consume", "t", "-g", "g", "-p", "0"), "shared out among its members"),
        (("consume", "t", "-g", "g", "-o", "-5"), "kavka group reset"),
    ],
)
def test_what_makes_no_sense(arguments: tuple[str, ...], said: str) -> None:
    result = kavka(*arguments, check=False)
    assert result.returncode == 2
    assert said in result.stderr.decode()


def test_two_of_a_group_share_a_topic(env: Env, filled: str) -> None:
    outputs: list[list[str]] = []

    def consume() -> None:
        outputs.append(text(kavka("consume", filled, "-g", f"g-{filled}", "-c", 5, env=env)).split())

    threads = [threading.Thread(target=consume) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    everything = {f"0-{n}" for n in range(10)} | {f"1-{n}" for n in range(5)}
    assert {line for lines in outputs for line in lines} == everything

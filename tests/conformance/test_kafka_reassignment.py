"""Kafka's own kafka-reassign-partitions and kafka-leader-election on three brokers."""

from __future__ import annotations

import json
import os
import signal

import pytest

from kavka.client.configs import ConfigResource
from kavka.common.types import NewTopic, TopicPartition
from tests.support.clients.foreign import KCAT
from tests.support.kafka import kafka_tools
from tests.support.kafka.asking import asked
from tests.support.processes.cluster import KavkaProcess, wait_until
from tests.support.processes.command_line import kavka

pytestmark = [pytest.mark.conformance]

MOVED_SECONDS_MAX = 60
THROTTLED_RECORDS = 30
"""Half a megabyte each. A fetch that is let through brings a megabyte, and the debt at 1,000 B/s is forgotten after
eleven seconds: this takes minutes, and a tool seconds."""


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """Three brokers that elect no preferred leaders unasked."""
    data_dir = tmp_path_factory.mktemp("three") / "data"
    process = KavkaProcess(data_dir, brokers=3, config={"auto.leader.rebalance.enable": "false"})
    process.start()
    yield process
    assert process.stop() == 0, process.log()


def create(bootstrap, topic, replicas):
    new = NewTopic(name=topic, assignments=dict(enumerate(replicas)))
    asked(bootstrap, lambda admin: admin.create_topics([new]))


def replicas_of(bootstrap, topic):
    (info,) = asked(bootstrap, lambda admin: admin.describe_topics([topic]))
    return [list(info.partitions[number].replicas) for number in sorted(info.partitions)]


def leaders_of(bootstrap, topic):
    (info,) = asked(bootstrap, lambda admin: admin.describe_topics([topic]))
    return [info.partitions[number].leader for number in sorted(info.partitions)]


def ongoing(bootstrap):
    return asked(bootstrap, lambda admin: admin.list_partition_reassignments())


def plan(path, topic, replicas):
    entries = [{"topic": topic, "partition": n, "replicas": brokers} for n, brokers in enumerate(replicas)]
    path.write_text(json.dumps({"version": 1, "partitions": entries}), encoding="utf-8")
    return str(path)


@pytest.fixture
def reassign(tools, three):
    def run(*arguments):
        return tools.run(kafka_tools.REASSIGN_PARTITIONS, "--bootstrap-server", three.bootstrap, *arguments)

    return run


def test_generate_execute_and_verify(three, reassign, tmp_path):
    create(three.bootstrap, "moved", [[0, 1], [1, 2]])
    topics = tmp_path / "topics.json"
    topics.write_text('{"version":1,"topics":[{"topic":"moved"}]}', encoding="utf-8")
    printed = reassign("--generate", "--topics-to-move-json-file", str(topics), "--broker-list", "0,1,2")
    current, proposed = (json.loads(line) for line in printed.splitlines() if line.startswith("{"))
    assert [entry["replicas"] for entry in current["partitions"]] == [[0, 1], [1, 2]]
    assert {entry["partition"] for entry in proposed["partitions"]} == {0, 1}

    file = plan(tmp_path / "plan.json", "moved", [[2, 0], [0, 1]])
    printed = reassign("--execute", "--reassignment-json-file", file, "--throttle", "100000000")
    assert "Successfully started partition reassignments for moved-0,moved-1" in printed
    wait_until(lambda: not ongoing(three.bootstrap), "both partitions are moved")
    printed = reassign("--verify", "--reassignment-json-file", file)
    assert "Reassignment of partition moved-0 is completed." in printed
    assert "Reassignment of partition moved-1 is completed." in printed
    assert "Clearing topic-level throttles on topic moved" in printed
    assert replicas_of(three.bootstrap, "moved") == [[2, 0], [0, 1]]


def throttles(bootstrap, *topics):
    """(resource, key) → value of everything about throttles that is set."""

    async def ask(admin):
        resources = [*map(ConfigResource.topic, topics), *map(ConfigResource.broker, range(3))]
        return {
            (resource.name, entry.name): entry.value
            for resource in resources
            for entry in await admin.describe_configs(resource)
            if ".throttled." in entry.name and entry.source in ("topic", "broker (dynamic)")
        }

    return asked(bootstrap, ask)


def test_the_throttle_is_the_one_that_kafkas_tool_sets_and_each_lifts_the_others(three, reassign, tmp_path):
    create(three.bootstrap, "throttled", [[0, 1], [1, 2]])
    file = plan(tmp_path / "there.json", "throttled", [[2, 0], [1, 2]])
    reassign("--execute", "--reassignment-json-file", file, "--throttle", "100000000")
    theirs = throttles(three.bootstrap, "throttled")
    assert len(theirs) == 2 + 3 * 2
    wait_until(lambda: not ongoing(three.bootstrap), "the partition is moved")
    lifted = kavka("cluster", "reassign", "--verify", "-f", file, "-b", three.bootstrap)
    assert b"the throttle is lifted" in lifted.stderr
    assert throttles(three.bootstrap, "throttled") == {}

    back = plan(tmp_path / "back.json", "throttled", [[0, 1], [1, 2]])
    kavka("cluster", "reassign", "-f", back, "-b", three.bootstrap)
    kavka("cluster", "reassign", "--no-wait", "--throttle", 100_000_000, "-f", file, "-b", three.bootstrap)
    ours = throttles(three.bootstrap, "throttled")
    assert {name: in_order(value) for name, value in ours.items()} == {
        name: in_order(value) for name, value in theirs.items()
    }
    wait_until(lambda: not ongoing(three.bootstrap), "the partition is moved")
    assert "Clearing topic-level throttles on topic throttled" in reassign("--verify", "--reassignment-json-file", file)
    assert throttles(three.bootstrap, "throttled") == {}


def in_order(replicas):
    return sorted(replicas.split(","))


def test_a_throttle_holds_a_move_back_until_it_is_raised(three, reassign, tmp_path):
    create(three.bootstrap, "slow", [[0]])
    KCAT.run(
        *("-P", "-b", three.bootstrap, "-t", "slow", "-X", "batch.num.messages=1"),
        stdin=b"".join(b"%d %s\n" % (number, b"x" * 500_000) for number in range(THROTTLED_RECORDS)),
    )
    file = ("--reassignment-json-file", plan(tmp_path / "plan.json", "slow", [[1]]))
    assert "was set to 1000 B/s" in reassign("--execute", *file, "--throttle", "1000")
    assert "Reassignment of partition slow-0 is still in progress" in reassign("--verify", *file)
    assert "slow-0: replicas: 1,0. adding: 1. removing: 0." in reassign("--list")
    assert "was set to 1000000000 B/s" in reassign("--execute", *file, "--additional", "--throttle", "1000000000")
    wait_until(lambda: not ongoing(three.bootstrap), "it is moved", MOVED_SECONDS_MAX)
    assert "Clearing broker-level throttles on brokers 0,1,2" in reassign("--verify", *file)
    assert replicas_of(three.bootstrap, "slow") == [[1]]


def test_what_waits_is_listed_and_cancelled(three, tools, reassign, tmp_path):
    create(three.bootstrap, "waiting", [[0, 1]])
    info = asked(three.bootstrap, lambda admin: admin.describe_cluster())
    target = max({0, 1, 2} - {info.controller_id})
    stay, goes = sorted({0, 1, 2} - {target})
    first = plan(tmp_path / "first.json", "waiting", [[stay, goes]])
    reassign("--execute", "--reassignment-json-file", first)
    wait_until(lambda: not ongoing(three.bootstrap), "the partition is where it begins")

    file = plan(tmp_path / "plan.json", "waiting", [[target, stay]])
    bootstrap = bootstrap_without(three, target)

    def reassign_elsewhere(*arguments):
        return tools.run(kafka_tools.REASSIGN_PARTITIONS, "--bootstrap-server", bootstrap, *arguments)

    # While the target stands still nothing can end, however long the tools take.
    os.kill(three.broker_pids[target], signal.SIGSTOP)
    try:
        wanted = {TopicPartition("waiting", 0): [target, stay]}
        asked(bootstrap, lambda admin: admin.alter_partition_reassignments(wanted))
        printed = reassign_elsewhere("--list")
        assert f"waiting-0: replicas: {target},{stay},{goes}. adding: {target}. removing: {goes}." in printed
        printed = reassign_elsewhere("--cancel", "--preserve-throttles", "--reassignment-json-file", file)
        assert "Successfully cancelled partition reassignment for: waiting-0" in printed
        assert replicas_of(bootstrap, "waiting") == [[stay, goes]]
    finally:
        os.kill(three.broker_pids[target], signal.SIGCONT)
    assert "No partition reassignments found." in reassign("--list")


def bootstrap_without(three, broker_id):
    return ",".join(address for number, address in enumerate(three.bootstrap.split(",")) if number != broker_id)


def test_brokers_that_do_not_exist_are_refused(three, tools, tmp_path):
    create(three.bootstrap, "refused", [[0]])
    file = plan(tmp_path / "plan.json", "refused", [[7]])
    with pytest.raises(AssertionError, match="Unknown broker id 7"):
        tools.run(
            kafka_tools.REASSIGN_PARTITIONS,
            *("--bootstrap-server", three.bootstrap, "--execute", "--reassignment-json-file", file),
        )


def test_preferred_leaders_are_elected(three, tools, tmp_path):
    def elect(*arguments):
        return tools.run(kafka_tools.LEADER_ELECTION, "--bootstrap-server", three.bootstrap, *arguments)

    create(three.bootstrap, "led", [[0, 1], [1, 0]])
    wanted = {TopicPartition("led", 0): [1, 0], TopicPartition("led", 1): [1, 0]}
    asked(three.bootstrap, lambda admin: admin.alter_partition_reassignments(wanted))
    assert leaders_of(three.bootstrap, "led") == [0, 1]
    file = tmp_path / "partitions.json"
    file.write_text('{"partitions":[{"topic":"led","partition":0}]}', encoding="utf-8")
    printed = elect("--election-type", "preferred", "--path-to-json-file", str(file))
    assert "Successfully completed leader election (PREFERRED) for partitions led-0" in printed
    assert leaders_of(three.bootstrap, "led") == [1, 1]
    printed = elect("--election-type", "unclean", "--topic", "led", "--partition", "1")
    assert "Valid replica already elected for partitions led-1" in printed


def test_replicas_move_between_directories(tools, tmp_path):
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    broker = KavkaProcess(tmp_path / "data", config={"log.dirs": f"{one},{two}"})
    broker.start()
    try:
        create(broker.bootstrap, "moved", [[0], [0], [0]])

        def run(tool, *arguments):
            return tools.run(tool, "--bootstrap-server", broker.bootstrap, *arguments)

        def places():
            described = json.loads(run(kafka_tools.LOG_DIRS, "--describe", "--topic-list", "moved").splitlines()[-1])
            return {
                log_dir["logDir"]: {part["partition"] for part in log_dir["partitions"]}
                for log_dir in described["brokers"][0]["logDirs"]
            }

        assert sorted(map(len, places().values())) == [1, 2]
        entries = [{"topic": "moved", "partition": n, "replicas": [0], "log_dirs": [two]} for n in range(3)]
        file = tmp_path / "plan.json"
        file.write_text(json.dumps({"version": 1, "partitions": entries}), encoding="utf-8")
        options = "--reassignment-json-file", str(file)
        printed = run(
            kafka_tools.REASSIGN_PARTITIONS, "--execute", *options, "--replica-alter-log-dirs-throttle", "100000000"
        )
        for number in range(3):
            assert f"Successfully started moving log directory to {two} for replica moved-{number}" in printed
        throttled = throttles_between_directories(broker.bootstrap)
        assert throttled == ["100000000"]
        wait_until(lambda: len(places()[two]) == 3, "everything is in the second directory")
        printed = run(kafka_tools.REASSIGN_PARTITIONS, "--verify", *options)
        assert "Reassignment of replica moved-0-0 completed successfully." in printed
        assert throttles_between_directories(broker.bootstrap) == []
        assert places() == {one: set(), two: {f"moved-{n}" for n in range(3)}}
    finally:
        assert broker.stop() == 0, broker.log()


def throttles_between_directories(bootstrap):
    entries = asked(bootstrap, lambda admin: admin.describe_broker_configs(0))
    name = "replica.alter.log.dirs.io.max.bytes.per.second"
    return [entry.value for entry in entries if entry.name == name and entry.source == "broker (dynamic)"]

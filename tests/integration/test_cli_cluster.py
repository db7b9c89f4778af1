"""`kavka cluster` on three real brokers: status, moving replicas there and back, elections."""

from __future__ import annotations

import asyncio
import json
import os
import signal

import pytest

from kavka.client.admin import Admin
from kavka.client.configs import ConfigResource
from kavka.common.types import NewTopic
from tests.support.processes.command_line import detached, kavka, text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

RECORDS = b"".join(b"record %d\n" % number for number in range(500))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    data = tmp_path_factory.mktemp("three") / "data"
    with detached(data, "-n", 3, "--config", "auto.leader.rebalance.enable=false") as state:
        yield state, {"KAVKA_BOOTSTRAP": state["bootstrap"]}


def plan(topic, replicas):
    """Kafka's JSON for partitions 0, 1, …"""
    entries = [{"topic": topic, "partition": n, "replicas": brokers} for n, brokers in enumerate(replicas)]
    return json.dumps({"version": 1, "partitions": entries}).encode()


def described(env, topic):
    (info,) = json.loads(text(kavka("topic", "describe", topic, "-o", "json", env=env)))
    return info["partitions"]


def filled(env, topic, replicas, records=RECORDS):
    """A topic on given brokers, with records."""

    async def create():
        async with Admin(env["KAVKA_BOOTSTRAP"]) as admin:
            await admin.create_topics([NewTopic(name=topic, assignments=dict(enumerate(replicas)))])

    asyncio.run(create())
    kavka("produce", topic, stdin=records, env=env)


def assert_read(env, topic, records=RECORDS):
    read = kavka("consume", topic, "-e", env=env).stdout
    assert sorted(read.splitlines()) == sorted(records.splitlines())


def test_status(cluster):
    _, env = cluster
    filled(env, "seen", [[0, 1], [1, 2]])
    found = json.loads(text(kavka("cluster", "status", "-o", "json", env=env)))
    assert [broker["id"] for broker in found["brokers"]] == [0, 1, 2]
    assert [broker["id"] for broker in found["brokers"] if broker["controller"]] == [found["controller"]]
    assert (found["offline"], found["reassigning"]) == ([], [])
    table = text(kavka("cluster", "status", env=env))
    assert "0 without a leader" in table
    assert len(table.splitlines()) == 6
    rows = text(kavka("cluster", "status", "-o", "csv", env=env)).splitlines()
    assert (rows[0], len(rows)) == ("id,address,rack,controller,leads,replicas,out_of_sync", 4)


def test_replicas_move_with_everything_in_them(cluster):
    _, env = cluster
    filled(env, "moved", [[0, 1], [1, 0]])
    moved = kavka("cluster", "reassign", "-f", "-", stdin=plan("moved", [[2, 1], [2, 0]]), env=env)
    assert b"reassigned 2 partitions" in moved.stdout
    assert [(part["leader"], sorted(part["isr"])) for part in described(env, "moved")] == [(2, [1, 2]), (2, [0, 2])]
    assert_read(env, "moved")
    verified = kavka("cluster", "reassign", "--verify", "-f", "-", stdin=plan("moved", [[2, 1], [2, 0]]), env=env)
    assert text(verified).splitlines() == ["moved-0 is there: 2,1", "moved-1 is there: 2,0"]
    # The way back is what standard error said.
    back = moved.stderr.decode().partition("the way back: ")[2].encode()
    kavka("cluster", "reassign", "-f", "-", stdin=back, env=env)
    assert [part["replicas"] for part in described(env, "moved")] == [[0, 1], [1, 0]]
    assert_read(env, "moved")


def test_a_plan_is_made_and_a_dry_run_changes_nothing(cluster):
    _, env = cluster
    filled(env, "planned", [[0, 1], [0, 1], [0, 1]])
    dry = kavka("cluster", "reassign", "-t", "planned", "--brokers", "1,2", "--dry-run", env=env)
    assert all(set(entry["replicas"]) == {1, 2} for entry in json.loads(dry.stdout)["partitions"])
    assert [part["replicas"] for part in described(env, "planned")] == [[0, 1]] * 3
    kavka("cluster", "reassign", "-f", "-", stdin=dry.stdout, env=env)
    assert all(set(part["replicas"]) == {1, 2} for part in described(env, "planned"))
    assert_read(env, "planned")


def test_first_replicas_lead_again(cluster):
    _, env = cluster
    filled(env, "led", [[0, 1], [1, 0]])
    kavka("cluster", "reassign", "-f", "-", stdin=plan("led", [[1, 0], [1, 0]]), env=env)
    assert [part["leader"] for part in described(env, "led")] == [0, 1]
    rows = json.loads(text(kavka("cluster", "elect", "-t", "led", "-o", "json", env=env)))
    assert [row["outcome"] for row in rows] == ["elected", "leads already"]
    assert [part["leader"] for part in described(env, "led")] == [1, 1]
    assert json.loads(text(kavka("cluster", "elect", "-p", "led:0", "--unclean", "-o", "json", env=env))) == [
        {"topic": "led", "partition": 0, "outcome": "leads already"}
    ]
    result = kavka("cluster", "elect", "-p", "led:7", check=False, env=env)
    assert result.returncode == 1
    assert b"UNKNOWN_TOPIC_OR_PARTITION" in result.stdout


def test_a_move_that_waits_is_cancelled(cluster):
    state, env = cluster
    filled(env, "waiting", [[0, 1]])
    controller = json.loads(text(kavka("cluster", "status", "-o", "json", env=env)))["controller"]
    target = next(broker for broker in (2, 1, 0) if broker != controller)
    others = [broker for broker in (0, 1, 2) if broker != target]
    kavka("cluster", "reassign", "-f", "-", stdin=plan("waiting", [others]), env=env)
    asked = plan("waiting", [[target, others[0]]])
    pid = next(broker["pid"] for broker in state["brokers"] if broker["id"] == target)
    bootstrap = ",".join(f"{b['host']}:{b['port']}" for b in state["brokers"] if b["id"] != target)
    env = {**env, "KAVKA_BOOTSTRAP": bootstrap}
    os.kill(pid, signal.SIGSTOP)
    try:
        begun = kavka("cluster", "reassign", "--no-wait", "-f", "-", stdin=asked, env=env)
        assert b"reassigning 1 partitions" in begun.stdout
        verified = kavka("cluster", "reassign", "--verify", "-f", "-", stdin=asked, check=False, env=env)
        assert verified.returncode == 1
        assert text(verified) == f"waiting-0 is on its way: {target} come, {others[1]} go\n"
        assert b"cancelled 1 reassignments" in kavka("cluster", "reassign", "--cancel", env=env).stdout
    finally:
        os.kill(pid, signal.SIGCONT)
    verified = kavka("cluster", "reassign", "--verify", "-f", "-", stdin=asked, check=False, env=env)
    assert b"not on its way" in verified.stdout
    assert b"cancelled 0 reassignments" in kavka("cluster", "reassign", "--cancel", env=env).stdout
    assert_read(env, "waiting")


def throttles(env, topic):
    """The throttled replicas that a topic says, and the rates that its brokers do."""

    async def ask():
        async with Admin(env["KAVKA_BOOTSTRAP"]) as admin:
            resources = [ConfigResource.topic(topic), *map(ConfigResource.broker, range(3))]
            return {
                (resource.name, entry.name): entry.value
                for resource in resources
                for entry in await admin.describe_configs(resource)
                if ".throttled." in entry.name and entry.source in ("topic", "broker (dynamic)")
            }

    return asyncio.run(ask())


def test_a_throttle_is_set_for_the_move_and_lifted_when_it_is_over(cluster):
    _, env = cluster
    filled(env, "throttled", [[0, 1], [1, 0]])
    asked = plan("throttled", [[2, 0], [1, 0]])
    begun = kavka("cluster", "reassign", "--no-wait", "--throttle", 10_000_000, "-f", "-", stdin=asked, env=env)
    assert b"throttled to 10000000 bytes/s" in begun.stderr
    rates = [f"{side}.replication.throttled.rate" for side in ("leader", "follower")]
    assert throttles(env, "throttled") == {
        ("throttled", "leader.replication.throttled.replicas"): "0:0,0:1,1:1,1:0",
        ("throttled", "follower.replication.throttled.replicas"): "0:2",
        **{(str(broker), rate): "10000000" for broker in range(3) for rate in rates},
    }
    for _ in range(100):
        verified = kavka("cluster", "reassign", "--verify", "-f", "-", stdin=asked, check=False, env=env)
        if verified.returncode == 0:
            break
    assert b"the throttle is lifted" in verified.stderr
    assert throttles(env, "throttled") == {}

    moved = kavka("cluster", "reassign", "--throttle", 10**9, "-f", "-", stdin=plan("throttled", [[0, 1]]), env=env)
    assert b"the throttle is lifted" in moved.stderr
    assert throttles(env, "throttled") == {}
    assert_read(env, "throttled")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["reassign", "--throttle", "0"], 2, b"x>=1"),
        (["reassign", "--throttle", "1", "--verify"], 2, b"--throttle is for moves that begin"),
        (["reassign"], 2, b"what to move?"),
        (["reassign", "-t", "t"], 2, b"what to move?"),
        (["reassign", "-t", "t", "--brokers", "a"], 2, b"no list of broker ids"),
        (["reassign", "-t", "t", "--brokers", "1", "--verify", "--cancel"], 2, b"exclude each other"),
        (["reassign", "-t", "nothing", "--brokers", "1"], 4, b"there is no topic 'nothing'"),
        (["elect"], 2, b"which partitions?"),
        (["elect", "--all", "-t", "t"], 2, b"which partitions?"),
        (["elect", "-p", "t"], 2, b"is not NAME:NUMBER"),
    ],
)
def test_mistakes_are_one_line(cluster, arguments, code, message):
    _, env = cluster
    result = kavka("cluster", *arguments, check=False, env=env)
    assert result.returncode == code
    assert message in result.stderr


def test_brokers_that_do_not_live_are_refused(cluster):
    _, env = cluster
    filled(env, "refused", [[0]])
    result = kavka("cluster", "reassign", "-f", "-", stdin=plan("refused", [[7]]), check=False, env=env)
    assert result.returncode == 1
    assert b"not alive: [7]" in result.stderr


def test_replicas_move_between_directories(tmp_path):
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    with detached(tmp_path / "data", "--config", f"log.dirs={one},{two}") as state:
        env = {"KAVKA_BOOTSTRAP": state["bootstrap"]}
        filled(env, "moved", [[0], [0]])

        def asked(*directories):
            entries = [
                {"topic": "moved", "partition": number, "replicas": [0], "log_dirs": [directory]}
                for number, directory in enumerate(directories)
            ]
            return json.dumps({"version": 1, "partitions": entries}).encode()

        def reassign(*arguments, check=True):
            return kavka("cluster", "reassign", *arguments, "-f", "-", stdin=asked(two, two), check=check, env=env)

        def partitions():
            rows = json.loads(text(kavka("cluster", "dirs", "-o", "json", env=env)))
            return {row["directory"]: (row["partitions"], row["arriving"], row["error"]) for row in rows}

        assert partitions() == {one: (1, None, None), two: (1, None, None)}
        verified = reassign("--verify", check=False)
        assert verified.returncode == 1
        assert f"on broker 0 is not on its way to {two}, it is in {one}".encode() in verified.stdout
        assert json.loads(text(reassign("--dry-run"))) == json.loads(asked(two, two))
        assert b"the throttle is lifted" in reassign("--dirs-throttle", 10**9).stderr
        assert partitions() == {one: (0, None, None), two: (2, None, None)}
        assert reassign("--verify").returncode == 0
        assert_read(env, "moved")
        refused = kavka("cluster", "reassign", "-f", "-", stdin=asked("/nowhere"), check=False, env=env)
        assert refused.returncode == 1
        assert b"does not move moved-0 to /nowhere: LOG_DIR_NOT_FOUND" in refused.stderr

"""`kavka broker` and `kavka cluster move-controller`: one broker of three is taken away and comes back."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from kavka.local.state import read_state
from tests.support.processes.command_line import detached, kavka, text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    # As deep as a test's directory may be: the path of a Unix socket has room for a hundred bytes.
    data_dir = tmp_path_factory.mktemp("three") / ("d" * 80) / "data"
    with detached(data_dir, "-n", 3) as state:
        yield state, {"KAVKA_DATA_DIR": state["data_dir"]}


def states(env):
    rows = json.loads(text(kavka("status", "-o", "json", env=env)))["brokers"]
    return {row["id"]: row["state"] for row in rows}


def alive(env):
    return [row["id"] for row in json.loads(text(kavka("cluster", "status", "-o", "json", env=env)))["brokers"]]


def test_a_stopped_broker_is_gone_until_it_is_started(cluster):
    _, env = cluster
    assert text(kavka("broker", "stop", 0, env=env)) == "broker 0 stopped\n"
    assert states(env) == {0: "gone", 1: "answers", 2: "answers"}
    # Verbs find the others: they know every broker's address, not the first one's.
    kavka("topic", "create", "without-0", "-r", 2, env=env)
    kavka("produce", "without-0", stdin=b"x\n", env=env)
    assert text(kavka("broker", "stop", 0, env=env)) == "broker 0 does not run\n"
    assert text(kavka("broker", "start", 0, env=env)) == "broker 0 started\n"
    assert states(env) == {0: "answers", 1: "answers", 2: "answers"}
    assert text(kavka("broker", "start", 0, env=env)) == "broker 0 runs already\n"
    assert kavka("consume", "without-0", "-o", "beginning", "-e", env=env).stdout == b"x\n"


def test_killed_brokers_come_back_on_their_ports(cluster):
    state, env = cluster
    assert text(kavka("broker", "kill", 1, 2, env=env)) == "broker 1 killed\nbroker 2 killed\n"
    assert states(env) == {0: "answers", 1: "gone", 2: "gone"}
    kavka("broker", "start", 1, 2, env=env)
    assert alive(env) == [0, 1, 2]
    now = json.loads(text(kavka("status", "-o", "json", env=env)))
    assert [row["port"] for row in now["brokers"]] == [row["port"] for row in state["brokers"]]
    assert [row["pid"] for row in now["brokers"]] != [row["pid"] for row in state["brokers"]]


def test_the_supervisor_outlives_brokers_that_it_was_asked_to_stop(tmp_path):
    with detached(tmp_path / "one") as state:
        env = {"KAVKA_DATA_DIR": state["data_dir"]}
        kavka("broker", "kill", 0, env=env)
        stopped = kavka("status", env=env, check=False)
        assert (stopped.returncode, b"gone" in stopped.stdout) == (3, True)
        kavka("broker", "start", 0, env=env)
        assert states(env) == {0: "answers"}
        assert "stopped" in text(kavka("stop", env=env))


def test_a_paused_broker_is_alive_and_silent_and_can_be_stopped(cluster):
    _, env = cluster
    assert text(kavka("broker", "pause", 2, env=env)) == "broker 2 paused\n"
    assert states(env)[2] == "paused"
    assert text(kavka("broker", "resume", 2, env=env)) == "broker 2 goes on\n"
    assert states(env)[2] == "answers"
    kavka("broker", "pause", 2, env=env)
    assert text(kavka("broker", "stop", 2, env=env)) == "broker 2 stopped\n"
    refused = kavka("broker", "pause", 2, env=env, check=False)
    assert (refused.returncode, b"broker 2 does not run" in refused.stderr) == (1, True)
    kavka("broker", "start", 2, env=env)


def controller(env):
    return json.loads(text(kavka("zk", "get", "/controller", env=env)))["brokerid"]


def test_the_controller_moves_to_another_broker_or_to_a_certain_one(cluster):
    _, env = cluster
    before = controller(env)
    moved = text(kavka("cluster", "move-controller", env=env))
    after = controller(env)
    assert after != before
    assert moved.startswith(f"broker {after} is the controller, after broker {before}; it took ")
    kavka("cluster", "move-controller", "--to", before, env=env)
    assert controller(env) == before
    already = text(kavka("cluster", "move-controller", "--to", before, env=env))
    assert already == f"broker {before} is the controller already\n"
    kavka("topic", "create", "after-elections", env=env)  # and it does its work
    unknown = kavka("cluster", "move-controller", "--to", 9, env=env, check=False)
    assert (unknown.returncode, b"alive are: 0, 1, 2" in unknown.stderr) == (4, True)


def test_nobody_else_may_ask(cluster):
    state, _ = cluster
    mode = os.stat(os.path.join(state["data_dir"], "kavka.sock")).st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600


def test_mistakes(cluster, tmp_path):
    _, env = cluster
    unknown = kavka("broker", "stop", 7, env=env, check=False)
    assert (unknown.returncode, b"there are: 0, 1, 2" in unknown.stderr) == (4, True)
    nothing = kavka("broker", "kill", 0, "--data-dir", tmp_path, check=False)
    assert (nothing.returncode, b"nothing runs on" in nothing.stderr) == (3, True)


def test_a_broker_that_cannot_start_is_said_with_its_words_and_the_others_go_on(cluster):
    state, env = cluster
    kavka("broker", "stop", 1, env=env)
    meta = os.path.join(state["data_dir"], "broker-1", "meta.properties")
    with open(meta) as file:
        good = file.read()
    with open(meta, "w") as file:
        file.write(good.replace("broker.id=1", "broker.id=5"))
    failed = kavka("broker", "start", 1, env=env, check=False)
    assert failed.returncode == 1
    assert b"broker 1 ended with exit code" in failed.stderr
    with open(meta, "w") as file:
        file.write(good)
    kavka("broker", "start", 1, env=env)
    assert states(env) == {0: "answers", 1: "answers", 2: "answers"}
    assert read_state(Path(state["data_dir"])).supervisor.is_alive()

"""The command line as its users meet it: real processes, a real broker, real pipes."""

import json
import os
import signal
import socket
import urllib.request
from pathlib import Path

import pytest
from kazoo.client import KazooClient

from kavka.local.state import read_state
from tests.support.processes.cluster import free_port
from tests.support.processes.command_line import DEADLINE_S, detached, kavka, running, text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture(scope="module")
def state(tmp_path_factory):
    with detached(tmp_path_factory.mktemp("cluster") / "data") as state:
        yield state


@pytest.fixture
def env(state):
    return {"KAVKA_BOOTSTRAP": state["bootstrap"]}


def lines_of(result):
    return result.stdout.decode().splitlines()


class TestStart:
    def test_the_line_of_json_is_what_scripts_rely_on(self, state):
        assert set(state) == {
            "bootstrap",
            "zookeeper",
            "data_dir",
            "pid",
            "admin",
            "console",
            "metrics",
            "brokers",
            "admin_token_file",
        }
        (broker,) = state["brokers"]
        assert set(broker) == {"id", "host", "port", "pid", "data_dir", "admin"}
        assert broker["id"] == 0
        assert state["metrics"] == [f"{broker['admin']}/metrics"]
        assert state["console"] == f"{broker['admin']}/console"
        assert urllib.request.urlopen(state["console"], timeout=DEADLINE_S).status == 200
        assert urllib.request.urlopen(state["metrics"][0], timeout=DEADLINE_S).status == 200
        assert state["bootstrap"] == f"{broker['host']}:{broker['port']}"
        assert Path(broker["data_dir"]).is_dir()
        os.kill(broker["pid"], 0)
        host, port = state["zookeeper"].split(":")
        socket.create_connection((host, int(port)), timeout=5).close()

    def test_the_foreground_says_where_and_how_to_stop_and_leaves_on_ctrl_c(self, tmp_path):
        port = free_port()
        with running("start", "--console", "--port", port, "--data-dir", tmp_path / "d") as process:
            output = "".join(process.stdout.readline() for _ in range(7))
            assert f"127.0.0.1:{port}" in output
            assert read_state(tmp_path / "d").public()["console"] in output
            assert str(tmp_path / "d") in output
            assert "Ctrl-C" in output
            broker_pid = read_state(tmp_path / "d").brokers[0].pid
            process.send_signal(signal.SIGINT)
            assert process.wait(DEADLINE_S) == 0
        assert not Path(f"/proc/{broker_pid}").exists()

    def test_sigterm_is_an_orderly_end_too(self, tmp_path):
        with running("start", "--json", "--port", 0, "--data-dir", tmp_path) as process:
            json.loads(process.stdout.readline())
            process.send_signal(signal.SIGTERM)
            assert process.wait(DEADLINE_S) == 0

    @pytest.mark.slow
    def test_a_harness_needs_one_line_and_parses_no_log(self, tmp_path):
        with running("start", "-n", 3, "--json", "--dev-clock", "--port", 0, "--data-dir", tmp_path) as process:
            state = json.loads(process.stdout.readline())
            for broker in state["brokers"]:
                url = f"{broker['admin']}/health/ready"
                assert urllib.request.urlopen(url, timeout=DEADLINE_S).status == 200, "ready when the line is there"
            moved = json.loads(text(kavka("clock", "advance", "1h", "--data-dir", tmp_path, "-o", "json")))
            assert [one["skipped_ms"] for one in moved] == [3_600_000] * 3
            os.kill(state["pid"], signal.SIGTERM)
            assert process.wait(DEADLINE_S) == 0
            assert process.stdout.read() == "", "nothing but the line"

    def test_a_taken_port_names_its_holder(self, tmp_path):
        with socket.socket() as holder:
            holder.bind(("127.0.0.1", 0))
            holder.listen()
            port = holder.getsockname()[1]
            result = kavka("start", "--port", port, "--data-dir", tmp_path, check=False)
        assert result.returncode == 6
        error = result.stderr.decode()
        assert f"port {port} is taken by process {os.getpid()}" in error
        assert "--port" in error
        assert error.count("\n") == 1

    def test_a_directory_that_is_in_use_is_refused(self, state):
        result = kavka("start", "--port", 0, "--data-dir", state["data_dir"], check=False)
        assert result.returncode == 6
        assert "kavka stop" in result.stderr.decode()

    def test_a_setting_that_makes_no_sense_is_refused_with_the_brokers_words(self, tmp_path):
        result = kavka("start", "--port", 0, "--data-dir", tmp_path, "--config", "num.partitions=many", check=False)
        assert result.returncode == 7
        assert "num.partitions" in result.stderr.decode()
        assert "Traceback" not in result.stderr.decode()

    def test_a_setting_wins(self, tmp_path):
        with detached(tmp_path, "--config", "num.partitions=7") as state:
            kavka("topic", "create", "t", "-b", state["bootstrap"])
            (topic,) = json.loads(text(kavka("topic", "list", "-b", state["bootstrap"], "-o", "json")))
            assert topic["partitions"] == 7

    def test_a_broker_that_dies_is_reported_and_ends_the_rest(self, tmp_path):
        with running("start", "--json", "--port", 0, "--data-dir", tmp_path) as process:
            (broker,) = json.loads(process.stdout.readline())["brokers"]
            os.kill(broker["pid"], signal.SIGKILL)
            assert process.wait(DEADLINE_S) == 7
            error = process.stderr.read()
        assert "broker 0 was killed by SIGKILL" in error
        assert "broker-0.log" in error

    def test_a_real_zookeeper_takes_the_embedded_ones_place(self, tmp_path, zookeeper):
        apart = f"{zookeeper}/cli"  # other tests' brokers are on the same server
        client = KazooClient(zookeeper)
        client.start(timeout=DEADLINE_S)
        client.ensure_path("/cli")
        client.stop()
        client.close()
        with detached(tmp_path, "--zookeeper", apart) as state:
            assert state["zookeeper"] == apart
            kavka("produce", "t", "-b", state["bootstrap"], stdin=b"x\n")
            assert lines_of(kavka("consume", "t", "-e", "-b", state["bootstrap"])) == ["x"]
        assert not (tmp_path / "zookeeper").exists()


class TestAgain:
    def test_a_second_start_finds_the_records(self, tmp_path):
        with detached(tmp_path) as state:
            kavka("produce", "t", "-b", state["bootstrap"], stdin=b"one\ntwo\n")
        with detached(tmp_path) as state:
            assert lines_of(kavka("consume", "t", "-e", "-b", state["bootstrap"])) == ["one", "two"]

    def test_also_after_everything_was_killed(self, tmp_path):
        """Supervisor and broker get SIGKILL: nothing is cleaned up, and the next start needs no waiting."""
        with detached(tmp_path) as state:
            kavka("produce", "t", "-b", state["bootstrap"], stdin=b"one\ntwo\n")
            known = read_state(tmp_path)
            known.supervisor.signal(signal.SIGKILL)
            for process in known.processes:
                process.signal(signal.SIGKILL)
            with detached(tmp_path) as again:
                assert lines_of(kavka("consume", "t", "-e", "-b", again["bootstrap"])) == ["one", "two"]

    def test_brokers_that_lost_their_supervisor_are_ended_first(self, tmp_path):
        with detached(tmp_path) as state:
            known = read_state(tmp_path)
            known.supervisor.signal(signal.SIGKILL)
            with detached(tmp_path) as again:
                assert again["brokers"][0]["pid"] != state["brokers"][0]["pid"]
                assert not known.processes[0].is_alive()


class TestStop:
    def test_it_returns_when_everything_is_gone(self, tmp_path):
        with detached(tmp_path) as state:
            assert state["bootstrap"] in text(kavka("stop", "--data-dir", tmp_path))
            assert not Path(f"/proc/{state['brokers'][0]['pid']}").exists()
            again = kavka("stop", "--data-dir", tmp_path, check=False)
            assert again.returncode == 3

    def test_status(self, state, tmp_path):
        shown = json.loads(text(kavka("status", "--data-dir", state["data_dir"], "-o", "json")))
        assert shown["brokers"][0]["state"] == "answers"
        assert state["bootstrap"] in text(kavka("status", "--data-dir", state["data_dir"]))
        assert kavka("status", "--data-dir", tmp_path, check=False).returncode == 3


class TestTopics:
    def test_create_list_describe_delete(self, env):
        assert "created verbs" in text(kavka("topic", "create", "verbs", "-p", 3, "-c", "retention.ms=1000", env=env))
        listed = {topic["name"]: topic for topic in json.loads(text(kavka("topic", "list", "-o", "json", env=env)))}
        assert listed["verbs"]["partitions"] == 3
        assert "verbs" in text(kavka("topic", "list", env=env))
        (described,) = json.loads(text(kavka("topic", "describe", "verbs", "-o", "json", env=env)))
        assert [part["leader"] for part in described["partitions"]] == [0, 0, 0]
        assert [(part["start"], part["end"]) for part in described["partitions"]] == [(0, 0)] * 3
        assert {"name": "retention.ms", "value": "1000", "source": "topic"} in described["configs"]
        assert "retention.ms=1000" in text(kavka("topic", "describe", "verbs", env=env))
        assert "deleted verbs" in text(kavka("topic", "delete", "verbs", env=env))
        assert "verbs" not in text(kavka("topic", "list", env=env))

    def test_refusals(self, env):
        kavka("topic", "create", "there", env=env)
        again = kavka("topic", "create", "there", check=False, env=env)
        assert again.returncode == 5
        kavka("topic", "create", "there", "--if-not-exists", env=env)
        missing = kavka("topic", "delete", "missing", check=False, env=env)
        assert missing.returncode == 4
        kavka("topic", "delete", "missing", "--if-exists", env=env)
        assert kavka("topic", "describe", "missing", check=False, env=env).returncode == 4
        invalid = kavka("topic", "create", "no spaces", check=False, env=env)
        assert invalid.returncode == 1
        too_many = kavka("topic", "create", "replicated", "-r", 3, check=False, env=env)
        assert too_many.returncode == 1
        for result in (again, missing, invalid, too_many):
            assert result.stderr.decode().count("\n") == 1


class TestRecords:
    def test_lines_go_in_and_out(self, env):
        lines = [f"line {number}" for number in range(5_000)]
        kavka("produce", "lines", "-p", 0, stdin="\n".join(lines).encode(), env=env)
        assert lines_of(kavka("consume", "lines", "-e", env=env)) == lines

    @pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4", "zstd"])
    def test_every_compression(self, env, compression):
        topic = f"compressed-{compression}"
        kavka("produce", topic, "-z", compression, stdin=b"a" * 5_000 + b"\nb\n", env=env)
        assert sorted(lines_of(kavka("consume", topic, "-e", env=env))) == ["a" * 5_000, "b"]

    @pytest.mark.parametrize("acks", ["all", "1", "0"])
    def test_acks(self, env, acks):
        kavka("produce", f"acks-{acks}", "--acks", acks, stdin=b"x\n", env=env)
        assert lines_of(kavka("consume", f"acks-{acks}", "--max", 1, env=env)) == ["x"]

    def test_keys_headers_and_formats(self, env):
        kavka("topic", "create", "full", "-p", 1, env=env)
        kavka("produce", "full", "-K", ":", "-H", "a=1", "-H", "b=2", stdin=b"k1:v1\nk2:\nplain\n", env=env)
        result = kavka("consume", "full", "-e", "-f", "%t|%p|%o|%k|%s|%K|%S|%h\\n", env=env)
        assert lines_of(result) == [
            "full|0|0|k1|v1|2|2|a=1,b=2",
            "full|0|1|k2||2|0|a=1,b=2",
            "full|0|2||plain|-1|5|a=1,b=2",
        ]
        first = json.loads(lines_of(kavka("consume", "full", "-e", "-J", env=env))[0])
        assert (first["key"], first["payload"], first["headers"]) == ("k1", "v1", ["a", "1", "b", "2"])

    def test_tombstones(self, env):
        kavka("produce", "tombs", "-p", 0, "-K", ":", "-Z", stdin=b"k:\n", env=env)
        assert lines_of(kavka("consume", "tombs", "-e", "-f", "%k %S\\n", env=env)) == ["k -1"]

    def test_where_to_begin(self, env):
        kavka("topic", "create", "places", "-p", 1, env=env)
        kavka("produce", "places", stdin=b"".join(b"%d\n" % number for number in range(10)), env=env)

        def read(where, *more):
            return lines_of(kavka("consume", "places", "-e", "-o", where, *more, env=env))

        assert read("beginning") == [str(number) for number in range(10)]
        assert read("end") == []
        assert read("7") == ["7", "8", "9"]
        assert read("-2") == ["8", "9"]
        assert read("-100") == [str(number) for number in range(10)]
        assert read("@0") == [str(number) for number in range(10)]
        assert read("@99999999999999") == []
        assert read("3", "-c", "2") == ["3", "4"]

    def test_a_reader_that_has_seen_enough(self, env):
        kavka("produce", "much", stdin=b"y\n" * 50_000, env=env)
        with running("consume", "much", "-e", env=env) as process:
            process.stdout.readline()
            process.stdout.close()
            assert process.wait(DEADLINE_S) == 0
            assert process.stderr.read() == ""

    def test_following_ends_with_ctrl_c(self, env):
        kavka("produce", "followed", "-p", 0, stdin=b"before\n", env=env)
        with running("consume", "followed", env=env) as process:
            assert process.stdout.readline() == "before\n"
            kavka("produce", "followed", "-p", 0, stdin=b"after\n", env=env)
            assert process.stdout.readline() == "after\n"
            process.send_signal(signal.SIGINT)
            assert process.wait(DEADLINE_S) == 0
            assert process.stderr.read() == ""

    def test_mistakes_are_one_line(self, env):
        for arguments, code in (
            (("consume", "missing-topic", "-e"), 4),
            (("consume", "places", "-p", "9", "-e"), 1),
            (("produce", "places", "-p", "9"), 1),
            (("produce", "bad name"), 1),
            (("topic", "list", "-b", "127.0.0.1:1"), 3),
        ):
            result = kavka(*arguments, check=False, env=env)
            assert (arguments, result.returncode) == (arguments, code)
            assert result.stderr.decode().count("\n") == 1, result.stderr.decode()

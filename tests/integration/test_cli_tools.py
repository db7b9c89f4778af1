"""The verbs that look into a cluster: perf, zk, log, completion; and every form of output, read back by programs."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
import yaml

from tests.support.processes.command_line import detached, kavka, text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with detached(tmp_path_factory.mktemp("tools") / "data") as state:
        env = {"KAVKA_BOOTSTRAP": state["bootstrap"], "KAVKA_DATA_DIR": state["data_dir"]}
        kavka("topic", "create", "t", "-p", 2, env=env)
        kavka("produce", "t", "-p", 0, "-K", ":", stdin=b"k:first\nk:second\n", env=env)
        yield state, env


def test_the_same_rows_in_every_form(cluster):
    _, env = cluster
    rows = json.loads(text(kavka("topic", "list", "-o", "json", env=env)))
    assert rows[0]["name"] == "t"
    assert yaml.safe_load(text(kavka("topic", "list", "-o", "yaml", env=env))) == rows
    (line, *_) = csv.DictReader(text(kavka("topic", "list", "-o", "csv", env=env)).splitlines())
    assert line == {name: str(value) for name, value in rows[0].items()}
    described = yaml.safe_load(text(kavka("topic", "describe", "t", "-o", "yaml", env=env)))
    assert [part["end"] for part in described[0]["partitions"]] == [2, 0]
    parts = list(csv.DictReader(text(kavka("topic", "describe", "t", "-o", "csv", env=env)).splitlines()))
    assert [(part["topic"], part["partition"], part["end"]) for part in parts] == [("t", "0", "2"), ("t", "1", "0")]
    assert yaml.safe_load(text(kavka("status", "-o", "yaml", env=env)))["brokers"][0]["state"] == "answers"


def test_perf(cluster):
    _, env = cluster
    kavka("topic", "create", "load", "-p", 3, env=env)
    (made,) = json.loads(
        text(kavka("perf", "produce", "load", "-n", 5000, "-s", 50, "-z", "lz4", "-o", "json", env=env))
    )
    assert (made["records"], made["bytes"]) == (5000, 250_000)
    assert made["records_per_s"] > 0
    assert 0 < made["p50_ms"] <= made["p99_ms"] <= made["max_ms"]
    (read,) = json.loads(text(kavka("perf", "consume", "load", "-n", 5000, "-o", "json", env=env)))
    assert (read["records"], read["bytes"]) == (5000, 250_000)
    assert 0 < read["first_ms"] <= read["seconds"] * 1000 + 1
    assert 0 < read["poll_p50_ms"] <= read["poll_max_ms"]
    slowly = text(kavka("perf", "produce", "load", "-n", 20, "--rate", 100, "-o", "csv", env=env)).splitlines()
    assert slowly[0].startswith("records,bytes,seconds,records_per_s,mb_per_s,p50_ms")
    assert float(slowly[1].split(",")[2]) >= 0.19  # the twentieth is due after nineteen pauses of 10 ms
    (times,) = json.loads(text(kavka("perf", "end-to-end", "load", "-n", 20, "-o", "json", env=env)))
    assert times["records"] == 20
    assert 0 < times["min_ms"] <= times["p50_ms"] <= times["p99_ms"] <= times["max_ms"]
    assert kavka("perf", "latency", "load", "-n", 1, env=env).stdout  # as it was called before


def test_perf_of_too_few_records_says_so(cluster):
    _, env = cluster
    kavka("topic", "create", "little", env=env)
    kavka("produce", "little", stdin=b"x\n", env=env)
    result = kavka("perf", "consume", "little", "-n", 2, check=False, env=env)
    assert result.returncode == 1
    assert b"has 1 records, not 2" in result.stderr


class TestConfig:
    def described(self, env, *options):
        rows = json.loads(text(kavka("config", "describe", *options, "-o", "json", env=env)))
        return {row["name"]: row["value"] for row in rows}

    def test_a_topics_settings_are_changed_key_by_key(self, cluster):
        _, env = cluster
        kavka("topic", "create", "tuned", "-c", "retention.ms=1000", env=env)
        kavka("config", "alter", "-t", "tuned", "--set", "segment.bytes=123456", env=env)
        assert self.described(env, "-t", "tuned") == {"retention.ms": "1000", "segment.bytes": "123456"}
        kavka("topic", "alter", "tuned", "--delete", "retention.ms", "--append", "cleanup.policy=compact", env=env)
        assert self.described(env, "-t", "tuned") == {"segment.bytes": "123456", "cleanup.policy": "delete,compact"}
        everything = self.described(env, "-t", "tuned", "--all")
        assert everything["retention.ms"] == "604800000"

    def test_a_dry_run_changes_nothing(self, cluster):
        _, env = cluster
        kavka("topic", "create", "dry", env=env)
        kavka("config", "alter", "-t", "dry", "--set", "retention.ms=5", "--dry-run", env=env)
        assert self.described(env, "-t", "dry") == {}
        refused = kavka("config", "alter", "-t", "dry", "--set", "retention.ms=x", "--dry-run", check=False, env=env)
        assert refused.returncode == 1
        assert b"retention.ms" in refused.stderr

    def test_brokers(self, cluster):
        _, env = cluster
        assert self.described(env, "--broker", 0)["broker.id"] == "0"
        kavka("config", "alter", "--brokers", "--set", "log.retention.ms=86400000", env=env)
        assert self.described(env, "--brokers") == {"log.retention.ms": "86400000"}
        kavka("config", "alter", "--brokers", "--delete", "log.retention.ms", env=env)

    def test_groups(self, cluster):
        _, env = cluster
        kavka("config", "alter", "-g", "workers", "-s", "share.record.lock.duration.ms=45000", env=env)
        kavka("config", "alter", "-g", "workers", "-s", "share.auto.offset.reset=earliest", env=env)
        kavka("config", "alter", "-g", "workers", "--delete", "share.record.lock.duration.ms", env=env)
        assert self.described(env, "--group", "workers") == {"share.auto.offset.reset": "earliest"}
        assert self.described(env, "--group", "workers", "--all")["consumer.session.timeout.ms"] == "45000"
        refused = kavka("config", "alter", "-g", "workers", "-s", "retention.ms=1", check=False, env=env)
        assert (refused.returncode, b"Unknown group config name" in refused.stderr) == (1, True)

    def test_client_metrics(self, cluster):
        _, env = cluster
        kavka("config", "alter", "--client-metrics", "slow", "-s", "interval.ms=60000", "-s", "metrics=a.,b.", env=env)
        kavka("config", "alter", "--client-metrics", "slow", "--subtract", "metrics=a.", env=env)
        assert self.described(env, "--client-metrics", "slow") == {"interval.ms": "60000", "metrics": "b."}
        kavka("config", "alter", "--client-metrics", "slow", "-d", "interval.ms", "-d", "metrics", env=env)
        assert self.listed(env, "--entity-type", "client-metrics") == []

    def listed(self, env, *options):
        return json.loads(text(kavka("config", "list", *options, "-o", "json", env=env)))

    def test_what_has_settings_is_listed(self, cluster):
        _, env = cluster
        kavka("topic", "create", "listed", env=env)
        kavka("config", "alter", "--group", "listed", "--set", "consumer.heartbeat.interval.ms=6000", env=env)
        kavka("config", "alter", "--client-metrics", "listed", "--set", "metrics=*", env=env)
        rows = self.listed(env)
        assert [row["type"] for row in rows if row["name"] == "listed"] == ["client-metrics", "groups", "topics"]
        assert {"type": "brokers", "name": "0"} in rows
        only = self.listed(env, "--entity-type", "groups", "--entity-type", "brokers")
        assert {row["type"] for row in only} == {"groups", "brokers"}

    def test_explain(self, cluster):
        explained = text(kavka("config", "explain", "min.insync.replicas"))
        assert explained.startswith("min.insync.replicas\n")
        assert "default" in explained
        wrong = kavka("config", "explain", "min.insync.replica", check=False)
        assert wrong.returncode == 4
        assert b"did you mean min.insync.replicas" in wrong.stderr
        every = json.loads(text(kavka("config", "explain", "-o", "json")))
        assert {"log.dirs", "segment.bytes"} <= {item["name"] for item in every}

    def test_mistakes(self, cluster):
        _, env = cluster
        assert kavka("config", "describe", check=False, env=env).returncode == 2
        assert kavka("config", "alter", "-t", "t", check=False, env=env).returncode == 2
        assert kavka("config", "describe", "-t", "no-such-topic", check=False, env=env).returncode == 4


def test_partitions_are_added(cluster):
    _, env = cluster
    kavka("topic", "create", "growing", "-p", 1, env=env)
    assert "could have 4" in text(kavka("topic", "add-partitions", "growing", 4, "--dry-run", env=env))
    kavka("topic", "add-partitions", "growing", 3, env=env)
    (topic,) = json.loads(text(kavka("topic", "describe", "growing", "-o", "json", env=env)))
    assert [part["leader"] for part in topic["partitions"]] == [0, 0, 0]
    fewer = kavka("topic", "add-partitions", "growing", 2, check=False, env=env)
    assert fewer.returncode == 1


class TestZooKeeper:
    def test_ls_and_get_show_what_the_broker_wrote(self, cluster):
        state, env = cluster
        rows = json.loads(text(kavka("zk", "ls", "/brokers/ids", "-o", "json", env=env)))
        assert [row["path"] for row in rows] == ["/brokers/ids/0"]
        assert rows[0]["ephemeral"].startswith("0x")
        registration = json.loads(text(kavka("zk", "get", "/brokers/ids/0", env=env)))
        assert registration["port"] == state["brokers"][0]["port"]
        everything = json.loads(text(kavka("zk", "ls", "-R", "/brokers/topics", "-o", "json", env=env)))
        assert "/brokers/topics/t/partitions/1/state" in [row["path"] for row in everything]

    def test_the_stat_comes_before_the_data(self, cluster):
        state, env = cluster
        before, _, after = text(
            kavka("zk", "get", "-s", "/controller", "--zookeeper", state["zookeeper"], env=env)
        ).partition("\n\n")
        assert yaml.safe_load(before)["data_length"] == len(after.rstrip("\n"))

    def test_mistakes(self, cluster, tmp_path):
        _, env = cluster
        assert kavka("zk", "get", "/no/such", check=False, env=env).returncode == 4
        assert kavka("zk", "get", "no-slash", check=False, env=env).returncode == 2
        assert kavka("zk", "get", "/a//b", check=False, env=env).returncode == 2
        nothing = kavka("zk", "ls", "--data-dir", tmp_path, check=False)
        assert nothing.returncode == 3
        assert b"--zookeeper" in nothing.stderr

    def test_nodes_are_made_changed_and_removed_by_hand(self, cluster):
        _, env = cluster
        assert kavka("zk", "create", "/mine/deep", "x", check=False, env=env).returncode == 4
        assert text(kavka("zk", "create", "-p", "/mine/deep", "x", env=env)) == "/mine/deep\n"
        assert text(kavka("zk", "create", "/mine/n-", "--sequential", env=env)) == "/mine/n-0000000001\n"
        assert kavka("zk", "create", "/mine", check=False, env=env).returncode == 5
        kavka("zk", "set", "/mine/deep", "-", "--yes", stdin=b"\xff\0y", env=env)
        assert kavka("zk", "get", "/mine/deep", env=env).stdout == b"\xff\0y\n"
        late = kavka("zk", "set", "/mine/deep", "z", "-y", "--version", 0, check=False, env=env)
        assert (late.returncode, b"another version" in late.stderr) == (1, True)
        full = kavka("zk", "rm", "/mine", "-y", check=False, env=env)
        assert (full.returncode, b"-R removes them too" in full.stderr) == (1, True)
        assert text(kavka("zk", "rm", "-R", "/mine", "-y", env=env)) == "removed /mine and 2 below it\n"
        assert kavka("zk", "get", "/mine", check=False, env=env).returncode == 4

    @pytest.mark.parametrize("arguments", [("rm", "/brokers", "-R"), ("set", "/controller", "x")])
    def test_a_program_says_that_it_is_meant(self, cluster, arguments):
        _, env = cluster
        before = kavka("zk", "ls", "-R", "/brokers", env=env).stdout
        refused = kavka("zk", *arguments, check=False, env=env)
        assert (refused.returncode, b"say --yes" in refused.stderr) == (2, True)
        assert kavka("zk", "ls", "-R", "/brokers", env=env).stdout == before


class TestLog:
    def test_verify_and_dump_read_what_a_broker_writes(self, cluster):
        state, env = cluster
        log_dir = Path(state["brokers"][0]["data_dir"])
        rows = {
            row["partition"]: row for row in json.loads(text(kavka("log", "verify", log_dir, "-o", "json", env=env)))
        }
        assert (rows["t-0"]["records"], rows["t-0"]["state"]) == (2, "good")
        records = json.loads(text(kavka("log", "dump", "-r", log_dir / "t-0", "-o", "json", env=env)))
        assert [(record["offset"], record["key"], record["value"]) for record in records] == [
            (0, "k", "first"),
            (1, "k", "second"),
        ]
        batches = text(kavka("log", "dump", log_dir / "t-0", env=env))
        assert "BASE OFFSET" in batches

    def test_damage_is_an_error_with_its_place(self, cluster, tmp_path):
        state, _ = cluster
        source = Path(state["brokers"][0]["data_dir"]) / "t-0" / f"{0:020d}.log"
        copy = tmp_path / "t-0"
        copy.mkdir()
        data = bytearray(source.read_bytes())
        data[-1] ^= 1
        (copy / source.name).write_bytes(data)
        result = kavka("log", "verify", copy, check=False)
        assert result.returncode == 1
        assert b"damaged" in result.stdout
        assert b"checksum" in result.stderr
        assert str(copy / source.name).encode() in result.stderr

    def test_what_is_no_log_file(self, tmp_path):
        (tmp_path / "notes.txt").write_text("x")
        result = kavka("log", "dump", tmp_path / "notes.txt", check=False)
        assert result.returncode == 1
        assert b".timeindex" in result.stderr
        assert kavka("log", "verify", tmp_path, check=False).returncode == 1


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_completes_verbs(shell):
    script = text(kavka("completion", shell))
    assert "_KAVKA_COMPLETE" in script
    word = "to" if shell == "fish" else "1"  # fish sends the word itself, the others its number
    asked = {"_KAVKA_COMPLETE": f"{shell}_complete", "COMP_WORDS": "kavka to", "COMP_CWORD": word}
    assert "topic" in text(kavka(env=asked))

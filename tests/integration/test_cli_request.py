"""`kavka request`: any request of the protocol, sent to real brokers and shown."""

from __future__ import annotations

import csv
import json

import pytest

from tests.support.processes.command_line import detached, kavka, text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


OLDER = ("--config", "inter.broker.protocol.version=3.0")
"""So that there are versions that kavka writes and its brokers do not offer."""


@pytest.fixture(scope="module")
def env(tmp_path_factory):
    with detached(tmp_path_factory.mktemp("request") / "data", "-n", 2, *OLDER) as state:
        yield {"KAVKA_BOOTSTRAP": state["bootstrap"], "KAVKA_DATA_DIR": state["data_dir"]}


def sent(env, *arguments, stdin=b""):
    return json.loads(text(kavka("request", *arguments, "-o", "json", env=env, stdin=stdin)))


def test_the_list_has_what_the_broker_serves_and_what_kavka_writes(env):
    rows = {row["api"]: row for row in json.loads(text(kavka("request", "-o", "json", env=env)))}
    served = {entry["api_key"]: entry for entry in sent(env, "ApiVersions")["api_keys"]}
    assert rows["CreateTopics"] == {"key": 19, "api": "CreateTopics", "broker": "0-7", "kavka": "0-7"}
    assert rows["Produce"]["broker"] == f"{served[0]['min_version']}-{served[0]['max_version']}"
    assert "Metadata" in text(kavka("request", "list", env=env))


def test_a_topic_is_created_written_and_read_by_mere_requests(env):
    controller = sent(env, "metadata", '{"topics": []}')["controller_id"]
    topic = {"name": "by-hand", "numPartitions": 1, "replicationFactor": 1}
    made = sent(env, "CreateTopics", json.dumps({"topics": [topic]}), "--broker", controller)
    assert [(topic["name"], topic["error_code"]) for topic in made["topics"]] == [("by-hand", 0)]
    leader = -1
    while leader < 0:
        (topic,) = sent(env, "metadata", '{"topics": [{"name": "by-hand"}]}')["topics"]
        leader = topic["partitions"][0]["leader_id"] if topic["partitions"] else -1
    partition = {"index": 0, "records": [{"key": "k", "value": "written by hand"}]}
    produce = {"acks": -1, "timeout_ms": 5000, "topic_data": [{"name": "by-hand", "partition_data": [partition]}]}
    written = sent(env, "Produce", "-", "--broker", leader, stdin=json.dumps(produce).encode())
    assert written["responses"][0]["partition_responses"][0]["base_offset"] == 0
    assert kavka("consume", "by-hand", "-o", "beginning", "-e", env=env).stdout == b"written by hand\n"


def test_the_bytes_of_both_are_shown(env):
    dump = text(kavka("request", "ApiVersions", "--version", 0, "--raw", env=env)).splitlines()
    assert dump[0].startswith("ApiVersions version 0: 27 bytes to 127.0.0.1:")
    assert dump[1].startswith("00000000  00 00 00 17 00 12 00 00 ")
    assert dump[2].endswith("  |vka-request|")
    assert dump[3].startswith("the response: ")


def test_the_name_of_an_error_is_said_and_is_no_failure(env):
    done = kavka("request", "Metadata", '{"topics": [{"name": "no such"}]}', env=env)
    assert json.loads(done.stdout)["topics"][0]["error_code"] == 17
    assert done.stderr.decode() == "topics[0].error_code 17 is INVALID_TOPIC_EXCEPTION\n"


def test_a_request_without_a_response_ends(env):
    done = kavka("request", "Produce", '{"acks": 0, "timeout_ms": 1}', "--version", 7, env=env)
    assert (done.stdout, done.stderr) == (b"", b"sent; to a request with acks 0 no response comes\n")


def test_a_version_that_is_not_served_is_sent_when_asked_for(env):
    done = kavka("request", "ApiVersions", '{"client_software_name": "x"}', "--version", 4, env=env)
    assert b"serves ApiVersions in versions 0 to 3; sending version 4 all the same" in done.stderr
    assert json.loads(done.stdout)["error_code"] == 35
    closed = kavka("request", "Metadata", '{"topics": []}', "--version", 12, env=env, check=False)
    assert closed.returncode == 1
    assert b"Traceback" not in closed.stderr
    assert b"closed" in closed.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["Metadta"], 4, b"there is no API 'Metadta'. Did you mean Metadata?"),
        (["Metadata", "--version", 99], 1, b"Metadata has versions 0 to 13"),
        (["Metadata", '{"topic": []}'], 2, b"there is no field topic. Did you mean topics?"),
        (["Metadata", "{"], 2, b"that is no JSON"),
        (["Metadata", "@no-such-file"], 2, b"no-such-file: No such file"),
        (["Metadata", "--broker", 9], 4, b"there is no broker 9 in this cluster now; alive are: 0, 1"),
        (["Metadata", "-o", "csv"], 2, b"a response is no table"),
        (["Metadata", "-b", "127.0.0.1:1"], 3, b"no broker can be reached"),
    ],
)
def test_a_mistake_is_one_sentence(env, arguments, code, said):
    done = kavka("request", *arguments, env=env, check=False)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert b"Traceback" not in done.stderr


def test_describe_needs_no_broker_and_is_there_for_programs():
    assert "How many partitions" in text(kavka("request", "CreateTopics", "--describe", "-b", "127.0.0.1:1"))
    rows = csv.DictReader(text(kavka("request", "19", "--describe", "--version", 0, "-o", "csv")).splitlines())
    fields = [(row["message"], row["field"], row["type"]) for row in rows]
    assert ("request", "topics", "[CreatableTopic]") in fields
    assert ("request", "validate_only", "bool") not in fields
    described = json.loads(text(kavka("request", "CreateTopics", "--describe", "-o", "json")))
    assert (described["key"], described["notes"][0][:12]) == (19, "CreateTopics")

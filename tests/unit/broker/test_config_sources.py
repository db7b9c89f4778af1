"""File, environment and command line: which wins, which variables are keys, and which are somebody else's."""

from __future__ import annotations

import pytest

from kavka.broker import __main__ as program
from kavka.broker.config.all_keys import KEYS
from kavka.broker.config.sources import environment_properties, key_of, merged
from kavka.broker.config.types import ConfigError


def test_the_command_line_wins_over_the_environment_and_that_over_the_file():
    file = {"log.retention.ms": "1", "num.partitions": "1", "broker.id": "1", "log.dirs": "/a"}
    environment = {"KAFKA_NUM_PARTITIONS": "2", "KAFKA_BROKER_ID": "2", "KAVKA_BROKER_ID": "3", "KAFKA_LOG_DIRS": "/b"}
    properties, from_environment, warnings = merged(file, environment, ["log.dirs = /c", "message.max.bytes=7=8"])
    assert warnings == []
    assert sorted(from_environment) == ["broker.id", "num.partitions"]
    assert properties == {
        "log.retention.ms": "1",
        "num.partitions": "2",
        "broker.id": "3",
        "log.dirs": "/c",
        "message.max.bytes": "7=8",
    }


@pytest.mark.parametrize("override", ["broker.id", "=3", " =3", ""])
def test_an_override_reads_key_equals_value(override):
    with pytest.raises(ConfigError, match="does not read key=value"):
        merged({}, {}, [override])


@pytest.mark.parametrize(
    ("variable", "key"),
    [
        ("KAFKA_LOG_RETENTION_MS", "log.retention.ms"),
        ("KAVKA_LOG_RETENTION_MS", "log.retention.ms"),
        ("KAFKA_ZOOKEEPER_CLIENTCNXNSOCKET", "zookeeper.clientCnxnSocket"),
        ("KAFKA_A__B___C_D", "a_b-c.d"),
    ],
)
def test_how_a_variable_names_a_key(variable, key):
    assert key_of(variable) == key


@pytest.mark.parametrize("name", KEYS)
def test_every_key_can_be_given_by_a_variable(name):
    variable = "KAFKA_" + name.upper().replace("_", "__").replace(".", "_")
    assert environment_properties({variable: "7"}) == ({name: "7"}, [])


def test_what_looks_like_a_key_and_is_none_is_worth_a_warning():
    properties, (warning,) = environment_properties({"KAFKA_LOG_RETENTON_MS": "5", "PATH": "/bin", "KAFKAESQUE": "x"})
    assert properties == {}
    assert "KAFKA_LOG_RETENTON_MS" in warning
    assert "did you mean log.retention.ms?" in warning


def test_what_is_meant_for_others_is_left_alone():
    others = {
        "KAFKA_HEAP_OPTS": "-Xmx1G",
        "KAFKA_OPTS": "-D",
        "KAFKA_JMX_PORT": "9999",
        "KAFKA_PORT": "tcp://10.0.0.1:9092",
        "KAFKA_SERVICE_HOST": "10.0.0.1",
        "KAFKA_PORT_9092_TCP_ADDR": "10.0.0.1",
        "KAVKA_DATA_DIR": "d",
        "KAVKA_BOOTSTRAP": "b",
        "KAFKA_LOG_DIRS": "",
    }
    assert environment_properties(others) == ({}, [])


@pytest.mark.parametrize(
    ("environment", "arguments", "words"),
    [
        ({"KAFKA_NUM_PARTITIONS": "many"}, [], ["num.partitions", "many", "whole number"]),
        ({"KAFKA_NUM_PARTITIONS": "many"}, ["--override", "num.partitions=0"], ["num.partitions", "0", "at least 1"]),
        ({}, ["--override", "num.partitons=1"], ["num.partitons", "did you mean num.partitions?"]),
        ({}, ["--override", "nonsense"], ["nonsense", "key=value"]),
    ],
)
def test_the_program_says_what_is_wrong_and_ends(tmp_path, monkeypatch, capsys, environment, arguments, words):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    file = tmp_path / "server.properties"
    file.write_text("zookeeper.connect=localhost:1\nnum.partitions=3\n")
    assert program.main([str(file), *arguments]) == program.EXIT_FAILED
    said = capsys.readouterr().err
    assert all(word in said for word in words), said
    assert "Traceback" not in said


def test_a_start_without_a_file_says_what_is_missing(capsys):
    assert program.main([]) == program.EXIT_FAILED
    assert "zookeeper.connect" in capsys.readouterr().err

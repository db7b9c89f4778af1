"""-X and --command-config: librdkafka's and Java's names, and what they set."""

import click
import pytest

from kavka.cli.client_properties import NOTHING_HERE, PROPERTIES, read_properties
from kavka.cli.client_settings import admin_settings, consumer_settings, producer_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.main import cli, run
from kavka.cli.options import bootstrap_option
from kavka.client.admin import Admin
from kavka.client.consumer import Consumer
from kavka.client.producer import Producer


def settings(*arguments, expected=ExitCode.OK):
    """What each kind of client is made with."""
    seen = {}

    @click.command()
    @bootstrap_option
    def verb(bootstrap):
        seen.update(
            bootstrap=bootstrap,
            admin=admin_settings("me"),
            producer=producer_settings("me", acks="all"),
            consumer=consumer_settings("me", isolation_level="read_uncommitted"),
        )

    assert run(verb, list(arguments)) == expected
    return seen


@pytest.mark.parametrize(
    ("said", "client", "name", "value"),
    [
        ("acks=1", "producer", "acks", "1"),
        ("request.required.acks=-1", "producer", "acks", "all"),
        ("topic.acks=0", "producer", "acks", "0"),
        ("linger.ms=7", "producer", "linger_ms", 7),
        ("queue.buffering.max.ms=7", "producer", "linger_ms", 7),
        ("queue.buffering.max.kbytes=8", "producer", "buffer_bytes", 8192),
        ("compression.codec=zstd", "producer", "compression", "zstd"),
        ("enable.idempotence=false", "producer", "idempotent", False),
        ("isolation.level=read_committed", "consumer", "isolation_level", "read_committed"),
        ("auto.offset.reset=smallest", "consumer", "offset_reset", "earliest"),
        ("fetch.wait.max.ms=9", "consumer", "fetch_wait_ms", 9),
        (
            "partition.assignment.strategy=org.apache.kafka.clients.consumer.RoundRobinAssignor,range",
            "consumer",
            "assignors",
            ["roundrobin", "range"],
        ),
        ("client.id=you", "admin", "client_id", "you"),
        ("client.id=you", "producer", "client_id", "you"),
        ("socket.timeout.ms=5", "admin", "request_timeout_ms", 5),
    ],
)
def test_a_property_sets_what_it_is_for(said, client, name, value):
    assert settings("-X", said)[client][name] == value


def test_what_is_another_clients_is_left_out():
    seen = settings("-X", "linger.ms=7", "-X", "group.id=g")
    assert "linger_ms" not in seen["admin"]
    assert "linger_ms" not in seen["consumer"]
    assert seen["consumer"]["group_id"] == "g"


def test_every_property_is_an_argument_of_its_clients():
    import inspect

    makers = {"A": Admin, "P": Producer, "C": Consumer}
    for known in PROPERTIES:
        for letter in known.clients:
            assert known.setting in inspect.signature(makers[letter].__init__).parameters, (known, letter)
    names = [name for known in PROPERTIES for name in known.names]
    assert len(names) == len(set(names))
    assert not NOTHING_HERE & set(names)


def test_the_command_line_goes_before_the_file(tmp_path):
    path = tmp_path / "client.properties"
    path.write_text("linger.ms=1\nacks=1\nkey.serializer=x\nsome.thing.of.others=1\n")
    seen = settings("--command-config", str(path), "-X", "linger.ms=2")
    assert (seen["producer"]["linger_ms"], seen["producer"]["acks"]) == (2, "1")


def test_security_of_both_is_read_together(tmp_path, monkeypatch):
    path = tmp_path / "client.properties"
    path.write_text("security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nsasl.username=alice\n")
    monkeypatch.setenv("SECRET", "s")
    for order in (1, -1):
        options = [["--command-config", str(path)], ["-X", "sasl.password=env:SECRET"]][::order]
        assert settings(*(part for option in options for part in option))["admin"]["security"].sasl is not None


def test_brokers_are_named_by_a_property(monkeypatch):
    monkeypatch.setenv("KAVKA_BOOTSTRAP", "env:1")
    assert settings("-X", "metadata.broker.list=said:1")["bootstrap"] == "said:1"
    assert settings("-X", "bootstrap.servers=said:1", "-b", "typed:1")["bootstrap"] == "typed:1"
    assert settings()["bootstrap"] == "env:1"


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("lingr.ms=5", "unknown, did you mean 'linger.ms'?"),
        ("nothing.like.it=5", "'nothing.like.it' is unknown."),
        ("linger.ms=soon", "linger.ms=soon: it is a whole number"),
        ("acks=2", "acks=2: it is all, -1, 1 or 0"),
        ("auto.offset.reset=middle", "it is one of earliest"),
        ("enable.idempotence=maybe", "it is true or false"),
        ("partition.assignment.strategy=mine", "mine"),
        ("sasl.password=hunter2", "sasl.password"),
        ("linger.ms", "is not NAME=VALUE"),
    ],
)
def test_what_makes_no_sense_is_said(said, message, capsys):
    settings("-X", said, expected=ExitCode.USAGE)
    error = capsys.readouterr().err
    assert message in error
    assert "hunter2" not in error


def test_settings_that_contradict_each_other_are_a_line(capsys):
    arguments = ["produce", "t", "-b", "127.0.0.1:1", "-X", "acks=1", "-X", "transactional.id=t"]
    assert run(cli, arguments) == ExitCode.USAGE
    assert "no client can be made with these settings" in capsys.readouterr().err


def test_what_changes_nothing_is_said_and_passed_over(capsys):
    settings("-X", "socket.nagle.disable=true")
    assert capsys.readouterr().err == "-X socket.nagle.disable changes nothing here\n"


def test_they_can_be_listed_without_anything_else(capsys):
    assert run(cli, ["consume", "-X", "list"]) == ExitCode.OK
    listed = capsys.readouterr().out
    for name in ("queue.buffering.max.ms", "isolation.level", "sasl.password"):
        assert name in listed


def test_a_file_is_for_others_too():
    said = read_properties({"debug": "all", "what.ever": "1", "acks": "1"}, is_file=True)
    assert said.settings == {"acks": "1"}
    assert said.set_aside == ()

"""Every verb finds the running cluster by its data directory, and all of its brokers."""

from __future__ import annotations

import os

import click
import pytest

from kavka.cli.exit_codes import ExitCode
from kavka.cli.main import VERBS, cli, run
from kavka.cli.options import bootstrap_option
from kavka.local.state import ClusterState, identify, write_state

BROKERS = "127.0.0.1:7,127.0.0.1:8,127.0.0.1:9"


@pytest.fixture
def data_dir(tmp_path, monkeypatch):
    monkeypatch.setenv("KAVKA_DATA_DIR", str(tmp_path / "default"))
    monkeypatch.delenv("KAVKA_BOOTSTRAP", raising=False)
    other = tmp_path / "other"
    other.mkdir()
    write_state(other, ClusterState(BROKERS, "127.0.0.1:2181", str(other), (), identify(os.getpid())))
    return other


def asked_by(*arguments):
    asked = []

    @click.command()
    @bootstrap_option
    def verb(bootstrap):
        asked.append(bootstrap)

    assert run(verb, list(arguments)) == ExitCode.OK
    return asked[0]


def test_the_directory_names_every_broker(data_dir):
    assert asked_by("--data-dir", str(data_dir)) == BROKERS


def test_what_is_typed_goes_before_the_environment(data_dir, monkeypatch):
    monkeypatch.setenv("KAVKA_BOOTSTRAP", "127.0.0.1:1")
    assert asked_by("--data-dir", str(data_dir)) == BROKERS
    assert asked_by("--data-dir", str(data_dir), "-b", "127.0.0.1:2") == "127.0.0.1:2"
    assert asked_by() == "127.0.0.1:1"


def test_a_directory_on_which_nothing_runs_is_no_other_cluster(data_dir, tmp_path, capsys):
    assert run(cli, ["topic", "list", "--data-dir", str(tmp_path)]) == ExitCode.UNREACHABLE
    assert capsys.readouterr().err == (
        f"kavka: nothing runs on {tmp_path}; start a broker with: kavka start --data-dir {tmp_path}\n"
    )


def commands(command, path=()):
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), (*path, name))


@pytest.mark.parametrize("verb", VERBS)
def test_whoever_asks_brokers_can_be_told_the_directory(verb):
    command = cli.get_command(click.Context(cli), verb)
    for path, one in commands(command, (verb,)):
        names = {parameter.name for parameter in one.params}
        assert "bootstrap" not in names or "data_dir" in names, path

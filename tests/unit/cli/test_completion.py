"""Which names the words of an unfinished command line wait for, and that the table says nothing that verbs do not."""

import json
import os
import subprocess
import sys

import click
import pytest

from kavka.cli import completion_table as table
from kavka.cli.completion_table import (
    BROKER,
    BROKER_HERE,
    BROKER_KEY,
    CONTEXT,
    GROUP,
    GROUP_KEY,
    SUBSCRIPTION_KEY,
    TOPIC,
    TOPIC_KEY,
    wanted,
)
from kavka.cli.main import VERBS, cli
from tests.support.cli.command_tree import leaves, options_of

LEAVES = dict(leaves())


def test_every_argument_and_option_of_the_table_is_a_verbs():
    for path, (_, is_many) in table.ARGUMENTS.items():
        first = next(p for p in LEAVES[path].params if isinstance(p, click.Argument))
        assert not is_many or first.nargs == -1, path
    for path, option in table.OPTIONS_OF:
        assert option in options_of(LEAVES[path]), (path, option)


def test_groups_of_verbs_are_those_of_the_tree():
    context = click.Context(cli)
    assert {verb for verb in VERBS if isinstance(cli.get_command(context, verb), click.Group)} == table.GROUPS


def test_options_that_take_a_name_take_a_value_and_flags_take_none():
    for path, command in LEAVES.items():
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                names = {*parameter.opts, *parameter.secondary_opts}
                assert parameter.is_flag or not names & table.FLAGS, (path, names)
                assert not parameter.is_flag or not names & table.OPTIONS.keys(), (path, names)


@pytest.mark.parametrize(
    ("line", "kind", "word"),
    [
        ("topic describe ord", TOPIC, "ord"),
        ("topic describe orders inv", TOPIC, "inv"),
        ("topic alter ord", TOPIC, "ord"),
        ("consume -e ord", TOPIC, "ord"),
        ("consume orders -g bil", GROUP, "bil"),
        ("consume -o end ord", TOPIC, "ord"),
        ("group describe ", GROUP, ""),
        ("config describe --topic=ord", TOPIC, "ord"),
        ("config describe --topic = ord", TOPIC, "ord"),
        ("config describe --topic =", TOPIC, ""),
        ("config describe --broker ", BROKER, ""),
        ("config alter -t orders --set ret", TOPIC_KEY, "ret"),
        ("config alter --broker 0 --set log", BROKER_KEY, "log"),
        ("config alter --group=g --set share", GROUP_KEY, "share"),
        ("config alter --client-metrics s -s m", SUBSCRIPTION_KEY, "m"),
        ("topic create new -c ret", TOPIC_KEY, "ret"),
        ("cluster move-controller --to ", BROKER, ""),
        ("broker kill 0 ", BROKER_HERE, ""),
        ("context use pr", CONTEXT, "pr"),
        ("--context pr", CONTEXT, "pr"),
        ("--context prod topic describe o", TOPIC, "o"),
    ],
)
def test_a_word_is_the_beginning_of_a_name(line, kind, word):
    *words, last = line.split(" ")
    found = wanted(words, last)
    assert found is not None
    assert (found.kind, found.word) == (kind, word)


@pytest.mark.parametrize(
    "line", ["", "to", "topic de", "topic describe -", "topic describe --out", "topic alter orders ", "consume -o en"]
)
def test_all_else_is_for_click(line):
    *words, last = line.split(" ")
    assert wanted(words, last) is None


def completed(line, *, shell="bash", python=(), **environment):
    words = ["kavka", *line.split(" ")]
    cursor = words[-1] if shell == "fish" else str(len(words) - 1)
    env = {**os.environ, **environment, "COMP_WORDS": " ".join(words), "COMP_CWORD": cursor}
    command = [sys.executable, *(python or ("-m", "kavka.cli.main"))]
    return subprocess.run(command, env={**env, "_KAVKA_COMPLETE": f"{shell}_complete"}, capture_output=True, text=True)


@pytest.fixture
def prod(tmp_path):
    path = tmp_path / "kavka" / "contexts.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"contexts": {"prod": {"bootstrap": "127.0.0.1:1"}, "test": {"bootstrap": "b:1"}}}))
    return {"XDG_CONFIG_HOME": str(tmp_path), "KAVKA_DATA_DIR": str(tmp_path / "data")}


@pytest.mark.parametrize(
    ("shell", "shown"), [("bash", "plain,prod"), ("zsh", "plain\nprod\n_"), ("fish", "plain,prod")]
)
def test_contexts_in_each_shells_form(prod, shell, shown):
    done = completed("context use p", shell=shell, **prod)
    assert (done.stdout.strip(), done.stderr, done.returncode) == (shown, "", 0)


def test_keys_of_topics_and_brokers(prod):
    assert completed("topic alter t --set retention.m", **prod).stdout.split() == ["plain,retention.ms"]
    assert "plain,log.retention.ms" in completed("config explain log.retention.", **prod).stdout.split()


@pytest.mark.parametrize(
    "line", ["topic describe ", "--context prod topic describe ", "--context gone group describe "]
)
def test_where_nothing_answers_nothing_is_said(prod, line):
    done = completed(line, KAVKA_BOOTSTRAP="127.0.0.1:1", **prod)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_names_are_found_without_the_event_loop_and_the_client(prod):
    """They are what takes long to import; a shell stands still meanwhile."""
    code = "import sys; from kavka.cli.completing import complete_names as c; c(); print(*sys.modules, file=sys.stderr)"
    done = completed("topic describe ", python=("-c", code), KAVKA_BOOTSTRAP="127.0.0.1:1", **prod)
    loaded = done.stderr.split()
    assert "kavka.wire.connection_core" in loaded
    assert not {"asyncio", "kavka.client", "kavka.cli.topic", "kavka.client.admin"} & set(loaded)

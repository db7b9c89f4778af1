"""Contexts: named clusters, which of them a command line means, and that nobody sees their secrets."""

import json
import os

import click
import pytest

from kavka.cli.exit_codes import ExitCode
from kavka.cli.main import cli, run
from kavka.cli.options import bootstrap_option, client_security, data_dir_option, named_bootstrap_option, output_option
from kavka.cli.registry_options import registry_option
from kavka.local.state import ClusterState, identify, write_state


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for variable in ("KAVKA_BOOTSTRAP", "KAVKA_CONTEXT", "KAVKA_COMMAND_CONFIG", "KAVKA_ADMIN"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("KAVKA_DATA_DIR", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def contexts(home):
    """The contexts prod and test."""
    assert run(cli, ["context", "create", "prod", "-b", "prod:1", "-s", "security.protocol=SSL", "-o", "json"]) == 0
    assert run(cli, ["context", "create", "test", "-b", "test:1"]) == 0


def asked(*arguments, option=bootstrap_option, before=()):
    """Which address, form of output and security a verb gets; or the exit code."""
    found = []

    @click.command()
    @option
    @output_option
    def verb(bootstrap, output, **_):
        security = client_security()
        found.append((bootstrap, output, security is not None))

    @click.group()
    @click.option("--context", expose_value=False, is_eager=True, callback=_root)
    def root():
        pass

    root.add_command(verb)
    code = run(root, [*before, "verb", *arguments])
    return found[0] if code == ExitCode.OK else code


def _root(context, parameter, value):
    from kavka.cli import chosen_context

    chosen_context._keep(context, parameter, value)


PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule"
PROD, TEST = ("prod:1", "json", True), ("test:1", "table", False)


def running_here(data_dir):
    data_dir.mkdir(exist_ok=True)
    write_state(data_dir, ClusterState("here:1", "127.0.0.1:9", str(data_dir), (), identify(os.getpid())))


def test_what_is_nearer_to_the_command_goes_first(contexts, home, monkeypatch):
    assert asked() == ("localhost:9092", "table", False)
    running_here(home / "data")
    assert asked() == ("here:1", "table", False)
    run(cli, ["context", "use", "prod"])
    assert asked() == PROD
    monkeypatch.setenv("KAVKA_CONTEXT", "test")
    assert asked() == TEST
    monkeypatch.setenv("KAVKA_BOOTSTRAP", "env:1")
    assert asked() == ("env:1", "table", False)
    assert asked("--context", "prod") == PROD
    assert asked(before=["--context", "prod"]) == PROD
    assert asked("-b", "typed:1") == ("typed:1", "table", False)
    assert asked("--data-dir", str(home / "data")) == ("here:1", "table", False)


def test_a_password_does_not_go_to_another_cluster_unless_one_says_so(contexts):
    run(cli, ["context", "use", "prod"])
    assert asked("-b", "typed:1") == ("typed:1", "table", False)
    assert asked("-b", "typed:1", "--context", "prod") == ("typed:1", "json", True)


def test_the_registry_of_the_context_in_use_reads_records(contexts):
    found = []

    @click.command()
    @bootstrap_option
    @registry_option
    def verb(bootstrap, decoder):
        found.append((bootstrap, decoder is not None))

    run(cli, ["context", "create", "avro", "-b", "avro:1", "--registry", "http://registry:8081", "--use"])
    for options in ([], ["--context", "test"], ["-b", "typed:1"]):
        assert run(verb, options) == ExitCode.OK
    assert found == [("avro:1", True), ("test:1", False), ("typed:1", False)]


def test_what_is_typed_goes_before_the_contexts_own(contexts, home):
    plain = home / "plain.properties"
    plain.write_text("security.protocol=PLAINTEXT\n")
    assert asked("--context", "prod", "-o", "yaml", "--command-config", str(plain)) == ("prod:1", "yaml", False)


def test_verbs_of_admin_endpoints_follow_the_same_rules(contexts, home):
    def option(function):
        return named_bootstrap_option(data_dir_option(function))

    assert asked(option=option) == (None, "table", False)
    run(cli, ["context", "use", "prod"])
    assert asked(option=option) == PROD
    assert asked("--data-dir", str(home), option=option) == (None, "table", False)
    assert asked("--context", "test", option=option) == TEST
    assert asked("--context", "test", "--data-dir", str(home), option=option) == ExitCode.USAGE


def test_verbs_about_what_runs_here_refuse_a_context(contexts, capsys):
    for verb in ("stop", "status", "start"):
        assert run(cli, ["--context", "prod", verb]) == ExitCode.USAGE
        assert "--context means nothing here" in capsys.readouterr().err


def test_two_names_of_clusters_are_one_too_many(contexts, home, capsys):
    assert asked("--context", "prod", "--data-dir", str(home)) == ExitCode.USAGE
    assert "name a cluster each" in capsys.readouterr().err


def test_the_file_is_for_its_owner_alone_and_secrets_are_shown_to_nobody(home, capsys):
    (home / "jaas").write_text(f'{PLAIN} required username="u" password="hunter2";')
    login = [f"sasl.jaas.config=@{home / 'jaas'}", "sasl.mechanism=PLAIN", "security.protocol=SASL_PLAINTEXT"]
    options = [part for setting in login for part in ("-s", setting)]
    made = ["context", "create", "prod", "-b", "a:1", *options, "--registry", "https://u:hunter2@r:8081", "--use"]
    assert run(cli, made) == 0
    path = home / "config" / "kavka" / "contexts.json"
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert "hunter2" in path.read_text()
    for form in ("table", "json", "yaml", "csv"):
        for verb in ("list", "show"):
            capsys.readouterr()
            assert run(cli, ["context", verb, "-o", form]) == 0
            shown = capsys.readouterr().out
            assert "a:1" in shown
            assert "hunter2" not in shown
    assert asked() == ("a:1", "table", True)


def test_a_secret_in_the_command_line_is_refused(home, capsys):
    assert run(cli, ["context", "create", "p", "-b", "a:1", "-s", "ssl.key.password=secret"]) == ExitCode.USAGE
    assert "@FILE" in capsys.readouterr().err


def test_list_use_rename_delete(contexts, capsys):
    run(cli, ["context", "use", "prod"])
    run(cli, ["context", "rename", "prod", "live"])
    capsys.readouterr()
    run(cli, ["context", "list", "-o", "json"])
    rows = json.loads(capsys.readouterr().out)
    assert [(row["name"], row["current"], row["security"]) for row in rows] == [
        ("live", True, "SSL"),
        ("test", False, "PLAINTEXT"),
    ]
    assert run(cli, ["context", "delete", "live"]) == 0
    assert asked() == ("localhost:9092", "table", False)
    assert run(cli, ["context", "use", "test"]) == 0
    assert run(cli, ["context", "use", "--none"]) == 0
    assert asked() == ("localhost:9092", "table", False)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["use", "prdo"], ExitCode.NOT_FOUND, "Did you mean 'prod'?"),
        (["show", "x"], ExitCode.NOT_FOUND, "there is no context 'x'"),
        (["show"], ExitCode.NOT_FOUND, "no context is in use"),
        (["delete", "x"], ExitCode.NOT_FOUND, "there is no context 'x'"),
        (["rename", "prod", "test"], ExitCode.EXISTS, "already"),
        (["create", "prod", "-b", "a:1"], ExitCode.EXISTS, "--replace"),
        (["create", "a/b", "-b", "a:1"], ExitCode.USAGE, "is no name"),
        (["create", "n", "-b", "a:b"], ExitCode.USAGE, "is not an address"),
        (["create", "n", "-b", "a:1", "--registry", "r:1"], ExitCode.USAGE, "is no URL"),
        (["create", "n", "-b", "a:1", "-s", "security.protocol=X"], ExitCode.USAGE, "is none of"),
        (["use"], ExitCode.USAGE, "--none"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(contexts, capsys, home, arguments, code, words):
    path = home / "config" / "kavka" / "contexts.json"
    before = path.read_bytes()
    capsys.readouterr()
    assert run(cli, ["context", *arguments]) == code
    assert words in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["", "{", "[]", '{"contexts": 1}', '{"contexts": {"a": {"bootstrap": 1}}}'])
def test_a_file_that_makes_no_sense_stops_no_verb_that_names_its_cluster(home, capsys, content):
    path = home / "config" / "kavka" / "contexts.json"
    path.parent.mkdir(parents=True)
    path.write_text(content)
    assert asked("-b", "a:1") == ("a:1", "table", False)
    assert asked() == ExitCode.FAILED
    assert "is no file of contexts" in capsys.readouterr().err


def test_an_unknown_context_of_the_environment_is_an_error(home, monkeypatch, capsys):
    monkeypatch.setenv("KAVKA_CONTEXT", "gone")
    assert asked() == ExitCode.NOT_FOUND
    assert "there is no context 'gone'" in capsys.readouterr().err

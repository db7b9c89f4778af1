"""The command line as a whole: every verb has help, mistakes are one line, and imports wait until they are needed."""

import os
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import EXPLAINED, ExitCode
from kavka.cli.main import VERBS, cli, run
from kavka.cli.options import bootstrap_option
from kavka.cli.runner import explained
from kavka.cli.verb_group import VerbGroup
from kavka.local.state import ClusterState, ProcessIdentity, identify, write_state
from kavka.protocol.errors import TopicAlreadyExists, UnknownTopicOrPartition


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb):
    result = CliRunner().invoke(cli, [verb, "--help"])
    assert result.exit_code == 0
    assert VERBS[verb][1].rstrip(".").split()[0] in result.output


def test_the_fixed_flags_of_start():
    help_text = CliRunner().invoke(cli, ["start", "--help"]).output
    for flag in ("-n", "--port", "--data-dir", "--zookeeper", "--zookeeper-port", "--config", "--detach", "--json"):
        assert f" {flag} " in help_text or f" {flag}\n" in help_text, flag


def test_every_exit_code_is_explained():
    for code in ExitCode:
        assert f"{int(code)} " in EXPLAINED


def test_an_unknown_verb_is_a_usage_error(capsys):
    assert run(cli, ["fly"]) == ExitCode.USAGE
    assert "No such command 'fly'" in capsys.readouterr().err


@pytest.mark.parametrize(("typed", "meant"), [("topc", "topic"), ("prodcue", "produce"), ("grup", "group")])
def test_a_slip_of_the_pen_is_met_with_the_verb_that_was_meant(typed, meant, capsys):
    assert run(cli, [typed]) == ExitCode.USAGE
    assert f"No such command '{typed}'. Did you mean '{meant}'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("verb", "typed", "meant"),
    [("topic", "desribe", "describe"), ("zk", "lss", "ls"), ("cluster", "mve-controller", "move-controller")],
)
def test_so_it_is_below_a_verb(verb, typed, meant, capsys):
    assert run(cli, [verb, typed]) == ExitCode.USAGE
    assert f"No such command '{typed}'. Did you mean '{meant}'?" in capsys.readouterr().err


def test_each_group_of_verbs_knows_slips():
    context = click.Context(cli)
    groups = [cli, *(cli.get_command(context, verb) for verb in VERBS)]
    assert all(isinstance(command, VerbGroup) for command in groups if isinstance(command, click.Group))


def test_a_full_disk_behind_stdout_is_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "kavka", "--help"], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == ExitCode.FAILED
    assert done.stderr.decode() == "kavka: the output cannot be written: No space left on device\n"


def test_a_reader_that_has_seen_enough_is_no_mistake():
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-m", "kavka", "--help"], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert done.stderr == b""


@pytest.mark.parametrize("is_running", [True, False])
def test_without_an_address_every_broker_that_runs_here_is_asked(is_running, tmp_path, monkeypatch):
    monkeypatch.setenv("KAVKA_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("KAVKA_BOOTSTRAP", raising=False)
    supervisor = identify(os.getpid()) if is_running else ProcessIdentity(pid=2**22 + 1, start_time=1)
    write_state(tmp_path, ClusterState("127.0.0.1:7,127.0.0.1:8", "127.0.0.1:9", str(tmp_path), (), supervisor))
    asked = []

    @click.command()
    @bootstrap_option
    def verb(bootstrap):
        asked.append(bootstrap)

    assert run(verb, []) == ExitCode.OK
    assert asked == ["127.0.0.1:7,127.0.0.1:8" if is_running else "localhost:9092"]


def test_a_users_mistake_is_one_line_and_its_code(capsys):
    @click.command()
    def verb():
        raise CliError("the port is taken; choose another one", ExitCode.BUSY)

    assert run(verb, []) == ExitCode.BUSY
    assert capsys.readouterr().err == "kavka: the port is taken; choose another one\n"


def test_a_defect_keeps_its_trace():
    @click.command()
    def verb():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(verb, [])


def test_ctrl_c_is_no_trace(capsys):
    @click.command()
    def verb():
        raise KeyboardInterrupt

    assert run(verb, []) == ExitCode.INTERRUPTED
    assert capsys.readouterr().err.strip() == "interrupted"


@pytest.mark.parametrize(
    "arguments",
    [
        ["start", "-n", "0"],
        ["start", "--config", "novalue"],
        ["start", "--zookeeper", "h:1", "--zookeeper-port", "2"],
        ["produce"],
        ["produce", "t", "-z", "brotli"],
        ["produce", "t", "-H", "=value"],
        ["produce", "t", "-J", "-f", "%s\\n"],
        ["produce", "t", "-f", "%s"],
        ["produce", "t", "-l"],
        ["produce", "t", "no-such-file"],
        ["produce", "t", "-p", "-2"],
        ["produce", "t", "-K", ""],
        ["produce", "t", "-K", "a\\"],
        ["topic", "list", "-b", "127.0.0.1:99999"],
        ["topic", "list", "-b", ""],
        ["consume", "t", "-b", "host:port"],
        ["consume", "t", "-o", "middle"],
        ["consume", "t", "-f", "%x"],
        ["consume", "t", "-o", "5", "-o", "6"],
        ["consume", "t", "-o", "stored"],
        ["consume", "t", "-g", "g", "-o", "5"],
        ["consume", "^(", "-e"],
        ["consume", "t", "-s", "z"],
        ["consume", "t", "-s", "both=i"],
        ["consume", "t", "-J", "-K", ":"],
        ["consume", "-Q", "t:x:0"],
        ["consume", "-Q", "t:0:soon"],
        ["consume", "t", "-J", "-f", "%s"],
        ["topic", "create"],
        ["topic", "list", "-o", "xml"],
    ],
)
def test_wrong_usage_is_refused_before_anything_is_done(arguments, capsys):
    assert run(cli, arguments) == ExitCode.USAGE
    assert "Usage: kavka" in capsys.readouterr().err


def test_several_brokers_cannot_listen_in_one_place(capsys, tmp_path):
    listeners = "listeners=PLAINTEXT://127.0.0.1:9092,SSL://127.0.0.1:9093"
    options = ["-n", "3", "--data-dir", str(tmp_path / "d"), "--config", listeners]
    assert run(cli, ["start", *options]) == ExitCode.FAILED
    assert "would give port 9093 to two listeners of 3 brokers" in capsys.readouterr().err


def test_nothing_to_stop_and_no_status(capsys, tmp_path):
    for verb in ("stop", "status"):
        assert run(cli, [verb, "--data-dir", str(tmp_path)]) == ExitCode.UNREACHABLE
        assert f"nothing runs on {tmp_path}" in capsys.readouterr().err


def test_no_broker_is_one_line_that_says_what_to_do(capsys, monkeypatch):
    monkeypatch.setattr("kavka.cli.client_settings.REACH_TIMEOUT_MS", 50)
    assert run(cli, ["topic", "list", "-b", "127.0.0.1:1"]) == ExitCode.UNREACHABLE
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "127.0.0.1:1" in error
    assert "kavka start" in error


def test_help_imports_neither_the_loop_nor_the_client():
    code = "import sys; from kavka.cli.main import run, cli; run(cli, ['--help']); print(sorted(sys.modules))"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = output.splitlines()[-1]
    for heavy in ("'asyncio'", "'kavka.client", "'rich'", "'uvloop'", "'kazoo"):
        assert heavy not in loaded


def test_a_line_has_one_full_stop_between_what_and_what_to_do():
    assert explained(TopicAlreadyExists("Topic 'events' already exists.")).message == (
        "Topic 'events' already exists. Use --if-not-exists when that is fine"
    )
    assert ".." not in explained(UnknownTopicOrPartition("there is no topic 'x'.")).message

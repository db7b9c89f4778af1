"""Every verb of the command line against what is no cluster: one plain sentence, the right exit code, never a trace."""

from __future__ import annotations

import io
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from kavka.cli.exit_codes import ExitCode
from kavka.cli.main import cli, run
from tests.support.cli.command_tree import WITHOUT_CLUSTER, leaves, options_of, sensible
from tests.support.cli.strangers import GARBAGE, HTTP, answering, closed
from tests.support.processes.command_line import KAVKA, running

pytestmark = pytest.mark.slow

LEAVES = [(path, command) for path, command in leaves() if path not in WITHOUT_CLUSTER]

LIMITS_MS = {"REACH_TIMEOUT_MS": 300, "CALL_TIMEOUT_MS": 500, "CONNECT_TIMEOUT_MS": 200}
"""How long verbs wait for somebody who does respond, on a machine that has other things to do."""


def wait_at_most(monkeypatch: pytest.MonkeyPatch, limits_ms: dict[str, int]) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("kavka.cli"):
            for limit, value in limits_ms.items():
                if hasattr(module, limit):
                    monkeypatch.setattr(module, limit, value)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wait_at_most(monkeypatch, LIMITS_MS)
    monkeypatch.setenv("KAVKA_DATA_DIR", str(tmp_path / "nothing"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no-contexts"))
    for variable in ("KAVKA_BOOTSTRAP", "KAVKA_ADMIN", "KAVKA_ZOOKEEPER", "KAVKA_COMMAND_CONFIG", "KAVKA_CONTEXT"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def said(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int | str, str]]:
    def said(arguments: list[str]) -> tuple[int | str, str]:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a line\n")))
            try:
                code: int | str = run(cli, arguments)
            except Exception as error:
                code = f"Traceback: {error!r}"
        return code, capfd.readouterr().err

    return said


def wrong(outcome: tuple[int | str, str], code: ExitCode, *words: str) -> bool:
    """Whether a command's end is not one plain sentence with this exit code, in which these words stand."""
    ended, text = outcome
    lines = text.splitlines()
    is_plain = len(lines) == 1 and lines[0].startswith("kavka: ") and ".." not in lines[0].replace("...", "")
    is_usage = "Traceback" not in text and sum(line.startswith(("Error: ", "kavka: ")) for line in lines) == 1
    return ended != code or not (is_usage if code is ExitCode.USAGE else is_plain) or any(w not in text for w in words)


@pytest.mark.parametrize("address", ["127.0.0.1:99999", "", ":", "host:port", "127.0.0.1:1,:"])
def test_what_is_no_address_is_wrong_usage_for_every_verb(said, address):
    asked = {path: said([*sensible(path, c), "-b", address]) for path, c in LEAVES if "-b" in options_of(c)}
    assert len(asked) > 40
    assert {path: end for path, end in asked.items() if wrong(end, ExitCode.USAGE, "--bootstrap")} == {}


@pytest.mark.parametrize(
    ("somebody", "words"),
    [
        pytest.param(closed, "no broker can be reached", id="closed"),
        pytest.param(partial(answering, HTTP), "looks like an HTTP server", id="http"),
        pytest.param(partial(answering, GARBAGE), "which no Kafka broker does", id="garbage"),
        pytest.param(partial(answering, b""), "closed the connection", id="hangs-up"),
        pytest.param(partial(answering, None), "no broker can be reached", id="silent"),
    ],
)
def test_whoever_is_no_broker_is_one_sentence_for_every_verb(
    said, monkeypatch: pytest.MonkeyPatch, somebody: Callable[[], AbstractContextManager[str]], words: str
):
    if words == "no broker can be reached":  # nothing comes, however long seventy verbs wait for it
        wait_at_most(monkeypatch, {limit: value // 5 for limit, value in LIMITS_MS.items()})
    with somebody() as address:
        asked = {path: said([*sensible(path, c), "-b", address]) for path, c in LEAVES if "-b" in options_of(c)}
        assert {p: end for p, end in asked.items() if wrong(end, ExitCode.UNREACHABLE, words, address)} == {}


@pytest.mark.parametrize("address", ["", ":", "host:port", "127.0.0.1:99999", "127.0.0.1:1,a b"])
def test_what_is_no_zookeeper_address_is_wrong_usage(said, address):
    asked = {p: said([*sensible(p, c), "--zookeeper", address]) for p, c in leaves() if "--zookeeper" in options_of(c)}
    assert len(asked) > 5
    assert {path: end for path, end in asked.items() if wrong(end, ExitCode.USAGE, "--zookeeper")} == {}


@pytest.mark.parametrize("somebody", [closed, partial(answering, HTTP), partial(answering, None)])
def test_where_no_zookeeper_is_one_sentence_says_so(said, somebody: Callable[[], AbstractContextManager[str]]):
    verbs = [(path, command) for path, command in LEAVES if path[0] == "zk" or path[-1] == "move-controller"]
    with somebody() as address:
        asked = {path: said([*sensible(path, c), "--zookeeper", address]) for path, c in verbs}
        assert {p: end for p, end in asked.items() if wrong(end, ExitCode.UNREACHABLE, "ZooKeeper", address)} == {}


def test_a_directory_on_which_nothing_runs_is_one_sentence(said, tmp_path):
    (tmp_path / "kavka.json").write_text('{"bootstrap": 1')  # as a crash may leave it
    # One reports on it, one writes a user there before a first start, one tells what its logs say.
    others = {("doctor",), ("user", "add"), ("cluster", "story")}
    verbs = [(path, c) for path, c in LEAVES if "--data-dir" in options_of(c) and path not in others]
    asked = {path: said([*sensible(path, c), "--data-dir", str(tmp_path)]) for path, c in verbs}
    assert {p: end for p, end in asked.items() if wrong(end, ExitCode.UNREACHABLE, "nothing runs on")} == {}


def test_files_that_cannot_be_read_are_wrong_usage(said, tmp_path):
    binary, directory = tmp_path / "binary", tmp_path / "directory"
    binary.write_bytes(bytes(range(256)))
    directory.mkdir()
    for option, files in (("--command-config", (binary, directory, tmp_path / "missing")), ("--data-dir", (binary,))):
        verbs = [(path, command) for path, command in LEAVES if option in options_of(command)]
        for file in files:
            asked = {path: said([*sensible(path, c), option, str(file)]) for path, c in verbs}
            assert {p: end for p, end in asked.items() if wrong(end, ExitCode.USAGE, option)} == {}, file


def test_an_admin_endpoint_that_is_none_is_one_sentence(said):
    """`console` prints the address and asks nobody; `doctor` reports on it among all else."""
    verbs = [(p, c) for p, c in LEAVES if "--admin" in options_of(c) and p[0] not in ("console", "doctor")]
    for somebody in (closed, partial(answering, GARBAGE)):
        with somebody() as address:
            for path, command in verbs:
                if somebody is not closed and path[0] in ("top", "transcript"):
                    continue  # those watch for as long as it takes
                code, text = said([*sensible(path, command), "--admin", f"http://{address}"])
                assert (code, "Traceback" in text) == (ExitCode.UNREACHABLE, False), (path, text)
    asked = {path: said([*sensible(path, c), "--admin", "ftp://x:y"]) for path, c in verbs}
    assert {path: end for path, end in asked.items() if wrong(end, ExitCode.USAGE, "ftp://x:y")} == {}


def test_output_that_nobody_takes_is_one_line_or_none_for_every_help():
    """A full disk is told, a reader who has left is not; of every verb, in one process."""
    code = (
        "import sys; help = '--help'; from kavka.cli.main import cli, run\n"
        "from tests.support.cli.command_tree import leaves\n"
        "for path, _ in leaves():\n"
        "    sys.stdout = open(sys.argv[1] if len(sys.argv) > 1 else 1, 'w', closefd=len(sys.argv) > 1)\n"
        "    sys.stderr.write(f'{run(cli, [*path, help])}\\n')\n"
    )
    full = subprocess.run([sys.executable, "-c", code, "/dev/full"], stderr=subprocess.PIPE, text=True, check=True)
    ends = full.stderr.splitlines()
    assert set(ends) == {"kavka: the output cannot be written: No space left on device", "1"}, full.stderr
    assert len(ends) == 2 * len(list(leaves()))


@pytest.mark.parametrize("verb", [("topic", "list"), ("--help",), ("zk", "ls", "/"), ("completion", "bash")])
def test_a_closed_pipe_is_no_mistake(verb):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*KAVKA, *verb], stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert not {"Traceback", "BrokenPipe"} & set(done.stderr.replace("Error", " ").split())


@pytest.mark.parametrize("verb", [("topic", "list"), ("consume", "t"), ("produce", "t"), ("group", "list")])
def test_ctrl_c_while_a_verb_waits_is_one_word(verb):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(30)
        with running(*verb, "-b", f"127.0.0.1:{listener.getsockname()[1]}") as process:
            guest, _ = listener.accept()  # it waits for a response now
            process.send_signal(signal.SIGINT)
            _, text = process.communicate(timeout=30)
            guest.close()
    assert "Traceback" not in text
    assert process.returncode in (ExitCode.INTERRUPTED, ExitCode.OK), text

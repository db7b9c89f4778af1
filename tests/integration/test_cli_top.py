"""`kavka top`: on a terminal, and for programs."""

from __future__ import annotations

import json
import os
import pty
import subprocess

import pytest

from kavka.cli.top_sample import COLUMNS
from tests.support.processes.command_line import DEADLINE_S, KAVKA, detached, kavka, text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory):
    data_dir = tmp_path_factory.mktemp("top") / "data"
    with detached(data_dir, "-n", 2) as state:
        env = {"KAVKA_BOOTSTRAP": state["bootstrap"]}
        kavka("topic", "create", "busy", "-p", 2, env=env)
        kavka("produce", "busy", stdin=b"one\ntwo\nthree\n", env=env)
        yield data_dir


def test_for_programs_it_is_one_document_of_every_section(data_dir):
    shown = json.loads(text(kavka("top", "--once", "--interval", 0.3, "-o", "json", "--data-dir", data_dir)))
    assert set(shown) == set(COLUMNS)
    assert [(row["id"], row["state"]) for row in shown["brokers"]] == [(0, "ready"), (1, "ready")]
    assert {row["partition"]: row["log_end_offset"] for row in shown["partitions"]}.keys() >= {"busy-0", "busy-1"}
    assert sum(row["log_end_offset"] for row in shown["partitions"] if row["partition"].startswith("busy")) == 3
    assert any(row["requests_per_s"] > 0 for row in shown["apis"])  # our own questions, and the followers' fetches


def test_without_a_terminal_it_is_printed_once(data_dir):
    output = text(kavka("top", "--interval", 0.3, "--data-dir", data_dir))
    for title in ("brokers", "hot topics", "hot partitions", "groups by lag", "purgatories", "slowest requests"):
        assert title in output
    assert "\x1b" not in output


def test_brokers_can_be_named_one_by_one_and_silence_is_an_error(data_dir):
    admin = json.loads((data_dir / "kavka.json").read_text())["brokers"][1]["admin"]
    named = ("top", "--once", "--interval", 0.2, "-o", "json", "--admin", admin, "--admin", "http://127.0.0.1:1")
    shown = json.loads(text(kavka(*named)))
    assert [row["state"] for row in shown["brokers"]] == ["ready", "does not answer"]
    nobody = kavka("top", "--once", "--admin", "http://127.0.0.1:1", check=False)
    assert nobody.returncode == 3
    assert b"no broker answers" in nobody.stderr


def test_on_a_terminal_it_is_refreshed_until_q(data_dir):
    mine, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "160", "LINES": "50"}
    command = [*KAVKA, "top", "--interval", "0.2", "--data-dir", str(data_dir)]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    try:
        seen = b""
        while seen.count(b"hot partitions") < 2:  # drawn, and drawn anew
            seen += os.read(mine, 65536)
        os.write(mine, b"q")
        while True:
            try:
                if not os.read(mine, 65536):
                    break
            except OSError:
                break  # the other end is closed: it has ended
        assert process.wait(DEADLINE_S) == 0
    finally:
        process.kill()
        process.wait()
        os.close(mine)

"""The main job: `kavka demo` as a newcomer runs it, twice, on a terminal and without one."""

import os
import pty
import re
import signal
import subprocess
import sys

import pytest

from kavka.local.state import read_state

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

DEMO = [sys.executable, "-P", "-m", "kavka.cli.main", "demo", "--port", "0"]
DEADLINE_S = 120
LINES_MIN = 100_000


def test_every_line_comes_back_and_a_second_call_works_at_once(tmp_path):
    for _ in range(2):
        result = subprocess.run(
            [*DEMO, "--data-dir", tmp_path / "demo"], capture_output=True, text=True, timeout=DEADLINE_S, check=True
        )
        produced, consumed = (int(count.replace(",", "")) for count in re.findall(r"([\d,]+) lines, ", result.stdout))
        assert produced == consumed > LINES_MIN
        assert "came back, equal and in order" in result.stdout
        address = re.search(r"brokers +((?:127\.0\.0\.1:\d+,?){3}),", result.stdout)[1]
        assert f"kcat -b {address} -C" in result.stdout


def test_on_a_terminal_it_stays_until_ctrl_c(tmp_path):
    terminal, theirs = pty.openpty()
    process = subprocess.Popen([*DEMO, "-n", "1", "--data-dir", tmp_path], stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    try:
        seen = b""
        while b"Ctrl-C ends" not in seen:
            chunk = os.read(terminal, 65536)
            assert chunk, seen
            seen += chunk
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(DEADLINE_S) == 0
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
    assert b"equal and in order" in seen


def test_one_broker_of_three_dies_in_the_middle_and_every_line_comes_back(tmp_path):
    with subprocess.Popen([*DEMO, "--data-dir", tmp_path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()  # the brokers are ready
        process.stdout.readline()  # the topic is there
        os.kill(read_state(tmp_path).brokers[0].pid, signal.SIGKILL)
        output, error = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 0
    assert b"came back, equal and in order" in output
    assert b"2 of 3 brokers go on" in error


def test_the_only_broker_dies_in_the_middle_and_ends_it_at_once(tmp_path):
    command = [*DEMO, "-n", "1", "--data-dir", tmp_path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()  # the broker is ready
        os.kill(read_state(tmp_path).brokers[0].pid, signal.SIGKILL)
        output, error = process.communicate(timeout=30)
    assert process.returncode == 7
    assert b"verified" not in output
    assert b"broker 0 was killed by SIGKILL" in error
    assert b"Traceback" not in error


def test_ctrl_c_in_the_middle_leaves_nothing_behind(tmp_path):
    with subprocess.Popen([*DEMO, "--data-dir", tmp_path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()  # the broker is ready
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 130
    assert b"verified" not in output
    assert not (tmp_path / "kavka.json").exists()

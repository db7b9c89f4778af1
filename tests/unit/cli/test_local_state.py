"""Who runs on a data directory: believed only with proof."""

import os
import signal
import subprocess
import sys

import pytest

from kavka.local.state import (
    BrokerInfo,
    ClusterState,
    DataDirBusy,
    DataDirLock,
    ProcessIdentity,
    identify,
    is_supervised,
    read_state,
    remove_state,
    write_state,
)


@pytest.fixture
def sleeper():
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    yield process
    process.kill()
    process.wait()
    process.stdin.close()


def make_state(data_dir):
    return ClusterState(
        bootstrap="127.0.0.1:1",
        zookeeper="127.0.0.1:2",
        data_dir=str(data_dir),
        brokers=(BrokerInfo(id=0, host="127.0.0.1", port=1, pid=5, data_dir="d"),),
        supervisor=identify(os.getpid()),
        processes=(ProcessIdentity(pid=5, start_time=6),),
        is_command=True,
    )


def test_a_broker_that_did_not_run_is_no_process_least_of_all_our_own_group():
    nobody = identify(0)
    assert not nobody.is_alive()
    assert not nobody.signal(0)


def test_what_is_written_is_read(tmp_path):
    state = make_state(tmp_path)
    write_state(tmp_path, state)
    assert read_state(tmp_path) == state
    remove_state(tmp_path)
    remove_state(tmp_path)
    assert read_state(tmp_path) is None


def test_the_public_form_is_fixed(tmp_path):
    assert make_state(tmp_path).public() == {
        "bootstrap": "127.0.0.1:1",
        "zookeeper": "127.0.0.1:2",
        "data_dir": str(tmp_path),
        "pid": os.getpid(),
        "admin": None,
        "console": None,
        "metrics": [],
        "admin_token_file": None,
        "brokers": [{"id": 0, "host": "127.0.0.1", "port": 1, "pid": 5, "data_dir": "d", "admin": None}],
    }


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"bootstrap": 1}', "\x00\xff"])
def test_a_state_that_makes_no_sense_is_none(tmp_path, content):
    (tmp_path / "kavka.json").write_text(content, encoding="latin-1")
    assert read_state(tmp_path) is None


def test_a_process_is_itself_until_it_ends(sleeper):
    identity = identify(sleeper.pid)
    assert identity.is_alive()
    assert identity.signal(signal.SIGKILL)
    sleeper.wait()
    assert not identity.is_alive()
    assert not identity.signal(signal.SIGKILL)


def test_a_pid_that_another_process_has_now_is_left_alone(sleeper):
    real = identify(sleeper.pid)
    former = ProcessIdentity(pid=real.pid, start_time=real.start_time - 1)
    assert not former.is_alive()
    assert not former.signal(signal.SIGKILL)
    assert real.is_alive()


def test_a_zombie_is_not_alive():
    process = subprocess.Popen([sys.executable, "-c", ""])
    identity = identify(process.pid)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert not identity.is_alive()
    process.wait()


def test_one_supervisor_per_directory(tmp_path):
    assert not is_supervised(tmp_path)
    first, second = DataDirLock(tmp_path), DataDirLock(tmp_path)
    first.acquire()
    assert is_supervised(tmp_path)
    with pytest.raises(DataDirBusy, match=str(tmp_path)):
        second.acquire()
    first.release()
    first.release()
    assert not is_supervised(tmp_path)
    second.acquire()
    second.release()


def test_a_directory_that_is_not_there_is_not_supervised(tmp_path):
    assert not is_supervised(tmp_path / "nothing")

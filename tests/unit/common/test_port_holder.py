"""Finding out who holds a port, from a /proc that the test wrote."""

from __future__ import annotations

import os

import pytest

from kavka.common.port_holder import holder_of_port

HEADER = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"


def line(address, state, inode):
    return f"   0: {address} 00000000:0000 {state} 00000000:00000000 00:00000000 00000000     0        0 {inode} 1\n"


@pytest.fixture
def proc(tmp_path):
    (tmp_path / "net").mkdir()
    (tmp_path / "net/tcp").write_text(HEADER + line("0100007F:2384", "0A", 111) + line("0100007F:2385", "01", 222))
    (tmp_path / "net/tcp6").write_text(HEADER + line("0" * 32 + ":1F90", "0A", 333))
    for pid, inode, command in [(7, 111, b"java\0-jar\0kafka.jar\0"), (8, 333, b"")]:
        descriptors = tmp_path / str(pid) / "fd"
        descriptors.mkdir(parents=True)
        os.symlink(f"socket:[{inode}]", descriptors / "3")
        os.symlink("/dev/null", descriptors / "0")
        (tmp_path / str(pid) / "cmdline").write_bytes(command)
    (tmp_path / "self").mkdir()
    return tmp_path


def test_the_holder_is_named(proc):
    assert holder_of_port(0x2384, proc) == "process 7 (java -jar kafka.jar)"
    assert holder_of_port(0x1F90, proc) == "process 8 (unknown)"


def test_nobody_listens_or_nobody_can_be_seen(proc, tmp_path):
    assert holder_of_port(0x2385, proc) is None, "a connection is not a listener"
    assert holder_of_port(1, proc) is None
    for descriptor in (proc / "7/fd").iterdir():
        descriptor.unlink()
    assert holder_of_port(0x2384, proc) is None
    assert holder_of_port(1, tmp_path / "nothing here") is None

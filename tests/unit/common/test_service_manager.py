"""What systemd is told."""

from __future__ import annotations

import socket

import pytest

from kavka.common.service_manager import READY, notify


@pytest.mark.parametrize("is_abstract", [False, True])
def test_the_manager_that_asked_is_told(tmp_path, is_abstract):
    name = f"@{tmp_path}/notify" if is_abstract else f"{tmp_path}/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("\0" + name[1:] if is_abstract else name)
        manager.settimeout(10)
        assert notify(READY, {"NOTIFY_SOCKET": name})
        assert manager.recv(100) == b"READY=1"


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "/nowhere/at/all"}])
def test_without_a_manager_nothing_happens(environment):
    assert not notify(READY, environment)

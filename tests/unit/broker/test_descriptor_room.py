"""The last descriptors are the broker's own."""

from __future__ import annotations

import pytest

from kavka.broker.network.descriptor_room import DescriptorRoom
from kavka.broker.network.said import PAUSE_MS
from kavka.common.descriptors import UNLIMITED, reserved


@pytest.mark.parametrize(
    ("limit", "kept"), [(100, 50), (300, 128), (1024, 128), (4096, 512), (20_000, 1024), (UNLIMITED, 1024)]
)
def test_so_many_are_reserved(limit, kept):
    assert reserved(limit) == kept


def test_clients_leave_more_than_brokers_do():
    room = DescriptorRoom(1024)
    assert [room.takes(number, is_protected=False) for number in (-1, 0, 895, 896, 1023)] == [True] * 3 + [False] * 2
    assert [room.takes(number, is_protected=True) for number in (896, 959, 960)] == [True, True, False]


def test_refusals_are_counted_and_said_now_and_then(caplog):
    room = DescriptorRoom(1024)
    for now_ms in (0, 1, 2, PAUSE_MS, PAUSE_MS + 1):
        room.refuse("somebody", now_ms)
    assert room.refused == 5
    assert ["1 since" in caplog.messages[0], "3 since" in caplog.messages[1]] == [True, True]
    assert len(caplog.messages) == 2

"""A big frame takes memory as it comes, and at once as much as the one before it on its connection had."""

from __future__ import annotations

import pytest

from kavka.broker.network.big_frame import START_BYTES, BigFrame

MB = 1024 * 1024


def begun(size, have):
    return memoryview(size.to_bytes(4, "big") + bytes(have))


def received(frame, piece_bytes):
    """Fills it, and counts the buffers that it has had."""
    buffers = 1
    while True:
        before = frame.buffer
        room = frame.room()
        size = min(piece_bytes, len(room), frame.size - frame.arrived)
        room[:size] = b"x" * size
        if frame.grow(size):
            return buffers
        buffers += frame.buffer is not before


def test_a_length_alone_takes_no_memory():
    assert len(BigFrame(begun(100 * MB, START_BYTES))) <= 4 * START_BYTES


def test_who_has_sent_as_much_before_has_room_at_once():
    first, second = BigFrame(begun(MB, START_BYTES)), BigFrame(begun(MB, START_BYTES), MB + 5)
    assert received(first, MB) > received(second, MB) == 1
    assert bytes(second.buffer) == bytes(START_BYTES) + b"x" * (MB - START_BYTES) == bytes(first.buffer)


@pytest.mark.parametrize("known_bytes", [0, 300_000, 2 * MB])
def test_a_frame_is_as_large_as_it_says_whatever_came_before(known_bytes):
    frame = BigFrame(begun(MB + 1, START_BYTES), known_bytes)
    received(frame, 70_000)
    assert len(frame.buffer) == frame.size == MB + 1

"""Loading what a fetch asks for into the page cache takes no memory of that size."""

from __future__ import annotations

import itertools
import os
import tracemalloc

import pytest

from kavka.common.machine_filesystem import LOAD_BYTES, MachineFileSystem

MB = 1024 * 1024


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "00000000000000000000.log"
    path.touch()
    os.truncate(path, 40 * MB + 5)
    return path


@pytest.mark.parametrize(("size", "position"), [(40 * MB, 3), (50 * MB, 0), (MB + 1, 39 * MB), (7, 0), (10, 41 * MB)])
def test_pages_are_loaded_through_a_small_buffer(file, size, position):
    tracemalloc.start()
    try:
        MachineFileSystem().load_pages(str(file), size, position)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak_bytes < LOAD_BYTES + 100_000


def test_every_byte_that_was_asked_for_is_read(file, monkeypatch):
    """And none beyond it: what follows is only announced to the device."""
    read = []
    preadv = os.preadv

    def noted(fd, buffers, position, *flags):
        got = preadv(fd, buffers, position, *flags)
        read.append((position, position + got))
        return got

    monkeypatch.setattr(os, "preadv", noted)
    MachineFileSystem().load_pages(str(file), 3 * MB + 10, 5 * MB)
    assert read[0][0] == 5 * MB
    assert read[-1][1] == 8 * MB + 10
    assert all(end == start for (_, end), (start, _) in itertools.pairwise(read))

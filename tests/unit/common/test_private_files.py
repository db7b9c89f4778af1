"""Files for their owner alone: modes under the loosest umask, whole or not there, one winner."""

from __future__ import annotations

import os
import stat

import pytest

from kavka.common import private_files
from kavka.common.private_files import (
    close_to_others,
    make_private,
    make_private_directory,
    open_private,
    write_private,
)


@pytest.fixture(autouse=True)
def no_umask():
    before = os.umask(0)
    yield
    os.umask(before)


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_written_is_its_owners_alone_also_where_an_open_file_was(tmp_path):
    path = tmp_path / "secret"
    path.write_bytes(b"old")
    assert mode_of(path) == 0o666
    write_private(path, b"new")
    assert (path.read_bytes(), mode_of(path)) == (b"new", 0o600)
    assert os.listdir(tmp_path) == ["secret"]


def test_of_several_who_make_a_file_the_first_wins_and_nothing_is_left_behind(tmp_path):
    path = tmp_path / "token"
    assert make_private(path, b"first")
    assert not make_private(path, b"second")
    assert (path.read_bytes(), mode_of(path)) == (b"first", 0o600)
    assert os.listdir(tmp_path) == ["token"]


@pytest.mark.parametrize("write", [write_private, make_private])
def test_the_name_is_durable_as_well_as_the_content(tmp_path, monkeypatch, write):
    """What was fsynced, in order: a file's content, and the directory once it has the file's name."""
    path, fsynced = tmp_path / "secret", []
    fsync = os.fsync

    def noting(descriptor):
        kind = "directory" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else os.fstat(descriptor).st_size
        fsynced.append((kind, path.exists()))
        fsync(descriptor)

    monkeypatch.setattr(private_files.os, "fsync", noting)
    write(path, b"new")
    assert fsynced == [(3, False), ("directory", True)]


def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "secret"
    write_private(path, b"old")

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(private_files.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_private(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["secret"]


def test_a_log_that_others_could_read_is_closed_to_them(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b"a")
    with os.fdopen(open_private(path), "ab") as file:
        file.write(b"b")
    assert (path.read_bytes(), mode_of(path)) == (b"ab", 0o600)


def test_a_directory_is_made_for_its_owner_and_one_that_is_there_is_left(tmp_path):
    make_private_directory(tmp_path / "above" / "mine")
    assert mode_of(tmp_path / "above" / "mine") == 0o700
    (tmp_path / "theirs").mkdir()
    make_private_directory(tmp_path / "theirs")
    assert mode_of(tmp_path / "theirs") == 0o777
    close_to_others(tmp_path / "theirs")
    assert mode_of(tmp_path / "theirs") == 0o700

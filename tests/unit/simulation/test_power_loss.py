"""What a power loss leaves on a simulated disk, and what it may not."""

from __future__ import annotations

import errno
import random

import pytest

from kavka.simulation.disk_names import PENDING_MAX
from kavka.simulation.disk_pages import PAGE_BYTES
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem

SEEDS = range(80)
OLD, NEW = b"o" * 5000, b"n" * 9000
GONE = None


def view(disk):
    return MemoryFileSystem(disk, now_ms=lambda: 0, ticks=lambda: 0)


def left_by(act, *paths):
    """What paths hold after a power loss that followed `act`, in all ways in which that can end.

    Durable before are the directory /d and in it the file /d/f.
    """
    return {tuple(read(fs, path) for path in paths) for fs in ended(act)}


def ended(act):
    for seed in SEEDS:
        disk = MemoryDisk()
        fs = view(disk)
        fs.make_directory("/d")
        fs.fsync_path("/")
        fs.write_atomically("/d/f", OLD)
        act(fs)
        fs.kill()
        disk.lose_power(random.Random(seed))
        yield view(disk)


def read(fs, path):
    return fs.read_file(path) if fs.exists(path) else GONE


def write(fs, path, data, position=0, *, sync=False):
    fd = fs.open(path, create=True)
    fs.pwrite(fd, data, position)
    if sync:
        fs.fsync(fd)
    fs.close_fd(fd)


def pages(data):
    return [data[at : at + PAGE_BYTES] for at in range(0, len(data), PAGE_BYTES)]


# ---- content --------------------------------------------------------------------------------------------------------


def test_of_what_was_not_fsynced_any_pages_may_survive():
    found = {content for (content,) in left_by(lambda fs: write(fs, "/d/f", NEW), "/d/f")}
    assert {OLD, NEW} < found, "all of it, and nothing of it"
    assert {len(content) for content in found} == {len(OLD), len(NEW)}
    torn = [[set(page) for page in pages(content)] for content in found]
    assert [{ord("n")}, {ord("o"), 0}, {0}] in torn, "what was never written, in a file that grew, is zero"
    for content in found:
        for page, old, new in zip(pages(content), [*pages(OLD), b""], pages(NEW), strict=False):
            assert page in (new[: len(page)], old.ljust(PAGE_BYTES, b"\0")[: len(page)]), "a page is old or new"


def test_what_was_fsynced_survives():
    assert left_by(lambda fs: write(fs, "/d/f", NEW, sync=True), "/d/f") == {(NEW,)}


def test_what_was_appended_piece_by_piece_ends_with_one_of_the_pieces():
    def append(fs):
        for number in range(5):
            write(fs, "/d/f", b"%d" % number * 10, len(OLD) + 10 * number)

    sizes = {len(content) for (content,) in left_by(append, "/d/f")}
    assert sizes == {len(OLD) + 10 * count for count in range(6)}


def test_a_cut_is_kept_or_lost_and_takes_with_it_what_followed():
    def cut(fs):
        fd = fs.open("/d/f")
        fs.truncate_fd(fd, 0)
        fs.pwrite(fd, NEW, 0)
        fs.close_fd(fd)

    found = {content for (content,) in left_by(cut, "/d/f")}
    assert {OLD, b"", NEW, bytes(len(NEW))} < found
    assert not [content for content in found if set(content) > {ord("n"), ord("o")}], "old pages beside new ones"
    assert not [content for content in found if len(content) == len(NEW) and ord("o") in content], "what was cut"


def test_what_was_cut_and_fsynced_stays_cut():
    def cut(fs):
        fd = fs.open("/d/f")
        fs.truncate_fd(fd, 10)
        fs.fsync(fd)
        fs.close_fd(fd)

    assert left_by(cut, "/d/f") == {(OLD[:10],)}


# ---- names ----------------------------------------------------------------------------------------------------------


def test_a_new_file_that_was_not_fsynced_may_be_gone_empty_torn_or_whole():
    found = {content for (content,) in left_by(lambda fs: write(fs, "/d/g", NEW), "/d/g")}
    assert {GONE, b"", NEW, bytes(len(NEW))} < found


def test_a_new_file_that_was_fsynced_has_its_name():
    assert left_by(lambda fs: write(fs, "/d/g", NEW, sync=True), "/d/g") == {(NEW,)}


def test_an_fsync_of_the_directory_keeps_the_name_and_not_the_content():
    def create(fs):
        write(fs, "/d/g", NEW)
        fs.fsync_path("/d")

    found = {content for (content,) in left_by(create, "/d/g")}
    assert GONE not in found
    assert {b"", NEW} < found


def test_a_rename_of_what_was_not_fsynced_may_leave_an_empty_file():
    def replace(fs):
        fs.write_unsynced("/d/f", NEW)

    found = {content for (content,) in left_by(replace, "/d/f")}
    assert {OLD, b"", NEW} < found

    def replace_durably_in_name_alone(fs):
        replace(fs)
        fs.fsync_path("/d")

    found = {content for (content,) in left_by(replace_durably_in_name_alone, "/d/f")}
    assert OLD not in found
    assert b"" in found


def test_a_rename_of_what_was_fsynced_leaves_the_old_or_the_new():
    def replace(fs):
        write(fs, "/d/g", NEW, sync=True)
        fs.rename("/d/g", "/d/f")

    assert left_by(replace, "/d/f", "/d/g") == {(OLD, NEW), (NEW, GONE)}


def test_what_was_written_for_its_owner_alone_survives():
    assert left_by(lambda fs: fs.write_private("/d/f", NEW), "/d/f", "/d/f.tmp") == {(NEW, GONE)}
    assert left_by(lambda fs: fs.make_private("/d/g", NEW), "/d/g", "/d/g.tmp") == {(NEW, GONE)}


def test_what_was_written_atomically_survives():
    assert left_by(lambda fs: fs.write_atomically("/d/f", NEW), "/d/f", "/d/f.tmp") == {(NEW, GONE)}

    def in_two_steps(fs):
        fs.write_unsynced("/d/f", NEW)
        fs.fsync_path("/d/f")
        fs.fsync_path("/d")

    assert left_by(in_two_steps, "/d/f", "/d/f.tmp") == {(NEW, GONE)}


def test_what_was_removed_may_be_back_until_the_directory_is_fsynced():
    assert left_by(lambda fs: fs.remove("/d/f"), "/d/f") == {(OLD,), (GONE,)}

    def remove(fs):
        fs.remove("/d/f")
        fs.fsync_path("/d")

    assert left_by(remove, "/d/f") == {(GONE,)}


def test_of_the_changes_of_a_directory_the_last_are_lost_first():
    def change(fs):
        fs.create_empty("/d/1")
        fs.rename("/d/1", "/d/2")
        fs.create_empty("/d/3")
        fs.remove("/d/f")
        fs.make_directory("/d/4")

    states = [["f"], ["1", "f"], ["2", "f"], ["2", "3", "f"], ["2", "3"], ["2", "3", "4"]]
    found = [fs.list_directory("/d") for fs in ended(change)]
    assert sorted(states) == sorted(set_of_lists(found))

    def fsync_the_third(fs):
        change(fs)
        fs.fsync_path("/d/3")

    found = [fs.list_directory("/d") for fs in ended(fsync_the_third)]
    assert sorted(states[3:]) == sorted(set_of_lists(found)), "what came before it is durable with it"


def set_of_lists(found):
    return [list(names) for names in {tuple(names) for names in found}]


def test_a_directory_whose_name_is_lost_is_lost_with_all_that_is_in_it():
    def create(fs):
        fs.make_directory("/d/e")
        fs.write_atomically("/d/e/g", NEW)

    assert left_by(create, "/d/e/g") == {(GONE,), (NEW,)}

    def create_durably(fs):
        create(fs)
        fs.fsync_path("/d")

    assert left_by(create_durably, "/d/e/g") == {(NEW,)}


def test_a_tree_is_removed_name_by_name():
    def remove(fs):
        for name in "abc":
            fs.make_directory("/d/e")
            fs.write_atomically(f"/d/e/{name}", NEW)
        fs.fsync_path("/d")
        fs.remove_tree("/d/e")

    left = {tuple(fs.list_directory("/d/e")) if fs.exists("/d/e") else GONE for fs in ended(remove)}
    assert left == {GONE, (), ("c",), ("b", "c"), ("a", "b", "c")}


def test_what_moves_to_another_directory_is_in_one_of_them():
    def move(fs):
        fs.make_directory("/e")
        fs.fsync_path("/")
        fs.create_empty("/e/first")
        fs.rename("/d/f", "/e/f")
        fs.create_empty("/d/last")

    found = left_by(move, "/d/f", "/e/f", "/e/first", "/d/last")
    assert {(one, other) for one, other, _, _ in found} == {(OLD, GONE), (GONE, OLD)}
    for _, other, first, last in found:
        assert other is GONE or first == b"", "it came before the move, in the same directory"
        assert last is GONE or other == OLD, "it came after the move, in the same directory"
    for synced in ("/d", "/e"):

        def move_durably(fs, synced=synced):
            move(fs)
            fs.fsync_path(synced)

        assert {found[:2] for found in left_by(move_durably, "/d/f", "/e/f")} == {(GONE, OLD)}


def test_a_directory_that_nobody_fsyncs_is_durable_but_for_its_last_changes():
    disk = MemoryDisk()
    fs = view(disk)
    for number in range(3 * PENDING_MAX):
        fs.create_empty(f"/{number}")
    disk.lose_power(random.Random(2))
    left = len(view(disk).list_directory("/"))
    assert 2 * PENDING_MAX <= left <= 3 * PENDING_MAX


# ---- the process and the kernel -------------------------------------------------------------------------------------


def test_a_process_that_is_killed_loses_nothing_and_can_do_nothing_more():
    disk = MemoryDisk()
    fs = view(disk)
    write(fs, "/f", NEW)
    held = fs.open("/f")
    fs.kill()
    assert view(disk).read_file("/f") == NEW
    for act in (
        lambda: fs.pwrite(held, b"", 0),
        lambda: fs.open("/f"),
        lambda: fs.write_unsynced("/f", b""),
        lambda: fs.remove("/f"),
        lambda: fs.fsync_path("/"),
    ):
        with pytest.raises(OSError, check=lambda error: error.errno in (errno.EBADF, errno.EIO)):
            act()
    assert view(disk).read_file("/f") == NEW


def test_the_kernel_makes_durable_by_itself_what_nobody_fsynced():
    def write_and_wait(fs):
        write(fs, "/d/f", NEW)
        write(fs, "/d/g", NEW)
        for seed in range(20):
            fs.disk.write_back(random.Random(seed))

    assert left_by(write_and_wait, "/d/f", "/d/g") == {(NEW, NEW)}


def test_the_kernel_may_have_written_what_was_then_written_again():
    def write_wait_and_write(fs):
        fs.fsync_path("/d/f")
        write(fs, "/d/f", b"1" * 10)
        for seed in range(20):
            fs.disk.write_back(random.Random(seed))
        write(fs, "/d/f", b"2" * 10)

    found = left_by(write_wait_and_write, "/d/f")
    assert found == {(b"1" * 10 + OLD[10:],), (b"2" * 10 + OLD[10:],)}


def test_the_same_seed_leaves_the_same():
    def life(seed):
        disk = MemoryDisk()
        fs = view(disk)
        for number in range(20):
            write(fs, f"/{number}", bytes([number]) * 10_000, sync=number % 3 == 0)
        disk.write_back(random.Random(seed))
        disk.lose_power(random.Random(seed))
        return [(path, bytes(file.data)) for path, file in disk.files()]

    assert life(1) == life(1)
    assert life(1) != life(2)


def test_a_file_is_as_old_as_it_was_or_as_it_is():
    def touch(fs):
        fs.set_modified_ms("/d/f", 5)

    assert {fs.modified_ms("/d/f") for fs in ended(touch)} == {0, 5}

    def touch_durably(fs):
        touch(fs)
        fs.fsync_path("/d/f")

    assert {fs.modified_ms("/d/f") for fs in ended(touch_durably)} == {5}


def test_the_room_is_that_of_what_is_left():
    for fs in ended(lambda fs: [write(fs, "/d/f", NEW), write(fs, "/d/g", NEW), fs.remove("/d/f")]):
        sizes = [fs.file_size(f"/d/{name}") for name in fs.list_directory("/d")]
        assert fs.disk.used_bytes == sum(sizes)

"""A file after a power loss is explained by what was durable and some of the writes since."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.simulation.disk_pages import PAGE_BYTES, SIZES_MAX, PagedContent

POSITIONS = st.integers(0, 3 * PAGE_BYTES)
EDGES = st.sampled_from([0, 1, PAGE_BYTES - 1, PAGE_BYTES, PAGE_BYTES + 1, 2 * PAGE_BYTES, 2 * PAGE_BYTES + 7])
ACTS = st.one_of(
    st.tuples(st.just("write"), POSITIONS | EDGES, POSITIONS | EDGES),
    st.tuples(st.just("resize"), POSITIONS | EDGES, st.just(0)),
)


def apply(content, acts, first=1):
    """Applies acts; a write's bytes are its number. Returns the acts as the model knows them."""
    model = []
    for number, (kind, at, length) in enumerate(acts, first):
        if kind == "write":
            content.write(bytes([number]) * length, at)
            model.append(("write", at, at + length, number, len(content.data)))
        else:
            content.resize(at)
            model.append(("resize", at, at, 0, len(content.data)))
    return model


def page_after(old, page, acts):
    """A page of 4 KiB after some acts, in a file without an end."""
    start = page * PAGE_BYTES
    found = bytearray(old.ljust(PAGE_BYTES, b"\0"))
    for kind, at, end, number, _ in acts:
        low, high = max(at, start) - start, (min(end, start + PAGE_BYTES) if kind == "write" else 1 << 60) - start
        if low < (high := min(high, PAGE_BYTES)):
            found[low:high] = bytes([number]) * (high - low)
    return bytes(found)


def is_explained(durable, acts, left):
    """Whether a size and the cuts before it, and of each page some of the writes, explain what is left."""
    return any(
        len(left) == size and all(page_is_explained(durable, acts, kept, left, page) for page in range(8))
        for kept, size in enumerate([len(durable), *(act[4] for act in acts)])
    )


def page_is_explained(durable, acts, kept, left, page):
    start = page * PAGE_BYTES
    found = left[start : start + PAGE_BYTES]
    old = durable[start : start + PAGE_BYTES]
    chances = []
    for number, act in enumerate(acts):
        if act[0] == "resize" and number < kept:
            chances.append([(act,)])
        else:
            # Of a cut that is lost, the page that it went through may have been written with its new end.
            chances.append([(), (act,)] if act[0] == "write" or act[1] > start else [()])
    return any(
        page_after(old, page, [act for chosen in subset for act in chosen])[: len(found)] == found
        for subset in itertools.product(*chances)
    )


@settings(max_examples=150)
@given(st.lists(ACTS, max_size=3), st.lists(ACTS, max_size=5), st.integers(0, 1 << 32))
def test_what_is_left_is_what_was_durable_and_some_of_the_writes_since(before, since, seed):
    content = PagedContent()
    apply(content, before, first=101)
    content.sync()
    durable = bytes(content.data)
    model = apply(content, since)
    written = bytes(content.data)
    content.lose_power(random.Random(seed))
    left = bytes(content.data)
    assert is_explained(durable, model, left)
    assert content.is_durable
    content.lose_power(random.Random(seed + 1))
    assert bytes(content.data) == left, "what has survived once is durable"
    if not since:
        assert left == durable == written


@settings(max_examples=100)
@given(st.lists(ACTS, max_size=4), st.lists(ACTS, max_size=4), st.integers(0, 1 << 32))
def test_what_is_written_is_read_whatever_of_it_is_durable(before, since, seed):
    content, plain = PagedContent(), PagedContent()
    apply(plain, before), apply(plain, since, first=9)
    apply(content, before)
    content.write_back(random.Random(seed))
    apply(content, since, first=9)
    assert content.data == plain.data
    content.sync()
    content.lose_power(random.Random(seed))
    assert content.data == plain.data


def test_nothing_of_what_was_cut_is_back_once_the_kernel_has_written_the_size():
    for seed in range(50):
        content = PagedContent()
        content.write(b"o" * 3 * PAGE_BYTES, 0)
        content.sync()
        content.resize(10)
        content.write(b"n" * 3 * PAGE_BYTES, 20)
        content.write_back(random.Random(seed))
        content.lose_power(random.Random(seed))
        assert b"o" not in content.data[10:]
        assert len(content.data) == 3 * PAGE_BYTES + 20


@settings(max_examples=100)
@given(st.lists(ACTS, max_size=4), st.lists(ACTS, max_size=4), st.lists(ACTS, max_size=4), st.integers(0, 1 << 32))
def test_what_a_failed_fsync_was_to_write_is_read_and_never_durable(before, lost, since, seed):
    content = PagedContent()
    apply(content, before, first=11)
    content.sync()
    durable = bytes(content.data)
    failed = apply(content, lost, first=21)
    content.fail_sync()
    as_read = bytes(content.data)
    later = apply(content, since, first=31)
    content.sync()
    if not since:
        assert bytes(content.data) == as_read
    content.lose_power(random.Random(seed))
    for page in range(8):
        start = page * PAGE_BYTES
        if any(touches(act, start) for act in later):
            continue
        found = bytes(content.data[start : start + PAGE_BYTES])
        cuts = [act for act in failed if act[0] == "resize"]
        assert found == page_after(durable[start : start + PAGE_BYTES], page, cuts)[: len(found)]


def touches(act, start):
    return (act[1] < start + PAGE_BYTES and act[2] > start) or (act[0] == "resize" and act[1] < start + PAGE_BYTES)


def test_a_page_that_is_written_to_after_a_failed_fsync_is_made_durable_by_the_next():
    content = PagedContent()
    content.write(b"a" * 2 * PAGE_BYTES, 0)
    content.fail_sync()
    content.write(b"b", 0)
    content.sync()
    content.lose_power(random.Random(0))
    assert content.data == b"b" + b"a" * (PAGE_BYTES - 1) + bytes(PAGE_BYTES)


def test_pages_that_are_dropped_after_a_failed_fsync_are_read_from_the_device():
    content = PagedContent()
    content.write(b"a" * 2 * PAGE_BYTES, 0)
    content.sync()
    content.write(b"b" * 2 * PAGE_BYTES, 0)
    content.fail_sync()
    content.forget_cached(PAGE_BYTES, PAGE_BYTES)
    assert content.data == b"b" * PAGE_BYTES + b"a" * PAGE_BYTES


def test_a_page_that_was_evicted_is_waited_for_until_it_is_loaded_or_written_to():
    content = PagedContent()
    content.write(b"a" * (3 * PAGE_BYTES + 1), 0)
    assert content.is_resident(0, 3 * PAGE_BYTES + 1)
    content.evict()
    assert not content.is_resident(0, 1)
    content.load(PAGE_BYTES - 1, 2)
    assert content.is_resident(0, 2 * PAGE_BYTES)
    assert not content.is_resident(2 * PAGE_BYTES - 1, 2)
    content.write(b"b", 3 * PAGE_BYTES + 1)
    assert content.is_resident(3 * PAGE_BYTES, 2)
    assert not content.is_resident(2 * PAGE_BYTES, 1)
    assert content.data == b"a" * (3 * PAGE_BYTES + 1) + b"b"


def test_what_was_evicted_was_written_back_before_but_not_where_an_fsync_has_lied():
    for is_deceived in (False, True):
        content = PagedContent()
        content.write(b"a" * PAGE_BYTES, 0)
        if is_deceived:
            content.fail_sync()
        content.evict()
        assert content.is_resident(0, 1) == is_deceived
        content.lose_power(random.Random(1))
        assert (content.data == b"a" * PAGE_BYTES) != is_deceived


def test_a_file_of_many_small_appends_ends_with_one_of_them():
    sizes = set()
    for seed in range(50):
        content = PagedContent()
        for number in range(10 * SIZES_MAX):
            content.write(b"x" * 10, 10 * number)
        content.lose_power(random.Random(seed))
        sizes.add(len(content.data))
    assert {0, 100 * SIZES_MAX} < sizes
    assert all(size % 10 == 0 for size in sizes)


def test_a_bit_rots_where_the_device_has_what_is_read():
    for number in range(10):
        content = PagedContent()
        content.write(bytes(3 * PAGE_BYTES + 10), 0)
        content.sync()
        content.write(bytes(PAGE_BYTES + 2), PAGE_BYTES - 1)
        assert content.cold_bytes == 10
        assert content.flip_bit(number, 3) == 3 * PAGE_BYTES + number
        assert content.data[3 * PAGE_BYTES + number] == 8


@pytest.mark.parametrize(
    "mend",
    [
        lambda content: content.write(b"a" * PAGE_BYTES, 0),
        lambda content: content.resize(5),
        lambda content: (content.resize(5), content.write(b"a" * PAGE_BYTES, 5)),
    ],
)
def test_a_bit_has_flipped_until_it_is_cut_off_or_written_over(mend):
    content = PagedContent()
    content.write(b"a" * PAGE_BYTES, 0)
    content.sync()
    assert not content.is_rotten
    content.flip_bit(5, 0)
    content.write(b"a", PAGE_BYTES)
    assert content.is_rotten
    mend(content)
    assert not content.is_rotten


def test_a_cut_before_many_appends_is_kept_or_lost_with_them():
    found = set()
    for seed in range(50):
        content = PagedContent()
        content.write(b"o" * 3 * PAGE_BYTES, 0)
        content.sync()
        content.resize(0)
        for number in range(3 * SIZES_MAX):
            content.write(b"n" * 10, 10 * number)
        content.lose_power(random.Random(seed))
        found.add((b"o" in content.data, b"n" in content.data))
    assert found == {(True, False), (False, True), (False, False)}

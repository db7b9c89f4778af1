"""A persistent map has what a dict would have, and every map that came before still has what it had."""

from __future__ import annotations

from zlib import crc32

from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.common.persistent_map import CHUNKS, SMALL_MAX, PersistentMap

numbers = st.integers(0, 2 * SMALL_MAX)
changes = st.one_of(
    st.tuples(st.just("put"), numbers),
    st.tuples(st.just("put all below"), numbers),
    st.tuples(st.just("drop"), numbers),
    st.tuples(st.just("drop all below"), numbers),
)


def key(number, is_bytes):
    return b"%d" % number if is_bytes else str(number)


def agree(made, model):
    assert dict(made) == dict(made.pairs()) == model
    assert len(made) == len(model)
    assert all(made[name] == value and name in made for name, value in model.items())


@settings(max_examples=150, deadline=None)
@given(is_bytes=st.booleans(), versions=st.lists(st.lists(changes, max_size=6), max_size=8))
def test_it_agrees_with_a_dict_and_former_maps_stay(is_bytes, versions):
    made, model = PersistentMap(), {}
    former = []
    for number, version in enumerate(versions):
        former.append((made, dict(model)))
        next_map = made.changes()
        for what, limit in version:
            for each in range(limit) if what.endswith("below") else (limit,):
                name = key(each, is_bytes)
                if what.startswith("put"):
                    next_map.put(name, number)
                    model[name] = number
                else:
                    next_map.drop(name)
                    model.pop(name, None)
                assert next_map.get(name) == model.get(name)
        made = next_map.finish()
        agree(made, model)
    for early, early_model in former:
        agree(early, early_model)


def test_a_small_map_is_in_the_order_of_insertion_and_a_large_one_in_the_same_order_everywhere():
    names = [str(number) for number in range(SMALL_MAX)]
    next_map = PersistentMap().changes()
    for name in reversed(names):
        next_map.put(name, 0)
    small = next_map.finish()
    assert list(small) == names[::-1]
    next_map = small.changes()
    next_map.put("one more", 0)
    large = next_map.finish()
    assert list(large) == sorted([*names[::-1], "one more"], key=lambda name: crc32(name.encode()) % CHUNKS)


def test_a_change_copies_one_chunk_of_a_large_map():
    next_map = PersistentMap().changes()
    for number in range(CHUNKS * 4):
        next_map.put(str(number), object())
    before = next_map.finish()
    next_map = before.changes()
    next_map.put("7", object())
    after = next_map.finish()
    changed = sum(mine is not theirs for mine, theirs in zip(after.chunks, before.chunks, strict=True))
    assert changed == 1


def test_what_is_no_key_is_not_there():
    assert 5 not in PersistentMap()

"""What stands before a value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.registry.errors import NotFramed, UndecodableValue
from kavka.registry.wire_format import framed, read_indexes, schema_id_of, write_indexes


@given(st.integers(0, 2**32 - 1), st.binary())
def test_an_id_comes_back(schema_id, content):
    written = framed(schema_id, content)
    assert written[:1] == b"\0"
    assert schema_id_of(written) == schema_id
    assert written[5:] == content


@pytest.mark.parametrize("content", [b"", b"\0\0\0\0", b"text that has no id", b"\1\0\0\0\1"])
def test_what_has_no_id_is_no_value_of_a_schema(content):
    with pytest.raises(NotFramed):
        schema_id_of(content)


@pytest.mark.parametrize(
    ("indexes", "written"), [([0], b"\0"), ([1], b"\2\2"), ([1, 0], b"\4\2\0"), ([2, 70], b"\4\4\x8c\1")]
)
def test_indexes_are_as_confluents_clients_write_them(indexes, written):
    assert write_indexes(indexes) == written
    assert read_indexes(b"\0\0\0\0\7" + written + b"rest") == (indexes, 5 + len(written))


def test_the_first_message_may_be_written_in_full():
    assert read_indexes(b"\2\0", 0) == ([0], 2)


@given(st.binary(max_size=30))
def test_garbage_is_read_or_refused(content):
    try:
        indexes, position = read_indexes(content, 0)
    except UndecodableValue:
        return
    assert 0 < len(indexes) <= 100
    assert position <= len(content)

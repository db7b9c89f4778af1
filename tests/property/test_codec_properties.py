"""The codec's three promises, for every message and version.

1. What is encoded decodes to an equal message, and large records are not copied on the way.
2. The generated code and plain construct agree: on bytes, on values, on what they refuse.
3. Whatever bytes arrive, decoding yields a message or raises DecodeError, never another exception.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.protocol.codec import decode_message, encode_message, encode_message_parts
from kavka.protocol.errors import DecodeError, EncodeError
from kavka.protocol.message import Part
from tests.support.protocol import construct_reference as reference
from tests.support.protocol.message_values import messages, mutations
from tests.support.protocol.outcomes import outcome, quick

VERSIONS = reference.all_versions()
CLASSES = reference.all_classes()


@pytest.mark.parametrize(("cls", "version"), VERSIONS, ids=lambda p: getattr(p, "__name__", str(p)))
def test_round_trip_is_what_construct_does(cls, version):
    @settings(quick, max_examples=6)
    @given(messages(cls, version))
    def check(message):
        data = encode_message(message, version)
        assert data == reference.encode(message, version)
        assert decode_message(cls, version, data) == message
        assert decode_message(cls, version, bytearray(data)) == message
        assert reference.decode(cls, version, data) == message
        assert b"".join(encode_message_parts(message, version)) == data

    check()


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_damaged_bytes_are_refused_or_read_as_construct_reads_them(cls):
    @settings(quick, max_examples=20)
    @given(st.data())
    def check(data):
        version = data.draw(st.integers(cls.MIN_VERSION, cls.MAX_VERSION))
        whole = encode_message(data.draw(messages(cls, version)), version)
        damaged = data.draw(mutations(whole))
        ours = outcome(decode_message, cls, version, damaged, failure=DecodeError)
        theirs = outcome(reference.decode, cls, version, damaged, failure=DecodeError)
        assert (ours is None) == (theirs is None)
        if ours is not None:
            assert encode_message(ours, version) == encode_message(theirs, version)  # NaN is not equal to itself

    check()


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_a_message_of_one_version_in_another_is_refused_as_construct_refuses_it(cls):
    @settings(quick, max_examples=10)
    @given(st.data())
    def check(data):
        made_for, written_in = (data.draw(st.integers(cls.MIN_VERSION, cls.MAX_VERSION)) for _ in range(2))
        message = data.draw(messages(cls, made_for))
        ours = outcome(encode_message, message, written_in, failure=EncodeError)
        assert ours == outcome(reference.encode, message, written_in, failure=EncodeError)

    check()


BAD_VALUES = {
    int: [None, 2**7, 2**15, -(2**31) - 1, 2**31, 2**63, 2**70, -(2**70)],
    str: [None, "\ud800", "x" * 32767, "x" * 32768],
    bytes: [None, bytes(15), bytes(17), bytes(70_000)],
    list: [None],
}


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_a_value_that_does_not_fit_is_refused_where_construct_refuses_it(cls):
    @settings(quick, max_examples=15)
    @given(st.data())
    def check(data):
        version = data.draw(st.integers(cls.MIN_VERSION, cls.MAX_VERSION))
        message = data.draw(messages(cls, version))
        places = [place for place in leaves(message) if type(getattr(*place)) in BAD_VALUES]
        if places:
            part, name = data.draw(st.sampled_from(places))
            setattr(part, name, data.draw(st.sampled_from(BAD_VALUES[type(getattr(part, name))])))
        ours = outcome(encode_message, message, version, failure=EncodeError)
        assert ours == outcome(reference.encode, message, version, failure=EncodeError)

    check()


def leaves(part):
    """Every (part, field name) in a message, at any depth."""
    for name in part.__slots__:
        value = getattr(part, name)
        yield part, name
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, Part):
                yield from leaves(inner)


@settings(quick, max_examples=1500)
@given(choice=st.integers(0, len(VERSIONS) - 1), data=st.binary(max_size=64))
def test_garbage_is_a_message_or_a_decode_error(choice, data):
    cls, version = VERSIONS[choice]
    outcome(decode_message, cls, version, data, failure=DecodeError)

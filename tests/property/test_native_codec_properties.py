"""The codecs that mypyc builds are the plain ones in another spelling: same bytes, same values, same refusals.

Their sources are Python: here they run as that, without a compiler. On what `make compiled` has built,
`test_codec_properties` says the same of the machine code.
"""

from __future__ import annotations

import copy
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kavka.protocol.messages
from kavka.build_compiled import CODECS
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import DecodeError, EncodeError
from kavka.protocol.generator.generate import declarations
from kavka.protocol.generator.native import module_source
from tests.support.protocol.message_values import messages, mutations
from tests.support.protocol.outcomes import outcome, quick

STEMS = CODECS["kavka/protocol/_generated"]
NAMES = [(stem, message.name) for stem, found in declarations().items() if stem in STEMS for message in found]


@cache
def module(stem):
    """The names of a module's source, run in plain Python."""
    names = {"__name__": f"native_{stem}"}
    exec(compile(module_source(stem, declarations()[stem]), stem, "exec"), names)
    return names


@pytest.fixture(params=NAMES, ids=lambda pair: pair[1])
def classes(request):
    """The plain class of a message, and the other."""
    stem, name = request.param
    return getattr(kavka.protocol.messages, name), module(stem)[name]


def test_the_classes_look_alike(classes):
    plain, native = classes
    for constant in ("API_KEY", "MIN_VERSION", "MAX_VERSION", "FLEXIBLE_FROM", "__slots__", "__name__"):
        assert getattr(native, constant) == getattr(plain, constant)
    assert [entry is None for entry in native.DECODERS] == [entry is None for entry in plain.DECODERS]
    assert repr(native()) == repr(plain())
    assert {name for name, part in vars(native).items() if isinstance(part, type)} == {
        name for name, part in vars(plain).items() if isinstance(part, type)
    }


def test_bytes_and_values_are_the_same(classes):
    plain, native = classes

    @settings(quick, max_examples=15)
    @given(st.data())
    def check(data):
        version = data.draw(st.integers(plain.MIN_VERSION, plain.MAX_VERSION))
        message = data.draw(messages(plain, version))
        written = encode_message(message, version)
        read = decode_message(native, version, written)
        assert encode_message(read, version) == written
        assert decode_message(native, version, bytearray(written)) == read
        assert copy.copy(read) == read

    check()


def test_damaged_bytes_are_refused_alike(classes):
    plain, native = classes

    @settings(quick, max_examples=25)
    @given(st.data())
    def check(data):
        version = data.draw(st.integers(plain.MIN_VERSION, plain.MAX_VERSION))
        damaged = data.draw(mutations(encode_message(data.draw(messages(plain, version)), version)))
        ours = outcome(decode_message, native, version, damaged, failure=DecodeError)
        theirs = outcome(decode_message, plain, version, damaged, failure=DecodeError)
        assert (ours is None) == (theirs is None)
        if ours is not None:
            assert encode_message(ours, version) == encode_message(theirs, version)

    check()


def test_what_a_version_cannot_carry_is_refused_alike(classes):
    plain, native = classes

    @settings(quick, max_examples=15)
    @given(st.data())
    def check(data):
        made_for, written_in = (data.draw(st.integers(plain.MIN_VERSION, plain.MAX_VERSION)) for _ in range(2))
        message = data.draw(messages(plain, made_for))
        same = decode_message(native, made_for, encode_message(message, made_for))
        ours = outcome(encode_message, same, written_in, failure=EncodeError)
        assert ours == outcome(encode_message, message, written_in, failure=EncodeError)

    check()

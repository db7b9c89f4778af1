"""The committed modules are what the declarations give, and importing them stays cheap."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kavka.protocol.generator import generate, primitives, schema
from kavka.protocol.generator.layout import Optional, layout_of, minimum_size


def test_the_generated_modules_are_current():
    stale = [path.name for path in generate.outdated()]
    assert not stale, f"run `python -m kavka.protocol.generator.generate`: {', '.join(stale)}"


def test_check_says_so(capsys):
    assert generate.main(["--check"]) == 0
    assert capsys.readouterr().out == ""


def test_importing_a_message_loads_its_module_only_and_no_construct():
    script = (
        "import sys; from kavka.protocol.messages import ProduceRequest; "
        "from protocol import codec, framing, header; "
        "found = sorted(m for m in sys.modules if m.split('.')[0] == 'construct' or '_generated.' in m); "
        "print([m for m in found if not m.endswith('__mypyc')])"  # the common part, where they are compiled
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    expected = [
        "kavka.protocol._generated.header",
        "kavka.protocol._generated.index",
        "kavka.protocol._generated.produce",
    ]
    assert result.stdout.strip() == repr(expected)


@pytest.mark.parametrize(
    "construct",
    [
        pytest.param(primitives.UVARINT, id="a-bare-varint"),
        pytest.param("x" / primitives.UVARINT, id="a-named-one"),
        pytest.param(primitives.array(primitives.UVARINT), id="inside-an-array"),
    ],
)
def test_what_is_not_in_the_vocabulary_is_refused(construct):
    with pytest.raises(TypeError, match="no fast path"):
        layout_of(construct)


def test_a_single_struct_that_may_be_none_is_told_from_one_that_may_not():
    inner = schema.Struct("Inner", schema.Field("a", schema.INT32, "0+"))
    message = schema.Message(
        "M",
        schema.Field("inner", inner, "0+"),
        schema.Field("other", inner, "0+", nullable="0+"),
        api_key=1,
        versions="0",
        flexible="0+",
    )
    plain, nullable = layout_of(message.struct(0)).members
    assert nullable.layout == Optional(plain.layout)
    assert (minimum_size(plain.layout), minimum_size(nullable.layout)) == (5, 1)


def test_a_tagged_struct_that_may_be_none_is_told_so_by_a_varint():
    inner = schema.Struct("Inner", schema.Field("a", schema.INT32, "0+"))
    message = schema.Message(
        "M", schema.Field("inner", inner, "0+", nullable="0+", tag=0), api_key=1, versions="0", flexible="0+"
    )
    (tagged,) = layout_of(message.struct(0)).tagged
    assert tagged.layout.is_tagged
    struct = message.struct(0)
    for value, written in ((None, "01 00 01 00"), ({"a": 7, schema.TAGS: {"unknown": []}}, "01 00 06 01 00000007 00")):
        data = bytes.fromhex(written)
        assert struct.build({schema.TAGS: {"unknown": [], "inner": value}}) == data
        parsed = struct.parse(data)[schema.TAGS]["inner"]
        assert parsed is None if value is None else parsed["a"] == value["a"]

"""Java's .properties syntax, as its reader takes it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.broker.config.properties import encode_properties, parse_properties


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=b", {"a": "b"}),
        ("  a  =  b  ", {"a": "b  "}),
        ("a: b\nc d\ne\tf", {"a": "b", "c": "d", "e": "f"}),
        ("a==b\nc=:d\ne = = f", {"a": "=b", "c": ":d", "e": "= f"}),
        ("# comment\n! another\n\n   # indented\na=#no comment", {"a": "#no comment"}),
        ("a=1\na=2", {"a": "2"}),
        ("empty=\nbare\nblank =  ", {"empty": "", "bare": "", "blank": ""}),
        ("a=one, \\\n   two, \\\n\tthree", {"a": "one, two, three"}),
        ("a=path\\\\", {"a": "path\\"}),
        ("a=x\\\\\nb=y", {"a": "x\\", "b": "y"}),
        ("a=last line \\", {"a": "last line "}),
        ("a\\=b\\:c=d", {"a=b:c": "d"}),
        ("a=tab\\tline\\nend\\q", {"a": "tab\tline\nendq"}),
        ("a=\\u00e9\\u0041", {"a": "éA"}),
        ("a=b\\\n# part of the value", {"a": "b# part of the value"}),
        ("a=b\r\nc=d\r\n", {"a": "b", "c": "d"}),
        ("listeners=PLAINTEXT://:9092", {"listeners": "PLAINTEXT://:9092"}),
    ],
)
def test_syntax(text, expected):
    assert parse_properties(text) == expected


@pytest.mark.parametrize("text", ["a=\\u12", "a=\\uzzzz", "a=\\u"])
def test_bad_escapes_are_named(text):
    with pytest.raises(ValueError, match=r"no \\uXXXX escape"):
        parse_properties(text)


@given(st.dictionaries(st.from_regex(r"[a-z][a-z.]*", fullmatch=True), st.text()))
def test_what_is_written_is_read_back(properties):
    assert parse_properties(encode_properties(properties)) == properties

"""How records are written: kcat's formats, and JSON lines."""

import base64
import json

import pytest

from kavka.cli.record_format import compile_format, format_json, unescaped
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record

TP = TopicPartition("events", 3)
RECORD = Record(42, 1_700_000_000_000, 0, b"key", b"value", [("a", b"1"), ("b", None)])
NULLS = Record(43, -1, 0, None, None, [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%s\\n", b"value\n"),
        ("%t-%p@%o %k=%s\\n", b"events-3@42 key=value\n"),
        ("%K %S|", b"3 5|"),
        ("%T", b"1700000000000"),
        ("%h", b"a=1,b="),
        ("100%%\\t\\r\\\\", b"100%\t\r\\"),
        ("\\x00\\x7f", b"\x00\x7f"),
        ("žluť %s", "žluť ".encode() + b"value"),
        ("", b""),
    ],
)
def test_formats(text, expected):
    assert compile_format(text)(TP, [RECORD]) == expected


def test_nulls_are_empty_and_their_length_is_minus_one():
    assert compile_format("%k,%s,%K,%S,%h;")(TP, [NULLS]) == b",,-1,-1,;"


def test_records_follow_each_other():
    assert compile_format("%s\\n")(TP, [RECORD, NULLS, RECORD]) == b"value\n\nvalue\n"


@pytest.mark.parametrize("text", ["%x", "%", "a\\"])
def test_nonsense_is_refused(text):
    with pytest.raises(ValueError, match=r"not known|ends in the middle"):
        compile_format(text)


def test_json_lines():
    first, second = map(json.loads, format_json(TP, [RECORD, NULLS]).splitlines())
    assert first == {
        "topic": "events",
        "partition": 3,
        "offset": 42,
        "tstype": "create",
        "ts": 1_700_000_000_000,
        "headers": ["a", "1", "b", None],
        "key": "key",
        "payload": "value",
    }
    assert (second["key"], second["payload"], second["headers"]) == (None, None, [])


def test_json_survives_bytes_that_are_no_text():
    line = format_json(TP, [Record(0, 0, 1, b"\xff", b"\xc3\x28", [])])
    assert json.loads(line)["payload"] == "\ufffd("
    assert json.loads(line)["tstype"] == "logappend"


def test_bytes_that_are_no_text_come_back_from_json():
    key, value, header = b"\xff\xfe\x00", b"\x80", b"\xc3"
    record = Record(1, 5, 0, key, value, [("h", header), ("n", None), ("t", b"text")])
    item = json.loads(format_json(TP, [record]))
    assert base64.b64decode(item["key_base64"]) == key
    assert base64.b64decode(item["payload_base64"]) == value
    names, contents = item["headers_base64"][::2], item["headers_base64"][1::2]
    assert names == ["h", "n", "t"]
    assert [None if text is None else base64.b64decode(text) for text in contents] == [header, None, b"text"]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (":", b":"),
        ("\\t", b"\t"),
        ("\\x1f", b"\x1f"),
        ("a\\\\b", b"a\\b"),
        ("=>", b"=>"),
        ("%", b"%"),
        ("ž\\n", "ž\n".encode()),
    ],
)
def test_a_separator_knows_the_escapes_of_a_format(text, content):
    assert unescaped(text) == content


def test_a_separator_that_ends_in_a_backslash_is_refused():
    with pytest.raises(ValueError, match="middle of an escape"):
        unescaped("a\\")

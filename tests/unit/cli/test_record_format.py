"""How records are written: kcat's formats, and JSON lines."""

import json

import pytest

from kavka.cli.record_format import compile_format, format_json
from kavka.common.types import TopicPartition
from protocol.records.batch import Record

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

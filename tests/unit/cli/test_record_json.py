"""Records as JSON lines, there and back."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.cli.record_json import JsonRecord, format_json, parse_json
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record

TP = TopicPartition("events", 3)
RECORD = Record(42, 1_700_000_000_000, 0, b"key", b"value", [("a", b"1"), ("b", None)])
NULLS = Record(43, -1, 0, None, None, [])


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


content = st.none() | st.binary(max_size=10) | st.text(max_size=10).map(str.encode)


@given(
    st.lists(
        st.builds(
            Record,
            st.integers(0, 2**40),
            st.integers(-1, 2**41),
            st.sampled_from([0, 1]),
            content,
            content,
            st.lists(st.tuples(st.text(max_size=5), content), max_size=3),
        ),
        max_size=3,
    )
)
def test_what_is_written_is_read(records):
    assert [parse_json(line) for line in format_json(TP, records).splitlines()] == [
        JsonRecord(record.key, record.value, tuple(record.headers), record.timestamp, 3) for record in records
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"payload": "v"}', JsonRecord(None, b"v", (), None, None)),
        (b'{"payload": null, "key": "k"}', JsonRecord(b"k", None, (), None, None)),
        (
            b'{"topic": "t", "key": "k", "value": "v", "headers": [{"key": "a", "value": "1"}], "timestamp": 5}',
            JsonRecord(b"k", b"v", (("a", b"1"),), 5, None),
        ),
        (
            b'{"payload": "v", "headers": {"a": "1", "b": null}}',
            JsonRecord(None, b"v", (("a", b"1"), ("b", None)), None, None),
        ),
        (
            b'{"payload": {"a": [1, "\xc3\xa9"]}}',
            JsonRecord(None, '{"a":[1,"é"]}'.encode(), (), None, None, False, True),
        ),
        (b'{"key": 7, "payload": "v"}', JsonRecord(b"7", b"v", (), None, None, True, False)),
    ],
)
def test_what_others_write_is_read(line, expected):
    assert parse_json(line) == expected


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"nope", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"\xff", "no JSON"),
        (b"[1]", "no object"),
        (b'{"a": 1, "payload": "v"}', "'a' is nothing of a record"),
        (b'{"key": "k"}', 'no "payload"'),
        (b'{"payload_base64": "?"}', "'payload_base64' is no base64"),
        (b'{"payload": "\\ud800"}', "half of a surrogate pair"),
        (b'{"payload": "v", "headers": ["a"]}', "names and values in turns"),
        (b'{"payload": "v", "headers": [1, "a"]}', "which is no text"),
        (b'{"payload": "v", "headers": ["a", 1]}', "a header is text or null, not 1"),
        (b'{"payload": "v", "ts": "now"}', "'ts' is a number"),
    ],
)
def test_what_is_no_record_is_said(line, message):
    with pytest.raises(ValueError, match=message):
        parse_json(line)

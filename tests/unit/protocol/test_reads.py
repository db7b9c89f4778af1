"""Values read one at a time are those that struct and the plain decoders read; what is cut off is refused."""

from __future__ import annotations

import struct

import pytest

from kavka.protocol import reads
from kavka.protocol.errors import DecodeError
from kavka.protocol.wire import VIEW_BYTES_MIN, read_uvarint, uvarint, write_tags

NUMBERS = [
    (reads.i8_at, "b", [0, 1, 127, -1, -128]),
    (reads.u16_at, "H", [0, 255, 256, 65535]),
    (reads.i16_at, "h", [0, 255, 32767, -1, -32768]),
    (reads.u32_at, "I", [0, 2**31, 2**32 - 1]),
    (reads.i32_at, "i", [0, 2**16 + 3, 2**31 - 1, -1, -(2**31)]),
    (reads.i64_at, "q", [0, 2**32, 2**40 + 7, 2**63 - 1, -1, -(2**32) - 1, -(2**63)]),
    (reads.f64_at, "d", [0.0, -1.5, 1e300]),
]


@pytest.mark.parametrize(("read", "code", "values"), NUMBERS)
def test_a_number_is_the_one_that_struct_wrote(read, code, values):
    for value in values:
        written = struct.pack(f">{code}", value)
        assert read(b"\x77" + written + b"\x77", 1) == value
        with pytest.raises(IndexError):
            read(b"\x77" + written[:-1], 1)


def test_a_uuid_has_sixteen_bytes():
    assert reads.uuid_at(bytes(range(20)), 2) == bytes(range(2, 18))
    with pytest.raises(IndexError):
        reads.uuid_at(bytes(17), 2)


@pytest.mark.parametrize("value", [0, 1, 127, 128, 16383, 16384, 2**21, 2**28, 2**32 - 1])
def test_a_varint_is_read_as_the_plain_decoders_read_it(value):
    data = b"\x00" + uvarint(value) + b"\x01"
    assert reads.uvarint_at(data, 1) == read_uvarint(data, 1) == (value, len(data) - 1)
    assert reads.length_at(data, 1) == (value - 1, len(data) - 1)
    with pytest.raises(IndexError):
        reads.uvarint_at(data[:-2], 1)


@pytest.mark.parametrize("damaged", [b"\xff" * 4 + b"\x10", b"\xff" * 5 + b"\x00"])
def test_a_varint_that_is_too_large_is_refused(damaged):
    with pytest.raises(DecodeError, match="varint"):
        reads.uvarint_at(damaged, 0)
    with pytest.raises(DecodeError, match="varint"):
        read_uvarint(damaged, 0)


def test_a_text_or_bytes_may_be_null_only_where_that_is_allowed():
    data = b"..\xc3\x9f!"
    assert reads.text_at(data, 2, 2, "name") == reads.text_or_none_at(data, 2, 2, "name") == "ß"
    assert reads.bytes_at(data, 2, 3, "name") == reads.bytes_or_none_at(data, 2, 3, "name") == b"\xc3\x9f!"
    assert reads.text_or_none_at(data, 2, -1, "name") is None
    assert reads.bytes_or_none_at(data, 2, -1, "name") is None
    for read in (reads.text_at, reads.bytes_at):
        with pytest.raises(DecodeError, match="M: name: length -1"):
            read(data, 2, -1, "M: name")
    for read in (reads.text_or_none_at, reads.bytes_or_none_at):
        with pytest.raises(DecodeError, match="M: name: length -2"):
            read(data, 2, -2, "M: name")


def test_large_records_are_a_view_of_the_frame_itself():
    frame = bytearray(VIEW_BYTES_MIN + 2)
    copy = bytes(frame)
    large = reads.records_at(frame, copy, 1, VIEW_BYTES_MIN, "records")
    small = reads.records_or_none_at(frame, copy, 1, VIEW_BYTES_MIN - 1, "records")
    frame[1] = 7
    assert large[0] == 7
    assert small == bytes(VIEW_BYTES_MIN - 1)
    assert reads.records_or_none_at(frame, copy, 1, -1, "records") is None
    with pytest.raises(DecodeError, match="records: length -1"):
        reads.records_at(frame, copy, 1, -1, "records")


def test_a_count_has_to_fit_what_is_left():
    reads.check_count(bytes(10), 4, 3, 2, "topics")
    for count in (4, -1, 2**31):
        with pytest.raises(DecodeError, match=f"topics: count {count}"):
            reads.check_count(bytes(10), 4, count, 2, "topics")


def test_tagged_fields_that_nobody_knows_are_kept():
    written = write_tags([(3, b"x"), (9, b"")])
    assert reads.tags_at(b"\x77" + written, 1) == (((3, b"x"), (9, b"")), 1 + len(written))
    assert reads.tags_at(b"\x77\x00", 1) == ((), 2)

"""kcat's pack strings."""

import pytest

from kavka.cli.pack_strings import compile_pack_string


@pytest.mark.parametrize(
    ("text", "content", "written"),
    [
        (">hi", b"\0\1\0\0\0\2abc", b"12"),
        ("hi", b"\0\1\0\0\0\2", b"12"),
        ("<h>h", b"\1\0\0\1", b"11"),
        ("bB", b"\xff\xff", b"-1255"),
        ("q Q", b"\xff" * 16, b"-1 18446744073709551615"),
        (">hics", b"\0\1\0\0\0\2abc", b"12abc"),
        ("i s", b"\0\0\0\7text", b"7 text"),
        ("xxc$", b"abc", b"c"),
        ("s$", b"", b""),
    ],
)
def test_content_is_written(text, content, written):
    assert compile_pack_string(text)(content) == written


def test_what_is_missing_or_too_much_is_said():
    with pytest.raises(ValueError, match="'q' takes 8 bytes, and 3 remain"):
        compile_pack_string("bq")(b"1234")
    with pytest.raises(ValueError, match="2 bytes remain"):
        compile_pack_string("b$")(b"123")


@pytest.mark.parametrize("text", ["", "z", "avro"])
def test_nonsense_is_refused(text):
    with pytest.raises(ValueError, match="is nothing in a pack string"):
        compile_pack_string(text)

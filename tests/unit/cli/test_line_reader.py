"""Lines of stdin, whatever stdin is."""

import os

import pytest

from kavka.cli import line_reader
from kavka.cli.line_reader import LineTooLong, read_lines


async def collect(descriptor):
    return [line async for lines in read_lines(descriptor) for line in lines]


async def test_a_pipe_in_pieces():
    reader, writer = os.pipe()
    os.write(writer, b"one\ntw")
    lines = read_lines(reader)
    assert await anext(lines) == [b"one"]
    os.write(writer, b"o\n\nlast")
    os.close(writer)
    assert [line async for some in lines for line in some] == [b"two", b"", b"last"]
    os.close(reader)


async def test_a_file(tmp_path):
    path = tmp_path / "lines"
    path.write_bytes(b"".join(b"%d\n" % number for number in range(100_000)))
    with path.open("rb") as file:
        assert await collect(file.fileno()) == [b"%d" % number for number in range(100_000)]


async def test_another_delimiter(tmp_path):
    path = tmp_path / "records"
    path.write_bytes(b"one\n--two--three")
    with path.open("rb") as file:
        records = [record async for some in read_lines(file.fileno(), delimiter=b"--") for record in some]
    assert records == [b"one\n", b"two", b"three"]


async def test_nothing():
    null = os.open(os.devnull, os.O_RDONLY)
    assert await collect(null) == []
    os.close(null)


async def test_a_line_without_end_is_an_error(monkeypatch, tmp_path):
    monkeypatch.setattr(line_reader, "LINE_BYTES_MAX", 100)
    path = tmp_path / "endless"
    path.write_bytes(b"x" * 1000)
    with path.open("rb") as file, pytest.raises(LineTooLong):
        await collect(file.fileno())

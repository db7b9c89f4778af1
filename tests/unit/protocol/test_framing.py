"""Frames come out whole and in order however the bytes come in, and a bad length is refused at once."""

from __future__ import annotations

import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.protocol.errors import DecodeError
from kavka.protocol.framing import BadFrameLength, FrameDecoder


def framed(*frames):
    return b"".join(len(frame).to_bytes(4, "big") + frame for frame in frames)


@given(frames=st.lists(st.binary(max_size=40), max_size=6), cuts=st.lists(st.integers(0, 300), max_size=12))
def test_any_split_gives_the_same_frames(frames, cuts):
    stream = framed(*frames)
    decoder = FrameDecoder(40)
    out = []
    edges = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    for start, end in pairwise(edges):
        out += decoder.feed(stream[start:end])
    assert out == frames
    assert decoder.pending_bytes == 0


def test_byte_by_byte():
    decoder = FrameDecoder(100)
    found = [decoder.feed(bytes((byte,))) for byte in framed(b"ab", b"", b"c")]
    assert [frame for frames in found for frame in frames] == [b"ab", b"", b"c"]


def test_an_incomplete_frame_waits():
    decoder = FrameDecoder(100)
    assert decoder.feed(framed(b"abcdef")[:-1]) == []
    assert decoder.pending_bytes == 9
    assert decoder.feed(b"f") == [b"abcdef"]


@pytest.mark.parametrize("length", ["ffffffff", "80000000", "00000065", "7fffffff"])
def test_a_bad_length_is_refused_before_the_frame_is_there(length):
    decoder = FrameDecoder(100)
    tracemalloc.start()
    try:
        with pytest.raises(DecodeError, match="the limit is 100"):
            decoder.feed(bytes.fromhex(length))
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


def test_nothing_more_comes_out_of_a_broken_stream():
    decoder = FrameDecoder(100)
    with pytest.raises(DecodeError):
        decoder.feed(bytes.fromhex("ffffffff"))
    with pytest.raises(DecodeError):
        decoder.feed(framed(b"fine"))


def test_the_limit_itself_is_allowed():
    assert FrameDecoder(5).feed(framed(b"abcde")) == [b"abcde"]


def test_a_large_frame_in_small_pieces():
    frame = bytes(range(256)) * 4000
    stream = memoryview(framed(frame))
    decoder = FrameDecoder(2_000_000)
    out = []
    for start in range(0, len(stream), 1000):
        out += decoder.feed(stream[start : start + 1000])
    assert out == [frame]


def test_whoever_reads_what_is_wanted_is_spared_a_copy():
    decoder = FrameDecoder(100)
    assert decoder.wanted_bytes == 4
    assert decoder.feed(bytes.fromhex("0000")) == []
    assert decoder.wanted_bytes == 2
    assert decoder.feed(bytes.fromhex("0006")) == []
    assert decoder.wanted_bytes == 6
    piece = bytearray(b"abcdef")
    assert decoder.feed(piece)[0] is piece
    assert (decoder.wanted_bytes, decoder.pending_bytes) == (4, 0)


def test_a_frame_that_is_too_short_is_refused_by_its_length():
    decoder = FrameDecoder(100, min_frame_bytes=4)
    assert decoder.feed(framed(b"four")) == [b"four"]
    with pytest.raises(DecodeError, match="a frame of 3 bytes"):
        decoder.feed(b"\0\0\0\3")


def test_what_came_whole_before_a_bad_length_is_told_with_it():
    decoder = FrameDecoder(100)
    with pytest.raises(BadFrameLength) as refusal:
        decoder.feed(framed(b"a", b"b") + b"\xff\xff\xff\xff")
    assert refusal.value.frames == [b"a", b"b"]
    assert refusal.value.prefix == b"\xff\xff\xff\xff"


@given(
    sizes=st.lists(st.sampled_from([0, 1, 1_000, 60_000, 130_000, 300_000]), min_size=1, max_size=4),
    pieces=st.lists(st.sampled_from([1, 3, 4, 5, 1_000, 65_536, 256_000, 1 << 20]), min_size=1, max_size=6),
    in_place=st.booleans(),
)
def test_large_frames_come_out_the_same_however_they_are_cut(sizes, pieces, in_place):
    frames = [bytes([number + 1]) * size for number, size in enumerate(sizes)]
    stream = framed(*frames)
    decoder = FrameDecoder(400_000)
    out: list[bytes | bytearray] = []
    at = turn = 0
    while at < len(stream):
        size = pieces[turn % len(pieces)] if turn < 200 else len(stream)
        room = decoder.room() if in_place else None
        if room is None:
            out += decoder.feed(memoryview(stream)[at : at + size])
        else:
            size = min(size, len(room), len(stream) - at)
            room[:size] = stream[at : at + size]
            out += decoder.filled(size)
        at, turn = at + size, turn + 1
        assert sum(len(frame) + 4 for frame in out) + decoder.pending_bytes == min(at, len(stream))
    assert out == frames


def test_a_big_frame_behind_a_big_one_has_room_at_once():
    frame = bytes(1_000_000)
    decoder = FrameDecoder(1 << 30)
    rooms = []
    for _ in range(2):
        assert decoder.feed(framed(frame)[:40_000]) == []
        room = decoder.room()
        rooms.append(len(room))
        room[:] = frame[: len(room)]
        out = decoder.filled(len(room))
        if not out:
            out = decoder.feed(frame[40_000 - 4 + len(room) :])
        assert (out, decoder.big_before) == ([frame], len(frame))
    assert rooms == [3 * 39_996, len(frame) - 39_996]
    assert (decoder.feed(framed(b"small")), decoder.big_before) == ([b"small"], 0)


def test_a_big_frame_is_begun_also_where_its_length_came_alone():
    decoder = FrameDecoder(1 << 30)
    assert decoder.feed((1_000_000).to_bytes(4, "big")) == []
    assert decoder.room() is None
    assert decoder.feed(b"begun") == []
    assert decoder.room() is not None


def test_a_length_alone_takes_no_memory():
    decoder = FrameDecoder(1 << 30)
    tracemalloc.start()
    try:
        decoder.feed((1 << 29).to_bytes(4, "big") + bytes(1_000))
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()

"""What a fetch sends from a file is what it would have read; what a socket does not take of it is not lost."""

from __future__ import annotations

import random
import socket

import pytest

from kavka.broker.log.cold_read import ColdRead
from kavka.broker.log.segment_reader import TRANSFER_BYTES_MIN
from kavka.broker.log.transferable_records import TransferableRecords, in_memory
from kavka.broker.network.file_transfer import transferred
from tests.support.log.building import append

KILO = 1024
LARGE = 1 << 20
POSITIONS = 40


def fill(log, *, seed, bytes_max=150 * KILO):
    """Appends some megabytes, in batches of all sizes."""
    rng = random.Random(seed)
    while log.segments.size < 3 * LARGE:
        append(log, *(rng.randbytes(rng.randint(1, bytes_max) // 3) for _ in range(rng.randint(1, 3))))


def read(log, offset, max_bytes, *, min_one=True, end=None, may_transfer=True):
    end = log.log_end_offset if end is None else end
    return log.reader.read_records(offset, max_bytes, end, min_one, False, may_transfer)


@pytest.fixture
def log(bench):
    made = bench.open(config={"segment.bytes": 2 * LARGE})
    fill(made, seed=1)
    if not isinstance(read(made, 0, LARGE)[0], TransferableRecords):
        pytest.skip("this system does not say what is in its page cache (Linux 6.5 does)")
    return made


def test_what_is_sent_is_what_would_have_been_read(log):
    rng = random.Random(2)
    in_files = 0
    for _ in range(POSITIONS):
        offset = rng.randrange(log.log_end_offset)
        wanted = rng.choice([TRANSFER_BYTES_MIN - 1, TRANSFER_BYTES_MIN, 300 * KILO, LARGE, 5 * LARGE])
        min_one, end = rng.random() < 0.5, rng.choice([None, rng.randrange(log.log_end_offset)])
        plain, plain_next = read(log, offset, wanted, min_one=min_one, end=end, may_transfer=False)
        records, next_offset = read(log, offset, wanted, min_one=min_one, end=end)
        in_files += isinstance(records, TransferableRecords)
        assert len(records) == len(plain)
        assert b"".join(in_memory([records])) == bytes(plain)
        assert next_offset == plain_next
    assert in_files > POSITIONS // 4


def test_a_first_batch_above_the_limit_is_sent_whole(bench):
    log = bench.open(config={"max.message.bytes": 4 * LARGE})
    append(log, bytes(LARGE))
    append(log, b"behind")
    plain, _ = read(log, 0, 300 * KILO, may_transfer=False)
    records, next_offset = read(log, 0, 300 * KILO)
    assert (b"".join(in_memory([records])), next_offset) == (bytes(plain), 1)
    assert read(log, 0, 300 * KILO, min_one=False) == (b"", 0)


def test_what_is_not_in_memory_is_loaded_as_ever(log, bench, monkeypatch):
    _, position = read(log, 0, LARGE)  # where a reader goes on is known without a look at headers
    monkeypatch.setattr(type(bench.filesystem), "pread_resident", lambda *_: None)
    with pytest.raises(ColdRead) as raised:
        read(log, position, LARGE)
    assert raised.value.size > TRANSFER_BYTES_MIN


@pytest.mark.parametrize("room", [4 * KILO, 16 * LARGE])
def test_what_a_socket_does_not_take_is_returned(log, room):
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, room)
    with ours, theirs:
        records, _ = read(log, 0, LARGE)
        parts = [b"head", records, b"between", records, b"end"]
        rest = transferred(ours.fileno(), parts)
        ours.shutdown(socket.SHUT_WR)
        taken = b"".join(iter(lambda: theirs.recv(LARGE), b""))
        assert not any(isinstance(part, TransferableRecords) for part in rest)
        assert taken + b"".join(rest) == b"".join(in_memory(parts))
        assert taken.startswith(b"head")


def test_a_peer_that_is_gone_leaves_everything_to_the_transport(log):
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    theirs.close()
    with ours:
        records, _ = read(log, 0, LARGE)
        assert b"".join(transferred(ours.fileno(), [b"head", records])) == b"".join(in_memory([b"head", records]))

"""Which batches a read_committed consumer leaves out."""

from __future__ import annotations

import pytest

from kavka.protocol.records.batch import BatchBuilder, ControlType, iter_headers, marker_batch, read_header
from kavka.wire.read_committed import Aborted, committed_records

A, B = 7, 8
PLAIN = -1


def log(*parts):
    """`parts`: (producer, value) for a record, (producer, True or False) for a marker."""
    data = b""
    for offset, (producer, what) in enumerate(parts):
        if isinstance(what, bool):
            kind = ControlType.COMMIT if what else ControlType.ABORT
            batch = marker_batch(kind, timestamp=1, producer_id=producer, producer_epoch=0, coordinator_epoch=1)
        else:
            builder = BatchBuilder(
                producer_id=producer,
                producer_epoch=-1 if producer < 0 else 0,
                base_sequence=-1 if producer < 0 else offset,
                is_transactional=producer >= 0,
            )
            builder.append(timestamp=1, key=None, value=what)
            batch = builder.build()
        header = read_header(batch, 0)
        assert header.base_offset == 0
        data += offset.to_bytes(8, "big") + batch[8:]
    assert [header.base_offset for _, header in iter_headers(data)] == list(range(len(parts)))
    return data


@pytest.mark.parametrize(
    ("parts", "aborted", "seen"),
    [
        pytest.param([(PLAIN, b"x"), (A, b"a"), (A, True)], [], [b"x", b"a"], id="committed"),
        pytest.param([(PLAIN, b"x"), (A, b"a"), (A, False)], [(1, A)], [b"x"], id="aborted"),
        pytest.param(
            [(A, b"a"), (B, b"b"), (A, b"aa"), (B, True), (A, False), (A, b"aaa"), (A, True)],
            [(0, A)],
            [b"b", b"aaa"],
            id="interleaved, the next one of the same producer is committed",
        ),
        pytest.param(
            [(A, b"a"), (A, False), (A, b"aa"), (A, True), (A, b"aaa"), (A, False), (PLAIN, b"x")],
            [(4, A), (0, A)],
            [b"aa", b"x"],
            id="aborted, committed, aborted",
        ),
        pytest.param([(A, b"a"), (PLAIN, b"x"), (B, False)], [(0, A)], [b"x"], id="the end is beyond this answer"),
        pytest.param([(A, b"a"), (A, True)], [(9, A)], [b"a"], id="one that begins beyond this answer"),
        pytest.param([(A, b"late"), (A, False)], [(0, A), (-5, B)], [], id="one that began before this answer"),
    ],
)
def test_bug_77_aborted_batches_are_left_out(parts, aborted, seen):
    records = committed_records(log(*parts), [Aborted(*entry) for entry in aborted])
    assert [record.value for record in records] == seen

"""What is encrypted at once: every byte, in order, in as few records of TLS as there can be."""

from hypothesis import given
from hypothesis import strategies as st

from kavka.broker.network.tls_records import RECORD_BYTES, in_records

SIZES = st.one_of(
    st.integers(0, 200),
    st.sampled_from([RECORD_BYTES - 1, RECORD_BYTES, RECORD_BYTES + 1, 2 * RECORD_BYTES]),
    st.integers(0, 5 * RECORD_BYTES),
)
PARTS = st.lists(st.tuples(SIZES, st.sampled_from([bytes, bytearray, memoryview])), max_size=8)


def parts_of(drawn):
    """Buffers of these sizes and kinds; no two of them have the same bytes at the same place."""
    return [kind(bytes((index + at) % 251 for at in range(size))) for index, (size, kind) in enumerate(drawn)]


@given(PARTS)
def test_all_bytes_in_order_and_no_record_that_is_not_full_before_the_last(drawn):
    parts = parts_of(drawn)
    pieces = in_records(parts)
    assert b"".join(pieces) == b"".join(parts)
    assert all(len(piece) % RECORD_BYTES == 0 for piece in pieces[:-1])
    assert all(pieces), "an empty piece would be a record of nothing"


@given(PARTS)
def test_what_is_copied_is_less_than_two_records_a_part(drawn):
    copied = sum(len(piece) for piece in in_records(parts_of(drawn)) if isinstance(piece, bytearray))
    assert copied <= 2 * RECORD_BYTES * len(drawn)

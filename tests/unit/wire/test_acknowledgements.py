"""Acknowledgements as a request says them: every offset once, in order, and long runs cheaply."""

from hypothesis import given
from hypothesis import strategies as st

from kavka.wire.acknowledgements import LONG_RUN, AcknowledgeType, batches_of

GAP, ACCEPT, RELEASE, REJECT = (
    AcknowledgeType.GAP,
    AcknowledgeType.ACCEPT,
    AcknowledgeType.RELEASE,
    AcknowledgeType.REJECT,
)


def accepted(first, last):
    return dict.fromkeys(range(first, last + 1), ACCEPT)


def test_offsets_of_one_type_are_one_number():
    assert batches_of(accepted(7, 506)) == [(7, 506, [1])]
    assert batches_of(accepted(7, 9)) == [(7, 9, [1])]


def test_neighbours_of_several_types_share_a_batch():
    assert batches_of({9: RELEASE, 7: ACCEPT, 8: ACCEPT, 10: REJECT}) == [(7, 10, [1, 1, 2, 3])]


def test_a_hole_between_offsets_ends_a_batch():
    assert batches_of({7: ACCEPT, 9: ACCEPT, 20: GAP}) == [(7, 7, [1]), (9, 9, [1]), (20, 20, [0])]


def test_a_long_run_stands_alone_between_short_ones():
    said = {1: RELEASE, 2: REJECT, **accepted(3, 2 + LONG_RUN), 3 + LONG_RUN: RELEASE}
    assert batches_of(said) == [(1, 2, [2, 3]), (3, 12, [1]), (13, 13, [2])]


def test_nothing_is_no_batch():
    assert batches_of({}) == []


@given(st.dictionaries(st.integers(0, 60), st.sampled_from(AcknowledgeType)))
def test_what_is_said_can_be_read_back(said):
    read = {}
    for first, last, types in batches_of(said):
        assert len(types) in (1, last - first + 1)
        each = types * (last - first + 1) if len(types) == 1 else types
        assert not read.keys() & set(range(first, last + 1))
        read |= dict(zip(range(first, last + 1), each, strict=True))
    assert read == said

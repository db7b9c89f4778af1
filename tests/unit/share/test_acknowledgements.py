"""Acknowledgements as clients send them: read, and refused where they cannot be."""

from __future__ import annotations

import pytest

from kavka.broker.share.partition.acknowledgements import read_acknowledgements
from kavka.protocol.errors import InvalidRequest
from kavka.protocol.messages import ShareAcknowledgeRequest

Batch = ShareAcknowledgeRequest.AcknowledgementBatch


def read(*batches, may_renew=False):
    return [tuple(read) for read in read_acknowledgements([Batch(*batch) for batch in batches], may_renew=may_renew)]


def test_one_type_is_of_the_whole_batch():
    assert read((10, 19, [1]), (20, 20, [2])) == [(10, 19, 1), (20, 20, 2)]


def test_a_type_for_each_offset_is_read_as_runs():
    assert read((10, 14, [1, 1, 0, 2, 2])) == [(10, 11, 1), (12, 12, 0), (13, 14, 2)]


def test_a_lock_is_renewed_where_the_request_says_so():
    assert read((0, 3, [4]), may_renew=True) == [(0, 3, 4)]
    with pytest.raises(InvalidRequest, match="type 4"):
        read((0, 3, [4]))


@pytest.mark.parametrize(
    "batches",
    [
        [(-1, 3, [1])],
        [(3, 2, [1])],
        [(0, 3, [])],
        [(0, 3, [1, 1])],
        [(0, 3, [5])],
        [(0, 3, [-1])],
        [(0, 3, [1]), (3, 4, [1])],
        [(5, 6, [1]), (0, 4, [1])],
    ],
    ids=["negative", "reversed", "no types", "too few types", "unknown", "below zero", "twice", "out of order"],
)
def test_what_cannot_be_is_an_invalid_request(batches):
    with pytest.raises(InvalidRequest):
        read(*batches)

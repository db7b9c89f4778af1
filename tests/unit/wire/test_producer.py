"""A producer's id, epoch and sequences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.common.types import TopicPartition
from kavka.protocol.errors import ClusterAuthorizationFailed
from kavka.protocol.messages import InitProducerIdResponse
from kavka.protocol.records.batch import BatchBuilder, read_header
from kavka.wire.producer import SEQUENCE_MODULUS, ProducerCore

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


def known(producer_id=7, epoch=0, **options):
    core = ProducerCore(**options)
    core.began(InitProducerIdResponse(producer_id=producer_id, producer_epoch=epoch))
    return core


def header_of(core, sequence):
    builder = BatchBuilder()
    builder.producer_id, builder.producer_epoch, builder.base_sequence = core.producer_id, core.producer_epoch, sequence
    builder.append(timestamp=1, key=None, value=b"x", headers=())
    return read_header(builder.build())


def test_an_id_is_asked_for_anew_or_with_the_next_epoch():
    core = known(7, 3, transactional_id="copier", transaction_timeout_ms=5_000)
    fencing, bumping = core.init_request(), core.init_request(keeps_id=True)
    assert (fencing.producer_id, fencing.producer_epoch) == (-1, -1)
    assert (bumping.producer_id, bumping.producer_epoch) == (7, 3)
    assert (bumping.transactional_id, bumping.transaction_timeout_ms) == ("copier", 5_000)


def test_no_id_is_given_out():
    core = ProducerCore()
    with pytest.raises(ClusterAuthorizationFailed):
        core.began(InitProducerIdResponse(error_code=31, producer_id=9))
    assert not core.is_known


def test_another_epoch_counts_from_0_again():
    core = known()
    assert [core.number(T0, 3), core.number(T1, 1), core.number(T0, 2)] == [0, 0, 3]
    core.began(InitProducerIdResponse(producer_id=7, producer_epoch=1))
    assert core.number(T0, 1) == 0


def test_a_lost_producer_numbers_nothing():
    core = known()
    core.lose()
    assert (core.is_known, core.producer_id, core.producer_epoch) == (False, -1, -1)


def test_the_parts_of_a_batch_take_over_its_sequences():
    core = known()
    core.number(T0, 5)
    sequence = core.number(T0, 4)
    core.take_back(T0, header_of(core, sequence))
    assert [core.number(T0, 2), core.number(T0, 2)] == [5, 7]


def test_a_batch_of_a_former_epoch_gives_nothing_back():
    core = known()
    header = header_of(core, 5)
    core.began(InitProducerIdResponse(producer_id=7, producer_epoch=1))
    core.take_back(T0, header)
    assert core.number(T0, 1) == 0
    core.lose()
    core.take_back(T0, header_of(core, 5))  # no producer id on either side is not the same producer
    core.began(InitProducerIdResponse(producer_id=8, producer_epoch=0))
    assert core.number(T0, 1) == 0


@given(st.lists(st.tuples(st.sampled_from([T0, T1]), st.integers(1, 2**30)), max_size=30))
def test_sequences_go_on_without_a_gap_past_the_largest_int(batches):
    core = known()
    written = {T0: 0, T1: 0}
    for tp, count in batches:
        assert core.number(tp, count) == written[tp] % SEQUENCE_MODULUS
        written[tp] += count

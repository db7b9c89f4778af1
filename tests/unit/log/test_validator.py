"""What producers may send, what they may not, and what the broker changes of it."""

from __future__ import annotations

import struct

import pytest

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.record_rules import RejectedRecords, RejectedTimestamps
from kavka.broker.log.validator import validate_for_leader
from kavka.protocol.errors import CorruptMessage, InvalidRecord, InvalidTimestamp, KafkaError, MessageTooLarge
from kavka.protocol.records.batch import BatchBuilder, iter_records, read_header, with_log_append_time
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.control import ControlType, marker_batch
from kavka.protocol.records.message_set import encode_message
from tests.support.log.building import NOW_MS, batch, sized


def validate(records, *, single_batch=True, from_client=True, **config):
    return validate_for_leader(
        records,
        partition="orders-0",
        config=LogConfig({name.replace("_", "."): str(value) for name, value in config.items()}),
        now_ms=NOW_MS,
        single_batch=single_batch,
        from_client=from_client,
    )


def records_of(valid):
    return [(record.timestamp, record.key, record.value) for record in iter_records(valid.buffer)]


def test_a_good_batch_passes_untouched():
    sent = batch(b"a", b"b")
    valid = validate(sent)
    assert valid.buffer is sent
    assert [position for position, _ in valid.batches] == [0]


def test_every_flipped_byte_is_noticed():
    sent = batch(b"abc")
    for at in range(8, len(sent)):
        if 12 <= at < 16:
            continue  # the leader epoch is the broker's to write
        damaged = bytearray(sent)
        damaged[at] ^= 0x10
        with pytest.raises(KafkaError) as caught:
            validate(bytes(damaged))
        assert isinstance(caught.value, CorruptMessage | InvalidRecord), at


def test_every_cut_is_noticed():
    sent = batch(b"abc")
    for size in range(len(sent)):
        for single_batch in (True, False):
            with pytest.raises(InvalidRecord, match="no whole record batch"):
                validate(sent[:size], single_batch=single_batch)


def test_one_batch_is_wanted_from_produce_3_on():
    with pytest.raises(InvalidRecord):
        validate(batch(b"a") + batch(b"b"))
    assert len(validate(batch(b"a") + batch(b"b"), single_batch=False).batches) == 2


def test_old_formats_belong_to_old_versions():
    message = encode_message(1, offset=0, timestamp=NOW_MS, key=b"k", value=b"v", codec=0)
    with pytest.raises(InvalidRecord):
        validate(message)
    assert records_of(validate(message, single_batch=False)) == [(NOW_MS, b"k", b"v")]
    damaged = bytearray(message)
    damaged[-1] ^= 1
    with pytest.raises(CorruptMessage):
        validate(bytes(damaged), single_batch=False)


def test_a_batch_may_be_as_large_as_max_message_bytes():
    assert validate(sized(500), max_message_bytes=500).batches
    with pytest.raises(MessageTooLarge, match=r"501 .* 500"):
        validate(sized(501), max_message_bytes=500)


def test_compacted_topics_want_keys():
    builder = BatchBuilder(compression=Compression.GZIP)
    for key in (b"a", None, b"c", None):
        builder.append(timestamp=NOW_MS, key=key, value=b"v")
    sent = builder.build()
    assert validate(sent)
    with pytest.raises(RejectedRecords) as caught:
        validate(sent, cleanup_policy="compact,delete")
    assert [index for index, _ in caught.value.record_errors] == [1, 3]
    assert caught.value.code == 87


def test_timestamps_beyond_the_limit_are_named():
    sent = batch(b"a", b"b", b"c", b"d", timestamp=[NOW_MS, NOW_MS - 1001, NOW_MS + 1001, NOW_MS - 1000])
    assert validate(sent)
    with pytest.raises(RejectedTimestamps) as caught:
        validate(sent, message_timestamp_difference_max_ms=1000)
    assert [index for index, _ in caught.value.record_errors] == [1, 2]
    assert caught.value.code == 32


@pytest.mark.parametrize(
    ("limits", "rejected"),
    [
        ({"before": 1000}, [1]),
        ({"after": 1000}, [2]),
        ({"before": 1000, "after": 2000}, [1]),
        ({"after": 1000, "difference": 500}, [1, 2, 3]),
        ({"before": 2000, "after": 2000, "difference": 500}, []),
    ],
)
def test_each_side_has_a_limit_of_its_own_or_the_common_one(limits, rejected):
    """KIP-937: a side that says nothing takes the older key, as in Kafka 3.9."""
    sent = batch(b"a", b"b", b"c", b"d", timestamp=[NOW_MS, NOW_MS - 1001, NOW_MS + 1001, NOW_MS - 1000])
    config = {f"message_timestamp_{side}_max_ms": limit for side, limit in limits.items()}
    if not rejected:
        assert validate(sent, **config)
        return
    with pytest.raises(RejectedTimestamps) as caught:
        validate(sent, **config)
    assert [index for index, _ in caught.value.record_errors] == rejected


def test_log_append_time_is_stamped_over_any_timestamp():
    valid = validate(
        batch(b"a", timestamp=5), message_timestamp_type="LogAppendTime", message_timestamp_difference_max_ms=1
    )
    assert records_of(valid) == [(NOW_MS, b"k", b"a")]
    assert valid.batches[0][1] == read_header(valid.buffer)


def test_a_claim_to_log_append_time_is_taken_back_or_refused():
    """As Kafka does: where the topic has CreateTime the flag goes, where only brokers stamp the records are named."""
    claimed = with_log_append_time(batch(b"a"), NOW_MS)
    header = validate(claimed).batches[0][1]
    assert (header.timestamp_type, header.max_timestamp) == (0, NOW_MS)
    with pytest.raises(InvalidTimestamp) as caught:
        validate(claimed, message_timestamp_type="LogAppendTime")
    assert caught.value.record_errors == [
        (
            0,
            f"Invalid timestamp type in message DefaultRecord(offset=0, timestamp={NOW_MS}, key=1 bytes, "
            "value=1 bytes). Producer should not set timestamp type to LogAppendTime.",
        )
    ]


@pytest.mark.parametrize("target", ["uncompressed", "gzip", "snappy", "lz4", "zstd"])
@pytest.mark.parametrize("source", list(Compression))
def test_a_topics_compression_replaces_the_producers(source, target):
    sent = batch(b"a" * 50, b"b", compression=source, producer=(7, 1, 3), timestamp=[9, 4])
    valid = validate(sent, compression_type=target)
    header = valid.batches[0][1]
    assert header.compression.name.lower() == target.replace("uncompressed", "none")
    assert (header.producer_id, header.producer_epoch, header.base_sequence, header.record_count) == (7, 1, 3, 2)
    assert records_of(valid) == [(9, b"k", b"a" * 50), (4, b"k", b"b")]
    if source.name.lower() == target.replace("uncompressed", "none"):
        assert bytes(valid.buffer) == sent


def test_clients_write_no_control_records():
    marker = marker_batch(ControlType.COMMIT, timestamp=NOW_MS, producer_id=1, producer_epoch=0, coordinator_epoch=0)
    with pytest.raises(InvalidRecord):
        validate(marker)
    assert validate(marker, from_client=False)


@pytest.mark.parametrize("producer", [(5, 0, -1), (5, -1, 0)])
def test_a_producer_needs_epoch_and_sequence(producer):
    with pytest.raises(InvalidRecord):
        validate(batch(b"a", producer=producer))


def test_a_transaction_needs_a_producer():
    with pytest.raises(InvalidRecord):
        validate(batch(b"a", is_transactional=True))


def test_a_lying_count_is_noticed():
    sent = bytearray(batch(b"a"))
    struct.pack_into(">i", sent, 57, 2**31 - 1)
    with pytest.raises(CorruptMessage):
        validate(bytes(sent))

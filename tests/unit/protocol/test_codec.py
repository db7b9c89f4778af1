"""The codec's boundary: what is refused and how, what is copied and what is not, and defaults."""

from __future__ import annotations

import pytest

from kavka.protocol.codec import (
    decode_message,
    decode_prefix,
    encode_message,
    encode_message_parts,
    request_class,
    response_class,
)
from kavka.protocol.errors import DecodeError, EncodeError
from kavka.protocol.messages import (
    ApiVersionsRequest,
    DescribeGroupsRequest,
    FetchRequest,
    FetchResponse,
    HeartbeatRequest,
    MetadataRequest,
    MetadataResponse,
    OffsetCommitRequest,
    OffsetFetchRequest,
    ProduceRequest,
    SaslAuthenticateRequest,
    UpdateFeaturesResponse,
)
from tests.support.protocol import construct_reference as reference

INT32_MAX = "7fffffff"


def produce(records, transactional_id=None):
    data = ProduceRequest.PartitionProduceData(index=0, records=records)
    return ProduceRequest(
        transactional_id=transactional_id,
        acks=1,
        timeout_ms=100,
        topic_data=[ProduceRequest.TopicProduceData(name="t", partition_data=[data])],
    )


class TestRefusedBytes:
    """reliability.md, "Parser attacks seen elsewhere"."""

    @pytest.mark.parametrize("count", [INT32_MAX, "00000100", "80000000", "fffffffe"])
    def test_an_impossible_count_is_refused_before_anything_is_built(self, count):
        with pytest.raises(DecodeError, match="topics: count"):
            decode_message(MetadataRequest, 1, bytes.fromhex(count))

    @pytest.mark.parametrize("spelt", ["ffffffff0f", "8101", "ffffffff07"])
    def test_an_impossible_compact_count_is_refused(self, spelt):
        with pytest.raises(DecodeError):
            decode_message(MetadataRequest, 9, bytes.fromhex(spelt + "000000"))

    def test_null_where_null_is_not_allowed(self):
        with pytest.raises(DecodeError):
            decode_message(MetadataRequest, 0, bytes.fromhex("ffffffff"))
        with pytest.raises(DecodeError):
            decode_message(DescribeGroupsRequest, 0, bytes.fromhex("00000001 ffff"))

    def test_a_negative_length_other_than_null(self):
        with pytest.raises(DecodeError, match="transactional_id: length -2"):
            decode_message(ProduceRequest, 3, bytes.fromhex("fffe 0001 00000064 00000000"))

    def test_invalid_utf8(self):
        with pytest.raises(DecodeError):
            decode_message(DescribeGroupsRequest, 0, bytes.fromhex("00000001 0001 ff"))

    @pytest.mark.parametrize("varint", ["808080808000", "ffffffff1f", "8080808080"])
    def test_an_overlong_varint(self, varint):
        with pytest.raises(DecodeError):
            decode_message(ApiVersionsRequest, 3, bytes.fromhex(varint + "01 00"))

    @pytest.mark.parametrize(
        "tags",
        [
            pytest.param("02 05 00 05 00", id="the-same-twice"),
            pytest.param("02 06 00 05 00", id="descending"),
            pytest.param("ffffffff0f 05 00", id="more-than-fit"),
            pytest.param("01 05 ff01", id="longer-than-the-rest"),
            pytest.param("01 05", id="without-a-size"),
        ],
    )
    def test_damaged_tagged_fields(self, tags):
        with pytest.raises(DecodeError):
            decode_message(ApiVersionsRequest, 3, bytes.fromhex("01 01" + tags))

    def test_a_known_tag_of_another_size_than_its_field(self):
        good = encode_message(FetchRequest(cluster_id="c"), 12)
        assert good.endswith(bytes.fromhex("01 00 02 02 63"))
        for tag in ("01 00 03 02 63 00", "01 00 01 02 63", "01 00 03 03 63 63 00"):
            with pytest.raises(DecodeError):
                decode_message(FetchRequest, 12, good[:-5] + bytes.fromhex(tag))

    @pytest.mark.parametrize("version", [-1, 5, 32767])
    def test_an_unknown_version(self, version):
        with pytest.raises(DecodeError, match="no version"):
            decode_message(HeartbeatRequest, version, bytes(100))


class TestRefusedValues:
    @pytest.mark.parametrize(
        "message",
        [
            HeartbeatRequest(group_id=None),
            HeartbeatRequest(group_id=5),
            HeartbeatRequest(group_id="x" * 32768),
            HeartbeatRequest(group_id="\ud800"),
            HeartbeatRequest(generation_id=2**31),
            HeartbeatRequest(generation_id=None),
            HeartbeatRequest(generation_id="1"),
            DescribeGroupsRequest(groups=None),
            DescribeGroupsRequest(groups=[None]),
            MetadataRequest(topics=["t"]),
            MetadataRequest(topics=None),
        ],
    )
    def test_a_value_that_the_wire_cannot_carry(self, message):
        with pytest.raises(EncodeError, match="v0"):
            encode_message(message, 0)

    @pytest.mark.parametrize("encode", [encode_message, encode_message_parts])
    def test_text_where_bytes_belong(self, encode):
        with pytest.raises(EncodeError, match="bytes"):
            encode(SaslAuthenticateRequest(auth_bytes="text"), 0)

    def test_a_uuid_is_16_bytes(self):
        topic = MetadataRequest.MetadataRequestTopic(name=None, topic_id=b"short")
        with pytest.raises(EncodeError, match="not a uuid"):
            encode_message(MetadataRequest(topics=[topic]), 12)

    def test_a_field_that_the_version_lacks_is_named(self):
        with pytest.raises(EncodeError, match=r"HeartbeatRequest v2: .*group_instance_id='i'"):
            encode_message(HeartbeatRequest(group_instance_id="i"), 2)

    def test_a_field_inside_a_list_that_the_version_lacks(self):
        partition = FetchRequest.FetchPartition(last_fetched_epoch=3)
        message = FetchRequest(topics=[FetchRequest.FetchTopic(topic="t", partitions=[partition])])
        with pytest.raises(EncodeError, match="FetchPartition"):
            encode_message(message, 11)
        assert encode_message(message, 12)

    def test_null_is_not_the_empty_list_that_a_version_may_drop(self):
        """OffsetFetch: null asks for every topic, in a version that names the groups elsewhere."""
        with pytest.raises(EncodeError, match="topics=None"):
            encode_message(OffsetFetchRequest(topics=None), 8)
        assert encode_message(OffsetFetchRequest(topics=[]), 8)

    def test_an_ignorable_field_is_dropped(self):
        kept = OffsetCommitRequest(group_id="g", retention_time_ms=5)
        assert decode_message(OffsetCommitRequest, 2, encode_message(kept, 2)).retention_time_ms == 5
        assert decode_message(OffsetCommitRequest, 5, encode_message(kept, 5)).retention_time_ms == -1
        said = UpdateFeaturesResponse(results=[UpdateFeaturesResponse.UpdatableFeatureResult(feature="f")])
        assert decode_message(UpdateFeaturesResponse, 1, encode_message(said, 1)).results == said.results
        assert decode_message(UpdateFeaturesResponse, 2, encode_message(said, 2)).results == []

    def test_a_single_struct_that_the_version_lacks(self):
        partition = FetchResponse.PartitionData(diverging_epoch=FetchResponse.EpochEndOffset(epoch=1, end_offset=2))
        topic = FetchResponse.FetchableTopicResponse(topic="t", partitions=[partition])
        message = FetchResponse(responses=[topic])
        with pytest.raises(EncodeError, match="diverging_epoch"):
            encode_message(message, 11)
        assert decode_message(FetchResponse, 12, encode_message(message, 12)) == message

    def test_unknown_tagged_fields_need_a_flexible_version(self):
        message = HeartbeatRequest(unknown_tagged_fields=((1, b""),))
        with pytest.raises(EncodeError, match="unknown_tagged_fields"):
            encode_message(message, 3)
        assert decode_message(HeartbeatRequest, 4, encode_message(message, 4)) == message

    @pytest.mark.parametrize("tags", [((1, b""), (1, b"")), ((-1, b""),), ((2**32, b""),), ((0, None),)])
    def test_impossible_tagged_fields(self, tags):
        with pytest.raises(EncodeError):
            encode_message(HeartbeatRequest(unknown_tagged_fields=tags), 4)

    @pytest.mark.parametrize("version", [-1, 5])
    def test_an_unknown_version(self, version):
        with pytest.raises(EncodeError, match="no version"):
            encode_message(HeartbeatRequest(), version)


class TestRecords:
    @pytest.mark.parametrize("version", [3, 9])
    def test_large_records_are_not_copied_on_the_way_out(self, version):
        records = memoryview(bytes(100_000))
        parts = encode_message_parts(produce(records), version)
        assert any(part is records for part in parts)
        assert b"".join(parts) == encode_message(produce(records), version)

    def test_small_messages_are_one_part(self):
        assert len(encode_message_parts(produce(b"x" * 100), 7)) == 1

    @pytest.mark.parametrize("frame_type", [bytes, bytearray])
    def test_large_records_are_a_slice_of_the_frame_on_the_way_in(self, frame_type):
        frame = frame_type(encode_message(produce(b"r" * 5000), 7))
        records = decode_message(ProduceRequest, 7, frame).topic_data[0].partition_data[0].records
        assert isinstance(records, memoryview)
        assert records == b"r" * 5000
        assert records.obj is frame

    def test_a_memoryview_can_be_decoded(self):
        frame = memoryview(b"?" + encode_message(produce(b"r" * 50, "t"), 7))
        assert decode_message(ProduceRequest, 7, frame, 1) == produce(b"r" * 50, "t")

    def test_empty_records_are_not_null(self):
        """protocol.md 2.4, trap 2: clients refuse a null."""
        topic = FetchResponse.FetchableTopicResponse(topic="t", partitions=[FetchResponse.PartitionData()])
        assert encode_message(FetchResponse(responses=[topic]), 4).endswith(bytes(4))


class TestLongCounts:
    """Compact lengths change their form at 127 and at 16383."""

    @pytest.mark.parametrize("count", [0, 1, 9, 125, 126, 127, 128, 129, 16381, 16382, 16383, 16384])
    def test_arrays(self, count):
        partition = MetadataResponse.MetadataResponsePartition(
            replica_nodes=list(range(count)), isr_nodes=[1], offline_replicas=[2] * count
        )
        topic = MetadataResponse.MetadataResponseTopic(name="t", partitions=[partition])
        brokers = [MetadataResponse.MetadataResponseBroker(node_id=1, host="h", port=1)] * count
        message = MetadataResponse(brokers=brokers, topics=[topic])
        for version in (8, 9):
            data = encode_message(message, version)
            assert decode_message(MetadataResponse, version, data) == message
            if count < 1000:  # plain construct is slow
                assert data == reference.encode(message, version)

    @pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 128, 16381, 16382, 16383, 32767])
    def test_strings_and_records(self, length):
        message = produce(bytes(length), "x" * length)
        for version in (8, 9):
            data = encode_message(message, version)
            assert decode_message(ProduceRequest, version, data) == message
            assert data == reference.encode(message, version)


class TestMessages:
    def test_defaults_are_kafkas(self):
        request = FetchRequest()
        assert (request.max_bytes, request.session_epoch, request.cluster_id, request.topics) == (
            2**31 - 1,
            -1,
            None,
            [],
        )
        assert FetchRequest.FetchPartition().log_start_offset == -1
        assert FetchResponse.PartitionData().preferred_read_replica == -1
        assert MetadataRequest().allow_auto_topic_creation is True

    def test_lists_are_not_shared_between_messages(self):
        first, second = MetadataRequest(), MetadataRequest()
        first.topics.append(MetadataRequest.MetadataRequestTopic(name="t"))
        assert second.topics == []

    def test_absent_fields_have_their_defaults_after_decoding(self):
        decoded = decode_message(MetadataResponse, 0, encode_message(MetadataResponse(), 0))
        assert decoded == MetadataResponse()
        assert decoded.controller_id == -1

    def test_equality_and_repr(self):
        message = HeartbeatRequest(group_id="g", generation_id=1, member_id="m")
        assert message == HeartbeatRequest(group_id="g", generation_id=1, member_id="m")
        assert message != HeartbeatRequest(group_id="g", generation_id=2, member_id="m")
        assert message != object()
        assert repr(message) == (
            "HeartbeatRequest(group_id='g', generation_id=1, member_id='m', group_instance_id=None)"
        )

    def test_a_misspelt_field_is_refused(self):
        with pytest.raises(AttributeError):
            HeartbeatRequest().groupid = "g"
        with pytest.raises(TypeError):
            HeartbeatRequest(groupid="g")

    def test_classes_by_key(self):
        assert request_class(12) is HeartbeatRequest
        assert response_class(3) is MetadataResponse
        with pytest.raises(KeyError):
            request_class(52)

    def test_a_prefix_leaves_the_rest(self):
        data = encode_message(HeartbeatRequest(group_id="g"), 0)
        assert decode_prefix(HeartbeatRequest, 0, data + b"rest") == (HeartbeatRequest(group_id="g"), len(data))

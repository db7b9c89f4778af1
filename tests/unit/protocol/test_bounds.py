"""What no frame holds is refused before a byte is sent: by whoever encodes, with the size in the message."""

from __future__ import annotations

import mmap

import pytest

from kavka.common.steps import at_once
from kavka.protocol import messages
from kavka.protocol.codec import decode_message, decode_prefix, encode_message
from kavka.protocol.errors import DecodeError, EncodeError
from kavka.protocol.header import encode_request_frame, request_frame_head, response_frame_head
from kavka.protocol.messages import (
    ApiVersionsResponse,
    DeleteTopicsRequest,
    DeleteTopicsResponse,
    ListGroupsResponse,
    MetadataResponse,
    ProduceRequest,
    StopReplicaRequest,
    UpdateMetadataResponse,
)
from kavka.protocol.request_pieces import preparing
from kavka.protocol.request_slices import LITERAL_BYTES_MAX, RequestScan
from kavka.protocol.response_pieces import ResponseWriter, is_written_in_pieces
from kavka.protocol.wire import PackCache, uvarint

TOO_MANY_BYTES = 1 << 31
"""One more than a frame's length, a signed int32, can say."""


@pytest.fixture
def huge_records():
    """Just as many records as have a length; they take no memory: the system gives pages to those who look."""
    with mmap.mmap(-1, TOO_MANY_BYTES - 20) as pages, memoryview(pages) as view:
        yield view


def test_a_request_of_2_gib_is_refused_by_its_size(huge_records):
    partition = ProduceRequest.PartitionProduceData(index=0, records=huge_records)
    topic = ProduceRequest.TopicProduceData(name="t", partition_data=[partition])
    with pytest.raises(EncodeError, match=r"a request of 21474836\d\d bytes"):
        encode_request_frame(ProduceRequest(topic_data=[topic]), version=7, correlation_id=1, client_id=None)
    partition.records = None


def test_the_head_of_a_request_that_no_frame_holds_is_refused():
    with pytest.raises(EncodeError, match=f"a request of {TOO_MANY_BYTES} bytes"):
        request_frame_head(3, version=9, correlation_id=1, client_id="c", body_bytes=TOO_MANY_BYTES)


def test_the_head_of_a_response_that_no_frame_holds_is_refused():
    with pytest.raises(EncodeError, match=f"a response of {TOO_MANY_BYTES} bytes does not fit a frame"):
        response_frame_head(3, 9, 1, TOO_MANY_BYTES)


def test_a_prefix_in_a_version_that_does_not_exist_is_refused():
    with pytest.raises(DecodeError, match="ApiVersionsResponse has no version 99"):
        decode_prefix(ApiVersionsResponse, 99, b"\0" * 20)


def test_a_prefix_is_read_from_a_view_as_from_bytes():
    data = b"\x00\x23" + b"\0\0\0\0" + b"behind"
    assert decode_prefix(ApiVersionsResponse, 0, memoryview(data)) == decode_prefix(ApiVersionsResponse, 0, data)


def test_there_is_no_message_of_an_unknown_name():
    with pytest.raises(AttributeError, match="has no attribute 'ProduceRequset'"):
        _ = messages.ProduceRequset


def test_a_prepared_request_is_sent_in_the_version_that_it_was_prepared_in_alone():
    prepared = at_once(preparing(StopReplicaRequest(), 3))
    with pytest.raises(EncodeError, match="of version 3 cannot be sent as version 1"):
        prepared.frame(version=1, correlation_id=1, client_id=None)


class TestResponseWriter:
    Result = DeleteTopicsResponse.DeletableTopicResult

    def test_a_response_beyond_its_bound_is_refused(self):
        writer = ResponseWriter(DeleteTopicsResponse, 1, bytes_max=20)
        response = DeleteTopicsResponse(responses=[self.Result(name=f"topic-{n}") for n in range(9)])
        with pytest.raises(EncodeError, match="the response grows beyond"):
            list(writer.write(response))

    def test_a_value_that_the_version_cannot_carry_is_refused_by_what_is_wrong_with_it(self):
        writer = ResponseWriter(DeleteTopicsResponse, 1)
        with pytest.raises(EncodeError, match="a response cannot be encoded"):
            writer.encoded([self.Result(name="t", error_code=1 << 20)])

    def test_what_an_element_itself_refuses_is_said_as_it_is(self):
        topic = MetadataResponse.MetadataResponseTopic(name="t", topic_id=b"short")
        with pytest.raises(EncodeError, match=r"^b'short' is not a uuid"):
            ResponseWriter(MetadataResponse, 10).encoded([topic])

    def test_the_first_response_that_failed_as_a_whole_gives_the_head(self):
        writer = ResponseWriter(ListGroupsResponse, 1)
        for error_code in (0, 15, 14):
            group = ListGroupsResponse.ListedGroup(group_id=f"after {error_code}")
            list(writer.write(ListGroupsResponse(error_code=error_code, groups=[group])))
        joined = b"".join(writer.finish().body())
        response = decode_message(ListGroupsResponse, 1, joined)
        assert response.error_code == 15
        assert [group.group_id for group in response.groups] == ["after 0", "after 15", "after 14"]

    def test_a_topic_that_was_cut_keeps_the_error_of_any_of_its_parts(self):
        Topic, Partition = MetadataResponse.MetadataResponseTopic, MetadataResponse.MetadataResponsePartition
        writer = ResponseWriter(MetadataResponse, 5)
        for index, error_code in enumerate((0, 3, 5)):
            part = Topic(name="t", error_code=error_code, partitions=[Partition(partition_index=index)])
            list(writer.write(MetadataResponse(topics=[part]), continues=index > 0, is_continued=True))
        [topic] = decode_message(MetadataResponse, 5, b"".join(writer.finish().body())).topics
        assert (topic.error_code, [one.partition_index for one in topic.partitions]) == (3, [0, 1, 2])

    def test_a_throttle_time_is_told_by_the_joined_response_alone(self):
        response = DeleteTopicsResponse(throttle_time_ms=3)
        writer = ResponseWriter(DeleteTopicsResponse, 1)
        list(writer.write(response))
        joined = writer.finish()
        assert joined.throttle_time_ms == 3
        joined.throttle_time_ms = 70
        assert (joined.throttle_time_ms, response.throttle_time_ms) == (70, 3)
        assert b"".join(joined.body())[:4] == (70).to_bytes(4, "big")


def test_the_messages_can_be_listed():
    assert {"ProduceRequest", "FetchResponse"} <= set(dir(messages))


def test_lists_of_more_lengths_than_are_remembered_are_encoded_all_the_same():
    for length in range(PackCache.ENTRIES_MAX + 3):
        partition = MetadataResponse.MetadataResponsePartition(replica_nodes=[length] * length)
        topic = MetadataResponse.MetadataResponseTopic(name="t", partitions=[partition])
        encoded = encode_message(MetadataResponse(topics=[topic]), 5)
        [[found]] = [one.partitions for one in decode_message(MetadataResponse, 5, encoded).topics]
        assert found.replica_nodes == partition.replica_nodes


def scanned(body):
    scan = RequestScan(DeleteTopicsRequest, 6, body, 0, slice_items=10)
    while not scan.advance():
        pass
    return scan


def test_a_request_with_too_much_beside_its_lists_is_refused_before_it_is_cut():
    body = encode_message(DeleteTopicsRequest(topics=[DeleteTopicsRequest.DeleteTopicState(name="t")]), 6)
    tag = b"\x09" + uvarint(LITERAL_BYTES_MAX + 1) + bytes(LITERAL_BYTES_MAX + 1)
    with pytest.raises(DecodeError, match="bytes beside its lists, allowed are"):
        next(scanned(body[:-1] + b"\x01" + tag).slices())


def test_more_tagged_fields_than_anybody_writes_are_refused():
    body = encode_message(DeleteTopicsRequest(topics=[]), 6)
    with pytest.raises(DecodeError, match="1001 tagged fields in one struct, allowed are 1000"):
        scanned(body[:-1] + uvarint(1_001) + b"".join(uvarint(tag) + b"\0" for tag in range(1_001)))


def test_a_forgotten_request_keeps_nothing_of_its_frame():
    frame = bytearray(encode_message(DeleteTopicsRequest(topics=[]), 6))
    scan = scanned(frame)
    scan.forget()
    frame.clear()  # BufferError while somebody still looks into it


def test_a_message_without_a_list_is_not_written_in_pieces():
    assert not is_written_in_pieces(UpdateMetadataResponse, 0)
    assert is_written_in_pieces(DeleteTopicsResponse, 1)

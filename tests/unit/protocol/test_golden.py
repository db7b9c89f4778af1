"""Messages written by hand, from the documents: each whole, cut at every byte, and with a byte too many.

The bytes are spelt field by field, so that a reader can check them without running anything.
"""

from __future__ import annotations

import pytest

from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import DecodeError
from kavka.protocol.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    ControlledShutdownRequest,
    CreateTopicsResponse,
    DescribeClientQuotasResponse,
    FetchRequest,
    FetchResponse,
    LeaderAndIsrRequest,
    MetadataRequest,
    MetadataResponse,
    ProduceRequest,
    StopReplicaRequest,
)

RECORDS = bytes(range(61))
UUID = bytes.fromhex("000102030405060708090a0b0c0d0e0f")

VECTORS = [
    pytest.param(ApiVersionsRequest(), 0, "", id="api-versions-request-v0-is-empty"),
    pytest.param(
        ApiVersionsRequest(client_software_name="librdkafka", client_software_version="2.3.0"),
        3,
        "0b 6c696272646b61666b61  06 322e332e30  00",
        id="api-versions-request-v3-compact-strings",
    ),
    pytest.param(
        ApiVersionsResponse(error_code=35, api_keys=[ApiVersionsResponse.ApiVersion(api_key=18, max_version=3)]),
        0,
        "0023  00000001  0012 0000 0003",
        id="api-versions-response-v0-unsupported",
    ),
    pytest.param(
        ApiVersionsResponse(
            api_keys=[ApiVersionsResponse.ApiVersion(api_key=3, min_version=0, max_version=9)],
            finalized_features_epoch=7,
            unknown_tagged_fields=((9, b"\xaa\xbb"),),
        ),
        3,
        "0000  02 0003 0000 0009 00  00000000  02  01 08 0000000000000007  09 02 aabb",
        id="api-versions-response-v3-known-and-unknown-tag",
    ),
    pytest.param(MetadataRequest(topics=[]), 0, "00000000", id="metadata-request-v0-all-topics"),
    pytest.param(MetadataRequest(topics=None), 1, "ffffffff", id="metadata-request-v1-all-topics"),
    pytest.param(
        MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name=None, topic_id=UUID)]),
        12,
        "02  000102030405060708090a0b0c0d0e0f 00 00  01  00  00",
        id="metadata-request-v12-by-topic-id",
    ),
    pytest.param(
        MetadataResponse(
            brokers=[MetadataResponse.MetadataResponseBroker(node_id=1, host="h", port=9092, rack=None)],
            controller_id=1,
            topics=[
                MetadataResponse.MetadataResponseTopic(
                    name="t",
                    is_internal=True,
                    partitions=[
                        MetadataResponse.MetadataResponsePartition(
                            partition_index=0, leader_id=1, replica_nodes=[1, 2], isr_nodes=[1]
                        )
                    ],
                )
            ],
        ),
        1,
        "00000001  00000001 0001 68 00002384 ffff  00000001"
        "00000001  0000 0001 74 01  00000001"
        "0000 00000000 00000001  00000002 00000001 00000002  00000001 00000001",
        id="metadata-response-v1",
    ),
    pytest.param(
        ProduceRequest(
            transactional_id=None,
            acks=-1,
            timeout_ms=30_000,
            topic_data=[
                ProduceRequest.TopicProduceData(
                    name="t", partition_data=[ProduceRequest.PartitionProduceData(index=2, records=RECORDS)]
                )
            ],
        ),
        3,
        "ffff  ffff  00007530  00000001  0001 74  00000001  00000002  0000003d" + RECORDS.hex(),
        id="produce-request-v3",
    ),
    pytest.param(
        FetchRequest(
            cluster_id="c",
            max_wait_ms=500,
            min_bytes=1,
            max_bytes=52_428_800,
            session_epoch=-1,
            topics=[
                FetchRequest.FetchTopic(
                    topic="t",
                    partitions=[
                        FetchRequest.FetchPartition(partition=1, fetch_offset=5, partition_max_bytes=1_048_576)
                    ],
                )
            ],
        ),
        12,
        "ffffffff 000001f4 00000001 03200000 00  00000000 ffffffff"
        "02  02 74  02  00000001 ffffffff 0000000000000005 ffffffff ffffffffffffffff 00100000 00  00"
        "01  01  01 00 02 02 63",
        id="fetch-request-v12-tagged-cluster-id",
    ),
    pytest.param(
        FetchResponse(
            responses=[
                FetchResponse.FetchableTopicResponse(
                    topic="t",
                    partitions=[
                        FetchResponse.PartitionData(
                            partition_index=0,
                            high_watermark=9,
                            last_stable_offset=9,
                            aborted_transactions=[FetchResponse.AbortedTransaction(producer_id=4, first_offset=3)],
                            records=RECORDS,
                        ),
                        FetchResponse.PartitionData(
                            partition_index=1, error_code=1, high_watermark=-1, aborted_transactions=None, records=b""
                        ),
                    ],
                )
            ]
        ),
        4,
        "00000000  00000001  0001 74  00000002"
        "00000000 0000 0000000000000009 0000000000000009  00000001 0000000000000004 0000000000000003  0000003d"
        + RECORDS.hex()
        + "00000001 0001 ffffffffffffffff ffffffffffffffff  ffffffff  00000000",
        id="fetch-response-v4",
    ),
    pytest.param(
        LeaderAndIsrRequest(
            controller_id=1,
            controller_epoch=2,
            ungrouped_partition_states=[
                LeaderAndIsrRequest.LeaderAndIsrPartitionState(
                    topic_name="t",
                    partition_index=0,
                    controller_epoch=2,
                    leader=1,
                    leader_epoch=0,
                    isr=[1],
                    partition_epoch=0,
                    replicas=[1, 2],
                    is_new=True,
                )
            ],
            live_leaders=[LeaderAndIsrRequest.LeaderAndIsrLiveLeader(broker_id=1, host_name="h", port=9092)],
        ),
        1,
        "00000001 00000002  00000001  0001 74 00000000 00000002 00000001 00000000  00000001 00000001  00000000"
        "00000002 00000001 00000002  01   00000001 00000001 0001 68 00002384",
        id="leader-and-isr-request-v1",
    ),
    pytest.param(
        StopReplicaRequest(
            controller_id=1,
            controller_epoch=2,
            broker_epoch=77,
            topic_states=[
                StopReplicaRequest.StopReplicaTopicState(
                    topic_name="t",
                    partition_states=[
                        StopReplicaRequest.StopReplicaPartitionState(
                            partition_index=3, leader_epoch=4, delete_partition=True
                        )
                    ],
                )
            ],
        ),
        3,
        "00000001 00000002 000000000000004d  02  02 74  02 00000003 00000004 01 00  00  00",
        id="stop-replica-request-v3",
    ),
    pytest.param(ControlledShutdownRequest(broker_id=3), 0, "00000003", id="controlled-shutdown-request-v0"),
    pytest.param(
        CreateTopicsResponse(
            topics=[CreateTopicsResponse.CreatableTopicResult(name="t", configs=None, topic_config_error_code=29)]
        ),
        5,
        "00000000  02  02 74 0000 01 ffffffff ffff 00  01 00 02 001d  00",
        id="create-topics-response-v5-null-configs-and-tag",
    ),
    pytest.param(
        DescribeClientQuotasResponse(
            error_message=None,
            entries=[
                DescribeClientQuotasResponse.EntryData(
                    entity=[DescribeClientQuotasResponse.EntityData(entity_type="user", entity_name=None)],
                    values=[DescribeClientQuotasResponse.ValueData(key="r", value=1.5)],
                )
            ],
        ),
        0,
        "00000000 0000 ffff  00000001  00000001 0004 75736572 ffff  00000001 0001 72 3ff8000000000000",
        id="describe-client-quotas-response-v0-float",
    ),
]


@pytest.mark.parametrize(("message", "version", "spelt"), VECTORS)
class TestVector:
    def test_encodes(self, message, version, spelt):
        assert encode_message(message, version).hex() == spelt.replace(" ", "")

    def test_decodes_whole(self, message, version, spelt):
        assert decode_message(type(message), version, bytes.fromhex(spelt)) == message

    def test_decodes_behind_a_header(self, message, version, spelt):
        assert decode_message(type(message), version, b"header" + bytes.fromhex(spelt), 6) == message

    def test_every_truncation_is_a_decode_error(self, message, version, spelt):
        data = bytes.fromhex(spelt)
        for end in range(len(data)):
            with pytest.raises(DecodeError):
                decode_message(type(message), version, data[:end])

    def test_trailing_data_is_a_decode_error(self, message, version, spelt):
        with pytest.raises(DecodeError, match="1 bytes behind its end"):
            decode_message(type(message), version, bytes.fromhex(spelt) + b"\x00")

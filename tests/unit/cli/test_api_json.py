"""`kavka request` between JSON and the wire: every API in every version, and mistakes in a sentence."""

from __future__ import annotations

import base64

import pytest

from kavka.cli.api_fields import Described, apis, fields_of, find_api, part_of
from kavka.cli.api_json import BadJson, error_codes, message_object, read_message
from kavka.cli.cli_error import CliError
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.messages import (
    CreateTopicsRequest,
    FetchRequest,
    MetadataRequest,
    MetadataResponse,
    ProduceRequest,
    SaslAuthenticateRequest,
    StreamsGroupHeartbeatRequest,
)
from kavka.protocol.records.batch import iter_records


def filled(part, version, number=1):
    """A JSON object with a value of its own in every field that a version has."""
    shown = {}
    for field in fields_of(part).values():
        if field.is_in(version):
            number += 1
            one = {
                "bool": True,
                "string": f"text {number} ü",
                "float64": number + 0.5,
                "uuid": f"00000000-0000-0000-0000-{number:012}",
                "bytes": {"base64": base64.b64encode(bytes(range(number, number + 5))).decode()},
                "records": {"base64": base64.b64encode(bytes(range(number, number + 5))).decode()},
            }.get(field.kind, number)
            if field.is_struct:
                one = filled(part_of(part, field), version, number)
            shown[field.name] = [one, one] if field.is_list else one
    return shown


@pytest.mark.parametrize("api", apis(), ids=lambda api: api.name)
def test_everything_survives_the_way_to_the_wire_and_back(api):
    for part in (api.request, api.response):
        for version in range(part.MIN_VERSION, part.MAX_VERSION + 1):
            shown = filled(part, version)
            wire = encode_message(read_message(part, shown, version), version)
            assert message_object(decode_message(part, version, wire), version) == shown


@pytest.mark.parametrize("api", apis(), ids=lambda api: api.name)
def test_the_example_of_each_version_is_a_request(api):
    low, high = api.versions
    for version in range(low, high + 1):
        example = Described(api, version).example(version)
        encode_message(read_message(api.request, example, version), version)


def test_names_are_read_in_kafkas_spelling_too():
    request = read_message(CreateTopicsRequest, {"timeoutMs": 5, "topics": [{"name": "t", "numPartitions": 3}]}, 5)
    assert (request.timeout_ms, request.topics[0].num_partitions) == (5, 3)


@pytest.mark.parametrize("form", ["é\0", {"text": "é\0"}, {"hex": "c3a900"}, {"base64": "w6kA"}])
def test_bytes_have_several_forms(form):
    assert read_message(SaslAuthenticateRequest, {"auth_bytes": form}, 2).auth_bytes == b"\xc3\xa9\0"


def test_a_uuid_is_read_in_both_of_its_forms():
    plain = "01234567-89ab-cdef-0123-456789abcdef"
    short = base64.urlsafe_b64encode(bytes.fromhex(plain.replace("-", ""))).decode().rstrip("=")
    one, other = (read_message(MetadataRequest, {"topics": [{"topic_id": text}]}, 12) for text in (plain, short))
    assert one.topics[0].topic_id == other.topics[0].topic_id == bytes.fromhex("0123456789abcdef0123456789abcdef")


def test_records_become_a_batch_that_a_broker_can_read():
    records = [{"key": "k", "value": {"hex": "00ff"}, "timestamp": 7, "headers": {"h": "x"}}, {"value": None}]
    request = read_message(ProduceRequest, {"topic_data": [{"name": "t", "partition_data": [{"records": records}]}]}, 7)
    first, second = iter_records(request.topic_data[0].partition_data[0].records)
    assert (first.key, first.value, first.timestamp, first.headers) == (b"k", b"\0\xff", 7, [("h", b"x")])
    assert (second.key, second.value, second.offset) == (None, None, 1)


@pytest.mark.parametrize(
    ("part", "version", "value", "said"),
    [
        (CreateTopicsRequest, 7, [], "a request is an object {…}, not a list"),
        (CreateTopicsRequest, 7, {"topic": []}, "there is no field topic. Did you mean topics?"),
        (CreateTopicsRequest, 7, {"xyz": 1}, "no field xyz. Fields of CreateTopicsRequest: topics,"),
        (CreateTopicsRequest, 0, {"validate_only": True}, "exists from version 1 on, and this is version 0"),
        (FetchRequest, 15, {"replica_id": 1}, "replica_id exists up to version 14, and this is version 15"),
        (CreateTopicsRequest, 7, {"topics": {}}, "topics is a list […], not an object"),
        (CreateTopicsRequest, 7, {"topics": [1]}, "topics[0] is an object {…}, not 1"),
        (CreateTopicsRequest, 7, {"topics": None}, "topics may not be null in version 7"),
        (MetadataRequest, 0, {"topics": None}, "topics may not be null in version 0"),
        (CreateTopicsRequest, 7, {"topics": [{"num_partitions": "3"}]}, "[0].num_partitions is an int32, not '3'"),
        (CreateTopicsRequest, 7, {"topics": [{"num_partitions": True}]}, "num_partitions is an int32, not True"),
        (CreateTopicsRequest, 7, {"topics": [{"replication_factor": 32768}]}, "32768 does not fit an int16"),
        (StreamsGroupHeartbeatRequest, 0, {"user_endpoint": {"port": -1}}, "port: -1 does not fit a uint16"),
        (CreateTopicsRequest, 7, {"topics": [{"name": 5}]}, "topics[0].name is a string, not 5"),
        (CreateTopicsRequest, 7, {"validate_only": 1}, "validate_only is a bool, not 1"),
        (CreateTopicsRequest, 7, {"timeout_ms": 1, "timeoutMs": 2}, "timeoutMs stands there twice"),
        (SaslAuthenticateRequest, 2, {"auth_bytes": {"hex": "x"}}, "auth_bytes: 'x' is no hex"),
        (SaslAuthenticateRequest, 2, {"auth_bytes": {"base64": "x"}}, "auth_bytes: 'x' is no base64"),
        (SaslAuthenticateRequest, 2, {"auth_bytes": {"octal": "7"}}, "auth_bytes is bytes"),
        (MetadataRequest, 12, {"topics": [{"topic_id": "x"}]}, "topics[0].topic_id is a uuid"),
        (
            ProduceRequest,
            7,
            {"topic_data": [{"partition_data": [{"records": [{"kee": "k"}]}]}]},
            "there is no field topic_data[0].partition_data[0].records[0].kee. Fields of a record: key, value",
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_a_sentence_with_the_place(part, version, value, said):
    with pytest.raises(BadJson) as caught:
        read_message(part, value, version)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["CreateTopics", "create-topics", "CREATE_TOPICS", "createtopicsrequest", "19"])
def test_an_api_is_found_in_any_spelling(text):
    assert find_api(text).name == "CreateTopics"


def test_an_api_that_nobody_has_is_met_with_the_one_that_was_meant():
    with pytest.raises(CliError, match=r"no API 'CreatTopic'\. Did you mean CreateTopics\?"):
        find_api("CreatTopic")
    with pytest.raises(CliError, match=r"no API '99'\. All of them: kavka request list"):
        find_api("99")


def test_the_errors_of_a_response_are_found_wherever_they_are():
    topic = MetadataResponse.MetadataResponseTopic(error_code=3, name="t")
    shown = message_object(MetadataResponse(topics=[topic, MetadataResponse.MetadataResponseTopic()]), 12)
    assert list(error_codes(shown)) == [("topics[0].error_code", 3)]

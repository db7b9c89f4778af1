"""Options: Spark's names, case ignored; what is wrong says what is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from kavka.common.types import TopicPartition
from kavka.pipeline.failures import OptionError
from kavka.pipeline.source import setting_names
from kavka.pipeline.source.options import BoundKind, columns_of, parse_read, parse_write

BASE = {"kafka.bootstrap.servers": "localhost:9092", "subscribe": "orders"}
SINK = {"kafka.bootstrap.servers": "localhost:9092", "topic": "orders"}


def read(is_stream=False, **options):
    return parse_read(BASE | options, is_stream=is_stream)


def test_defaults_are_sparks():
    batch, stream = read(), read(is_stream=True)
    assert batch.start.kind is BoundKind.EARLIEST
    assert batch.end.kind is BoundKind.LATEST
    assert stream.start.kind is BoundKind.LATEST
    assert batch.fail_on_data_loss
    assert batch.columns == ("key", "value", "topic", "partition", "offset", "timestamp", "timestampType")
    assert stream.trigger_delay_ms_max == 15 * 60_000


def test_names_ignore_case_and_spark_s_own_pass():
    options = parse_read(
        {
            "KAFKA.BOOTSTRAP.SERVERS": "a:1",
            "Subscribe": " b , a ",
            "STARTINGOFFSETS": "Earliest",
            "kafkaConsumer.pollTimeoutMs": "512",
            "checkpointLocation": "/c",
        },
        is_stream=True,
    )
    assert options.subscription.topics == ("a", "b")
    assert options.client == {"bootstrap.servers": "a:1"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"startingOfsets": "earliest"}, "did you mean startingOffsets?"),
        ({"kafka.isolation.levle": "x"}, "did you mean kafka.isolation.level?"),
        ({"isolation.level": "read_committed"}, "did you mean kafka.isolation.level?"),
        ({"kafka.auto.offset.reset": "earliest"}, "use startingOffsets"),
        ({"kafka.enable.auto.commit": "true"}, "kavka.commit.group"),
        ({"kafka.value.deserializer": "x"}, "CAST(value AS STRING)"),
        ({"topic": "t"}, "topic has no meaning here: it is for writing"),
        ({"maxOffsetsPerTrigger": "5"}, "it is for reading streams"),
        ({"assign": '{"a":[0]}'}, "exactly one of"),
        ({"failOnDataLoss": "yes"}, "failOnDataLoss is true or false"),
        ({"minPartitions": "0"}, "a whole number from 1"),
        ({"startingOffsets": "latest"}, "cannot be latest in a batch"),
        ({"startingOffsets": '{"a":{"0":-1}}'}, "cannot be latest in a batch"),
        ({"startingOffsets": '{"a":{"0":-3}}'}, "-2 is earliest"),
        ({"startingOffsets": '{"a":5}'}, "expected JSON such as"),
        ({"startingOffsets": "soon"}, "expected JSON such as"),
        ({"endingOffsets": "earliest"}, "nothing to read"),
        ({"endingOffsets": '{"a":{"0":-2}}'}, "nothing to read"),
        ({"startingOffsetsByTimestamp": '{"a":{"0":-5}}'}, "a timestamp is not negative"),
        ({"startingOffsetsByTimestamp": '{"a":{"0":true}}'}, "expected JSON such as"),
        ({"columns": "value,ofset"}, "there is no 'ofset'"),
        ({"columns": "value,Value"}, "value is there twice"),
        ({"kafka.isolation.level": "committed"}, "read_uncommitted or read_committed"),
        ({"startingOffsetsByTimestampStrategy": "guess"}, "error or latest"),
        ({"kafka.bootstrap.servers": " "}, "host:port of any broker"),
        ({"kafka.request.timeout.ms": "soon"}, "kafka.request.timeout.ms"),
        ({"kafka.fetch.max.wait.ms": "soon"}, "kafka.fetch.max.wait.ms is a whole number"),
    ],
)
def test_what_is_wrong_with_a_batch(options, said):
    with pytest.raises(OptionError) as caught:
        read(**options)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"endingOffsets": "latest"}, "it is for reading batches"),
        ({"maxTriggerDelay": "soon"}, "a duration such as"),
        ({"minOffsetsPerTrigger": "9", "maxOffsetsPerTrigger": "8"}, "more than maxOffsetsPerTrigger"),
    ],
)
def test_what_is_wrong_with_a_stream(options, said):
    with pytest.raises(OptionError) as caught:
        read(is_stream=True, **options)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["500ms", "30s", "15m", "2h", "1 h", "1000"])
def test_durations(text):
    expected = {"500ms": 500, "30s": 30_000, "15m": 900_000, "2h": 7_200_000, "1 h": 3_600_000, "1000": 1000}[text]
    assert read(is_stream=True, maxTriggerDelay=text).trigger_delay_ms_max == expected


def test_a_timestamp_is_asked_before_timestamps_and_offsets():
    everything = {
        "startingTimestamp": "5",
        "startingOffsetsByTimestamp": '{"orders":{"0":7}}',
        "startingOffsets": '{"orders":{"0":9}}',
    }
    assert read(**everything).start.kind is BoundKind.TIMESTAMP
    del everything["startingTimestamp"]
    assert read(**everything).start.positions == {TopicPartition("orders", 0): 7}


def test_subscriptions():
    client = {"kafka.bootstrap.servers": "a:1"}
    assigned = parse_read(client | {"assign": '{"b":[1,0],"a":[2]}'}, is_stream=False).subscription.assigned
    assert assigned == (TopicPartition("a", 2), TopicPartition("b", 0), TopicPartition("b", 1))
    assert parse_read(client | {"subscribePattern": "a.*"}, is_stream=False).subscription.pattern == "a.*"
    with pytest.raises(OptionError, match="no regular expression"):
        parse_read(client | {"subscribePattern": "("}, is_stream=False)
    with pytest.raises(OptionError, match="at least one partition"):
        parse_read(client | {"assign": "{}"}, is_stream=False)


def test_columns_before_it_is_known_what_is_read():
    assert columns_of(BASE | {"columns": "offset,VALUE", "includeHeaders": "true"}) == ("offset", "value", "headers")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"kafka.acks": "1"}, "kafka.acks is all"),
        ({"subscribe": "x"}, "subscribe has no meaning here: it is for reading"),
        ({"kavka.job.id": "x"}, "it is for writing"),
        ({"kafka.transactional.id": "x"}, "kavka.transactional.id.prefix"),
        ({"kavka.delivery": "twice"}, "exactly-once or at-least-once"),
        ({"kavka.missing.marker": "no"}, "fail or ignore"),
    ],
)
def test_what_is_wrong_with_a_stream_s_sink(options, said):
    with pytest.raises(OptionError) as caught:
        parse_write(SINK | options, is_stream=True)
    assert said in str(caught.value)


def test_markers_need_a_topic_where_rows_say_theirs():
    with pytest.raises(OptionError, match=r"kavka\.marker\.topic is missing"):
        parse_write({"kafka.bootstrap.servers": "a:1"}, is_stream=True)
    assert (
        parse_write({"kafka.bootstrap.servers": "a:1", "kavka.delivery": "at-least-once"}, is_stream=True).topic == ""
    )
    assert parse_write({"kafka.bootstrap.servers": "a:1"}, is_stream=False).job_id == ""
    with pytest.raises(OptionError, match=r"kavka\.marker\.topic is missing"):
        parse_write({"kafka.bootstrap.servers": "a:1", "kavka.job.id": "j"}, is_stream=False)


def test_the_documents_name_every_option():
    text = (Path(__file__).resolve().parents[3] / "docs" / "pipeline.md").read_text(encoding="utf-8")
    assert not [name for name in setting_names.ALL_OPTIONS if f"`{name}`" not in text]

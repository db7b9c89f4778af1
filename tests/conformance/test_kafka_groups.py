"""Kafka 3.9.1's own consumers and group tool against this broker, and its decoder over this broker's offsets topic."""

from __future__ import annotations

import pytest

from tests.support.kafka import kafka_tools
from tests.support.kafka.verifiable import SECONDS_MAX, VerifiableConsumer
from tests.support.processes.cluster import wait_until

pytestmark = [pytest.mark.conformance]


def groups(tools, broker, *arguments):
    return tools.run(
        kafka_tools.CONSUMER_GROUPS, "--bootstrap-server", broker.bootstrap, "--timeout", "60000", *arguments
    )


def produce(tools, broker, topic, count):
    tools.run(
        kafka_tools.CONSOLE_PRODUCER,
        *("--bootstrap-server", broker.bootstrap, "--topic", topic),
        stdin="".join(f"line {number}\n" for number in range(count)),
    )


def test_verifiable_consumers_share_a_topic_and_the_group_tool_sees_it(tools, broker, tmp_path):
    topic, group = "verified", "verifiers"
    tools.run(
        kafka_tools.TOPICS,
        *("--bootstrap-server", broker.bootstrap, "--create", "--topic", topic, "--partitions", "4"),
    )
    static = ("--group-instance-id", "static-one")
    members = [
        VerifiableConsumer(tools, broker.bootstrap, topic, group, tmp_path, "--session-timeout", "10000", *options)
        for options in ((), static)
    ]
    try:
        wait_until(
            lambda: (
                all(member.assigned for member in members)
                and sorted(p for member in members for p in member.assigned) == [0, 1, 2, 3]
            ),
            "both have a share",
            SECONDS_MAX,
        )
        produce(tools, broker, topic, 200)
        wait_until(
            lambda: sum(e["count"] for m in members for e in m.events("records_consumed")) == 200, "reads", SECONDS_MAX
        )
        wait_until(lambda: any(True in member.committed for member in members), "commits", SECONDS_MAX)
        assert not any(False in member.committed for member in members)
        assert group in groups(tools, broker, "--list").split()
        described = groups(tools, broker, "--describe", "--group", group)
        rows = [line.split() for line in described.splitlines() if line.startswith(group)]
        assert sorted(int(row[2]) for row in rows) == [0, 1, 2, 3]
        assert sum(int(row[3]) for row in rows if row[3] != "-") == 200
        assert "static-one" in groups(tools, broker, "--describe", "--group", group, "--members", "--verbose")
        assert "Stable" in groups(tools, broker, "--describe", "--group", group, "--state")
        members[0].stop(is_kill=True)
        wait_until(lambda: members[1].assigned == [0, 1, 2, 3], "the killed one's share moves", SECONDS_MAX)
    finally:
        for member in members:
            member.stop()


def test_the_group_tool_resets_deletes_offsets_and_groups(tools, broker):
    topic, group = "reset", "resetters"
    produce(tools, broker, topic, 10)
    reset = ("--reset-offsets", "--group", group, "--topic", topic, "--execute")
    assert group in groups(tools, broker, *reset, "--to-latest")
    assert " 10 " in groups(tools, broker, "--describe", "--group", group)
    groups(tools, broker, *reset, "--shift-by", "-3")
    assert " 7 " in groups(tools, broker, "--describe", "--group", group)
    assert "Empty" in groups(tools, broker, "--list", "--state", "Empty")
    groups(tools, broker, "--reset-offsets", "--group", "kept", "--topic", topic, "--to-earliest", "--execute")
    assert "Successful" in groups(tools, broker, "--delete-offsets", "--group", group, "--topic", topic)
    assert group not in groups(tools, broker, "--list").split()
    assert "successful" in groups(tools, broker, "--delete", "--group", "kept")
    assert "kept" not in groups(tools, broker, "--list").split()


def test_kafkas_decoder_reads_the_offsets_topic(tools, broker, tmp_path):
    topic, group = "decoded", "decoders"
    produce(tools, broker, topic, 5)
    read = tools.run(
        kafka_tools.CONSOLE_CONSUMER,
        *("--bootstrap-server", broker.bootstrap, "--topic", topic, "--group", group, "--from-beginning"),
        *("--max-messages", "5", "--timeout-ms", "30000"),
    )
    assert len(read.splitlines()) == 5
    groups(tools, broker, "--reset-offsets", "--group", "gone", "--topic", topic, "--to-earliest", "--execute")
    groups(tools, broker, "--delete", "--group", "gone")
    printed = ""
    for segment in sorted((broker.data_dir / "broker-0").glob("__consumer_offsets-*/*.log")):
        printed += tools.run(kafka_tools.DUMP_LOG, "--offsets-decoder", "--files", str(segment))
    assert f'"group":"{group}","topic":"{topic}","partition":0' in printed
    assert '"offset":5' in printed
    assert f'{{"type":"2","data":{{"group":"{group}"}}}}' in printed
    assert '"protocolType":"consumer"' in printed
    assert "gone" in printed
    assert "Could not" not in printed
    consumed = tools.run(
        kafka_tools.CONSOLE_CONSUMER,
        *("--bootstrap-server", broker.bootstrap, "--topic", "__consumer_offsets", "--from-beginning"),
        *("--timeout-ms", "15000", "--formatter", "org.apache.kafka.tools.consumer.GroupMetadataMessageFormatter"),
    )
    assert f'"group":"{group}"' in consumed

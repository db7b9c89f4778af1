"""Clients in Go and JavaScript against three brokers: franz-go with its own tests, Sarama, kafkajs."""

from __future__ import annotations

import asyncio
import re

import pytest

from kavka.local.cluster import LocalCluster
from tests.support.kafka.other_languages import KAFKAJS_PROBE, Node, require, run
from tests.support.processes.cluster import skip_or_fail

pytestmark = [pytest.mark.conformance]

FRANZ_GO = "github.com/twmb/franz-go/pkg/kgo"
FRANZ_RECORDS = 30_000
"""Of their 500,000; the producer's transactions have 10,000."""

BOTH_PROTOCOLS = [
    "cooperative-sticky",
    "cooperative-sticky/static",
    "range",
    "range/848",
    "sticky/848",
    "sticky/848/static",
]
"""Their groups by assignor; those with a number are of the consumer protocol (KIP-848)."""

CHAIN_SECONDS_MAX = 240
CHAIN_CONFIG = {"zookeeper.session.timeout.ms": "6000"}


@pytest.fixture(scope="module")
def node():
    try:
        require("node", "npm")
    except LookupError as missing:
        skip_or_fail(str(missing))
    return Node.fetch()


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("TestTxnEtl", {}),
        ("TestTxnEtl", {"KGO_TEST_UNSAFE": "1"}),
        ("TestGroupETL", {}),
        ("TestGroupETL", {"KGO_TEST_CHAOS": "1"}),
    ],
    ids=["transactions", "transactions-begun-before-the-last-has-ended", "groups", "groups-over-dying-connections"],
)
def test_the_chains_of_franz_gos_own_tests(go, three_brokers, name, variant):
    settings = {
        "KGO_SEEDS": three_brokers.bootstrap,
        "KGO_TEST_RECORDS": str(FRANZ_RECORDS),
        "KGO_TEST_MAX_TOPIC_PARTS": "7",
        "KGO_LOG_LEVEL": "none",
    }
    said = go.test(FRANZ_GO, f"^{name}$", settings | variant)
    passed = re.findall(rf"--- PASS: {name}/(\S+)", said)
    assert sorted(passed) == BOTH_PROTOCOLS, said[-4000:]
    assert "stale commit" not in said, "it checks nothing more after a commit that a broker with KIP-1251 takes"


def test_franz_gos_own_tests_of_consumers_and_producers(go, three_brokers):
    """Each was once an issue of theirs; the names of those that speak to a broker."""
    names = r"^Test(Issue\d+|PauseIssue\w+|GroupSimple|ConsumeRegex|AddRemovePartitions|DirectPartitionPurge|Pooling)$"
    said = go.test(FRANZ_GO, names, {"KGO_SEEDS": three_brokers.bootstrap, "KGO_LOG_LEVEL": "none"})
    assert len(re.findall(r"^--- PASS", said, re.MULTILINE)) >= 15, said[-4000:]


async def test_a_chain_of_franz_gos_transactions_through_bounced_brokers(go):
    """Kafka's transactions_test in another client: each broker is killed or stopped while numbers go through."""
    program = await asyncio.to_thread(go.build, "franzprobe")
    async with LocalCluster(3, config=CHAIN_CONFIG) as cluster:
        process = await asyncio.create_subprocess_exec(
            *(str(program), cluster.bootstrap, "chain"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(CHAIN_SECONDS_MAX):
                assert await process.stdout.readline() == b"flows\n"
                for victim, end in enumerate((cluster.kill, cluster.stop_broker, cluster.kill)):
                    await end(victim)
                    await cluster.restart(victim)
                process.stdin.close()
                out, errors = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        told = errors.decode()[-8000:]
    assert process.returncode == 0, told
    lines = out.decode().splitlines()
    assert lines[0] == "wrong 0", (lines, told)
    print(lines[1])


def test_sarama(go, three_brokers):
    said = run([str(go.build("saramaprobe")), three_brokers.bootstrap, "sarama"])
    assert said.splitlines() == [
        "brokers 3",
        "produced 1000",
        "shared and read 1000",
        "resumed with 10",
        "committed map[committed:10 last:10]",
        "listed true",
        "state Empty",
        "offsets 1010",
        "deleted offset -1",
        "listed false",
    ]


def test_kafkajs(node, three_brokers):
    said = node.run(KAFKAJS_PROBE, three_brokers.bootstrap, "kafkajs")
    assert said.splitlines() == [
        "brokers 3",
        "produced 0:0 1:0 2:0 3:0",
        "produced 0:50 1:50 2:50 3:50",
        "resumed with 10 later true",
        "zombie INVALID_PRODUCER_EPOCH",
        "committed committed last",
        "uncommitted aborted committed last zombie",
        "listed true Empty",
        "offsets 410",
        "reset 0",
        "ends 410",
        "listed false",
    ]

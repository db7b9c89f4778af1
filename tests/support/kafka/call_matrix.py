"""What each call of Kafka's newest Java client came to: tests/conformance/CallMatrix.java run, and the page of it.

The page, docs/reference/java-calls.md, is the table that the test compares with; UPDATE=1 writes it anew. An outcome is
"worked", with what the call was told behind a colon, or the class of an exception and its first line.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from kavka.client.cluster import Cluster
from kavka.client.groups import link_to
from kavka.protocol.messages import StreamsGroupHeartbeatRequest
from tests.support.kafka.kafka_tools import KafkaTools

PROGRAM = Path(__file__).parents[2] / "conformance" / "CallMatrix.java"
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "java-calls.md"
UNCALLED = "not called of "
HANGS = "HANGS"
STREAMS_GROUP = "streaming"
"""The program's name of it."""
SECONDS_MAX = 400
"""For all calls; they take 25 s where nothing else runs."""
HEAD = """# What the Java client can do here

Every method of Admin, Producer, Consumer and ShareConsumer of Kafka's Java client 4.4, called on a cluster of kavka
with `inter.broker.protocol.version=3.9`, and what came of it. "worked" may be followed by what the call was told;
anything else is the exception that the caller gets, and its message. No call hangs. Delegation tokens need a login,
which this cluster does not have; what belongs to KRaft alone is refused, as by every Kafka with ZooKeeper.

With `kavka.later.apis.enable=false` each call ends as with Apache Kafka 3.9.1: what Kafka 4 brought is refused, in
the same words where they are the client's own.

Written by `UPDATE=1 pytest tests/conformance/test_call_matrix.py`; do not edit.

| call | outcome |
|---|---|
"""
_ROW = re.compile(r"^\| `(.+?)` \| (.+) \|$", re.M)


def streams_group(bootstrap: str) -> None:
    """Makes a streams group without members, for the calls about those: the client alone, without Streams, cannot."""
    asyncio.run(_left_behind(bootstrap))


async def _left_behind(bootstrap: str) -> None:
    topology = StreamsGroupHeartbeatRequest.Topology(
        epoch=0, subtopologies=[StreamsGroupHeartbeatRequest.Subtopology(subtopology_id="0", source_topics=["calls"])]
    )
    joining = StreamsGroupHeartbeatRequest(
        group_id=STREAMS_GROUP,
        member_id="caller",
        member_epoch=0,
        rebalance_timeout_ms=60_000,
        topology=topology,
        active_tasks=[],
        standby_tasks=[],
        warmup_tasks=[],
        process_id="caller",
        client_tags=[],
    )
    leaving = StreamsGroupHeartbeatRequest(group_id=STREAMS_GROUP, member_id="caller", member_epoch=-1)
    async with Cluster(bootstrap, client_id="caller") as cluster:
        link = link_to(cluster, STREAMS_GROUP)

        async def said(request: StreamsGroupHeartbeatRequest) -> None:
            response = await link.ask(request, version=1)
            link.core.check(response.error_code, f"streams group {STREAMS_GROUP!r}")

        for request in (joining, leaving):
            await cluster.retry(partial(said, request), what="make a streams group")


def called(client: KafkaTools, bootstrap: str) -> dict[str, str]:
    """Calls everything once; returns each call's outcome, in the order of the calls."""
    lines = client.run(str(PROGRAM), bootstrap, seconds_max=SECONDS_MAX).splitlines()
    return dict(line.rstrip().split("\t", 1) for line in lines)


def calls_of(outcomes: Mapping[str, str]) -> dict[str, str]:
    """Returns the outcomes without the lists of methods that nobody called."""
    return {name: outcome for name, outcome in outcomes.items() if not name.startswith(UNCALLED)}


def uncalled(outcomes: Mapping[str, str]) -> dict[str, str]:
    """Returns the methods that the program does not call, by interface; no interface where there are none."""
    return {name: left for name, left in outcomes.items() if name.startswith(UNCALLED) and left != "[]"}


def kind(outcome: str) -> str:
    """Returns "worked: …" whole, and of an exception its class: what two brokers must agree on."""
    return outcome if outcome.startswith("worked") else outcome.partition(":")[0]


def page(outcomes: Mapping[str, str]) -> str:
    """Returns the page that says these outcomes."""
    return HEAD + "".join(f"| `{name}` | {outcome} |\n" for name, outcome in outcomes.items())


def told(text: str) -> dict[str, str]:
    """Returns the outcomes that a page says."""
    return dict(_ROW.findall(text))

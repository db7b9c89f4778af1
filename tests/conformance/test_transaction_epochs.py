"""The transactional producer of Kafka's newest Java client, with an epoch for each transaction (KIP-890)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.kafka import kafka_tools
from tests.support.processes.cluster import KavkaProcess

pytestmark = [pytest.mark.conformance]

PROBE = Path(__file__).with_name("EpochProbe.java")


@pytest.fixture
def kavka(tmp_path):
    """Three brokers beside profile 3.9, one partition of __transaction_state."""
    config = {"inter.broker.protocol.version": "3.9", "transaction.state.log.num.partitions": "1"}
    process = KavkaProcess(tmp_path / "data", brokers=3, config=config)
    process.start()
    yield process
    assert process.stop() == 0, process.log()


def test_each_transaction_has_an_epoch_where_the_feature_is_finalized(kavka, newest_client, tools, tmp_path):
    said = newest_client.run(str(PROBE), kavka.bootstrap, "t").splitlines()
    assert said == [
        "supported 0-2",
        "finalized 2",
        "first epochs [0, 1, 2, 3, 4, 5]",
        "first offset 5",
        "old producer fenced",
        "open transactions 0",
        "finalized 1",
        "second epochs [0, 0, 0, 0, 0, 0]",
        "second offset 5",
        "finalized 2",
        "third epochs [0, 1, 2, 3, 4, 5]",
        "third offset 5",
        "read 25 kept, 0 dropped",
    ]
    [path] = (tmp_path / "data").glob("broker-1/**/__transaction_state-0/*.log")
    lines = tools.run(kafka_tools.DUMP_LOG, "--transaction-log-decoder", "--files", str(path)).splitlines()
    ends = re.findall(r"transactionalId=first.*?producerEpoch:(\d+),state=Complete(\w+)", "\n".join(lines))
    assert ends[:6] == [(str(epoch), "Abort" if epoch % 3 == 0 else "Commit") for epoch in range(1, 7)]

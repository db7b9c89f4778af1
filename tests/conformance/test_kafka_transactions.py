"""Kafka's own kafka-transactions, its decoder of __transaction_state, and its decoder of what partitions hold."""

from __future__ import annotations

import re

import pytest

from tests.support.clients.transacting import END, ConfluentTransactor, confluent_values
from tests.support.kafka import kafka_tools
from tests.support.processes.cluster import KavkaProcess

pytestmark = [pytest.mark.conformance]


@pytest.fixture
def kavka(tmp_path):
    """One broker, two partitions of __transaction_state."""
    process = KavkaProcess(tmp_path / "data", config={"transaction.state.log.num.partitions": "2"})
    process.start()
    yield process
    assert process.stop() == 0, process.log()


@pytest.fixture
def ask(tools, kavka):
    """`kafka-transactions` with these arguments."""

    def run(*arguments):
        return tools.run(kafka_tools.TRANSACTIONS, "--bootstrap-server", kavka.bootstrap, *arguments)

    return run


def test_kafka_transactions_lists_describes_and_aborts(kavka, ask):
    committed, hanging = (ConfluentTransactor(kavka.bootstrap, name) for name in ("committed", "hanging"))
    for producer in (committed, hanging):
        producer.begin()
        producer.send("t", b"record")
    committed.commit()
    listed = ask("list")
    assert re.search(r"committed\s+0\s+\d+\s+CompleteCommit", listed), listed
    assert re.search(r"hanging\s+0\s+\d+\s+Ongoing", listed), listed
    described = ask("describe", "--transactional-id", "hanging")
    assert re.search(r"hanging\s+\d+\s+0\s+Ongoing\s+60000\s+\d+\s+\d+\s+t-0", described), described
    producers = ask("describe-producers", "--topic", "t", "--partition", "0")
    assert len(re.findall(r"^\d+\s", producers, re.MULTILINE)) == 2, producers
    start = re.search(r"^\d+\s+0\s+-1\s+\d+\s+\d+\s+(\d+)\s*$", producers, re.MULTILINE)
    assert start is not None, producers
    ask("abort", "--topic", "t", "--partition", "0", "--start-offset", start[1])
    assert "None" in ask("describe-producers", "--topic", "t", "--partition", "0")
    committed.begin()
    committed.send("t", END)
    committed.commit()
    assert confluent_values(kavka.bootstrap, "t", "read_committed") == [b"record"]
    committed.close()
    hanging.close()


def test_kafkas_decoders_read_what_was_written(kavka, tools, tmp_path):
    producer = ConfluentTransactor(kavka.bootstrap, "decoded")
    for end in (producer.commit, producer.abort):
        producer.begin()
        producer.send("t", b"record")
        end()
    producer.close()
    logs = {
        name: [
            line
            for path in sorted((tmp_path / "data").glob(f"broker-0/**/{name}-*/*.log"))
            for line in tools.run(kafka_tools.DUMP_LOG, *options, "--files", str(path)).splitlines()
        ]
        for name, options in (("__transaction_state", ["--transaction-log-decoder"]), ("t", ["--print-data-log"]))
    }
    states = [match[1] for line in logs["__transaction_state"] if (match := re.search(r"state=(\w+)", line))]
    assert states == [
        *("Empty", "Ongoing", "PrepareCommit", "CompleteCommit"),
        *("Ongoing", "PrepareAbort", "CompleteAbort"),
    ], logs["__transaction_state"]
    assert all("transactionalId=decoded" in line for line in logs["__transaction_state"] if "state=" in line)
    markers = [match[1] for line in logs["t"] if (match := re.search(r"endTxnMarker: (\w+)", line))]
    assert markers == ["COMMIT", "ABORT"], logs["t"]

"""`kavka txn` against a broker: what is listed, what an abort ends, and whom it shuts out."""

from __future__ import annotations

import json

import pytest

from kavka.cli.exit_codes import ExitCode
from kavka.cli.main import cli, run
from tests.support.clients.transacting import END, ConfluentTransactor, Fenced, confluent_values

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


def kavka(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(cli, list(arguments)) == ExitCode.OK
    return capsys.readouterr().out


def ended(bootstrap: str, topic: str) -> list[bytes]:
    """What was committed, once something is committed behind it."""
    other = ConfluentTransactor(bootstrap, f"{topic}-other")
    other.begin()
    other.send(topic, END)
    other.commit()
    other.close()
    return confluent_values(bootstrap, topic, "read_committed")


def test_an_open_transaction_is_shown_and_aborted_by_its_id(
    broker: str, topic: str, capsys: pytest.CaptureFixture[str]
) -> None:
    producer = ConfluentTransactor(broker, topic)
    producer.begin()
    producer.send(topic, b"open")
    listed = json.loads(kavka(capsys, "txn", "list", "-b", broker, "-s", "Ongoing", "-o", "json"))
    assert topic in [row["transactional_id"] for row in listed]
    assert kavka(capsys, "consume", topic, "-b", broker, "-e") == "open\n"
    assert kavka(capsys, "consume", topic, "-b", broker, "-e", "--read-committed") == ""
    [described] = json.loads(kavka(capsys, "txn", "describe", topic, "-b", broker, "-o", "json"))
    assert (described["state"], described["partitions"]) == ("Ongoing", [f"{topic}-0"])
    assert "its producer is fenced" in kavka(capsys, "txn", "abort", topic, "-b", broker)
    with pytest.raises(Fenced):
        producer.commit()
    producer.close()
    assert ended(broker, topic) == []


def test_what_hangs_in_a_partition_is_aborted_there(
    broker: str, topic: str, capsys: pytest.CaptureFixture[str]
) -> None:
    producer = ConfluentTransactor(broker, topic)
    producer.begin()
    producer.send(topic, b"open")
    arguments = ("txn", "abort", "-b", broker, "-t", topic, "-p", "0")
    assert run(cli, [*arguments, "--start-offset", "5"]) == ExitCode.NOT_FOUND
    assert "open ones begin at: 0" in capsys.readouterr().err
    assert "at offset 0" in kavka(capsys, *arguments)
    assert run(cli, list(arguments)) == ExitCode.NOT_FOUND
    producer.close()
    assert ended(broker, topic) == []


def test_ids_that_nobody_uses_are_not_made_by_looking(
    broker: str, topic: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for verb in ("describe", "abort"):
        assert run(cli, ["txn", verb, "nobody", "-b", broker]) == ExitCode.NOT_FOUND
    assert run(cli, ["txn", "abort", "-b", broker]) == ExitCode.USAGE
    assert "nobody" not in kavka(capsys, "txn", "list", "-b", broker)

"""The codec's benchmark runs, and compares what it says it compares."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from benchmarks.codec_messages import cases
from benchmarks.codec_rivals import OURS, codecs
from kavka.protocol.codec import decode_message, encode_message

CASES = cases()
SMALL = [case for case in CASES if "1,000" not in case.name]
LACKING = {
    "LeaderAndIsrRequest": {"kio", "aiokafka", "kafka-python"},  # only brokers send it
    "v9": {"aiokafka"},  # knows no flexible version of these
    "v12": {"aiokafka"},
}


def test_every_message_is_there_once():
    assert len({case.name for case in CASES}) == len(CASES) == 15


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_message_is_one_that_its_version_can_carry(case):
    data = encode_message(case.message, case.version)
    assert decode_message(type(case.message), case.version, data) == case.message


@pytest.mark.slow  # the first one imports everybody
@pytest.mark.filterwarnings(r"ignore:.*Use files\(\) instead:DeprecationWarning")  # kafka-python at import
@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_every_codec_that_has_the_message_takes_part(case):
    lacking = set().union(*(found for word, found in LACKING.items() if word in case.name.replace(",", "").split()))
    present = [codec.name for codec in codecs(case)]  # which asserts that they write the same bytes
    assert present == [name for name in (OURS, "construct", "kio", "aiokafka", "kafka-python") if name not in lacking]


@pytest.mark.slow
def test_it_runs_and_writes_its_rows(tmp_path):
    path = tmp_path / "rows.json"
    command = [sys.executable, "-m", "benchmarks.codec", "--json", str(path)]
    run = subprocess.run(
        [*command, "--rounds", "1", "--slice-ms", "0.1", "--only", "1 partition"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    rows = json.loads(path.read_text())
    assert {row["name"] for row in rows} >= {f"FetchRequest v4, 1 partition: {what}" for what in ("decode", "encode")}
    assert {row["baseline_name"] for row in rows} == {"construct", "kio", "aiokafka", "kafka-python"}
    assert all(row["ours"] > 0 and row["baseline"] > 0 and row["unit"] == "µs" for row in rows)
    for row in rows:
        assert row["ratio"] == pytest.approx(row["baseline"] / row["ours"])
        assert row["name"].partition(":")[0] in run.stdout

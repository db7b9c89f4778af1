"""The benchmark of records runs, reports every case, and lets nobody measure a failure."""

from __future__ import annotations

import json

import pytest

from benchmarks import records as benchmark
from kavka.protocol.records import CorruptRecords
from kavka.protocol.records.compression import Compression


@pytest.mark.slow
def test_every_case_has_a_row_against_everybody(tmp_path, capsys):
    rows_file = tmp_path / "rows.json"
    benchmark.main(["--rounds", "1", "--batches", "1", "--batch-bytes", "300", "--json", str(rows_file)])
    rows = json.loads(rows_file.read_text())
    cases = {
        f"{task} {size}, {codec.name.lower()}"
        for task in ("validate", "iterate", "build")
        for size in ("100 B", "1 kB")
        for codec in Compression
    }
    assert {row["name"] for row in rows} == cases
    others = set(benchmark.contenders()) - {benchmark.OURS}
    assert {"kafka-python", "aiokafka, pure Python"} <= others
    for case in cases:
        assert {row["baseline_name"] for row in rows if row["name"] == case} == others
    assert all(row["ratio"] > 0 for row in rows)
    printed = capsys.readouterr().out
    assert "| validate 100 B, none | MB/s |" in printed


def test_contenders_refuse_what_is_damaged():
    content = [(1, b"key", b"value")]
    for contender in benchmark.contenders().values():
        (batch,) = contender.build([content], Compression.NONE)
        contender.validate([batch])
        contender.iterate([batch])
        with pytest.raises((ValueError, CorruptRecords), match="checksum"):
            contender.validate([batch[:-1] + b"\x01"])

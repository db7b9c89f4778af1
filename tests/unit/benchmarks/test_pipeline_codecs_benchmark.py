"""The benchmark of columns runs, and both sides do the same."""

from __future__ import annotations

import json

import pytest

from benchmarks import pipeline_codecs


def test_both_sides_do_the_same():
    material = pipeline_codecs.make_material(100, 200_000)
    for name, (ours, baseline) in pipeline_codecs.tasks(material).items():
        # Batches are cut at slightly different places, so heads differ in number, records do not.
        assert ours() == pytest.approx(baseline(), rel=0.01 if name == "encode" else 0), name


def test_it_runs_and_writes_its_rows(tmp_path, capsys):
    path = tmp_path / "rows.json"
    pipeline_codecs.main(["--json", str(path), "--rounds", "1", "--chunk-bytes", "100000"])
    rows = json.loads(path.read_text())
    assert len(rows) == 8
    assert all(row["ours"] > 0 and row["baseline"] > 0 for row in rows)
    assert all(row["name"] in capsys.readouterr().out for row in rows[:1])

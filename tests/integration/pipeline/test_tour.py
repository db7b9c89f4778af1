"""`make pipeline` on a few files instead of the standard library: every step, in the session that all tests share."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from kavka.pipeline.demo.tour import run_tour

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

FILES = {"birds/jackdaw.py": "caw = 1\n" * 300, "birds/rook.py": "caw = 2\n" * 100, "loose.py": "pass\n"}


@pytest.fixture
def sources(tmp_path):
    for name, text in FILES.items():
        file = tmp_path / "sources" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "sources"


def test_it_ends_with_a_whole_lake_and_a_report(spark, sources, tmp_path, capsys):
    waited = []
    assert run_tour(lambda: nullcontext(spark), tmp_path, sources, wait=lambda: waited.append(True))
    said = capsys.readouterr().out
    assert waited == [True]
    assert "WRONG" not in said
    assert "birds" in said
    assert " 400 " in said  # the lines of both birds
    assert "election" in said  # a broker was killed, and the topic of events tells of it
    assert "nothing is wrong" in said
    assert (tmp_path / "audit.html").read_text().startswith("<!")
    assert list((tmp_path / "lake").rglob("topic=python-source/*/*.parquet"))
    assert list((tmp_path / "lake").rglob("topic=cluster-events/*/*.parquet"))

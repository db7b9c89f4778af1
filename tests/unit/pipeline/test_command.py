"""kavka-spark without Spark: its help, its mistakes, and what a session would be opened with."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from kavka.pipeline import command, session
from kavka.pipeline.bundle import write_bundle
from kavka.pipeline.failures import MissingRequirement
from kavka.pipeline.jobs.job import client_settings
from kavka.pipeline.progress import ProgressTotals, read_progress
from kavka.pipeline.session import SessionSettings, check_requirements, find_java, is_under_submit, spark_conf


def test_help_names_every_job(capsys):
    pytest.importorskip("pyspark", reason="the jobs' help needs pyspark, which only the default Python's tests install")
    assert command.run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(job in shown for job in command.JOBS)
    for job in command.JOBS:
        assert command.run([job, "--help"]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["archive", "--out", "x"], "say which topics: either --topic T, or --pattern REGEX"),
        (["archive", "-t", "a", "--pattern", "b", "--out", "x"], "say which topics"),
        (["sql", "SELECT 1", "-t", "a"], "say where to: either --to TOPIC or --out DIR"),
        (["sql", "SELECT 1", "-t", "a", "--to", "b"], "--checkpoint DIR is missing"),
        (["archve"], "No such command"),
    ],
)
def test_mistakes_are_one_line(arguments, said, capsys):
    assert command.run(arguments) == 2
    shown = capsys.readouterr().err
    assert said in shown
    assert shown.startswith("kavka-spark: ")
    assert shown.count("\n") == 1


def test_without_java_the_error_says_what_to_install(monkeypatch, capsys, tmp_path):
    pytest.importorskip("pyspark", reason="without pyspark that is what is missing first")
    with pytest.raises(MissingRequirement, match="apt-get install default-jre-headless"):
        find_java({"PATH": str(tmp_path)})
    with pytest.raises(MissingRequirement, match="JAVA_HOME is"):
        find_java({"JAVA_HOME": str(tmp_path), "PATH": "/usr/bin"})
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.delenv(session.GATEWAY, raising=False)
    assert command.run(["archive", "-t", "a", "--out", str(tmp_path)]) == 1
    assert "bin/java" in capsys.readouterr().err


def test_java_home_wins_over_the_path(tmp_path):
    for name in ("home/bin/java", "path/java"):
        java = tmp_path / name
        java.parent.mkdir(parents=True)
        java.write_text("#!/bin/sh\n")
        java.chmod(0o755)
    both = {"JAVA_HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "path")}
    assert find_java(both) == str(tmp_path / "home/bin/java")
    assert find_java({"PATH": both["PATH"]}) == str(tmp_path / "path/java")


def test_without_packages_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setattr(session, "PACKAGES", ("pyspark_that_is_not_there", "pyarrow"))
    with pytest.raises(MissingRequirement, match=r"pip install 'kavka\[spark\]'"):
        check_requirements({})


def test_under_spark_submit_the_master_is_not_ours():
    assert is_under_submit({session.GATEWAY: "1"})
    settings = SessionSettings(app_name="x", conf={"spark.sql.shuffle.partitions": "8"})
    own, submitted = spark_conf(settings, is_submitted=False), spark_conf(settings, is_submitted=True)
    assert own["spark.master"] == "local[2,4]"
    assert "log4j2.properties" in own["spark.driver.extraJavaOptions"]
    assert not {"spark.master", "spark.driver.memory", "spark.driver.extraJavaOptions"} & submitted.keys()
    assert submitted["spark.sql.shuffle.partitions"] == "8"


def test_the_log_settings_are_shipped():
    option = spark_conf(SessionSettings(app_name="x"), is_submitted=False)["spark.driver.extraJavaOptions"]
    assert Path(option.partition("=")[2]).is_file()


def test_client_settings(tmp_path):
    file = tmp_path / "client.properties"
    file.write_text("# who\nsecurity.protocol = SSL\nssl.truststore.location=/a=b\nbootstrap.servers=other:1\n")
    found = client_settings("here:9092", file, ("client.id=me",))
    assert found == {
        "kafka.security.protocol": "SSL",
        "kafka.ssl.truststore.location": "/a=b",
        "kafka.client.id": "me",
        "kafka.bootstrap.servers": "here:9092",
    }


def test_the_bundle_has_what_workers_import_and_is_the_same_twice(tmp_path):
    first, second = write_bundle(tmp_path / "a.zip"), write_bundle(tmp_path / "b.zip")
    assert first.read_bytes() == second.read_bytes()
    names = set(zipfile.ZipFile(first).namelist())
    assert {"kavka/pipeline/command.py", "kavka/protocol/errors.py", "kavka/timer/clock.py"} <= names
    assert {name.split("/")[0] for name in names} == {"kavka", "pyspark_kavka"}
    assert not [name for name in names if "__pycache__" in name or name.startswith("/")]


# ---------------------------------------------------------------- progress

FIRST = {
    "batchId": 0,
    "batchDuration": 500,
    "sources": [
        {
            "startOffset": "null",
            "endOffset": '{"@from": {"t": {"0": 10}}, "@cut": [4, null], "t": {"0": 30}}',
            "latestOffset": '{"t": {"0": 100}}',
        }
    ],
}
SECOND = {
    "batchId": 1,
    "batchDuration": 1000,
    "sources": [{"startOffset": {"t": {"0": 30}}, "endOffset": {"t": {"0": 100}}, "latestOffset": None}],
}
FOREIGN = {"batchId": 3, "batchDuration": 1, "sources": [{"startOffset": "5", "endOffset": "9", "latestOffset": None}]}


def test_progress_counts_offsets():
    assert read_progress(FIRST)[1:] == (20, 500, 70)
    assert read_progress(SECOND)[1:] == (70, 1000, 0)
    assert read_progress(FOREIGN).records == 0


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_a_line_for_each_batch():
    terminal, pipe = Terminal(), io.StringIO()
    shown, silent = ProgressTotals("archive", terminal), ProgressTotals("archive", pipe)
    for totals in (shown, silent):
        for progress in (FIRST, SECOND, FOREIGN):
            totals.add(progress)
        totals.end()
        assert (totals.records, totals.batches) == (90, 2)
    assert "archive: batch 1 · 70 records · 70/s · lag 0 · 90 in all" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
    assert pipe.getvalue() == ""

"""`kavka doctor` as typed: on a fresh machine, a broken configuration, beside others' ports, on a running cluster."""

from __future__ import annotations

import asyncio
import json
import socket

import pytest

from kavka import LocalCluster
from kavka.build_info import build_info
from kavka.cli.main import cli, run


@pytest.fixture
def doctor(capsys, monkeypatch):
    """Runs it; (exit code, findings)."""
    monkeypatch.delenv("JAVA_HOME", raising=False)

    def examine(*words):
        code = run(cli, ["doctor", *map(str, words), "-o", "json"])
        out, err = capsys.readouterr()
        assert err == ""
        return code, json.loads(out)

    return examine


def of(findings, check):
    """What one check found: (level, what)."""
    return [(one["level"], one["what"]) for one in findings if one["check"] == check]


def properties(tmp_path, *lines):
    """A server.properties."""
    file = tmp_path / "server.properties"
    file.write_text("\n".join(lines) + "\n")
    return file


def test_a_machine_on_which_nothing_runs(doctor, tmp_path):
    _, findings = doctor("--data-dir", tmp_path / "none yet")
    assert {one["check"] for one in findings} == {
        "python", "config", "ports", "advertised", "disk", "limits", "clock", "java", "spark"
    }  # fmt: skip
    assert of(findings, "python")[0][0] == ("ok" if build_info().is_optimized else "warning")
    assert not list(tmp_path.iterdir()), "it leaves nothing behind"


def test_a_port_that_somebody_else_has(doctor, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        file = properties(
            tmp_path, f"listeners=PLAINTEXT://127.0.0.1:{port}", f"log.dirs={tmp_path}", "zookeeper.connect=127.0.0.1:1"
        )
        code, findings = doctor(file, "--data-dir", tmp_path / "other")
    assert code == 1
    [(level, what)] = of(findings, "ports")
    assert (level, f"PLAINTEXT://127.0.0.1:{port} is taken by process" in what) == ("wrong", True)
    [(level, what)] = of(findings, "zookeeper")
    assert (level, "127.0.0.1:1 does not answer" in what) == ("wrong", True)


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        (["num.partitons=3", "zookeeper.connect=h:1"], "num.partitons"),
        (["listeners=nonsense", "zookeeper.connect=h:1"], "listeners"),
        (["x=\\u12"], ""),
    ],
)
def test_a_configuration_that_no_broker_takes(doctor, tmp_path, lines, word):
    code, findings = doctor(properties(tmp_path, *lines), "--data-dir", tmp_path / "none")
    [(level, what)] = of(findings, "config")
    assert (code, level, word in what) == (1, "wrong", True)


def test_files_that_are_none(doctor, tmp_path):
    code, findings = doctor(tmp_path / "missing", "--data-dir", tmp_path)
    assert (code, of(findings, "config")[0][0]) == (1, "wrong")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    code, findings = doctor(tmp_path / "binary", "--data-dir", tmp_path)
    assert (code, of(findings, "config")[0][0]) == (1, "wrong")


def test_the_trap_of_advertised_listeners_is_explained(doctor, tmp_path):
    file = properties(
        tmp_path,
        "listeners=PLAINTEXT://0.0.0.0:0",
        "advertised.listeners=PLAINTEXT://localhost:9092",
        f"log.dirs={tmp_path}",
        "zookeeper.connect=127.0.0.1:1",
    )
    _, findings = doctor(file, "--data-dir", tmp_path / "none")
    [(level, what)] = of(findings, "advertised")
    assert (level, "loopback" in what) == ("warning", True)
    file.write_text(file.read_text().replace("localhost", "no-such-host.invalid"))
    _, findings = doctor(file, "--data-dir", tmp_path / "none")
    assert of(findings, "advertised")[0][0] == "wrong"


@pytest.mark.slow
async def test_a_running_cluster_by_its_directory_and_by_one_endpoint(doctor, tmp_path):
    async with LocalCluster(2, in_loop=True, data_dir=tmp_path / "data") as cluster:
        admin = cluster.state.public()["admin"]
        for where in (("--data-dir", tmp_path / "data"), ("--admin", admin, "--data-dir", tmp_path / "none")):
            _, findings = await asyncio.to_thread(doctor, *where)
            assert of(findings, "cluster")[-1] == ("ok", "one broker is the controller")
            assert len(of(findings, "cluster")) >= 3
            assert "wrong" not in {level for level, _ in of(findings, "cluster")}
        _, findings = await asyncio.to_thread(doctor, "--data-dir", tmp_path / "data")
        [(level, what)] = of(findings, "zookeeper")
        assert (level, "standalone" in what) == ("ok", True)
    code, findings = doctor("--admin", admin, "--data-dir", tmp_path / "none")
    [(level, what)] = of(findings, "cluster")
    assert (code, level, "nobody answers" in what) == (1, "wrong", True)


def test_for_people_it_says_why_and_what_to_do(tmp_path, capsys):
    assert run(cli, ["doctor", str(tmp_path / "missing"), "--data-dir", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "wrong    config" in out
    assert "→ " in out
    assert out.splitlines()[-1].endswith("1 wrong")

"""`kavka cluster story` of a cluster whose leader was killed: who led, who was in sync, and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.processes.command_line import detached, kavka, text

pytestmark = pytest.mark.slow


def test_the_leader_dies_and_comes_back(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    with detached(data_dir, "-n", "3") as state:
        env = {"KAVKA_BOOTSTRAP": state["bootstrap"], "KAVKA_DATA_DIR": state["data_dir"]}
        # Were the leader the controller, too, the next one would tell of no leader at first, and of nobody who is gone.
        controller = json.loads(text(kavka("zk", "get", "/controller", env=env)))["brokerid"]
        leader, *_ = replicas = [(controller + distance) % 3 for distance in (1, 2, 0)]
        topic = {"name": "orders", "num_partitions": -1, "replication_factor": -1}
        topic["assignments"] = [{"partition_index": 0, "broker_ids": replicas}]
        kavka(
            "request", "CreateTopics", "--broker", controller, "--version", 4, json.dumps({"topics": [topic]}), env=env
        )
        kavka("topic", "describe", "orders", env=env)
        kavka("broker", "kill", leader, env=env)
        kavka("produce", "orders", stdin=b"still taken\n", env=env)
        kavka("broker", "start", leader, env=env)
        assert "leaderEpoch" not in (data_dir / f"broker-{leader}.log").read_text()
    rows = json.loads(text(kavka("cluster", "story", "-t", "orders", "-o", "json", "--data-dir", data_dir)))
    told = [row["what"] for row in rows]
    assert any("is the controller" in what for what in told)
    first = told.index(next(what for what in told if f"orders-0: broker {leader} leads at first" in what))
    assert any(f"leads instead of {leader}, which is gone or not in sync" in what for what in told[first:])
    assert any(what.startswith(f"broker {leader} is gone") or f"broker {leader} restarted" in what for what in told)

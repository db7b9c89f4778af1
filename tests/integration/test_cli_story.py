"""`kavka cluster story` of a cluster whose leader was killed: who led, who was in sync, and why."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.processes.command_line import detached, kavka, text

pytestmark = pytest.mark.slow


def test_the_leader_dies_and_comes_back(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    with detached(data_dir, "-n", "3") as state:
        env = {"KAVKA_BOOTSTRAP": state["bootstrap"], "KAVKA_DATA_DIR": state["data_dir"]}
        kavka("topic", "create", "orders", "-p", 1, "-r", 3, env=env)
        leader = json.loads(text(kavka("topic", "describe", "orders", "-o", "json", env=env)))[0]["partitions"][0][
            "leader"
        ]
        kavka("broker", "kill", leader, env=env)
        kavka("produce", "orders", stdin=b"still taken\n", env=env)
        kavka("broker", "start", leader, env=env)
        assert "leaderEpoch" not in (data_dir / f"broker-{leader}.log").read_text()
    rows = json.loads(text(kavka("cluster", "story", "-t", "orders", "-o", "json", "--data-dir", data_dir)))
    told = [row["what"] for row in rows]
    assert any("is the controller" in what for what in told)
    first = told.index(next(what for what in told if f"orders-0: broker {leader} leads at first" in what))
    # Where the leader was the controller, too, the next one begins by noting that nobody leads.
    succeeded = re.compile(rf"leads (instead of {leader}, which is gone or not in sync|again; there was no leader)")
    assert any(map(succeeded.search, told[first:]))
    assert any(what.startswith(f"broker {leader} is gone") or f"broker {leader} restarted" in what for what in told)

"""Debian's Prometheus scrapes three brokers with what `kavka generate` prints, and takes every rule and expression."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlencode

import pytest

from kavka import Admin, LocalCluster, NewTopic
from kavka.cli.main import cli, run
from kavka.dashboards.boards import BOARDS
from tests.support.http.promql import filled_in
from tests.support.http.web import ask
from tests.support.processes.cluster import free_port, skip_or_fail

pytestmark = [pytest.mark.conformance]

DEADLINE_S = 120


def check(*words: str) -> None:
    """Prometheus' own judgement of a file."""
    result = subprocess.run(["promtool", "check", *words], capture_output=True, text=True, timeout=DEADLINE_S)
    assert result.returncode == 0, result.stdout + result.stderr


@contextlib.contextmanager
def prometheus(config: Path) -> Iterator[str]:
    """The server; its URL."""
    url = f"127.0.0.1:{free_port()}"
    words = [f"--config.file={config}", f"--storage.tsdb.path={config.parent / 'tsdb'}", f"--web.listen-address={url}"]
    with (config.parent / "prometheus.log").open("wb") as log:
        process = subprocess.Popen(["prometheus", *words], stdout=log, stderr=log)
    try:
        yield f"http://{url}"
    finally:
        process.terminate()
        process.wait(DEADLINE_S)


async def query(url: str, path: str, **arguments: str):
    """The API's answer; None while the server does not answer at all, or is not ready, which it says in plain text."""
    try:
        answer = await ask(f"{url}/api/v1/{path}" + (f"?{urlencode(arguments)}" if arguments else ""))
    except OSError:
        return None
    if answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
        return None
    found = json.loads(answer.body)
    assert found["status"] == "success", (path, arguments, found)
    return found["data"]


async def generated(capsys, *words: str) -> str:
    """What `kavka generate` prints."""
    code = await asyncio.to_thread(run, cli, ["generate", *words])
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


async def wait_for(url: str, path: str, is_there):
    """An answer of the API, once it is as it shall be."""
    async with asyncio.timeout(DEADLINE_S):
        while True:
            found = await query(url, path)
            if found is not None and is_there(found):
                return found
            await asyncio.sleep(0.2)


async def test_prometheus_scrapes_every_broker_and_evaluates_every_rule_and_every_panel(tmp_path, capsys):
    if shutil.which("prometheus") is None or shutil.which("promtool") is None:
        skip_or_fail("Prometheus is not installed:  apt-get install -y --no-install-recommends prometheus")
    rules, config = tmp_path / "alerts.yml", tmp_path / "prometheus.yml"
    data_dir = tmp_path / "data"
    async with LocalCluster(3, in_loop=True, data_dir=data_dir, config={"kavka.metrics.partitions": ".*"}) as cluster:
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name="seen", num_partitions=3)])
        rules.write_text(await generated(capsys, "alerts"))
        where = ("--rules", str(rules), "--data-dir", str(data_dir))
        text = await generated(capsys, "prometheus", *where)
        by_one = await generated(capsys, "prometheus", *where, "--admin", str(cluster.state.public()["admin"]))
        assert by_one == text
        config.write_text(text.replace("15s", "1s"))
        await asyncio.to_thread(check, "rules", str(rules))
        await asyncio.to_thread(check, "config", str(config))
        with prometheus(config) as url:
            found = await wait_for(url, "targets", lambda found: are_up(found["activeTargets"], 3))
            assert {target["labels"]["job"] for target in found["activeTargets"]} == {"kavka"}
            found = await wait_for(url, "rules", lambda found: are_evaluated(found["groups"]))
            for group in found["groups"]:
                for rule in group["rules"]:
                    assert (rule["health"], rule.get("lastError", "")) == ("ok", ""), rule
            await check_panels(url)


def are_up(targets, count: int) -> bool:
    """Whether so many were scraped without an error."""
    return [target["health"] for target in targets] == ["up"] * count


def are_evaluated(groups) -> bool:
    """Whether every rule was looked at."""
    return bool(groups) and all(rule["health"] != "unknown" for group in groups for rule in group["rules"])


async def check_panels(url: str) -> None:
    """Every panel's expression is taken; those that show one number have one."""
    for board in BOARDS.values():
        for panel in board.panels():
            for expression, _ in panel.queries:
                data = await query(url, "query", query=filled_in(expression))
                assert data is not None
                assert data["result"] or not panel.is_number, panel.title

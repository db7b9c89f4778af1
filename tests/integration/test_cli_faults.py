"""`kavka fault` and `kavka clock`, as typed: against the cluster of a data directory, or against one address."""

from __future__ import annotations

import asyncio
import json

import pytest

from kavka import LocalCluster
from kavka.cli.main import cli, run
from kavka.local.state import write_state

BROKERS = 2


@pytest.fixture
async def cluster(tmp_path):
    async with LocalCluster(BROKERS, in_loop=True, data_dir=tmp_path, dev_clock=True) as cluster:
        yield cluster


@pytest.fixture
def kavka(cluster, capsys):
    """Runs a verb beside the loop; (exit code, stdout, stderr)."""

    async def run_verb(*words, at=("--data-dir", str(cluster.data_dir))):
        code = await asyncio.to_thread(run, cli, [*words, *at])
        out, err = capsys.readouterr()
        return code, out, err

    return run_verb


async def test_rules_are_added_to_every_broker_shown_and_cleared(kavka):
    what = "--api produce --versions 3-9 --topic t --times 3"
    code, out, _ = await kavka(
        "fault", "add", "error", "--error", "NOT_LEADER_OR_FOLLOWER", *what.split(), "-o", "json"
    )
    assert code == 0
    rule = {
        "action": "error", "api": "PRODUCE", "versions": [3, 9], "topic": "t", "times": 3,
        "error": "NOT_LEADER_OR_FOLLOWER", "matched": 0, "struck": 0,
    }  # fmt: skip
    assert json.loads(out) == [{"broker": broker, "id": 1, **rule} for broker in range(BROKERS)]
    code, out, _ = await kavka("fault", "list")
    title, *rows = out.splitlines()
    assert title.split() == ["BROKER", "ID", "ACTION", "WHAT", "WHEN", "MATCHED", "STRUCK"]
    assert len(rows) == BROKERS
    assert "api=PRODUCE versions=3-9 topic=t error=NOT_LEADER_OR_FOLLOWER" in rows[0]
    assert "times=3" in rows[0]
    assert await kavka("fault", "clear") == (0, f"{BROKERS} rules removed\n", "")
    assert json.loads((await kavka("fault", "list", "-o", "json"))[1]) == []


async def test_one_broker_alone_by_its_id_or_its_address(kavka, cluster):
    assert (await kavka("fault", "add", "drop", "--broker", "1"))[0] == 0
    code, out, _ = await kavka("fault", "list", "-o", "csv")
    assert (code, out.splitlines()[1:]) == (0, ["1,1,drop,every request,always,0,0"])
    address = ("--admin", cluster.brokers[1].admin)
    assert json.loads((await kavka("fault", "list", "-o", "json", at=address))[1])[0]["action"] == "drop"
    assert (await kavka("fault", "clear", "1", at=address))[0] == 0
    code, _, err = await kavka("fault", "clear", "1", at=address)
    assert (code, err) == (4, "kavka: there is no rule 1\n")


async def test_what_is_refused_or_not_there_is_one_line(kavka, tmp_path):
    code, _, err = await kavka("fault", "add", "error", "--error", "NO_SUCH_ERROR")
    assert code == 1
    assert "NO_SUCH_ERROR" in err
    assert "Traceback" not in err
    code, _, err = await kavka("fault", "list", at=("--data-dir", str(tmp_path / "nothing")))
    assert (code, "kavka start" in err) == (3, True)
    code, _, err = await kavka("clock", "show", at=("--admin", "http://127.0.0.1:1"))
    assert (code, err.startswith("kavka: nobody answers at http://127.0.0.1:1")) == (3, True)
    assert (await kavka("clock", "advance", "soon"))[0] == 2
    assert (await kavka("fault", "list", "--broker", "7"))[0] == 4


async def test_the_clocks_of_all_brokers_are_stopped_moved_and_set_going(kavka):
    shown = json.loads((await kavka("clock", "freeze", "-o", "json"))[1])
    assert [row["state"] for row in shown] == ["frozen"] * BROKERS
    moved = json.loads((await kavka("clock", "advance", "1.5h", "-o", "json"))[1])
    assert [new["now_ms"] - old["now_ms"] for old, new in zip(shown, moved, strict=True)] == [5_400_000] * BROKERS
    assert (await kavka("clock", "run"))[0] == 0
    code, out, _ = await kavka("clock", "show")
    assert (code, out.splitlines()[0].split()) == (0, ["BROKER", "STATE", "NOW", "MS", "SKIPPED", "MS"])
    assert " runs " in out


async def test_a_broker_that_is_down_is_named_and_the_others_are_asked(kavka, cluster):
    assert (await kavka("fault", "add", "drop", "--api", "fetch"))[0] == 0
    state = cluster.state  # as a broker that was killed leaves it behind
    await cluster.kill(1)
    write_state(cluster.data_dir, state)
    code, out, err = await kavka("fault", "list", "-o", "csv")
    assert (code, [row.split(",")[0] for row in out.splitlines()[1:]]) == (0, ["0"])
    assert err.count("\n") == 1
    assert "left out: " in err


async def test_a_cluster_is_found_by_its_listeners_where_nothing_runs_on_the_data_directory(
    kavka, cluster, tmp_path, monkeypatch
):
    elsewhere = tmp_path / "elsewhere"
    assert (await kavka("fault", "add", "drop", "--client-id", "nobody", "-b", cluster.bootstrap, at=()))[0] == 0
    monkeypatch.setenv("KAVKA_DATA_DIR", str(elsewhere))
    monkeypatch.setenv("KAVKA_BOOTSTRAP", cluster.bootstrap)
    for verb in (("fault", "list"), ("clock", "show"), ("transcript", "show"), ("top", "--once", "--interval", "0.2")):
        code, out, err = await kavka(*verb, "-o", "json", at=())
        assert (code, err) == (0, ""), (verb, err)
        shown = json.loads(out)
        if verb[0] in ("fault", "clock"):
            assert [one["broker"] for one in shown] == list(range(BROKERS))
    code, _, err = await kavka("fault", "list", at=("--data-dir", str(elsewhere)))  # what is typed goes before
    assert code == 3
    assert f"nothing runs on {elsewhere}" in err


async def test_a_slip_is_told_at_once_with_what_was_meant(kavka, cluster):
    at = ("-b", cluster.bootstrap)
    assert (await kavka("topic", "create", "orders", "--set", "retention.ms=5000", at=at))[0] == 0
    assert (await kavka("topic", "alter", "orders", "-c", "retention.ms=6000", at=at))[0] == 0
    for verb in (("topic", "describe"), ("topic", "delete"), ("config", "describe", "-t"), ("consume", "-e")):
        code, _, err = await kavka(*verb, "order", at=at)
        assert code == 4
        assert "there is no topic 'order' in this cluster. Did you mean 'orders'?" in err
    for verb in (
        ("config", "describe", "--broker"),
        ("config", "describe", "--loggers"),
        ("cluster", "dirs", "--broker"),
    ):
        async with asyncio.timeout(10):
            code, _, err = await kavka(*verb, "9", at=at)
        assert code == 4
        assert "there is no broker 9 in this cluster now; alive are: 0, 1" in err
    address = cluster.brokers[0].admin.removeprefix("http://")
    code, _, err = await kavka("topic", "list", at=("-b", address))
    assert code == 3
    assert "looks like an HTTP server" in err
    assert "Name a listener" in err

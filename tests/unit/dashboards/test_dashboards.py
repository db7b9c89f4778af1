"""The generated documents, as Grafana and Prometheus want them; whether the metrics exist is an integration test's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from kavka.cli.main import cli, run
from kavka.dashboards.alerts import GROUPS, rules
from kavka.dashboards.boards import BOARDS
from kavka.dashboards.grafana import COLUMNS, dashboard
from kavka.dashboards.scrape import scrape_config


@pytest.mark.parametrize("name", BOARDS)
def test_ids_are_unique_and_panels_do_not_overlap(name):
    panels = dashboard(BOARDS[name])["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken = set()
    for panel in panels:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= COLUMNS
        cells = {(x + place["x"], y + place["y"]) for x in range(place["w"]) for y in range(place["h"])}
        assert not cells & taken, panel["title"]
        taken |= cells
    for panel in panels:
        refs = [target["refId"] for target in panel.get("targets", ())]
        assert len(set(refs)) == len(refs)


def test_boards_have_uids_and_titles_of_their_own_and_no_panel_of_a_board_twice():
    boards = [dashboard(board) for board in BOARDS.values()]
    assert len({board["uid"] for board in boards}) == len({board["title"] for board in boards}) == len(boards)
    for board in BOARDS.values():
        titles = [panel.title for panel in board.panels()]
        assert len(set(titles)) == len(titles), board.name


@pytest.mark.parametrize("name", BOARDS)
def test_every_variable_of_an_expression_can_be_chosen(name):
    board = BOARDS[name]
    names = {f"${choice.name}" for choice in board.choices} | {"$__rate_interval"}
    for panel in board.panels():
        for expression, _ in panel.queries:
            words = expression.replace('"', " ").replace("]", " ").split()
            assert {word[word.index("$") :] for word in words if "$" in word} <= names, panel.title
    used = " ".join(expression for panel in board.panels() for expression, _ in panel.queries)
    assert all(f"${choice.name}" in used for choice in board.choices)


OFF_BY_DEFAULT = (
    "kafka_cluster_partition_",
    "kafka_topic_partition_",
    "kafka_log_log_",
    "kafka_server_fetcherlagmetrics_consumerlag",
)
"""What brokers export only of topics that kavka.metrics.partitions names."""


def test_a_panel_that_is_empty_by_default_says_which_key_fills_it():
    panels = [panel for board in BOARDS.values() for panel in dashboard(board)["panels"]]
    empty = [
        panel
        for panel in panels
        if any(name in target["expr"] for target in panel.get("targets", ()) for name in OFF_BY_DEFAULT)
    ]
    assert len(empty) >= 6
    assert [panel["title"] for panel in empty if "kavka.metrics.partitions" not in panel["description"]] == []


def test_every_alert_has_a_name_of_its_own_and_says_what_to_do():
    alerts = [alert for group in GROUPS.values() for alert in group]
    assert len({alert.name for alert in alerts}) == len(alerts)
    assert all(alert.summary and alert.help.endswith(".") for alert in alerts)
    shown = rules()["groups"]
    assert sum(len(group["rules"]) for group in shown) == len(alerts)


def test_a_scrape_configuration_names_every_broker():
    document = scrape_config(
        ["http://127.0.0.1:19092", "http://[::1]:19093"], rules="alerts.yml", token_file="/etc/token"
    )
    [job] = document["scrape_configs"]
    assert job["static_configs"] == [{"targets": ["127.0.0.1:19092", "[::1]:19093"]}]
    assert job["authorization"] == {"credentials_file": "/etc/token"}
    assert document["rule_files"] == ["alerts.yml"]
    with pytest.raises(ValueError, match="localhost:9092"):
        scrape_config(["localhost:9092"], rules=None, token_file=None)


def test_boards_are_printed_or_written(tmp_path, capsys):
    assert run(cli, ["generate", "grafana", "purgatory"]) == 0
    assert json.loads(capsys.readouterr().out)["uid"] == "kavka-purgatory"
    assert run(cli, ["generate", "grafana", "--to", str(tmp_path / "boards")]) == 0
    written = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert [json.loads(path.read_text())["uid"] for path in written] == [f"kavka-{name}" for name in BOARDS]
    assert run(cli, ["generate", "grafana"]) == 2
    assert "name a board" in capsys.readouterr().err


def test_alerts_are_printed_as_yaml(capsys):
    assert run(cli, ["generate", "alerts"]) == 0
    assert yaml.safe_load(capsys.readouterr().out) == rules()


def test_nothing_runs_so_nothing_can_be_scraped(tmp_path, capsys):
    assert run(cli, ["generate", "prometheus", "--data-dir", str(tmp_path)]) == 3
    assert "nothing runs" in capsys.readouterr().err

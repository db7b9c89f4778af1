"""A board as Grafana's JSON, for its import page or a provisioned folder.

    rows of three ─▶ gridPos on 24 columns, ids counted from 1
    uid kavka-<board>: an import replaces the last one

The data source is a variable, so the same file fits every Grafana. Nothing in it depends on the time or the machine.
"""

from __future__ import annotations

from typing import Any, Final

from kavka.dashboards.panel import Board, Choice, Panel

COLUMNS: Final = 24
LINES_WIDTH: Final = 8
LINES_HEIGHT: Final = 8
NUMBER_WIDTH: Final = 4
NUMBER_HEIGHT: Final = 4
SCHEMA_VERSION: Final = 39
"""Grafana 10's; newer ones migrate it."""
_SOURCE: Final = {"type": "prometheus", "uid": "${datasource}"}


def dashboard(board: Board) -> dict[str, Any]:
    """Returns a board's whole dashboard document."""
    panels: list[dict[str, Any]] = []
    y = 0
    for title, row in board.rows:
        panels.append(_row(title, len(panels) + 1, y))
        y += 1
        x = height = 0
        for panel in row:
            width, panel_height = (NUMBER_WIDTH, NUMBER_HEIGHT) if panel.is_number else (LINES_WIDTH, LINES_HEIGHT)
            if x + width > COLUMNS:
                x, y, height = 0, y + height, 0
            panels.append(_panel(panel, len(panels) + 1, {"x": x, "y": y, "w": width, "h": panel_height}))
            x, height = x + width, max(height, panel_height)
        y += height
    return {
        "uid": f"kavka-{board.name}",
        "title": board.title,
        "tags": ["kafka", "kavka"],
        "schemaVersion": SCHEMA_VERSION,
        "version": 1,
        "editable": True,
        "refresh": "10s",
        "time": {"from": "now-30m", "to": "now"},
        "graphTooltip": 1,
        "links": [
            {"type": "dashboards", "title": "kavka", "tags": ["kavka"], "asDropdown": True, "includeVars": False}
        ],
        "templating": {"list": [_source_choice(), *map(_choice, board.choices)]},
        "panels": panels,
    }


def _row(title: str, panel_id: int, y: int) -> dict[str, Any]:
    position = {"x": 0, "y": y, "w": COLUMNS, "h": 1}
    return {"id": panel_id, "type": "row", "title": title, "collapsed": False, "gridPos": position, "panels": []}


def _panel(panel: Panel, panel_id: int, position: dict[str, int]) -> dict[str, Any]:
    if panel.is_number:
        options: dict[str, Any] = {"reduceOptions": {"calcs": ["lastNotNull"]}, "colorMode": "value"}
    else:
        options = {"legend": {"displayMode": "list", "placement": "bottom"}, "tooltip": {"mode": "multi"}}
    return {
        "id": panel_id,
        "type": "stat" if panel.is_number else "timeseries",
        "title": panel.title,
        "description": panel.help,
        "datasource": _SOURCE,
        "gridPos": position,
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "options": options,
        "targets": [
            {"refId": chr(ord("A") + index), "datasource": _SOURCE, "expr": expression, "legendFormat": legend}
            for index, (expression, legend) in enumerate(panel.queries)
        ],
    }


def _source_choice() -> dict[str, Any]:
    return {"name": "datasource", "label": "Data source", "type": "datasource", "query": "prometheus"}


def _choice(choice: Choice) -> dict[str, Any]:
    query = f"label_values({choice.metric}, {choice.label})"
    return {
        "name": choice.name,
        "label": choice.name.capitalize(),
        "type": "query",
        "datasource": _SOURCE,
        "query": {"query": query, "refId": choice.name},
        "definition": query,
        "multi": True,
        "includeAll": True,
        "allValue": ".*",
        "current": {"text": "All", "value": "$__all"},
        "refresh": 2,
        "sort": 1,
    }

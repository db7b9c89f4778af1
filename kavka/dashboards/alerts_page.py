"""docs/reference/alerts.md, made from the alerts: when each calls a person, and what to do first.

`python -m kavka.dashboards.alerts_page docs/reference/alerts.md` writes the page; `make generate` calls it, and a tidy
test holds the page to it. `kavka generate alerts` prints the same as rules for Prometheus.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kavka.dashboards.alerts import GROUPS, Alert

INTRODUCTION: Final = """# Alerts

Written by `make generate` from the alerts; do not edit.

What `kavka generate alerts` prints as rules for Prometheus. *Now* is for now: clients cannot read or write, or records
may be lost. *Today* is for today.
"""
_HEAD: Final = ("| alert | when | for | what it means, what to do |", "|---|---|---|---|")


def page() -> str:
    """Renders the whole page as Markdown."""
    return "\n".join([INTRODUCTION, *(line for name, alerts in GROUPS.items() for line in _section(name, alerts))])


def _section(name: str, alerts: tuple[Alert, ...]) -> Iterator[str]:
    yield from (f"## {name.capitalize()}", "", *_HEAD)
    for alert in alerts:
        when = "now" if alert.is_critical else "today"
        text = alert.help.replace("|", "\\|")
        yield f"| `{alert.name}`, {when} | {_code(alert.expression)} | {alert.wait} | {text} |"
    yield ""


def _code(expression: str) -> str:
    escaped = expression.replace("&", "&amp;").replace("<", "&lt;").replace("|", "&#124;").replace("*", "&#42;")
    return f"<code>{escaped}</code>"


if __name__ == "__main__":
    for target in sys.argv[1:]:
        Path(target).write_text(page(), encoding="utf-8")

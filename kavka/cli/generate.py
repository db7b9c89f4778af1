"""`kavka generate grafana | prometheus | alerts`: what looks at a cluster from outside, as files for others' programs.

    kavka generate alerts > kavka-alerts.yml
    kavka generate prometheus --rules kavka-alerts.yml > prometheus.yml       the brokers that run now
    kavka generate grafana --to dashboards/                                    one file a board

What is in them is declared in `kavka.dashboards`; here is only where it goes.
"""

from __future__ import annotations

import json
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import click

from kavka.admin_http import AdminHttp, AdminRefused, AdminUnreachable
from kavka.cli.admin_endpoint import ask_each, endpoint_options, find_endpoints
from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.verb_group import VerbGroup
from kavka.dashboards.alerts import rules
from kavka.dashboards.boards import BOARDS
from kavka.dashboards.grafana import dashboard
from kavka.dashboards.scrape import scrape_config


@click.group(cls=VerbGroup)
def generate() -> None:
    """Print dashboards for Grafana, a configuration and alerts for Prometheus."""


@generate.command()
@click.argument("board", type=click.Choice(list(BOARDS)), required=False)
@click.option(
    "--to",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a file for each board there, kavka-BOARD.json.",
)
def grafana(*, board: str | None, folder: Path | None) -> None:
    """Print one BOARD's JSON, for Grafana's import page; or write them to a folder that Grafana provisions."""
    if folder is None:
        if board is None:
            raise click.UsageError(f"name a board ({', '.join(BOARDS)}), or a folder for all of them with --to DIR")
        click.echo(_json(board))
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in [board] if board else BOARDS:
            path = folder / f"kavka-{name}.json"
            path.write_text(_json(name) + "\n")
            click.echo(path)
    except OSError as error:
        raise CliError(f"the boards cannot be written to {folder}: {error.strerror}") from error


@generate.command()
@click.option("--rules", metavar="FILE", help="Have Prometheus evaluate the rules in FILE (`kavka generate alerts`).")
@click.option(
    "--token-file", metavar="FILE", help="Where Prometheus finds the token of the admin endpoints, if they want one."
)
@endpoint_options
def prometheus(*, rules: str | None, token_file: str | None, **where: Any) -> None:
    """Print a prometheus.yml that scrapes the brokers of a running cluster."""
    endpoints = find_endpoints(**where)
    urls = _peers(where) if where["admin"] is not None else [one.http.url for one in endpoints]
    if token_file is None and not _is_open(endpoints[0].http):
        raise click.UsageError("the endpoints want a token, so Prometheus needs it in a file: --token-file FILE")
    _print_yaml(scrape_config(urls, rules=rules, token_file=token_file))


@generate.command()
def alerts() -> None:
    """Print alert rules for Prometheus, each with what it means and what to do first."""
    _print_yaml(rules())


def _peers(where: dict[str, Any]) -> list[str]:
    """The endpoints of all brokers that the one with --admin knows."""
    [(_, brokers)] = ask_each(find_endpoints(**where), partial(AdminHttp.get, path="/peers"))
    wanted = where["broker_id"]
    urls = [one["admin"] for one in brokers if one["admin"] and wanted in (None, one["id"])]
    if not urls:
        raise CliError(f"{where['admin']} knows of no such broker with an admin endpoint", ExitCode.NOT_FOUND)
    return urls


def _is_open(http: AdminHttp) -> bool:
    """Whether metrics are served without the token; an endpoint that does not answer now is taken for open."""
    try:
        AdminHttp(http.url).text("/metrics")
    except AdminRefused as error:
        return error.status != HTTPStatus.UNAUTHORIZED
    except AdminUnreachable:
        return True
    return True


def _json(board: str) -> str:
    return json.dumps(dashboard(BOARDS[board]), indent=2)


def _print_yaml(document: Any) -> None:
    import yaml

    click.echo(yaml.safe_dump(document, sort_keys=False, width=120), nl=False)

"""`kavka doctor`: what is wrong with this machine, a configuration or a cluster, why, and what to do.

kavka doctor                        what `kavka start` would meet, or the cluster that runs
kavka doctor server.properties      a broker's own configuration, before it is started
kavka doctor --admin URL            a cluster elsewhere, by its admin endpoints
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import click

from kavka.cli.admin_endpoint import token_option
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import data_dir_option, output_option
from kavka.cli.output import print_csv, print_value
from kavka.doctor.checks import check_all
from kavka.doctor.finding import Finding, Level
from kavka.doctor.gather import Where, gather
from kavka.timer.readings import MachineReadings

_COLORS: Final = {Level.OK: "green", Level.WARNING: "yellow", Level.WRONG: "red"}
_INDENT: Final = " " * 21


@click.command()
@click.argument("properties", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--admin", metavar="URL", envvar="KAVKA_ADMIN", show_envvar=True, help="A broker's admin endpoint.")
@token_option
@click.option("--strict", is_flag=True, help="Let a warning count as wrong.")
@data_dir_option
@output_option
def doctor(
    *, properties: Path | None, admin: str | None, token: str | None, strict: bool, data_dir: Path, output: str
) -> int:
    """Say what is wrong, why, and what to do; exits with 1 when something is.

    Looks at PROPERTIES (Kafka's server.properties), else at the cluster that runs on the data directory, else at what
    `kavka start` would meet: configuration, ports, advertised listeners, disks, limits, ZooKeeper, the clock, Java and
    PySpark, Python's packages, and running brokers.
    """
    where = Where(properties, data_dir, admin, token)
    findings = check_all(gather(where, environment=os.environ, clock=MachineReadings()))
    rows: list[dict[str, Any]] = [{**one._asdict(), "level": one.level.name.lower()} for one in findings]
    if output == "table":
        _print(findings)
    elif output == "csv":
        print_csv(rows, list(Finding._fields))
    else:
        print_value(rows, output)
    worst = max(one.level for one in findings)
    is_bad = worst is Level.WRONG or (strict and worst is Level.WARNING)
    return ExitCode.FAILED if is_bad else ExitCode.OK


def _print(findings: list[Finding]) -> None:
    for one in findings:
        level = click.style(f"{one.level.name.lower():<8}", fg=_COLORS[one.level])
        click.echo(f"{level} {one.check:<11} {one.what}")
        if one.why:
            click.echo(f"{_INDENT}{one.why}\n{_INDENT}→ {one.fix}")
    counts = [sum(one.level is level for one in findings) for level in Level]
    warnings = "1 warning" if counts[Level.WARNING] == 1 else f"{counts[Level.WARNING]} warnings"
    click.echo(f"\n{counts[Level.OK]} ok, {warnings}, {counts[Level.WRONG]} wrong")

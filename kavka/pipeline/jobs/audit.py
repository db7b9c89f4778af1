"""`kavka-spark audit`: is what the brokers keep whole, and the same on all of them?

    kavka-spark audit .kavka/broker-*                  the files of stopped or running brokers, by path
    kavka-spark audit -b localhost:9092 -t orders      every replica over the wire, leaders and followers
    kavka-spark audit .kavka --deep --html audit.html  which keys, what compression saves; a page with charts

What is checked is listed in `kavka.pipeline.audit`; it exits with 1 when something is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click

from kavka.cli.exit_codes import ExitCode
from kavka.cli.output import print_csv, print_table, print_value
from kavka.pipeline.audit.findings import judge
from kavka.pipeline.audit.page import page
from kavka.pipeline.audit.report import FINDING_COLUMNS, TOPIC_COLUMNS, document, size_text, summary
from kavka.pipeline.audit.run import AuditJob, run_audit
from kavka.pipeline.jobs.job import CLIENT_PREFIX, client_settings, cluster_options, job_session, session_options
from kavka.timer.clock import SystemClock

KEYS_SHOWN: Final = 10
JAVA_OPTIONS: Final = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
INTERPRETED: Final = "spark.sql.codegen.wholeStage=false"
"""What reads logs is Python; Spark gets a row for some megabytes, and runs ten queries over them. To compile these as
for a billion rows costs more than to run them: 24 CPU seconds with both settings, 38 without (315 MB)."""
FORMATS: Final = ("table", "json", "yaml", "csv")


@click.command()
@click.argument("paths", metavar="[DIR]...", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("-t", "--topic", "topics", multiple=True, help="Only this topic; repeat it for more.")
@click.option("--deep", "is_deep", is_flag=True, help="Read the records, too: most frequent keys, compression ratio.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page with charts there.")
@click.option(
    "--json", "json_path", type=click.Path(dir_okay=False, path_type=Path), help="Write the report there as JSON."
)
@click.option("--strict", is_flag=True, help="Let a warning count as wrong.")
@click.option("-o", "--output", type=click.Choice(FORMATS), default="table", show_default=True)
@cluster_options
@session_options
def audit(
    *,
    paths: tuple[Path, ...],
    topics: tuple[str, ...],
    is_deep: bool,
    html: Path | None,
    json_path: Path | None,
    strict: bool,
    output: str,
    bootstrap: str,
    command_config: Path | None,
    client: tuple[str, ...],
    verbose: bool,  # looked at where failures are printed
    conf: tuple[str, ...],
    **session: Any,
) -> int:
    """Check the log: the files in DIRs (of log.dirs, on the machines where Spark runs), else all replicas of a cluster.

    Checksums, offsets, leader epochs, producers' sequences, torn tails, and whether replicas are the same. Exits with
    1 when something is wrong.
    """
    settings = {} if paths else client_settings(bootstrap, command_config, client)
    properties = {name.removeprefix(CLIENT_PREFIX): value for name, value in settings.items()}
    job = AuditJob(paths=paths, client=properties, topics=topics, is_deep=is_deep)
    with job_session("audit", conf=(INTERPRETED, *conf), java_options=JAVA_OPTIONS, **session) as spark:
        survey = run_audit(spark, job, lambda line: click.echo(line, err=True))
    findings = judge(survey)
    report = document(survey, findings, now_ms=SystemClock().now_ms())
    if html is not None:
        html.write_text(page(report, survey), encoding="utf-8")
    if json_path is not None:
        json_path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    _print(report, output)
    is_bad = report["wrong"] or (strict and report["warnings"])
    return ExitCode.FAILED if is_bad else ExitCode.OK


def _print(report: Mapping[str, Any], output: str) -> None:
    if output == "csv":
        print_csv(report["findings"], FINDING_COLUMNS)
    elif output != "table":
        print_value(report, output)
    else:
        _print_tables(report)


def _print_tables(report: Mapping[str, Any]) -> None:
    print_table([{**row, "bytes": size_text(row["bytes"])} for row in report["topics"]], TOPIC_COLUMNS)
    if report["compression"]:
        click.echo()
        print_table(report["compression"], ["topic", "codec", "records", "stored_bytes", "inflated_bytes", "ratio"])
    if report["keys"]:
        click.echo()
        print_table(report["keys"][:KEYS_SHOWN], ["topic", "key", "records", "bytes"])
    if report["findings"]:
        click.echo()
        print_table(report["findings"], FINDING_COLUMNS)
        click.echo()
        for name, kind in report["kinds"].items():
            click.echo(f"{name}: {kind['why']}\n    → {kind['fix']}")
    for line in report["incomplete"]:
        click.echo(f"incomplete: {line}")
    click.echo(f"\n{summary(report)}")

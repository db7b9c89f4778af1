"""The entry point of `kavka-spark`: which jobs there are, and how every failure ends in one line.

A job's module is imported when the job is asked for, PySpark when it runs. The same under spark-submit, with a main
file of two lines: `from kavka.pipeline.command import main` and `main()`.
"""

from __future__ import annotations

import sys
import traceback
from importlib import import_module

import click

from kavka import __version__
from kavka.cli.exit_codes import ExitCode
from kavka.pipeline.failures import PipelineError, cause_of
from kavka.wire.errors import ClientError, KafkaError

JOBS: dict[str, tuple[str, str]] = {
    "archive": ("kavka.pipeline.jobs.archive", "Topics to Parquet files, every record once."),
    "replay": ("kavka.pipeline.jobs.replay", "An archive back into topics, every record once."),
    "copy": ("kavka.pipeline.jobs.copy", "Topics to another topic, every record once."),
    "sql": ("kavka.pipeline.jobs.sql", "A SELECT over topics, to a topic or to Parquet."),
    "audit": ("kavka.pipeline.jobs.audit", "Is the log whole, and the same on all brokers?"),
    "demo": ("kavka.pipeline.demo.tour", "All of it, shown on a cluster of its own."),
    "bundle": ("kavka.pipeline.jobs.bundle", "The code as a zip, for spark-submit --py-files."),
}
"""Job → module, line for `kavka-spark --help`. The module's command has the job's name."""


class LazyJobs(click.Group):
    """A group whose jobs are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Lists the jobs, in the order of the table."""
        return list(JOBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports a job."""
        entry = JOBS.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = getattr(import_module(entry[0]), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of jobs without importing them."""
        with formatter.section("Jobs"):
            formatter.write_dl([(job, summary) for job, (_, summary) in JOBS.items()])


@click.group(cls=LazyJobs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kavka-spark")
def cli() -> None:
    """Topics to a lake and back on Spark, exactly once. Needs Java 17 and: pip install 'kavka[spark]'."""


def main(arguments: list[str] | None = None) -> None:
    """Runs `kavka-spark`; never returns."""
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Runs a job, returns the exit code. Whatever fails is one line on stderr, and the trace with -v."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        result = cli.main(args=given, prog_name="kavka-spark", standalone_mode=False)
    except click.exceptions.Exit as end:
        return end.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return ExitCode.INTERRUPTED
    except click.ClickException as error:
        click.echo(f"kavka-spark: {error.format_message()}", err=True)
        return error.exit_code
    except _explained() as error:
        return _failed(error, given)
    return result if isinstance(result, int) else ExitCode.OK


def _explained() -> tuple[type[BaseException], ...]:
    """What a job may end with that is no defect of ours; Spark's classes only where Spark has been imported."""
    classes: list[type[BaseException]] = [PipelineError, KafkaError, ClientError, OSError]
    if "pyspark" in sys.modules:
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException

        classes += [Py4JError, PySparkException]
    return tuple(classes)


def _failed(error: BaseException, arguments: list[str]) -> int:
    is_verbose = bool({"-v", "--verbose"} & set(arguments))
    if is_verbose:
        traceback.print_exception(error)
    click.echo(f"kavka-spark: {cause_of(error)}" + ("" if is_verbose else " (the whole trace: -v)"), err=True)
    return ExitCode.FAILED


if __name__ == "__main__":
    main()

"""The entry point of `kavka`: which verbs there are, and how every mistake of a user's ends in one line.

A verb's module is imported when the verb is used; help for all of them comes from the table below. So `kavka topic
list` pays for no other verb, and `kavka --help` pays for none.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

from kavka import __version__
from kavka.cli.chosen_context import context_option
from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import EXPLAINED, ExitCode
from kavka.cli.verb_group import VerbGroup

VERBS: dict[str, tuple[str, str]] = {
    "start": ("kavka.cli.start", "Start a broker on localhost."),
    "stop": ("kavka.cli.stop", "Stop what `kavka start` started."),
    "broker": ("kavka.cli.broker", "Stop, kill, pause and start single brokers of the cluster that runs here."),
    "status": ("kavka.cli.status", "Show what runs on a data directory."),
    "top": ("kavka.cli.top", "Watch brokers, hot partitions, groups and requests, refreshed in place."),
    "console": ("kavka.cli.console", "Print the address of the console, with the token that it needs."),
    "topic": ("kavka.cli.topic", "Create, list, describe, change, trim and delete topics."),
    "cluster": ("kavka.cli.cluster", "Look at brokers, move replicas between them, elect leaders."),
    "config": ("kavka.cli.config", "Read, change and explain settings of topics and brokers."),
    "produce": ("kavka.cli.produce", "Write lines of stdin to a topic."),
    "consume": ("kavka.cli.consume", "Print records of a topic."),
    "quota": ("kavka.cli.quota", "Show, set and remove quotas of users, client ids and addresses."),
    "client-metrics": ("kavka.cli.client_metrics", "Say which metrics of their own clients push, and how often."),
    "user": ("kavka.cli.user", "Add, list, describe and delete users that log in by SCRAM."),
    "group": ("kavka.cli.group", "List, describe, move and delete consumer groups."),
    "share-group": ("kavka.cli.share_group", "List, describe, move and delete share groups."),
    "streams-group": ("kavka.cli.streams_group", "List, describe, move and delete streams groups."),
    "producer": ("kavka.cli.producer", "Show the producers that partitions remember."),
    "token": ("kavka.cli.token", "Create, list, renew and expire delegation tokens."),
    "feature": ("kavka.cli.feature", "Show and change the features that the cluster has agreed on."),
    "txn": ("kavka.cli.txn", "List, describe and abort transactions."),
    "acl": ("kavka.cli.acl", "List, add and remove ACLs: who may do what."),
    "perf": ("kavka.cli.perf", "Measure how fast a cluster takes and gives records."),
    "log": ("kavka.cli.log", "Read and check a broker's log files."),
    "request": ("kavka.cli.request", "Send any request of the protocol, or explain its fields."),
    "fault": ("kavka.cli.fault", "Make chosen requests fail on purpose."),
    "transcript": ("kavka.cli.transcript", "Show what clients and brokers say to each other."),
    "clock": ("kavka.cli.clock", "Stop and move the time of a development cluster."),
    "simulate": ("kavka.cli.simulate", "Run whole clusters in virtual time, under faults, each from a seed."),
    "zk": ("kavka.cli.zk", "Look at what the cluster keeps in ZooKeeper, and change it by hand."),
    "generate": ("kavka.cli.generate", "Print dashboards for Grafana, a configuration and alerts for Prometheus."),
    "context": ("kavka.cli.context", "Name clusters, and choose the one that verbs ask."),
    "doctor": ("kavka.cli.doctor", "Say what is wrong, why, and what to do."),
    "completion": ("kavka.cli.completion", "Print a shell's completion script."),
    "demo": ("kavka.cli.demo", "Stream real text through a broker and check every line."),
}
"""Verb → module, line for `kavka --help`. The module's command has the verb's name."""


_COMPLETING = "_KAVKA_COMPLETE"
"""By this variable a shell says that it only wants a word completed; click's name for it."""


class LazyGroup(VerbGroup):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Lists the verbs, in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports a verb."""
        entry = VERBS.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = getattr(import_module(entry[0]), cmd_name.replace("-", "_"))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of verbs without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(verb, summary) for verb, (_, summary) in VERBS.items()])


def _print_version(context: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked and not context.resilient_parsing:
        from kavka.build_info import build_info

        built = build_info()
        click.echo(f"kavka, version {__version__}\n{built.modules}; {built.interpreter}")
        context.exit()


@click.group(cls=LazyGroup, epilog=f"\b\n{EXPLAINED}", context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and what runs: compiled modules or plain ones, and how Python was built.",
)
@context_option
def cli() -> None:
    """A Kafka cluster that installs with pip."""


def main(arguments: list[str] | None = None) -> None:
    """Runs `kavka`; never returns."""
    if arguments is None and _COMPLETING in os.environ:
        from kavka.cli.completing import complete_names

        try:
            if complete_names():
                sys.exit(ExitCode.OK)
        except OSError as error:  # the shell has gone
            sys.exit(_output_failed(error))
    sys.exit(run(cli, arguments))


def run(command: click.Command, arguments: list[str] | None = None, **extra: Any) -> int:
    """Runs a command, returns the exit code. What a user did wrong is one line on stderr; a trace is our defect."""
    try:
        result = command.main(args=arguments, prog_name="kavka", standalone_mode=False, **extra)
        sys.stdout.flush()  # here, where what the disk says can still become a line
    except click.exceptions.Exit as end:
        return end.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return ExitCode.INTERRUPTED
    except CliError as error:
        error.show()
        return error.code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except OSError as error:
        return _output_failed(error)
    return result if isinstance(result, int) else ExitCode.OK


def _output_failed(error: OSError) -> int:
    """Ends a command that cannot write: with a line, unless its reader has seen enough, as `| head` has."""
    from kavka.cli.output import discard_output

    discard_output()
    if isinstance(error, BrokenPipeError):
        return ExitCode.OK
    CliError(f"{error.filename or 'the output cannot be written'}: {error.strerror or error}").show()
    return ExitCode.FAILED


if __name__ == "__main__":
    main()

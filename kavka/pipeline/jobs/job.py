"""What every job has in common: the options of the session and of the client, and opening the one with the other."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from kavka.cli.options import DEFAULT_BOOTSTRAP, parse_assignments, parse_settings
from kavka.pipeline.session import DEFAULT_DRIVER_MEMORY, DEFAULT_MASTER, SessionSettings, open_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

F = TypeVar("F", bound=Callable[..., Any])

CLIENT_PREFIX: Final = "kafka."


def session_options(function: F) -> F:
    """Adds --master, --driver-memory, --conf and -v to a command.

    They arrive as `master`, `driver_memory`, `conf` and `verbose`.
    """
    for option in (
        click.option(
            "--master", metavar="URL", help=f"Where Spark runs. Default: {DEFAULT_MASTER}, or spark-submit's."
        ),
        click.option("--driver-memory", default=DEFAULT_DRIVER_MEMORY, show_default=True, help="Of Spark's JVM."),
        click.option("--conf", metavar="NAME=VALUE", multiple=True, help="A setting of Spark's; repeat it for more."),
        click.option("-v", "--verbose", is_flag=True, help="Show the whole trace of a failure."),
    ):
        function = option(function)
    return function


def cluster_options(function: F) -> F:
    """Adds -b, --command-config and -X to a command. They arrive as `bootstrap`, `command_config` and `client`."""
    for option in (
        click.option(
            "-X",
            "--client",
            metavar="NAME=VALUE",
            multiple=True,
            help="A setting of Kafka's clients, such as security.protocol=SSL; repeat it for more.",
        ),
        click.option(
            "--command-config",
            metavar="FILE",
            envvar="KAVKA_COMMAND_CONFIG",
            show_envvar=True,
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help="Kafka's client properties: security.protocol, ssl.…, sasl.…",
        ),
        # Not `bootstrap_option`: its --command-config becomes sockets here, and workers need the words.
        click.option(
            "-b",
            "--bootstrap",
            "--bootstrap-server",
            "bootstrap",
            metavar="HOST:PORT",
            default=DEFAULT_BOOTSTRAP,
            envvar="KAVKA_BOOTSTRAP",
            show_default=True,
            show_envvar=True,
            help="Any broker of the cluster.",
        ),
    ):
        function = option(function)
    return function


def client_settings(bootstrap: str, command_config: Path | None, client: tuple[str, ...]) -> dict[str, str]:
    """Returns the data source's options that name the cluster and its security.

    Args:
        bootstrap: host:port, wins over the file's.
        command_config: a properties file, or None.
        client: NAME=VALUE, which win over the file.
    """
    settings: dict[str, str] = {}
    if command_config is not None:
        for line in command_config.read_text(encoding="utf-8").splitlines():
            text = line.strip()
            if text and not text.startswith(("#", "!")):
                name, _, value = text.partition("=")
                settings[name.strip()] = value.strip()
    settings |= parse_settings(client, option="-X")
    settings["bootstrap.servers"] = bootstrap
    return {f"{CLIENT_PREFIX}{name}": value for name, value in settings.items()}


@contextmanager
def job_session(
    job: str, *, master: str | None, driver_memory: str, conf: tuple[str, ...], java_options: tuple[str, ...] = ()
) -> Iterator[SparkSession]:
    """Opens the session of one job; leaving it stops Spark, whatever happened."""
    settings = SessionSettings(
        app_name=f"kavka {job}",
        master=master,
        driver_memory=driver_memory,
        conf=parse_assignments(conf, option="--conf"),
        java_options=java_options,
    )
    session = open_session(settings, os.environ)
    try:
        yield session
    finally:
        session.stop()

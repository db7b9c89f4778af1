"""Options that several verbs share, and their defaults."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from kavka.cli.chosen_context import (
    cluster_is_named,
    context_in_use,
    context_option,
    context_properties,
    directory_is_typed,
    refuse_context,
)
from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.output import FORMATS

if TYPE_CHECKING:
    from kavka.cli.client_properties import SaidProperties
    from kavka.client.security import ConnectionSecurity

F = TypeVar("F", bound=Callable[..., Any])

_FILE_PROPERTIES: Final = "kavka.file_properties"
"""Where a command's context keeps what --command-config said."""

_PROPERTIES: Final = "kavka.properties"
"""Where it keeps what -X said, which goes before the file."""

_DATA_DIR: Final = "kavka.data_dir"
"""Where it keeps what --data-dir said, of a verb that wants it for its brokers alone."""

_DEFAULT: Final = click.core.ParameterSource.DEFAULT

DEFAULT_BOOTSTRAP = "localhost:9092"
REACH_TIMEOUT_MS = 1_000
"""How long a verb looks for a broker before it says that there is none."""

CALL_TIMEOUT_MS = 15_000
"""How long a verb then waits for what it asked, retries included."""


def default_data_dir() -> Path:
    """Returns the default data directory of `kavka start`.

    It is $KAVKA_DATA_DIR, else kavka/default in the user's data directory (XDG).
    """
    chosen = os.environ.get("KAVKA_DATA_DIR")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_DATA_HOME", "")
    root = Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share"
    return root / "kavka" / "default"


def bootstrap_option(function: F) -> F:
    """Adds -b HOST:PORT, --context NAME, --data-dir DIR, --command-config FILE and -X NAME=VALUE to a command.

    The first three name a cluster, the others say how to log in there, and how its clients behave.
    """
    return _bootstrap_option(context_option(_cluster_dir_option(_properties_options(function))))


def _cluster_dir_option(function: F) -> F:
    """Adds --data-dir to a command that has none of its own: whose brokers are asked where -b names none."""
    if any(parameter.name == "data_dir" for parameter in getattr(function, "__click_params__", ())):
        return function
    return click.option(
        "--data-dir",
        "data_dir",
        metavar="DIR",
        is_eager=True,
        expose_value=False,
        type=click.Path(file_okay=False, path_type=Path),
        callback=_keep_data_dir,
        help="The cluster that runs on this data directory, instead of -b.",
    )(function)


def _keep_data_dir(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    if path is not None:
        directory_is_typed(context)
        context.meta[_DATA_DIR] = path


def _properties_options(function: F) -> F:
    """Adds --command-config and -X, which both hold client properties."""
    with_option = click.option(
        "-X",
        "--client-property",
        "properties",
        metavar="NAME=VALUE",
        multiple=True,
        is_eager=True,  # before -b, whose place bootstrap.servers may take, and before what is missing: -X list
        expose_value=False,
        callback=_read_properties,
        help="A client property, as librdkafka or Java's clients name it; -X list shows them.",
    )(function)
    return click.option(
        "--command-config",
        metavar="FILE",
        envvar="KAVKA_COMMAND_CONFIG",
        show_envvar=True,
        type=click.Path(dir_okay=False, exists=True, path_type=Path),
        expose_value=False,
        is_eager=True,
        callback=_read_command_config,
        help="A file of client properties: security.protocol, ssl.…, sasl.…, and what -X list shows.",
    )(with_option)


def _read_command_config(context: click.Context, parameter: click.Parameter, path: Path | None) -> None:
    if path is None:
        return
    from kavka.broker.config.properties import parse_properties
    from kavka.cli.client_properties import read_properties

    try:
        properties = parse_properties(path.read_text(encoding="utf-8"))
        context.meta[_FILE_PROPERTIES] = read_properties(properties, is_file=True)
    except (OSError, ValueError) as error:
        raise click.BadParameter(f"{path}: {error}", context, parameter) from None


def _read_properties(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> None:
    if not values or context.resilient_parsing:
        return
    from kavka.cli.client_properties import property_rows, read_properties
    from kavka.cli.output import print_table

    if "list" in values:
        print_table(list(property_rows()), ["property", "of", "sets"])
        context.exit()
    try:
        said = read_properties(parse_settings(values, option="-X"), is_file=False)
    except ValueError as error:
        raise click.BadParameter(str(error), context, parameter) from None
    for name in said.set_aside:
        click.echo(f"-X {name} changes nothing here", err=True)
    context.meta[_PROPERTIES] = said


def said_properties(context: click.Context | None = None) -> SaidProperties:
    """Returns the client properties of this command: those of -X, and what of --command-config they leave unsaid.

    The properties of the context in use are in the place of a file.
    """
    from kavka.cli.client_properties import NOTHING_SAID

    here = context or click.get_current_context()
    of_file: SaidProperties | None = here.meta.get(_FILE_PROPERTIES)
    said: SaidProperties = here.meta.get(_PROPERTIES, NOTHING_SAID)
    return said.over(_of_context(here) if of_file is None else of_file)


def _of_context(here: click.Context) -> SaidProperties:
    from kavka.cli.client_properties import NOTHING_SAID, read_properties

    chosen = context_in_use(here)
    if chosen is None:
        return NOTHING_SAID
    try:
        return read_properties(context_properties(chosen), is_file=True)
    except ValueError as error:
        raise CliError(f"the context's properties: {error}") from None


def client_security() -> ConnectionSecurity | None:
    """Returns the TLS and login of this command's clients, by its properties.

    Raises:
        click.BadParameter: they contradict each other, or one of them cannot be read.
    """
    properties = said_properties().security
    if not properties:
        return None
    from kavka.client.security import SecuritySettingsError, connection_security

    try:
        return connection_security(properties)
    except SecuritySettingsError as error:
        raise click.BadParameter(str(error), param_hint="'--command-config' / '-X'") from None


def _bootstrap_option(function: F) -> F:
    return click.option(
        "-b",
        "--bootstrap",
        "--bootstrap-server",
        "bootstrap",
        metavar="HOST:PORT",
        envvar="KAVKA_BOOTSTRAP",
        show_envvar=True,
        callback=_bootstrap_or_default,
        help="Any brokers of the cluster, separated by commas. Default: those of the context in use, else all that "
        f"`kavka start` runs on the default data directory, else {DEFAULT_BOOTSTRAP}.",
    )(function)


def named_bootstrap_option(function: F) -> F:
    """Adds -b HOST:PORT to commands that use admin endpoints. It is none unless given, there or in the environment."""
    return click.option(
        "-b",
        "--bootstrap",
        "--bootstrap-server",
        "bootstrap",
        metavar="HOST:PORT",
        envvar="KAVKA_BOOTSTRAP",
        show_envvar=True,
        callback=_bootstrap_unless_directory,
        help="Listeners of a cluster, whose endpoints are then found by its configuration. Default: the cluster of the "
        "context in use, else the one that runs on the data directory.",
    )(context_option(_properties_options(function)))


def _bootstrap_unless_directory(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Nothing where --data-dir is said and the variable alone names a cluster: what is typed goes before."""
    source = click.core.ParameterSource
    is_typed = context.get_parameter_source("bootstrap") is source.COMMANDLINE
    if not is_typed and context.get_parameter_source("data_dir") is source.COMMANDLINE:
        directory_is_typed(context)
        return None
    chosen = None if is_typed else context_in_use(context)
    if chosen is not None:
        return chosen.bootstrap
    if value is None:
        return None
    return _bootstrap_or_default(context, parameter, value)


def _bootstrap_or_default(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    """Refuses what is no address; without one, names every broker of the cluster that runs on this machine.

    What is typed goes before the environment: --data-dir before KAVKA_BOOTSTRAP.
    """
    from kavka.client.cluster import parse_bootstrap

    data_dir = context.meta.get(_DATA_DIR)
    is_typed = context.get_parameter_source("bootstrap") is click.core.ParameterSource.COMMANDLINE
    if data_dir is not None and not is_typed:
        return _bootstrap_of(data_dir)
    if not is_typed and (said := context.meta.get(_PROPERTIES)) is not None and "bootstrap" in said.settings:
        value = said.settings["bootstrap"]
        cluster_is_named(context)
    elif not is_typed and (chosen := context_in_use(context)) is not None:
        return chosen.bootstrap
    if value is None:
        value = said_properties(context).settings.get("bootstrap")  # of the file
    if value is None:
        own = context.params.get("data_dir")  # of a verb that wants the directory for more than this
        return running_cluster(own or default_data_dir()) or DEFAULT_BOOTSTRAP
    try:
        parse_bootstrap(value)
    except ValueError as error:
        raise click.BadParameter(str(error), context, parameter) from None
    return value


def _bootstrap_of(data_dir: Path) -> str:
    bootstrap = running_cluster(data_dir)
    if bootstrap is None:
        raise CliError(
            f"nothing runs on {data_dir}; start a broker with: kavka start --data-dir {data_dir}", ExitCode.UNREACHABLE
        )
    return bootstrap


def running_cluster(data_dir: Path) -> str | None:
    """Returns the addresses of all brokers of the cluster on a data directory; None where none runs."""
    from kavka.local.state import read_state

    state = read_state(data_dir)
    return state.bootstrap if state is not None and state.supervisor.is_alive() else None


def data_dir_option(function: F) -> F:
    """Adds --data-dir D to a command."""
    return click.option(
        "--data-dir",
        metavar="DIR",
        is_eager=True,  # known before KAVKA_BOOTSTRAP is looked at
        type=click.Path(file_okay=False, path_type=Path),
        default=default_data_dir,
        callback=_data_dir_alone,
        help="Where the cluster keeps everything. Default: $KAVKA_DATA_DIR, else kavka/default in $XDG_DATA_HOME "
        "or in ~/.local/share.",
    )(function)


def _data_dir_alone(context: click.Context, _: click.Parameter, path: Path) -> Path:
    refuse_context(context)
    return path


def output_option(function: F) -> F:
    """Adds -o table|json|yaml|csv to a command."""
    return click.option(
        "-o",
        "--output",
        type=click.Choice(FORMATS),
        default="table",
        show_default=True,
        callback=_output_or_contexts,
        help="For people, or for programs.",
    )(function)


def _output_or_contexts(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """What is typed, else what the context in use says."""
    if context.resilient_parsing or context.get_parameter_source(parameter.name or "") is not _DEFAULT:
        return value
    chosen = context_in_use(context)
    return chosen.output if chosen is not None and chosen.output in FORMATS else value


def secret_option(name: str, *, envvar: str, metavar: str, help: str) -> Callable[[F], F]:  # noqa: A002, click's word
    """Adds an option whose value is a secret.

    The command line names a file (@FILE) or a variable (env:NAME) that has it.
    """
    return click.option(
        name, envvar=envvar, show_envvar=True, metavar=metavar, help=help, callback=_read_secret, expose_value=True
    )


def _read_secret(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    name = parameter.name or ""
    if value is None or context.get_parameter_source(name) is not click.core.ParameterSource.COMMANDLINE:
        return value
    from kavka.broker.config.secret_arguments import SecretArgumentError, resolved

    try:
        return resolved(parameter.opts[0], value, environment=os.environ)
    except SecretArgumentError as error:
        raise click.UsageError(str(error), context) from None


def parse_settings(values: tuple[str, ...], *, option: str) -> dict[str, str]:
    """Reads repeated KEY=VALUE options of a configuration; of a secret, VALUE says where it is.

    Raises:
        click.BadParameter: one has no name or no "=", or holds a secret.
    """
    from kavka.broker.config.secret_arguments import SecretArgumentError, setting

    settings = parse_assignments(values, option=option)
    try:
        return {name: setting(name, value, environment=os.environ) for name, value in settings.items()}
    except SecretArgumentError as error:
        raise click.BadParameter(str(error), param_hint=option) from None


def parse_assignments(values: tuple[str, ...], *, option: str) -> dict[str, str]:
    """Reads repeated NAME=VALUE options.

    Raises:
        click.BadParameter: one has no name or no "=".
    """
    settings: dict[str, str] = {}
    for value in values:
        name, equals, content = value.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"{value!r} is not NAME=VALUE", param_hint=option)
        settings[name.strip()] = content
    return settings

"""Which context a command line means, if any: --context, then KAVKA_CONTEXT, then that of `kavka context use`.

    -b HOST:PORT, --data-dir DIR    name a cluster themselves: no context; a --context beside -b is asked for
                                    all but the address
    --context NAME
    KAVKA_BOOTSTRAP                 as -b
    KAVKA_CONTEXT
    kavka context use NAME
    what runs on this machine       `options`

A context counts whole or not at all: its password does not go to whatever cluster -b names.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from click.core import ParameterSource

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.slips import question

if TYPE_CHECKING:
    from kavka.cli.contexts import Context, Contexts

F = TypeVar("F", bound=Callable[..., Any])

ENVIRONMENT: Final = "KAVKA_CONTEXT"

_TYPED: Final = "kavka.context"
"""Where a command's context keeps the name that --context said."""

_NAMED: Final = "kavka.cluster_is_named"
"""Where it is kept that --data-dir, or a property of -X, names the cluster."""


def context_option(function: F) -> F:
    """Adds --context NAME to a command."""
    return click.option(
        "--context",
        metavar="NAME",
        is_eager=True,  # known before the address is looked at
        expose_value=False,
        callback=_keep,
        help="The cluster that `kavka context create` gave this name. Default: $KAVKA_CONTEXT, else the one of "
        "`kavka context use`.",
    )(function)


def _keep(context: click.Context, _: click.Parameter, name: str | None) -> None:
    if name is not None:
        context.meta[_TYPED] = name


def typed_name(context: click.Context) -> str | None:
    """Returns the name that --context said, before the verb or behind it."""
    name: str | None = context.meta.get(_TYPED)
    return name


def named_context(name: str) -> Context:
    """Returns a context by its name.

    Raises:
        CliError: there is none.
    """
    found = all_contexts().by_name
    if name not in found:
        raise no_such_context(name, found)
    return found[name]


def no_such_context(name: str, there: Any) -> CliError:
    """Returns the error line for a name that no context has."""
    hint = question(name, there)
    return CliError(f"there is no context {name!r}.{hint} Those that there are: kavka context list", ExitCode.NOT_FOUND)


def all_contexts() -> Contexts:
    """Reads the file of contexts.

    Raises:
        CliError: it cannot be read.
    """
    from kavka.cli.contexts import ContextsUnreadable, read_contexts

    try:
        return read_contexts()
    except ContextsUnreadable as error:
        raise CliError(str(error)) from None


def untyped_context() -> Context | None:
    """Returns the context of KAVKA_CONTEXT, else the current one; None: there is none."""
    name = os.environ.get(ENVIRONMENT)
    if name:
        return named_context(name)
    contexts = all_contexts()
    return None if contexts.current is None else contexts.by_name[contexts.current]


def context_in_use(context: click.Context | None = None) -> Context | None:
    """Returns the context that a command's connections, and the form of its output, are of; None: none is."""
    here = context if context is not None else click.get_current_context()
    name = typed_name(here)
    if name is not None:
        return named_context(name)
    if here.meta.get(_NAMED) or "bootstrap" not in {parameter.name for parameter in here.command.params}:
        return None
    is_given = here.get_parameter_source("bootstrap") in (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    return None if is_given else untyped_context()


def directory_is_typed(context: click.Context) -> None:
    """Notes that --data-dir names the cluster.

    Raises:
        click.UsageError: --context names one, too.
    """
    if typed_name(context) is not None:
        raise click.UsageError("--data-dir and --context name a cluster each; leave one out", context)
    cluster_is_named(context)


def cluster_is_named(context: click.Context) -> None:
    """Notes that something else than -b and --context names the cluster."""
    context.meta[_NAMED] = True


def refuse_context(context: click.Context) -> None:
    """Refuses --context for a verb about what runs on a data directory.

    Raises:
        click.UsageError: it was given: the verb would do what it does to another cluster.
    """
    if typed_name(context) is not None and "bootstrap" not in {parameter.name for parameter in context.command.params}:
        raise click.UsageError("--context means nothing here: this is about what runs on the data directory", context)


def context_properties(context: Context) -> dict[str, str]:
    """Returns a context's client properties: its own, and what of its file they leave unsaid.

    Raises:
        CliError: the file cannot be read.
    """
    if context.command_config is None:
        return dict(context.properties)
    from pathlib import Path

    from kavka.broker.config.properties import parse_properties

    try:
        of_file = parse_properties(Path(context.command_config).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CliError(f"the context's file of properties, {context.command_config}: {error}") from None
    return {**of_file, **context.properties}

"""`kavka context list | create | use | show | rename | delete`: clusters by name, and the one that verbs ask.

    $ kavka context create prod -b a:9092,b:9092 --command-config prod.properties --use
    $ kavka topic list                    # prod's
    $ kavka --context test topic list     # this once
    $ kavka context use --none            # what runs on this machine again

Which one a command line means in the end is `chosen_context`; the file is `contexts`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from kavka.cli.chosen_context import ENVIRONMENT, all_contexts, context_properties, no_such_context, typed_name
from kavka.cli.cli_error import CliError
from kavka.cli.contexts import Context, Contexts, write_contexts
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import output_option, parse_settings
from kavka.cli.output import FORMATS, print_rows, print_value
from kavka.cli.verb_group import VerbGroup

HIDDEN = "[hidden]"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


@click.group(cls=VerbGroup)
def context() -> None:
    """Name clusters, and choose the one that verbs ask."""


# ---------------------------------------------------------------- list, show


@context.command("list")
@output_option
def list_(*, output: str) -> int:
    """List contexts; * is the one that verbs ask."""
    contexts = all_contexts()
    rows = [
        {"": "*" if name == contexts.current else "", **_described(name, contexts)} for name in sorted(contexts.by_name)
    ]
    if output == "table":
        print_rows(rows, ["", "name", "bootstrap", "security", "registry", "output"], output)
    else:
        print_rows([_described(name, contexts) for name in sorted(contexts.by_name)], COLUMNS, output)
    return ExitCode.OK


COLUMNS = ["name", "current", "bootstrap", "security", "registry", "output"]


@context.command()
@click.argument("name", required=False)
@output_option
def show(*, name: str | None, output: str) -> int:
    """Show a context, or the one that verbs ask; secrets are shown to nobody."""
    contexts = all_contexts()
    chosen = name or typed_name(click.get_current_context()) or os.environ.get(ENVIRONMENT) or contexts.current
    if not chosen:
        raise CliError(
            "no context is in use: verbs ask what runs on this machine. Choose one with: kavka context use NAME",
            ExitCode.NOT_FOUND,
        )
    _require(chosen, contexts)
    one = contexts.by_name[chosen]
    shown = {
        **_described(chosen, contexts),
        "command_config": one.command_config,
        "properties": {key: _shown(key, value) for key, value in one.properties.items()},
    }
    if output in ("json", "yaml"):
        print_value(shown, output)
    else:
        settings = {**shown.pop("properties")}
        print_rows([{"what": k, "value": v} for k, v in {**shown, **settings}.items()], ["what", "value"], output)
    return ExitCode.OK


def _described(name: str, contexts: Contexts) -> dict[str, Any]:
    one = contexts.by_name[name]
    return {
        "name": name,
        "current": name == contexts.current,
        "bootstrap": one.bootstrap,
        "security": one.properties.get("security.protocol") or ("by its file" if one.command_config else "PLAINTEXT"),
        "registry": None if one.registry is None else _without_password(one.registry),
        "output": one.output,
    }


def _shown(key: str, value: str) -> str:
    from kavka.broker.config.secret_arguments import is_secret

    return HIDDEN if is_secret(key) else value


def _without_password(url: str) -> str:
    who, at, rest = url.rpartition("@")
    scheme, slashes, user = who.partition("//")
    return f"{scheme}{slashes}{user.partition(':')[0]}:{HIDDEN}@{rest}" if at and ":" in user else url


# ---------------------------------------------------------------- create, use, rename, delete


@context.command()
@click.argument("name")
@click.option(
    "-b",
    "--bootstrap",
    "--bootstrap-server",
    "brokers",
    metavar="HOST:PORT",
    required=True,
    help="Any brokers of the cluster, separated by commas.",
)
@click.option(
    "--command-config",
    metavar="FILE",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="A file of client properties, read when they are needed: security.protocol, ssl.…, sasl.…",
)
@click.option(
    "-s",
    "--set",
    "settings",
    metavar="K=V",
    multiple=True,
    help="A client property of its own; repeatable. A secret comes as K=@FILE or K=env:NAME.",
)
@click.option("--registry", metavar="URL", help="Its schema registry.")
@click.option("-o", "--output", type=click.Choice(FORMATS), help="The form in which it prints lists.")
@click.option("--use", is_flag=True, help="Verbs ask it from now on.")
@click.option("--replace", is_flag=True, help="Put it in the place of one that has the name.")
def create(
    *,
    name: str,
    brokers: str,
    command_config: Path | None,
    settings: tuple[str, ...],
    registry: str | None,
    output: str | None,
    use: bool,
    replace: bool,
) -> int:
    """Give a cluster a name, with what it takes to speak to it. Nothing is asked of the cluster."""
    contexts = all_contexts()
    _check_name(name)
    if name in contexts.by_name and not replace:
        raise CliError(f"there is a context {name!r}; --replace puts this one in its place", ExitCode.EXISTS)
    made = Context(
        bootstrap=_address(brokers),
        command_config=None if command_config is None else str(command_config.absolute()),
        properties=parse_settings(settings, option="--set"),
        registry=_url(registry),
        output=output,
    )
    _check_security(made)
    contexts = contexts.having(name, made)
    _save(Contexts(contexts.by_name, name) if use else contexts)
    click.echo(f"created {name}" + (", which verbs ask from now on" if use else ""))
    return ExitCode.OK


@context.command()
@click.argument("name", required=False)
@click.option("--none", "is_none", is_flag=True, help="None: what runs on this machine.")
def use(*, name: str | None, is_none: bool) -> int:
    """Choose the cluster that verbs ask where nothing else names one."""
    if (name is None) is not is_none:
        raise click.UsageError("name a context, or say --none")
    contexts = all_contexts()
    if name is not None:
        _require(name, contexts)
    _save(Contexts(contexts.by_name, name))
    click.echo("verbs ask what runs on this machine" if name is None else f"verbs ask {name}")
    return ExitCode.OK


@context.command()
@click.argument("name")
@click.argument("new")
def rename(*, name: str, new: str) -> int:
    """Give a context another name."""
    contexts = all_contexts()
    _require(name, contexts)
    _check_name(new)
    if new in contexts.by_name:
        raise CliError(f"there is a context {new!r} already", ExitCode.EXISTS)
    _save(contexts.renamed(name, new))
    click.echo(f"{name} is {new}")
    return ExitCode.OK


@context.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
def delete(*, names: tuple[str, ...]) -> int:
    """Delete contexts; their clusters notice nothing."""
    contexts = all_contexts()
    for name in names:
        _require(name, contexts)
        contexts = contexts.without(name)
    _save(contexts)
    for name in names:
        click.echo(f"deleted {name}")
    return ExitCode.OK


def _require(name: str, contexts: Contexts) -> None:
    if name not in contexts.by_name:
        raise no_such_context(name, contexts.by_name)


def _check_name(name: str) -> None:
    if _NAME.fullmatch(name) is None:
        raise click.UsageError(f"{name!r} is no name for a context: up to 100 of a-z A-Z 0-9 . _ -")


def _address(bootstrap: str) -> str:
    from kavka.client.cluster import parse_bootstrap

    try:
        parse_bootstrap(bootstrap)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--bootstrap") from None
    return bootstrap


def _url(registry: str | None) -> str | None:
    if registry is None:
        return None
    try:
        parts = urlsplit(registry)
        is_url = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_url = False
    if not is_url:
        raise click.BadParameter(f"{registry!r} is no URL; write http://host:port", param_hint="--registry")
    return registry


def _check_security(made: Context) -> None:
    from kavka.client.security import SecuritySettingsError, connection_security

    try:
        connection_security(context_properties(made))
    except SecuritySettingsError as error:
        raise click.BadParameter(str(error), param_hint="'--command-config' / '--set'") from None


def _save(contexts: Contexts) -> None:
    try:
        write_contexts(contexts)
    except OSError as error:
        raise CliError(f"{error.filename}: {error.strerror or error}") from None

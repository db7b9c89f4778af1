"""`kavka request API '{json}'`: sends any request, in any version, and prints the response; or explains both.

    kavka request list                                     what the broker serves, and what kavka can write
    kavka request CreateTopics --describe                  every field: type, versions, default, meaning
    kavka request Metadata '{"topics": null}' --version 8  the response as JSON
    kavka request ApiVersions --raw                        the bytes of both

Fields are those of the declarations (`api_fields`), the forms of values those of `api_json`. A response with an error
in it is a response: the command succeeds, and says the error's name on stderr.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kavka import __version__
from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import CALL_TIMEOUT_MS, REACH_TIMEOUT_MS, bootstrap_option, client_security, output_option
from kavka.cli.output import print_rows, print_value
from kavka.protocol._generated.index import APIS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from kavka.cli.api_fields import Api, Described
    from kavka.cli.exchange import RecordedConnection

LIST = "list"
ERRORS_MAX = 10
"""Errors in a response that are named."""
LIST_COLUMNS = ("key", "api", "broker", "kavka")
FIELD_COLUMNS = ("message", "field", "type", "versions", "nullable", "tagged", "default", "about")


def _complete_api(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    names = sorted(names[0].removesuffix("Request") for names in APIS.values())
    return [CompletionItem(name) for name in [LIST, *names] if name.lower().startswith(typed.lower())]


EPILOG = """\b
Bytes are {"base64": "AAEC"}; {"hex": "0001"}, {"text": "x"} and "x" are read, too. Records are bytes,
or a list of {"key": …, "value": …} that becomes a batch. What is left out has its default."""


@click.command(epilog=EPILOG)
@click.argument("api_name", metavar="[API]", default=LIST, shell_complete=_complete_api)
@click.argument("body", metavar="[JSON|@FILE|-]", default="{}")
@bootstrap_option
@output_option
@click.option("--version", "version", metavar="N", type=click.IntRange(0), help="Default: the highest that both know.")
@click.option("--broker", "broker_id", metavar="ID", type=click.IntRange(0), help="Default: the first that answers.")
@click.option("--describe", is_flag=True, help="Explain the fields of request and response; send nothing.")
@click.option("--raw", is_flag=True, help="Print the bytes that went and came, in hex.")
@click.option(
    "--timeout", "timeout_ms", metavar="MS", type=click.IntRange(1), default=CALL_TIMEOUT_MS, show_default=True
)
def request(
    *,
    api_name: str,
    body: str,
    bootstrap: str,
    output: str,
    version: int | None,
    broker_id: int | None,
    describe: bool,
    raw: bool,
    timeout_ms: int,
) -> int:
    """Send any request of the protocol and print the response; `list` shows which there are."""
    if api_name == LIST:
        print_rows(_listed(bootstrap, broker_id), LIST_COLUMNS, output)
        return ExitCode.OK
    from kavka.cli.api_fields import find_api

    api = find_api(api_name)
    low, high = api.versions
    if version is not None and not low <= version <= high:
        raise CliError(f"{api.name} has versions {low} to {high}, as far as this kavka knows")
    if describe:
        _describe(api, version, output)
        return ExitCode.OK
    if output == "csv":
        raise click.UsageError("a response is no table; -o csv is for `list` and --describe")
    content = _content(body)
    from kavka.cli.runner import run_async

    run_async(_send(api, content, bootstrap, broker_id, version=version, timeout_ms=timeout_ms, raw=raw, output=output))
    return ExitCode.OK


def _content(body: str) -> Any:
    try:
        if body == "-":
            body = sys.stdin.buffer.read().decode()
        elif body.startswith("@"):
            body = Path(body[1:]).read_text(encoding="utf-8")
        return json.loads(body)
    except OSError as error:
        raise click.BadParameter(f"{body[1:]}: {error.strerror}", param_hint="JSON") from None
    except ValueError as error:
        raise click.BadParameter(f"that is no JSON: {error}", param_hint="JSON") from None
    except RecursionError:
        raise click.BadParameter("that is nested too deeply", param_hint="JSON") from None


# ---------------------------------------------------------------- list


def _listed(bootstrap: str, broker_id: int | None) -> list[dict[str, Any]]:
    from kavka.cli.api_fields import apis
    from kavka.cli.runner import run_async

    advertised = run_async(_advertised(bootstrap, broker_id))
    known = {api.key: api for api in apis()}
    return [
        {
            "key": key,
            "api": known[key].name if key in known else None,
            "broker": _range(advertised.get(key)),
            "kavka": _range(known[key].versions) if key in known else None,
        }
        for key in sorted(known.keys() | advertised.keys())
    ]


async def _advertised(bootstrap: str, broker_id: int | None) -> dict[int, tuple[int, int]]:
    from kavka.cli.exchange import connected

    async with connected(bootstrap, broker_id, security=client_security(), timeout_ms=REACH_TIMEOUT_MS) as connection:
        return dict(connection.api_versions)


def _range(versions: tuple[int, int] | None) -> str | None:
    if versions is None:
        return None
    low, high = versions
    return str(low) if low == high else f"{low}-{high}"


# ---------------------------------------------------------------- --describe


def _describe(api: Api, version: int | None, output: str) -> None:
    from kavka.cli.api_fields import Described

    said = Described(api, version)
    rows = [
        {"message": title, **row}
        for title, part in (("request", api.request), ("response", api.response))
        for row in said.rows(part)
    ]
    if output == "csv":
        shown = [{**row, "default": json.dumps(row["default"])} for row in rows]
        print_rows(shown, FIELD_COLUMNS, output)
    elif output == "table":
        _explain(said, rows, api.versions[1] if version is None else version)
    else:
        print_value({"key": api.key, "api": api.name, "notes": said.notes, "fields": rows}, output)


def _explain(said: Described, rows: Iterable[dict[str, Any]], version: int) -> None:
    low, high = said.api.versions
    flexible = "" if said.flexible_from is None else f", flexible from {said.flexible_from} on"
    click.echo("\n".join(said.notes))
    click.echo(f"\nkavka writes versions {low} to {high}{flexible}.")
    shown = list(rows)
    for title in ("request", "response"):
        lines = [
            (
                f"  {'  ' * row['depth']}{row['field']}",
                f"{row['type']}{'' if row['nullable'] is None else '?'}",
                f"{row['versions']}{'' if row['tagged'] is None else ' tagged'}",
                _default(row),
                row["about"],
            )
            for row in shown
            if row["message"] == title
        ]
        heads = (title.capitalize(), "type", "versions", "default", "")
        widths = [max(len(line[column]) for line in (heads, *lines)) for column in range(4)]
        click.echo()
        for line in (heads, *lines):
            cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=False)]
            click.echo("  ".join([*cells, line[4]]).rstrip())
    click.echo(f"\n? may be null.  A request of version {version} with everything in it:")
    click.echo(f"kavka request {said.api.name} --version {version} '{json.dumps(said.example(version))}'")


def _default(row: dict[str, Any]) -> str:
    if row["default"] == []:
        return ""
    return "nil" if row["type"] == "uuid" else json.dumps(row["default"])


# ---------------------------------------------------------------- send


async def _send(
    api: Api,
    content: Any,
    bootstrap: str,
    broker_id: int | None,
    *,
    version: int | None,
    timeout_ms: int,
    raw: bool,
    output: str,
) -> None:
    from kavka.cli.api_json import BadJson, message_object, read_message
    from kavka.cli.exchange import connected
    from kavka.protocol.api_keys import ApiKey
    from kavka.protocol.errors import EncodeError

    async with connected(bootstrap, broker_id, security=client_security(), timeout_ms=REACH_TIMEOUT_MS) as connection:
        spoken = _version_for(connection, api) if version is None else version
        _warn_unserved(connection, api, spoken)
        try:
            message = read_message(api.request, content or _introduced(api, spoken), spoken)
            if api.key == ApiKey.PRODUCE and message.acks == 0:
                await connection.send(message, version=spoken)
                response = None
            else:
                response = await connection.request(message, version=spoken, timeout_ms=timeout_ms)
        except BadJson as error:
            raise CliError(f"{error}. Explained by: kavka request {api.name} --describe", ExitCode.USAGE) from None
        except EncodeError as error:
            raise CliError(str(error)) from None
    if raw:
        _print_bytes(connection, f"{api.name} version {spoken}")
        return
    if response is None:
        click.echo("sent; to a request with acks 0 no response comes", err=True)
        return
    shown = message_object(response, _version_of(response, spoken))
    if output == "table":
        click.echo(json.dumps(shown, indent=2, ensure_ascii=False))
    else:
        print_value(shown, output)
    _name_errors(shown)


def _introduced(api: Api, version: int) -> dict[str, str]:
    """What stands for an empty ApiVersions: from version 3 on one that does not say who asks is refused."""
    from kavka.cli.exchange import CLIENT_ID

    if api.name != "ApiVersions" or version < 3:
        return {}
    return {"client_software_name": CLIENT_ID, "client_software_version": __version__}


def _version_for(connection: RecordedConnection, api: Api) -> int:
    where = f"{connection.host}:{connection.port}"
    served = connection.api_versions.get(api.key)
    if served is None:
        raise CliError(f"{where} does not serve {api.name}; with --version N it is sent all the same")
    low, high = api.versions
    version = min(high, served[1])
    if version < max(low, served[0]):
        raise CliError(
            f"{where} serves {api.name} in versions {served[0]} to {served[1]}, kavka writes {low} to {high}"
        )
    return version


def _warn_unserved(connection: RecordedConnection, api: Api, version: int) -> None:
    low, high = connection.api_versions.get(api.key, (0, -1))
    if not low <= version <= high:
        served = f"serves {api.name} in versions {low} to {high}" if low <= high else f"does not serve {api.name}"
        click.echo(f"{connection.host}:{connection.port} {served}; sending version {version} all the same", err=True)


def _version_of(response: Any, version: int) -> int:
    """The version that a response came in: a refused ApiVersions comes in version 0 (KIP-511)."""
    from kavka.protocol.api_keys import ApiKey
    from kavka.protocol.errors import ErrorCode

    is_refused = response.API_KEY == ApiKey.API_VERSIONS and response.error_code == ErrorCode.UNSUPPORTED_VERSION
    return 0 if is_refused else version


def _print_bytes(connection: RecordedConnection, what: str) -> None:
    from kavka.cli.exchange import hex_dump

    where = f"{connection.host}:{connection.port}"
    for title, data in (
        (f"{what}: {len(connection.sent):,} bytes to {where}", connection.sent),
        (f"the response: {len(connection.received):,} bytes", connection.received),
    ):
        click.echo(title)
        for line in hex_dump(data):
            click.echo(line)


def _name_errors(shown: dict[str, Any]) -> None:
    from kavka.cli.api_json import error_codes
    from kavka.client.errors import code_name

    errors = list(error_codes(shown))
    for path, code in errors[:ERRORS_MAX]:
        click.echo(f"{path} {code} is {code_name(code)}", err=True)
    if len(errors) > ERRORS_MAX:
        click.echo(f"… and {len(errors) - ERRORS_MAX} more errors", err=True)

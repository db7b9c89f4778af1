"""`kavka fault`: rules that make chosen requests fail, so that the author of a client sees what it does then.

kavka fault add error --api PRODUCE --error NOT_LEADER_OR_FOLLOWER --times 3
kavka fault add delay --delay-ms 2000 --api FETCH --topic orders --broker 1
kavka fault list
kavka fault clear
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import click

from kavka.admin_http import AdminHttp
from kavka.cli.admin_endpoint import ask_each, endpoint_options, find_endpoints
from kavka.cli.options import output_option
from kavka.cli.output import print_rows, print_value
from kavka.cli.verb_group import VerbGroup

COLUMNS = ("broker", "id", "action", "what", "when", "matched", "struck")
ACTIONS = ("error", "delay", "drop", "half", "close")
_WHEN = ("skip", "times", "probability", "seed")
_FIXED = ("id", "action", "matched", "struck", "broker", *_WHEN)


@click.group(cls=VerbGroup)
def fault() -> None:
    """Make chosen requests fail on purpose."""


@fault.command()
@click.argument("action", type=click.Choice(ACTIONS))
@click.option("--api", metavar="NAME", help="Of this API, such as PRODUCE; default: of every one.")
@click.option("--versions", metavar="N[-N]", help="Of these versions.")
@click.option("--client-id", metavar="ID", help="Of this client.")
@click.option("--group", metavar="G", help="That name this group or transactional id.")
@click.option("--topic", metavar="T", help="That name this topic.")
@click.option("--partition", metavar="P", type=click.IntRange(0), help="That name this partition of --topic.")
@click.option("--error", metavar="NAME", help="For error: the code to answer with, such as NOT_LEADER_OR_FOLLOWER.")
@click.option("--delay-ms", metavar="MS", type=click.IntRange(0), help="For delay: how long.")
@click.option("--skip", metavar="N", type=click.IntRange(0), help="So many matching requests pass first.")
@click.option("--times", metavar="N", type=click.IntRange(1), help="Strike so often; default: without end.")
@click.option("--probability", metavar="P", type=click.FloatRange(0, 1), help="How likely it strikes when it could.")
@click.option("--seed", metavar="N", type=click.IntRange(0), help="Of --probability: equal seeds, equal faults.")
@endpoint_options
@output_option
def add(
    *,
    action: str,
    versions: str | None,
    admin: str | None,
    token: str | None,
    broker_id: int | None,
    data_dir: Path,
    bootstrap: str | None,
    output: str,
    **rule: Any,
) -> None:
    """Add a rule: answer with an error, delay, drop, send half of the answer, or close the connection."""
    wanted = {"action": action, **{name: value for name, value in rule.items() if value is not None}}
    if versions is not None:
        wanted["versions"] = _versions(versions)
    endpoints = find_endpoints(admin=admin, token=token, broker_id=broker_id, data_dir=data_dir, bootstrap=bootstrap)
    _show(ask_each(endpoints, partial(AdminHttp.post, path="/faults", body=wanted)), output)


@fault.command(name="list")
@endpoint_options
@output_option
def list_(*, output: str, **where: Any) -> None:
    """Show the rules, and how often each matched and struck."""
    endpoints = find_endpoints(**where)
    _show(ask_each(endpoints, partial(AdminHttp.get, path="/faults")), output)


@fault.command()
@click.argument("rule_id", metavar="[ID]", type=click.IntRange(1), required=False)
@endpoint_options
@output_option
def clear(
    *,
    rule_id: int | None,
    output: str,
    **where: Any,
) -> None:
    """Remove one rule, or all of them."""
    endpoints = find_endpoints(**where)
    path = "/faults" if rule_id is None else f"/faults/{rule_id}"
    answers = ask_each(endpoints, partial(AdminHttp.delete, path=path))
    rows = [{"broker": broker, "removed": answer["removed"]} for broker, answer in answers]
    if output == "table":
        removed = sum(row["removed"] for row in rows)
        click.echo(f"{removed} {'rule' if removed == 1 else 'rules'} removed")
    elif output == "csv":
        print_rows(rows, ("broker", "removed"), output)
    else:
        print_value(rows, output)


def _versions(text: str) -> list[int]:
    low, dash, high = text.partition("-")
    if not low.isdecimal() or (dash and not high.isdecimal()):
        raise click.BadParameter(f"{text!r} is neither N nor N-N", param_hint="--versions")
    return [int(low), int(high or low)]


def _show(answers: list[tuple[int | None, Any]], output: str) -> None:
    rules = [{"broker": broker, **rule} for broker, answer in answers for rule in answer]
    if output in ("json", "yaml"):
        print_value(rules, output)
        return
    rows = [{**rule, "what": _told(rule, _FIXED, is_left_out=True), "when": _told(rule, _WHEN)} for rule in rules]
    print_rows(rows, COLUMNS, output)


def _told(rule: Mapping[str, Any], names: tuple[str, ...], *, is_left_out: bool = False) -> str:
    """Some of a rule's fields as name=value."""
    parts = []
    for name, value in rule.items():
        if (name in names) != is_left_out:
            shown = "-".join(map(str, value)) if isinstance(value, list) else value
            parts.append(f"{name}={shown}")
    return " ".join(parts) or "always" if not is_left_out else " ".join(parts) or "every request"

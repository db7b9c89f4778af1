"""`kavka cluster status | dirs | reassign | elect | move-controller`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import admin_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.log_dir_moves import COLUMNS, begin_moves, describe_directories, missing_moves, wait_for_moves
from kavka.cli.options import (
    bootstrap_option,
    data_dir_option,
    output_option,
)
from kavka.cli.output import print_csv, print_rows, print_table, print_value
from kavka.cli.progress import progress_bar
from kavka.cli.reassignment_plan import Directories, Plan, current_plan, format_plan, generate_plan, parse_plan
from kavka.cli.runner import run_async
from kavka.cli.throttle import lift_directory_throttle, lift_throttle, set_directory_throttle, set_throttle
from kavka.cli.typed_names import require_broker
from kavka.cli.verb_group import VerbGroup
from kavka.cli.zookeeper_login import login_of, zookeeper_hosts, zookeeper_option
from kavka.client.admin import Admin, TopicInfo
from kavka.client.errors import code_name
from kavka.client.reassignments import PREFERRED, UNCLEAN
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ElectionNotNeeded, KafkaError

POLL_MS = 250
"""How often a reassignment that is waited for is looked at."""

SETTLE_MS = 5_000
"""How long a broker may take to hear from the controller what became of a move: their responses are independent."""


def _admin(bootstrap: str) -> Admin:
    return Admin(bootstrap, **admin_settings("kavka-cluster"))


@click.group(cls=VerbGroup)
def cluster() -> None:
    """Look at a cluster's brokers, move replicas between them, elect leaders."""


# ---------------------------------------------------------------- status


@cluster.command()
@bootstrap_option
@output_option
def status(*, bootstrap: str, output: str) -> int:
    """Show brokers, who leads, and what is not as it should be."""
    found = run_async(_status(bootstrap))
    columns = ["id", "address", "rack", "controller", "leads", "replicas", "out_of_sync"]
    if output == "csv":
        print_csv(found["brokers"], columns)
    elif output != "table":
        print_value(found, output)
    else:
        click.echo(f"cluster {found['cluster_id']}")
        print_table([{**row, "controller": "*" if row["controller"] else None} for row in found["brokers"]], columns)
        click.echo(f"{found['topics']} topics, {found['partitions']} partitions: {_health(found)}")
        for title, names in (("under-replicated", found["under_replicated"]), ("no leader", found["offline"])):
            if names:
                click.echo(f"{title}: {', '.join(names)}")
    return ExitCode.OK


async def _status(bootstrap: str) -> dict[str, Any]:
    async with _admin(bootstrap) as admin:
        info = await admin.describe_cluster()
        topics = await admin.list_topics(include_internal=True)
        moves = await admin.list_partition_reassignments()
    parts = [
        (TopicPartition(topic.name, part.partition), part) for topic in topics for part in topic.partitions.values()
    ]
    brokers = [
        {
            "id": broker.broker_id,
            "address": str(broker),
            "rack": broker.rack,
            "controller": broker.broker_id == info.controller_id,
            "leads": sum(part.leader == broker.broker_id for _, part in parts),
            "replicas": sum(broker.broker_id in part.replicas for _, part in parts),
            "out_of_sync": sum(broker.broker_id in set(part.replicas) - set(part.isr) for _, part in parts),
        }
        for broker in info.brokers
    ]
    return {
        "cluster_id": info.cluster_id,
        "controller": info.controller_id,
        "brokers": brokers,
        "topics": len(topics),
        "partitions": len(parts),
        "under_replicated": [str(partition) for partition, part in parts if len(part.isr) < len(part.replicas)],
        "offline": [str(partition) for partition, part in parts if part.leader < 0],
        "not_preferred": sum(part.leader >= 0 and part.leader != part.replicas[0] for _, part in parts),
        "reassigning": [str(partition) for partition in sorted(moves)],
    }


def _health(found: dict[str, Any]) -> str:
    counts = {
        "under-replicated": len(found["under_replicated"]),
        "without a leader": len(found["offline"]),
        "not led by their first replica": found["not_preferred"],
        "being reassigned": len(found["reassigning"]),
    }
    return ", ".join(f"{count} {what}" for what, count in counts.items())


# ---------------------------------------------------------------- dirs


@cluster.command()
@bootstrap_option
@output_option
@click.option("--broker", "broker_ids", type=click.IntRange(0), metavar="ID", multiple=True, help="Only these.")
def dirs(*, bootstrap: str, output: str, broker_ids: tuple[int, ...]) -> int:
    """Show the brokers' data directories, what is in them, and what is moving there."""
    print_rows(run_async(_dirs(bootstrap, broker_ids)), COLUMNS, output)
    return ExitCode.OK


async def _dirs(bootstrap: str, broker_ids: Sequence[int]) -> list[dict[str, Any]]:
    async with _admin(bootstrap) as admin:
        brokers = (await admin.describe_cluster()).brokers
        for broker_id in broker_ids:
            await require_broker(admin, broker_id)
        return await describe_directories(admin, broker_ids or [broker.broker_id for broker in brokers])


# ---------------------------------------------------------------- reassign


@cluster.command()
@bootstrap_option
@click.option(
    "-f", "--file", "file", type=click.File(encoding="utf-8"), help="A plan as kafka-reassign-partitions has it."
)
@click.option("-t", "--topic", "topics", multiple=True, metavar="NAME", help="Make a plan for a topic; repeatable.")
@click.option("--brokers", metavar="ID,ID...", help="The brokers that the plan of --topic spreads over.")
@click.option(
    "--throttle",
    type=click.IntRange(min=1),
    metavar="BYTES",
    help="Copy no more than that a second; lifted at the end.",
)
@click.option(
    "--dirs-throttle", type=click.IntRange(min=1), metavar="BYTES", help="The same for moves to a plan's log_dirs."
)
@click.option("--dry-run", is_flag=True, help="Print the plan and the way back; change nothing.")
@click.option("--verify", is_flag=True, help="Only say how far it is; fails while it is not done.")
@click.option("--cancel", is_flag=True, help="Go back: the plan's moves, a topic's, or without either all.")
@click.option("--no-wait", is_flag=True, help="Return when the moves have begun.")
@click.option(
    "--disallow-replication-factor-change", "hold", is_flag=True, help="Refuse moves to more or fewer replicas."
)
def reassign(
    *,
    bootstrap: str,
    file: TextIO | None,
    topics: tuple[str, ...],
    brokers: str | None,
    throttle: int | None,
    dirs_throttle: int | None,
    dry_run: bool,
    verify: bool,
    cancel: bool,
    no_wait: bool,
    hold: bool,
) -> int:
    """Move replicas to other brokers; returns when they are there."""
    if file is not None and topics:
        raise click.UsageError("give a plan with --file, or topics to make one for; not both")
    if dry_run + verify + cancel > 1:
        raise click.UsageError("--dry-run, --verify and --cancel exclude each other")
    if (throttle or dirs_throttle) and (verify or cancel):
        raise click.UsageError("--throttle is for moves that begin; --verify and --cancel lift it")
    plan, directories = (None, {}) if file is None else parse_plan(file.read(), name=file.name)
    if cancel:
        run_async(_cancel(bootstrap, plan, topics))
        return ExitCode.OK
    if plan is None and not (topics and brokers):
        raise click.UsageError("what to move? Give --file PLAN, or --topic NAME with --brokers ID,ID...")
    work = (
        partial(_dry_run, directories=directories)
        if dry_run
        else partial(_verify, directories=directories)
        if verify
        else partial(
            _reassign,
            directories=directories,
            throttle=throttle,
            dirs_throttle=dirs_throttle,
            is_wait=not no_wait,
            may_resize=not hold,
        )
    )
    run_async(_with_plan(bootstrap, plan, topics, _broker_ids(brokers), work))
    return ExitCode.OK


def _broker_ids(text: str | None) -> list[int]:
    try:
        return [int(word) for word in (text or "").split(",") if word]
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is no list of broker ids", param_hint="--brokers") from error


async def _with_plan(
    bootstrap: str,
    plan: Plan | None,
    topics: Sequence[str],
    brokers: Sequence[int],
    work: Callable[[Admin, Plan, Plan], Awaitable[None]],
) -> None:
    """Calls `work` with the plan, made if there is none, and with where its partitions are now."""
    async with _admin(bootstrap) as admin:
        infos = await admin.describe_topics(topics or sorted({partition.topic for partition in plan or ()}))
        if plan is None:
            known = (await admin.describe_cluster()).brokers
            plan = generate_plan(infos, brokers, known=known)
        await work(admin, plan, current_plan(infos, plan))


async def _dry_run(_admin: Admin, plan: Plan, now: Plan, *, directories: Directories) -> None:
    click.echo(format_plan(plan, directories))
    click.echo(f"the way back: {format_plan(now)}", err=True)


async def _reassign(
    admin: Admin,
    plan: Plan,
    now: Plan,
    *,
    directories: Directories,
    throttle: int | None,
    dirs_throttle: int | None,
    is_wait: bool,
    may_resize: bool,
) -> None:
    click.echo(f"the way back: {format_plan(now)}", err=True)
    if throttle is not None:
        await set_throttle(admin, plan, now, throttle)
        click.echo(f"throttled to {throttle} bytes/s; --verify lifts that when the moves are done", err=True)
    if dirs_throttle is not None:
        await set_directory_throttle(admin, directories, dirs_throttle)
    # First: what a broker does not have yet, it then makes where it shall be.
    await begin_moves(admin, directories)
    await admin.alter_partition_reassignments(plan, allow_replication_factor_change=may_resize)
    if is_wait:
        await _wait(admin, plan)
        await wait_for_moves(admin, directories)
        if throttle is not None or dirs_throttle is not None:
            await _lift(admin, plan, directories)
    click.echo(f"{'reassigned' if is_wait else 'reassigning'} {len(plan)} partitions")


async def _lift(admin: Admin, partitions: Iterable[TopicPartition], directories: Directories | None = None) -> None:
    is_lifted = await lift_throttle(admin, {partition.topic for partition in partitions})
    if await lift_directory_throttle(admin, directories or ()) or is_lifted:
        click.echo("the throttle is lifted", err=True)


async def _wait(admin: Admin, plan: Plan) -> None:
    """Until nothing of the plan is on its way any more.

    Raises:
        CliError: it ended elsewhere: it was cancelled, or replaced by another one.
    """
    left = len(plan)
    with progress_bar("reassign", left) as advance:
        while left:
            moves = await admin.list_partition_reassignments(plan)
            advance(left - len(moves))
            left = len(moves)
            if left:
                await asyncio.sleep(POLL_MS / 1000)
    for _ in range(SETTLE_MS // POLL_MS):
        elsewhere = await _elsewhere(admin, plan)
        if not elsewhere:
            return
        await asyncio.sleep(POLL_MS / 1000)
    raise CliError(f"{len(elsewhere)} partitions went elsewhere, somebody else moved them: {elsewhere[0]}, …")


async def _elsewhere(admin: Admin, plan: Plan) -> list[TopicPartition]:
    """The replicas that the broker does not know, or not yet, to be where the plan wants them."""
    infos = await admin.describe_topics(sorted({partition.topic for partition in plan}))
    return [tp for tp, replicas in current_plan(infos, plan).items() if replicas != list(plan[tp])]


async def _verify(admin: Admin, plan: Plan, now: Plan, *, directories: Directories) -> None:
    moves = await admin.list_partition_reassignments(plan)
    is_done = True
    for partition, replicas in sorted(plan.items()):
        if partition in moves:
            move = moves[partition]
            text = f"on its way: {_ids(move.adding)} come, {_ids(move.removing)} go"
        elif list(now[partition]) == list(replicas):
            click.echo(f"{partition} is there: {_ids(replicas)}")
            continue
        else:
            text = f"not on its way: it is on {_ids(now[partition])}, not {_ids(replicas)}"
        is_done = False
        click.echo(f"{partition} is {text}")
    missing = await missing_moves(admin, directories)
    for (partition, broker_id), text in sorted(missing.items()):
        click.echo(f"{partition} on broker {broker_id} is {text}")
    if not moves and not missing:
        await _lift(admin, plan, directories)
    if missing or not is_done:
        raise click.exceptions.Exit(ExitCode.FAILED)


async def _cancel(bootstrap: str, plan: Plan | None, topics: Sequence[str]) -> None:
    async with _admin(bootstrap) as admin:
        moves = await admin.list_partition_reassignments(plan)
        wanted = [partition for partition in moves if not topics or partition.topic in topics]
        if wanted:
            await admin.alter_partition_reassignments(dict.fromkeys(wanted))
            await _lift(admin, wanted)
        click.echo(f"cancelled {len(wanted)} reassignments")


def _ids(broker_ids: Sequence[int]) -> str:
    return ",".join(map(str, broker_ids)) or "none"


# ---------------------------------------------------------------- elect


@cluster.command()
@bootstrap_option
@output_option
@click.option("-t", "--topic", "topics", multiple=True, metavar="NAME", help="All partitions of a topic; repeatable.")
@click.option("-p", "--partition", "partitions", multiple=True, metavar="NAME:N", help="One partition; repeatable.")
@click.option("--all", "is_all", is_flag=True, help="Every partition of the cluster.")
@click.option("--unclean", is_flag=True, help="Whoever lives, where nobody leads: may lose records.")
def elect(
    *,
    bootstrap: str,
    output: str,
    topics: tuple[str, ...],
    partitions: tuple[str, ...],
    is_all: bool,
    unclean: bool,
) -> int:
    """Let first replicas lead again, if they are in sync; or let anybody lead where nobody does."""
    named = [_partition(text) for text in partitions]
    if is_all == bool(topics or named):
        raise click.UsageError("which partitions? Give --topic, --partition, or --all alone")
    results = run_async(_elect(bootstrap, topics, named, is_all=is_all, kind=UNCLEAN if unclean else PREFERRED))
    rows = [
        {"topic": tp.topic, "partition": tp.partition, "outcome": _outcome(error)}
        for tp, error in sorted(results.items(), key=lambda item: item[0])
    ]
    print_rows(rows, ["topic", "partition", "outcome"], output)
    is_failed = any(error is not None and not isinstance(error, ElectionNotNeeded) for error in results.values())
    return ExitCode.FAILED if is_failed else ExitCode.OK


async def _elect(
    bootstrap: str, topics: Sequence[str], named: Sequence[TopicPartition], *, is_all: bool, kind: int
) -> dict[TopicPartition, KafkaError | None]:
    async with _admin(bootstrap) as admin:
        if is_all:
            return await admin.elect_leaders(kind)
        infos: list[TopicInfo] = await admin.describe_topics(topics)
        wanted = [TopicPartition(info.name, number) for info in infos for number in info.partitions]
        return await admin.elect_leaders(kind, [*wanted, *named])


def _outcome(error: KafkaError | None) -> str:
    if error is None:
        return "elected"
    return "leads already" if isinstance(error, ElectionNotNeeded) else f"{code_name(int(error.code))}: {error.message}"


def _partition(text: str) -> TopicPartition:
    name, colon, number = text.rpartition(":")
    if not colon or not name or not number.isdecimal():
        raise click.BadParameter(f"{text!r} is not NAME:NUMBER", param_hint="--partition")
    return TopicPartition(name, int(number))


# ---------------------------------------------------------------- move-controller


@cluster.command("move-controller")
@zookeeper_option
@data_dir_option
@click.option("--to", metavar="ID", type=click.IntRange(0), help="This broker. Default: any but the present one.")
def move_controller(*, zookeeper: str | None, digest: str | None, data_dir: Path, to: int | None) -> int:
    """Make another broker the controller, by elections in ZooKeeper."""
    from kavka.cli import controller_move  # no other verb of these needs a ZooKeeper

    hosts = zookeeper_hosts(zookeeper, data_dir)
    move = run_async(controller_move.move_controller(hosts, login_of(digest, hosts, data_dir), to=to))
    if not move.elections:
        click.echo(f"broker {move.now} is the controller already")
    else:
        before = "nobody" if move.before is None else f"broker {move.before}"
        times = "1 election" if move.elections == 1 else f"{move.elections} elections"
        click.echo(f"broker {move.now} is the controller, after {before}; it took {times}")
    return ExitCode.OK


# ---------------------------------------------------------------- story


@cluster.command()
@click.option("--since", metavar="WHEN", help="Not before: -10m, 2026-11-21T10:00:00, ms since the epoch.")
@click.option("-t", "--topic", "topics", metavar="NAME", multiple=True, help="Of partitions, this topic's; repeatable.")
@click.option("-a", "--all", "are_all", is_flag=True, help="Also what each broker did, and the brokers' own topics.")
@data_dir_option
@output_option
def story(*, since: str | None, topics: tuple[str, ...], are_all: bool, data_dir: Path, output: str) -> int:
    """Tell who was controller, who led what and why, and who was in sync: the brokers' state-change logs in words.

    Of the cluster that runs on the data directory, or has run there.
    """
    from kavka.cli.moments import parse_moment
    from kavka.cli.story import changes, rows
    from kavka.timer.clock import SystemClock

    try:
        since_ms = None if since is None else parse_moment(since, now_ms=SystemClock().now_ms())
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--since") from None
    try:
        told = list(rows(changes(data_dir), since_ms=since_ms, topics=topics, are_all=are_all))
    except OSError as error:
        raise CliError(f"{error.filename}: {error.strerror or error}") from None
    if output != "table":
        print_rows(told, ["time", "by", "broker", "controller_epoch", "partition", "what"], output)
        return ExitCode.OK
    if not told:
        raise CliError(f"there are no state changes to tell on {data_dir}", ExitCode.NOT_FOUND)
    for row in told:
        click.echo(f"{row['time'][:23].replace('T', ' ')}  {row['what']}")
    return ExitCode.OK

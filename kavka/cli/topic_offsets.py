"""`kavka topic offsets | trim`: where the logs of topics begin and end, and the records before a place deleted.

A place is what `log_places` reads, as for `kavka consume -o`: an offset, -N, end, @TIME.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import admin_settings
from kavka.cli.confirm import confirm
from kavka.cli.exit_codes import ExitCode
from kavka.cli.log_places import LogPlace, PlaceKind, parse_place
from kavka.cli.options import bootstrap_option
from kavka.cli.output import FORMATS, print_rows
from kavka.cli.runner import run_async
from kavka.client.admin import Admin
from kavka.common.types import TopicPartition
from kavka.timer.clock import SystemClock

F = TypeVar("F", bound=Callable[..., Any])

NO_OFFSET: Final = -1


class _Extent(NamedTuple):
    """What a partition holds, and the offset of a place in it."""

    tp: TopicPartition
    begin: int
    end: int
    place: int | None


def _place_option(*, is_required: bool, text: str) -> Callable[[F], F]:
    return click.option(
        "-o",
        "--offset",
        "where",
        required=is_required,
        metavar="WHERE",
        callback=_read_place,
        help=f"{text}: N, -N, end, @TIME; TIME is ms, a date, or -1h.",
    )


def _read_place(context: click.Context, parameter: click.Parameter, text: str | None) -> LogPlace | None:
    if text is None:
        return None
    try:
        return parse_place(text, now_ms=SystemClock().now_ms())
    except ValueError as error:
        raise click.BadParameter(str(error), context, parameter) from None


# Without its -o, which is the place here, as for `kavka consume`.
_output_option = click.option(
    "--output", type=click.Choice(FORMATS), default="table", show_default=True, help="For people, or for programs."
)
_partition_option = click.option(
    "-p", "--partition", "partitions", type=click.IntRange(min=0), multiple=True, help="Default: all of them."
)


@click.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@bootstrap_option
@_output_option
@_partition_option
@_place_option(is_required=False, text="Show the offset of this place, too")
def offsets(
    *, names: tuple[str, ...], bootstrap: str, output: str, partitions: tuple[int, ...], where: LogPlace | None
) -> int:
    """Show where partitions begin and end, and the offset of a time or place in them."""
    extents = run_async(_extents(bootstrap, names, partitions, where))
    rows = [
        {
            "topic": extent.tp.topic,
            "partition": extent.tp.partition,
            "start": extent.begin,
            "end": extent.end,
            "records": extent.end - extent.begin,
            **({} if extent.place is None else {"offset": extent.place}),
        }
        for extent in extents
    ]
    columns = ["topic", "partition", "start", "end", "records"]
    print_rows(rows, columns if where is None else [*columns, "offset"], output)
    return ExitCode.OK


async def _extents(
    bootstrap: str, names: Sequence[str], partitions: Sequence[int], place: LogPlace | None
) -> list[_Extent]:
    async with Admin(bootstrap, **admin_settings("kavka-topic")) as admin:
        return [extent for name in names for extent in await _extents_of(admin, name, partitions, place)]


async def _extents_of(admin: Admin, name: str, partitions: Sequence[int], place: LogPlace | None) -> list[_Extent]:
    (info,) = await admin.describe_topics([name])
    missing = set(partitions) - set(info.partitions)
    if missing:
        raise CliError(f"{name!r} has partitions 0 to {len(info.partitions) - 1}, not {min(missing)}")
    wanted = [TopicPartition(name, number) for number in sorted(partitions or info.partitions)]
    held = await admin.watermarks(wanted)
    times: dict[TopicPartition, int] = {}
    if place is not None and place.kind is PlaceKind.TIMESTAMP:
        found = await admin.list_offsets(dict.fromkeys(wanted, place.number))
        times = {tp: item.offset for tp, item in found.items()}
    return [
        _Extent(
            tp,
            *held[tp],
            None
            if place is None
            else place.offset_in(begin=held[tp][0], end=held[tp][1], at_time=times.get(tp, NO_OFFSET)),
        )
        for tp in wanted
    ]


@click.command()
@click.argument("name")
@bootstrap_option
@_output_option
@_partition_option
@_place_option(is_required=True, text="What stands before this place is deleted")
@click.option("--dry-run", is_flag=True, help="Only show what would go.")
@click.option("-y", "--yes", "is_sure", is_flag=True, help="Do not ask.")
def trim(
    *,
    name: str,
    bootstrap: str,
    output: str,
    partitions: tuple[int, ...],
    where: LogPlace,
    dry_run: bool,
    is_sure: bool,
) -> int:
    """Delete the records before a place, on all replicas; they do not come back.

    A partition that is shorter than an offset loses all that it has.
    """
    extents = run_async(_extents(bootstrap, [name], partitions, where))
    goals = {extent.tp: extent.place for extent in extents if extent.place is not None and extent.place > extent.begin}
    count = sum(goals.get(extent.tp, extent.begin) - extent.begin for extent in extents)
    if goals and not dry_run:
        confirm(f"Delete {count} records of {name}, in {len(goals)} partitions?", is_sure=is_sure)
        begins = run_async(_trim(bootstrap, goals))
    else:
        begins = goals if dry_run else {}
    rows = [
        {
            "topic": name,
            "partition": extent.tp.partition,
            "before": extent.begin,
            "start": begins.get(extent.tp, extent.begin),
            "end": extent.end,
        }
        for extent in extents
    ]
    print_rows(rows, ["topic", "partition", "before", "start", "end"], output)
    return ExitCode.OK


async def _trim(bootstrap: str, goals: dict[TopicPartition, int]) -> dict[TopicPartition, int]:
    async with Admin(bootstrap, **admin_settings("kavka-topic")) as admin:
        return await admin.delete_records(goals)

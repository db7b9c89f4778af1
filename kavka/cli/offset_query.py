"""Offsets by time, as `kavka consume -Q` tells them: kcat's question and kcat's answer.

orders:0:1700000000000   the first record at or after that time; as kcat, -1 is the end and -2 the beginning
orders:0:-1h  orders     any time that -o takes; without a partition all of them, without a time the end

orders [0] offset 42     −1: no record is that young
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import admin_settings
from kavka.cli.moments import parse_moment
from kavka.cli.output import print_json
from kavka.cli.runner import run_async
from kavka.client.admin import Admin
from kavka.client.offsets import EARLIEST, LATEST
from kavka.common.types import TopicPartition
from kavka.timer.clock import SystemClock

_KCATS = {"-1": LATEST, "-2": EARLIEST, "end": LATEST, "latest": LATEST, "beginning": EARLIEST, "earliest": EARLIEST}


class OffsetQuestion(NamedTuple):
    """One TOPIC:PARTITION:TIME."""

    topic: str
    partition: int | None
    timestamp: int
    """ms since the epoch, `LATEST` or `EARLIEST`."""


def parse_question(text: str, *, now_ms: int) -> OffsetQuestion:
    """Parses what is asked of one topic.

    Raises:
        ValueError: it is no such thing.
    """
    topic, _, rest = text.partition(":")
    partition, _, moment = rest.partition(":")
    if not topic or not (partition.isdecimal() or not partition):
        raise ValueError(f"{text!r} is not TOPIC:PARTITION:TIME")
    timestamp = LATEST
    if moment:
        timestamp = _KCATS[moment] if moment in _KCATS else parse_moment(moment, now_ms=now_ms)
    return OffsetQuestion(topic, int(partition) if partition else None, timestamp)


def print_offsets(bootstrap: str, texts: Iterable[str], *, is_json: bool) -> None:
    """Prints the offsets that are asked for, in kcat's lines or kcat's JSON."""
    now_ms = SystemClock().now_ms()
    try:
        questions = [parse_question(text, now_ms=now_ms) for text in texts]
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    found = run_async(_ask(bootstrap, questions))
    if is_json:
        topics: dict[str, dict[str, object]] = {}
        for tp, offset in found:
            of_topic = topics.setdefault(tp.topic, {"topic": tp.topic})
            of_topic[str(tp.partition)] = {"partition": tp.partition, "offset": offset}
        print_json(topics)
        return
    for tp, offset in found:
        click.echo(f"{tp.topic} [{tp.partition}] offset {offset}")


async def _ask(bootstrap: str, questions: Sequence[OffsetQuestion]) -> list[tuple[TopicPartition, int]]:
    found: list[tuple[TopicPartition, int]] = []
    async with Admin(bootstrap, **admin_settings("kavka-consume")) as admin:
        for question in questions:
            (info,) = await admin.describe_topics([question.topic])
            numbers = sorted(info.partitions)
            if question.partition is not None and question.partition not in numbers:
                raise CliError(f"{question.topic!r} has partitions 0 to {len(numbers) - 1} only")
            chosen = numbers if question.partition is None else [question.partition]
            wanted = {TopicPartition(question.topic, number): question.timestamp for number in chosen}
            offsets = await admin.list_offsets(wanted)
            found.extend((tp, offsets[tp].offset) for tp in wanted)
    return found

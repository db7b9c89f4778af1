"""GET /messages: records of a topic, of one partition or of all, whoever leads them, as a browser can show them.

    ?topic=T&partition=all&limit=50                     the newest of all partitions, the newest first
    …&before=0:1200,2:88                                older ones: goes on where the last response's `before` stands
    …&from=WHERE                                        from there on, the oldest first; …&after=0:1200,1:5 goes on
    …&contains=text, …&field=customer.id&is=42          only what passes (`filters`): a search
    ?topic=T&partition=0&from=17&limit=1&whole=1        one record, not cut
    GET /messages/tail                                  what comes from now on (`tail`)

WHERE is `latest` (the default: backwards from the end), `earliest`, an offset, or @MS for a time in ms since the epoch.
What begins with the id of a registry's schema is decoded, if the broker knows a registry (`decoding`).
A search ends after `SCANNED_MAX` records or `SCAN_MS_MAX` and says where it goes on. Records of open and aborted
transactions are shown, too.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.messages import HttpError, Response, json_response
from kavka.common.types import TopicPartition
from kavka.console.contents import CONTENT_BYTES_MAX, WHOLE_BYTES_MAX
from kavka.console.decoding import add_decoded
from kavka.console.filters import parse_filter
from kavka.console.own_client import own_consumer, refusals
from kavka.console.places import Places, ends_of, parse_places
from kavka.console.search import Search
from kavka.console.tail import tail
from kavka.console.walk import MergedWalk

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.client.consumer import Consumer

LIMIT: Final = 50
LIMIT_MAX: Final = 500
PARTITIONS_MAX: Final = 1_000
"""Partitions of a topic that are looked through; of more, one has to be named."""
ALL: Final = "all"


async def handle(request: Request, admin: Admin) -> Response:
    """Returns a page of records."""
    topic = request.query.get("topic", "")
    if not topic:
        raise HttpError(HTTPStatus.BAD_REQUEST, "topic=… is needed")
    limit = request.integer("limit", LIMIT, low=1, high=LIMIT_MAX)
    only = None if request.query.get("partition") == ALL else request.integer("partition", 0)
    clock, machine_clock = admin.services.clock, admin.services.machine_clock
    registry_url: str | None = admin.services.config.kavka_console_registry_url
    with refusals():
        async with own_consumer(admin) as consumer:
            partitions = await _partitions(consumer, topic, only)
            if request.path.endswith("/tail"):
                answer = await tail(consumer, partitions, request, limit=limit)
                await add_decoded(answer["records"], registry_url, machine_clock)
                return json_response(answer)
            places = await _places(consumer, partitions, request)
            wanted = parse_filter(request.query)
            if wanted.is_empty:
                is_whole = limit == 1 and "whole" in request.query
                bytes_max = WHOLE_BYTES_MAX if is_whole else CONTENT_BYTES_MAX
                walk = MergedWalk(consumer, places, limit=limit, clock=clock, bytes_max=bytes_max)
                await walk.run()
                await add_decoded(walk.found, registry_url, machine_clock, is_whole=is_whole)
                return json_response(_told(topic, only, places, walk.found, len(walk.found)))
            search = Search(consumer, places, wanted=wanted, limit=limit, clock=clock)
            await search.run()
            await add_decoded(search.found, registry_url, machine_clock)
            return json_response(_told(topic, only, places, _by_time(search.found, places), search.scanned))


async def _partitions(consumer: Consumer, topic: str, only: int | None) -> list[TopicPartition]:
    partitions = await consumer.partitions_for(topic)
    if only is not None:
        if TopicPartition(topic, only) not in partitions:
            raise HttpError(HTTPStatus.BAD_REQUEST, f"{topic} has partitions 0 to {len(partitions) - 1}, not {only}")
        return [TopicPartition(topic, only)]
    if len(partitions) > PARTITIONS_MAX:
        raise HttpError(
            HTTPStatus.BAD_REQUEST,
            f"{topic} has {len(partitions)} partitions, at most {PARTITIONS_MAX} are read together; name one",
        )
    return partitions


def _by_time(records: list[dict[str, Any]], places: Places) -> list[dict[str, Any]]:
    return sorted(records, key=lambda one: (one["timestamp_ms"], one["offset"]), reverse=places.is_back)


def _told(topic: str, only: int | None, places: Places, records: list[dict[str, Any]], scanned: int) -> dict[str, Any]:
    answer = {"topic": topic, "partition": only, "scanned": scanned, **places.told(), "records": records}
    if only is not None:
        [at] = places.at.values()
        [begin], [end] = places.beginnings.values(), places.ends.values()
        answer |= {"log_start_offset": begin, "end_offset": end, "next_offset": at}
    return answer


async def _places(consumer: Consumer, partitions: list[TopicPartition], request: Request) -> Places:
    """Finds where the reading stands: where the request says, or an earlier response said.

    A partition that neither `before` nor `after` names is through.
    """
    beginnings, ends = await ends_of(consumer, partitions)
    before, after = request.query.get("before", ""), request.query.get("after", "")
    if before:
        stood = parse_places(before, "before")
        at = {tp: stood.get(tp.partition, beginnings[tp]) for tp in partitions}
        return Places(beginnings, ends, at, is_back=True)
    if after:
        stood = parse_places(after, "after")
        at = {tp: stood.get(tp.partition, ends[tp]) for tp in partitions}
        return Places(beginnings, ends, at, is_back=False)
    where = request.query.get("from", "latest")
    if where == "latest":
        return Places(beginnings, ends, ends, is_back=True)
    return Places(beginnings, ends, await _starts(consumer, where, beginnings, ends), is_back=False)


async def _starts(
    consumer: Consumer, where: str, beginnings: dict[TopicPartition, int], ends: dict[TopicPartition, int]
) -> dict[TopicPartition, int]:
    if where == "earliest":
        return beginnings
    number = where.removeprefix("@")
    if not number.isdecimal() or len(number) > 18:
        raise HttpError(HTTPStatus.BAD_REQUEST, f"from={where} is neither earliest, latest, an offset, nor @ms")
    if not where.startswith("@"):
        return dict.fromkeys(beginnings, int(number))
    first = await consumer.offsets_for_times(dict.fromkeys(beginnings, int(number)))
    return {tp: end if (found := first[tp]) is None else found.offset for tp, end in ends.items()}

"""GET /messages: records of a topic's partition, whoever leads it, as a browser can show them.

    ?topic=T&partition=0&from=WHERE&limit=50&contains=text

WHERE is `earliest`, `latest` (the last `limit` records), an offset, or @MS for a time in ms since the epoch.
`contains` keeps records with that text in key or value; the search ends after `SCANNED_MAX` records or `SCAN_MS_MAX`,
and `next_offset` says where the following request goes on. From `latest` on it looks backwards, in all partitions where
partition=all (`search`). Contents are text where they are UTF-8 and base64 where they
are not, cut after `CONTENT_BYTES_MAX`; `bytes` is what there was. Records of open and
aborted transactions are shown, too.
"""

from __future__ import annotations

import base64
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.messages import HttpError, Response, json_response
from kavka.client.consumer import Consumer
from kavka.common.types import TopicPartition
from kavka.console.own_client import CALL_TIMEOUT_MS, CLIENT_ID, REACH_TIMEOUT_MS, refusals, way
from kavka.console.search import PARTITIONS_MAX, SCAN_MS_MAX, SCANNED_MAX, Search, is_in, parse_before

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.protocol.records.batch import Record
    from kavka.timer.clock import Clock

LIMIT: Final = 50
LIMIT_MAX: Final = 500
CONTENT_BYTES_MAX: Final = 4_096
HEADERS_MAX: Final = 50
POLL_MS: Final = 500
POLL_RECORDS: Final = 1_000


async def handle(request: Request, admin: Admin) -> Response:
    """Returns a page of records."""
    topic = request.query.get("topic", "")
    if not topic:
        raise HttpError(HTTPStatus.BAD_REQUEST, "topic=… is needed")
    contains = request.query.get("contains", "").encode()
    is_search = bool(contains) and request.query.get("from", "latest") == "latest"
    is_everywhere = is_search and request.query.get("partition") == "all"
    tp = TopicPartition(topic, 0 if is_everywhere else request.integer("partition", 0))
    limit = request.integer("limit", LIMIT, low=1, high=LIMIT_MAX)
    reached = way(admin)
    with refusals():
        async with Consumer(
            reached.bootstrap,
            security=reached.security,
            client_id=CLIENT_ID,
            offset_reset="earliest",
            api_timeout_ms=CALL_TIMEOUT_MS,
            reach_timeout_ms=REACH_TIMEOUT_MS,
        ) as consumer:
            if is_search:
                partitions = await _partitions(consumer, topic) if is_everywhere else [tp]
                found = Search(consumer, contains=contains, limit=limit, clock=admin.services.clock)
                await found.run(partitions, parse_before(request.query.get("before", "")))
                return json_response(_told(found, topic, None if is_everywhere else tp.partition))
            return json_response(await _read(consumer, tp, limit, request, admin.services.clock))


async def _partitions(consumer: Consumer, topic: str) -> list[TopicPartition]:
    partitions = await consumer.partitions_for(topic)
    if len(partitions) > PARTITIONS_MAX:
        raise HttpError(
            HTTPStatus.BAD_REQUEST,
            f"{topic} has {len(partitions)} partitions, at most {PARTITIONS_MAX} are searched; name one",
        )
    return partitions


def _told(search: Search, topic: str, partition: int | None) -> dict[str, Any]:
    """Describes a search's records, the newest first."""
    newest = sorted(search.found, key=lambda found: (found[1].timestamp, found[1].offset), reverse=True)
    records = [{"partition": tp.partition, **_shown(record)} for tp, record in newest]
    return {"topic": topic, "partition": partition, **search.told(), "records": records}


async def _read(consumer: Consumer, tp: TopicPartition, limit: int, request: Request, clock: Clock) -> dict[str, Any]:
    await consumer.assign([tp])
    begin = (await consumer.beginning_offsets([tp]))[tp]
    end = (await consumer.end_offsets([tp]))[tp]
    start = await _start(consumer, tp, request.query.get("from", "latest"), begin=begin, end=end, limit=limit)
    consumer.seek(tp, start)
    contains = request.query.get("contains", "").encode()
    found: list[Record] = []
    scanned, position = 0, start
    deadline_ms = clock.monotonic_ms() + SCAN_MS_MAX
    while position < end and len(found) < limit and scanned < SCANNED_MAX and clock.monotonic_ms() < deadline_ms:
        got = (await consumer.poll(timeout_ms=POLL_MS, records_max=POLL_RECORDS)).get(tp, [])
        if not got:  # nothing that is shown (transaction markers, what compaction took), or a slow broker
            position = max(position, await consumer.position(tp))
        for record in got:
            position = record.offset + 1
            scanned += 1
            if record.offset < end and is_in(record, contains):
                found.append(record)
                if len(found) == limit:
                    break
    return {
        "topic": tp.topic,
        "partition": tp.partition,
        "log_start_offset": begin,
        "end_offset": end,
        "from_offset": start,
        "next_offset": min(position, end),
        "is_at_end": position >= end,
        "scanned": scanned,
        "records": [_shown(record) for record in found],
    }


async def _start(consumer: Consumer, tp: TopicPartition, where: str, *, begin: int, end: int, limit: int) -> int:
    if where == "earliest":
        return begin
    if where == "latest":
        return max(begin, end - limit)
    number = where.removeprefix("@")
    if not number.isdecimal() or len(number) > 18:
        raise HttpError(HTTPStatus.BAD_REQUEST, f"from={where} is neither earliest, latest, an offset, nor @ms")
    if where.startswith("@"):
        first = (await consumer.offsets_for_times({tp: int(number)}))[tp]
        return end if first is None else first.offset
    return min(max(begin, int(number)), end)


def _shown(record: Record) -> dict[str, Any]:
    return {
        "offset": record.offset,
        "timestamp_ms": record.timestamp,
        "timestamp_type": "append" if record.timestamp_type else "create",
        "key": content(record.key),
        "value": content(record.value),
        "headers": [[name, content(value)] for name, value in (record.headers or ())[:HEADERS_MAX]],
    }


def content(data: bytes | None) -> dict[str, Any] | None:
    """Converts bytes for JSON: text where it is UTF-8 without control characters, else base64."""
    if data is None:
        return None
    head = bytes(data[:CONTENT_BYTES_MAX])
    is_cut = len(data) > len(head)
    try:
        # A character may have been cut in two; whoever has more than three such bytes at the end is no text.
        text = head.decode("utf-8")
    except UnicodeDecodeError as error:
        if not is_cut or error.start < len(head) - 3:
            return {"base64": base64.b64encode(head).decode(), "bytes": len(data), "is_cut": is_cut}
        text = head[: error.start].decode("utf-8")
    if any(ord(char) < 32 and char not in "\t\n\r" for char in text):
        return {"base64": base64.b64encode(head).decode(), "bytes": len(data), "is_cut": is_cut}
    return {"text": text, "bytes": len(data), "is_cut": is_cut}

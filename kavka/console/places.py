"""Where a reading of a topic's partitions stands, in either direction, and how a browser says where it goes on.

    partition   log start ──────────┤ at ◀── back ──── end        before=0:1200,2:88
                log start ── on ──▶ at ├────────────── end        after=0:1200,1:5,2:88

A response's `before` names the partitions in which something is left, its `after` all: logs grow at that end.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from kavka.broker.http.messages import HttpError
from kavka.console.windows import OffsetWindow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kavka.client.consumer import Consumer
    from kavka.common.types import TopicPartition


class Places:
    """The partitions of one reading.

    Args:
        beginnings: by partition, its log start offset.
        ends: by partition, its high watermark.
        at: by partition, what lies before it (back) or from it on is still to be read.
        is_back: whether it goes to older records.
    """

    def __init__(
        self,
        beginnings: Mapping[TopicPartition, int],
        ends: Mapping[TopicPartition, int],
        at: Mapping[TopicPartition, int],
        *,
        is_back: bool,
    ) -> None:
        self.beginnings = beginnings
        self.ends = ends
        self.is_back = is_back
        self.at = {tp: min(max(offset, beginnings[tp]), ends[tp]) for tp, offset in at.items()}

    def is_left(self, tp: TopicPartition, at: int | None = None) -> bool:
        """Tells whether there is more in a partition, from an offset on."""
        edge = self.at[tp] if at is None else at
        return edge > self.beginnings[tp] if self.is_back else edge < self.ends[tp]

    def left(self) -> list[TopicPartition]:
        """Lists the partitions in which there is more."""
        return [tp for tp in self.at if self.is_left(tp)]

    def stretch(self, tp: TopicPartition, size: int, at: int | None = None) -> OffsetWindow:
        """Returns the next offsets of a partition, so many at most."""
        edge = self.at[tp] if at is None else at
        if self.is_back:
            return OffsetWindow(max(self.beginnings[tp], edge - size), edge)
        return OffsetWindow(edge, min(edge + size, self.ends[tp]))

    def edge_behind(self, stretch: OffsetWindow) -> int:
        """Returns where a partition stands once a stretch is read."""
        return stretch.start if self.is_back else stretch.end

    def told(self) -> dict[str, Any]:
        """Describes how far it is, so that a browser can go on."""
        left = self.left()
        if self.is_back:
            count = sum(self.at[tp] - self.beginnings[tp] for tp in left)
            goes_on = {"before": written({tp: self.at[tp] for tp in left}) or None}
        else:
            count = sum(self.ends[tp] - self.at[tp] for tp in left)
            goes_on = {"after": written(self.at)}
        return {"left": count, "is_at_end": not left, **goes_on, "ends": written(self.ends)}


async def ends_of(
    consumer: Consumer, partitions: list[TopicPartition]
) -> tuple[dict[TopicPartition, int], dict[TopicPartition, int]]:
    """Asks for the partitions' log start offsets and high watermarks."""
    return await consumer.beginning_offsets(partitions), await consumer.end_offsets(partitions)


def written(places: Mapping[TopicPartition, int]) -> str:
    """Writes places as PARTITION:OFFSET,…"""
    return ",".join(f"{tp.partition}:{offset}" for tp, offset in places.items())


def parse_places(text: str, name: str) -> dict[int, int]:
    """Reads PARTITION:OFFSET,… as a response's `before` has it.

    Raises:
        HttpError: it is not that.
    """
    places: dict[int, int] = {}
    for part in filter(None, text.split(",")):
        partition, colon, offset = part.partition(":")
        if not (colon and partition.isdecimal() and offset.isdecimal() and len(partition) <= 9 and len(offset) <= 18):
            raise HttpError(HTTPStatus.BAD_REQUEST, f"{name}={text[:100]} is not PARTITION:OFFSET,…")
        places[int(partition)] = int(offset)
    return places

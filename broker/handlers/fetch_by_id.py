"""Fetch 13 to 18: topics by id (KIP-516), and what else the later versions say otherwise. Part of `fetch`.

    request ─▶ each topic's name, if its id has one ─▶ specs with both ─▶ sessions, reads, waits ─▶ response by id
                                                         └▶ UNKNOWN_TOPIC_ID: no topic is known to have it
                                                            INCONSISTENT_TOPIC_ID: the log is of another topic

From version 15 on a follower's id and broker epoch stand in a tagged field (KIP-903), from 16 on a consumer is told the
leaders of what this broker does not lead (KIP-951). The high watermark that a replica may tell from version 18 on is
for leaders of a KRaft quorum (KIP-1166), and nothing here looks at it. Not here: comparing a log's id
(`replica.fetch_reads`), sessions by id (`replica.fetch_session`).
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Final

from kavka.broker.handlers.fetch_terms import spec_of
from kavka.broker.replica.fetch_session import name_of_none
from kavka.broker.replica.fetch_types import CONSUMER, NO_TOPIC_ID, FetchSpec, NameOf, SpecKey

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.protocol.messages import FetchRequest

TOPIC_IDS_FROM_VERSION: Final = 13
REPLICA_STATE_FROM_VERSION: Final = 15
LEADERS_FROM_VERSION: Final = 16


def names_for(version: int, metadata_cache: MetadataCache) -> NameOf:
    """Returns what names the topics of a request of this version: as they are now, however long it takes."""
    return metadata_cache.snapshot.topic_names.get if version >= TOPIC_IDS_FROM_VERSION else name_of_none


def name_and_id(topic: FetchRequest.FetchTopic, version: int, name_of: NameOf) -> tuple[str, bytes]:
    """Returns a topic's name and id.

    The name is empty where the id is unknown, the id NO_TOPIC_ID where the topic is named.
    """
    if version < TOPIC_IDS_FROM_VERSION:
        return topic.topic, NO_TOPIC_ID
    return name_of(topic.topic_id) or "", topic.topic_id


def specs_of(request: FetchRequest, version: int, name_of: NameOf) -> list[FetchSpec]:
    """Lists the reads that a request names, each partition once."""
    specs = []
    for topic in request.topics:
        name, topic_id = name_and_id(topic, version, name_of)
        specs += [spec_of(name, asked, topic_id) for asked in topic.partitions]
    if len(specs) > 1:
        # Two of the same partition count as the last one, in every version, as in Kafka.
        specs = list({spec.key: spec for spec in specs}.values())
    return specs


def forgotten_by(request: FetchRequest, version: int) -> list[SpecKey]:
    """Lists the partitions that a session is to forget."""
    by_id = version >= TOPIC_IDS_FROM_VERSION
    return [
        (topic.topic_id if by_id else topic.topic, index)
        for topic in request.forgotten_topics_data
        for index in topic.partitions
    ]


def with_replica_id(request: FetchRequest) -> FetchRequest:
    """Moves a follower's id of Fetch 15 and later to where earlier versions have it."""
    state = request.replica_state
    if state is None or state.replica_id == CONSUMER:
        return request
    copied = copy.copy(request)
    copied.replica_id = state.replica_id
    return copied

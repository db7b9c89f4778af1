"""Produce 13: topics by id (KIP-516), found by the names that they have. Both sides of the handler's door need them.

    request ─▶ each topic with its name, if its id has one ─▶ rights: `named`, in a request of the guard's own
                                                           └▶ appends, by name and id: `name_topics`, where it lies

An id never gets another name, so whoever was asked for the one has been asked for the other; that it has got a name
meanwhile, it may not. Not here: whether a log is of the topic (`replica.partitions`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.broker.replica.fetch_types import NO_TOPIC_ID
from kavka.protocol.messages import ProduceRequest

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache

TOPIC_IDS_FROM_VERSION: Final = 13

Topic = ProduceRequest.TopicProduceData


def named(request: ProduceRequest, metadata_cache: MetadataCache) -> ProduceRequest:
    """Returns a request by id with the names of its topics.

    They are empty where no topic is known to have the id.
    """
    name_of = metadata_cache.snapshot.topic_names.get
    topics = [
        Topic(name_of(topic.topic_id) or "", topic.topic_id, topic.partition_data) for topic in request.topic_data
    ]
    return ProduceRequest(request.transactional_id, request.acks, request.timeout_ms, topics)


def name_topics(request: ProduceRequest, metadata_cache: MetadataCache) -> None:
    """Names the topics of a request by id, whose names the wire left empty.

    They stay so where no topic is known to have the id.
    """
    name_of = metadata_cache.snapshot.topic_names.get
    for topic in request.topic_data:
        topic.name = name_of(topic.topic_id, "")


def id_in(topic: Topic, version: int) -> bytes:
    """Returns the id that a request names a topic by; NO_TOPIC_ID where it has its name."""
    return topic.topic_id if version >= TOPIC_IDS_FROM_VERSION else NO_TOPIC_ID

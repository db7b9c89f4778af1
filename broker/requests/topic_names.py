"""The topics of requests that name them by id (KIP-516), by the names that they have now.

    request ─▶ `named`: (name, topic) of each ─▶ handled by name ─▶ response by id
                         └▶ "": UNKNOWN_TOPIC_ID

A handler looks once, before it waits for anything: an id may get its first name meanwhile, and of that nobody was asked
whether it may be used. Not here: Fetch, whose sessions look again (`handlers.fetch_by_id`), and Produce, whose guard
refuses what has no name (`produced_topics`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kavka.protocol.errors import ErrorCode

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache

NamedTopics = list[tuple[str, Any]]
"""Topics of a request, each with its name; it is empty where the request has an id that no topic has."""


def named(topics: Iterable[Any], metadata_cache: MetadataCache, *, is_by_id: bool) -> NamedTopics:
    """Returns the topics of a request with their names."""
    if not is_by_id:
        return [(topic.name, topic) for topic in topics]
    name_of = metadata_cache.snapshot.topic_names.get
    return [(name_of(topic.topic_id) or "", topic) for topic in topics]


def absence(name: str, *, is_by_id: bool) -> ErrorCode:
    """Returns the error of a partition that is not there."""
    return ErrorCode.UNKNOWN_TOPIC_ID if is_by_id and not name else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION

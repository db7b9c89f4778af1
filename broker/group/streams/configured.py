"""What a topology asks of the cluster's topics: numbers of partitions and of tasks, and which topics are missing. Pure.

    1. source topics that are missing                            MISSING_SOURCE_TOPICS
    2. repartition topics: as many partitions as they say, else as the widest topic of who writes them has
    3. copartitioned topics: equally many                        INCORRECTLY_PARTITIONED_TOPICS
    4. changelog topics: one partition a task
    5. internal topics that are there have these numbers         INCORRECTLY_PARTITIONED_TOPICS
       those that are missing are to be created                  MISSING_INTERNAL_TOPICS

A subtopology has a task for each partition of its widest source topic. Kafka's `InternalTopicManager` and its helpers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from heapq import heappop, heappush
from typing import Final, NamedTuple

from kavka.broker.group.streams.topology import (
    Subtopology,
    TopicInfo,
    Topology,
    check_subtopology,
    required_topics,
    sources,
)
from kavka.common.types import NewTopic
from kavka.protocol.errors import StreamsInvalidTopology

NAMES_SHOWN: Final = 3
"""Topics that a status names, as Kafka's."""

CountOf = Callable[[str], int | None]
"""Topic → how many partitions it has; None: there is none."""


class StatusCode(IntEnum):
    """What members are told beside their assignment; the numbers are those of StreamsGroupHeartbeat."""

    STALE_TOPOLOGY = 0
    MISSING_SOURCE_TOPICS = 1
    INCORRECTLY_PARTITIONED_TOPICS = 2
    MISSING_INTERNAL_TOPICS = 3
    SHUTDOWN_APPLICATION = 4
    ASSIGNMENT_DELAYED = 5


class Status(NamedTuple):
    """A status, with words for a person."""

    code: StatusCode
    detail: str


class ConfiguredSubtopology(NamedTuple):
    """A subtopology with its topics' numbers of partitions.

    Attributes:
        is_stateful: whether it has changelogs: only its tasks have standbys.
        partitions: internal topic → how many it has, or is to have.
    """

    said: Subtopology
    task_count: int
    is_stateful: bool
    partitions: Mapping[str, int]


class ConfiguredTopology(NamedTuple):
    """What follows of a topology.

    Attributes:
        subtopologies: by id, in order; none where topics are missing or wrong.
        missing: internal topics that are to be created.
        problem: why there can be no tasks; None: it is ready.
    """

    subtopologies: Mapping[str, ConfiguredSubtopology]
    missing: tuple[NewTopic, ...] = ()
    problem: Status | None = None

    @property
    def is_ready(self) -> bool:
        """Tells whether tasks may be assigned."""
        return self.problem is None


class _Wrong(Exception):
    """Topics are not as the topology needs them."""

    def __init__(self, code: StatusCode, detail: str) -> None:
        super().__init__(detail)
        self.status = Status(code, detail)


def configure(topology: Topology, count_of: CountOf) -> ConfiguredTopology:
    """Finds what a topology needs of the topics that there are.

    Raises:
        StreamsInvalidTopology: no topics could make it work.
    """
    for part in topology.subtopologies:
        check_subtopology(part)  # it may come of the log, too
    try:
        _check_sources(topology, count_of)
        counts = _internal_counts(topology, count_of)
        parts = {
            part.subtopology_id: _subtopology(part, counts, count_of)
            for part in sorted(topology.subtopologies, key=lambda part: part.subtopology_id)
        }
        missing = _missing(parts.values(), topology, count_of)
    except _Wrong as wrong:
        return ConfiguredTopology({}, problem=wrong.status)
    if not missing:
        return ConfiguredTopology(parts)
    detail = f"Internal topics are missing: {_names(topic.name for topic in missing)}"
    return ConfiguredTopology(parts, missing, Status(StatusCode.MISSING_INTERNAL_TOPICS, detail))


def _names(names: Iterable[str]) -> str:
    found = sorted(names)
    more = len(found) - NAMES_SHOWN
    return ", ".join(found[:NAMES_SHOWN]) + (f" and {more} additional topics" if more > 0 else "")


def _check_sources(topology: Topology, count_of: CountOf) -> None:
    absent = {name for part in topology.subtopologies for name in part.source_topics if count_of(name) is None}
    if absent:
        raise _Wrong(StatusCode.MISSING_SOURCE_TOPICS, f"Source topics {_names(absent)} are missing.")


def _internal_counts(topology: Topology, count_of: CountOf) -> dict[str, int]:
    """Decides how many partitions each internal topic has."""
    counts = _repartition_counts(topology, count_of)

    def count(name: str) -> int:
        found = count_of(name)
        return counts[name] if found is None else found

    fixed = {info.name: info.partitions for info in _repartition_topics(topology) if info.partitions}
    flexible = {info.name for info in _repartition_topics(topology) if not info.partitions}
    for part in topology.subtopologies:
        for group in part.copartition_groups:
            names = {part.source_topics[place] for place in group.source_topics}
            names |= {part.repartition_source_topics[place].name for place in group.repartition_source_topics}
            counts.update(_copartitioned(names, fixed.keys(), flexible, count))
    for part in topology.subtopologies:
        counts.update(
            dict.fromkeys((info.name for info in part.state_changelog_topics), max(map(count, sources(part))))
        )
    return counts


def _repartition_topics(topology: Topology) -> list[TopicInfo]:
    return [info for part in topology.subtopologies for info in part.repartition_source_topics]


def _repartition_counts(topology: Topology, count_of: CountOf) -> dict[str, int]:
    """Decides how many partitions repartition topics have, from their writers' sources on.

    A topic is decided once one of its writer's sources is. That goes in rounds through the topology, as Kafka's: a heap
    of (round, place) visits only what can be decided, so that a long topology costs no more than its length.
    """
    counts = {info.name: info.partitions for info in _repartition_topics(topology) if info.partitions}
    widest: list[int] = []
    readers: dict[str, list[int]] = {}
    places: list[list[int]] = []
    sinks: list[tuple[str, int]] = []
    for index, part in enumerate(topology.subtopologies):
        known = [counts.get(info.name) for info in part.repartition_source_topics]
        widest.append(max(filter(None, [*known, *map(count_of, part.source_topics)]), default=0))
        for info in part.repartition_source_topics:
            readers.setdefault(info.name, []).append(index)
        places.append(list(range(len(sinks), len(sinks) + len(part.repartition_sink_topics))))
        sinks += [(sink, index) for sink in part.repartition_sink_topics]
    due = [(0, place) for place, (_, index) in enumerate(sinks) if widest[index]]
    while due:
        number, place = heappop(due)
        sink, index = sinks[place]
        if sink in counts:
            continue
        counts[sink] = widest[index]
        for reader in readers.get(sink, ()):
            if not widest[reader]:
                for later in places[reader]:
                    heappush(due, (number if later > place else number + 1, later))
            widest[reader] = max(widest[reader], counts[sink])
    if any(sink not in counts for sink, _ in sinks):
        raise StreamsInvalidTopology(
            "Failed to compute number of partitions for all repartition topics. "
            "There may be loops in the topology that cannot be resolved."
        )
    if any(info.name not in counts for info in _repartition_topics(topology)):
        raise StreamsInvalidTopology(
            "Failed to compute number of partitions for all repartition topics, "
            "because a repartition source topic is never used as a sink topic."
        )
    return counts


def _copartitioned(
    names: set[str], fixed: Iterable[str], flexible: set[str], count: Callable[[str], int]
) -> dict[str, int]:
    """Decides how many partitions the repartition topics of a copartition group have."""
    fixed = names.intersection(fixed)
    internal = fixed | (names & flexible)
    # As many as topics that somebody else made; else as those that say their number; else as the widest.
    given = (names - internal) or fixed
    if given:
        width = count(min(given))
        if any(count(name) != width for name in given):
            shown = ", ".join(f"{name}={count(name)}" for name in sorted(given))
            detail = f"Following topics do not have the same number of partitions: [{{{shown}}}]"
            raise _Wrong(StatusCode.INCORRECTLY_PARTITIONED_TOPICS, detail)
    else:
        width = max(map(count, internal), default=0)
    for name in sorted(fixed):
        if count(name) != width:
            raise _Wrong(
                StatusCode.INCORRECTLY_PARTITIONED_TOPICS,
                f"Number of partitions [{count(name)}] of repartition topic [{name}] doesn't match number of "
                f"partitions [{width}] of the source topic.",
            )
    return dict.fromkeys(internal, width)


def _subtopology(part: Subtopology, counts: Mapping[str, int], count_of: CountOf) -> ConfiguredSubtopology:
    infos = [*part.repartition_source_topics, *part.state_changelog_topics]
    return ConfiguredSubtopology(
        said=part,
        task_count=max(counts[name] if (found := count_of(name)) is None else found for name in sources(part)),
        is_stateful=bool(part.state_changelog_topics),
        partitions={info.name: info.partitions or counts[info.name] for info in infos},
    )


def _missing(parts: Iterable[ConfiguredSubtopology], topology: Topology, count_of: CountOf) -> tuple[NewTopic, ...]:
    """Lists the internal topics that are to be created, and checks those that are there."""
    wanted: dict[str, NewTopic] = {}
    for part in parts:
        for info in (*part.said.repartition_source_topics, *part.said.state_changelog_topics):
            wanted[info.name] = _new_topic(info, part.partitions[info.name])
    for name in sorted(required_topics(topology)):
        found = count_of(name)
        if found is None:
            continue
        topic = wanted.pop(name, None)
        if topic is not None and topic.num_partitions != found:
            raise _Wrong(
                StatusCode.INCORRECTLY_PARTITIONED_TOPICS,
                f"Existing topic {name} has different number of partitions: "
                f"expected {topic.num_partitions}, found {found}",
            )
    return tuple(wanted[name] for name in sorted(wanted))


def _new_topic(info: TopicInfo, partitions: int) -> NewTopic:
    return NewTopic(
        info.name,
        partitions,
        info.replication_factor or -1,
        configs={config.key: config.value for config in info.topic_configs},
    )

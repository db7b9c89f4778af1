"""What a topology of Kafka Streams asks of topics (KIP-1071): what is missing, partitions, tasks."""

import random
import re

import pytest

from kavka.broker.group.streams import topology as topologies
from kavka.broker.group.streams.configured import StatusCode, configure
from kavka.broker.group.streams.topology import Topology
from kavka.protocol.errors import InvalidRequest, StreamsInvalidTopology
from kavka.protocol.messages import StreamsGroupHeartbeatRequest, StreamsGroupTopologyValue
from tests.support.group.streams_groups import info, part, words

Copartition = StreamsGroupTopologyValue.CopartitionGroup


def topology(*parts):
    return Topology(epoch=0, subtopologies=list(parts))


def counted(found):
    return {topic.name: topic.num_partitions for topic in found.missing}


def test_a_word_count_needs_its_lines_then_two_internal_topics_then_nothing():
    assert configure(words(), {}.get).problem == (StatusCode.MISSING_SOURCE_TOPICS, "Source topics lines are missing.")
    found = configure(words(), {"lines": 3}.get)
    assert counted(found) == {"counts": 3, "words": 3}
    assert found.problem == (StatusCode.MISSING_INTERNAL_TOPICS, "Internal topics are missing: counts, words")
    ready = configure(words(), {"lines": 3, "words": 3, "counts": 3}.get)
    assert ready.is_ready
    assert [(name, each.task_count, each.is_stateful) for name, each in ready.subtopologies.items()] == [
        ("0", 3, False),
        ("1", 3, True),
    ]


def test_a_status_names_three_topics_and_counts_the_others():
    found = configure(topology(part("0", *"abcde")), {}.get)
    assert found.problem.detail == "Source topics a, b, c and 2 additional topics are missing."


def test_internal_topics_that_are_there_have_to_have_the_numbers_that_they_would_get():
    found = configure(words(), {"lines": 3, "words": 3, "counts": 2}.get)
    expected = "Existing topic counts has different number of partitions: expected 3, found 2"
    assert found.problem == (StatusCode.INCORRECTLY_PARTITIONED_TOPICS, expected)
    assert not found.subtopologies


def test_a_repartition_topic_has_what_it_says_else_what_its_writers_widest_topic_has():
    two = topology(
        part("0", "a", "b", repartition_sink_topics=["r", "own"]),
        part("1", repartition_source_topics=[info("r"), info("own", 7)], repartition_sink_topics=["last"]),
        part("2", repartition_source_topics=[info("last")], state_changelog_topics=[info("log")]),
    )
    assert counted(configure(two, {"a": 2, "b": 4}.get)) == {"r": 4, "own": 7, "last": 7, "log": 7}


def decided_in_rounds(parts, sources):
    """What each repartition topic gets where writers are looked at in turn, again and again, until all are decided."""
    counts = {}
    while True:
        before = dict(counts)
        for each in parts:
            known = [counts.get(topic.name, 0) for topic in each.repartition_source_topics]
            widest = max([*known, *(sources[name] for name in each.source_topics)], default=0)
            for sink in each.repartition_sink_topics if widest else ():
                counts.setdefault(sink, widest)
                known = [counts.get(topic.name, 0) for topic in each.repartition_source_topics]
                widest = max([widest, *known])
        if counts == before:
            return counts


@pytest.mark.parametrize("seed", range(60))
def test_repartition_topics_are_decided_in_the_order_of_rounds_through_the_topology(seed):
    rng = random.Random(seed)
    sources = {f"s{number}": rng.randrange(1, 9) for number in range(4)}
    names = [f"r{number}" for number in range(rng.randrange(1, 12))]
    parts = [
        part(
            str(number),
            *rng.sample(sorted(sources), rng.choice([0, 0, 1, 2])),
            repartition_source_topics=[info(name) for name in rng.sample(names, min(len(names), rng.randrange(3)))],
            repartition_sink_topics=rng.sample(names, min(len(names), rng.randrange(4))),
        )
        for number in range(rng.randrange(2, 9))
    ]
    parts = [each for each in parts if each.source_topics or each.repartition_source_topics]
    expected = decided_in_rounds(parts, sources)
    read = {topic.name for each in parts for topic in each.repartition_source_topics}
    written = {name for each in parts for name in each.repartition_sink_topics}
    if expected.keys() >= read | written:
        assert counted(configure(topology(*parts), sources.get)) == {name: expected[name] for name in read}
    else:
        with pytest.raises(StreamsInvalidTopology):
            configure(topology(*parts), sources.get)


def test_a_chain_of_very_many_subtopologies_is_worked_out_from_either_end():
    """In rounds that look at each of them it would hold the loop for many seconds."""
    chain = [part("0", "lines", repartition_sink_topics=["r0"])]
    for number in range(1, 20_000):
        sources = [info(f"r{number - 1}")]
        chain.append(part(str(number), repartition_source_topics=sources, repartition_sink_topics=[f"r{number}"]))
    chain.append(part("end", repartition_source_topics=[info(f"r{number}")]))
    for parts in (chain, chain[::-1]):
        assert set(counted(configure(topology(*parts), {"lines": 2}.get)).values()) == {2}


def test_subtopologies_in_any_order_are_worked_out():
    one, two = words().subtopologies
    assert counted(configure(topology(two, one), {"lines": 3}.get)) == {"counts": 3, "words": 3}


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        (
            [
                part("0", repartition_source_topics=[info("a")], repartition_sink_topics=["b"]),
                part("1", repartition_source_topics=[info("b")], repartition_sink_topics=["a"]),
            ],
            "loops in the topology",
        ),
        ([part("0", "lines", repartition_source_topics=[info("a")])], "never used as a sink topic"),
        # Of the log; of a member `check` refuses them.
        ([part("0")], "No source topics"),
        (
            [part("0", "lines", copartition_groups=[Copartition(source_topics=[1])])],
            "copartitions topics that it lacks",
        ),
    ],
)
def test_a_topology_that_no_topics_could_make_work_is_refused(parts, reason):
    with pytest.raises(StreamsInvalidTopology, match=reason):
        configure(topology(*parts), {"lines": 1}.get)


def joined(*sources, internal=(), by=(), topics):
    """A subtopology that joins its sources with repartition topics that another one writes."""
    group = Copartition(source_topics=list(range(len(sources))), repartition_source_topics=list(range(len(internal))))
    return configure(
        topology(
            part("0", *by, repartition_sink_topics=[each.name for each in internal]),
            part("1", *sources, repartition_source_topics=list(internal), copartition_groups=[group]),
        ),
        topics.get,
    )


def test_repartition_topics_get_as_many_partitions_as_who_they_are_joined_with():
    found = joined("a", internal=[info("r")], by=["wide"], topics={"a": 2, "wide": 8})
    assert counted(found) == {"r": 2}


def test_repartition_topics_that_are_joined_with_each_other_are_as_wide_as_the_widest_or_as_one_says():
    topics = {"wide": 8}
    assert counted(joined(internal=[info("r"), info("s")], by=["wide"], topics=topics)) == {"r": 8, "s": 8}
    assert counted(joined(internal=[info("r"), info("s", 3)], by=["wide"], topics=topics)) == {"r": 3, "s": 3}


@pytest.mark.parametrize(
    ("sources", "internal", "reason"),
    [
        (("a", "b"), [], r"Following topics do not have the same number of partitions: \[{a=2, b=3}\]"),
        (("a",), [info("r", 5)], r"Number of partitions \[5\] of repartition topic \[r\] doesn't match .* \[2\]"),
        ((), [info("r", 5), info("s", 6)], r"\[{r=5, s=6}\]"),
    ],
)
def test_joined_topics_of_unequal_numbers_of_partitions_are_told(sources, internal, reason):
    found = joined(*sources, internal=internal, by=["wide"], topics={"a": 2, "b": 3, "wide": 8})
    assert found.problem.code is StatusCode.INCORRECTLY_PARTITIONED_TOPICS
    assert re.search(reason, found.problem.detail)


def test_an_empty_copartition_group_asks_for_nothing():
    empty = topology(part("0", "a", copartition_groups=[Copartition()]))
    assert configure(empty, {"a": 1}.get).is_ready


@pytest.mark.parametrize(
    ("wrong", "error", "reason"),
    [
        (Topology(epoch=-1), InvalidRequest, "no epoch -1"),
        (topology(part("0", source_topic_regex=["a.*"])), InvalidRequest, "not supported yet"),
        (topology(part("0", "a"), part("0", "b")), StreamsInvalidTopology, "there twice"),
        (topology(part("0")), StreamsInvalidTopology, "No source topics"),
        (topology(part("0", "a", state_changelog_topics=[info("c", 3)])), StreamsInvalidTopology, "undefined"),
        (topology(part("0", repartition_source_topics=[info("r", -1)])), StreamsInvalidTopology, "fewer than no"),
        (
            topology(part("0", "a", copartition_groups=[Copartition(source_topics=[1])])),
            StreamsInvalidTopology,
            "copartitions topics that it lacks",
        ),
    ],
)
def test_what_can_be_no_topology_is_refused_without_a_look_at_topics(wrong, error, reason):
    with pytest.raises(error, match=reason):
        topologies.check(wrong)


def test_a_topology_is_taken_from_a_heartbeat_as_its_record_says_it():
    request = StreamsGroupHeartbeatRequest
    said = request.Topology(
        epoch=1,
        subtopologies=[
            request.Subtopology(
                subtopology_id="0",
                source_topics=["a"],
                state_changelog_topics=[request.TopicInfo("c", 0, 1, [request.KeyValue("k", "v")])],
                repartition_sink_topics=["s"],
                repartition_source_topics=[request.TopicInfo("r", 2, 3, [])],
                copartition_groups=[request.CopartitionGroup([0], [], [0])],
            )
        ],
    )
    found = topologies.topology_of(said)
    topologies.check(found)
    assert topologies.required_topics(found) == {"a", "c", "r"}
    assert topologies.subtopology_of(found) == {"a": "0", "r": "0"}
    [new, _] = configure(found, {"a": 2, "s": 1}.get).missing
    assert (new.name, new.num_partitions, new.replication_factor, new.configs) == ("c", 2, 1, {"k": "v"})
    assert topologies.is_same(found, topologies.topology_of(said))
    assert not topologies.is_same(found, words())

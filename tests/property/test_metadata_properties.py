"""A Metadata response joined of kept bytes is the one that would have been made for its asker alone.

Random clusters go through changes (leaders, dead brokers, listeners, deleted topics, topics made anew); after each some
clients ask for all topics, in some versions, on some listeners, seeing all or some. Frames are compared byte by byte.
"""

from __future__ import annotations

import asyncio
import inspect

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.broker.cluster import encoded_topics
from kavka.broker.handlers import metadata
from kavka.protocol.header import encode_response_frame
from kavka.protocol.messages import MetadataRequest, MetadataResponse, UpdateMetadataRequest
from kavka.protocol.response_pieces import JoinedResponse
from tests.support.broker.fakes import context, live_broker, services, topic_id
from tests.support.broker.parts import handling

BROKERS = range(4)
LISTENERS = ("PLAINTEXT", "OTHER")
VERSIONS = range(14)
TOPICS = ("a", "b", "c", "__consumer_offsets")
LONG = metadata.PARTITIONS_AT_ONCE + 1
"""Partitions of a topic that is encoded in stretches."""

some_brokers = st.lists(st.sampled_from(BROKERS), max_size=3, unique=True)
states = st.fixed_dictionaries(
    {
        "leader": st.sampled_from([-2, -1, *BROKERS]),
        "leader_epoch": st.integers(0, 3),
        "isr": some_brokers,
        "replicas": some_brokers,
        "offline_replicas": some_brokers,
    }
)
told = st.tuples(
    st.sampled_from(TOPICS),
    st.booleans(),
    st.lists(st.tuples(st.sampled_from([*range(4), LONG]), states), min_size=1, max_size=4),
)
updates = st.tuples(
    st.just("tell"),
    st.dictionaries(st.sampled_from(BROKERS), st.sampled_from(LISTENERS)),
    st.lists(told, max_size=3),
)
asks = st.tuples(st.just("ask"), st.sampled_from(VERSIONS), st.sampled_from(LISTENERS), st.booleans())


class Refusing:
    """Shows only some topics."""

    def is_allowed(self, principal, host, operation, resource_type, name, *, is_logged=True):
        return name != "b"


def update(brokers, topics):
    made = []
    for name, is_anew, partitions in topics:
        indexed = [
            (each, state)
            for number, state in partitions
            for each in (range(LONG) if number == LONG else (number,))
        ]  # fmt: skip
        made.append(
            UpdateMetadataRequest.UpdateMetadataTopicState(
                topic_name=name,
                topic_id=topic_id(name + "2" * is_anew),
                partition_states=[
                    UpdateMetadataRequest.UpdateMetadataPartitionState(partition_index=index, **state)
                    for index, state in indexed
                ],
            )
        )
    live = [live_broker(node, listener=listener) for node, listener in brokers.items()]
    return UpdateMetadataRequest(controller_id=0, live_brokers=live, topic_states=made)


async def frame(broker, version, listener, *, many):
    """The frame that answers who asks for all; `many` is from how many partitions on it is joined."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(metadata, "PARTITIONS_IN_ONE_STEP_MAX", many)
        request = MetadataRequest(topics=[] if version == 0 else None)
        answer = handling(metadata, broker).handle(request, context(version, listener_name=listener))
        if inspect.isawaitable(answer):
            answer = await answer
    if type(answer) is JoinedResponse:
        return True, b"".join(answer.frame(version, 7))
    return False, b"".join(encode_response_frame(answer, version, 7))


async def follow(script, bytes_max):
    broker = services()
    broker.metadata_cache.encoded = encoded_topics.EncodedTopics(bytes_max)
    for what, *arguments in script:
        if what == "tell":
            broker.metadata_cache.update(update(*arguments))
            continue
        version, listener, is_refused = arguments
        broker.authorizer = Refusing() if is_refused else None
        has_topics = len(broker.metadata_cache.snapshot.topics) > 0
        was_joined, joined = await frame(broker, version, listener, many=0)
        assert was_joined is has_topics
        assert (False, joined) == await frame(broker, version, listener, many=10**9)
        assert broker.metadata_cache.encoded.size <= bytes_max


@settings(max_examples=60, deadline=None)
@given(script=st.lists(st.one_of(updates, asks, asks), max_size=30), bytes_max=st.sampled_from([0, 800, 1 << 20]))
def test_a_joined_response_is_the_same_byte_by_byte(script, bytes_max):
    asyncio.run(follow(script, bytes_max))


def test_every_version_is_tried():
    assert max(VERSIONS) == MetadataResponse.MAX_VERSION

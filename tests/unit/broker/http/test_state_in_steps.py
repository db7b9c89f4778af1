"""What the admin endpoint tells of very many topics is looked through and written a slice at a time."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace

import pytest

from kavka.broker.http import state
from kavka.broker.http.messages import TEXTS_A_PIECE, Request, json_in_steps, json_response
from kavka.broker.replica.partitions import Partitions
from kavka.common.lane import Lane
from kavka.common.steps import at_once
from tests.support.broker.fakes import services, tell

TOPICS = 300


@pytest.fixture
def admin():
    broker = services()
    broker.lane = Lane(slice_ns=0)
    broker.replica_manager = SimpleNamespace(partitions=Partitions(0))
    tell(broker.metadata_cache, {f"t{number:03d}": 2 for number in range(TOPICS)})
    return SimpleNamespace(services=broker)


async def ask(admin, part, turns=None, **query):
    """The answer; `turns` gets one for each that others had meanwhile."""
    request = Request("GET", f"/state/{part}?" + "&".join(f"{name}={value}" for name, value in query.items()), {})
    part, _, name = part.partition("/")
    request.params = {"part": part, **({"name": name} if name else {})}
    asked = asyncio.ensure_future(state.handle(request, admin))
    while not asked.done():
        await asyncio.sleep(0)
        if turns is not None:
            turns.append(None)
    return json.loads(asked.result().body)


async def test_topics_are_looked_through_in_slices(admin):
    turns = []
    answer = await ask(admin, "topics", turns, offset=10, limit=100, match="^t")
    assert answer["count"] == TOPICS
    assert [topic["name"] for topic in answer["topics"]] == [f"t{number:03d}" for number in range(10, 110)]
    assert len(turns) >= 100, "one for each topic that is shown"


async def test_the_partitions_of_one_topic_as_well(admin):
    tell(admin.services.metadata_cache, {"large": 500})
    turns = []
    answer = await ask(admin, "topics/large", turns, offset=100, limit=200)
    assert [shown["partition"] for shown in answer["partition_states"]] == list(range(100, 300))
    assert len(turns) >= 200, "one for each partition that is shown"


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        [],
        {"a": {"b": [1, {"c": [2, {"d": {"e": [[]]}}]}]}, "": "\"'ü"},
        {1: 2},
        [[], [[]], {"x": []}],
        {"rows": [{"n": number, "names": ["a", None]} for number in range(2 * TEXTS_A_PIECE)]},
    ],
)
def test_what_is_written_in_steps_is_what_would_be_written_at_once(value):
    assert b"".join(at_once(json_in_steps(value))) == json_response(value).body


def test_long_lists_are_written_some_items_at_a_time():
    assert sum(1 for _ in json_in_steps({"rows": list(range(10 * TEXTS_A_PIECE))})) >= 10

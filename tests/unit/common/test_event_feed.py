"""What is told to whoever looks: the past is kept, followers miss nothing or are told how much."""

from __future__ import annotations

import asyncio

import pytest

from kavka.common import event_feed
from kavka.common.event_feed import EventFeed, TooManyFollowers


@pytest.fixture
def feed():
    return EventFeed(lambda: 7)


async def following(feed, **options):
    """A follower that has begun."""
    events = feed.follow(**options)
    first = asyncio.ensure_future(anext(events))
    await asyncio.sleep(0)
    return events, first


def test_the_latest_are_kept_in_order(feed):
    for number in range(event_feed.KEPT_MAX + 5):
        feed.publish("even" if number % 2 == 0 else "odd", n=number)
    assert len(feed.recent()) == event_feed.KEPT_MAX
    assert feed.recent()[0].number == 5
    assert {event.kind for event in feed.recent({"odd"})} == {"odd"}
    assert feed.recent()[0].time_ms == 7


async def test_a_follower_gets_what_comes_and_is_counted_while_it_looks(feed):
    feed.publish("before")
    assert not feed.is_watched
    events, first = await following(feed, kinds={"a"})
    assert feed.is_watched
    feed.publish("b")
    feed.publish("a", x=1)
    assert (await first).what == {"x": 1}
    await events.aclose()
    assert not feed.is_watched


async def test_who_comes_back_gets_what_it_missed(feed):
    for number in range(5):
        feed.publish("k", n=number)
    events, first = await following(feed, since=2)
    assert [(await first).number, (await anext(events)).number] == [3, 4]
    await events.aclose()


async def test_who_reads_too_slowly_loses_the_oldest_and_is_told(feed, monkeypatch):
    monkeypatch.setattr(event_feed, "FOLLOWER_QUEUE_MAX", 3)
    events, first = await following(feed)
    for number in range(5):
        feed.publish("k", n=number)
    assert await first == (2, 7, "dropped", {"events": 2})
    assert [(await anext(events)).number for _ in range(3)] == [2, 3, 4]
    await events.aclose()


async def test_no_more_follow_than_may(feed, monkeypatch):
    monkeypatch.setattr(event_feed, "FOLLOWERS_MAX", 0)
    with pytest.raises(TooManyFollowers):
        await anext(feed.follow())


def test_a_listener_hears_every_event_before_the_publisher_goes_on():
    feed, heard = EventFeed(lambda: 7), []
    assert not feed.is_watched
    feed.listen(heard.append)
    assert feed.is_watched
    number = feed.publish("isr", partition="t-0")
    assert [(event.number, event.kind, event.what) for event in heard] == [(number, "isr", {"partition": "t-0"})]

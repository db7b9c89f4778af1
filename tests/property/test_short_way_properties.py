"""The short way and the long way are equal: what leaves, what lasts, what is counted, what is logged, and when.

Two data planes of real parts get the same bytes on one connection each, one with the short way and one without. Between
requests everything changes that a shape might have relied on: topics go and come back, leaders and their epochs change,
configuration, faults on purpose, transcripts, quotas; followers fetch, time passes.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import FetchRequest, ProduceRequest
from tests.support.broker.data_plane import CountingDispatcher, LongWayOnly
from tests.support.broker.side import ALL_RECORDS, CONFIGURATIONS, FOLLOWER, IDEMPOTENT, RECORDS, TOPICS, Side
from tests.support.replica.node import batch

# ---- requests -----------------------------------------------------------------------------------------------------


IdOf = Callable[[str], bytes]


def no_id(_topic: str) -> bytes:
    """Of a request by name."""
    return ZERO_TOPIC_ID


def produce(
    version: int,
    acks: int,
    number: int,
    parts: list[tuple[str, int, str]],
    tagged: int = 0,
    id_of: IdOf = no_id,
) -> bytes:
    """A request's frame, with its length; `tagged` are the parts with a tagged field, as bits."""
    topics: list[Any] = []
    tags: list[Any] = [[(99, b"tag")] if tagged >> bit & 1 and version >= 9 else () for bit in range(3)]
    for topic, index, records in parts:
        if not topics or topics[-1].name != topic:
            topics.append(ProduceRequest.TopicProduceData(topic, id_of(topic), unknown_tagged_fields=tags[1]))
        partition = ProduceRequest.PartitionProduceData(index, ALL_RECORDS[records], unknown_tagged_fields=tags[2])
        topics[-1].partition_data.append(partition)
    request = ProduceRequest(acks=acks, timeout_ms=100, topic_data=topics, unknown_tagged_fields=tags[0])
    return b"".join(encode_request_frame(request, version=version, correlation_id=number, client_id="me"))


def damaged(frame: bytes, flips: list[tuple[int, int]], cut: int) -> bytes:
    """The frame with some bytes changed, and some cut off, or put on, behind; its length is right."""
    body = bytearray(frame[4:])
    for where, bits in flips:
        body[where % len(body)] ^= bits
    body = body[:cut] if cut < 0 else body + bytes(cut)
    return len(body).to_bytes(4, "big") + body


topics = st.sampled_from(TOPICS)
places = st.tuples(topics, st.integers(0, 1))
# What a producer sends most comes most: else no two requests would look alike.
kinds = st.one_of(st.just("plain"), st.sampled_from(sorted(IDEMPOTENT)), st.sampled_from(sorted(RECORDS)))
mostly_one = st.sampled_from(["t", "t", "t", "t", *TOPICS[1:], "nowhere"])
parts = st.one_of(
    st.tuples(mostly_one, st.sampled_from([0, 0, 0, 1, 5]), kinds).map(lambda part: [part]),
    st.lists(st.tuples(st.just("t"), st.sampled_from([0, 1, 1, 5]), kinds), min_size=1, max_size=4),
    st.lists(st.tuples(mostly_one, st.integers(0, 1), kinds), max_size=3),
    st.lists(st.tuples(st.sampled_from(TOPICS), st.integers(0, 1), kinds), min_size=2, max_size=5),
)
# Mostly where the request says what is where: header, lengths and counts; the ends, from behind.
places_of_bytes = st.one_of(st.integers(-4, 60), st.integers(0, 300))
bits = st.one_of(st.sampled_from([1, 2, 3, 128]), st.integers(1, 255))
flips = st.lists(st.tuples(places_of_bytes, bits), max_size=2)
steps = st.one_of(
    st.tuples(st.just("produce"), parts),
    st.tuples(st.just("produce"), parts),
    st.tuples(st.just("produce"), parts),
    st.tuples(st.just("damaged"), parts, flips, st.integers(-4, 4)),
    st.tuples(st.just("tagged"), parts, st.integers(1, 7)),
    st.tuples(st.just("other"), parts, st.integers(0, 9), st.integers(-2, 2)),
    st.tuples(st.just("lead"), topics, st.integers(0, 1)),
    st.tuples(
        st.sampled_from(["share", "follow", "delete", "follower_fetches", "consumer_waits"]),
        st.just("t"),
        st.integers(0, 1),
    ),
    st.tuples(st.just("configure"), topics, st.sampled_from(CONFIGURATIONS)),
    st.tuples(st.just("watch"), st.sampled_from(["tap", "transcript", "quotas"]), st.booleans()),
    st.tuples(st.just("disk_fails")),
    st.tuples(st.just("connect")),
    st.tuples(st.just("advance"), st.sampled_from([1, 50, 1_000])),
)


# What comes in one read of the connection: mostly of one partition, as a producer with several requests in flight.
one_of_them = st.one_of(
    st.tuples(st.just("produce"), kinds.map(lambda kind: [("t", 0, kind)])),
    st.tuples(st.just("produce"), kinds.map(lambda kind: [("t", 0, kind)])),
    st.tuples(st.just("produce"), st.sampled_from(["plain", "two"]).map(lambda kind: [("t", 0, kind)])),
    st.tuples(st.just("produce"), parts),
    st.tuples(st.just("damaged"), parts, flips, st.integers(-4, 4)),
    st.tuples(st.just("other"), parts, st.integers(0, 9), st.integers(-2, 2)),
    st.tuples(st.just("fetch"), st.just({"max_wait_ms": 0})),
)
together = st.tuples(st.just("together"), st.lists(one_of_them, min_size=2, max_size=20))


class TwoWays:
    """Both sides, and what they are sent."""

    def __init__(self, tasks: asyncio.TaskGroup, version: int, acks: int) -> None:
        self.version = version
        self.acks = acks
        self.numbers = itertools.count(1)
        # The session that a client has at each side: its id, and the epoch of its next request.
        self.session = (0, 0)
        self.short = Side(CountingDispatcher, tasks, by_id=version >= 12)
        self.long = Side(LongWayOnly, tasks, by_id=version >= 12)

    def fetch_frame(self, version: int, asked: dict[str, Any]) -> bytes:
        parts = asked.get("parts", [("t", 0, 0)])
        topics: list[Any] = []
        known = self.short.id_of
        for topic, index, offset in parts:
            if not topics or topics[-1].topic != topic:
                topic_id = known(topic, times_ago=asked.get("times_ago", 0))
                topics.append(FetchRequest.FetchTopic(topic, topic_id))
            partition = FetchRequest.FetchPartition(
                index,
                fetch_offset=offset,
                partition_max_bytes=asked.get("partition_max_bytes", 1 << 20),
                current_leader_epoch=LeaderEpoch(asked.get("leader_epoch", -1)),
                last_fetched_epoch=LeaderEpoch(asked.get("last_epoch", -1) if version >= 12 else -1),
                log_start_offset=asked.get("log_start", -1) if version >= 5 else -1,
            )
            if version < 9:
                partition.current_leader_epoch = LeaderEpoch(-1)
            topics[-1].partitions.append(partition)
        session_id, session_epoch = 0, asked.get("session_epoch", -1)
        if "next" in asked:
            session_id, session_epoch = self.session
            session_epoch += asked["next"]
            self.session = session_id, self.session[1] + 1
        if version < 7:
            session_epoch = -1
        forgotten = [
            FetchRequest.ForgottenTopic(topic, known(topic), indexes)
            for topic, indexes in (asked.get("forgotten", ()) if version >= 7 else ())
        ]
        replica_id = asked.get("replica_id", -1)
        state = FetchRequest.ReplicaState(replica_id, asked.get("replica_epoch", 5))
        request = FetchRequest(
            replica_id=replica_id if version < 15 else -1,
            replica_state=state if version >= 15 and (replica_id != -1 or "replica_epoch" in asked) else None,
            max_wait_ms=asked.get("max_wait_ms", 100),
            min_bytes=asked.get("min_bytes", 1),
            max_bytes=asked.get("max_bytes", 1 << 20),
            isolation_level=asked.get("isolation_level", self.acks),
            session_id=session_id,
            session_epoch=session_epoch,
            forgotten_topics_data=forgotten,
            rack_id=asked.get("rack_id", "") if version >= 11 else "",
            topics=topics,
        )
        number = next(self.numbers)
        return b"".join(encode_request_frame(request, version=version, correlation_id=number, client_id="me"))

    def translated(self, step: tuple[Any, ...]) -> tuple[Any, ...]:
        """A step as it is taken: requests become bytes."""
        kind, *args = step
        if kind == "watch":
            return ("watch_one", *args)
        if kind == "fetch":
            frame = self.fetch_frame(args[0].get("version", self.version), args[0])
            return "send", damaged(frame, *args[1:]) if args[1:] else frame
        if kind == "together":
            return "send", b"".join(self.translated(one)[1] for one in args[0])
        if kind not in ("produce", "damaged", "tagged", "other", "former"):
            return step
        version, acks = self.version, self.acks
        if kind == "other":
            version, acks = args[1], args[2]
        id_of: IdOf = self.short.id_of
        if kind == "former":
            id_of = partial(id_of, times_ago=args[1])
        if version < 3:
            args[0] = [part for part in args[0] if part[2] in RECORDS]
        frame = produce(version, acks, next(self.numbers), args[0], args[1] if kind == "tagged" else 0, id_of)
        return "send", damaged(frame, *args[1:]) if kind == "damaged" else frame

    async def take(self, step: tuple[Any, ...]) -> None:
        taken = self.translated(step)
        seen = []
        for side in (self.short, self.long):
            if taken[0] == "watch_one":
                side.watch(taken[1], is_on=taken[2])
            else:
                await side.take(taken)
            seen.append(side.seen())
        assert seen[0] == seen[1], step
        self._note_session(seen[0]["bytes"], taken)

    def _note_session(self, answered: bytes, taken: tuple[Any, ...]) -> None:
        """Remembers a session that was begun, as a client does."""
        at = 15 if self.version >= 12 else 14
        if taken[0] == "send" and self.version >= 7 and taken[1][4:6] == b"\x00\x01" and len(answered) >= at + 4:
            session_id = int.from_bytes(answered[at : at + 4], "big")
            if session_id != self.session[0]:
                self.session = session_id, 1


async def both_ways(version: int, acks: int, taken: list[tuple[Any, ...]]) -> TwoWays:
    async with asyncio.TaskGroup() as tasks:
        ways = TwoWays(tasks, version, acks)
        for step in taken:
            await ways.take(step)
    return ways


USUAL = ("produce", [("t", 0, "plain")])
SEVERAL = ("produce", [("t", 0, "plain"), ("t", 1, "two")])


TOPICS_TOO = ("produce", [("t", 0, "plain"), ("t", 1, "two"), ("u", 0, "two"), (TOPICS[2], 1, "plain")])
FAILING = ("produce", [("t", 0, "plain"), ("u", 5, "two"), ("u", 1, "plain"), (TOPICS[2], 5, "plain")])
LONG = ("produce", [("t", 0, "plain"), ("u", 0, "long to check"), ("u", 1, "plain"), ("t", 1, "plain")])
OTHER = ("produce", [("u", 0, "two")])
ZSTD = ("produce", [("t", 0, "zstd")])
CONNECT = ("connect",)
READ = ("fetch", {})
READ_BOTH = ("fetch", {"parts": [("t", 0, 0), ("t", 1, 0)]})
ADD = ("add", "t", 0, "plain")


ADDED = ("plain", "large", "two", "gzip", "zstd", "transactional")
# What a consumer asks for is mostly what it asked for before, further on.
sometimes = {
    "partition_max_bytes": st.sampled_from([-1, 0, 100, 5_200]),
    "max_bytes": st.sampled_from([0, 100, 5_200]),
    "leader_epoch": st.integers(-1, 2),
    "last_epoch": st.integers(-1, 1),
    "log_start": st.integers(-1, 1),
    "replica_id": st.sampled_from([FOLLOWER, -2]),
    "max_wait_ms": st.just(0),
    "min_bytes": st.sampled_from([0, 150, 6_000]),
    "isolation_level": st.sampled_from([0, 1]),
    "session_epoch": st.sampled_from([0, 0, 1]),
    "rack_id": st.just("r"),
    "times_ago": st.sampled_from([1, -1]),
    "replica_epoch": st.sampled_from([5, 6]),
    "version": st.integers(0, 12),
}
places_to_read = st.tuples(mostly_one, st.sampled_from([0, 0, 0, 1, 1, 5]), st.integers(0, 6))
asked = st.one_of(
    st.fixed_dictionaries({"parts": st.tuples(st.tuples(st.just("t"), st.integers(0, 1), st.integers(0, 4)))}),
    st.fixed_dictionaries({"parts": st.lists(places_to_read, min_size=1, max_size=3)}),
    st.fixed_dictionaries({"parts": st.lists(places_to_read, max_size=3)}, optional=sometimes),
)
reads = st.one_of(
    st.tuples(st.just("fetch"), asked),
    st.tuples(st.just("fetch"), asked),
    st.tuples(st.just("fetch"), asked),
    st.tuples(st.just("fetch"), asked, flips, st.integers(-4, 4)),
    st.tuples(st.just("add"), topics, st.integers(0, 1), st.sampled_from(ADDED)),
    st.tuples(st.sampled_from(["lead", "share", "follow", "delete", "abort"]), st.just("t"), st.integers(0, 1)),
    st.tuples(st.just("configure"), topics, st.sampled_from([{}, {"compression.type": "zstd"}])),
    st.tuples(st.just("watch"), st.sampled_from(["tap", "transcript", "quotas"]), st.booleans()),
    st.tuples(st.just("disk_fails")),
    st.tuples(st.just("connect")),
    st.tuples(st.just("advance"), st.sampled_from([1, 50, 1_000])),
)
BEGIN = {"session_epoch": 0}
in_session = st.one_of(
    st.fixed_dictionaries({"next": st.just(0), "parts": st.lists(places_to_read, max_size=2)}),
    st.fixed_dictionaries({"next": st.just(0), "parts": st.lists(places_to_read, max_size=3)}),
    st.fixed_dictionaries(
        {"next": st.sampled_from([0, 0, 0, 1, -1]), "parts": st.lists(places_to_read, max_size=3)},
        optional={name: sometimes[name] for name in sometimes if name not in ("session_epoch", "version", "replica_id")}
        | {"forgotten": st.just((("t", [1]),))},
    ),
    st.fixed_dictionaries({"session_epoch": st.just(0), "parts": st.lists(places_to_read, max_size=4)}),
)
reads_in_session = st.one_of(
    st.tuples(st.just("fetch"), in_session),
    st.tuples(st.just("fetch"), in_session),
    st.tuples(st.just("fetch"), in_session, flips, st.integers(-4, 4)),
    st.tuples(st.just("add"), st.sampled_from(TOPICS), st.integers(0, 1), st.sampled_from(ADDED)),
    st.tuples(st.just("add"), st.just("t"), st.integers(0, 1), st.sampled_from(ADDED)),
    st.tuples(st.sampled_from(["lead", "share", "follow", "delete", "abort"]), st.just("t"), st.integers(0, 1)),
    st.tuples(st.just("follower_fetches"), st.just("t"), st.integers(0, 1)),
    st.tuples(st.just("configure"), topics, st.sampled_from([{}, {"compression.type": "zstd"}])),
    st.tuples(st.just("watch"), st.sampled_from(["tap", "transcript", "quotas"]), st.booleans()),
    st.tuples(st.just("disk_fails")),
    st.tuples(st.just("connect")),
    st.tuples(st.just("advance"), st.sampled_from([1, 50, 1_000])),
)
names_change = st.tuples(
    st.sampled_from(["name", "unname", "name_next", "make_anew"]), st.sampled_from(["t", "t", "u"])
)
LARGE = ("add", "t", 0, "large")
TRANSACTIONAL = ("add", "t", 0, "transactional")
ABORTED = [TRANSACTIONAL, READ, ("abort", "t", 0), READ]
ZSTD_TOPIC = ("configure", "t", {"compression.type": "zstd"})


def twice(name: str, value: int | str) -> list[Any]:
    """A new connection's two fetches that are unusual in the same way: the first is learnt, if it may be."""
    step = ("fetch", {"parts": [("t", 0, 0), ("t", 1, 0)], name: value})
    return [CONNECT, step, step]


def waiting(at: int, *meanwhile: Any, **session: Any) -> list[Any]:
    """A fetch at the end of a log, and what comes while it waits."""
    return [("fetch", {"parts": [("t", 0, at)], **session}), *meanwhile]


def watched(at: int, **session: Any) -> list[Any]:
    """Fetches that wait while somebody begins, or ends, to see responses or to charge for them."""
    changes = [("watch", what, is_on) for what in ("transcript", "quotas") for is_on in (True, False)]
    calm = ("advance", 50)
    return [
        step for number, change in enumerate(changes) for step in waiting(at + number, change, ADD, calm, **session)
    ]


@given(version=st.integers(4, 12), isolation=st.sampled_from([0, 1]), taken=st.lists(reads, max_size=12))
@example(4, 0, [READ, READ_BOTH, ("add", "t", 0, "large"), READ_BOTH, READ_BOTH, ("fetch", {"max_bytes": 100}), READ])
@example(12, 1, [READ, ("fetch", {"parts": [("t", 0, 9)]}), ("fetch", {"parts": [("t", 0, 1)]}), ADD, READ, *ABORTED])
@example(11, 0, [READ, *ABORTED, ("follow", "t", 0), READ, ("lead", "t", 0), READ, ("delete", "t", 0), READ])
@example(9, 0, [READ, ("fetch", {"leader_epoch": 0}), ("fetch", {"leader_epoch": 1}), ("lead", "t", 0), READ])
@example(9, 0, [READ, ("fetch", {"leader_epoch": 0}), ("lead", "t", 0), ("fetch", {"leader_epoch": 0}), READ])
@example(12, 0, [READ, ("fetch", {"last_epoch": 0}), ("fetch", {"last_epoch": 3}), READ])
@example(8, 0, [READ, ZSTD_TOPIC, READ, ("configure", "t", {}), READ, ("watch", "quotas", True), READ])
@example(10, 0, [READ, ZSTD_TOPIC, READ, ("fetch", {"parts": [("t", 0, 0), ("t", 0, 0)]}), READ_BOTH, READ_BOTH])
@example(5, 0, [READ_BOTH, ("add", "t", 1, "two"), READ_BOTH, ("fetch", {"parts": [("t", 1, 1), ("t", 1, 0)]})])
@example(12, 0, [("add", "t", 1, "plain"), *twice("max_bytes", 100), *twice("max_bytes", 0), *twice("min_bytes", 400)])
@example(11, 0, [*twice("session_epoch", 0), *twice("rack_id", "r"), *twice("partition_max_bytes", -1), READ])
@example(7, 0, [("share", "t", 0), ("add", "t", 0, "two"), *twice("replica_id", FOLLOWER), *twice("replica_id", -2)])
@example(10, 1, [TRANSACTIONAL, *twice("isolation_level", 0), *twice("isolation_level", 1), *ABORTED])
@example(9, 0, [("fetch", {}, [], 1), ("fetch", {}, [], -1), *twice("max_wait_ms", 0), ("follow", "t", 0), READ])
@example(12, 1, [*waiting(1, ADD), *waiting(2, LARGE), *waiting(3, TRANSACTIONAL, ("abort", "t", 0)), *waiting(5, ADD)])
@example(7, 0, [*waiting(1, ("lead", "t", 0)), *waiting(1, ("delete", "t", 0)), *waiting(0, ("lead", "t", 0), ADD)])
@example(4, 0, [*watched(1), *waiting(5, ("advance", 1_000)), *waiting(5, ZSTD_TOPIC, ADD), *waiting(6, CONNECT, ADD)])
def test_both_ways_read_the_same(version, isolation, taken):
    asyncio.run(both_ways(version, isolation, [ADD, READ, READ, *taken]))


UNNAME, NAME, ANEW = ("unname", "t"), ("name", "t"), ("make_anew", "t")
FORMER = ("fetch", {"times_ago": 1})
COMING = [("name_next", "t"), ("fetch", {"times_ago": -1}), READ]


@given(
    version=st.integers(13, 18),
    isolation=st.sampled_from([0, 1]),
    taken=st.lists(st.one_of(reads, reads, reads, names_change), max_size=12),
)
@example(13, 0, [READ, READ_BOTH, LARGE, READ_BOTH, READ_BOTH, ("fetch", {"max_bytes": 100}), READ])
@example(18, 1, [READ, ("fetch", {"parts": [("t", 0, 9)]}), ("fetch", {"parts": [("t", 0, 1)]}), ADD, READ, *ABORTED])
@example(16, 0, [READ, UNNAME, READ, READ, NAME, READ, ANEW, FORMER, FORMER, READ, ADD, READ, ("delete", "t", 0), READ])
@example(15, 0, [READ, ("fetch", {"leader_epoch": 0}), ("lead", "t", 0), ("fetch", {"leader_epoch": 0}), READ])
@example(14, 0, [READ, READ, *COMING, *COMING, NAME, READ])
@example(16, 0, [READ, ("fetch", {"parts": [("t", 0, 0), ("u", 0, 0), ("nowhere", 0, 0)]}), ("follow", "t", 0), READ])
@example(
    17, 0, [READ, ("fetch", {"parts": [("t", 0, 0), ("t", 0, 0)]}), READ_BOTH, READ_BOTH, ("fetch", {"version": 12})]
)
@example(15, 0, [("share", "t", 0), ("add", "t", 0, "two"), *twice("replica_id", FOLLOWER), *twice("replica_id", -2)])
@example(15, 0, [*twice("replica_epoch", 5), *twice("rack_id", "r"), *twice("session_epoch", 0), READ])
@example(17, 1, [*waiting(1, ADD), *waiting(2, ANEW), *waiting(0, UNNAME, ADD), *waiting(0, NAME, ADD)])
@example(13, 0, [*watched(1), *waiting(5, ("advance", 1_000)), *waiting(5, ANEW, ADD), *waiting(6, CONNECT, ADD)])
def test_both_ways_read_the_same_by_id(version, isolation, taken):
    asyncio.run(both_ways(version, isolation, [ADD, READ, READ, *taken]))


def next_fetches(*parts_of: tuple[tuple[str, int, int], ...], **differs: Any) -> list[Any]:
    """A session's next requests."""
    return [("fetch", {"next": 0, "parts": parts, **differs}) for parts in parts_of]


WHOLE = (("t", 0, 0), ("t", 1, 0), ("u", 0, 0))
NEXT = next_fetches((), (("t", 0, 1),), ())


@given(
    version=st.one_of(st.just(12), st.integers(7, 12)),
    isolation=st.sampled_from([0, 1]),
    replica=st.sampled_from([-1, -1, FOLLOWER]),
    taken=st.lists(reads_in_session, max_size=12),
)
@example(12, 0, -1, [ADD, *NEXT, ADD, *NEXT, ("add", "u", 0, "large"), *NEXT, ("advance", 1_000), ADD, *NEXT])
@example(12, 1, -1, [TRANSACTIONAL, *NEXT, ("abort", "t", 0), *NEXT, ADD, *next_fetches((), (("t", 0, 3),), ())])
@example(11, 0, FOLLOWER, [ADD, *NEXT, ("share", "t", 0), *NEXT, ADD, *next_fetches((("t", 0, 2),), (("t", 0, 3),))])
@example(12, 0, FOLLOWER, [("share", "t", 0), *NEXT, ("add", "t", 0, "two"), *NEXT, ("advance", 50), *NEXT, ADD, *NEXT])
@example(12, 0, FOLLOWER, [ADD, *next_fetches((("t", 0, 9),), (("t", 0, 1),), last_epoch=1), ("lead", "t", 0), *NEXT])
@example(
    12, 1, FOLLOWER, [*next_fetches((("t", 0, 9),), (), last_epoch=0), *next_fetches((("t", 0, 1),), ()), ADD, *NEXT]
)
@example(12, 1, FOLLOWER, [*next_fetches((("t", 0, 9),), (), last_epoch=1), *next_fetches((("t", 0, 0),)), ADD, *NEXT])
@example(12, 1, FOLLOWER, [*next_fetches((("t", 0, 0),), (("t", 0, 0), ("t", 1, 0)), log_start=0), ADD, *NEXT])
@example(12, 0, -1, [*NEXT, ("delete", "t", 0), *NEXT, ("lead", "t", 0), *NEXT, ("follow", "t", 0), *NEXT])
@example(10, 0, -1, [*NEXT, *next_fetches((), (), forgotten=(("t", [1]),)), *NEXT, ("fetch", {"next": 1}), *NEXT])
@example(12, 0, -1, [*NEXT, CONNECT, *NEXT, ("fetch", {"next": -1}), *NEXT, ("fetch", BEGIN), *NEXT, *NEXT])
@example(12, 0, -1, [*next_fetches((), (), (), max_wait_ms=0), ADD, *next_fetches((), (), (), min_bytes=150), ADD, ADD])
@example(7, 0, -1, [*NEXT, ZSTD_TOPIC, *NEXT, ADD, *NEXT])
@example(
    11, 0, -1, [*next_fetches((), (), rack_id="r"), ADD, *NEXT, *next_fetches((("nowhere", 0, 0),), ()), ADD, *NEXT]
)
@example(12, 0, FOLLOWER, [*NEXT, ADD, ("disk_fails",), ADD, *NEXT, ("watch", "transcript", True), *NEXT])
@example(12, 0, FOLLOWER, [*waiting(1, ADD, next=0), *waiting(2, LARGE, next=0), *watched(3, next=0), *NEXT])
@example(11, 0, FOLLOWER, [*waiting(1, ("lead", "t", 0), next=0), *waiting(1, ("delete", "t", 0), next=0), *NEXT])
@example(12, 0, FOLLOWER, [*waiting(1, ("advance", 1_000), next=0), *waiting(1, ("follow", "t", 0), next=0), *NEXT])
@example(12, 0, FOLLOWER, [*waiting(1, ("add", "t", 1, "two"), next=0), *waiting(1, CONNECT, ADD, next=0), *NEXT])
@example(
    7, 1, -1, [*waiting(1, LARGE, next=0), *waiting(2, TRANSACTIONAL, ("abort", "t", 0), next=0), *watched(4, next=0)]
)
def test_both_ways_read_the_same_in_sessions(version, isolation, replica, taken):
    read_in_sessions(version, isolation, replica, taken)


AS_ANOTHER_LIFE = {"replica_epoch": 6}


@given(
    version=st.integers(13, 18),
    isolation=st.sampled_from([0, 1]),
    replica=st.sampled_from([-1, -1, FOLLOWER]),
    taken=st.lists(st.one_of(reads_in_session, reads_in_session, reads_in_session, names_change), max_size=12),
)
@example(17, 0, -1, [ADD, *NEXT, ADD, *NEXT, ("add", "u", 0, "large"), *NEXT, ("advance", 1_000), ADD, *NEXT])
@example(13, 1, -1, [TRANSACTIONAL, *NEXT, ("abort", "t", 0), *NEXT, ADD, *next_fetches((), (("t", 0, 3),), ())])
@example(16, 0, FOLLOWER, [ADD, *NEXT, ("share", "t", 0), *NEXT, ADD, *next_fetches((("t", 0, 2),), (("t", 0, 3),))])
@example(
    17, 0, FOLLOWER, [ADD, *NEXT, *next_fetches((), (), **AS_ANOTHER_LIFE), ADD, *next_fetches((), **AS_ANOTHER_LIFE)]
)
@example(
    14, 0, FOLLOWER, [*NEXT, ADD, ANEW, *NEXT, ADD, *NEXT, ("fetch", {"parts": WHOLE, **BEGIN}), *NEXT, ADD, *NEXT]
)
@example(17, 0, -1, [UNNAME, *NEXT, ("fetch", {"parts": WHOLE, **BEGIN}), *NEXT, NAME, *NEXT, ADD, *NEXT, ANEW, *NEXT])
@example(
    17, 0, -1, [*NEXT, ("fetch", {"next": 0, "version": 12}), *NEXT, ("fetch", {"next": 0, "times_ago": 1}), *NEXT]
)
@example(15, 0, FOLLOWER, [*waiting(1, ADD, next=0), *waiting(2, LARGE, next=0), *watched(3, next=0), *NEXT])
@example(
    16, 0, -1, [*waiting(1, ANEW, next=0), *waiting(1, ("delete", "t", 0), next=0), *waiting(0, NAME, ADD, next=0)]
)
@example(16, 0, FOLLOWER, [*waiting(1, ("lead", "t", 0), next=0), *waiting(1, ("follow", "t", 0), next=0), *NEXT])
def test_both_ways_read_the_same_in_sessions_by_id(version, isolation, replica, taken):
    read_in_sessions(version, isolation, replica, taken)


def read_in_sessions(version: int, isolation: int, replica: int, taken: list[tuple[Any, ...]]) -> None:
    """Both ways begin a session of some partitions, and take the steps."""
    shared = [("share", topic, index) for topic in "tu" for index in range(2) if replica == FOLLOWER]
    steps = [*shared, ADD, ("fetch", {"parts": WHOLE, **BEGIN}), *next_fetches((("t", 0, 1),), (("t", 0, 0),)), *taken]
    asks = [(step[0], {"replica_id": replica, **step[1]}, *step[2:]) if step[0] == "fetch" else step for step in steps]
    asyncio.run(both_ways(version, isolation, asks))


@given(version=st.integers(3, 12), acks=st.sampled_from([-1, 0, 1]), taken=st.lists(steps, max_size=12))
@example(9, -1, [USUAL, ("share", "t", 0), USUAL, ("follower_fetches", "t", 0), SEVERAL, ("advance", 1_000), USUAL])
@example(8, 1, [USUAL, SEVERAL, ("produce", [("t", 0, "plain"), ("t", 5, "plain"), ("t", 1, "long to check")]), USUAL])
@example(7, 0, [USUAL, ("produce", [("t", 1, "plain"), ("t", 0, "two batches")]), USUAL, USUAL])
@example(9, 1, [USUAL, ("delete", "t", 0), USUAL, ("lead", "t", 0), USUAL, ("watch", "quotas", True), USUAL, USUAL])
@example(8, 1, [USUAL, ("disk_fails",), USUAL, USUAL])
@example(9, -1, [USUAL, ("disk_fails",), ("produce", [("t", 1, "plain"), ("t", 0, "plain")]), USUAL])
@example(5, 1, [USUAL, ("configure", "t", {"flush.messages": "1"}), SEVERAL, ("configure", "t", {}), USUAL])
@example(6, 1, [ZSTD, OTHER, USUAL, ("consumer_waits", "t", 0), USUAL, ("consumer_waits", "t", 0), SEVERAL])
@example(4, 1, [("configure", "t", {"message.timestamp.type": "LogAppendTime"}), USUAL, SEVERAL, OTHER])
@example(
    9,
    1,
    [("configure", "t", {"message.timestamp.type": "LogAppendTime"}), USUAL, SEVERAL, ("watch", "tap", True), USUAL],
)
@example(
    9, -1, [TOPICS_TOO, TOPICS_TOO, ("share", "t", 1), TOPICS_TOO, ("follower_fetches", "t", 1), USUAL, TOPICS_TOO]
)
@example(7, 1, [TOPICS_TOO, FAILING, LONG, ("disk_fails",), TOPICS_TOO, TOPICS_TOO])
@example(3, 0, [TOPICS_TOO, TOPICS_TOO, LONG, FAILING, TOPICS_TOO])
@example(9, 1, [TOPICS_TOO, ("configure", "u", {"flush.messages": "1"}), TOPICS_TOO, LONG, FAILING, TOPICS_TOO])
@example(9, 1, [TOPICS_TOO, ("tagged", TOPICS_TOO[1], 1), ("tagged", TOPICS_TOO[1], 2), ("tagged", TOPICS_TOO[1], 4)])
@example(9, 1, [("tagged", USUAL[1], 1), ("tagged", USUAL[1], 2), ("tagged", SEVERAL[1], 4), SEVERAL])
@example(7, 1, [("watch", "transcript", True), USUAL, ("watch", "transcript", False), USUAL, ZSTD, ("produce", [])])
def test_both_ways_are_equal(version, acks, taken):
    # The first request is the usual one, so that there is a shape.
    asyncio.run(both_ways(version, acks, [USUAL, *taken]))


FORMERLY = ("former", [("t", 0, "plain")], 1)
OF_THE_NEXT = ("former", [("t", 0, "plain")], -1)
BY_ANY_ID = ("former", [("t", 0, "plain"), ("u", 1, "two"), (TOPICS[2], 0, "plain")], 1)
NOWHERE = ("produce", [("t", 0, "plain"), ("nowhere", 0, "plain"), ("u", 0, "plain")])
renamings = st.one_of(names_change, st.tuples(st.just("former"), parts, st.sampled_from([1, 1, -1])))


@given(acks=st.sampled_from([-1, 0, 1]), taken=st.lists(st.one_of(steps, steps, steps, renamings), max_size=12))
@example(-1, [USUAL, ("share", "t", 0), USUAL, ("follower_fetches", "t", 0), SEVERAL, ("advance", 1_000), USUAL])
@example(
    1, [USUAL, UNNAME, USUAL, USUAL, NAME, USUAL, ANEW, FORMERLY, FORMERLY, USUAL, USUAL, ("delete", "t", 0), USUAL]
)
@example(0, [USUAL, ANEW, FORMERLY, USUAL, UNNAME, USUAL, NAME, USUAL])
@example(
    1, [TOPICS_TOO, NOWHERE, NOWHERE, BY_ANY_ID, ANEW, BY_ANY_ID, TOPICS_TOO, ("unname", "u"), TOPICS_TOO, FAILING]
)
@example(1, [("name_next", "t"), OF_THE_NEXT, USUAL, ANEW, OF_THE_NEXT, USUAL, LONG, ANEW, LONG, TOPICS_TOO])
@example(-1, [("share", "u", 0), TOPICS_TOO, ("unname", "u"), ("follower_fetches", "u", 0), TOPICS_TOO, LONG, FAILING])
@example(
    1, [("configure", "u", {"flush.messages": "1"}), TOPICS_TOO, ANEW, TOPICS_TOO, ("watch", "transcript", True), LONG]
)
@example(1, [("other", USUAL[1], 12, 1), USUAL, ("other", SEVERAL[1], 9, 1), USUAL, ("tagged", SEVERAL[1], 2), SEVERAL])
def test_both_ways_are_equal_by_id(acks, taken):
    asyncio.run(both_ways(13, acks, [USUAL, *taken]))


def in_sequence(*sequences: int, epoch: int = 0) -> tuple[str, list[Any]]:
    """An idempotent producer's requests, which come in one read."""
    return "together", [("produce", [("t", 0, f"idempotent {epoch}.{sequence}")]) for sequence in sequences]


FIVE = ("together", [USUAL] * 5)
MIXED = ("together", [USUAL, USUAL, SEVERAL, USUAL, OTHER, OTHER, ("fetch", {"max_wait_ms": 0}), USUAL, FAILING, USUAL])


@given(
    version=st.integers(3, 13),
    acks=st.sampled_from([-1, 0, 1]),
    # A consumer that waits is told of all of them at once, which is all that differs.
    taken=st.lists(
        st.one_of(together, together, together, steps.filter(lambda step: step[0] != "consumer_waits")), max_size=8
    ),
)
@example(7, 1, [FIVE, FIVE, ("share", "t", 0), FIVE, ("follower_fetches", "t", 0), FIVE, ("lead", "t", 0), FIVE])
@example(9, -1, [FIVE, ("share", "t", 0), FIVE, ("follower_fetches", "t", 0), ("lead", "t", 0), FIVE, MIXED, FIVE])
@example(8, 1, [FIVE, ("disk_fails",), FIVE, FIVE])
@example(9, 0, [FIVE, ("disk_fails",), FIVE, FIVE])
@example(5, 1, [MIXED, ("delete", "t", 0), FIVE, ("lead", "t", 0), FIVE, ("follow", "t", 0), FIVE])
@example(7, 1, [in_sequence(0, 1, 2), in_sequence(2, 3), in_sequence(3, 1), in_sequence(0, 1, 3, epoch=1), FIVE])
@example(7, 1, [("configure", "t", {"segment.bytes": "1000"}), *[("together", [USUAL] * 14)] * 3])
@example(7, 1, [("configure", "t", {"flush.messages": "3"}), FIVE, ("configure", "t", {"flush.messages": "1"}), FIVE])
@example(7, -1, [("configure", "t", {"min.insync.replicas": "2"}), FIVE, ("share", "t", 0), FIVE])
@example(9, 1, [FIVE, ("watch", "quotas", True), FIVE, ("watch", "quotas", False), FIVE])
@example(9, 1, [("together", [USUAL, ("produce", [("t", 0, "no batch")]), USUAL, ZSTD, USUAL, USUAL] * 3)])
@example(3, 1, [("together", [("produce", [("t", 0, "large")])] * 20), ("together", [USUAL] * 40)])
@example(13, -1, [FIVE, ("share", "t", 0), FIVE, ("follower_fetches", "t", 0), ("lead", "t", 0), FIVE, MIXED, FIVE])
@example(13, 1, [FIVE, ("unname", "t"), FIVE, ("name", "t"), FIVE, ("make_anew", "t"), FIVE, FIVE, MIXED])
def test_what_comes_together_is_as_if_it_came_one_by_one(version, acks, taken):
    asyncio.run(both_ways(version, acks, [USUAL, *taken]))


@pytest.mark.parametrize("version", [3, 8, 9, 12, 13])
def test_both_ways_are_equal_whichever_byte_is_damaged(version):
    header_bytes = 48  # up to the records' length; of the rest the end is the request's
    damage = [
        ("damaged", [("t", 0, "plain")], [(where, bits)], 0) for where in range(-4, header_bytes) for bits in (1, 2)
    ]
    asyncio.run(both_ways(version, 1, [step for broken in damage for step in (CONNECT, USUAL, broken)]))


@pytest.mark.parametrize("version", [3, 9])
def test_both_ways_are_equal_whichever_byte_between_topics_is_damaged(version):
    two = [("u", 0, "plain"), ("t", 0, "plain")]
    frame = produce(version, 1, 0, two)[4:]
    second = frame.rindex(b"t", 0, len(frame) - len(batch(b"value")))
    damage = [("damaged", two, [(where, bits)], 0) for where in range(second - 6, second + 10) for bits in (1, 2)]
    asyncio.run(both_ways(version, 1, [step for broken in damage for step in (CONNECT, ("produce", two), broken)]))


@pytest.mark.parametrize("version", [4, 7, 9, 11, 12, 13, 15, 17, 18])
def test_both_ways_read_the_same_whichever_byte_is_damaged(version):
    whole = 80  # as long as the longest: of the others some are damaged twice
    damage = [("fetch", {}, [(where, bits)], 0) for where in range(whole) for bits in (1, 2)]
    asyncio.run(both_ways(version, 0, [ADD, *(step for broken in damage for step in (CONNECT, READ, broken))]))

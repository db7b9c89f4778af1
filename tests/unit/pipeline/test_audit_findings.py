"""What the audit says about what it has seen: who differs from whom, what may be so, what the checkpoints say."""

from __future__ import annotations

import html.parser
import json
import re

import pytest

from kavka.pipeline.audit.findings import ALIKE_MAX, KINDS, Level, judge
from kavka.pipeline.audit.page import page
from kavka.pipeline.audit.report import document, key_text, size_text, summary
from kavka.pipeline.audit.survey import (
    Cell,
    CodecSums,
    Difference,
    EpochSpan,
    Found,
    Hour,
    KeySums,
    KnownReplica,
    LogFault,
    ReplicaKey,
    ReplicaSums,
    Survey,
)

NONE = dict.fromkeys(ReplicaSums._fields, 0)


def sums(broker, *, topic="t", begin=0, end=100):
    given = {"broker": broker, "topic": topic, "partition": 0, "begin": begin, "end": end, "batches": 1, "records": 100}
    return ReplicaSums(**{**NONE, **given, "bytes": 1000, "bytes_zstd": 1000})


def survey(*brokers, known=(), **given):
    keys = [ReplicaKey("t", 0, broker) for broker in brokers]
    details = {one.key: one for one in known}
    return Survey(
        source="here",
        known={key: details.get(key, KnownReplica(key, "/d", epochs=())) for key in keys},
        replicas=[sums(broker) for broker in brokers],
        **given,
    )


def known(broker, **given):
    return KnownReplica(ReplicaKey("t", 0, broker), "/d", **given)


def difference(offset, *, is_record=False, unsound=(), **prints):
    found = tuple(Found(broker[1:], value, broker[1:] not in unsound) for broker, value in prints.items())
    return Difference("t", 0, offset, offset + 1, 3, is_record, found)


def said(seen):
    return [(one.kind, one.what) for one in judge(seen)]


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (difference(5, b0=1, b1=1, b2=9), "broker 2 differs from brokers 0 and 1 in 1 batch, offsets 5 to 5"),
        (difference(5, b0=1, b1=2, b2=3), "brokers 0, 1 and 2 differ from one another in 1 batch, offsets 5 to 5"),
        (difference(5, b0=1, b1=1), "broker 2 lacks 1 batch that brokers 0 and 1 have, offsets 5 to 5"),
        (difference(5, b0=1), "brokers 1 and 2 lack 1 batch that broker 0 has, offsets 5 to 5"),
        (
            difference(5, b0=1, b1=2, b2=2, unsound="0"),
            "broker 0 differs from brokers 1 and 2 in 1 batch, offsets 5 to 5",
        ),
        (
            difference(5, b0=1, b1=2, b2=2, is_record=True),
            "broker 0 differs from brokers 1 and 2 in 1 record, offsets 5 to 5",
        ),
    ],
)
def test_it_is_said_who_differs_from_whom(one, text):
    [(kind, what)] = said(survey("0", "1", "2", differences=[one]))
    assert what == text
    assert kind == ("lacks" if "lack" in text else "differs")


def test_a_checksum_decides_between_two():
    one = difference(5, b0=1, b1=2, unsound="1")
    assert said(survey("0", "1", differences=[one])) == [
        ("differs", "broker 1 differs from broker 0 in 1 batch, offsets 5 to 5")
    ]


def test_neighbours_that_differ_alike_are_one_finding():
    differences = [difference(offset, b0=1, b1=1, b2=offset) for offset in (5, 6, 7, 90)]
    differences += [difference(91, b0=1, b1=91, b2=1)]
    assert [what for _, what in said(survey("0", "1", "2", differences=differences))] == [
        "broker 2 differs from brokers 0 and 1 in 3 batches, offsets 5 to 7",
        "broker 2 differs from brokers 0 and 1 in 1 batch, offsets 90 to 90",
        "broker 1 differs from brokers 0 and 2 in 1 batch, offsets 91 to 91",
    ]


def test_what_was_never_committed_may_differ():
    seen = survey("0", "1", known=[known("1", high_watermark=5, epochs=())], differences=[difference(5, b0=1, b1=2)])
    [finding] = judge(seen)
    assert (finding.kind, finding.level) == ("differs above the high watermark", Level.WARNING)
    committed = survey(
        "0", "1", known=[known("1", high_watermark=6, epochs=())], differences=[difference(5, b0=1, b1=2)]
    )
    assert [one.level for one in judge(committed)] == [Level.WRONG]


def test_a_replica_that_ends_before_what_is_committed_is_behind():
    seen = survey("0", "1", known=[known("0", high_watermark=100, epochs=()), known("1", high_watermark=60, epochs=())])
    seen.replicas[1] = sums("1", end=60)
    assert [kind for kind, _ in said(seen)] == ["behind"]
    seen.replicas[1] = sums("1", end=100)
    assert said(seen) == []


@pytest.mark.parametrize(
    ("checkpoint", "kinds"),
    [
        (((0, 0), (2, 50)), []),
        (((0, 0), (1, 40), (2, 50)), []),  # a leader that wrote nothing
        (((0, 0), (2, 60)), ["epoch checkpoint"]),
        (((0, 0),), ["epoch checkpoint"]),
        (((2, 0),), ["epoch checkpoint"]),
        (None, ["no epoch checkpoint"]),
    ],
)
def test_the_checkpoint_gives_each_batch_its_epoch(checkpoint, kinds):
    spans = [EpochSpan("0", "t", 0, 0, 0, 39), EpochSpan("0", "t", 0, 2, 50, 99)]
    assert [kind for kind, _ in said(survey("0", known=[known("0", epochs=checkpoint)], epochs=spans))] == kinds


@pytest.mark.parametrize(("is_stopped", "level"), [(False, Level.WARNING), (True, Level.WRONG)])
def test_a_torn_tail_is_only_wrong_after_a_stop_in_order(is_stopped, level):
    fault = LogFault("0", "t", 0, 0, "torn tail", 77, 30, "x")
    seen = survey("0", known=[known("0", is_stopped=is_stopped, epochs=())], faults=[fault])
    assert [(one.level, one.position, one.offset) for one in judge(seen)] == [(level, 77, 30)]


def test_many_of_a_kind_are_counted():
    faults = [LogFault("0", "t", 0, 0, "crc", at, at, "x") for at in range(ALIKE_MAX + 10)]
    found = judge(survey("0", faults=faults))
    assert len(found) == ALIKE_MAX + 1
    assert found[-1].what == f"and 10 more like that, up to offset {ALIKE_MAX + 9}"


def everything():
    evil = "<script>alert(1)</script>"
    seen = survey(
        "0",
        "1",
        faults=[LogFault("0", "t", 0, 0, kind, 1, 2, evil) for kind in KINDS],
        cells=[Cell("0", "t", 0, 0, 2, 10, 1, 1), Cell("0", "t", 0, 1, 2, 10, 0, 0), Cell("1", "t", 0, 0, 2, 10, 0, 1)],
        hours=[Hour(0, 10, 1), Hour(3_600_000, 20, 2)],
        keys=[KeySums("t", evil.encode(), 5, 50), KeySums("t", None, 3, 30), KeySums("t", b"\xff\x00", 1, 1)],
        codecs=[CodecSums("t", "zstd", 5, 100, 431)],
        cut=["differences: only the first 5"],
    )
    return seen, document(seen, judge(seen), now_ms=1_700_000_000_000)


class _Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = []
        self.open = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_loads_nothing_runs_nothing_and_says_in_words_what_it_draws():
    seen, report = everything()
    text = page(report, seen)
    tags = _Tags()
    tags.feed(text)
    assert tags.open == []
    names = {tag for tag, _ in tags.seen}
    assert not names & {"script", "link", "img", "iframe", "object"}
    assert not re.search(r"(?:href|src|url)\s*=|url\((?!#)|@import|https?://", text)
    charts = [attrs for tag, attrs in tags.seen if tag == "svg" and attrs.get("role") == "img"]
    assert len(charts) == 5
    assert all(len(attrs["aria-label"]) > 30 for attrs in charts)
    assert all(attrs.get("aria-hidden") for tag, attrs in tags.seen if tag == "svg" and attrs.get("role") != "img")
    assert {attrs.get("scope") for tag, attrs in tags.seen if tag == "th"} == {"col"}


def test_a_page_of_nothing_is_a_page():
    seen = Survey(source="here", known={})
    assert "Nothing is wrong" in page(document(seen, [], now_ms=0), seen)


def test_the_report_is_json_with_what_was_seen():
    _, report = everything()
    again = json.loads(json.dumps(report))
    assert again == report
    assert set(report["kinds"]) == set(KINDS)
    assert report["wrong"] + report["warnings"] == len(report["findings"]) == len(KINDS)
    assert [row["state"] for row in report["topics"]] == ["wrong"]
    assert report["compression"][0]["ratio"] == 4.31
    assert summary(report).endswith("2 brokers, 1 partition, 2 replicas, 2 kB")


def test_numbers_and_keys_for_people():
    assert [size_text(count) for count in (0, 999, 1000, 123_456, 1.5e9, 2.5e15)] == [
        "0 B",
        "999 B",
        "1 kB",
        "123 kB",
        "1.5 GB",
        "2.5e+03 TB",
    ]
    assert [key_text(key) for key in (None, b"ab", b"\xff\n", b"a\nb")] == [None, "ab", "\\xff\\n", "a\\nb"]

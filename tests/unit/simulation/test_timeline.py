"""What a reader of a timeline notices: when clients got nothing, what repeats, where to click, and no missing piece."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from kavka.cli import main
from kavka.cli.simulate import simulate
from kavka.common.types import TopicPartition
from kavka.simulation.faults import Fault, FaultKind
from kavka.simulation.history import History, SendOutcome, Sent
from kavka.simulation.runner import run
from kavka.simulation.scenario import Scenario
from kavka.simulation.timeline_html import KINDS, timeline_page
from kavka.simulation.told import BEGIN, END, client_stretches, without_repeats
from kavka.simulation.trace import Entry

VOID = {"meta", "input"}
LANES = ["s", "broker-1", "broker-2", "broker-3", "controller", "zookeeper", "clients"]


class Page(HTMLParser):
    """A page as a browser reads it: what is open must be closed, in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.tags, self.heads = [], [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name in ("href", "src", "srcset", "xlink:href")]

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "th":
            self.heads.append(data)


@pytest.fixture(scope="module")
def outcome():
    faults = (
        Fault(at_ms=4_000, kind=FaultKind.CUT, targets=("clients",), lasts_ms=9_000),
        Fault(at_ms=20_000, kind=FaultKind.KILL, targets=("controller",), lasts_ms=12_000),
    )
    settings = {"inter.broker.protocol.version": "3.0"}  # under which this seed ends nothing while clients are cut off
    return run(1, Scenario(workloads=("producers", "transactions"), faults=faults, settings=settings))


@pytest.fixture(scope="module")
def page(outcome):
    return timeline_page(outcome)


def test_the_page_is_whole_and_needs_nothing_else(page):
    read = Page(page)
    assert read.heads == LANES
    assert len(read.ids) == len(set(read.ids))
    assert read.links
    assert {link.removeprefix("#") for link in read.links} <= set(read.ids)
    assert not [tag for tag, _ in read.tags if tag in ("script", "link", "img", "iframe")]
    assert not re.search(r"url\(|@import|https?:", page)


def test_the_overview_shows_faults_as_long_as_they_last(page):
    bars = [attrs for tag, attrs in Page(page).tags if tag == "rect" and "fault" in attrs["class"]]
    widths = sorted(float(bar["width"]) for bar in bars)
    assert len(widths) == 2
    assert widths[1] / widths[0] == pytest.approx(12 / 9, rel=0.02)


def test_hundreds_of_events_are_rows_that_can_be_read(outcome, page):
    sent = outcome.figures["producers: acked"] + outcome.figures["transactions: committed"]
    stretches = [entry for entry in outcome.timeline if entry.kind == "acks"]
    assert sent > 100
    assert 5 < len(stretches) < 30
    assert page.count('<div class="entry acks">') == len(stretches)


def test_it_is_told_when_clients_got_nothing(outcome):
    begin_us = next(entry.time_us for entry in outcome.timeline if entry.words == BEGIN)
    stretches = [entry for entry in outcome.timeline if entry.kind == "acks"]
    silent = [(entry.time_us - begin_us) / 1e6 for entry in stretches if entry.words.startswith("nothing")]
    assert silent[0] == pytest.approx(4, abs=0.1)
    assert re.match(r"\d+ records acknowledged, .*; the slowest took ", stretches[0].words)


def test_what_happens_has_a_colour(outcome):
    assert {entry.kind for entry in outcome.timeline} <= KINDS.keys()
    assert {"fault", "controller", "election", "isr", "acks", "phase"} <= {entry.kind for entry in outcome.timeline}


def test_a_seed_that_holds_has_a_page_too(tmp_path):
    path = tmp_path / "page.html"
    assert main.run(simulate, ["--seed", "5", "--seconds", "5", "--brokers", "1", "--html", str(path)]) == 0
    assert BEGIN in path.read_text()


# ---- stretches and repeats ------------------------------------------------------------------------------------------


def at(time_s, words, *, kind="phase", lane="outside"):
    return Entry(round(time_s * 1_000_000), lane, kind, words)


def acked(time_s, took_ms=5):
    end_ms = round(time_s * 1_000)
    return Sent(
        client="c",
        tp=TopicPartition("t", 0),
        value=1,
        outcome=SendOutcome.ACKED,
        invoked_ms=end_ms - took_ms,
        completed_ms=end_ms,
    )


def test_a_stretch_ends_where_something_happens():
    entries = [at(1, BEGIN), at(4, "cut", kind="fault"), at(4.2, "t: 1 → 2", kind="election"), at(9, END)]
    history = History((acked(2), acked(3, 40), acked(8)))
    assert [(entry.time_us / 1e6, entry.words) for entry in client_stretches(entries, history)] == [
        (1, "2 records acknowledged, in 3.0 s; the slowest took 40 ms"),
        (4, "1 record acknowledged, in 5.0 s; the slowest took 5 ms"),
    ]


def test_a_long_stretch_is_cut_so_that_a_silence_in_it_shows():
    entries = [at(0, BEGIN), at(30, END)]
    words = [entry.words for entry in client_stretches(entries, History((acked(1), acked(29))))]
    assert [text.startswith("nothing acknowledged for 10.0 s") for text in words] == [False, True, False]


def test_a_warning_that_repeats_stands_once_with_its_number():
    entries = [at(time_s, f"again in {time_s} ms", kind="warning", lane="a") for time_s in (1, 2, 3)]
    entries.insert(1, at(1.5, "again in 9 ms", kind="warning", lane="b"))
    entries.append(at(60, "again in 7 ms", kind="warning", lane="a"))
    assert [str(entry.words) for entry in without_repeats(entries)] == [
        "again in 1 ms (and 2 more like it until 3.0 s)",
        "again in 9 ms",
        "again in 7 ms",
    ]


def test_other_lines_may_repeat():
    entries = [at(1, "starts", kind="fault"), at(2, "starts", kind="fault")]
    assert without_repeats(entries) == entries

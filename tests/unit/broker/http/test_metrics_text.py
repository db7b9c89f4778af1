"""The text of metrics of very many series: written in pieces, and no other than if it were written at once."""

from __future__ import annotations

from prometheus_client import generate_latest

from kavka.broker.http.families.build import ROWS_PER_PIECE, gauge, gauges, gauges_in_pieces
from kavka.broker.http.metrics import text_of
from kavka.common.steps import at_once

ROWS = [((str(number),), number) for number in range(3 * ROWS_PER_PIECE + 1)]


class Collected(list):
    def collect(self):
        return self


def in_pieces():
    yield gauge("before", "Something else.", 1)
    yield from gauges_in_pieces("lag", "A lag.", ("partition",), ROWS)
    yield gauge("after", "Something else.", 1)


def test_pieces_are_one_family_in_the_text():
    whole = [
        gauge("before", "Something else.", 1),
        gauges("lag", "A lag.", ("partition",), ROWS),
        gauge("after", "Something else.", 1),
    ]
    assert at_once(text_of(in_pieces())) == generate_latest(Collected(whole))


def test_others_have_their_turn_between_the_pieces():
    assert sum(1 for _ in text_of(in_pieces())) == 6


def test_a_family_without_series_is_named_all_the_same():
    assert at_once(text_of(gauges_in_pieces("lag", "A lag.", ("partition",), []))).count(b"\n") == 2

"""What others chose is shown without doing anything."""

from __future__ import annotations

import logging

import pytest

from kavka.common.log_output import LineFormatter
from kavka.common.printable import printable


@pytest.mark.parametrize("text", ["", "orders-0", "größer → 漢字 😀", 'a "quoted" \\ name'])
def test_ordinary_text_stays_as_it_is(text):
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nERROR forged", "a\\nERROR forged"),
        ("\x1b[2J\x1b]0;t\x07", "\\x1b[2J\\x1b]0;t\\x07"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\ud800", "\\ud800"),
        ("\x85\u2028", "\\x85\\u2028"),
    ],
)
def test_what_would_act_on_a_terminal_or_a_log_is_escaped(text, shown):
    assert printable(text) == shown


def test_what_is_too_long_is_cut():
    assert printable("x" * 100_000, 10) == "xxxxxxxxxx… (100000 characters)"


def test_a_name_with_a_line_break_writes_no_line_of_its_own():
    record = logging.LogRecord("n", logging.INFO, "f", 1, "%s does not move", ("t\nERROR all is lost\x1b[2J",), None)
    assert LineFormatter("%(levelname)s %(message)s").format(record) == (
        "INFO t\\nERROR all is lost\\x1b[2J does not move"
    )

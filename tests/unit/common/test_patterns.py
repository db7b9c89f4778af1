"""Patterns of RE2's syntax."""

from __future__ import annotations

import pytest

from kavka.common.patterns import InvalidPattern, Pattern


def test_all_of_a_text_has_to_match():
    pattern = Pattern("pay-[0-9]+|größe")
    assert pattern.matches("pay-12")
    assert pattern.matches("größe")
    assert not pattern.matches("pay-12x")
    assert not pattern.matches("xpay-12")


def test_what_makes_others_backtrack_for_ever_does_not():
    assert not Pattern("(a*)*b").matches("a" * 10_000)


@pytest.mark.parametrize(
    "text", ["(", "[z-a]", r"(a)\1", "(?=a)", "(((((a{100}){100}){100}){100}){100})", "(?i:a{900}){9}" * 900]
)
def test_what_is_no_pattern_or_too_large_is_refused_in_words(text, capfd):
    with pytest.raises(InvalidPattern, match=r"."):
        Pattern(text)
    assert capfd.readouterr().err == "", "the library says nothing by itself"

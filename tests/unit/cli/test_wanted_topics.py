"""Names and expressions of topics."""

import pytest

from kavka.cli.wanted_topics import wanted_topics

TOPICS = ["orders", "orders-eu", "reorders", "events"]


@pytest.mark.parametrize(
    ("topics", "is_regex", "chosen"),
    [
        (["events", "orders"], False, ["events", "orders"]),
        (["^ord"], False, ["orders", "orders-eu"]),
        (["^ord.*s$"], False, ["orders"]),
        (["events", "^ord", "orders"], False, ["events", "orders", "orders-eu"]),
        (["ord"], True, ["orders", "orders-eu", "reorders"]),
        (["^ev", "eu$"], True, ["orders-eu", "events"]),
        (["^nothing"], False, []),
        (["or.ers"], False, ["or.ers"]),
    ],
)
def test_topics_are_chosen(topics, is_regex, chosen):
    wanted = wanted_topics(topics, is_regex=is_regex)
    assert wanted.chosen(TOPICS) == chosen
    pattern = wanted.whole_name_pattern()  # a group's subscription means the same
    assert {name for name in TOPICS if pattern.fullmatch(name)} == set(chosen) & set(TOPICS)


def test_an_expression_that_is_none_is_said():
    with pytest.raises(ValueError, match="is no regular expression"):
        wanted_topics(["^("], is_regex=False)

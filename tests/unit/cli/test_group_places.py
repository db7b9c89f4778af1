"""What users write for a place, and topics with partitions."""

from __future__ import annotations

from datetime import datetime

import pytest

from kavka.cli.group_places import parse_place, parse_topics
from kavka.client.groups import Place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("earliest", (Place.EARLIEST, 0)),
        ("end", (Place.LATEST, 0)),
        ("current", (Place.CURRENT, 0)),
        ("17", (Place.OFFSET, 17)),
        ("@1700000000000", (Place.TIMESTAMP, 1_700_000_000_000)),
        ("2023-11-14T22:13:20+00:00", (Place.TIMESTAMP, 1_700_000_000_000)),
        ("2023-11-14T23:13:20+01:00", (Place.TIMESTAMP, 1_700_000_000_000)),
    ],
)
def test_places(text: str, place: tuple[Place, int]) -> None:
    assert parse_place(text) == place


def test_a_date_without_a_zone_is_of_this_machine() -> None:
    assert parse_place("2026-11-21") == (Place.TIMESTAMP, int(datetime(2026, 11, 21).timestamp() * 1000))


@pytest.mark.parametrize("text", ["", "-3", "soon", "@", "@x", "1.5", "2026-13-01"])
def test_no_place(text: str) -> None:
    with pytest.raises(ValueError, match="is no place; write earliest"):
        parse_place(text)


def test_topics() -> None:
    assert parse_topics(["a", "b:0,2", "b:5"]) == {"a": [], "b": [0, 2, 5]}
    for text in ("", ":1", "a:", "a:x", "a:1,"):
        with pytest.raises(ValueError, match="is not TOPIC"):
            parse_topics([text])

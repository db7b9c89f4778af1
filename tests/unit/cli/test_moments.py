"""What users write for a moment and for a duration."""

from __future__ import annotations

from datetime import datetime

import pytest

from kavka.cli.moments import parse_duration, parse_moment

NOW_MS = 1_800_000_000_000


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("500ms", 500),
        ("90s", 90_000),
        ("15m", 900_000),
        ("2h", 7_200_000),
        ("1h30m", 5_400_000),
        ("1d", 86_400_000),
        ("PT1H30M", 5_400_000),
        ("P1DT12H", 129_600_000),
        ("PT0.5S", 500),
    ],
)
def test_durations(text: str, ms: int) -> None:
    assert parse_duration(text) == ms


@pytest.mark.parametrize("text", ["", "P", "PT", "5", "5w", "-5s", "1h30"])
def test_no_duration(text: str) -> None:
    with pytest.raises(ValueError, match="is no duration"):
        parse_duration(text)


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("0", 0),
        ("1700000000000", 1_700_000_000_000),
        ("1700000000", 1_700_000_000_000),
        ("2023-11-14T22:13:20+00:00", 1_700_000_000_000),
        ("2023-11-14T22:13:20Z", 1_700_000_000_000),
        ("now", NOW_MS),
        ("-1h", NOW_MS - 3_600_000),
        ("-1d12h", NOW_MS - 129_600_000),
    ],
)
def test_moments(text: str, ms: int) -> None:
    assert parse_moment(text, now_ms=NOW_MS) == ms


def test_a_date_without_a_zone_is_of_this_machine() -> None:
    assert parse_moment("2026-11-21", now_ms=NOW_MS) == int(datetime(2026, 11, 21).timestamp() * 1000)


def test_a_duration_counts_from_what_is_before_it() -> None:
    assert parse_moment("2h", now_ms=NOW_MS, after_ms=1_000) == 7_201_000
    assert parse_moment("+2h", now_ms=NOW_MS, after_ms=1_000) == 7_201_000
    assert parse_moment("-2h", now_ms=NOW_MS, after_ms=1_000) == NOW_MS - 7_200_000
    with pytest.raises(ValueError, match="is no moment"):
        parse_moment("2h", now_ms=NOW_MS)


@pytest.mark.parametrize("text", ["", "soon", "-", "2026-13-01", "1.5", "9" * 30, "0001-01-01T00:00:00Z"])
def test_no_moment(text: str) -> None:
    with pytest.raises(ValueError, match="is no moment"):
        parse_moment(text, now_ms=NOW_MS)

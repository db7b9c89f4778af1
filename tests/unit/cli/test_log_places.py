"""What -o says: kcat's words and rpk's."""

import pytest

from kavka.cli.log_places import BEGINNING, END, STORED, LogPlace, PlaceKind, ReadSpan, parse_place, parse_span

NOW_MS = 1_800_000_000_000
T1, T2 = 1_700_000_000_000, 1_700_003_600_000


def offset(number):
    return LogPlace(PlaceKind.OFFSET, number)


def at(ms):
    return LogPlace(PlaceKind.TIMESTAMP, ms)


@pytest.mark.parametrize(
    ("values", "start", "stop"),
    [
        ([], BEGINNING, None),
        (["beginning"], BEGINNING, None),
        (["start"], BEGINNING, None),
        (["end"], END, None),
        (["stored"], STORED, None),
        (["17"], offset(17), None),
        (["-5"], LogPlace(PlaceKind.END, 5), None),
        (["+5"], LogPlace(PlaceKind.BEGINNING, 5), None),
        (["17:42"], offset(17), offset(42)),
        (["17:"], offset(17), None),
        ([":42"], BEGINNING, offset(42)),
        ([":end"], BEGINNING, END),
        (["-5:-2"], LogPlace(PlaceKind.END, 5), LogPlace(PlaceKind.END, 2)),
        ([f"@{T1}"], at(T1), None),
        ([f"s@{T1}"], at(T1), None),
        ([f"s@{T1}", f"e@{T2}"], at(T1), at(T2)),
        ([f"e@{T2}"], BEGINNING, at(T2)),
        (["5", f"e@{T2}"], offset(5), at(T2)),
        ([f"@{T1}:{T2}"], at(T1), at(T2)),
        ([f"@{T1}:1h"], at(T1), at(T2)),
        ([f"@{T1}:end"], at(T1), END),
        ([f"@:{T2}"], BEGINNING, at(T2)),
        ([f"@{T1}:"], at(T1), None),
        (["@2023-11-14T22:13:20Z"], at(T1), None),
        (["@2023-11-14T22:13:20Z:2023-11-14T23:13:20Z"], at(T1), at(T2)),
        (["@2023-11-14T22:13:20+00:00:1h"], at(T1), at(T2)),
        (["@-2h:-1h"], at(NOW_MS - 7_200_000), at(NOW_MS - 3_600_000)),
    ],
)
def test_spans(values, start, stop):
    assert parse_span(values, now_ms=NOW_MS) == ReadSpan(start, stop)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["middle"], "no place in a log"),
        (["@"], "no place in a log"),
        ([":"], "no place in a log"),
        (["@:"], "no place in a log"),
        (["5:x"], "no place in a log"),
        (["5:stored"], "no place in a log"),
        (["1.5"], "no place in a log"),
        (["--5"], "no place in a log"),
        (["@nonsense:1h"], "no place in a log"),
        (["s@soon"], "no moment"),
        (["5", "6"], "twice where to begin"),
        (["e@5", ":6"], "twice where to stop"),
    ],
)
def test_nonsense_is_refused(values, message):
    with pytest.raises(ValueError, match=message):
        parse_span(values, now_ms=NOW_MS)


def test_a_single_place():
    assert parse_place("-5", now_ms=NOW_MS) == LogPlace(PlaceKind.END, 5)
    for text in ("1:2", "stored", "e@5"):
        with pytest.raises(ValueError, match="no single place"):
            parse_place(text, now_ms=NOW_MS)

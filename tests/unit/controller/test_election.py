"""Who leads: the strategies as a table."""

from __future__ import annotations

import pytest

from kavka.controller.election import (
    Elected,
    elect_first,
    elect_for_controlled_shutdown,
    elect_incomplete,
    elect_offline,
    elect_preferred,
    elect_reassigned,
)


@pytest.mark.parametrize(
    ("assigned", "live", "expected"),
    [
        ((1, 2, 3), {1, 2, 3}, Elected(1, (1, 2, 3))),
        ((1, 2, 3), {3, 2}, Elected(2, (2, 3))),
        ((3, 1), {1, 2, 3}, Elected(3, (3, 1))),
        ((1, 2), {3}, None),
        ((1,), set(), None),
    ],
)
def test_first(assigned, live, expected):
    assert elect_first(assigned, live) == expected


@pytest.mark.parametrize(
    ("assigned", "isr", "live", "unclean", "expected"),
    [
        # In assignment order, not in the order of the ISR.
        ((1, 2, 3), (3, 2), {2, 3}, False, Elected(2, (3, 2))),
        # Dead members leave the ISR.
        ((1, 2, 3), (1, 2, 3), {2, 3}, False, Elected(2, (2, 3))),
        # A live replica outside the ISR leads only uncleanly, and alone.
        ((1, 2, 3), (1,), {2, 3}, False, None),
        ((1, 2, 3), (1,), {2, 3}, True, Elected(2, (2,), is_unclean=True)),
        # Clean is preferred even where unclean is allowed.
        ((1, 2, 3), (3,), {1, 2, 3}, True, Elected(3, (3,))),
        # Somebody who is in the ISR but not assigned is nobody.
        ((1, 2), (3,), {3}, False, None),
        ((1, 2), (1, 2), set(), True, None),
    ],
)
def test_offline(assigned, isr, live, unclean, expected):
    assert elect_offline(assigned, isr, live, is_unclean_enabled=unclean) == expected


@pytest.mark.parametrize(
    ("target", "isr", "live", "expected"),
    [
        ((4, 5, 6), (1, 2, 3, 4, 5, 6), {1, 2, 3, 4, 5, 6}, Elected(4, (1, 2, 3, 4, 5, 6))),
        ((4, 5, 6), (1, 5), {1, 4, 5}, Elected(5, (1, 5))),
        ((4, 5, 6), (1, 2, 3), {1, 2, 3, 4, 5, 6}, None),
        ((4,), (4, 1), {1}, None),
    ],
)
def test_reassign(target, isr, live, expected):
    assert elect_reassigned(target, isr, live) == expected


@pytest.mark.parametrize(
    ("assigned", "isr", "live", "expected"),
    [
        ((1, 2), (2, 1), {1, 2}, Elected(1, (2, 1))),
        ((1, 2), (2,), {1, 2}, None),
        ((1, 2), (1, 2), {2}, None),
        ((), (), set(), None),
    ],
)
def test_preferred(assigned, isr, live, expected):
    assert elect_preferred(assigned, isr, live) == expected


@pytest.mark.parametrize(
    ("assigned", "isr", "live", "leaving", "expected"),
    [
        ((1, 2, 3), (1, 3, 2), {1, 2, 3}, {1}, Elected(2, (3, 2))),
        ((1, 2, 3), (1, 2, 3), {1, 2, 3}, {1, 2}, Elected(3, (3,))),
        ((1, 2, 3), (1,), {1, 2, 3}, {1}, None),
        ((1, 2, 3), (1, 2), {1, 3}, {1}, None),
        ((1,), (1,), {1}, {1}, None),
    ],
)
def test_controlled_shutdown(assigned, isr, live, leaving, expected):
    assert elect_for_controlled_shutdown(assigned, isr, live, leaving) == expected


@pytest.mark.parametrize(
    ("isr", "ends", "expected"),
    [
        ((1, 2, 3), {1: 5, 2: 9, 3: 7}, Elected(2, (2,))),
        ((3, 1), {1: 5, 3: 5}, Elected(3, (3,))),
        ((1,), {1: 0}, Elected(1, (1,))),
    ],
)
def test_of_logs_that_all_lack_records_the_longest_leads_alone(isr, ends, expected):
    assert elect_incomplete(isr, ends, is_unclean=False) == expected

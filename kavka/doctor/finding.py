"""What a check has to say."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Level(IntEnum):
    """How bad it is."""

    OK = 0
    WARNING = 1
    """It works, or will for now."""
    WRONG = 2
    """A broker or its clients will not work."""


class Finding(NamedTuple):
    """One look at one thing.

    Attributes:
        check: what kind of thing: ports, disk, …
        what: what was found, in a sentence without its end.
        why: what follows from it; empty where all is well.
        fix: what to do.
    """

    check: str
    level: Level
    what: str
    why: str = ""
    fix: str = ""


def ok(check: str, what: str) -> Finding:
    """Returns a finding that all is well."""
    return Finding(check, Level.OK, what)


def warning(check: str, what: str, why: str, fix: str) -> Finding:
    """Returns a finding that is good to know."""
    return Finding(check, Level.WARNING, what, why, fix)


def wrong(check: str, what: str, why: str, fix: str) -> Finding:
    """Returns a finding that needs mending."""
    return Finding(check, Level.WRONG, what, why, fix)

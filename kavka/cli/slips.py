"""Asks about a name that is almost one of those there are: a slip of the pen, and nothing is guessed."""

from __future__ import annotations

from collections.abc import Iterable


def question(typed: str, names: Iterable[str]) -> str:
    """Returns " Did you mean …?" with the name most like a typed one; empty where none is."""
    from difflib import get_close_matches  # only for a slip

    meant = get_close_matches(typed, list(names), n=1)
    return f" Did you mean {meant[0]!r}?" if meant else ""
